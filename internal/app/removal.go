package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// removal is one thing to be removed or restored. find checks the caller's
// rights and answers the id behind what was asked for, "" for nothing; marked,
// where it is set, carries a mark on to what hangs on the thing.
type removal struct {
	entity string
	rule   store.Removal
	find   func(m *mutation) (id string, err error)
	marked func(m *mutation, id string) error
}

// remove removes by the two-step rule, whatever it is.
func (a *App) remove(ctx context.Context, c Caller, r removal) (result tracker.RemovalResult, err error) {
	err = a.mutate(ctx, c, "remove", func(m *mutation) (change, error) {
		id, state, err := r.state(ctx, m)
		if err != nil {
			return unchanged, err
		}
		var marks tracker.Marks
		result, marks = state.Remove()
		return r.mark(ctx, m, id, state, marks)
	})
	return result, err
}

// restore clears the removal mark, or brings back what is gone.
func (a *App) restore(ctx context.Context, c Caller, r removal) (result tracker.RestoreResult, err error) {
	err = a.mutate(ctx, c, "restore", func(m *mutation) (change, error) {
		id, state, err := r.state(ctx, m)
		if err != nil {
			return unchanged, err
		}
		var marks tracker.Marks
		result, marks = state.Restore()
		return r.mark(ctx, m, id, state, marks)
	})
	return result, err
}

func (r removal) state(ctx context.Context, m *mutation) (id string, state tracker.Removable, err error) {
	if id, err = r.find(m); err != nil || id == "" {
		return id, state, err
	}
	state, err = m.Removable(ctx, r.rule, id)
	if tracker.IsKind(err, tracker.KindNotFound) {
		err = nil
	}
	return id, state, err
}

func (r removal) mark(ctx context.Context, m *mutation, id string, from tracker.Removable, to tracker.Marks) (change, error) {
	if !from.Found || from.Is(to) {
		return unchanged, nil
	}
	if err := m.Mark(ctx, r.rule, id, from, to, m.caller.User.ID, m.now); err != nil {
		return unchanged, err
	}
	if r.marked != nil {
		if err := r.marked(m, id); err != nil {
			return unchanged, err
		}
	}
	return change{entity: r.entity, id: id, before: tracker.Marks{Marked: from.Marked, Gone: from.Gone}, after: to}, nil
}

// restoreItem brings a detached item back to its project, by the right to attach it.
func (a *App) restoreItem(ctx context.Context, c Caller, kind tracker.CatalogueKind, entity, id string, restore func(m *mutation) (after any, err error)) (result tracker.RestoreResult, err error) {
	err = a.mutate(ctx, c, "restore", func(m *mutation) (change, error) {
		item, err := m.Detached(ctx, kind, id)
		if err == nil {
			err = m.requireOnProject(ctx, item.ProjectID, tracker.AttachItems)
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
			return unchanged, tooManyItems()
		}
		after, err := restore(m)
		return change{entity: entity, id: id, after: after}, err
	})
	return result, err
}

// requireOnProject checks a right on a project that may be a tombstone.
func (m *mutation) requireOnProject(ctx context.Context, id string, p tracker.Permission) error {
	project, err := m.ProjectOf(ctx, id, m.caller.User.ID)
	if err != nil {
		return err
	}
	return projectAccess(m.caller, project).Require(p)
}

// pendingRemoval refuses to hang something new on what is on its way out.
func pendingRemoval(what, name string) error {
	return tracker.Refused("pendingRemove", "Pending Remove",
		what+" is marked removed and takes nothing new. Restore it first.", map[string]any{"name": name})
}
