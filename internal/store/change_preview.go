package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// ChangePreview is a change that was previewed and can be applied once.
type ChangePreview struct {
	Hash        string // of its token
	KeyID       string // for which it was previewed
	Input       string // JSON
	Fingerprint string // of what was decided
	ExpiresAt   time.Time
}

// InsertChangePreview keeps a preview. Of each key it keeps the newest ones, as many as tracker.MaxChangePreviews.
func (tx *Tx) InsertChangePreview(ctx context.Context, p ChangePreview) error {
	_, err := tx.run(ctx, `INSERT INTO change_preview (hash, key_id, input, fingerprint, expires_at) VALUES ($1, $2, $3, $4, $5)`,
		p.Hash, p.KeyID, p.Input, p.Fingerprint, millis(p.ExpiresAt))
	if err != nil {
		return err
	}
	_, err = tx.run(ctx, `DELETE FROM change_preview WHERE key_id = $1 AND hash NOT IN
		(SELECT hash FROM change_preview WHERE key_id = $1 ORDER BY expires_at DESC, hash LIMIT $2)`, p.KeyID, tracker.MaxChangePreviews)
	return err
}

// TakeChangePreview reads a preview of a key that has not expired, and removes it.
func (tx *Tx) TakeChangePreview(ctx context.Context, hash, keyID string, now time.Time) (ChangePreview, error) {
	p, err := one(ctx, tx.Queries, func(r rows) (p ChangePreview, err error) {
		var expires int64
		err = r.Scan(&p.Hash, &p.KeyID, &p.Input, &p.Fingerprint, &expires)
		p.ExpiresAt = instant(expires)
		return p, err
	}, `SELECT hash, key_id, input, fingerprint, expires_at FROM change_preview WHERE hash = $1 AND key_id = $2 AND expires_at > $3`, hash, keyID, millis(now))
	if err != nil {
		return p, err
	}
	n, err := tx.run(ctx, `DELETE FROM change_preview WHERE hash = $1`, hash)
	if err == nil && n == 0 { // another transaction took it
		err = tracker.ErrNotFound
	}
	return p, err
}
