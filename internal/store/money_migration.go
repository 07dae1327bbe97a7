package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"btracker/internal/tracker"
)

// fillMoney ends the migration "money": it computes the monthly values of earlier periods
// and of terms that renew by days, and finds replaced prices in the change log.
func fillMoney(ctx context.Context, _ dialect, tx *sql.Tx) error {
	// A term that renews by days may happen to be a calendar month.
	if err := fillMonthly(ctx, tx, `
		SELECT a.id, a.start_at, a.end_at, 0, a.price, a.cost FROM project_subscription a
		WHERE a.id > $1 AND a.anchor_day = 0 AND EXISTS (SELECT 1 FROM subscription_period p WHERE p.project_subscription_id = a.id)
		ORDER BY a.id LIMIT $2`,
		`UPDATE project_subscription SET monthly_price = $2, monthly_cost = $3 WHERE id = $1`); err != nil {
		return err
	}
	if err := fillMonthly(ctx, tx, `
		SELECT p.id, p.start_at, p.end_at, a.anchor_day, p.price, p.cost
		FROM subscription_period p JOIN project_subscription a ON a.id = p.project_subscription_id
		WHERE p.id > $1 ORDER BY p.id LIMIT $2`,
		`UPDATE subscription_period SET monthly_price = $2, monthly_cost = $3 WHERE id = $1`); err != nil {
		return err
	}
	return fillPrices(ctx, tx)
}

// atOnce bounds the rows that a migration holds in memory.
const atOnce = 1000

// fillMonthly computes the monthly values of the terms that a query selects, some after an id at once.
func fillMonthly(ctx context.Context, tx *sql.Tx, query, update string) error {
	type term struct {
		id          string
		start, end  int64
		anchor      int
		price, cost tracker.Money
	}
	for last := ""; ; {
		terms, err := selectAll(ctx, tx, func(r *sql.Rows, t *term) error { return r.Scan(&t.id, &t.start, &t.end, &t.anchor, &t.price, &t.cost) },
			query, last, atOnce)
		if err != nil || len(terms) == 0 {
			return err
		}
		for _, t := range terms {
			start, end := instant(t.start), instant(t.end)
			if _, err := tx.ExecContext(ctx, update, t.id,
				int64(tracker.MonthlyValue(t.price, start, end, t.anchor)), int64(tracker.MonthlyValue(t.cost, start, end, t.anchor))); err != nil {
				return err
			}
			last = t.id
		}
	}
}

// fillPrices finds the prices that edits have replaced. A change log that was shortened
// has the later ones.
func fillPrices(ctx context.Context, tx *sql.Tx) error {
	var newest int64
	if err := tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM change`).Scan(&newest); err != nil {
		return err
	}
	for seq := int64(0); seq <= newest; seq += atOnce {
		if err := fillPricesFrom(ctx, tx, seq); err != nil {
			return err
		}
	}
	return nil
}

// fillPricesFrom looks at a part of the change log. The numbers find it; a condition on the bare entity
// would have SQLite look at all changes of project subscriptions, each time.
func fillPricesFrom(ctx context.Context, tx *sql.Tx, seq int64) error {
	type edit struct {
		at            int64
		id            string
		before, after string
	}
	edits, err := selectAll(ctx, tx, func(r *sql.Rows, e *edit) error { return r.Scan(&e.at, &e.id, &e.before, &e.after) }, `
		SELECT c.at, c.entity_id, c.before, c.after FROM change c JOIN project_subscription a ON a.id = c.entity_id
		WHERE c.seq >= $1 AND c.seq < $2 AND (c.entity || '') = 'projectSubscription' AND (c.action || '') = 'edit' AND c.before IS NOT NULL AND c.after IS NOT NULL
		ORDER BY c.seq`, seq, seq+atOnce)
	if err != nil {
		return err
	}
	for _, e := range edits {
		var before, after tracker.ProjectSubscription
		if json.Unmarshal([]byte(e.before), &before) != nil || json.Unmarshal([]byte(e.after), &after) != nil || before.Cost == nil {
			continue // not a snapshot of this program
		}
		if before.Price == after.Price || e.at <= millis(after.StartAt) {
			continue
		}
		inTerm := after
		inTerm.Price, inTerm.Cost = before.Price, before.Cost
		price, cost := inTerm.Monthly()
		if _, err := tx.ExecContext(ctx, `
			INSERT INTO subscription_price (project_subscription_id, until_at, from_at, price, cost, monthly_price, monthly_cost)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (project_subscription_id, until_at) DO NOTHING`,
			e.id, e.at, millis(after.StartAt), int64(before.Price), int64(*before.Cost), int64(price), int64(cost)); err != nil {
			return err
		}
	}
	return nil
}

// selectAll reads all rows before any of them is changed: a transaction has one connection.
func selectAll[T any](ctx context.Context, tx *sql.Tx, scan func(r *sql.Rows, into *T) error, query string, args ...any) (all []T, err error) {
	found, err := tx.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer found.Close()
	for found.Next() {
		var row T
		if err := scan(found, &row); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, found.Err()
}
