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
	entity string
	rule   store.Removal
	find   func(m *mutation) (store.Removable, error)
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
	ch := change{entity: r.entity, id: from.ID, name: from.Name, companyID: orEmpty(from.CompanyID), before: tracker.Marks{Marked: from.Marked, Gone: from.Gone}, after: to}
	if r.entity == projectEntity {
		ch.projectID = from.ID
	}
	return ch
}

// restoreItem brings a detached item back to its project, by the right to attach it.
func restoreItem[T any](ctx context.Context, a *App, c Caller, kind tracker.CatalogueKind, entity, id string,
	restore func(tx *store.Tx, ctx context.Context, id, by string, at time.Time) (T, error)) (saved Saved[tracker.RestoreResult], err error) {
	saved.Seq, err = a.mutate(ctx, c, "restore", func(m *mutation) (change, error) {
		by := m.caller.User.ID
		item, err := m.Detached(ctx, kind, id, by)
		if err == nil {
			err = m.caller.access(item.Roles).Require(tracker.AttachItems)
		}
		if errors.Is(err, tracker.ErrNotFound) {
			item, err = store.Detached{}, nil
		}
		if err != nil {
			return unchanged, err
		}
		if saved.Entity, _ = item.Restore(); saved.Entity != tracker.RestoreRestored || !item.Gone {
			return unchanged, nil
		}
		if item.Full {
			return unchanged, tracker.ErrTooManyItems
		}
		var after T
		m.write(func(tx *store.Tx) (err error) {
			after, err = restore(tx, ctx, id, by, m.now)
			return err
		})
		return change{entity: entity, id: id, name: item.Name, companyID: item.CompanyID, projectID: item.ProjectID, after: &after}, nil
	})
	return saved, err
}
