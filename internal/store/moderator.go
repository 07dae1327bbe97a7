package store

import (
	"cmp"
	"context"
	"slices"
	"time"

	"btracker/internal/tracker"
)

const companyModeratorSelect = `
	SELECT
		m.id,
		m.company_id,
		m.user_id,
		m.role,
		m.details,
		m.created_at,
		m.version,
		u.email,
		u.display_name,
		u.phone_number
	FROM company_moderator m
	JOIN users u ON u.id = m.user_id`

func scanCompanyModerator(r rows) (m tracker.CompanyModerator, err error) {
	var createdAt int64
	err = r.Scan(&m.ID, &m.CompanyID, &m.UserID, &m.Role, &m.Details, &createdAt, &m.Version,
		&m.UserEmail, &m.Moderator.DisplayName, &m.Moderator.PhoneNumber)
	m.CreatedAt, m.Moderator.Email = instant(createdAt), m.UserEmail
	return m, err
}

// MaxModerators bounds what one company or project shows and holds.
const MaxModerators = 200

// CompanyModerators lists the moderators of a company, the eldest first.
func (q Queries) CompanyModerators(ctx context.Context, companyID string) ([]tracker.CompanyModerator, error) {
	list, err := many(ctx, q, scanCompanyModerator, companyModeratorSelect+` WHERE m.company_id = $1`, companyID)
	return eldest(list, func(m tracker.CompanyModerator) (time.Time, string) { return m.CreatedAt, m.ID }), err
}

// eldest sorts moderators here: SQLite would make a temporary table for the few
// there are. Nobody adds one beyond the bound.
func eldest[T any](list []T, key func(T) (time.Time, string)) []T {
	slices.SortFunc(list, func(a, b T) int {
		aAt, aID := key(a)
		bAt, bID := key(b)
		return cmp.Or(aAt.Compare(bAt), cmp.Compare(aID, bID))
	})
	return list[:min(len(list), MaxModerators)]
}

// CompanyModerator reads one link.
func (q Queries) CompanyModerator(ctx context.Context, id string) (tracker.CompanyModerator, error) {
	return one(ctx, q, scanCompanyModerator, companyModeratorSelect+` WHERE m.id = $1`, id)
}

// CompanyModeratorOf reads the link between a company and a user.
func (q Queries) CompanyModeratorOf(ctx context.Context, companyID, userID string) (tracker.CompanyModerator, error) {
	return one(ctx, q, scanCompanyModerator, companyModeratorSelect+` WHERE m.company_id = $1 AND m.user_id = $2`, companyID, userID)
}

// CompanyModeratorCount counts the moderators of a company.
func (q Queries) CompanyModeratorCount(ctx context.Context, companyID string) (int, error) {
	return one(ctx, q, scanOne[int], `SELECT count(*) FROM company_moderator WHERE company_id = $1`, companyID)
}

// RolesAnywhere lists the different roles a user holds, wherever, but for those on
// what is gone: their links stay, for it may come back.
func (q Queries) RolesAnywhere(ctx context.Context, userID string) ([]tracker.Role, error) {
	return many(ctx, q, scanOne[tracker.Role], `
		SELECT m.role FROM company_moderator m JOIN company c ON c.id = m.company_id AND c.deleted_at IS NULL WHERE m.user_id = $1
		UNION
		SELECT m.role FROM project_moderator m JOIN project p ON p.id = m.project_id AND p.deleted_at IS NULL WHERE m.user_id = $1`, userID)
}

// ModeratesAnything reports whether a user has a role anywhere.
func (q Queries) ModeratesAnything(ctx context.Context, userID string) (bool, error) {
	roles, err := q.RolesAnywhere(ctx, userID)
	return len(roles) > 0, err
}

// InsertCompanyModerator adds a link.
func (tx *Tx) InsertCompanyModerator(ctx context.Context, m tracker.CompanyModerator, by string) error {
	_, err := tx.run(ctx, `
		INSERT INTO company_moderator (id, company_id, user_id, role, details, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
		m.ID, m.CompanyID, m.UserID, m.Role, m.Details, millis(m.CreatedAt), by)
	return err
}

// UpdateCompanyModerator changes role and details and returns the new version.
func (tx *Tx) UpdateCompanyModerator(ctx context.Context, m tracker.CompanyModerator, by string, at time.Time) (int, error) {
	return one(ctx, tx.Queries, scanOne[int], `
		UPDATE company_moderator SET
			role = $2,
			details = $3,
			version = version + 1,
			updated_at = $4,
			updated_by = $5
		WHERE id = $1
		RETURNING version`, m.ID, m.Role, m.Details, millis(at), by)
}

// DeleteCompanyModerator removes a link.
func (tx *Tx) DeleteCompanyModerator(ctx context.Context, id string) error {
	_, err := tx.run(ctx, `DELETE FROM company_moderator WHERE id = $1`, id)
	return err
}
