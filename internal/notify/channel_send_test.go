package notify_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/app"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// expectMessages compares how many messages arrived, and returns their words.
func expectMessages(t *testing.T, chat *apitest.Chat, want int) (words []string) {
	t.Helper()
	for _, m := range chat.Took() {
		words = append(words, m.Words)
	}
	if len(words) != want {
		t.Fatalf("%d messages instead of %d: %q", len(words), want, words)
	}
	return words
}

// A daily channel gets one message at 8:00 where its maker is, and none without news.
func TestDailyMessageIsOneAtEight(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.Put("/account/notificationSettings", object{"timeZone": "Pacific/Auckland"}).Status(200)
		s.Put("/account/language", object{"language": "de"}).Status(200)
		chat := apitest.NewChat(t)
		made := s.AddChannel(chat, object{"when": "daily"})
		first := s.AttachSubscription(3, false) // 15 November, 12:00 UTC: 1:00 in Auckland
		s.AttachSubscription(5, false)
		api.Send()
		expectMessages(t, chat, 0)
		api.Clock.Advance(6*time.Hour + 59*time.Minute)
		api.Send()
		expectMessages(t, chat, 0)
		s.Client = api.Admin() // the session has ended
		s.Put("/project/subscription/cancel", object{"id": first, "cancelationReason": "Genug"}).Status(200)
		api.Clock.Advance(time.Minute)
		api.Send()
		words := expectMessages(t, chat, 1)[0]
		for _, part := range []string{"Was seit der letzten Nachricht geschah", "Abonnement endet bald", "endet am 18.11.2026", "endet am 20.11.2026", "gekündigt", "Genug", "|Öffnen>"} {
			if !strings.Contains(words, part) {
				t.Errorf("%q is not in %s", part, words)
			}
		}
		api.Send()
		s.AttachSubscription(7, false)
		// One that was queued for a message that is sent already waits for the next one.
		api.Exec(`UPDATE webhook_delivery SET next_at = $1, at = $2 WHERE next_at IS NOT NULL`, api.Clock.Now().UnixMilli(), api.Clock.Now().Add(-time.Minute).UnixMilli())
		api.Send()
		expectMessages(t, chat, 0)
		api.Clock.Advance(24*time.Hour - time.Second)
		api.Send()
		expectMessages(t, chat, 0)
		api.Clock.Advance(time.Second)
		api.Send()
		expectMessages(t, chat, 1)
		api.Clock.Advance(24 * time.Hour)
		api.Send()
		expectMessages(t, chat, 0)
		// From the morning in Auckland to the one in Lisbon.
		s.Client = api.Admin()
		s.AttachSubscription(8, false)
		s.Put("/account/notificationSettings", object{"timeZone": "Europe/Lisbon"}).Status(200)
		api.Clock.Advance(12 * time.Hour)
		api.Send()
		expectMessages(t, chat, 0)
		api.Clock.Advance(time.Hour)
		api.Send()
		expectMessages(t, chat, 0) // it waits for 19:00 UTC: when it was queued, that was in the morning
		api.Clock.Advance(24 * time.Hour)
		api.Send()
		expectMessages(t, chat, 1)
		// What waits goes with the channel: at once when it is not daily any more.
		s.Client = api.Admin()
		s.AttachSubscription(9, false)
		s.Put("/channel", object{"id": made.ID, "name": "Ops", "kind": "teams", "events": tracker.ChannelEvents, "when": "each"}).Status(200)
		api.Send()
		expectMessages(t, chat, 1)
	})
}

// Of several replicas, restarts and kills in between, one sends the message of the day.
func TestDailyMessageIsSentOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		chat := apitest.NewChat(t)
		s.AddChannel(chat, object{"when": "daily"})
		for days := range 12 {
			s.AttachSubscription(days+1, false)
		}
		api.Clock.Advance(20 * time.Hour)
		send := func() {
			var replicas sync.WaitGroup
			for range 4 {
				replica := app.New(api.Deps)
				replicas.Go(func() {
					sender := replica.NewWebhookSender()
					for range 3 {
						if err := sender.Send(t.Context()); err != nil {
							t.Error(err)
						}
					}
				})
			}
			replicas.Wait()
		}
		send()
		if words := expectMessages(t, chat, 1)[0]; strings.Count(words, "Subscription ends soon") != 12 {
			t.Errorf("sent %s", words)
		}
		// One that was on its way when its sender was killed was that of the day, also for what is queued too late for it.
		s.Client = api.Admin()
		s.AttachSubscription(13, false)
		api.Exec(`UPDATE webhook_delivery SET is_sending = TRUE WHERE next_at IS NOT NULL`)
		s.AttachSubscription(14, false)
		api.Clock.Advance(24 * time.Hour)
		send()
		expectMessages(t, chat, 0)
		api.Clock.Advance(24 * time.Hour)
		send()
		if words := expectMessages(t, chat, 1)[0]; strings.Count(words, "Subscription ends soon") != 1 {
			t.Errorf("sent %s", words)
		}
	})
}

// A message that was on its way when its sender was killed has perhaps arrived, and is not sent again.
func TestMessageOnItsWayIsNotRepeated(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		chat := apitest.NewChat(t)
		s.AddChannel(chat, nil)
		s.AttachSubscription(3, false)
		api.Exec(`UPDATE webhook_delivery SET is_sending = TRUE`)
		s.AttachSubscription(5, false)
		api.Send()
		if words := expectMessages(t, chat, 1)[0]; !strings.Contains(words, "20 Nov 2026") {
			t.Errorf("sent %s", words)
		}
		if n := api.Count(`SELECT count(*) FROM webhook_delivery WHERE next_at IS NULL AND error LIKE 'The program ended%' AND NOT is_sending`); n != 1 {
			t.Errorf("%d given up", n)
		}
	})
}

// The end of the program waits for the answer of a chat, and writes it.
func TestStoppedSenderRepeatsNoMessage(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		chat := apitest.NewChat(t)
		s.AddChannel(chat, nil)
		s.AttachSubscription(3, false)
		s.AttachSubscription(5, false)
		ctx, stop := context.WithCancel(t.Context())
		chat.OnTaken = func(*http.Request) { stop() }
		if err := api.App.NewWebhookSender().Send(ctx); err != nil {
			t.Fatal(err)
		}
		expectMessages(t, chat, 1)
		api.Send()
		if words := expectMessages(t, chat, 1)[0]; !strings.Contains(words, "20 Nov 2026") {
			t.Errorf("sent %s", words)
		}
	})
}

func TestFailedMessagesAreRepeated(t *testing.T) {
	for _, when := range []string{"each", "daily"} {
		t.Run(when, func(t *testing.T) {
			apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
				s := apitest.NewShop(api.Admin())
				chat := apitest.NewChat(t)
				made := s.AddChannel(chat, object{"when": when})
				s.AttachSubscription(3, false)
				api.Clock.Advance(21 * time.Hour)
				for _, status := range []int{500, 429, 404} {
					chat.Answers(status, "no")
					api.Send()
					expectMessages(t, chat, 1)
					api.Send()
					expectMessages(t, chat, 0)
					if api.Admin().Channel(made.ID).FailingSince == nil {
						t.Error("not failing")
					}
					api.Clock.Advance(30 * time.Minute)
				}
				chat.Answers(200, "ok")
				api.Send()
				expectMessages(t, chat, 1)
				api.Clock.Advance(24 * time.Hour)
				api.Send()
				expectMessages(t, chat, 0)
				if ch := api.Admin().Channel(made.ID); ch.FailingSince != nil || !ch.IsEnabled {
					t.Errorf("%+v", ch)
				}
			})
		})
	}
}

func TestChannelIsSwitchedOff(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		api.AddUser("second@example.com", "Second", true)
		chat := apitest.NewChat(t)
		gone := s.AddChannel(chat, nil)
		chat.Answers(410, "channel_is_archived")
		s.AttachSubscription(3, false)
		api.Send()
		off := s.Channel(gone.ID)
		if off.IsEnabled || *off.OffReason != "The receiver answered that it is gone." || off.Version != 2 {
			t.Errorf("%+v", off)
		}
		told := s.Notifications()
		if n := told[0]; n.Title != "Channel switched off" || n.Details != "Ops: The receiver answered that it is gone." ||
			*n.ChannelID != gone.ID || n.WebhookID != nil || n.ItemID != nil {
			t.Errorf("told %+v", n)
		}
		api.Deliver()
		mailed := 0
		for _, news := range api.Mail.News {
			if strings.HasSuffix(news, "Channel switched off") {
				mailed++
			}
		}
		if mailed != 2 {
			t.Errorf("%d mails", mailed)
		}
		s.Put("/channel", object{"id": gone.ID, "name": "Ops", "kind": "slack", "events": tracker.ChannelEvents, "isEnabled": true}).Status(200)
		if on := s.Channel(gone.ID); !on.IsEnabled || on.OffReason != nil {
			t.Errorf("%+v", on)
		}
		// Nothing is sent for somebody who is no administrator any more. Whoever saves the channel then owns it.
		chat.Answers(200, "ok")
		second := api.SignIn("second@example.com")
		second.Put("/channel", object{"id": gone.ID, "name": "Other", "kind": "slack", "events": tracker.ChannelEvents}).Status(200)
		if owner := second.Channel(gone.ID).Owner.Email; owner != apitest.AdminEmail {
			t.Errorf("the owner is %s", owner)
		}
		second.Put("/UserManagement/admin", object{"email": apitest.AdminEmail, "isAdmin": false}).Status(200)
		chat.Took()
		shop := s
		shop.Client = second
		shop.AttachSubscription(4, false)
		api.Send()
		expectMessages(t, chat, 0)
		if off := second.Channel(gone.ID); off.IsEnabled || !strings.HasPrefix(*off.OffReason, "Its owner is no administrator any more.") {
			t.Errorf("%+v", off)
		}
		second.Put("/channel", object{"id": gone.ID, "name": "Other", "kind": "slack", "events": tracker.ChannelEvents, "isEnabled": true}).Status(200)
		shop.AttachSubscription(5, false)
		api.Send()
		expectMessages(t, chat, 1)
		if owner := second.Channel(gone.ID).Owner.Email; owner != "second@example.com" {
			t.Errorf("the owner is %s", owner)
		}
		// The person who made it is erased: the channel has the name that is left, and is off.
		second.Put("/UserManagement/admin", object{"email": apitest.AdminEmail, "isAdmin": true}).Status(200)
		admin := api.Admin()
		admin.Put("/UserManagement/disable", object{"email": "second@example.com", "reason": 1}).Status(200)
		admin.Put("/UserManagement/erase", object{"email": "second@example.com"}).Status(200)
		shop.Client = admin
		shop.AttachSubscription(6, false)
		api.Send()
		expectMessages(t, chat, 0)
		if off := admin.Channel(gone.ID); off.IsEnabled || strings.Contains(off.Owner.Email+off.Owner.DisplayName, "econd") {
			t.Errorf("%+v", off)
		}
	})
}

// A bulk action does not flood a chat, and what is gone by then is not told.
func TestManyEventsAreFewMessages(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		chat, daily := apitest.NewChat(t), apitest.NewChat(t)
		s.AddChannel(chat, nil)
		s.AddChannel(daily, object{"when": "daily", "kind": "teams"})
		var ids []string
		for range 60 {
			ids = append(ids, s.AttachSubscription(100, false))
		}
		s.Delete("/project/subscription", object{"id": s.AttachSubscription(3, false), "projectId": s.Project}).Status(204)
		s.ExpectBulk(apitest.Bulk("projectSubscription", "cancel", object{"reason": "all"}, ids...), 60, 0)
		api.Send()
		words := expectMessages(t, chat, 2)
		if got := strings.Count(strings.Join(words, ""), "was canceled"); got != 60 {
			t.Errorf("%d are told", got)
		}
		api.Clock.Advance(24 * time.Hour)
		api.Send()
		if words := expectMessages(t, daily, 1)[0]; strings.Count(words, "was canceled")+countMore(words) != 60 {
			t.Errorf("the message of the day: %s", words)
		}
		if n := api.Count(`SELECT count(*) FROM webhook_delivery WHERE next_at IS NOT NULL`); n != 0 {
			t.Errorf("%d still wait", n)
		}
	})
}

func countMore(words string) (count int) {
	at := strings.Index(words, " more are in btracker.")
	if at < 0 {
		return 0
	}
	line := words[strings.LastIndexByte(words[:at], '\n')+1 : at]
	_, _ = fmt.Sscan(line, &count)
	return count
}

// A change that is undone, and made again, is told once for an end date. A channel of a company goes with it.
func TestChannelsAndTheirCompany(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		chat := apitest.NewChat(t)
		company := s.AddCompany("Short-lived")
		made := s.AddChannel(chat, object{"companyId": company})
		s.Delete("/company", object{"id": company}).Status(200)
		s.Put("/channel", object{"id": made.ID, "name": "Ops", "kind": "slack", "events": []string{"ended"}, "companyId": nil}).Status(200)
		s.Put("/channel", object{"id": made.ID, "name": "Ops", "kind": "slack", "events": []string{"ended"}, "companyId": company}).Problem(404, "notFound")
		api.Exec(`UPDATE webhook SET company_id = $1`, company)
		api.Clock.Advance(tracker.TombstoneLife + time.Hour)
		for {
			n, err := api.Store.Cleanup(t.Context(), store.Retention{Tombstones: tracker.TombstoneLife}, api.Clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			if n == 0 {
				break
			}
		}
		if n := api.Count(`SELECT count(*) FROM webhook`) + api.Count(`SELECT count(*) FROM company WHERE id = $1`, company); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}
