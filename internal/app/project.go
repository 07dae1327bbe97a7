package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// may checks a permission on a project that was just read; err is that read's
// error, and is passed on. A company role holds in all its projects, a project role
// in that project alone.
func (c Caller) may(project store.ProjectForUser, p tracker.Permission, err error) (tracker.Access, error) {
	if err == nil && project.Gone {
		err = tracker.ErrNotFound
	}
	if err != nil {
		return tracker.Access{}, err
	}
	access := c.access(project.CompanyID, project.Roles())
	return access, access.Require(p)
}

// projectOf reads a project, and the caller's roles, if they have the permission on it.
func projectOf(ctx context.Context, q store.Queries, c Caller, id string, p tracker.Permission) (store.ProjectForUser, tracker.Access, error) {
	project, err := q.ProjectForUser(ctx, id, c.User.ID)
	access, err := c.may(project, p, err)
	return project, access, err
}

// projectQuery puts the words of a filter into instants.
func (a *App) projectQuery(q tracker.ListQuery, f tracker.ProjectFilter) store.ProjectQuery {
	pq := store.ProjectQuery{ListQuery: q, CompanyID: f.CompanyID, ProductStatus: f.ProductStatus, HasResponsible: f.HasResponsible, Figures: f.FigureFilter}
	switch now := a.time(); {
	case f.EndingSoon:
		due := tracker.EndsSoon(now)
		pq.Due = &due
	case f.EndingWeek != nil:
		due := tracker.EndsBetween(*f.EndingWeek, f.EndingWeek.AddDate(0, 0, 7), now)
		pq.Due = &due
	}
	return pq
}

// Projects lists the projects the caller may see, with their figures if they are included.
func (a *App) Projects(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.ProjectFilter, figures bool) (page tracker.Page[tracker.Project], err error) {
	if err := a.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return page, err
	}
	visible := a.asOfNow(c.visible())
	list, total, err := a.store.Projects(ctx, visible, a.projectQuery(q, f))
	if figures && err == nil {
		err = a.includeProjectFigures(ctx, visible, list)
	}
	return tracker.NewPage(list, total, q), err
}

// ProjectTotals sums up the figures of all projects that Projects lists, of which there are count.
func (a *App) ProjectTotals(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.ProjectFilter, count int) (tracker.FigureTotals, error) {
	return a.figureTotals(ctx, c, count, func() (tracker.FigureTotals, error) {
		return a.store.ProjectTotals(ctx, a.asOfNow(c.visible()), a.projectQuery(q, f))
	})
}

func (a *App) includeProjectFigures(ctx context.Context, v store.Visible, list []tracker.Project) error {
	return include(ctx, v, len(list), a.store.ProjectFigures, func(i int) (string, **tracker.Figures) { return list[i].ID, &list[i].Figures })
}

// EachProject streams what Projects would list, without pages.
func (a *App) EachProject(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.ProjectFilter, figures bool, use func(tracker.Project) error) error {
	if err := a.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return err
	}
	visible := a.asOfNow(c.visible())
	each := func(use func(tracker.Project) error) error {
		return a.store.EachProject(ctx, visible, a.projectQuery(q, f), use)
	}
	if figures {
		each = inPieces(ctx, each, func(ctx context.Context, piece []tracker.Project) error {
			return a.includeProjectFigures(ctx, visible, piece)
		})
	}
	return export(ctx, a, c, each, use)
}

// Project reads one project with all that belongs to it.
func (a *App) Project(ctx context.Context, c Caller, id string) (d tracker.ProjectDetails, err error) {
	project, access, err := projectOf(ctx, a.store.Queries, c, id, tracker.See)
	if err != nil {
		return d, err
	}
	return a.projectDetails(ctx, project, access)
}

// newProjectDetails is a project that nothing belongs to yet.
func newProjectDetails(project store.ProjectForUser, access tracker.Access) tracker.ProjectDetails {
	manages := access.May(tracker.EditCompany)
	return tracker.ProjectDetails{
		Project: project.Project, IsLive: project.Live,
		Access: tracker.ProjectAccess{
			Edit: manages, Remove: manages, ManageModerators: access.May(tracker.ManageModerators), AssignableRoles: access.AssignableRoles(),
			Attach: access.May(tracker.AttachItems), EditSubscriptions: access.May(tracker.EditSubscriptions), SetProductStatus: access.May(tracker.SetProductStatus),
			SeeCost: access.May(tracker.SeeCost), SeeCompany: tracker.Access{Admin: access.Admin, Roles: project.CompanyRoles()}.May(tracker.See),
		},
		Moderators: []tracker.ProjectModerator{}, Products: []tracker.ProjectProduct{}, Subscriptions: []tracker.ProjectSubscription{},
	}
}

// projectDetails adds to a project its moderators, products and subscriptions.
func (a *App) projectDetails(ctx context.Context, project store.ProjectForUser, access tracker.Access) (d tracker.ProjectDetails, err error) {
	d = newProjectDetails(project, access)
	if d.Moderators, err = projectModeration.list(ctx, a.store.Queries, project.ID); err != nil {
		return d, err
	}
	if d.InheritedModerators, err = a.inheritedModerators(ctx, project.CompanyID); err != nil {
		return d, err
	}
	if d.Products, err = a.store.ProjectProducts(ctx, project.ID); err != nil {
		return d, err
	}
	if d.Subscriptions, err = a.store.ProjectSubscriptions(ctx, project.ID); err != nil {
		return d, err
	}
	for i := range d.Products {
		d.Products[i] = a.shownProduct(d.Products[i], access)
	}
	for i := range d.Subscriptions {
		d.Subscriptions[i] = shownSubscription(d.Subscriptions[i], access)
	}
	return d, nil
}

// CreateProject adds a project to a company.
func (a *App) CreateProject(ctx context.Context, c Caller, in tracker.ProjectInput) (saved Saved[tracker.ProjectDetails], err error) {
	saved, err = create(ctx, a, c, tracker.EntityProject, anyone, tracker.Validate(&in), func(m *mutation, id string) (d tracker.ProjectDetails, ch change, err error) {
		project, access, ch, err := m.newProject(ctx, id, in)
		if err != nil {
			return d, unchanged, err
		}
		d = newProjectDetails(store.ProjectForUser{Project: project, Live: true}, access)
		d.Access.SeeCompany = true // else they could not have added to it
		return d, ch, nil
	}, func(id string) (tracker.ProjectDetails, error) { return a.Project(ctx, c, id) })
	if err != nil || saved.Seq == 0 {
		return saved, err
	}
	saved.Entity.InheritedModerators, err = a.inheritedModerators(ctx, in.CompanyID)
	return saved, afterCommit(err)
}

// newProject decides to add a project to a company.
func (m *mutation) newProject(ctx context.Context, id string, in tracker.ProjectInput) (tracker.Project, tracker.Access, change, error) {
	company, access, err := m.companyOf(ctx, in.CompanyID, tracker.EditCompany)
	if err == nil && company.IsRemoved {
		err = tracker.PendingRemove("company", company.Name)
	}
	if err != nil {
		return tracker.Project{}, access, unchanged, err
	}
	project := tracker.Project{ID: id, CompanyID: company.ID, CompanyName: company.Name, CreatedAt: m.now, Version: 1}
	in.Apply(&project)
	m.write(func(tx *store.Tx) error { return tx.InsertProject(ctx, project, m.caller.User.ID) })
	return project, access, change{entity: tracker.EntityProject, id: id, name: project.Name, companyID: company.ID, projectID: id, after: project}, nil
}

// EditProject changes a project's fields; it never moves to another company.
func (a *App) EditProject(ctx context.Context, c Caller, in tracker.ProjectEdit) (saved Saved[tracker.ProjectDetails], err error) {
	edit := apply(tracker.Validate(&in), in.Apply)
	edited, err := save(ctx, a, c, "edit", func(m *mutation) (accessibleProject, change, error) {
		return m.editProject(ctx, in.ID, in.Version, edit)
	})
	if err != nil {
		return saved, err
	}
	saved.Seq = edited.Seq
	saved.Entity, err = a.projectDetails(ctx, edited.Entity.ProjectForUser, edited.Entity.access)
	return saved, afterCommit(err)
}

// accessibleProject is a project, and what the caller may do with it.
type accessibleProject struct {
	store.ProjectForUser
	access tracker.Access
}

// editProject decides an edit of a project, and returns the project as it is then.
func (m *mutation) editProject(ctx context.Context, id string, version tracker.Opt[int], edit func(m *mutation, p *tracker.Project) error) (edited accessibleProject, ch change, err error) {
	project, isLoaded := m.loaded.projects[id]
	access, err := m.caller.may(project, tracker.EditCompany, nil)
	if !isLoaded {
		project, access, err = projectOf(ctx, m.Queries, m.caller, id, tracker.EditCompany)
	}
	if err != nil {
		return edited, unchanged, err
	}
	before, after := project.Project, project.Project
	if err := edit(m, &after); err != nil {
		return edited, unchanged, err
	}
	edited = accessibleProject{project, access}
	if err := m.checkVersion(ctx, version, before.Version, tracker.EntityProject, id, before); err != nil || same(before, after) {
		return edited, unchanged, err
	}
	after.Version++
	m.write(func(tx *store.Tx) error { return tx.UpdateProject(ctx, before, after, m.caller.User.ID, m.now) })
	edited.Project = after
	return edited, change{entity: tracker.EntityProject, id: id, name: after.Name, companyID: after.CompanyID, projectID: id, before: before, after: after}, nil
}

// removableProject is for those who may edit the company. What they may not see is as unknown to them as what is not there.
func (m *mutation) removableProject(ctx context.Context, _ *kind, id string) (store.Removable, error) {
	state, roles, err := m.RemovableProject(ctx, id, m.caller.User.ID)
	if err != nil {
		return state, err
	}
	return state, m.caller.access(orEmpty(state.CompanyID), roles).Require(tracker.EditCompany)
}

// RemoveProject removes a project; one with products or subscriptions is only marked.
func (a *App) RemoveProject(ctx context.Context, c Caller, id string) (Saved[tracker.RemovalResult], error) {
	return a.remove(ctx, c, kinds[tracker.EntityProject].removal(ctx, id))
}

// RestoreProject clears the removal mark, or brings a removed project back.
func (a *App) RestoreProject(ctx context.Context, c Caller, id string) (Saved[tracker.RestoreResult], error) {
	return a.restore(ctx, c, kinds[tracker.EntityProject].removal(ctx, id))
}

// ProjectDependants lists what keeps a project from being removed.
func (a *App) ProjectDependants(ctx context.Context, c Caller, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	project, _, err := projectOf(ctx, a.store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := a.store.ProjectUses(ctx, project.Project, q.PageSize, q.Offset())
	return tracker.Dependants{Total: total, Data: list}, err
}
