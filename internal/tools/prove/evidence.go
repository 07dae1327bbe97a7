package main

import (
	"database/sql"
	"fmt"
	"path/filepath"

	_ "github.com/jackc/pgx/v5/stdlib" // the drivers of both databases
	_ "modernc.org/sqlite"

	"btracker/internal/store"
	"btracker/internal/tools/program"
)

// evidence is the database itself, looked at behind the server's back.
type evidence struct {
	*sql.DB
	l         *lab
	oneMoment *sql.TxOptions // of a transaction that sees one state
}

func (l *lab) open(t program.Target) evidence {
	l.Helper()
	driver, source, oneMoment := "sqlite", "file:"+filepath.Join(t.Data, store.SQLiteFile)+"?_pragma=busy_timeout(5000)", (*sql.TxOptions)(nil)
	if t.DatabaseURL != "" {
		driver, source, oneMoment = "pgx", t.DatabaseURL, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	db, err := sql.Open(driver, source)
	l.ok(err)
	db.SetMaxIdleConns(-1) // the server of an idle one may be gone
	l.Cleanup(func() { db.Close() })
	return evidence{db, l, oneMoment}
}

// number is the one that a query answers, 0 for none.
func (e evidence) number(query string, args ...any) int {
	e.l.Helper()
	var n sql.NullInt64
	e.l.ok(e.QueryRowContext(e.l.Context(), query, args...).Scan(&n))
	return int(n.Int64)
}

func (e evidence) execute(statement string, args ...any) {
	e.l.Helper()
	if _, err := e.ExecContext(e.l.Context(), statement, args...); err != nil {
		e.l.Fatalf("%s: %v", statement, err)
	}
}

// position is how far the tables have grown.
type position struct{ company, user, change, job int }

func (e evidence) position() position {
	e.l.Helper()
	return position{e.number("SELECT max(rowno) FROM company"), e.number("SELECT max(rowno) FROM users"), e.number("SELECT max(seq) FROM change"), e.number("SELECT max(id) FROM river_job")}
}

// check compares what was written since a position with what was acknowledged,
// and shows that nothing is half done, acknowledged or not: each row has as many
// entries in the change log as its version says, each user has a mail, and the
// totals are those of the tables.
func (e evidence) check(book *ledger, since position) {
	e.l.Helper()
	// One moment of it: a write whose caller gave up may be committed between two questions.
	tx, err := e.BeginTx(e.l.Context(), e.oneMoment)
	e.l.ok(err)
	defer tx.Rollback()
	e.checkIn(tx, book, since)
}

func (e evidence) checkIn(tx *sql.Tx, book *ledger, since position) {
	e.l.Helper()
	const companies, users = "SELECT id, version AS n FROM company WHERE rowno > $1", "SELECT email AS id, version AS n FROM users WHERE rowno > $1"
	e.alike(tx, companies, "SELECT entity_id AS id, count(*) AS n FROM change WHERE entity = 'company' AND seq > $2 GROUP BY entity_id", since.company, since.change)
	e.alike(tx, users, "SELECT u.email AS id, count(*) AS n FROM change c JOIN users u ON u.id = c.entity_id WHERE c.entity = 'user' AND c.seq > $2 GROUP BY u.email", since.user, since.change)
	e.alike(tx, users, "SELECT args ->> 'email' AS id, count(*) AS n FROM river_job WHERE kind = 'mail' AND id > $2 GROUP BY args ->> 'email'", since.user, since.job)
	e.totals(tx)
	versions, invited := e.pairs(tx, companies, since.company), e.pairs(tx, users, since.user)
	book.mu.Lock()
	defer book.mu.Unlock()
	e.l.ok(book.defect)
	for id, version := range book.versions {
		if versions[id] < version {
			e.l.Fatalf("company %s was acknowledged at version %d and is at %d", id, version, versions[id])
		}
	}
	for email := range book.invited {
		if invited[email] == 0 {
			e.l.Fatalf("the acknowledged user %s is not there", email)
		}
	}
}

// alike fails when two queries do not answer the same rows of an id and a number n.
func (e evidence) alike(tx *sql.Tx, one, other string, args ...any) {
	e.l.Helper()
	for id := range e.pairs(tx, "SELECT COALESCE(a.id, b.id), 1 FROM ("+one+") a FULL JOIN ("+other+") b ON a.id = b.id WHERE a.n IS DISTINCT FROM b.n", args...) {
		e.l.Fatalf("%s is not the same in\n%s\n%s", id, one, other)
	}
}

// totals compares the kept totals with what they count.
func (e evidence) totals(tx *sql.Tx) {
	e.l.Helper()
	e.alike(tx, "SELECT name AS id, sum(n) AS n FROM tally WHERE name IN ('company', 'users') GROUP BY name",
		"SELECT 'company' AS id, count(*) AS n FROM company WHERE deleted_at IS NULL UNION SELECT 'users', count(*) FROM users")
}

// pairs reads rows of a text and a number.
func (e evidence) pairs(tx *sql.Tx, query string, args ...any) map[string]int {
	e.l.Helper()
	rows, err := tx.QueryContext(e.l.Context(), query, args...)
	if err != nil {
		e.l.Fatal(fmt.Errorf("%s: %w", query, err))
	}
	defer rows.Close()
	found := map[string]int{}
	for rows.Next() {
		var key string
		var n int
		e.l.ok(rows.Scan(&key, &n))
		found[key] = n
	}
	e.l.ok(rows.Err())
	return found
}

// whole fails unless SQLite finds its file and all references in it sound.
func (e evidence) whole() {
	e.l.Helper()
	var verdict string
	if err := e.QueryRowContext(e.l.Context(), "PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
		e.l.Fatalf("integrity: %s %v", verdict, err)
	}
	if n := e.number("SELECT count(*) FROM pragma_foreign_key_check"); n > 0 {
		e.l.Fatalf("%d rows refer to others that are not there", n)
	}
}
