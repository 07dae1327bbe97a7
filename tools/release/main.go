package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// release is one version, as it is built into all that is made of it.
type release struct {
	version, commit string
	when            time.Time // of the commit
	out             string    // the directory for what is made
}

// target is a system and a processor, as Go names them.
type target struct{ system, processor string }

func (t target) String() string { return t.system + "-" + t.processor }

// program is the name of the executable.
func (t target) program() string {
	if t.system == "windows" {
		return "btracker.exe"
	}
	return "btracker"
}

func main() {
	var r release
	var targets string
	flag.StringVar(&r.version, "version", "", "the version, such as v1.2.3")
	flag.StringVar(&r.commit, "commit", "", "the commit it is built from")
	seconds := flag.String("time", "", "seconds since 1970 of the commit")
	flag.StringVar(&r.out, "out", "dist", "the directory for what is made; it must not exist")
	flag.StringVar(&targets, "targets", "linux-amd64,linux-arm64,darwin-amd64,darwin-arm64,windows-amd64,windows-arm64", "systems and processors")
	image := flag.Bool("image", false, "make an image for containers instead")
	flag.Parse()
	if err := r.run(targets, *seconds, *image); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func (r release) run(targets, seconds string, isImage bool) error {
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || r.version == "" || r.commit == "" {
		return errors.New("-version, -commit and -time are required")
	}
	r.when = time.Unix(at, 0).UTC()
	if err := os.Mkdir(r.out, 0o755); err != nil {
		return fmt.Errorf("remove what an earlier run made: %w", err)
	}
	var programs []built
	for name := range strings.SplitSeq(targets, ",") {
		system, processor, ok := strings.Cut(name, "-")
		if !ok {
			return fmt.Errorf("%s is no target: say linux-amd64", name)
		}
		fmt.Println("building", name)
		p, err := r.build(target{system, processor})
		if err != nil {
			return err
		}
		programs = append(programs, p)
	}
	if isImage {
		return r.image(programs)
	}
	return r.packages(programs)
}

// packages makes all but the image.
func (r release) packages(programs []built) error {
	texts, err := r.texts()
	if err != nil {
		return err
	}
	for _, p := range programs {
		if err := r.archive(p, texts); err != nil {
			return err
		}
		if p.system == "linux" {
			if err := r.debian(p, texts); err != nil {
				return err
			}
		}
	}
	if err := r.materials(programs[0]); err != nil {
		return err
	}
	return r.checksums()
}

// built is the executable of a target.
type built struct {
	target
	content []byte
}

func (r release) build(t target) (built, error) {
	dir, err := os.MkdirTemp("", "btracker-release-")
	if err != nil {
		return built{}, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, t.program())

	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false",
		"-ldflags", "-s -w -X main.version="+r.version+" -X main.commit="+r.commit, "-o", file, "./cmd/btracker")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=", "GOOS="+t.system, "GOARCH="+t.processor)
	build.Stdout, build.Stderr = os.Stdout, os.Stderr
	if err := build.Run(); err != nil {
		return built{}, fmt.Errorf("go build for %s: %w", t, err)
	}
	content, err := os.ReadFile(file)
	return built{t, content}, err
}

// name returns the name of a file of this release.
func (r release) name(rest string) string {
	return "btracker_" + strings.TrimPrefix(r.version, "v") + "_" + rest
}

func (r release) write(name string, content []byte) error {
	fmt.Printf("%s, %d kB\n", name, len(content)/1000)
	return os.WriteFile(filepath.Join(r.out, name), content, 0o644)
}
