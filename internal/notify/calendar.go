package notify

import (
	"context"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/tracker"
)

// CalendarState tells whether the caller's calendar has an address.
func (n *Notifier) CalendarState(ctx context.Context, c change.Caller) (tracker.CalendarState, error) {
	return n.Store.CalendarState(ctx, c.User.ID)
}

// NewCalendar makes a private address for the caller's calendar. It ends an earlier one.
func (n *Notifier) NewCalendar(ctx context.Context, c change.Caller) (tracker.CalendarAddress, error) {
	token, hash := auth.NewOpaqueToken()
	err := n.Write(ctx, c, func(w *change.Work) error {
		return w.Tx.PutCalendarFeed(ctx, w.Caller.User.ID, hash, n.Time())
	})
	return tracker.CalendarAddress{URL: n.PublicURL + "calendar/" + token + ".ics"}, err
}

// EndCalendar ends the caller's calendar, if there is one.
func (n *Notifier) EndCalendar(ctx context.Context, c change.Caller) error {
	return n.Write(ctx, c, func(w *change.Work) error {
		return w.Tx.DeleteCalendarFeed(ctx, w.Caller.User.ID)
	})
}

// Calendar is the calendar with a token: what its owner may see at this moment. A token that
// was revoked is not found, like one that never was.
func (n *Notifier) Calendar(ctx context.Context, token string) ([]byte, error) {
	owner, err := n.Store.CalendarOwner(ctx, auth.HashOpaqueToken(token))
	if err != nil {
		return nil, err
	}
	today := n.Time().Truncate(24 * time.Hour)
	events, err := n.Store.CalendarEvents(ctx, change.Caller{User: owner}.Visible(), today.AddDate(0, 0, -tracker.CalendarBack),
		today.AddDate(0, 0, tracker.CalendarAhead+1), tracker.MaxCalendarEvents)
	return tracker.Calendar(events, owner.Language, func(e tracker.CalendarEvent) string { return n.subscriptionLink(e.ProjectID, e.SubscriptionID) }), err
}

// subscriptionLink is the address of the page of a project subscription.
func (n *Notifier) subscriptionLink(projectID, id string) string {
	return n.recordLink(tracker.EntityProjectSubscription, id, projectID)
}
