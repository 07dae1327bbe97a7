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

func NewSecret() []byte {
	secret := make([]byte, 2*MinSecretBytes)
	rand.Read(secret)
	return secret
}

// LoadOrCreateSecret returns the secret in the file at path. If the file is missing, it makes
// one that only its owner can read. Two processes that start at once get the same secret.
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

// createSecret puts a complete file in place and never replaces one. A rename would overwrite
// a secret that another process has begun to sign with; a link fails.
func createSecret(path string) error {
	dir := filepath.Dir(path)
	temp, err := datadir.CreateTemp(dir, ".secret-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name())
	_, err = temp.WriteString(base64.RawURLEncoding.EncodeToString(NewSecret()) + "\n")
	// If a power cut took the secret away, all tokens would be void.
	if err := errors.Join(err, temp.Sync(), temp.Close()); err != nil {
		return err
	}
	if err := os.Link(temp.Name(), path); err != nil {
		return err
	}
	return datadir.Sync(dir)
}
