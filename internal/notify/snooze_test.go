package notify_test

import (
	"fmt"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestSnoozedNotificationsComeBackAsNew(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, nil)
		x.AttachSubscription(5, false)
		x.AttachSubscription(6, false)
		list := func(query string) []tracker.Notification {
			t.Helper()
			var page tracker.Page[tracker.Notification]
			x.as("support").Get("/notification" + query).Status(200).Into(&page)
			if page.Pagination.TotalItems != len(page.Data) {
				t.Errorf("%d of %d", len(page.Data), page.Pagination.TotalItems)
			}
			return page.Data
		}
		admins := func(want int) {
			t.Helper()
			for _, query := range []string{"?PageSize=1", "?PageSize=1&UnreadOnly=true"} {
				var page tracker.Page[tracker.Notification]
				if x.as("admin").Get("/notification" + query).Status(200).Into(&page); page.Pagination.TotalItems != want {
					t.Errorf("the administrator has %d%s, want %d", page.Pagination.TotalItems, query, want)
				}
			}
		}
		both := list("")
		first, until := both[1], api.Clock.Now().Add(time.Hour)
		x.as("support").Put("/notification", object{"notificationId": first.ID}).Status(200)
		snooze := object{"notificationId": first.ID, "until": until}
		x.as("support").Put("/notification/snooze", object{"notificationId": first.ID, "until": api.Clock.Now()}).FieldError("Until", "Until must be in the future.")
		x.as("support").Put("/notification/snooze", object{"notificationId": first.ID}).FieldError("Until", "Until field is required.")
		x.as("owner").Put("/notification/snooze", snooze).Problem(404, "notFound")
		x.as("support").Put("/notification/snooze", snooze).Status(200)
		for _, query := range []string{"", "?UnreadOnly=true"} {
			if got := list(query); len(got) != 1 || got[0].ID == first.ID {
				t.Errorf("%s while it is snoozed: %+v", query, got)
			}
		}
		x.at(until.Add(-time.Millisecond))
		if got := list(""); len(got) != 1 {
			t.Errorf("too early: %+v", got)
		}
		x.at(until)
		if got := list("?UnreadOnly=true"); len(got) != 2 || got[0].ID != first.ID || got[0].IsViewed || !got[0].CreatedAt.Equal(until) {
			t.Errorf("when it is back: %+v", got)
		}
		var viewed tracker.ViewedAll
		admins(2)
		mine := x.as("admin").Notifications()[0].ID
		x.as("admin").Put("/notification/snooze", object{"notificationId": mine, "until": until.Add(time.Hour)}).Status(200)
		admins(1)
		if x.as("support").Put("/notification/viewedAll", nil).Status(200).Into(&viewed); viewed.Viewed != 2 || len(list("?UnreadOnly=true")) != 0 {
			t.Errorf("%+v", viewed)
		}
		admins(1)
		again := x.as("support").Put("/notification/viewedAll", nil).Status(200).Into(&viewed)
		if viewed.Viewed != 0 || again.Header().Get("Change-Seq") != "" {
			t.Errorf("twice: %+v", viewed)
		}
	})
}

// A snoozed notification is in no daily mail. Once it is back, it is in the next one, even if it was viewed before.
func TestSnoozedNotificationsAreMailedWhenTheyAreBack(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, map[string]object{"owner": {"email": "daily", "hour": 8, "timeZone": "UTC"}})
		for days := range 3 {
			x.AttachSubscription(5+days, false)
		}
		news := x.as("owner").Notifications()
		x.as("owner").Put("/notification", object{"notificationId": news[1].ID}).Status(200)
		day := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, time.UTC) }
		for _, n := range news[:2] {
			x.as("owner").Put("/notification/snooze", object{"notificationId": n.ID, "until": day(17, 12)}).Status(200)
		}
		for _, step := range []struct {
			at   time.Time
			want []string
		}{
			{day(16, 8), []string{"owner: ends soon"}}, {day(17, 8), nil}, {day(17, 12), nil}, {day(18, 8), []string{"owner: ends soon + ends soon"}}, {day(19, 8), nil},
		} {
			x.at(step.at)
			if got := x.news(); fmt.Sprint(got) != fmt.Sprint(step.want) {
				t.Errorf("%v: %q, want %q", step.at, got, step.want)
			}
		}
	})
}
