package store

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"btracker/internal/tracker"
)

// samePages compares pages of companies with the list that is read in one go.
func (f *fixture) samePages(when string, q tracker.ListQuery, pages ...int) {
	f.Helper()
	var whole []string
	f.ok(f.EachCompany(f.Context(), everything, CompanyQuery{ListQuery: q}, func(c tracker.Company) error { whole = append(whole, c.ID); return nil }))
	q.PageSize = 30
	for _, q.PageNumber = range pages {
		list, total, err := f.Companies(f.Context(), everything, CompanyQuery{ListQuery: q})
		f.ok(err)
		var page []string
		for _, c := range list {
			page = append(page, c.ID)
		}
		want := whole[min(q.Offset(), len(whole)):min(q.Offset()+q.PageSize, len(whole))]
		if total != len(whole) || !slices.Equal(page, want) {
			f.Fatalf("%s, page %d of %+v: %d of %d rows differ", when, q.PageNumber, q, len(page), total)
		}
	}
}

// Pages are the same however they are reached, and after whatever has changed
// the order of the list in between.
func TestDeepPagesFollowTheList(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		companies := make([]tracker.Company, 1000)
		for i := range companies {
			// Many share a name, so that the row numbers decide.
			companies[i] = tracker.Company{ID: newID(), Name: fmt.Sprintf("Company %03d", i/7), CreatedAt: f.now}
		}
		f.write(func(tx *Tx) error {
			f.ok(tx.LoadCompanies(ctx, companies, "x"))
			return tx.Recount(ctx, tracker.ResponsibleRoles())
		})
		check := func(when string) {
			t.Helper()
			for _, q := range []tracker.ListQuery{{}, {SortDescending: true}, {SortBy: "createdAt"}, {Removed: tracker.RemovedExclude}} {
				f.samePages(when, q, 30, 9, 31, 30, 10, 1, 34, 35)
			}
		}
		check("at first")
		check("again")
		f.addCompany("Company 000")
		check("with a new one")
		f.mark(companies[3].ID, tracker.Marks{Gone: true}, f.now)
		f.addCompany("Company 999")
		check("with one gone and one more")
		f.mark(companies[5].ID, tracker.Marks{Marked: true}, f.now)
		check("with one marked")
		renamed := companies[8]
		renamed.Name = "Zebra"
		f.write(func(tx *Tx) error { return tx.UpdateCompany(ctx, companies[8], renamed, "x", f.now) })
		check("with one renamed")
		is(t, "remembered lists", len(f.anchors.lists) > 0, true)

		// From the end upwards no page is far from one that is remembered.
		f.anchors = newAnchors()
		f.samePages("upwards", tracker.ListQuery{}, 33)
		for page := 32; page > 28; page-- {
			offsets := slices.Collect(maps.Keys(slices.Collect(maps.Values(f.anchors.lists))[0].rows))
			f.samePages("upwards", tracker.ListQuery{}, page)
			is(t, "remembered before", slices.Min(offsets) <= (page-1)*30, true)
		}
		for offset := range 2 * maxAnchors {
			f.anchors.add("list", listSize{}, anchor{offset: offset})
		}
		is(t, "bounded", len(f.anchors.lists["list"].rows) <= maxAnchors, true)
	})
}

// The size of a search leaves out what is gone, however it is counted.
func TestSearchTotalsLeaveOutWhatIsGone(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		gone, marked := f.addCompany("Harbor One"), f.addCompany("Harbor Two")
		f.addCompany("Harbor Three")
		f.addCompany("Elsewhere")
		f.mark(gone.ID, tracker.Marks{Gone: true}, f.now)
		f.mark(marked.ID, tracker.Marks{Marked: true}, f.now)
		for removed, want := range map[tracker.RemovedFilter]int{tracker.RemovedInclude: 2, tracker.RemovedExclude: 1, tracker.RemovedOnly: 1} {
			names, total := f.companyNames(everything, tracker.ListQuery{Search: "ARBO", Removed: removed})
			is(t, fmt.Sprint(removed), [2]int{len(names), total}, [2]int{want, want})
		}
	})
}

// The pages of a search are the same however they are found: by sorting every
// match, by walking through the names, and by giving that up.
func TestSearchPagesFollowTheList(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		companies := make([]tracker.Company, 600)
		for i := range companies {
			name := fmt.Sprintf("Harbor %03d", i/7) // many share a name, so that the row numbers decide
			if i%3 == 0 {
				name = fmt.Sprintf("Willow %03d", i/7) // a third, all behind the others
			}
			companies[i] = tracker.Company{ID: newID(), Name: name, SupportPhone: ptr(fmt.Sprintf("+1 555 %04d", i)), CreatedAt: f.now}
		}
		f.write(func(tx *Tx) error {
			f.ok(tx.LoadCompanies(ctx, companies, "x"))
			return tx.Recount(ctx, tracker.ResponsibleRoles())
		})
		f.mark(companies[5].ID, tracker.Marks{Gone: true}, f.now)
		for _, term := range []string{"555", "harbor", "willow", "555 01", "0599", "none at all"} {
			for _, q := range []tracker.ListQuery{{}, {SortDescending: true}, {SortBy: "createdAt"}, {Removed: tracker.RemovedExclude}} {
				q.Search, q.Removed = term, cmp.Or(q.Removed, tracker.RemovedInclude)
				f.samePages("search", q, 1, 2, 7, 21)
			}
		}
	})
}
