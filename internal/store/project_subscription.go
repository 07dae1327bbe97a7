package store

import (
	"context"
	"fmt"
	"math"
	"time"

	"btracker/internal/tracker"
)

const projectSubscriptionSelect = `
	SELECT
		a.id,
		a.project_id,
		a.subscription_id,
		a.details,
		a.start_at,
		a.end_at,
		a.anchor_day,
		a.auto_renew,
		a.price,
		a.cost,
		a.canceled_at IS NOT NULL,
		a.cancelation_reason,
		a.created_at,
		a.version,
		i.name,
		c.name
	FROM project_subscription a
	JOIN catalogue_item i ON i.id = a.subscription_id
	JOIN category c ON c.id = i.category_id`

func scanProjectSubscription(r rows) (s tracker.ProjectSubscription, err error) {
	var start, end, created int64
	err = r.Scan(&s.ID, &s.ProjectID, &s.SubscriptionID, &s.Details, &start, &end, &s.AnchorDay, &s.AutoRenew, &s.Price, &s.Cost, &s.IsCanceled,
		&s.CancelationReason, &created, &s.Version, &s.Subscription.Name, &s.Subscription.CategoryName)
	s.StartAt, s.EndAt, s.CreatedAt = instant(start), instant(end), instant(created)
	s.PriceCurrencyName, s.CostCurrencyName = tracker.Currency, tracker.Currency
	return s, err
}

// ProjectSubscription reads one of them.
func (q Queries) ProjectSubscription(ctx context.Context, id string) (tracker.ProjectSubscription, error) {
	return one(ctx, q, scanProjectSubscription, projectSubscriptionSelect+` WHERE a.id = $1 AND a.deleted_at IS NULL`, id)
}

const dayMillis = 24 * 60 * 60 * 1000

// endingOn names the total of subscriptions that end on a day and do not renew.
func endingOn(day int64) string { return fmt.Sprintf("ending.%07d", day) }

// subscriptionWeight is what a live subscription adds to the totals.
func subscriptionWeight(s tracker.ProjectSubscription) weight {
	w := weight{price: s.Price, cost: *s.Cost, kind: "subscriptions"}
	if !s.AutoRenew {
		w.counts = map[string]int{endingOn(millis(s.EndAt) / dayMillis): 1}
	}
	return w
}

// InsertProjectSubscription attaches a subscription and opens its first period.
func (tx *Tx) InsertProjectSubscription(ctx context.Context, s tracker.ProjectSubscription, periodID, by string) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		INSERT INTO project_subscription (project_id, id, subscription_id, details, start_at, end_at, anchor_day, auto_renew, price, cost, live, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, `+parentLive+`, $11, $11, $12)
		RETURNING version, live, `+ofCompany,
		s.ProjectID, s.ID, s.SubscriptionID, s.Details, millis(s.StartAt), millis(s.EndAt), s.AnchorDay, s.AutoRenew, s.Price, *s.Cost, millis(s.CreatedAt), by)
	if err != nil {
		return err
	}
	if w.live {
		tx.weigh(w.company, subscriptionWeight(s), 1)
	}
	return tx.putPeriod(ctx, s, periodID, s.CreatedAt)
}

// putPeriod keeps the subscription's current period with its price and cost, in
// place of one with the same start.
func (tx *Tx) putPeriod(ctx context.Context, s tracker.ProjectSubscription, id string, at time.Time) error {
	_, err := tx.run(ctx, `
		INSERT INTO subscription_period (id, project_subscription_id, start_at, end_at, price, cost, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (project_subscription_id, start_at) DO UPDATE SET end_at = excluded.end_at, price = excluded.price, cost = excluded.cost`,
		id, s.ID, millis(s.StartAt), millis(s.EndAt), s.Price, *s.Cost, millis(at))
	return err
}

// SubscriptionPeriod is one term of a subscription.
type SubscriptionPeriod struct {
	StartAt, EndAt time.Time
	Price, Cost    tracker.Money
}

// SubscriptionPeriods lists the terms of a subscription, oldest first.
func (q Queries) SubscriptionPeriods(ctx context.Context, id string, limit int) ([]SubscriptionPeriod, error) {
	return many(ctx, q, func(r rows) (p SubscriptionPeriod, err error) {
		var start, end int64
		err = r.Scan(&start, &end, &p.Price, &p.Cost)
		p.StartAt, p.EndAt = instant(start), instant(end)
		return p, err
	}, `SELECT start_at, end_at, price, cost FROM subscription_period WHERE project_subscription_id = $1 ORDER BY start_at LIMIT $2`, id, limit)
}

// UpdateProjectSubscription writes an edited subscription and returns the new
// version. The period that ran before the edit is the one that runs now.
func (tx *Tx) UpdateProjectSubscription(ctx context.Context, before, after tracker.ProjectSubscription, periodID, by string, at time.Time) (version int, err error) {
	if !before.StartAt.Equal(after.StartAt) {
		if _, err := tx.run(ctx, `DELETE FROM subscription_period WHERE project_subscription_id = $1 AND start_at = $2`, after.ID, millis(before.StartAt)); err != nil {
			return 0, err
		}
	}
	return tx.RenewProjectSubscription(ctx, before, after, periodID, by, at)
}

// RenewProjectSubscription writes a subscription whose next period has begun and
// returns the new version. What its new end makes due is due again.
func (tx *Tx) RenewProjectSubscription(ctx context.Context, before, after tracker.ProjectSubscription, periodID, by string, at time.Time) (version int, err error) {
	wasLive, err := one(ctx, tx.Queries, scanOne[bool], `SELECT live FROM project_subscription WHERE id = $1`, after.ID)
	if err != nil {
		return 0, err
	}
	moved := !before.EndAt.Equal(after.EndAt) || before.AutoRenew != after.AutoRenew
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_subscription SET
			details = $3,
			start_at = $4,
			end_at = $5,
			anchor_day = $6,
			auto_renew = $7,
			price = $8,
			cost = $9,
			canceled_at = CASE WHEN $10 THEN COALESCE(canceled_at, $14) END,
			cancelation_reason = $11,
			soon_raised = soon_raised AND NOT $12,
			end_raised = end_raised AND NOT $12,
			live = NOT $10 AND (NOT end_raised OR $12) AND `+parentLive+`,
			version = version + 1,
			updated_at = $14,
			updated_by = $13
		WHERE id = $2 AND deleted_at IS NULL
		RETURNING version, live, `+ofCompany,
		after.ProjectID, after.ID, after.Details, millis(after.StartAt), millis(after.EndAt), after.AnchorDay, after.AutoRenew, after.Price, *after.Cost,
		after.IsCanceled, after.CancelationReason, moved, by, millis(at))
	if err != nil {
		return 0, err
	}
	if wasLive {
		tx.weigh(w.company, subscriptionWeight(before), -1)
	}
	if w.live {
		tx.weigh(w.company, subscriptionWeight(after), 1)
	}
	return w.version, tx.putPeriod(ctx, after, periodID, at)
}

// subscriptionCounts is whether a row that is attached counts.
const subscriptionCounts = `canceled_at IS NULL AND NOT end_raised AND ` + parentCounts

// DeleteProjectSubscription detaches a subscription.
func (tx *Tx) DeleteProjectSubscription(ctx context.Context, s tracker.ProjectSubscription, by string, at time.Time) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_subscription SET deleted_at = $2, live = FALSE, version = version + 1, updated_at = $2, updated_by = $3
		WHERE id = $1 AND deleted_at IS NULL
		RETURNING version, `+subscriptionCounts+`, `+ofCompany, s.ID, millis(at), by)
	if w.live {
		tx.weigh(w.company, subscriptionWeight(s), -1)
	}
	return err
}

// RestoreProjectSubscription attaches a detached subscription again, as it was.
// What became due meanwhile the scan finds.
func (tx *Tx) RestoreProjectSubscription(ctx context.Context, id, by string, at time.Time) (s tracker.ProjectSubscription, err error) {
	w, err := tx.reattach(ctx, "project_subscription", subscriptionCounts, id, by, at)
	if err == nil {
		s, err = tx.ProjectSubscription(ctx, id)
	}
	if w.live && err == nil {
		tx.weigh(w.company, subscriptionWeight(s), 1)
	}
	return s, err
}

// Due says why a subscription is due.
type Due int

const (
	DueSoon    Due = iota // ends within the notice time, and nobody was told
	DueEnded              // has ended, and nobody was told
	DueRenewal            // has reached its end and renews
)

// until is the condition that a subscription is due at an instant.
func (d Due) until(instant string) string {
	return map[Due]string{
		DueSoon:    "live AND NOT auto_renew AND NOT soon_raised AND end_at <= ",
		DueEnded:   "live AND NOT auto_renew AND NOT end_raised AND end_at < ",
		DueRenewal: "live AND auto_renew AND end_at <= ",
	}[d] + instant
}

// DueSubscription is a subscription that is due, at its place among them.
type DueSubscription struct {
	ID    string
	endAt int64
}

// DueSubscriptions lists some that are due and not yet dealt with, those after
// the last one of the list before. It asks for the state, never for what
// happened since a last time, so a stopped clock, a jump or a long downtime
// loses and doubles nothing.
func (q Queries) DueSubscriptions(ctx context.Context, due Due, until time.Time, last DueSubscription, limit int) ([]DueSubscription, error) {
	from := last.endAt
	if last.ID == "" {
		from = math.MinInt64
	}
	return many(ctx, q, func(r rows) (s DueSubscription, err error) { return s, r.Scan(&s.ID, &s.endAt) },
		`SELECT id, end_at FROM project_subscription WHERE `+due.until("$1")+` AND (end_at, id) > ($2, $3) ORDER BY end_at, id LIMIT $4`,
		millis(until), from, last.ID, limit)
}

// IsDue reports, inside a transaction, whether a subscription is still due.
func (q Queries) IsDue(ctx context.Context, id string, due Due, until time.Time) (bool, error) {
	return exists(ctx, q, `SELECT 1 FROM project_subscription WHERE id = $1 AND `+due.until("$2"), id, millis(until))
}

// DueNow says what of its end a subscription's people have to be told at once.
func (q Queries) DueNow(ctx context.Context, id string, now time.Time) (ended, soon bool, err error) {
	_, err = one(ctx, q, func(r rows) (struct{}, error) { return struct{}{}, r.Scan(&ended, &soon) },
		`SELECT `+DueEnded.until("$1")+`, `+DueSoon.until("$2")+` FROM project_subscription WHERE id = $3`,
		millis(now), millis(now.Add(tracker.EndingSoon)), id)
	return ended, soon, err
}

// MarkSoonRaised notes that its ending soon was told.
func (tx *Tx) MarkSoonRaised(ctx context.Context, id string) error {
	_, err := tx.run(ctx, `UPDATE project_subscription SET soon_raised = TRUE WHERE id = $1`, id)
	return err
}

// MarkEnded notes that its end was told; from then on it does not count.
func (tx *Tx) MarkEnded(ctx context.Context, s tracker.ProjectSubscription) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_subscription SET end_raised = TRUE, soon_raised = TRUE, live = FALSE WHERE id = $1
		RETURNING version, live, `+ofCompany, s.ID)
	tx.weigh(w.company, subscriptionWeight(s), -1)
	return err
}
