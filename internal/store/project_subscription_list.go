package store

import (
	"context"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// SubscriptionQuery asks for project subscriptions across all projects.
type SubscriptionQuery struct {
	ProjectItemQuery
	tracker.SubscriptionFilter
	Now time.Time
}

// subscriptionList is one such question in SQL.
type subscriptionList struct {
	*projectItemList
	q                        SubscriptionQuery
	term                     termColumns
	priceRange, monthlyRange []string // conditions by which an index finds the items
}

// termColumns are the columns of the term and its prices that a list shows.
type termColumns struct {
	start, end, price, cost, monthlyPrice, monthlyCost string
	isCanceled, notStarted, renews                     string
	tables                                             []joinedTable
}

// instantOf is where the statements of a list have its instant: the first argument of each.
const instantOf = "CAST($1 AS BIGINT)"

// The columns of a list of now, and of a list as it was or will be at an instant (tracker/recurring.go has the same in Go): then the
// term is the current one, or else an earlier period p, and the price is the one r that the next later edit replaced, if there was an edit, or
// the planned one.
var (
	currentTerm = termColumns{start: "a.start_at", end: "a.end_at", price: "a.price", cost: "a.cost", monthlyPrice: "a.monthly_price", monthlyCost: "a.monthly_cost",
		isCanceled: isCanceled, notStarted: notStarted(instantOf), renews: "a.auto_renew"}
	termThen = termColumns{start: "COALESCE(p.start_at, a.start_at)", end: "COALESCE(p.end_at, a.end_at)",
		price: "COALESCE(r.price, p.price, CASE WHEN a.planned_at <= " + instantOf + " THEN a.planned_price END, a.price)", cost: "COALESCE(r.cost, p.cost, a.cost)",
		monthlyPrice: "COALESCE(r.monthly_price, p.monthly_price, CASE WHEN a.planned_at <= " + instantOf + " THEN a.planned_monthly END, a.term_monthly_price, a.monthly_price)",
		monthlyCost:  "COALESCE(r.monthly_cost, p.monthly_cost, a.term_monthly_cost, a.monthly_cost)",
		isCanceled:   isCanceled + " AND a.canceled_at <= " + instantOf,
		notStarted:   "COALESCE(p.start_at, a.start_at) > " + instantOf,
		renews:       "a.auto_renew OR p.start_at <= " + instantOf, // an earlier term was followed by another one
		tables: []joinedTable{
			{"LEFT JOIN", "subscription_period p", "a.start_at > " + instantOf + " AND p.project_subscription_id = a.id AND p.start_at = " + earlierStart},
			{"LEFT JOIN", "subscription_price r", `r.project_subscription_id = a.id
		AND r.until_at = (SELECT MIN(x.until_at) FROM subscription_price x WHERE x.project_subscription_id = a.id AND x.until_at > ` + instantOf + `
			AND x.from_at <= COALESCE(p.start_at, a.start_at))`},
		}}
)

// earlierStart begins the term of an instant before the current term: the kept period that the instant is in, or else the next one
// to begin, or else NULL. A second may pass between two periods.
const earlierStart = `COALESCE(
		(SELECT CASE WHEN x.end_at >= ` + instantOf + ` - 1000 THEN x.start_at END FROM subscription_period x
			WHERE x.project_subscription_id = a.id AND x.start_at <= ` + instantOf + ` ORDER BY x.start_at DESC LIMIT 1),
		(SELECT MIN(x.start_at) FROM subscription_period x WHERE x.project_subscription_id = a.id AND x.start_at > ` + instantOf + ` AND x.start_at < a.start_at))`

// isCurrentTerm and isEarlierTerm tell which of the two terms is that of the instant.
var (
	isCurrentTerm = likely("a.start_at <= " + instantOf + " OR " + earlierStart + " IS NULL")
	isEarlierTerm = likely("a.start_at > " + instantOf + " AND p.start_at = " + earlierStart)
)

// likely is a condition that PostgreSQL takes to be true for half of the rows. It would take the bare one to be true for hardly any, and
// sort all rows for a page instead of walking through the index of their order.
func likely(condition string) string { return "CASE WHEN " + condition + " THEN TRUE ELSE FALSE END" }

// state decides the state of the term.
func (t termColumns) state() stateConditions {
	return stateConditions{Canceled: t.isCanceled, NotStarted: t.notStarted, Renews: t.renews, Ended: t.end + " < " + instantOf}
}

// running is an amount while the subscription runs, and else 0.
func (t termColumns) running(amount string) string {
	return "CASE WHEN " + t.state().runs() + " THEN " + amount + " ELSE 0 END"
}

// newSubscriptionList writes a question down.
func newSubscriptionList(v Visible, q SubscriptionQuery) *subscriptionList {
	l, at := &subscriptionList{q: q, term: currentTerm}, q.Now
	if q.At != nil {
		l.term, at = termThen, *q.At
	}
	l.projectItemList = newProjectItemList(v, q.ProjectItemQuery, projectItemList{kind: tracker.Subscriptions, table: "project_subscription",
		itemID: "subscription_id", listed: "listed",
		more: l.term.tables, fixed: []any{millis(at)}})
	l.and(instantOf + " IS NOT NULL") // PostgreSQL refuses an argument that no placeholder uses
	if q.EndFrom != nil {
		l.andEnd(l.term.end + " >= " + l.arg(millis(*q.EndFrom)))
	}
	if q.EndTo != nil {
		l.andEnd(l.term.end + " <= " + l.arg(millis(*q.EndTo)))
	}
	l.cancelBy()
	l.inStates()
	if q.Losing {
		l.and(l.term.state().runs() + " AND " + l.term.monthlyPrice + " < " + l.term.monthlyCost + " AND " + l.seesCost)
		if q.At == nil {
			l.few = append(l.few, "a.live AND "+marginKey+" < 0")
		}
	}
	l.priced()
	l.fallback = tracker.SubscriptionSorts[0]
	l.sorts["endAt"], l.sorts["startAt"], l.sorts["price"] = l.term.end, l.term.start, l.term.price
	l.sorts["monthlyPrice"], l.sorts["margin"] = l.term.running(l.term.monthlyPrice), l.term.running(l.term.monthlyPrice+" - "+l.term.monthlyCost)
	l.shownIf = map[string]string{"margin": l.seesCost}
	if l.scope == "" {
		l.parts = l.sortedParts
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
func (l *subscriptionList) andEnd(condition string) {
	if l.q.At != nil || l.q.SortBy == "" || l.q.SortBy == tracker.SubscriptionSorts[0] {
		l.and(condition)
		return
	}
	l.and("+" + condition)
	l.few = append(l.few, condition)
}

// priced narrows to prices in ranges. As in andEnd, a long list that has another order must not begin with the index of
// the price.
func (l *subscriptionList) priced() {
	add := func(amount, column string, r tracker.MoneyRange) (indexed []string) {
		for _, bound := range l.bounds(r) {
			if l.q.At != nil {
				l.and(likely(amount + bound))
				continue
			}
			l.and("+" + amount + bound)
			indexed = append(indexed, column+bound)
		}
		l.few = append(l.few, indexed...)
		return indexed
	}
	l.priceRange = add(l.term.price, "a.price", l.q.Price)
	monthly := "(" + l.term.running(l.term.monthlyPrice) + ")"
	column := monthly
	if onlyWorth(l.q.MonthlyPrice) {
		column = "a.live AND a.monthly_price"
	}
	l.monthlyRange = add(monthly, column, l.q.MonthlyPrice)
}

// onlyWorth reports whether a range leaves out what is worth nothing.
func onlyWorth(r tracker.MoneyRange) bool { return r.From != nil && *r.From > 0 }

// inStates narrows to subscriptions in some states. Of a single state of now, conditions that follow from it let an index find the rows.
func (l *subscriptionList) inStates() {
	isOne := l.term.state().is(l.q.States...)
	switch {
	case len(l.q.States) == 0:
		return
	case l.q.At != nil:
		l.and(likely(isOne))
		return
	case len(l.q.States) == 1:
		switch l.q.States[0] {
		case tracker.StateActive:
			l.andEnd("a.end_at >= " + instantOf)
		case tracker.StateEnded:
			l.andEnd("a.end_at < " + instantOf)
		case tracker.StateRenews:
			l.and("a.live AND a.auto_renew")
		case tracker.StateCanceled:
			l.and(isCanceled) // which is all of it
			return
		case tracker.StateNotStarted:
			l.few = append(l.few, "a.canceled_at IS NULL AND "+notStarted(instantOf))
		}
	}
	l.and(isOne)
}

// sortedParts are the parts of a long list for planMerge: of the order by what runs is worth, where the rest is worth nothing, and of an order
// by dates that current and earlier terms have. There are none if one index has the order, or if none has.
func (l *subscriptionList) sortedParts(sort string) []listPart {
	const t = instantOf
	q := l.q
	some := func(runs bool) bool {
		return len(q.States) == 0 || slices.ContainsFunc(q.States, func(s tracker.SubscriptionState) bool { return s.Runs() == runs })
	}
	switch {
	case q.At == nil && (sort == "monthlyPrice" || sort == "margin"):
		var parts []listPart
		if some(true) {
			running := listPart{key: "a.monthly_price", conditions: []string{"a.live", "+" + countsFrom + " <= " + t, "(a.auto_renew OR +a.end_at >= " + t + ")"}}
			if q.Losing {
				running.conditions = append(running.conditions, marginKey+" < 0")
			}
			if sort == "margin" {
				running.key = marginKey
			} else {
				running.conditions = append(running.conditions, l.monthlyRange...) // it begins within the index
			}
			parts = append(parts, running)
		}
		if some(false) && !q.Losing && !onlyWorth(q.MonthlyPrice) {
			parts = append(parts, listPart{key: nothing, conditions: []string{"NOT a.live"}},
				listPart{key: nothing, conditions: []string{"a.live", "a.canceled_at IS NULL", notStarted(t)}, isFew: true},
				listPart{key: nothing, conditions: []string{"a.live", "NOT a.auto_renew", "+" + countsFrom + " <= " + t, "a.end_at < " + t}, isFew: true})
		}
		return parts
	case q.At == nil && sort == "endAt" && onlyRunning(q.States): // those that have ended are passed over
		return []listPart{{key: "a.end_at", conditions: []string{"a.end_at >= " + t}}, {key: "a.end_at", conditions: []string{"a.live", "a.auto_renew", "a.end_at < " + t}}}
	case q.At != nil && (sort == "endAt" || sort == "startAt"):
		column := map[string]string{"endAt": "end_at", "startAt": "start_at"}[sort]
		current := func(conditions ...string) listPart {
			return listPart{key: "a." + column, conditions: append(conditions, isCurrentTerm)}
		}
		earlier := listPart{key: "p." + column, ofPeriod: true, conditions: []string{"a.id = p.project_subscription_id", "p.end_at >= " + t + " - 1000", isEarlierTerm}}
		if sort == "startAt" || len(q.States) == 0 || !onlyRunning(q.States) {
			return []listPart{current(), earlier}
		}
		return []listPart{current("a.end_at >= " + t), current("a.live", "a.auto_renew", "a.end_at < "+t), current(isCanceled, "a.auto_renew", "a.end_at < "+t), earlier}
	}
	return nil
}

// cancelBy narrows to subscriptions that renew, by the last instant at which to cancel them. Now an index has it.
func (l *subscriptionList) cancelBy() {
	if l.q.CancelFrom == nil && l.q.CancelTo == nil {
		return
	}
	l.and("a.auto_renew AND a.canceled_at IS NULL")
	by := "a.remind_at"
	if l.q.At != nil {
		l.ofCatalogue = true
		by = "(" + l.term.end + " - 86400000 * CAST(COALESCE(a.notice_days, i.notice_days) AS BIGINT))"
	}
	if l.q.CancelFrom != nil {
		l.and(by + " >= " + l.arg(millis(*l.q.CancelFrom)))
	}
	if l.q.CancelTo != nil {
		l.and(by + " <= " + l.arg(millis(*l.q.CancelTo)))
	}
}

func (l *subscriptionList) columns() string {
	t := l.term
	return `a.rowno, a.id, a.project_id, a.subscription_id, a.details, ` + t.start + `, ` + t.end + `, a.auto_renew, ` + t.price + `, ` + t.cost + `,
		` + t.isCanceled + `, CASE WHEN a.canceled_at IS NULL OR ` + t.isCanceled + ` THEN a.cancelation_reason END, a.notice_days, a.created_at, a.version, a.planned_price,
		a.planned_from, a.running_from, i.name, category.name, i.notice_days,
		` + placeColumns + `, ` + t.state().name() + `, ` + t.monthlyPrice + `, ` + t.monthlyCost + ownColumn("'projectSubscription'", "a.id")
}

func scanListedSubscription(r rows) (number int64, s tracker.ListedSubscription, err error) {
	var start, end, created int64
	var plannedPrice *tracker.Money
	var plannedFrom, runningFrom *int64
	var catalogueNotice *int
	var own *string
	var monthlyPrice, monthlyCost tracker.Money
	err = r.Scan(&number, &s.ID, &s.ProjectID, &s.SubscriptionID, &s.Details, &start, &end, &s.AutoRenew, &s.Price, &s.Cost, &s.IsCanceled, &s.CancelationReason,
		&s.NoticeDays, &created, &s.Version, &plannedPrice, &plannedFrom, &runningFrom, &s.Subscription.Name, &s.Subscription.CategoryName, &catalogueNotice,
		&s.CompanyID, &s.CompanyName, &s.ProjectName,
		&s.State, &monthlyPrice, &monthlyCost, &own)
	s.Own, err = readOwn(own, err)
	s.StartAt, s.EndAt, s.CreatedAt, s.Planned = instant(start), instant(end), instant(created), planned(plannedPrice, plannedFrom)
	s.RunsFrom, s.PriceCurrencyName, s.CostCurrencyName = instantOrNil(runningFrom), tracker.Currency, tracker.Currency
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
	if err == nil {
		err = q.leadOn(ctx, sq, rows)
	}
	return rows, totals, err
}

// foundSubscriptions writes a list down, and sums it up.
func (q Queries) foundSubscriptions(ctx context.Context, v Visible, sq SubscriptionQuery) (l *subscriptionList, totals tracker.SubscriptionTotals, err error) {
	if sq.own, err = q.ownFilters(ctx, sq.Own); err != nil {
		return nil, totals, err
	}
	err = q.countForgiving(ctx, sq.ListQuery, func() *projectItemList {
		l = newSubscriptionList(v, sq)
		return l.projectItemList
	}, func() (int, error) {
		totals, err = q.subscriptionTotals(ctx, l)
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
	return eachListed(ctx, q, l.projectItemList, sq.ListQuery, l.columns(), scanListedSubscription, func(rows []Listed[tracker.ListedSubscription]) error {
		if err := q.leadOn(ctx, sq, rows); err != nil {
			return err
		}
		return use(rows)
	})
}

// subscriptionTotals sums up all subscriptions of a list, from the kept sums where they know it.
func (q Queries) subscriptionTotals(ctx context.Context, l *subscriptionList) (t tracker.SubscriptionTotals, err error) {
	isKept := l.all && keepsTotals(l.q)
	if isKept {
		t, err = q.keptSubscriptionTotals(ctx, l.q)
	} else {
		t, err = q.countedSubscriptionTotals(ctx, l)
	}
	if err == nil && l.q.isAhead() {
		err = q.addAhead(ctx, l, &t, isKept)
	}
	return t, err
}

func (q Queries) countedSubscriptionTotals(ctx context.Context, l *subscriptionList) (tracker.SubscriptionTotals, error) {
	found, t := l.found(), l.term
	if !l.ofFew {
		found.and(l.priceRange...)
		found.and(l.monthlyRange...)
	}
	found.columns = "count(*), " + sum(t.price) + ", " + l.seenSum(t.cost) + ", " + sum(t.running(t.monthlyPrice)) + ", " + l.seenSum(t.running(t.monthlyCost))
	return one(ctx, q, func(r rows) (t tracker.SubscriptionTotals, err error) {
		var cost, monthlyCost tracker.Money
		err = r.Scan(&t.Count, &t.Price, &cost, &t.MonthlyPrice, &monthlyCost)
		t.Cost, t.MonthlyCost = &cost, &monthlyCost
		return t, err
	}, found.text(), l.args...)
}

func (q Queries) keptSubscriptionTotals(ctx context.Context, sq SubscriptionQuery) (t tracker.SubscriptionTotals, err error) {
	var all groupSums
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
