package apitest

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"btracker/internal/audit"
	"btracker/internal/store"
	"btracker/internal/testkit"
)

// Exec runs SQL directly in the database.
func (api *API) Exec(sql string, args ...any) {
	api.T.Helper()
	var err error
	if api.Store.Dialect() == "sqlite" {
		_, err = api.Store.WriterDB().ExecContext(api.T.Context(), sql, args...)
	} else {
		_, err = api.Store.Pool().Exec(api.T.Context(), sql, args...)
	}
	if err != nil {
		api.T.Fatal(err)
	}
}

// Count reads a number directly from the database.
func (api *API) Count(sql string, args ...any) (n int) {
	api.T.Helper()
	var row interface{ Scan(...any) error }
	if api.Store.Dialect() == "sqlite" {
		row = api.Store.WriterDB().QueryRowContext(api.T.Context(), sql, args...)
	} else {
		row = api.Store.Pool().QueryRow(api.T.Context(), sql, args...)
	}
	if err := row.Scan(&n); err != nil {
		api.T.Fatal(err)
	}
	return n
}

// Text reads one value behind the server's back.
func (api *API) Text(sql string) (s string) {
	api.T.Helper()
	var row interface{ Scan(...any) error }
	if api.Store.Dialect() == "sqlite" {
		row = api.Store.WriterDB().QueryRowContext(api.T.Context(), sql)
	} else {
		row = api.Store.Pool().QueryRow(api.T.Context(), sql)
	}
	if err := row.Scan(&s); err != nil {
		api.T.Fatal(err)
	}
	return s
}

// Joined is an aggregate that joins texts by line ends.
func (api *API) Joined(text string) string {
	if api.Store.Dialect() == "postgres" {
		return "string_agg(" + text + ", chr(10))"
	}
	return "group_concat(" + text + ", char(10))"
}

func (api *API) LastSeq() int {
	api.T.Helper()
	return api.Count("SELECT max(seq) FROM change")
}

// MostStatements is a little more than any request runs, and less than a loop over rows runs.
const MostStatements = 13

// StatementsOf counts the statements of a request.
func StatementsOf(api *API, do func(c *Client), c *Client) int64 {
	var n store.Statements
	counting := *c
	counting.Ctx = store.CountStatements(api.T.Context(), &n)
	do(&counting)
	return n.All.Load()
}

// WithWriterTaken runs fn while somebody holds SQLite's writer: a request that needs
// it waits, and is told at its deadline that the database is busy. PostgreSQL has no
// such writer.
func (api *API) WithWriterTaken(fn func()) {
	api.T.Helper()
	if api.Store.Dialect() != "sqlite" {
		fn()
		return
	}
	taken, release := make(chan struct{}), make(chan struct{})
	var holder sync.WaitGroup
	holder.Go(func() {
		if err := api.Store.Write(api.T.Context(), func(*store.Tx) error {
			close(taken)
			<-release
			return nil
		}); err != nil {
			api.T.Error(err)
		}
	})
	<-taken
	defer holder.Wait()
	defer close(release)
	fn()
}

// Dump is every row that is not a tombstone, by table and id. Of dates that say when something was
// marked, it has only whether it was.
func (api *API) Dump() map[string]string {
	api.T.Helper()
	rows := map[string]string{}
	aggregate, columns := "group_concat(%s, char(10))", "SELECT group_concat(name, ' ') FROM pragma_table_info('%s')"
	if api.Store.Dialect() == "postgres" {
		aggregate, columns = "string_agg(%s, chr(10))", "SELECT string_agg(column_name, ' ' ORDER BY ordinal_position) FROM information_schema.columns "+
			"WHERE table_schema = 'public' AND table_name = '%s'"
	}
	for _, table := range store.RecordTables() {
		names := strings.Fields(api.Text(fmt.Sprintf(columns, table)))
		cells := []string{}
		for _, name := range names {
			switch {
			case slices.Contains(notRestored, name):
			case name == "removed_at" || name == "canceled_at" || name == "disabled_at":
				cells = append(cells, "CASE WHEN "+name+" IS NULL THEN '' ELSE '"+name+"' END")
			default:
				cells = append(cells, "'"+name+"=' || COALESCE(REPLACE(CAST("+name+" AS TEXT), '\n', '/'), 'null')")
			}
		}
		where := ""
		if slices.Contains(names, "deleted_at") {
			where = " WHERE deleted_at IS NULL"
		}
		text := api.Text("SELECT COALESCE(" + fmt.Sprintf(aggregate, "id || ' ' || "+strings.Join(cells, " || ' ' || ")) + ", '') FROM " + table + where)
		for _, line := range strings.Split(text, "\n") {
			id, _, _ := strings.Cut(line, " ")
			rows[table+" "+id] = line
		}
	}
	values := api.Text("SELECT COALESCE(" + fmt.Sprintf(aggregate, "record_id || ' ' || field_id || ' ' || value") + ", '') FROM own_value WHERE NOT is_gone")
	for line := range strings.SplitSeq(values, "\n") {
		rows["own_value "+line] = line
	}
	return rows
}

// notRestored are columns that count or date changes, number rows, or say what people were told: an edit of a
// subscription reminds them, and its undo does not call that back.
var notRestored = []string{"rowno", "version", "updated_at", "updated_by", "deleted_at", "reminded_day"}

// Changes returns the change log as text, oldest first: action, entity, actor, and the states
// before and after.
func (api *API) Changes() []string {
	api.T.Helper()
	const sql = `SELECT action || ' ' || entity || ' by ' || COALESCE(actor_id, 'nobody') || ' ' || COALESCE(before, 'nothing') || ' -> ' ||
		COALESCE(after, 'nothing') FROM change ORDER BY seq`
	var list []string
	scan := func(next func() bool, scan func(...any) error) {
		for next() {
			var line string
			if err := scan(&line); err != nil {
				api.T.Fatal(err)
			}
			list = append(list, line)
		}
	}
	if api.Store.Dialect() == "sqlite" {
		rows, err := api.Store.WriterDB().QueryContext(api.T.Context(), sql)
		if err != nil {
			api.T.Fatal(err)
		}
		defer rows.Close()
		scan(rows.Next, rows.Scan)
		return list
	}
	rows, err := api.Store.Pool().Query(api.T.Context(), sql)
	if err != nil {
		api.T.Fatal(err)
	}
	defer rows.Close()
	scan(rows.Next, rows.Scan)
	return list
}

// Seal seals all changes that are committed.
func (api *API) Seal() {
	api.T.Helper()
	testkit.Until(api.T, "all changes are sealed", func() bool {
		if _, err := audit.Seal(api.T.Context(), api.Store, time.Now); err != nil {
			api.T.Fatal(err)
		}
		report, err := audit.Verify(api.T.Context(), api.Store, nil, nil)
		if err != nil || len(report.Findings) > 0 {
			api.T.Fatalf("%+v, %v", report.Findings, err)
		}
		return report.Unsealed == 0
	})
}
