package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Actions on views, which the history does not list. They say who is told of a change: its
// actor, or everyone. The log keeps no content of a view.
const (
	viewSaved  = "saveView"
	viewShared = "shareView"
)

// Views lists the caller's views and the shared ones, those of one list if it is named.
func (a *App) Views(ctx context.Context, c Caller, q tracker.ListQuery, list string) (tracker.Page[tracker.SavedView], error) {
	views, err := a.store.Views(ctx, c.User.ID)
	if list != "" {
		views = slices.DeleteFunc(views, func(v tracker.SavedView) bool { return v.List != list })
	}
	slices.SortFunc(views, func(v, w tracker.SavedView) int {
		return cmp.Or(cmp.Compare(v.List, w.List), cmp.Compare(strings.ToLower(v.Name), strings.ToLower(w.Name)), cmp.Compare(v.ID, w.ID))
	})
	return pageOf(views, q), err
}

// requireView refuses a change of a view by somebody who may not make it.
func (c Caller) requireView(before, after tracker.SavedView) error {
	if before.IsShared || after.IsShared {
		return c.requireAdmin()
	}
	return nil // nobody else sees it
}

// roomForView refuses another view, own or shared, where there are enough of them.
func (m *mutation) roomForView(ctx context.Context, before, after tracker.SavedView) error {
	own, shared, err := m.ViewCounts(ctx, m.caller.User.ID)
	if err == nil && (before.ID == "" && own >= tracker.MaxViews || after.IsShared && !before.IsShared && shared >= tracker.MaxViews) {
		err = tracker.ErrTooManyViews
	}
	return err
}

// CreateView saves a view.
func (a *App) CreateView(ctx context.Context, c Caller, in tracker.SavedViewInput) (Saved[tracker.SavedView], error) {
	return create(ctx, a, c, tracker.EntityView, anyone, in.Check(), func(m *mutation, id string) (tracker.SavedView, change, error) {
		v := tracker.SavedView{ID: id, List: in.List, Name: in.Name, Query: in.Query, IsShared: in.IsShared.Value, IsDefault: in.IsDefault.Value, IsOwn: true, Version: 1}
		err := m.caller.requireView(tracker.SavedView{}, v)
		if err == nil {
			err = m.roomForView(ctx, tracker.SavedView{}, v)
		}
		m.write(func(tx *store.Tx) error { return tx.InsertView(ctx, m.caller.User.ID, v, m.now) })
		m.write(func(tx *store.Tx) error { return tx.SetDefaultView(ctx, m.caller.User.ID, v) })
		return v, m.viewChange(v.ID, v.IsShared), err
	}, func(id string) (tracker.SavedView, error) { return a.store.View(ctx, c.User.ID, id) })
}

// viewChange is a change of a view that everyone sees, or only the caller.
func (m *mutation) viewChange(id string, shared bool) change {
	m.action = viewSaved
	if shared {
		m.action = viewShared
	}
	return change{entity: tracker.EntityView, id: id}
}

// EditView changes a view. Everyone may choose a shared view as their default.
func (a *App) EditView(ctx context.Context, c Caller, in tracker.SavedViewEdit) (saved Saved[tracker.SavedView], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return save(ctx, a, c, viewSaved, func(m *mutation) (tracker.SavedView, change, error) {
		before, err := m.View(ctx, m.caller.User.ID, in.ID)
		if err != nil {
			return before, unchanged, err
		}
		after := before
		if err := in.Apply(&after); err != nil || same(before, after) {
			return before, unchanged, err
		}
		content := after
		content.IsDefault = before.IsDefault
		if !same(before, content) {
			if err := cmp.Or(m.caller.requireView(before, after), m.roomForView(ctx, before, after),
				m.checkVersion(ctx, in.Version, before.Version, tracker.EntityView, in.ID, before)); err != nil {
				return before, unchanged, err
			}
			after.Version++
			after.IsDefault = after.IsDefault && (after.IsOwn || after.IsShared) // else they do not see it any more
			m.write(func(tx *store.Tx) error { return tx.UpdateView(ctx, after) })
		}
		m.write(func(tx *store.Tx) error { return tx.SetDefaultView(ctx, m.caller.User.ID, after) })
		return after, m.viewChange(in.ID, !same(before, content) && (before.IsShared || after.IsShared)), nil
	})
}

// RemoveView removes a view; one that is not there is gone already. It returns the number of
// the change.
func (a *App) RemoveView(ctx context.Context, c Caller, id string) (seq int64, err error) {
	return a.mutate(ctx, c, viewSaved, func(m *mutation) (change, error) {
		v, err := m.View(ctx, m.caller.User.ID, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err == nil {
			err = m.caller.requireView(v, v)
		}
		if err != nil {
			return unchanged, err
		}
		m.write(func(tx *store.Tx) error { return tx.DeleteView(ctx, id) })
		return m.viewChange(id, v.IsShared), nil
	})
}
