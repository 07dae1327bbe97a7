package record

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Holder is a record that notes are attached to, as a caller meets it.
type Holder struct {
	store.Holder
	tracker.Upkeep
	Access tracker.Access
}

// HolderFor reads a record that notes are attached to, if the caller may see it.
func HolderFor(ctx context.Context, q store.Queries, c change.Caller, entity, id string) (h Holder, err error) {
	h.Upkeep = tracker.UpkeepOf(entity)
	if h.Holder, err = q.Holder(ctx, store.RecordKind(entity), id, c.User.ID); err != nil {
		return h, err
	}
	if h.CompanyID == nil {
		_, h.Access, err = change.ChangeViewer(ctx, q, c)
	} else {
		h.Access = c.Access(*h.CompanyID, h.Roles)
	}
	if err == nil && !h.Access.May(h.See) {
		err = tracker.ErrNotFound
	}
	return h, err
}

// Notes lists the notes of one record, or all that the caller may see.
func (r *Records) Notes(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.NoteFilter) (page tracker.Page[tracker.Note], err error) {
	if f.EntityID != "" {
		if _, err := HolderFor(ctx, r.Store.Queries, c, f.Entity, f.EntityID); err != nil {
			return page, err
		}
	}
	list, total, err := r.Store.Notes(ctx, c.Visible(), store.NoteQuery{ListQuery: q, Entity: f.Entity, EntityID: f.EntityID, Within: f.Within})
	return tracker.NewPage(list, total, q), err
}

// Mentionable finds people who may see a record, by the beginning of a name or address.
func (r *Records) Mentionable(ctx context.Context, c change.Caller, entity, id, term string) ([]tracker.UserRef, error) {
	h, err := HolderFor(ctx, r.Store.Queries, c, entity, id)
	if err != nil {
		return nil, err
	}
	return r.Store.Mentionable(ctx, h.Holder, term, c.User.IsAdmin, tracker.RolesThatMay(h.See), tracker.MaxMentionable)
}

// WriteNote writes a note about a record.
func (r *Records) WriteNote(ctx context.Context, c change.Caller, in tracker.NoteInput) (change.Saved[tracker.SavedNote], error) {
	invalid := in.Check()
	mayWrite := func(m *change.Mutation) error {
		if invalid == nil || in.EntityID == "" || tracker.IsUnknownHolder(in.Entity) {
			return nil // decided below, or there is nothing to have rights on
		}
		_, err := HolderFor(ctx, m.Queries, m.Caller, in.Entity, in.EntityID)
		return err
	}
	return change.Create(ctx, r.Engine, c, tracker.EntityNote, mayWrite, invalid, func(m *change.Mutation, id string) (saved tracker.SavedNote, ch change.Change, err error) {
		h, err := HolderFor(ctx, m.Queries, m.Caller, in.Entity, in.EntityID)
		if err == nil && in.IsPinned.Value {
			err = h.Access.Require(h.Edit)
		}
		if err != nil {
			return saved, change.Unchanged, err
		}
		author := m.Caller.User
		saved.Note = tracker.Note{ID: id, Entity: in.Entity, EntityID: in.EntityID, EntityName: h.Name, CompanyID: h.CompanyID, ProjectID: h.ProjectID, IsPinned: in.IsPinned.Value,
			Author: &tracker.UserRef{Email: author.Email, DisplayName: author.DisplayName}, AuthorID: &author.ID, CreatedAt: m.Now, Version: 1}
		if saved.NotTold, err = setText(ctx, m, &saved.Note, h, in.Text); err != nil {
			return saved, change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.InsertNote(ctx, saved.Note) })
		return saved, noteChange(saved.Note, nil, saved.Logged()), nil
	}, func(id string) (tracker.SavedNote, error) {
		n, err := r.Store.Note(ctx, id)
		return tracker.SavedNote{Note: n, NotTold: []string{}}, err
	})
}

// setText sets the text of a note, and has the people told whom it mentions. It returns the addresses of those who are not.
func setText(ctx context.Context, m *change.Mutation, n *tracker.Note, h Holder, text string) (notTold []string, err error) {
	written := tracker.WrittenMentions(text)
	addresses := make([]string, len(written))
	for i, address := range written {
		addresses[i] = strings.ToLower(address)
	}
	found, err := m.Mentioned(ctx, addresses, h.Holder, tracker.RolesThatMay(tracker.See), tracker.RolesThatMay(tracker.ReadCatalogues))
	if err != nil {
		return nil, err
	}
	byAddress, people := map[string]tracker.Mentioned{}, map[string]tracker.UserRef{}
	for _, person := range found {
		byAddress[person.Email], people[person.ID] = person.Mentioned, person.UserRef
		m.Mention(person, *n)
	}
	n.Stored = tracker.StoreMentions(text, byAddress)
	n.Text, n.Mentions = tracker.ShowMentions(n.Stored, people)
	notTold = []string{}
	for i, address := range written {
		if !byAddress[addresses[i]].Sees {
			notTold = append(notTold, address)
		}
	}
	return notTold, nil
}

// noteChange is a change of a note. Its name is that of the record.
func noteChange(n tracker.Note, before, after any) change.Change {
	return change.Change{Entity: tracker.EntityNote, ID: n.ID, Name: n.EntityName, CompanyID: change.OrEmpty(n.CompanyID),
		ProjectID: change.OrEmpty(n.ProjectID), Before: before, After: after}
}

// EditNote changes the text of the caller's own note, or pins a note.
func (r *Records) EditNote(ctx context.Context, c change.Caller, in tracker.NoteEdit) (change.Saved[tracker.SavedNote], error) {
	invalid := in.Check()
	return change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (tracker.SavedNote, change.Change, error) {
		notTold := []string{}
		n, ch, err := decideNote(ctx, m, in.ID, in.Version, func(n *tracker.Note, h Holder) (err error) {
			switch {
			case invalid != nil:
				return invalid
			case !in.IsPinned.Empty():
				n.IsPinned = in.IsPinned.Value
			}
			if in.Text.Empty() || in.Text.Value == n.Text {
				return nil
			}
			n.EditedAt = &m.Now
			notTold, err = setText(ctx, m, n, h, in.Text.Value)
			return err
		})
		return tracker.SavedNote{Note: n, NotTold: notTold}, ch, err
	})
}

// decideNote decides an edit of a note: the author changes the text, and those who may edit the record pin it.
func decideNote(ctx context.Context, m *change.Mutation, id string, version tracker.Opt[int], edit func(n *tracker.Note, h Holder) error) (tracker.Note, change.Change, error) {
	before, h, err := noteFor(ctx, m, m.Note, id)
	if err != nil {
		return before, change.Unchanged, err
	}
	after := before
	err = edit(&after, h)
	if err == nil || tracker.IsKind(err, tracker.KindInvalid) {
		err = cmp.Or(mayEditNote(m.Caller, h, before.Logged(), after.Text != before.Text, after.IsPinned != before.IsPinned), err)
	}
	if err == nil {
		err = m.CheckVersion(ctx, version, before.Version, tracker.EntityNote, id, before)
	}
	if err != nil || after.Stored == before.Stored && after.IsPinned == before.IsPinned {
		return before, change.Unchanged, err
	}
	after.Version++
	m.Write(func(tx *store.Tx) error { return tx.UpdateNote(ctx, after, m.Actor(), m.Now) })
	return after, noteChange(after, before.Logged(), after.Logged()), nil
}

func mayEditNote(c change.Caller, h Holder, n tracker.LoggedNote, isText, isPin bool) error {
	if isText && !n.IsBy(c.User.ID) {
		return tracker.ErrNoteAuthor
	}
	if isPin {
		return h.Access.Require(h.Edit)
	}
	return nil
}

// mayRemoveNote is for the author, and for those who may edit the record.
func mayRemoveNote(c change.Caller, access tracker.Access, n tracker.LoggedNote) error {
	if n.IsBy(c.User.ID) {
		return nil
	}
	return access.RequireOr(tracker.ErrNoteRemoval, tracker.UpkeepOf(n.Entity).Edit)
}

// noteFor reads a note and its record, if the caller may see the record.
func noteFor(ctx context.Context, m *change.Mutation, read func(context.Context, string) (tracker.Note, error), id string) (n tracker.Note, h Holder, err error) {
	if n, err = read(ctx, id); err == nil {
		h, err = HolderFor(ctx, m.Queries, m.Caller, n.Entity, n.EntityID)
	}
	return n, h, err
}

// RemoveNote removes a note; one that is not there is gone already. It returns the number of the change.
func (r *Records) RemoveNote(ctx context.Context, c change.Caller, id string) (seq int64, err error) {
	return change.Detach(ctx, r.Engine, c, tracker.EntityNote, tracker.ItemRef{ID: id})
}

func removeNote(ctx context.Context, m *change.Mutation, item tracker.ItemRef) (change.Change, error) {
	n, h, err := noteFor(ctx, m, m.Note, item.ID)
	if errors.Is(err, tracker.ErrNotFound) {
		return change.Unchanged, nil
	}
	if err == nil {
		err = mayRemoveNote(m.Caller, h.Access, n.Logged())
	}
	if err != nil {
		return change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error {
		return tx.MarkAttached(ctx, tracker.EntityNote, n.ID, true, m.Actor(), m.Now)
	})
	return noteChange(n, n.Logged(), nil), nil
}
