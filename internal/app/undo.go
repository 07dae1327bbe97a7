package app

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// undoing is one undo on its way.
type undoing struct {
	*work
	in        tracker.UndoInput
	conflicts []tracker.UndoConflict
}

// newUndoing is an undo whose changes are a batch of their own.
func newUndoing(w *work, in tracker.UndoInput) *undoing {
	w.batch = &batch{id: newID()}
	return &undoing{work: w, in: in}
}

// run takes every change back. A conflict does not end it, so that all conflicts are listed.
func (u *undoing) run(ctx context.Context) error {
	viewer, anywhere, err := changeViewer(ctx, u.Queries, u.caller)
	if err != nil {
		return err
	}
	list, err := u.find(ctx, viewer)
	if err != nil {
		return err
	}
	if u.remindDays, err = u.RemindDays(ctx); err != nil {
		return err
	}
	isIndependent := len(list) > 1 && areIndependent(list)
	for piece := range slices.Chunk(list, undoPiece) {
		if isIndependent {
			if err := u.loadChanged(ctx, piece); err != nil {
				return err
			}
		}
		for _, logged := range piece {
			if err := u.takeBack(ctx, logged, u.caller.accessTo(logged, anywhere)); err != nil {
				return err
			}
		}
	}
	switch {
	case len(u.conflicts) > 0:
		return tracker.UndoConflicted(u.conflicts)
	case u.changes == 0:
		return refused(list[0], sameAsBefore)
	}
	return nil
}

// takeBack takes one change back. Nothing more is carried out once there was a conflict.
func (u *undoing) takeBack(ctx context.Context, logged store.ListedChange, access tracker.Access) error {
	u.batch.via = tracker.Via{Kind: "undo", Name: shownAction(logged.Change)}
	err := u.do(ctx, "", func(m *mutation) (ch change, err error) {
		m.undoes = &logged.Seq
		ch, m.action, err = u.decide(ctx, m, logged, access)
		if len(u.conflicts) > 0 {
			ch = unchanged
		}
		return ch, err
	})
	if errors.Is(err, store.ErrTaken) { // somebody else was faster
		err = refused(logged, takenBack)
	}
	return err
}

// find reads the changes to take back, the newest first. A change that the caller does not see
// does not exist for them.
func (u *undoing) find(ctx context.Context, viewer store.ChangeViewer) ([]store.ListedChange, error) {
	if !u.in.Seq.Empty() {
		return u.one(ctx, viewer, u.in.Seq.Value)
	}
	size, err := u.size(ctx, viewer)
	if err != nil {
		return nil, err
	}
	list, err := u.ListChanges(ctx, viewer, store.ChangeQuery{BatchID: u.in.BatchID.Value}, size, 0)
	if err != nil {
		return nil, err
	}
	still, err := u.latest(ctx, list)
	if err == nil && len(still) == 0 {
		err = refused(list[0], takenBack)
	}
	return still, err
}

const (
	takenBack    = "It was taken back already."
	sameAsBefore = "Everything is as it was before already."
)

// size counts the changes of a batch. The caller must see all of them; a batch of which they see none does not exist
// for them.
func (u *undoing) size(ctx context.Context, viewer store.ChangeViewer) (int, error) {
	if bulk, err := u.Bulk(ctx, u.in.BatchID.Value); err == nil && !bulk.State.Ended() {
		return 0, tracker.CannotUndo("", "It is still being done. Stop it first, or wait for its end.")
	} else if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return 0, err
	}
	batch := store.ChangeQuery{BatchID: u.in.BatchID.Value}
	all, err := u.CountChanges(ctx, store.ChangeViewer{All: true}, batch, tracker.MaxBatch)
	seen := all
	if err == nil && !viewer.All {
		seen, err = u.CountChanges(ctx, viewer, batch, tracker.MaxBatch)
	}
	switch {
	case err != nil:
	case seen == 0:
		err = tracker.ErrNotFound
	case seen < all:
		err = tracker.ErrBatchHidden
	}
	return all, err
}

// one reads a change. People see no changes of users in the history, but may take back those
// of their own profile.
func (u *undoing) one(ctx context.Context, viewer store.ChangeViewer, seq int64) ([]store.ListedChange, error) {
	list, err := u.ListChanges(ctx, viewer, store.ChangeQuery{Seqs: []int64{seq}}, 1, 0)
	if err == nil && len(list) == 0 && u.caller.APIKey == nil {
		list, err = u.ListChanges(ctx, store.ChangeViewer{All: true, UserID: u.caller.User.ID}, store.ChangeQuery{Seqs: []int64{seq}, Entity: tracker.EntityUser, EntityID: u.caller.User.ID}, 1, 0)
	}
	if err == nil && len(list) == 0 {
		err = tracker.ErrNotFound
	}
	return list, err
}

// latest follows changes that were taken back, and done again by undoing the undo, to the changes
// that hold now. Of a change whose last undo stands there is none.
func (u *undoing) latest(ctx context.Context, list []store.ListedChange) (still []store.ListedChange, err error) {
	everything := store.ChangeViewer{All: true, UserID: u.caller.User.ID}
	follow := func(list []store.ListedChange) ([]store.ListedChange, error) {
		var seqs []int64
		for _, logged := range list {
			if logged.UndoneBy != nil {
				seqs = append(seqs, *logged.UndoneBy)
			}
		}
		if len(seqs) == 0 {
			return nil, nil
		}
		return u.ListChanges(ctx, everything, store.ChangeQuery{Seqs: seqs}, len(seqs), 0)
	}
	for len(list) > 0 {
		for _, logged := range list {
			if logged.UndoneBy == nil {
				still = append(still, logged)
			}
		}
		undos, err := follow(list)
		if err != nil {
			return nil, err
		}
		if list, err = follow(undos); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(still, func(a, b store.ListedChange) int { return cmp.Compare(b.Seq, a.Seq) })
	return still, nil
}

// refused says why a change can not be taken back.
func refused(logged store.ListedChange, reason string) error {
	return tracker.CannotUndo(orEmpty(logged.EntityName), reason)
}

// decide decides to take one change back, and by which action.
func (u *undoing) decide(ctx context.Context, m *mutation, logged store.ListedChange, access tracker.Access) (ch change, action string, err error) {
	d, err := difference(logged.Change)
	if err != nil {
		return unchanged, "", err
	}
	if reason := irreversible(logged, d); reason != "" {
		return unchanged, "", refused(logged, reason)
	}
	k := kinds[logged.Entity]
	if err := k.mayUndo(u.caller, logged, d, access); err != nil {
		return unchanged, "", err
	}
	if !isRemoval(logged.Change) {
		ch, err = k.undoEdit(u, ctx, m, logged, d)
		return ch, cmp.Or(oppositeEdits[logged.Action], logged.Action), u.explain(logged, err)
	}
	switch {
	case k.detach == nil:
		ch, action, err = u.marks(ctx, m, logged, d)
	case d.after != nil:
		action = "remove"
		ch, err = k.detach(m, ctx, tracker.ItemRef{ID: logged.EntityID})
	default:
		ch, action, err = k.attach(m, ctx, logged)
	}
	return ch, action, u.explain(logged, err)
}

// oppositeEdits are the actions of edits that have another one as their opposite.
var oppositeEdits = map[string]string{"disable": "enable", "enable": "disable", "cancel": "edit"}

const removedNow = "It is removed now. Restore it first."

// explain turns the refusal of an edit, which names fields of a form or says that there is
// nothing, into one that says what is in the way of an undo.
func (u *undoing) explain(logged store.ListedChange, err error) error {
	switch {
	case tracker.IsKind(err, tracker.KindInvalid):
		return refused(logged, err.Error())
	case errors.Is(err, tracker.ErrNotFound):
		return refused(logged, removedNow)
	}
	return err
}

const (
	undoAction = "undo"
	// undoPiece is how many changes of a large batch are read together.
	undoPiece = 500
)

// isLoadable reports whether a change edited a record that can be read with others.
func isLoadable(logged store.ListedChange) bool {
	k, isKnown := kinds[logged.Entity]
	return isKnown && k.load != nil && !isRemoval(logged.Change)
}

// areIndependent reports whether each change edited a record of its own. Then taking one back decides nothing about
// another, and the records can be read before any is changed.
func areIndependent(list []store.ListedChange) bool {
	seen := make(map[string]bool, len(list))
	for _, logged := range list {
		if !isLoadable(logged) || logged.Entity != list[0].Entity || seen[logged.EntityID] {
			return false
		}
		seen[logged.EntityID] = true
	}
	return true
}

// loadChanged reads the records that some changes edited, all at once.
func (w *work) loadChanged(ctx context.Context, list []store.ListedChange) error {
	keys := map[string][]rowKeys{}
	for _, logged := range list {
		if isLoadable(logged) {
			keys[logged.Entity] = append(keys[logged.Entity], rowKeys{ID: logged.EntityID})
		}
	}
	w.loaded = loaded{}
	for entity, of := range keys {
		if err := kinds[entity].load(w, ctx, kinds[entity], of); err != nil {
			return err
		}
	}
	return nil
}
