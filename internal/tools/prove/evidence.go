package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
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
	jobArgs   string // a job's arguments as text
	oneMoment *sql.TxOptions
}

// snapshot is one moment of it: what a caller who gave up had begun may be
// committed between two questions.
type snapshot struct {
	*sql.Tx
	jobArgs string
}

func openEvidence(t program.Target) (evidence, error) {
	if t.DatabaseURL != "" {
		db, err := sql.Open("pgx", t.DatabaseURL)
		if err == nil {
			db.SetMaxIdleConns(-1) // the server of an idle one may be gone
		}
		return evidence{db, "args::text", &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}}, err
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.Data, store.SQLiteFile)+"?_pragma=busy_timeout(5000)")
	return evidence{db, "json(args)", nil}, err
}

// position is how far the tables have grown.
type position struct{ company, user, change, job int64 }

func (e evidence) position(ctx context.Context) (p position, err error) {
	for table, column := range map[*int64]string{&p.company: "max(rowno) FROM company", &p.user: "max(rowno) FROM users", &p.change: "max(seq) FROM change", &p.job: "max(id) FROM river_job"} {
		var highest sql.NullInt64
		if err := e.QueryRowContext(ctx, "SELECT "+column).Scan(&highest); err != nil {
			return p, err
		}
		*table = highest.Int64
	}
	return p, nil
}

func (e evidence) now(ctx context.Context) (snapshot, error) {
	tx, err := e.BeginTx(ctx, e.oneMoment)
	return snapshot{tx, e.jobArgs}, err
}

// pairs reads rows of a text and a number.
func (s snapshot) pairs(ctx context.Context, query string, args ...any) (map[string]int, error) {
	rows, err := s.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	found := map[string]int{}
	for rows.Next() {
		var key string
		var n int
		if err := rows.Scan(&key, &n); err != nil {
			return nil, err
		}
		found[key] = n
	}
	return found, rows.Err()
}

// check compares what was written since a position with what was acknowledged,
// and shows that nothing is half done, acknowledged or not: each row has as many
// entries in the change log as its version says, each user has a mail, and the
// totals are those of the tables.
func (e evidence) check(ctx context.Context, l *ledger, since position) error {
	s, err := e.now(ctx)
	if err != nil {
		return err
	}
	defer s.Rollback()
	companies, err := s.pairs(ctx, "SELECT id, version FROM company WHERE rowno > $1", since.company)
	if err != nil {
		return err
	}
	users, err := s.pairs(ctx, "SELECT email, version FROM users WHERE rowno > $1", since.user)
	if err != nil {
		return err
	}
	changes, err := s.pairs(ctx, "SELECT entity_id, count(*) FROM change WHERE entity = 'company' AND seq > $1 GROUP BY entity_id", since.change)
	if err != nil {
		return err
	}
	userChanges, err := s.pairs(ctx, "SELECT u.email, count(*) FROM change c JOIN users u ON u.id = c.entity_id WHERE c.entity = 'user' AND c.seq > $1 GROUP BY u.email", since.change)
	if err != nil {
		return err
	}
	jobs, err := s.mailJobs(ctx, since)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, version := range l.versions {
		if companies[id] < version {
			return fmt.Errorf("company %s was acknowledged at version %d and is at %d", id, version, companies[id])
		}
	}
	for email := range l.invited {
		if users[email] == 0 {
			return fmt.Errorf("the acknowledged user %s is not there", email)
		}
	}
	return errors.Join(l.defect, alike("companies and their changes", companies, changes), alike("users and their changes", users, userChanges),
		alike("users and their mails", users, jobs), s.totals(ctx))
}

func (s snapshot) mailJobs(ctx context.Context, since position) (map[string]int, error) {
	args, err := s.pairs(ctx, "SELECT "+s.jobArgs+", 1 FROM river_job WHERE kind = 'mail' AND id > $1", since.job)
	if err != nil {
		return nil, err
	}
	emails := map[string]int{}
	for text := range args {
		var job struct{ Email string }
		if err := json.Unmarshal([]byte(text), &job); err != nil {
			return nil, err
		}
		emails[job.Email]++
	}
	return emails, nil
}

func alike(what string, a, b map[string]int) error {
	for key, n := range a {
		if b[key] != n {
			return fmt.Errorf("%s: %s has %d and %d", what, key, n, b[key])
		}
	}
	for key, n := range b {
		if a[key] != n {
			return fmt.Errorf("%s: %s has %d and %d", what, key, a[key], n)
		}
	}
	return nil
}

// totals compares the kept totals with what they count.
func (s snapshot) totals(ctx context.Context) error {
	kept, err := s.pairs(ctx, "SELECT name, sum(n) FROM tally WHERE name IN ('company', 'users') GROUP BY name")
	if err != nil {
		return err
	}
	counted, err := s.pairs(ctx, "SELECT 'company', count(*) FROM company WHERE deleted_at IS NULL UNION SELECT 'users', count(*) FROM users")
	if err != nil {
		return err
	}
	return alike("totals and what they count", kept, counted)
}

// totalsNow compares them as they are at this moment.
func (e evidence) totalsNow(ctx context.Context) error {
	s, err := e.now(ctx)
	if err != nil {
		return err
	}
	defer s.Rollback()
	return s.totals(ctx)
}

// execute runs one statement on PostgreSQL.
func execute(ctx context.Context, databaseURL, statement string) error {
	db, err := sql.Open("pgx", databaseURL)
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, statement)
	return errors.Join(err, db.Close())
}
