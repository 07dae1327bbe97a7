package archtest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	namedFile  = regexp.MustCompile("`(\\w[\\w./-]*\\.(?:go|sql|tsx?|json|yaml))`")
	namedThing = regexp.MustCompile("`(\\w+)` in `([\\w./-]+\\.go)`")
	namedCall  = regexp.MustCompile(`\b(GET|POST|PUT|DELETE) (?:/api/v1)?(/[A-Za-z][\w/{}]*)`)
)

// TestDocsNameFilesThatExist holds the map of README and the docs to the tree: a file that they name exists, by the end
// of its path, and "`thing` in `file.go`" is in that file. The decision records tell of files that are gone.
func TestDocsNameFilesThatExist(t *testing.T) {
	root := filepath.Join("..", "..")
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return fs.SkipDir
		}
		files = append(files, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	find := func(name string) (path string, found bool) {
		i := slices.IndexFunc(files, func(path string) bool { return strings.HasSuffix(path, "/"+name) })
		if i < 0 {
			return "", false
		}
		return files[i], true
	}
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, doc := range append(docs, filepath.Join(root, "README.md"), filepath.Join(root, "SECURITY.md")) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range namedFile.FindAllStringSubmatch(string(text), -1) {
			named++
			if strings.Contains(match[1], "NNNN") { // the next migration
				continue
			}
			if _, found := find(match[1]); !found {
				t.Errorf("%s names %s, which is not there", filepath.Base(doc), match[1])
			}
		}
		for _, match := range namedThing.FindAllStringSubmatch(string(text), -1) {
			path, _ := find(match[2])
			if code, _ := os.ReadFile(path); !strings.Contains(string(code), match[1]) {
				t.Errorf("%s looks for %s in %s", filepath.Base(doc), match[1], match[2])
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d files are named: the pattern does not find them", named)
	}
}

// TestDocsNameCallsThatExist holds the calls that the docs name to the contract.
func TestDocsNameCallsThatExist(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", "api", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	var contract struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	if err := json.Unmarshal(content, &contract); err != nil {
		t.Fatal(err)
	}
	unlisted := []string{"/healthz", "/readyz", "/metrics"} // for operators; they are no part of the API
	docs, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, doc := range append(docs, filepath.Join("..", "..", "README.md"), filepath.Join("..", "..", "SECURITY.md")) {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range namedCall.FindAllStringSubmatch(string(text), -1) {
			named++
			method, path := strings.ToLower(match[1]), match[2]
			if _, found := contract.Paths[path][method]; !found && !slices.Contains(unlisted, path) {
				t.Errorf("%s names %s, which is not in the contract", filepath.Base(doc), match[0])
			}
		}
	}
	if named < 50 {
		t.Errorf("only %d calls are named: the pattern does not find them", named)
	}
}

// TestEveryRoomIsOnTheMap holds README's map to the folders of internal and cmd, both ways.
func TestEveryRoomIsOnTheMap(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(text), "## The map of the house")
	_, rest, fenced := strings.Cut(rest, "```")
	mapped, _, closed := strings.Cut(rest, "```")
	if !found || !fenced || !closed {
		t.Fatal("README has no map")
	}
	onMap := map[string]bool{}
	for _, room := range regexp.MustCompile(`(?:internal|cmd)/\w+`).FindAllString(mapped, -1) {
		onMap[room] = true
	}
	for _, floor := range []string{"internal", "cmd"} {
		rooms, err := os.ReadDir(filepath.Join("..", "..", floor))
		if err != nil {
			t.Fatal(err)
		}
		for _, room := range rooms {
			name := floor + "/" + room.Name()
			if room.IsDir() && !onMap[name] {
				t.Errorf("%s is not on README's map", name)
			}
			delete(onMap, name)
		}
	}
	for name := range onMap {
		t.Errorf("README's map shows %s, which is not there", name)
	}
}
