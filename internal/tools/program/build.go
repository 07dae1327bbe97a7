package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"btracker/internal/testkit"
)

// Build makes the program as the Makefile does, with a page of our own: tests
// that do not look at the web app need not build it. root is the repository's
// directory. The binary is removed after the test.
func Build(t testkit.TB, root, ldflags string) (binary string) {
	t.Helper()
	dir := t.TempDir()
	page, overlay, binary := filepath.Join(dir, "index.html"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "btracker")
	replaced, err := filepath.Abs(filepath.Join(root, "web/dist/index.html"))
	if err == nil {
		err = os.WriteFile(page, []byte(`<!doctype html><meta name="btracker-base" content="/"><title>page</title>`), 0o600)
	}
	if err == nil {
		err = os.WriteFile(overlay, fmt.Appendf(nil, `{"Replace": {%q: %q}}`, replaced, page), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", overlay, "-ldflags", ldflags, "-o", binary, "./cmd/btracker")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, output)
	}
	return binary
}
