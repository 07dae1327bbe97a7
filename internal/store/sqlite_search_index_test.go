package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// indexed has the pending rows indexed, and SQLite compare each trigram index with the
// texts of its table.
func (f *fixture) indexed(d *sqliteDialect) {
	f.Helper()
	d.index()
	for _, index := range searchIndexes {
		if _, err := d.writer.DB().ExecContext(f.Context(), fmt.Sprintf("INSERT INTO %[1]s_search (%[1]s_search, rank) VALUES ('integrity-check', 1)", index.name)); err != nil {
			f.Errorf("the index %s: %v", index.name, err)
		}
	}
	is(f.T, "pending", f.count("search_pending"), 0)
}

// Pending rows of an index that the index step does not know would be forgotten, and no search would find them.
func TestEveryTrigramIndexIsFilled(t *testing.T) {
	f, d := newSQLiteFixture(t)
	var triggers, indexes []string
	f.ok(each(t.Context(), Queries{db: sqliteReader{d.reader}, dialect: d}, func(r rows) error {
		var trigger string
		defer func() { triggers = append(triggers, trigger) }()
		return r.Scan(&trigger)
	}, "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%INSERT INTO search_pending%' ORDER BY name"))
	for _, index := range searchIndexes {
		for _, event := range []string{"insert", "update", "delete"} {
			indexes = append(indexes, index.name+"_search_"+event)
		}
	}
	slices.Sort(indexes)
	is(t, "triggers", strings.Join(triggers, " "), strings.Join(indexes, " "))
}

// However often a transaction writes a row, the index has the text that the row is
// left with, and none of a row that is gone.
func TestATransactionIsIndexedAsItEnds(t *testing.T) {
	f, d := newSQLiteFixture(t)
	company := f.addCompany("Alpha")
	f.addProject(company.ID, "Harbour")
	gone := f.addCompany("Bygone")
	rename := func(tx *Tx, before *tracker.Company, name string) {
		after := *before
		after.Name = name
		f.ok(tx.UpdateCompany(t.Context(), *before, after, "x", f.now))
		*before = after
	}
	f.write(func(tx *Tx) error {
		rename(tx, &company, "Bravo")
		made := tracker.Company{ID: newID(), Name: "Charlie", CreatedAt: f.now}
		f.ok(tx.InsertCompany(t.Context(), made, "x"))
		rename(tx, &made, "Delta")
		rename(tx, &company, "Echoes")
		brief := tracker.Company{ID: newID(), Name: "Foxtrot", CreatedAt: f.now}
		f.ok(tx.InsertCompany(t.Context(), brief, "x"))
		for _, id := range []string{brief.ID, gone.ID} {
			if _, err := tx.run(t.Context(), "DELETE FROM company WHERE id = $1", id); err != nil {
				return err
			}
		}
		// It gets the number of the row that has just gone.
		return tx.InsertCompany(t.Context(), tracker.Company{ID: newID(), Name: "Golfing", CreatedAt: f.now}, "x")
	})
	f.indexed(d)
	for term, want := range map[string]int{"alpha": 0, "bravo": 0, "echoes": 1, "charlie": 0, "delta": 1, "foxtrot": 0, "bygone": 0, "golfing": 1} {
		names, total := f.companyNames(Visible{All: true}, tracker.ListQuery{Search: term, PageNumber: 1, PageSize: 10, Removed: tracker.RemovedInclude})
		if len(names) != want || total != want {
			t.Errorf("%s: %v, %d", term, names, total)
		}
	}
	is(t, "the project by its company", f.projectsFound("echo"), "Harbour")
	is(t, "by its company's old name", f.projectsFound("alpha"), "")
}

// A write that is taken back is not indexed, nor are the writes beside it lost.
func TestAGroupIsIndexedOnce(t *testing.T) {
	f, d := newSQLiteFixture(t)
	for i, o := range f.during(d, f.inserting("Alpha"), f.inserting("Bravo"), func(tx *Tx) error {
		f.ok(f.inserting("Charlie")(tx))
		return tracker.ErrRole
	}) {
		if (o.err != nil) != (i == 2) {
			t.Errorf("writer %d: %v", i, o.err)
		}
	}
	f.indexed(d)
	names, _ := f.companyNames(Visible{All: true}, tracker.ListQuery{Search: "alpha", PageNumber: 1, PageSize: 10, Removed: tracker.RemovedInclude})
	is(t, "companies found", len(names), 1)
}

// Rows that a migration, or another program, has written are found once the schema is up to date.
func TestMigratingIndexesWhatIsPending(t *testing.T) {
	f, d := newSQLiteFixture(t)
	if _, err := d.writer.DB().ExecContext(t.Context(), `INSERT INTO company (id, name, name_key, search_text, created_at, updated_at) VALUES ('c', 'Alpha', 'alpha', 'alpha', 1, 1)`); err != nil {
		t.Fatal(err)
	}
	is(t, "pending", f.count("search_pending"), 2)
	f.ok(f.Migrate(t.Context()))
	f.indexed(d)
}
