package record

import (
	"context"
	"encoding/json"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func noteKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityNote, Hearers: hearersOfHolder, Raises: true,
		MayUndo: mayUndoNote, UndoEdit: undoNote, Detach: removeNote, Attach: restoreNote,
	}
}

// hearersOfHolder are those who may see the record that something is attached to.
func hearersOfHolder(c store.Change) store.Audience {
	switch {
	case c.ProjectID != nil:
		return hearersOfItem(c)
	case c.CompanyID != nil:
		return store.Audience{CompanyID: *c.CompanyID, Roles: tracker.RolesThatMay(tracker.See)}
	}
	return hearersOfCatalogues(c)
}

// loggedNote is a note as a change has it, after or before.
func loggedNote(d change.Differences) (n tracker.LoggedNote, err error) {
	s := d.After
	if s == nil {
		s = d.Before
	}
	return n, decodeState(s, &n)
}

// decodeState reads a state of the change log as the type that it was logged as. An absent state leaves it empty.
func decodeState(s tracker.Snapshot, into any) error {
	text, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	return err
}

func mayUndoNote(c change.Caller, logged store.ListedChange, d change.Differences, access tracker.Access) error {
	n, err := loggedNote(d)
	if err != nil {
		return err
	}
	if change.IsRemoval(logged.Change) {
		return mayRemoveNote(c, access, n)
	}
	return mayEditNote(c, Holder{Upkeep: tracker.UpkeepOf(n.Entity), Access: access}, n, d.HasField("text"), d.HasField("isPinned"))
}

// undoNote restores the text or the pin of a note. Nobody is told again.
func undoNote(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(decideNote(ctx, m, logged.EntityID, tracker.Opt[int]{}, func(n *tracker.Note, _ Holder) error {
		fields := n.Logged()
		restored, err := u.Restore(logged, d, fields, &fields)
		if err != nil || !restored["text"] {
			n.IsPinned = fields.IsPinned
			return err
		}
		var was tracker.LoggedNote
		if err := json.Unmarshal([]byte(*logged.Before), &was); err != nil {
			return err
		}
		people, err := m.People(ctx, tracker.StoredMentions(fields.Text))
		n.Stored, n.IsPinned, n.EditedAt = fields.Text, fields.IsPinned, was.EditedAt
		n.Text, n.Mentions = tracker.ShowMentions(n.Stored, people)
		return err
	}))
}

// restoreNote decides to bring a note back that was removed.
func restoreNote(ctx context.Context, m *change.Mutation, logged store.ListedChange) (change.Change, string, error) {
	n, h, err := noteFor(ctx, m, m.RemovedNote, logged.EntityID)
	if err == nil {
		err = mayRemoveNote(m.Caller, h.Access, n.Logged())
	}
	if err != nil {
		return change.Unchanged, "", err
	}
	n.Version++
	m.Write(func(tx *store.Tx) error {
		return tx.MarkAttached(ctx, tracker.EntityNote, n.ID, false, m.Actor(), m.Now)
	})
	return noteChange(n, nil, n.Logged()), "create", nil
}
