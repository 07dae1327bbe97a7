package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

var projectColumns = `
		project.id,
		project.company_id,
		company.name,
		project.name,
		project.removed_at,
		project.created_at,
		project.version` + ownColumn("'project'", "project.id")

const projectFrom = `
	FROM project
	JOIN company ON company.id = project.company_id`

var projectSelect = "SELECT" + projectColumns + projectFrom

func scanProject(r rows) (p tracker.Project, err error) { return p, scanProjectInto(r, &p) }

// scanProjectInto scans the columns of a project, and the columns after it.
func scanProjectInto(r rows, p *tracker.Project, behind ...any) error {
	var removedAt *int64
	var createdAt int64
	var own *string
	err := r.Scan(append([]any{&p.ID, &p.CompanyID, &p.CompanyName, &p.Name, &removedAt, &createdAt, &p.Version, &own}, behind...)...)
	p.Own, err = readOwn(own, err)
	p.RemovedAt, p.IsRemoved, p.CreatedAt = instantOrNil(removedAt), removedAt != nil, instant(createdAt)
	return err
}

var projectList = list[tracker.Project]{
	listOrder: listOrder{table: "project", sorts: map[string]string{"name": "name_key", "createdAt": "created_at"}, fallback: "name"},
	selects:   projectSelect,
	scan:      scanProject,
}

// ProjectQuery asks for projects.
type ProjectQuery struct {
	tracker.ListQuery
	CompanyID     string
	ProductStatus *tracker.ProductStatus
	Due           *tracker.Due // of one of its subscriptions
	// HasResponsible is whether somebody answers for it: its own Owners and Managers, or those of its company.
	HasResponsible *bool
	Figures        tracker.FigureFilter
	own            []ownFilter
}

// all reports whether the list has no filters but those of every list.
func (q ProjectQuery) all() bool {
	return q.narrowsByOwnAlone() && len(q.Own) == 0
}

func (q ProjectQuery) narrowsByOwnAlone() bool {
	return q.CompanyID == "" && q.ProductStatus == nil && q.Due == nil && q.HasResponsible == nil && q.Figures.Open()
}

func projectFilter(d dialect, v Visible, q ProjectQuery) *filter {
	f := &filter{}
	f.and("project.deleted_at IS NULL")
	if v.All && q.all() {
		f.kept = tallyProjects
	}
	if q.CompanyID != "" {
		f.and("project.company_id = " + f.arg(q.CompanyID))
	}
	if q.ProductStatus != nil {
		f.and("EXISTS (SELECT 1 FROM project_product a WHERE a.project_id = project.id AND a.deleted_at IS NULL AND a.live AND a.status = " +
			f.arg(q.ProductStatus.Number()) + ")")
	}
	if q.Due != nil {
		f.and("project.id IN (SELECT a.project_id FROM project_subscription a WHERE " + f.due("a", *q.Due) + ")")
	}
	if q.HasResponsible != nil {
		f.and("project.has_responsible = " + map[bool]string{true: "TRUE", false: "FALSE"}[*q.HasResponsible])
	}
	projectFigures.narrow(f, v, q.Figures)
	f.own("project.id", func() string { return projectFigures.seesCost(f, v) }, q.own)
	f.visibleProjects(v)
	if q.Removed == tracker.RemovedExclude {
		f.and("project.live") // nor is its company marked
		if f.kept = ""; v.All && q.all() && q.Search == "" {
			f.total = "SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM tally WHERE name = '" + tallyLiveProjects + "'"
		}
	} else {
		f.removed("project", q.Removed)
	}
	if v.All && q.narrowsByOwnAlone() && q.Search == "" {
		f.onlyOwn(tallyProjects, q.Removed)
	}
	f.find(d, "project", q.Search)
	return f
}

// Projects lists a page of projects, and the number of all of them.
func (q Queries) Projects(ctx context.Context, v Visible, pq ProjectQuery) (list []tracker.Project, total int, err error) {
	if pq.own, err = q.ownFilters(ctx, pq.Own); err != nil {
		return nil, 0, err
	}
	f := projectFilter(q.dialect, v, pq)
	if pq.SortsByFigure() {
		return byFigure(ctx, q, projectList, projectFigures, f, v, pq.ListQuery, projectID)
	}
	if pq.SortsByOwn() {
		return byOwn(ctx, q, projectList, f, pq.ListQuery, projectFigures.seesCostOf(v), projectID)
	}
	return projectList.page(ctx, q, f, pq.ListQuery)
}

// EachProject passes on every project of a list, without pages.
func (q Queries) EachProject(ctx context.Context, v Visible, pq ProjectQuery, use func(tracker.Project) error) (err error) {
	if pq.own, err = q.ownFilters(ctx, pq.Own); err != nil {
		return ignoreUnstorable(err)
	}
	f := projectFilter(q.dialect, v, pq)
	switch {
	case pq.SortsByOwn() && !pq.SortsByFigure():
		return eachByOwn(ctx, q, projectList, f, pq.ListQuery, projectFigures.seesCostOf(v), projectID, use)
	case pq.SortsByFigure() || !pq.Figures.Open():
		return eachByFigure(ctx, q, projectList, projectFigures, f, v, pq.ListQuery, projectID, use)
	}
	return projectList.each(ctx, q, f, pq.ListQuery, use)
}

func projectID(p tracker.Project) string { return p.ID }

// ProjectForUser is a project with the roles a user holds on it: through its company,
// and directly. A tombstone is one too: restoring it takes a role.
type ProjectForUser struct {
	tracker.Project
	Gone                    bool
	Live                    bool // neither it nor its company is removed
	CompanyRole, DirectRole *tracker.Role
}

// Roles lists the roles of the user, none to two.
func (p ProjectForUser) Roles() []tracker.Role { return held(p.CompanyRole, p.DirectRole) }

// CompanyRoles lists the role that holds on the company too, if there is one.
func (p ProjectForUser) CompanyRoles() []tracker.Role { return held(p.CompanyRole) }

func held(roles ...*tracker.Role) (held []tracker.Role) {
	for _, role := range roles {
		if role != nil {
			held = append(held, *role)
		}
	}
	return held
}

var projectForUserColumns = projectColumns + `,
		project.deleted_at IS NOT NULL,
		project.live,
		through.role,
		direct.role`

// projectForUserRoles joins the roles of the user $1.
const projectForUserRoles = `
	LEFT JOIN company_moderator through ON through.company_id = project.company_id AND through.user_id = $1
	LEFT JOIN project_moderator direct ON direct.project_id = project.id AND direct.user_id = $1`

// scanProjectForUser is scanProjectInto for the columns of a project and its roles.
func scanProjectForUser(r rows, p *ProjectForUser, behind ...any) error {
	return scanProjectInto(r, &p.Project, append([]any{&p.Gone, &p.Live, &p.CompanyRole, &p.DirectRole}, behind...)...)
}

// ProjectForUser reads a project, tombstone or not, with the roles of a user.
func (q Queries) ProjectForUser(ctx context.Context, id, userID string) (ProjectForUser, error) {
	return one(ctx, q, func(r rows) (p ProjectForUser, err error) { return p, scanProjectForUser(r, &p) },
		"SELECT"+projectForUserColumns+projectFrom+projectForUserRoles+` WHERE project.id = $2`, userID, id)
}

// AttachTarget is a project with an item that is to be attached to it.
type AttachTarget struct {
	ProjectForUser
	Items int                   // the number of items of that kind in the project
	Item  tracker.CatalogueItem // without an id if the catalogue does not have it
}

// AttachTarget reads, for a user, a project and an item of a catalogue.
func (q Queries) AttachTarget(ctx context.Context, kind tracker.CatalogueKind, projectID, itemID, userID string) (AttachTarget, error) {
	return one(ctx, q, func(r rows) (target AttachTarget, err error) {
		i := &target.Item
		var removedAt *int64
		err = scanProjectForUser(r, &target.ProjectForUser, &target.Items, &i.ID, &i.Name, &i.CategoryName, &i.Cost, &i.NoticeDays, &i.PhotoHash, &removedAt)
		i.RemovedAt = instantOrNil(removedAt)
		return target, err
	}, "SELECT"+projectForUserColumns+`,
			(SELECT count(*) FROM project_`+string(kind)+` a WHERE a.project_id = project.id AND a.deleted_at IS NULL),
			COALESCE(i.id, ''), COALESCE(i.name, ''), COALESCE(category.name, ''), i.cost, i.notice_days, i.photo_hash, i.removed_at`+projectFrom+projectForUserRoles+`
		LEFT JOIN catalogue_item i ON i.id = $2 AND i.kind = $3 AND i.deleted_at IS NULL
		LEFT JOIN category ON category.id = i.category_id
		WHERE project.id = $4`, userID, itemID, kind, projectID)
}

// InsertProject adds a project to a company that is not removed.
func (tx *Tx) InsertProject(ctx context.Context, p tracker.Project, by string) error {
	added := projectShare(p)
	added.tallies[tallyLiveProjects] = 1
	tx.replaceShare(share{}, added)
	if err := tx.LoadProjects(ctx, []LoadedProject{{Project: p, Live: true}}, by); err != nil {
		return err
	}
	return tx.writeOwn(ctx, tracker.EntityProject, p.ID, nil, p.Own)
}

// LoadedProject is a project. It is live if neither it nor its company is marked removed.
type LoadedProject struct {
	tracker.Project
	Live bool
}

// LoadProjects adds projects without their totals.
func (tx *Tx) LoadProjects(ctx context.Context, projects []LoadedProject, by string) error {
	rows := make([][]any, len(projects))
	for i, p := range projects {
		rows[i] = []any{p.ID, p.CompanyID, p.Name, searchKey(p.Name), searchText(&p.Name), p.Live, millis(p.CreatedAt), millisOrNil(p.RemovedAt), millis(p.CreatedAt), by}
	}
	return tx.load(ctx, "project", `id, company_id, name, name_key, search_text, live, created_at, removed_at, updated_at, updated_by`, rows)
}

// projectShare leaves out whether the project is live, which follows from its company too.
func projectShare(p tracker.Project) share { return listShare(tallyProjects, p.Name, p.IsRemoved) }

// UpdateProject writes every editable field.
func (tx *Tx) UpdateProject(ctx context.Context, before, p tracker.Project, by string, at time.Time) error {
	tx.replaceShare(projectShare(before), projectShare(p))
	if err := tx.writeOwn(ctx, tracker.EntityProject, p.ID, before.Own, p.Own); err != nil {
		return err
	}
	return tx.edit(ctx, `
		UPDATE project SET
			name = $2,
			name_key = $3,
			search_text = $4,
			version = version + 1,
			updated_at = $5,
			updated_by = $6
		WHERE id = $1 AND deleted_at IS NULL`, p.ID, p.Name, searchKey(p.Name), searchText(&p.Name), millis(at), by)
}

// ProjectUses lists the items that keep a project from being removed.
func (q Queries) ProjectUses(ctx context.Context, p tracker.Project, limit, offset int) ([]tracker.Dependant, int, error) {
	const from = ` FROM (
		SELECT a.id, 'projectProduct' AS kind, a.product_id AS item_id FROM project_product a WHERE a.project_id = $1 AND a.deleted_at IS NULL
		UNION ALL
		SELECT a.id, 'projectSubscription', a.subscription_id FROM project_subscription a WHERE a.project_id = $1 AND a.deleted_at IS NULL) AS uses`
	total, err := one(ctx, q, scanOne[int], "SELECT count(*)"+from, p.ID)
	if err != nil {
		return nil, 0, err
	}
	list, err := many(ctx, q, func(r rows) (tracker.Dependant, error) {
		d := tracker.Dependant{ParentID: &p.ID, ParentName: &p.Name}
		return d, r.Scan(&d.ID, &d.Kind, &d.Name)
	}, "SELECT uses.id, uses.kind, i.name"+from+" JOIN catalogue_item i ON i.id = uses.item_id ORDER BY i.name_key, uses.id LIMIT $2 OFFSET $3", p.ID, limit, offset)
	return list, total, err
}
