package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // the driver that sqlite is compared with

	"btracker/internal/sqlite"
)

// rows is the answer of either way of reading.
type rows interface {
	Next() bool
	Scan(dest ...any) error
	Err() error
	Close()
}

type stdRows struct{ *sql.Rows }

func (r stdRows) Close() { r.Rows.Close() }

// comparison reads one database file by sqlite and by database/sql, and fails the test where the answers differ.
type comparison struct {
	t     testing.TB
	ours  *sqlite.Pool
	std   *sql.DB
	count int // answers compared
}

func newComparison(t testing.TB, uri string) *comparison {
	t.Helper()
	std, err := sql.Open("sqlite", uri+"?_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	ours, err := sqlite.Open(uri, 1, "busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(std.Close(), ours.Close()); err != nil {
			t.Error(err)
		}
	})
	return &comparison{t: t, ours: ours, std: std}
}

// compare runs a statement in both ways and reads its columns into values of these types; without types, into any.
func (c *comparison) compare(types []reflect.Type, text string, args ...any) {
	c.t.Helper()
	c.count++
	std := c.readStd(types, text, args)
	if difference := c.readOurs(std.types, text, args).difference(std); difference != "" {
		c.t.Errorf("%s\nwith %v: %s", text, args, difference)
	}
}

func (c *comparison) readOurs(types []reflect.Type, text string, args []any) answer {
	r, err := c.ours.Query(context.Background(), text, args...)
	if err != nil {
		return answer{err: err}
	}
	defer r.Close()
	return readAll(r, types)
}

func (c *comparison) readStd(types []reflect.Type, text string, args []any) answer {
	r, err := c.std.Query(text, args...)
	if err != nil {
		return answer{types: types, err: err}
	}
	defer r.Close()
	if columns, _ := r.Columns(); types == nil {
		for range columns {
			types = append(types, reflect.TypeFor[any]())
		}
	}
	return readAll(stdRows{r}, types)
}

// answer is all that a statement answered.
type answer struct {
	types []reflect.Type // of the variables that a row was read into
	rows  [][]any
	err   error
}

// failure stands in place of a row that could not be scanned. Each way has words of its own, so no more is compared.
type failure struct{}

func readAll(r rows, types []reflect.Type) answer {
	a := answer{types: types}
	for r.Next() {
		dest, row := make([]any, len(types)), make([]any, len(types))
		for i, t := range types {
			dest[i] = reflect.New(t).Interface()
		}
		if err := r.Scan(dest...); err != nil {
			row = []any{failure{}}
		} else {
			for i, d := range dest {
				row[i] = reflect.ValueOf(d).Elem().Interface()
			}
		}
		a.rows = append(a.rows, row)
	}
	a.err = r.Err()
	return a
}

// difference says where an answer of sqlite is not that of database/sql; empty if they are the same.
func (a answer) difference(std answer) string {
	if (a.err == nil) != (std.err == nil) || code(a.err) != code(std.err) {
		return fmt.Sprintf("sqlite ends with %v, database/sql with %v", a.err, std.err)
	}
	if len(a.rows) != len(std.rows) {
		return fmt.Sprintf("sqlite has %d rows, database/sql %d", len(a.rows), len(std.rows))
	}
	for i, row := range a.rows {
		if !reflect.DeepEqual(row, std.rows[i]) {
			return fmt.Sprintf("row %d, - database/sql, + sqlite:\n%s", i, cmp.Diff(std.rows[i], row))
		}
	}
	return ""
}

// code is SQLite's own, or -1.
func code(err error) int {
	var sqlite interface{ Code() int }
	if errors.As(err, &sqlite) {
		return sqlite.Code()
	}
	return -1
}

// TestDifference shows that the comparison sees what it looks for.
func TestDifference(t *testing.T) {
	row := func(n int, name any) []any { return []any{n, name} }
	std := answer{rows: [][]any{row(1, "a"), row(2, nil)}}
	if d := (answer{rows: [][]any{row(1, "a"), row(2, nil)}}).difference(std); d != "" {
		t.Errorf("the same: %s", d)
	}
	for what, a := range map[string]answer{
		"another number": {rows: [][]any{row(1, "a"), row(3, nil)}},
		"another type":   {rows: [][]any{{int64(1), "a"}, row(2, nil)}},
		"text for NULL":  {rows: [][]any{row(1, "a"), row(2, "")}},
		"a failed Scan":  {rows: [][]any{row(1, "a"), {failure{}}}},
		"a row too few":  {rows: [][]any{row(1, "a")}},
		"a row too many": {rows: [][]any{row(1, "a"), row(2, nil), row(3, nil)}},
		"an error":       {rows: std.rows, err: errors.New("no")},
	} {
		if a.difference(std) == "" {
			t.Errorf("%s is not seen", what)
		}
	}
}
