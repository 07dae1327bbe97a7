package dbmove

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// table is one that is moved.
type table struct {
	name    string
	columns []column
	key     []string // the columns of its primary key
}

// column has a name and the type that the migrations give it.
type column struct{ name, kind string }

// kinds are the types that canonical knows.
var kinds = []string{"TEXT", "INTEGER", "BIGINT", "BOOLEAN", "BYTEA"}

// readAs replaces columns in which each database keeps a place of its own: continueSeals sets them.
var readAs = map[string]string{"seal.last_tx": "0", "seal.last_seq": "to_seq"}

// tablesOf lists our tables by name, as a SQLite database of the latest schema has them. It leaves out columns that only
// PostgreSQL has, because they are not part of the data.
func tablesOf(ctx context.Context, db *sql.DB) ([]table, error) {
	names, err := texts(ctx, db, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'river\_%' ESCAPE '\' AND name NOT LIKE 'filling%'
		AND name NOT IN ('schema_version', 'search_pending') ORDER BY name`)
	if err != nil {
		return nil, err
	}
	tables := make([]table, len(names))
	for i, name := range names {
		if tables[i], err = tableOf(ctx, db, name); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

func tableOf(ctx context.Context, db *sql.DB, name string) (table, error) {
	t := table{name: name}
	rows, err := db.QueryContext(ctx, "SELECT name, type, pk FROM pragma_table_info($1) ORDER BY cid", name)
	if err != nil {
		return t, err
	}
	defer rows.Close()
	keys := map[int]string{} // by their places in the key, from 1
	for rows.Next() {
		var c column
		var place int
		if err := rows.Scan(&c.name, &c.kind, &place); err != nil {
			return t, err
		}
		if !slices.Contains(kinds, c.kind) {
			return t, fmt.Errorf("%s.%s is of the type %s, which nobody can compare", name, c.name, c.kind)
		}
		t.columns = append(t.columns, c)
		if place > 0 {
			keys[place] = c.name
		}
	}
	for place := range len(keys) {
		t.key = append(t.key, keys[place+1])
	}
	if len(t.key) == 0 {
		return t, fmt.Errorf("%s has no primary key to read it by", name)
	}
	return t, rows.Err()
}

func namesOf(tables []table) []string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.name
	}
	return names
}

// columnNames are quoted, because some are words of SQL.
func (t table) columnNames() []string {
	names := make([]string, len(t.columns))
	for i, c := range t.columns {
		names[i] = `"` + c.name + `"`
	}
	return names
}

// reading is the statement that reads all rows.
func (t table) reading(inOrder bool) string {
	columns := t.columnNames()
	for i, c := range t.columns {
		if other, ok := readAs[t.name+"."+c.name]; ok {
			columns[i] = other
		}
	}
	statement := "SELECT " + strings.Join(columns, ", ") + " FROM " + t.name
	if inOrder {
		statement += ` ORDER BY "` + strings.Join(t.key, `", "`) + `"`
	}
	return statement
}

// canonical returns the value of a column in one form, whichever database it was read from.
func canonical(kind string, value any) (any, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case bool:
		if kind == "BOOLEAN" {
			return v, nil
		}
	case int64:
		if kind == "BOOLEAN" {
			return v != 0, nil // SQLite stores booleans as numbers
		}
		if kind == "INTEGER" || kind == "BIGINT" {
			return v, nil
		}
	case string:
		if kind == "TEXT" {
			return v, nil
		}
	case []byte:
		if kind == "BYTEA" && v == nil {
			return []byte{}, nil // SQLite's driver reads no bytes so; it is not NULL
		}
		if kind == "BYTEA" {
			return v, nil
		}
	}
	return nil, fmt.Errorf("a value of the type %T, where %s is expected", value, kind)
}
