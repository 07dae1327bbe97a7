package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// PersonTable says what a table holds about people. Its SQL names values: :id is the user's id, :email the address,
// and :newEmail and :newName stand for the person in what is left.
type PersonTable struct {
	Table  string
	Of     string   // the condition of the rows that are about a person; "" if the table has none of its own
	Shown  []string // the columns that the data of a person has
	Hidden []string // the other ones: secrets, and what says nothing about the person
	Erase  []string // what replaces or deletes the values of the person
}

// forget is for tables whose rows go with the person.
func forget(table, of string, shown, hidden []string) PersonTable {
	return PersonTable{Table: table, Of: of, Shown: shown, Hidden: hidden, Erase: []string{"DELETE FROM " + table + " WHERE " + of}}
}

const byUser = "user_id = :id"

// PersonTables lists all tables that hold values of people, in the order in which they are erased. A test fails when a
// new table, or a new column of one of these, is missing here. Add yours: most take one line with forget.
var PersonTables = []PersonTable{
	{Table: "users", Of: "id = :id", Shown: words(`email display_name gender first_name last_name phone_number address is_admin photo_hash
		disabled_at disable_reason created_at updated_at has_second_factor erased_at language admin_group is_waiting`),
		Hidden: words("rowno id name_key search_text version updated_by")}, // erased by EraseUser
	{Table: "company_moderator", Of: byUser, Shown: words("company_id role details created_at updated_at group_name hand_role"),
		Hidden: words("id user_id version updated_by"), Erase: forgetDetails("company_moderator")},
	{Table: "project_moderator", Of: byUser, Shown: words("project_id role details created_at updated_at"), Hidden: words("id user_id version updated_by"),
		Erase: forgetDetails("project_moderator")},
	forget("session", byUser, words("id created_at expires_at revoked_at address agent last_used_at sign_on"), words("user_id")),
	forget("credential", byUser, words("updated_at"), words("user_id password_hash")),
	forget("password_token", byUser, words("kind created_at expires_at"), words("user_id hash")),
	forget("totp", byUser, words("created_at confirmed_at"), words("user_id secret last_step")),
	forget("passkey", byUser, words("name backup_eligible created_at last_used_at"), words("id user_id credential_id public_key sign_count transports")),
	forget("api_key", byUser, words("name scope company_id created_at expires_at last_used_at"), words("id user_id hash")),
	{Table: "key_name", Of: byUser, Shown: words("name"), Hidden: words("id user_id"), Erase: []string{"UPDATE key_name SET name = :newName WHERE user_id = :id"}},
	// A webhook sends for its owner, and says nothing about them.
	{Table: "webhook", Of: "owner_id = :id", Shown: words("kind name url events company_id is_daily is_enabled created_at"), Hidden: words("id owner_id secret version")},
	forget("linked_identity", byUser, words("issuer subject created_at"), words("user_id")),
	forget("seen_group", byUser, words("group_name"), words("user_id")),
	forget("recovery_code", byUser, nil, words("user_id hash")),
	forget("sign_in_ticket", byUser, words("expires_at tries"), words("user_id hash sign_on")),
	forget("throttle", "replace(subject, ' ' || :email || ' ', '') <> subject OR replace(subject, ' ' || :id, '') <> subject",
		words("subject failures blocked_until updated_at"), nil),
	{Table: "security_event", Of: "email = :email", Shown: words("at kind email address agent details"), Hidden: words("id details_text"), Erase: []string{
		"UPDATE security_event SET details = '', details_text = NULL WHERE email = :email AND kind IN ('key', 'passkey')", // they have names of their own
		"UPDATE security_event SET email = :newEmail, address = '', agent = '' WHERE email = :email",
		// Events about others that the person caused say so in their details; see addressTexts.
		"UPDATE security_event SET address = '', agent = '' WHERE replace(lower(details), :email, '') <> lower(details)"}},
	forget("notification", "recipient_id = :id", words("kind title details created_at viewed_at snoozed_until"),
		words("id recipient_id threshold item_id item_parent_id change_seq search_text mail_id details_text")),
	forget("notification_setting", byUser, words("remind_days email hour time_zone ends_soon ended renewed canceled mention only_responsible next_mail_at"), words("user_id")),
	// Its text has ids, never addresses; the author is shown by the name that is left.
	{Table: "note", Of: "author_id = :id OR replace(text, :id, '') <> text", Shown: words("entity entity_id text is_pinned created_at edited_at"),
		Hidden: words("rowno id company_id project_id search_text author_id deleted_at version updated_at updated_by")},
	forget("report_setting", byUser, words("email language last_report next_mail_at"), words("user_id")),
	{Table: "document", Of: "author_id = :id", Shown: words("entity entity_id name details is_confidential created_at"),
		Hidden: words("rowno id company_id project_id content_id author_id deleted_at version updated_at updated_by")},
	forget("calendar_feed", byUser, words("created_at"), words("user_id token_hash")),
	forget("preference", byUser, words("key value"), words("user_id")),
	forget("idempotency", byUser, words("key entity_id created_at"), words("user_id fingerprint")),
	{Table: "default_view", Of: byUser, Shown: words("list view_id"), Hidden: words("user_id"), Erase: []string{
		"DELETE FROM default_view WHERE user_id = :id OR view_id IN (SELECT v.id FROM saved_view v WHERE v.owner_id = :id AND NOT v.is_shared)"}},
	{Table: "saved_view", Of: "owner_id = :id", Shown: words("id list name query is_shared created_at"), Hidden: words("owner_id version"), Erase: []string{
		"DELETE FROM saved_view WHERE owner_id = :id AND NOT is_shared"}},
	{Table: "plan", Of: "owner_id = :id", Shown: words("id name until changes is_shared created_at kept_at"), Hidden: words("owner_id version kept bulk_id"), Erase: []string{
		"DELETE FROM plan WHERE owner_id = :id AND NOT is_shared"}},
	{Table: "import_row", Hidden: words("import_id row_no state record_id version name cells input fields errors error_texts"), Erase: []string{
		`DELETE FROM import_row WHERE record_id = :id OR record_id = :email OR replace(lower(cells), :email, '') <> lower(cells)
			OR import_id IN (SELECT i.id FROM import i WHERE i.user_id = :id)`}},
	forget("import", byUser, words("list name rows creates updates unchanged refused touched_at"), words("id user_id columns version bulk_id is_ready")),
	{Table: "bulk", Of: byUser, Shown: words("list action params state total refused created_at ended_at"), Hidden: words("id user_id position key_id")},
	{Table: "change_preview", Hidden: words("hash key_id input fingerprint expires_at"), Erase: []string{"DELETE FROM change_preview"}}, // of ten minutes
	{Table: "bulk_piece", Hidden: words("bulk_id piece records")},
	{Table: "own_value", Hidden: words("rowno record_id field_id value sort_key search_text is_gone")}, // an address in one: see addressTexts
	// The history is shown as such, and erased by internal/audit.
	{Table: "change", Hidden: words(`seq at actor_id action entity entity_id before after request_id batch_id tx totals worth company_id project_id
		entity_name via_kind via_name undoes fields cost_only`)},
	{Table: "change_person", Hidden: words("seq person salt erased")},
	{Table: "erasure", Hidden: words("user_id pseudonym erased_at email_hash done_at")},
}

// ImpersonalTables lists the tables that hold nothing about people but the ids of users.
var ImpersonalTables = words(`photo company project category catalogue_item project_product project_subscription subscription_period subscription_price
	own_field content content_piece tally kept_sum company_move remind_day seal change_block passkey_challenge setup_code
	webhook_state webhook_delivery used_sign_on group_role search_pending schema_version`)

func words(text string) []string { return strings.Fields(text) }

func forgetDetails(table string) []string {
	return []string{"UPDATE " + table + " SET details = NULL, version = version + 1 WHERE user_id = :id AND details IS NOT NULL"}
}

// personValues are the values that the SQL of PersonTables names.
func personValues(u tracker.User, left tracker.User) map[string]any {
	return map[string]any{"id": u.ID, "email": u.Email, "newName": left.DisplayName, "newEmail": left.Email}
}

var namedValue = regexp.MustCompile(`:[a-zA-Z]+`)

// bindNamed numbers the named values of a statement.
func bindNamed(sql string, values map[string]any) (string, []any) {
	f := &filter{}
	numbers := map[string]string{}
	sql = namedValue.ReplaceAllStringFunc(sql, func(name string) string {
		if numbers[name] == "" {
			numbers[name] = f.arg(values[name[1:]])
		}
		return numbers[name]
	})
	return sql, f.args
}

// personRows is how many rows about a person are read at a time. Each time all are sorted.
const personRows = 1000

// EachPersonRecord passes on the rows about a user, table by table, without secrets.
func (q Queries) EachPersonRecord(ctx context.Context, u tracker.User, use func(table string, row tracker.PersonRecord) error) error {
	for _, t := range PersonTables {
		for offset := 0; t.Of != "" && len(t.Shown) > 0; offset += personRows {
			sql, args := bindNamed("SELECT "+strings.Join(t.Shown, ", ")+" FROM "+t.Table+" WHERE "+t.Of+" ORDER BY "+strings.Join(t.Shown, ", "), personValues(u, u))
			piece, err := many(ctx, q, t.scan, sql+limited(personRows)+" OFFSET "+strconv.Itoa(offset), args...)
			if err != nil {
				return err
			}
			for _, row := range piece {
				if err := use(t.Table, row); err != nil {
					return err
				}
			}
			if len(piece) < personRows {
				break
			}
		}
	}
	return nil
}

var personFlags = map[string]bool{"has_second_factor": true, "backup_eligible": true, "sign_on": true, "ends_soon": true, "ended": true,
	"renewed": true, "canceled": true, "mention": true, "only_responsible": true}

// scan reads a row by the names of its columns, as the API writes them.
func (t PersonTable) scan(r rows) (tracker.PersonRecord, error) {
	values := make([]any, len(t.Shown))
	targets := make([]any, len(values))
	for i := range values {
		targets[i] = &values[i]
	}
	if err := r.Scan(targets...); err != nil {
		return nil, err
	}
	row := tracker.PersonRecord{}
	for i, column := range t.Shown {
		value := values[i]
		if number, ok := value.(int64); ok {
			switch {
			case column == "at" || strings.HasSuffix(column, "_at") || strings.HasSuffix(column, "_until"):
				value = instant(number)
			case personFlags[column] || strings.HasPrefix(column, "is_"):
				value = number != 0
			}
		}
		if bytes, ok := value.([]byte); ok {
			value = string(bytes)
		}
		row[camelCase(column)] = value
	}
	return row, nil
}

func camelCase(column string) string {
	parts := strings.Split(column, "_")
	for i := 1; i < len(parts); i++ {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	return strings.Join(parts, "")
}

// EraseUser replaces the values of a person everywhere but in the history, which internal/audit erases change by change.
func (tx *Tx) EraseUser(ctx context.Context, before, after tracker.User, t tracker.Tombstone, by *string) error {
	photos, err := tx.photosOf(ctx, before)
	if err != nil {
		return err
	}
	tx.replaceShare(userShare(before), userShare(after))
	err = tx.runOn(ctx, `
		UPDATE users SET
			email = $2,
			display_name = $3,
			name_key = $4,
			search_text = $5,
			gender = $6,
			first_name = NULL,
			last_name = NULL,
			phone_number = NULL,
			address = NULL,
			photo_hash = NULL,
			is_admin = FALSE,
			admin_group = NULL,
			has_second_factor = FALSE,
			language = '',
			erased_at = $7,
			version = version + 1,
			updated_at = $7,
			updated_by = $8
		WHERE id = $1`, before.ID, after.Email, after.DisplayName, searchKey(after.DisplayName), userSearchText(after), after.Gender, millis(t.At), by)
	if err != nil {
		return err
	}
	values := personValues(before, after)
	for _, table := range PersonTables {
		for _, sql := range table.Erase {
			bound, args := bindNamed(sql, values)
			if _, err := tx.run(ctx, bound, args...); err != nil {
				return err
			}
		}
	}
	if err := tx.eraseFromTexts(ctx, before.Email, after.Email); err != nil {
		return err
	}
	if err := tx.eraseFromJobs(ctx, before, after); err != nil {
		return err
	}
	if len(photos) > 0 {
		if _, err := tx.run(ctx, `DELETE FROM photo WHERE hash IN `+placeholders(1, len(photos))+photoUnused, photos...); err != nil {
			return err
		}
	}
	_, err = tx.run(ctx, `INSERT INTO erasure (user_id, pseudonym, erased_at, email_hash) VALUES ($1, $2, $3, $4)`, before.ID, t.Pseudonym, millis(t.At), EmailHash(before.Email))
	return err
}

var loggedPhoto = regexp.MustCompile(`"photoUrl":"[^"]*?([^"/]+)"`)

// photosOf lists the hashes of all photos that a user had.
func (tx *Tx) photosOf(ctx context.Context, u tracker.User) (hashes []any, err error) {
	if u.PhotoHash != nil {
		hashes = append(hashes, *u.PhotoHash)
	}
	return hashes, each(ctx, tx.Queries, func(r rows) error {
		var text string
		if err := r.Scan(&text); err != nil {
			return err
		}
		for _, found := range loggedPhoto.FindAllStringSubmatch(text, -1) {
			hashes = append(hashes, found[1])
		}
		return nil
	}, `SELECT COALESCE(before, '') || COALESCE(after, '') FROM change WHERE entity = 'user' AND entity_id = $1 AND action IN ('photo', 'create', 'edit')`, u.ID)
}

// eraseFromJobs forgets the mails to a person, and takes the name out of the invitations that they sent. The row of a mail that is being sent
// stays, without the person: on SQLite River would crash when it notes that the job has ended.
func (tx *Tx) eraseFromJobs(ctx context.Context, before, after tracker.User) error {
	const names = ` WHERE kind = 'mail' AND replace(CAST(args AS TEXT), $1, '') <> CAST(args AS TEXT)`
	if _, err := tx.run(ctx, `DELETE FROM river_job`+names+` AND state <> 'running'`, jsonText(before.Email)); err != nil {
		return err
	}
	column := "JSONB"
	if _, isSQLite := tx.dialect.(*sqliteDialect); isSQLite {
		column = "BLOB"
	}
	for _, text := range []struct{ before, after string }{{before.Email, after.Email}, {before.DisplayName, after.DisplayName}} {
		_, err := tx.run(ctx, `UPDATE river_job SET args = CAST(replace(CAST(args AS TEXT), $1, $2) AS `+column+`)`+names, jsonText(text.before), jsonText(text.after))
		if err != nil {
			return err
		}
	}
	// A mail server names the address in its refusals.
	_, err := tx.run(ctx, `UPDATE river_job SET errors = NULL WHERE replace(lower(CAST(errors AS TEXT)), $1, '') <> lower(CAST(errors AS TEXT))`, before.Email)
	return err
}

// EmailHash is what recognises the address of somebody who was erased, as long as that is needed.
func EmailHash(email string) string {
	sum := sha256.Sum256([]byte(email))
	return hex.EncodeToString(sum[:])
}

// PendingErasure is a person whose values are not gone from the whole history yet.
type PendingErasure struct {
	tracker.Tombstone
	IsLogged bool // the change that says so is sealed, and with it all that came before
}

// PendingErasures lists erasures that are not done.
func (q Queries) PendingErasures(ctx context.Context) ([]PendingErasure, error) {
	return many(ctx, q, func(r rows) (e PendingErasure, err error) {
		var at int64
		err = r.Scan(&e.UserID, &e.Pseudonym, &at, &e.IsLogged)
		e.At = instant(at)
		return e, err
	}, `SELECT e.user_id, e.pseudonym, e.erased_at, EXISTS (
			SELECT 1 FROM change c JOIN change_person p ON p.seq = c.seq WHERE c.entity = 'user' AND c.entity_id = e.user_id AND c.action = 'erase')
		FROM erasure e WHERE e.done_at IS NULL ORDER BY e.erased_at LIMIT 100`)
}

// FinishErasure notes that the values of a person are gone from the history too.
func (tx *Tx) FinishErasure(ctx context.Context, userID string, at time.Time) error {
	_, err := tx.run(ctx, `UPDATE erasure SET email_hash = NULL, done_at = $2 WHERE user_id = $1`, userID, millis(at))
	return err
}

// Tombstones lists all people who were erased.
func (q Queries) Tombstones(ctx context.Context) ([]tracker.Tombstone, error) {
	return many(ctx, q, func(r rows) (t tracker.Tombstone, err error) {
		var at int64
		err = r.Scan(&t.UserID, &t.Pseudonym, &at)
		t.At = instant(at)
		return t, err
	}, `SELECT user_id, pseudonym, erased_at FROM erasure ORDER BY erased_at, user_id`)
}

// erasedIDs finds people by the addresses that they had until they were erased.
func (q Queries) erasedIDs(ctx context.Context, emails []string) (map[string]string, error) {
	byHash := map[string]string{}
	hashes := make([]string, len(emails))
	for i, email := range emails {
		hashes[i] = EmailHash(email)
		byHash[hashes[i]] = email
	}
	list, err := json.Marshal(hashes)
	if err != nil {
		return nil, err
	}
	ids := map[string]string{}
	return ids, each(ctx, q, func(r rows) error {
		var hash, id string
		err := r.Scan(&hash, &id)
		ids[byHash[hash]] = id
		return err
	}, `SELECT e.email_hash, e.user_id FROM erasure e WHERE e.done_at IS NULL AND e.email_hash IN (SELECT h.value FROM `+q.dialect.elements("$1")+` h)`, string(list))
}
