package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Make makes the directory if it is missing, and checks that it can be written to. Only the
// owner can enter a new one, because it contains secrets.
func Make(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("the data directory can not be used: %w", err)
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return fmt.Errorf("the data directory can not be written to: %w", err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// MakeBelow makes a directory inside the data directory if it is missing.
func MakeBelow(dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		if info, statErr := os.Stat(dir); statErr == nil && info.IsDir() {
			return nil
		}
		return err
	}
	// Not by name: the owner of the parent could put a link in its place in the meantime.
	made, err := openDirectory(dir)
	if err != nil {
		return err
	}
	return errors.Join(giveToOwner(made), made.Close())
}

// Create makes a file that must not exist yet, which only the owner of its directory can read.
func Create(path string) (*os.File, error) {
	// #nosec G304 -- below the operator's data directory
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	return given(f, err)
}

// CreateTemp is os.CreateTemp, but the file belongs to the owner of its directory.
func CreateTemp(dir, pattern string) (*os.File, error) {
	return given(os.CreateTemp(dir, pattern)) // mode 0600
}

// OpenOrCreate opens a file for reading and writing, and makes it if it is missing.
func OpenOrCreate(path string) (*os.File, error) {
	f, err := Create(path)
	if errors.Is(err, fs.ErrExist) {
		return os.OpenFile(path, os.O_RDWR, 0) // #nosec G304 -- below the operator's data directory
	}
	return f, err
}

func given(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	if err := giveToOwner(f); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}
