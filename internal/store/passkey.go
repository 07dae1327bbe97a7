package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// Passkey is a passkey with the key that checks it.
type Passkey struct {
	tracker.Passkey
	Key tracker.PasskeyKey
}

// #nosec G101 -- names of columns
const passkeyColumns = ` p.id, p.name, p.created_at, p.last_used_at, p.credential_id, p.public_key, p.sign_count, p.backup_eligible, p.transports`

func scanPasskey(r rows) (p Passkey, err error) {
	var created int64
	var used *int64
	err = r.Scan(&p.ID, &p.Name, &created, &used, &p.Key.CredentialID, &p.Key.PublicKey, &p.Key.SignCount, &p.Key.BackupEligible, &p.Key.Transports)
	p.CreatedAt, p.LastUsedAt = instant(created), instantOrNil(used)
	return p, err
}

// Passkeys lists a user's passkeys, the oldest first.
func (q Queries) Passkeys(ctx context.Context, userID string) ([]Passkey, error) {
	return many(ctx, q, scanPasskey, `SELECT`+passkeyColumns+` FROM passkey p WHERE p.user_id = $1 ORDER BY p.created_at, p.id LIMIT $2`, userID, tracker.MaxPasskeys)
}

// Passkey reads one of a user's passkeys.
func (q Queries) Passkey(ctx context.Context, userID, id string) (Passkey, error) {
	return one(ctx, q, scanPasskey, `SELECT`+passkeyColumns+` FROM passkey p WHERE p.user_id = $1 AND p.id = $2`, userID, id)
}

// PasskeyByCredential reads one of an enabled user's passkeys by the id that its device gave it.
func (q Queries) PasskeyByCredential(ctx context.Context, userID, credentialID string) (Passkey, error) {
	return one(ctx, q, scanPasskey, `SELECT`+passkeyColumns+` FROM passkey p JOIN users ON users.id = p.user_id
		WHERE p.user_id = $1 AND p.credential_id = $2 AND users.disabled_at IS NULL`, userID, credentialID)
}

// PasskeyUser reads the enabled user of a passkey, by the id that its device gave it.
func (q Queries) PasskeyUser(ctx context.Context, credentialID string) (tracker.User, error) {
	return one(ctx, q, func(r rows) (u tracker.User, err error) { return u, scanUserInto(r, &u) },
		"SELECT"+userColumns+` FROM users JOIN passkey p ON p.user_id = users.id WHERE p.credential_id = $1 AND users.disabled_at IS NULL`, credentialID)
}

// InsertPasskey stores a passkey. done is false if somebody has it already.
func (tx *Tx) InsertPasskey(ctx context.Context, userID string, p Passkey) (done bool, err error) {
	n, err := tx.run(ctx, `
		INSERT INTO passkey (id, user_id, credential_id, public_key, sign_count, backup_eligible, transports, name, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING`,
		p.ID, userID, p.Key.CredentialID, p.Key.PublicKey, p.Key.SignCount, p.Key.BackupEligible, p.Key.Transports, p.Name, millis(p.CreatedAt))
	return n == 1, err
}

// RenamePasskey names one of a user's passkeys anew.
func (tx *Tx) RenamePasskey(ctx context.Context, userID, id, name string) error {
	return tx.runOn(ctx, `UPDATE passkey SET name = $3 WHERE user_id = $1 AND id = $2`, userID, id, name)
}

// UsePasskey notes a use. done is false if the passkey was used beside it and has counted further.
func (tx *Tx) UsePasskey(ctx context.Context, id string, before, after int64, at time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `UPDATE passkey SET sign_count = $3, last_used_at = $4 WHERE id = $1 AND sign_count = $2`, id, before, after, millis(at))
	return n == 1, err
}

// DeletePasskey removes one of a user's passkeys.
func (tx *Tx) DeletePasskey(ctx context.Context, userID, id string) error {
	return tx.runOn(ctx, `DELETE FROM passkey WHERE user_id = $1 AND id = $2`, userID, id)
}

// DeletePasskeys removes all passkeys of a user.
func (tx *Tx) DeletePasskeys(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM passkey WHERE user_id = $1`, userID)
	return err
}

// InsertChallenge stores a question to a passkey.
func (tx *Tx) InsertChallenge(ctx context.Context, hash, purpose string, expiresAt time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO passkey_challenge (hash, purpose, expires_at) VALUES ($1, $2, $3)`, hash, purpose, millis(expiresAt))
	return err
}

// VoidChallenges voids all questions of a purpose.
func (tx *Tx) VoidChallenges(ctx context.Context, purpose string) error {
	_, err := tx.run(ctx, `DELETE FROM passkey_challenge WHERE purpose = $1`, purpose)
	return err
}

// UseChallenge uses up a question. done is false if there is no such question for the purpose, or its time is over.
func (tx *Tx) UseChallenge(ctx context.Context, hash, purpose string, now time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `DELETE FROM passkey_challenge WHERE hash = $1 AND purpose = $2 AND expires_at > $3`, hash, purpose, millis(now))
	return n == 1, err
}
