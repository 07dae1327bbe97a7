package auth

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"btracker/internal/datadir"
)

// NewSecret returns a fresh signing secret.
func NewSecret() []byte {
	secret := make([]byte, 2*MinSecretBytes)
	rand.Read(secret)
	return secret
}

// LoadOrCreateSecret returns the secret kept in the file at path, making the
// file (readable by its owner alone) when it is missing. Two processes that
// start at once end up with the same secret.
func LoadOrCreateSecret(path string) ([]byte, error) {
	secret, err := loadSecret(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if err := createSecret(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("create the secret file: %w", err)
	}
	return loadSecret(path)
}

func loadSecret(path string) ([]byte, error) {
	// #nosec G304 -- the secret in the operator's data directory
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the secret file: %w", err)
	}
	secret, err := base64.RawURLEncoding.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(secret) < MinSecretBytes {
		return nil, fmt.Errorf("the secret file %s is damaged: restore it, or remove it to sign everybody out and start with a new one", path)
	}
	return secret, nil
}

// createSecret puts a complete file in place in one step and never replaces
// one: link fails where rename would overwrite the secret another process has
// already begun to sign with.
func createSecret(path string) error {
	dir := filepath.Dir(path)
	temp, err := datadir.CreateTemp(dir, ".secret-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.WriteString(base64.RawURLEncoding.EncodeToString(NewSecret()) + "\n")
	// Tokens signed with a secret that a power cut takes away would all be void.
	if err := errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Link(temp.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	// #nosec G304 -- the operator's data directory
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
