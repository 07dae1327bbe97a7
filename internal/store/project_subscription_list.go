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
	start, end, price, cost               string
	monthlyPrice, monthlyCost, isCanceled string
	state                                 stateConditions
	keeps                                 bool   // the kept sums know its totals
	priceRange, monthlyRange              string // conditions by which an index finds the items
}

// asOf has the term and prices of an instant (tracker/recurring.go has the same in Go). A second may pass between
// two periods. The price is the one that the next later edit replaced, if there was an edit.
const (
	asOf = `
	LEFT JOIN subscription_period p ON a.start_at > {t} AND p.project_subscription_id = a.id AND p.start_at = ` + earlierStart + asOfPrice

	// earlierStart begins the term of an instant before the current term: the kept period that the instant is
	// in, or else the next one to begin, or else NULL.
	earlierStart = `COALESCE(
		(SELECT CASE WHEN x.end_at >= {t} - 1000 THEN x.start_at END FROM subscription_period x
			WHERE x.project_subscription_id = a.id AND x.start_at <= {t} ORDER BY x.start_at DESC LIMIT 1),
		(SELECT MIN(x.start_at) FROM subscription_period x WHERE x.project_subscription_id = a.id AND x.start_at > {t} AND x.start_at < a.start_at))`

	asOfPrice = `
	LEFT JOIN subscription_price r ON r.project_subscription_id = a.id
		AND r.until_at = (SELECT MIN(x.until_at) FROM subscription_price x WHERE x.project_subscription_id = a.id AND x.until_at > {t}
			AND x.from_at <= COALESCE(p.start_at, a.start_at))`
)

// isCurrentTerm and isEarlierTerm tell which of the two terms is that of the instant.
var (
	isCurrentTerm = likely("a.start_at <= {t} OR " + earlierStart + " IS NULL")
	isEarlierTerm = likely("a.start_at > {t} AND p.start_at = " + earlierStart)
)

// likely is a condition that PostgreSQL takes to be true for half of the rows. It would take the bare one to be true for hardly any, and
// sort all rows for a page instead of walking through the index of their order.
func likely(condition string) string { return "CASE WHEN " + condition + " THEN TRUE ELSE FALSE END" }

// instantOf is where the statements of a list have its instant: the first argument of each.
const instantOf = "CAST($1 AS BIGINT)"

func atInstant(sql string) string { return strings.ReplaceAll(sql, "{t}", instantOf) }

// newSubscriptionList writes a question down.
func newSubscriptionList(v Visible, q SubscriptionQuery) *subscriptionList {
	l := &subscriptionList{start: "a.start_at", end: "a.end_at", price: "a.price", cost: "a.cost",
		monthlyPrice: "a.monthly_price", monthlyCost: "a.monthly_cost", isCanceled: isCanceled}
	at, more, renews := q.Now, "", "a.auto_renew"
	if q.At != nil {
		at = *q.At
	}
	const t = instantOf
	if q.At != nil {
		more = atInstant(asOf)
		l.start, l.end = "COALESCE(p.start_at, a.start_at)", "COALESCE(p.end_at, a.end_at)"
		l.price, l.cost = "COALESCE(r.price, p.price, a.price)", "COALESCE(r.cost, p.cost, a.cost)"
		l.monthlyPrice, l.monthlyCost = "COALESCE(r.monthly_price, p.monthly_price, a.monthly_price)", "COALESCE(r.monthly_cost, p.monthly_cost, a.monthly_cost)"
		l.isCanceled = isCanceled + " AND a.canceled_at <= " + t
		renews = "a.auto_renew OR p.start_at <= " + t // an earlier term was followed by another one
	}
	l.state = stateConditions{Canceled: l.isCanceled, NotStarted: l.start + " > " + t, Renews: renews, Ended: l.end + " < " + t}
	l.projectItemList = newProjectItemList(v, q.ProjectItemQuery, projectItemList{kind: tracker.Subscriptions, table: "project_subscription", itemID: "subscription_id", listed: "a.listed",
		more: more, fixed: []any{millis(at)}})
	l.and(t + " IS NOT NULL") // PostgreSQL refuses an argument that no placeholder uses
	l.keeps = l.all && keepsTotals(q)
	if q.EndFrom != nil {
		l.andEnd(q, l.end+" >= "+l.arg(millis(*q.EndFrom)))
	}
	if q.EndTo != nil {
		l.andEnd(q, l.end+" <= "+l.arg(millis(*q.EndTo)))
	}
	l.cancelBy(q)
	l.impliedBy(q)
	if isCanceledNow := q.At == nil && slices.Equal(q.States, []tracker.SubscriptionState{tracker.StateCanceled}); len(q.States) > 0 && !isCanceledNow {
		isOne := l.state.is(q.States...)
		if q.At != nil {
			isOne = likely(isOne)
		}
		l.and(isOne)
	}
	if q.Losing {
		l.and(l.state.runs() + " AND " + l.monthlyPrice + " < " + l.monthlyCost + " AND " + l.seesCost)
		if q.At == nil {
			l.few = append(l.few, "a.live AND "+marginKey+" < 0")
		}
	}
	l.priced(q)
	l.fallback = tracker.SubscriptionSorts[0]
	l.sorts["endAt"], l.sorts["startAt"], l.sorts["price"], l.sorts["monthlyPrice"] = l.end, l.start, l.price, l.running(l.monthlyPrice)
	l.sorts["margin"] = "CASE WHEN " + l.seesCost + " THEN " + l.running(l.monthlyPrice+" - "+l.monthlyCost) + " ELSE " + lastKey + " END" // a hidden one is last
	if l.scope == "" {
		l.parts = func(sort string) []listPart { return l.sortedParts(q, sort) }
	}
	return l
}

// keepsTotals reports whether the kept sums know the totals of a list of all projects.
func keepsTotals(q SubscriptionQuery) bool {
	byEnd := q.EndFrom != nil || q.EndTo != nil
	switch {
	case q.CancelFrom != nil || q.CancelTo != nil || !q.Price.Open() || !q.MonthlyPrice.Open():
		return false
	case q.At != nil:
		return !byEnd && !q.Losing && (len(q.States) == 0 || onlyRunning(q.States))
	}
	return !byEnd || q.CategoryID == "" && !q.Losing
}

// onlyRunning reports whether some states are those of all subscriptions that run.
func onlyRunning(states []tracker.SubscriptionState) bool {
	for _, s := range tracker.SubscriptionStates {
		if slices.Contains(states, s) != s.Runs() {
			return false
		}
	}
	return true
}

// marginKey is what an index has of the margin.
const marginKey = "(a.monthly_price - a.monthly_cost)"

// andEnd adds a condition on the end. A long list that has another order must not begin with the index of the end.
func (l *subscriptionList) andEnd(q SubscriptionQuery, condition string) {
	if q.At != nil || q.SortBy == "" || q.SortBy == tracker.SubscriptionSorts[0] {
		l.and(condition)
		return
	}
	l.and("+" + condition)
	l.few = append(l.few, condition)
}

// priced narrows to prices in ranges. As in andEnd, a long list that has another order must not begin with the index of
// the price.
func (l *subscriptionList) priced(q SubscriptionQuery) {
	add := func(amount, column string, r tracker.MoneyRange) (indexed string) {
		for _, bound := range l.bounds(r) {
			if q.At != nil {
				l.and(likely(amount + bound))
				continue
			}
			l.and("+" + amount + bound)
			indexed += " AND " + column + bound
			l.few = append(l.few, column+bound)
		}
		return indexed
	}
	l.priceRange = add(l.price, "a.price", q.Price)
	column := "(" + l.running(l.monthlyPrice) + ")"
	if onlyWorth(q.MonthlyPrice) {
		column = "a.live AND a.monthly_price"
	}
	l.monthlyRange = add("("+l.running(l.monthlyPrice)+")", column, q.MonthlyPrice)
}

// onlyWorth reports whether a range leaves out what is worth nothing.
func onlyWorth(r tracker.MoneyRange) bool { return r.From != nil && *r.From > 0 }

// impliedBy adds conditions that follow from the states of now, by which an index finds the rows.
func (l *subscriptionList) impliedBy(q SubscriptionQuery) {
	const t = instantOf
	if q.At != nil || len(q.States) != 1 {
		return
	}
	switch q.States[0] {
	case tracker.StateActive:
		l.andEnd(q, "a.end_at >= "+t)
	case tracker.StateEnded:
		l.andEnd(q, "a.end_at < "+t)
	case tracker.StateRenews:
		l.and("a.live AND a.auto_renew")
	case tracker.StateCanceled:
		l.and(isCanceled)
	case tracker.StateNotStarted:
		l.few = append(l.few, "a.canceled_at IS NULL AND a.start_at > "+t)
	}
}

// sortedParts are parts of a long list whose order is not that of one index: what is worth nothing while it does not
// run, and terms before the current one. They are nil if one index has the order, or if none has.
func (l *subscriptionList) sortedParts(q SubscriptionQuery, sort string) []listPart {
	const t = instantOf
	from, joined := l.longFrom("")
	part := func(key, condition string) listPart {
		return listPart{from: from, condition: joined + " AND " + condition, only: " AND " + condition, key: key}
	}
	some := func(runs bool) bool {
		return len(q.States) == 0 || slices.ContainsFunc(q.States, func(s tracker.SubscriptionState) bool { return s.Runs() == runs })
	}
	switch {
	case q.At == nil && (sort == "monthlyPrice" || sort == "margin"):
		key := "a.monthly_price"
		if sort == "margin" {
			key = marginKey
		}
		var parts []listPart
		if some(true) {
			condition := "a.live AND +a.start_at <= " + t + " AND (a.auto_renew OR +a.end_at >= " + t + ")"
			if q.Losing {
				condition += " AND " + marginKey + " < 0"
			}
			if sort == "monthlyPrice" {
				condition += l.monthlyRange // it begins within the index
			}
			parts = append(parts, part(key, condition))
		}
		if some(false) && !q.Losing && !onlyWorth(q.MonthlyPrice) {
			later, over := part(nothing, "a.live AND a.canceled_at IS NULL AND a.start_at > "+t), part(nothing, "a.live AND NOT a.auto_renew AND +a.start_at <= "+t+" AND a.end_at < "+t)
			later.isFew, over.isFew = true, true
			parts = append(parts, part(nothing, "NOT a.live"), later, over)
		}
		return parts
	case q.At == nil && sort == "endAt" && onlyRunning(q.States): // those that have ended are passed over
		return []listPart{part("a.end_at", "a.end_at >= "+t), part("a.end_at", "a.live AND a.auto_renew AND a.end_at < "+t)}
	case q.At != nil && (sort == "endAt" || sort == "startAt"):
		column := map[string]string{"endAt": ".end_at", "startAt": ".start_at"}[sort]
		isCurrent := atInstant(isCurrentTerm)
		earlier := listPart{from: " FROM subscription_period p CROSS JOIN project_subscription a" + strings.TrimPrefix(strings.Replace(from, l.more, atInstant(asOfPrice), 1), " FROM project_subscription a"),
			condition: joined + " AND a.id = p.project_subscription_id AND p.end_at >= " + t + " - 1000 AND " + atInstant(isEarlierTerm), key: "p" + column}
		if sort == "startAt" || len(q.States) == 0 || !onlyRunning(q.States) {
			return []listPart{part("a"+column, isCurrent), earlier}
		}
		return []listPart{part("a.end_at", "a.end_at >= "+t+" AND "+isCurrent), part("a.end_at", "a.live AND a.auto_renew AND a.end_at < "+t+" AND "+isCurrent),
			part("a.end_at", "a.canceled_at IS NOT NULL AND a.auto_renew AND a.end_at < "+t+" AND "+isCurrent), earlier}
	}
	return nil
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
	return "CASE WHEN " + l.state.runs() + " THEN " + amount + " ELSE 0 END"
}

func (l *subscriptionList) columns() string {
	return `a.rowno, a.id, a.project_id, a.subscription_id, a.details, ` + l.start + `, ` + l.end + `, a.auto_renew, ` + l.price + `, ` + l.cost + `,
		` + l.isCanceled + `, CASE WHEN ` + l.isCanceled + ` THEN a.cancelation_reason END, a.notice_days, a.created_at, a.version, i.name, category.name, i.notice_days,
		` + placeColumns + `, ` + l.state.name() + `, ` + l.monthlyPrice + `, ` + l.monthlyCost
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
	l, totals, err := q.foundSubscriptions(ctx, v, sq)
	if err != nil || totals.Count == 0 {
		return nil, totals, ignoreUnstorable(err)
	}
	if sq.At != nil && totals.Count > tracker.MaxSortedAt && slices.Contains([]string{"price", "monthlyPrice", "margin"}, l.sort(sq.ListQuery)) {
		return nil, totals, tracker.TooManyAt
	}
	at, err := l.page(ctx, q, sq.ListQuery, totals.Count)
	if err != nil {
		return nil, totals, err
	}
	rows, err := listedRows(ctx, q, l.projectItemList, at, l.columns(), scanListedSubscription)
	return rows, totals, err
}

// foundSubscriptions writes a list down, and sums it up.
func (q Queries) foundSubscriptions(ctx context.Context, v Visible, sq SubscriptionQuery) (l *subscriptionList, totals tracker.SubscriptionTotals, err error) {
	err = q.countForgiving(ctx, sq.ListQuery, func() *projectItemList {
		l = newSubscriptionList(v, sq)
		return l.projectItemList
	}, func() (int, error) {
		totals, err = q.subscriptionTotals(ctx, l, sq)
		return totals.Count, err
	})
	return l, totals, err
}

// EachListedSubscription calls use with all subscriptions of a list, some at a time.
func (q Queries) EachListedSubscription(ctx context.Context, v Visible, sq SubscriptionQuery, use func([]Listed[tracker.ListedSubscription]) error) error {
	l, _, err := q.foundSubscriptions(ctx, v, sq)
	if err != nil {
		return ignoreUnstorable(err)
	}
	return eachListed(ctx, q, l.projectItemList, sq.ListQuery, l.columns(), scanListedSubscription, use)
}

// subscriptionTotals sums up all subscriptions of a list, from the kept sums where they know it.
func (q Queries) subscriptionTotals(ctx context.Context, l *subscriptionList, sq SubscriptionQuery) (tracker.SubscriptionTotals, error) {
	if l.keeps {
		return q.keptSubscriptionTotals(ctx, sq)
	}
	where := l.where()
	if !l.ofFew {
		where += l.priceRange + l.monthlyRange
	}
	return one(ctx, q, func(r rows) (t tracker.SubscriptionTotals, err error) {
		var cost, monthlyCost tracker.Money
		err = r.Scan(&t.Count, &t.Price, &cost, &t.MonthlyPrice, &monthlyCost)
		t.Cost, t.MonthlyCost = &cost, &monthlyCost
		return t, err
	}, l.with+" SELECT count(*), "+sum(l.price)+", "+l.seenSum(l.cost)+", "+sum(l.running(l.monthlyPrice))+", "+l.seenSum(l.running(l.monthlyCost))+l.from()+where, l.args...)
}

func (q Queries) keptSubscriptionTotals(ctx context.Context, sq SubscriptionQuery) (t tracker.SubscriptionTotals, err error) {
	var all keptSums
	if sq.At != nil {
		listed, running, err := q.keptAt(ctx, *sq.At, sq.Now, sq.CategoryID)
		if err != nil {
			return t, err
		}
		if all = running; len(sq.States) == 0 {
			all.Count, all.Price, all.Cost = listed.Count, listed.Price, listed.Cost
		}
	} else {
		states, err := keptSubscriptions{category: sq.CategoryID, losing: sq.Losing, endFrom: sq.EndFrom, endTo: sq.EndTo, now: sq.Now}.byState(ctx, q)
		if err != nil {
			return t, err
		}
		for state, s := range states {
			if len(sq.States) > 0 && !slices.Contains(sq.States, state) || sq.Losing && !state.Runs() {
				continue
			}
			if !state.Runs() {
				s.MonthlyPrice, s.MonthlyCost = 0, 0
			}
			all = all.plus(s, 1)
		}
	}
	return tracker.SubscriptionTotals{Count: all.Count, Price: all.Price, Cost: &all.Cost, MonthlyPrice: all.MonthlyPrice, MonthlyCost: &all.MonthlyCost}, nil
}
