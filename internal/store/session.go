package store

import (
	"context"
	"errors"
	"time"

	"btracker/internal/tracker"
)

// Session ties tokens to a sign-in, so that they can be revoked at once.
type Session struct {
	ID        string
	UserID    string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// InsertSession records a sign-in.
func (tx *Tx) InsertSession(ctx context.Context, s Session) error {
	_, err := tx.run(ctx, `INSERT INTO session (id, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)`,
		s.ID, s.UserID, millis(s.CreatedAt), millis(s.ExpiresAt))
	return err
}

// SessionUser reads the user of a live session: not revoked, not over, not
// disabled. It also returns when the session ends.
func (q Queries) SessionUser(ctx context.Context, sessionID string, now time.Time) (u tracker.User, expiresAt time.Time, err error) {
	u, err = one(ctx, q, func(r rows) (u tracker.User, err error) {
		var expires int64
		err = scanUserInto(r, &u, &expires)
		expiresAt = instant(expires)
		return u, err
	}, "SELECT"+userColumns+`, session.expires_at
		FROM session JOIN users ON users.id = session.user_id
		WHERE session.id = $1 AND session.revoked_at IS NULL AND session.expires_at > $2 AND users.disabled_at IS NULL`,
		sessionID, millis(now))
	return u, expiresAt, err
}

// RevokeSession ends one session.
func (tx *Tx) RevokeSession(ctx context.Context, id string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, id, millis(at))
	return err
}

// RevokeOtherSessions ends every session of a user but one; keep may be "".
func (tx *Tx) RevokeOtherSessions(ctx context.Context, userID, keep string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE session SET revoked_at = $3 WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL`, userID, keep, millis(at))
	return err
}

// RevokeAllSessions signs everyone out.
func (tx *Tx) RevokeAllSessions(ctx context.Context, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE session SET revoked_at = $1 WHERE revoked_at IS NULL`, millis(at))
	return err
}

// PasswordHash reads a user's hash, "" when there is none.
func (q Queries) PasswordHash(ctx context.Context, userID string) (string, error) {
	hash, err := one(ctx, q, scanOne[string], `SELECT password_hash FROM credential WHERE user_id = $1`, userID)
	if errors.Is(err, tracker.ErrNotFound) {
		return "", nil
	}
	return hash, err
}

// SetPasswordHash sets a user's password and voids any mailed token.
func (tx *Tx) SetPasswordHash(ctx context.Context, userID, hash string, at time.Time) error {
	if _, err := tx.run(ctx, `
		INSERT INTO credential (user_id, password_hash, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, updated_at = excluded.updated_at`,
		userID, hash, millis(at)); err != nil {
		return err
	}
	_, err := tx.run(ctx, `DELETE FROM password_token WHERE user_id = $1`, userID)
	return err
}

// PasswordToken is a mailed token, by its hash.
type PasswordToken struct {
	UserID    string
	Kind      string
	Hash      string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// PutPasswordToken stores a token; an earlier one of the user is void.
func (tx *Tx) PutPasswordToken(ctx context.Context, t PasswordToken) error {
	_, err := tx.run(ctx, `
		INSERT INTO password_token (user_id, kind, hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id) DO UPDATE SET
			kind = excluded.kind, hash = excluded.hash, created_at = excluded.created_at, expires_at = excluded.expires_at`,
		t.UserID, t.Kind, t.Hash, millis(t.CreatedAt), millis(t.ExpiresAt))
	return err
}

// PasswordTokenOf reads a user's token.
func (q Queries) PasswordTokenOf(ctx context.Context, userID string) (PasswordToken, error) {
	return one(ctx, q, func(r rows) (t PasswordToken, err error) {
		var created, expires int64
		err = r.Scan(&t.UserID, &t.Kind, &t.Hash, &created, &expires)
		t.CreatedAt, t.ExpiresAt = instant(created), instant(expires)
		return t, err
	}, `SELECT user_id, kind, hash, created_at, expires_at FROM password_token WHERE user_id = $1`, userID)
}

// Throttle counts failures of one subject.
type Throttle struct {
	Failures     int
	BlockedUntil time.Time
	UpdatedAt    time.Time
}

// ThrottleOf reads a subject's failures, none if it has none.
func (q Queries) ThrottleOf(ctx context.Context, subject string) (Throttle, error) {
	t, err := one(ctx, q, func(r rows) (t Throttle, err error) {
		var blocked, updated int64
		err = r.Scan(&t.Failures, &blocked, &updated)
		t.BlockedUntil, t.UpdatedAt = instant(blocked), instant(updated)
		return t, err
	}, `SELECT failures, blocked_until, updated_at FROM throttle WHERE subject = $1`, subject)
	if errors.Is(err, tracker.ErrNotFound) {
		return Throttle{}, nil
	}
	return t, err
}

// PutThrottle stores a subject's failures.
func (tx *Tx) PutThrottle(ctx context.Context, subject string, t Throttle) error {
	_, err := tx.run(ctx, `
		INSERT INTO throttle (subject, failures, blocked_until, updated_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (subject) DO UPDATE SET
			failures = excluded.failures, blocked_until = excluded.blocked_until, updated_at = excluded.updated_at`,
		subject, t.Failures, millis(t.BlockedUntil), millis(t.UpdatedAt))
	return err
}

// DeletePasswordToken voids a token, unless a newer one took its place.
func (tx *Tx) DeletePasswordToken(ctx context.Context, userID, hash string) error {
	_, err := tx.run(ctx, `DELETE FROM password_token WHERE user_id = $1 AND hash = $2`, userID, hash)
	return err
}
