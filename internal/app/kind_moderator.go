package app

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// kind describes the moderators of companies, or of projects.
func (o moderation[T]) kind() kind {
	return kind{
		name: o.entity, hearers: o.hearers, rights: o.rights,
		mayUndo: mayUndoModerator, undoEdit: o.undoEdit, detach: o.unlink, attach: o.readded,
	}
}

func (o moderation[T]) hearers(c store.Change) store.Audience {
	of := store.Audience{CompanyID: orEmpty(c.CompanyID), Roles: tracker.RolesThatMay(tracker.See)}
	if o.entity == tracker.EntityProjectModerator {
		of.CompanyID, of.ProjectID = "", orEmpty(c.ProjectID)
	}
	return of
}

// rights says which role somebody has instead of which.
func (o moderation[T]) rights(ch change) (email, details string) {
	email, before := roleOf(ch.before)
	if newEmail, _ := roleOf(ch.after); newEmail != "" {
		email = newEmail
	}
	if _, after := roleOf(ch.after); before != after {
		details = fmt.Sprintf("%s instead of %s in %s %s", after, before, o.parent, ch.place)
	}
	return email, details
}

// roleOf returns the person and the role of a moderator, or "no role".
func roleOf(link any) (email, role string) {
	switch link := link.(type) {
	case tracker.CompanyModerator:
		return link.UserEmail, link.Role.String()
	case tracker.ProjectModerator:
		return link.UserEmail, link.Role.String()
	}
	return "", "no role"
}

// mayUndoModerator is for those who may give the role that the moderator had, and the one that they have.
func mayUndoModerator(_ Caller, _ store.ListedChange, d differences, access tracker.Access) error {
	var roles []tracker.Role
	for _, s := range []tracker.Snapshot{d.before, d.after} {
		var role tracker.Role
		if s != nil && json.Unmarshal([]byte(s["role"]), &role) == nil {
			roles = append(roles, role)
		}
	}
	if err := access.RequireAssign(roles...); err != nil {
		return err
	}
	return access.Require(d.needs()...)
}

func (o moderation[T]) undoEdit(u *undoing, ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	return only(o.editLink(ctx, m, tracker.ItemRef{ID: logged.EntityID}, tracker.Opt[int]{}, func(l *store.Link) error { return u.link(logged, d, o.shown(*l), l) }))
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

// readded decides to add a moderator again who was removed, as they were.
func (o moderation[T]) readded(m *mutation, ctx context.Context, logged store.ListedChange) (change, string, error) {
	var was struct {
		UserEmail string       `json:"userEmail"`
		Role      tracker.Role `json:"role"`
		Details   *string      `json:"details"`
		CreatedAt time.Time    `json:"createdAt"`
		Version   int          `json:"version"`
	}
	if err := json.Unmarshal([]byte(*logged.Before), &was); err != nil {
		return unchanged, "", err
	}
	parentID := orEmpty(logged.CompanyID)
	if o.entity == tracker.EntityProjectModerator {
		parentID = orEmpty(logged.ProjectID)
	}
	found, _, err := o.linkTo(ctx, m.Queries, m.caller, parentID, was.UserEmail, was.Role)
	switch {
	case err != nil:
		return unchanged, "", err
	case found.UserID == "":
		return unchanged, "", refused(logged, "The user does not exist any more.")
	case found.ID != "":
		return unchanged, "", refused(logged, "The user is a moderator here again.")
	case found.Full:
		return unchanged, "", tracker.TooManyModerators(o.parent)
	}
	link := found.Link
	link.ID, link.Role, link.Details, link.CreatedAt, link.Version = logged.EntityID, was.Role, was.Details, was.CreatedAt, was.Version+1
	m.write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.caller.User.ID, link) })
	return o.change(found, link.ID, nil, o.shown(link)), "create", nil
}
