package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// SubscriptionQuery asks for project subscriptions across all projects.
type SubscriptionQuery struct {
	ProjectItemQuery
	tracker.SubscriptionFilter
	Now time.Time
}

// subscriptionList is one such question in SQL. With an instant in the past or future the
// columns of the term and its prices are those of that instant.
type subscriptionList struct {
	*projectItemList
	start, end, price, cost, state        string
	monthlyPrice, monthlyCost, isCanceled string
	keeps                                 bool // no filter but State: the kept totals know its sums
}

// asOf has the term and prices of an instant (tracker/recurring.go has the same in Go). The
// term is the current one if it has begun, or else the kept period that the instant is in, or else
// the next one to begin. A second may pass between two periods. The price is the one
// that the next later edit replaced, if there was an edit.
const asOf = `
	LEFT JOIN subscription_period p ON a.start_at > {t} AND p.project_subscription_id = a.id AND p.start_at = COALESCE(
		(SELECT CASE WHEN x.end_at >= {t} - 1000 THEN x.start_at END FROM subscription_period x
			WHERE x.project_subscription_id = a.id AND x.start_at <= {t} ORDER BY x.start_at DESC LIMIT 1),
		(SELECT MIN(x.start_at) FROM subscription_period x WHERE x.project_subscription_id = a.id AND x.start_at > {t} AND x.start_at < a.start_at))
	LEFT JOIN subscription_price r ON r.project_subscription_id = a.id
		AND r.until_at = (SELECT MIN(x.until_at) FROM subscription_price x WHERE x.project_subscription_id = a.id AND x.until_at > {t}
			AND x.from_at <= COALESCE(p.start_at, a.start_at))`

// newSubscriptionList writes a question down.
func newSubscriptionList(v Visible, q SubscriptionQuery) *subscriptionList {
	l := &subscriptionList{start: "a.start_at", end: "a.end_at", price: "a.price", cost: "a.cost",
		monthlyPrice: "a.monthly_price", monthlyCost: "a.monthly_cost", isCanceled: "a.canceled_at IS NOT NULL"}
	at, more := q.Now, ""
	if q.At != nil {
		at = *q.At
	}
	const t = "CAST($1 AS BIGINT)" // the instant is the first argument of every statement
	l.state = `CASE WHEN a.canceled_at IS NOT NULL THEN 'canceled' WHEN a.start_at > ` + t + ` THEN 'notStarted' WHEN a.auto_renew THEN 'renews' WHEN a.end_at < ` + t + ` THEN 'ended' ELSE 'active' END`
	if q.At != nil {
		more = strings.ReplaceAll(asOf, "{t}", t)
		l.start, l.end = "COALESCE(p.start_at, a.start_at)", "COALESCE(p.end_at, a.end_at)"
		l.price, l.cost = "COALESCE(r.price, p.price, a.price)", "COALESCE(r.cost, p.cost, a.cost)"
		l.monthlyPrice, l.monthlyCost = "COALESCE(r.monthly_price, p.monthly_price, a.monthly_price)", "COALESCE(r.monthly_cost, p.monthly_cost, a.monthly_cost)"
		l.isCanceled = "a.canceled_at IS NOT NULL AND a.canceled_at <= " + t
		l.state = `CASE WHEN ` + l.isCanceled + ` THEN 'canceled' WHEN p.start_at <= ` + t + ` THEN 'renews' WHEN a.start_at > ` + t + ` THEN 'notStarted'
			WHEN a.auto_renew THEN 'renews' WHEN a.end_at < ` + t + ` THEN 'ended' ELSE 'active' END`
	}
	l.projectItemList = newProjectItemList(v, q.ProjectItemQuery, projectItemList{kind: tracker.Subscriptions, table: "project_subscription", itemID: "subscription_id", listed: "a.listed",
		more: more, fixed: []any{millis(at)}})
	l.and(t + " IS NOT NULL") // PostgreSQL refuses an argument that no placeholder uses
	l.keeps = l.all && q.EndFrom == nil && q.EndTo == nil && q.CancelFrom == nil && q.CancelTo == nil && !q.Losing && q.At == nil
	if q.EndFrom != nil {
		l.and(l.end + " >= " + l.arg(millis(*q.EndFrom)))
	}
	if q.EndTo != nil {
		l.and(l.end + " <= " + l.arg(millis(*q.EndTo)))
	}
	l.cancelBy(q)
	if len(q.States) > 0 {
		states := make([]string, len(q.States))
		for i, s := range q.States {
			states[i] = "'" + string(s) + "'" // they are constants
		}
		l.and("(" + l.state + ") IN (" + strings.Join(states, ", ") + ")")
	}
	if q.Losing {
		l.and("(" + l.state + ") IN ('active', 'renews') AND " + l.monthlyPrice + " < " + l.monthlyCost + " AND " + l.seesCost)
	}
	l.fallback = tracker.SubscriptionSorts[0]
	l.sorts["endAt"], l.sorts["startAt"], l.sorts["price"], l.sorts["monthlyPrice"] = l.end, l.start, l.price, l.running(l.monthlyPrice)
	last := "9000000000000000"
	if q.SortDescending {
		last = "-" + last
	}
	l.sorts["margin"] = "CASE WHEN " + l.seesCost + " THEN " + l.running(l.monthlyPrice+" - "+l.monthlyCost) + " ELSE " + last + " END" // a hidden one is last
	return l
}

// cancelBy narrows to subscriptions that renew, by the last instant at which to cancel them. Now an index has it.
func (l *subscriptionList) cancelBy(q SubscriptionQuery) {
	if q.CancelFrom == nil && q.CancelTo == nil {
		return
	}
	l.and("a.auto_renew AND a.canceled_at IS NULL")
	by := "a.remind_at"
	if q.At != nil {
		l.ofCatalogue = true
		by = "(" + l.end + " - 86400000 * CAST(COALESCE(a.notice_days, i.notice_days) AS BIGINT))"
	}
	if q.CancelFrom != nil {
		l.and(by + " >= " + l.arg(millis(*q.CancelFrom)))
	}
	if q.CancelTo != nil {
		l.and(by + " <= " + l.arg(millis(*q.CancelTo)))
	}
}

// running is an amount while the subscription runs, and else 0.
func (l *subscriptionList) running(amount string) string {
	return "CASE WHEN (" + l.state + ") IN ('active', 'renews') THEN " + amount + " ELSE 0 END"
}

func (l *subscriptionList) columns() string {
	return `a.rowno, a.id, a.project_id, a.subscription_id, a.details, ` + l.start + `, ` + l.end + `, a.auto_renew, ` + l.price + `, ` + l.cost + `,
		` + l.isCanceled + `, CASE WHEN ` + l.isCanceled + ` THEN a.cancelation_reason END, a.notice_days, a.created_at, a.version, i.name, category.name, i.notice_days,
		` + placeColumns + `, ` + l.state + `, ` + l.monthlyPrice + `, ` + l.monthlyCost
}

func scanListedSubscription(r rows) (number int64, s tracker.ListedSubscription, err error) {
	var start, end, created int64
	var catalogueNotice *int
	var monthlyPrice, monthlyCost tracker.Money
	err = r.Scan(&number, &s.ID, &s.ProjectID, &s.SubscriptionID, &s.Details, &start, &end, &s.AutoRenew, &s.Price, &s.Cost, &s.IsCanceled, &s.CancelationReason,
		&s.NoticeDays, &created, &s.Version, &s.Subscription.Name, &s.Subscription.CategoryName, &catalogueNotice, &s.CompanyID, &s.CompanyName, &s.ProjectName,
		&s.State, &monthlyPrice, &monthlyCost)
	s.StartAt, s.EndAt, s.CreatedAt = instant(start), instant(end), instant(created)
	s.PriceCurrencyName, s.CostCurrencyName = tracker.Currency, tracker.Currency
	s.CancelBy = tracker.CancelBy(s.EndAt, s.NoticeDays, catalogueNotice)
	s.Value(monthlyPrice, monthlyCost, s.State.Runs())
	return number, s, err
}

// ListedSubscriptions lists a page of subscriptions, and the totals of all of them.
func (q Queries) ListedSubscriptions(ctx context.Context, v Visible, sq SubscriptionQuery) ([]Listed[tracker.ListedSubscription], tracker.SubscriptionTotals, error) {
	l := newSubscriptionList(v, sq)
	totals, err := q.subscriptionTotals(ctx, l, sq)
	if err != nil || totals.Count == 0 {
		return nil, totals, ignoreUnstorable(err)
	}
	at, err := l.page(ctx, q, sq.ListQuery, totals.Count)
	if err != nil {
		return nil, totals, err
	}
	rows, err := listedRows(ctx, q, l.projectItemList, at, l.columns(), scanListedSubscription)
	return rows, totals, err
}

// EachListedSubscription calls use with all subscriptions of a list, some at a time.
func (q Queries) EachListedSubscription(ctx context.Context, v Visible, sq SubscriptionQuery, use func([]Listed[tracker.ListedSubscription]) error) error {
	l := newSubscriptionList(v, sq)
	return eachListed(ctx, q, l.projectItemList, sq.ListQuery, l.columns(), scanListedSubscription, use)
}

// subscriptionTotals sums up all subscriptions of a list, those of everything from the kept totals.
func (q Queries) subscriptionTotals(ctx context.Context, l *subscriptionList, sq SubscriptionQuery) (tracker.SubscriptionTotals, error) {
	if l.keeps {
		return q.keptSubscriptionTotals(ctx, sq.States, sq.Now)
	}
	return one(ctx, q, func(r rows) (t tracker.SubscriptionTotals, err error) {
		var cost, monthlyCost tracker.Money
		err = r.Scan(&t.Count, &t.Price, &cost, &t.MonthlyPrice, &monthlyCost)
		t.Cost, t.MonthlyCost = &cost, &monthlyCost
		return t, err
	}, l.with+" SELECT count(*), "+sum(l.price)+", "+l.seenSum(l.cost)+", "+sum(l.running(l.monthlyPrice))+", "+l.seenSum(l.running(l.monthlyCost))+l.from()+l.where(), l.args...)
}

// keptSubscriptionTotals adds up the kept totals of some states; of all without any. Time
// alone moves subscriptions from one state to another: those that start later, and those
// that have ended since the last scan, are found by index.
func (q Queries) keptSubscriptionTotals(ctx context.Context, states []tracker.SubscriptionState, now time.Time) (t tracker.SubscriptionTotals, err error) {
	kept, err := q.numbers(ctx, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally WHERE name >= 'listed.' AND name < 'listed/' GROUP BY name`)
	if err != nil {
		return t, err
	}
	sums := map[tracker.SubscriptionState]stateSums{
		tracker.StateRenews: stateSumsOf(kept, renewsState), tracker.StateActive: stateSumsOf(kept, onceState),
		tracker.StateEnded: stateSumsOf(kept, endedState), tracker.StateCanceled: stateSumsOf(kept, canceledState),
	}
	f := &filter{}
	const figures = `count(*), CAST(COALESCE(SUM(a.price), 0) AS BIGINT), CAST(COALESCE(SUM(a.cost), 0) AS BIGINT),
		CAST(COALESCE(SUM(a.monthly_price), 0) AS BIGINT), CAST(COALESCE(SUM(a.monthly_cost), 0) AS BIGINT) FROM project_subscription a WHERE `
	later := "a.listed AND a.canceled_at IS NULL AND a.start_at > " + f.arg(millis(now))
	err = each(ctx, q, func(r rows) error {
		var from, to tracker.SubscriptionState
		var s stateSums
		if err := r.Scan(&from, &to, &s.count, &s.price, &s.cost, &s.monthlyPrice, &s.monthlyCost); err != nil {
			return err
		}
		sums[from], sums[to] = sums[from].plus(s, -1), sums[to].plus(s, 1)
		return nil
	}, `SELECT 'renews', 'notStarted', `+figures+later+` AND a.auto_renew
		UNION ALL SELECT 'active', 'notStarted', `+figures+later+` AND NOT a.auto_renew
		UNION ALL SELECT 'active', 'ended', `+figures+f.due("a", tracker.Ended(now)), f.args...)
	if err != nil {
		return t, err
	}
	var all stateSums
	for state, s := range sums {
		if len(states) > 0 && !slices.Contains(states, state) {
			continue
		}
		if !state.Runs() {
			s.monthlyPrice, s.monthlyCost = 0, 0
		}
		all = all.plus(s, 1)
	}
	return tracker.SubscriptionTotals{Count: all.count, Price: all.price, Cost: &all.cost, MonthlyPrice: all.monthlyPrice, MonthlyCost: &all.monthlyCost}, nil
}

// stateSums are the sums of the subscriptions in one state.
type stateSums struct {
	count                                  int
	price, cost, monthlyPrice, monthlyCost tracker.Money
}

func stateSumsOf(kept map[string]int, state string) stateSums {
	name := tallyListed(state)
	return stateSums{kept[name], tracker.Money(kept[name+priceOf]), tracker.Money(kept[name+costOf]),
		tracker.Money(kept[name+monthlyOf+priceOf]), tracker.Money(kept[name+monthlyOf+costOf])}
}

func (s stateSums) plus(o stateSums, sign tracker.Money) stateSums {
	return stateSums{s.count + int(sign)*o.count, s.price + sign*o.price, s.cost + sign*o.cost, s.monthlyPrice + sign*o.monthlyPrice, s.monthlyCost + sign*o.monthlyCost}
}
