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
		want.Version = 1
		want.User = tracker.ModeratorUser{DisplayName: "Mo Derator", Email: user.Email, PhoneNumber: ptr("+1")}
		check := func(what string) {
			t.Helper()
			byID, err := f.Link(t.Context(), CompanyModeration, want.ID, user.ID)
			f.ok(err)
			byUser, err := f.LinkTo(t.Context(), CompanyModeration, c.ID, user.Email, user.ID)
			f.ok(err)
			listed, err := f.Moderators(t.Context(), CompanyModeration, c.ID)
			f.ok(err)
			_, roles, err := f.CompanyForUser(t.Context(), c.ID, user.ID)
			f.ok(err)
			of := LinkForUser{Link: want, CompanyID: c.ID, Parent: c.Name, Roles: []tracker.Role{want.Role}}
			if d := cmp.Diff(of, byID) + cmp.Diff(of, byUser) + cmp.Diff([]Link{want}, listed) + cmp.Diff(of.Roles, roles); d != "" {
				t.Errorf("%s: %s", what, d)
			}
		}
		check("added")
		want.Role, want.Details = tracker.RoleOwner, ptr("all of it")
		f.write(func(tx *Tx) error { return tx.UpdateLink(t.Context(), CompanyModeration, want, "tester", f.now) })
		want.Version = 2
		check("edited")

		again := Link{ID: newID(), ParentID: c.ID, UserID: user.ID, CreatedAt: f.now}
		if err := f.Write(t.Context(), func(tx *Tx) error { return tx.InsertLinks(t.Context(), CompanyModeration, "x", again) }); !errors.Is(err, ErrTaken) {
			t.Errorf("a second link of one user: %v", err)
		}
		f.write(func(tx *Tx) error { return tx.DeleteLink(t.Context(), CompanyModeration, want.ID) })
		f.write(func(tx *Tx) error { return tx.DeleteLink(t.Context(), CompanyModeration, want.ID) })
		if _, err := f.Link(t.Context(), CompanyModeration, want.ID, user.ID); !tracker.IsKind(err, tracker.KindNotFound) {
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
			roles, err := f.RolesWithin(t.Context(), u.ID, Narrowing{})
			f.ok(err)
			r.moderates = len(roles) > 0
			r.manages = tracker.Access{Roles: roles}.May(tracker.ManageModerators)
			return r
		}
		is(t, "without a role", of(user), rights{})
		f.addModerator(first.ID, user.ID, tracker.RoleDeveloper)
		is(t, "as developer", of(user), rights{moderates: true})
		f.addModerator(second.ID, user.ID, tracker.RoleManager)
		is(t, "as manager", of(user), rights{moderates: true, manages: true})
		is(t, "somebody else", of(guest), rights{})
		_, on, err := f.CompanyForUser(t.Context(), first.ID, user.ID)
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
			for i := range tracker.MaxModerators + 1 {
				u := tracker.User{ID: newID(), Email: newID(), CreatedAt: f.now}
				if err := tx.InsertUser(t.Context(), u, nil); err != nil {
					return err
				}
				m := Link{ID: newID(), ParentID: c.ID, UserID: u.ID, CreatedAt: f.now.Add(time.Duration(-i) * time.Second)}
				if err := tx.InsertLinks(t.Context(), CompanyModeration, "x", m); err != nil {
					return err
				}
			}
			return nil
		})
		link, err := f.LinkTo(t.Context(), CompanyModeration, c.ID, "nobody@example.com", "nobody")
		f.ok(err)
		is(t, "full", link.Full, true)
		listed, err := f.Moderators(t.Context(), CompanyModeration, c.ID)
		f.ok(err)
		is(t, "listed", len(listed), tracker.MaxModerators)
		is(t, "the eldest first", listed[0].CreatedAt, f.now.Add(-tracker.MaxModerators*time.Second))
	})
}

func TestForeignKeysAreEnforced(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for what, write := range map[string]func(tx *Tx) error{
			"a moderator of no company": func(tx *Tx) error {
				return tx.InsertLinks(t.Context(), CompanyModeration, "x", Link{ID: newID(), ParentID: newID(), UserID: newID(), CreatedAt: f.now})
			},
			"a session of nobody": func(tx *Tx) error {
				return tx.InsertSession(t.Context(), Session{ID: newID(), UserID: newID(), CreatedAt: f.now, ExpiresAt: f.now})
			},
			"a project of no company": func(tx *Tx) error {
				return tx.InsertProject(t.Context(), tracker.Project{ID: newID(), CompanyID: newID(), CreatedAt: f.now}, "x")
			},
		} {
			if err := f.Write(t.Context(), write); err == nil || errors.Is(err, ErrTaken) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}
