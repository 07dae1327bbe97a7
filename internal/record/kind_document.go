package record

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func documentKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityDocument, Hearers: hearersOfDocument,
		MayUndo: mayUndoDocument, UndoEdit: undoDocument, Detach: removeDocument, Attach: restoreDocument,
	}
}

// hearersOfDocument are those of its record; of a confidential document, those of them who may see cost.
func hearersOfDocument(c store.Change) store.Audience {
	audience := hearersOfHolder(c)
	if c.CostOnly && !changesSecrecy(c) {
		audience.Roles = tracker.RolesThatMay(tracker.SeeCost)
	}
	return audience
}

// changesSecrecy reports whether a change makes something confidential, or takes that back. People who may not see cost hear of it too:
// it leaves their open pages, or comes to them. The event has nothing but the id, which they know from before, or may know now.
func changesSecrecy(c store.Change) bool {
	return !change.IsRemoval(c) && slices.Contains(c.Fields, "isConfidential")
}

func mayUndoDocument(_ change.Caller, _ store.ListedChange, d change.Differences, access tracker.Access) error {
	var was, is tracker.LoggedDocument
	if err := errors.Join(decodeState(d.Before, &was), decodeState(d.After, &is)); err != nil {
		return err
	}
	needs := []tracker.Permission{tracker.UpkeepOf(cmp.Or(is.Entity, was.Entity)).Edit}
	if was.IsConfidential || is.IsConfidential {
		needs = append(needs, tracker.SeeCost)
	}
	return access.Require(needs...)
}

func undoDocument(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(decideDocument(ctx, m, logged.EntityID, tracker.Opt[int]{}, func(doc *tracker.Document) error {
		_, err := u.Restore(logged, d, doc.Logged(), doc)
		return err
	}))
}

// restoreDocument decides to bring a document back that was removed.
func restoreDocument(ctx context.Context, m *change.Mutation, logged store.ListedChange) (change.Change, string, error) {
	d, h, err := documentFor(ctx, m.Queries, m.Caller, m.RemovedDocument, logged.EntityID)
	if err == nil {
		err = h.Access.Require(h.Edit)
	}
	if err != nil {
		return change.Unchanged, "", err
	}
	d.Version++
	m.Write(func(tx *store.Tx) error {
		return tx.MarkAttached(ctx, tracker.EntityDocument, d.ID, false, m.Actor(), m.Now)
	})
	return documentChange(d, nil, d.Logged()), "create", nil
}
