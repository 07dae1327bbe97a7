package httpapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"btracker/internal/app"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// receiver is a real server that takes deliveries, and verifies each with the official library.
type receiver struct {
	t      *testing.T
	url    string
	secret string

	mu      sync.Mutex
	answer  func(event tracker.WebhookEvent) int // 204 unless set
	arrived []arrival
}

type arrival struct {
	id     string
	status int
	raw    string
	tracker.WebhookEvent
}

func newReceiver(t *testing.T) *receiver {
	r := &receiver{t: t}
	server := httptest.NewServer(http.HandlerFunc(r.take))
	t.Cleanup(server.Close)
	r.url = server.URL + "/hook?token=in-the-address"
	return r
}

func (r *receiver) take(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	verifier, secretErr := standardwebhooks.NewWebhook(r.secret)
	if err = errors.Join(err, secretErr); err == nil {
		err = verifier.VerifyIgnoringTimestamp(body, request.Header) // the test has a clock of its own
	}
	if err != nil {
		r.t.Errorf("not signed by the rules: %v", err)
	}
	a := arrival{id: request.Header.Get("webhook-id"), status: http.StatusNoContent, raw: string(body)}
	if err := json.Unmarshal(body, &a.WebhookEvent); err != nil {
		r.t.Error(err)
	}
	if r.answer != nil {
		a.status = r.answer(a.WebhookEvent)
	}
	r.arrived = append(r.arrived, a)
	w.WriteHeader(a.status)
}

func (r *receiver) answers(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = func(tracker.WebhookEvent) int { return status }
}

// took returns what arrived since the last call.
func (r *receiver) took() []arrival {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := r.arrived
	r.arrived = nil
	return list
}

func (r *receiver) tookEvents() (names []string) {
	for _, a := range r.took() {
		names = append(names, a.Type+" "+a.Data.EntityName)
	}
	return names
}

// expectTook compares the events that arrived since the last call, as "company.edit Name".
func (r *receiver) expectTook(want ...string) {
	r.t.Helper()
	if got := r.tookEvents(); !slices.Equal(got, want) {
		r.t.Errorf("arrived %q, want %q", got, want)
	}
}

// addWebhook makes a webhook to the receiver.
func (c *client) addWebhook(r *receiver, events ...string) tracker.NewWebhook {
	c.api.t.Helper()
	var made tracker.NewWebhook
	c.post("/webhook", object{"url": r.url, "events": events}).status(201).into(&made)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.secret = *made.Secret
	return made
}

func (c *client) deliveries(id string) (list []tracker.WebhookDelivery) {
	c.api.t.Helper()
	c.get("/webhook/" + id + "/delivery").status(200).into(&list)
	return list
}

func (c *client) webhook(id string) (w tracker.Webhook) {
	c.api.t.Helper()
	var list []tracker.Webhook
	c.get("/webhook").status(200).into(&list)
	for _, w := range list {
		if w.ID == id {
			return w
		}
	}
	c.api.t.Fatalf("no webhook %s in %+v", id, list)
	return w
}

// send sends what is to be sent at this moment.
func (api *testAPI) send() {
	api.t.Helper()
	if err := api.app.NewWebhookSender().Send(api.t.Context()); err != nil {
		api.t.Fatal(err)
	}
}

func (c *client) rename(company, name string) *answer {
	c.api.t.Helper()
	return c.put("/company", object{"data": object{"id": company, "name": name}}).status(200)
}

func TestWebhooksAreMadeChangedAndRemoved(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.*", "projectSubscription.cancel")
		if !strings.HasPrefix(*made.Secret, "whsec_") || !made.IsEnabled || made.Version != 1 || made.Owner.Email != adminEmail || made.OffReason != nil {
			t.Errorf("made %+v", made)
		}
		if body := admin.get("/webhook").Body.String(); strings.Contains(body, "whsec_") || !strings.Contains(body, r.url) {
			t.Errorf("the list: %s", body)
		}
		edit := object{"id": made.ID, "version": 1, "url": r.url, "events": []string{"user.disable"}, "isEnabled": false}
		var edited tracker.Webhook
		admin.put("/webhook", edit).status(200).into(&edited)
		if edited.IsEnabled || edited.Version != 2 || !slices.Equal(edited.Events, []string{"user.disable"}) {
			t.Errorf("edited %+v", edited)
		}
		admin.put("/webhook", edit).problem(409, "versionConflict")
		admin.delete("/webhook", object{"id": made.ID}).status(204)
		admin.delete("/webhook", object{"id": made.ID}).status(204)
		admin.get("/webhook/"+made.ID+"/delivery").problem(404, "notFound")
		// Who did it is recorded, without the rest of the address.
		var details []string
		for _, e := range admin.securityEvents("?Kind=key") {
			details = append(details, strings.Fields(e.Details)[3])
			if e.Email != adminEmail || strings.Contains(e.Details, "token") {
				t.Errorf("event %+v", e)
			}
		}
		if !slices.Equal(details, []string{"removed", "changed", "added"}) {
			t.Errorf("events %q", details)
		}
		if lines := admin.history(""); len(lines) != 0 {
			t.Errorf("the history lists webhooks: %q", lines)
		}
	})
}

func TestSecretsOfWebhooksAreNowhereElse(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		key := api.admin()
		key.header = http.Header{"Idempotency-Key": {"one"}}
		made := key.addWebhook(r, "company.*")
		var again tracker.NewWebhook
		key.post("/webhook", object{"url": r.url, "events": []string{"company.*"}}).status(201).into(&again)
		if again.ID != made.ID || again.Secret != nil {
			t.Errorf("repeated: %+v", again)
		}
		admin.addCompany("Acme")
		r.answers(500)
		api.send()
		for _, table := range []string{"webhook", "webhook_delivery", "change", "security_event"} {
			for _, plain := range []string{*made.Secret, strings.TrimPrefix(*made.Secret, "whsec_")} {
				column := map[string]string{"webhook": "secret", "webhook_delivery": "COALESCE(error, '')", "change": "COALESCE(after, '')", "security_event": "details"}[table]
				if n := api.count(`SELECT count(*) FROM `+table+` WHERE `+column+` LIKE $1`, "%"+plain+"%"); n != 0 {
					t.Errorf("%s holds the secret", table)
				}
			}
		}
		if n := api.count(`SELECT count(*) FROM change WHERE entity = 'webhook' AND (before IS NOT NULL OR after IS NOT NULL)`); n != 0 {
			t.Error("the log keeps the content of webhooks")
		}
		if logs := api.logs.String(); strings.Contains(logs, "whsec_") || strings.Contains(logs, "in-the-address") || !strings.Contains(logs, "a webhook delivery failed") {
			t.Errorf("the log:\n%s", logs)
		}
		for _, a := range r.took() {
			if strings.Contains(a.raw, "whsec_") {
				t.Error("a body holds the secret")
			}
		}
	})
}

func TestBadWebhooksAreRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		bad := func(change object) *answer {
			body := object{"url": "https://hooks.example.com/", "events": []string{"company.*"}}
			maps.Copy(body, change)
			return admin.post("/webhook", body)
		}
		events := "Events must be 1 to 50 different names such as company.* or projectSubscription.cancel."
		for _, names := range [][]string{{}, {"*"}, {"*.*"}, {"company"}, {"company."}, {".edit"}, {"company.*.edit"}, {"Company.edit"}, {"company.Edit"}, {"company.edit "}, {"webhook.*"}, {"view.*"},
			{"company.view"}, {"company.%"}, {"company.edit", "company.edit"}, slices.Repeat([]string{"company.edit"}, 51)} {
			bad(object{"events": names}).fieldError("Events", events)
		}
		bad(object{"events": nil}).fieldError("Events", "Events field is required.")
		bad(object{"events": "company.*"}).status(400)
		bad(object{"events": []any{1}}).status(400)
		bad(object{"isEnabled": "yes"}).status(400)
		url := "Url must be an http or https address without a user name, password or fragment."
		for _, address := range []string{"ftp://example.com/", "example.com", "http://", "https://u:p@example.com/", "https://example.com/#x", "javascript:alert(1)", "http://2130706433/", "http://0x7f.1/",
			"http://127.1/", "http://0177.0.0.1/", "http://[fe80::1%25eth0]/", "http://exam\u00adple.com/", "http://１２７.０.０.１/", "http://a.example:0/", "http://[::1/"} {
			bad(object{"url": address}).fieldError("Url", url)
		}
		bad(object{"url": ""}).fieldError("Url", "Url field is required.")
		bad(object{"url": "https://example.com/" + strings.Repeat("a", 1000)}).fieldError("Url", "Url length must be at most 1000.")
		api.deps.Webhooks = webhook.NewClient(false, nil)
		api.restart()
		for _, address := range []string{"http://127.0.0.1:8080/", "https://localhost/", "http://169.254.169.254/latest/meta-data/", "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://10.1.2.3/"} {
			bad(object{"url": address}).fieldError("Url", "Url leads to this machine or to a private network.")
			admin.put("/webhook", object{"id": "x", "url": address, "events": []string{"user.*"}}).fieldError("Url", "Url leads to this machine or to a private network.")
		}
		if n := api.count(`SELECT count(*) FROM webhook`); n != 0 {
			t.Errorf("%d webhooks were made", n)
		}
		api.deps.Webhooks = webhook.NewClient(true, nil)
		api.restart()
		for range tracker.MaxWebhooks {
			bad(nil).status(201)
		}
		bad(nil).problem(422, "tooManyWebhooks")
	})
}

func TestDeliveriesSayWhatChanged(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		r := newReceiver(t)
		made := s.addWebhook(r, "company.*", "subscription.edit", "projectSubscription.cancel", "projectSubscription.undo")
		id := s.attachSubscription(30, false) // nobody asked for
		s.rename(s.company, "Shop & Sons")
		seq := s.put("/subscription", object{"data": object{"id": s.subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 12}}).status(200).lastSeq()
		canceled := s.put("/project/subscription/cancel", object{"id": id, "cancelationReason": "moved"}).status(200).lastSeq()
		if list := s.deliveries(made.ID); len(list) != 3 || list[0].Event != "projectSubscription.cancel" || list[0].Attempts != 0 || list[0].Status != nil || list[0].NextAt == nil {
			t.Errorf("queued: %+v", list)
		}
		api.send()
		got := r.took()
		if len(got) != 3 || got[0].Type != "company.edit" || got[1].Type != "subscription.edit" || got[2].Type != "projectSubscription.cancel" {
			t.Fatalf("arrived %+v", got)
		}
		first := got[0].Data
		if first.Entity != "company" || first.EntityID != s.company || first.Action != "edit" || first.EntityName != "Shop & Sons" || first.Actor.Email != adminEmail || !first.At.Equal(api.clock.Now()) {
			t.Errorf("%+v", first)
		}
		if f := first.Fields; len(f) != 1 || f[0].Name != "name" || f[0].Label != "Name" || string(f[0].Before) != `"Shop"` || string(f[0].After) != `"Shop \u0026 Sons"` {
			t.Errorf("fields %+v", f)
		}
		if d := got[1].Data; d.Seq != seq || len(d.Fields) != 1 || d.Fields[0].Name != "cost" || string(d.Fields[0].After) != "12" {
			t.Errorf("an administrator sees cost: %+v", d)
		}
		for i, d := range s.deliveries(made.ID) {
			if d.Attempts != 1 || d.Status == nil || *d.Status != 204 || d.NextAt != nil || d.Error != nil || d.ID != got[2-i].id {
				t.Errorf("listed %+v", d)
			}
		}
		s.put("/change/undo", object{"seq": canceled}).status(200)
		api.send()
		if got := r.took(); len(got) != 1 || got[0].Type != "projectSubscription.undo" || got[0].Data.Undoes == nil || *got[0].Data.Undoes != canceled || got[0].Data.Via.Kind != "undo" {
			t.Errorf("undo: %+v", got)
		}
		api.send()
		r.expectTook()
	})
}

// A change that is not made, or not listed in the history, is not sent.
func TestNothingIsSentWithoutAChange(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		admin.post("/UserManagement", object{"email": "ann@example.com", "displayName": "Ann", "gender": 0}).status(201)
		admin.addWebhook(r, "company.*", "user.*")
		api.mail.fail = func() error { return errors.New("the queue is broken") } // after the change is logged
		admin.post("/UserManagement/invite", object{"email": "ann@example.com"}).status(500)
		api.mail.fail = nil
		broken := errors.New("rolled back")
		err := api.store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.InsertChange(t.Context(), store.Change{At: api.clock.Now(), Action: "edit", Entity: "company", EntityID: "x", Event: "company.edit"})
			return errors.Join(err, broken)
		})
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		admin.post("/company", object{"name": ""}).status(400)
		admin.post("/view", object{"list": "company", "name": "Mine", "query": ""}).status(201)
		api.send()
		r.expectTook()
		admin.addCompany("Acme")
		api.send()
		r.expectTook("company.create Acme")
	})
}

func TestDeliveriesWaitForTheirReceiverInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r, other := newReceiver(t), newReceiver(t)
		made := admin.addWebhook(r, "company.*")
		admin.addWebhook(other, "company.create")
		r.answers(503)
		company := admin.addCompany("One")
		admin.rename(company, "Two")
		admin.addCompany("Three")
		began := api.clock.Now()
		var attempts []time.Duration
		for range 24 * 60 * 12 { // a day in steps of five seconds
			api.send()
			if n := len(r.tookEvents()); n > 1 {
				t.Fatalf("%d requests at once to a receiver that fails", n)
			} else if n == 1 {
				attempts = append(attempts, api.clock.Now().Sub(began))
				if w := admin.webhook(made.ID); w.FailingSince == nil || !w.FailingSince.Equal(began) {
					t.Errorf("failing since %v", w.FailingSince)
				}
				d := admin.deliveries(made.ID)[2]
				if d.Attempts != len(attempts) || *d.Status != 503 || d.NextAt == nil || d.Error == nil {
					t.Errorf("listed %+v", d)
				}
				api.clock.Advance(d.NextAt.Sub(api.clock.Now()) - 5*time.Second)
			}
			api.clock.Advance(5 * time.Second)
			if len(attempts) == 4 {
				break
			}
		}
		if fmt.Sprint(attempts) != "[0s 5s 1m5s 6m5s]" {
			t.Errorf("attempts after %v", attempts)
		}
		other.expectTook("company.create One", "company.create Three")
		r.answers(200)
		api.send()
		r.expectTook("company.create One", "company.edit Two", "company.create Three")
		if w := admin.webhook(made.ID); w.FailingSince != nil || !w.IsEnabled {
			t.Errorf("%+v", w)
		}
	})
}

// A delivery that its receiver refuses does not hold back those after it.
func TestRefusedDeliveryLetsOthersPass(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		r.answer = func(e tracker.WebhookEvent) int {
			if e.Data.EntityName == "Poison" {
				return 422
			}
			return 204
		}
		admin.addCompany("Poison")
		admin.addCompany("Good")
		api.send()
		r.expectTook("company.create Poison")
		api.clock.Advance(5 * time.Second)
		for day := api.clock.Now().Add(25 * time.Hour); api.clock.Now().Before(day); api.clock.Advance(5 * time.Minute) {
			if api.clock.Now().Minute()%10 == 0 {
				admin = api.admin() // the session of the day before has ended
				admin.addCompany("Good")
			}
			api.send()
		}
		poisoned, good := 0, 0
		for _, name := range r.tookEvents() {
			if name == "company.create Poison" {
				poisoned++
			} else {
				good++
			}
		}
		if w := admin.webhook(made.ID); !w.IsEnabled || w.OffReason != nil {
			t.Errorf("a receiver that takes the others is switched off: %+v", w)
		}
		if poisoned < 5 || poisoned > 10 || good < 150 {
			t.Errorf("refused %d times, others %d", poisoned, good)
		}
		if n := api.count(`SELECT count(*) FROM webhook_delivery WHERE status = 422 AND next_at IS NULL`); n != 1 {
			t.Errorf("%d given up", n)
		}
	})
}

func TestWebhookIsSwitchedOffAfterADay(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.addUser("second@example.com", "Second", true)
		api.addUser("client@example.com", "Client", false)
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		r.answers(500)
		admin.addCompany("One")
		admin.addCompany("Two")
		began := api.clock.Now()
		for admin.webhook(made.ID).IsEnabled {
			api.send()
			if d := admin.deliveries(made.ID)[1]; d.NextAt != nil {
				api.clock.Advance(d.NextAt.Sub(api.clock.Now()))
			}
			admin = api.admin()
			if api.clock.Now().Sub(began) > 25*time.Hour {
				t.Fatal("it is still on")
			}
		}
		if lasted := api.clock.Now().Sub(began); lasted != 24*time.Hour {
			t.Errorf("switched off after %v", lasted)
		}
		w := admin.webhook(made.ID)
		if w.OffReason == nil || *w.OffReason != "No delivery arrived for a day." || w.Version != 2 {
			t.Errorf("%+v", w)
		}
		for _, d := range admin.deliveries(made.ID) {
			if d.NextAt != nil {
				t.Errorf("still waits: %+v", d)
			}
		}
		api.deliver()
		slices.Sort(api.mail.news)
		if n := api.mail.news; len(n) != 2 || !strings.HasPrefix(n[0], adminEmail) || !strings.HasPrefix(n[1], "second@example.com") || !strings.HasSuffix(n[0], "Webhook switched off") {
			t.Errorf("told: %q", n)
		}
		r.took()
		admin.addCompany("Three")
		api.send()
		r.expectTook()
		failed := admin.deliveries(made.ID)[0]
		admin.post("/webhook/redeliver", object{"id": failed.ID}).problem(422, "webhookOff")
		r.answers(204)
		admin.put("/webhook", object{"id": made.ID, "url": r.url, "events": []string{"company.create"}, "isEnabled": true}).status(200)
		if w := admin.webhook(made.ID); !w.IsEnabled || w.OffReason != nil {
			t.Errorf("%+v", w)
		}
		admin.addCompany("Four")
		api.send()
		r.expectTook("company.create Four")
		var again tracker.WebhookDelivery
		admin.post("/webhook/redeliver", object{"id": failed.ID}).status(200).into(&again)
		api.send()
		if got := r.took(); len(got) != 1 || got[0].id != failed.ID || again.ID != failed.ID || got[0].Data.EntityName != "Two" {
			t.Errorf("sent again: %+v", got)
		}
		api.exec(`DELETE FROM change WHERE entity = 'company'`)
		admin.post("/webhook/redeliver", object{"id": failed.ID}).problem(422, "changeGone")
		admin.post("/webhook/redeliver", object{"id": "unknown"}).problem(404, "notFound")
	})
}

// Administrators are notified of a webhook that was switched off, at once on their open pages, and led to it.
func TestNotificationOfAWebhookThatIsOff(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.addUser(userEmail, "Second", true)
		api.addUser("client@example.com", "Client", false)
		admin.addModerator(admin.addCompany("Acme"), "client@example.com", tracker.RoleOwner)
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		r.answers(410)
		admin.addCompany("One")
		p := livePages(t, api, adminEmail, userEmail, "client@example.com")
		api.send()

		list := func(c *client) (page tracker.Page[tracker.Notification]) {
			c.get("/notification?UnreadOnly=true").status(200).into(&page)
			return page
		}
		second := api.signIn(userEmail)
		var told []string
		for _, c := range []*client{admin, second} {
			page := list(c)
			if len(page.Data) != 1 || page.Pagination.TotalItems != 1 {
				t.Fatalf("listed %+v", page)
			}
			n := page.Data[0]
			if n.Title != "Webhook switched off" || n.Details != strings.TrimPrefix(strings.TrimSuffix(r.url, "/hook?token=in-the-address"), "http://")+": The receiver answered that it is gone." ||
				n.WebhookID == nil || *n.WebhookID != made.ID || n.ItemID != nil || n.ItemParentID != nil {
				t.Errorf("%+v", n)
			}
			told = append(told, n.ID)
		}
		for range told { // each administrator of their own
			line := testkit.Receive(t, "a notification", p.told)
			if !strings.Contains(line, " NewNotification ") || !slices.ContainsFunc(told, func(id string) bool { return strings.Contains(line, id) }) {
				t.Errorf("told %s", line)
			}
		}
		if page := list(api.signIn("client@example.com")); len(page.Data) != 0 {
			t.Errorf("a client is told of webhooks: %+v", page.Data)
		}
		// It goes the way of other notifications, and ends with the rights of its recipient.
		admin.put("/notification", object{"notificationId": told[0]}).status(200)
		admin.put("/notification", object{"notificationId": told[1]}).status(404)
		if page := list(admin); len(page.Data) != 0 || page.Pagination.TotalItems != 0 {
			t.Errorf("viewed: %+v", page)
		}
		second.put("/notification/snooze", object{"notificationId": told[1], "until": api.clock.Now().Add(time.Hour).Format(time.RFC3339)}).status(200)
		admin.put("/UserManagement/admin", object{"email": userEmail, "isAdmin": false}).status(200)
		api.signIn(userEmail).put("/notification", object{"notificationId": told[1]}).status(404)
		admin.delete("/webhook", object{"id": made.ID}).status(204)
		var viewed tracker.Page[tracker.Notification]
		if admin.get("/notification").status(200).into(&viewed); len(viewed.Data) != 1 || !viewed.Data[0].IsViewed {
			t.Errorf("it is gone with its webhook: %+v", viewed.Data)
		}
	})
}

// A delivery that takes longer than a claim lives keeps its claim, so that nobody else sends it meanwhile.
func TestSlowDeliveryKeepsItsClaim(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		admin.addCompany("Slow")
		admin.addCompany("Next")
		until := func() int {
			return api.count(`SELECT claimed_until FROM webhook_state WHERE webhook_id = $1`, made.ID)
		}
		renewed := make(chan bool, 1)
		r.answer = func(e tracker.WebhookEvent) int {
			if e.Data.EntityName == "Slow" {
				first := until()
				api.clock.Advance(5 * time.Second)
				testkit.Until(t, "the claim is renewed", func() bool { return until() > first })
				renewed <- true
			}
			return 204
		}
		api.send()
		<-renewed
		r.expectTook("company.create Slow", "company.create Next")
		if until() != 0 {
			t.Error("the claim was not released")
		}
	})
}

// A program that stops writes what has arrived, so that it is not sent again.
func TestStoppedSenderKeepsWhatArrived(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		for _, name := range []string{"One", "Two", "Three"} {
			admin.addCompany(name)
		}
		ctx, stop := context.WithCancel(t.Context())
		r.answer = func(e tracker.WebhookEvent) int {
			if e.Data.EntityName == "Two" {
				stop()
			}
			return 204
		}
		if err := api.app.NewWebhookSender().Send(ctx); err != nil {
			t.Fatal(err)
		}
		r.took()
		if d := admin.deliveries(made.ID); d[2].NextAt != nil || d[1].NextAt == nil || d[0].NextAt == nil {
			t.Errorf("%+v", d)
		}
		api.send()
		r.expectTook("company.create Two", "company.create Three")
	})
}

func TestGoneReceiverIsSwitchedOffAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		r.answers(410)
		admin.addCompany("One")
		api.send()
		if w := admin.webhook(made.ID); w.IsEnabled || *w.OffReason != "The receiver answered that it is gone." {
			t.Errorf("%+v", w)
		}
	})
}

// Nothing is sent for an owner who is no administrator any more, and so nothing that they may not see.
func TestOwnersRightsDecideAtThatMoment(t *testing.T) {
	for _, lose := range []struct {
		name string
		how  func(admin *client, email string)
	}{
		{"demoted", func(admin *client, email string) {
			admin.put("/UserManagement/admin", object{"email": email, "isAdmin": false}).status(200)
		}},
		{"disabled", func(admin *client, email string) {
			admin.put("/UserManagement/disable", object{"email": email, "reason": 1}).status(200)
		}},
	} {
		t.Run(lose.name, func(t *testing.T) {
			onBoth(t, func(t *testing.T, api *testAPI) {
				s := newShop(api.admin())
				const owner = "owner@example.com"
				api.addUser(owner, "Olga", true)
				s.addModerator(s.company, owner, tracker.RoleSupport)
				r := newReceiver(t)
				made := api.signIn(owner).addWebhook(r, "subscription.*", "company.*")
				s.put("/subscription", object{"data": object{"id": s.subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 77.77}}).status(200)
				lose.how(s.client, owner)
				s.rename(s.company, "Renamed")
				api.send()
				if got := r.took(); len(got) != 0 {
					t.Errorf("sent: %+v", got)
				}
				w := s.webhook(made.ID)
				if w.IsEnabled || w.OffReason == nil || w.Owner.Email != owner {
					t.Errorf("%+v", w)
				}
				// Whoever saves it becomes its owner.
				s.put("/webhook", object{"id": made.ID, "url": r.url, "events": []string{"company.*"}, "isEnabled": true}).status(200)
				s.rename(s.company, "Again")
				api.send()
				r.expectTook("company.edit Again")
				if w := s.webhook(made.ID); w.Owner.Email != adminEmail {
					t.Errorf("%+v", w)
				}
			})
		})
	}
}

// Replicas that send at once send each delivery once, in order, and what a killed one claimed is sent by another.
func TestReplicasDoNotSendAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		var want []string
		for i := range 20 {
			name := fmt.Sprintf("Company %02d", i)
			admin.addCompany(name)
			want = append(want, "company.create "+name)
		}
		var replicas sync.WaitGroup
		for range 4 {
			replica := app.New(api.deps)
			replicas.Go(func() {
				sender := replica.NewWebhookSender()
				for range 5 {
					if err := sender.Send(t.Context()); err != nil {
						t.Error(err)
					}
				}
			})
		}
		replicas.Wait()
		r.expectTook(want...)
		admin.addCompany("Last")
		api.exec(`UPDATE webhook_state SET sender = 'killed', claimed_until = $1`, api.clock.Now().Add(30*time.Second).UnixMilli())
		api.send()
		r.expectTook()
		api.clock.Advance(31 * time.Second)
		api.restart() // the queue is in the database
		api.send()
		r.expectTook("company.create Last")
		if list := admin.deliveries(made.ID); len(list) != 21 {
			t.Errorf("%d deliveries", len(list))
		}
	})
}

// Many changes of one transaction are queued together.
func TestBulkIsQueuedTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		r := newReceiver(t)
		made := s.addWebhook(r, "company.*")
		var ids []string
		for i := range 30 {
			ids = append(ids, s.addCompany(fmt.Sprintf("Bulk %02d", i)))
		}
		api.send()
		r.took()
		b := s.bulk(bulk("company", "remove", object{}, ids...))
		api.send()
		got := r.took()
		if len(got) != 30 {
			t.Fatalf("%d arrived", len(got))
		}
		for i, a := range got {
			if a.Type != "company.remove" || a.Data.EntityID != ids[i] || *a.Data.BatchID != b.BatchID || a.Data.Via.Kind != "bulk" {
				t.Errorf("%d: %+v", i, a)
			}
		}
		undone := statementsOf(api, func(c *client) { c.put("/change/undo", object{"batchId": b.BatchID}).status(200) }, s.client)
		off := s.webhook(made.ID)
		s.put("/webhook", object{"id": made.ID, "url": off.URL, "events": off.Events, "isEnabled": false}).status(200)
		without := statementsOf(api, func(c *client) { c.put("/company", object{"data": object{"id": ids[0], "name": "Quiet"}}).status(200) }, s.client)
		s.put("/webhook", object{"id": made.ID, "url": off.URL, "events": off.Events, "isEnabled": true}).status(200)
		with := statementsOf(api, func(c *client) { c.put("/company", object{"data": object{"id": ids[0], "name": "Loud"}}).status(200) }, s.client)
		if with != without+2 {
			t.Errorf("an edit takes %d statements with a webhook, %d without", with, without)
		}
		if n := api.count(`SELECT count(*) FROM webhook_delivery WHERE event = 'company.undo'`); n != 30 || undone == 0 {
			t.Errorf("%d deliveries of an undo in %d statements", n, undone)
		}
	})
}

// statementsOf counts the statements of a request.
func statementsOf(api *testAPI, do func(c *client), c *client) int64 {
	var n store.Statements
	counting := *c
	counting.ctx = store.CountStatements(api.t.Context(), &n)
	do(&counting)
	return n.All.Load()
}

func TestOldDeliveriesAreRemoved(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		r := newReceiver(t)
		made := admin.addWebhook(r, "company.create")
		admin.addCompany("One")
		api.send()
		api.clock.Advance(tracker.DeliveryLife + time.Hour)
		admin = api.admin()
		admin.addCompany("Two")
		if err := api.app.Cleanup(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list := admin.deliveries(made.ID); len(list) != 1 || list[0].NextAt == nil {
			t.Errorf("kept: %+v", list)
		}
		for i := range 5 {
			admin.addCompany(fmt.Sprint("More ", i))
		}
		var page []tracker.WebhookDelivery
		answer := admin.get("/webhook/" + made.ID + "/delivery?PageSize=2&PageNumber=2").status(200).into(&page)
		if p := answer.Header().Get("Pagination"); len(page) != 2 || !strings.Contains(p, `"totalItems":6`) {
			t.Errorf("%d of %s", len(page), p)
		}
	})
}

// A body that would be too large says so.
func TestLargeBodyHasNoFields(t *testing.T) {
	c := tracker.Change{Entity: "company", Action: "edit", Fields: []tracker.FieldChange{{Name: "details", Before: json.RawMessage(`""`), After: json.RawMessage(`"` + strings.Repeat("x", tracker.MaxWebhookBody) + `"`)}}}
	body, err := tracker.WebhookBody(c)
	var event tracker.WebhookEvent
	if err := errors.Join(err, json.Unmarshal(body, &event)); err != nil || len(body) > tracker.MaxWebhookBody || !event.Data.Truncated || len(event.Data.Fields) != 0 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}
