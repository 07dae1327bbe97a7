package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"btracker/internal/store"
)

// Every table is known to what reads and erases the data of a person (docs/people.md).
func TestTablesThatHoldPeoplesDataAreNamed(t *testing.T) {
	known := slices.Clone(store.ImpersonalTables)
	for _, table := range store.PersonTables {
		known = append(known, table.Table)
	}
	files, err := filepath.Glob("../store/migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	made, gone := regexp.MustCompile(`CREATE TABLE (\w+)`), regexp.MustCompile(`(?:DROP TABLE (\w+)|ALTER TABLE (\w+) RENAME TO)`)
	missing, dropped := map[string]string{}, map[string]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range gone.FindAllStringSubmatch(string(text), -1) {
			dropped[found[1]+found[2]] = true
		}
		for _, found := range made.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(known, found[1]) {
				missing[found[1]] = filepath.Base(file)
			}
		}
	}
	for table, file := range missing {
		if !dropped[table] {
			t.Errorf("the table %s of %s: name it in PersonTables of internal/store/person.go with its columns (mostly one line: forget(%q, byUser, words(\"shown columns\"), words(\"secrets and ids\"))), "+
				"or in ImpersonalTables if it holds nothing about people", table, file, table)
		}
	}
}
