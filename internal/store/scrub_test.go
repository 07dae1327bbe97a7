package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A database of an earlier version has free space with what was deleted. The first start writes it anew.
func TestFreeSpaceOfEarlierVersionsIsOverwritten(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	s, err := OpenSQLite(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	run := func(sql string) {
		t.Helper()
		if _, err := s.WriterDB().ExecContext(ctx, sql); err != nil {
			t.Fatal(err)
		}
	}
	run("PRAGMA secure_delete = 0; PRAGMA user_version = 0; CREATE TABLE old (text TEXT)")
	for i := range 100 {
		run(fmt.Sprintf("INSERT INTO old VALUES ('findable %d %s')", i, strings.Repeat("x", 1000)))
	}
	run("DROP TABLE old")
	has := func() bool {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(dir, SQLiteFile))
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(content, []byte("findable"))
	}
	if is, err := s.IsScrubbed(ctx); err != nil || is {
		t.Errorf("it is marked before: %v", err)
	}
	if err := s.Close(); err != nil || !has() {
		t.Fatal("nothing is left in the free space", err)
	}
	for range 2 {
		if s, err = OpenSQLite(dir); err != nil {
			t.Fatal(err)
		}
		if err := s.Migrate(ctx); err != nil {
			t.Fatal(err)
		}
		if is, err := s.IsScrubbed(ctx); err != nil || !is {
			t.Errorf("it is not marked: %v", err)
		}
		if err := s.Close(); err != nil || has() {
			t.Error("the free space is as it was", err)
		}
	}
}

func TestAddressesInTextsOfOthers(t *testing.T) {
	const before, after = "ada@example.com", "erased-1@erased.invalid"
	for text, want := range map[string]string{
		"by ada@example.com":                after,
		"ADA@Example.COM.csv":               after,
		"x_ada@example.com;ada@example.com": after,
		"anna-ada@example.com":              after, // rather one too many than one too few
		"zada@example.com":                  "",
		"ada@example.community":             "",
		"adaXexample.com":                   "",
	} {
		got := replaceAddress(text, before, after)
		if want == "" && got != text || want != "" && (!strings.Contains(got, want) || strings.Contains(strings.ToLower(got), before)) {
			t.Errorf("%q becomes %q", text, got)
		}
	}
	for query, want := range map[string]string{
		"Responsible=ada%40example.com&Search=a+b%20c": "Responsible=erased-1%40erased.invalid&Search=a+b%20c",
		"Responsible=%41DA%40example.com":              "Responsible=erased-1%40erased.invalid",
		"Search=100%&Responsible=ada%40example.com":    "Search=100%&Responsible=erased-1%40erased.invalid",
		"Search=ada": "Search=ada",
	} {
		if got := replaceInQuery(query, before, after); got != want {
			t.Errorf("%q becomes %q, want %q", query, got, want)
		}
	}
}
