package pgtest

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

var errNotInstalled = errors.New("no PostgreSQL server found: install one (Debian: apt-get install postgresql), or put its initdb and postgres into PATH")

// Debian keeps the server's programs out of PATH.
var serverDirs = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/local/pgsql/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
}

// findServer returns the directory of the newest initdb and postgres.
func findServer() (string, error) {
	var candidates []string
	if initdb, err := exec.LookPath("initdb"); err == nil {
		// initdb looks for its parts beside itself, not beside a link to it.
		if initdb, err = filepath.EvalSymlinks(initdb); err == nil {
			candidates = append(candidates, filepath.Dir(initdb))
		}
	}
	for _, pattern := range serverDirs {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		candidates = append(candidates, found...)
	}
	newest, dir := 0, ""
	for _, candidate := range candidates {
		if v := majorVersion(candidate); v > newest {
			newest, dir = v, candidate
		}
	}
	if dir == "" {
		return "", errNotInstalled
	}
	return dir, nil
}

var versionOutput = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// majorVersion is 0 when dir has no complete server.
func majorVersion(dir string) int {
	if _, err := exec.LookPath(filepath.Join(dir, "initdb")); err != nil {
		return 0
	}
	output, err := exec.Command(filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return 0
	}
	match := versionOutput.FindSubmatch(output)
	if match == nil {
		return 0
	}
	major, _ := strconv.Atoi(string(match[1]))
	return major
}
