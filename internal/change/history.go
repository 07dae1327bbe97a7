package change

import (
	"context"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// ChangeViewer is what the caller may see of the history: everything, or the changes of
// what they moderate now, and of the catalogues.
func ChangeViewer(ctx context.Context, q store.Queries, c Caller) (store.ChangeViewer, tracker.Access, error) {
	if c.User.IsAdmin {
		return store.ChangeViewer{All: true, UserID: c.User.ID}, tracker.Access{Admin: true}, nil
	}
	anywhere, err := c.accessAnywhere(ctx, q)
	return store.ChangeViewer{UserID: c.User.ID, Within: c.narrowing(), See: tracker.RolesThatMay(tracker.See), SeeCost: tracker.RolesThatMay(tracker.SeeCost),
		Catalogues: anywhere.May(tracker.ReadCatalogues), CatalogueCost: anywhere.May(tracker.SeeCost)}, anywhere, err
}

// storedActions lists the logged actions that the history shows as one.
func storedActions(shown string) []string {
	if shown == "edit" {
		return []string{"edit", "administrator"}
	}
	return []string{shown}
}

// shownAction is the action of a change in the history.
func shownAction(c store.Change) string {
	switch {
	case c.Undoes != nil:
		return "undo"
	case c.Action == "administrator":
		return "edit"
	}
	return c.Action
}

// changeQuery puts the words of a filter into ids; found is false when nothing can match.
func (e *Engine) changeQuery(ctx context.Context, f tracker.ChangeFilter) (cq store.ChangeQuery, found bool, err error) {
	isCost := tracker.IsCost(f.Field)
	if key, isOwn := strings.CutPrefix(f.Field, tracker.OwnPrefix); isOwn {
		if isCost, err = e.isConfidential(ctx, key); err != nil {
			return cq, false, err
		}
	}
	cq = store.ChangeQuery{Entity: f.Entity, EntityID: f.EntityID, Within: f.Within, Field: f.Field, FieldCost: isCost, BatchID: f.BatchID, From: f.From, To: f.To,
		Grouped: f.Grouped, Names: f.Names}
	if f.Removed {
		cq.RemovedSince = new(e.Time().Add(-tracker.TombstoneLife))
	}
	if f.Action == "undo" {
		cq.Undo = new(true)
	} else if f.Action != "" {
		cq.Actions, cq.Undo = storedActions(f.Action), new(false)
	}
	userID := func(email string) (string, error) {
		u, err := e.Store.UserByEmail(ctx, Normalised(email))
		return u.ID, err
	}
	if f.EntityID != "" && (f.Entity == tracker.EntityUser || f.Entity == "" && strings.Contains(f.EntityID, "@")) {
		cq.Entity = tracker.EntityUser
		cq.EntityID, err = userID(f.EntityID)
	}
	if f.Actor != "" && err == nil {
		cq.ActorID, err = userID(f.Actor)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		return cq, false, nil
	}
	return cq, true, err
}

// isConfidential reports whether an own field of a key may be hidden from some, in any list.
func (e *Engine) isConfidential(ctx context.Context, key string) (bool, error) {
	fields, err := e.Store.OwnFields(ctx)
	isKnown := false
	for _, f := range fields {
		if f.Key == key {
			isKnown = true
			if f.IsConfidential {
				return true, err
			}
		}
	}
	return !isKnown, err
}

// Changes lists a page of the history, newest first. Its total is exact up to
// tracker.MaxCountedChanges; a longer list says on each full page that there is another one.
func (e *Engine) Changes(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.ChangeFilter) (page tracker.Page[tracker.Change], err error) {
	page = tracker.NewPage([]tracker.Change{}, 0, q)
	cq, found, err := e.changeQuery(ctx, f)
	if err != nil || !found {
		return page, err
	}
	viewer, anywhere, err := ChangeViewer(ctx, e.Store.Queries, c)
	if err != nil {
		return page, err
	}
	list, err := e.Store.ListChanges(ctx, viewer, cq, q.PageSize, q.Offset())
	if err != nil {
		return page, err
	}
	total, err := BoundedTotal(q, len(list), tracker.MaxCountedChanges, func() (int, error) { return e.Store.CountChanges(ctx, viewer, cq, tracker.MaxCountedChanges) })
	if err != nil {
		return page, err
	}
	page = tracker.NewPage(make([]tracker.Change, len(list)), total, q)
	own := e.Deciding(c)
	for i, logged := range list {
		if page.Data[i], err = own.ShownChange(ctx, logged, anywhere); err != nil {
			return page, err
		}
	}
	return page, nil
}

// EachChange streams what Changes would list, without pages.
func (e *Engine) EachChange(ctx context.Context, c Caller, f tracker.ChangeFilter, use func(tracker.Change) error) error {
	cq, found, err := e.changeQuery(ctx, f)
	if err != nil || !found {
		return err
	}
	return Export(ctx, e, c, func(use func(tracker.Change) error) error {
		viewer, anywhere, err := ChangeViewer(ctx, e.Store.Queries, c)
		if err != nil {
			return err
		}
		return e.readChanges(ctx, c, cq, viewer, anywhere, use)
	}, use)
}

// EachChangeOfCaller streams what was done to the account of the caller. Everybody may read that, though the history shows
// changes of users to administrators alone.
func (e *Engine) EachChangeOfCaller(ctx context.Context, c Caller, use func(tracker.Change) error) error {
	cq := store.ChangeQuery{Entity: tracker.EntityUser, EntityID: c.User.ID}
	return Export(ctx, e, c, func(use func(tracker.Change) error) error {
		return e.readChanges(ctx, c, cq, viewerOfOwnAccount(c), tracker.Access{}, use)
	}, use)
}

// viewerOfOwnAccount sees everything, for queries of changes of the caller's own account.
func viewerOfOwnAccount(c Caller) store.ChangeViewer {
	return store.ChangeViewer{All: true, UserID: c.User.ID}
}

// readChanges passes on changes in pieces.
func (e *Engine) readChanges(ctx context.Context, c Caller, cq store.ChangeQuery, viewer store.ChangeViewer, anywhere tracker.Access, use func(tracker.Change) error) error {
	own := e.Deciding(c)
	for {
		piece, err := e.Store.ListChanges(ctx, viewer, cq, store.PieceRows, 0)
		if err != nil {
			return err
		}
		for _, logged := range piece {
			shown, err := own.ShownChange(ctx, logged, anywhere)
			if err != nil {
				return err
			}
			if err := use(shown); err != nil {
				return err
			}
			cq.Before = logged.Seq
		}
		if len(piece) < store.PieceRows {
			return nil
		}
	}
}

// AccessTo is what a reader of the history may do with the entity of a change.
func (c Caller) AccessTo(logged store.ListedChange, anywhere tracker.Access) tracker.Access {
	if logged.CompanyID == nil && logged.Entity != tracker.EntityUser { // the catalogues
		return anywhere
	}
	return c.Access(OrEmpty(logged.CompanyID), logged.Roles)
}

// ShownChange is a logged change as the caller may see it.
func (w *Work) ShownChange(ctx context.Context, logged store.ListedChange, anywhere tracker.Access) (tracker.Change, error) {
	e, c := w.Engine, w.Caller
	shown := tracker.Change{Seq: logged.Seq, At: logged.At, Actor: logged.Actor, Via: logged.Via, Action: shownAction(logged.Change), Entity: logged.Entity,
		EntityID: logged.Key, EntityName: OrEmpty(logged.EntityName), CompanyID: logged.CompanyID, ProjectID: logged.ProjectID, BatchID: logged.BatchID,
		CompanyName: logged.CompanyName, ProjectName: logged.ProjectName,
		UndoneBy: logged.UndoneBy, Undoes: logged.Undoes}
	d, err := w.Difference(ctx, logged.Change)
	if err != nil {
		return shown, err
	}
	access := c.AccessTo(logged, anywhere)
	isOwn := logged.Entity == tracker.EntityUser && logged.EntityID == c.User.ID
	shown.Fields = e.shownFields(d, func(f tracker.Field) bool { return isOwn || access.May(f.Needs) })
	for i, f := range shown.Fields {
		shown.Fields[i].Before, shown.Fields[i].After = withPeople(f.Before, logged.People), withPeople(f.After, logged.People)
	}
	reason := irreversible(logged, d)
	if reason.IsZero() && logged.Gone && !IsRemoval(logged.Change) {
		reason = removedNow
	}
	if refusal := (*tracker.Error)(nil); reason.IsZero() && errors.As(Kinds[logged.Entity].MayUndo(c, logged, d, access), &refusal) {
		reason = refusal.Reason
	}
	shown.Undo = tracker.UndoState{Allowed: reason.IsZero(), Reason: OrNil(reason.String()), ReasonText: reason}
	return shown, nil
}

// shownFields are the fields that differ, without those that the reader may not see.
func (e *Engine) shownFields(d Differences, mayRead func(tracker.Field) bool) []tracker.FieldChange {
	shown := []tracker.FieldChange{}
	for _, f := range d.Fields {
		if mayRead(f) {
			shown = append(shown, tracker.FieldChange{Name: f.Name, Label: f.Label, Before: e.shownValue(f, d.Before), After: e.shownValue(f, d.After)})
		}
	}
	return shown
}

// Foreseen are the fields of a change that was only decided, as its history would show them to who has the access.
func (w *Work) Foreseen(ctx context.Context, ch Change, access tracker.Access) ([]tracker.FieldChange, error) {
	before, err := Snapshot(ch.Before)
	if err != nil {
		return nil, err
	}
	after, err := Snapshot(ch.After)
	if err != nil {
		return nil, err
	}
	d, err := w.Difference(ctx, store.Change{Entity: ch.Entity, Before: before, After: after})
	return w.Engine.shownFields(d, func(f tracker.Field) bool { return access.May(f.Needs) }), err
}

// withPeople puts the addresses of people into a text that has their ids.
func withPeople(value json.RawMessage, people map[string]tracker.UserRef) json.RawMessage {
	raw := string(value)
	if len(tracker.LoggedMentions(&raw)) == 0 {
		return value
	}
	var stored string
	if json.Unmarshal(value, &stored) != nil {
		return value
	}
	text, _ := tracker.ShowMentions(stored, people)
	shown, err := json.Marshal(text)
	if err != nil {
		return value
	}
	return shown
}

// shownValue is the value of a field as the API shows it; a photo has the address that it has now.
func (e *Engine) shownValue(f tracker.Field, s tracker.Snapshot) json.RawMessage {
	v := f.ShownValue(s)
	if f.Name != "photoUrl" {
		return v
	}
	url, _ := json.Marshal(e.PhotoURL(photoHash(v)))
	return url
}

// photoHash is the hash in the logged address of a photo.
func photoHash(url json.RawMessage) *string {
	var logged *string
	if json.Unmarshal(url, &logged) != nil || logged == nil {
		return nil
	}
	hash := path.Base(*logged)
	return &hash
}

// Differences are the states of an entity before and after a change, and the fields that differ.
type Differences struct {
	Before, After tracker.Snapshot
	Fields        []tracker.Field
	own           tracker.OwnFields // of all lists, if own fields differ
}

// Difference finds the fields that a logged change has set.
func (w *Work) Difference(ctx context.Context, c store.Change) (d Differences, err error) {
	if d.Before, err = tracker.ParseSnapshot(c.Before); err != nil {
		return d, err
	}
	if d.After, err = tracker.ParseSnapshot(c.After); err != nil {
		return d, err
	}
	d.Fields = tracker.Differing(c.Entity, d.Before, d.After)
	if d.HasOwn() {
		d.own, err = w.OwnFields(ctx)
		d.own.Describe(c.Entity, d.Fields)
	}
	return d, err
}

func isOwn(f tracker.Field) bool { return strings.HasPrefix(f.Name, tracker.OwnPrefix) }

// namesOf lists the names of the fields, and says whether all of them are hidden from people who
// may not see cost.
func namesOf(fields []tracker.Field) (names []string, costOnly bool) {
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return names, len(names) > 0 && !slices.ContainsFunc(fields, func(f tracker.Field) bool { return f.Needs != tracker.SeeCost })
}

// IsRemoval reports whether a change makes, removes or restores its entity.
func IsRemoval(c store.Change) bool {
	return slices.Contains([]string{"create", "remove", "restore"}, c.Action)
}
