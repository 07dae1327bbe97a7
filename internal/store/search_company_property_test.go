package store

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

// namedProject is a project as the model of its search has it.
type namedProject struct{ company, name string }

// Every search for projects finds what a look at all names finds: by words of the project, of its company or of both, in each
// order, on each page, whether matches are few or many.
func TestSearchAcrossNamesOfCompaniesAndProjects(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("mod@example.com")
		word := rapid.SampledFrom([]string{"north", "wind", "trade", "harbour", "gmbh", "ag", "shop", "20240", "ibm", "østre"})
		name := rapid.Custom(func(t *rapid.T) string {
			words := rapid.SliceOfN(word, 1, 3).Draw(t, "words")
			return strings.Join(words, rapid.SampledFrom([]string{" ", "-", ""}).Draw(t, "between"))
		})
		term := rapid.Custom(func(t *rapid.T) string {
			words := rapid.SliceOfN(word, 1, 3).Draw(t, "words")
			if rapid.Bool().Draw(t, "misspelt") {
				w := []rune(words[0])
				at := rapid.IntRange(0, len(w)-2).Draw(t, "letter")
				words[0] = swapped(w, at)
			}
			return strings.Join(words, rapid.SampledFrom([]string{" ", "  ", ""}).Draw(t, "between"))
		})
		all := map[string]*namedProject{}
		var ids, companies []string
		names := map[string]string{} // of companies
		renameCompany := func(t *rapid.T) {
			id := rapid.SampledFrom(companies).Draw(t, "company")
			before := tracker.Company{ID: id, Name: names[id], CreatedAt: f.now}
			after := before
			after.Name = name.Draw(t, "name")
			f.write(func(tx *Tx) error { return tx.UpdateCompany(f.Context(), before, after, "x", f.now) })
			names[id] = after.Name
		}
		add := func(t *rapid.T) {
			company := f.addCompany(name.Draw(t, "company"), func(c *tracker.Company) { c.SupportEmail = ptr("harbour@trade.example") })
			companies, names[company.ID] = append(companies, company.ID), company.Name
			if rapid.Bool().Draw(t, "moderated") {
				f.addModerator(company.ID, user.ID, tracker.RoleOwner)
			}
			for range rapid.IntRange(0, 4).Draw(t, "projects") {
				p := namedProject{company.ID, name.Draw(t, "project")}
				id := f.addProject(company.ID, p.name)
				all[id], ids = &p, append(ids, id)
			}
		}
		renameProject := func(t *rapid.T) {
			if len(ids) == 0 {
				return
			}
			id := rapid.SampledFrom(ids).Draw(t, "project")
			before := tracker.Project{ID: id, Name: all[id].name, CompanyID: all[id].company}
			after := before
			after.Name = name.Draw(t, "name")
			f.write(func(tx *Tx) error { return tx.UpdateProject(f.Context(), before, after, "x", f.now) })
			all[id].name = after.Name
		}
		index := func(*rapid.T) {
			if d, ok := f.dialect.(*sqliteDialect); ok {
				d.index()
			}
		}
		// want lists the names of the projects that have a term, of all or of a moderator.
		want := func(seen func(company string) bool, term string) (found []string) {
			for _, isForgiving := range []bool{false, true} {
				for _, id := range ids {
					p := all[id]
					if text := searchKey(p.name) + "\n" + searchKey(names[p.company]) + "\n"; seen(p.company) && isFoundText(text, searchKey(term), isForgiving) {
						found = append(found, p.name)
					}
				}
				if len(found) > 0 {
					break
				}
			}
			slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(searchKey(a), searchKey(b)) })
			return found
		}
		check := func(t *rapid.T) {
			text, q := term.Draw(t, "term"), f.Queries
			q.mostRanked = rapid.SampledFrom([]int{1, 4, 2000}).Draw(t, "few")
			lq := tracker.ListQuery{Search: text, PageNumber: 1, PageSize: 500, Removed: tracker.RemovedInclude}
			links := map[string]bool{}
			f.ok(each(f.Context(), f.Queries, func(r rows) error {
				var id string
				defer func() { links[id] = true }()
				return r.Scan(&id)
			}, "SELECT company_id FROM company_moderator"))
			for who, v := range map[string]Visible{"administrator": everything, "moderator": moderatedBy(user.ID)} {
				expected := want(func(company string) bool { return v.All || links[company] }, text)
				list := func(lq tracker.ListQuery) (names []string, total int) {
					found, total, err := q.Projects(f.Context(), v, ProjectQuery{ListQuery: lq})
					f.ok(err)
					for _, p := range found {
						names = append(names, p.Name)
					}
					return names, total
				}
				is := func(what string, got []string, total int, want []string) {
					if total != len(expected) || !slices.Equal(got, want) {
						t.Fatalf("%s of %q by %s, few %d: %d %q, want %d %q", what, text, who, q.mostRanked, total, got, len(expected), want)
					}
				}
				got, total := list(lq)
				is("list", got, total, expected)
				for first := 0; first < len(expected); first += 3 {
					paged := lq
					paged.PageSize, paged.PageNumber = 3, first/3+1
					got, total := list(paged)
					is("page", got, total, expected[first:min(first+3, len(expected))])
				}
				down := lq
				down.SortDescending = true
				got, total = list(down)
				slices.Reverse(got)
				is("descending list", got, total, expected)
				best := lq
				best.Ranked = true
				if got, total = list(best); len(expected) <= q.mostRanked {
					is("ranked list", got, total, ranked(expected, searchKey(text)))
				} else {
					slices.SortFunc(got, func(a, b string) int { return cmp.Compare(searchKey(a), searchKey(b)) })
					is("ranked list", got, total, expected)
				}
				var exported []string
				f.ok(q.EachProject(f.Context(), v, ProjectQuery{ListQuery: lq}, func(p tracker.Project) error { exported = append(exported, p.Name); return nil }))
				is("export", exported, len(exported), expected)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			add(t)
			for range 3 {
				rapid.SampledFrom([]func(*rapid.T){add, renameCompany, renameProject, index}).Draw(t, "step")(t)
				check(t)
			}
		})
	})
}

// isFoundText is isFound for a text of several fields, and a term with several spaces.
func isFoundText(text, term string, isForgiving bool) bool {
	words := strings.Fields(term)
	if !hasTrigrams(term) {
		return strings.HasPrefix(text, term)
	}
	if len(words) > 1 && !slices.ContainsFunc(words, hasTrigrams) {
		return strings.Contains(text, term)
	}
	if strings.Contains(text, term) {
		return true
	}
	for _, word := range words {
		text := "\n" + text
		has := hasTrigrams(word) && strings.Contains(text, word) || !hasTrigrams(word) && beginsAWord(text, word, 0)
		if !has && (!isForgiving || !forgives(word) || !hasNearly(text, []rune(word))) {
			return false
		}
	}
	return true
}
