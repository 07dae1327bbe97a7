package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"btracker/internal/tracker"
)

// Store is an open database. Its own methods read outside of any transaction;
// Write gives a Tx, which reads and writes inside one.
type Store struct {
	Queries
}

// Queries holds every reading statement, so that the same method works on the
// database and inside a transaction.
type Queries struct {
	db      querier
	dialect dialect
	anchors *anchors // nil inside a transaction, which lists nothing
}

// Tx is a serializable write transaction.
type Tx struct {
	Queries
	tx     transaction
	totals map[string]int  // what it adds to the kept totals; see InsertChange
	worth  map[string]Sums // and to those of a company
}

// querier runs SQL with $1 parameters, on a pool or in a transaction.
type querier interface {
	query(ctx context.Context, sql string, args ...any) (rows, error)
	exec(ctx context.Context, sql string, args ...any) (affected int64, err error)
}

// transaction is a querier inside a write transaction.
type transaction interface {
	querier
	raw() any // the driver's own transaction
}

// copier is a querier with a faster way to add many rows than INSERT.
type copier interface {
	copyRows(ctx context.Context, table string, columns []string, rows [][]any) error
}

type rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

// dialect is what SQLite and PostgreSQL do not share.
type dialect interface {
	name() string
	// location says where the database is, without user and password.
	location() string
	// write runs fn in one serializable transaction; a returned error rolls back.
	write(ctx context.Context, fn func(q transaction) error) error
	// retryable says that the transaction lost a race and may run again whole.
	retryable(err error) bool
	// translate turns driver errors that mean something to a user into tracker errors.
	translate(err error) error
	// words are put into the migrations' {{…}}.
	words() map[string]string
	// trigger is the statement that makes a trigger for each row.
	trigger(name, event, condition, body string) string
	// searchCondition matches rows of table whose search_text contains a term of
	// three characters or more; it returns the condition and its argument.
	searchCondition(table, placeholder, term string) (condition string, arg any)
	// contains is the condition that a text has another one in it, without an index.
	contains(text, part string) string
	// searchTotal counts what matches in a whole table, tombstones included, by the
	// index alone; "" where the database can not do that.
	searchTotal(table, placeholder string) string
	// elements is a table of the texts in a JSON array, in its column value.
	elements(placeholder string) string
	// lists is a table of the arrays in a JSON array, in its column value.
	lists(placeholder string) string
	// searchMatches is what the names of all that matches a search are read from.
	searchMatches(table, where string) string
	// plansByLimit says that a LIMIT must be a number in the text, or each execution
	// is planned anew.
	plansByLimit() bool
	// seeksRows says that an index finds a row by its key and number in one step.
	seeksRows() bool
	// changeLog is how the change log is read in order, nothing skipped.
	changeLog() changeLog
	// shards is how many rows a tally is spread over.
	shards() int
	// timestampMillis is a column of the database's own type of timestamps as milliseconds.
	timestampMillis(column string) string
	pools() []PoolStats
	migrate(ctx context.Context, version int64) error
	pending(ctx context.Context) ([]string, error)
	close() error
}

const maxAttempts = 12

// Write runs fn in a transaction and runs it again, whole, when it lost a race
// against another writer. fn must therefore have no effects outside of tx.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := s.dialect.write(ctx, func(q transaction) error {
			tx := &Tx{Queries: Queries{db: q, dialect: s.dialect}, tx: q, totals: map[string]int{}, worth: map[string]Sums{}}
			if err := fn(tx); err != nil {
				return err
			}
			return tx.keepTotals(ctx)
		})
		if err == nil {
			return nil
		}
		if !s.dialect.retryable(err) {
			return s.dialect.translate(err)
		}
		if attempt == maxAttempts {
			return tracker.ErrBusy
		}
		select {
		case <-ctx.Done():
			return s.dialect.translate(ctx.Err())
		// #nosec G404 -- spreads retries, guards nothing
		case <-time.After(time.Duration(rand.IntN(1<<min(attempt, 6))+1) * time.Millisecond):
		}
	}
}

// Raw is the driver's transaction, for the job queue to enqueue inside it.
func (tx *Tx) Raw() any { return tx.tx.raw() }

// Dialect names the database: "sqlite" or "postgres".
func (s *Store) Dialect() string { return s.dialect.name() }

// Location names the database for a log: "sqlite FILE" or "postgres HOSTS/DATABASE".
func (s *Store) Location() string { return s.dialect.name() + " " + s.dialect.location() }

// SchemaVersion is the number of the last migration that ran, by whichever program;
// 0 for a database without a schema. It waits for no writer.
func (s *Store) SchemaVersion(ctx context.Context) (int64, error) {
	has, err := one(ctx, s.Queries, scanOne[bool], s.dialect.words()["has_schema_version"])
	if err != nil || !has {
		return 0, err
	}
	return one(ctx, s.Queries, scanOne[int64], lastMigration)
}

// Migrate brings the schema up to date. It is safe to call from many replicas
// at once, and refuses a schema that is newer than this program.
func (s *Store) Migrate(ctx context.Context) error { return s.MigrateTo(ctx, LatestSchema()) }

// MigrateTo stops at an earlier schema, to show what becomes of old databases.
func (s *Store) MigrateTo(ctx context.Context, version int64) error {
	return s.dialect.migrate(ctx, version)
}

// Pending lists the migrations that have not run yet.
func (s *Store) Pending(ctx context.Context) ([]string, error) { return s.dialect.pending(ctx) }

// Close ends all connections.
func (s *Store) Close() error { return s.dialect.close() }

type counterKey struct{}

// Statements counts what runs, for the tests that bound it. What answers rows is a
// query, also when it writes.
type Statements struct{ All, Queries atomic.Int64 }

// CountStatements makes a context under which n counts.
func CountStatements(ctx context.Context, n *Statements) context.Context {
	return context.WithValue(ctx, counterKey{}, n)
}

func counted(ctx context.Context, queries int64) {
	if n, ok := ctx.Value(counterKey{}).(*Statements); ok {
		n.All.Add(1)
		n.Queries.Add(queries)
	}
}

// one reads a single row; no row is tracker.ErrNotFound.
func one[T any](ctx context.Context, q Queries, scan func(rows) (T, error), sql string, args ...any) (T, error) {
	var zero T
	counted(ctx, 1)
	r, err := q.db.query(ctx, sql, args...)
	if err != nil {
		return zero, q.dialect.translate(err)
	}
	defer r.Close()
	if !r.Next() {
		if err := r.Err(); err != nil {
			return zero, q.dialect.translate(err)
		}
		return zero, tracker.ErrNotFound
	}
	v, err := scan(r)
	if err != nil {
		return zero, fmt.Errorf("scan: %w", err)
	}
	// SQLite may find a constraint or lock error only at the end of a statement.
	r.Close()
	return v, q.dialect.translate(r.Err())
}

// each reads every row in turn.
func each(ctx context.Context, q Queries, use func(rows) error, sql string, args ...any) error {
	counted(ctx, 1)
	r, err := q.db.query(ctx, sql, args...)
	if err != nil {
		return q.dialect.translate(err)
	}
	defer r.Close()
	for r.Next() {
		if err := use(r); err != nil {
			return err
		}
	}
	return q.dialect.translate(r.Err())
}

// many reads all rows of a bounded query.
func many[T any](ctx context.Context, q Queries, scan func(rows) (T, error), sql string, args ...any) ([]T, error) {
	list := []T{}
	err := each(ctx, q, func(r rows) error {
		v, err := scan(r)
		list = append(list, v)
		return err
	}, sql, args...)
	return list, err
}

func (q Queries) run(ctx context.Context, sql string, args ...any) (affected int64, err error) {
	counted(ctx, 0)
	affected, err = q.db.exec(ctx, sql, args...)
	return affected, q.dialect.translate(err)
}

// runOn runs a statement that changes one row; no such row is tracker.ErrNotFound.
func (q Queries) runOn(ctx context.Context, sql string, args ...any) error {
	affected, err := q.run(ctx, sql, args...)
	if err == nil && affected == 0 {
		err = tracker.ErrNotFound
	}
	return err
}

func scanOne[T any](r rows) (v T, err error) { err = r.Scan(&v); return v, err }

// placeholders is ($1, $2), ($3, $4) for two rows of two columns.
func placeholders(rows, columns int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString("$" + strconv.Itoa(i+1))
	}
	return b.String() + ")"
}

func millis(t time.Time) int64 { return t.UnixMilli() }

func millisOrNil(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	ms := millis(*t)
	return &ms
}

func instant(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

func instantOrNil(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	t := instant(*ms)
	return &t
}
