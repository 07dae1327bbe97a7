package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// The recurring value is kept by category: the kept sums have what changed on each day and in each month,
// so that the value at any instant is a sum of few rows. See docs/money.md.

// History is the history of a listed subscription.
type History struct {
	ID                    string // of the subscription
	CompanyID, CategoryID string
	SeesCost              bool // the asking user may see its cost
	Listed                bool
	tracker.SubscriptionHistory

	ahead tracker.ProjectSubscription // as the program leads it on
	cost  *tracker.Money              // of the catalogue
}

// MovesAhead lists the changes of value that the asking user may see: those that have come, and those that the program will make up to
// the end of a report. What is overdue comes with the next scan.
func (h History) MovesAhead(q tracker.RecurringQuery) []tracker.RecurringMove {
	moves := slices.DeleteFunc(h.Moves(), func(m tracker.RecurringMove) bool { return m.At.After(q.Now) })
	if q.To < tracker.MonthOf(q.Now) {
		return moves
	}
	counted, runs := h.ValueAt(q.Now)
	h.Planned = nil // the program sets it below, also if it counts already
	if is, _ := h.ValueAt(q.Now); runs && is != counted {
		again := tracker.RecurringMove{At: afterNow(q.Now, q.Now)}
		again.TermMoney = tracker.TermMoney{Price: is.Price - counted.Price, MonthlyPrice: is.MonthlyPrice - counted.MonthlyPrice}
		again.Repriced = again.MonthlyPrice
		moves = append(moves, again)
	}
	o := tracker.NewOutlook(h.ahead, h.SubscriptionHistory.Earlier, h.cost, q.Now)
	o.OnMove = func(m tracker.RecurringMove) {
		if !h.SeesCost {
			m.Cost, m.MonthlyCost = 0, 0
		}
		m.At = afterNow(q.Now, m.At)
		moves = append(moves, m)
	}
	o.Until(forecast(q.Now, q.To.End()))
	return moves
}

// valueAhead is the money of the term that counts at a later instant, as the program will have it then.
func (h History) valueAhead(now, at time.Time) (tracker.TermMoney, bool) {
	o := tracker.NewOutlook(h.ahead, h.SubscriptionHistory.Earlier, h.cost, now)
	o.Until(forecast(now, at))
	return o.Value()
}

// forecast is an instant that is ahead, or the last one up to which subscriptions are led on.
func forecast(now, at time.Time) time.Time {
	if end := tracker.ForecastEnd(now); end.Before(at) {
		return end
	}
	return at
}

// Moves lists the changes of value that the asking user may see.
func (h History) Moves() []tracker.RecurringMove {
	moves := h.SubscriptionHistory.Moves()
	for i := range moves {
		if !h.SeesCost {
			moves[i].Cost, moves[i].MonthlyCost, moves[i].ListedCost = 0, 0, 0
		}
	}
	return moves
}

// historyScope selects subscriptions. The statement begins with with, and a is a row of
// project_subscription among the tables of from.
type historyScope struct {
	*filter
	with, from, seesCost string
	since                string // an instant in SQL: only what has to be known of the time from then on
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
		var part string
		var from, to int64
		var canceled, plannedAt *int64
		var plannedPrice, plannedMonthly *tracker.Money
		var plannedFrom *int64
		var money tracker.TermMoney
		one := &History{}
		if err := r.Scan(&part, &one.ID, &from, &to, &money.Price, &money.Cost, &money.MonthlyPrice, &money.MonthlyCost, &one.AutoRenew, &canceled,
			&plannedAt, &plannedPrice, &plannedMonthly, &one.CompanyID, &one.CategoryID, &one.SeesCost, &one.Listed,
			&one.ahead.AnchorDay, &one.ahead.Live, &plannedFrom, &one.cost); err != nil {
			return err
		}
		switch term := (tracker.Term{StartAt: instant(from), EndAt: instant(to), TermMoney: money}); part {
		case "1 current":
			one.Current, one.CanceledAt = term, instantOrNil(canceled)
			if plannedAt != nil {
				one.Planned = &tracker.PlannedStep{At: instant(*plannedAt), Price: *plannedPrice, MonthlyPrice: *plannedMonthly}
			}
			one.ahead.StartAt, one.ahead.EndAt, one.ahead.AutoRenew, one.ahead.Price, one.ahead.Cost = term.StartAt, term.EndAt, one.AutoRenew, money.Price, &money.Cost
			one.ahead.IsCanceled, one.ahead.Planned = canceled != nil, planned(plannedPrice, plannedFrom)
			byID[one.ID], list = one, append(list, one)
		case "2 period":
			of := byID[one.ID]
			of.Earlier = append(of.Earlier, term)
		case "3 price":
			of := byID[one.ID]
			of.Replaced = append(of.Replaced, tracker.ReplacedPrice{FromAt: instant(to), UntilAt: instant(from), TermMoney: money})
		}
		return nil
	}, s.with+`
		SELECT '1 current', a.id, a.start_at, a.end_at, a.price, a.cost, `+termMonthlyPrice+`, `+termMonthlyCost+`, a.auto_renew, a.canceled_at,
			a.planned_at, a.planned_price, a.planned_monthly, o.company_id, i.category_id, `+s.seesCost+`, a.listed, a.anchor_day, a.live, a.planned_from, i.cost`+
		s.from+` CROSS JOIN project o CROSS JOIN catalogue_item i`+s.where()+` AND o.id = a.project_id AND i.id = a.subscription_id
		UNION ALL
		SELECT '2 period', a.id, p.start_at, p.end_at, p.price, p.cost, p.monthly_price, p.monthly_cost, FALSE, NULL, NULL, NULL, NULL, '', '', FALSE, FALSE, 0, FALSE, NULL, NULL`+
		s.from+` CROSS JOIN subscription_period p`+s.where()+` AND p.project_subscription_id = a.id`+periodsSince+`
		UNION ALL
		SELECT '3 price', a.id, r.until_at, r.from_at, r.price, r.cost, r.monthly_price, r.monthly_cost, FALSE, NULL, NULL, NULL, NULL, '', '', FALSE, FALSE, 0, FALSE, NULL, NULL`+
		s.from+` CROSS JOIN subscription_price r`+s.where()+` AND r.project_subscription_id = a.id
		ORDER BY 1, 3`, s.args...)
	return list, err
}

// periodsSince leaves out periods that are over before the time that matters: a daily term that
// began in 1900 has 46,000 of them.
func (s historyScope) periodsSince() string {
	if s.since == "" {
		return ""
	}
	return ` AND p.start_at >= COALESCE((SELECT MAX(x.start_at) FROM subscription_period x WHERE x.project_subscription_id = a.id AND x.start_at < ` +
		s.since + `), ` + s.since + `)`
}

// bucket is the day that keeps a change of value. A day ends with its last second, by which
// figures are taken.
func bucket(at time.Time) int64 {
	return int64(math.Floor(float64(millis(at)+999) / dayMillis))
}

func bucketEnd(day int64) time.Time { return instant((day+1)*dayMillis - 1000) }

// addRecurring adds the value of some listed subscriptions to what the transaction keeps, or takes
// it away with the sign -1.
func (tx *Tx) addRecurring(ctx context.Context, s historyScope, sign tracker.Money) error {
	list, err := tx.histories(ctx, s)
	for _, h := range list {
		tx.addHistory(*h, sign)
	}
	return err
}

// addHistory is addRecurring for one subscription. The first changes of a history that begins later (historyScope.since) are wrong;
// replaceHistory takes them away again.
func (tx *Tx) addHistory(h History, sign tracker.Money) {
	if !h.Listed {
		return
	}
	for _, m := range h.Moves() {
		day := bucket(m.At)
		tx.addGroup(groupKey{groupDays, h.CategoryID, day}, movedSums(m), sign)
		tx.addGroup(groupKey{groupMonths, h.CategoryID, int64(tracker.MonthOf(bucketEnd(day)))}, movedSums(m), sign)
		tx.addMove(h.CompanyID, m, sign)
	}
}

// replaceHistory keeps the value of a subscription that an edit or renewal changes, and returns
// its history before and after it.
func (tx *Tx) replaceHistory(ctx context.Context, before, after tracker.ProjectSubscription,
	change func(tracker.SubscriptionHistory) tracker.SubscriptionHistory) (was, is History, err error) {
	if was, err = tx.historyOf(ctx, before, after); err != nil {
		return was, is, err
	}
	is = was
	is.SubscriptionHistory = change(was.SubscriptionHistory)
	tx.addHistory(was, -1)
	tx.addHistory(is, 1)
	return was, is, nil
}

// historyOf is the history of a subscription before an edit or renewal, of the time that it can change.
func (tx *Tx) historyOf(ctx context.Context, before, after tracker.ProjectSubscription) (History, error) {
	since := changedSince(before, after)
	if h := tx.loaded[after.ID]; h != nil {
		delete(tx.loaded, after.ID) // another change has to read what this one writes
		if h.CanceledAt != nil || since != nil && !since.Before(h.Current.StartAt) {
			return *h, nil
		}
	}
	f := &filter{}
	s := historyScope{filter: f, from: " FROM project_subscription a", seesCost: "TRUE"}
	f.and("a.id = " + f.arg(after.ID))
	if since != nil {
		s.since = f.arg(millis(*since))
	}
	list, err := tx.histories(ctx, s)
	if err != nil || len(list) == 0 {
		return History{}, cmp.Or(err, error(tracker.ErrNotFound))
	}
	return *list[0], nil
}

// noStart is before every instant: the beginning of the year 1.
const noStart = "-62135596800000"

// LoadHistories reads the histories of subscriptions that the transaction is about to change, all at once. The
// histories begin where most changes do: with the current term, or with the first one if it is canceled.
func (tx *Tx) LoadHistories(ctx context.Context, ids []string) error {
	f := &filter{}
	f.oneOf(tx.dialect, "a.id", ids)
	list, err := tx.histories(ctx, historyScope{filter: f, from: " FROM project_subscription a", seesCost: "TRUE",
		since: "CASE WHEN a.canceled_at IS NULL THEN a.start_at ELSE " + noStart + " END"})
	tx.loaded = map[string]*History{}
	for _, h := range list {
		tx.loaded[h.ID] = h
	}
	return err
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
	// The month of now is taken by days, so that its changes before and after now are told apart.
	f := &filter{}
	f.and(f.daysOf(tracker.MonthOf(bucketEnd(today))))
	err := q.eachGroup(ctx, func(key groupKey, s groupSums) error {
		at := tracker.Month(key.at).End()
		if key.kind == groupDays {
			at = bucketEnd(key.at)
		}
		if key.kind == groupDays && key.at == today {
			at = now
		}
		series(key.of).Add(at, s.RecurringSums, 1)
		return nil
	}, f)
	if err != nil {
		return nil, err
	}
	later, err := q.laterThatDay(ctx, now)
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

// laterThatDay reads the histories of subscriptions whose value changes between an instant and the end of its
// day. A term that ends with the last second of the day is of the next day.
func (q Queries) laterThatDay(ctx context.Context, at time.Time) ([]*History, error) {
	end := bucketEnd(bucket(at))
	if !at.Before(end) {
		return nil, nil
	}
	f := &filter{}
	first, last := f.arg(millis(at)-1001), f.arg(millis(end))
	from := func(column string) string { return column + " >= " + first + " AND " + column + " <= " + last }
	until := func(column string) string { return column + " >= " + first + " AND " + column + " < " + last }
	return q.histories(ctx, subscriptionScope(f, `a.id IN (
		SELECT x.id FROM project_subscription x WHERE x.listed AND `+from("x.start_at")+`
		UNION ALL SELECT x.id FROM project_subscription x WHERE x.listed AND NOT x.auto_renew AND `+until("x.end_at")+`
		UNION ALL SELECT x.id FROM project_subscription x WHERE x.listed AND `+from("x.planned_at")+`
		UNION ALL SELECT x.id FROM project_subscription x WHERE x.canceled_at IS NOT NULL AND `+from("x.canceled_at")+`
		UNION ALL SELECT x.project_subscription_id FROM subscription_period x WHERE `+from("x.start_at")+`
		UNION ALL SELECT x.project_subscription_id FROM subscription_period x WHERE `+until("x.end_at")+`
		UNION ALL SELECT x.project_subscription_id FROM subscription_price x WHERE `+from("x.until_at")+`)`))
}

// Histories reads the histories of the listed subscriptions that a moderator sees.
func (q Queries) Histories(ctx context.Context, v Visible, costRoles []tracker.Role) ([]*History, error) {
	f := &filter{}
	s := historyScope{filter: f, with: f.moderated(v, costRoles), from: " FROM visible v CROSS JOIN project_subscription a", seesCost: "v.cost = 1"}
	f.and("a.project_id = v.id AND a.listed")
	return q.histories(ctx, s)
}

// changesAhead is the condition that renewals will make a subscription worth something else, planned prices aside: the catalogue has another cost, or
// the terms themselves differ.
const changesAhead = "a.live AND a.auto_renew AND (a.cost <> k.cost OR " + changesTerm + ")"

// aheadScope is subscriptions that renewals will make worth something else.
func aheadScope(f *filter, condition string) historyScope {
	s := subscriptionScope(f, changesAhead+" AND k.id = a.subscription_id AND "+condition)
	s.from += " CROSS JOIN catalogue_item k"
	s.since = "a.start_at" // what was before is not asked for
	return s
}

// ApartAhead reads the histories of such subscriptions that are apart.
func (q Queries) ApartAhead(ctx context.Context) ([]*History, error) {
	return q.histories(ctx, aheadScope(&filter{}, amongApart))
}

// LargestCompanies lists the ids of the companies whose subscriptions come to the largest monthly price.
func (q Queries) LargestCompanies(ctx context.Context, limit int) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT id FROM company
		WHERE deleted_at IS NULL AND removed_at IS NULL AND monthly_price > 0 ORDER BY monthly_price DESC, rowno DESC LIMIT $1`, limit)
}

// CompaniesWithoutValue lists companies that have subscriptions, of which none is worth anything now.
func (q Queries) CompaniesWithoutValue(ctx context.Context, limit int) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT c.id FROM company c
		WHERE c.deleted_at IS NULL AND c.removed_at IS NULL AND c.monthly_price = 0
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
