package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// These are no records that people list, undo or import: they are kinds because their changes are logged, and told to open pages.

func viewKind() change.Kind { return change.Kind{Name: tracker.EntityView, Tell: tellOfView} }

func planKind() change.Kind { return change.Kind{Name: tracker.EntityPlan, Tell: tellOfView} }

func notificationKind() change.Kind {
	return change.Kind{Name: tracker.EntityNotification, Tell: tellOfNotification}
}

func notificationSettingsKind() change.Kind {
	return change.Kind{Name: tracker.EntityNotificationSettings, Tell: tellNobody}
}

func reportSettingsKind() change.Kind {
	return change.Kind{Name: tracker.EntityReportSettings, Tell: tellNobody}
}

func groupRolesKind() change.Kind {
	return change.Kind{Name: tracker.EntityGroupRoles, Tell: tellNobody}
}

func webhookKind() change.Kind {
	return change.Kind{Name: tracker.EntityWebhook, Hearers: hearersOfWebhook, Raises: true}
}

func channelKind() change.Kind {
	return change.Kind{Name: tracker.EntityChannel, Hearers: hearersOfWebhook, Raises: true}
}

// hearersOfWebhook are administrators.
func hearersOfWebhook(store.Change) store.Audience {
	return store.Audience{Roles: tracker.RolesThatMay(tracker.See)}
}

// tellOfView tells of a view that was saved for oneself, or for all.
func tellOfView(_ context.Context, r *change.Relay, c store.LoggedChange, connected []string) error {
	if c.Action == viewSaved && c.ActorID != nil {
		connected = []string{*c.ActorID}
	}
	r.Live.Send(connected, "Changed", change.EventOf(c))
	return nil
}

// tellNobody: no list shows it.
func tellNobody(context.Context, *change.Relay, store.LoggedChange, []string) error { return nil }

// tellOfNotification tells the recipient of a notification that it was viewed or snoozed, which
// they alone do, or that it is back.
func tellOfNotification(ctx context.Context, r *change.Relay, c store.LoggedChange, _ []string) error {
	switch {
	case c.ActorID == nil:
		back, err := r.Engine.Store.NotificationsRaised(ctx, c.Change, tracker.RolesThatMay(tracker.See))
		r.SendNotifications(back)
		return err
	case c.Action == "view":
		r.Live.Send([]string{*c.ActorID}, "NotificationViewed", c.EntityID)
	default:
		r.Live.Send([]string{*c.ActorID}, "Changed", change.EventOf(c))
	}
	return nil
}
