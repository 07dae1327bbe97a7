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

// Actions on views, which the history does not list. They say who is told of a change: its
// actor, or everyone. The log keeps no content of a view.
const (
	viewSaved  = "saveView"
	viewShared = "shareView"
)

// Views lists the caller's views and the shared ones, those of one list if it is named.
func (r *Records) Views(ctx context.Context, c change.Caller, q tracker.ListQuery, list string) (tracker.Page[tracker.SavedView], error) {
	views, err := r.Store.Views(ctx, c.User.ID)
	if list != "" {
		views = slices.DeleteFunc(views, func(v tracker.SavedView) bool { return v.List != list })
	}
	slices.SortFunc(views, func(v, w tracker.SavedView) int {
		return cmp.Or(cmp.Compare(v.List, w.List), cmp.Compare(strings.ToLower(v.Name), strings.ToLower(w.Name)), cmp.Compare(v.ID, w.ID))
	})
	return change.PageOf(views, q), err
}

// requireView refuses a change of a view by somebody who may not make it.
func requireView(c change.Caller, before, after tracker.SavedView) error {
	if before.IsShared || after.IsShared {
		return c.RequireAdmin()
	}
	return nil // nobody else sees it
}

// roomForView refuses another view, own or shared, where there are enough of them.
func roomForView(ctx context.Context, m *change.Mutation, before, after tracker.SavedView) error {
	own, shared, err := m.ViewCounts(ctx, m.Caller.User.ID)
	if err == nil && (before.ID == "" && own >= tracker.MaxViews || after.IsShared && !before.IsShared && shared >= tracker.MaxViews) {
		err = tracker.ErrTooManyViews
	}
	return err
}

// CreateView saves a view.
func (r *Records) CreateView(ctx context.Context, c change.Caller, in tracker.SavedViewInput) (change.Saved[tracker.SavedView], error) {
	return change.Create(ctx, r.Engine, c, tracker.EntityView, change.Anyone, in.Check(), func(m *change.Mutation, id string) (tracker.SavedView, change.Change, error) {
		v := tracker.SavedView{ID: id, List: in.List, Name: in.Name, Query: in.Query, IsShared: in.IsShared.Value, IsDefault: in.IsDefault.Value, IsOwn: true, Version: 1}
		err := requireView(m.Caller, tracker.SavedView{}, v)
		if err == nil {
			err = roomForView(ctx, m, tracker.SavedView{}, v)
		}
		m.Write(func(tx *store.Tx) error { return tx.InsertView(ctx, m.Caller.User.ID, v, m.Now) })
		m.Write(func(tx *store.Tx) error { return tx.SetDefaultView(ctx, m.Caller.User.ID, v) })
		return v, viewChange(m, v.ID, v.IsShared), err
	}, func(id string) (tracker.SavedView, error) { return r.Store.View(ctx, c.User.ID, id) })
}

// viewChange is a change of a view that everyone sees, or only the caller.
func viewChange(m *change.Mutation, id string, shared bool) change.Change {
	m.Action = viewSaved
	if shared {
		m.Action = viewShared
	}
	return change.Change{Entity: tracker.EntityView, ID: id}
}

// EditView changes a view. Everyone may choose a shared view as their default.
func (r *Records) EditView(ctx context.Context, c change.Caller, in tracker.SavedViewEdit) (saved change.Saved[tracker.SavedView], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return change.Save(ctx, r.Engine, c, viewSaved, func(m *change.Mutation) (tracker.SavedView, change.Change, error) {
		before, err := m.View(ctx, m.Caller.User.ID, in.ID)
		if err != nil {
			return before, change.Unchanged, err
		}
		after := before
		if err := in.Apply(&after); err != nil || change.Same(before, after) {
			return before, change.Unchanged, err
		}
		content := after
		content.IsDefault = before.IsDefault
		if !change.Same(before, content) {
			if err := cmp.Or(requireView(m.Caller, before, after), roomForView(ctx, m, before, after),
				m.CheckVersion(ctx, in.Version, before.Version, tracker.EntityView, in.ID, before)); err != nil {
				return before, change.Unchanged, err
			}
			after.Version++
			after.IsDefault = after.IsDefault && (after.IsOwn || after.IsShared) // else they do not see it any more
			m.Write(func(tx *store.Tx) error { return tx.UpdateView(ctx, after) })
		}
		m.Write(func(tx *store.Tx) error { return tx.SetDefaultView(ctx, m.Caller.User.ID, after) })
		return after, viewChange(m, in.ID, !change.Same(before, content) && (before.IsShared || after.IsShared)), nil
	})
}

// RemoveView removes a view; one that is not there is gone already. It returns the number of
// the change.
func (r *Records) RemoveView(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Mutate(ctx, r.Engine, c, viewSaved, func(m *change.Mutation) (change.Change, error) {
		v, err := m.View(ctx, m.Caller.User.ID, id)
		if errors.Is(err, tracker.ErrNotFound) {
			return change.Unchanged, nil
		}
		if err == nil {
			err = requireView(m.Caller, v, v)
		}
		if err != nil {
			return change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.DeleteView(ctx, id) })
		return viewChange(m, id, v.IsShared), nil
	})
}
