package batch

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// recordAction changes one record.
type recordAction func(ctx context.Context, rec store.BulkRecord) error

// prepare reads the parameters of a bulk action, and returns what it does with each record.
func (b *bulking) prepare(ctx context.Context, in tracker.BulkInput) (recordAction, error) {
	b.before = b.loadRecords
	switch in.Action {
	case "remove", "removeWithContents":
		return b.remove, nil
	case "restore":
		return b.restore, nil
	case "setField":
		return b.setField(ctx, change.Kinds[in.List], in.Params)
	}
	return bulkKinds[in.List].action(b, ctx, change.Kinds[in.List], in.Action, in.Params)
}

// setField sets an own field of records.
func (b *bulking) setField(ctx context.Context, k *change.Kind, params tracker.BulkParams) (recordAction, error) {
	fields, err := b.OwnFields(ctx)
	if err != nil {
		return nil, err
	}
	access, err := b.Engine.AccessAnywhere(ctx, b.Caller)
	if err != nil {
		return nil, err
	}
	in, err := fields.BulkInput(k.Name, access, params)
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) { return k.SetOwn(ctx, m, k, rec.ID, in) })
	}, err
}

// remove removes by the rules of the record's kind. What is not there is refused, so that it
// does not count as done.
func (b *bulking) remove(ctx context.Context, rec store.BulkRecord) error {
	k := change.Kinds[rec.Kind]
	return b.Do(ctx, "remove", func(m *change.Mutation) (change.Change, error) {
		if k.Detach != nil {
			ch, err := k.Detach(ctx, m, tracker.ItemRef{ID: rec.ID})
			if err == nil && ch.ID == "" {
				err = tracker.ErrNotFound
			}
			return ch, err
		}
		what := k.Removal(ctx, rec.ID)
		state, err := what.Find(m)
		if err != nil {
			return change.Unchanged, err
		}
		if b.Tx == nil && b.action == "removeWithContents" {
			state.InUse = false // its contents go before it
		}
		result, marks := state.Remove()
		if result == tracker.RemovalNotFound {
			err = tracker.ErrNotFound
		}
		return what.Mark(ctx, m, state, marks), err
	})
}

// restore brings a record back, or clears its mark.
func (b *bulking) restore(ctx context.Context, rec store.BulkRecord) error {
	return b.Do(ctx, "restore", func(m *change.Mutation) (change.Change, error) {
		what := change.Kinds[rec.Kind].Removal(ctx, rec.ID)
		state, err := what.Find(m)
		if err != nil {
			return change.Unchanged, err
		}
		result, marks := state.Restore()
		switch result {
		case tracker.RestoreNotFound:
			return change.Unchanged, tracker.ErrNotFound
		case tracker.RestoreNotRestored:
			return change.Unchanged, tracker.ErrNotRestored
		}
		return what.Mark(ctx, m, state, marks), nil
	})
}

// readStatus reads the status that records shall have.
func readStatus[E tracker.Enum](params tracker.BulkParams) (E, error) {
	in := struct {
		Status tracker.Opt[E] `json:"status" rule:"enum,required"`
	}{}
	if err := tracker.ReadParam("status", params.Status, &in.Status); err != nil {
		return in.Status.Value, err
	}
	return in.Status.Value, tracker.Validate(&in)
}
