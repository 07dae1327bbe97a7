package config

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is written for operators names settings; a name that the program does not know would be ignored in silence.
func TestSettingsNamedForOperatorsExist(t *testing.T) {
	var known strings.Builder
	for _, c := range commands {
		known.WriteString(Usage(c.name))
	}
	root := filepath.Join("..", "..")
	named := 0
	for _, place := range []string{"deploy", "docs", "README.md"} {
		err := filepath.WalkDir(filepath.Join(root, place), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, name := range regexp.MustCompile(`BTRACKER_[A-Z_]*[A-Z]`).FindAllString(string(text), -1) {
				named++
				if !regexp.MustCompile(`\b` + name + `\b`).MatchString(known.String()) {
					t.Errorf("%s: there is no setting %s", path, name)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if named == 0 {
		t.Fatal("no setting was found")
	}
}
