package store

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// The recurring value is kept by category and day: table recurring has what changed on each
// day, so that the value at the end of any day is a sum of few rows. See docs/money.md.

// History is the history of a listed subscription.
type History struct {
	CompanyID, CategoryID string
	SeesCost              bool // the asking user may see its cost
	Listed                bool
	tracker.SubscriptionHistory
}

// Moves lists the changes of value that the asking user may see.
func (h History) Moves() []tracker.RecurringMove {
	moves := h.SubscriptionHistory.Moves()
	for i := range moves {
		if !h.SeesCost {
			moves[i].Cost, moves[i].MonthlyCost = 0, 0
		}
	}
	return moves
}

// historyScope selects subscriptions. The statement begins with with, and a is a row of
// project_subscription among the tables of from.
type historyScope struct {
	*filter
	with, from, seesCost string
	since                *time.Time // only what has to be known of the time from then on
}

func subscriptionScope(f *filter, condition string) historyScope {
	f.and("a.listed AND " + condition)
	return historyScope{filter: f, from: " FROM project_subscription a", seesCost: "TRUE"}
}

// scopeBelow is everything in a company or project.
func scopeBelow(r Removal, id string) historyScope {
	f := &filter{}
	f.and("c." + r.projects + " = " + f.arg(id) + " AND c.live AND a.project_id = c.id AND a.listed")
	return historyScope{filter: f, from: " FROM project c CROSS JOIN project_subscription a", seesCost: "TRUE"}
}

// histories reads the histories of subscriptions: their current terms, then their
// earlier periods, then their replaced prices.
func (q Queries) histories(ctx context.Context, s historyScope) (list []*History, err error) {
	byID, periodsSince := map[string]*History{}, s.periodsSince()
	err = each(ctx, q, func(r rows) error {
		var part, id string
		var from, to int64
		var canceled *int64
		var money tracker.TermMoney
		one := &History{}
		if err := r.Scan(&part, &id, &from, &to, &money.Price, &money.Cost, &money.MonthlyPrice, &money.MonthlyCost, &one.AutoRenew, &canceled,
			&one.CompanyID, &one.CategoryID, &one.SeesCost, &one.Listed); err != nil {
			return err
		}
		switch term := (tracker.Term{StartAt: instant(from), EndAt: instant(to), TermMoney: money}); part {
		case "1 current":
			one.Current, one.CanceledAt = term, instantOrNil(canceled)
			byID[id], list = one, append(list, one)
		case "2 period":
			byID[id].Earlier = append(byID[id].Earlier, term)
		case "3 price":
			byID[id].Replaced = append(byID[id].Replaced, tracker.ReplacedPrice{FromAt: instant(to), UntilAt: instant(from), TermMoney: money})
		}
		return nil
	}, s.with+`
		SELECT '1 current', a.id, a.start_at, a.end_at, a.price, a.cost, a.monthly_price, a.monthly_cost, a.auto_renew, a.canceled_at, o.company_id, i.category_id, `+s.seesCost+`, a.listed`+
		s.from+` CROSS JOIN project o CROSS JOIN catalogue_item i`+s.where()+` AND o.id = a.project_id AND i.id = a.subscription_id
		UNION ALL
		SELECT '2 period', a.id, p.start_at, p.end_at, p.price, p.cost, p.monthly_price, p.monthly_cost, FALSE, NULL, '', '', FALSE, FALSE`+
		s.from+` CROSS JOIN subscription_period p`+s.where()+` AND p.project_subscription_id = a.id`+periodsSince+`
		UNION ALL
		SELECT '3 price', a.id, r.until_at, r.from_at, r.price, r.cost, r.monthly_price, r.monthly_cost, FALSE, NULL, '', '', FALSE, FALSE`+
		s.from+` CROSS JOIN subscription_price r`+s.where()+` AND r.project_subscription_id = a.id
		ORDER BY 1, 3`, s.args...)
	return list, err
}

// periodsSince leaves out periods that are over before the time that matters: a daily term that
// began in 1900 has 46,000 of them.
func (s historyScope) periodsSince() string {
	if s.since == nil {
		return ""
	}
	since := s.arg(millis(*s.since))
	return ` AND p.start_at >= COALESCE((SELECT MAX(x.start_at) FROM subscription_period x WHERE x.project_subscription_id = a.id AND x.start_at < ` +
		since + `), ` + since + `)`
}

// bucket is the day that keeps a change of value. A day ends with its last second, by which
// figures are taken.
func bucket(at time.Time) int64 {
	return int64(math.Floor(float64(millis(at)+999) / dayMillis))
}

func bucketEnd(day int64) time.Time { return instant((day+1)*dayMillis - 1000) }

type recurringKey struct {
	category string
	day      int64
}

// addRecurring adds the value of some listed subscriptions to what the transaction keeps, or takes
// it away with the sign -1.
func (tx *Tx) addRecurring(ctx context.Context, s historyScope, sign tracker.Money) error {
	list, err := tx.histories(ctx, s)
	for _, h := range list {
		tx.addHistory(*h, sign)
	}
	return err
}

// addHistory is addRecurring for one subscription. Without periods that it left out
// (historyScope.since) its first changes are not true; replaceHistory takes them away again.
func (tx *Tx) addHistory(h History, sign tracker.Money) {
	if !h.Listed {
		return
	}
	for _, m := range h.Moves() {
		key := recurringKey{h.CategoryID, bucket(m.At)}
		sums := tx.recurring[key]
		sums.Add(m.RecurringSums, sign)
		tx.recurring[key] = sums
	}
}

// replaceHistory keeps the value of a subscription that an edit or renewal changes, and returns
// its history before and after it.
func (tx *Tx) replaceHistory(ctx context.Context, before, after tracker.ProjectSubscription, change func(tracker.SubscriptionHistory) tracker.SubscriptionHistory) (was, is History, err error) {
	f := &filter{}
	f.and("a.id = " + f.arg(after.ID))
	list, err := tx.histories(ctx, historyScope{filter: f, from: " FROM project_subscription a", seesCost: "TRUE", since: changedSince(before, after)})
	if err != nil || len(list) == 0 {
		return was, is, cmp.Or(err, error(tracker.ErrNotFound))
	}
	was, is = *list[0], *list[0]
	is.SubscriptionHistory = change(was.SubscriptionHistory)
	tx.addHistory(was, -1)
	tx.addHistory(is, 1)
	return was, is, nil
}

func scopeOf(id string) historyScope {
	f := &filter{}
	return subscriptionScope(f, "a.id = "+f.arg(id))
}

// changedSince is the instant from which on an edit or renewal can change the value.
func changedSince(before, after tracker.ProjectSubscription) *time.Time {
	if before.IsCanceled || after.IsCanceled {
		return nil
	}
	since := before.StartAt
	if after.StartAt.Before(since) {
		since = after.StartAt
	}
	return &since
}

const recurringColumns = `price, cost, monthly_price, monthly_cost, count, started, ended, repriced`

// recurringNumbers has money in cents, which is not how money is written as JSON.
func recurringNumbers(s tracker.RecurringSums) []any {
	return []any{int64(s.Price), int64(s.Cost), int64(s.MonthlyPrice), int64(s.MonthlyCost), s.Count, int64(s.Started), int64(s.Ended), int64(s.Repriced)}
}

// recurringShards spreads writers of PostgreSQL over rows, and is small because readers add them up.
const recurringShards = 4

// keepRecurring writes what the transaction changed.
func (tx *Tx) keepRecurring(ctx context.Context) error {
	shard := rand.IntN(min(recurringShards, tx.dialect.shards())) // #nosec G404 -- spreads writers over rows, guards nothing
	var changed [][]any
	for key, sums := range tx.recurring {
		if sums != (tracker.RecurringSums{}) {
			changed = append(changed, append([]any{key.category, key.day, shard, int(tracker.MonthOf(bucketEnd(key.day)))}, recurringNumbers(sums)...))
		}
	}
	clear(tx.recurring)
	// Always in one order, so that two writers can not wait for each other.
	slices.SortFunc(changed, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(string), b[0].(string)), cmp.Compare(a[1].(int64), b[1].(int64)))
	})
	for piece := range slices.Chunk(changed, 1000) {
		if _, err := tx.run(ctx, `INSERT INTO recurring (category_id, day, shard, month, `+recurringColumns+`)
			SELECT r.value ->> 0, CAST(r.value ->> 1 AS BIGINT), CAST(r.value ->> 2 AS INTEGER), CAST(r.value ->> 3 AS INTEGER), CAST(r.value ->> 4 AS BIGINT), CAST(r.value ->> 5 AS BIGINT),
				CAST(r.value ->> 6 AS BIGINT), CAST(r.value ->> 7 AS BIGINT), CAST(r.value ->> 8 AS BIGINT), CAST(r.value ->> 9 AS BIGINT), CAST(r.value ->> 10 AS BIGINT), CAST(r.value ->> 11 AS BIGINT)
			FROM `+tx.dialect.lists("$1")+` AS r WHERE TRUE
			ON CONFLICT (category_id, day, shard) DO UPDATE SET
				price = recurring.price + excluded.price,
				cost = recurring.cost + excluded.cost,
				monthly_price = recurring.monthly_price + excluded.monthly_price,
				monthly_cost = recurring.monthly_cost + excluded.monthly_cost,
				count = recurring.count + excluded.count,
				started = recurring.started + excluded.started,
				ended = recurring.ended + excluded.ended,
				repriced = recurring.repriced + excluded.repriced`, jsonRows(piece)); err != nil {
			return err
		}
	}
	return nil
}

// recountRecurring computes the kept changes from all histories, some rows at a time.
func (tx *Tx) recountRecurring(ctx context.Context) error {
	clear(tx.recurring)
	if _, err := tx.run(ctx, `DELETE FROM recurring`); err != nil {
		return err
	}
	last, err := one(ctx, tx.Queries, scanOne[int64], `SELECT COALESCE(MAX(rowno), 0) FROM project_subscription`)
	const piece = 10_000
	for first := int64(0); err == nil && first <= last; first += piece {
		f := &filter{}
		err = tx.addRecurring(ctx, subscriptionScope(f, "a.rowno >= "+f.arg(first)+" AND a.rowno < "+f.arg(first+piece)), 1)
	}
	if err != nil {
		return err
	}
	return tx.keepRecurring(ctx)
}

// Recurring is the recurring value of everything by category.
func (q Queries) Recurring(ctx context.Context, rq tracker.RecurringQuery) (map[string]*tracker.RecurringSeries, error) {
	now, byCategory := rq.Now, map[string]*tracker.RecurringSeries{}
	today := bucket(now)
	series := func(category string) *tracker.RecurringSeries {
		if byCategory[category] == nil {
			byCategory[category] = tracker.NewRecurringSeries(rq)
		}
		return byCategory[category]
	}
	// The days of a month count alike, but for the days before and after now.
	err := each(ctx, q, func(r rows) error {
		var category string
		var isToday bool
		var last int64
		var s tracker.RecurringSums
		if err := r.Scan(&category, &isToday, &last, &s.Price, &s.Cost, &s.MonthlyPrice, &s.MonthlyCost, &s.Count, &s.Started, &s.Ended, &s.Repriced); err != nil {
			return err
		}
		at := bucketEnd(last)
		if isToday {
			at = now
		}
		series(category).Add(at, s, 1)
		return nil
	}, `SELECT category_id, day = $1, MAX(day), CAST(SUM(price) AS BIGINT), CAST(SUM(cost) AS BIGINT), CAST(SUM(monthly_price) AS BIGINT), CAST(SUM(monthly_cost) AS BIGINT),
			CAST(SUM(count) AS BIGINT), CAST(SUM(started) AS BIGINT), CAST(SUM(ended) AS BIGINT), CAST(SUM(repriced) AS BIGINT)
		FROM recurring WHERE month <= $2 GROUP BY category_id, CASE WHEN month < $3 THEN 0 ELSE month END, day > $1, day = $1`, today, int(rq.To)+1, int(rq.From))
	if err != nil {
		return nil, err
	}
	later, err := q.laterToday(ctx, now)
	for _, h := range later {
		for _, m := range h.Moves() {
			if bucket(m.At) == today && m.At.After(now) {
				series(h.CategoryID).Add(now, m.RecurringSums, -1)
				series(h.CategoryID).Add(m.At, m.RecurringSums, 1)
			}
		}
	}
	return byCategory, err
}

// laterToday reads the histories of subscriptions whose value changes between now and the end of the
// day. Edits and renewals are among them only if the clock went back.
func (q Queries) laterToday(ctx context.Context, now time.Time) ([]*History, error) {
	f := &filter{}
	first, last := f.arg(millis(now)-1001), f.arg(millis(bucketEnd(bucket(now))))
	within := func(column string) string { return column + " >= " + first + " AND " + column + " <= " + last }
	return q.histories(ctx, subscriptionScope(f, `a.id IN (
		SELECT x.id FROM project_subscription x WHERE x.listed AND x.canceled_at IS NULL AND `+within("x.start_at")+`
		UNION SELECT x.id FROM project_subscription x WHERE x.listed AND `+within("x.end_at")+`
		UNION SELECT x.id FROM project_subscription x WHERE x.canceled_at IS NOT NULL AND `+within("x.canceled_at")+`
		UNION SELECT x.project_subscription_id FROM subscription_period x WHERE `+within("x.end_at")+`
		UNION SELECT x.project_subscription_id FROM subscription_price x WHERE `+within("x.until_at")+`)`))
}

// Histories reads the histories of the listed subscriptions that a moderator sees.
func (q Queries) Histories(ctx context.Context, v Visible, costRoles []tracker.Role) ([]*History, error) {
	f := &filter{}
	s := historyScope{filter: f, with: f.moderated(v, costRoles), from: " FROM visible v CROSS JOIN project_subscription a", seesCost: "v.cost = 1"}
	f.and("a.project_id = v.id AND a.listed")
	return q.histories(ctx, s)
}

// CompaniesWithoutValue lists companies that have subscriptions, and no live item with a price.
func (q Queries) CompaniesWithoutValue(ctx context.Context, limit int) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT c.id FROM company c
		WHERE c.deleted_at IS NULL AND c.removed_at IS NULL AND c.live_price = 0
			AND EXISTS (SELECT 1 FROM project p JOIN project_subscription a ON a.project_id = p.id WHERE p.company_id = c.id AND p.live AND a.listed)
		ORDER BY c.rowno DESC LIMIT $1`, limit)
}

// CompanyHistories reads the histories of the listed subscriptions of some companies.
func (q Queries) CompanyHistories(ctx context.Context, companies []string) ([]*History, error) {
	if len(companies) == 0 {
		return nil, nil
	}
	f := &filter{}
	f.and("c.live AND a.project_id = c.id AND a.listed AND c.company_id IN (" + f.list(companies) + ")")
	return q.histories(ctx, historyScope{filter: f, from: " FROM project c CROSS JOIN project_subscription a", seesCost: "TRUE"})
}

// CompanyNames reads the names of some companies.
func (q Queries) CompanyNames(ctx context.Context, ids []string) (map[string]string, error) {
	return q.names(ctx, "company", ids)
}

// CategoryNames reads the names of some categories.
func (q Queries) CategoryNames(ctx context.Context, ids []string) (map[string]string, error) {
	return q.names(ctx, "category", ids)
}

func (q Queries) names(ctx context.Context, table string, ids []string) (map[string]string, error) {
	names := map[string]string{}
	if len(ids) == 0 {
		return names, nil
	}
	f := &filter{}
	return names, each(ctx, q, func(r rows) error {
		var id, name string
		err := r.Scan(&id, &name)
		names[id] = name
		return err
	}, "SELECT id, name FROM "+table+" WHERE id IN ("+f.list(ids)+")", f.args...)
}
