package record

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectSubscriptionKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityProjectSubscription, Hearers: hearersOfItem, Raises: true,
		MayUndo: mayUndoProjectSubscription, UndoEdit: undoProjectSubscription, Stays: whySubscriptionStays,
		Detach: detachSubscription, Attach: reattachSubscription,
		Load: LoadProjectSubscriptions, SetOwn: setOwnOfSubscription,
	}
}

var doneByTime = tracker.NewSentence("undo.time", "Time did this. Edit or cancel the subscription instead.").With()

// whySubscriptionStays is for what the scan did.
func whySubscriptionStays(logged store.ListedChange, _ change.Differences) tracker.Text {
	if logged.Action == "renew" && logged.ActorID == nil || logged.Action == "end" {
		return doneByTime
	}
	return tracker.Text{}
}

func mayUndoProjectSubscription(_ change.Caller, logged store.ListedChange, d change.Differences, access tracker.Access) error {
	if change.IsRemoval(logged.Change) {
		return access.Require(append(d.Needs(), tracker.AttachItems)...)
	}
	if logged.Action == "renew" { // the cost that it brought is not of the caller's choice, and stays as hidden as it is
		return access.Require(tracker.EditSubscriptions)
	}
	return access.Require(append(d.Needs(), tracker.EditSubscriptions)...)
}

// undoProjectSubscription restores fields of an attached subscription.
func undoProjectSubscription(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	period := periodChange{}
	if logged.Action == "renew" {
		period.undoes = &logged.At
	}
	return change.Only(decideSubscription(ctx, m, tracker.ItemRef{ID: logged.EntityID}, period, func(m *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
		err := undoSubscription(u, logged, d, s)
		s.DropPassed(m.Now)
		return err
	}))
}

// undoSubscription restores the fields themselves.
func undoSubscription(u *change.Undoing, logged store.ListedChange, d change.Differences, s *tracker.ProjectSubscription) error {
	term := *s
	restored, err := u.Restore(logged, d, s.Logged(), &term)
	if err != nil {
		return err
	}
	start, end := term.StartAt.UTC(), term.EndAt.UTC()
	term.StartAt, term.EndAt = s.StartAt, s.EndAt
	term.SetPeriod(start, end)
	if restored["startAt"] || restored["endAt"] {
		var was struct {
			StartAt, EndAt time.Time
			AnchorDay      *int
		}
		if json.Unmarshal([]byte(*logged.Before), &was) == nil && was.AnchorDay != nil && was.StartAt.Equal(start) && was.EndAt.Equal(end) {
			term.AnchorDay = *was.AnchorDay
		}
	}
	*s = term
	return s.CheckPeriod()
}

// reattachSubscription attaches a subscription again that was detached.
func reattachSubscription(ctx context.Context, m *change.Mutation, logged store.ListedChange) (ch change.Change, action string, err error) {
	return reattachItem(ctx, m, tracker.Subscriptions, logged)
}

// LoadProjectSubscriptions reads attached subscriptions with what the caller may do with them.
func LoadProjectSubscriptions(ctx context.Context, w *change.Work, _ *change.Kind, keys []change.RowKeys) (err error) {
	w.Loaded.Subscriptions, err = w.SubscriptionsForUser(ctx, change.IdsOf(keys), w.Caller.User.ID)
	if err == nil && w.Tx != nil && len(w.Loaded.Subscriptions) > 0 {
		err = w.Tx.LoadHistories(ctx, slices.Collect(maps.Keys(w.Loaded.Subscriptions)))
	}
	return err
}
