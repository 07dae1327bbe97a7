package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
)

// debian writes the package that debian/nfpm.yaml describes.
func (r release) debian(p built, texts map[string][]byte) error {
	files := maps.Clone(texts)
	files["btracker"] = p.content
	// The package's place for programs, where the unit by itself has the one for what is installed by hand.
	files["btracker.service"] = bytes.ReplaceAll(texts["btracker.service"], []byte("/usr/local/bin/"), []byte("/usr/bin/"))
	dir, err := os.MkdirTemp("", "btracker-debian-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			return err
		}
	}
	variables := map[string]string{"FILES": dir, "VERSION": debianVersion(r.version), "ARCH": p.processor}
	config, err := nfpm.ParseFileWithEnvMapping("tools/release/debian/nfpm.yaml", func(name string) string { return variables[name] })
	if err != nil {
		return err
	}
	config.MTime = r.when
	var out bytes.Buffer
	if err := deb.Default.Package(&config.Info, &out); err != nil {
		return err
	}
	return r.write(r.name(p.processor+".deb"), out.Bytes())
}

// debianVersion orders a preliminary version before its final one, as v1.2.0-rc.1 is meant. What has no number gets one.
func debianVersion(version string) string {
	version = strings.Replace(strings.TrimPrefix(version, "v"), "-", "~", 1)
	if version[0] < '0' || version[0] > '9' {
		version = "0~" + version
	}
	return version
}
