package store

import (
	"slices"
	"strings"
	"testing"
)

// Every table is named, and every column of a table with values of people is shown to them or hidden from them.
func TestColumnsOfPeopleAreNamed(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		sql := `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()`
		if f.Dialect() == "sqlite" {
			sql = `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table'`
		}
		columns := map[string][]string{}
		err := each(t.Context(), f.Queries, func(r rows) error {
			var table, column string
			err := r.Scan(&table, &column)
			columns[table] = append(columns[table], column)
			return err
		}, sql)
		if err != nil || len(columns) < 20 {
			t.Fatal(columns, err)
		}
		for _, table := range PersonTables {
			for _, column := range columns[table.Table] {
				if !slices.Contains(table.Shown, column) && !slices.Contains(table.Hidden, column) {
					t.Errorf("the column %s.%s: add it to Shown or Hidden of its table in PersonTables (person.go), and to Erase if it holds a value of a person", table.Table, column)
				}
			}
			delete(columns, table.Table)
		}
		for table := range columns {
			isOfOthers := strings.HasPrefix(table, "river_") || strings.HasPrefix(table, "sqlite_") || strings.Contains(table, "_search") || strings.Contains(table, "search_")
			if !isOfOthers && !slices.Contains(ImpersonalTables, table) {
				t.Errorf("the table %s is in neither PersonTables nor ImpersonalTables (person.go)", table)
			}
		}
	})
}
