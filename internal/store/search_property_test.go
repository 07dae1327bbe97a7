package store

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

// searched are the ways to search one table: a page of a list with the total, an export, and the palette.
type searched struct {
	page   func(lq tracker.ListQuery) (names []string, total int)
	export func(lq tracker.ListQuery) []string
	find   func(term string) []string
	live   string // the condition of rows that a search may find
}

func (f *fixture) searches() map[string]searched {
	ctx := f.Context()
	names := func(hits Hits, err error) (names []string) {
		f.ok(err)
		for _, hit := range hits.First {
			names = append(names, hit.Name)
		}
		is(f.T, "count", hits.Count.Count, len(names))
		return names
	}
	return map[string]searched{
		"company": {
			page: func(lq tracker.ListQuery) ([]string, int) { return f.companyNames(everything, lq) },
			export: func(lq tracker.ListQuery) (names []string) {
				f.ok(f.EachCompany(ctx, everything, CompanyQuery{ListQuery: lq}, func(c tracker.Company) error { names = append(names, c.Name); return nil }))
				return names
			},
			find: func(term string) []string { return names(f.FindCompanies(ctx, everything, term, 1000)) },
			live: "deleted_at IS NULL",
		},
		"project": {
			page: func(lq tracker.ListQuery) (names []string, total int) {
				list, total, err := f.Projects(ctx, everything, ProjectQuery{ListQuery: lq})
				f.ok(err)
				for _, p := range list {
					names = append(names, p.Name)
				}
				return names, total
			},
			export: func(lq tracker.ListQuery) (names []string) {
				f.ok(f.EachProject(ctx, everything, ProjectQuery{ListQuery: lq}, func(p tracker.Project) error { names = append(names, p.Name); return nil }))
				return names
			},
			find: func(term string) []string { return names(f.FindProjects(ctx, everything, term, 1000)) },
			live: "deleted_at IS NULL",
		},
		"users": {
			page: func(lq tracker.ListQuery) (names []string, total int) {
				list, total, err := f.Users(ctx, lq, tracker.UserFilter{})
				f.ok(err)
				for _, u := range list {
					names = append(names, u.DisplayName)
				}
				return names, total
			},
			export: func(lq tracker.ListQuery) (names []string) {
				f.ok(f.EachUser(ctx, lq, tracker.UserFilter{}, func(u tracker.User) error { names = append(names, u.DisplayName); return nil }))
				return names
			},
			find: func(term string) []string { return names(f.FindUsers(ctx, everything, term, 1000)) },
			live: "TRUE",
		},
		"catalogue_item": {
			page: func(lq tracker.ListQuery) (names []string, total int) {
				list, total, err := f.Items(ctx, ItemQuery{ListQuery: lq, Kind: tracker.Products})
				f.ok(err)
				for _, i := range list {
					names = append(names, i.Name)
				}
				return names, total
			},
			export: func(lq tracker.ListQuery) (names []string) {
				f.ok(f.EachItem(ctx, ItemQuery{ListQuery: lq, Kind: tracker.Products}, func(i tracker.CatalogueItem) error { names = append(names, i.Name); return nil }))
				return names
			},
			find: func(term string) []string { return names(f.FindProducts(ctx, everything, term, 1000)) },
			live: "deleted_at IS NULL",
		},
	}
}

// storedNames reads the texts themselves: the names of the rows whose text has what a term asks for, or resembles it
// if there is none.
func (f *fixture) storedNames(table, live, term string) []string {
	f.Helper()
	name := cmp.Or(map[string]string{"users": "display_name"}[table], "name")
	statement := "SELECT " + name + ", search_text FROM " + table + " WHERE " + live + " ORDER BY name_key, rowno"
	if table == "project" {
		statement = "SELECT p.name, p.search_text || c.name_key || '\n' FROM project p JOIN company c ON c.id = p.company_id WHERE p." + live + " ORDER BY p.name_key, p.rowno"
	}
	var found, resembling []string
	f.ok(each(f.Context(), f.Queries, func(r rows) error {
		var name, text string
		f.ok(r.Scan(&name, &text))
		if isFound(text, term, false) {
			found = append(found, name)
		}
		if isFound(text, term, true) {
			resembling = append(resembling, name)
		}
		return nil
	}, statement))
	if found == nil {
		return resembling
	}
	return found
}

// ranked sorts names, which are sorted, as a search without another order does.
func ranked(names []string, term string) []string {
	rank := func(name string) int {
		switch name = searchKey(name); {
		case len(term) < tracker.MinSearchAnywhere || strings.HasPrefix(name, term):
			return 0
		case strings.Contains(name, " "+term) || strings.Contains(name, "-"+term):
			return 1
		}
		return 2
	}
	return slices.SortedStableFunc(slices.Values(names), func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
}

// isFound says what a search is to find, in plain words.
func isFound(text, term string, isForgiving bool) bool {
	if len(term) < tracker.MinSearchAnywhere {
		return strings.HasPrefix(text, term)
	}
	if strings.Contains(text, term) {
		return true
	}
	isIndexed := false
	for _, word := range strings.Fields(term) {
		isShort := len(word) < tracker.MinSearchAnywhere
		isIndexed = isIndexed || !isShort
		if !isShort && strings.Contains(text, word) || beginsAWord(text, word, 0) || isForgiving && len(word) >= 5 && beginsAWord(text, word, 1) {
			continue
		}
		return false
	}
	return isIndexed
}

// beginsAWord reports whether a word of the text begins with another, but for some mistakes.
func beginsAWord(text, word string, mistakes int) bool {
	for i := range text {
		if i > 0 && !strings.ContainsRune(wordStarts, rune(text[i-1])) {
			continue
		}
		line, _, _ := strings.Cut(text[i:], "\n")
		for end := range min(len(line), len(word)+mistakes) + 1 {
			if differs(line[:end], word, mistakes) {
				return true
			}
		}
	}
	return false
}

// differs reports whether at most some letters, changed, added, taken away or swapped with the next one, make a word of another.
func differs(a, b string, mistakes int) bool {
	switch {
	case a == b:
		return true
	case a != "" && b != "" && a[0] == b[0] && differs(a[1:], b[1:], mistakes):
		return true
	case mistakes == 0:
		return false
	}
	return a != "" && b != "" && differs(a[1:], b[1:], mistakes-1) || a != "" && differs(a[1:], b, mistakes-1) || b != "" && differs(a, b[1:], mistakes-1) ||
		len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && differs(a[2:], b[2:], mistakes-1)
}

// killed is the store as another process finds it when this one is killed now.
func (f *fixture) killed() *Store {
	d, ok := f.dialect.(*sqliteDialect)
	if !ok {
		return f.Store
	}
	dir := f.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(d.path + suffix)
		f.ok(err)
		f.ok(os.WriteFile(filepath.Join(dir, SQLiteFile+suffix), content, 0o600))
	}
	return openSQLiteIn(f.T, dir)
}

// After every step, each way to search finds exactly the rows whose stored text has the
// term: indexed or pending, renamed, removed, purged, or left by a process that was killed.
func TestSearchFindsWhatIsStored(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		category := tracker.Category{ID: newID(), Kind: tracker.Products, Name: "Category"}
		f.write(func(tx *Tx) error { return tx.InsertCategory(f.Context(), category, "x", f.now) })
		f.addCompany("abcab")
		word := rapid.StringMatching(`[ab"]{1,8}([ -][ab"]{1,8}){0,2}`)
		rename := func(table, name string) func(*rapid.T) {
			return func(t *rapid.T) {
				text := word.Draw(t, "name")
				f.raw("UPDATE "+table+" SET "+name+" = $1, name_key = $1, search_text = $1 || $3 WHERE rowno % 3 = $2", text, rapid.IntRange(0, 2).Draw(t, "which"), "\n")
			}
		}
		remove := func(table string) func(*rapid.T) {
			return func(t *rapid.T) {
				f.raw("UPDATE "+table+" SET deleted_at = CASE WHEN deleted_at IS NULL THEN 1 END WHERE rowno % 4 = $1", rapid.IntRange(0, 3).Draw(t, "which"))
				f.write(func(tx *Tx) error { return tx.Recount(f.Context(), tracker.ResponsibleRoles()) })
			}
		}
		check := func(t *rapid.T) {
			term := word.Draw(t, "term")
			for table, s := range f.searches() {
				stored := f.storedNames(table, s.live, term)
				lq := tracker.ListQuery{Search: term, PageNumber: 1, PageSize: 200, Removed: tracker.RemovedInclude}
				page, total := s.page(lq)
				if want := fmt.Sprint(len(stored), stored); fmt.Sprint(total, page) != want {
					t.Fatalf("%s by %q: page %d %v, stored %s", table, term, total, page, want)
				}
				if found := s.export(lq); !slices.Equal(found, stored) {
					t.Fatalf("%s by %q: export %v, stored %v", table, term, found, stored)
				}
				if found, want := s.find(term), ranked(stored, term); !slices.Equal(found, want) {
					t.Fatalf("%s by %q: found %v, want %v", table, term, found, want)
				}
				lq.SortBy = "createdAt"
				if _, total := s.page(lq); total != len(stored) {
					t.Fatalf("%s by %q, sorted otherwise: %d, stored %v", table, term, total, stored)
				}
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			t.Repeat(map[string]func(*rapid.T){
				"": check,
				"company": func(t *rapid.T) {
					f.addProject(f.addCompany(word.Draw(t, "name")).ID, word.Draw(t, "project"))
				},
				"user": func(t *rapid.T) { f.addUser(newID() + word.Draw(t, "name")) },
				"item": func(t *rapid.T) {
					f.write(func(tx *Tx) error {
						return tx.InsertItem(f.Context(), tracker.CatalogueItem{ID: newID(), Kind: tracker.Products, CategoryID: category.ID, Name: word.Draw(t, "name"),
							Cost: ptr(tracker.Money(1)), CreatedAt: f.now}, "x")
					})
				},
				"rename companies": rename("company", "name"),
				"rename projects":  rename("project", "name"),
				"rename users":     rename("users", "display_name"),
				"rename items":     rename("catalogue_item", "name"),
				"remove companies": remove("company"),
				"remove projects":  remove("project"),
				"purge": func(*rapid.T) {
					f.raw("DELETE FROM project WHERE deleted_at IS NOT NULL")
					f.raw("DELETE FROM company WHERE deleted_at IS NOT NULL AND id NOT IN (SELECT company_id FROM project)")
				},
				"rolled back": func(t *rapid.T) {
					_ = f.Write(f.Context(), func(tx *Tx) error {
						_, err := tx.run(f.Context(), "UPDATE company SET search_text = $1", word.Draw(t, "name"))
						f.ok(err)
						return errRolledBack
					})
				},
				"index": func(*rapid.T) {
					if d, ok := f.dialect.(*sqliteDialect); ok {
						d.index()
					}
				},
				"kill": func(*rapid.T) { f.Store = f.killed() },
			})
		})
		if d, ok := f.dialect.(*sqliteDialect); ok {
			f.indexed(d)
		}
	})
}

// Whoever has renamed a company finds it at once, by its new name and not by its old
// one, whatever others write and whenever the index is brought up to date.
func TestRenamersFindTheirCompaniesAtOnce(t *testing.T) {
	const renamers, renames = 6, 25
	onBoth(t, func(t *testing.T, f *fixture) {
		found := func(term string) string {
			companies, total := f.companyNames(everything, tracker.ListQuery{Search: term, PageNumber: 1, PageSize: 50, Removed: tracker.RemovedInclude})
			projects := f.projectsFound(term)
			return fmt.Sprint(total, companies, projects)
		}
		var all sync.WaitGroup
		for i := range renamers {
			company := f.addCompany(fmt.Sprintf("start-%d-", i))
			f.addProject(company.ID, "P")
			all.Go(func() {
				for n := range renames {
					old, name := company.Name, fmt.Sprintf("renamed-%d-%d-", i, n)
					next := company
					next.Name = name
					rename := func() error {
						return f.Write(t.Context(), func(tx *Tx) error { return tx.UpdateCompany(t.Context(), company, next, "x", f.now) })
					}
					err := rename()
					for errors.Is(err, tracker.ErrBusy) { // it lost too many races
						err = rename()
					}
					if err != nil {
						t.Error(err)
						return
					}
					company = next
					if got, want := found(name), fmt.Sprintf("1 [%s]P", name); got != want {
						t.Errorf("by the new name: %s, want %s", got, want)
					}
					if got := found(old); got != "0 []" {
						t.Errorf("by the old name: %s", got)
					}
				}
			})
		}
		if d, ok := f.dialect.(*sqliteDialect); ok {
			all.Go(func() {
				for range renames {
					d.index()
				}
			})
		}
		all.Wait()
	})
}

// A process that is killed leaves pending rows. The next one finds them, and indexes them when it starts.
func TestPendingRowsSurviveAKill(t *testing.T) {
	f, d := newSQLiteFixture(t)
	f.addCompany("before")
	f.ok(f.Close())
	other := helper(t, "rename", filepath.Dir(d.path))
	_ = other.Process.Kill()
	_ = other.Wait()
	f.Store = openSQLiteIn(t, filepath.Dir(d.path))
	d = f.dialect.(*sqliteDialect)
	is(t, "pending", f.count("search_pending"), 2) // in the index of companies, and in that of their names
	found := func() string {
		names, total := f.companyNames(everything, tracker.ListQuery{Search: "name", Removed: tracker.RemovedInclude})
		return fmt.Sprint(total, len(names), strings.HasPrefix(names[0], "name "))
	}
	is(t, "found", found(), "1 1 true")
	f.ok(f.Migrate(t.Context()))
	is(t, "pending after the start", f.count("search_pending"), 0)
	f.indexed(d)
	is(t, "found after the start", found(), "1 1 true")
}
