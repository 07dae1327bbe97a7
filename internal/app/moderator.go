package app

import (
	"cmp"
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const (
	moderatorEntity        = "companyModerator"
	projectModeratorEntity = "projectModerator"
)

// moderation is what companies and projects do not share about their moderators.
type moderation[T any] struct {
	entity string
	parent string
	links  store.Moderation
	shown  func(store.Link) T
}

var companyModeration = moderation[tracker.CompanyModerator]{moderatorEntity, "company", store.CompanyModeration,
	func(l store.Link) tracker.CompanyModerator {
		return tracker.CompanyModerator{ID: l.ID, CompanyID: l.ParentID, UserEmail: l.User.Email, Role: l.Role, Details: l.Details,
			CreatedAt: l.CreatedAt, Version: l.Version, Moderator: l.User}
	}}

var projectModeration = moderation[tracker.ProjectModerator]{projectModeratorEntity, "project", store.ProjectModeration,
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

func (o moderation[T]) add(ctx context.Context, a *App, c Caller, in tracker.ModeratorInput) (saved Saved[T], err error) {
	if err := tracker.Validate(&in); err != nil {
		_, _, forbidden := o.linkTo(ctx, a.store.Queries, c, in.ID, "", in.Role.Value)
		return saved, cmp.Or(forbidden, err) // rights come first
	}
	saved.Seq, err = a.mutate(ctx, c, "create", func(m *mutation) (ch change, err error) {
		ch, saved.Entity, err = o.added(ctx, m, in)
		return ch, err
	})
	return saved, err
}

// added decides to link a user, and returns the link as it is then.
func (o moderation[T]) added(ctx context.Context, m *mutation, in tracker.ModeratorInput) (ch change, shown T, err error) {
	found, _, err := o.linkTo(ctx, m.Queries, m.caller, in.ID, in.UserEmail, in.Role.Value)
	switch {
	case err != nil:
		return unchanged, shown, err
	case found.UserID == "":
		return unchanged, shown, tracker.ErrUnknownUser
	case found.ID != "":
		return unchanged, o.shown(found.Link), nil
	}
	if found.Full {
		return unchanged, shown, tracker.TooManyModerators(o.parent)
	}
	added := found.Link
	added.ID, added.Role, added.Details, added.CreatedAt, added.Version = newID(), in.Role.Value, in.Details.Pointer(), m.now, 1
	m.write(func(tx *store.Tx) error { return tx.InsertLinks(ctx, o.links, m.caller.User.ID, added) })
	shown = o.shown(added)
	return o.change(found, added.ID, nil, shown), shown, nil
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
	if o.entity == projectModeratorEntity {
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

func (o moderation[T]) edit(ctx context.Context, a *App, c Caller, item tracker.ItemRef, in tracker.ModeratorEdit) (saved Saved[T], err error) {
	if err := tracker.Validate(&in); err != nil {
		_, _, forbidden := o.find(ctx, a.store.Queries, c, item, in.Role.Value)
		return saved, cmp.Or(forbidden, err) // rights come first
	}
	saved.Seq, err = a.mutate(ctx, c, "edit", func(m *mutation) (change, error) {
		ch, link, err := o.edited(ctx, m, item, in.Version, func(link *store.Link) error {
			link.Role = in.Role.Value
			in.Details.Apply(&link.Details)
			return nil
		}, in.Role.Value)
		saved.Entity = o.shown(link)
		return ch, err
	})
	return saved, err
}

// edited decides an edit of a link, and returns the link as it is then. The role that it is to get, if the caller
// sent one, makes a refusal name the right roles.
func (o moderation[T]) edited(ctx context.Context, m *mutation, item tracker.ItemRef, version tracker.Opt[int], edit func(link *store.Link) error, to ...tracker.Role) (change, store.Link, error) {
	found, access, err := o.find(ctx, m.Queries, m.caller, item, to...)
	link := found.Link
	if err != nil {
		return unchanged, link, err
	}
	if err := edit(&link); err != nil {
		return unchanged, found.Link, err
	}
	if err := access.RequireAssign(link.Role); err != nil {
		return unchanged, found.Link, err
	}
	before := o.shown(found.Link)
	if err := m.checkVersion(ctx, version, found.Version, o.entity, item.ID, before); err != nil {
		return unchanged, found.Link, err
	}
	if same(before, o.shown(link)) {
		return unchanged, link, nil
	}
	link.Version++
	m.write(func(tx *store.Tx) error { return tx.UpdateLink(ctx, o.links, link, m.caller.User.ID, m.now) })
	return o.change(found, link.ID, before, o.shown(link)), link, nil
}

func (o moderation[T]) remove(ctx context.Context, a *App, c Caller, item tracker.ItemRef) (seq int64, err error) {
	return a.mutate(ctx, c, "remove", func(m *mutation) (change, error) { return o.removed(ctx, m, item) })
}

// removed decides to remove a link; one that is not there is gone already.
func (o moderation[T]) removed(ctx context.Context, m *mutation, item tracker.ItemRef) (change, error) {
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
