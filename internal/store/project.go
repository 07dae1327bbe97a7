package store

import (
	"context"
	"time"
)

// NewProject is a project to be added.
type NewProject struct {
	ID        string
	CompanyID string
	Name      string
	CreatedAt time.Time
}

// InsertProject adds a project.
func (tx *Tx) InsertProject(ctx context.Context, p NewProject, by string) error {
	if _, err := tx.run(ctx, `
		INSERT INTO project (id, company_id, name, name_key, search_text, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $6, $7)`,
		p.ID, p.CompanyID, p.Name, searchKey(p.Name), searchText(&p.Name), millis(p.CreatedAt), by); err != nil {
		return err
	}
	return tx.tally(ctx, tallyProjects, 1)
}

// Statistics counts what a caller may see; items marked removed, and all under
// them, do not count.
func (q Queries) Statistics(ctx context.Context, v Visible) (companies, projects int, err error) {
	type counts struct{ companies, projects int }
	c, err := one(ctx, q, func(r rows) (c counts, err error) { return c, r.Scan(&c.companies, &c.projects) }, `
		SELECT
			(SELECT count(*) FROM company c WHERE c.deleted_at IS NULL AND c.removed_at IS NULL
				AND ($1 OR c.id IN (SELECT company_id FROM company_moderator WHERE user_id = $2))),
			(SELECT count(*) FROM project p JOIN company c ON c.id = p.company_id
				WHERE p.deleted_at IS NULL AND p.removed_at IS NULL AND c.deleted_at IS NULL AND c.removed_at IS NULL
				AND ($1 OR c.id IN (SELECT company_id FROM company_moderator WHERE user_id = $2)))`, v.All, v.UserID)
	return c.companies, c.projects, err
}
