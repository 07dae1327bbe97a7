package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

const projectModeratorSelect = `
	SELECT
		m.id,
		m.project_id,
		m.role,
		m.details,
		m.created_at,
		m.version,
		u.email,
		u.display_name,
		u.phone_number
	FROM project_moderator m
	JOIN users u ON u.id = m.user_id`

func scanProjectModerator(r rows) (m tracker.ProjectModerator, err error) {
	var createdAt int64
	err = r.Scan(&m.ID, &m.ProjectID, &m.Role, &m.Details, &createdAt, &m.Version, &m.UserEmail, &m.Moderator.DisplayName, &m.Moderator.PhoneNumber)
	m.CreatedAt, m.Moderator.Email = instant(createdAt), m.UserEmail
	return m, err
}

// ProjectModerators lists the moderators of a project, the eldest first.
func (q Queries) ProjectModerators(ctx context.Context, projectID string) ([]tracker.ProjectModerator, error) {
	list, err := many(ctx, q, scanProjectModerator, projectModeratorSelect+` WHERE m.project_id = $1`, projectID)
	return eldest(list, func(m tracker.ProjectModerator) (time.Time, string) { return m.CreatedAt, m.ID }), err
}

// ProjectModerator reads one link.
func (q Queries) ProjectModerator(ctx context.Context, id string) (tracker.ProjectModerator, error) {
	return one(ctx, q, scanProjectModerator, projectModeratorSelect+` WHERE m.id = $1`, id)
}

// ProjectModeratorOf reads the link between a project and a user.
func (q Queries) ProjectModeratorOf(ctx context.Context, projectID, userID string) (tracker.ProjectModerator, error) {
	return one(ctx, q, scanProjectModerator, projectModeratorSelect+` WHERE m.project_id = $1 AND m.user_id = $2`, projectID, userID)
}

// ProjectModeratorCount counts the moderators of a project.
func (q Queries) ProjectModeratorCount(ctx context.Context, projectID string) (int, error) {
	return one(ctx, q, scanOne[int], `SELECT count(*) FROM project_moderator WHERE project_id = $1`, projectID)
}

// InsertProjectModerator adds a link.
func (tx *Tx) InsertProjectModerator(ctx context.Context, m tracker.ProjectModerator, userID, by string) error {
	_, err := tx.run(ctx, `
		INSERT INTO project_moderator (id, project_id, user_id, role, details, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
		m.ID, m.ProjectID, userID, m.Role, m.Details, millis(m.CreatedAt), by)
	return err
}

// UpdateProjectModerator changes role and details and returns the new version.
func (tx *Tx) UpdateProjectModerator(ctx context.Context, m tracker.ProjectModerator, by string, at time.Time) (int, error) {
	return one(ctx, tx.Queries, scanOne[int], `
		UPDATE project_moderator SET
			role = $2,
			details = $3,
			version = version + 1,
			updated_at = $4,
			updated_by = $5
		WHERE id = $1
		RETURNING version`, m.ID, m.Role, m.Details, millis(at), by)
}

// DeleteProjectModerator removes a link.
func (tx *Tx) DeleteProjectModerator(ctx context.Context, id string) error {
	_, err := tx.run(ctx, `DELETE FROM project_moderator WHERE id = $1`, id)
	return err
}
