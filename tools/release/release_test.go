package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The program itself is not built here: what is tried is how it is wrapped.
var (
	linux   = built{target{"linux", "arm64"}, []byte("an executable, of an odd length..")}
	windows = built{target{"windows", "amd64"}, []byte("MZ")}
	texts   = map[string][]byte{
		"LICENSE": []byte("licence"), "README.md": []byte("read me"), "btracker.1": []byte(".TH"),
		"btracker.service": []byte("ExecStart=/usr/local/bin/btracker serve\n"),
		"btracker.bash":    []byte("complete"), "_btracker": []byte("#compdef"), "btracker.fish": []byte("complete -c"),
	}
)

// TestMain goes to the root of the repository, where the program is run.
func TestMain(m *testing.M) {
	if err := os.Chdir("../.."); err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

func of(t *testing.T, version string) release {
	return release{version: version, commit: strings.Repeat("c", 40), when: time.Unix(1_800_000_000, 0).UTC(), out: t.TempDir()}
}

func content(t *testing.T, r release, name string) []byte {
	t.Helper()
	c, err := os.ReadFile(filepath.Join(r.out, name))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSameBytesTwice(t *testing.T) {
	t.Parallel()
	make := func() map[string]string {
		r := of(t, "v1.2.3")
		if err := errors.Join(r.archive(linux, texts), r.archive(windows, texts), r.debian(linux, texts), r.image([]built{linux}), r.checksums()); err != nil {
			t.Fatal(err)
		}
		made := map[string]string{}
		entries, err := os.ReadDir(r.out)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			made[e.Name()] = string(content(t, r, e.Name()))
		}
		return made
	}
	first := make()
	want := []string{"SHA256SUMS", "btracker_1.2.3_arm64.deb", "btracker_1.2.3_image.tar", "btracker_1.2.3_linux-arm64.tar.gz", "btracker_1.2.3_windows-amd64.zip"}
	if names := slices.Sorted(maps.Keys(first)); !slices.Equal(names, want) {
		t.Errorf("made: %q, want %q", names, want)
	}
	if !maps.Equal(first, make()) {
		t.Error("a second run made other bytes")
	}
	for _, name := range want[1:] {
		if line := fmt.Sprintf("%x  %s\n", sha256.Sum256([]byte(first[name])), name); !strings.Contains(first["SHA256SUMS"], line) {
			t.Errorf("SHA256SUMS lacks %q", line)
		}
	}
}

func TestArchives(t *testing.T) {
	t.Parallel()
	r := of(t, "v1.2.3")
	if err := errors.Join(r.archive(linux, texts), r.archive(windows, texts)); err != nil {
		t.Fatal(err)
	}
	unpacked := untar(t, content(t, r, "btracker_1.2.3_linux-arm64.tar.gz"))
	if f := unpacked["btracker_1.2.3_linux-arm64/btracker"]; string(f.content) != string(linux.content) || f.header.Mode != 0o755 || f.header.Uid != 0 {
		t.Errorf("the program is %+v", f)
	}
	packed, err := zip.NewReader(bytes.NewReader(content(t, r, "btracker_1.2.3_windows-amd64.zip")), int64(len(content(t, r, "btracker_1.2.3_windows-amd64.zip"))))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := packed.Open("btracker_1.2.3_windows-amd64/btracker.exe"); err != nil {
		t.Error(err)
	}
	if _, err := packed.Open("btracker_1.2.3_windows-amd64/btracker.service"); err == nil {
		t.Error("Windows gets a unit of systemd")
	}
}

// TestDebianPackage has Debian's own tool read it.
func TestDebianPackage(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "v1.3.0-rc.1": "1.3.0~rc.1", "abcdef0": "0~abcdef0"} {
		r := of(t, version)
		if err := r.debian(linux, texts); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(r.out, r.name("arm64.deb"))
		dpkg := func(args ...string) string {
			output, err := exec.Command("dpkg-deb", append(args, file)...).CombinedOutput()
			if err != nil {
				t.Fatalf("dpkg-deb %v: %v\n%s", args, err, output)
			}
			return string(output)
		}
		if info := dpkg("--info"); !strings.Contains(info, "Version: "+want+"\n") || !strings.Contains(info, "Architecture: arm64\n") {
			t.Errorf("%s:\n%s", version, info)
		}
		listed := dpkg("--contents")
		for _, line := range []string{"-rwxr-xr-x root/root", "usr/bin/btracker\n", "-rw------- root/root"} {
			if !strings.Contains(listed, line) {
				t.Errorf("no %q in\n%s", line, listed)
			}
		}
		root := t.TempDir()
		if output, err := exec.Command("dpkg-deb", "--extract", file, root).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
		unit, err := os.ReadFile(filepath.Join(root, "usr/lib/systemd/system/btracker.service"))
		if err != nil || string(unit) != "ExecStart=/usr/bin/btracker serve\n" {
			t.Errorf("the unit is %q, %v", unit, err)
		}
	}
}

// TestImage follows the image as a runtime does: from the index to the files, by what they are named.
func TestImage(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(certificates); err != nil {
		t.Fatal("install ca-certificates: ", err)
	}
	r := of(t, "v1.2.3")
	other := built{target{"linux", "amd64"}, []byte("another executable")}
	if err := r.image([]built{other, linux}); err != nil {
		t.Fatal(err)
	}
	files := entries(t, bytes.NewReader(content(t, r, "btracker_1.2.3_image.tar")))
	type reference struct {
		MediaType, Digest string
		Size              int
		Platform          struct{ Architecture string }
	}
	blob := func(ref reference, into any) []byte {
		t.Helper()
		c := files["blobs/sha256/"+strings.TrimPrefix(ref.Digest, "sha256:")].content
		if got := fmt.Sprintf("sha256:%x", sha256.Sum256(c)); got != ref.Digest || len(c) != ref.Size {
			t.Fatalf("%s has %d bytes of %s", ref.Digest, len(c), got)
		}
		if into != nil {
			if err := json.Unmarshal(c, into); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	var entry, index struct{ Manifests []reference }
	if err := json.Unmarshal(files["index.json"].content, &entry); err != nil || len(entry.Manifests) != 1 {
		t.Fatalf("index.json: %v %+v", err, entry)
	}
	blob(entry.Manifests[0], &index)
	if len(index.Manifests) != 2 {
		t.Fatalf("%+v", index)
	}
	for i, want := range []built{other, linux} {
		var manifest struct {
			Config reference
			Layers []reference
		}
		blob(index.Manifests[i], &manifest)
		var config struct {
			Architecture string
			Config       struct {
				User        string
				Labels      map[string]string
				Healthcheck struct {
					Test     []string
					Interval time.Duration
				}
			}
			RootFS struct {
				IDs []string `json:"diff_ids"`
			}
		}
		blob(manifest.Config, &config)
		if config.Architecture != want.processor || index.Manifests[i].Platform.Architecture != want.processor || config.Config.User != "10001:10001" ||
			config.Config.Labels["org.opencontainers.image.version"] != "v1.2.3" || config.Config.Labels["org.opencontainers.image.revision"] != r.commit ||
			!slices.Equal(config.Config.Healthcheck.Test, []string{"CMD", "/btracker", "health"}) || config.Config.Healthcheck.Interval != 10*time.Second {
			t.Errorf("%+v", config)
		}
		layer := gunzip(t, blob(manifest.Layers[0], nil))
		if id := fmt.Sprintf("sha256:%x", sha256.Sum256(layer)); !slices.Equal(config.RootFS.IDs, []string{id}) {
			t.Errorf("the layer is %s, the configuration says %v", id, config.RootFS.IDs)
		}
		inside := entries(t, bytes.NewReader(layer))
		if string(inside["btracker"].content) != string(want.content) || inside["btracker"].header.Mode != 0o755 {
			t.Errorf("the program is %+v", inside["btracker"])
		}
		if d := inside["data/"].header; d == nil || d.Uid != nobody || d.Mode != 0o700 || d.Typeflag != tar.TypeDir {
			t.Errorf("the place for data is %+v", d)
		}
	}
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	r := of(t, "v1.2.3")
	if err := r.materials(built{target{"linux", "amd64"}, program}); err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(content(t, r, "btracker_1.2.3_sbom.cdx.json"), &b); err != nil {
		t.Fatal(err)
	}
	var addresses []string
	for _, p := range b.Components {
		addresses = append(addresses, p.Address)
	}
	if !slices.ContainsFunc(addresses, func(a string) bool { return strings.HasPrefix(a, "pkg:golang/std@1.") }) ||
		!slices.ContainsFunc(addresses, func(a string) bool { return strings.HasPrefix(a, "pkg:npm/react@") }) ||
		!slices.ContainsFunc(addresses, func(a string) bool { return strings.HasPrefix(a, "pkg:npm/%40base-ui/react@") }) {
		t.Errorf("%q", addresses)
	}
	if slices.ContainsFunc(addresses, func(a string) bool { return strings.Contains(a, "vitest") }) {
		t.Error("a tool is among the materials")
	}
	if len(slices.Compact(slices.Sorted(slices.Values(addresses)))) != len(addresses) {
		t.Error("a part is listed twice")
	}
}

type packed struct {
	header  *tar.Header
	content []byte
}

func entries(t *testing.T, from io.Reader) map[string]packed {
	t.Helper()
	found := map[string]packed{}
	for archive := tar.NewReader(from); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return found
		}
		var c []byte
		if err == nil {
			c, err = io.ReadAll(archive)
		}
		if err != nil {
			t.Fatal(err)
		}
		found[header.Name] = packed{header, c}
	}
}

func gunzip(t *testing.T, compressed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	var plain []byte
	if err == nil {
		plain, err = io.ReadAll(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

func untar(t *testing.T, compressed []byte) map[string]packed {
	t.Helper()
	return entries(t, bytes.NewReader(gunzip(t, compressed)))
}
