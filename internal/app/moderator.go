package app

import (
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

// AddCompanyModerator links a user to a company. Someone who is there already
// stays as they are, and created is false.
func (a *App) AddCompanyModerator(ctx context.Context, r Request, in tracker.CompanyModeratorInput) (link tracker.CompanyModerator, created bool, err error) {
	return companyModeration.add(ctx, a, r, in)
}

// EditCompanyModerator changes role and details of a link.
func (a *App) EditCompanyModerator(ctx context.Context, r Request, in tracker.CompanyModeratorEdit) (tracker.CompanyModerator, error) {
	return companyModeration.edit(ctx, a, r, tracker.ProjectItem{ID: in.ID}, in)
}

// RemoveCompanyModerator removes a link; one that is not there is gone already.
func (a *App) RemoveCompanyModerator(ctx context.Context, r Request, id string) error {
	return companyModeration.remove(ctx, a, r, tracker.ProjectItem{ID: id})
}

// AddProjectModerator links a user to a project. Someone who is there already
// stays as they are, and created is false.
func (a *App) AddProjectModerator(ctx context.Context, r Request, in tracker.CompanyModeratorInput) (link tracker.ProjectModerator, created bool, err error) {
	return projectModeration.add(ctx, a, r, in)
}

// EditProjectModerator changes role and details of a link.
func (a *App) EditProjectModerator(ctx context.Context, r Request, in tracker.ProjectModeratorEdit) (tracker.ProjectModerator, error) {
	return projectModeration.edit(ctx, a, r, in.Item(), in.CompanyModeratorEdit)
}

// RemoveProjectModerator removes a link; one that is not there is gone already.
func (a *App) RemoveProjectModerator(ctx context.Context, r Request, item tracker.ProjectItem) error {
	return projectModeration.remove(ctx, a, r, item)
}

func (o moderation[T]) add(ctx context.Context, a *App, r Request, in tracker.CompanyModeratorInput) (link T, created bool, err error) {
	invalid := tracker.Validate(&in)
	if invalid != nil {
		in.UserEmail = "" // rights come first, and it may be anything
	}
	err = a.mutate(ctx, r, "create", func(m *mutation) (change, error) {
		created = false
		found, err := m.LinkTo(ctx, o.links, in.ID, in.UserEmail, r.UserID)
		if err != nil {
			return unchanged, err
		}
		access := m.access(found.Roles)
		if err := access.Require(tracker.ManageModerators); err != nil {
			return unchanged, err
		}
		switch {
		case invalid != nil:
			return unchanged, invalid
		case found.UserID == "":
			return unchanged, tracker.ErrUnknownUser
		case found.ID != "":
			link = o.shown(found.Link)
			return unchanged, nil
		}
		if err := requireAssign(access, in.Role.Value); err != nil {
			return unchanged, err
		}
		if found.Full {
			return unchanged, tracker.TooManyModerators(o.parent)
		}
		added := found.Link
		added.ID, added.Role, added.Details, added.CreatedAt, added.Version = newID(), in.Role.Value, in.Details.Pointer(), m.now, 1
		link, created = o.shown(added), true
		return change{entity: o.entity, id: added.ID, after: link}, m.InsertLinks(ctx, o.links, r.UserID, added)
	})
	return link, created, err
}

func requireAssign(access tracker.Access, role tracker.Role) error {
	if access.MayAssign(role) {
		return nil
	}
	return tracker.ErrOwners
}

// find reads a link if the caller may manage it. That of a company names no project.
func (o moderation[T]) find(ctx context.Context, m *mutation, item tracker.ProjectItem) (store.Link, tracker.Access, error) {
	found, err := m.Link(ctx, o.links, item.ID, m.caller.UserID)
	access := m.access(found.Roles)
	if err == nil {
		err = access.Require(tracker.ManageModerators)
	}
	if err == nil {
		err = requireAssign(access, found.Role)
	}
	if err == nil && !item.IsIn(found.ParentID) {
		err = elsewhere()
	}
	return found.Link, access, err
}

func (o moderation[T]) edit(ctx context.Context, a *App, r Request, item tracker.ProjectItem, in tracker.CompanyModeratorEdit) (link T, err error) {
	invalid := tracker.Validate(&in)
	err = a.mutate(ctx, r, "edit", func(m *mutation) (change, error) {
		stored, access, err := o.find(ctx, m, item)
		if err != nil {
			return unchanged, err
		}
		if invalid != nil {
			return unchanged, invalid
		}
		if err := requireAssign(access, in.Role.Value); err != nil {
			return unchanged, err
		}
		before := o.shown(stored)
		if err := m.checkVersion(ctx, in.Version, stored.Version, o.entity, in.ID, before); err != nil {
			return unchanged, err
		}
		stored.Role = in.Role.Value
		in.Details.Apply(&stored.Details)
		if link = o.shown(stored); same(before, link) {
			return unchanged, nil
		}
		stored.Version, err = m.UpdateLink(ctx, o.links, stored, r.UserID, m.now)
		link = o.shown(stored)
		return change{entity: o.entity, id: in.ID, before: before, after: link}, err
	})
	return link, err
}

func (o moderation[T]) remove(ctx context.Context, a *App, r Request, item tracker.ProjectItem) error {
	return a.mutate(ctx, r, "remove", func(m *mutation) (change, error) {
		link, _, err := o.find(ctx, m, item)
		if errors.Is(err, tracker.ErrNotFound) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		return change{entity: o.entity, id: item.ID, before: o.shown(link)}, m.DeleteLink(ctx, o.links, item.ID)
	})
}
