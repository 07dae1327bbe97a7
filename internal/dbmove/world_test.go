package dbmove_test

import (
	"database/sql"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"

	"btracker/internal/store"
	"btracker/internal/storetest"
)

// world fills every table of a database with rows that nobody would make, but that both databases can hold.
type world struct {
	*testing.T
	references map[string]string // "table.column" to the column that it refers to
}

// worldRows is how many rows each table gets.
const worldRows = 4

// column is one of a table, as SQLite describes it.
type column struct {
	name, kind        string
	isRequired, isKey bool
}

// filledPostgres is a PostgreSQL with some rows in every table, and one that is larger than what is copied at once.
func filledPostgres(t *testing.T) *store.Store {
	t.Helper()
	s, described := storetest.Postgres(t), storetest.SQLite(t).WriterDB()
	w := world{t, map[string]string{}}
	tables := w.texts(described, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
		AND name NOT LIKE 'river%' AND name NOT IN ('schema_version', 'search_pending')`)
	for _, table := range tables {
		for _, reference := range w.texts(described, `SELECT "from" || ' ' || "table" || '.' || "to" FROM pragma_foreign_key_list('`+table+`')`) {
			from, to, _ := strings.Cut(reference, " ")
			w.references[table+"."+from] = to
		}
	}
	db := stdlib.OpenDBFromPool(s.Pool())
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil)
	w.ok(err)
	w.run(tx, "SET LOCAL session_replication_role = replica") // no triggers, and foreign keys are checked by the import
	for _, table := range tables {
		w.run(tx, "DELETE FROM "+table)
		w.fill(tx, table, w.columns(described, table))
	}
	w.run(tx, `INSERT INTO photo (hash, content_type, bytes, created_at) VALUES ('large', 'image/png', $1, 1)`, make([]byte, 9<<20))
	w.run(tx, `SELECT setval(pg_get_serial_sequence('change', 'seq'), 4711)`)
	w.ok(tx.Commit())
	return s
}

func (w world) ok(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

func (w world) run(tx *sql.Tx, statement string, args ...any) {
	w.Helper()
	if _, err := tx.ExecContext(w.Context(), statement, args...); err != nil {
		w.Fatalf("%s: %v", statement, err)
	}
}

func (w world) texts(db *sql.DB, query string) (list []string) {
	w.Helper()
	rows, err := db.QueryContext(w.Context(), query)
	w.ok(err)
	defer rows.Close()
	for rows.Next() {
		var text string
		w.ok(rows.Scan(&text))
		list = append(list, text)
	}
	w.ok(rows.Err())
	return list
}

func (w world) columns(db *sql.DB, table string) (list []column) {
	w.Helper()
	rows, err := db.QueryContext(w.Context(), `SELECT name, type, "notnull", pk > 0 FROM pragma_table_info($1)`, table)
	w.ok(err)
	defer rows.Close()
	for rows.Next() {
		var c column
		w.ok(rows.Scan(&c.name, &c.kind, &c.isRequired, &c.isKey))
		list = append(list, c)
	}
	w.ok(rows.Err())
	return list
}

func (w world) fill(tx *sql.Tx, table string, columns []column) {
	w.Helper()
	for i := range worldRows {
		names, places, args := make([]string, len(columns)), make([]string, len(columns)), make([]any, len(columns))
		for j, c := range columns {
			names[j], places[j], args[j] = `"`+c.name+`"`, fmt.Sprint("$", j+1), w.value(table, c, i)
		}
		w.run(tx, "INSERT INTO "+table+" ("+strings.Join(names, ", ")+") OVERRIDING SYSTEM VALUE VALUES ("+strings.Join(places, ", ")+")", args...)
	}
}

// value is that of a column in one of the rows.
func (w world) value(table string, c column, i int) any {
	if table == "seal" && c.name == "last_tx" {
		return 1 << 40 // every change is sealed
	}
	if !c.isRequired && !c.isKey && i%3 == 0 {
		return nil
	}
	switch c.kind {
	case "BOOLEAN":
		return i%2 == 0
	case "BYTEA":
		return [][]byte{{0}, {}, {0xff, 0, 'x'}, []byte("text")}[i]
	case "TEXT":
		place := table + "." + c.name
		for w.references[place] != "" {
			place = w.references[place]
		}
		return fmt.Sprintf("%s %d 'Ω\"\\N\\\t\n😀\u202e %%s", place, i)
	}
	if c.isKey {
		return i + 1
	}
	if c.kind == "INTEGER" {
		return []int64{0, -1, math.MaxInt32, math.MinInt32}[i]
	}
	return []int64{0, -1, math.MaxInt64, math.MinInt64}[i]
}
