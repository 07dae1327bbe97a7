package store

import (
	"context"
	"encoding/json"
	"slices"

	"btracker/internal/tracker"
)

const planColumns = "id, name, until, changes, is_shared, version, owner_id = $1, kept_at"

// plansOf has the plans that the user $1 sees.
const plansOf = " FROM plan WHERE (owner_id = $1 OR is_shared)"

func scanPlan(r rows) (p tracker.Plan, err error) { return p, scanPlanInto(r, &p) }

func scanPlanInto(r rows, p *tracker.Plan, more ...any) error {
	var changes string
	var keptAt int64
	if err := r.Scan(append([]any{&p.ID, &p.Name, &p.Until, &changes, &p.IsShared, &p.Version, &p.IsOwn, &keptAt}, more...)...); err != nil {
		return err
	}
	p.KeptAt = instant(keptAt)
	return json.Unmarshal([]byte(changes), &p.Changes)
}

// Plans lists a user's own plans and the shared ones. There are few: see tracker.MaxPlans.
func (q Queries) Plans(ctx context.Context, userID string) ([]tracker.Plan, error) {
	return many(ctx, q, scanPlan, "SELECT "+planColumns+plansOf, userID)
}

// Plan reads one of the plans that a user sees.
func (q Queries) Plan(ctx context.Context, userID, id string) (tracker.Plan, error) {
	return one(ctx, q, scanPlan, "SELECT "+planColumns+plansOf+" AND id = $2", userID, id)
}

// PlanToApply is a plan with what applying it needs.
type PlanToApply struct {
	tracker.Plan
	Kept   map[string]int // the versions of its subscriptions when it was kept; nil where they are not known
	BulkID *string        // of the action that applies it, or did so last
}

// PlanToApply reads one of the plans that a user sees, with what applying it needs.
func (q Queries) PlanToApply(ctx context.Context, userID, id string) (PlanToApply, error) {
	return one(ctx, q, func(r rows) (p PlanToApply, err error) {
		var kept *string
		if err = scanPlanInto(r, &p.Plan, &p.BulkID, &kept); err == nil && kept != nil {
			err = json.Unmarshal([]byte(*kept), &p.Kept)
		}
		return p, err
	}, "SELECT "+planColumns+", bulk_id, kept"+plansOf+" AND id = $2", userID, id)
}

// SubscriptionVersions are the versions of attached subscriptions by their ids.
func (q Queries) SubscriptionVersions(ctx context.Context, ids []string) (map[string]int, error) {
	versions := make(map[string]int, len(ids))
	for piece := range slices.Chunk(ids, 500) {
		f := &filter{}
		if err := each(ctx, q, func(r rows) error {
			var id string
			var version int
			err := r.Scan(&id, &version)
			versions[id] = version
			return err
		}, "SELECT id, version FROM project_subscription WHERE deleted_at IS NULL AND id IN ("+f.list(piece)+")", f.args...); err != nil {
			return nil, err
		}
	}
	return versions, nil
}

// PlanCounts counts a user's own plans and all shared ones.
func (q Queries) PlanCounts(ctx context.Context, userID string) (own, shared int, err error) {
	type counts struct{ own, shared int }
	c, err := one(ctx, q, func(r rows) (c counts, err error) { return c, r.Scan(&c.own, &c.shared) },
		`SELECT (SELECT count(*) FROM plan WHERE owner_id = $1), (SELECT count(*) FROM plan WHERE is_shared)`, userID)
	return c.own, c.shared, err
}

// InsertPlan adds a plan of a user. kept are the versions of its subscriptions.
func (tx *Tx) InsertPlan(ctx context.Context, userID string, p tracker.Plan, kept map[string]int) error {
	changes, err := json.Marshal(p.Changes)
	if err == nil {
		_, err = tx.run(ctx, `INSERT INTO plan (id, owner_id, name, until, changes, is_shared, version, created_at, kept_at, kept) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
			p.ID, userID, p.Name, p.Until, string(changes), p.IsShared, p.Version, millis(p.KeptAt), jsonText(kept))
	}
	return err
}

// UpdatePlan writes a plan. kept are the versions of its subscriptions.
func (tx *Tx) UpdatePlan(ctx context.Context, p tracker.Plan, kept map[string]int) error {
	changes, err := json.Marshal(p.Changes)
	if err != nil {
		return err
	}
	return tx.runOn(ctx, `UPDATE plan SET name = $2, until = $3, changes = $4, is_shared = $5, version = $6, kept_at = $7, kept = $8 WHERE id = $1`,
		p.ID, p.Name, p.Until, string(changes), p.IsShared, p.Version, millis(p.KeptAt), jsonText(kept))
}

// BeginApplying notes which bulk action applies a plan.
func (tx *Tx) BeginApplying(ctx context.Context, planID, bulkID string) error {
	return tx.runOn(ctx, `UPDATE plan SET bulk_id = $2 WHERE id = $1`, planID, bulkID)
}

// StatesAt are some subscriptions as the history has them at versions by their ids, as JSON. What it has forgotten is not among them.
func (q Queries) StatesAt(ctx context.Context, ids []string, versions map[string]int) (map[string]json.RawMessage, error) {
	states := make(map[string]json.RawMessage, len(ids))
	if len(ids) == 0 {
		return states, nil
	}
	f := &filter{}
	entity := f.arg(tracker.EntityProjectSubscription)
	err := each(ctx, q, func(r rows) error {
		var id, before string
		if err := r.Scan(&id, &before); err != nil || states[id] != nil {
			return err
		}
		var state struct {
			Version int `json:"version"`
		}
		if err := json.Unmarshal([]byte(before), &state); err != nil {
			return err
		}
		if state.Version >= versions[id] {
			states[id] = json.RawMessage(before)
		}
		return nil
	}, `SELECT entity_id, before FROM change WHERE entity = `+entity+` AND before IS NOT NULL AND entity_id IN (`+f.list(ids)+`) ORDER BY seq`, f.args...)
	return states, err
}

// DeletePlan removes a plan for everyone.
func (tx *Tx) DeletePlan(ctx context.Context, id string) error {
	return tx.runOn(ctx, `DELETE FROM plan WHERE id = $1`, id)
}
