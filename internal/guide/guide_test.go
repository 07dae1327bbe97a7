package guide

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	leadsTo   = regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	forbidden = regexp.MustCompile(`(?i)https?://|<script|<style|style=| on[a-z]+=`)
)

// Each page is listed, and each of its links and pictures is there. Nothing comes from elsewhere, and nothing is what the
// policy of the server forbids.
func TestGuideIsWhole(t *testing.T) {
	files, err := Files()
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for name, content := range files {
		if path.Ext(name) != ".html" {
			continue
		}
		if found := forbidden.Find(content); found != nil {
			t.Errorf("%s has %s", name, found)
		}
		for _, match := range leadsTo.FindAllStringSubmatch(string(content), -1) {
			to := match[1]
			switch {
			case strings.HasPrefix(to, "../"): // the console and its icon
				continue
			case to == "./":
				to = "index.html"
			case path.Ext(to) == "":
				to += ".html"
			}
			if files[to] == nil {
				t.Errorf("%s leads to %s, which is not there", name, match[1])
			}
			used[to] = true
		}
		if !strings.Contains(string(content), `aria-current="page"`) {
			t.Errorf("%s does not know its place in the list", name)
		}
	}
	for name := range files {
		if !used[name] {
			t.Errorf("no page leads to %s", name)
		}
	}
	written, err := filepath.Glob("../../docs/guide/*.md")
	if err != nil || len(written) < 10 {
		t.Fatal("no pages", err)
	}
	for _, page := range written {
		if files[htmlName(filepath.Base(page))] == nil {
			t.Errorf("%s is not listed in %s", page, start)
		}
	}
}

// `make guide` writes each picture with the words that its screen had. The binary has the pictures, so they are bounded.
func TestPicturesAreSmallAndHaveWords(t *testing.T) {
	pictures, err := filepath.Glob("../../docs/guide/pictures/*")
	if err != nil || len(pictures) == 0 {
		t.Fatal("no pictures", err)
	}
	total := int64(0)
	for _, picture := range pictures {
		info, err := os.Stat(picture)
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 80_000 {
			t.Errorf("%s has %d bytes", picture, info.Size())
		}
		other := map[string]string{".webp": ".txt", ".txt": ".webp"}[filepath.Ext(picture)]
		if _, err := os.Stat(strings.TrimSuffix(picture, filepath.Ext(picture)) + other); err != nil || other == "" {
			t.Errorf("%s stands alone: run make guide", picture)
		}
		total += info.Size()
	}
	if total > 1_500_000 {
		t.Errorf("the pictures and their words have %d bytes", total)
	}
}
