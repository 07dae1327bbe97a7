package store

import (
	"time"

	"btracker/internal/tracker"
)

// Which companies and projects somebody sees.

// Visible selects the items of a list: all of them, or those that one user moderates
// in one of the roles.
type Visible struct {
	All    bool
	UserID string
	Roles  []tracker.Role
	Within Narrowing

	// For figures: when they hold, and which roles show cost.
	Now       time.Time
	CostRoles []tracker.Role
	// OwnerRoles are the roles of those whom figures name.
	OwnerRoles []tracker.Role
	// CatalogueRoles are the roles with which people read the catalogues.
	CatalogueRoles []tracker.Role
}

func (v Visible) companyLinks(f *filter) string { return v.Within.companyLinks(f, v.UserID) }
func (v Visible) projectLinks(f *filter) string { return v.Within.projectLinks(f) }

// visibleCompanies narrows to companies that a user moderates.
func (f *filter) visibleCompanies(v Visible) {
	if !v.All {
		f.and("company.id IN (SELECT m.company_id FROM " + v.companyLinks(f) + " m WHERE m.user_id = " + f.arg(v.UserID) + " AND " + f.in("m.role", v.Roles) + ")")
	}
}

// visibleProjects narrows to projects that a user moderates, directly or through the company.
func (f *filter) visibleProjects(v Visible) {
	if v.All {
		return
	}
	link := "m.user_id = " + f.arg(v.UserID) + " AND " + f.in("m.role", v.Roles)
	// One list of ids: with an OR of two, PostgreSQL looks at every project.
	f.and("project.id IN (SELECT p.id FROM " + v.companyLinks(f) + " m JOIN project p ON p.company_id = m.company_id WHERE " + link +
		" UNION ALL SELECT m.project_id FROM " + v.projectLinks(f) + " m WHERE " + link + ")")
}

// moderated begins a statement with the live projects that a moderator sees, and with
// whether one of the cost roles shows their cost. The items of the projects are joined by
// CROSS JOIN, so that SQLite begins with these few projects and not with a million
// subscriptions.
func (f *filter) moderated(v Visible, costRoles []tracker.Role) string {
	cost := "CASE WHEN " + f.in("m.role", costRoles) + " THEN 1 ELSE 0 END AS cost"
	seen := "m.user_id = " + f.arg(v.UserID) + " AND " + f.in("m.role", v.Roles) + " AND p.live"
	return `
	WITH visible AS (
		SELECT id, MAX(cost) AS cost FROM (
			SELECT p.id, ` + cost + ` FROM ` + v.companyLinks(f) + ` m JOIN project p ON p.company_id = m.company_id WHERE ` + seen + `
			UNION ALL
			SELECT p.id, ` + cost + ` FROM ` + v.projectLinks(f) + ` m JOIN project p ON p.id = m.project_id WHERE ` + seen + `
		) AS links GROUP BY id)`
}

// Narrowing bounds what a person reaches to one company and its projects, for a key.
type Narrowing struct {
	CompanyID string        // "" does not narrow
	As        *tracker.Role // on everything in the company, for a key of an administrator; nil is for what the person has a role on
}

// All reports whether everything in the company is in reach.
func (n Narrowing) All() bool { return n.As != nil }

// companyLinks stands in a statement for the table of a person's roles on companies.
func (n Narrowing) companyLinks(f *filter, userID string) string {
	switch {
	case n.CompanyID == "":
		return "company_moderator"
	case n.All(): // as if the person had the role
		return "(SELECT CAST(" + f.arg(userID) + " AS TEXT) AS user_id, o.id AS company_id, CAST(" + f.arg(*n.As) +
			" AS INTEGER) AS role FROM company o WHERE o.id = " + f.arg(n.CompanyID) + ")"
	}
	return "(SELECT o.user_id, o.company_id, o.role FROM company_moderator o WHERE o.company_id = " + f.arg(n.CompanyID) + ")"
}

// projectLinks stands in a statement for the table of a person's roles on projects.
func (n Narrowing) projectLinks(f *filter) string {
	if n.CompanyID == "" {
		return "project_moderator"
	}
	return "(SELECT o.user_id, o.project_id, o.role FROM project_moderator o JOIN project i ON i.id = o.project_id WHERE i.company_id = " + f.arg(n.CompanyID) + ")"
}
