package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// A process that does not know its memory limit is killed at it: each manifest tells the collector a lower one.
func TestManifestsKnowTheirMemory(t *testing.T) {
	sizes := map[string]float64{"Mi": 1, "MiB": 1, "m": 1, "G": 1024}
	for file, limit := range map[string]string{
		"kubernetes/btracker.yaml": `limits: \{ memory: (\d+)(Mi) \}`,
		"compose/compose.yaml":     `(?m)^  mem_limit: (\d+)(m)$`,
		"systemd/btracker.service": `(?m)^MemoryMax=(\d+)(G)$`,
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		read := func(pattern string) float64 {
			match := regexp.MustCompile(pattern).FindSubmatch(text)
			if match == nil {
				t.Fatalf("%s has no %s", file, pattern)
			}
			n, _ := strconv.ParseFloat(string(match[1]), 64)
			return n * sizes[string(match[2])]
		}
		most, collector := read(limit), read(`GOMEMLIMIT(?:=|: |, value: )(\d+)(MiB)`)
		if collector < 0.6*most || collector > 0.9*most {
			t.Errorf("%s: GOMEMLIMIT is %.0f MiB, and the limit %.0f", file, collector, most)
		}
	}
}

// Compose and Kubernetes name the same version of the image, and no moving one.
func TestManifestsNameOneVersion(t *testing.T) {
	image := regexp.MustCompile(`image: (?:\S+/)?btracker:(v\d+\.\d+\.\d+)\n`)
	var first string
	for _, file := range []string{"compose/compose.yaml", "kubernetes/btracker.yaml"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "deploy", file))
		if err != nil {
			t.Fatal(err)
		}
		match := image.FindSubmatch(text)
		if match == nil {
			t.Fatalf("%s names no version of the image", file)
		}
		if version := string(match[1]); first == "" {
			first = version
		} else if version != first {
			t.Errorf("%s names %s, the other %s", file, version, first)
		}
	}
}
