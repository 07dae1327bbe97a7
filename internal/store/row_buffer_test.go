package store

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"btracker/internal/tracker"
)

// editInBulk adds a company to a transaction with a buffer, gives other ones and the new one another name, and returns
// the name of the last as the transaction reads it.
func editInBulk(ctx context.Context, f *fixture, edited []tracker.Company) (read string, err error) {
	err = f.WriteBulk(ctx, func(tx *Tx) error {
		tx.BufferRows()
		added := tracker.Company{ID: newID(), Name: "Added", CreatedAt: f.now}
		if err := tx.InsertCompany(ctx, added, "tester"); err != nil {
			return err
		}
		edited = append(edited, added)
		for i, before := range edited {
			after := before
			after.Name = fmt.Sprintf("Edited %d", i)
			if err := tx.UpdateCompany(ctx, before, after, "tester", f.now); err != nil {
				return err
			}
			if err := tx.AppendChange(ctx, Change{At: f.now, Action: "edit", Entity: "company", EntityID: after.ID}); err != nil {
				return err
			}
		}
		last, err := tx.Company(ctx, added.ID)
		read = last.Name
		return err
	})
	return read, err
}

func TestBulkEditsRowsTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		var companies []tracker.Company
		for i := range 50 {
			companies = append(companies, f.addCompany(fmt.Sprintf("Company %d", i)))
		}
		var n Statements
		read, err := editInBulk(CountStatements(t.Context(), &n), f, companies)
		f.ok(err)
		is(t, "the transaction reads", read, "Edited 50")
		if f.Dialect() == "postgres" && n.All.Load() > 15 {
			t.Errorf("%d statements for 51 edits", n.All.Load())
		}
		names, total := f.companyNames(everything, tracker.ListQuery{PageSize: 200, PageNumber: 1})
		is(t, "companies", total, 51)
		for _, name := range names {
			if name[:6] != "Edited" {
				t.Errorf("%s was not edited", name)
			}
		}
		is(t, "changes", f.count(`change WHERE action = 'edit'`), 51)
		is(t, "versions", f.count(`company WHERE version = 2`), 51)
	})
}

// An edit that waited and finds no row fails the bulk, but not as a refusal of the record that was at hand by then.
func TestBulkEditWithoutARow(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		known, gone := f.addCompany("Known"), tracker.Company{ID: newID(), Name: "Gone"}
		_, err := editInBulk(t.Context(), f, []tracker.Company{known, gone})
		if err == nil || f.Dialect() == "postgres" && (!errors.Is(err, errNoRow) || tracker.IsKind(err, tracker.KindNotFound)) {
			t.Errorf("error %v", err)
		}
		names, total := f.companyNames(everything, tracker.ListQuery{PageSize: 10, PageNumber: 1})
		if total != 1 || names[0] != "Known" {
			t.Errorf("companies %v", names)
		}
	})
}
