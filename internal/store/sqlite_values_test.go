package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
	"pgregory.net/rapid"

	"btracker/internal/sqlite"
)

// These tests compare sqlite with database/sql for every kind of value, argument and error. The statements of the
// store are compared in sqlite_statements_test.go.

type (
	number int
	small  int8
	word   string
	flag   bool
)

// destinations are the types that a column can be read into.
var destinations = []reflect.Type{
	reflect.TypeFor[any](), reflect.TypeFor[string](), reflect.TypeFor[[]byte](), reflect.TypeFor[bool](),
	reflect.TypeFor[int](), reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
	reflect.TypeFor[number](), reflect.TypeFor[small](), reflect.TypeFor[word](), reflect.TypeFor[flag](),
	reflect.TypeFor[*string](), reflect.TypeFor[*[]byte](), reflect.TypeFor[*bool](), reflect.TypeFor[*int](), reflect.TypeFor[*int64](),
	reflect.TypeFor[*number](), reflect.TypeFor[*small](), reflect.TypeFor[*word](), reflect.TypeFor[*flag](), reflect.TypeFor[**string](),
}

// columns have every affinity that SQLite knows, and the types of our own schema.
var columns = []string{"i INTEGER", "big BIGINT", "t TEXT", "b BLOB", "r REAL", "n NUMERIC", "f BOOLEAN", "x"}

var (
	long  = strings.Repeat("lang und öde ", 6000) // more than fits on a page of the file
	dates = []any{time.Time{}.UnixMilli(), time.Date(2026, 11, 15, 12, 0, 0, 1e6, time.UTC).UnixMilli(), time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC).UnixMilli()}
)

// values are one of each kind, and the edges of each.
var values = slices.Concat([]any{
	nil, true, false, 0, 1, -1, 2, 127, 128, -129, 1 << 15, 1 << 31, 1 << 53, math.MaxInt64, math.MinInt64,
	0.0, math.Copysign(0, -1), 1.0, 1.5, -2.75, 3e15, 1e21, math.MaxFloat64, math.SmallestNonzeroFloat64, math.Inf(1), math.Inf(-1), math.NaN(),
	"", "a", "bär", "日本", "12", "-7", " 12", "1.5", "1e3", "0x10", "9223372036854775808", "true", "t", "0", "FALSE",
	"\x00", "a\x00b", "\xff\xfe", "bro\xc3ken", "2026-11-15 12:00:00", long,
	[]byte{}, []byte{0}, []byte("12"), []byte("true"), []byte{0xff, 0}, []byte(long),
}, dates)

// database makes a file with a table of all columns.
func database(t *testing.T) (db *sql.DB, uri string) {
	t.Helper()
	uri = "file:" + filepath.Join(t.TempDir(), "test.db")
	db, err := sql.Open("sqlite", uri)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec("CREATE TABLE v (id INTEGER PRIMARY KEY, " + strings.Join(columns, ", ") + ")"); err != nil {
		t.Fatal(err)
	}
	return db, uri
}

func name(column string) string { return strings.Fields(column)[0] }

// insert puts a value into every column.
func insert(t *testing.T, db *sql.DB, value any) (id int64) {
	t.Helper()
	result, err := db.Exec("INSERT INTO v (i, big, t, b, r, n, f, x) VALUES ($1, $1, $1, $1, $1, $1, $1, $1)", value)
	if err != nil {
		t.Fatalf("%T %.20v: %v", value, value, err)
	}
	id, err = result.LastInsertId()
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEveryValueIntoEveryType(t *testing.T) {
	db, uri := database(t)
	for _, value := range values {
		insert(t, db, value)
	}
	c := newComparison(t, uri)
	for _, column := range columns {
		for _, into := range destinations {
			c.compare([]reflect.Type{into}, "SELECT "+name(column)+" FROM v ORDER BY id")
		}
		c.compare(nil, fmt.Sprintf("SELECT %[1]s, typeof(%[1]s), hex(%[1]s) FROM v ORDER BY %[1]s, id", name(column)))
	}
	c.compare(nil, "SELECT * FROM v WHERE 0")
	if want := len(columns) * (len(destinations) + 1); c.count < want {
		t.Errorf("%d answers compared, not %d", c.count, want)
	}
}

func TestEveryArgument(t *testing.T) {
	db, uri := database(t)
	insert(t, db, "12")
	c := newComparison(t, uri)
	text, n, none := "x\x00y", number(7), (*string)(nil)
	args := []any{nil, "", "a", "bär", text, "\xff", long, 0, 1, -1, math.MaxInt64, math.MinInt64, int8(-1), int16(2), int32(3), int64(4),
		true, false, number(5), small(-6), word("w"), flag(true), &text, &n, none, new(&text), (**string)(nil)}
	for _, arg := range args {
		c.compare(nil, "SELECT $1, typeof($1), length($1), hex($1)", arg)
		c.compare(nil, "SELECT * FROM v WHERE i = $1 OR t = $1 OR x >= $1", arg)
	}
	for _, query := range []string{"SELECT $2 || $1 || $2", "SELECT $1", "SELECT 1", "SELECT $3", "SELECT $1 || $4", "SELECT $0", "SELECT $x"} {
		c.compare(nil, query, "a", "b") // fewer, as many, and more than there are
	}
}

func TestEveryError(t *testing.T) {
	db, uri := database(t)
	insert(t, db, 1)
	insert(t, db, math.MinInt64)
	c := newComparison(t, uri)
	for _, query := range []string{
		"SELEC 1", "SELECT", "SELECT * FROM nothing", "SELECT nothing FROM v", "SELECT 1 +", "SELECT 'open", "SELECT unknown(1)",
		"SELECT abs(i) FROM v ORDER BY id",          // fails at the second row
		"SELECT json(t) FROM v", "SELECT json('{')", // malformed
		"SELECT 1 WHERE 'a' LIKE 'b' ESCAPE 'xy'", // found when it runs
		"DELETE FROM v", "DELETE FROM v RETURNING id", // nothing is written
		"INSERT INTO v (id) VALUES (1) RETURNING id", // not even looked at for its constraint
		"CREATE TABLE w (x)", "PRAGMA user_version = 2", "VACUUM",
		"EXPLAIN QUERY PLAN SELECT * FROM v", "PRAGMA table_info(v)", "SELECT 1;", "SELECT 1; ",
	} {
		c.compare(nil, query)
	}
	for _, types := range [][]reflect.Type{{}, {destinations[0], destinations[0]}} { // another number of columns than there are
		c.compare(types, "SELECT i FROM v")
	}
}

// Values and arguments that nobody thought of.
func TestValuesConform(t *testing.T) {
	db, uri := database(t)
	c := newComparison(t, uri)
	anything := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Int64(), boxed), rapid.Map(rapid.Float64(), boxed), rapid.Map(rapid.Bool(), boxed), rapid.Map(rapid.String(), boxed),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return b }), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return string(b) }),
		rapid.Map(rapid.StringMatching(`[ +-]?[0-9]{0,20}([.e][0-9]{1,3})?`), boxed))
	arguments := rapid.OneOf(rapid.Just[any](nil), rapid.Map(rapid.Int64(), boxed), rapid.Map(rapid.Bool(), boxed), rapid.Map(rapid.String(), boxed),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) any { return string(b) }))
	rapid.Check(t, func(r *rapid.T) {
		for range 10 {
			id := insert(t, db, anything.Draw(r, "value"))
			types := rapid.SliceOfN(rapid.SampledFrom(destinations), len(columns), len(columns)).Draw(r, "destinations")
			c.compare(types, "SELECT i, big, t, b, r, n, f, x FROM v WHERE id = $1", id)
			arg := arguments.Draw(r, "argument")
			c.compare(nil, "SELECT $1, typeof($1), hex($1), (SELECT count(*) FROM v WHERE x = $1 OR t < $1)", arg)
		}
	})
}

func boxed[T any](v T) any { return v }

// way is one of the two ways of reading a file.
type way struct {
	query func(ctx context.Context, query string) (rows, error)
	close func() error
}

// bothWays runs a test of what a reader answers, and expects the same of sqlite and of database/sql.
func bothWays(t *testing.T, uri string, test func(t *testing.T, w way)) {
	t.Run("sqlite", func(t *testing.T) {
		pool, err := sqlite.Open(uri, 1, "busy_timeout(10)")
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		test(t, way{func(ctx context.Context, query string) (rows, error) { return pool.Query(ctx, query) }, pool.Close})
	})
	t.Run("database/sql", func(t *testing.T) {
		db, err := sql.Open("sqlite", uri+"?_pragma=busy_timeout(10)&_pragma=query_only(1)")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		test(t, way{func(ctx context.Context, query string) (rows, error) {
			r, err := db.QueryContext(ctx, query)
			return stdRows{r}, err
		}, db.Close})
	})
}

// read reads all rows and returns why it ended.
func (w way) read(ctx context.Context, query string) error {
	r, err := w.query(ctx, query)
	if err != nil {
		return err
	}
	defer r.Close()
	for r.Next() {
		continue
	}
	return r.Err()
}

const endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT "

func TestEndOfAContext(t *testing.T) {
	_, uri := database(t)
	bothWays(t, uri, func(t *testing.T, w way) {
		over, end := context.WithCancel(t.Context())
		end()
		if err := w.read(over, "SELECT 1"); !errors.Is(err, context.Canceled) {
			t.Errorf("before it began: %v", err)
		}
		for _, columns := range []string{"count(*) FROM n", "i FROM n"} { // between two rows, and before the first
			soon, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			if err := w.read(soon, endless+columns); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: %v", columns, err)
			}
			cancel()
		}
		if err := w.read(t.Context(), "SELECT 1"); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestLockedFile(t *testing.T) {
	db, uri := database(t) // not in WAL mode, where nobody keeps a reader out
	tx, err := db.Begin()
	if err == nil {
		_, err = tx.Exec("COMMIT; BEGIN EXCLUSIVE")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	bothWays(t, uri, func(t *testing.T, w way) {
		if err := w.read(t.Context(), "SELECT * FROM v"); code(err) != sqlite3.SQLITE_BUSY {
			t.Errorf("%v, code %d", err, code(err))
		}
	})
}

func TestFileOfAnotherKind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(file, []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	bothWays(t, "file:"+file, func(t *testing.T, w way) {
		if err := w.read(t.Context(), "SELECT * FROM v"); code(err) != sqlite3.SQLITE_NOTADB {
			t.Errorf("%v, code %d", err, code(err))
		}
	})
}

// Rows that are used too early, too late or after Close answer an error and nothing else.
func TestRowsOutOfTurn(t *testing.T) {
	_, uri := database(t)
	bothWays(t, uri, func(t *testing.T, w way) {
		var n int
		r, err := w.query(t.Context(), "SELECT 1 UNION ALL SELECT 2")
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Scan(&n); err == nil {
			t.Error("a Scan before Next")
		}
		for want := 1; r.Next(); want++ {
			if err := r.Scan(&n); err != nil || n != want {
				t.Errorf("row %d: %d, %v", want, n, err)
			}
		}
		if err := r.Scan(&n); err == nil || r.Next() || r.Err() != nil {
			t.Errorf("behind the last row: %v, then %v", err, r.Err())
		}
		r.Close()
		r.Close()
		if err := r.Scan(&n); err == nil || r.Next() || r.Err() != nil {
			t.Errorf("after Close: %v, then %v", err, r.Err())
		}
		early, err := w.query(t.Context(), "SELECT 1 UNION ALL SELECT 2")
		if err != nil || !early.Next() {
			t.Fatal(err)
		}
		early.Close() // with a row left
		if err := early.Scan(&n); err == nil || early.Next() || early.Err() != nil {
			t.Errorf("closed before the end: %v, then %v", err, early.Err())
		}
		if err := w.close(); err != nil {
			t.Error(err)
		}
		if err := w.read(t.Context(), "SELECT 1"); err == nil {
			t.Error("a reader that is closed answered")
		}
	})
}

// What the store has no use for is refused by sqlite, never answered in another way.
func TestRefusals(t *testing.T) {
	db, uri := database(t)
	insert(t, db, 1)
	pool, err := sqlite.Open(uri, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, arg := range []any{uint(1), time.Now(), sql.NullString{}} {
		if r, err := pool.Query(t.Context(), "SELECT $1", arg); err == nil {
			r.Close()
			t.Errorf("a %T was taken as an argument", arg)
		}
	}
	for _, query := range []string{"", " ", "-- nothing", "SELECT 1; SELECT 2", "SELECT :word"} {
		if r, err := pool.Query(t.Context(), query, 1); err == nil {
			r.Close()
			t.Errorf("%q was run", query)
		}
	}
	for _, dest := range []any{new(float64), new(uint), new(time.Time), new(sql.NullInt64), new(struct{}), 1, nil} {
		r, err := pool.Query(t.Context(), "SELECT i FROM v")
		if err != nil || !r.Next() {
			t.Fatal(err)
		}
		if err := r.Scan(dest); err == nil {
			t.Errorf("a column was read into a %T", dest)
		}
		r.Close()
	}
}

// The driver makes a time of text in a column declared as a date. Our columns hold numbers, and those of the job queue
// are read by expressions, which both ways answer alike.
func TestDatesStayText(t *testing.T) {
	db, uri := database(t)
	if _, err := db.Exec("CREATE TABLE d (at TIMESTAMP); INSERT INTO d VALUES ('2026-11-15 12:00:00')"); err != nil {
		t.Fatal(err)
	}
	newComparison(t, uri).compare(nil, "SELECT min(at), julianday(at) FROM d")
	pool, err := sqlite.Open(uri, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	r, err := pool.Query(t.Context(), "SELECT at FROM d")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var at any
	if !r.Next() || r.Scan(&at) != nil || at != "2026-11-15 12:00:00" {
		t.Errorf("%v, %v", at, r.Err())
	}
}

// BenchmarkReading shows what sqlite is for: a small statement under a deadline, as most of a request's are.
func BenchmarkReading(b *testing.B) {
	uri := "file:" + filepath.Join(b.TempDir(), "test.db")
	db, err := sql.Open("sqlite", uri)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`PRAGMA journal_mode = WAL; CREATE TABLE user (id TEXT PRIMARY KEY, email TEXT, name TEXT, details TEXT, created INTEGER, admin BOOLEAN) WITHOUT ROWID;
		INSERT INTO user VALUES ('a', 'ada@example.com', 'Ada', NULL, 1763200000000, TRUE)`); err != nil {
		b.Fatal(err)
	}
	c := newComparison(b, uri)
	ctx, cancel := context.WithTimeout(b.Context(), time.Hour)
	defer cancel()
	stmt, err := c.std.Prepare("SELECT id, email, name, details, created, admin FROM user WHERE id = +?")
	if err != nil {
		b.Fatal(err)
	}
	defer stmt.Close()
	read := func(b *testing.B, r rows, err error) {
		var id, email, name string
		var details *string
		var created int64
		var admin bool
		if err != nil || !r.Next() || r.Scan(&id, &email, &name, &details, &created, &admin) != nil {
			b.Fatal("nothing was read", err)
		}
		r.Close()
	}
	b.Run("sqlite", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			r, err := c.ours.Query(ctx, "SELECT id, email, name, details, created, admin FROM user WHERE id = $1", "a")
			read(b, r, err)
		}
	})
	b.Run("database/sql", func(b *testing.B) {
		defer reportCPU(b)()
		for b.Loop() {
			r, err := stmt.QueryContext(ctx, "a")
			read(b, stdRows{r}, err)
		}
	})
}

// reportCPU begins to count processor time, which other work on the machine does not change much.
func reportCPU(b *testing.B) (report func()) {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	before := used()
	return func() { b.ReportMetric(float64((used()-before).Nanoseconds())/float64(b.N), "cpu-ns/op") }
}
