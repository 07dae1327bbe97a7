package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// Totp is the authenticator app of a user.
type Totp struct {
	Secret    string // encrypted
	Confirmed bool
	LastStep  int64 // of the last code that was used
}

// Totp reads the authenticator app of a user, confirmed or not.
func (q Queries) Totp(ctx context.Context, userID string) (Totp, error) {
	return one(ctx, q, func(r rows) (t Totp, err error) { return t, r.Scan(&t.Secret, &t.Confirmed, &t.LastStep) },
		`SELECT secret, confirmed_at IS NOT NULL, last_step FROM totp WHERE user_id = $1`, userID)
}

// PutTotp stores a new secret that is not confirmed. done is false if the user has a confirmed one.
func (tx *Tx) PutTotp(ctx context.Context, userID, secret string, at time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `
		INSERT INTO totp (user_id, secret, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at WHERE totp.confirmed_at IS NULL`, userID, secret, millis(at))
	return n == 1, err
}

// ConfirmTotp lets a secret count. done is false if it is not the stored one any more, or confirmed already.
func (tx *Tx) ConfirmTotp(ctx context.Context, userID, secret string, step int64, at time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `UPDATE totp SET confirmed_at = $4, last_step = $3 WHERE user_id = $1 AND secret = $2 AND confirmed_at IS NULL`, userID, secret, step, millis(at))
	return n == 1, err
}

// UseTotpStep uses up the codes until a time step. done is false if that was done before.
func (tx *Tx) UseTotpStep(ctx context.Context, userID string, step int64) (done bool, err error) {
	n, err := tx.run(ctx, `UPDATE totp SET last_step = $2 WHERE user_id = $1 AND confirmed_at IS NOT NULL AND last_step < $2`, userID, step)
	return n == 1, err
}

// RemoveTotp removes a user's authenticator app.
func (tx *Tx) RemoveTotp(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM totp WHERE user_id = $1`, userID)
	return err
}

// RemoveRecoveryCodes voids a user's recovery codes.
func (tx *Tx) RemoveRecoveryCodes(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM recovery_code WHERE user_id = $1`, userID)
	return err
}

// ReplaceRecoveryCodes gives a user new recovery codes, and voids the others.
func (tx *Tx) ReplaceRecoveryCodes(ctx context.Context, userID string, hashes []string) error {
	if err := tx.RemoveRecoveryCodes(ctx, userID); err != nil {
		return err
	}
	rows := make([][]any, len(hashes))
	for i, hash := range hashes {
		rows[i] = []any{hash, userID}
	}
	return tx.load(ctx, "recovery_code", "hash, user_id", rows)
}

// UseRecoveryCode uses up a recovery code, if the user has it.
func (tx *Tx) UseRecoveryCode(ctx context.Context, userID, hash string) (done bool, err error) {
	n, err := tx.run(ctx, `DELETE FROM recovery_code WHERE user_id = $1 AND hash = $2`, userID, hash)
	return n == 1, err
}

// SecondFactors reads what a user has set up.
func (q Queries) SecondFactors(ctx context.Context, userID string) (tracker.SecondFactorStatus, error) {
	return one(ctx, q, func(r rows) (s tracker.SecondFactorStatus, err error) {
		return s, r.Scan(&s.Totp, &s.Passkeys, &s.RecoveryCodes, &s.Linked)
	}, `
		SELECT EXISTS (SELECT 1 FROM totp WHERE user_id = $1 AND confirmed_at IS NOT NULL),
			(SELECT count(*) FROM passkey WHERE user_id = $1),
			(SELECT count(*) FROM recovery_code WHERE user_id = $1),
			EXISTS (SELECT 1 FROM linked_identity WHERE user_id = $1)`, userID)
}

// InsertTicket stores a sign-in that waits for its second factor, unless the user's password hash has changed.
func (tx *Tx) InsertTicket(ctx context.Context, hash, userID, passwordHash string, expiresAt time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `
		INSERT INTO sign_in_ticket (hash, user_id, expires_at)
		SELECT CAST($1 AS TEXT), user_id, CAST($2 AS BIGINT) FROM credential WHERE user_id = $3 AND password_hash = $4`, hash, millis(expiresAt), userID, passwordHash)
	return n == 1, err
}

// TicketUser reads the enabled user of a ticket that is still good.
func (q Queries) TicketUser(ctx context.Context, hash string, now time.Time) (tracker.User, error) {
	return one(ctx, q, func(r rows) (u tracker.User, err error) { return u, scanUserInto(r, &u) },
		"SELECT"+userColumns+` FROM users JOIN sign_in_ticket t ON t.user_id = users.id
		WHERE t.hash = $1 AND t.expires_at > $2 AND t.tries < $3 AND users.disabled_at IS NULL`, hash, millis(now), tracker.TicketTries)
}

// TryTicket counts a try. done is false if the ticket is not good any more.
func (tx *Tx) TryTicket(ctx context.Context, hash string, now time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `UPDATE sign_in_ticket SET tries = tries + 1 WHERE hash = $1 AND expires_at > $2 AND tries < $3`, hash, millis(now), tracker.TicketTries)
	return n == 1, err
}

// DeleteTickets ends all sign-ins of a user that wait for a second factor.
func (tx *Tx) DeleteTickets(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM sign_in_ticket WHERE user_id = $1`, userID)
	return err
}
