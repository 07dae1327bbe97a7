package store

import (
	"context"

	"btracker/internal/tracker"
)

// Grant is a right of a user on a company or project. Without an entity it holds everywhere.
type Grant struct {
	tracker.AccessEntry // without Permissions
	Disabled            bool
}

const (
	grantColumns      = ` u.email, u.display_name, u.disabled_at IS NOT NULL, `
	grantUser         = ` JOIN users u ON u.id = m.user_id `
	companyRole       = `m.role, CASE WHEN m.group_name IS NULL THEN 'company' ELSE 'group' END, m.group_name, `
	companyGrant      = companyRole + `'company', c.id, c.name, CAST(NULL AS TEXT), CAST(NULL AS TEXT)`
	projectGrant      = `m.role, 'project', CAST(NULL AS TEXT), 'project', p.id, p.name, c.id, c.name`
	inheritedGrant    = companyRole + `'project', p.id, p.name, c.id, c.name`
	administratorRole = `CAST(NULL AS INTEGER), CASE WHEN u.admin_group IS NULL THEN 'administrator' ELSE 'group' END, u.admin_group, `
)

func scanGrant(r rows) (g Grant, err error) {
	var rank int
	var key, id string
	return g, r.Scan(&g.Email, &g.DisplayName, &g.Disabled, &g.Role, &g.From, &g.Group, &g.Entity, &g.ID, &g.Name, &g.CompanyID, &g.CompanyName, &rank, &key, &id)
}

// grants lists a page of the grants that some statements select, by the rank, name and id that end their columns.
func (q Queries) grants(ctx context.Context, lq tracker.ListQuery, selects string, args ...any) ([]Grant, int, error) {
	total, err := one(ctx, q, scanOne[int], "SELECT count(*) FROM ("+selects+") AS g", args...)
	if err != nil {
		return nil, 0, err
	}
	f := &filter{args: args}
	window := f.window(q.dialect, lq.Window())
	list, err := many(ctx, q, scanGrant, selects+" ORDER BY 12, 13, 14, 5"+window, f.args...)
	return list, total, err
}

// CompanyGrants lists who has a right on a company: its moderators, then the enabled administrators, by name.
func (q Queries) CompanyGrants(ctx context.Context, lq tracker.ListQuery, companyID string) ([]Grant, int, error) {
	return q.grants(ctx, lq, `SELECT`+grantColumns+companyGrant+`, 1, u.name_key, u.id
			FROM company_moderator m JOIN company c ON c.id = m.company_id`+grantUser+`WHERE c.id = $1
		UNION ALL SELECT`+grantColumns+administratorRole+`'company', c.id, c.name, CAST(NULL AS TEXT), CAST(NULL AS TEXT), 2, u.name_key, u.id
			FROM users u CROSS JOIN company c WHERE u.is_admin AND u.disabled_at IS NULL AND c.id = $1`, companyID)
}

// ProjectGrants lists who has a right on a project: its moderators, those of its company, then the enabled
// administrators, by name.
func (q Queries) ProjectGrants(ctx context.Context, lq tracker.ListQuery, projectID string) ([]Grant, int, error) {
	return q.grants(ctx, lq, `SELECT`+grantColumns+projectGrant+`, 0, u.name_key, u.id
			FROM project_moderator m JOIN project p ON p.id = m.project_id JOIN company c ON c.id = p.company_id`+grantUser+`WHERE p.id = $1
		UNION ALL SELECT`+grantColumns+inheritedGrant+`, 1, u.name_key, u.id
			FROM project p JOIN company c ON c.id = p.company_id JOIN company_moderator m ON m.company_id = c.id`+grantUser+`WHERE p.id = $1
		UNION ALL SELECT`+grantColumns+administratorRole+`'project', p.id, p.name, c.id, c.name, 2, u.name_key, u.id
			FROM users u CROSS JOIN project p JOIN company c ON c.id = p.company_id WHERE u.is_admin AND u.disabled_at IS NULL AND p.id = $1`, projectID)
}

// UserGrants lists what a user has a right on: everything, companies, projects by a role of their own, and projects by
// a role on their company, by name. It leaves out tombstones, whose links stay in case they are restored.
func (q Queries) UserGrants(ctx context.Context, lq tracker.ListQuery, userID string) ([]Grant, int, error) {
	return q.grants(ctx, lq, `SELECT`+grantColumns+administratorRole+`CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(NULL AS TEXT), CAST(NULL AS TEXT),
		0, u.name_key, u.id
			FROM users u WHERE u.is_admin AND u.id = $1
		UNION ALL SELECT`+grantColumns+companyGrant+`, 1, c.name_key, c.id
			FROM company_moderator m JOIN company c ON c.id = m.company_id AND c.deleted_at IS NULL`+grantUser+`WHERE m.user_id = $1
		UNION ALL SELECT`+grantColumns+projectGrant+`, 2, p.name_key, p.id
			FROM project_moderator m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL JOIN company c ON c.id = p.company_id`+grantUser+`WHERE m.user_id = $1
		UNION ALL SELECT`+grantColumns+inheritedGrant+`, 3, p.name_key, p.id
			FROM company_moderator m JOIN company c ON c.id = m.company_id JOIN project p ON p.company_id = c.id AND p.deleted_at IS NULL`+grantUser+`WHERE m.user_id = $1`, userID)
}
