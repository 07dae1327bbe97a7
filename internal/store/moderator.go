package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Moderation is one of the two kinds of moderators' links: to companies and to
// projects. They share their columns.
type Moderation struct {
	table  string // of the links
	parent string // the table of the parents
	owner  string // the column of a parent that names its company
	byHand string // assignments of an edit: a role that it changes is not a group's any more
	roles  string // the columns of the roles that the user $1 has on a parent: through the company, and directly
}

// The two kinds of links.
var (
	CompanyModeration = Moderation{
		table:  "company_moderator",
		parent: "company",
		owner:  "company.id",
		byHand: `group_name = CASE WHEN role = $2 THEN group_name END, hand_role = CASE WHEN role = $2 THEN hand_role END,`,
		roles:  `(SELECT r.role FROM company_moderator r WHERE r.company_id = company.id AND r.user_id = $1), CAST(NULL AS INTEGER)`,
	}
	ProjectModeration = Moderation{
		table:  "project_moderator",
		parent: "project",
		owner:  "project.company_id",
		roles: `(SELECT r.role FROM company_moderator r WHERE r.company_id = project.company_id AND r.user_id = $1),
			(SELECT r.role FROM project_moderator r WHERE r.project_id = project.id AND r.user_id = $1)`,
	}
)

// key is the column of a link that names its parent.
func (m Moderation) key() string { return m.parent + "_id" }

// Link makes a user a moderator.
type Link struct {
	ID        string
	ParentID  string
	UserID    string
	Role      tracker.Role
	Details   *string
	CreatedAt time.Time
	Version   int
	User      tracker.ModeratorUser
}

// linkColumns are empty if there is no link, or no user; parentID is the column
// that names the parent.
func linkColumns(parentID string) string {
	return `COALESCE(m.id, ''), ` + parentID + `, COALESCE(u.id, ''), COALESCE(m.role, 0), m.details, COALESCE(m.created_at, 0), COALESCE(m.version, 0),
		COALESCE(u.email, ''), COALESCE(u.display_name, ''), u.phone_number, u.disabled_at IS NOT NULL`
}

func scanLink(r rows, l *Link, more ...any) error {
	var createdAt int64
	var disabled bool
	err := r.Scan(append([]any{&l.ID, &l.ParentID, &l.UserID, &l.Role, &l.Details, &createdAt, &l.Version,
		&l.User.Email, &l.User.DisplayName, &l.User.PhoneNumber, &disabled}, more...)...)
	l.CreatedAt, l.User.Status = instant(createdAt), userStatus(disabled)
	return err
}

// Moderators lists the moderators of a company or project, the eldest first. They are
// sorted here: SQLite would make a temporary table for the few there are, which takes
// a tenth of reading a company.
func (q Queries) Moderators(ctx context.Context, of Moderation, parentID string) ([]Link, error) {
	links, err := many(ctx, q, func(r rows) (l Link, err error) { return l, scanLink(r, &l) },
		"SELECT "+linkColumns("m."+of.key())+`
		FROM `+of.table+` m
		JOIN users u ON u.id = m.user_id
		WHERE m.`+of.key()+` = $1`, parentID)
	slices.SortFunc(links, func(a, b Link) int { return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), cmp.Compare(a.ID, b.ID)) })
	return links[:min(len(links), tracker.MaxModerators)], err
}

// LinkForUser is a link with the roles that a user, who asks for it, has on its parent.
type LinkForUser struct {
	Link
	CompanyID string // of the parent
	Parent    string // its name
	Roles     []tracker.Role
	Full      bool // the parent has the maximum of moderators
}

func scanLinkOf(r rows) (l LinkForUser, err error) {
	var company, direct *tracker.Role
	err = scanLink(r, &l.Link, &l.CompanyID, &l.Parent, &company, &direct, &l.Full)
	l.Roles = held(company, direct)
	return l, err
}

func (m Moderation) selects() string {
	return "SELECT " + linkColumns(m.parent+".id") + ", " + m.owner + ", " + m.parent + ".name, " + m.roles + ", (SELECT count(*) FROM " +
		m.table + " n WHERE n." + m.key() + " = " + m.parent + ".id) >= $2"
}

// Link reads one link for a user.
func (q Queries) Link(ctx context.Context, of Moderation, id, userID string) (LinkForUser, error) {
	return one(ctx, q, scanLinkOf, of.selects()+`
		FROM `+of.table+` m
		JOIN users u ON u.id = m.user_id
		JOIN `+of.parent+` ON `+of.parent+`.id = m.`+of.key()+` AND `+of.parent+`.deleted_at IS NULL
		WHERE m.id = $3`, userID, tracker.MaxModerators, id)
}

// LinkTo reads, for a user, the link of another user by address. Its UserID is "" if
// nobody has the address, and its ID is "" if there is no link.
func (q Queries) LinkTo(ctx context.Context, of Moderation, parentID, email, userID string) (LinkForUser, error) {
	return one(ctx, q, scanLinkOf, of.selects()+`
		FROM `+of.parent+`
		LEFT JOIN users u ON u.email = $3
		LEFT JOIN `+of.table+` m ON m.`+of.key()+` = `+of.parent+`.id AND m.user_id = u.id
		WHERE `+of.parent+`.id = $4 AND `+of.parent+`.deleted_at IS NULL`, userID, tracker.MaxModerators, email, parentID)
}

// RolesWithin lists the different roles of a user on all companies and projects within a narrowing. It
// leaves out tombstones, whose links stay in case they are restored.
func (q Queries) RolesWithin(ctx context.Context, userID string, n Narrowing) ([]tracker.Role, error) {
	f := &filter{}
	user := f.arg(userID)
	return many(ctx, q, scanOne[tracker.Role], `
		SELECT m.role FROM `+n.companyLinks(f, userID)+` m JOIN company c ON c.id = m.company_id AND c.deleted_at IS NULL WHERE m.user_id = `+user+`
		UNION
		SELECT m.role FROM `+n.projectLinks(f)+` m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL WHERE m.user_id = `+user, f.args...)
}

// moderatesAnything is whether a user moderates any company or project.
const moderatesAnything = `(
	EXISTS (SELECT 1 FROM company_moderator m JOIN company c ON c.id = m.company_id AND c.deleted_at IS NULL WHERE m.user_id = users.id)
	OR EXISTS (SELECT 1 FROM project_moderator m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL WHERE m.user_id = users.id))`

// InsertLinks adds links.
func (tx *Tx) InsertLinks(ctx context.Context, of Moderation, by string, links ...Link) error {
	rows := make([][]any, len(links))
	for i, l := range links {
		rows[i] = []any{l.ID, l.ParentID, l.UserID, l.Role, l.Details, max(l.Version, 1), millis(l.CreatedAt), millis(l.CreatedAt), by}
	}
	return tx.load(ctx, of.table, strings.Join([]string{"id", of.key(), "user_id", "role", "details", "version", "created_at", "updated_at", "updated_by"}, ", "), rows)
}

// UpdateLink changes role and details.
func (tx *Tx) UpdateLink(ctx context.Context, of Moderation, l Link, by string, at time.Time) error {
	return tx.runOn(ctx, `
		UPDATE `+of.table+` SET `+of.byHand+`
			role = $2,
			details = $3,
			version = version + 1,
			updated_at = $4,
			updated_by = $5
		WHERE id = $1`, l.ID, l.Role, l.Details, millis(at), by)
}

// DeleteLink removes a link.
func (tx *Tx) DeleteLink(ctx context.Context, of Moderation, id string) error {
	_, err := tx.run(ctx, `DELETE FROM `+of.table+` WHERE id = $1`, id)
	return err
}
