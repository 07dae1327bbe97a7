package store

import (
	"context"
	"time"

	"github.com/google/uuid"

	"btracker/internal/tracker"
)

const (
	channelColumns = webhookColumns + `, w.kind, w.name, w.company_id, co.name, w.is_daily`
	channelTables  = webhookTables + ` LEFT JOIN company co ON co.id = w.company_id`
	isChannel      = `w.kind <> 'webhook'`
)

// channelRow receives the columns that a channel has beyond a webhook.
type channelRow struct {
	kind, name             string
	companyID, companyName *string
	isDaily                bool
}

func (c *channelRow) into() []any {
	return []any{&c.kind, &c.name, &c.companyID, &c.companyName, &c.isDaily}
}

// of is a channel that is stored as a webhook; nil for a webhook.
func (c *channelRow) of(w tracker.Webhook) *tracker.Channel {
	if c.kind == "webhook" {
		return nil
	}
	when := tracker.ChannelEach
	if c.isDaily {
		when = tracker.ChannelDaily
	}
	return &tracker.Channel{ID: w.ID, Name: c.name, Kind: c.kind, Host: w.URL, CompanyID: c.companyID, CompanyName: c.companyName,
		Events: w.Events, When: when, IsEnabled: w.IsEnabled, Owner: w.Owner,
		CreatedAt: w.CreatedAt, FailingSince: w.FailingSince, OffReason: w.OffReason, OffReasonText: w.OffReasonText, Version: w.Version}
}

func scanChannel(r rows) (tracker.Channel, error) {
	var w tracker.Webhook
	var c channelRow
	if err := scanWebhookInto(r, &w, c.into()...); err != nil {
		return tracker.Channel{}, err
	}
	return *c.of(w), nil
}

// Channels lists all channels, the eldest first. There are few: see tracker.MaxChannels.
func (q Queries) Channels(ctx context.Context) ([]tracker.Channel, error) {
	return many(ctx, q, scanChannel, `SELECT `+channelColumns+channelTables+` WHERE `+isChannel+` ORDER BY w.created_at, w.id`)
}

// Channel reads one channel.
func (q Queries) Channel(ctx context.Context, id string) (tracker.Channel, error) {
	return one(ctx, q, scanChannel, `SELECT `+channelColumns+channelTables+` WHERE w.id = $1 AND `+isChannel, id)
}

// InsertChannel adds a channel. The address is encrypted.
func (tx *Tx) InsertChannel(ctx context.Context, c tracker.Channel, ownerID, address string) error {
	_, err := tx.run(ctx, `INSERT INTO webhook (id, owner_id, url, events, secret, is_enabled, version, created_at, kind, name, company_id, is_daily)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		c.ID, ownerID, c.Host, jsonTexts(c.Events), address, c.IsEnabled, c.Version, millis(c.CreatedAt), c.Kind, c.Name, c.CompanyID, c.IsDaily())
	if err == nil {
		_, err = tx.run(ctx, `INSERT INTO webhook_state (webhook_id) VALUES ($1)`, c.ID)
	}
	return err
}

// UpdateChannel writes a channel; an empty ownerID or address keeps the stored one. The messages that wait are sent at nextAt from
// then on, or end if it is off.
func (tx *Tx) UpdateChannel(ctx context.Context, c tracker.Channel, ownerID, address string, nextAt *time.Time) error {
	err := tx.runOn(ctx, `UPDATE webhook SET kind = $2, name = $3, company_id = $4, is_daily = $5, secret = COALESCE(NULLIF($6, ''), secret) WHERE id = $1`,
		c.ID, c.Kind, c.Name, c.CompanyID, c.IsDaily(), address)
	if err != nil {
		return err
	}
	if nextAt != nil {
		if _, err = tx.run(ctx, `UPDATE webhook_delivery SET next_at = $2 WHERE webhook_id = $1 AND next_at IS NOT NULL`, c.ID, millis(*nextAt)); err != nil {
			return err
		}
	}
	return tx.UpdateWebhook(ctx, tracker.Webhook{ID: c.ID, URL: c.Host, Events: c.Events, IsEnabled: c.IsEnabled, Version: c.Version, OffReason: c.OffReason}, ownerID)
}

// ChannelNews is something that channels may be told.
type ChannelNews struct {
	Event     string
	ItemID    string // the subscription or note
	CompanyID *string
	Threshold time.Time // the end date of the subscription, or when the note was written: each is told once
}

// toldChannel is a channel that is on, with the time zone of its owner.
type toldChannel struct {
	tracker.Channel
	zone string
}

// enabledChannels reads the channels that are on. A transaction reads them once.
func (q Queries) enabledChannels(ctx context.Context) ([]toldChannel, error) {
	return many(ctx, q, func(r rows) (c toldChannel, err error) {
		var w tracker.Webhook
		var row channelRow
		err = scanWebhookInto(r, &w, append(row.into(), &c.zone)...)
		if err == nil {
			c.Channel = *row.of(w)
		}
		return c, err
	}, `SELECT `+channelColumns+`, COALESCE(n.time_zone, 'UTC')`+channelTables+` LEFT JOIN notification_setting n ON n.user_id = w.owner_id
		WHERE w.is_enabled AND `+isChannel+` ORDER BY w.id`)
}

// IsChannelTold reports whether a channel is told of news.
func (q Queries) IsChannelTold(ctx context.Context, news ChannelNews) (bool, error) {
	channels, err := q.enabledChannels(ctx)
	for _, c := range channels {
		if c.IsTold(news.Event, news.CompanyID) {
			return true, nil
		}
	}
	return false, err
}

// TellChannels queues news for the channels that want them, except those that were queued before. They name the change that caused them.
func (tx *Tx) TellChannels(ctx context.Context, changeSeq int64, at time.Time, news []ChannelNews) error {
	if tx.channels == nil {
		channels, err := tx.enabledChannels(ctx)
		if err != nil {
			return err
		}
		tx.channels = &channels
	}
	var waiting [][]any
	for _, c := range *tx.channels {
		for _, n := range news {
			if !c.IsTold(n.Event, n.CompanyID) {
				continue
			}
			next := int64(0)
			if c.IsDaily() {
				next = millis(tracker.NextDaily(c.zone, at))
			}
			waiting = append(waiting, []any{uuid.Must(uuid.NewV7()).String(), c.ID, n.Event, next, n.ItemID, millis(n.Threshold)})
		}
	}
	if len(waiting) == 0 {
		return nil
	}
	// WHERE TRUE: SQLite would take ON for the beginning of a join's condition.
	_, err := tx.run(ctx, `INSERT INTO webhook_delivery (change_seq, at, id, webhook_id, event, next_at, item_id, threshold)
		SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), d.value ->> 0, d.value ->> 1, d.value ->> 2, CAST(d.value ->> 3 AS BIGINT), d.value ->> 4, CAST(d.value ->> 5 AS BIGINT)
		FROM `+tx.dialect.lists("$3")+` d WHERE TRUE
		ON CONFLICT (webhook_id, item_id, event, threshold) DO NOTHING`, changeSeq, millis(at), jsonText(waiting))
	return err
}

// BeginMessage notes that a message with some deliveries is about to be posted.
func (tx *Tx) BeginMessage(ctx context.Context, deliveries []WaitingDelivery) error {
	_, err := tx.run(ctx, `UPDATE webhook_delivery SET is_sending = TRUE WHERE id IN (SELECT d.value FROM `+tx.dialect.elements("$1")+` d)`, jsonTexts(idsOf(deliveries)))
	return err
}

// EndBegunMessage ends the deliveries of a message whose sender was killed while it was posted.
func (tx *Tx) EndBegunMessage(ctx context.Context, channelID, reason string) error {
	_, err := tx.run(ctx, `UPDATE webhook_delivery SET next_at = NULL, is_sending = FALSE, attempts = attempts + 1, error = $2
		WHERE webhook_id = $1 AND next_at IS NOT NULL AND is_sending`, channelID, reason)
	return err
}

// Postpone lets deliveries wait until an instant.
func (tx *Tx) Postpone(ctx context.Context, deliveries []WaitingDelivery, until time.Time) error {
	_, err := tx.run(ctx, `UPDATE webhook_delivery SET next_at = $2 WHERE next_at IS NOT NULL AND id IN (SELECT d.value FROM `+tx.dialect.elements("$1")+` d)`,
		jsonTexts(idsOf(deliveries)), millis(until))
	return err
}

// SetLastDaily notes which daily message of a channel was the last one.
func (tx *Tx) SetLastDaily(ctx context.Context, channelID string, slot time.Time) error {
	return tx.runOn(ctx, `UPDATE webhook_state SET last_daily = $2 WHERE webhook_id = $1`, channelID, millis(slot))
}

func idsOf(deliveries []WaitingDelivery) []string {
	ids := make([]string, len(deliveries))
	for i, d := range deliveries {
		ids[i] = d.ID
	}
	return ids
}
