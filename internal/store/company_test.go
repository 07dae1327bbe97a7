package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

func TestCompanyIsReadAsWritten(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		want := f.addCompany("Malmö Bakery & Söhne", func(c *tracker.Company) {
			c.Details, c.SupportEmail, c.SupportPhone = ptr("line"), ptr("s@example.com"), ptr("")
			c.HeadAddress = &tracker.Address{Country: "Sweden", ProvinceState: "Skåne", PostalZipCode: ptr("211 00")}
		})
		want.Version = 1
		got, err := f.Company(t.Context(), want.ID)
		f.ok(err)
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		before := want
		want.Name, want.Details, want.SupportEmail, want.SupportPhone, want.HeadAddress = "New", nil, nil, ptr("1"), nil
		f.write(func(tx *Tx) error { return tx.UpdateCompany(t.Context(), before, want, "tester", f.now) })
		want.Version = 2
		got, err = f.Company(t.Context(), want.ID)
		f.ok(err)
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		names, _ := f.companyNames(everything, tracker.ListQuery{Search: "bakery"})
		is(t, "found by its old name", len(names), 0)
	})
}

func TestCompanyTombstoneIsInvisible(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		owner := f.addUser("owner@example.com")
		c := f.addCompany("Northwind")
		f.addModerator(c.ID, owner.ID, tracker.RoleOwner)
		f.mark(c.ID, tracker.Marks{Gone: true}, f.now)
		_, read := f.Company(t.Context(), c.ID)
		edit := f.Write(t.Context(), func(tx *Tx) error { return tx.UpdateCompany(t.Context(), c, c, "x", f.now) })
		for what, err := range map[string]error{"read": read, "edit": edit} {
			if !tracker.IsKind(err, tracker.KindNotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
		for _, v := range []Visible{everything, moderatedBy(owner.ID)} {
			for _, search := range []string{"", "no", "northwind"} {
				if names, total := f.companyNames(v, tracker.ListQuery{Search: search}); len(names) != 0 || total != 0 {
					t.Errorf("%+v %q lists %v of %d", v, search, names, total)
				}
			}
		}
		state, err := f.RemovableCompany(t.Context(), c.ID)
		f.ok(err)
		is(t, "state", state.Removable, tracker.Removable{Found: true, Gone: true})
		f.mark(c.ID, tracker.Marks{}, f.now)
		if _, err := f.Company(t.Context(), c.ID); err != nil {
			t.Errorf("after restore: %v", err)
		}
	})
}

func TestCompanyRemovable(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		if _, err := f.RemovableCompany(t.Context(), newID()); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("an unknown company: %v", err)
		}
		c := f.addCompany("A")
		project := f.addProject(c.ID, "Site")
		f.mark(c.ID, tracker.Marks{Marked: true}, f.now)
		state, err := f.RemovableCompany(t.Context(), c.ID)
		f.ok(err)
		is(t, "in use", state.Removable, tracker.Removable{Found: true, Marked: true, InUse: true})
		f.raw("UPDATE project SET deleted_at = 1 WHERE id = $1", project)
		state, err = f.RemovableCompany(t.Context(), c.ID)
		f.ok(err)
		is(t, "its last project gone", state.Removable, tracker.Removable{Found: true, Marked: true})
		// The first removal time stays, however often it is asked for.
		f.mark(c.ID, tracker.Marks{Marked: true}, f.now.Add(time.Hour))
		got, err := f.Company(t.Context(), c.ID)
		f.ok(err)
		is(t, "removed at", *got.RemovedAt, f.now)
		is(t, "version", got.Version, 3)
	})
}

func TestCompanyProjectsLeaveOutTombstones(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		c := f.addCompany("A")
		for _, name := range []string{"shop", "App", "Émile", "gone"} {
			f.addProject(c.ID, name)
		}
		f.raw("UPDATE project SET deleted_at = 1 WHERE name = 'gone'")
		f.raw("UPDATE project SET removed_at = 5 WHERE name = 'shop'")
		n, err := f.CompanyProjectCount(t.Context(), c.ID)
		f.ok(err)
		is(t, "count", n, 3)
		list, err := f.CompanyProjects(t.Context(), c.ID, 2, 1)
		f.ok(err)
		is(t, "page", len(list), 2)
		is(t, "second by name", list[0].Name, "shop")
		is(t, "marked", list[0].IsRemoved, true)
		is(t, "third by name", list[1].Name, "Émile")
	})
}

func TestStatisticsCountWhatTheCallerSees(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		owner := f.addUser("owner@example.com")
		mine, marked, gone := f.addCompany("mine"), f.addCompany("marked"), f.addCompany("gone")
		f.addModerator(mine.ID, owner.ID, tracker.RoleNone)
		for _, c := range []tracker.Company{mine, marked, gone, f.addCompany("other")} {
			f.addProject(c.ID, "one")
		}
		f.mark(marked.ID, tracker.Marks{Marked: true}, f.now)
		f.mark(gone.ID, tracker.Marks{Gone: true}, f.now)
		s, err := f.Statistics(t.Context(), f.now)
		f.ok(err)
		is(t, "statistics of everything", [2]int{s.Companies, s.Projects}, [2]int{2, 2})
		for userID, want := range map[string][2]int{owner.ID: {1, 1}, newID(): {0, 0}} {
			s, err := f.ModeratorStatistics(t.Context(), moderatedBy(userID), nil, f.now)
			f.ok(err)
			is(t, "statistics", [2]int{s.Companies, s.Projects}, want)
		}
	})
}

// The totals of unfiltered lists are kept, not counted: they must agree with the
// table after whatever was done to it.
func TestTalliesAgreeWithTheTables(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		var ids []string
		check := func(t *rapid.T) {
			for filter, condition := range map[tracker.RemovedFilter]string{
				tracker.RemovedInclude: "",
				tracker.RemovedExclude: " AND removed_at IS NULL",
				tracker.RemovedOnly:    " AND removed_at IS NOT NULL",
			} {
				_, total, err := f.Companies(f.Context(), everything, CompanyQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 1, Removed: filter}})
				f.ok(err)
				if counted := f.count("company WHERE deleted_at IS NULL" + condition); total != counted {
					t.Fatalf("%s: the kept total is %d, there are %d", filter, total, counted)
				}
			}
			admins, all, err := f.UserCounts(f.Context())
			f.ok(err)
			if counted := [2]int{f.count("users WHERE is_admin"), f.count("users")}; counted != [2]int{admins, all} {
				t.Fatalf("the kept totals are %d and %d, there are %v", admins, all, counted)
			}
		}
		rapid.Check(t, func(t *rapid.T) {
			t.Repeat(map[string]func(*rapid.T){
				"": check,
				"insert": func(t *rapid.T) {
					ids = append(ids, f.addCompany("c").ID)
				},
				"user": func(t *rapid.T) {
					f.addUser(newID()+"@example.com", func(u *tracker.User) { u.IsAdmin = rapid.Bool().Draw(t, "admin") })
				},
				"move": func(t *rapid.T) { // any removal state, also the one it is in
					if len(ids) == 0 {
						t.Skip()
					}
					f.mark(rapid.SampledFrom(ids).Draw(t, "company"), tracker.Marks{Marked: rapid.Bool().Draw(t, "marked"), Gone: rapid.Bool().Draw(t, "gone")}, f.now)
				},
				"rolled back": func(t *rapid.T) {
					_ = f.Write(f.Context(), func(tx *Tx) error {
						f.ok(tx.InsertCompany(f.Context(), tracker.Company{ID: newID(), Name: "x", CreatedAt: f.now}, "x"))
						return errRolledBack
					})
				},
				"purge": func(t *rapid.T) {
					_, err := f.Cleanup(f.Context(), Retention{Tombstones: time.Hour}, f.now.Add(2*time.Hour))
					f.ok(err)
					ids = ids[:0]
					f.ok(each(f.Context(), f.Queries, func(r rows) error {
						id, err := scanOne[string](r)
						ids = append(ids, id)
						return err
					}, "SELECT id FROM company"))
				},
			})
		})
	})
}
