package notify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
)

// news lists who was mailed what since the last call, as "support: ends soon + ended".
func (t *team) news() (list []string) {
	t.api.T.Helper()
	t.api.Deliver()
	mail := t.api.Mail
	mails, last := []string{}, ""
	for _, line := range mail.News {
		to, rest, _ := strings.Cut(line, "@example.com ")
		id, title, _ := strings.Cut(rest, " Subscription ")
		if to+id == last {
			mails[len(mails)-1] += " + " + title
		} else {
			mails = append(mails, to+": "+title)
		}
		last = to + id
	}
	mail.News = nil
	return mails
}

func TestMailsOfNotifications(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, map[string]object{
			"support": {"email": "each"},
			"owner":   {"email": "daily", "hour": 2, "timeZone": "Europe/Berlin"},
			"manager": {"email": "weekly", "hour": 23, "timeZone": "America/New_York"},
		})
		expect := func(when string, want ...string) {
			t.Helper()
			if got := x.news(); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
		}
		at := func(text string) {
			t.Helper()
			instant, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			x.at(instant)
		}
		// It is Sunday noon.
		first := x.AttachSubscription(5, false)
		expect("at once", "support: ends soon")
		at("2026-11-16T00:59:59Z")
		expect("too early")
		at("2026-11-16T01:00:00Z")
		expect("at two o'clock in Berlin", "owner: ends soon")
		at("2026-11-17T03:59:59Z")
		expect("nothing new")
		at("2026-11-17T04:00:00Z")
		expect("Monday evening in New York", "manager: ends soon")
		x.AttachSubscription(3, false)
		x.Put("/project/subscription/cancel", object{"id": first, "cancelationReason": "x"}).Status(200)
		expect("at once", "support: ends soon", "support: canceled")
		// What was viewed is in no mail; snooze_test.go has the snoozed ones.
		news := x.as("owner").Notifications()
		x.as("owner").Put("/notification", object{"notificationId": news[0].ID}).Status(200)
		at("2026-11-19T01:00:00Z") // two days at once
		expect("what is not viewed", "owner: ends soon")
		at("2026-11-21T00:00:00Z")
		expect("ended", "support: ended", "owner: ended")
		x.AttachSubscription(14, false)
		expect("at once", "support: ends soon")
		// Who wants no mail any more gets none for what waited.
		x.as("owner").Put("/account/notificationSettings", object{"email": "off"}).Status(200)
		at("2026-11-22T01:00:00Z")
		x.as("owner").Put("/account/notificationSettings", object{"email": "daily"}).Status(200)
		at("2026-11-23T01:00:00Z")
		expect("nothing that waited before")
		at("2026-11-24T04:00:00Z")
		expect("a week together", "manager: ends soon + canceled + ended + ends soon")
		// A clock that was a year ahead must not stop the mails for a year.
		at("2027-11-24T04:00:00Z")
		at("2026-11-24T05:00:00Z")
		x.news()
		x.AttachSubscription(3, false)
		expect("at once", "support: ends soon")
		at("2026-11-25T01:00:00Z")
		expect("the clock is right again", "owner: ends soon")
	})
}
