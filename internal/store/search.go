package store

import (
	"context"

	"btracker/internal/tracker"
)

// These are the searches of the command palette. Each finds the first few by name, in one statement.

func scanHit(r rows) (h tracker.SearchHit, err error) {
	return h, r.Scan(&h.Kind, &h.ID, &h.Name, &h.ParentName, &h.IsDisabled)
}

// FindCompanies finds companies that a user may see.
func (q Queries) FindCompanies(ctx context.Context, v Visible, term string, limit int) ([]tracker.SearchHit, error) {
	f := companyFilter(q.dialect, v, tracker.ListQuery{Search: term})
	return many(ctx, q, scanHit, "SELECT 'company', company.id, company.name, NULL, FALSE FROM company"+f.where()+
		" ORDER BY company.name_key, company.rowno LIMIT "+f.arg(limit), f.args...)
}

// FindProjects finds projects that a user may see.
func (q Queries) FindProjects(ctx context.Context, v Visible, term string, limit int) ([]tracker.SearchHit, error) {
	f := projectFilter(q.dialect, v, ProjectQuery{ListQuery: tracker.ListQuery{Search: term}})
	return many(ctx, q, scanHit, "SELECT 'project', project.id, project.name, company.name, FALSE"+projectFrom+f.where()+
		" ORDER BY project.name_key, project.rowno LIMIT "+f.arg(limit), f.args...)
}

// FindItems finds items of both catalogues, up to limit of each.
func (q Queries) FindItems(ctx context.Context, _ Visible, term string, limit int) ([]tracker.SearchHit, error) {
	f := &filter{}
	f.and("catalogue_item.deleted_at IS NULL")
	f.find(q.dialect, "catalogue_item", term)
	most := f.arg(limit)
	few := func(kind tracker.CatalogueKind) string {
		return `SELECT * FROM (
			SELECT catalogue_item.kind, catalogue_item.id, catalogue_item.name, category.name AS category_name, FALSE AS disabled
			FROM catalogue_item JOIN category ON category.id = catalogue_item.category_id` +
			f.where() + ` AND catalogue_item.kind = '` + string(kind) + `'
			ORDER BY catalogue_item.name_key, catalogue_item.rowno LIMIT ` + most + `) AS ` + string(kind)
	}
	return many(ctx, q, scanHit, few(tracker.Products)+" UNION ALL "+few(tracker.Subscriptions), f.args...)
}

// FindUsers finds users, for administrators.
func (q Queries) FindUsers(ctx context.Context, _ Visible, term string, limit int) ([]tracker.SearchHit, error) {
	f := &filter{}
	f.find(q.dialect, "users", term)
	return many(ctx, q, scanHit, "SELECT 'user', users.email, users.display_name, NULL, users.disabled_at IS NOT NULL FROM users"+f.where()+
		" ORDER BY users.name_key, users.rowno LIMIT "+f.arg(limit), f.args...)
}
