package store

import (
	"context"
	"encoding/json"
	"time"

	"btracker/internal/tracker"
)

func scanPlan(r rows) (p tracker.Plan, err error) {
	var changes string
	if err := r.Scan(&p.ID, &p.Name, &p.Until, &changes, &p.IsShared, &p.Version, &p.IsOwn); err != nil {
		return p, err
	}
	return p, json.Unmarshal([]byte(changes), &p.Changes)
}

// plansOf selects the plans that the user $1 sees.
const plansOf = `SELECT id, name, until, changes, is_shared, version, owner_id = $1 FROM plan WHERE (owner_id = $1 OR is_shared)`

// Plans lists a user's own plans and the shared ones. There are few: see tracker.MaxPlans.
func (q Queries) Plans(ctx context.Context, userID string) ([]tracker.Plan, error) {
	return many(ctx, q, scanPlan, plansOf, userID)
}

// Plan reads one of the plans that a user sees.
func (q Queries) Plan(ctx context.Context, userID, id string) (tracker.Plan, error) {
	return one(ctx, q, scanPlan, plansOf+" AND id = $2", userID, id)
}

// PlanCounts counts a user's own plans and all shared ones.
func (q Queries) PlanCounts(ctx context.Context, userID string) (own, shared int, err error) {
	type counts struct{ own, shared int }
	c, err := one(ctx, q, func(r rows) (c counts, err error) { return c, r.Scan(&c.own, &c.shared) },
		`SELECT (SELECT count(*) FROM plan WHERE owner_id = $1), (SELECT count(*) FROM plan WHERE is_shared)`, userID)
	return c.own, c.shared, err
}

// InsertPlan adds a plan of a user.
func (tx *Tx) InsertPlan(ctx context.Context, userID string, p tracker.Plan, at time.Time) error {
	changes, err := json.Marshal(p.Changes)
	if err == nil {
		_, err = tx.run(ctx, `INSERT INTO plan (id, owner_id, name, until, changes, is_shared, version, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			p.ID, userID, p.Name, p.Until, string(changes), p.IsShared, p.Version, millis(at))
	}
	return err
}

// UpdatePlan writes a plan.
func (tx *Tx) UpdatePlan(ctx context.Context, p tracker.Plan) error {
	changes, err := json.Marshal(p.Changes)
	if err != nil {
		return err
	}
	return tx.runOn(ctx, `UPDATE plan SET name = $2, until = $3, changes = $4, is_shared = $5, version = $6 WHERE id = $1`,
		p.ID, p.Name, p.Until, string(changes), p.IsShared, p.Version)
}

// DeletePlan removes a plan for everyone.
func (tx *Tx) DeletePlan(ctx context.Context, id string) error {
	return tx.runOn(ctx, `DELETE FROM plan WHERE id = $1`, id)
}
