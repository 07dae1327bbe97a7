package store

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Change is one row of the change log.
type Change struct {
	Seq       int64
	At        time.Time
	ActorID   *string // nil: the program itself
	Action    string
	Entity    string
	EntityID  string
	Before    *string // JSON
	After     *string // JSON
	RequestID string
	BatchID   *string

	CompanyID  *string // the company that it belongs to, or is about
	ProjectID  *string // likewise
	EntityName *string // at that time
	Via        *tracker.Via
	Undoes     *int64   // the change that this one takes back
	Fields     []string // the names of those that differ
	CostOnly   bool     // those who may not see cost see none of its fields
	Event      string   // its name for webhooks; empty if none is told of it
}

const insertedChange = `at, actor_id, action, entity, entity_id, before, after, request_id, batch_id, totals, worth,
	company_id, project_id, entity_name, via_kind, via_name, undoes, fields, cost_only`

// InsertChange appends to the change log, and with it what the transaction adds to the kept sums
// so far, unless it writes that at its end. The same statement asks whether there is a webhook.
func (tx *Tx) InsertChange(ctx context.Context, c Change) (seq int64, err error) {
	values := tx.changeValues(c)
	var hasWebhooks bool
	seq, err = one(ctx, tx.Queries, func(r rows) (seq int64, err error) { return seq, r.Scan(&seq, &hasWebhooks) },
		"INSERT INTO change ("+insertedChange+") VALUES "+placeholders(1, len(values))+" RETURNING seq, EXISTS (SELECT 1 FROM webhook WHERE is_enabled AND kind = 'webhook')", values...)
	if err == nil && hasWebhooks && c.Event != "" {
		tx.events = append(tx.events, event{c.Event, seq, c.At})
	}
	return seq, err
}

// AppendChange is InsertChange for a change whose number nothing needs, unless there is a webhook. A bulk may add it together
// with others.
func (tx *Tx) AppendChange(ctx context.Context, c Change) error {
	needsNumber := tx.buffer == nil || !tx.buffer.isOn
	if !needsNumber {
		if tx.hasWebhooks == nil {
			has, err := one(ctx, tx.Queries, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM webhook WHERE is_enabled AND kind = 'webhook')`)
			if err != nil {
				return err
			}
			tx.hasWebhooks = &has
		}
		needsNumber = *tx.hasWebhooks && c.Event != ""
	}
	if needsNumber {
		_, err := tx.InsertChange(ctx, c)
		return err
	}
	changes := &tx.buffer.changes
	changes.table, changes.columns, changes.rows = "change", insertedChange, append(changes.rows, tx.changeValues(c))
	return nil
}

func (tx *Tx) changeValues(c Change) []any {
	var tallies, records [][]any
	if !tx.scope.isBulk {
		tallies, records = tx.carried()
	}
	var viaKind, viaName *string
	if c.Via != nil {
		viaKind, viaName = &c.Via.Kind, &c.Via.Name
	}
	return []any{millis(c.At), c.ActorID, c.Action, c.Entity, c.EntityID, c.Before, c.After, c.RequestID, c.BatchID, jsonRows(tallies), jsonRows(records),
		c.CompanyID, c.ProjectID, c.EntityName, viaKind, viaName, c.Undoes, joinFields(c.Fields), c.CostOnly}
}

// LastOfBatch is the number of the last change of a batch; 0 if it has none.
func (q Queries) LastOfBatch(ctx context.Context, batchID string) (int64, error) {
	return one(ctx, q, scanOne[int64], `SELECT COALESCE(max(seq), 0) FROM change WHERE batch_id = $1`, batchID)
}

// joinFields writes names so that a search for ",name," finds one; nil without names.
func joinFields(names []string) *string {
	if len(names) == 0 {
		return nil
	}
	joined := "," + strings.Join(names, ",") + ","
	return &joined
}

func splitFields(joined *string) []string {
	if joined == nil {
		return nil
	}
	return strings.Split(strings.Trim(*joined, ","), ",")
}

const changeColumns = `
	change.seq,
	change.at,
	change.actor_id,
	change.action,
	change.entity,
	change.entity_id,
	change.before,
	change.after,
	change.request_id,
	change.batch_id,
	change.company_id,
	change.project_id,
	change.entity_name,
	change.via_kind,
	CASE WHEN change.via_kind IN ('key', 'import') THEN COALESCE((SELECT k.name FROM key_name k WHERE k.id = change.via_name), change.via_name) ELSE change.via_name END,
	change.undoes,
	change.fields,
	change.cost_only`

func scanChange(r rows) (c Change, err error) { return c, scanChangeInto(r, &c) }

func scanChangeInto(r rows, c *Change, more ...any) error {
	var at int64
	var viaKind, viaName, fields *string
	err := r.Scan(append([]any{&c.Seq, &at, &c.ActorID, &c.Action, &c.Entity, &c.EntityID, &c.Before, &c.After, &c.RequestID, &c.BatchID,
		&c.CompanyID, &c.ProjectID, &c.EntityName, &viaKind, &viaName, &c.Undoes, &fields, &c.CostOnly}, more...)...)
	c.At, c.Fields = instant(at), splitFields(fields)
	if viaKind != nil && viaName != nil {
		c.Via = &tracker.Via{Kind: *viaKind, Name: *viaName}
	}
	return err
}

// jsonRows writes rows as a JSON parameter; nil without rows.
func jsonRows(rows [][]any) *string {
	if len(rows) == 0 {
		return nil
	}
	text := jsonText(rows)
	return &text
}

// jsonTexts are texts for the dialect's elements; nil is none.
func jsonTexts(texts []string) string { return jsonText(append([]string{}, texts...)) }

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // texts and numbers of our own
	}
	return string(b)
}

// LastChange returns who made the stored version of an entity, and when. Changes that
// leave the version as it is do not count.
func (q Queries) LastChange(ctx context.Context, entity, id string) (by string, at time.Time, err error) {
	type last struct {
		by string
		at int64
	}
	l, err := one(ctx, q, func(r rows) (l last, err error) { return l, r.Scan(&l.by, &l.at) }, `
		SELECT COALESCE(u.display_name, 'btracker'), c.at
		FROM change c LEFT JOIN users u ON u.id = c.actor_id
		WHERE c.entity = $1 AND c.entity_id = $2 AND c.action NOT IN ('password', 'invite', 'end', 'endingSoon')
		ORDER BY c.seq DESC LIMIT 1`, entity, id)
	return l.by, instant(l.at), err
}

// Changes lists the changes of an entity, oldest first.
func (q Queries) Changes(ctx context.Context, entity, id string, limit int) ([]Change, error) {
	return many(ctx, q, scanChange, "SELECT"+changeColumns+" FROM change WHERE entity = $1 AND entity_id = $2 ORDER BY seq LIMIT $3", entity, id, limit)
}

// IdempotentPost is what the first POST with a key made.
type IdempotentPost struct{ Fingerprint, EntityID string }

// IdempotentPost reads what a user's first POST with a key made.
func (q Queries) IdempotentPost(ctx context.Context, userID, key string) (IdempotentPost, error) {
	return one(ctx, q, func(r rows) (p IdempotentPost, err error) { return p, r.Scan(&p.Fingerprint, &p.EntityID) },
		`SELECT fingerprint, entity_id FROM idempotency WHERE user_id = $1 AND key = $2`, userID, key)
}

// InsertIdempotentPost stores what a user's first POST with a key makes. Of two such POSTs at once the second one runs
// again, and finds what the first one made.
func (tx *Tx) InsertIdempotentPost(ctx context.Context, userID, key string, p IdempotentPost, at time.Time) error {
	affected, err := tx.run(ctx, `
		INSERT INTO idempotency (user_id, key, fingerprint, entity_id, created_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, key) DO NOTHING`, userID, key, p.Fingerprint, p.EntityID, millis(at))
	if err == nil && affected == 0 {
		err = errLostRace
	}
	return err
}
