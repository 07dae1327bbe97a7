package notify_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/app"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

func TestDeliveriesWaitForTheirReceiverInOrder(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r, other := apitest.NewReceiver(t), apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.*")
		admin.AddWebhook(other, "company.create")
		r.Answers(503)
		company := admin.AddCompany("One")
		admin.Rename(company, "Two")
		admin.AddCompany("Three")
		began := api.Clock.Now()
		var attempts []time.Duration
		for range 24 * 60 * 12 { // a day in steps of five seconds
			api.Send()
			if n := len(r.TookEvents()); n > 1 {
				t.Fatalf("%d requests at once to a receiver that fails", n)
			} else if n == 1 {
				attempts = append(attempts, api.Clock.Now().Sub(began))
				if w := admin.Webhook(made.ID); w.FailingSince == nil || !w.FailingSince.Equal(began) {
					t.Errorf("failing since %v", w.FailingSince)
				}
				d := admin.Deliveries(made.ID)[2]
				if d.Attempts != len(attempts) || *d.Status != 503 || d.NextAt == nil || d.Error == nil {
					t.Errorf("listed %+v", d)
				}
				api.Clock.Advance(d.NextAt.Sub(api.Clock.Now()) - 5*time.Second)
			}
			api.Clock.Advance(5 * time.Second)
			if len(attempts) == 4 {
				break
			}
		}
		if fmt.Sprint(attempts) != "[0s 5s 1m5s 6m5s]" {
			t.Errorf("attempts after %v", attempts)
		}
		other.ExpectTook("company.create One", "company.create Three")
		r.Answers(200)
		api.Send()
		r.ExpectTook("company.create One", "company.edit Two", "company.create Three")
		if w := admin.Webhook(made.ID); w.FailingSince != nil || !w.IsEnabled {
			t.Errorf("%+v", w)
		}
	})
}

// A delivery that its receiver refuses does not hold back those after it.
func TestRefusedDeliveryLetsOthersPass(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		r.Answer = func(e tracker.WebhookEvent) int {
			if e.Data.EntityName == "Poison" {
				return 422
			}
			return 204
		}
		admin.AddCompany("Poison")
		admin.AddCompany("Good")
		api.Send()
		r.ExpectTook("company.create Poison")
		api.Clock.Advance(5 * time.Second)
		for day := api.Clock.Now().Add(25 * time.Hour); api.Clock.Now().Before(day); api.Clock.Advance(5 * time.Minute) {
			if api.Clock.Now().Minute()%10 == 0 {
				admin = api.Admin() // the session of the day before has ended
				admin.AddCompany("Good")
			}
			api.Send()
		}
		poisoned, good := 0, 0
		for _, name := range r.TookEvents() {
			if name == "company.create Poison" {
				poisoned++
			} else {
				good++
			}
		}
		if w := admin.Webhook(made.ID); !w.IsEnabled || w.OffReason != nil {
			t.Errorf("a receiver that takes the others is switched off: %+v", w)
		}
		if poisoned < 5 || poisoned > 10 || good < 150 {
			t.Errorf("refused %d times, others %d", poisoned, good)
		}
		if n := api.Count(`SELECT count(*) FROM webhook_delivery WHERE status = 422 AND next_at IS NULL`); n != 1 {
			t.Errorf("%d given up", n)
		}
	})
}

func TestWebhookIsSwitchedOffAfterADay(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.AddUser("second@example.com", "Second", true)
		api.AddUser("client@example.com", "Client", false)
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		r.Answers(500)
		admin.AddCompany("One")
		admin.AddCompany("Two")
		began := api.Clock.Now()
		for admin.Webhook(made.ID).IsEnabled {
			api.Send()
			if d := admin.Deliveries(made.ID)[1]; d.NextAt != nil {
				api.Clock.Advance(d.NextAt.Sub(api.Clock.Now()))
			}
			admin = api.Admin()
			if api.Clock.Now().Sub(began) > 25*time.Hour {
				t.Fatal("it is still on")
			}
		}
		if lasted := api.Clock.Now().Sub(began); lasted != 24*time.Hour {
			t.Errorf("switched off after %v", lasted)
		}
		w := admin.Webhook(made.ID)
		if w.OffReason == nil || *w.OffReason != "No delivery arrived for a day." || w.Version != 2 {
			t.Errorf("%+v", w)
		}
		for _, d := range admin.Deliveries(made.ID) {
			if d.NextAt != nil {
				t.Errorf("still waits: %+v", d)
			}
		}
		api.Deliver()
		slices.Sort(api.Mail.News)
		if n := api.Mail.News; len(n) != 2 || !strings.HasPrefix(n[0], apitest.AdminEmail) || !strings.HasPrefix(n[1], "second@example.com") ||
			!strings.HasSuffix(n[0], "Webhook switched off") {
			t.Errorf("told: %q", n)
		}
		r.Took()
		admin.AddCompany("Three")
		api.Send()
		r.ExpectTook()
		failed := admin.Deliveries(made.ID)[0]
		admin.Post("/webhook/redeliver", object{"id": failed.ID}).Problem(422, "webhookOff")
		r.Answers(204)
		admin.Put("/webhook", object{"id": made.ID, "url": r.URL, "events": []string{"company.create"}, "isEnabled": true}).Status(200)
		if w := admin.Webhook(made.ID); !w.IsEnabled || w.OffReason != nil {
			t.Errorf("%+v", w)
		}
		admin.AddCompany("Four")
		api.Send()
		r.ExpectTook("company.create Four")
		var again tracker.WebhookDelivery
		admin.Post("/webhook/redeliver", object{"id": failed.ID}).Status(200).Into(&again)
		api.Send()
		if got := r.Took(); len(got) != 1 || got[0].ID != failed.ID || again.ID != failed.ID || got[0].Data.EntityName != "Two" {
			t.Errorf("sent again: %+v", got)
		}
		api.Exec(`DELETE FROM change WHERE entity = 'company'`)
		admin.Post("/webhook/redeliver", object{"id": failed.ID}).Problem(422, "changeGone")
		admin.Post("/webhook/redeliver", object{"id": "unknown"}).Problem(404, "notFound")
	})
}

// Administrators are notified of a webhook that was switched off, at once on their open pages, and led to it.
func TestNotificationOfAWebhookThatIsOff(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.AddUser(apitest.UserEmail, "Second", true)
		api.AddUser("client@example.com", "Client", false)
		admin.AddModerator(admin.AddCompany("Acme"), "client@example.com", tracker.RoleOwner)
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		r.Answers(410)
		admin.AddCompany("One")
		p := apitest.LivePages(t, api, apitest.AdminEmail, apitest.UserEmail, "client@example.com")
		api.Send()

		list := func(c *apitest.Client) (page tracker.Page[tracker.Notification]) {
			c.Get("/notification?UnreadOnly=true").Status(200).Into(&page)
			return page
		}
		second := api.SignIn(apitest.UserEmail)
		var told []string
		for _, c := range []*apitest.Client{admin, second} {
			page := list(c)
			if len(page.Data) != 1 || page.Pagination.TotalItems != 1 {
				t.Fatalf("listed %+v", page)
			}
			n := page.Data[0]
			if n.Title != "Webhook switched off" || n.Details != strings.TrimPrefix(strings.TrimSuffix(r.URL, "/hook?token=in-the-address"),
				"http://")+": The receiver answered that it is gone." ||
				n.WebhookID == nil || *n.WebhookID != made.ID || n.ItemID != nil || n.ItemParentID != nil {
				t.Errorf("%+v", n)
			}
			told = append(told, n.ID)
		}
		for range told { // each administrator of their own
			line := testkit.Receive(t, "a notification", p.Told)
			if !strings.Contains(line, " NewNotification ") || !slices.ContainsFunc(told, func(id string) bool { return strings.Contains(line, id) }) {
				t.Errorf("told %s", line)
			}
		}
		if page := list(api.SignIn("client@example.com")); len(page.Data) != 0 {
			t.Errorf("a client is told of webhooks: %+v", page.Data)
		}
		// It goes the way of other notifications, and ends with the rights of its recipient.
		admin.Put("/notification", object{"notificationId": told[0]}).Status(200)
		admin.Put("/notification", object{"notificationId": told[1]}).Status(404)
		if page := list(admin); len(page.Data) != 0 || page.Pagination.TotalItems != 0 {
			t.Errorf("viewed: %+v", page)
		}
		second.Put("/notification/snooze", object{"notificationId": told[1], "until": api.Clock.Now().Add(time.Hour).Format(time.RFC3339)}).Status(200)
		admin.Put("/UserManagement/admin", object{"email": apitest.UserEmail, "isAdmin": false}).Status(200)
		api.SignIn(apitest.UserEmail).Put("/notification", object{"notificationId": told[1]}).Status(404)
		admin.Delete("/webhook", object{"id": made.ID}).Status(204)
		var viewed tracker.Page[tracker.Notification]
		if admin.Get("/notification").Status(200).Into(&viewed); len(viewed.Data) != 1 || !viewed.Data[0].IsViewed {
			t.Errorf("it is gone with its webhook: %+v", viewed.Data)
		}
	})
}

// A delivery that takes longer than a claim lives keeps its claim, so that nobody else sends it meanwhile.
func TestSlowDeliveryKeepsItsClaim(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		admin.AddCompany("Slow")
		admin.AddCompany("Next")
		until := func() int {
			return api.Count(`SELECT claimed_until FROM webhook_state WHERE webhook_id = $1`, made.ID)
		}
		renewed := make(chan bool, 1)
		r.Answer = func(e tracker.WebhookEvent) int {
			if e.Data.EntityName == "Slow" {
				first := until()
				api.Clock.Advance(5 * time.Second)
				testkit.Until(t, "the claim is renewed", func() bool { return until() > first })
				renewed <- true
			}
			return 204
		}
		api.Send()
		<-renewed
		r.ExpectTook("company.create Slow", "company.create Next")
		if until() != 0 {
			t.Error("the claim was not released")
		}
	})
}

// A program that stops writes what has arrived, so that it is not sent again.
func TestStoppedSenderKeepsWhatArrived(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		for _, name := range []string{"One", "Two", "Three"} {
			admin.AddCompany(name)
		}
		ctx, stop := context.WithCancel(t.Context())
		r.Answer = func(e tracker.WebhookEvent) int {
			if e.Data.EntityName == "Two" {
				stop()
			}
			return 204
		}
		if err := api.App.NewWebhookSender().Send(ctx); err != nil {
			t.Fatal(err)
		}
		r.Took()
		if d := admin.Deliveries(made.ID); d[2].NextAt != nil || d[1].NextAt == nil || d[0].NextAt == nil {
			t.Errorf("%+v", d)
		}
		api.Send()
		r.ExpectTook("company.create Two", "company.create Three")
	})
}

func TestGoneReceiverIsSwitchedOffAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		r.Answers(410)
		admin.AddCompany("One")
		api.Send()
		if w := admin.Webhook(made.ID); w.IsEnabled || *w.OffReason != "The receiver answered that it is gone." {
			t.Errorf("%+v", w)
		}
	})
}

// Replicas that send at once send each delivery once, in order, and what a killed one claimed is sent by another.
func TestReplicasDoNotSendAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		r := apitest.NewReceiver(t)
		made := admin.AddWebhook(r, "company.create")
		var want []string
		for i := range 20 {
			name := fmt.Sprintf("Company %02d", i)
			admin.AddCompany(name)
			want = append(want, "company.create "+name)
		}
		var replicas sync.WaitGroup
		for range 4 {
			replica := app.New(api.Deps)
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
		r.ExpectTook(want...)
		admin.AddCompany("Last")
		api.Exec(`UPDATE webhook_state SET sender = 'killed', claimed_until = $1`, api.Clock.Now().Add(30*time.Second).UnixMilli())
		api.Send()
		r.ExpectTook()
		api.Clock.Advance(31 * time.Second)
		api.Restart() // the queue is in the database
		api.Send()
		r.ExpectTook("company.create Last")
		if list := admin.Deliveries(made.ID); len(list) != 21 {
			t.Errorf("%d deliveries", len(list))
		}
	})
}
