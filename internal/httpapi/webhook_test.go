package httpapi_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

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
