package app

import (
	"context"
	"time"

	"btracker/internal/auth"
	"btracker/internal/tracker"
)

// NewCalendar makes a private address for the caller's calendar. It ends an earlier one.
func (a *App) NewCalendar(ctx context.Context, c Caller) (tracker.CalendarAddress, error) {
	token, hash := auth.NewOpaqueToken()
	err := a.write(ctx, c, func(w *work) error {
		return w.tx.PutCalendarFeed(ctx, w.caller.User.ID, hash, a.time())
	})
	return tracker.CalendarAddress{URL: a.publicURL + "calendar/" + token + ".ics"}, err
}

// EndCalendar ends the caller's calendar, if there is one.
func (a *App) EndCalendar(ctx context.Context, c Caller) error {
	return a.write(ctx, c, func(w *work) error {
		return w.tx.DeleteCalendarFeed(ctx, w.caller.User.ID)
	})
}

// Calendar is the calendar with a token: what its owner may see at this moment. A token that
// was revoked is not found, like one that never was.
func (a *App) Calendar(ctx context.Context, token string) ([]byte, error) {
	owner, err := a.store.CalendarOwner(ctx, auth.HashOpaqueToken(token))
	if err != nil {
		return nil, err
	}
	today := a.time().Truncate(24 * time.Hour)
	events, err := a.store.CalendarEvents(ctx, Caller{User: owner}.visible(), today.AddDate(0, 0, -tracker.CalendarBack),
		today.AddDate(0, 0, tracker.CalendarAhead+1), tracker.MaxCalendarEvents)
	return tracker.Calendar(events, func(e tracker.CalendarEvent) string { return a.subscriptionLink(e.ProjectID, e.SubscriptionID) }), err
}

// subscriptionLink is the address of the page of a project subscription, for mails and calendars.
func (a *App) subscriptionLink(projectID, id string) string {
	return a.publicURL + "btracker/app/projects/" + projectID + "/sub/" + id
}
