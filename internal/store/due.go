package store

import (
	"context"
	"math"
	"time"

	"btracker/internal/tracker"
)

// What the scan finds (notify/scan.go), and notes as done.

// due is the condition that the answer to a question is yes for a row of project_subscription,
// whose name or alias comes first.
func (f *filter) due(row string, due tracker.Due) string {
	c := row + ".live AND NOT " + row + ".auto_renew"
	if due.Renews {
		c = row + ".live AND " + row + ".auto_renew"
	}
	if !due.From.IsZero() {
		c += " AND " + row + ".end_at >= " + f.arg(millis(due.From))
	}
	return c + " AND " + row + ".end_at < " + f.arg(millis(due.Before))
}

// DueSubscription is a subscription that is due, with its place in their order.
type DueSubscription struct {
	ID string
	at int64
}

// DueSubscriptions lists some subscriptions that are due and not yet handled, after
// the last one of the previous call. It asks for the state, never for changes since a
// last time, so a stopped clock, a jump or a long downtime loses and repeats nothing.
func (q Queries) DueSubscriptions(ctx context.Context, due tracker.Due, last DueSubscription, limit int) ([]DueSubscription, error) {
	from := last.at
	if last.ID == "" {
		from = math.MinInt64
	}
	f := &filter{}
	return many(ctx, q, func(r rows) (s DueSubscription, err error) { return s, r.Scan(&s.ID, &s.at) },
		`SELECT a.id, a.end_at FROM project_subscription a
		WHERE `+f.due("a", due)+` AND (a.end_at, a.id) > (`+f.arg(from)+`, `+f.arg(last.ID)+`)
		ORDER BY a.end_at, a.id LIMIT `+f.arg(limit), f.args...)
}

// OverPeriods lists some subscriptions whose earlier period does not count any more, after the last one of the previous call.
func (q Queries) OverPeriods(ctx context.Context, now time.Time, last DueSubscription, limit int) ([]DueSubscription, error) {
	return q.dueBy(ctx, "running_until", "a.listed AND a.running_until IS NOT NULL", now, last, limit)
}

// DuePrices lists some subscriptions whose planned price has come, after the last one of the previous call.
func (q Queries) DuePrices(ctx context.Context, now time.Time, last DueSubscription, limit int) ([]DueSubscription, error) {
	return q.dueBy(ctx, "planned_from", "a.live AND a.planned_from IS NOT NULL", now, last, limit)
}

func (q Queries) dueBy(ctx context.Context, column, condition string, now time.Time, last DueSubscription, limit int) ([]DueSubscription, error) {
	if last.ID == "" {
		last.at = math.MinInt64
	}
	column = "a." + column
	return many(ctx, q, func(r rows) (s DueSubscription, err error) { return s, r.Scan(&s.ID, &s.at) },
		`SELECT a.id, `+column+` FROM project_subscription a
		WHERE `+condition+` AND `+column+` <= $1 AND (`+column+`, a.id) > ($2, $3)
		ORDER BY `+column+`, a.id LIMIT $4`, millis(now), last.at, last.ID, limit)
}

// DueReminders lists some subscriptions that people were last reminded of for a day, and
// whose date is from an instant to another, after the last one of the previous call.
func (q Queries) DueReminders(ctx context.Context, day int, from, to time.Time, last DueSubscription, limit int) ([]DueSubscription, error) {
	if last.ID == "" {
		last.at = millis(from)
	}
	return many(ctx, q, func(r rows) (s DueSubscription, err error) { return s, r.Scan(&s.ID, &s.at) },
		`SELECT a.id, a.remind_at FROM project_subscription a
		WHERE a.live AND a.reminded_day = $1 AND a.remind_at <= $2 AND (a.remind_at, a.id) > ($3, $4)
		ORDER BY a.remind_at, a.id LIMIT $5`, day, millis(to), last.at, last.ID, limit)
}

// MarkReminded notes that nobody had to be reminded of a subscription for a day, unless it
// changed since it was read.
func (tx *Tx) MarkReminded(ctx context.Context, s tracker.ProjectSubscription, day int) error {
	_, err := tx.run(ctx, `UPDATE project_subscription SET reminded_day = $2 WHERE id = $1 AND reminded_day = $3 AND remind_at = $4 AND live`,
		s.ID, day, s.RemindedDay, millis(*s.RemindAt()))
	return err
}

// MarkNotified stores which notifications of a subscription's end were raised. A
// subscription that has ended is not live any more. The version stays, because this is
// not an edit.
func (tx *Tx) MarkNotified(ctx context.Context, before, after tracker.ProjectSubscription) error {
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_subscription SET reminded_day = $2, end_raised = $3, live = live AND $4 WHERE id = $1
		RETURNING listed`+writtenSubscription, after.ID, after.RemindedDay, after.EndRaised, after.KeptState().Runs())
	if err == nil {
		tx.replaceShare(subscriptionShareOf(before, w), subscriptionShareOf(after, w))
	}
	return err
}
