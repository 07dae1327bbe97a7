package httpapi_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/audit"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// notices is the bus of a test: it passes notices on to one relay.
type notices struct {
	mu    sync.Mutex
	relay *change.Relay
}

func (n *notices) Publish(_ context.Context, payload string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.relay != nil {
		n.relay.Hear(payload, false)
	}
	return nil
}

// pass sets the relay that gets the notices, and returns the previous one. Without a relay notices are lost.
func (n *notices) pass(relay *change.Relay) (before *change.Relay) {
	n.mu.Lock()
	defer n.mu.Unlock()
	before, n.relay = n.relay, relay
	return before
}

// openPages notes the events that open pages get, one line for each user and event.
type openPages struct {
	api      *testAPI
	told     chan string
	asked    chan struct{} // one for each time that the relay asked for the sessions
	users    []string
	sessions []string
}

func (p *openPages) Send(userIDs []string, event string, argument any) {
	b, err := json.Marshal(argument)
	if err != nil {
		p.api.t.Error(err)
	}
	for _, id := range slices.Sorted(slices.Values(userIDs)) {
		p.told <- fmt.Sprintf("%s %s %s", id, event, b)
	}
}

func (p *openPages) CloseSession(id string)      { p.told <- "close session " + id }
func (p *openPages) CloseUser(id, except string) { p.told <- "close " + id + " but " + except }
func (p *openPages) Users() []string             { return p.users }

func (p *openPages) Sessions() []string {
	p.asked <- struct{}{}
	return p.sessions
}

func (p *openPages) expect(format string, a ...any) {
	p.api.t.Helper()
	p.next(fmt.Sprintf(format, a...))
}

func (p *openPages) next(want string) {
	p.api.t.Helper()
	if got := testkit.Receive(p.api.t, "told "+want, p.told); got != want {
		p.api.t.Fatalf("told %s\nwant %s", got, want)
	}
}

// nothingMore must be called after a change whose events only the administrator gets.
func (p *openPages) nothingMore(admin *client) {
	p.api.t.Helper()
	id := admin.addCompany("End")
	p.changed("company", id, "create", adminEmail)
}

func (p *openPages) changed(entity, id, action string, emails ...string) {
	p.api.t.Helper()
	seq := p.api.count("SELECT max(seq) FROM change")
	for _, email := range emails {
		p.expect(`user-%s Changed {"seq":%d,"entity":%q,"id":%q,"action":%q,"by":"Ada Admin"}`, email, seq, entity, id, action)
	}
}

// livePages follows the log of an API until the test is over, for users with open pages.
func livePages(t *testing.T, api *testAPI, emails ...string) *openPages {
	p := &openPages{api: api, told: make(chan string, 1000), asked: make(chan struct{}, 100)}
	for _, email := range emails {
		p.users = append(p.users, "user-"+email)
	}
	follow(t, api, p, p.asked)
	return p
}

// follow tells open pages of the changes of an API until the test is over. asked gets a value each time that the
// pages are asked for their sessions.
func follow(t *testing.T, api *testAPI, pages change.Live, asked <-chan struct{}) {
	relay := api.app.NewRelay(pages)
	api.notices.pass(relay)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		relay.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
	for range 2 { // the second time it has found the end of the log, where it begins
		relay.Hear("", true)
		<-asked
	}
}

func TestOpenPagesAreTold(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		api.addUser(userEmail, "Grace", false)
		api.addUser("other@example.com", "Other", false)
		s.addModerator(s.company, userEmail, tracker.RoleSupport)
		s.addModerator(s.addCompany("Another"), "other@example.com", tracker.RoleOwner)
		api.addUser("away@example.com", "Away", false)
		s.addModerator(s.addCompany("A third"), "away@example.com", tracker.RoleOwner)
		api.addUser("nobody@example.com", "Nobody", false)
		p := livePages(t, api, adminEmail, userEmail, "other@example.com", "nobody@example.com")

		company := s.addCompany("New")
		p.changed("company", company, "create", adminEmail)
		renamed := s.put("/company", object{"data": object{"id": s.company, "name": "Renamed"}}).status(200)
		p.changed("company", s.company, "edit", adminEmail, userEmail)
		if got, want := renamed.Header().Get("Change-Seq"), fmt.Sprint(api.count("SELECT max(seq) FROM change")); got != want {
			t.Errorf("Change-Seq %q, want %s", got, want)
		}
		s.put("/UserManagement", object{"email": userEmail, "displayName": "Grace H", "gender": 0}).status(200)
		p.changed("user", userEmail, "edit", adminEmail, userEmail)
		s.post("/product/categories", object{"name": "New"}).status(201)
		// Changes of the catalogues go to everyone who moderates something and has an open page.
		for _, email := range []string{adminEmail, userEmail, "other@example.com"} {
			if got := <-p.told; !strings.HasPrefix(got, "user-"+email+" Changed ") {
				t.Errorf("told %s, want %s", got, email)
			}
		}

		api.clock.Advance(time.Second)
		id := s.attachSubscription(5, false)
		notifications := map[string]string{}
		for range 2 {
			got := <-p.told
			for _, email := range []string{adminEmail, userEmail} {
				var n tracker.Notification
				prefix := "user-" + email + " NewNotification "
				if len(got) > len(prefix) && got[:len(prefix)] == prefix {
					if err := json.Unmarshal([]byte(got[len(prefix):]), &n); err != nil || *n.ItemID != id || *n.ItemParentID != s.project || n.IsViewed {
						t.Errorf("%s: %v", got, err)
					}
					notifications[email] = n.ID
				}
			}
		}
		if len(notifications) != 2 {
			t.Fatalf("notifications: %v", notifications)
		}
		p.changed("projectSubscription", id, "create", adminEmail, userEmail)

		// A second change in the same millisecond has only its own events. Whoever made it gets no notification.
		s.put("/project/subscription/cancel", object{"id": id, "cancelationReason": "enough"}).status(200)
		if got := <-p.told; !strings.HasPrefix(got, "user-"+userEmail+" NewNotification ") || strings.Contains(got, notifications[userEmail]) {
			t.Errorf("told again: %s", got)
		}
		p.changed("projectSubscription", id, "cancel", adminEmail, userEmail)

		user := api.signIn(userEmail)
		user.put("/notification", object{"notificationId": notifications[userEmail]}).status(200)
		p.expect("user-%s NotificationViewed %q", userEmail, notifications[userEmail])
		p.nothingMore(s.client)
	})
}

// A page that is open while retention empties the log still gets the next events.
func TestOpenPagesAreToldAfterTheLogWasEmptied(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		p := livePages(t, api, adminEmail)
		for i := range 3 {
			p.changed("company", admin.addCompany(fmt.Sprint("Company ", i)), "create", adminEmail)
		}
		last := api.count("SELECT max(seq) FROM change")
		// Only sealed changes are removed.
		if _, err := audit.Seal(t.Context(), api.store, api.clock.Now); err != nil {
			t.Fatal(err)
		}
		if _, err := api.store.Cleanup(t.Context(), store.Retention{Changes: time.Hour}, api.clock.Now().Add(2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if n := api.count("SELECT count(*) FROM change"); n != 0 {
			t.Fatalf("%d changes are left", n)
		}
		p.changed("company", admin.addCompany("Afterwards"), "create", adminEmail)
		if seq := api.count("SELECT max(seq) FROM change"); seq <= last {
			t.Errorf("change %d follows %d", seq, last)
		}
	})
}

func TestEndedSessionsAreClosed(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		p := livePages(t, api, adminEmail, userEmail)
		session := func(c *client) string {
			claims, err := api.signer.Parse(c.token)
			if err != nil {
				t.Fatal(err)
			}
			return claims.SessionID
		}
		user, admin := api.signIn(userEmail), api.admin()
		user.get("/account/logout").status(200)
		p.expect("close session %s", session(user))

		user = api.signIn(userEmail)
		user.put("/account/changePassword", passwordChange(password, "Other-Horse-2", "Other-Horse-2")).status(200)
		told := []string{<-p.told, <-p.told, <-p.told} // the change is sent to both once its transaction is settled
		if want := fmt.Sprintf("close user-%s but %s", userEmail, session(user)); !slices.Contains(told, want) {
			t.Errorf("told %q, want %s", told, want)
		}
		admin.put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
		told = []string{<-p.told, <-p.told}
		if want := fmt.Sprintf("close user-%s but ", userEmail); !slices.Contains(told, want) {
			t.Errorf("told %q, want %s", told, want)
		}
		// An ended session whose notice was lost is found when the bus says that it was away.
		p.sessions = []string{session(user), session(admin)}
		api.notices.relay.Hear("", true)
		p.expect("close session %s", session(user))
		// It is also found without the bus, a while later.
		silent := api.admin()
		p.sessions = []string{session(silent), session(admin)}
		relay := api.notices.pass(nil)
		silent.get("/account/logout").status(200)
		api.notices.pass(relay)
		api.clock.Advance(15 * time.Second)
		relay.Hear("", false)
		p.expect("close session %s", session(silent))
		p.nothingMore(admin)
	})
}
