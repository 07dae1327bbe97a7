package prove

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
	"btracker/internal/tracker"
)

// The undo of a batch that is too large for one transaction is a bulk action. Killed in the middle it goes on, takes
// each change back once, and leaves every table but the log as before.
// In short it is tried on SQLite; TestKillBulkPostgres kills smaller ones there.
func TestKillLargeUndo(t *testing.T) {
	begin(t)
	killLargeUndos(t, onSQLite(t), shortOrFull(1, 5))
	if testkit.Full() {
		killLargeUndos(t, onPostgres(t, pgtest.NewDatabase(t)), 3)
	}
}

func killLargeUndos(t *testing.T, target program.Target, rounds int) {
	k := &bulkKills{observed: observe(t, target)}
	k.importCompanies("Made")
	before := k.tables()
	for round := range rounds {
		batch := k.importCompanies(fmt.Sprint("Changed ", round))
		var started tracker.BulkStarted
		ok(t, k.server.Call(t.Context(), http.MethodPut, "/api/v1/change/undo", object{"batchId": batch.BatchID}, &started))
		if started.ID == "" {
			t.Fatalf("%+v was taken back at once", batch)
		}
		k.run(started, 3, false)
		for what, n := range map[string]string{"changes": "count(*)", "changes that are taken back": "count(DISTINCT undoes)"} {
			if undone := k.number("SELECT "+n+" FROM change WHERE batch_id = $1", started.ID); undone != batch.Done {
				t.Errorf("%d %s, want %d", undone, what, batch.Done)
			}
		}
		if d := cmp.Diff(before, k.tables()); d != "" {
			t.Fatalf("round %d: undone it is not as before:\n%s", round, d)
		}
	}
	t.Logf("killed %d times in the middle of %d undos of %d changes", k.inBulk, rounds, largeBatch)
	if k.inBulk == 0 {
		t.Error("no undo was killed in the middle")
	}
	target.Run(t, "audit", "verify")
}

const largeBatch = tracker.MaxUndone + 100

// importCompanies imports many companies with some details, and waits until that is done.
func (k *bulkKills) importCompanies(details string) (job tracker.Bulk) {
	t := k.t
	t.Helper()
	var file bytes.Buffer
	file.WriteString("Name,Details\n")
	for n := range largeBatch {
		fmt.Fprintf(&file, "Imported %d,%s\n", n, details)
	}
	var compared tracker.Import
	ok(t, k.server.Call(t.Context(), http.MethodPost, "/api/v1/import?List=company", file.Bytes(), &compared))
	var started tracker.BulkStarted
	ok(t, k.server.Call(t.Context(), http.MethodPut, "/api/v1/import/apply", object{"id": compared.ID}, &started))
	testkit.Until(t, "the import ends", func() bool {
		ok(t, k.server.Get(t.Context(), "/api/v1/bulk/"+started.ID, &job))
		return job.State.Ended()
	})
	if job.Done != largeBatch {
		t.Fatalf("%+v", job)
	}
	return job
}

// written are the tables that changes write, but the log.
var written = []string{"company", "project", "category", "catalogue_item", "project_product", "project_subscription", "company_moderator",
	"project_moderator", "users", "subscription_period"}

// notRestored are columns that count or date changes, which an undo adds to.
var notRestored = []string{"version", "updated_at", "updated_by"}

// tables is every row that changes write, by its table and its first columns, and the totals.
func (e evidence) tables() map[string]string {
	e.t.Helper()
	texts := map[string]string{}
	add := func(table, query string) {
		e.each(query, func(columns []string, values []any) {
			text := ""
			for i, column := range columns {
				if !slices.Contains(notRestored, column) {
					text += fmt.Sprint(column, "=", values[i], " ")
				}
			}
			texts[fmt.Sprint(table, values[:2])] = text
		})
	}
	for _, table := range written {
		add(table, "SELECT * FROM "+table)
	}
	add("tally", "SELECT name, CAST(SUM(n) AS BIGINT) AS n FROM tally GROUP BY name") // PostgreSQL spreads a total over rows
	return texts
}

// each passes on the rows of a query.
func (e evidence) each(query string, use func(columns []string, values []any)) {
	e.t.Helper()
	rows, err := e.QueryContext(e.t.Context(), query)
	ok(e.t, err)
	defer rows.Close()
	columns, err := rows.Columns()
	ok(e.t, err)
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		ok(e.t, rows.Scan(into...))
		use(columns, values)
	}
	ok(e.t, rows.Err())
}
