package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is one of an archive. It belongs to root unless it says otherwise.
type file struct {
	name    string // that of a directory ends in /
	mode    fs.FileMode
	content []byte
	owner   int
}

// texts are the files that every archive and package has beside the program, by name.
func (r release) texts() (map[string][]byte, error) {
	texts := map[string][]byte{}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "deploy/systemd/btracker.service"} {
		content, err := os.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		texts[path.Base(name)] = content
	}
	// The program writes these itself. The one of this machine is asked: another system's can not run here.
	for name, command := range map[string]string{
		"btracker.1":    "manual",
		"btracker.bash": "completion bash",
		"_btracker":     "completion zsh",
		"btracker.fish": "completion fish",
	} {
		content, err := exec.Command("bin/btracker", strings.Fields(command)...).Output()
		if err != nil {
			return nil, fmt.Errorf("bin/btracker %s: %w", command, err)
		}
		texts[name] = content
	}
	return texts, nil
}

// archive writes what is unpacked and run anywhere: a zip for Windows, a tar for the others.
func (r release) archive(p built, texts map[string][]byte) error {
	name := r.name(p.String())
	files := []file{{name: name + "/" + p.program(), mode: 0o755, content: p.content}}
	for text, content := range texts {
		if p.system != "linux" && text == "btracker.service" {
			continue
		}
		files = append(files, file{name: name + "/" + text, mode: 0o644, content: content})
	}
	if p.system == "windows" {
		content, err := zipped(files, r.when)
		if err != nil {
			return err
		}
		return r.write(name+".zip", content)
	}
	content, err := tarred(files, r.when)
	if err != nil {
		return err
	}
	return r.write(name+".tar.gz", content)
}

func sorted(files []file) []file {
	return slices.SortedFunc(slices.Values(files), func(a, b file) int { return strings.Compare(a.name, b.name) })
}

func zipped(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, f := range sorted(files) {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: when}
		header.SetMode(f.mode)
		w, err := archive.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func tarred(files []file, when time.Time) ([]byte, error) {
	var out bytes.Buffer
	if err := writeTar(&out, files, when); err != nil {
		return nil, err
	}
	return gzipped(out.Bytes())
}

func gzipped(content []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(content)
	err = errors.Join(err, w.Close()) // which writes the rest
	return out.Bytes(), err
}

// writeTar writes files, and the directories that they are in.
func writeTar(w io.Writer, files []file, when time.Time) error {
	archive := tar.NewWriter(w)
	for _, f := range sorted(withDirectories(files)) {
		header := &tar.Header{Name: f.name, Mode: int64(f.mode.Perm()), Uid: f.owner, Gid: f.owner, Size: int64(len(f.content)), ModTime: when, Format: tar.FormatGNU}
		if f.mode&fs.ModeSticky != 0 {
			header.Mode |= 0o1000
		}
		if err := archive.WriteHeader(header); err != nil {
			return err
		}
		if _, err := archive.Write(f.content); err != nil {
			return err
		}
	}
	return archive.Close()
}

func withDirectories(files []file) []file {
	known := map[string]bool{".": true, "/": true}
	for _, f := range files {
		known[strings.TrimSuffix(f.name, "/")] = true
	}
	all := slices.Clone(files)
	for _, f := range files {
		for dir := path.Dir(f.name); !known[dir]; dir = path.Dir(dir) {
			known[dir] = true
			all = append(all, file{name: dir + "/", mode: fs.ModeDir | 0o755})
		}
	}
	return all
}

// checksums writes SHA256SUMS, which `sha256sum -c` reads.
func (r release) checksums() error {
	made, err := os.ReadDir(r.out) // sorted by name
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, entry := range made {
		content, err := os.ReadFile(filepath.Join(r.out, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), entry.Name())
	}
	return r.write("SHA256SUMS", sums.Bytes())
}
