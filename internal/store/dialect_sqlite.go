package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	_ "modernc.org/sqlite" // the driver that reads backups
	sqlitecode "modernc.org/sqlite/lib"

	"btracker/internal/datadir"
	"btracker/internal/sqlite"
	"btracker/internal/tracker"
)

// SQLiteFile is the name of the database inside the data directory.
const SQLiteFile = "btracker.db"

const sqliteReaders = 4

// busyWait is how long a write waits for a lock before its caller is told to try
// again.
const busyWait = 5 * time.Second

// sqliteDialect has one writing connection, because SQLite has one writer: several
// connections would wait in SQLite's busy handler instead of in our fair queue.
type sqliteDialect struct {
	path   string
	writer *sqlite.Writer
	reader *sqlite.Pool
	queue  writeQueue
	// indexStep tells that an index step is due soon.
	indexStep atomic.Bool
}

// OpenSQLite opens the database file inside dir, which must exist.
func OpenSQLite(dir string) (*Store, error) {
	d := &sqliteDialect{path: filepath.Join(dir, SQLiteFile)}
	// SQLite would make the file readable for everyone who can enter the directory, and
	// give it to root when root opens it first. The -wal and -shm files get its owner.
	file, err := datadir.OpenOrCreate(d.path)
	if err != nil {
		return nil, err
	}
	if err := file.Close(); err != nil {
		return nil, err
	}
	if d.writer, err = sqlite.OpenWriter(SQLiteURI(d.path), sqlitePragmas...); err != nil {
		return nil, fmt.Errorf("open %s: %w", d.path, err)
	}
	if d.reader, err = sqlite.Open(SQLiteURI(d.path), sqliteReaders, sqlitePragmas...); err != nil {
		return nil, errors.Join(err, d.writer.Close())
	}
	d.queue.idle = sync.NewCond(&d.queue.mu)
	return &Store{Queries: Queries{db: sqliteReader{d.reader}, dialect: d, anchors: newAnchors(), moves: &moveCache{}, ownMemory: &ownMemory{}}}, nil
}

// sqliteCacheSize is what each connection keeps of the file in memory, in KiB below zero.
const sqliteCacheSize = -16000

var sqlitePragmas = []string{
	fmt.Sprintf("busy_timeout(%d)", busyWait.Milliseconds()), // first: switching to WAL may already have to wait
	"journal_mode(WAL)",
	"synchronous(FULL)",        // an acknowledged write survives a power cut
	"wal_autocheckpoint(4000)", // 16 MB: pages that are written again and again go to the database once
	"foreign_keys(1)",
	fmt.Sprintf("cache_size(%d)", sqliteCacheSize),
	"temp_store(MEMORY)",
	"trusted_schema(0)",
	"secure_delete(1)", // what is deleted leaves no bytes in the file; see scrub
}

// SQLiteURI writes the path of a file as SQLite takes it, with any characters.
func SQLiteURI(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

func (d *sqliteDialect) name() string { return "sqlite" }

func (d *sqliteDialect) location() string {
	path, _ := filepath.Abs(d.path) // fails only where the working directory is gone
	return path
}

func (d *sqliteDialect) words() map[string]string {
	return map[string]string{"drop_trigger": "DROP TRIGGER $1;",
		"has_schema_version": "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'schema_version')",
		"has_filling":        "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = '" + FillingTable + "')",
		"identity":           "INTEGER PRIMARY KEY", "ordered": "", "transaction_id": "", "clustered": "WITHOUT ROWID"}
}

func (d *sqliteDialect) trigger(name, event, condition, body string) string {
	return fmt.Sprintf("CREATE TRIGGER %s %s WHEN %s BEGIN\n%sEND;", name, event, condition, body)
}

func (d *sqliteDialect) timestampMillis(column string) string {
	return "CAST(ROUND((julianday(" + column + ") - 2440587.5) * 86400000) AS INTEGER)"
}

func (d *sqliteDialect) pools() []PoolStats {
	readers, writer := d.reader.Stats(), d.writer.Stats()
	return []PoolStats{
		{Name: "readers", Max: readers.Max, InUse: readers.InUse, Idle: readers.Idle, Waits: readers.Waits, WaitTime: readers.WaitTime},
		// Writes wait in the queue; the job queue's own statements wait for the connection.
		{Name: "writer", Max: writer.Max, InUse: writer.InUse, Idle: writer.Idle,
			Waits: d.queue.waits.Load() + writer.Waits, WaitTime: time.Duration(d.queue.waited.Load()) + writer.WaitTime},
	}
}

// changeLog can follow the numbers: with one writer, their order is the commit order.
func (d *sqliteDialect) changeLog() changeLog {
	return changeLog{tx: "0", after: "c.seq > $2 AND $1 >= 0", settled: "1", ascending: "c.seq", descending: "c.seq DESC"}
}

func (d *sqliteDialect) changesInBlocks(blocks, conditions string) string {
	return "SELECT change.seq FROM change_block b CROSS JOIN change WHERE " + blocks + " AND " + inBlock + " AND " + conditions + " ORDER BY b.block DESC, change.seq"
}

func (d *sqliteDialect) changeAfter(_, seq string) string { return "change.seq > " + seq }

func (d *sqliteDialect) search(f *filter, s *wordSearch) {
	words := s.byIndex()
	own, match := indexOf(s.table), f.arg(matchExpression(words))
	s.text = f.arg(words.arg())
	s.candidates = own.found(d, words, match, s.text)
	// An index of nothing but the sort keys is read, because the rows themselves would not be in the cache. SQLite
	// would not choose it: it does not know how small it is.
	s.matches = fmt.Sprintf("(%[1]s) AS found CROSS JOIN %[2]s INDEXED BY %[2]s_sorting ON %[2]s.rowno = found.rowno", s.candidates, s.table)
	if s.begin != "" {
		s.candidates += " UNION ALL SELECT now.rowno FROM " + s.table + " now WHERE " + f.nameBegins("now", s.begin)
	}
	if !s.hasParent {
		if s.condition = s.table + ".rowno IN (" + s.candidates + ")"; s.words.hasShort() {
			s.compared = s.words.in(d, s.column, s.text)
			s.condition += " AND " + s.compared
		} else {
			s.total = own.total(d, words, match, s.text)
		}
		return
	}
	companies := companyNames.found(d, words, match, s.text)
	if s.begin != "" {
		companies += " UNION ALL SELECT now.rowno FROM company now WHERE " + f.nameBegins("now", s.begin)
	}
	ofCompanies := "FROM (" + companies + ") AS c CROSS JOIN project p ON p.company_rowno = c.rowno WHERE NOT (" + words.in(d, "p.name_key", s.text) + ")"
	s.candidates += " UNION ALL SELECT p.rowno " + ofCompanies
	if len(s.words) == 1 {
		s.condition = "project.rowno IN (" + s.candidates + ")"
		s.total = "(" + own.total(d, words, match, s.text) + " + (SELECT count(*) " + ofCompanies + "))"
		s.byName(s.matches, ofCompanies, "")
		return
	}
	s.text = f.arg(s.words.arg())
	compared := "FROM (" + s.candidates + ") AS found CROSS JOIN project p ON p.rowno = found.rowno CROSS JOIN company c ON c.rowno = p.company_rowno WHERE " +
		s.words.in(d, projectText("p", "c"), s.text)
	s.condition = "project.rowno IN (SELECT p.rowno " + compared + ")"
	s.matches = "(SELECT p.rowno, p.name_key, p.deleted_at " + compared + ") AS project"
}

// matchExpression asks the trigram index for all words. It quotes each text as a phrase, so no character is an operator.
func matchExpression(words searchWords) string {
	var all []string
	for _, word := range words {
		if word.isShort {
			continue
		}
		texts := make([]string, len(word.texts))
		for i, text := range word.texts {
			texts[i] = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
		}
		all = append(all, "("+strings.Join(texts, " OR ")+")")
	}
	return strings.Join(all, " AND ")
}

// ownContaining is by the trigram index, unless the text is too short for it.
func (d *sqliteDialect) ownContaining(f *filter, text string) string {
	if !hasTrigrams(text) {
		return "own_value v WHERE TRUE"
	}
	words := searchWords{{texts: []string{text}}}
	return "(" + ownValues.found(d, words, f.arg(matchExpression(words)), f.arg(text)) + ") AS found CROSS JOIN own_value v WHERE v.rowno = found.rowno"
}

func (d *sqliteDialect) contains(text, part string) string {
	return "instr(" + text + ", " + part + ") > 0"
}

// perRow joins by the list of numbers: SQLite has no LATERAL.
func (d *sqliteDialect) perRow(table, statement string) string {
	return "SELECT c.seq FROM " + table + " AS l CROSS JOIN change c WHERE c.seq IN (" + statement + ")"
}

func (d *sqliteDialect) elements(placeholder string) string { return "json_each(" + placeholder + ")" }
func (d *sqliteDialect) lists(placeholder string) string    { return d.elements(placeholder) }

func (d *sqliteDialect) plansByLimit() bool { return false }

// seeksRows is false because rowno is the table's own key, which SQLite does not
// compare in an index together with the column before it.
func (d *sqliteDialect) seeksRows() bool { return false }

func (d *sqliteDialect) transaction(ctx context.Context, fn func(tx *sqliteTx) error) error {
	hasBegun := false
	err := d.writer.Write(ctx, func(tx *sqlite.Tx) error {
		hasBegun = true
		q := &sqliteTx{tx: tx}
		if err := fn(q); err != nil {
			return err
		}
		return d.indexSoon(ctx, q)
	})
	if !hasBegun {
		return neverBegan(err)
	}
	return err
}

func (d *sqliteDialect) translate(err error) error {
	code := sqlitecode.SQLITE_OK
	var coded interface{ Code() int }
	if errors.As(err, &coded) {
		code = coded.Code()
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", tracker.ErrDatabaseTimeout, err)
	case code == sqlitecode.SQLITE_CONSTRAINT_UNIQUE, code == sqlitecode.SQLITE_CONSTRAINT_PRIMARYKEY:
		return fmt.Errorf("%w: %w", ErrTaken, err)
	case code&0xff == sqlitecode.SQLITE_BUSY, code&0xff == sqlitecode.SQLITE_LOCKED:
		return fmt.Errorf("%w: %w", tracker.ErrBusy, err)
	case code&0xff == sqlitecode.SQLITE_FULL:
		return fmt.Errorf("%w: %w", tracker.ErrDiskFull, err)
	}
	return err
}

func (d *sqliteDialect) close() error {
	if d.indexStep.Load() {
		d.index()
	}
	d.queue.close()
	return errors.Join(d.reader.Close(), d.writer.Close())
}

func (d *sqliteDialect) migrate(ctx context.Context, version int64) error {
	unlock, err := lockFile(d.path + ".migrate")
	if err != nil {
		return err
	}
	defer unlock()
	inMemory, err := d.sortOnDisk(ctx)
	if err != nil {
		return err
	}
	defer inMemory()
	isNew, err := d.isEmpty(ctx)
	if err != nil {
		return err
	}
	if err := migrateUp(ctx, goose.DialectSQLite3, d.writer.DB(), d, version); err != nil {
		return err
	}
	if version >= LatestSchema() { // what migrations, or a process that was killed, left pending
		if err := d.transaction(ctx, func(tx *sqliteTx) error { return tx.indexPending(ctx) }); err != nil {
			return err
		}
		d.scrubOnce(ctx, isNew)
	}
	river, err := rivermigrate.New(riversqlite.New(d.writer.DB()), quietRiver)
	if err != nil {
		return err
	}
	_, err = river.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}

// sortOnDisk keeps what the writer sorts, and what it needs to undo a statement, in files of the data directory
// until inMemory is called. A migration may sort millions of rows. SQLite deletes such a file when it opens it, so a
// process that is killed leaves none.
func (d *sqliteDialect) sortOnDisk(ctx context.Context) (inMemory func(), err error) {
	quoted := strings.ReplaceAll(filepath.Dir(d.path), "'", "''")
	_, err = d.writer.DB().ExecContext(ctx, "PRAGMA temp_store_directory = '"+quoted+"'; PRAGMA temp_store = FILE")
	return func() {
		_, _ = d.writer.DB().ExecContext(context.WithoutCancel(ctx), "PRAGMA temp_store = MEMORY; PRAGMA temp_store_directory = ''") // else sorts stay on disk, and are slower
	}, err
}

func (d *sqliteDialect) pending(ctx context.Context) ([]string, error) {
	return pendingMigrations(ctx, goose.DialectSQLite3, d.writer.DB(), d)
}

// SortOnDisk is sortOnDisk for who fills a whole database.
func (s *Store) SortOnDisk(ctx context.Context) (inMemory func(), err error) {
	return s.dialect.(*sqliteDialect).sortOnDisk(ctx)
}

// WriterDB has the only writing connection, for the job queue.
func (s *Store) WriterDB() *sql.DB { return s.dialect.(*sqliteDialect).writer.DB() }

// lockFile waits for an advisory lock that dies with the process.
func lockFile(path string) (unlock func(), err error) {
	f, err := datadir.OpenOrCreate(path)
	if err != nil {
		return nil, err
	}
	if err := datadir.WaitForLock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}

// sqliteReader reads outside of transactions.
type sqliteReader struct{ pool *sqlite.Pool }

func (r sqliteReader) query(ctx context.Context, text string, args ...any) (rows, error) {
	return r.pool.Query(ctx, text, args...)
}

func (r sqliteReader) exec(context.Context, string, ...any) (int64, error) {
	return 0, errors.New("store: a write outside of a transaction")
}

// sqliteTx writes. The caller's context is checked before each statement, never during one: statements are short, and SQLite
// rolls back the whole transaction when a write is interrupted, with the writes of others in the group.
type sqliteTx struct{ tx *sqlite.Tx }

func (t *sqliteTx) raw() (any, error) { return t.tx.SQL() }

func (t *sqliteTx) shard() int { return 0 }

func (t *sqliteTx) query(ctx context.Context, text string, args ...any) (rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t.tx.Query(text, args...)
}

func (t *sqliteTx) exec(ctx context.Context, text string, args ...any) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	return t.tx.Exec(text, args...)
}
