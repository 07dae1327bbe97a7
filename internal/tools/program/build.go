package program

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Build makes the program into dir as the Makefile does, with a page of our own:
// tests that do not look at the web app need not build it. root is the
// repository's directory.
func Build(root, dir, ldflags string) (binary string, err error) {
	page := filepath.Join(dir, "index.html")
	if err := os.WriteFile(page, []byte(`<!doctype html><meta name="btracker-base" content="/"><title>page</title>`), 0o600); err != nil {
		return "", err
	}
	replaced, err := filepath.Abs(filepath.Join(root, "web/dist/index.html"))
	if err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{replaced: page}})
	if err != nil {
		return "", err
	}
	overlayFile := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(overlayFile, overlay, 0o600); err != nil {
		return "", err
	}
	binary = filepath.Join(dir, "btracker")
	cmd := exec.Command("go", "build", "-overlay", overlayFile, "-ldflags", ldflags, "-o", binary, "./cmd/btracker")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, output)
	}
	return binary, nil
}
