package record

import (
	"context"
	"errors"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func shownSubscription(s tracker.ProjectSubscription, access tracker.Access) tracker.ProjectSubscription {
	if !access.May(tracker.SeeCost) {
		s.Cost = nil
	}
	s.Own = s.Own.Seen(access)
	return s
}

// AttachSubscription attaches a subscription to a project, at the catalogue's cost of today.
func (r *Records) AttachSubscription(ctx context.Context, c change.Caller, in tracker.ProjectSubscriptionInput) (change.Saved[tracker.ProjectSubscription], error) {
	if !in.AutoRenew.Sent {
		in.AutoRenew = tracker.Some(false) // a new one does not renew unless it is told to
	}
	invalid := CheckTerm(&in)
	return change.Create(ctx, r.Engine, c, tracker.EntityProjectSubscription, mayAttach(ctx, tracker.Subscriptions, in.ProjectID, invalid), invalid,
		func(m *change.Mutation, id string) (tracker.ProjectSubscription, change.Change, error) {
			return NewSubscription(ctx, m, id, in)
		}, func(id string) (tracker.ProjectSubscription, error) { return r.ProjectSubscription(ctx, c, id) })
}

// CheckTerm validates what is sent of a new subscription.
func CheckTerm(in *tracker.ProjectSubscriptionInput) error {
	if err := tracker.Validate(in); err != nil {
		return err
	}
	var term tracker.ProjectSubscription
	in.Apply(&term)
	return term.CheckPeriod()
}

// NewSubscription decides to attach a subscription to a project.
func NewSubscription(ctx context.Context, m *change.Mutation, id string, in tracker.ProjectSubscriptionInput) (shown tracker.ProjectSubscription, ch change.Change, err error) {
	target, access, err := attachable(ctx, m, tracker.Subscriptions, in.ProjectID, in.SubscriptionID, "subscriptionId")
	if err != nil {
		return shown, change.Unchanged, err
	}
	s := tracker.ProjectSubscription{ID: id, ProjectID: in.ProjectID, SubscriptionID: in.SubscriptionID, CreatedAt: m.Now, Version: 1, Cost: target.Item.Cost,
		CatalogueNotice: target.Item.NoticeDays, RemindedDay: tracker.NoReminder,
		CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Subscription: attached(target.Item)}
	in.Apply(&s)
	m.Access = access
	if err := SetOwn(ctx, m, tracker.EntityProjectSubscription, &s.Own, in.Own, true); err != nil {
		return shown, change.Unchanged, err
	}
	s.Live = target.Live
	m.TellIfDue(&s, target.Project, true)
	m.Write(func(tx *store.Tx) error { return tx.InsertProjectSubscription(ctx, s, m.Caller.User.ID) })
	return shownSubscription(s, access), change.Change{Entity: tracker.EntityProjectSubscription, ID: id, Name: target.Item.Name,
		CompanyID: target.CompanyID, ProjectID: in.ProjectID, After: s.Logged()}, nil
}

// ProjectSubscription reads one attached subscription.
func (r *Records) ProjectSubscription(ctx context.Context, c change.Caller, id string) (tracker.ProjectSubscription, error) {
	s, err := r.Store.SubscriptionForUser(ctx, id, c.User.ID)
	access, err := May(c, s.Project, tracker.See, err)
	return shownSubscription(s.ProjectSubscription, access), err
}

// EditProjectSubscription changes an attached subscription.
func (r *Records) EditProjectSubscription(ctx context.Context, c change.Caller, in tracker.ProjectSubscriptionEdit) (change.Saved[tracker.ProjectSubscription], error) {
	invalid := tracker.Validate(&in)
	return r.changeSubscription(ctx, c, in.ItemRef, "edit", func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error {
		if invalid != nil {
			return tracker.JoinInvalid(invalid, SetOwn(ctx, m, tracker.EntityProjectSubscription, &tracker.Own{}, in.Own, false))
		}
		if !in.SubscriptionID.Empty() && in.SubscriptionID.Value != s.SubscriptionID {
			return tracker.Fixed("subscriptionId")
		}
		return SetTerm(ctx, m, s, &in.ProjectSubscriptionFields, in.Version, access)
	})
}

// SetTerm sets fields of a subscription, if they were sent by somebody who knew it as it is.
func SetTerm(ctx context.Context, m *change.Mutation, s *tracker.ProjectSubscription, in *tracker.ProjectSubscriptionFields, version tracker.Opt[int],
	access tracker.Access) error {
	before := *s
	in.Apply(s)
	if err := s.CheckPeriod(); err != nil {
		return err
	}
	if err := SetOwn(ctx, m, tracker.EntityProjectSubscription, &s.Own, in.Own, false); err != nil {
		return err
	}
	return m.CheckVersion(ctx, version, before.Version, tracker.EntityProjectSubscription, s.ID, shownSubscription(before, access))
}

// CancelProjectSubscription cancels a subscription. One that is canceled stays
// as it is, with its first reason.
func (r *Records) CancelProjectSubscription(ctx context.Context, c change.Caller, in tracker.CancelInput) (change.Saved[tracker.ProjectSubscription], error) {
	invalid := tracker.Validate(&in)
	return r.changeSubscription(ctx, c, in.ItemRef, "cancel", func(_ *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
		if invalid == nil {
			s.Cancel(in.CancelationReason)
		}
		return invalid
	})
}

// RenewProjectSubscription opens the next period of a subscription.
func (r *Records) RenewProjectSubscription(ctx context.Context, c change.Caller, in tracker.RenewInput) (change.Saved[tracker.ProjectSubscription], error) {
	invalid := tracker.Validate(&in)
	return change.Save(ctx, r.Engine, c, "renew", func(m *change.Mutation) (tracker.ProjectSubscription, change.Change, error) {
		return DecideRenewal(ctx, m, in.ItemRef, in.Version, in.Renewal(), invalid)
	})
}

// DecideRenewal decides to open the next period of a subscription, at the catalogue's cost of today.
func DecideRenewal(ctx context.Context, m *change.Mutation, item tracker.ItemRef, version tracker.Opt[int], renewal tracker.Renewal,
	invalid error) (tracker.ProjectSubscription, change.Change, error) {
	return decideSubscription(ctx, m, item, periodChange{isRenewal: true}, func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error {
		if invalid != nil {
			return invalid
		}
		if err := m.CheckVersion(ctx, version, s.Version, tracker.EntityProjectSubscription, s.ID, shownSubscription(*s, access)); err != nil {
			return err
		}
		if s.IsCanceled {
			return tracker.ErrCannotRenew
		}
		cost, err := CatalogueCost(ctx, m, s.SubscriptionID)
		if err != nil {
			return err
		}
		renewal.Now, renewal.Cost = m.Now, cost
		*s, err = s.Next(renewal)
		return err
	})
}

// CatalogueCost is what a subscription costs today; nil if it is not in the catalogue any more.
func CatalogueCost(ctx context.Context, m *change.Mutation, id string) (*tracker.Money, error) {
	item, isLoaded := m.Loaded.Items[id]
	if isLoaded {
		return item.Cost, nil
	}
	item, err := m.Item(ctx, tracker.Subscriptions, id)
	if errors.Is(err, tracker.ErrNotFound) {
		err = nil
	}
	return item.Cost, err
}

// PlanPrice notes a price of a subscription for later, or drops it.
func (r *Records) PlanPrice(ctx context.Context, c change.Caller, in tracker.PlanInput) (change.Saved[tracker.ProjectSubscription], error) {
	invalid := in.Check(r.Time())
	return r.changeSubscription(ctx, c, in.ItemRef, "edit", func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error {
		if invalid != nil {
			return invalid
		}
		if err := m.CheckVersion(ctx, in.Version, s.Version, tracker.EntityProjectSubscription, s.ID, shownSubscription(*s, access)); err != nil {
			return err
		}
		return s.Plan(in.Planned(), m.Now)
	})
}

// changeSubscription is the way all changes of an attached subscription but renewals go.
func (r *Records) changeSubscription(ctx context.Context, c change.Caller, item tracker.ItemRef, action string,
	edit func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error) (change.Saved[tracker.ProjectSubscription], error) {
	return change.Save(ctx, r.Engine, c, action, func(m *change.Mutation) (tracker.ProjectSubscription, change.Change, error) {
		return DecideProjectSubscription(ctx, m, item, edit)
	})
}

// DecideProjectSubscription decides a change of an attached subscription, and returns it as the caller sees it then.
func DecideProjectSubscription(ctx context.Context, m *change.Mutation, item tracker.ItemRef,
	edit func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error) (tracker.ProjectSubscription, change.Change, error) {
	return decideSubscription(ctx, m, item, periodChange{}, edit)
}

// periodChange is what a change does to the periods of a subscription; its zero value leaves them.
type periodChange struct {
	isRenewal bool       // it opens the next period
	undoes    *time.Time // it takes back a renewal of this instant, or, doing that again, takes back that it was taken back
}

func (p periodChange) write(ctx context.Context, tx *store.Tx, before, after tracker.ProjectSubscription, by string, at time.Time) error {
	switch {
	case p.isRenewal, p.undoes != nil && after.StartAt.After(before.StartAt):
		return tx.RenewProjectSubscription(ctx, before, after, change.NewID(), by, at)
	case p.undoes != nil:
		return tx.TakeBackRenewal(ctx, before, after, *p.undoes, by, at)
	}
	return tx.UpdateProjectSubscription(ctx, before, after, by, at)
}

func decideSubscription(ctx context.Context, m *change.Mutation, item tracker.ItemRef, period periodChange,
	edit func(m *change.Mutation, s *tracker.ProjectSubscription, access tracker.Access) error) (tracker.ProjectSubscription, change.Change, error) {
	of, isLoaded := m.Loaded.Subscriptions[item.ID]
	access, err := May(m.Caller, of.Project, tracker.EditSubscriptions, nil)
	if !isLoaded {
		of, access, err = projectSubscription(ctx, m.Queries, m.Caller, item, tracker.EditSubscriptions)
	}
	before := of.ProjectSubscription
	if err != nil {
		return before, change.Unchanged, err
	}
	after := before
	m.Access = access
	if err = edit(m, &after, access); err == nil {
		after.DropReason(period.isRenewal)
	}
	if err != nil || change.Same(before, after) {
		return shownSubscription(before, access), change.Unchanged, err
	}
	if after.IsCanceled && !before.IsCanceled {
		m.Raise(after, of.Project.Project, tracker.NotifiedCanceled)
	}
	isNewDate := !before.EndAt.Equal(after.EndAt) || before.AutoRenew != after.AutoRenew || !change.Same(before.NoticeDays, after.NoticeDays)
	if isNewDate {
		after.RemindedDay, after.EndRaised = tracker.NoReminder, false // what its new end makes due is due again
	}
	after.Live = of.Project.Live && after.KeptState().Runs()
	if period.isRenewal {
		m.Raise(after, of.Project.Project, tracker.NotifiedRenewed)
	}
	m.TellIfDue(&after, of.Project.Project, isNewDate)
	after.Version++
	m.Write(func(tx *store.Tx) error { return period.write(ctx, tx, before, after, m.Caller.User.ID, m.Now) })
	return shownSubscription(after, access), SubscriptionChange(of, before.Logged(), after.Logged()), nil
}

// SubscriptionChange is a change of an attached subscription.
func SubscriptionChange(of store.SubscriptionForUser, before, after any) change.Change {
	return change.Change{Entity: tracker.EntityProjectSubscription, ID: of.ID, Name: of.Subscription.Name, CompanyID: of.Project.CompanyID,
		ProjectID: of.ProjectID, Before: before, After: after}
}

// projectSubscription finds an attached subscription by its own id.
func projectSubscription(ctx context.Context, q store.Queries, c change.Caller, item tracker.ItemRef, p tracker.Permission) (store.SubscriptionForUser, tracker.Access, error) {
	s, err := q.SubscriptionForUser(ctx, item.ID, c.User.ID)
	access, err := May(c, s.Project, p, err)
	if err == nil && !item.IsIn(s.ProjectID) {
		err = tracker.ErrElsewhere
	}
	return s, access, err
}

// DetachSubscription removes a subscription from its project; one that is not there is
// gone already. It returns the number of the change.
func (r *Records) DetachSubscription(ctx context.Context, c change.Caller, item tracker.ItemRef) (seq int64, err error) {
	return change.Detach(ctx, r.Engine, c, tracker.EntityProjectSubscription, item)
}

// detachSubscription decides to detach a subscription; one that is not there is gone already.
func detachSubscription(ctx context.Context, m *change.Mutation, item tracker.ItemRef) (change.Change, error) {
	s, _, err := projectSubscription(ctx, m.Queries, m.Caller, item, tracker.AttachItems)
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Unchanged, nil
	}
	if err != nil {
		return change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error {
		return tx.DeleteProjectSubscription(ctx, s.ProjectSubscription, m.Caller.User.ID, m.Now)
	})
	return SubscriptionChange(s, s.Logged(), nil), nil
}

// RestoreProjectSubscription undoes DetachSubscription.
func (r *Records) RestoreProjectSubscription(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.RestoreResult], error) {
	return r.restoreAttached(ctx, c, tracker.Subscriptions, id)
}
