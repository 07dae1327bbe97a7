package prove

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers of both databases
	_ "modernc.org/sqlite"

	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// evidence reads the database directly, past the server.
type evidence struct {
	*sql.DB
	t        testing.TB
	snapshot *sql.TxOptions // for a transaction that sees one state
}

func open(t testing.TB, target program.Target) evidence {
	t.Helper()
	driver, source, snapshot := "sqlite", "file:"+filepath.Join(target.Data, store.SQLiteFile)+"?_pragma=busy_timeout(5000)", (*sql.TxOptions)(nil)
	if target.DatabaseURL != "" {
		driver, source, snapshot = "pgx", target.DatabaseURL, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	db, err := sql.Open(driver, source)
	ok(t, err)
	db.SetMaxIdleConns(-1) // an idle connection may be to a server that is gone
	t.Cleanup(func() { db.Close() })
	return evidence{db, t, snapshot}
}

// number returns the number that a query selects, 0 for NULL.
func (e evidence) number(query string, args ...any) int {
	e.t.Helper()
	var n sql.NullInt64
	ok(e.t, e.QueryRowContext(e.t.Context(), query, args...).Scan(&n))
	return int(n.Int64)
}

func (e evidence) execute(statement string, args ...any) {
	e.t.Helper()
	if _, err := e.ExecContext(e.t.Context(), statement, args...); err != nil {
		e.t.Fatalf("%s: %v", statement, err)
	}
}

// position is how far the tables have grown.
type position struct{ company, user, change, job int }

func (e evidence) position() position {
	e.t.Helper()
	return position{e.number("SELECT max(rowno) FROM company"), e.number("SELECT max(rowno) FROM users"), e.number("SELECT max(seq) FROM change"),
		e.number("SELECT max(id) FROM river_job")}
}

// check fails unless every acknowledged write since a position is there, and no
// write, acknowledged or not, is half done: each row has as many entries in the
// change log as its version says, each user has a mail, and the totals agree with
// the tables.
func (e evidence) check(book *ledger, since position) {
	e.t.Helper()
	// In one snapshot: a write whose caller gave up may be committed between two queries.
	tx, err := e.BeginTx(e.t.Context(), e.snapshot)
	ok(e.t, err)
	defer tx.Rollback()
	e.checkIn(tx, book, since)
}

func (e evidence) checkIn(tx *sql.Tx, book *ledger, since position) {
	e.t.Helper()
	versions := e.pairs(tx, "SELECT id, version FROM company WHERE rowno > $1", since.company)
	invited := e.pairs(tx, "SELECT email, version FROM users WHERE rowno > $1", since.user)
	e.sameCounts("changes of a company", versions, e.pairs(tx, "SELECT entity_id, count(*) FROM change WHERE entity = 'company' AND seq > $1 GROUP BY entity_id", since.change))
	e.sameCounts("changes of a user", invited, e.pairs(tx, "SELECT u.email, count(*) FROM change c JOIN users u ON u.id = c.entity_id WHERE c.entity = 'user' AND c.seq > $1 GROUP BY u.email", since.change))
	e.sameCounts("mails to a user", invited, e.pairs(tx, "SELECT args ->> 'email', count(*) FROM river_job WHERE kind = 'mail' AND id > $1 GROUP BY args ->> 'email'", since.job))
	e.totals(tx)
	book.mu.Lock()
	defer book.mu.Unlock()
	ok(e.t, book.defect)
	for id, version := range book.versions {
		if versions[id] < version {
			e.t.Fatalf("company %s was acknowledged at version %d and is at %d", id, version, versions[id])
		}
	}
	for email := range book.invited {
		if invited[email] == 0 {
			e.t.Fatalf("the acknowledged user %s is not there", email)
		}
	}
}

// sameCounts fails unless both have the same number for every id.
func (e evidence) sameCounts(what string, want, got map[string]int) {
	e.t.Helper()
	for id := range want {
		if got[id] != want[id] {
			e.t.Fatalf("%s: %s has %d, not %d", what, id, got[id], want[id])
		}
	}
	for id := range got {
		if want[id] == 0 {
			e.t.Fatalf("%s: %s has %d, and is not there", what, id, got[id])
		}
	}
}

// totals fails unless the kept totals equal the numbers of rows.
func (e evidence) totals(tx *sql.Tx) {
	e.t.Helper()
	e.sameCounts("total", e.pairs(tx, "SELECT 'company', count(*) FROM company WHERE deleted_at IS NULL UNION SELECT 'users', count(*) FROM users"),
		e.pairs(tx, "SELECT name, sum(n) FROM tally WHERE name IN ('company', 'users') GROUP BY name"))
}

// pairs reads rows of a text and a number.
func (e evidence) pairs(tx *sql.Tx, query string, args ...any) map[string]int {
	e.t.Helper()
	rows, err := tx.QueryContext(e.t.Context(), query, args...)
	if err != nil {
		e.t.Fatal(fmt.Errorf("%s: %w", query, err))
	}
	defer rows.Close()
	found := map[string]int{}
	for rows.Next() {
		var key string
		var n int
		ok(e.t, rows.Scan(&key, &n))
		found[key] = n
	}
	ok(e.t, rows.Err())
	return found
}

// checkIntegrity fails unless SQLite finds its file and all references in it sound.
func (e evidence) checkIntegrity() {
	e.t.Helper()
	var verdict string
	if err := e.QueryRowContext(e.t.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		e.t.Fatalf("integrity: %s %v", verdict, err)
	}
	if n := e.number("SELECT count(*) FROM pragma_foreign_key_check"); n > 0 {
		e.t.Fatalf("%d rows refer to others that are not there", n)
	}
}

// A proof is worth as much as its evidence: check must find each of these damages.
func TestEvidenceSeesDamage(t *testing.T) {
	o, book := observe(t, onSQLite(t)), newLedger()
	made, err := book.create(t.Context(), o.server.Client)
	ok(t, err)
	_, err = book.edit(t.Context(), o.server.Client, made)
	ok(t, err)
	ok(t, book.invite(t.Context(), o.server.Client))
	o.check(book, o.since)
	o.server.Kill() // nobody else may hold the file
	for damage, want := range map[string]string{
		"UPDATE company SET name = 'Another'":               "",
		"DELETE FROM change WHERE action = 'edit'":          "changes of a company",
		"DELETE FROM change WHERE entity = 'user'":          "changes of a user",
		"DELETE FROM river_job WHERE kind = 'mail'":         "mails to a user",
		"UPDATE company SET version = 1":                    "changes of a company",
		"DELETE FROM company WHERE name LIKE 'Proof%'":      "changes of a company",
		"UPDATE tally SET n = n + 1 WHERE name = 'company'": "total: company",
		"DELETE FROM tally WHERE name = 'users'":            "total: users",
		// These two lose a whole write.
		"DELETE FROM change WHERE action = 'edit'; UPDATE company SET version = 1":                                             "was acknowledged at version 2 and is at 1",
		"DELETE FROM change WHERE entity = 'user'; DELETE FROM river_job WHERE kind = 'mail'; UPDATE users SET rowno = -rowno": "the acknowledged user",
	} {
		tx, err := o.BeginTx(t.Context(), nil)
		ok(t, err)
		_, err = tx.ExecContext(t.Context(), damage)
		ok(t, err)
		seen := testkit.FailureOf(t, func(t testing.TB) {
			e := o.evidence
			e.t = t
			e.checkIn(tx, book, o.since)
		})
		if (seen == "") != (want == "") || !strings.Contains(seen, want) {
			t.Errorf("%s: seen is %s", damage, seen)
		}
		ok(t, tx.Rollback())
	}
}
