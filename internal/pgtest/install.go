package pgtest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

var errNotInstalled = errors.New("no PostgreSQL server found: install one (Debian: apt-get install postgresql), or put its initdb and postgres into PATH")

// Debian keeps the server's programs out of PATH.
var serverDirs = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/local/pgsql/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
}

// findServer returns the directory of initdb and postgres: where PATH has them, or
// the newest of those that are installed.
func findServer() (string, error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		// initdb looks for its parts beside itself, not beside a link to it.
		initdb, err = filepath.EvalSymlinks(initdb)
		return filepath.Dir(initdb), err
	}
	for _, pattern := range serverDirs {
		dirs, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		for _, dir := range slices.Backward(dirs) { // by name, so the last one is the newest
			if _, err := os.Stat(filepath.Join(dir, "initdb")); err == nil {
				return dir, nil
			}
		}
	}
	return "", errNotInstalled
}
