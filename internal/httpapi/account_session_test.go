package httpapi_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

func (c *client) sessions() []tracker.Session {
	c.api.t.Helper()
	var list []tracker.Session
	c.get("/account/session").status(200).into(&list)
	return list
}

// signInFrom signs in as a person does, from an address with a browser.
func (api *testAPI) signInFrom(email, address, agent string) *client {
	api.t.Helper()
	c := &client{api: api, addr: address, header: http.Header{"User-Agent": {agent}}}
	var account tracker.Account
	c.login(email, password).status(200).into(&account)
	c.token = account.Token
	return c
}

func TestSessionsAreListedWithTheirPlaceAndUse(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		begun := api.clock.Now()
		laptop := api.signInFrom(userEmail, "198.51.100.7", "Laptop")
		api.clock.Advance(time.Minute)
		phone := api.signInFrom(userEmail, "[2001:db8::7]", strings.Repeat("é", 300)+"\xff")
		list := phone.sessions()
		if len(list) != 2 || !list[0].Current || list[1].Current || list[0].Address != "2001:db8::7" || list[1].Address != "198.51.100.7" ||
			list[1].Agent != "Laptop" || list[0].Agent != strings.Repeat("é", tracker.MaxAgent) || !list[1].CreatedAt.Equal(begun) || !list[1].LastUsedAt.Equal(begun) {
			t.Fatalf("sessions %+v", list)
		}
		// A read notes the use, and the use is written later.
		api.clock.Advance(5 * time.Minute)
		if got := laptop.sessions(); got[0].Current || !got[1].LastUsedAt.Equal(begun) {
			t.Errorf("before it is written: %+v", got)
		}
		api.app.RecordUse(t.Context())
		if got := laptop.sessions(); !got[0].Current || !got[0].LastUsedAt.Equal(api.clock.Now()) {
			t.Errorf("after it is written: %+v", got)
		}
		api.signInFrom(adminEmail, "203.0.113.1", "Admin")
		if got := laptop.sessions(); len(got) != 2 {
			t.Errorf("somebody else's session is listed: %+v", got)
		}
		laptop.get("/account/logout").status(200)
		if got := phone.sessions(); len(got) != 1 {
			t.Errorf("after a sign-out: %+v", got)
		}
	})
}

func TestSessionsAreEnded(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		first, second, third, stranger := api.signIn(userEmail), api.signIn(userEmail), api.signIn(userEmail), api.admin()
		id := func(c *client) string {
			for _, s := range c.sessions() {
				if s.Current {
					return s.ID
				}
			}
			t.Fatal("no session is the current one")
			return ""
		}
		for _, body := range []object{{}, {"others": false}, {"id": id(second), "others": true}} {
			first.delete("/account/session", body).fieldError("Id", "Id or Others must say which sessions to end, and not both.")
		}
		stranger.delete("/account/session", object{"id": id(second)}).problem(404, "notFound")
		first.delete("/account/session", object{"id": id(second)}).status(204)
		second.get("/account").status(401)
		first.delete("/account/session", object{"id": "no-such-session"}).problem(404, "notFound")
		first.delete("/account/session", object{"others": true}).status(204)
		third.get("/account").status(401)
		stranger.get("/account").status(200)
		first.delete("/account/session", object{"id": id(first)}).status(204)
		first.get("/account").status(401)
	})
}

func TestEndedSessionLosesItsLiveConnection(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		first, second := api.signIn(userEmail), api.signIn(userEmail)
		var ended, stays string
		for _, s := range second.sessions() {
			if s.Current {
				ended = s.ID
			} else {
				stays = s.ID
			}
		}
		pages := livePages(t, api, userEmail)
		first.delete("/account/session", object{"id": ended}).status(204)
		pages.expect("close session %s", ended)
		first.delete("/account/session", object{"others": true}).status(204)
		pages.expect("close user-%s but %s", userEmail, stays)
	})
}
