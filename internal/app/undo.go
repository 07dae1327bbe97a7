package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Undo takes back one change, or all changes of a batch, and returns the changes that did it.
// They go the way of every edit, removal and restore, in one transaction: all or none.
func (a *App) Undo(ctx context.Context, c Caller, in tracker.UndoInput) (saved Saved[tracker.Undone], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	if in.Seq.Empty() == in.BatchID.Empty() {
		return saved, tracker.ErrUndoWhat
	}
	// Decided on a reader first, as mutate does, so that a refusal never takes the writer. The changes of a
	// batch may depend on each other, so a batch can be decided only while it is carried out.
	write := a.store.WriteBulk
	if !in.Seq.Empty() {
		write = a.store.Write
		if err := a.newUndoing(c, in).run(ctx, a.store.Queries, nil); err != nil {
			return saved, err
		}
	}
	u := a.newUndoing(c, in)
	err = write(ctx, func(tx *store.Tx) (err error) {
		u = a.newUndoing(c, in)
		if u.caller, err = a.callerNow(ctx, tx.Queries, c); err != nil {
			return err
		}
		return u.run(ctx, tx.Queries, tx)
	})
	if err != nil {
		return saved, err
	}
	for _, id := range u.disabled {
		a.publish(ctx, noticeUser, id)
	}
	saved.Entity = tracker.Undone{BatchID: u.batchID, Seqs: u.seqs}
	saved.Seq = slices.Max(u.seqs)
	a.publish(ctx, noticeChange, strconv.FormatInt(saved.Seq, 10))
	return saved, nil
}

// undoing is one undo on its way.
type undoing struct {
	a         *App
	caller    Caller
	in        tracker.UndoInput
	now       time.Time
	batchID   string
	seqs      []int64
	conflicts []tracker.UndoConflict
	disabled  []string // users whose sessions end
}

func (a *App) newUndoing(c Caller, in tracker.UndoInput) *undoing {
	return &undoing{a: a, caller: c, in: in, now: a.time(), batchID: newID()}
}

// run decides every change, and carries it out if there is a transaction. A conflict does not
// end it, so that all conflicts are listed.
func (u *undoing) run(ctx context.Context, q store.Queries, tx *store.Tx) error {
	viewer, anywhere, err := u.a.changeViewer(ctx, q, u.caller)
	if err != nil {
		return err
	}
	list, err := u.find(ctx, q, viewer)
	if err != nil {
		return err
	}
	remindDays, err := q.RemindDays(ctx)
	if err != nil {
		return err
	}
	found := false
	for _, logged := range list {
		m := &mutation{Queries: q, caller: u.caller, queue: u.a.queue, now: u.now, remindDays: remindDays, undoes: &logged.Seq, batchID: &u.batchID, via: &tracker.Via{Kind: "undo", Name: shownAction(logged.Change)}}
		ch, action, err := u.decide(ctx, m, logged, u.caller.accessTo(logged, anywhere))
		if err != nil {
			return err
		}
		if ch.id == "" {
			continue
		}
		found = true
		if tx == nil || len(u.conflicts) > 0 {
			continue
		}
		seq, err := m.carryOut(ctx, tx, action, ch)
		if errors.Is(err, store.ErrTaken) { // somebody else was faster
			err = refused(logged, "It was taken back already.")
		}
		if err != nil {
			return err
		}
		u.seqs = append(u.seqs, seq)
	}
	switch {
	case len(u.conflicts) > 0:
		return tracker.UndoConflicted(u.conflicts)
	case !found:
		return refused(list[0], "Everything is as it was before already.")
	}
	return nil
}

// find reads the changes to take back, the newest first. A change that the caller does not see
// does not exist for them; of a batch they must see all.
func (u *undoing) find(ctx context.Context, q store.Queries, viewer store.ChangeViewer) ([]store.ListedChange, error) {
	if !u.in.Seq.Empty() {
		return u.one(ctx, q, viewer, u.in.Seq.Value)
	}
	if bulk, err := q.Bulk(ctx, u.in.BatchID.Value); err == nil && !bulk.State.Ended() {
		return nil, tracker.CannotUndo("", "It is still being done. Stop it first, or wait for its end.")
	} else if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return nil, err
	}
	batch := store.ChangeQuery{BatchID: u.in.BatchID.Value}
	list, err := q.ListChanges(ctx, viewer, batch, tracker.MaxUndone+1, 0)
	if err == nil && len(list) == 0 {
		err = tracker.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	if len(list) > tracker.MaxUndone {
		return nil, refused(list[0], fmt.Sprintf("More than %d changes are not taken back at once.", tracker.MaxUndone))
	}
	all, err := q.CountChanges(ctx, store.ChangeViewer{All: true}, batch, tracker.MaxUndone)
	if err == nil && all > len(list) {
		err = tracker.ErrRole
	}
	if err != nil {
		return nil, err
	}
	// A change of the batch may have been taken back alone, and that again.
	var still []store.ListedChange
	for _, logged := range list {
		if logged, done, err := u.latest(ctx, q, logged); err != nil {
			return nil, err
		} else if !done {
			still = append(still, logged)
		}
	}
	if len(still) == 0 {
		return nil, refused(list[0], "It was taken back already.")
	}
	return still, nil
}

// one reads a change. People see no changes of users in the history, but may take back those
// of their own profile.
func (u *undoing) one(ctx context.Context, q store.Queries, viewer store.ChangeViewer, seq int64) ([]store.ListedChange, error) {
	list, err := q.ListChanges(ctx, viewer, store.ChangeQuery{Seq: &seq}, 1, 0)
	if err == nil && len(list) == 0 {
		list, err = q.ListChanges(ctx, store.ChangeViewer{All: true, UserID: u.caller.User.ID}, store.ChangeQuery{Seq: &seq, Entity: userEntity, EntityID: u.caller.User.ID}, 1, 0)
	}
	if err == nil && len(list) == 0 {
		err = tracker.ErrNotFound
	}
	return list, err
}

// latest follows a change that was taken back, and done again by undoing the undo, to the change
// that holds now. done is true if none does: the last undo stands.
func (u *undoing) latest(ctx context.Context, q store.Queries, logged store.ListedChange) (latest store.ListedChange, done bool, err error) {
	everything := store.ChangeViewer{All: true, UserID: u.caller.User.ID}
	for logged.UndoneBy != nil {
		undo, err := q.ListChanges(ctx, everything, store.ChangeQuery{Seq: logged.UndoneBy}, 1, 0)
		if err != nil || len(undo) == 0 || undo[0].UndoneBy == nil {
			return logged, true, err
		}
		redo, err := q.ListChanges(ctx, everything, store.ChangeQuery{Seq: undo[0].UndoneBy}, 1, 0)
		if err != nil || len(redo) == 0 {
			return logged, true, err
		}
		logged = redo[0]
	}
	return logged, false, nil
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
	if err := u.caller.requireUndo(logged, d, access); err != nil {
		return unchanged, "", err
	}
	if !isRemoval(logged.Change) {
		ch, err = u.edit(ctx, m, logged, d)
		return ch, cmp.Or(oppositeEdits[logged.Action], logged.Action), u.explain(logged, err)
	}
	switch logged.Entity {
	case projectProductEntity, projectSubscriptionEntity, moderatorEntity, projectModeratorEntity:
		ch, action, err = u.attachment(ctx, m, logged, d)
	default:
		ch, action, err = u.marks(ctx, m, logged, d)
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
