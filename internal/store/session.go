package store

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// Session ties tokens to a sign-in, so that they can be revoked at once.
type Session struct {
	ID        string
	UserID    string
	CreatedAt time.Time
	ExpiresAt time.Time
	UsedAt    time.Time // last, up to a minute ago; at first CreatedAt
	Address   string    // of the sign-in
	Agent     string
	SignOn    bool // began by single sign-on
}

// InsertSession records a sign-in.
func (tx *Tx) InsertSession(ctx context.Context, s Session) error {
	_, err := tx.run(ctx, `INSERT INTO session (id, user_id, created_at, expires_at, last_used_at, address, agent, sign_on) VALUES ($1, $2, $3, $4, $3, $5, $6, $7)`,
		s.ID, s.UserID, millis(s.CreatedAt), millis(s.ExpiresAt), s.Address, s.Agent, s.SignOn)
	return err
}

// SignIn records a sign-in, unless the user's password hash has changed.
func (tx *Tx) SignIn(ctx context.Context, s Session, passwordHash string) (done bool, err error) {
	n, err := tx.run(ctx, `
		INSERT INTO session (id, user_id, created_at, last_used_at, expires_at, address, agent)
		SELECT CAST($1 AS TEXT), user_id, CAST($2 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($6 AS TEXT), CAST($7 AS TEXT)
		FROM credential WHERE user_id = $4 AND password_hash = $5`,
		s.ID, millis(s.CreatedAt), millis(s.ExpiresAt), s.UserID, passwordHash, s.Address, s.Agent)
	return n == 1, err
}

// sessionLives holds at the time $2 for a session and its user.
const sessionLives = `session.revoked_at IS NULL AND session.expires_at > $2 AND users.disabled_at IS NULL`

// SessionUser reads the user of a live session: it is not revoked, it has not ended,
// and its user is not disabled. Of the session it returns ExpiresAt and UsedAt.
func (q Queries) SessionUser(ctx context.Context, sessionID string, now time.Time) (u tracker.User, session Session, err error) {
	u, err = one(ctx, q, func(r rows) (u tracker.User, err error) {
		var expires, used int64
		err = scanUserInto(r, &u, &expires, &used)
		session = Session{ID: sessionID, UserID: u.ID, ExpiresAt: instant(expires), UsedAt: instant(used)}
		return u, err
	}, "SELECT"+userColumns+`, session.expires_at, session.last_used_at
		FROM session JOIN users ON users.id = session.user_id
		WHERE session.id = $1 AND `+sessionLives,
		sessionID, millis(now))
	return u, session, err
}

// Sessions lists a page of a user's live sessions, the last used first, and how many there are.
func (q Queries) Sessions(ctx context.Context, userID string, now time.Time, limit, offset int) (list []tracker.Session, total int, err error) {
	const live = ` FROM session WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2`
	if total, err = one(ctx, q, scanOne[int], `SELECT count(*)`+live, userID, millis(now)); err != nil {
		return nil, 0, err
	}
	list, err = many(ctx, q, func(r rows) (s tracker.Session, err error) {
		var created, used int64
		err = r.Scan(&s.ID, &created, &used, &s.Address, &s.Agent)
		s.CreatedAt, s.LastUsedAt = instant(created), instant(used)
		return s, err
	}, `SELECT id, created_at, last_used_at, address, agent`+live+` ORDER BY last_used_at DESC, id DESC LIMIT $3 OFFSET $4`, userID, millis(now), limit, offset)
	return list, total, err
}

// RecordSessionUse notes that sessions were used at a time.
func (tx *Tx) RecordSessionUse(ctx context.Context, ids []string, at time.Time) error {
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	_, err = tx.run(ctx, `UPDATE session SET last_used_at = $2 WHERE last_used_at < $2 AND id IN (SELECT used.value FROM `+tx.dialect.elements("$1")+` used)`,
		string(list), millis(at))
	return err
}

// RevokeSessionOf ends one session of a user; one that is not live, or is another user's, is tracker.ErrNotFound.
func (tx *Tx) RevokeSessionOf(ctx context.Context, userID, id string, at time.Time) error {
	return tx.runOn(ctx, `UPDATE session SET revoked_at = $3 WHERE id = $2 AND user_id = $1 AND revoked_at IS NULL AND expires_at > $3`, userID, id, millis(at))
}

// Rights holds the rights of a session's user, in a form that can be compared.
type Rights struct {
	Admin bool
	Roles string // on companies and projects; empty for an administrator, who needs none
}

const rightsColumns = `SELECT users.is_admin,
	COALESCE((SELECT string_agg(company_id || ' ' || role, ',' ORDER BY company_id) FROM company_moderator
		WHERE user_id = users.id AND NOT users.is_admin), '') || ';' ||
	COALESCE((SELECT string_agg(project_id || ' ' || role, ',' ORDER BY project_id) FROM project_moderator
		WHERE user_id = users.id AND NOT users.is_admin), '')`

func scanRights(r rows) (rights Rights, err error) {
	return rights, r.Scan(&rights.Admin, &rights.Roles)
}

// SessionRights reads the rights of a live session's user; see SessionUser.
func (q Queries) SessionRights(ctx context.Context, sessionID string, now time.Time) (Rights, error) {
	return one(ctx, q, scanRights, rightsColumns+`
		FROM session JOIN users ON users.id = session.user_id
		WHERE session.id = $1 AND `+sessionLives, sessionID, millis(now))
}

// EndedSessions lists the sessions among ids that are no longer live.
func (q Queries) EndedSessions(ctx context.Context, ids []string, now time.Time) ([]string, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	return many(ctx, q, scanOne[string], `
		SELECT open.value FROM `+q.dialect.elements("$1")+` open WHERE NOT EXISTS (
			SELECT 1 FROM session JOIN users ON users.id = session.user_id
			WHERE session.id = open.value AND `+sessionLives+`)`, string(list), millis(now))
}

// RevokeSession ends one session; one that has been revoked is tracker.ErrNotFound.
func (tx *Tx) RevokeSession(ctx context.Context, id string, at time.Time) error {
	return tx.runOn(ctx, `UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`, id, millis(at))
}

// RevokeOtherSessions ends every session of a user except keep, which may be "".
// Sign-ins of the user that wait for a second factor end too.
func (tx *Tx) RevokeOtherSessions(ctx context.Context, userID, keep string, at time.Time) error {
	if err := tx.DeleteTickets(ctx, userID); err != nil {
		return err
	}
	_, err := tx.run(ctx, `UPDATE session SET revoked_at = $3 WHERE user_id = $1 AND id <> $2 AND revoked_at IS NULL`, userID, keep, millis(at))
	return err
}

// Account is a user with what signing in and the user's own account need.
type Account struct {
	tracker.User
	PasswordHash string  // empty for a user without a password
	Moderates    bool    // at least one company or project
	TimeZone     *string // nil for whoever has chosen none
}

func (q Queries) account(ctx context.Context, column, value string) (Account, error) {
	return one(ctx, q, func(r rows) (p Account, err error) {
		var email, zone *string
		err = scanUserInto(r, &p.User, &p.PasswordHash, &p.Moderates, &email, &zone)
		p.HasPassword = p.PasswordHash != ""
		if email != nil && zone != nil {
			p.TimeZone = tracker.NotificationSettings{Email: *email, TimeZone: *zone}.ChosenZone()
		}
		return p, err
	}, "SELECT"+userColumns+`, COALESCE(credential.password_hash, ''), `+moderatesAnything+`, n.email, n.time_zone
		FROM users LEFT JOIN credential ON credential.user_id = users.id LEFT JOIN notification_setting n ON n.user_id = users.id WHERE users.`+column+` = $1`, value)
}

// Account reads a user by id.
func (q Queries) Account(ctx context.Context, id string) (Account, error) {
	return q.account(ctx, "id", id)
}

// AccountByEmail reads a user by the normalised address.
func (q Queries) AccountByEmail(ctx context.Context, email string) (Account, error) {
	return q.account(ctx, "email", email)
}

// SetPasswordHash sets or replaces the password of a user.
func (tx *Tx) SetPasswordHash(ctx context.Context, userID, hash string, at time.Time) error {
	_, err := tx.run(ctx, `
		INSERT INTO credential (user_id, password_hash, updated_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, updated_at = excluded.updated_at`,
		userID, hash, millis(at))
	if err != nil {
		return err
	}
	return tx.markWaiting(ctx, userID)
}

// markWaiting notes whether a user can not sign in yet, which lists of users are narrowed by.
func (tx *Tx) markWaiting(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `UPDATE users SET is_waiting = NOT EXISTS (SELECT 1 FROM credential c WHERE c.user_id = users.id)
		AND NOT EXISTS (SELECT 1 FROM linked_identity i WHERE i.user_id = users.id) WHERE id = $1`, userID)
	return err
}

// ReplacePasswordHash replaces a password hash, unless it has changed in the meantime.
func (tx *Tx) ReplacePasswordHash(ctx context.Context, userID, old, hash string, at time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `UPDATE credential SET password_hash = $3, updated_at = $4 WHERE user_id = $1 AND password_hash = $2`, userID, old, hash, millis(at))
	return n == 1, err
}

// PasswordToken is the token of a mailed link. Only its hash is stored.
type PasswordToken struct {
	UserID    string
	Kind      string
	Hash      string
	CreatedAt time.Time
	ExpiresAt time.Time
}

// InsertPasswordToken stores the token of a link that is about to be mailed. done is
// false for a disabled user, who gets no link.
func (tx *Tx) InsertPasswordToken(ctx context.Context, t PasswordToken) (done bool, err error) {
	n, err := tx.run(ctx, `
		INSERT INTO password_token (hash, user_id, kind, created_at, expires_at)
		SELECT CAST($1 AS TEXT), id, CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM users WHERE id = $5 AND disabled_at IS NULL`,
		t.Hash, t.Kind, millis(t.CreatedAt), millis(t.ExpiresAt), t.UserID)
	return n == 1, err
}

// VoidOlderPasswordTokens voids the links of t's kind that the user got before t.
func (tx *Tx) VoidOlderPasswordTokens(ctx context.Context, t PasswordToken) error {
	_, err := tx.run(ctx, `DELETE FROM password_token WHERE user_id = $1 AND kind = $2 AND created_at < $3`, t.UserID, t.Kind, millis(t.CreatedAt))
	return err
}

// PasswordTokens lists a user's tokens, the oldest first.
func (q Queries) PasswordTokens(ctx context.Context, userID string) ([]PasswordToken, error) {
	return many(ctx, q, func(r rows) (t PasswordToken, err error) {
		var created, expires int64
		err = r.Scan(&t.UserID, &t.Kind, &t.Hash, &created, &expires)
		t.CreatedAt, t.ExpiresAt = instant(created), instant(expires)
		return t, err
	}, `SELECT user_id, kind, hash, created_at, expires_at FROM password_token WHERE user_id = $1 ORDER BY created_at, hash`, userID)
}

// TokenUser reads the user with an address and an unexpired token. The user must be
// enabled.
func (q Queries) TokenUser(ctx context.Context, email, hash string, now time.Time) (tracker.User, error) {
	return one(ctx, q, func(r rows) (u tracker.User, err error) { return u, scanUserInto(r, &u) },
		"SELECT"+userColumns+` FROM users JOIN password_token t ON t.user_id = users.id
		WHERE users.email = $1 AND users.disabled_at IS NULL AND t.hash = $2 AND t.expires_at > $3`, email, hash, millis(now))
}

// Throttle counts failures of one subject.
type Throttle struct {
	Failures     int
	BlockedUntil time.Time
	UpdatedAt    time.Time
}

// Throttles reads the failures of subjects. A subject without failures is not in the map.
func (q Queries) Throttles(ctx context.Context, subjects ...string) (map[string]Throttle, error) {
	args := make([]any, len(subjects))
	for i, s := range subjects {
		args[i] = s
	}
	known := map[string]Throttle{}
	return known, each(ctx, q, func(r rows) error {
		var subject string
		var t Throttle
		var blocked, updated int64
		err := r.Scan(&subject, &t.Failures, &blocked, &updated)
		t.BlockedUntil, t.UpdatedAt = instant(blocked), instant(updated)
		known[subject] = t
		return err
	}, `SELECT subject, failures, blocked_until, updated_at FROM throttle WHERE subject IN `+placeholders(1, len(subjects)), args...)
}

// PutThrottles stores the failures of subjects.
func (tx *Tx) PutThrottles(ctx context.Context, throttles map[string]Throttle) error {
	var args []any
	for _, subject := range slices.Sorted(maps.Keys(throttles)) { // in one order, so that two writers can not wait for each other
		t := throttles[subject]
		args = append(args, subject, t.Failures, millis(t.BlockedUntil), millis(t.UpdatedAt))
	}
	_, err := tx.run(ctx, `
		INSERT INTO throttle (subject, failures, blocked_until, updated_at) VALUES `+placeholders(len(throttles), 4)+`
		ON CONFLICT (subject) DO UPDATE SET
			failures = excluded.failures, blocked_until = excluded.blocked_until, updated_at = excluded.updated_at`, args...)
	return err
}

// VoidPasswordTokens voids every link that was mailed to a user.
func (tx *Tx) VoidPasswordTokens(ctx context.Context, userID string) error {
	_, err := tx.run(ctx, `DELETE FROM password_token WHERE user_id = $1`, userID)
	return err
}

// DeletePasswordToken voids one link.
func (tx *Tx) DeletePasswordToken(ctx context.Context, hash string) error {
	_, err := tx.run(ctx, `DELETE FROM password_token WHERE hash = $1`, hash)
	return err
}

// UsePasswordToken uses up the token of an enabled user, if it is still good, and
// voids all others of the user.
func (tx *Tx) UsePasswordToken(ctx context.Context, userID, hash string, now time.Time) (done bool, err error) {
	n, err := tx.run(ctx, `
		DELETE FROM password_token WHERE user_id = $1 AND EXISTS (
			SELECT 1 FROM password_token used JOIN users ON users.id = used.user_id
			WHERE used.hash = $2 AND used.user_id = $1 AND used.expires_at > $3 AND users.disabled_at IS NULL)`, userID, hash, millis(now))
	return n > 0, err
}
