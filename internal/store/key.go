package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

const keyColumns = ` api_key.id, api_key.name, api_key.scope, api_key.company_id,
	(SELECT c.name FROM company c WHERE c.id = api_key.company_id), api_key.created_at, api_key.expires_at, api_key.last_used_at`

// scanKeyInto is for statements that end in keyColumns.
func scanKeyInto(k *tracker.Key) (into []any, done func()) {
	var created int64
	var expires, used *int64
	return []any{&k.ID, &k.Name, &k.Scope, &k.CompanyID, &k.CompanyName, &created, &expires, &used}, func() {
		k.CreatedAt, k.ExpiresAt, k.LastUsedAt = instant(created), instantOrNil(expires), instantOrNil(used)
	}
}

// keyLives holds at the time $2 for a key and its owner.
const keyLives = `(api_key.expires_at IS NULL OR api_key.expires_at > $2) AND users.disabled_at IS NULL`

// KeyUser reads a live key by its hash, and its owner: it has not expired, and its owner is not disabled.
func (q Queries) KeyUser(ctx context.Context, hash string, now time.Time) (tracker.User, tracker.Key, error) {
	return q.keyUser(ctx, "hash", hash, now)
}

// KeyUserByID is KeyUser by the id of the key.
func (q Queries) KeyUserByID(ctx context.Context, id string, now time.Time) (tracker.User, tracker.Key, error) {
	return q.keyUser(ctx, "id", id, now)
}

func (q Queries) keyUser(ctx context.Context, column, value string, now time.Time) (u tracker.User, k tracker.Key, err error) {
	u, err = one(ctx, q, func(r rows) (u tracker.User, err error) {
		into, done := scanKeyInto(&k)
		err = scanUserInto(r, &u, into...)
		done()
		return u, err
	}, "SELECT"+userColumns+","+keyColumns+` FROM api_key JOIN users ON users.id = api_key.user_id WHERE api_key.`+column+` = $1 AND `+keyLives, value, millis(now))
	return u, k, err
}

// Keys lists the keys of a user, the newest first. There are few: see tracker.MaxKeys.
func (q Queries) Keys(ctx context.Context, userID string) ([]tracker.Key, error) {
	return many(ctx, q, func(r rows) (k tracker.Key, err error) {
		into, done := scanKeyInto(&k)
		err = r.Scan(into...)
		done()
		return k, err
	}, "SELECT"+keyColumns+` FROM api_key WHERE api_key.user_id = $1 ORDER BY api_key.created_at DESC, api_key.id DESC`, userID)
}

// InsertKey stores a key, and its name for the history.
func (tx *Tx) InsertKey(ctx context.Context, userID, hash string, k tracker.Key) error {
	_, err := tx.run(ctx, `INSERT INTO api_key (id, user_id, hash, name, scope, company_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		k.ID, userID, hash, k.Name, k.Scope, k.CompanyID, millis(k.CreatedAt), millisOrNil(k.ExpiresAt))
	if err != nil {
		return err
	}
	return tx.InsertWayName(ctx, k.ID, userID, k.Name)
}

// InsertWayName keeps the name of a key or of an imported file for the history. Changes have the id, because seals cover
// them for ever, and a name may tell about a person.
func (tx *Tx) InsertWayName(ctx context.Context, id, userID, name string) error {
	_, err := tx.run(ctx, `INSERT INTO key_name (id, user_id, name) VALUES ($1, $2, $3)`, id, userID, name)
	return err
}

// RemoveKey ends a key of a user, and returns its name; another user's is tracker.ErrNotFound.
func (tx *Tx) RemoveKey(ctx context.Context, userID, id string) (name string, err error) {
	if name, err = one(ctx, tx.Queries, scanOne[string], `SELECT name FROM api_key WHERE id = $2 AND user_id = $1`, userID, id); err != nil {
		return "", err
	}
	return name, tx.runOn(ctx, `DELETE FROM api_key WHERE id = $2 AND user_id = $1`, userID, id)
}

// RemoveKeys ends all keys of a user.
func (tx *Tx) RemoveKeys(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM api_key WHERE user_id = $1`, userID)
	return err
}

// RecordKeyUse notes that keys were used at a time.
func (tx *Tx) RecordKeyUse(ctx context.Context, ids []string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE api_key SET last_used_at = $2 WHERE COALESCE(last_used_at, 0) < $2 AND id IN (SELECT used.value FROM `+tx.dialect.elements("$1")+` used)`,
		jsonTexts(ids), millis(at))
	return err
}

// KeyRights reads the rights of a live key's owner; see SessionRights.
func (q Queries) KeyRights(ctx context.Context, id string, now time.Time) (Rights, error) {
	return one(ctx, q, scanRights, rightsColumns+` FROM api_key JOIN users ON users.id = api_key.user_id WHERE api_key.id = $1 AND `+keyLives, id, millis(now))
}
