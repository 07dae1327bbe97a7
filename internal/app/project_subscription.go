package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const projectSubscriptionEntity = "projectSubscription"

func shownSubscription(s tracker.ProjectSubscription, access tracker.Access) tracker.ProjectSubscription {
	if !access.May(tracker.SeeCost) {
		s.Cost = nil
	}
	return s
}

// AttachSubscription attaches a subscription to a project, at the catalogue's cost of today.
func (a *App) AttachSubscription(ctx context.Context, r Request, in tracker.ProjectSubscriptionInput) (tracker.ProjectSubscription, error) {
	if !in.AutoRenew.Sent {
		in.AutoRenew = tracker.Some(false) // a new one does not renew unless it is told to
	}
	invalid := tracker.Validate(&in)
	if invalid == nil {
		var term tracker.ProjectSubscription
		in.Apply(&term)
		invalid = term.CheckPeriod()
	}
	var s tracker.ProjectSubscription
	var access tracker.Access
	id, c, err := a.create(ctx, r, projectSubscriptionEntity, anyone, func(m *mutation, id string) (any, error) {
		room, may, err := m.attachable(ctx, tracker.Subscriptions, in.ProjectID, in.SubscriptionID, "subscriptionId", invalid)
		if access = may; err != nil {
			return nil, err
		}
		s = tracker.ProjectSubscription{ID: id, ProjectID: in.ProjectID, SubscriptionID: in.SubscriptionID, CreatedAt: m.now, Version: 1, Cost: room.Item.Cost,
			CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Subscription: attached(room.Item)}
		in.Apply(&s)
		s.Live = room.Live
		m.tellIfDue(&s, room.Project)
		return s, m.InsertProjectSubscription(ctx, s, r.UserID)
	})
	if err != nil {
		return tracker.ProjectSubscription{}, err
	}
	if s.ID != id { // an earlier request with the same key made it
		return a.ProjectSubscription(ctx, c, id)
	}
	return shownSubscription(s, access), nil
}

// ProjectSubscription reads one attached subscription.
func (a *App) ProjectSubscription(ctx context.Context, c Caller, id string) (tracker.ProjectSubscription, error) {
	s, err := a.store.SubscriptionOf(ctx, id, c.UserID)
	access, err := c.may(s.Project, tracker.See, err)
	return shownSubscription(s.ProjectSubscription, access), err
}

// EditProjectSubscription changes an attached subscription.
func (a *App) EditProjectSubscription(ctx context.Context, r Request, in tracker.ProjectSubscriptionEdit) (tracker.ProjectSubscription, error) {
	invalid := tracker.Validate(&in)
	return a.changeSubscription(ctx, r, in.ProjectItem, "edit", func(m *mutation, s *tracker.ProjectSubscription, access tracker.Access) error {
		if invalid != nil {
			return invalid
		}
		if !in.SubscriptionID.Empty() && in.SubscriptionID.Value != s.SubscriptionID {
			return tracker.Fixed("subscriptionId")
		}
		edited := *s
		in.Apply(&edited)
		if err := edited.CheckPeriod(); err != nil {
			return err
		}
		if err := m.checkVersion(ctx, in.Version, s.Version, projectSubscriptionEntity, in.ID, shownSubscription(*s, access)); err != nil {
			return err
		}
		*s = edited
		return nil
	})
}

// CancelProjectSubscription cancels a subscription. One that is canceled stays
// as it is, with its first reason.
func (a *App) CancelProjectSubscription(ctx context.Context, r Request, in tracker.CancelInput) (tracker.ProjectSubscription, error) {
	invalid := tracker.Validate(&in)
	return a.changeSubscription(ctx, r, in.ProjectItem, "cancel", func(m *mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
		if invalid != nil {
			return invalid
		}
		if !s.IsCanceled {
			s.IsCanceled, s.CancelationReason = true, &in.CancelationReason
		}
		return nil
	})
}

// changeSubscription is the way all changes of an attached subscription go.
func (a *App) changeSubscription(ctx context.Context, r Request, item tracker.ProjectItem, action string, edit func(m *mutation, s *tracker.ProjectSubscription, access tracker.Access) error) (tracker.ProjectSubscription, error) {
	var after tracker.ProjectSubscription
	var access tracker.Access
	err := a.mutate(ctx, r, action, func(m *mutation) (change, error) {
		of, may, err := m.projectSubscription(ctx, item, tracker.EditSubscriptions)
		if access = may; err != nil {
			return unchanged, err
		}
		before := of.ProjectSubscription
		after = before
		if err := edit(m, &after, access); err != nil {
			return unchanged, err
		}
		if same(before, after) {
			return unchanged, nil
		}
		if after.IsCanceled && !before.IsCanceled {
			m.raise(after, of.Project.Project, tracker.NotifiedCanceled)
		}
		if !before.EndAt.Equal(after.EndAt) || before.AutoRenew != after.AutoRenew {
			after.SoonRaised, after.EndRaised = false, false // what its new end makes due is due again
		}
		after.Live = of.Project.Live && !after.IsCanceled && !after.EndRaised
		m.tellIfDue(&after, of.Project.Project)
		after.Version, err = m.UpdateProjectSubscription(ctx, before, after, r.UserID, m.now)
		return change{entity: projectSubscriptionEntity, id: item.ID, before: before, after: after}, err
	})
	if err != nil {
		return tracker.ProjectSubscription{}, err
	}
	return shownSubscription(after, access), nil
}

// projectSubscription finds an attached subscription by its own id.
func (m *mutation) projectSubscription(ctx context.Context, item tracker.ProjectItem, p tracker.Permission) (store.SubscriptionOf, tracker.Access, error) {
	s, err := m.SubscriptionOf(ctx, item.ID, m.caller.UserID)
	access, err := m.caller.may(s.Project, p, err)
	if err == nil && !item.IsIn(s.ProjectID) {
		err = elsewhere()
	}
	return s, access, err
}

// DetachSubscription removes a subscription from its project; one that is not there is gone already.
func (a *App) DetachSubscription(ctx context.Context, r Request, item tracker.ProjectItem) error {
	return a.mutate(ctx, r, "remove", func(m *mutation) (change, error) {
		s, _, err := m.projectSubscription(ctx, item, tracker.AttachItems)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		return change{entity: projectSubscriptionEntity, id: item.ID, before: s.ProjectSubscription}, m.DeleteProjectSubscription(ctx, s.ProjectSubscription, r.UserID, m.now)
	})
}

// RestoreProjectSubscription undoes DetachSubscription.
func (a *App) RestoreProjectSubscription(ctx context.Context, r Request, id string) (tracker.RestoreResult, error) {
	return a.restoreItem(ctx, r, tracker.Subscriptions, projectSubscriptionEntity, id, func(m *mutation) (any, error) {
		return m.Tx.RestoreProjectSubscription(ctx, id, r.UserID, m.now)
	})
}
