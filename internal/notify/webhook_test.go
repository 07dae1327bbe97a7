package notify_test

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

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

func TestWebhooksAreMadeChangedAndRemoved(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.*", "projectSubscription.cancel")
		if !strings.HasPrefix(*made.Secret, "whsec_") || !made.IsEnabled || made.Version != 1 || made.Owner.Email != apitest.AdminEmail || made.OffReason != nil {
			t.Errorf("made %+v", made)
		}
		if body := admin.Get("/webhook").Body.String(); strings.Contains(body, "whsec_") || !strings.Contains(body, r.URL) {
			t.Errorf("the list: %s", body)
		}
		edit := object{"id": made.ID, "version": 1, "url": r.URL, "events": []string{"user.disable"}, "isEnabled": false}
		var edited tracker.Webhook
		admin.Put("/webhook", edit).Status(200).Into(&edited)
		if edited.IsEnabled || edited.Version != 2 || !slices.Equal(edited.Events, []string{"user.disable"}) {
			t.Errorf("edited %+v", edited)
		}
		admin.Put("/webhook", edit).Problem(409, "versionConflict")
		admin.Delete("/webhook", object{"id": made.ID}).Status(204)
		admin.Delete("/webhook", object{"id": made.ID}).Status(204)
		admin.Get("/webhook/"+made.ID+"/delivery").Problem(404, "notFound")
		// Who did it is recorded, without the rest of the address.
		var details []string
		for _, e := range admin.SecurityEvents("?Kind=key") {
			details = append(details, strings.Fields(e.Details)[3])
			if e.Email != apitest.AdminEmail || strings.Contains(e.Details, "token") {
				t.Errorf("event %+v", e)
			}
		}
		if !slices.Equal(details, []string{"removed", "changed", "added"}) {
			t.Errorf("events %q", details)
		}
		if lines := admin.History(""); len(lines) != 0 {
			t.Errorf("the history lists webhooks: %q", lines)
		}
	})
}

func TestSecretsOfWebhooksAreNowhereElse(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		key := api.Admin()
		key.Header = http.Header{"Idempotency-Key": {"one"}}
		made := key.AddWebhook(r, "company.*")
		var again tracker.NewWebhook
		key.Post("/webhook", object{"url": r.URL, "events": []string{"company.*"}}).Status(201).Into(&again)
		if again.ID != made.ID || again.Secret != nil {
			t.Errorf("repeated: %+v", again)
		}
		admin.AddCompany("Acme")
		r.Answers(500)
		api.Send()
		for _, table := range []string{"webhook", "webhook_delivery", "change", "security_event"} {
			for _, plain := range []string{*made.Secret, strings.TrimPrefix(*made.Secret, "whsec_")} {
				column := map[string]string{"webhook": "secret", "webhook_delivery": "COALESCE(error, '')", "change": "COALESCE(after, '')", "security_event": "details"}[table]
				if n := api.Count(`SELECT count(*) FROM `+table+` WHERE `+column+` LIKE $1`, "%"+plain+"%"); n != 0 {
					t.Errorf("%s holds the secret", table)
				}
			}
		}
		if n := api.Count(`SELECT count(*) FROM change WHERE entity = 'webhook' AND (before IS NOT NULL OR after IS NOT NULL)`); n != 0 {
			t.Error("the log keeps the content of webhooks")
		}
		if logs := api.Logs.String(); strings.Contains(logs, "whsec_") || strings.Contains(logs, "in-the-address") || !strings.Contains(logs, "a webhook delivery failed") {
			t.Errorf("the log:\n%s", logs)
		}
		for _, a := range r.Took() {
			if strings.Contains(a.Raw, "whsec_") {
				t.Error("a body holds the secret")
			}
		}
	})
}

func TestBadWebhooksAreRefused(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		bad := func(change object) *apitest.Answer {
			body := object{"url": "https://hooks.example.com/", "events": []string{"company.*"}}
			maps.Copy(body, change)
			return admin.Post("/webhook", body)
		}
		events := "Events must be 1 to 50 different names such as company.* or projectSubscription.cancel."
		for _, names := range [][]string{{}, {"*"}, {"*.*"}, {"company"}, {"company."}, {".edit"}, {"company.*.edit"}, {"Company.edit"},
			{"company.Edit"}, {"company.edit "}, {"webhook.*"}, {"view.*"},
			{"company.view"}, {"company.%"}, {"company.edit", "company.edit"}, slices.Repeat([]string{"company.edit"}, 51)} {
			bad(object{"events": names}).FieldError("Events", events)
		}
		bad(object{"events": nil}).FieldError("Events", "Events field is required.")
		bad(object{"events": "company.*"}).Status(400)
		bad(object{"events": []any{1}}).Status(400)
		bad(object{"isEnabled": "yes"}).Status(400)
		url := "Url must be an http or https address without a user name, password or fragment."
		for _, address := range []string{"ftp://example.com/", "example.com", "http://", "https://u:p@example.com/", "https://example.com/#x",
			"javascript:alert(1)", "http://2130706433/", "http://0x7f.1/",
			"http://127.1/", "http://0177.0.0.1/", "http://[fe80::1%25eth0]/", "http://exam\u00adple.com/", "http://１２７.０.０.１/", "http://a.example:0/", "http://[::1/"} {
			bad(object{"url": address}).FieldError("Url", url)
		}
		bad(object{"url": ""}).FieldError("Url", "Url field is required.")
		bad(object{"url": "https://example.com/" + strings.Repeat("a", 1000)}).FieldError("Url", "Url length must be at most 1000.")
		api.Deps.Webhooks = webhook.NewClient(false, nil)
		api.Restart()
		for _, address := range []string{"http://127.0.0.1:8080/", "https://localhost/", "http://169.254.169.254/latest/meta-data/",
			"http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://[64:ff9b::a00:1]/", "http://10.1.2.3/"} {
			bad(object{"url": address}).FieldError("Url", "Url leads to this machine or to a private network.")
			admin.Put("/webhook", object{"id": "x", "url": address, "events": []string{"user.*"}}).FieldError("Url", "Url leads to this machine or to a private network.")
		}
		if n := api.Count(`SELECT count(*) FROM webhook`); n != 0 {
			t.Errorf("%d webhooks were made", n)
		}
		api.Deps.Webhooks = webhook.NewClient(true, nil)
		api.Restart()
		for range tracker.MaxWebhooks {
			bad(nil).Status(201)
		}
		bad(nil).Problem(422, "tooManyWebhooks")
	})
}

func TestDeliveriesSayWhatChanged(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		r := apitest.NewReceiver(t)
		made := s.AddWebhook(r, "company.*", "subscription.edit", "projectSubscription.cancel", "projectSubscription.undo")
		id := s.AttachSubscription(30, false) // nobody asked for
		s.Rename(s.Company, "Shop & Sons")
		seq := s.Put("/subscription", object{"data": object{"id": s.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 12}}).Status(200).LastSeq()
		canceled := s.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "moved"}).Status(200).LastSeq()
		if list := s.Deliveries(made.ID); len(list) != 3 || list[0].Event != "projectSubscription.cancel" || list[0].Attempts != 0 || list[0].Status != nil || list[0].NextAt == nil {
			t.Errorf("queued: %+v", list)
		}
		api.Send()
		got := r.Took()
		if len(got) != 3 || got[0].Type != "company.edit" || got[1].Type != "subscription.edit" || got[2].Type != "projectSubscription.cancel" {
			t.Fatalf("arrived %+v", got)
		}
		first := got[0].Data
		if first.Entity != "company" || first.EntityID != s.Company || first.Action != "edit" || first.EntityName != "Shop & Sons" ||
			first.Actor.Email != apitest.AdminEmail || !first.At.Equal(api.Clock.Now()) {
			t.Errorf("%+v", first)
		}
		if f := first.Fields; len(f) != 1 || f[0].Name != "name" || f[0].Label != "Name" || string(f[0].Before) != `"Shop"` || string(f[0].After) != `"Shop \u0026 Sons"` {
			t.Errorf("fields %+v", f)
		}
		if d := got[1].Data; d.Seq != seq || len(d.Fields) != 1 || d.Fields[0].Name != "cost" || string(d.Fields[0].After) != "12" {
			t.Errorf("an administrator sees cost: %+v", d)
		}
		for i, d := range s.Deliveries(made.ID) {
			if d.Attempts != 1 || d.Status == nil || *d.Status != 204 || d.NextAt != nil || d.Error != nil || d.ID != got[2-i].ID {
				t.Errorf("listed %+v", d)
			}
		}
		s.Put("/change/undo", object{"seq": canceled}).Status(200)
		api.Send()
		if got := r.Took(); len(got) != 1 || got[0].Type != "projectSubscription.undo" || got[0].Data.Undoes == nil || *got[0].Data.Undoes != canceled || got[0].Data.Via.Kind != "undo" {
			t.Errorf("undo: %+v", got)
		}
		api.Send()
		r.ExpectTook()
	})
}

func TestDeliveriesOfNotesDocumentsAndFields(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		r := apitest.NewReceiver(t)
		s.AddWebhook(r, "note.*", "document.*", "field.create", "company.edit")
		field := s.Made("/field", object{"list": "company", "key": "tier", "label": "Tier", "kind": "text"})
		s.Put("/company", object{"data": object{"id": s.Company, "name": "Shop", "own": object{"tier": "Gold"}}}).Status(200)
		note := s.Made("/note", object{"entity": "project", "entityId": s.Project, "text": "@" + apitest.AdminEmail + " called"})
		var document tracker.Document
		s.Do(http.MethodPost, "/document?Entity=company&EntityId="+s.Company+"&Name=a.txt", []byte("A text")).Status(201).Into(&document)
		s.Put("/document", object{"id": document.ID, "details": "Signed"}).Status(200)
		s.Delete("/note", object{"id": note}).Status(204)
		api.Send()
		var events []string
		for _, a := range r.Took() {
			fields := ""
			for _, f := range a.Data.Fields {
				fields += fmt.Sprintf(" %s %s %s>%s", f.Name, f.Label, f.Before, f.After)
			}
			events = append(events, a.Type+" "+a.Data.EntityID+fields)
		}
		if d := cmp.Diff([]string{
			"field.create " + field + ` list List null>"company" key Key null>"tier" label Label null>"Tier" kind Kind null>"text" options Options null>[]`,
			"company.edit " + s.Company + ` own.tier Tier null>"Gold"`,
			"note.create " + note + ` text Text null>"@admin@example.com called"`,
			"document.create " + document.ID + ` name Name null>"a.txt"`,
			"document.edit " + document.ID + ` details Details null>"Signed"`,
			"note.remove " + note + ` text Text "@admin@example.com called">null`,
		}, events); d != "" {
			t.Error(d)
		}
	})
}

// A change that is not made, or not listed in the history, is not sent.
func TestNothingIsSentWithoutAChange(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		admin.Post("/UserManagement", object{"email": "ann@example.com", "displayName": "Ann", "gender": 0}).Status(201)
		admin.AddWebhook(r, "company.*", "user.*")
		api.Mail.Fail = func() error { return errors.New("the queue is broken") } // after the change is logged
		admin.Post("/UserManagement/invite", object{"email": "ann@example.com"}).Status(500)
		api.Mail.Fail = nil
		broken := errors.New("rolled back")
		err := api.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.InsertChange(t.Context(), store.Change{At: api.Clock.Now(), Action: "edit", Entity: "company", EntityID: "x", Event: "company.edit"})
			return errors.Join(err, broken)
		})
		if !errors.Is(err, broken) {
			t.Fatal(err)
		}
		admin.Post("/company", object{"name": ""}).Status(400)
		admin.Post("/view", object{"list": "company", "name": "Mine", "query": ""}).Status(201)
		api.Send()
		r.ExpectTook()
		admin.AddCompany("Acme")
		api.Send()
		r.ExpectTook("company.create Acme")
	})
}

// Nothing is sent for an owner who is no administrator any more, and so nothing that they may not see.
func TestOwnersRightsDecideAtThatMoment(t *testing.T) {
	for _, lose := range []struct {
		name string
		how  func(admin *apitest.Client, email string)
	}{
		{"demoted", func(admin *apitest.Client, email string) {
			admin.Put("/UserManagement/admin", object{"email": email, "isAdmin": false}).Status(200)
		}},
		{"disabled", func(admin *apitest.Client, email string) {
			admin.Put("/UserManagement/disable", object{"email": email, "reason": 1}).Status(200)
		}},
	} {
		t.Run(lose.name, func(t *testing.T) {
			apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
				s := apitest.NewShop(api.Admin())
				const owner = "owner@example.com"
				api.AddUser(owner, "Olga", true)
				s.AddModerator(s.Company, owner, tracker.RoleSupport)
				r := apitest.NewReceiver(t)
				made := api.SignIn(owner).AddWebhook(r, "subscription.*", "company.*")
				s.Put("/subscription", object{"data": object{"id": s.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 77.77}}).Status(200)
				lose.how(s.Client, owner)
				s.Rename(s.Company, "Renamed")
				api.Send()
				if got := r.Took(); len(got) != 0 {
					t.Errorf("sent: %+v", got)
				}
				w := s.Webhook(made.ID)
				if w.IsEnabled || w.OffReason == nil || w.Owner.Email != owner {
					t.Errorf("%+v", w)
				}
				// Whoever saves it becomes its owner.
				s.Put("/webhook", object{"id": made.ID, "url": r.URL, "events": []string{"company.*"}, "isEnabled": true}).Status(200)
				s.Rename(s.Company, "Again")
				api.Send()
				r.ExpectTook("company.edit Again")
				if w := s.Webhook(made.ID); w.Owner.Email != apitest.AdminEmail {
					t.Errorf("%+v", w)
				}
			})
		})
	}
}

// Many changes of one transaction are queued together.
func TestBulkIsQueuedTogether(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		r := apitest.NewReceiver(t)
		made := s.AddWebhook(r, "company.*")
		var ids []string
		for i := range 30 {
			ids = append(ids, s.AddCompany(fmt.Sprintf("Bulk %02d", i)))
		}
		api.Send()
		r.Took()
		b := s.Bulk(apitest.Bulk("company", "remove", object{}, ids...))
		api.Send()
		got := r.Took()
		if len(got) != 30 {
			t.Fatalf("%d arrived", len(got))
		}
		for i, a := range got {
			if a.Type != "company.remove" || a.Data.EntityID != ids[i] || *a.Data.BatchID != b.BatchID || a.Data.Via.Kind != "bulk" {
				t.Errorf("%d: %+v", i, a)
			}
		}
		undone := apitest.StatementsOf(api, func(c *apitest.Client) { c.Put("/change/undo", object{"batchId": b.BatchID}).Status(200) }, s.Client)
		off := s.Webhook(made.ID)
		s.Put("/webhook", object{"id": made.ID, "url": off.URL, "events": off.Events, "isEnabled": false}).Status(200)
		without := apitest.StatementsOf(api, func(c *apitest.Client) {
			c.Put("/company", object{"data": object{"id": ids[0], "name": "Quiet"}}).Status(200)
		}, s.Client)
		s.Put("/webhook", object{"id": made.ID, "url": off.URL, "events": off.Events, "isEnabled": true}).Status(200)
		with := apitest.StatementsOf(api, func(c *apitest.Client) {
			c.Put("/company", object{"data": object{"id": ids[0], "name": "Loud"}}).Status(200)
		}, s.Client)
		if with != without+2 {
			t.Errorf("an edit takes %d statements with a webhook, %d without", with, without)
		}
		if n := api.Count(`SELECT count(*) FROM webhook_delivery WHERE event = 'company.undo'`); n != 30 || undone == 0 {
			t.Errorf("%d deliveries of an undo in %d statements", n, undone)
		}
	})
}

func TestOldDeliveriesAreRemoved(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		admin.AddCompany("One")
		api.Send()
		api.Clock.Advance(tracker.DeliveryLife + time.Hour)
		admin = api.Admin()
		admin.AddCompany("Two")
		if err := api.App.Cleanup(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list := admin.Deliveries(made.ID); len(list) != 1 || list[0].NextAt == nil {
			t.Errorf("kept: %+v", list)
		}
		for i := range 5 {
			admin.AddCompany(fmt.Sprint("More ", i))
		}
		var page []tracker.WebhookDelivery
		answer := admin.Get("/webhook/" + made.ID + "/delivery?PageSize=2&PageNumber=2").Status(200).Into(&page)
		if p := answer.Header().Get("Pagination"); len(page) != 2 || !strings.Contains(p, `"totalItems":6`) {
			t.Errorf("%d of %s", len(page), p)
		}
	})
}

// A body that would be too large says so.
func TestLargeBodyHasNoFields(t *testing.T) {
	c := tracker.Change{Entity: "company", Action: "edit", Fields: []tracker.FieldChange{{Name: "details", Before: json.RawMessage(`""`),
		After: json.RawMessage(`"` + strings.Repeat("x", tracker.MaxWebhookBody) + `"`)}}}
	body, err := tracker.WebhookBody(c)
	var event tracker.WebhookEvent
	if err := errors.Join(err, json.Unmarshal(body, &event)); err != nil || len(body) > tracker.MaxWebhookBody || !event.Data.Truncated || len(event.Data.Fields) != 0 {
		t.Errorf("%d bytes, %v", len(body), err)
	}
}
