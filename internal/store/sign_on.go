package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// UseSignOn notes that a single sign-on is finished. done is false if it was before.
func (tx *Tx) UseSignOn(ctx context.Context, hash string, expiresAt time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `INSERT INTO used_sign_on (hash, expires_at) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING`, hash, millis(expiresAt))
	return n == 1, err
}

// LinkedUser reads the user of an identity, enabled or not.
func (q Queries) LinkedUser(ctx context.Context, issuer, subject string) (tracker.User, error) {
	return one(ctx, q, scanUser, "SELECT"+userRow+` FROM users WHERE id = (SELECT user_id FROM linked_identity WHERE issuer = $1 AND subject = $2)`, issuer, subject)
}

// LinkIdentity makes an identity that of a user. done is false if it is somebody's, or the user has another one there.
func (tx *Tx) LinkIdentity(ctx context.Context, id tracker.Identity, userID string, at time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `INSERT INTO linked_identity (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		id.Issuer, id.Subject, userID, millis(at))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.markWaiting(ctx, userID)
}

// UnlinkIdentities forgets who a user is at providers.
func (tx *Tx) UnlinkIdentities(ctx context.Context, userID string) error {
	if _, err := tx.run(ctx, `DELETE FROM linked_identity WHERE user_id = $1`, userID); err != nil {
		return err
	}
	return tx.markWaiting(ctx, userID)
}

// InsertSignOnTicket stores a single sign-on that waits for its second factor.
func (tx *Tx) InsertSignOnTicket(ctx context.Context, hash, userID string, expiresAt time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO sign_in_ticket (hash, user_id, expires_at, sign_on) VALUES ($1, $2, $3, TRUE)`, hash, userID, millis(expiresAt))
	return err
}

// TicketBySignOn reports whether a ticket stands for a single sign-on.
func (q Queries) TicketBySignOn(ctx context.Context, hash string) (bool, error) {
	return one(ctx, q, scanOne[bool], `SELECT sign_on FROM sign_in_ticket WHERE hash = $1`, hash)
}

// SessionBySignOn reports whether a session began by single sign-on.
func (q Queries) SessionBySignOn(ctx context.Context, id string) (bool, error) {
	return one(ctx, q, scanOne[bool], `SELECT sign_on FROM session WHERE id = $1`, id)
}
