package app

import (
	"cmp"
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// moderation is what companies and projects do not share about their moderators.
type moderation[T any] struct {
	entity string
	parent string
	links  store.Moderation
	shown  func(store.Link) T
}

var companyModeration = moderation[tracker.CompanyModerator]{tracker.EntityCompanyModerator, "company", store.CompanyModeration,
	func(l store.Link) tracker.CompanyModerator {
		return tracker.CompanyModerator{ID: l.ID, CompanyID: l.ParentID, UserEmail: l.User.Email, Role: l.Role, Details: l.Details,
			CreatedAt: l.CreatedAt, Version: l.Version, Moderator: l.User}
	}}

var projectModeration = moderation[tracker.ProjectModerator]{tracker.EntityProjectModerator, "project", store.ProjectModeration,
	func(l store.Link) tracker.ProjectModerator {
		return tracker.ProjectModerator{ID: l.ID, ProjectID: l.ParentID, UserEmail: l.User.Email, Role: l.Role, Details: l.Details,
			CreatedAt: l.CreatedAt, Version: l.Version, Moderator: l.User}
	}}

// list is the moderators of one company or project, the eldest first.
func (o moderation[T]) list(ctx context.Context, q store.Queries, parentID string) ([]T, error) {
	links, err := q.Moderators(ctx, o.links, parentID)
	shown := make([]T, len(links))
	for i, link := range links {
		shown[i] = o.shown(link)
	}
	return shown, err
}

// inheritedModerators is the moderators of a project's company, who moderate the project too.
func (a *App) inheritedModerators(ctx context.Context, companyID string) ([]tracker.InheritedModerator, error) {
	links, err := a.store.Moderators(ctx, store.CompanyModeration, companyID)
	inherited := make([]tracker.InheritedModerator, len(links))
	for i, link := range links {
		inherited[i] = tracker.InheritedModerator{UserEmail: link.User.Email, Role: link.Role, Moderator: link.User}
	}
	return inherited, err
}

// AddCompanyModerator links a user to a company. Someone who is there already stays as
// they are.
func (a *App) AddCompanyModerator(ctx context.Context, c Caller, in tracker.ModeratorInput) (Saved[tracker.CompanyModerator], error) {
	return companyModeration.add(ctx, a, c, in)
}

// EditCompanyModerator changes role and details of a link.
func (a *App) EditCompanyModerator(ctx context.Context, c Caller, in tracker.ModeratorEdit) (Saved[tracker.CompanyModerator], error) {
	return companyModeration.edit(ctx, a, c, tracker.ItemRef{ID: in.ID}, in)
}

// RemoveCompanyModerator removes a link; one that is not there is gone already. It
// returns the number of the change.
func (a *App) RemoveCompanyModerator(ctx context.Context, c Caller, id string) (seq int64, err error) {
	return companyModeration.remove(ctx, a, c, tracker.ItemRef{ID: id})
}

// AddProjectModerator links a user to a project. Someone who is there already stays as
// they are.
func (a *App) AddProjectModerator(ctx context.Context, c Caller, in tracker.ModeratorInput) (Saved[tracker.ProjectModerator], error) {
	return projectModeration.add(ctx, a, c, in)
}

// EditProjectModerator changes role and details of a link.
func (a *App) EditProjectModerator(ctx context.Context, c Caller, in tracker.ProjectModeratorEdit) (Saved[tracker.ProjectModerator], error) {
	return projectModeration.edit(ctx, a, c, in.Item(), in.ModeratorEdit)
}

// RemoveProjectModerator removes a link; one that is not there is gone already. It
// returns the number of the change.
func (a *App) RemoveProjectModerator(ctx context.Context, c Caller, item tracker.ItemRef) (seq int64, err error) {
	return projectModeration.remove(ctx, a, c, item)
}

func (o moderation[T]) add(ctx context.Context, a *App, c Caller, in tracker.ModeratorInput) (Saved[T], error) {
	invalid := tracker.Validate(&in)
	return save(ctx, a, c, "create", func(m *mutation) (shown T, ch change, err error) {
		if invalid != nil {
			_, _, err := o.linkTo(ctx, m.Queries, m.caller, in.ID, "", in.Role.Value)
			return shown, unchanged, cmp.Or(err, invalid) // rights come first
		}
		return o.link(ctx, m, in)
	})
}

// link decides to link a user, and returns the link as it is then.
func (o moderation[T]) link(ctx context.Context, m *mutation, in tracker.ModeratorInput) (shown T, ch change, err error) {
	found, _, err := o.linkTo(ctx, m.Queries, m.caller, in.ID, in.UserEmail, in.Role.Value)
	switch {
	case err != nil:
		return shown, unchanged, err
	case found.UserID == "":
		return shown, unchanged, tracker.ErrUnknownUser
	case found.ID != "":
		return o.shown(found.Link), unchanged, nil
	case found.Full:
		return shown, unchanged, tracker.TooManyModerators(o.parent)
	}
	added := found.Link
	added.ID, added.Role, added.Details, added.CreatedAt, added.Version = newID(), in.Role.Value, in.Details.Pointer(), m.now, 1
	m.write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.caller.User.ID, added) })
	shown = o.shown(added)
	return shown, o.change(found, added.ID, nil, shown), nil
}

// linkTo reads the link of somebody by address, if the caller may give them the role there. A link that is
// there stays as it is, so the role does not matter then.
func (o moderation[T]) linkTo(ctx context.Context, q store.Queries, c Caller, parentID, email string, role tracker.Role) (store.LinkForUser, tracker.Access, error) {
	found, err := q.LinkTo(ctx, o.links, parentID, email, c.User.ID)
	access := c.access(found.CompanyID, found.Roles)
	switch {
	case err != nil:
	case found.ID != "":
		err = access.RequireAssign()
	default:
		err = access.RequireAssign(role)
	}
	return found, access, err
}

// change is a change of a link.
func (o moderation[T]) change(of store.LinkForUser, id string, before, after any) change {
	ch := change{entity: o.entity, id: id, name: of.User.DisplayName, place: of.Parent, companyID: of.CompanyID, before: before, after: after}
	if o.entity == tracker.EntityProjectModerator {
		ch.projectID = of.ParentID
	}
	return ch
}

// find reads a link if the caller may manage it, and may give the role that it is to get, if any. That of a
// company names no project.
func (o moderation[T]) find(ctx context.Context, q store.Queries, c Caller, item tracker.ItemRef, to ...tracker.Role) (store.LinkForUser, tracker.Access, error) {
	found, err := q.Link(ctx, o.links, item.ID, c.User.ID)
	access := c.access(found.CompanyID, found.Roles)
	if err == nil {
		err = access.RequireAssign(append(to, found.Role)...)
	}
	if err == nil && !item.IsIn(found.ParentID) {
		err = tracker.ErrElsewhere
	}
	return found, access, err
}

func (o moderation[T]) edit(ctx context.Context, a *App, c Caller, item tracker.ItemRef, in tracker.ModeratorEdit) (Saved[T], error) {
	invalid := tracker.Validate(&in)
	return save(ctx, a, c, "edit", func(m *mutation) (T, change, error) {
		return o.editLink(ctx, m, item, in.Version, func(link *store.Link) error {
			if invalid == nil {
				link.Role = in.Role.Value
				in.Details.Apply(&link.Details)
			}
			return invalid
		}, in.Role.Value)
	})
}

// editLink decides an edit of a link, and returns the link as it is then. The role that it is to get, if the caller
// sent one, makes a refusal name the right roles.
func (o moderation[T]) editLink(ctx context.Context, m *mutation, item tracker.ItemRef, version tracker.Opt[int], edit func(link *store.Link) error, to ...tracker.Role) (shown T, ch change, err error) {
	found, access, err := o.find(ctx, m.Queries, m.caller, item, to...)
	if err != nil {
		return shown, unchanged, err
	}
	before, link := o.shown(found.Link), found.Link
	if err := edit(&link); err != nil {
		return before, unchanged, err
	}
	if err := access.RequireAssign(link.Role); err != nil {
		return before, unchanged, err
	}
	if err := m.checkVersion(ctx, version, found.Version, o.entity, item.ID, before); err != nil || same(before, o.shown(link)) {
		return before, unchanged, err
	}
	link.Version++
	m.write(func(tx *store.Tx) error { return tx.UpdateLink(ctx, o.links, link, m.caller.User.ID, m.now) })
	shown = o.shown(link)
	return shown, o.change(found, link.ID, before, shown), nil
}

func (o moderation[T]) remove(ctx context.Context, a *App, c Caller, item tracker.ItemRef) (seq int64, err error) {
	return a.detach(ctx, c, o.entity, item)
}

// unlink decides to remove a link; one that is not there is gone already.
func (o moderation[T]) unlink(m *mutation, ctx context.Context, item tracker.ItemRef) (change, error) {
	found, _, err := o.find(ctx, m.Queries, m.caller, item)
	if errors.Is(err, tracker.ErrNotFound) {
		return unchanged, nil
	}
	if err != nil {
		return unchanged, err
	}
	m.write(func(tx *store.Tx) error { return tx.DeleteLink(ctx, o.links, item.ID) })
	return o.change(found, item.ID, o.shown(found.Link), nil), nil
}
