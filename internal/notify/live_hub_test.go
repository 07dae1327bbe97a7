package notify_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/hub"
	"btracker/internal/hubtest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// hubPages is the real hub, as the program joins it with the relay.
type hubPages struct {
	*hub.Hub
	asked chan struct{}
}

func (p hubPages) Sessions() []string {
	p.asked <- struct{}{}
	return p.Hub.Sessions()
}

func (p hubPages) Send(userIDs []string, event string, argument any) {
	record, err := hub.Invocation(event, argument)
	if err != nil {
		panic(err)
	}
	p.Hub.Send(record, userIDs...)
}

// tab is an open page of somebody, over a WebSocket.
type tab struct {
	t     *testing.T
	heard chan string
}

// openTabs serves a hub, and returns a function that opens a page of a user.
func openTabs(t *testing.T, api *apitest.API) func(c *apitest.Client) *tab {
	h := hub.New(hub.Config{Log: apitest.Quiet(), Authenticate: func(ctx context.Context, token string) (hub.Identity, error) {
		caller, err := api.App.Authenticate(ctx, token)
		return hub.Identity{UserID: caller.User.ID, SessionID: caller.SessionID, Expires: time.Now().Add(time.Hour)}, err // the hub has a clock of its own
	}})
	asked := make(chan struct{}, 100)
	apitest.Follow(t, api, hubPages{h, asked}, asked)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	t.Cleanup(func() { _ = h.Shutdown(context.Background()) })
	return func(c *apitest.Client) *tab {
		t.Helper()
		p := &tab{t, make(chan string, 100)}
		conn, err := net.Dial("tcp", strings.TrimPrefix(server.URL, "http://"))
		if err == nil {
			_, err = hubtest.NewPage(conn, "/hub/notification?access_token="+c.Token, func(record []byte) { p.heard <- string(record) })
		}
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// expect waits for an event, and returns its argument. Events before it are skipped.
func (p *tab) expect(event string, argument any) {
	p.t.Helper()
	for {
		var record struct {
			Target    string
			Arguments []json.RawMessage
		}
		text := testkit.Receive(p.t, event, p.heard)
		if err := json.Unmarshal([]byte(text), &record); err != nil {
			p.t.Fatalf("%s: %v", text, err)
		}
		if record.Target == event {
			if err := json.Unmarshal(record.Arguments[0], argument); err != nil {
				p.t.Fatalf("%s: %v", text, err)
			}
			return
		}
	}
}

// expectChanged waits for the change of the person's notifications by an action.
func (p *tab) expectChanged(action string) {
	p.t.Helper()
	for {
		var c struct{ Entity, Action string }
		if p.expect("Changed", &c); c.Entity == "notification" && c.Action == action {
			return
		}
	}
}

// Every tab of a person hears that a notification was snoozed, that it is back, and that all were viewed. Nobody else does.
func TestSnoozedNotificationsComeBackInEveryTab(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, nil)
		open := openTabs(t, api)
		support, owner := x.as("support"), x.as("owner")
		tabs, other := []*tab{open(support), open(x.as("support"))}, open(owner)
		x.AttachSubscription(5, false)
		var told, others tracker.Notification
		for _, p := range tabs {
			p.expect("NewNotification", &told)
		}
		other.expect("NewNotification", &others)

		support.Put("/notification", object{"notificationId": told.ID}).Status(200)
		until := api.Clock.Now().Add(time.Minute)
		support.Put("/notification/snooze", object{"notificationId": told.ID, "until": until}).Status(200)
		for _, p := range tabs {
			p.expectChanged("snooze")
		}
		x.at(until)
		for _, p := range tabs {
			var back tracker.Notification
			if p.expect("NewNotification", &back); back.ID != told.ID || back.IsViewed || !back.CreatedAt.Equal(until) || back.Details != told.Details || back.ItemID == nil {
				t.Errorf("it came back as %+v, it was %+v", back, told)
			}
		}
		if news := support.Notifications(); len(news) != 1 || news[0].ID != told.ID || news[0].IsViewed {
			t.Errorf("the list has %+v", news)
		}

		support.Put("/notification/viewedAll", nil).Status(200)
		for _, p := range tabs {
			p.expectChanged("viewAll")
		}
		if news := x.as("support").Notifications(); len(news) != 1 || !news[0].IsViewed {
			t.Errorf("the other tab has %+v", news)
		}

		// The owner hears nothing of this: the next event is the owner's own.
		owner.Put("/notification", object{"notificationId": others.ID}).Status(200)
		for {
			text := testkit.Receive(t, "the owner's own event", other.heard)
			if strings.Contains(text, "NotificationViewed") {
				break
			}
			if strings.Contains(text, told.ID) || strings.Contains(text, `"entity":"notification"`) {
				t.Errorf("the owner is told %s", text)
			}
		}
	})
}
