package record

import (
	"context"
	"errors"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// restoreAttached brings a detached item back to its project.
func (r *Records) restoreAttached(ctx context.Context, c change.Caller, kind tracker.CatalogueKind, id string) (change.Saved[tracker.RestoreResult], error) {
	return change.Save(ctx, r.Engine, c, "restore", func(m *change.Mutation) (tracker.RestoreResult, change.Change, error) {
		return reattach(ctx, m, kind, id, nil)
	})
}

// reattach decides to bring a detached item back, by the right to attach it. Parents that are
// marked removed take nothing new, except what belonged to them when they were marked: then
// detached is when the item was detached.
func reattach(ctx context.Context, m *change.Mutation, kind tracker.CatalogueKind, id string, detached *time.Time) (tracker.RestoreResult, change.Change, error) {
	by := m.Caller.User.ID
	item, err := m.Detached(ctx, kind, id, by)
	if err == nil {
		err = m.Caller.Access(item.CompanyID, item.Roles).Require(tracker.AttachItems)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		item, err = store.Detached{}, nil
	}
	if err != nil {
		return tracker.RestoreNotFound, change.Unchanged, err
	}
	if change.WasMarked(item.ParentMarked, detached) {
		item.ParentRemoved = false
	}
	result, _ := item.Restore()
	if result != tracker.RestoreRestored || !item.Gone {
		return result, change.Unchanged, nil
	}
	if item.Full {
		return result, change.Unchanged, tracker.ErrTooManyItems
	}
	ch := change.Change{Entity: tracker.EntityProjectProduct, ID: id, Name: item.Name, CompanyID: item.CompanyID, ProjectID: item.ProjectID}
	if kind == tracker.Products {
		restored := new(tracker.ProjectProduct) // as it is when it is written
		m.Write(func(tx *store.Tx) (err error) {
			*restored, err = tx.RestoreProjectProduct(ctx, id, by, m.Now)
			return err
		})
		ch.After = restored
		return result, ch, nil
	}
	restored := new(tracker.LoggedSubscription)
	m.Write(func(tx *store.Tx) error {
		s, err := tx.RestoreProjectSubscription(ctx, id, by, m.Now)
		*restored = s.Logged()
		return err
	})
	ch.Entity, ch.After = tracker.EntityProjectSubscription, restored
	return result, ch, nil
}
