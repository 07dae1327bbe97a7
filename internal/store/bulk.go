package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"btracker/internal/tracker"
)

// Bulk is a bulk action.
type Bulk struct {
	ID       string
	UserID   string  // who started it
	KeyID    *string // by which, if by one
	List     string
	Action   string
	Params   string // JSON
	State    tracker.BulkState
	Total    int
	Position int // records that are dealt with
	Refused  int
}

// BulkRecord is one record that a bulk action goes through.
type BulkRecord struct{ Kind, ID string }

// bulkPiece is how many records are stored together.
const bulkPiece = 100

const bulkSelect = `SELECT id, user_id, key_id, list, action, params, state, total, position, refused FROM bulk`

func scanBulk(r rows) (b Bulk, err error) {
	return b, r.Scan(&b.ID, &b.UserID, &b.KeyID, &b.List, &b.Action, &b.Params, &b.State, &b.Total, &b.Position, &b.Refused)
}

// Bulk reads a bulk action.
func (q Queries) Bulk(ctx context.Context, id string) (Bulk, error) {
	return one(ctx, q, scanBulk, bulkSelect+` WHERE id = $1`, id)
}

// BulksOf lists the bulk actions of a kind that a user has under way.
func (q Queries) BulksOf(ctx context.Context, userID, action string) ([]Bulk, error) {
	return many(ctx, q, scanBulk, bulkSelect+` WHERE user_id = $1 AND ended_at IS NULL AND action = $2`, userID, action)
}

// BulksUnderWay counts the bulk actions of a user that have not ended.
func (q Queries) BulksUnderWay(ctx context.Context, userID string) (int, error) {
	return one(ctx, q, scanOne[int], `SELECT count(*) FROM bulk WHERE user_id = $1 AND ended_at IS NULL`, userID)
}

// BulkRecords reads the next records of a bulk action, at most a piece.
func (q Queries) BulkRecords(ctx context.Context, b Bulk) (records []BulkRecord, err error) {
	text, err := one(ctx, q, scanOne[string], `SELECT records FROM bulk_piece WHERE bulk_id = $1 AND piece = $2`, b.ID, b.Position/bulkPiece)
	if err != nil {
		return nil, err
	}
	var pairs [][2]string
	if err := json.Unmarshal([]byte(text), &pairs); err != nil {
		return nil, fmt.Errorf("bulk %s: %w", b.ID, err)
	}
	for _, pair := range pairs[b.Position%bulkPiece:] {
		records = append(records, BulkRecord{pair[0], pair[1]})
	}
	return records, nil
}

// InsertBulk stores a bulk action with its records.
func (tx *Tx) InsertBulk(ctx context.Context, b Bulk, records []BulkRecord, at time.Time) error {
	if _, err := tx.run(ctx, `INSERT INTO bulk (id, user_id, key_id, list, action, params, state, total, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		b.ID, b.UserID, b.KeyID, b.List, b.Action, b.Params, string(b.State), len(records), millis(at)); err != nil {
		return err
	}
	for first := 0; first < len(records); first += bulkPiece {
		var pairs [][2]string
		for _, record := range records[first:min(first+bulkPiece, len(records))] {
			pairs = append(pairs, [2]string{record.Kind, record.ID})
		}
		text, err := json.Marshal(pairs)
		if err != nil {
			return err
		}
		if _, err := tx.run(ctx, `INSERT INTO bulk_piece (bulk_id, piece, records) VALUES ($1, $2, $3)`, b.ID, first/bulkPiece, string(text)); err != nil {
			return err
		}
	}
	return nil
}

// UpdateBulk writes how far a bulk action is. One that has ended needs its records no more.
func (tx *Tx) UpdateBulk(ctx context.Context, b Bulk, at time.Time) error {
	var ended *int64
	if b.State.Ended() {
		ended = millisOrNil(&at)
		if _, err := tx.run(ctx, `DELETE FROM bulk_piece WHERE bulk_id = $1`, b.ID); err != nil {
			return err
		}
	}
	return tx.runOn(ctx, `UPDATE bulk SET state = $2, position = $3, refused = $4, ended_at = $5 WHERE id = $1`, b.ID, string(b.State), b.Position, b.Refused, ended)
}

// Contents lists what goes with a company or project when it is removed with its contents, from
// the inside out and without itself, and what its running subscriptions come to in a month.
func (q Queries) Contents(ctx context.Context, r Removal, id string, now time.Time, limit int) (records []BulkRecord, monthly Sums, err error) {
	in, runs := "p."+r.projects+" = $1 AND p.deleted_at IS NULL", "a.listed AND "+stateAt("$2").runs()
	itself := ""
	if r.projects == CompanyRemoval.projects {
		itself = " UNION ALL SELECT 3, 'project', p.id, 0, 0 FROM project p WHERE " + in
	}
	err = each(ctx, q, func(r rows) error {
		var step int
		var record BulkRecord
		var price, cost tracker.Money
		err := r.Scan(&step, &record.Kind, &record.ID, &price, &cost)
		records = append(records, record)
		monthly.Price, monthly.Cost = monthly.Price+price, monthly.Cost+cost
		return err
	}, `SELECT 1 AS step, 'projectProduct' AS kind, a.id AS id, 0 AS price, 0 AS cost FROM project p CROSS JOIN project_product a
		WHERE a.project_id = p.id AND a.deleted_at IS NULL AND `+in+`
		UNION ALL SELECT 2, 'projectSubscription', a.id, CASE WHEN `+runs+` THEN a.monthly_price ELSE 0 END, CASE WHEN `+runs+` THEN a.monthly_cost ELSE 0 END
		FROM project p CROSS JOIN project_subscription a WHERE a.project_id = p.id AND a.deleted_at IS NULL AND `+in+itself+`
		ORDER BY 1, 3 LIMIT $3`, id, millis(now), limit)
	return records, monthly, err
}

// RolesOf lists the links by which a user moderates companies and projects.
func (q Queries) RolesOf(ctx context.Context, userID string, limit int) ([]BulkRecord, error) {
	return many(ctx, q, func(r rows) (b BulkRecord, err error) { return b, r.Scan(&b.Kind, &b.ID) }, `
		SELECT 'companyModerator', m.id FROM company_moderator m JOIN company c ON c.id = m.company_id WHERE m.user_id = $1 AND c.deleted_at IS NULL
		UNION ALL
		SELECT 'projectModerator', m.id FROM project_moderator m JOIN project p ON p.id = m.project_id WHERE m.user_id = $1 AND p.deleted_at IS NULL
		ORDER BY 1, 2 LIMIT $2`, userID, limit)
}
