package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// SubscriptionQuery asks for project subscriptions across all projects.
type SubscriptionQuery struct {
	tracker.ListQuery
	tracker.SubscriptionFilter
	CategoryID  string         // of the category that was asked for
	Responsible string         // id of the user that was asked for
	CostRoles   []tracker.Role // those that show cost, to a moderator
	Now         time.Time
}

// SubscriptionRow is a row of the list, with all costs.
type SubscriptionRow struct {
	tracker.ListedSubscription
	SeesCost bool // the asking user may see its cost
}

// subscriptionList is one such question in SQL. With an instant in the past or future the
// columns of the term and its prices are those of that instant.
type subscriptionList struct {
	*filter
	with, from                            string
	seesCost                              string
	start, end, price, cost, state        string
	monthlyPrice, monthlyCost, isCanceled string
	all                                   bool // no filter but State: the kept totals know its sums
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
	l := &subscriptionList{filter: &filter{}, seesCost: "TRUE", start: "a.start_at", end: "a.end_at", price: "a.price", cost: "a.cost",
		monthlyPrice: "a.monthly_price", monthlyCost: "a.monthly_cost", isCanceled: "a.canceled_at IS NOT NULL"}
	at := q.Now
	if q.At != nil {
		at = *q.At
	}
	// A number of our own in the text, and not an argument: it is used in many places.
	t := fmt.Sprint(millis(at))
	joins := `
	JOIN project ON project.id = a.project_id
	JOIN company ON company.id = project.company_id
	JOIN catalogue_item i ON i.id = a.subscription_id
	JOIN category ON category.id = i.category_id`
	l.state = `CASE WHEN a.canceled_at IS NOT NULL THEN 'canceled' WHEN a.start_at > ` + t + ` THEN 'notStarted' WHEN a.auto_renew THEN 'renews' WHEN a.end_at < ` + t + ` THEN 'ended' ELSE 'active' END`
	if q.At != nil {
		joins += strings.ReplaceAll(asOf, "{t}", t)
		l.start, l.end = "COALESCE(p.start_at, a.start_at)", "COALESCE(p.end_at, a.end_at)"
		l.price, l.cost = "COALESCE(r.price, p.price, a.price)", "COALESCE(r.cost, p.cost, a.cost)"
		l.monthlyPrice, l.monthlyCost = "COALESCE(r.monthly_price, p.monthly_price, a.monthly_price)", "COALESCE(r.monthly_cost, p.monthly_cost, a.monthly_cost)"
		l.isCanceled = "a.canceled_at IS NOT NULL AND a.canceled_at <= " + t
		l.state = `CASE WHEN ` + l.isCanceled + ` THEN 'canceled' WHEN p.start_at <= ` + t + ` THEN 'renews' WHEN a.start_at > ` + t + ` THEN 'notStarted'
			WHEN a.auto_renew THEN 'renews' WHEN a.end_at < ` + t + ` THEN 'ended' ELSE 'active' END`
	}
	l.narrow(v, q, joins)
	l.and("a.listed")
	if q.ProjectID != "" {
		l.and("a.project_id = " + l.arg(q.ProjectID))
	}
	if q.SubscriptionID != "" {
		l.and("a.subscription_id = " + l.arg(q.SubscriptionID))
	}
	if q.CategoryID != "" {
		l.and("i.category_id = " + l.arg(q.CategoryID))
	}
	if q.EndFrom != nil {
		l.and(l.end + " >= " + l.arg(millis(*q.EndFrom)))
	}
	if q.EndTo != nil {
		l.and(l.end + " <= " + l.arg(millis(*q.EndTo)))
	}
	l.all = v.All && q.CompanyID == "" && q.At == nil && len(l.conditions) == 1 && q.Responsible == "" && !q.Losing
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
	return l
}

// narrow begins with the few projects that a question is about, if it is about few. They
// come first, by CROSS JOIN, so that SQLite does not begin with a million subscriptions.
func (l *subscriptionList) narrow(v Visible, q SubscriptionQuery, joins string) {
	var inScope []string
	if q.CompanyID != "" {
		inScope = append(inScope, "p.company_id = "+l.arg(q.CompanyID))
	}
	if q.Responsible != "" {
		user := l.arg(q.Responsible)
		roles := tracker.ResponsibleRoles()
		inScope = append(inScope, `p.id IN (SELECT m.project_id FROM project_moderator m WHERE m.user_id = `+user+` AND `+l.in("m.role", roles)+`
			UNION SELECT c.id FROM company_moderator m JOIN project c ON c.company_id = m.company_id WHERE m.user_id = `+user+` AND `+l.in("m.role", roles)+`
				AND NOT EXISTS (SELECT 1 FROM project_moderator o WHERE o.project_id = c.id AND `+l.in("o.role", roles)+`))`)
	}
	switch {
	case !v.All:
		l.with, l.seesCost = l.moderated(v, q.CostRoles), "v.cost = 1"
		if len(inScope) > 0 {
			l.with += `, narrowed AS (SELECT v.id, v.cost FROM visible v JOIN project p ON p.id = v.id WHERE ` + strings.Join(inScope, " AND ") + `)`
		}
	case len(inScope) > 0:
		l.with = `WITH narrowed AS (SELECT p.id, 1 AS cost FROM project p WHERE p.live AND ` + strings.Join(inScope, " AND ") + `)`
	default:
		l.from = ` FROM project_subscription a` + joins
		return
	}
	scope := "visible"
	if len(inScope) > 0 {
		scope = "narrowed"
	}
	l.from = ` FROM ` + scope + ` v CROSS JOIN project_subscription a` + joins
	l.and("a.project_id = v.id")
}

// running is an amount while the subscription runs, and else 0.
func (l *subscriptionList) running(amount string) string {
	return "CASE WHEN (" + l.state + ") IN ('active', 'renews') THEN " + amount + " ELSE 0 END"
}

// key is the expression that the list is sorted by. A hidden margin sorts last.
func (l *subscriptionList) key(q tracker.ListQuery) string {
	switch q.SortBy {
	case "startAt":
		return l.start
	case "name":
		return "i.name_key"
	case "companyName":
		return "company.name_key"
	case "projectName":
		return "project.name_key"
	case "price":
		return l.price
	case "monthlyPrice":
		return l.running(l.monthlyPrice)
	case "margin":
		last := "9000000000000000"
		if q.SortDescending {
			last = "-" + last
		}
		return "CASE WHEN " + l.seesCost + " THEN " + l.running(l.monthlyPrice+" - "+l.monthlyCost) + " ELSE " + last + " END"
	}
	return l.end
}

func (l *subscriptionList) by(q tracker.ListQuery) string {
	direction := ""
	if q.SortDescending {
		direction = " DESC"
	}
	return " ORDER BY " + l.key(q) + direction + ", a.rowno" + direction
}

func (l *subscriptionList) selects() string {
	return l.with + ` SELECT a.id, a.project_id, a.subscription_id, a.details, ` + l.start + `, ` + l.end + `, a.auto_renew, ` + l.price + `, ` + l.cost + `,
		` + l.isCanceled + `, CASE WHEN ` + l.isCanceled + ` THEN a.cancelation_reason END, a.notice_days, a.created_at, a.version, i.name, category.name, i.notice_days,
		company.id, company.name, project.name, ` + l.state + `, ` + l.monthlyPrice + `, ` + l.monthlyCost + `, ` + l.seesCost + l.from
}

func scanSubscriptionRow(r rows) (s SubscriptionRow, err error) {
	var start, end, created int64
	var catalogueNotice *int
	var monthlyPrice, monthlyCost tracker.Money
	err = r.Scan(&s.ID, &s.ProjectID, &s.SubscriptionID, &s.Details, &start, &end, &s.AutoRenew, &s.Price, &s.Cost, &s.IsCanceled, &s.CancelationReason,
		&s.NoticeDays, &created, &s.Version, &s.Subscription.Name, &s.Subscription.CategoryName, &catalogueNotice, &s.CompanyID, &s.CompanyName, &s.ProjectName,
		&s.State, &monthlyPrice, &monthlyCost, &s.SeesCost)
	s.StartAt, s.EndAt, s.CreatedAt = instant(start), instant(end), instant(created)
	s.PriceCurrencyName, s.CostCurrencyName = tracker.Currency, tracker.Currency
	s.CancelBy = tracker.CancelBy(s.EndAt, s.NoticeDays, catalogueNotice)
	s.Value(monthlyPrice, monthlyCost, s.State.Runs())
	return s, err
}

// ListedSubscriptions lists a page of subscriptions, and the totals of all of them.
func (q Queries) ListedSubscriptions(ctx context.Context, v Visible, sq SubscriptionQuery) ([]SubscriptionRow, tracker.SubscriptionTotals, error) {
	l := newSubscriptionList(v, sq)
	totals, err := q.subscriptionTotals(ctx, l, sq)
	if errors.Is(err, tracker.ErrNotFound) {
		return []SubscriptionRow{}, totals, nil // as in page
	}
	if err != nil || totals.Count == 0 {
		return []SubscriptionRow{}, totals, err
	}
	rows, err := many(ctx, q, scanSubscriptionRow, l.selects()+l.where()+l.by(sq.ListQuery)+l.window(q.dialect, sq.ListQuery), l.args...)
	return rows, totals, err
}

// subscriptionTotals sums up all subscriptions of a list, those of everything from the kept totals.
func (q Queries) subscriptionTotals(ctx context.Context, l *subscriptionList, sq SubscriptionQuery) (tracker.SubscriptionTotals, error) {
	if l.all {
		return q.keptSubscriptionTotals(ctx, sq.States, sq.Now)
	}
	sum := func(amount string) string { return "CAST(COALESCE(SUM(" + amount + "), 0) AS BIGINT)" }
	seen := func(amount string) string { return sum("CASE WHEN " + l.seesCost + " THEN " + amount + " ELSE 0 END") }
	return one(ctx, q, func(r rows) (t tracker.SubscriptionTotals, err error) {
		var cost, monthlyCost tracker.Money
		err = r.Scan(&t.Count, &t.Price, &cost, &t.MonthlyPrice, &monthlyCost)
		t.Cost, t.MonthlyCost = &cost, &monthlyCost
		return t, err
	}, l.with+" SELECT count(*), "+sum(l.price)+", "+seen(l.cost)+", "+sum(l.running(l.monthlyPrice))+", "+seen(l.running(l.monthlyCost))+l.from+l.where(), l.args...)
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
