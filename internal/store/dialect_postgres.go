package store

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"btracker/internal/tracker"
)

type postgresDialect struct{ pool *pgxpool.Pool }

const (
	// leastConns lets a migration that holds a lock, the job queue and a request go on beside each other.
	leastConns = 4
	usualConns = 16
)

// ErrBadURL reports a database URL that can not be read. The driver's own words
// may hold the password.
var ErrBadURL = errors.New("the database URL can not be read")

// OpenPostgres connects to the database at the URL, which may name several hosts.
func OpenPostgres(ctx context.Context, url string) (*Store, error) {
	return OpenPostgresAs(ctx, url, servingName)
}

// servingName is what a process that may serve calls itself; see RefuseServed.
const servingName = "btracker"

// OpenPostgresAs connects under another name. PostgreSQL lists who is connected by name.
func OpenPostgresAs(ctx context.Context, url, name string) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, ErrBadURL
	}
	if config.MaxConns = max(config.MaxConns, leastConns); !strings.Contains(url, "pool_max_conns=") {
		config.MaxConns = max(config.MaxConns, usualConns)
	}
	config.ConnConfig.ConnectTimeout = 5 * time.Second
	config.ConnConfig.RuntimeParams["application_name"] = name
	config.ConnConfig.RuntimeParams["timezone"] = "UTC"
	// Not parameters of the connection's start: poolers refuse those they do not know. Statements here are short:
	// compiling them, or starting further processes for them, would take longer than they do.
	var connections atomic.Int64
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		conn.PgConn().CustomData()[shardOfConnection] = int(connections.Add(1) % shards)
		_, err := conn.Exec(ctx, fmt.Sprintf("SET lock_timeout = %d; SET jit = off; SET max_parallel_workers_per_gather = 0", busyWait.Milliseconds()))
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect to PostgreSQL at %s: %w", hosts(config.ConnConfig), whyNoConnection(err))
	}
	d := &postgresDialect{pool}
	return &Store{Queries: Queries{db: pgQuerier{pool}, dialect: d, anchors: newAnchors(), moves: &moveCache{}, ownMemory: &ownMemory{}}}, nil
}

func hosts(config *pgx.ConnConfig) string {
	names := []string{config.Host}
	for _, other := range config.Fallbacks { // the same host again without TLS, or another one
		if !slices.Contains(names, other.Host) {
			names = append(names, other.Host)
		}
	}
	return strings.Join(names, ", ")
}

// whyNoConnection gives the operator a reason to act on, without the connection string.
func whyNoConnection(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return errors.New(pg.Message)
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Errorf("there is no host of the name %s", dns.Name)
	}
	if network, ok := errors.AsType[*net.OpError](err); ok && !network.Timeout() {
		return network
	}
	if strings.Contains(err.Error(), "tls") || strings.Contains(err.Error(), "TLS") {
		return errors.New("TLS can not be agreed on; see sslmode and sslrootcert in the database URL")
	}
	return errors.New("it does not answer")
}

func (d *postgresDialect) name() string { return "postgres" }

func (d *postgresDialect) location() string {
	config := d.pool.Config().ConnConfig
	return hosts(config) + "/" + config.Database
}

func (d *postgresDialect) words() map[string]string {
	return map[string]string{
		"drop_trigger":       "DROP TRIGGER $1 ON $2; DROP FUNCTION $1();",
		"has_schema_version": "SELECT to_regclass('schema_version') IS NOT NULL",
		"has_filling":        "SELECT to_regclass('" + FillingTable + "') IS NOT NULL",
		"identity":           "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
		"ordered":            `COLLATE "C"`, // the same order as SQLite's, whatever the locale
		"clustered":          "",
		"transaction_id":     ", tx xid8 NOT NULL DEFAULT pg_current_xact_id()", // readers of the log stay below the snapshot's xmin
	}
}

func (d *postgresDialect) trigger(name, event, condition, body string) string {
	return fmt.Sprintf("CREATE FUNCTION %[1]s() RETURNS trigger LANGUAGE plpgsql AS $$\nBEGIN\n%[4]s    RETURN NULL;\nEND $$;\n"+
		"CREATE TRIGGER %[1]s %[2]s FOR EACH ROW WHEN %[3]s EXECUTE FUNCTION %[1]s();", name, event, condition, body)
}

func (d *postgresDialect) timestampMillis(column string) string {
	return "CAST(extract(epoch FROM " + column + ") * 1000 AS BIGINT)"
}

func (d *postgresDialect) pools() []PoolStats {
	s := d.pool.Stat()
	return []PoolStats{{Name: "postgres", Max: int(s.MaxConns()), InUse: int(s.AcquiredConns()), Idle: int(s.IdleConns()),
		Waits: s.EmptyAcquireCount() + s.CanceledAcquireCount(), WaitTime: s.EmptyAcquireWaitTime()}}
}

func (d *postgresDialect) changeLog() changeLog {
	return changeLog{
		tx:         "c.tx::text::bigint",
		after:      "(c.tx, c.seq) > (SELECT $1::bigint::text::xid8, $2::bigint)", // else it is planned anew each time, for longer than it reads
		settled:    "c.tx < pg_snapshot_xmin(pg_current_snapshot())",
		ascending:  "c.tx, c.seq",
		descending: "c.tx DESC, c.seq DESC",
	}
}

// changesInBlocks has a LIMIT of its own because PostgreSQL expects far more changes in a block, and would rather
// read the whole log.
func (d *postgresDialect) changesInBlocks(blocks, conditions string) string {
	return "SELECT c.seq FROM change_block b CROSS JOIN LATERAL (SELECT change.seq FROM change WHERE " + inBlock + " AND " + conditions +
		" ORDER BY change.seq DESC" + limited(changeBlock) + ") AS c WHERE " + blocks + " ORDER BY b.block DESC, c.seq"
}

func (d *postgresDialect) changeAfter(tx, seq string) string {
	return "(change.tx, change.seq) > (" + tx + "::bigint::text::xid8, " + seq + "::bigint)"
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// search has no total, because a trigram index has to look at the rows in any case.
func (d *postgresDialect) search(f *filter, s *wordSearch) {
	words := s.byIndex()
	patterns := make([][]string, len(words)) // placeholders
	for i, word := range words {
		for _, text := range word.texts {
			if !word.isShort {
				patterns[i] = append(patterns[i], f.arg("%"+likeEscaper.Replace(text)+"%"))
			}
		}
	}
	// has is the condition that a text has the words, by an index.
	has := func(table, column string) string {
		var conditions []string
		for _, any := range patterns {
			if len(any) > 0 {
				conditions = append(conditions, "("+table+"."+column+" LIKE "+strings.Join(any, " OR "+table+"."+column+" LIKE ")+")")
			}
		}
		condition := strings.Join(conditions, " AND ")
		if s.begin != "" {
			condition = "(" + condition + " OR " + f.nameBegins(table, s.begin) + ")"
		}
		return condition
	}
	// The OFFSETs keep the planner from walking through all names. It expects matches all over the alphabet, but names that
	// share a word often share their first letters too.
	if !s.hasParent {
		s.condition = has(s.table, "search_text")
		if s.words.hasShort() {
			s.text = f.arg(s.words.arg())
			s.condition += " AND " + s.words.in(d, s.column, s.text)
		}
		s.matches = fmt.Sprintf("(SELECT * FROM %[1]s WHERE %[2]s OFFSET 0) AS %[1]s", s.table, s.condition)
		return
	}
	own := "project WHERE " + has("project", "search_text")
	ofCompanies := "FROM company c JOIN project p ON p.company_rowno = c.rowno WHERE " + has("c", "name_key") + " AND NOT (" + has("p", "search_text") + ")"
	s.candidates = "SELECT project.rowno FROM " + own + " UNION ALL SELECT p.rowno " + ofCompanies
	if len(s.words) == 1 {
		s.condition = "project.rowno IN (" + s.candidates + ")"
		s.byName(own, ofCompanies, " OFFSET 0")
		return
	}
	s.text = f.arg(s.words.arg())
	compared := "FROM (" + s.candidates + ") AS found JOIN project p ON p.rowno = found.rowno JOIN company c ON c.rowno = p.company_rowno WHERE " +
		s.words.in(d, projectText("p", "c"), s.text)
	s.condition = "project.rowno IN (SELECT p.rowno " + compared + ")"
	s.matches = "(SELECT p.rowno, p.name_key, p.deleted_at " + compared + " OFFSET 0) AS project"
}

func (d *postgresDialect) ownContaining(f *filter, text string) string {
	return "own_value v WHERE v.search_text <> '' AND v.search_text LIKE " + f.arg("%"+likeEscaper.Replace(text)+"%")
}

func (d *postgresDialect) contains(text, part string) string {
	return "strpos(" + text + ", " + part + ") > 0"
}

func (d *postgresDialect) perRow(table, statement string) string {
	return "SELECT c.seq FROM " + table + " AS l CROSS JOIN LATERAL (" + statement + ") AS c"
}

func (d *postgresDialect) elements(placeholder string) string {
	return "jsonb_array_elements_text(CAST(CAST(" + placeholder + " AS TEXT) AS JSONB))"
}

func (d *postgresDialect) lists(placeholder string) string {
	return "jsonb_array_elements(CAST(CAST(" + placeholder + " AS TEXT) AS JSONB))"
}

// plansByLimit is true because the planner expects a tenth of the table for a LIMIT
// that it does not know, so it never keeps a plan made for all values.
func (d *postgresDialect) plansByLimit() bool { return true }

func (d *postgresDialect) seeksRows() bool { return true }

const (
	maxAttempts = 12
	maxPause    = time.Second
)

func (d *postgresDialect) write(ctx context.Context, in scope, fn func(q transaction) error) error {
	for attempt := 1; ; attempt++ {
		began := time.Now()
		err := d.attempt(ctx, in, fn)
		if !retryable(err) {
			return err
		}
		if attempt == maxAttempts {
			return tracker.ErrBusy
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause(attempt, time.Since(began))):
		}
	}
}

// pause spreads the next attempts of those that lost a race. They are spread over a multiple of what an attempt takes, because on a
// busy machine that is longer, and whoever comes back sooner meets the same others again.
func pause(attempt int, took time.Duration) time.Duration {
	most := min(max(took, time.Millisecond)<<min(attempt, 6), maxPause)
	return rand.N(most) // #nosec G404 -- spreads, guards nothing
}

// begin begins a transaction that waits for those that it must not run beside. Each statement sees what is committed then, and
// nobody else changes what is locked, so the transaction sees one state of it (docs/adr/0047).
func (in scope) begin() string {
	if in.company == "" {
		return fmt.Sprintf("begin; select pg_advisory_xact_lock(%d)", allCompanies)
	}
	company := fnv.New64a()
	io.WriteString(company, in.company)
	return fmt.Sprintf("begin; select pg_advisory_xact_lock_shared(%d), pg_advisory_xact_lock(%d)", allCompanies, int64(company.Sum64()))
}

// allCompanies is an arbitrary number that all replicas agree on. Two companies that share a number wait for each other for nothing.
const allCompanies = 7_286_319_042

func (d *postgresDialect) attempt(ctx context.Context, in scope, fn func(q transaction) error) error {
	tx, err := d.pool.BeginTx(ctx, pgx.TxOptions{BeginQuery: in.begin()})
	if err != nil {
		return err
	}
	// Also when fn panics, which the server survives. It does nothing after a commit.
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := fn(pgTx{pgQuerier{tx}, tx}); err != nil {
		return err
	}
	err = tx.Commit(ctx)
	if _, answered := errors.AsType[*pgconn.PgError](err); err != nil && !answered {
		// The connection broke during COMMIT: it may or may not have happened.
		return fmt.Errorf("%w: %v", tracker.ErrUnknownOutcome, err)
	}
	return err
}

func pgCode(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

// retryable reports whether the transaction lost a race.
func retryable(err error) bool {
	code := pgCode(err)
	return code == "40001" || code == "40P01" || errors.Is(err, errLostRace) // serialization failure, deadlock
}

func (d *postgresDialect) translate(err error) error {
	if err == nil || retryable(err) {
		return err
	}
	code := pgCode(err)
	connect, _ := errors.AsType[*pgconn.ConnectError](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded), code == "57014": // query canceled
		return fmt.Errorf("%w: %w", tracker.ErrDatabaseTimeout, err)
	case code == "55P03": // waited too long for a lock
		return fmt.Errorf("%w: %w", tracker.ErrBusy, err)
	case code == "23505": // unique violation
		return fmt.Errorf("%w: %w", ErrTaken, err)
	case code == "22021": // a NUL or broken UTF-8: no row has such an id
		return fmt.Errorf("%w: %w", tracker.ErrNotFound, err)
	case code == "53100": // disk full
		return fmt.Errorf("%w: %w", tracker.ErrDiskFull, err)
	case code == "25006", // read-only: a standby, or a primary that just lost its role
		strings.HasPrefix(code, "08"), strings.HasPrefix(code, "53"), strings.HasPrefix(code, "57P"),
		connect != nil, code == "" && broken(err):
		return fmt.Errorf("%w: %w", tracker.ErrAway, err)
	}
	return err
}

// broken reports whether the connection ended before the answer. Unless that was
// during a COMMIT, which write handles itself, the transaction is rolled back.
func broken(err error) bool {
	_, network := errors.AsType[net.Error](err)
	return network || pgconn.SafeToRetry(err) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) || errors.Is(err, net.ErrClosed)
}

func (d *postgresDialect) close() error { d.pool.Close(); return nil }

// RefuseServed refuses a database that processes other than this one may serve. This one must have another name.
func (s *Store) RefuseServed(ctx context.Context) error {
	var others int
	err := s.Pool().QueryRow(ctx, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1", servingName).Scan(&others)
	if err == nil && others > 0 {
		err = errors.New("btracker is connected to this database, and may serve it: stop it first")
	}
	return err
}

// migrationLock is an arbitrary number all replicas agree on.
const migrationLock = 7_286_319_041

func (d *postgresDialect) migrate(ctx context.Context, version int64) error {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	// Another replica's migration may take its time.
	if _, err := conn.Exec(ctx, "SET lock_timeout = 0"); err != nil {
		return err
	}
	defer conn.Conn().Close(context.WithoutCancel(ctx)) // and with it that setting
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return err
	}
	defer conn.Exec(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", migrationLock)
	db := stdlib.OpenDBFromPool(d.pool)
	defer db.Close()
	if err := migrateUp(ctx, goose.DialectPostgres, db, d, version); err != nil {
		return err
	}
	river, err := rivermigrate.New(riverpgxv5.New(d.pool), quietRiver)
	if err != nil {
		return err
	}
	_, err = river.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

func (d *postgresDialect) pending(ctx context.Context) ([]string, error) {
	db := stdlib.OpenDBFromPool(d.pool)
	defer db.Close()
	return pendingMigrations(ctx, goose.DialectPostgres, db, d)
}

// Pool is the connection pool, for the job queue.
func (s *Store) Pool() *pgxpool.Pool { return s.dialect.(*postgresDialect).pool }

// pgQuerier runs SQL on a pool or a transaction.
type pgQuerier struct {
	q interface {
		Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
		Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
		CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, source pgx.CopyFromSource) (int64, error)
	}
}

func (p pgQuerier) query(ctx context.Context, sql string, args ...any) (rows, error) {
	if slices.ContainsFunc(args, unstorable) {
		return nil, tracker.ErrNotFound
	}
	if strings.HasPrefix(sql, plannedAnew) {
		args = append([]any{pgx.QueryExecModeCacheDescribe}, args...)
	}
	return p.q.Query(ctx, sql, args...)
}

// plannedAnew begins a statement that PostgreSQL plans each time. A plan that it keeps from when a table was small reads
// the whole table for each group of an import, until statistics are taken.
const plannedAnew = "/* planned anew */ "

// unstorable reports whether an argument is text that PostgreSQL refuses. The refusal
// would also end the transaction. No row has such a text, so an id with it is unknown,
// as it is to SQLite.
func unstorable(arg any) bool {
	s, ok := arg.(string)
	return ok && (strings.Contains(s, "\x00") || !utf8.ValidString(s))
}

func (p pgQuerier) exec(ctx context.Context, sql string, args ...any) (int64, error) {
	tag, err := p.q.Exec(ctx, sql, args...)
	return tag.RowsAffected(), err
}

// pgTx is a pgQuerier inside a transaction.
type pgTx struct {
	pgQuerier
	tx pgx.Tx
}

func (t pgTx) raw() (any, error) { return t.tx, nil }

// shards is how many rows a total is spread over.
const shards = 16

// shard is that of the connection, which has one transaction at a time.
func (t pgTx) shard() int { return t.tx.Conn().PgConn().CustomData()[shardOfConnection].(int) }

const shardOfConnection = "shard"

func (t pgTx) execAll(ctx context.Context, list []statement) (affected []int64, err error) {
	batch := &pgx.Batch{}
	for _, s := range list {
		batch.Queue(s.sql, s.args...).Exec(func(tag pgconn.CommandTag) error {
			affected = append(affected, tag.RowsAffected())
			return nil
		})
	}
	return affected, t.tx.SendBatch(ctx, batch).Close()
}

func (p pgQuerier) copyRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	_, err := p.q.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromRows(rows))
	return err
}
