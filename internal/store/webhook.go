package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"btracker/internal/tracker"
)

// Webhook is a webhook, or a channel, with what only its sender needs.
type Webhook struct {
	tracker.Webhook
	Secret  string // encrypted: what signs the deliveries, or the address of a channel
	Owner   tracker.User
	State   WebhookState
	Channel *tracker.Channel // nil for a webhook
}

// WebhookState says how the deliveries of a webhook go.
type WebhookState struct {
	Failures     int // in a row
	FailingSince *time.Time
	PausedUntil  time.Time
	LastDaily    time.Time // of a channel
}

func scanWebhook(r rows) (w tracker.Webhook, err error) { return w, scanWebhookInto(r, &w) }

func scanWebhookInto(r rows, w *tracker.Webhook, more ...any) error {
	var events string
	var created int64
	var failing *int64
	err := r.Scan(append([]any{&w.ID, &w.URL, &events, &w.IsEnabled, &w.Version, &created, &w.Owner.Email, &w.Owner.DisplayName, &failing, &w.OffReason}, more...)...)
	if err != nil {
		return err
	}
	w.CreatedAt, w.FailingSince = instant(created), instantOrNil(failing)
	w.OffReasonText = textOf(w.OffReason)
	return json.Unmarshal([]byte(events), &w.Events)
}

const (
	webhookColumns = `w.id, w.url, w.events, w.is_enabled, w.version, w.created_at, u.email, u.display_name, s.failing_since, s.off_reason`
	webhookTables  = ` FROM webhook w JOIN users u ON u.id = w.owner_id JOIN webhook_state s ON s.webhook_id = w.id`
	isWebhook      = `w.kind = 'webhook'`
)

// Webhooks lists all webhooks, the eldest first. There are few: see tracker.MaxWebhooks.
func (q Queries) Webhooks(ctx context.Context) ([]tracker.Webhook, error) {
	return many(ctx, q, scanWebhook, `SELECT `+webhookColumns+webhookTables+` WHERE `+isWebhook+` ORDER BY w.created_at, w.id`)
}

// Webhook reads one webhook.
func (q Queries) Webhook(ctx context.Context, id string) (tracker.Webhook, error) {
	return one(ctx, q, scanWebhook, `SELECT `+webhookColumns+webhookTables+` WHERE w.id = $1 AND `+isWebhook, id)
}

// WebhookToSend reads a webhook or channel with its secret, its owner and how its deliveries go.
func (q Queries) WebhookToSend(ctx context.Context, id string) (w Webhook, err error) {
	var owner string
	w, err = one(ctx, q, func(r rows) (w Webhook, err error) {
		var paused, daily int64
		var c channelRow
		err = scanWebhookInto(r, &w.Webhook, append(c.into(), &w.Secret, &owner, &w.State.Failures, &paused, &daily)...)
		w.State.FailingSince, w.State.PausedUntil, w.State.LastDaily = w.FailingSince, instant(paused), instant(daily)
		w.Channel = c.of(w.Webhook)
		return w, err
	}, `SELECT `+channelColumns+`, w.secret, w.owner_id, s.failures, s.paused_until, s.last_daily`+channelTables+` WHERE w.id = $1`, id)
	if err == nil {
		w.Owner, err = q.User(ctx, owner)
	}
	return w, err
}

// InsertWebhook adds a webhook.
func (tx *Tx) InsertWebhook(ctx context.Context, w tracker.Webhook, ownerID, secret string) error {
	_, err := tx.run(ctx, `INSERT INTO webhook (id, owner_id, url, events, secret, is_enabled, version, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		w.ID, ownerID, w.URL, jsonTexts(w.Events), secret, w.IsEnabled, w.Version, millis(w.CreatedAt))
	if err == nil {
		_, err = tx.run(ctx, `INSERT INTO webhook_state (webhook_id) VALUES ($1)`, w.ID)
	}
	return err
}

// UpdateWebhook writes a webhook; an empty ownerID keeps its owner. It begins anew: the deliveries of one that is off have
// ended, and one that is on does not wait for earlier failures.
func (tx *Tx) UpdateWebhook(ctx context.Context, w tracker.Webhook, ownerID string) error {
	err := tx.runOn(ctx, `UPDATE webhook SET url = $2, events = $3, is_enabled = $4, version = $5, owner_id = COALESCE(NULLIF($6, ''), owner_id) WHERE id = $1`,
		w.ID, w.URL, jsonTexts(w.Events), w.IsEnabled, w.Version, ownerID)
	if err != nil {
		return err
	}
	_, err = tx.run(ctx, `UPDATE webhook_state SET failures = 0, failing_since = NULL, paused_until = 0, off_reason = $2 WHERE webhook_id = $1`, w.ID, w.OffReason)
	if err == nil && !w.IsEnabled {
		_, err = tx.run(ctx, `UPDATE webhook_delivery SET next_at = NULL WHERE webhook_id = $1 AND next_at IS NOT NULL`, w.ID)
	}
	return err
}

// DeleteWebhook removes a webhook with its deliveries.
func (tx *Tx) DeleteWebhook(ctx context.Context, id string) error {
	for _, table := range []string{"webhook_delivery", "webhook_state"} {
		if _, err := tx.run(ctx, `DELETE FROM `+table+` WHERE webhook_id = $1`, id); err != nil {
			return err
		}
	}
	return tx.runOn(ctx, `DELETE FROM webhook WHERE id = $1`, id)
}

// event is a change that webhooks may be told of.
type event struct {
	name string
	seq  int64
	at   time.Time
}

// deliveryRows bounds one statement of queueDeliveries.
const deliveryRows = 1000

// queueDeliveries queues the events of the transaction for the webhooks that want them. It is called at the end of the
// transaction, and does nothing unless a change found that there is a webhook.
func (tx *Tx) queueDeliveries(ctx context.Context) error {
	if len(tx.events) == 0 {
		return nil
	}
	webhooks, err := many(ctx, tx.Queries, scanWebhook, `SELECT `+webhookColumns+webhookTables+` WHERE w.is_enabled AND `+isWebhook+` ORDER BY w.id`)
	if err != nil {
		return err
	}
	var waiting [][]any
	insert := func() error {
		if len(waiting) == 0 {
			return nil
		}
		_, err := tx.run(ctx, `INSERT INTO webhook_delivery (id, webhook_id, change_seq, event, at, next_at)
			SELECT d.value ->> 0, d.value ->> 1, CAST(d.value ->> 2 AS BIGINT), d.value ->> 3, CAST(d.value ->> 4 AS BIGINT), 0
			FROM `+tx.dialect.lists("$1")+` d`, jsonText(waiting))
		waiting = waiting[:0]
		return err
	}
	for _, e := range tx.events {
		for _, w := range webhooks {
			if tracker.MatchesEvent(w.Events, e.name) {
				waiting = append(waiting, []any{uuid.Must(uuid.NewV7()).String(), w.ID, e.seq, e.name, millis(e.at)})
			}
		}
		if len(waiting) >= deliveryRows {
			if err := insert(); err != nil {
				return err
			}
		}
	}
	return insert()
}

const deliveryColumns = `d.id, d.event, d.at, d.attempts, d.status, d.error, d.next_at`

func scanDeliveryInto(r rows, d *tracker.WebhookDelivery, more ...any) error {
	var at int64
	var next *int64
	err := r.Scan(append([]any{&d.ID, &d.Event, &at, &d.Attempts, &d.Status, &d.Error, &next}, more...)...)
	d.At, d.NextAt, d.ErrorText = instant(at), instantOrNil(next), textOf(d.Error)
	return err
}

// scanDelivery reads a delivery and the end of the pause of its webhook, before which it is not tried.
func scanDelivery(r rows) (d tracker.WebhookDelivery, err error) {
	var paused int64
	err = scanDeliveryInto(r, &d, &paused)
	if d.NextAt != nil {
		d.NextAt = new(latest(*d.NextAt, d.At, instant(paused)))
	}
	return d, err
}

func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }

// WebhookDeliveries lists a page of the deliveries of a webhook, the latest change first.
func (q Queries) WebhookDeliveries(ctx context.Context, webhookID string, limit, offset int) ([]tracker.WebhookDelivery, error) {
	return many(ctx, q, scanDelivery, `SELECT `+deliveryColumns+`, s.paused_until FROM webhook_delivery d JOIN webhook_state s ON s.webhook_id = d.webhook_id
		WHERE d.webhook_id = $1 ORDER BY d.change_seq DESC LIMIT $2 OFFSET $3`, webhookID, limit, offset)
}

// CountWebhookDeliveries counts the deliveries of a webhook, at most highest of them.
func (q Queries) CountWebhookDeliveries(ctx context.Context, webhookID string, highest int) (int, error) {
	return one(ctx, q, scanOne[int], `SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE webhook_id = $1 LIMIT $2) counted`, webhookID, highest)
}

// WaitingDelivery is a delivery that is to be sent.
type WaitingDelivery struct {
	tracker.WebhookDelivery
	WebhookID string
	ChangeSeq int64
	FirstAt   *time.Time // of its attempts

	// Of a channel: what it is told of, and the end date that it was about.
	ItemID    *string
	Threshold *time.Time
	IsSending bool // a sender began to post it
}

const waitingColumns = deliveryColumns + `, d.webhook_id, d.change_seq, d.first_at, d.item_id, d.threshold, d.is_sending`

func scanWaiting(r rows) (w WaitingDelivery, err error) { return w, scanWaitingInto(r, &w) }

func scanWaitingInto(r rows, w *WaitingDelivery, more ...any) error {
	var first, threshold *int64
	err := scanDeliveryInto(r, &w.WebhookDelivery, append([]any{&w.WebhookID, &w.ChangeSeq, &first, &w.ItemID, &threshold, &w.IsSending}, more...)...)
	w.FirstAt, w.Threshold = instantOrNil(first), instantOrNil(threshold)
	return err
}

// Delivery reads one delivery of a webhook.
func (q Queries) Delivery(ctx context.Context, id string) (WaitingDelivery, error) {
	return one(ctx, q, scanWaiting, `SELECT `+waitingColumns+` FROM webhook_delivery d WHERE d.id = $1 AND d.item_id IS NULL`, id)
}

// HasChange reports whether a change is stored.
func (q Queries) HasChange(ctx context.Context, seq int64) (bool, error) {
	return one(ctx, q, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM change WHERE seq = $1)`, seq)
}

// NextDeliveries lists the first deliveries of a webhook that are to be sent now, in order. A change that is not settled holds
// back those after it: an older one may still be committed.
func (q Queries) NextDeliveries(ctx context.Context, webhookID string, now time.Time, limit int) ([]WaitingDelivery, error) {
	type next struct {
		WaitingDelivery
		isSettled bool
	}
	list, err := many(ctx, q, func(r rows) (n next, err error) {
		return n, scanWaitingInto(r, &n.WaitingDelivery, &n.isSettled)
	}, `SELECT `+waitingColumns+`, COALESCE((SELECT `+q.dialect.changeLog().settled+` FROM change c WHERE c.seq = d.change_seq), TRUE)
		FROM webhook_delivery d WHERE d.webhook_id = $1 AND d.next_at IS NOT NULL AND d.next_at <= $2 ORDER BY d.next_at, d.change_seq LIMIT $3`, webhookID, millis(now), limit)
	var settled []WaitingDelivery
	for _, n := range list {
		if !n.isSettled {
			break
		}
		settled = append(settled, n.WaitingDelivery)
	}
	return settled, err
}

// DueWebhooks lists the webhooks that have something to be sent now, and that nobody sends to.
func (q Queries) DueWebhooks(ctx context.Context, now time.Time) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT w.id FROM webhook w JOIN webhook_state s ON s.webhook_id = w.id
		WHERE w.is_enabled AND s.paused_until <= $1 AND s.claimed_until <= $1
			AND EXISTS (SELECT 1 FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.next_at IS NOT NULL AND d.next_at <= $1)
		ORDER BY w.id`, millis(now))
}

// ClaimWebhook makes a replica the only sender of a webhook until an instant, unless another one is.
func (tx *Tx) ClaimWebhook(ctx context.Context, id, sender string, now, until time.Time) (claimed bool, err error) {
	n, err := tx.run(ctx, `UPDATE webhook_state SET sender = $2, claimed_until = $4 WHERE webhook_id = $1 AND (sender = $2 OR claimed_until <= $3)`,
		id, sender, millis(now), millis(until))
	return n > 0, err
}

// ReleaseWebhook ends the claim of a replica.
func (tx *Tx) ReleaseWebhook(ctx context.Context, id, sender string) error {
	_, err := tx.run(ctx, `UPDATE webhook_state SET sender = '', claimed_until = 0 WHERE webhook_id = $1 AND sender = $2`, id, sender)
	return err
}

// ReleaseWebhooks ends the claims of all senders.
func (tx *Tx) ReleaseWebhooks(ctx context.Context) error {
	_, err := tx.run(ctx, `UPDATE webhook_state SET sender = '', claimed_until = 0 WHERE sender <> ''`)
	return err
}

// SetWebhookState notes how the deliveries of a webhook go, unless somebody saved it meanwhile: it begins anew then.
func (tx *Tx) SetWebhookState(ctx context.Context, w tracker.Webhook, s WebhookState) error {
	_, err := tx.run(ctx, `UPDATE webhook_state SET failures = $3, failing_since = $4, paused_until = $5
		WHERE webhook_id = $1 AND EXISTS (SELECT 1 FROM webhook WHERE id = $1 AND version = $2)`,
		w.ID, w.Version, s.Failures, millisOrNil(s.FailingSince), millis(s.PausedUntil))
	return err
}

// RecordAttempts writes the outcomes of attempts, in one statement. A delivery that ended meanwhile, because its webhook was switched
// off, does not wait again.
func (tx *Tx) RecordAttempts(ctx context.Context, deliveries []WaitingDelivery) error {
	list := make([][]any, len(deliveries))
	for i, d := range deliveries {
		list[i] = []any{d.ID, d.Attempts, millisOrNil(d.FirstAt), d.Status, d.Error, millisOrNil(d.NextAt)}
	}
	_, err := tx.run(ctx, `UPDATE webhook_delivery SET attempts = CAST(a.value ->> 1 AS BIGINT), first_at = CAST(a.value ->> 2 AS BIGINT),
			status = CAST(a.value ->> 3 AS BIGINT), error = a.value ->> 4,
			next_at = CASE WHEN webhook_delivery.next_at IS NULL THEN NULL ELSE CAST(a.value ->> 5 AS BIGINT) END, is_sending = FALSE
		FROM `+tx.dialect.lists("$1")+` AS a WHERE webhook_delivery.id = a.value ->> 0`, jsonRows(list))
	return err
}

// Redeliver lets a delivery wait again, as if it was never tried, and ends the pause of its webhook.
func (tx *Tx) Redeliver(ctx context.Context, d WaitingDelivery) error {
	if err := tx.runOn(ctx, `UPDATE webhook_delivery SET next_at = 0, first_at = NULL WHERE id = $1`, d.ID); err != nil {
		return err
	}
	_, err := tx.run(ctx, `UPDATE webhook_state SET paused_until = 0 WHERE webhook_id = $1`, d.WebhookID)
	return err
}

// Administrators lists the administrators who can sign in, by address and without their settings.
func (q Queries) Administrators(ctx context.Context) ([]Recipient, error) {
	list, err := many(ctx, q, func(r rows) (to Recipient, err error) { return to, r.Scan(&to.ID, &to.Email) },
		`SELECT id, email FROM users WHERE is_admin AND disabled_at IS NULL`)
	slices.SortFunc(list, func(x, y Recipient) int { return strings.Compare(x.Email, y.Email) }) // SQLite would walk all users by address
	return list, err
}
