package record

import (
	"context"
	"encoding/json"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// kind describes the moderators of companies, or of projects.
func (o Moderation[T]) kind() change.Kind {
	return change.Kind{
		Name: o.entity, Hearers: o.hearers, Rights: o.rights,
		MayUndo: mayUndoModerator, UndoEdit: o.undoEdit, Detach: o.Unlink, Attach: o.readded,
	}
}

func (o Moderation[T]) hearers(c store.Change) store.Audience {
	of := store.Audience{CompanyID: change.OrEmpty(c.CompanyID), Roles: tracker.RolesThatMay(tracker.See)}
	if o.entity == tracker.EntityProjectModerator {
		of.CompanyID, of.ProjectID = "", change.OrEmpty(c.ProjectID)
	}
	return of
}

var (
	userGone       = tracker.NewSentence("undo.userGone", "The user does not exist any more.").With()
	moderatorAgain = tracker.NewSentence("undo.moderatorAgain", "The user is a moderator here again.").With()

	newRoles = map[string]tracker.Sentence{
		"company": tracker.NewSentence("event.companyRole", "{role} instead of {roleBefore} in company {place}"),
		"project": tracker.NewSentence("event.projectRole", "{role} instead of {roleBefore} in project {place}"),
	}
	firstRoles = map[string]tracker.Sentence{
		"company": tracker.NewSentence("event.companyRoleGiven", "now {role} in company {place}"),
		"project": tracker.NewSentence("event.projectRoleGiven", "now {role} in project {place}"),
	}
	lastRoles = map[string]tracker.Sentence{
		"company": tracker.NewSentence("event.companyRoleTaken", "no longer {role} in company {place}"),
		"project": tracker.NewSentence("event.projectRoleTaken", "no longer {role} in project {place}"),
	}
)

// rights says which role somebody has, instead of which, or has no longer.
func (o Moderation[T]) rights(ch change.Change) (email string, details tracker.Text) {
	email, before := roleOf(ch.Before)
	newEmail, after := roleOf(ch.After)
	switch {
	case newEmail == "":
		details = lastRoles[o.parent].With(before, ch.Place)
	case email == "":
		email, details = newEmail, firstRoles[o.parent].With(after, ch.Place)
	case before != after:
		email, details = newEmail, newRoles[o.parent].With(after, before, ch.Place)
	default:
		email = newEmail
	}
	return email, details
}

// roleOf returns the person and the role of a moderator; nothing if there is none.
func roleOf(link any) (email, role string) {
	switch link := link.(type) {
	case tracker.CompanyModerator:
		return link.UserEmail, link.Role.String()
	case tracker.ProjectModerator:
		return link.UserEmail, link.Role.String()
	}
	return "", ""
}

// mayUndoModerator is for those who may give the role that the moderator had, and the one that they have.
func mayUndoModerator(_ change.Caller, _ store.ListedChange, d change.Differences, access tracker.Access) error {
	var roles []tracker.Role
	for _, s := range []tracker.Snapshot{d.Before, d.After} {
		var role tracker.Role
		if s != nil && json.Unmarshal(s["role"], &role) == nil {
			roles = append(roles, role)
		}
	}
	if err := access.RequireAssign(roles...); err != nil {
		return err
	}
	return access.Require(d.Needs()...)
}

func (o Moderation[T]) undoEdit(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(o.EditLink(ctx, m, tracker.ItemRef{ID: logged.EntityID}, tracker.Opt[int]{}, func(l *store.Link) error { return undoLink(u, logged, d, o.shown(*l), l) }))
}

// undoLink restores role and details of a moderator.
func undoLink(u *change.Undoing, logged store.ListedChange, d change.Differences, current any, l *store.Link) error {
	fields := struct {
		Role    tracker.Role `json:"role"`
		Details *string      `json:"details"`
	}{l.Role, l.Details}
	_, err := u.Restore(logged, d, current, &fields)
	l.Role, l.Details = fields.Role, fields.Details
	return err
}

// readded decides to add a moderator again who was removed, as they were.
func (o Moderation[T]) readded(ctx context.Context, m *change.Mutation, logged store.ListedChange) (change.Change, string, error) {
	var was struct {
		UserEmail string       `json:"userEmail"`
		Role      tracker.Role `json:"role"`
		Details   *string      `json:"details"`
		CreatedAt time.Time    `json:"createdAt"`
		Version   int          `json:"version"`
	}
	if err := json.Unmarshal([]byte(*logged.Before), &was); err != nil {
		return change.Unchanged, "", err
	}
	parentID := change.OrEmpty(logged.CompanyID)
	if o.entity == tracker.EntityProjectModerator {
		parentID = change.OrEmpty(logged.ProjectID)
	}
	found, _, err := o.LinkTo(ctx, m.Queries, m.Caller, parentID, was.UserEmail, was.Role)
	switch {
	case err != nil:
		return change.Unchanged, "", err
	case found.UserID == "":
		return change.Unchanged, "", change.Refused(logged, userGone)
	case found.ID != "":
		return change.Unchanged, "", change.Refused(logged, moderatorAgain)
	case found.Full:
		return change.Unchanged, "", tracker.TooManyModerators(o.parent)
	}
	link := found.Link
	link.ID, link.Role, link.Details, link.CreatedAt, link.Version = logged.EntityID, was.Role, was.Details, was.CreatedAt, was.Version+1
	m.Write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.Caller.User.ID, link) })
	return o.change(found, link.ID, nil, o.shown(link)), "create", nil
}
