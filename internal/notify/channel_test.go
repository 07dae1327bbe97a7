package notify_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

func TestChannelsAreMadeChangedAndRemoved(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		chat := apitest.NewChat(t)
		company := admin.AddCompany("Acme")
		host := strings.Split(chat.URL, "/")[2]
		made := admin.AddChannel(chat, object{"companyId": company, "when": "daily"})
		if made.Name != "Ops" || made.Kind != "slack" || made.Host != host || *made.CompanyID != company || len(made.Events) != 5 || made.When != "daily" || !made.IsEnabled ||
			made.Version != 1 || made.Owner.Email != apitest.AdminEmail {
			t.Errorf("made %+v", made)
		}
		// Without an address the stored one stays, null clears the company, and an absent field stays.
		edit := object{"id": made.ID, "version": 1, "name": "All", "kind": "teams", "companyId": nil, "events": []string{"ended"}, "isEnabled": false}
		var edited tracker.Channel
		admin.Put("/channel", edit).Status(200).Into(&edited)
		if edited.Name != "All" || edited.Kind != "teams" || edited.Host != host || edited.CompanyID != nil || !slices.Equal(edited.Events, []string{"ended"}) ||
			edited.When != "daily" ||
			edited.IsEnabled || edited.Version != 2 {
			t.Errorf("edited %+v", edited)
		}
		admin.Put("/channel", edit).Problem(409, "versionConflict")
		admin.Post("/channel/test", object{"id": made.ID}).Status(200)
		if len(chat.Took()) != 1 {
			t.Error("the stored address is lost")
		}
		other := apitest.NewChat(t)
		admin.Put("/channel", apitest.Merged(edit, object{"version": 2, "url": other.URL})).Status(200).Into(&edited)
		admin.Post("/channel/test", object{"id": made.ID}).Status(200)
		if len(chat.Took()) != 0 || len(other.Took()) != 1 || edited.Host == host || edited.Version != 3 {
			t.Error("the address is not changed")
		}
		// What the web app gets it may send back: nothing changes.
		admin.Put("/channel", apitest.Merged(edit, object{"version": 3})).Status(200).Into(&edited)
		if edited.Version != 3 {
			t.Errorf("version %d", edited.Version)
		}
		// The calls of webhooks do not know channels, and the other way around.
		admin.Put("/webhook", object{"id": made.ID, "url": other.URL, "events": []string{"user.*"}}).Problem(404, "notFound")
		admin.Get("/webhook/"+made.ID+"/delivery").Problem(404, "notFound")
		admin.Delete("/webhook", object{"id": made.ID}).Status(204)
		hook := admin.AddWebhook(apitest.NewReceiver(t), "company.*")
		admin.Put("/channel", apitest.Merged(edit, object{"id": hook.ID, "version": 1})).Problem(404, "notFound")
		admin.Post("/channel/test", object{"id": hook.ID}).Problem(404, "notFound")
		admin.Delete("/channel", object{"id": hook.ID}).Status(204)
		if admin.Channel(made.ID).Name != "All" || admin.Webhook(hook.ID).Version != 1 {
			t.Error("one of them is gone")
		}
		admin.Delete("/channel", object{"id": made.ID}).Status(204)
		admin.Delete("/channel", object{"id": made.ID}).Status(204)
		if api.Count(`SELECT count(*) FROM webhook`) != 1 || api.Count(`SELECT count(*) FROM webhook_state`) != 1 {
			t.Error("rows are left")
		}
		var details []string
		for _, e := range admin.SecurityEvents("?Kind=key") {
			if strings.HasPrefix(e.Details, "channel to ") {
				details = append(details, strings.Fields(e.Details)[3])
			}
			if strings.Contains(e.Details, "services") {
				t.Errorf("event %+v", e)
			}
		}
		if !slices.Equal(details, []string{"removed", "changed", "changed", "added"}) {
			t.Errorf("events %q", details)
		}
	})
}

func TestBadChannelsAreRefused(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		good := object{"name": "Ops", "kind": "slack", "url": "https://hooks.example.com/x", "events": []string{"ended"}}
		with := func(change object) object {
			body := maps.Clone(good)
			maps.Copy(body, change)
			return body
		}
		bad := func(change object) *apitest.Answer { return admin.Post("/channel", with(change)) }
		const events = "Events must be one or more of endsSoon, ended, renewed, canceled and mention, each once."
		for _, names := range [][]string{{}, {"company.*"}, {"ended", "ended"}, {"Ended"}, {"ended", ""}} {
			bad(object{"events": names}).FieldError("Events", events)
		}
		bad(object{"events": nil}).FieldError("Events", "Events field is required.")
		bad(object{"kind": "irc"}).FieldError("Kind", "Kind must be one of provided options.")
		bad(object{"kind": ""}).FieldError("Kind", "Kind field is required.")
		bad(object{"when": "hourly"}).FieldError("When", "When must be one of provided options.")
		bad(object{"name": " "}).FieldError("Name", "Name field is required.")
		bad(object{"url": ""}).FieldError("Url", "Url field is required.")
		bad(object{"companyId": "no-such-company"}).Problem(404, "notFound")
		const url = "Url must be an http or https address without a user name, password or fragment."
		for _, address := range []string{"ftp://example.com/", "https://u:p@example.com/", "https://example.com/#x", "javascript:alert(1)", "http://0x7f.1/"} {
			bad(object{"url": address}).FieldError("Url", url)
		}
		api.Deps.Webhooks = webhook.NewClient(false, nil)
		api.Restart()
		for _, address := range []string{"http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest", "http://localhost/"} {
			bad(object{"url": address}).FieldError("Url", "Url leads to this machine or to a private network.")
		}
		api.Deps.Webhooks = webhook.NewClient(true, nil)
		api.Restart()
		for range tracker.MaxChannels {
			admin.Post("/channel", with(object{"url": "http://127.0.0.1:1/"})).Status(201)
		}
		bad(object{"url": "http://127.0.0.1:1/"}).Problem(422, "tooManyChannels")
	})
}

func TestChannelIsToldWhatHappens(t *testing.T) {
	for _, kind := range []string{"slack", "teams"} {
		t.Run(kind, func(t *testing.T) {
			apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
				s := apitest.NewShop(api.Admin())
				api.AddUser("grace@example.com", "Grace", true)
				chat := apitest.NewChat(t)
				s.AddChannel(chat, object{"kind": kind})
				expect := func(words ...string) {
					t.Helper()
					api.Send()
					took := chat.Took()
					if len(took) != 1 {
						t.Fatalf("%d messages: %+v", len(took), took)
					}
					for _, part := range words {
						if !strings.Contains(took[0].Words, part) {
							t.Errorf("%q is not in %s", part, took[0].Words)
						}
					}
					if strings.Contains(took[0].Raw, "10.5") || strings.Contains(strings.ToLower(took[0].Raw), "cost") { // see NewShop
						t.Errorf("the message tells the cost: %s", took[0].Raw)
					}
				}
				soon := s.AttachSubscription(3, false)
				link := "https://tracker.example/btracker/app/projects/" + s.Project + "/sub/" + soon
				expect("Subscription ends soon", "Server of Site (Shop) ends on 18 Nov 2026.", link)
				s.Put("/project/subscription/cancel", object{"id": soon, "cancelationReason": "moved"}).Status(200)
				expect("Subscription canceled", "Server of Site (Shop) was canceled. Reason: moved", link)
				renewing := s.AttachSubscription(20, true)
				ending := s.AttachSubscription(20, false)
				api.Clock.Advance(7 * 24 * time.Hour)
				scan(t, api)
				expect("Subscription ends soon", "Server of Site (Shop) ends on 5 Dec 2026.", ending)
				api.Clock.Advance(14 * 24 * time.Hour)
				scan(t, api)
				api.Send()
				took := chat.Took()
				all := ""
				for _, m := range took {
					all += m.Words + "\n"
				}
				if len(took) != 2 || !strings.Contains(all, "now runs until 26 Dec 2026.") || !strings.Contains(all, "ended on 5 Dec 2026.") || !strings.Contains(all, renewing) {
					t.Errorf("%d messages: %s", len(took), all)
				}
				scan(t, api)
				s.Client = api.Admin()
				s.Post("/note", object{"entity": "company", "entityId": s.Company, "text": "Please call them, @grace@example.com"}).Status(201)
				expect("Somebody was mentioned", "on Shop, for Grace: Please call them,", "/btracker/app/companies/"+s.Company)
				s.Post("/note", object{"entity": "company", "entityId": s.Company, "text": "Nobody, @nobody@example.com"}).Status(201)
				api.Send()
				if took := chat.Took(); len(took) != 0 {
					t.Errorf("told again, or of nobody: %+v", took)
				}
			})
		})
	}
}

func scan(t *testing.T, api *apitest.API) {
	t.Helper()
	if err := api.App.ScanSubscriptions(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// A channel is told whatever people want to be told, and only what was chosen for it.
func TestChannelIsBoundByEventsAndCompany(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.Put("/account/notificationSettings", object{"kinds": object{"endsSoon": false, "ended": false, "canceled": false, "renewed": false, "mention": false}}).Status(200)
		other := s.AddCompany("Other")
		of, elsewhere, soon, off := apitest.NewChat(t), apitest.NewChat(t), apitest.NewChat(t), apitest.NewChat(t)
		s.AddChannel(of, object{"companyId": s.Company})
		s.AddChannel(elsewhere, object{"companyId": other})
		s.AddChannel(soon, object{"events": []string{"endsSoon"}})
		s.AddChannel(off, object{"isEnabled": false})
		id := s.AttachSubscription(20, false)
		api.Clock.Advance(8 * 24 * time.Hour)
		scan(t, api)
		s.Client = api.Admin()
		s.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "enough"}).Status(200)
		// A note on the catalogue belongs to no company.
		s.Post("/note", object{"entity": "subscription", "entityId": s.Subscription, "text": "@" + apitest.AdminEmail}).Status(201)
		api.Send()
		for want, chat := range map[string]*apitest.Chat{"of the company: 2": of, "of another: 0": elsewhere, "soon: 1": soon, "off: 0": off} {
			if took := chat.Took(); !strings.HasSuffix(want, fmt.Sprint(": ", len(took))) {
				t.Errorf("%s, got %d: %+v", want, len(took), took)
			}
		}
	})
}

func TestTestOfAChannelShowsTheAnswer(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		chat := apitest.NewChat(t)
		made := admin.AddChannel(chat, object{"isEnabled": false, "url": chat.URL + "?token=another-secret"})
		try := func() (answer tracker.ChannelAnswer) {
			t.Helper()
			admin.Post("/channel/test", object{"id": made.ID}).Status(200).Into(&answer)
			return answer
		}
		if got := try(); got.Status != 200 || got.Body != "ok" {
			t.Errorf("answered %+v", got)
		}
		if took := chat.Took(); len(took) != 1 || !strings.Contains(took[0].Words, "The channel Ops is connected.") ||
			!strings.Contains(took[0].Words, "https://tracker.example/btracker/app") {
			t.Errorf("sent %+v", took)
		}
		chat.Answers(404, "no_service")
		if got := try(); got.Status != 404 || got.Body != "no_service" {
			t.Errorf("answered %+v", got)
		}
		// A receiver that repeats its address does not tell it.
		chat.Answers(500, "failed: POST "+chat.URL+"?token=another-secret (/services/T0/"+apitest.ChatSecret+") another-secret \xff"+strings.Repeat("x", 5000))
		if got := try(); strings.Contains(got.Body, apitest.ChatSecret) || strings.Contains(got.Body, "another-secret") || len([]rune(got.Body)) != tracker.MaxChannelAnswer {
			t.Errorf("answered %d characters: %.300s", len([]rune(got.Body)), got.Body)
		}
		if admin.Channel(made.ID).FailingSince != nil {
			t.Error("a test counts as a message")
		}
		admin.Put("/channel", object{"id": made.ID, "name": "Ops", "kind": "slack", "events": []string{"ended"}, "url": "http://127.0.0.1:1/" + apitest.ChatSecret}).Status(200)
		answer := admin.Post("/channel/test", object{"id": made.ID}).Problem(422, "channelSilent")
		if body := fmt.Sprint(answer); !strings.Contains(body, "There was no connection, or it broke off.") || strings.Contains(body, apitest.ChatSecret) {
			t.Errorf("answered %s", body)
		}
		api.Deps.Webhooks = webhook.NewClient(false, nil) // also an address that was saved before
		api.Restart()
		if body := fmt.Sprint(admin.Post("/channel/test", object{"id": made.ID}).Problem(422, "channelSilent")); !strings.Contains(body, "private network") {
			t.Errorf("answered %s", body)
		}
	})
}

func TestAddressesOfChannelsAreNowhere(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		chat := apitest.NewChat(t)
		program := api.Admin()
		program.Header = http.Header{"Idempotency-Key": {"one"}}
		body := object{"name": "Ops", "kind": "slack", "url": chat.URL, "events": tracker.ChannelEvents}
		made := program.Post("/channel", body).Status(201).Body.String() + program.Post("/channel", body).Status(201).Body.String()
		var ch tracker.Channel
		program.Post("/channel", body).Status(201).Into(&ch)
		chat.Answers(500, apitest.ChatSecret)
		s.AttachSubscription(3, false)
		api.Send()
		edited := s.Put("/channel", object{"id": ch.ID, "name": "Else", "kind": "teams", "url": chat.URL + "2", "events": tracker.ChannelEvents}).Status(200).Body.String()
		conflict := s.Put("/channel", object{"id": ch.ID, "version": 1, "name": "Else", "kind": "teams", "url": chat.URL + "2", "events": []string{"ended"}}).Status(409).Body.String()
		refused := s.Put("/channel", object{"id": ch.ID, "name": "", "kind": "teams", "url": chat.URL, "events": []string{"ended"}}).Status(400).Body.String()
		for what, text := range map[string]string{"the new channel": made, "the edited one": edited, "a conflict": conflict, "a refusal": refused,
			"the list":    s.Get("/channel").Body.String(),
			"the history": s.Get("/change").Body.String(), "the security events": s.Get("/securityEvent/export").Body.String(), "the log": api.Logs.String(),
			"the data of a person": s.Get("/UserManagement/" + apitest.AdminEmail + "/data").Body.String()} {
			if form := testkit.FindSecret([]byte(text), apitest.ChatSecret); form != "" || text == "" {
				t.Errorf("%s has the address, %s: %s", what, form, text)
			}
		}
		if n := api.Count(`SELECT count(*) FROM webhook WHERE url LIKE $1 OR secret LIKE $1 OR name LIKE $1`, "%"+apitest.ChatSecret+"%"); n != 0 {
			t.Error("the database has the address")
		}
		if n := api.Count(`SELECT count(*) FROM change WHERE entity = 'channel' AND (before IS NOT NULL OR after IS NOT NULL)`); n != 0 {
			t.Error("the log keeps the content of channels")
		}
		if body := s.Get("/change").Body.String(); strings.Contains(body, `"channel"`) {
			t.Errorf("the history lists channels: %s", body)
		}
		// With another secret the address can not be read, and the channel says so.
		signer, err := auth.NewSigner([]byte(strings.Repeat("other", 10)), time.Hour, api.Clock.Now)
		if err != nil {
			t.Fatal(err)
		}
		api.Signer, api.Deps.Signer = signer, signer
		api.Restart()
		admin := api.Admin()
		admin.Post("/channel/test", object{"id": ch.ID}).Problem(422, "channelSecret")
		api.Clock.Advance(time.Minute)
		api.Send()
		if off := admin.Channel(ch.ID); off.IsEnabled || *off.OffReason != "Its address was encrypted with another BTRACKER_SECRET. Enter it again." {
			t.Errorf("%+v", off)
		}
		admin.Put("/channel", object{"id": ch.ID, "name": "Ops", "kind": "slack", "url": chat.URL, "events": tracker.ChannelEvents, "isEnabled": true}).Status(200)
		admin.Post("/channel/test", object{"id": ch.ID}).Status(200)
	})
}
