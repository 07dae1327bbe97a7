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
func (a *App) remove(ctx context.Context, c Caller, what removal) (Saved[tracker.RemovalResult], error) {
	return save(ctx, a, c, "remove", func(m *mutation) (tracker.RemovalResult, change, error) {
		state, err := what.state(m)
		result, marks := state.Remove()
		return result, what.mark(ctx, m, state, marks), err
	})
}

// restore clears the removal mark, or brings back what is gone.
func (a *App) restore(ctx context.Context, c Caller, what removal) (Saved[tracker.RestoreResult], error) {
	return save(ctx, a, c, "restore", func(m *mutation) (tracker.RestoreResult, change, error) {
		state, err := what.state(m)
		result, marks := state.Restore()
		return result, what.mark(ctx, m, state, marks), err
	})
}

// detach detaches what is attached to another record, and returns the number of the change.
func (a *App) detach(ctx context.Context, c Caller, entity string, item tracker.ItemRef) (seq int64, err error) {
	return a.mutate(ctx, c, "remove", func(m *mutation) (change, error) { return kinds[entity].detach(m, ctx, item) })
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
	if r.name == tracker.EntityProject {
		ch.projectID = from.ID
	}
	return ch
}

// wasMarked reports whether a parent was marked removed already at some time.
func wasMarked(parent, then *time.Time) bool {
	return parent != nil && then != nil && !parent.After(*then)
}

// restoreItem brings a detached item back to its project.
func (a *App) restoreItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, id string) (Saved[tracker.RestoreResult], error) {
	return save(ctx, a, c, "restore", func(m *mutation) (tracker.RestoreResult, change, error) {
		return m.reattach(ctx, kind, id, nil)
	})
}

// reattach decides to bring a detached item back, by the right to attach it. Parents that are
// marked removed take nothing new, except what belonged to them when they were marked: then
// detached is when the item was detached.
func (m *mutation) reattach(ctx context.Context, kind tracker.CatalogueKind, id string, detached *time.Time) (tracker.RestoreResult, change, error) {
	by := m.caller.User.ID
	item, err := m.Detached(ctx, kind, id, by)
	if err == nil {
		err = m.caller.access(item.CompanyID, item.Roles).Require(tracker.AttachItems)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		item, err = store.Detached{}, nil
	}
	if err != nil {
		return tracker.RestoreNotFound, unchanged, err
	}
	if wasMarked(item.ParentMarked, detached) {
		item.ParentRemoved = false
	}
	result, _ := item.Restore()
	if result != tracker.RestoreRestored || !item.Gone {
		return result, unchanged, nil
	}
	if item.Full {
		return result, unchanged, tracker.ErrTooManyItems
	}
	ch := change{entity: tracker.EntityProjectProduct, id: id, name: item.Name, companyID: item.CompanyID, projectID: item.ProjectID}
	if kind == tracker.Products {
		restored := new(tracker.ProjectProduct) // as it is when it is written
		m.write(func(tx *store.Tx) (err error) {
			*restored, err = tx.RestoreProjectProduct(ctx, id, by, m.now)
			return err
		})
		ch.after = restored
		return result, ch, nil
	}
	restored := new(tracker.LoggedSubscription)
	m.write(func(tx *store.Tx) error {
		s, err := tx.RestoreProjectSubscription(ctx, id, by, m.now)
		*restored = s.Logged()
		return err
	})
	ch.entity, ch.after = tracker.EntityProjectSubscription, restored
	return result, ch, nil
}
