package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"btracker/internal/tracker"
)

// ErrTaken reports that a unique value is in use already.
var ErrTaken = errors.New("store: value is taken")

// errLostRace has a transaction run again: it met what another one has just written.
var errLostRace = errors.New("store: another writer was faster")

// Store is an open database. Its own methods read outside of any transaction;
// Write gives a Tx, which reads and writes inside one.
type Store struct {
	Queries
}

// Queries holds every reading statement, so that the same method works on the
// database and inside a transaction.
type Queries struct {
	db         querier
	dialect    dialect
	anchors    *anchors // nil inside a transaction, which lists nothing
	moves      *moveCache
	ownMemory  *ownMemory // nil inside a transaction, which may have changed values
	mostRanked int        // instead of the constant, for tests
	mostOwn    int        // the same
}

// Tx is a write transaction. What it reads stays as it is until it ends, within its scope.
type Tx struct {
	Queries
	tx     transaction
	scope  scope
	kept   keptDeltas // a bulk writes them once, for all its changes
	buffer *rowBuffer // of a bulk

	loaded map[string]*History // of subscriptions; see LoadHistories

	events      []event        // for webhooks; see queueDeliveries
	hasWebhooks *bool          // nil before AppendChange asks
	channels    *[]toldChannel // nil before TellChannels asks
}

// querier runs SQL with $1 parameters, on a pool or in a transaction.
type querier interface {
	query(ctx context.Context, sql string, args ...any) (rows, error)
	exec(ctx context.Context, sql string, args ...any) (affected int64, err error)
}

// transaction is a querier inside a write transaction.
type transaction interface {
	querier
	raw() (any, error) // the transaction as the job queue takes it
	// shard is which of the rows that a total is spread over it adds to: transactions at the same time have different ones
	// where there are enough.
	shard() int
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

// dialect holds the differences between SQLite and PostgreSQL.
type dialect interface {
	name() string
	// location is the place of the database, without user and password.
	location() string
	// write runs fn in one transaction, beside which no other one changes anything in its scope, and again, whole, if that
	// lost a race; a returned error rolls back. A bulk shares no transaction with others.
	write(ctx context.Context, in scope, fn func(q transaction) error) error
	// translate turns driver errors that mean something to a user into tracker errors.
	translate(err error) error
	// words replace {{name}} in the migrations.
	words() map[string]string
	// trigger is the statement that makes a trigger for each row.
	trigger(name, event, condition, body string) string
	// search writes down how the trigram indexes find the rows of a table whose text has
	// some words, and adds the arguments to the filter.
	search(f *filter, s *wordSearch)
	// contains is the condition that a text contains a part, without an index.
	contains(text, part string) string
	// ownContaining reads the values v of own fields that have a text, up to and with a WHERE.
	ownContaining(f *filter, text string) string
	// elements is a table of the texts in a JSON array, in its column value.
	elements(placeholder string) string
	// lists is a table of the arrays in a JSON array, in its column value.
	lists(placeholder string) string
	// perRow selects the numbers of changes that a statement finds for each row l of a table.
	perRow(table, statement string) string
	// plansByLimit reports whether a LIMIT must be a number in the text: otherwise the
	// database plans each execution anew.
	plansByLimit() bool
	// seeksRows reports whether an index finds a row by its key and rowno in one step.
	seeksRows() bool
	// changeLog reads the change log in commit order.
	changeLog() changeLog
	// changeAfter is the condition of a change after a position in commit order.
	changeAfter(tx, seq string) string
	// changesInBlocks lists the numbers of changes by those of their blocks, the highest first.
	changesInBlocks(blocks, conditions string) string
	// timestampMillis converts a column of the database's own timestamp type to milliseconds.
	timestampMillis(column string) string
	pools() []PoolStats
	migrate(ctx context.Context, version int64) error
	pending(ctx context.Context) ([]string, error)
	// scrub takes deleted values out of the files of the database, as far as it can.
	scrub(ctx context.Context) error
	close() error
}

// scope is what a transaction decides by and changes.
type scope struct {
	company string // that all of it belongs to; "" for anything
	isBulk  bool
}

// Write runs fn in a transaction, beside which nobody else writes. It may run fn again, so fn must have no effects outside of tx.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return s.write(ctx, scope{}, fn)
}

// WriteIn is Write for a transaction that changes nothing but what belongs to one company. Those of other companies run beside it.
func (s *Store) WriteIn(ctx context.Context, company string, fn func(tx *Tx) error) error {
	return s.write(ctx, scope{company: company}, fn)
}

// WriteBulk is Write for a transaction that logs many changes. It writes the kept sums once, at its end.
func (s *Store) WriteBulk(ctx context.Context, fn func(tx *Tx) error) error {
	return s.write(ctx, scope{isBulk: true}, fn)
}

// MayChange reports whether what belongs to a company is in the scope of the transaction.
func (tx *Tx) MayChange(company string) bool {
	return tx.scope.company == "" || tx.scope.company == company
}

func (s *Store) write(ctx context.Context, in scope, fn func(tx *Tx) error) error {
	return s.dialect.translate(s.dialect.write(ctx, in, func(q transaction) error {
		tx := &Tx{Queries: Queries{db: q, dialect: s.dialect}, tx: q, scope: in, kept: noDeltas()}
		if in.isBulk {
			tx.buffer = &rowBuffer{transaction: q, tx: tx}
			tx.db = tx.buffer
		}
		if err := fn(tx); err != nil {
			return err
		}
		if in.isBulk {
			if err := tx.buffer.flush(ctx, true); err != nil {
				return err
			}
		}
		if err := tx.queueDeliveries(ctx); err != nil {
			return err
		}
		return tx.keep(ctx)
	}))
}

// Raw is the driver's transaction, for the job queue to enqueue inside it.
func (tx *Tx) Raw() (any, error) { return tx.tx.raw() }

// Dialect names the database: "sqlite" or "postgres".
func (s *Store) Dialect() string { return s.dialect.name() }

// HasOwnFiles reports whether the files of the database belong to this process alone, which can overwrite what is deleted
// from them. Those of PostgreSQL belong to its server, which others use at the same time.
func (s *Store) HasOwnFiles() bool { return s.Dialect() == "sqlite" }

// Location names the database for a log: "sqlite FILE" or "postgres HOSTS/DATABASE".
func (s *Store) Location() string { return s.dialect.name() + " " + s.dialect.location() }

// SchemaVersion is the number of the last migration that ran, which a newer program
// may have; 0 for a database without a schema. It waits for no writer.
func (s *Store) SchemaVersion(ctx context.Context) (int64, error) {
	has, err := one(ctx, s.Queries, scanOne[bool], s.dialect.words()["has_schema_version"])
	if err != nil || !has {
		return 0, err
	}
	return one(ctx, s.Queries, scanOne[int64], lastMigration)
}

// LatestTime is when the last change was made, by the clock of the machine that made it; zero without changes.
func (s *Store) LatestTime(ctx context.Context) (time.Time, error) {
	at, err := one(ctx, s.Queries, scanOne[int64], "SELECT COALESCE((SELECT at FROM change ORDER BY seq DESC LIMIT 1), 0)")
	return instant(at), err
}

// Migrate brings the schema up to date. It is safe to call from many replicas
// at once, and refuses a schema that is newer than this program.
func (s *Store) Migrate(ctx context.Context) error { return s.MigrateTo(ctx, LatestSchema()) }

// MigrateTo stops at an earlier schema, for tests of upgrades.
func (s *Store) MigrateTo(ctx context.Context, version int64) error {
	return s.dialect.migrate(ctx, version)
}

// Pending lists the migrations that have not run yet.
func (s *Store) Pending(ctx context.Context) ([]string, error) { return s.dialect.pending(ctx) }

// Close ends all connections.
func (s *Store) Close() error { return s.dialect.close() }

type counterKey struct{}

// Statements counts statements, for tests that limit them. Queries counts those that
// answer rows, even if they write.
type Statements struct{ All, Queries atomic.Int64 }

// CountStatements returns a context whose statements are counted in n.
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

// each calls use for every row.
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
	list := make([]string, rows)
	for i := range list {
		row := make([]string, columns)
		for j := range row {
			row[j] = "$" + strconv.Itoa(i*columns+j+1)
		}
		list[i] = "(" + strings.Join(row, ", ") + ")"
	}
	return strings.Join(list, ", ")
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
