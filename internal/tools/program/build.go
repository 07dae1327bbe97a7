package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"btracker/internal/pgtest"
)

// Main runs the tests of a package that needs the program, and puts the path of the
// binary into *binary first:
//
//	func TestMain(m *testing.M) { os.Exit(program.Main(m, "../..", "", &binary)) }
//
// The program is built as the Makefile builds it, with a page of our own: tests that
// do not look at the web app need not build it. root is the repository's directory.
func Main(m *testing.M, root, ldflags string, binary *string) int {
	dir, err := os.MkdirTemp("", "btracker-")
	if err == nil {
		defer os.RemoveAll(dir)
		built = filepath.Join(dir, "btracker")
		*binary = built
		err = build(dir, root, ldflags, built)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return pgtest.Main(m)
}

func build(dir, root, ldflags, binary string) error {
	page, overlay := filepath.Join(dir, "index.html"), filepath.Join(dir, "overlay.json")
	replaced, err := filepath.Abs(filepath.Join(root, "web/dist/index.html"))
	if err == nil {
		err = os.WriteFile(page, []byte(`<!doctype html><meta name="btracker-base" content="/"><title>page</title>`), 0o600)
	}
	if err == nil {
		err = os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, replaced, page), 0o600)
	}
	if err != nil {
		return err
	}
	build := exec.Command("go", "build", "-overlay", overlay, "-ldflags", "-s -w "+ldflags, "-o", binary, "./cmd/btracker")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, output)
	}
	return nil
}
