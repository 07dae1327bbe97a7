package app

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

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
		_, removed := state.Remove() // something may depend on it by now
		to = tracker.Marks{Marked: to.Marked || removed.Marked, Gone: removed.Gone}
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
	found, _, err := o.linkTo(ctx, m.Queries, m.caller, parentID, was.UserEmail, was.Role)
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
	link := found.Link
	link.ID, link.Role, link.Details, link.CreatedAt, link.Version = logged.EntityID, was.Role, was.Details, was.CreatedAt, was.Version+1
	m.write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.caller.User.ID, link) })
	return o.change(found, link.ID, nil, o.shown(link)), nil
}
