package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// rankedNames reads all pages of a search that has no other order.
func (f *fixture) rankedNames(v Visible, term string, pageSize int) (names []string) {
	f.Helper()
	for page := 1; ; page++ {
		some, total := f.companyNames(v, tracker.ListQuery{Search: term, Ranked: true, PageNumber: page, PageSize: pageSize, Removed: tracker.RemovedInclude})
		if names = append(names, some...); len(some) == 0 {
			is(f.T, "total", total, len(names))
			return names
		}
	}
}

func TestASearchBeginsWithWhatFitsBest(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for _, name := range []string{"The Harbour", "Harbour", "Harbourside", "A harbour", "Newharbour", "Harbour Master", "Old-Harbour", "Unharboured"} {
			f.addCompany(name)
		}
		want := "Harbour, Harbour Master, Harbourside, A harbour, Old-Harbour, The Harbour, Newharbour, Unharboured"
		for _, size := range []int{3, 200} {
			is(t, "ranked", strings.Join(f.rankedNames(everything, "HARBOUR", size), ", "), want)
		}
		names, _ := f.companyNames(everything, tracker.ListQuery{Search: "harbour", Ranked: true, SortBy: "createdAt"})
		is(t, "sorted otherwise", names[0], "The Harbour")
	})
}

// A search that finds more than is sorted by words still begins with the names that begin with the term.
func TestABroadSearchBeginsWithBeginnings(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("mod@example.com")
		var companies []tracker.Company
		var beginning, rest []string
		for i := range maxRanked + 100 {
			name := fmt.Sprintf("%c%04d trade", 'a'+i%26, i)
			rest = append(rest, name)
			if i%10 == 0 {
				name = fmt.Sprintf("Trade %04d", i)
				rest, beginning = rest[:len(rest)-1], append(beginning, name)
			}
			companies = append(companies, tracker.Company{ID: newID(), Name: name, CreatedAt: f.now})
		}
		f.write(func(tx *Tx) error {
			f.ok(tx.LoadCompanies(t.Context(), companies, "x"))
			return tx.Recount(t.Context(), tracker.ResponsibleRoles())
		})
		slices.Sort(beginning)
		slices.Sort(rest)
		want := fmt.Sprint(append(beginning, rest...))
		is(t, "ranked", fmt.Sprint(f.rankedNames(everything, "trade", 130)), want)
		f.raw("INSERT INTO company_moderator (id, company_id, user_id, role, created_at, updated_at) SELECT id, id, $1, 1, 1, 1 FROM company", user.ID)
		is(t, "of a moderator", fmt.Sprint(f.rankedNames(moderatedBy(user.ID), "trade", 200)), want)
	})
}
