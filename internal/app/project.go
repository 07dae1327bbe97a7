package app

import (
	"context"
	"errors"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const projectEntity = "project"

// projectAccess is what the caller is to a project: a company role holds in all
// its projects, a project role in that project alone.
func projectAccess(c Caller, p store.ProjectOf) tracker.Access {
	return tracker.Access{Admin: c.User.IsAdmin, Roles: p.Roles()}
}

// projectFor reads a project if the caller has the permission on it.
func projectFor(ctx context.Context, q store.Queries, c Caller, id string, p tracker.Permission) (tracker.Project, tracker.Access, error) {
	project, err := q.ProjectOf(ctx, id, c.User.ID)
	if err == nil && project.Gone {
		err = tracker.ErrNotFound
	}
	if err != nil {
		return tracker.Project{}, tracker.Access{}, err
	}
	access := projectAccess(c, project)
	return project.Project, access, access.Require(p)
}

// Projects lists the projects the caller may see, of one company where one is named.
func (a *App) Projects(ctx context.Context, c Caller, q tracker.ListQuery, companyID string) (tracker.Page[tracker.Project], error) {
	list, total, err := a.store.Projects(ctx, c.visible(), q, companyID)
	return tracker.NewPage(list, total, q), err
}

// EachProject streams what Projects would list, without pages.
func (a *App) EachProject(ctx context.Context, c Caller, q tracker.ListQuery, companyID string, use func(tracker.Project) error) error {
	return a.store.EachProject(ctx, c.visible(), q, companyID, use)
}

// Project reads one project with all that belongs to it.
func (a *App) Project(ctx context.Context, c Caller, id string) (d tracker.ProjectDetails, err error) {
	project, err := a.store.ProjectOf(ctx, id, c.User.ID)
	if err != nil {
		return d, err
	}
	access := projectAccess(c, project)
	if project.Gone || !access.May(tracker.See) {
		return d, tracker.ErrNotFound
	}
	d.Project = project.Project
	manages := access.May(tracker.EditCompany)
	d.Access = tracker.ProjectAccess{
		Edit: manages, Remove: manages, ManageModerators: access.May(tracker.ManageModerators), AssignableRoles: access.AssignableRoles(),
		Attach: access.May(tracker.AttachItems), EditSubscriptions: access.May(tracker.EditSubscriptions), SetProductStatus: access.May(tracker.SetProductStatus),
		SeeCost: access.May(tracker.SeeCost), SeeCompany: access.Admin || project.CompanyRole != nil,
	}
	if d.Moderators, err = a.store.ProjectModerators(ctx, id); err != nil {
		return d, err
	}
	if d.Products, err = a.store.ProjectProducts(ctx, id); err != nil {
		return d, err
	}
	for i := range d.Products {
		d.Products[i] = a.shownProduct(d.Products[i], access)
	}
	if d.Subscriptions, err = a.store.ProjectSubscriptions(ctx, id); err != nil {
		return d, err
	}
	for i := range d.Subscriptions {
		d.Subscriptions[i] = shownSubscription(d.Subscriptions[i], access)
	}
	return d, nil
}

// CreateProject adds a project to a company.
func (a *App) CreateProject(ctx context.Context, c Caller, in tracker.ProjectInput) (tracker.ProjectDetails, error) {
	invalid := tracker.Validate(&in)
	id, err := a.create(ctx, c, projectEntity, func(m *mutation, id string) (any, error) {
		if invalid != nil {
			return nil, invalid
		}
		company, _, err := a.companyFor(ctx, m.Queries, c, in.CompanyID, tracker.EditCompany)
		if err != nil {
			return nil, err
		}
		if company.IsRemoved {
			return nil, pendingRemoval("This company", company.Name)
		}
		project := tracker.Project{ID: id, CompanyID: company.ID, CompanyName: company.Name, Name: in.Name, CreatedAt: m.now, Version: 1}
		return project, m.InsertProject(ctx, store.NewProject{ID: id, CompanyID: company.ID, Name: in.Name, CreatedAt: m.now}, c.User.ID)
	})
	if err != nil {
		return tracker.ProjectDetails{}, err
	}
	return a.Project(ctx, c, id)
}

// EditProject changes a project's fields; it never moves to another company.
func (a *App) EditProject(ctx context.Context, c Caller, in tracker.ProjectEdit) (tracker.ProjectDetails, error) {
	invalid := tracker.Validate(&in)
	err := a.mutate(ctx, c, "edit", func(m *mutation) (change, error) {
		before, _, err := projectFor(ctx, m.Queries, c, in.ID, tracker.EditCompany)
		if err != nil {
			return unchanged, err
		}
		if invalid != nil {
			return unchanged, invalid
		}
		if err := m.checkVersion(ctx, in.Version, before.Version, projectEntity, in.ID, before); err != nil {
			return unchanged, err
		}
		after := before
		after.Name = in.Name
		after.Version, err = m.UpdateProject(ctx, after, c.User.ID, m.now)
		return change{entity: projectEntity, id: in.ID, before: before, after: after}, err
	})
	if err != nil {
		return tracker.ProjectDetails{}, err
	}
	return a.Project(ctx, c, in.ID)
}

// projectRemoval is open to those who may edit the company. What they may not
// see is as unknown to them as what is not there.
func projectRemoval(ctx context.Context, id string) removal {
	return removal{
		entity: projectEntity,
		rule:   store.ProjectRemoval,
		find: func(m *mutation) (string, error) {
			project, err := m.ProjectOf(ctx, id, m.caller.User.ID)
			if err == nil {
				err = projectAccess(m.caller, project).Require(tracker.EditCompany)
			}
			if errors.Is(err, tracker.ErrNotFound) {
				return "", nil
			}
			return id, err
		},
		marked: func(m *mutation, id string) error { return m.RefreshLive(ctx, id) },
	}
}

// RemoveProject removes a project; one with products or subscriptions is only marked.
func (a *App) RemoveProject(ctx context.Context, c Caller, id string) (tracker.RemovalResult, error) {
	return a.remove(ctx, c, projectRemoval(ctx, id))
}

// RestoreProject clears the removal mark, or brings a removed project back.
func (a *App) RestoreProject(ctx context.Context, c Caller, id string) (tracker.RestoreResult, error) {
	return a.restore(ctx, c, projectRemoval(ctx, id))
}

// ProjectDependants lists what keeps a project from being removed.
func (a *App) ProjectDependants(ctx context.Context, c Caller, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	project, _, err := projectFor(ctx, a.store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := a.store.ProjectUses(ctx, project, q.PageSize, q.Offset())
	return tracker.Dependants{Total: total, Data: list}, err
}
