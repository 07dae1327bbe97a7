package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
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
	if !in.Seq.Empty() { // as mutate does; the changes of a batch depend on each other
		if err := a.newUndoing(c, in).run(ctx, a.store.Queries, nil); err != nil {
			return saved, err
		}
	}
	u := a.newUndoing(c, in)
	err = a.store.Write(ctx, func(tx *store.Tx) (err error) {
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
	found := false
	for _, logged := range list {
		m := &mutation{Queries: q, caller: u.caller, now: u.now, undoes: &logged.Seq, batchID: &u.batchID, via: &tracker.Via{Kind: "undo", Name: shownAction(logged.Change)}}
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
	list, err := q.ListChanges(ctx, viewer, store.ChangeQuery{Seq: seq}, 1, 0)
	if err == nil && len(list) == 0 {
		list, err = q.ListChanges(ctx, store.ChangeViewer{All: true, UserID: u.caller.User.ID}, store.ChangeQuery{Seq: seq, Entity: userEntity, EntityID: u.caller.User.ID}, 1, 0)
	}
	if err == nil && len(list) == 0 {
		err = tracker.ErrNotFound
	}
	return list, err
}

// latest follows a change that was taken back to the change that did it again, if there is
// one; done is true if there is none.
func (u *undoing) latest(ctx context.Context, q store.Queries, logged store.ListedChange) (latest store.ListedChange, done bool, err error) {
	for logged.UndoneBy != nil {
		for range 2 {
			if logged.UndoneBy == nil {
				return logged, true, nil
			}
			list, err := q.ListChanges(ctx, store.ChangeViewer{All: true, UserID: u.caller.User.ID}, store.ChangeQuery{Seq: *logged.UndoneBy}, 1, 0)
			if err != nil || len(list) == 0 {
				return logged, true, err
			}
			logged = list[0]
		}
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

// explain turns the refusal of an edit, which names fields of a form or says that there is
// nothing, into one that says what is in the way of an undo.
func (u *undoing) explain(logged store.ListedChange, err error) error {
	switch {
	case tracker.IsKind(err, tracker.KindInvalid):
		return refused(logged, err.Error())
	case errors.Is(err, tracker.ErrNotFound):
		return refused(logged, "It is removed now. Restore it first.")
	}
	return err
}

// marks takes back that an entity was made, removed or restored, by the rules of removal.
func (u *undoing) marks(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, string, error) {
	what := removalOf(ctx, logged.Change)
	state, err := what.state(m)
	if err != nil {
		return unchanged, "", err
	}
	now := tracker.Marks{Marked: state.Marked, Gone: state.Gone}
	to := now
	if d.before == nil {
		to.Gone = true
	}
	for _, f := range d.fields {
		switch was := f.Value(d.before) == "true"; f.Name {
		case "isRemoved":
			to.Marked = was
		case "isGone":
			to.Gone = was
		}
	}
	switch {
	case to == now:
		return unchanged, "", nil
	case to.Gone && !now.Gone:
		_, to = state.Remove() // something may depend on it by now
		return what.mark(ctx, m, state, to), "remove", nil
	case to.Marked && !now.Marked:
		return what.mark(ctx, m, state, to), "remove", nil
	}
	rule := state.Removable
	if wasMarked(state.ParentMarked, &logged.At) {
		rule.ParentRemoved = false
	}
	if result, _ := rule.Restore(); result != tracker.RestoreRestored {
		reason := "What it belongs to is removed. Restore that first."
		if state.NameTaken {
			reason = "Another category has its name now. Rename that first."
		}
		return unchanged, "", refused(logged, reason)
	}
	return what.mark(ctx, m, state, to), "restore", nil
}

// removalOf is how the entity of a change is removed and restored.
func removalOf(ctx context.Context, c store.Change) removal {
	switch c.Entity {
	case companyEntity:
		return companyRemoval(ctx, c.EntityID)
	case projectEntity:
		return projectRemoval(ctx, c.EntityID)
	case string(tracker.Products), string(tracker.Subscriptions):
		return itemRemoval(ctx, tracker.CatalogueKind(c.Entity), c.EntityID)
	}
	kind := tracker.CatalogueKind(strings.TrimSuffix(c.Entity, "Category"))
	return removal{c.Entity, store.CategoryRemoval, func(m *mutation) (store.Removable, error) {
		if err := m.requireAdmin(); err != nil {
			return store.Removable{}, err
		}
		return m.RemovableCategoryByID(ctx, kind, c.EntityID)
	}}
}

// attachment takes back that an item was attached or detached, or a moderator added or removed.
func (u *undoing) attachment(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (ch change, action string, err error) {
	item := tracker.ItemRef{ID: logged.EntityID}
	if d.after != nil {
		switch logged.Entity {
		case projectProductEntity:
			ch, err = m.detachProduct(ctx, item)
		case projectSubscriptionEntity:
			ch, err = m.detachSubscription(ctx, item)
		case moderatorEntity:
			ch, err = companyModeration.removed(ctx, m, item)
		case projectModeratorEntity:
			ch, err = projectModeration.removed(ctx, m, item)
		}
		return ch, "remove", err
	}
	switch logged.Entity {
	case moderatorEntity:
		ch, err = companyModeration.readded(ctx, m, logged)
		return ch, "create", err
	case projectModeratorEntity:
		ch, err = projectModeration.readded(ctx, m, logged)
		return ch, "create", err
	}
	kind := tracker.Products
	if logged.Entity == projectSubscriptionEntity {
		kind = tracker.Subscriptions
	}
	ch, result, err := m.reattach(ctx, kind, logged.EntityID, &logged.At)
	if err == nil && result != tracker.RestoreRestored {
		err = refused(logged, "The project or the item of the catalogue is removed. Restore that first.")
	}
	return ch, "restore", err
}

// readded decides to add a moderator again who was removed, as they were.
func (o moderation[T]) readded(ctx context.Context, m *mutation, logged store.ListedChange) (change, error) {
	var was struct {
		UserEmail string       `json:"userEmail"`
		Role      tracker.Role `json:"role"`
		Details   *string      `json:"details"`
		CreatedAt time.Time    `json:"createdAt"`
		Version   int          `json:"version"`
	}
	if err := json.Unmarshal([]byte(*logged.Before), &was); err != nil {
		return unchanged, err
	}
	parentID := orEmpty(logged.CompanyID)
	if o.entity == projectModeratorEntity {
		parentID = orEmpty(logged.ProjectID)
	}
	found, access, err := o.linkTo(ctx, m.Queries, m.caller, parentID, was.UserEmail)
	switch {
	case err != nil:
		return unchanged, err
	case found.UserID == "":
		return unchanged, refused(logged, "The user does not exist any more.")
	case found.ID != "":
		return unchanged, refused(logged, "The user is a moderator here again.")
	case found.Full:
		return unchanged, tracker.TooManyModerators(o.parent)
	}
	if err := requireAssign(access, was.Role); err != nil {
		return unchanged, err
	}
	link := found.Link
	link.ID, link.Role, link.Details, link.CreatedAt, link.Version = logged.EntityID, was.Role, was.Details, was.CreatedAt, was.Version+1
	m.write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.caller.User.ID, link) })
	return o.change(found, link.ID, nil, o.shown(link)), nil
}

// edit takes back an edit: it restores the fields that the change touched.
func (u *undoing) edit(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (ch change, err error) {
	id, item, version := logged.EntityID, tracker.ItemRef{ID: logged.EntityID}, tracker.Opt[int]{}
	switch logged.Entity {
	case companyEntity:
		ch, _, _, err = u.a.editedCompany(ctx, m, id, version, func(c *tracker.Company) error {
			restored, err := u.restore(logged, d, *c, c)
			if err == nil && restored["photoUrl"] {
				c.PhotoHash, err = u.photo(ctx, m, logged, c.PhotoURL)
			}
			c.HeadAddress, err = wholeAddress(logged, c.HeadAddress, err)
			return err
		})
	case projectEntity:
		ch, _, _, err = m.editedProject(ctx, id, version, func(p *tracker.Project) error {
			_, err := u.restore(logged, d, *p, p)
			return err
		})
	case string(tracker.Products), string(tracker.Subscriptions):
		ch, _, err = u.a.editedItem(ctx, m, tracker.CatalogueKind(logged.Entity), id, version, func(i *tracker.CatalogueItem) error { return u.item(ctx, m, logged, d, i) })
	case "productCategory", "subscriptionCategory":
		ch, err = u.category(ctx, m, logged, d)
	case projectProductEntity:
		of, _, err := m.projectProduct(ctx, item, tracker.SetProductStatus)
		if err != nil {
			return unchanged, err
		}
		after := of.ProjectProduct
		if _, err := u.restore(logged, d, after, &after); err != nil || same(of.ProjectProduct, after) {
			return unchanged, err
		}
		after.Version++
		return m.updateProduct(ctx, of, after), nil
	case projectSubscriptionEntity:
		ch, _, err = m.editedSubscription(ctx, item, func(s *tracker.ProjectSubscription, _ tracker.Access) error { return u.subscription(logged, d, s) })
	case moderatorEntity:
		ch, _, err = companyModeration.edited(ctx, m, item, version, func(l *store.Link) error { return u.link(logged, d, companyModeration.shown(*l), l) })
	case projectModeratorEntity:
		ch, _, err = projectModeration.edited(ctx, m, item, version, func(l *store.Link) error { return u.link(logged, d, projectModeration.shown(*l), l) })
	case userEntity:
		ch, err = u.user(ctx, m, logged, d)
	}
	return ch, err
}

// restore writes the earlier values of the touched fields into target, a pointer to a struct
// with the JSON names of the fields; current is the entity as the log would keep it now. A field
// that is neither as the change left it nor as it was before is a conflict. It returns the names
// of the restored fields.
func (u *undoing) restore(logged store.ListedChange, d differences, current, target any) (restored map[string]bool, err error) {
	text, err := snapshot(current)
	if err != nil {
		return nil, err
	}
	now, err := tracker.ParseSnapshot(text)
	if err != nil {
		return nil, err
	}
	restored = map[string]bool{}
	for _, f := range tracker.Touched(logged.Entity, d.before, d.after) {
		if f.Same(now, d.before) {
			continue
		}
		if !f.Same(now, d.after) && !u.in.Force.Value {
			u.conflicts = append(u.conflicts, tracker.UndoConflict{Entity: logged.Entity, ID: logged.Key, Name: orEmpty(logged.EntityName), Field: f.Name, Label: f.Label,
				Current: u.a.shownValue(f, now), Wanted: u.a.shownValue(f, d.before)})
			continue
		}
		if err := assign(target, f.Path(), f.Raw(d.before)); err != nil {
			return nil, err
		}
		restored[f.Name] = true
	}
	return restored, nil
}

// assign sets the field of a struct that has a JSON name, or a path of names, to a JSON value.
func assign(target any, path, raw string) error {
	name, rest, nested := strings.Cut(path, ".")
	v := reflect.ValueOf(target).Elem()
	for i := range v.NumField() {
		tag, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if tag != name {
			continue
		}
		field := v.Field(i)
		if nested { // a copy: others may hold the same pointer
			part := reflect.New(field.Type().Elem())
			if !field.IsNil() {
				part.Elem().Set(field.Elem())
			}
			field.Set(part)
			return assign(part.Interface(), rest, raw)
		}
		field.SetZero()
		return json.Unmarshal([]byte(raw), field.Addr().Interface())
	}
	return fmt.Errorf("undo: %v has no field %s", v.Type(), path)
}

// photo is the hash of a photo that is shown again.
func (u *undoing) photo(ctx context.Context, m *mutation, logged store.ListedChange, url *string) (*string, error) {
	if url == nil {
		return nil, nil
	}
	raw, err := json.Marshal(url)
	if err != nil {
		return nil, err
	}
	hash := photoHash(raw)
	stored, err := m.HasPhoto(ctx, *hash)
	if err == nil && !stored {
		err = refused(logged, "The photo is not kept any more.")
	}
	return hash, err
}

// wholeAddress is nil for an address that has nothing left; err is passed on.
func wholeAddress(logged store.ListedChange, address *tracker.Address, err error) (*tracker.Address, error) {
	switch {
	case err != nil || address == nil:
		return address, err
	case *address == tracker.Address{}:
		return nil, nil
	case address.Country == "" || address.ProvinceState == "":
		return address, refused(logged, "The address would not be whole.")
	}
	return address, nil
}

// item restores fields of a catalogue item. Its category may have another name by now, or be
// removed.
func (u *undoing) item(ctx context.Context, m *mutation, logged store.ListedChange, d differences, i *tracker.CatalogueItem) error {
	now := i.CategoryID
	restored, err := u.restore(logged, d, i.Logged(), i)
	if err != nil {
		return err
	}
	if restored["photoUrl"] {
		if i.PhotoHash, err = u.photo(ctx, m, logged, i.PhotoURL); err != nil {
			return err
		}
	}
	if !restored["categoryName"] {
		return nil
	}
	var category tracker.Category
	var id string
	if json.Unmarshal([]byte(d.before["categoryId"]), &id) == nil {
		category, err = m.CategoryByID(ctx, i.Kind, id)
	} else { // logged before the id was
		category, err = m.Category(ctx, i.Kind, i.CategoryName)
	}
	if errors.Is(err, tracker.ErrNotFound) {
		return refused(logged, "The category "+i.CategoryName+" is removed. Restore it first.")
	}
	if err == nil && category.IsRemoved && category.ID != now {
		err = tracker.PendingRemove("category", category.Name)
	}
	i.CategoryID, i.CategoryName = category.ID, category.Name
	return err
}

// category takes back that a category got another name.
func (u *undoing) category(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	before, err := m.CategoryByID(ctx, tracker.CatalogueKind(strings.TrimSuffix(logged.Entity, "Category")), logged.EntityID)
	if err != nil {
		return unchanged, err
	}
	after := before
	if _, err := u.restore(logged, d, before, &after); err != nil {
		return unchanged, err
	}
	ch, _, err := m.renamed(ctx, before, after.Name)
	return ch, err
}

// subscription restores fields of an attached subscription.
func (u *undoing) subscription(logged store.ListedChange, d differences, s *tracker.ProjectSubscription) error {
	term := *s
	restored, err := u.restore(logged, d, s.Logged(), &term)
	if err != nil {
		return err
	}
	start, end := term.StartAt.UTC(), term.EndAt.UTC()
	term.StartAt, term.EndAt = s.StartAt, s.EndAt
	term.SetPeriod(start, end)
	if restored["startAt"] || restored["endAt"] {
		var was struct {
			StartAt, EndAt time.Time
			AnchorDay      *int
		}
		if json.Unmarshal([]byte(*logged.Before), &was) == nil && was.AnchorDay != nil && was.StartAt.Equal(start) && was.EndAt.Equal(end) {
			term.AnchorDay = *was.AnchorDay
		}
	}
	*s = term
	return s.CheckPeriod()
}

// link restores role and details of a moderator.
func (u *undoing) link(logged store.ListedChange, d differences, current any, l *store.Link) error {
	fields := struct {
		Role    tracker.Role `json:"role"`
		Details *string      `json:"details"`
	}{l.Role, l.Details}
	_, err := u.restore(logged, d, current, &fields)
	l.Role, l.Details = fields.Role, fields.Details
	return err
}

// user restores fields of a user. Everyone may do so with their own profile.
func (u *undoing) user(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (ch change, err error) {
	before, admins, err := m.UserAndAdmins(ctx, logged.Key)
	if err != nil {
		return unchanged, err
	}
	m.admins = admins
	ch, _, err = u.a.editedUser(ctx, m, before, tracker.Opt[int]{}, func(m *mutation, user *tracker.User) error {
		after := *user
		restored, err := u.restore(logged, d, *user, &after)
		if err != nil {
			return err
		}
		if restored["photoUrl"] {
			if after.PhotoHash, err = u.photo(ctx, m, logged, after.PhotoURL); err != nil {
				return err
			}
		}
		if after.Address, err = wholeAddress(logged, after.Address, nil); err != nil {
			return err
		}
		isAdmin, status := after.IsAdmin, after.Status
		after.IsAdmin, after.Status = user.IsAdmin, user.Status
		if err := m.setAdministrator(&after, isAdmin); err != nil {
			return err
		}
		if status == tracker.UserDisabled && user.Status == tracker.UserEnabled {
			if err := m.disable(ctx, &after, after.DisableReason); err != nil {
				return err
			}
			u.disabled = append(u.disabled, user.ID)
		}
		after.Status = status
		*user = after
		return nil
	})
	return ch, err
}
