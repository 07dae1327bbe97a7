package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

func TestCompaniesFilteredSortedAndPaged(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("mod@example.com")
		for i, name := range []string{"beta", "Alpha", "Gamma 100%", "delta_x", "Éclair"} {
			c := f.addCompany(name, func(c *tracker.Company) {
				c.CreatedAt, c.SupportEmail, c.SupportPhone = f.now.Add(time.Duration(-i)*time.Hour), ptr("help@"+name+".example"), ptr("+1 555 000"+string(rune('0'+i)))
			})
			if i%2 == 0 {
				f.addModerator(c.ID, user.ID, tracker.RoleNone)
			}
			if name == "beta" {
				f.mark(c.ID, tracker.Marks{Marked: true}, f.now)
			}
		}
		mine := moderatedBy(user.ID)
		for _, test := range []struct {
			visible Visible
			query   tracker.ListQuery
			want    []string
			total   int
		}{
			{everything, tracker.ListQuery{}, []string{"Alpha", "beta", "delta_x", "Gamma 100%", "Éclair"}, 5},
			{everything, tracker.ListQuery{SortDescending: true, PageNumber: 2, PageSize: 2}, []string{"delta_x", "beta"}, 5},
			{everything, tracker.ListQuery{SortBy: "createdAt"}, []string{"Éclair", "delta_x", "Gamma 100%", "Alpha", "beta"}, 5},
			{everything, tracker.ListQuery{SortBy: "name; DROP TABLE company"}, []string{"Alpha", "beta", "delta_x", "Gamma 100%", "Éclair"}, 5},
			{everything, tracker.ListQuery{PageNumber: 10_000_000, PageSize: 200}, nil, 5},
			{everything, tracker.ListQuery{Removed: tracker.RemovedOnly}, []string{"beta"}, 1},
			{everything, tracker.ListQuery{Removed: tracker.RemovedExclude, PageNumber: 1, PageSize: 2}, []string{"Alpha", "delta_x"}, 4},
			{mine, tracker.ListQuery{}, []string{"beta", "Gamma 100%", "Éclair"}, 3},
			{mine, tracker.ListQuery{Removed: tracker.RemovedExclude, Search: "example"}, []string{"Gamma 100%", "Éclair"}, 2},
			{moderatedBy(newID()), tracker.ListQuery{}, nil, 0},
			{everything, tracker.ListQuery{Search: "  ALPHA  "}, []string{"Alpha"}, 1},
			{everything, tracker.ListQuery{Search: "lph"}, []string{"Alpha"}, 1},
			{everything, tracker.ListQuery{Search: "lp"}, nil, 0}, // below three characters: the beginning of the name
			{everything, tracker.ListQuery{Search: "é"}, []string{"Éclair"}, 1},
			{everything, tracker.ListQuery{Search: "555 0002"}, []string{"Gamma 100%"}, 1},
			{everything, tracker.ListQuery{Search: "00%"}, []string{"Gamma 100%"}, 1},
			{everything, tracker.ListQuery{Search: "%"}, nil, 0},
			{everything, tracker.ListQuery{Search: "%%%"}, nil, 0},
			{everything, tracker.ListQuery{Search: "___"}, nil, 0},
			{everything, tracker.ListQuery{Search: "ta_x"}, []string{"delta_x"}, 1},
			{everything, tracker.ListQuery{Search: `\\\`}, nil, 0},
			{everything, tracker.ListQuery{Search: `"""`}, nil, 0},
			{everything, tracker.ListQuery{Search: `alpha" OR "beta`}, nil, 0},
			{everything, tracker.ListQuery{Search: `alpha*`}, []string{"Alpha"}, 1}, // the asterisk is a wrong letter
			{everything, tracker.ListQuery{Search: "100% gam"}, []string{"Gamma 100%"}, 1},
			{everything, tracker.ListQuery{Search: "1 gamma"}, []string{"Gamma 100%"}, 1},
			{everything, tracker.ListQuery{Search: "mm 100%"}, nil, 0},                                  // a short word is the beginning of a word
			{everything, tracker.ListQuery{Search: "a 100%"}, []string{"Gamma 100%"}, 1},                // unless the whole term is there
			{everything, tracker.ListQuery{Search: "gamma gamma gam gam gam gam amm amm ma 1"}, nil, 0}, // the ninth word belongs to the eighth
			{everything, tracker.ListQuery{Search: "al\x00pha"}, []string{"Alpha"}, 1},
			{everything, tracker.ListQuery{Search: "\xff\xfe\xfd"}, nil, 0},
			{everything, tracker.ListQuery{Search: "\U0010FFFF"}, nil, 0},
			{everything, tracker.ListQuery{Search: "betahelp"}, nil, 0}, // no term spans two fields
		} {
			names, total := f.companyNames(test.visible, test.query)
			if d := cmp.Diff(test.want, names); d != "" || total != test.total {
				t.Errorf("%+v %+v: total %d, want %d\n%s", test.visible, test.query, total, test.total, d)
			}
			if test.query.PageSize > 0 {
				continue
			}
			var streamed []string
			f.ok(f.EachCompany(t.Context(), test.visible, CompanyQuery{ListQuery: test.query}, func(c tracker.Company) error {
				streamed = append(streamed, c.Name)
				return nil
			}))
			if d := cmp.Diff(test.want, streamed); d != "" {
				t.Errorf("%+v %+v, streamed:\n%s", test.visible, test.query, d)
			}
		}
	})
}

func TestPagesOfEqualNamesNeitherRepeatNorSkip(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		want := map[string]bool{}
		for range 10 {
			want[f.addCompany("Same").ID] = true
		}
		for _, descending := range []bool{false, true} {
			seen := map[string]bool{}
			for page := 1; page <= 4; page++ {
				list, total, err := f.Companies(t.Context(), everything, CompanyQuery{ListQuery: tracker.ListQuery{PageNumber: page, PageSize: 3, SortDescending: descending}})
				f.ok(err)
				is(t, "total", total, 10)
				for _, c := range list {
					seen[c.ID] = true
				}
			}
			if d := cmp.Diff(want, seen); d != "" {
				t.Error(d)
			}
		}
	})
}

func TestStreamStopsAtTheReadersError(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.addCompany("a")
		f.addCompany("b")
		calls := 0
		err := f.EachCompany(t.Context(), everything, CompanyQuery{}, func(tracker.Company) error { calls++; return errRolledBack })
		if err != errRolledBack || calls != 1 {
			t.Errorf("%v after %d calls", err, calls)
		}
		for range 2 * sqliteReaders { // every connection came back
			f.companyNames(everything, tracker.ListQuery{})
		}
	})
}

// Letters of several scripts, some of which fold or sort in surprising ways.
var letters = []string{"a", "b", "A", "Z", "ä", "Ä", "ß", "ẞ", "é", "e\u0301", "ı", "İ", "i", "I", "ς", "σ", "Σ", "ﬁ", "ж", "Ж", "あ", "ア", "中", "한",
	"😀", "\U0010FFFF", "0", "9", " ", "-", "_", "%", `"`, `\`, "'", "*", "\u00a0", "\u200b", "Ǆ", "ǅ", "ſ", "K"}

// Both databases answer every list and search alike: the same rows in the same order.
func TestOrderAndSearchAreTheSameOnBothDatabases(t *testing.T) {
	lite := &fixture{T: t, Store: newSQLite(t), now: time.Unix(1_700_000_000, 0)}
	post := &fixture{T: t, Store: newPostgres(t), now: lite.now}
	word := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(letters), 1, 6).Draw(t, "letters"), "")
	})
	add := func(name string) {
		lite.addCompany(name)
		post.addCompany(name)
	}
	for _, l := range letters {
		add(l + l + l)
	}
	rapid.Check(t, func(t *rapid.T) {
		name := word.Draw(t, "name")
		add(name)
		// Parts of what is there, in either case, so that searches find something.
		runes := []rune(name)
		from := rapid.IntRange(0, len(runes)-1).Draw(t, "from")
		term := rapid.SampledFrom([]func(string) string{strings.Clone, strings.ToUpper, strings.ToLower}).Draw(t, "case")(string(runes[from:]))
		query := tracker.ListQuery{Search: term, SortDescending: rapid.Bool().Draw(t, "descending")}
		for _, q := range []tracker.ListQuery{query, {Search: word.Draw(t, "term")}, {}} {
			l, lTotal := lite.companyNames(everything, q)
			p, pTotal := post.companyNames(everything, q)
			if !slices.Equal(l, p) || lTotal != pTotal {
				t.Fatalf("search %q\nsqlite   %d %q\npostgres %d %q", q.Search, lTotal, l, pTotal, p)
			}
		}
	})
}

// A list that is read to its end holds no connection between its pieces, however
// many do so at once, and what comes and goes meanwhile moves no other row.
func TestEachReadsInPieces(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		companies := make([]tracker.Company, 2*PieceRows+500)
		for i := range companies {
			companies[i] = tracker.Company{ID: newID(), Name: fmt.Sprintf("Company %04d", i/7), CreatedAt: f.now}
		}
		f.write(func(tx *Tx) error {
			f.ok(tx.LoadCompanies(ctx, companies, "x"))
			return tx.Recount(ctx, tracker.ResponsibleRoles())
		})
		for _, q := range []tracker.ListQuery{{}, {SortDescending: true}, {SortBy: "createdAt"}, {Search: "company"},
			{SortBy: "createdAt", Then: []tracker.Sort{{By: "name", Descending: true}}}, {SortBy: "createdAt", SortDescending: true, Then: []tracker.Sort{{By: "margin"}}}} {
			f.eachOnce(ctx, companies[10:], q)
		}
		var nest func(depth int) error
		nest = func(depth int) error {
			if depth == 0 {
				return errDeepest
			}
			return f.EachCompany(ctx, everything, CompanyQuery{}, func(tracker.Company) error { return nest(depth - 1) })
		}
		if err := nest(40); !errors.Is(err, errDeepest) {
			t.Errorf("forty at once: %v", err)
		}
	})
}

var errDeepest = errors.New("deep enough")

// eachOnce reads the list while rows are added and taken away at both ends of a piece.
func (f *fixture) eachOnce(ctx context.Context, want []tracker.Company, q tracker.ListQuery) {
	f.Helper()
	seen := map[string]int{}
	n := 0
	f.ok(f.EachCompany(ctx, everything, CompanyQuery{ListQuery: q}, func(c tracker.Company) error {
		seen[c.ID]++
		if n++; n%PieceRows == 10 {
			f.addCompany("Company 0000")
			f.addCompany("Company 0200")
			f.addCompany("Company 9999")
			if n == 10 && q.SortBy == "" && !q.SortDescending {
				f.mark(c.ID, tracker.Marks{Gone: true}, f.now)
			}
		}
		return nil
	}))
	for _, c := range want {
		if seen[c.ID] != 1 {
			f.Fatalf("%+v: %s appears %d times", q, c.Name, seen[c.ID])
		}
	}
}
