package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

func TestCompanyModerators(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		c := f.addCompany("A")
		user := f.addUser("mod@example.com", func(u *tracker.User) { u.DisplayName, u.PhoneNumber = "Mo Derator", ptr("+1") })
		want := f.addModerator(c.ID, user.ID, tracker.RoleSupport)
		want.Version, want.UserEmail = 1, user.Email
		want.Moderator = tracker.ModeratorUser{DisplayName: "Mo Derator", Email: user.Email, PhoneNumber: ptr("+1")}
		check := func(what string) {
			t.Helper()
			byID, err := f.CompanyModerator(t.Context(), want.ID)
			f.ok(err)
			byUser, err := f.CompanyModeratorOf(t.Context(), c.ID, user.ID)
			f.ok(err)
			list, err := f.CompanyModerators(t.Context(), c.ID)
			f.ok(err)
			if d := cmp.Diff(want, byID) + cmp.Diff(want, byUser) + cmp.Diff([]tracker.CompanyModerator{want}, list); d != "" {
				t.Errorf("%s: %s", what, d)
			}
		}
		check("added")
		want.Role, want.Details = tracker.RoleOwner, ptr("all of it")
		f.write(func(tx *Tx) (err error) {
			want.Version, err = tx.UpdateCompanyModerator(t.Context(), want, "tester", f.now)
			return err
		})
		is(t, "version", want.Version, 2)
		check("edited")

		again := tracker.CompanyModerator{ID: newID(), CompanyID: c.ID, UserID: user.ID, CreatedAt: f.now}
		if err := f.Write(t.Context(), func(tx *Tx) error { return tx.InsertCompanyModerator(t.Context(), again, "x") }); !errors.Is(err, ErrTaken) {
			t.Errorf("a second link of one user: %v", err)
		}
		f.write(func(tx *Tx) error { return tx.DeleteCompanyModerator(t.Context(), want.ID) })
		f.write(func(tx *Tx) error { return tx.DeleteCompanyModerator(t.Context(), want.ID) })
		if _, err := f.CompanyModerator(t.Context(), want.ID); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("a removed link: %v", err)
		}
	})
}

func TestRolesOfAUser(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, guest := f.addUser("a@example.com"), f.addUser("b@example.com")
		first, second := f.addCompany("first"), f.addCompany("second")
		type rights struct{ moderates, manages bool }
		of := func(u tracker.User) (r rights) {
			var err error
			r.moderates, err = f.ModeratesAnything(t.Context(), u.ID)
			f.ok(err)
			roles, err := f.RolesAnywhere(t.Context(), u.ID)
			f.ok(err)
			r.manages = tracker.Access{Roles: roles}.May(tracker.ManageModerators)
			return r
		}
		is(t, "without a role", of(user), rights{})
		f.addModerator(first.ID, user.ID, tracker.RoleDeveloper)
		is(t, "as developer", of(user), rights{moderates: true})
		f.addModerator(second.ID, user.ID, tracker.RoleManager)
		is(t, "as manager", of(user), rights{moderates: true, manages: true})
		is(t, "somebody else", of(guest), rights{})
		_, on, err := f.CompanyOf(t.Context(), first.ID, user.ID)
		f.ok(err)
		if d := cmp.Diff([]tracker.Role{tracker.RoleDeveloper}, on); d != "" {
			t.Error(d)
		}
	})
}

func TestModeratorsAreListedInOrderAndBounded(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		c := f.addCompany("A")
		f.write(func(tx *Tx) error {
			for i := range MaxModerators + 1 {
				u := tracker.User{ID: newID(), Email: newID(), CreatedAt: f.now}
				if err := tx.InsertUser(t.Context(), u, nil); err != nil {
					return err
				}
				m := tracker.CompanyModerator{ID: newID(), CompanyID: c.ID, UserID: u.ID, CreatedAt: f.now.Add(time.Duration(-i) * time.Second)}
				if err := tx.InsertCompanyModerator(t.Context(), m, "x"); err != nil {
					return err
				}
			}
			return nil
		})
		n, err := f.CompanyModeratorCount(t.Context(), c.ID)
		f.ok(err)
		is(t, "count", n, MaxModerators+1)
		list, err := f.CompanyModerators(t.Context(), c.ID)
		f.ok(err)
		is(t, "listed", len(list), MaxModerators)
		is(t, "the eldest first", list[0].CreatedAt, f.now.Add(-MaxModerators*time.Second))
	})
}

func TestForeignKeysAreEnforced(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for what, write := range map[string]func(tx *Tx) error{
			"a moderator of no company": func(tx *Tx) error {
				return tx.InsertCompanyModerator(t.Context(), tracker.CompanyModerator{ID: newID(), CompanyID: newID(), UserID: newID(), CreatedAt: f.now}, "x")
			},
			"a session of nobody": func(tx *Tx) error {
				return tx.InsertSession(t.Context(), Session{ID: newID(), UserID: newID(), CreatedAt: f.now, ExpiresAt: f.now})
			},
			"a project of no company": func(tx *Tx) error {
				return tx.InsertProject(t.Context(), NewProject{ID: newID(), CompanyID: newID(), CreatedAt: f.now}, "x")
			},
		} {
			if err := f.Write(t.Context(), write); err == nil || errors.Is(err, ErrTaken) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}
