package change

import (
	"context"
	"errors"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Removal is one thing to be removed or restored. find checks the caller's rights
// and reads what was asked for; what is not there, or not for the caller to see, is
// ErrNotFound.
type Removal struct {
	*Kind
	Find func(m *Mutation) (store.Removable, error)
}

// Removal is that of a record by its id.
func (k *Kind) Removal(ctx context.Context, id string) Removal {
	return Removal{k, func(m *Mutation) (store.Removable, error) { return k.Removable(ctx, m, k, id) }}
}

// Remove removes by the two-step rule, whatever it is.
func Remove(ctx context.Context, e *Engine, c Caller, what Removal) (Saved[tracker.RemovalResult], error) {
	return Save(ctx, e, c, "remove", func(m *Mutation) (tracker.RemovalResult, Change, error) {
		state, err := what.state(m)
		result, marks := state.Remove()
		return result, what.Mark(ctx, m, state, marks), err
	})
}

// Restore clears the removal mark, or brings back what is gone.
func Restore(ctx context.Context, e *Engine, c Caller, what Removal) (Saved[tracker.RestoreResult], error) {
	return Save(ctx, e, c, "restore", func(m *Mutation) (tracker.RestoreResult, Change, error) {
		state, err := what.state(m)
		result, marks := state.Restore()
		return result, what.Mark(ctx, m, state, marks), err
	})
}

// Detach detaches what is attached to another record, and returns the number of the change.
func Detach(ctx context.Context, e *Engine, c Caller, entity string, item tracker.ItemRef) (seq int64, err error) {
	return Mutate(ctx, e, c, "remove", func(m *Mutation) (Change, error) { return Kinds[entity].Detach(ctx, m, item) })
}

func (r Removal) state(m *Mutation) (store.Removable, error) {
	state, err := r.Find(m)
	if errors.Is(err, tracker.ErrNotFound) {
		return store.Removable{}, nil
	}
	return state, err
}

func (r Removal) Mark(ctx context.Context, m *Mutation, from store.Removable, to tracker.Marks) Change {
	if !from.Found || from.Is(to) {
		return Unchanged
	}
	m.Write(func(tx *store.Tx) error { return tx.Mark(ctx, r.Rule, from, to, m.Caller.User.ID, m.Now) })
	ch := Change{Entity: r.Name, ID: from.ID, Name: from.Name, CompanyID: OrEmpty(from.CompanyID), Before: tracker.Marks{Marked: from.Marked, Gone: from.Gone}, After: to}
	if r.Name == tracker.EntityProject {
		ch.ProjectID = from.ID
	}
	return ch
}

// WasMarked reports whether a parent was marked removed already at some time.
func WasMarked(parent, then *time.Time) bool {
	return parent != nil && then != nil && !parent.After(*then)
}
