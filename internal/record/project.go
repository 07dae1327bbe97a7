package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// May checks a permission on a project that was just read; err is that read's
// error, and is passed on. A company role holds in all its projects, a project role
// in that project alone.
func May(c change.Caller, project store.ProjectForUser, p tracker.Permission, err error) (tracker.Access, error) {
	if err == nil && project.Gone {
		err = tracker.ErrNotFound
	}
	if err != nil {
		return tracker.Access{}, err
	}
	access := c.Access(project.CompanyID, project.Roles())
	return access, access.Require(p)
}

// ProjectOf reads a project, and the caller's roles, if they have the permission on it.
func ProjectOf(ctx context.Context, q store.Queries, c change.Caller, id string, p tracker.Permission) (store.ProjectForUser, tracker.Access, error) {
	project, err := q.ProjectForUser(ctx, id, c.User.ID)
	access, err := May(c, project, p, err)
	return project, access, err
}

// projectQuery puts the words of a filter into instants.
func (r *Records) projectQuery(q tracker.ListQuery, f tracker.ProjectFilter) store.ProjectQuery {
	pq := store.ProjectQuery{ListQuery: q, CompanyID: f.CompanyID, ProductStatus: f.ProductStatus, HasResponsible: f.HasResponsible, Figures: f.FigureFilter}
	switch now := r.Time(); {
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
func (r *Records) Projects(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.ProjectFilter, figures bool) (page tracker.Page[tracker.Project], err error) {
	if err := r.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return page, err
	}
	if err := r.ownQuery(ctx, c, tracker.EntityProject, &q); err != nil {
		return page, err
	}
	visible := r.asOfNow(c.Visible())
	list, total, err := r.Store.Projects(ctx, visible, r.projectQuery(q, f))
	if err == nil {
		err = r.hideOwnOfProjects(ctx, c, list)
	}
	if figures && err == nil {
		err = r.includeProjectFigures(ctx, visible, list)
	}
	return tracker.NewPage(list, total, q), err
}

// ProjectTotals sums up the figures of all projects that Projects lists, of which there are count.
func (r *Records) ProjectTotals(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.ProjectFilter, count int) (tracker.FigureTotals, error) {
	if err := r.ownQuery(ctx, c, tracker.EntityProject, &q); err != nil {
		return tracker.FigureTotals{}, err
	}
	return r.figureTotals(ctx, c, count, func() (tracker.FigureTotals, error) {
		return r.Store.ProjectTotals(ctx, r.asOfNow(c.Visible()), r.projectQuery(q, f))
	})
}

func (r *Records) includeProjectFigures(ctx context.Context, v store.Visible, list []tracker.Project) error {
	return include(ctx, v, len(list), r.Store.ProjectFigures, func(i int) (string, **tracker.Figures) { return list[i].ID, &list[i].Figures })
}

// EachProject streams what Projects would list, without pages.
func (r *Records) EachProject(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.ProjectFilter, figures bool, use func(tracker.Project) error) error {
	if err := r.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return err
	}
	if err := r.ownQuery(ctx, c, tracker.EntityProject, &q); err != nil {
		return err
	}
	visible := r.asOfNow(c.Visible())
	each := func(use func(tracker.Project) error) error {
		return r.Store.EachProject(ctx, visible, r.projectQuery(q, f), use)
	}
	if figures || !c.User.IsAdmin {
		each = change.InPieces(ctx, each, func(ctx context.Context, piece []tracker.Project) error {
			err := r.hideOwnOfProjects(ctx, c, piece)
			if figures && err == nil {
				err = r.includeProjectFigures(ctx, visible, piece)
			}
			return err
		})
	}
	return change.Export(ctx, r.Engine, c, each, use)
}

// Project reads one project with all that belongs to it.
func (r *Records) Project(ctx context.Context, c change.Caller, id string) (d tracker.ProjectDetails, err error) {
	project, access, err := ProjectOf(ctx, r.Store.Queries, c, id, tracker.See)
	if err != nil {
		return d, err
	}
	return r.projectDetails(ctx, project, access)
}

// newProjectDetails is a project that nothing belongs to yet.
func newProjectDetails(project store.ProjectForUser, access tracker.Access) tracker.ProjectDetails {
	manages := access.May(tracker.EditCompany)
	project.Own = project.Own.Seen(access)
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
func (r *Records) projectDetails(ctx context.Context, project store.ProjectForUser, access tracker.Access) (d tracker.ProjectDetails, err error) {
	d = newProjectDetails(project, access)
	if d.Moderators, err = ProjectModeration.list(ctx, r.Store.Queries, project.ID); err != nil {
		return d, err
	}
	if d.InheritedModerators, err = r.inheritedModerators(ctx, project.CompanyID); err != nil {
		return d, err
	}
	if d.Products, err = r.Store.ProjectProducts(ctx, project.ID); err != nil {
		return d, err
	}
	if d.Subscriptions, err = r.Store.ProjectSubscriptions(ctx, project.ID); err != nil {
		return d, err
	}
	for i := range d.Products {
		d.Products[i] = shownProduct(r.Engine, d.Products[i], access)
	}
	for i := range d.Subscriptions {
		d.Subscriptions[i] = shownSubscription(d.Subscriptions[i], access)
	}
	return d, nil
}

// CreateProject adds a project to a company.
func (r *Records) CreateProject(ctx context.Context, c change.Caller, in tracker.ProjectInput) (saved change.Saved[tracker.ProjectDetails], err error) {
	saved, err = change.Create(ctx, r.Engine, c, tracker.EntityProject, change.Anyone, tracker.Validate(&in),
		func(m *change.Mutation, id string) (d tracker.ProjectDetails, ch change.Change, err error) {
			project, access, ch, err := NewProject(ctx, m, id, in)
			if err != nil {
				return d, change.Unchanged, err
			}
			d = newProjectDetails(store.ProjectForUser{Project: project, Live: true}, access)
			d.Access.SeeCompany = true // else they could not have added to it
			return d, ch, nil
		}, func(id string) (tracker.ProjectDetails, error) { return r.Project(ctx, c, id) })
	if err != nil || saved.Seq == 0 {
		return saved, err
	}
	saved.Entity.InheritedModerators, err = r.inheritedModerators(ctx, in.CompanyID)
	return saved, change.AfterCommit(err)
}

// NewProject decides to add a project to a company.
func NewProject(ctx context.Context, m *change.Mutation, id string, in tracker.ProjectInput) (tracker.Project, tracker.Access, change.Change, error) {
	company, access, err := companyOf(ctx, m, in.CompanyID, tracker.EditCompany)
	if err == nil && company.IsRemoved {
		err = tracker.PendingRemove("company", company.Name)
	}
	if err != nil {
		return tracker.Project{}, access, change.Unchanged, err
	}
	project := tracker.Project{ID: id, CompanyID: company.ID, CompanyName: company.Name, CreatedAt: m.Now, Version: 1}
	in.Apply(&project)
	m.Access = access
	if err := SetOwn(ctx, m, tracker.EntityProject, &project.Own, in.Own, true); err != nil {
		return project, access, change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error { return tx.InsertProject(ctx, project, m.Caller.User.ID) })
	return project, access, change.Change{Entity: tracker.EntityProject, ID: id, Name: project.Name, CompanyID: company.ID, ProjectID: id, After: project}, nil
}

// EditProject changes a project's fields; it never moves to another company.
func (r *Records) EditProject(ctx context.Context, c change.Caller, in tracker.ProjectEdit) (saved change.Saved[tracker.ProjectDetails], err error) {
	edit := ApplyWithOwn(ctx, tracker.EntityProject, in.Own, tracker.Validate(&in), in.Apply, OwnOfProject)
	edited, err := change.Save(ctx, r.Engine, c, "edit", func(m *change.Mutation) (accessibleProject, change.Change, error) {
		return DecideProject(ctx, m, in.ID, in.Version, edit)
	})
	if err != nil {
		return saved, err
	}
	saved.Seq = edited.Seq
	saved.Entity, err = r.projectDetails(ctx, edited.Entity.ProjectForUser, edited.Entity.access)
	return saved, change.AfterCommit(err)
}

// accessibleProject is a project, and what the caller may do with it.
type accessibleProject struct {
	store.ProjectForUser
	access tracker.Access
}

// DecideProject decides an edit of a project, and returns the project as it is then.
func DecideProject(ctx context.Context, m *change.Mutation, id string, version tracker.Opt[int],
	edit func(m *change.Mutation, p *tracker.Project) error) (edited accessibleProject, ch change.Change, err error) {
	project, isLoaded := m.Loaded.Projects[id]
	access, err := May(m.Caller, project, tracker.EditCompany, nil)
	if !isLoaded {
		project, access, err = ProjectOf(ctx, m.Queries, m.Caller, id, tracker.EditCompany)
	}
	if err != nil {
		return edited, change.Unchanged, err
	}
	before, after := project.Project, project.Project
	m.Access = access
	if err := edit(m, &after); err != nil {
		return edited, change.Unchanged, err
	}
	edited = accessibleProject{project, access}
	if err := m.CheckVersion(ctx, version, before.Version, tracker.EntityProject, id, newProjectDetails(project, access).Project); err != nil || change.Same(before, after) {
		return edited, change.Unchanged, err
	}
	after.Version++
	m.Write(func(tx *store.Tx) error { return tx.UpdateProject(ctx, before, after, m.Caller.User.ID, m.Now) })
	edited.Project = after
	return edited, change.Change{Entity: tracker.EntityProject, ID: id, Name: after.Name, CompanyID: after.CompanyID, ProjectID: id, Before: before, After: after}, nil
}

// removableProject is for those who may edit the company. What they may not see is as unknown to them as what is not there.
func removableProject(ctx context.Context, m *change.Mutation, _ *change.Kind, id string) (store.Removable, error) {
	state, roles, err := m.RemovableProject(ctx, id, m.Caller.User.ID)
	if err != nil {
		return state, err
	}
	return state, m.Caller.Access(change.OrEmpty(state.CompanyID), roles).Require(tracker.EditCompany)
}

// RemoveProject removes a project; one with products or subscriptions is only marked.
func (r *Records) RemoveProject(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.RemovalResult], error) {
	return change.Remove(ctx, r.Engine, c, change.Kinds[tracker.EntityProject].Removal(ctx, id))
}

// RestoreProject clears the removal mark, or brings a removed project back.
func (r *Records) RestoreProject(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.RestoreResult], error) {
	return change.Restore(ctx, r.Engine, c, change.Kinds[tracker.EntityProject].Removal(ctx, id))
}

// ProjectDependants lists what keeps a project from being removed.
func (r *Records) ProjectDependants(ctx context.Context, c change.Caller, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	project, _, err := ProjectOf(ctx, r.Store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.Dependants{}, err
	}
	list, total, err := r.Store.ProjectUses(ctx, project.Project, q.PageSize, q.Offset())
	return tracker.Dependants{Total: total, Data: list}, err
}
