package app

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectSubscriptionKind() kind {
	return kind{
		name: tracker.EntityProjectSubscription, hearers: hearersOfItem, raises: true,
		mayUndo: mayUndoProjectSubscription, undoEdit: (*undoing).projectSubscription,
		detach: (*mutation).detachSubscription, attach: (*mutation).reattachSubscription,
		load: (*work).loadProjectSubscriptions,
	}
}

func mayUndoProjectSubscription(_ Caller, logged store.ListedChange, d differences, access tracker.Access) error {
	if isRemoval(logged.Change) {
		return access.Require(append(d.needs(), tracker.AttachItems)...)
	}
	return access.Require(append(d.needs(), tracker.EditSubscriptions)...)
}

// projectSubscription restores fields of an attached subscription.
func (u *undoing) projectSubscription(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	return only(m.editSubscription(ctx, tracker.ItemRef{ID: logged.EntityID}, func(_ *mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
		return u.subscription(logged, d, s)
	}))
}

// subscription restores the fields themselves.
func (u *undoing) subscription(logged store.ListedChange, d differences, s *tracker.ProjectSubscription) error {
	term := *s
	restored, err := u.restore(logged, d, s.Logged(), &term)
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
func (m *mutation) reattachSubscription(ctx context.Context, logged store.ListedChange) (ch change, action string, err error) {
	return m.reattachItem(ctx, tracker.Subscriptions, logged)
}

func (w *work) loadProjectSubscriptions(ctx context.Context, _ *kind, keys []rowKeys) (err error) {
	w.loaded.subscriptions, err = w.SubscriptionsForUser(ctx, idsOf(keys), w.caller.User.ID)
	if err == nil && w.tx != nil && len(w.loaded.subscriptions) > 0 {
		err = w.tx.LoadHistories(ctx, slices.Collect(maps.Keys(w.loaded.subscriptions)))
	}
	return err
}
