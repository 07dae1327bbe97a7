package store

import (
	"context"
	"time"
)

// Change is one row of the change log.
type Change struct {
	Seq       int64
	At        time.Time
	ActorID   *string // nil: the program itself
	Action    string
	Entity    string
	EntityID  string
	Before    *string // JSON
	After     *string // JSON
	RequestID string
	BatchID   *string
}

// InsertChange appends to the change log.
func (tx *Tx) InsertChange(ctx context.Context, c Change) (seq int64, err error) {
	return one(ctx, tx.Queries, scanOne[int64], `
		INSERT INTO change (at, actor_id, action, entity, entity_id, before, after, request_id, batch_id)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		RETURNING seq`,
		millis(c.At), c.ActorID, c.Action, c.Entity, c.EntityID, c.Before, c.After, c.RequestID, c.BatchID)
}

// LastChange says who changed an entity last, and when.
func (q Queries) LastChange(ctx context.Context, entity, id string) (by string, at time.Time, err error) {
	type last struct {
		by string
		at int64
	}
	l, err := one(ctx, q, func(r rows) (l last, err error) { return l, r.Scan(&l.by, &l.at) }, `
		SELECT COALESCE(u.display_name, 'btracker'), c.at
		FROM change c LEFT JOIN users u ON u.id = c.actor_id
		WHERE c.entity = $1 AND c.entity_id = $2 ORDER BY c.seq DESC LIMIT 1`, entity, id)
	return l.by, instant(l.at), err
}

// Changes lists what happened to an entity, oldest first.
func (q Queries) Changes(ctx context.Context, entity, id string, limit int) ([]Change, error) {
	return many(ctx, q, func(r rows) (c Change, err error) {
		var at int64
		err = r.Scan(&c.Seq, &at, &c.ActorID, &c.Action, &c.Entity, &c.EntityID, &c.Before, &c.After, &c.RequestID, &c.BatchID)
		c.At = instant(at)
		return c, err
	}, `SELECT seq, at, actor_id, action, entity, entity_id, before, after, request_id, batch_id
		FROM change WHERE entity = $1 AND entity_id = $2 ORDER BY seq LIMIT $3`, entity, id, limit)
}

// ClaimIdempotencyKey remembers what a POST with a key is about to make. When
// the key is known already it returns the earlier row instead.
func (tx *Tx) ClaimIdempotencyKey(ctx context.Context, userID, key, fingerprint, entityID string, at time.Time) (earlier *IdempotentPost, err error) {
	n, err := tx.run(ctx, `
		INSERT INTO idempotency (user_id, key, fingerprint, entity_id, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, key) DO NOTHING`, userID, key, fingerprint, entityID, millis(at))
	if err != nil || n == 1 {
		return nil, err
	}
	p, err := one(ctx, tx.Queries, func(r rows) (p IdempotentPost, err error) {
		return p, r.Scan(&p.Fingerprint, &p.EntityID)
	}, `SELECT fingerprint, entity_id FROM idempotency WHERE user_id = $1 AND key = $2`, userID, key)
	return &p, err
}

// IdempotentPost is what an earlier POST with the same key made.
type IdempotentPost struct{ Fingerprint, EntityID string }
