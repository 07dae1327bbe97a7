package app

import (
	"context"
	"encoding/json"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// recordAction changes one record.
type recordAction func(ctx context.Context, record store.BulkRecord) error

// prepare reads the parameters of a bulk action, and returns what it does with each record.
func (b *bulking) prepare(ctx context.Context, in tracker.BulkInput) (recordAction, error) {
	b.before = b.loadRecords
	switch in.Action {
	case "remove", "removeWithContents":
		return b.remove, nil
	case "restore":
		return b.restore, nil
	}
	return bulkKinds[in.List].action(b, ctx, kinds[in.List], in.Action, in.Params)
}

// remove removes by the rules of the record's kind. What is not there is refused, so that it
// does not count as done.
func (b *bulking) remove(ctx context.Context, record store.BulkRecord) error {
	k := kinds[record.Kind]
	return b.do(ctx, "remove", func(m *mutation) (change, error) {
		if k.detach != nil {
			ch, err := k.detach(m, ctx, tracker.ItemRef{ID: record.ID})
			if err == nil && ch.id == "" {
				err = tracker.ErrNotFound
			}
			return ch, err
		}
		what := k.removal(ctx, record.ID)
		state, err := what.find(m)
		if err != nil {
			return unchanged, err
		}
		if b.tx == nil && b.action == "removeWithContents" {
			state.InUse = false // its contents go before it
		}
		result, marks := state.Remove()
		if result == tracker.RemovalNotFound {
			err = tracker.ErrNotFound
		}
		return what.mark(ctx, m, state, marks), err
	})
}

// restore brings a record back, or clears its mark.
func (b *bulking) restore(ctx context.Context, record store.BulkRecord) error {
	return b.do(ctx, "restore", func(m *mutation) (change, error) {
		what := kinds[record.Kind].removal(ctx, record.ID)
		state, err := what.find(m)
		if err != nil {
			return unchanged, err
		}
		result, marks := state.Restore()
		switch result {
		case tracker.RestoreNotFound:
			return unchanged, tracker.ErrNotFound
		case tracker.RestoreNotRestored:
			return unchanged, tracker.ErrNotRestored
		}
		return what.mark(ctx, m, state, marks), nil
	})
}

// readParam reads a parameter whose type depends on the action; an absent one leaves the target.
func readParam(name string, raw tracker.Opt[json.RawMessage], into any) error {
	if !raw.Empty() && json.Unmarshal(raw.Value, into) != nil {
		return tracker.WrongType(name)
	}
	return nil
}

// readStatus reads the status that records shall have.
func readStatus[E tracker.Enum](params tracker.BulkParams) (E, error) {
	in := struct {
		Status tracker.Opt[E] `json:"status" rule:"enum,required"`
	}{}
	if err := readParam("status", params.Status, &in.Status); err != nil {
		return in.Status.Value, err
	}
	return in.Status.Value, tracker.Validate(&in)
}
