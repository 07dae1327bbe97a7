package store

import (
	"context"

	"btracker/internal/tracker"
)

// GroupRoles lists the rights that groups give. Those on tombstones are left out, and come back with them.
func (q Queries) GroupRoles(ctx context.Context) ([]tracker.GroupRole, error) {
	return many(ctx, q, func(r rows) (g tracker.GroupRole, err error) {
		return g, r.Scan(&g.Group, &g.CompanyID, &g.Role.Role, &g.CompanyName)
	}, `SELECT g.group_name, g.company_id, g.role, c.name FROM group_role g LEFT JOIN company c ON c.id = g.company_id
		WHERE c.deleted_at IS NULL ORDER BY g.group_name, COALESCE(g.company_id, '')`)
}

// GroupRoleRow is a right of a group under its id.
type GroupRoleRow struct {
	ID string
	tracker.GroupRole
}

// PutGroupRoles replaces the rights that GroupRoles lists.
func (tx *Tx) PutGroupRoles(ctx context.Context, roles []GroupRoleRow) error {
	_, err := tx.run(ctx, `DELETE FROM group_role WHERE company_id IS NULL OR company_id IN (SELECT id FROM company WHERE deleted_at IS NULL)`)
	for _, r := range roles {
		if err == nil {
			_, err = tx.run(ctx, `INSERT INTO group_role (id, group_name, company_id, role) VALUES ($1, $2, $3, $4)`, r.ID, r.Group, r.CompanyID, r.Role.Role)
		}
	}
	return err
}

// PresentCompanies reads the names of the companies among ids that are there.
func (q Queries) PresentCompanies(ctx context.Context, ids []string) (map[string]string, error) {
	list := jsonTexts(ids)
	names := map[string]string{}
	return names, each(ctx, q, func(r rows) error {
		var id, name string
		err := r.Scan(&id, &name)
		names[id] = name
		return err
	}, `SELECT id, name FROM company WHERE deleted_at IS NULL AND id IN (SELECT c.value FROM `+q.dialect.elements("$1")+` c)`, list)
}

// PutSeenGroups keeps the groups that a user has now.
func (tx *Tx) PutSeenGroups(ctx context.Context, userID string, groups []string) error {
	list := jsonTexts(groups)
	named := ` (SELECT g.value FROM ` + tx.dialect.elements("$2") + ` g)`
	if _, err := tx.run(ctx, `DELETE FROM seen_group WHERE user_id = $1 AND group_name NOT IN`+named, userID, list); err != nil {
		return err
	}
	_, err := tx.run(ctx, `INSERT INTO seen_group (user_id, group_name) SELECT CAST($1 AS TEXT), g.value FROM `+tx.dialect.elements("$2")+
		` g WHERE TRUE ON CONFLICT DO NOTHING`, userID, list)
	return err
}

// KnownGroups lists the groups that people had at their last single sign-on, the largest first.
func (q Queries) KnownGroups(ctx context.Context, limit int) ([]tracker.KnownGroup, error) {
	return many(ctx, q, func(r rows) (g tracker.KnownGroup, err error) { return g, r.Scan(&g.Group, &g.People) },
		`SELECT group_name, count(*) FROM seen_group GROUP BY group_name ORDER BY count(*) DESC, group_name`+limited(limit))
}

// GroupUser is a person who has rights from groups, or would get some.
type GroupUser struct {
	ID, Email, DisplayName string
	IsAdmin                bool
	AdminGroup             *string // that made them an administrator
	Groups                 []string
	Links                  []GroupLink
}

// GroupLink is a role on a company, with the group that it came from.
type GroupLink struct {
	Link
	Company string        // its name
	Group   *string       // nil if the role was given by hand
	Hand    *tracker.Role // that was given by hand, behind the one of the group
}

const groupUserColumns = `SELECT u.id, u.email, u.display_name, u.is_admin, u.admin_group FROM users u `

func scanGroupUser(r rows) (u GroupUser, err error) {
	return u, r.Scan(&u.ID, &u.Email, &u.DisplayName, &u.IsAdmin, &u.AdminGroup)
}

// GroupUser reads a user with the groups that were seen last, the roles from groups, and those on some companies.
func (q Queries) GroupUser(ctx context.Context, userID string, companies []string) (GroupUser, error) {
	u, err := one(ctx, q, scanGroupUser, groupUserColumns+`WHERE u.id = $1`, userID)
	if err != nil {
		return u, err
	}
	list := []GroupUser{u}
	err = q.withGroups(ctx, list, companies)
	return list[0], err
}

// GroupUsers lists people who had one of some groups at their last single sign-on, or who have a right from a group, by address, and
// counts them.
func (q Queries) GroupUsers(ctx context.Context, groups, companies []string, limit int) (list []GroupUser, total int, err error) {
	named := jsonTexts(groups)
	where := `WHERE u.disabled_at IS NULL AND u.id IN (
		SELECT s.user_id FROM seen_group s WHERE s.group_name IN (SELECT g.value FROM ` + q.dialect.elements("$1") + ` g)
		UNION ALL SELECT m.user_id FROM company_moderator m WHERE m.group_name IS NOT NULL
		UNION ALL SELECT a.id FROM users a WHERE a.admin_group IS NOT NULL)`
	if total, err = one(ctx, q, scanOne[int], `SELECT count(*) FROM users u `+where, named); err != nil {
		return nil, 0, err
	}
	if list, err = many(ctx, q, scanGroupUser, groupUserColumns+where+` ORDER BY u.email`+limited(limit), named); err != nil {
		return nil, 0, err
	}
	return list, total, q.withGroups(ctx, list, companies)
}

// withGroups reads groups and roles of users.
func (q Queries) withGroups(ctx context.Context, list []GroupUser, companies []string) error {
	at := map[string]*GroupUser{}
	ids := make([]string, len(list))
	for i := range list {
		ids[i], at[list[i].ID] = list[i].ID, &list[i]
	}
	users := jsonTexts(ids)
	of := jsonTexts(companies)
	among := `(SELECT i.value FROM ` + q.dialect.elements("$1") + ` i)`
	err := each(ctx, q, func(r rows) error {
		var user, group string
		err := r.Scan(&user, &group)
		at[user].Groups = append(at[user].Groups, group)
		return err
	}, `SELECT user_id, group_name FROM seen_group WHERE user_id IN `+among+` ORDER BY user_id, group_name`, users)
	if err != nil {
		return err
	}
	return each(ctx, q, func(r rows) error {
		var l GroupLink
		err := scanLink(r, &l.Link, &l.Company, &l.Group, &l.Hand)
		at[l.UserID].Links = append(at[l.UserID].Links, l)
		return err
	}, `SELECT `+linkColumns("m.company_id")+`, c.name, m.group_name, m.hand_role
		FROM company_moderator m JOIN company c ON c.id = m.company_id JOIN users u ON u.id = m.user_id
		WHERE m.user_id IN `+among+` AND (m.group_name IS NOT NULL OR m.company_id IN (SELECT k.value FROM `+q.dialect.elements("$2")+` k))
		ORDER BY m.user_id, c.name, c.id`, users, of)
}

// SetLinkGroup says which group a role on a company came from, and which one was given by hand.
func (tx *Tx) SetLinkGroup(ctx context.Context, linkID string, group *string, hand *tracker.Role) error {
	return tx.runOn(ctx, `UPDATE company_moderator SET group_name = $2, hand_role = $3 WHERE id = $1`, linkID, group, hand)
}

// SetAdminGroup says which group made a user an administrator.
func (tx *Tx) SetAdminGroup(ctx context.Context, userID string, group *string) error {
	return tx.runOn(ctx, `UPDATE users SET admin_group = $2 WHERE id = $1`, userID, group)
}

// OtherAdministrators counts the administrators beside a user who can sign in: they have a password, a passkey or an account at the
// provider of single sign-on.
func (q Queries) OtherAdministrators(ctx context.Context, userID string) (int, error) {
	return one(ctx, q, scanOne[int], countAdministrators+` AND a.id <> $1 AND (
		EXISTS (SELECT 1 FROM credential c WHERE c.user_id = a.id)
		OR EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = a.id)
		OR EXISTS (SELECT 1 FROM linked_identity l WHERE l.user_id = a.id))`, userID)
}
