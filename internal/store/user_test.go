package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

func TestUserIsReadAsWritten(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		want := f.addUser("åsa.öberg@example.com", func(u *tracker.User) {
			u.DisplayName, u.FirstName, u.LastName = "Åsa “Ö” 😀", ptr("Åsa"), ptr("")
			u.Gender, u.PhoneNumber, u.IsAdmin = tracker.GenderFemale, ptr("+46 70 1"), true
			u.Address = &tracker.Address{Country: "Sweden", ProvinceState: "Skåne", City: ptr("Malmö")}
		})
		want.Version = 1
		byID, err := f.User(t.Context(), want.ID)
		f.ok(err)
		byEmail, err := f.UserByEmail(t.Context(), want.Email)
		f.ok(err)
		if d := cmp.Diff(want, byID) + cmp.Diff(want, byEmail); d != "" {
			t.Error(d)
		}
	})
}

func TestUserUpdateWritesEveryFieldAndCounts(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		u := f.addUser("a@example.com", func(u *tracker.User) { u.Address = &tracker.Address{Country: "France", ProvinceState: "Norte"} })
		f.write(func(tx *Tx) error {
			return tx.InsertPhoto(t.Context(), Photo{Hash: "h", ContentType: "image/png", Bytes: []byte{1}}, f.now)
		})
		before := u
		u.DisplayName, u.FirstName, u.LastName, u.PhoneNumber = "New Name", ptr("N"), ptr("M"), ptr("12")
		u.Gender, u.Address, u.PhotoHash = tracker.GenderMale, nil, ptr("h")
		f.write(func(tx *Tx) error { return tx.UpdateUser(t.Context(), before, u, u.ID, f.now) })
		u.Version = 2
		got, err := f.User(t.Context(), u.ID)
		f.ok(err)
		if d := cmp.Diff(u, got); d != "" {
			t.Error(d)
		}
		found, _, err := f.Users(t.Context(), tracker.ListQuery{PageNumber: 1, PageSize: 9, Search: "new na"}, tracker.UserFilter{})
		f.ok(err)
		is(t, "found by the new name", len(found), 1)
	})
}

func TestUserEmailIsUnique(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.addUser("a@example.com", admin)
		err := f.Write(t.Context(), func(tx *Tx) error {
			return tx.InsertUser(t.Context(), tracker.User{ID: newID(), Email: "a@example.com", IsAdmin: true, CreatedAt: f.now}, nil)
		})
		if !errors.Is(err, ErrTaken) {
			t.Errorf("a taken address: %v", err)
		}
		admins, all, err := f.UserCounts(t.Context())
		f.ok(err)
		is(t, "administrators after the refusal", admins, 1)
		is(t, "users after the refusal", all, 1)
	})
}

func TestUnknownUser(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		_, byID := f.User(t.Context(), newID())
		_, byEmail := f.UserByEmail(t.Context(), "nobody@example.com")
		update := f.Write(t.Context(), func(tx *Tx) error {
			return tx.UpdateUser(t.Context(), tracker.User{}, tracker.User{ID: newID()}, "x", f.now)
		})
		for what, err := range map[string]error{"by id": byID, "by address": byEmail, "update": update} {
			if !tracker.IsKind(err, tracker.KindNotFound) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

func TestUsersSortedPagedAndSearched(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for i, name := range []string{"Zoe", "adam", "Bea"} {
			f.addUser(name+"@example.com", func(u *tracker.User) {
				u.DisplayName, u.CreatedAt = name, f.now.Add(time.Duration(-i)*time.Hour)
			})
		}
		for _, test := range []struct {
			query tracker.ListQuery
			want  []string
			total int
		}{
			{tracker.ListQuery{}, []string{"adam", "Bea", "Zoe"}, 3},
			{tracker.ListQuery{SortDescending: true}, []string{"Zoe", "Bea", "adam"}, 3},
			{tracker.ListQuery{SortBy: "email"}, []string{"Bea", "Zoe", "adam"}, 3}, // app lower-cases addresses, the store compares bytes
			{tracker.ListQuery{SortBy: "createdAt"}, []string{"Bea", "adam", "Zoe"}, 3},
			{tracker.ListQuery{PageNumber: 2, PageSize: 2}, []string{"Zoe"}, 3},
			{tracker.ListQuery{PageNumber: 9, PageSize: 2}, nil, 3},
			{tracker.ListQuery{Search: "EXAMPLE.COM"}, []string{"adam", "Bea", "Zoe"}, 3},
			{tracker.ListQuery{Search: "be"}, []string{"Bea"}, 1},
			{tracker.ListQuery{Search: "nobody"}, nil, 0},
		} {
			if test.query.PageSize == 0 {
				test.query.PageNumber, test.query.PageSize = 1, 50
			}
			list, total, err := f.Users(t.Context(), test.query, tracker.UserFilter{})
			f.ok(err)
			var names []string
			for _, u := range list {
				names = append(names, u.DisplayName)
			}
			if d := cmp.Diff(test.want, names); d != "" || total != test.total {
				t.Errorf("%+v: total %d, want %d\n%s", test.query, total, test.total, d)
			}
		}
	})
}

func TestInvitedUsersAndWhenOthersWereSeen(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.addUser("invited@example.com")
		gone, password, signOn := f.addUser("gone@example.com"), f.addUser("password@example.com"), f.addUser("sign-on@example.com")
		f.raw("UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE id = '" + gone.ID + "'")
		f.write(func(tx *Tx) error { return tx.SetPasswordHash(t.Context(), password.ID, "h", f.now) })
		link := func(tx *Tx) error {
			_, err := tx.LinkIdentity(t.Context(), tracker.Identity{Issuer: "i", Subject: "s"}, signOn.ID, f.now)
			return err
		}
		f.write(link)
		f.addSession(password.ID, time.Hour)
		used := f.addSession(password.ID, time.Hour)
		later := f.now.Add(time.Minute)
		f.write(func(tx *Tx) error { return tx.RecordSessionUse(t.Context(), []string{used}, later) })

		seen := func(who tracker.UserFilter, search string) map[string]*time.Time {
			t.Helper()
			list, total, err := f.Users(t.Context(), tracker.ListQuery{PageNumber: 1, PageSize: 9, Search: search}, who)
			f.ok(err)
			is(t, "total", total, len(list))
			found := map[string]*time.Time{}
			for _, u := range list {
				found[u.Email] = u.LastSeenAt
			}
			return found
		}
		for _, test := range []struct {
			who    tracker.UserFilter
			search string
			want   map[string]*time.Time
		}{
			{tracker.UserFilter{}, "", map[string]*time.Time{"gone@example.com": nil, "invited@example.com": nil, "password@example.com": &later, "sign-on@example.com": nil}},
			{tracker.UserFilter{Invited: true}, "", map[string]*time.Time{"invited@example.com": nil}},
			{tracker.UserFilter{Invited: true}, "invited", map[string]*time.Time{"invited@example.com": nil}},
			{tracker.UserFilter{Invited: true}, "password", map[string]*time.Time{}},
			{tracker.UserFilter{Invited: true, AdminsOnly: true}, "", map[string]*time.Time{}},
		} {
			if d := cmp.Diff(test.want, seen(test.who, test.search)); d != "" {
				t.Errorf("%+v %q\n%s", test.who, test.search, d)
			}
		}
		f.write(func(tx *Tx) error { return tx.UnlinkIdentities(t.Context(), signOn.ID) })
		if waiting := seen(tracker.UserFilter{Invited: true}, ""); len(waiting) != 2 {
			t.Errorf("without single sign-on again: %v", waiting)
		}
	})
}

func TestPickerFindsEnabledUsersByPrefix(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for _, email := range []string{"anna@example.com", "ann@example.com", "bann@example.com", "an%@example.com"} {
			f.addUser(email)
		}
		f.raw("UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE email = 'anna@example.com'")
		emails := func(prefix string, limit int) (found []string) {
			users, err := f.UsersByEmailPrefix(t.Context(), prefix, limit)
			f.ok(err)
			for _, u := range users {
				found = append(found, u.Email)
			}
			return found
		}
		for _, test := range []struct {
			prefix string
			limit  int
			want   []string
		}{
			{" ANN", 10, []string{"ann@example.com"}},
			{"an%", 10, []string{"an%@example.com"}},
			{"an_", 10, nil},
			{"an", 1, []string{"an%@example.com"}},
		} {
			if d := cmp.Diff(test.want, emails(test.prefix, test.limit)); d != "" {
				t.Errorf("%q: %s", test.prefix, d)
			}
		}
	})
}

func TestHasAdministratorCountsOnlyThoseWhoMaySignIn(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		has := func() bool {
			has, err := f.HasAdministrator(t.Context())
			f.ok(err)
			return has
		}
		f.addUser("user@example.com")
		is(t, "with an ordinary user", has(), false)
		f.addUser("admin@example.com", admin)
		is(t, "with an administrator", has(), true)
		f.raw("UPDATE users SET disabled_at = 1 WHERE is_admin")
		is(t, "with a disabled administrator", has(), false)
		u, err := f.UserByEmail(t.Context(), "admin@example.com")
		f.ok(err)
		is(t, "status", u.Status, tracker.UserDisabled)
	})
}
