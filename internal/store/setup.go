package store

import (
	"context"
	"time"
)

// maxSetupCodes is how many codes work beside each other. Every start without an administrator prints one, and behind a proxy
// any replica may be asked, so the codes of the last starts work on all of them.
const maxSetupCodes = 16

// InsertSetupCode stores the hash of a code for making the first administrator.
func (tx *Tx) InsertSetupCode(ctx context.Context, hash string, at time.Time) error {
	if _, err := tx.run(ctx, `INSERT INTO setup_code (hash, created_at) VALUES ($1, $2)`, hash, millis(at)); err != nil {
		return err
	}
	_, err := tx.run(ctx, `DELETE FROM setup_code WHERE hash NOT IN (SELECT hash FROM setup_code ORDER BY created_at DESC, hash LIMIT $1)`, maxSetupCodes)
	return err
}

// SetupCodes lists the hashes of all codes.
func (q Queries) SetupCodes(ctx context.Context) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT hash FROM setup_code`)
}

// DeleteSetupCodes voids all codes.
func (tx *Tx) DeleteSetupCodes(ctx context.Context) error {
	_, err := tx.run(ctx, `DELETE FROM setup_code`)
	return err
}
