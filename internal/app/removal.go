package app

import (
	"context"
	"errors"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// removal is one thing to be removed or restored. find checks the caller's rights
// and reads what was asked for; what is not there, or not for the caller to see, is
// ErrNotFound.
type removal struct {
	*kind
	find func(m *mutation) (store.Removable, error)
}

// removal is that of a record by its id.
func (k *kind) removal(ctx context.Context, id string) removal {
	return removal{k, func(m *mutation) (store.Removable, error) { return k.removable(m, ctx, k, id) }}
}

// remove removes by the two-step rule, whatever it is.
func (a *App) remove(ctx context.Context, c Caller, what removal) (saved Saved[tracker.RemovalResult], err error) {
	saved.Seq, err = a.mutate(ctx, c, "remove", func(m *mutation) (change, error) {
		state, err := what.state(m)
		if err != nil {
			return unchanged, err
		}
		var marks tracker.Marks
		saved.Entity, marks = state.Remove()
		return what.mark(ctx, m, state, marks), nil
	})
	return saved, err
}

// restore clears the removal mark, or brings back what is gone.
func (a *App) restore(ctx context.Context, c Caller, what removal) (saved Saved[tracker.RestoreResult], err error) {
	saved.Seq, err = a.mutate(ctx, c, "restore", func(m *mutation) (change, error) {
		state, err := what.state(m)
		if err != nil {
			return unchanged, err
		}
		var marks tracker.Marks
		saved.Entity, marks = state.Restore()
		return what.mark(ctx, m, state, marks), nil
	})
	return saved, err
}

func (r removal) state(m *mutation) (store.Removable, error) {
	state, err := r.find(m)
	if errors.Is(err, tracker.ErrNotFound) {
		return store.Removable{}, nil
	}
	return state, err
}

func (r removal) mark(ctx context.Context, m *mutation, from store.Removable, to tracker.Marks) change {
	if !from.Found || from.Is(to) {
		return unchanged
	}
	m.write(func(tx *store.Tx) error { return tx.Mark(ctx, r.rule, from, to, m.caller.User.ID, m.now) })
	ch := change{entity: r.name, id: from.ID, name: from.Name, companyID: orEmpty(from.CompanyID), before: tracker.Marks{Marked: from.Marked, Gone: from.Gone}, after: to}
	if r.name == projectEntity {
		ch.projectID = from.ID
	}
	return ch
}

// wasMarked reports whether a parent was marked removed already at some time.
func wasMarked(parent, then *time.Time) bool {
	return parent != nil && then != nil && !parent.After(*then)
}

// restoreItem brings a detached item back to its project.
func (a *App) restoreItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string) (saved Saved[tracker.RestoreResult], err error) {
	saved.Seq, err = a.mutate(ctx, c, "restore", func(m *mutation) (ch change, err error) {
		ch, saved.Entity, err = m.reattach(ctx, kind, id, nil)
		return ch, err
	})
	return saved, err
}

// reattach decides to bring a detached item back, by the right to attach it. Parents that are
// marked removed take nothing new, except what belonged to them when they were marked: then
// detached is when the item was detached.
func (m *mutation) reattach(ctx context.Context, kind tracker.CatalogueKind, id string, detached *time.Time) (change, tracker.RestoreResult, error) {
	by := m.caller.User.ID
	item, err := m.Detached(ctx, kind, id, by)
	if err == nil {
		err = m.caller.access(item.CompanyID, item.Roles).Require(tracker.AttachItems)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		item, err = store.Detached{}, nil
	}
	if err != nil {
		return unchanged, tracker.RestoreNotFound, err
	}
	if wasMarked(item.ParentMarked, detached) {
		item.ParentRemoved = false
	}
	result, _ := item.Restore()
	if result != tracker.RestoreRestored || !item.Gone {
		return unchanged, result, nil
	}
	if item.Full {
		return unchanged, result, tracker.ErrTooManyItems
	}
	ch := change{entity: projectProductEntity, id: id, name: item.Name, companyID: item.CompanyID, projectID: item.ProjectID}
	if kind == tracker.Products {
		var restored tracker.ProjectProduct
		m.write(func(tx *store.Tx) (err error) {
			restored, err = tx.RestoreProjectProduct(ctx, id, by, m.now)
			return err
		})
		ch.after = func() any { return restored }
		return ch, result, nil
	}
	var restored tracker.ProjectSubscription
	m.write(func(tx *store.Tx) (err error) {
		restored, err = tx.RestoreProjectSubscription(ctx, id, by, m.now)
		return err
	})
	ch.entity, ch.after = projectSubscriptionEntity, func() any { return restored.Logged() }
	return ch, result, nil
}
