package main_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/pgtest"
)

var checksumLine = regexp.MustCompile(`(?m)^(.+): (\d+ rows, checksum [0-9a-f]{64})$`)

// checksum is what import or export say of both ends, which must be the same.
func checksum(t *testing.T, output string) string {
	t.Helper()
	lines := checksumLine.FindAllStringSubmatch(output, -1)
	if len(lines) != 2 || lines[0][2] != lines[1][2] || lines[0][1] == lines[1][1] {
		t.Fatalf("not two equal checksums of two places:\n%s", output)
	}
	return lines[0][2]
}

// addPapers adds a company with a note, a document of more than one piece, and a field of its own, and returns the pages that show
// them.
func (s *server) addPapers(token string) (pages []string) {
	s.t.Helper()
	add := func(path string, body any) (id string) {
		s.t.Helper()
		status, answer := s.do(http.MethodPost, "/api/v1"+path, token, body)
		var made struct{ ID string }
		if err := json.Unmarshal([]byte(answer), &made); status != 201 || err != nil {
			s.t.Fatalf("%s: %d %s", path, status, answer)
		}
		return made.ID
	}
	add("/field", object{"list": "company", "key": "tier", "label": "Tier", "kind": "choice", "options": []string{"Gold"}})
	company := add("/company", object{"name": "With papers", "own": object{"tier": "Gold"}})
	of := "?Entity=company&EntityId=" + company
	add("/note", object{"entity": "company", "entityId": company, "text": "They called", "isPinned": true})
	document := add("/document"+of+"&Name=contract.txt&IsConfidential=true", bytes.Repeat([]byte("A line of the contract\n"), 20_000))
	return []string{"/field", "/company/" + company, "/company?Own.tier=Gold", "/note" + of, "/note?Search=called", "/document" + of, "/document/" + document + "/content"}
}

// pages are answers that show what is in a database.
func (s *server) pages(token string, more ...string) map[string]string {
	s.t.Helper()
	return s.answers(token, append(more, "/dashboard/statistics", "/dashboard/charts", "/company?PageSize=200", "/project?PageSize=200",
		"/product?PageSize=200", "/subscription?PageSize=200",
		"/product/categories", "/UserManagement?PageSize=200", "/notification?PageSize=200", "/project?Search=web")...)
}

func (s *server) answers(token string, pages ...string) map[string]string {
	s.t.Helper()
	answers := map[string]string{}
	for _, page := range pages {
		_, answers[page] = s.get("/api/v1"+page, token)
	}
	return answers
}

// lastSeen is when somebody was seen, which whoever looks changes by looking.
var lastSeen = regexp.MustCompile(`"lastSeenAt":"[^"]*"`)

func samePages(t *testing.T, before, after map[string]string) {
	t.Helper()
	for page := range before {
		was, is := lastSeen.ReplaceAllString(before[page], ""), lastSeen.ReplaceAllString(after[page], "")
		if is != was || len(is) < 3 {
			t.Errorf("%s:\n%.300s\nbecame\n%.300s", page, was, is)
		}
	}
}

// From PostgreSQL back to SQLite: the file is one that restore takes, all shows the same, and the way there again ends at the
// same checksum.
func TestExportOfPostgresIntoSQLite(t *testing.T) {
	t.Parallel()
	url, second, dir := pgtest.NewDatabase(t), pgtest.NewDatabase(t), t.TempDir()
	file, data := filepath.Join(dir, "moved.db"), filepath.Join(t.TempDir(), "data")
	env := []string{"BTRACKER_SECRET=" + goodSecret}
	mistake(t, nil, "run btracker migrate", "export", file, "--database-url", url)
	large := serving(t, env, "--database-url", url, "--demo")
	token := large.demoToken()
	if status, body := large.do(http.MethodPost, "/api/v1/company", token, object{"name": "Made before the move"}); status != 201 {
		t.Fatalf("create: %d %s", status, body)
	}
	papers := large.addPapers(token)
	before := large.pages(token, papers...)
	mistake(t, nil, "--database-url", "export", file)
	out := succeed(t, nil, "export", file, "--database-url", url) // while it serves
	sum := checksum(t, out)
	if !strings.Contains(out, "company: 44 rows, ") || !strings.HasSuffix(out, "Exported to "+file+", which btracker restore puts into a data directory.\n") {
		t.Errorf("export says %s", out)
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	mistake(t, nil, "exists already", "export", file, "--database-url", url)
	mistake(t, nil, "stop it first", "import", file, "--database-url", url)
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}

	succeed(t, nil, "restore", file, "--data", data)
	small := serving(t, env, "--data", data)
	if status, _ := small.get("/api/v1/account", token); status != 401 {
		t.Errorf("a token of before the export: status %d", status)
	}
	token = small.demoToken()
	samePages(t, before, small.pages(token, papers...))
	if status, body := small.do(http.MethodPost, "/api/v1/company", token, object{"name": "Made after the move"}); status != 201 {
		t.Errorf("create: %d %s", status, body)
	}
	succeed(t, nil, "audit", "verify", "--data", data)

	if again := checksum(t, succeed(t, nil, "import", file, "--database-url", second)); again != sum {
		t.Errorf("there %s, and back %s", sum, again)
	}
	third := serving(t, env, "--database-url", second)
	samePages(t, before, third.pages(third.demoToken(), papers...))
	if now, err := os.ReadFile(file); err != nil || !bytes.Equal(content, now) {
		t.Errorf("restore or import changed the file, %v", err)
	}
}
