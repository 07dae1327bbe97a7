package identity_test

import (
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestSessionsAreListedWithTheirPlaceAndUse(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		begun := api.Clock.Now()
		laptop := api.SignInFrom(apitest.UserEmail, "198.51.100.7", "Laptop")
		api.Clock.Advance(time.Minute)
		phone := api.SignInFrom(apitest.UserEmail, "[2001:db8::7]", strings.Repeat("é", 300)+"\xff")
		list := phone.Sessions()
		if len(list) != 2 || !list[0].Current || list[1].Current || list[0].Address != "2001:db8::7" || list[1].Address != "198.51.100.7" ||
			list[1].Agent != "Laptop" || list[0].Agent != strings.Repeat("é", tracker.MaxAgent) || !list[1].CreatedAt.Equal(begun) || !list[1].LastUsedAt.Equal(begun) {
			t.Fatalf("sessions %+v", list)
		}
		// A read notes the use, and the use is written later.
		api.Clock.Advance(5 * time.Minute)
		if got := laptop.Sessions(); got[0].Current || !got[1].LastUsedAt.Equal(begun) {
			t.Errorf("before it is written: %+v", got)
		}
		api.App.RecordUse(t.Context())
		if got := laptop.Sessions(); !got[0].Current || !got[0].LastUsedAt.Equal(api.Clock.Now()) {
			t.Errorf("after it is written: %+v", got)
		}
		api.SignInFrom(apitest.AdminEmail, "203.0.113.1", "Admin")
		if got := laptop.Sessions(); len(got) != 2 {
			t.Errorf("somebody else's session is listed: %+v", got)
		}
		// Administrators see the sessions of others, of which none is theirs.
		var seen []tracker.Session
		api.Admin().Get("/UserManagement/" + apitest.UserEmail + "/session?PageSize=1").Status(200).Into(&seen)
		if len(seen) != 1 || seen[0].Agent != "Laptop" || seen[0].Current {
			t.Errorf("as an administrator sees them: %+v", seen)
		}
		laptop.Get("/UserManagement/"+apitest.UserEmail+"/session").Problem(403, "forbidden")
		laptop.Get("/account/logout").Status(200)
		if got := phone.Sessions(); len(got) != 1 {
			t.Errorf("after a sign-out: %+v", got)
		}
	})
}

func TestSessionsAreEnded(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		first, second, third, stranger := api.SignIn(apitest.UserEmail), api.SignIn(apitest.UserEmail), api.SignIn(apitest.UserEmail), api.Admin()
		id := func(c *apitest.Client) string {
			for _, s := range c.Sessions() {
				if s.Current {
					return s.ID
				}
			}
			t.Fatal("no session is the current one")
			return ""
		}
		for _, body := range []object{{}, {"others": false}, {"id": id(second), "others": true}} {
			first.Delete("/account/session", body).FieldError("Id", "Id or Others must say which sessions to end, and not both.")
		}
		stranger.Delete("/account/session", object{"id": id(second)}).Problem(404, "notFound")
		first.Delete("/account/session", object{"id": id(second)}).Status(204)
		second.Get("/account").Status(401)
		first.Delete("/account/session", object{"id": "no-such-session"}).Problem(404, "notFound")
		first.Delete("/account/session", object{"others": true}).Status(204)
		third.Get("/account").Status(401)
		stranger.Get("/account").Status(200)
		first.Delete("/account/session", object{"id": id(first)}).Status(204)
		first.Get("/account").Status(401)
	})
}

func TestAdministratorsSignOthersOut(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, other, first, second := api.Admin(), api.Admin(), api.SignIn(apitest.UserEmail), api.SignIn(apitest.UserEmail)
		const path = "/UserManagement/session"
		first.Delete(path, object{"email": apitest.AdminEmail}).Problem(403, "forbidden")
		admin.Delete(path, object{"email": "nobody@example.com"}).Problem(404, "notFound")
		admin.Delete(path, object{"email": " GRACE@example.com "}).Status(204)
		for _, ended := range []*apitest.Client{first, second} {
			ended.Get("/account").Status(401)
		}
		// The user keeps their access.
		api.SignIn(apitest.UserEmail).Get("/account").Status(200)
		events := admin.Get("/securityEvent?Email=" + apitest.UserEmail).Status(200).Body.String()
		if !strings.Contains(events, "signed out everywhere by "+apitest.AdminEmail) {
			t.Errorf("security events %s", events)
		}
		// Of one's own sessions the one that asks stays.
		admin.Delete(path, object{"email": apitest.AdminEmail}).Status(204)
		admin.Get("/account").Status(200)
		other.Get("/account").Status(401)
	})
}

func TestEndedSessionLosesItsLiveConnection(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		first, second := api.SignIn(apitest.UserEmail), api.SignIn(apitest.UserEmail)
		var ended, stays string
		for _, s := range second.Sessions() {
			if s.Current {
				ended = s.ID
			} else {
				stays = s.ID
			}
		}
		pages := apitest.LivePages(t, api, apitest.UserEmail)
		first.Delete("/account/session", object{"id": ended}).Status(204)
		pages.Expect("close session %s", ended)
		first.Delete("/account/session", object{"others": true}).Status(204)
		pages.Expect("close user-%s but %s", apitest.UserEmail, stays)
	})
}
