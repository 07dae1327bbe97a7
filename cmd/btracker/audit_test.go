package main_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"btracker/internal/pgtest"
)

// auditHead is what audit head and the API answer.
type auditHead struct {
	Seq  int64
	At   string
	Hash string
}

// An operator keeps heads elsewhere, verifies beside the servers, and is told which
// change somebody has rewritten behind their back.
func TestAuditTrail(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	url := pgtest.NewDatabase(t)
	for name, test := range map[string]struct {
		where    []string
		replicas int
		exec     func(t *testing.T, sql string)
	}{
		"sqlite": {[]string{"--data", data}, 1, func(t *testing.T, text string) {
			db, err := sql.Open("sqlite", filepath.Join(data, "btracker.db")+"?_pragma=busy_timeout(5000)")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if _, err := db.Exec(text); err != nil {
				t.Fatal(err)
			}
		}},
		"postgres": {[]string{"--data", t.TempDir(), "--database-url", url}, 3, func(t *testing.T, text string) {
			conn, err := pgx.Connect(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close(context.Background())
			if _, err := conn.Exec(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			audit := func(args ...string) []string { return append(append([]string{"audit"}, args...), test.where...) }
			createAdminIn(t, test.where...)
			var servers []*server
			for range test.replicas {
				servers = append(servers, serving(t, []string{"BTRACKER_SECRET=" + goodSecret}, test.where...))
			}
			token := servers[0].signIn("ada@example.com", goodPassword)
			head := func() (h auditHead) {
				t.Helper()
				status, body := servers[len(servers)-1].get("/api/v1/audit/head", token)
				if err := json.Unmarshal([]byte(body), &h); status != 200 || err != nil {
					t.Fatalf("%d %s", status, body)
				}
				return h
			}
			const companies = 5
			for i := range companies {
				if status, answer := servers[i%len(servers)].do(http.MethodPost, "/api/v1/company", token, object{"name": fmt.Sprint("Company ", i)}); status != 201 {
					t.Fatalf("%d %s", status, answer)
				}
			}
			began := time.Now()
			for head().Seq <= companies { // the administrator was a change too
				if time.Sleep(100 * time.Millisecond); time.Since(began) > time.Minute {
					t.Fatalf("not sealed within a minute: %+v", head())
				}
			}
			var printed auditHead
			line := succeed(t, nil, audit("head")...)
			if err := json.Unmarshal([]byte(line), &printed); err != nil || printed != head() {
				t.Errorf("audit head prints %s; the API answers %+v; %v", line, head(), err)
			}
			all := fmt.Sprintf("%d changes were recomputed, from change 1 of ", companies+1)
			if out := succeed(t, nil, audit("verify")...); !strings.Contains(out, all) || !strings.Contains(out, "Everything fits.") || !strings.HasSuffix(out, line) {
				t.Error(out)
			}
			file := filepath.Join(t.TempDir(), "heads")
			if err := os.WriteFile(file, []byte(line+"\n"+printed.Hash+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, kept := range []string{strings.TrimSpace(line), printed.Hash, file} {
				if out := succeed(t, nil, audit("verify", "--head", kept)...); !strings.Contains(out, "in the chain") {
					t.Error(out)
				}
			}
			other := strings.Repeat("0", 64)
			if r := run(t, nil, audit("verify", "--head", other)...); r.code != 1 || !strings.Contains(r.stderr, other) || strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("another head: %+v", r)
			}
			mistake(t, nil, "--head", audit("verify", "--head", "nonsense")...)
			if out := succeed(t, nil, audit("export")...); strings.Count(out, "\n") < companies+2 || !strings.Contains(out, printed.Hash) {
				t.Error(out)
			}
			test.exec(t, `DELETE FROM change_block`)
			if r := run(t, nil, audit("verify")...); r.code != 1 || !strings.Contains(r.stderr, "change_block") || !strings.Contains(r.stderr, "audit reindex") {
				t.Errorf("an emptied table: %+v", r)
			}
			succeed(t, nil, audit("reindex")...)
			succeed(t, nil, audit("verify")...)
			test.exec(t, `UPDATE change SET after = replace(after, 'Company 2', 'Company 7')`)
			if r := run(t, nil, audit("verify")...); r.code != 1 || !strings.HasPrefix(r.stderr, "btracker: change 4 was changed; seal ") || strings.Count(r.stderr, "\n") != 1 {
				t.Errorf("a rewritten change: %+v", r)
			}
			test.exec(t, `DELETE FROM change WHERE seq = 2`)
			if r := run(t, nil, audit("verify")...); r.code != 1 || !strings.HasPrefix(r.stderr, "btracker: change 2 is missing; seal ") ||
				!strings.Contains(r.stdout, "Also: change 4 was changed") {
				t.Errorf("a removed change: %+v", r)
			}
		})
	}
}
