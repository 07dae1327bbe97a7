package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// Kept sums of what is ahead: see docs/totals.md.

const (
	groupCourses  = "course"  // live subscriptions of a course, at the instant of their end
	groupRenewals = "renewal" // those that renew, of an item with a cost and a length of term, at the month of their next term
)

// isApart is the condition that a subscription has to be led on by itself (tracker's IsApart): its value changes ahead, or an earlier period counts. Others are
// led on with all whose dates are the same. The index project_subscription_apart has it, word for word.
const isApart = "(a.planned_price IS NOT NULL OR a.running_from IS NOT NULL OR " + changesTerm + ")"

// amongApart is isApart of a live subscription, as a condition that the index finds: SQLite takes a partial index only by its column.
const amongApart = "a.live AND " + isApart + " AND a.created_at >= 0"

// changesTerm is the condition that the next terms of a subscription may be worth something else than the current one at the same price: so many days
// may be whole months now and then (30.436875 days are a month), and hours that are a day more count once.
const changesTerm = `(a.auto_renew AND a.anchor_day = 0 AND (a.end_at - a.start_at >= 2332800000
		AND abs(round((a.end_at - a.start_at + 1000) / 2629746000.0) * 2629746000 - (a.end_at - a.start_at + 1000)) <= 345600000
	OR (a.end_at - a.start_at) % 86400000 <> 0 AND NOT (a.start_at % 86400000 = 0 AND (a.end_at + 1000) % 86400000 = 0)))`

// Course is live subscriptions with the same dates, which go the same way until somebody acts.
type Course struct {
	tracker.ProjectSubscription // one of them, without its money
	Count                       int
	MonthlyPrice                tracker.Money // of all

	courseKey
	end int64
}

// courseKey has the dates of a course but its end. Where nothing follows the end, it has no others.
type courseKey struct {
	start     int64
	anchor    int
	autoRenew bool
	notice    int // of the project, or else of the catalogue; noNotice without one
}

const noNotice = -1

// courseColumns are those of courseKey and the end, of a row a and its item i.
const courseColumns = `CASE WHEN a.auto_renew THEN a.start_at ELSE 0 END, CASE WHEN a.auto_renew THEN a.anchor_day ELSE 0 END, a.auto_renew,
	CASE WHEN a.auto_renew THEN ` + noticeOf + ` ELSE -1 END, a.end_at`

const noticeOf = "COALESCE(a.notice_days, i.notice_days, -1)"

func (k *courseKey) targets(end *int64) []any {
	return []any{&k.start, &k.anchor, &k.autoRenew, &k.notice, end}
}

func (k courseKey) String() string {
	if !k.autoRenew {
		return ""
	}
	return fmt.Sprintf("%d:%d:%d", k.start, k.anchor, k.notice)
}

// parseCourse reads what String wrote.
func parseCourse(of string) (k courseKey, err error) {
	if k.notice = noNotice; of == "" {
		return k, nil
	}
	k.autoRenew = true
	_, err = fmt.Sscanf(of, "%d:%d:%d", &k.start, &k.anchor, &k.notice)
	return k, err
}

// subscription is one of the course.
func (k courseKey) subscription(end int64) (s tracker.ProjectSubscription) {
	s.StartAt, s.EndAt, s.AnchorDay, s.AutoRenew, s.Live, s.Cost = instant(k.start), instant(end), k.anchor, k.autoRenew, true, new(tracker.Money)
	if !k.autoRenew {
		s.StartAt = s.EndAt
	}
	if k.notice != noNotice {
		s.NoticeDays = new(k.notice)
	}
	return s
}

// goingAhead is live subscriptions of a course, an item and a cost that are not apart.
type goingAhead struct {
	courseKey
	end          int64
	item         string
	cost         tracker.Money
	n            int
	monthlyPrice tracker.Money
}

// groups are the kept sums that they are part of.
func (g goingAhead) groups() map[groupKey]groupSums {
	of := map[groupKey]groupSums{{groupCourses, g.String(), g.end}: summed(g.n, Sums{}, Sums{Price: g.monthlyPrice})}
	if g.autoRenew {
		month, length := g.subscription(g.end).FirstRenewal()
		of[groupKey{groupRenewals, renewalOf(g.item, length, g.cost), int64(month)}] = summed(g.n, Sums{}, Sums{})
	}
	return of
}

func renewalOf(item string, l tracker.TermLength, cost tracker.Money) string {
	return item + ":" + strconv.Itoa(l.Months) + ":" + strconv.FormatInt(l.Days, 10) + ":" + strconv.FormatInt(int64(cost), 10)
}

// shareAhead is what a subscription that is listed adds to what is ahead.
func shareAhead(s tracker.ProjectSubscription) map[groupKey]groupSums {
	if !s.KeptState().Runs() || s.IsApart() {
		return nil
	}
	g := goingAhead{courseKey: courseKey{notice: noNotice}, end: millis(s.EndAt), item: s.SubscriptionID, cost: *s.Cost, n: 1}
	g.monthlyPrice, _ = s.Monthly()
	if s.AutoRenew {
		g.courseKey = courseKey{start: millis(s.StartAt), anchor: s.AnchorDay, autoRenew: true, notice: noNotice}
		for _, notice := range []*int{s.CatalogueNotice, s.NoticeDays} {
			if notice != nil {
				g.notice = *notice
			}
		}
	}
	return g.groups()
}

// goingAheadIn selects what goes ahead among the rows a, with their items i, of some tables.
func goingAheadIn(from, where string) string {
	return `SELECT ` + courseColumns + `, a.subscription_id, a.cost, count(*), CAST(SUM(a.monthly_price) AS BIGINT) FROM ` + from + `
		WHERE a.subscription_id = i.id AND a.live AND NOT ` + isApart + where + ` GROUP BY 1, 2, 3, 4, 5, 6, 7`
}

// eachAhead reads such groups.
func (tx *Tx) eachAhead(ctx context.Context, use func(goingAhead), sql string, args ...any) error {
	return each(ctx, tx.Queries, func(r rows) error {
		var g goingAhead
		if err := r.Scan(append(g.targets(&g.end), &g.item, &g.cost, &g.n, &g.monthlyPrice)...); err != nil {
			return err
		}
		use(g)
		return nil
	}, sql, args...)
}

// aheadShares are the shares in what is ahead of subscriptions that are counted together.
func (tx *Tx) aheadShares(ctx context.Context, from, where, id string) (list []share, err error) {
	err = tx.eachAhead(ctx, func(g goingAhead) { list = append(list, share{groups: g.groups()}) },
		goingAheadIn(strings.Replace(from, "{items}", "project_subscription", 1), " AND a.project_id = p.id AND "+where), id)
	return list, err
}

// recountAhead computes the sums of what is ahead from all rows.
func (tx *Tx) recountAhead(ctx context.Context) error {
	if _, err := tx.run(ctx, `DELETE FROM kept_sum WHERE kind IN ('course', 'renewal')`); err != nil {
		return err
	}
	return tx.eachAhead(ctx, func(g goingAhead) {
		for key, sums := range g.groups() {
			tx.addGroup(key, sums, 1)
		}
	}, goingAheadIn("project_subscription a CROSS JOIN catalogue_item i", ""))
}

// keptCourses reads the courses whose end is not over, and that no renewal is due for.
func (q Queries) keptCourses(ctx context.Context, now time.Time) ([]Course, error) {
	return many(ctx, q, func(r rows) (c Course, err error) {
		var of string
		if err = r.Scan(&of, &c.end, &c.Count, &c.MonthlyPrice); err == nil {
			c.courseKey, err = parseCourse(of)
		}
		c.ProjectSubscription = c.subscription(c.end)
		return c, err
	}, `SELECT of, at, CAST(SUM(count) AS BIGINT), CAST(SUM(monthly_price) AS BIGINT) FROM kept_sum WHERE kind = 'course' AND at >= $1 AND (at > $1 OR of = '')
		GROUP BY at, of HAVING SUM(count) <> 0`, millis(now))
}

// CostAhead is a change of cost that the next renewals of some subscriptions bring.
type CostAhead struct {
	CategoryID  string
	At          time.Time // an instant of the month that has it first
	Cost        tracker.Money
	MonthlyCost tracker.Money
}

// costsAhead collects such changes.
type costsAhead []CostAhead

func (l *costsAhead) add(category string, at time.Time, length tracker.TermLength, n int, before, after tracker.Money) {
	*l = append(*l, CostAhead{category, at, tracker.Money(n) * (after - before), tracker.Money(n) * (length.Monthly(after) - length.Monthly(before))})
}

// CostsAhead lists the changes of cost that renewals bring to subscriptions that are not apart, because the catalogue has another cost than they: each at
// the end of its month, or at once if it is overdue.
func (q Queries) CostsAhead(ctx context.Context, now time.Time) ([]CostAhead, error) {
	list, err := q.keptCosts(ctx, now)
	if err != nil {
		return nil, err
	}
	// What is overdue since the month began comes now, not at its end.
	month := tracker.MonthOf(now)
	list = slices.DeleteFunc(list, func(c CostAhead) bool { return c.At.After(tracker.ForecastEnd(now)) })
	err = q.eachLag(ctx, tracker.Renewing(now), func(g goingAhead, category string, after tracker.Money) {
		if of, length := g.next(); of == month && !length.start.After(now) {
			list.add(category, month.End(), length.TermLength, 1, after, g.cost)
			list.add(category, now, length.TermLength, 1, g.cost, after)
		}
	})
	for i := range list {
		list[i].At = afterNow(now, list[i].At)
	}
	return list, err
}

// afterNow is when something counts that is ahead. What is overdue comes with the next scan: the figures of now are without it.
func afterNow(now, at time.Time) time.Time {
	if first := now.Add(time.Millisecond); at.Before(first) {
		return first
	}
	return at
}

// costsUpTo adds up the changes of cost up to an instant, of a category or of all.
func (q Queries) costsUpTo(ctx context.Context, now, at time.Time, category string) (cost, monthly tracker.Money, err error) {
	list, err := q.keptCosts(ctx, now)
	if err != nil {
		return 0, 0, err
	}
	at = forecast(now, at)
	// Of the month of the instant some may come later.
	month := tracker.MonthOf(at.Add(time.Second - time.Millisecond))
	list = slices.DeleteFunc(list, func(c CostAhead) bool { return tracker.MonthOf(c.At) >= month && c.At.After(now) })
	due := tracker.Due{Renews: true, From: month.Start().Add(-2 * time.Second), Before: at.Add(time.Millisecond)}
	err = q.eachLag(ctx, due, func(g goingAhead, category string, after tracker.Money) {
		if of, length := g.next(); of == month && !length.start.After(at) {
			list.add(category, at, length.TermLength, 1, g.cost, after)
		}
	})
	for _, c := range list {
		if category == "" || c.CategoryID == category {
			cost, monthly = cost+c.Cost, monthly+c.MonthlyCost
		}
	}
	return cost, monthly, err
}

// nextTerm is the length of the next term, and when it begins.
type nextTerm struct {
	tracker.TermLength
	start time.Time
}

func (g goingAhead) next() (month tracker.Month, n nextTerm) {
	s := g.subscription(g.end)
	month, n.TermLength = s.FirstRenewal()
	s.Renew()
	n.start = s.StartAt
	return month, n
}

// keptCosts reads the changes of cost from the kept sums, by the month.
func (q Queries) keptCosts(ctx context.Context, now time.Time) (list costsAhead, err error) {
	err = each(ctx, q, func(r rows) error {
		var of, category string
		var at int64
		var n int
		var after, before tracker.Money
		var length tracker.TermLength
		if err := r.Scan(&of, &at, &n, &category, &after); err != nil {
			return err
		}
		if _, err := fmt.Sscanf(of[strings.IndexByte(of, ':'):], ":%d:%d:%d", &length.Months, &length.Days, &before); err != nil {
			return err
		}
		from := tracker.Month(at).End()
		if tracker.Month(at) < tracker.MonthOf(now) { // it is overdue
			from = now
		}
		list.add(category, from, length, n, before, after)
		return nil
	}, `SELECT s.of, s.at, s.n, k.category_id, k.cost FROM
			(SELECT of, at, CAST(SUM(count) AS BIGINT) AS n FROM kept_sum WHERE kind = 'renewal' GROUP BY at, of HAVING SUM(count) <> 0) AS s
		JOIN catalogue_item k ON k.id = substr(s.of, 1, 36) WHERE s.of NOT LIKE '%:' || k.cost`)
	return list, err
}

// eachLag reads the subscriptions that are due and not apart, and whose cost is not the catalogue's.
func (q Queries) eachLag(ctx context.Context, due tracker.Due, use func(g goingAhead, category string, after tracker.Money)) error {
	f := &filter{}
	condition := f.due("a", due)
	return each(ctx, q, func(r rows) error {
		var g goingAhead
		var category string
		var after tracker.Money
		err := r.Scan(append(g.targets(&g.end), &g.cost, &category, &after)...)
		if err == nil {
			use(g, category, after)
		}
		return err
	}, `SELECT `+courseColumns+`, a.cost, i.category_id, i.cost FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id
		WHERE `+condition+` AND a.cost <> i.cost AND NOT `+isApart, f.args...)
}

// addAhead adds to the sums of a list at a later instant what renewals will have changed by then. The statements of lists have the current term as if it
// went on.
func (q Queries) addAhead(ctx context.Context, l *subscriptionList, t *tracker.SubscriptionTotals, isKept bool) error {
	at, now := *l.q.At, l.q.Now
	add := func(list []*History) {
		for _, h := range list {
			is, runs := h.valueAhead(now, at)
			if !runs {
				continue // it is listed as it was, or will be
			}
			was, _ := h.ValueAt(at)
			t.Price, t.MonthlyPrice = t.Price+is.Price-was.Price, t.MonthlyPrice+is.MonthlyPrice-was.MonthlyPrice
			if h.SeesCost {
				*t.Cost, *t.MonthlyCost = *t.Cost+is.Cost-was.Cost, *t.MonthlyCost+is.MonthlyCost-was.MonthlyCost
			}
		}
	}
	if isKept {
		cost, monthly, err := q.costsUpTo(ctx, now, at, l.q.CategoryID)
		if err != nil {
			return err
		}
		*t.Cost, *t.MonthlyCost = *t.Cost+cost, *t.MonthlyCost+monthly
		list, err := q.ApartAhead(ctx)
		add(slices.DeleteFunc(list, func(h *History) bool { return l.q.CategoryID != "" && h.CategoryID != l.q.CategoryID }))
		return err
	}
	found := l.found()
	found.and(strings.ReplaceAll(changesAhead, "k.cost", "i.cost"))
	l.joinItem(&found)
	found.columns = "a.id, " + l.seesCost
	seesCost := map[string]bool{}
	if err := each(ctx, q, func(r rows) error {
		var id string
		var sees bool
		err := r.Scan(&id, &sees)
		seesCost[id] = sees
		return err
	}, found.text(), l.args...); err != nil {
		return err
	}
	for ids := range slices.Chunk(slices.Collect(maps.Keys(seesCost)), 500) {
		list, err := q.aheadOf(ctx, ids)
		if err != nil {
			return err
		}
		for _, h := range list {
			h.SeesCost = seesCost[h.ID]
		}
		add(list)
	}
	return nil
}

// aheadOf reads the histories of those of some subscriptions that renewals will make worth something else.
func (q Queries) aheadOf(ctx context.Context, ids []string) ([]*History, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	f := &filter{}
	return q.histories(ctx, aheadScope(f, "a.id IN ("+f.list(ids)+")"))
}

// leadOn gives rows of a list at a later instant the money that they will have then.
func (q Queries) leadOn(ctx context.Context, sq SubscriptionQuery, rows []Listed[tracker.ListedSubscription]) error {
	if !sq.isAhead() {
		return nil
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.Item.ID
	}
	list, err := q.aheadOf(ctx, ids)
	for _, h := range list {
		s := &rows[slices.Index(ids, h.ID)].Item
		if money, runs := h.valueAhead(sq.Now, *sq.At); runs {
			s.Price, s.Cost = money.Price, &money.Cost
			s.Value(money.MonthlyPrice, money.MonthlyCost, true)
		}
	}
	return err
}

// isAhead reports whether the question is about an instant that is still to come.
func (q SubscriptionQuery) isAhead() bool { return q.At != nil && q.At.After(q.Now) }
