package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func shownSubscription(s tracker.ProjectSubscription, access tracker.Access) tracker.ProjectSubscription {
	if !access.May(tracker.SeeCost) {
		s.Cost = nil
	}
	return s
}

// AttachSubscription attaches a subscription to a project, at the catalogue's cost of today.
func (a *App) AttachSubscription(ctx context.Context, c Caller, in tracker.ProjectSubscriptionInput) (Saved[tracker.ProjectSubscription], error) {
	if !in.AutoRenew.Sent {
		in.AutoRenew = tracker.Some(false) // a new one does not renew unless it is told to
	}
	invalid := checkTerm(&in)
	return create(ctx, a, c, tracker.EntityProjectSubscription, mayAttach(ctx, tracker.Subscriptions, in.ProjectID, invalid), invalid, func(m *mutation, id string) (tracker.ProjectSubscription, change, error) {
		return m.newSubscription(ctx, id, in)
	}, func(id string) (tracker.ProjectSubscription, error) { return a.ProjectSubscription(ctx, c, id) })
}

// checkTerm validates what is sent of a new subscription.
func checkTerm(in *tracker.ProjectSubscriptionInput) error {
	if err := tracker.Validate(in); err != nil {
		return err
	}
	var term tracker.ProjectSubscription
	in.Apply(&term)
	return term.CheckPeriod()
}

// newSubscription decides to attach a subscription to a project.
func (m *mutation) newSubscription(ctx context.Context, id string, in tracker.ProjectSubscriptionInput) (shown tracker.ProjectSubscription, ch change, err error) {
	target, access, err := m.attachable(ctx, tracker.Subscriptions, in.ProjectID, in.SubscriptionID, "subscriptionId")
	if err != nil {
		return shown, unchanged, err
	}
	s := tracker.ProjectSubscription{ID: id, ProjectID: in.ProjectID, SubscriptionID: in.SubscriptionID, CreatedAt: m.now, Version: 1, Cost: target.Item.Cost,
		CatalogueNotice: target.Item.NoticeDays, RemindedDay: tracker.NoReminder,
		CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Subscription: attached(target.Item)}
	in.Apply(&s)
	s.Live = target.Live
	m.tellIfDue(&s, target.Project, true)
	m.write(func(tx *store.Tx) error { return tx.InsertProjectSubscription(ctx, s, m.caller.User.ID) })
	return shownSubscription(s, access), change{entity: tracker.EntityProjectSubscription, id: id, name: target.Item.Name, companyID: target.CompanyID, projectID: in.ProjectID, after: s.Logged()}, nil
}

// ProjectSubscription reads one attached subscription.
func (a *App) ProjectSubscription(ctx context.Context, c Caller, id string) (tracker.ProjectSubscription, error) {
	s, err := a.store.SubscriptionForUser(ctx, id, c.User.ID)
	access, err := c.may(s.Project, tracker.See, err)
	return shownSubscription(s.ProjectSubscription, access), err
}

// EditProjectSubscription changes an attached subscription.
func (a *App) EditProjectSubscription(ctx context.Context, c Caller, in tracker.ProjectSubscriptionEdit) (Saved[tracker.ProjectSubscription], error) {
	invalid := tracker.Validate(&in)
	return a.changeSubscription(ctx, c, in.ItemRef, "edit", func(m *mutation, s *tracker.ProjectSubscription, access tracker.Access) error {
		if invalid != nil {
			return invalid
		}
		if !in.SubscriptionID.Empty() && in.SubscriptionID.Value != s.SubscriptionID {
			return tracker.Fixed("subscriptionId")
		}
		return m.setTerm(ctx, s, &in.ProjectSubscriptionFields, in.Version, access)
	})
}

// setTerm sets fields of a subscription, if they were sent by somebody who knew it as it is.
func (m *mutation) setTerm(ctx context.Context, s *tracker.ProjectSubscription, in *tracker.ProjectSubscriptionFields, version tracker.Opt[int], access tracker.Access) error {
	before := *s
	in.Apply(s)
	if err := s.CheckPeriod(); err != nil {
		return err
	}
	return m.checkVersion(ctx, version, before.Version, tracker.EntityProjectSubscription, s.ID, shownSubscription(before, access))
}

// CancelProjectSubscription cancels a subscription. One that is canceled stays
// as it is, with its first reason.
func (a *App) CancelProjectSubscription(ctx context.Context, c Caller, in tracker.CancelInput) (Saved[tracker.ProjectSubscription], error) {
	invalid := tracker.Validate(&in)
	return a.changeSubscription(ctx, c, in.ItemRef, "cancel", func(_ *mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
		if invalid == nil {
			s.Cancel(in.CancelationReason)
		}
		return invalid
	})
}

// changeSubscription is the way all changes of an attached subscription go.
func (a *App) changeSubscription(ctx context.Context, c Caller, item tracker.ItemRef, action string, edit func(m *mutation, s *tracker.ProjectSubscription, access tracker.Access) error) (Saved[tracker.ProjectSubscription], error) {
	return save(ctx, a, c, action, func(m *mutation) (tracker.ProjectSubscription, change, error) {
		return m.editSubscription(ctx, item, edit)
	})
}

// editSubscription decides a change of an attached subscription, and returns it as the caller sees it then.
func (m *mutation) editSubscription(ctx context.Context, item tracker.ItemRef, edit func(m *mutation, s *tracker.ProjectSubscription, access tracker.Access) error) (tracker.ProjectSubscription, change, error) {
	of, isLoaded := m.loaded.subscriptions[item.ID]
	access, err := m.caller.may(of.Project, tracker.EditSubscriptions, nil)
	if !isLoaded {
		of, access, err = projectSubscription(ctx, m.Queries, m.caller, item, tracker.EditSubscriptions)
	}
	before := of.ProjectSubscription
	if err != nil {
		return before, unchanged, err
	}
	after := before
	if err := edit(m, &after, access); err != nil || same(before, after) {
		return shownSubscription(before, access), unchanged, err
	}
	if after.IsCanceled && !before.IsCanceled {
		m.raise(after, of.Project.Project, tracker.NotifiedCanceled)
	}
	isNewDate := !before.EndAt.Equal(after.EndAt) || before.AutoRenew != after.AutoRenew || !same(before.NoticeDays, after.NoticeDays)
	if isNewDate {
		after.RemindedDay, after.EndRaised = tracker.NoReminder, false // what its new end makes due is due again
	}
	after.Live = of.Project.Live && !after.IsCanceled && !after.EndRaised
	m.tellIfDue(&after, of.Project.Project, isNewDate)
	after.Version++
	m.write(func(tx *store.Tx) error {
		return tx.UpdateProjectSubscription(ctx, before, after, m.caller.User.ID, m.now)
	})
	return shownSubscription(after, access), subscriptionChange(of, before.Logged(), after.Logged()), nil
}

// subscriptionChange is a change of an attached subscription.
func subscriptionChange(of store.SubscriptionForUser, before, after any) change {
	return change{entity: tracker.EntityProjectSubscription, id: of.ID, name: of.Subscription.Name, companyID: of.Project.CompanyID, projectID: of.ProjectID, before: before, after: after}
}

// projectSubscription finds an attached subscription by its own id.
func projectSubscription(ctx context.Context, q store.Queries, c Caller, item tracker.ItemRef, p tracker.Permission) (store.SubscriptionForUser, tracker.Access, error) {
	s, err := q.SubscriptionForUser(ctx, item.ID, c.User.ID)
	access, err := c.may(s.Project, p, err)
	if err == nil && !item.IsIn(s.ProjectID) {
		err = tracker.ErrElsewhere
	}
	return s, access, err
}

// DetachSubscription removes a subscription from its project; one that is not there is
// gone already. It returns the number of the change.
func (a *App) DetachSubscription(ctx context.Context, c Caller, item tracker.ItemRef) (seq int64, err error) {
	return a.detach(ctx, c, tracker.EntityProjectSubscription, item)
}

// detachSubscription decides to detach a subscription; one that is not there is gone already.
func (m *mutation) detachSubscription(ctx context.Context, item tracker.ItemRef) (change, error) {
	s, _, err := projectSubscription(ctx, m.Queries, m.caller, item, tracker.AttachItems)
	if errors.Is(err, tracker.ErrNotFound) {
		return unchanged, nil
	}
	if err != nil {
		return unchanged, err
	}
	m.write(func(tx *store.Tx) error {
		return tx.DeleteProjectSubscription(ctx, s.ProjectSubscription, m.caller.User.ID, m.now)
	})
	return subscriptionChange(s, s.Logged(), nil), nil
}

// RestoreProjectSubscription undoes DetachSubscription.
func (a *App) RestoreProjectSubscription(ctx context.Context, c Caller, id string) (Saved[tracker.RestoreResult], error) {
	return a.restoreItem(ctx, c, tracker.Subscriptions, id)
}
