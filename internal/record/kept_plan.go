package record

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Actions on plans, which the history does not list: they say who is told, as those on views do. The log keeps no content of a plan.
const (
	planSaved  = viewSaved
	planShared = viewShared
)

// Plans lists the caller's plans and the shared ones.
func (r *Records) Plans(ctx context.Context, c change.Caller, q tracker.ListQuery) (tracker.Page[tracker.Plan], error) {
	plans, err := r.Store.Plans(ctx, c.User.ID)
	slices.SortFunc(plans, func(v, w tracker.Plan) int {
		return cmp.Or(cmp.Compare(strings.ToLower(v.Name), strings.ToLower(w.Name)), cmp.Compare(v.ID, w.ID))
	})
	return change.PageOf(plans, q), err
}

// RequirePlan refuses to change or apply a plan that is shared, before or after, to everyone but administrators.
func RequirePlan(c change.Caller, plans ...tracker.Plan) error {
	for _, p := range plans {
		if p.IsShared {
			return c.RequireAdmin()
		}
	}
	return nil // nobody else sees it
}

// roomForPlan refuses another plan, own or shared, where there are enough of them.
func roomForPlan(ctx context.Context, m *change.Mutation, before, after tracker.Plan) error {
	own, shared, err := m.PlanCounts(ctx, m.Caller.User.ID)
	if err == nil && (before.ID == "" && own >= tracker.MaxPlans || after.IsShared && !before.IsShared && shared >= tracker.MaxPlans) {
		err = tracker.ErrTooManyPlans
	}
	return err
}

// keptVersions are the versions of the subscriptions that a plan is kept for. They are read before the plan is written, so that a change that
// is made meanwhile counts as made since.
func (r *Records) keptVersions(ctx context.Context, in tracker.PlanFields) (map[string]int, error) {
	if in.Selected == nil {
		return nil, nil
	}
	return r.Store.SubscriptionVersions(ctx, *in.Selected)
}

// CreatePlan keeps a plan.
func (r *Records) CreatePlan(ctx context.Context, c change.Caller, in tracker.KeptPlanInput) (saved change.Saved[tracker.Plan], err error) {
	kept, err := r.keptVersions(ctx, in.PlanFields)
	if err != nil {
		return saved, err
	}
	return change.Create(ctx, r.Engine, c, tracker.EntityPlan, change.Anyone, in.Check(r.Time()), func(m *change.Mutation, id string) (tracker.Plan, change.Change, error) {
		p := tracker.Plan{ID: id, IsOwn: true, Version: 1, KeptAt: m.Now}
		err := in.Apply(&p)
		if err == nil {
			err = cmp.Or(RequirePlan(m.Caller, p), roomForPlan(ctx, m, tracker.Plan{}, p))
		}
		m.Write(func(tx *store.Tx) error { return tx.InsertPlan(ctx, m.Caller.User.ID, p, kept) })
		return p, planChange(m, p), err
	}, func(id string) (tracker.Plan, error) { return r.Store.Plan(ctx, c.User.ID, id) })
}

// planChange is a change of a plan that everyone sees, or only the caller.
func planChange(m *change.Mutation, plans ...tracker.Plan) change.Change {
	m.Action = planSaved
	for _, p := range plans {
		if p.IsShared {
			m.Action = planShared
		}
	}
	return change.Change{Entity: tracker.EntityPlan, ID: plans[0].ID}
}

// EditPlan changes a plan.
func (r *Records) EditPlan(ctx context.Context, c change.Caller, in tracker.KeptPlanEdit) (saved change.Saved[tracker.Plan], err error) {
	invalid := in.Check(r.Time())
	kept, err := r.keptVersions(ctx, in.PlanFields)
	if err != nil {
		return saved, err
	}
	return change.Save(ctx, r.Engine, c, planSaved, func(m *change.Mutation) (tracker.Plan, change.Change, error) {
		before, err := m.Plan(ctx, m.Caller.User.ID, in.ID)
		if err != nil {
			return before, change.Unchanged, err
		}
		after := before
		if err := cmp.Or(RequirePlan(m.Caller, before), invalid); err != nil {
			return before, change.Unchanged, err
		}
		if err := in.Apply(&after); err != nil || change.Same(before, after) {
			return before, change.Unchanged, err
		}
		if err := cmp.Or(RequirePlan(m.Caller, after), roomForPlan(ctx, m, before, after),
			m.CheckVersion(ctx, in.Version, before.Version, tracker.EntityPlan, in.ID, before)); err != nil {
			return before, change.Unchanged, err
		}
		after.Version++
		after.KeptAt = m.Now
		m.Write(func(tx *store.Tx) error { return tx.UpdatePlan(ctx, after, kept) })
		return after, planChange(m, after, before), nil
	})
}

// RemovePlan removes a plan; one that is not there is gone already. It returns the number of the change.
func (r *Records) RemovePlan(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Mutate(ctx, r.Engine, c, planSaved, func(m *change.Mutation) (change.Change, error) {
		p, err := m.Plan(ctx, m.Caller.User.ID, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return change.Unchanged, nil
		}
		if err == nil {
			err = RequirePlan(m.Caller, p)
		}
		if err != nil {
			return change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.DeletePlan(ctx, id) })
		return planChange(m, p), nil
	})
}
