package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"btracker/internal/tracker"
)

// ErrNotEmpty refuses to fill a database that has data of its own.
var ErrNotEmpty = errors.New("the database is not empty; only an empty one can be filled")

// Fill fills an empty database in several parts, which call the Load functions; the
// last part must call Recount. A part may run more than once. On SQLite each part is
// a transaction. On PostgreSQL all parts are one transaction, which builds the
// indexes at its end.
func (s *Store) Fill(ctx context.Context, parts int, part func(tx *Tx, n int) error) error {
	if s.Dialect() == "postgres" && parts > 1 {
		return s.FillPostgres(ctx, loadedTables, func(tx *Tx) error {
			for n := range parts {
				if err := part(tx, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	write := s.writeToEmpty
	for n := range parts {
		if err := write(ctx, func(tx *Tx) error { return part(tx, n) }); err != nil {
			return err
		}
		write = s.Write
	}
	return nil
}

// writeToEmpty writes to a database only if it is empty.
func (s *Store) writeToEmpty(ctx context.Context, fn func(tx *Tx) error) error {
	err := s.Write(ctx, func(tx *Tx) error {
		used, err := one(ctx, tx.Queries, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM change)`)
		if err != nil {
			return err
		}
		if used {
			return ErrNotEmpty
		}
		return fn(tx)
	})
	if errors.Is(err, ErrTaken) { // another process has begun to fill it at the same time
		return ErrNotEmpty
	}
	return err
}

// loadedTables are the tables that InsertLinks and the Load functions add to.
var loadedTables = []string{"users", "company", "company_moderator", "project", "project_moderator", "catalogue_item", "project_product",
	"project_subscription", "subscription_period", "notification"}

// loadRows is how many rows one statement adds.
const loadRows = 40

// load adds rows to a table. PostgreSQL copies many rows at once. Otherwise a
// statement adds loadRows rows, and the remaining rows are added one by one, so that
// each table has only two statements to prepare.
func (tx *Tx) load(ctx context.Context, table, columns string, rows [][]any) error {
	if tx.buffer.wait(table, columns, rows) {
		return nil
	}
	return tx.loadNow(ctx, table, columns, rows)
}

func (tx *Tx) loadNow(ctx context.Context, table, columns string, rows [][]any) error {
	if c, ok := tx.tx.(copier); ok && len(rows) >= loadRows {
		counted(ctx, 0)
		names := strings.FieldsFunc(columns, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
		return tx.dialect.translate(c.copyRows(ctx, table, names, rows))
	}
	insert := func(rows [][]any) statement {
		return statement{"INSERT INTO " + table + " (" + columns + ") VALUES " + placeholders(len(rows), len(rows[0])), slices.Concat(rows...)}
	}
	var singles []statement
	for len(rows) > 0 {
		if len(rows) < loadRows {
			singles = append(singles, insert(rows[:1]))
			rows = rows[1:]
			continue
		}
		s := insert(rows[:loadRows])
		if _, err := tx.run(ctx, s.sql, s.args...); err != nil {
			return err
		}
		rows = rows[loadRows:]
	}
	_, err := tx.execAll(ctx, singles)
	return tx.dialect.translate(err)
}

// LoadedProduct is a project's product, which is live if its project is.
type LoadedProduct struct {
	tracker.ProjectProduct
	Live bool
}

// LoadProjectProducts attaches products.
func (tx *Tx) LoadProjectProducts(ctx context.Context, products []LoadedProduct, by string) error {
	rows := make([][]any, len(products))
	for i, p := range products {
		rows[i] = []any{p.ID, p.ProjectID, p.ProductID, p.Details, *p.Cost, p.Price, p.Status, p.Live, millis(p.CreatedAt), millis(p.CreatedAt), by}
	}
	return tx.load(ctx, "project_product", `id, project_id, product_id, details, cost, price, status, live, created_at, updated_at, updated_by`, rows)
}

// LoadedSubscription is a project's subscription with its earlier periods. It is listed if its project is live.
type LoadedSubscription struct {
	tracker.ProjectSubscription
	Listed     bool
	CanceledAt *time.Time
	Periods    []LoadedPeriod
}

// LoadedPeriod is a period with its id.
type LoadedPeriod struct {
	ID string
	SubscriptionPeriod
}

// LoadProjectSubscriptions attaches subscriptions.
func (tx *Tx) LoadProjectSubscriptions(ctx context.Context, subscriptions []LoadedSubscription, by string) error {
	rows := make([][]any, len(subscriptions))
	var periods [][]any
	for i, s := range subscriptions {
		m, p := monthlyOf(s.ProjectSubscription), planOf(s.ProjectSubscription)
		rows[i] = []any{s.ID, s.ProjectID, s.SubscriptionID, s.Details, millis(s.StartAt), millis(s.EndAt), s.AnchorDay, s.AutoRenew, s.Price, *s.Cost,
			millisOrNil(s.CanceledAt), s.CancelationReason, s.Live, s.Listed, s.RemindedDay, millisOrNil(s.RemindAt()), s.EndRaised, s.NoticeDays, m.price, m.cost,
			m.termPrice, m.termCost, m.from, m.until, p.price, p.from, p.at, p.monthly, millis(s.CreatedAt), millis(s.CreatedAt), by}
		for _, p := range s.Periods {
			periods = append(periods, []any{p.ID, s.ID, millis(p.StartAt), millis(p.EndAt), p.Price, p.Cost, millis(p.StartAt),
				tracker.MonthlyValue(p.Price, p.StartAt, p.EndAt, s.AnchorDay), tracker.MonthlyValue(p.Cost, p.StartAt, p.EndAt, s.AnchorDay)})
		}
	}
	if err := tx.load(ctx, "project_subscription", `id, project_id, subscription_id, details, start_at, end_at, anchor_day, auto_renew, price, cost,
		canceled_at, cancelation_reason, live, listed, reminded_day, remind_at, end_raised, notice_days, monthly_price, monthly_cost,
		term_monthly_price, term_monthly_cost, running_from, running_until, planned_price, planned_from, planned_at, planned_monthly,
		created_at, updated_at, updated_by`, rows); err != nil {
		return err
	}
	return tx.load(ctx, "subscription_period", `id, project_subscription_id, start_at, end_at, price, cost, created_at, monthly_price, monthly_cost`, periods)
}

// LoadNotifications adds notifications, viewed where they say so.
func (tx *Tx) LoadNotifications(ctx context.Context, notifications []NewNotification) error {
	rows := make([][]any, len(notifications))
	for i, n := range notifications {
		rows[i] = []any{n.ID, n.RecipientID, n.Kind, millis(n.Threshold), n.Title, n.Details, n.ItemID, n.ItemParentID, millis(n.CreatedAt), millisOrNil(n.ViewedAt),
			searchText(&n.Title, &n.Details), textColumn(n.DetailsText)}
	}
	return tx.load(ctx, "notification", `id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, viewed_at, search_text, details_text`, rows)
}
