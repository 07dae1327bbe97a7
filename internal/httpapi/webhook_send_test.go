package httpapi_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/app"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

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
