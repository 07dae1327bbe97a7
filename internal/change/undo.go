package change

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Undoing is one undo on its way.
type Undoing struct {
	*Work
	In        tracker.UndoInput
	Conflicts []tracker.UndoConflict
}

// NewUndoing is an undo whose changes are a batch of their own.
func NewUndoing(w *Work, in tracker.UndoInput) *Undoing {
	w.Batch = &Batch{ID: NewID()}
	return &Undoing{Work: w, In: in}
}

// Run takes every change back. A conflict does not end it, so that all conflicts are listed.
func (u *Undoing) Run(ctx context.Context) error {
	viewer, anywhere, err := ChangeViewer(ctx, u.Queries, u.Caller)
	if err != nil {
		return err
	}
	list, err := u.find(ctx, viewer)
	if err != nil {
		return err
	}
	if u.ChosenDays, err = u.RemindDays(ctx); err != nil {
		return err
	}
	isIndependent := len(list) > 1 && areIndependent(list)
	for piece := range slices.Chunk(list, UndoPiece) {
		if isIndependent {
			if err := u.LoadChanged(ctx, piece); err != nil {
				return err
			}
		}
		for _, logged := range piece {
			if err := u.TakeBack(ctx, logged, u.Caller.AccessTo(logged, anywhere)); err != nil {
				return err
			}
		}
	}
	switch {
	case len(u.Conflicts) > 0:
		if err := u.namePeople(ctx); err != nil {
			return err
		}
		return tracker.UndoConflicted(u.Conflicts)
	case u.Changes == 0:
		return Refused(list[0], SameAsBefore)
	}
	return nil
}

// namePeople puts the addresses of people into the texts of conflicts.
func (u *Undoing) namePeople(ctx context.Context) error {
	var ids []string
	for _, c := range u.Conflicts {
		for _, value := range []string{string(c.Current), string(c.Wanted)} {
			ids = append(ids, tracker.LoggedMentions(&value)...)
		}
	}
	people, err := u.People(ctx, ids)
	for i, c := range u.Conflicts {
		u.Conflicts[i].Current, u.Conflicts[i].Wanted = withPeople(c.Current, people), withPeople(c.Wanted, people)
	}
	return err
}

// TakeBack takes one change back. Nothing more is carried out once there was a conflict.
func (u *Undoing) TakeBack(ctx context.Context, logged store.ListedChange, access tracker.Access) error {
	u.Batch.Via = tracker.Via{Kind: "undo", Name: shownAction(logged.Change)}
	err := u.Do(ctx, "", func(m *Mutation) (ch Change, err error) {
		m.undoes = &logged.Seq
		ch, m.Action, err = u.decide(ctx, m, logged, access)
		if len(u.Conflicts) > 0 {
			ch = Unchanged
		}
		return ch, err
	})
	if errors.Is(err, store.ErrTaken) { // somebody else was faster
		err = Refused(logged, tracker.TakenBack)
	}
	return err
}

// find reads the changes to take back, the newest first. A change that the caller does not see
// does not exist for them.
func (u *Undoing) find(ctx context.Context, viewer store.ChangeViewer) ([]store.ListedChange, error) {
	if !u.In.Seq.Empty() {
		return u.one(ctx, viewer, u.In.Seq.Value)
	}
	size, err := u.Size(ctx, viewer)
	if err != nil {
		return nil, err
	}
	list, err := u.ListChanges(ctx, viewer, store.ChangeQuery{BatchID: u.In.BatchID.Value}, size, 0)
	if err != nil {
		return nil, err
	}
	still, err := u.Latest(ctx, list)
	if err == nil && len(still) == 0 {
		err = Refused(list[0], tracker.TakenBack)
	}
	return still, err
}

// Why a change can not be taken back.
var (
	SameAsBefore = tracker.NewSentence("undo.sameAsBefore", "Everything is as it was before already.").With()
	stillDone    = tracker.NewSentence("undo.stillDone", "It is still being done. Stop it first, or wait for its end.").With()
	removedNow   = tracker.NewSentence("undo.removedNow", "It is removed now. Restore it first.").With()
	deleted      = tracker.NewSentence("undo.deleted", "The record was deleted for good.").With()
	nothingDone  = tracker.NewSentence("undo.nothing", "It changed nothing that can be taken back.").With()
	photoGone    = tracker.NewSentence("undo.photo", "The photo is not kept any more.").With()
	halfAddress  = tracker.NewSentence("undo.address", "The address would not be whole.").With()
	fieldGone    = tracker.NewSentence("undo.field", "The field {name} is removed, or takes other values now.")
	nameTaken    = tracker.NewSentence("undo.categoryName", "Another category has its name now. Rename that first.").With()
)

// Size counts the changes of a batch. The caller must see all of them; a batch of which they see none does not exist
// for them.
func (u *Undoing) Size(ctx context.Context, viewer store.ChangeViewer) (int, error) {
	if bulk, err := u.Bulk(ctx, u.In.BatchID.Value); err == nil && !bulk.State.Ended() {
		return 0, tracker.CannotUndo("", stillDone)
	} else if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return 0, err
	}
	batch := store.ChangeQuery{BatchID: u.In.BatchID.Value}
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
func (u *Undoing) one(ctx context.Context, viewer store.ChangeViewer, seq int64) ([]store.ListedChange, error) {
	list, err := u.ListChanges(ctx, viewer, store.ChangeQuery{Seqs: []int64{seq}}, 1, 0)
	if err == nil && len(list) == 0 && u.Caller.APIKey == nil {
		list, err = u.ListChanges(ctx, viewerOfOwnAccount(u.Caller), store.ChangeQuery{Seqs: []int64{seq}, Entity: tracker.EntityUser, EntityID: u.Caller.User.ID}, 1, 0)
	}
	if err == nil && len(list) == 0 {
		err = tracker.ErrNotFound
	}
	return list, err
}

// Latest follows changes that were taken back, and done again by undoing the undo, to the changes
// that hold now. Of a change whose last undo stands there is none.
func (u *Undoing) Latest(ctx context.Context, list []store.ListedChange) (still []store.ListedChange, err error) {
	everything := store.ChangeViewer{All: true, UserID: u.Caller.User.ID}
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

// Refused says why a change can not be taken back.
func Refused(logged store.ListedChange, reason tracker.Text) error {
	return tracker.CannotUndo(OrEmpty(logged.EntityName), reason)
}

// decide decides to take one change back, and by which action.
func (u *Undoing) decide(ctx context.Context, m *Mutation, logged store.ListedChange, access tracker.Access) (ch Change, action string, err error) {
	d, err := u.Difference(ctx, logged.Change)
	if err != nil {
		return Unchanged, "", err
	}
	if reason := irreversible(logged, d); !reason.IsZero() {
		return Unchanged, "", Refused(logged, reason)
	}
	k := Kinds[logged.Entity]
	if err := k.MayUndo(u.Caller, logged, d, access); err != nil {
		return Unchanged, "", err
	}
	if !IsRemoval(logged.Change) {
		ch, err = k.UndoEdit(ctx, u, m, logged, d)
		return ch, cmp.Or(oppositeEdits[logged.Action], logged.Action), u.explain(logged, err)
	}
	switch {
	case k.Detach == nil:
		ch, action, err = u.marks(ctx, m, logged, d)
	case d.After != nil:
		action = "remove"
		ch, err = k.Detach(ctx, m, tracker.ItemRef{ID: logged.EntityID})
	default:
		ch, action, err = k.Attach(ctx, m, logged)
	}
	return ch, action, u.explain(logged, err)
}

// oppositeEdits are the actions of edits that have another one as their opposite.
var oppositeEdits = map[string]string{"disable": "enable", "enable": "disable", "cancel": "edit"}

// explain turns the refusal of an edit, which names fields of a form or says that there is
// nothing, into one that says what is in the way of an undo.
func (u *Undoing) explain(logged store.ListedChange, err error) error {
	switch invalid, _ := errors.AsType[*tracker.Error](err); {
	case tracker.IsKind(err, tracker.KindInvalid):
		return Refused(logged, invalid.Text())
	case errors.Is(err, tracker.ErrNotFound):
		return Refused(logged, removedNow)
	}
	return err
}

const (
	// UndoPiece is how many changes of a large batch are read together.
	UndoPiece = 500
)

// isLoadable reports whether a change edited a record that can be read with others.
func isLoadable(logged store.ListedChange) bool {
	k, isKnown := Kinds[logged.Entity]
	return isKnown && k.Load != nil && !IsRemoval(logged.Change)
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

// LoadChanged reads the records that some changes edited, all at once.
func (w *Work) LoadChanged(ctx context.Context, list []store.ListedChange) error {
	keys := map[string][]RowKeys{}
	for _, logged := range list {
		if isLoadable(logged) {
			keys[logged.Entity] = append(keys[logged.Entity], RowKeys{ID: logged.EntityID})
		}
	}
	w.Loaded = Loaded{}
	for entity, of := range keys {
		if err := Kinds[entity].Load(ctx, w, Kinds[entity], of); err != nil {
			return err
		}
	}
	return nil
}

// irreversible says why nobody can take a change back, as far as the change tells; nothing if
// nothing in it is against it.
func irreversible(logged store.ListedChange, d Differences) tracker.Text {
	switch {
	case logged.UndoneBy != nil:
		return tracker.TakenBack
	case logged.Purged:
		return deleted
	}
	if k, isKnown := Kinds[logged.Entity]; isKnown && k.Stays != nil {
		if reason := k.Stays(logged, d); !reason.IsZero() {
			return reason
		}
	}
	if len(d.Fields) == 0 {
		return nothingDone
	}
	return tracker.Text{}
}
