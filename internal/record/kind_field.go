package record

import (
	"context"
	"errors"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// fieldKind describes own fields. Removing one hides it with its values, and an undo brings both back.
func fieldKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityField, Tell: tellOfField,
		MayUndo: mayUndoAsAdmin, UndoEdit: undoField, Detach: removeField, Attach: restoreField,
	}
}

// tellOfField tells everybody who sees records, so that their pages have the field. Of a confidential field it tells those who may
// see cost, and everybody when the field becomes confidential.
func tellOfField(ctx context.Context, r *change.Relay, c store.LoggedChange, connected []string) error {
	fields, err := r.Engine.Store.OwnFields(ctx)
	if err != nil {
		return err
	}
	needs := tracker.SeeCost // one that is not there any more may have been confidential
	for _, f := range fields {
		if f.ID == c.EntityID {
			needs = f.Needs()
		}
	}
	if changesSecrecy(c.Change) {
		needs = tracker.See
	}
	viewers, err := r.Engine.Store.Viewers(ctx, store.Audience{Clients: true, Roles: tracker.RolesThatMay(needs)}, connected)
	if err == nil {
		r.Live.Send(viewers, "Changed", change.EventOf(c))
	}
	return err
}

func undoField(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(decideField(ctx, m, logged.EntityID, tracker.Opt[int]{}, func(f *tracker.OwnField) error {
		_, err := u.Restore(logged, d, *f, f)
		return err
	}))
}

func removeField(ctx context.Context, m *change.Mutation, item tracker.ItemRef) (change.Change, error) {
	f, _, err := fieldFor(ctx, m, item.ID)
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Unchanged, nil
	}
	if err != nil {
		return change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error { return tx.MarkOwnField(ctx, f.ID, true, m.Now) })
	return fieldChange(m, f, f, nil), nil
}

// restoreField brings a removed field back, with its values.
func restoreField(ctx context.Context, m *change.Mutation, logged store.ListedChange) (ch change.Change, action string, err error) {
	if err := m.RequireAdmin(); err != nil {
		return change.Unchanged, "", err
	}
	fields, err := m.OwnFields(ctx)
	if err != nil {
		return change.Unchanged, "", err
	}
	at := slices.IndexFunc(fields, func(f tracker.OwnField) bool { return f.ID == logged.EntityID && f.IsGone })
	if at < 0 {
		return change.Unchanged, "", nil
	}
	f := fields[at]
	if err := roomForField(fields, f); err != nil {
		return change.Unchanged, "", err
	}
	f.IsGone = false
	f.Version++
	m.Write(func(tx *store.Tx) error { return tx.MarkOwnField(ctx, f.ID, false, m.Now) })
	return fieldChange(m, f, nil, f), "restore", nil
}
