package store

import (
	"context"
	"encoding/json"
	"time"

	jsonv2 "github.com/go-json-experiment/json"

	"btracker/internal/tracker"
)

const userColumns = `
	users.id,
	users.email,
	users.display_name,
	users.gender,
	users.first_name,
	users.last_name,
	users.phone_number,
	users.address,
	users.is_admin,
	users.photo_hash,
	users.disabled_at,
	users.disable_reason,
	users.created_at,
	users.version,
	users.has_second_factor,
	users.erased_at,
	users.language`

// userRow has the columns that administrators see; the user of a request is read without the last ones.
const userRow = userColumns + `,
	EXISTS (SELECT 1 FROM credential WHERE credential.user_id = users.id),
	EXISTS (SELECT 1 FROM linked_identity WHERE linked_identity.user_id = users.id)`

func scanUser(r rows) (u tracker.User, err error) {
	return u, scanUserInto(r, &u, &u.HasPassword, &u.HasSignOn)
}

func scanUserInto(r rows, u *tracker.User, more ...any) error {
	var createdAt int64
	var disabledAt, erasedAt *int64
	var address *string
	err := r.Scan(append([]any{&u.ID, &u.Email, &u.DisplayName, &u.Gender, &u.FirstName, &u.LastName, &u.PhoneNumber,
		&address, &u.IsAdmin, &u.PhotoHash, &disabledAt, &u.DisableReason, &createdAt, &u.Version, &u.HasSecondFactor, &erasedAt, &u.Language}, more...)...)
	if err != nil {
		return err
	}
	u.CreatedAt, u.Status, u.IsErased = instant(createdAt), userStatus(disabledAt != nil), erasedAt != nil
	u.Address, err = decodeAddress(address)
	return err
}

func userStatus(disabled bool) tracker.UserStatus {
	if disabled {
		return tracker.UserDisabled
	}
	return tracker.UserEnabled
}

func encodeAddress(a *tracker.Address) (*string, error) {
	if a == nil {
		return nil, nil
	}
	b, err := json.Marshal(a)
	s := string(b)
	return &s, err
}

func decodeAddress(s *string) (*tracker.Address, error) {
	if s == nil {
		return nil, nil
	}
	var a tracker.Address
	return &a, jsonv2.Unmarshal([]byte(*s), &a) // in half of the time: a list has many
}

var userList = list[tracker.User]{
	listOrder: listOrder{table: "users", sorts: map[string]string{"displayName": "name_key", "email": "email", "createdAt": "created_at"}, fallback: "displayName"},
	selects:   "SELECT" + userRow + ", (SELECT MAX(session.last_used_at) FROM session WHERE session.user_id = users.id) FROM users",
	scan: func(r rows) (u tracker.User, err error) {
		var seen *int64
		err = scanUserInto(r, &u, &u.HasPassword, &u.HasSignOn, &seen)
		u.LastSeenAt = instantOrNil(seen)
		return u, err
	},
}

func userFilter(d dialect, lq tracker.ListQuery, who tracker.UserFilter) *filter {
	f := &filter{}
	if who == (tracker.UserFilter{}) {
		f.kept = tallyUsers
	}
	if who.AdminsOnly {
		f.and("users.is_admin")
	}
	if who.Invited {
		f.and("users.is_waiting AND users.disabled_at IS NULL")
	}
	f.find(d, "users", lq.Search)
	return f
}

// Users lists a page of users, and the number of all of them.
func (q Queries) Users(ctx context.Context, lq tracker.ListQuery, who tracker.UserFilter) ([]tracker.User, int, error) {
	lq.Removed = tracker.RemovedInclude // users are disabled, not removed
	return userList.page(ctx, q, userFilter(q.dialect, lq, who), lq)
}

// EachUser passes on every user of a list, without pages.
func (q Queries) EachUser(ctx context.Context, lq tracker.ListQuery, who tracker.UserFilter, use func(tracker.User) error) error {
	return userList.each(ctx, q, userFilter(q.dialect, lq, who), lq, use)
}

// UsersByEmailPrefix finds enabled users for a picker.
func (q Queries) UsersByEmailPrefix(ctx context.Context, prefix string, limit int) ([]tracker.User, error) {
	prefix = searchKey(prefix)
	return many(ctx, q, scanUser, "SELECT"+userRow+` FROM users
		WHERE email >= $1 AND email < $2 AND disabled_at IS NULL ORDER BY email LIMIT $3`, prefix, prefix+"\U0010FFFF", limit)
}

// UserByEmail reads a user by the normalised address.
func (q Queries) UserByEmail(ctx context.Context, email string) (tracker.User, error) {
	return one(ctx, q, scanUser, "SELECT"+userRow+" FROM users WHERE email = $1", email)
}

// UserAndAdmins reads a user by the normalised address, with the number of enabled
// administrators.
func (q Queries) UserAndAdmins(ctx context.Context, email string) (u tracker.User, admins int, err error) {
	u, err = one(ctx, q, func(r rows) (u tracker.User, err error) {
		return u, scanUserInto(r, &u, &u.HasPassword, &u.HasSignOn, &admins)
	},
		"SELECT"+userRow+", ("+countAdministrators+") FROM users WHERE email = $1", email)
	return u, admins, err
}

// User reads a user by id.
func (q Queries) User(ctx context.Context, id string) (tracker.User, error) {
	return one(ctx, q, scanUser, "SELECT"+userRow+" FROM users WHERE id = $1", id)
}

// UserCounts counts administrators and all users.
func (q Queries) UserCounts(ctx context.Context) (admins, all int, err error) {
	type counts struct{ admins, all int }
	c, err := one(ctx, q, func(r rows) (c counts, err error) { return c, r.Scan(&c.admins, &c.all) }, `
		SELECT
			(SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM tally WHERE name = $1),
			(SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM tally WHERE name = $2)`, tallyAdmins, tallyUsers)
	return c.admins, c.all, err
}

// InsertUser adds a user; a taken address is ErrTaken.
func (tx *Tx) InsertUser(ctx context.Context, u tracker.User, by *string) error {
	tx.replaceShare(share{}, userShare(u))
	return tx.LoadUsers(ctx, []tracker.User{u}, by)
}

// LoadUsers adds users without their totals.
func (tx *Tx) LoadUsers(ctx context.Context, users []tracker.User, by *string) error {
	rows := make([][]any, len(users))
	for i, u := range users {
		address, err := encodeAddress(u.Address)
		if err != nil {
			return err
		}
		rows[i] = []any{u.ID, u.Email, u.DisplayName, searchKey(u.DisplayName), userSearchText(u), u.Gender, u.FirstName, u.LastName, u.PhoneNumber,
			address, u.IsAdmin, u.PhotoHash, millis(u.CreatedAt), millis(u.CreatedAt), by}
	}
	return tx.load(ctx, "users", `id, email, display_name, name_key, search_text, gender, first_name, last_name, phone_number,
		address, is_admin, photo_hash, created_at, updated_at, updated_by`, rows)
}

func userShare(u tracker.User) share {
	s := listShare(tallyUsers, u.DisplayName, false)
	s.tallies[tallyAdmins] = count(u.IsAdmin)
	return s
}

func userSearchText(u tracker.User) string {
	return searchText(&u.DisplayName, &u.Email, u.FirstName, u.LastName, u.PhoneNumber)
}

// UpdateUser writes every editable field.
func (tx *Tx) UpdateUser(ctx context.Context, before, u tracker.User, by string, at time.Time) error {
	address, err := encodeAddress(u.Address)
	if err != nil {
		return err
	}
	tx.replaceShare(userShare(before), userShare(u))
	return tx.edit(ctx, `
		UPDATE users SET
			display_name = $2,
			name_key = $3,
			search_text = $4,
			gender = $5,
			first_name = $6,
			last_name = $7,
			phone_number = $8,
			address = $9,
			photo_hash = $10,
			is_admin = $11,
			admin_group = CASE WHEN $11 AND is_admin THEN admin_group END,
			disabled_at = CASE WHEN $12 THEN COALESCE(disabled_at, $14) END,
			disable_reason = $13,
			has_second_factor = $16,
			version = version + 1,
			updated_at = $14,
			updated_by = $15
		WHERE id = $1`,
		u.ID, u.DisplayName, searchKey(u.DisplayName), userSearchText(u), u.Gender, u.FirstName, u.LastName, u.PhoneNumber, address, u.PhotoHash,
		u.IsAdmin, u.Status == tracker.UserDisabled, u.DisableReason, millis(at), by, u.HasSecondFactor)
}

// SetLanguage keeps the language that a user chose. It is no part of the user that others see or edit, so the version stays.
func (tx *Tx) SetLanguage(ctx context.Context, userID, language string) error {
	return tx.runOn(ctx, `UPDATE users SET language = $2 WHERE id = $1`, userID, language)
}

// HasAdministrator reports whether anyone can sign in as administrator.
func (q Queries) HasAdministrator(ctx context.Context) (bool, error) {
	n, err := q.EnabledAdministrators(ctx)
	return n > 0, err
}

// EnabledAdministrators counts the users who can sign in as administrator.
func (q Queries) EnabledAdministrators(ctx context.Context) (int, error) {
	return one(ctx, q, scanOne[int], countAdministrators)
}

const countAdministrators = `SELECT count(*) FROM users a WHERE a.is_admin AND a.disabled_at IS NULL`
