package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// These are no records that people list, undo or import: they are kinds because their changes are logged, and told to open pages.

func viewKind() kind { return kind{name: tracker.EntityView, tell: (*Relay).tellOfView} }

func notificationKind() kind {
	return kind{name: tracker.EntityNotification, tell: (*Relay).tellOfNotification}
}

func notificationSettingsKind() kind {
	return kind{name: tracker.EntityNotificationSettings, tell: (*Relay).tellNobody}
}

func webhookKind() kind {
	return kind{name: tracker.EntityWebhook, hearers: hearersOfWebhook, raises: true}
}

// hearersOfWebhook are administrators.
func hearersOfWebhook(store.Change) store.Audience {
	return store.Audience{Roles: tracker.RolesThatMay(tracker.See)}
}

// tellOfView tells of a view that was saved for oneself, or for all.
func (r *Relay) tellOfView(_ context.Context, c store.LoggedChange, connected []string) error {
	if c.Action == viewSaved && c.ActorID != nil {
		connected = []string{*c.ActorID}
	}
	r.live.Send(connected, "Changed", changed(c))
	return nil
}

// tellNobody: no list shows it.
func (r *Relay) tellNobody(context.Context, store.LoggedChange, []string) error { return nil }

// tellOfNotification tells the recipient of a notification that it was viewed or snoozed, which
// they alone do, or that it is back.
func (r *Relay) tellOfNotification(ctx context.Context, c store.LoggedChange, _ []string) error {
	switch {
	case c.ActorID == nil:
		back, err := r.app.store.NotificationsRaised(ctx, c.Change, tracker.RolesThatMay(tracker.See))
		r.sendNotifications(back)
		return err
	case c.Action == "view":
		r.live.Send([]string{*c.ActorID}, "NotificationViewed", c.EntityID)
	default:
		r.live.Send([]string{*c.ActorID}, "Changed", changed(c))
	}
	return nil
}
