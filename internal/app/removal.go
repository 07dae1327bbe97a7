package app

import (
	"context"
	"errors"

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
func (a *App) remove(ctx context.Context, r Request, what removal) (result tracker.RemovalResult, err error) {
	err = a.mutate(ctx, r, "remove", func(m *mutation) (change, error) {
		state, err := what.state(m)
		if err != nil {
			return unchanged, err
		}
		var marks tracker.Marks
		result, marks = state.Remove()
		return what.mark(ctx, m, state, marks)
	})
	return result, err
}

// restore clears the removal mark, or brings back what is gone.
func (a *App) restore(ctx context.Context, r Request, what removal) (result tracker.RestoreResult, err error) {
	err = a.mutate(ctx, r, "restore", func(m *mutation) (change, error) {
		state, err := what.state(m)
		if err != nil {
			return unchanged, err
		}
		var marks tracker.Marks
		result, marks = state.Restore()
		return what.mark(ctx, m, state, marks)
	})
	return result, err
}

func (r removal) state(m *mutation) (store.Removable, error) {
	state, err := r.find(m)
	if errors.Is(err, tracker.ErrNotFound) {
		return store.Removable{}, nil
	}
	return state, err
}

func (r removal) mark(ctx context.Context, m *mutation, from store.Removable, to tracker.Marks) (change, error) {
	if !from.Found || from.Is(to) {
		return unchanged, nil
	}
	return change{entity: r.entity, id: from.ID, before: tracker.Marks{Marked: from.Marked, Gone: from.Gone}, after: to},
		m.Mark(ctx, r.rule, from, to, m.caller.UserID, m.now)
}

// restoreItem brings a detached item back to its project, by the right to attach it.
func (a *App) restoreItem(ctx context.Context, r Request, kind tracker.CatalogueKind, entity, id string, restore func(m *mutation) (after any, err error)) (result tracker.RestoreResult, err error) {
	err = a.mutate(ctx, r, "restore", func(m *mutation) (change, error) {
		item, err := m.Detached(ctx, kind, id, r.UserID)
		if err == nil {
			err = m.access(item.Roles).Require(tracker.AttachItems)
		}
		if errors.Is(err, tracker.ErrNotFound) {
			item, err = store.Detached{}, nil
		}
		if err != nil {
			return unchanged, err
		}
		if result, _ = item.Restore(); result != tracker.RestoreRestored || !item.Gone {
			return unchanged, nil
		}
		if item.Full {
			return unchanged, tracker.ErrTooManyItems
		}
		after, err := restore(m)
		return change{entity: entity, id: id, after: after}, err
	})
	return result, err
}
