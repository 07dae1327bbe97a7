package store

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// The kept sums: see docs/totals.md.

// Kinds of kept sums. Each is of a category, or of a state, and at a number.
const (
	sumSubscriptions = "subscription" // of a category, at stateNumber
	sumEnds          = "end"          // of a state, at the instant of the end
	sumProducts      = "product"      // of a category, at the status
	sumDays          = "day"          // of a category, at the day
	sumMonths        = "month"        // of a category, at the month
)

// sumKey names a kept sum.
type sumKey struct {
	kind, of string
	at       int64
}

// keptSums are the figures of a kept sum, or a change of them. Days and months have all; others have the
// number, and the money of TermMoney.
type keptSums struct {
	tracker.RecurringSums
	listed Sums // of everything that is listed, whether it runs or not
}

func (s keptSums) plus(o keptSums, sign tracker.Money) keptSums {
	s.Add(o.RecurringSums, sign)
	s.listed.Price += sign * o.listed.Price
	s.listed.Cost += sign * o.listed.Cost
	return s
}

// summed are the figures of so many rows.
func summed(rows int, worth, monthly Sums) keptSums {
	return keptSums{RecurringSums: tracker.RecurringSums{Count: rows, TermMoney: tracker.TermMoney{Price: worth.Price, Cost: worth.Cost, MonthlyPrice: monthly.Price, MonthlyCost: monthly.Cost}}}
}

// addSum adds figures to a kept sum, or takes them away with the sign -1.
func (tx *Tx) addSum(key sumKey, s keptSums, sign tracker.Money) {
	tx.sums[key] = tx.sums[key].plus(s, sign)
}

// sumColumns are the figures of a kept sum in the order of sumNumbers.
const sumColumns = `count, price, cost, monthly_price, monthly_cost, started, ended, repriced, listed_price, listed_cost`

// sumNumbers has money in cents, which is not how money is written as JSON.
func sumNumbers(s keptSums) []any {
	return []any{s.Count, int64(s.Price), int64(s.Cost), int64(s.MonthlyPrice), int64(s.MonthlyCost),
		int64(s.Started), int64(s.Ended), int64(s.Repriced), int64(s.listed.Price), int64(s.listed.Cost)}
}

// sumTargets are where rows.Scan puts sumColumns.
func sumTargets(s *keptSums) []any {
	return []any{&s.Count, &s.Price, &s.Cost, &s.MonthlyPrice, &s.MonthlyCost, &s.Started, &s.Ended, &s.Repriced, &s.listed.Price, &s.listed.Cost}
}

// keepSumsStatement adds rows of kind, of, at, shard and sumNumbers. {lists} is the table of the parameter.
var keepSumsStatement = func() string {
	columns := strings.Split(sumColumns, ", ")
	values, updates := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		values[i] = "CAST(r.value ->> " + strconv.Itoa(4+i) + " AS BIGINT)"
		updates[i] = column + " = kept_sum." + column + " + excluded." + column
	}
	return `INSERT INTO kept_sum (kind, of, at, shard, ` + sumColumns + `)
		SELECT r.value ->> 0, r.value ->> 1, CAST(r.value ->> 2 AS BIGINT), CAST(r.value ->> 3 AS INTEGER), ` + strings.Join(values, ", ") + `
		FROM {lists} AS r WHERE TRUE
		ON CONFLICT (kind, at, of, shard) DO UPDATE SET ` + strings.Join(updates, ", ")
}()

// sumShards spreads writers of PostgreSQL over rows, and is small because readers add them up.
const sumShards = 4

// keepSums writes what the transaction changed.
func (tx *Tx) keepSums(ctx context.Context) error {
	shard := rand.IntN(min(sumShards, tx.dialect.shards())) // #nosec G404 -- spreads writers over rows, guards nothing
	keys := make([]sumKey, 0, len(tx.sums))
	for key, sums := range tx.sums {
		if sums != (keptSums{}) {
			keys = append(keys, key)
		}
	}
	// Always in one order, so that two writers can not wait for each other.
	slices.SortFunc(keys, func(a, b sumKey) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.at, b.at), cmp.Compare(a.of, b.of))
	})
	for piece := range slices.Chunk(keys, 1000) {
		rows := make([][]any, len(piece))
		for i, key := range piece {
			rows[i] = append([]any{key.kind, key.of, key.at, shard}, sumNumbers(tx.sums[key])...)
		}
		if _, err := tx.run(ctx, strings.Replace(keepSumsStatement, "{lists}", tx.dialect.lists("$1"), 1), jsonRows(rows)); err != nil {
			return err
		}
	}
	clear(tx.sums)
	return nil
}

// keptStates are the states of tracker's KeptState by their numbers in sumSubscriptions.
var keptStates = []tracker.SubscriptionState{tracker.StateRenews, tracker.StateActive, tracker.StateEnded, tracker.StateCanceled}

// stateNumber is where sumSubscriptions keeps subscriptions of a state that lose money, or that don't.
func stateNumber(state tracker.SubscriptionState, isLosing bool) int64 {
	return int64(2*slices.Index(keptStates, state) + count(isLosing))
}

// losesMoney is the condition that a subscription loses money while it runs.
const losesMoney = `a.monthly_price < a.monthly_cost`

// recountedSums are the statements that count all sums but those of days and months.
var recountedSums = []string{
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost, monthly_price, monthly_cost)
		SELECT 'subscription', category, state, 0, count(*), SUM(price), SUM(cost), SUM(monthly_price), SUM(monthly_cost)
		FROM (SELECT i.category_id AS category, ` + keptState.choose(func(s tracker.SubscriptionState) string { return strconv.FormatInt(stateNumber(s, false), 10) }) + ` + CASE WHEN ` + losesMoney + ` THEN 1 ELSE 0 END AS state, a.price, a.cost, a.monthly_price, a.monthly_cost
			FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id WHERE a.listed) AS listed GROUP BY category, state`,
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost, monthly_price, monthly_cost)
		SELECT 'end', ` + endlessState.name() + `, a.end_at, 0, count(*), SUM(a.price), SUM(a.cost), SUM(a.monthly_price), SUM(a.monthly_cost)
		FROM project_subscription a WHERE a.listed GROUP BY 2, a.end_at`,
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost)
		SELECT 'product', i.category_id, a.status, 0, count(*), SUM(a.price), SUM(a.cost)
		FROM project_product a JOIN catalogue_item i ON i.id = a.product_id WHERE a.live GROUP BY i.category_id, a.status`,
}

// recountSums computes the kept sums from all rows, some histories at a time.
func (tx *Tx) recountSums(ctx context.Context) error {
	clear(tx.sums)
	for _, sql := range append([]string{`DELETE FROM kept_sum`}, recountedSums...) {
		if _, err := tx.run(ctx, sql); err != nil {
			return err
		}
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
	return tx.keepSums(ctx)
}

// keptRows reads kept sums of a kind.
func (q Queries) keptRows(ctx context.Context, use func(key sumKey, s keptSums) error, f *filter) error {
	return each(ctx, q, func(r rows) error {
		var key sumKey
		var s keptSums
		if err := r.Scan(append([]any{&key.kind, &key.of, &key.at}, sumTargets(&s)...)...); err != nil {
			return err
		}
		return use(key, s)
	}, `SELECT kind, of, at, `+sumColumns+` FROM kept_sum`+f.where(), f.args...)
}

// keptSubscriptions adds up kept sums of listed subscriptions by their states at an instant. The filter is by category, losing money, or the end.
type keptSubscriptions struct {
	category       string
	losing         bool
	endFrom, endTo *time.Time
	now            time.Time
}

// byState adds up the sums of each state. Time alone moves subscriptions from one state to another: those that
// start later, and those that have ended since the last scan, are found by index.
func (k keptSubscriptions) byState(ctx context.Context, q Queries) (map[tracker.SubscriptionState]keptSums, error) {
	states := map[tracker.SubscriptionState]keptSums{}
	f := &filter{}
	byEnd := k.endFrom != nil || k.endTo != nil
	if byEnd {
		f.and("kind = 'end'")
		k.within(f, "at")
	} else {
		f.and("kind = 'subscription'")
		if k.category != "" {
			f.and("of = " + f.arg(k.category))
		}
	}
	if err := q.keptRows(ctx, func(key sumKey, s keptSums) error {
		var state tracker.SubscriptionState
		if byEnd {
			if state = tracker.SubscriptionState(key.of); state == tracker.StateActive && key.at < millis(k.now) {
				state = tracker.StateEnded
			}
		} else {
			if k.losing && key.at%2 == 0 {
				return nil
			}
			state = keptStates[key.at/2]
		}
		states[state] = states[state].plus(s, 1)
		return nil
	}, f); err != nil {
		return nil, err
	}
	return states, k.moveByTime(ctx, q, states, byEnd)
}

func (k keptSubscriptions) within(f *filter, column string) {
	if k.endFrom != nil {
		f.and(column + " >= " + f.arg(millis(*k.endFrom)))
	}
	if k.endTo != nil {
		f.and(column + " <= " + f.arg(millis(*k.endTo)))
	}
}

// moveByTime moves sums to the states that time alone has changed.
func (k keptSubscriptions) moveByTime(ctx context.Context, q Queries, states map[tracker.SubscriptionState]keptSums, byEnd bool) error {
	f := &filter{}
	from := "FROM project_subscription a WHERE "
	if k.category != "" { // the few subscriptions first
		from = "FROM project_subscription a CROSS JOIN catalogue_item i WHERE i.id = a.subscription_id AND i.category_id = " + f.arg(k.category) + " AND "
	}
	figures := "count(*), " + sum("a.price") + ", " + sum("a.cost") + ", " + sum("a.monthly_price") + ", " + sum("a.monthly_cost") + " "
	narrowed := &filter{args: f.args}
	if k.losing {
		narrowed.and(losesMoney)
	}
	k.within(narrowed, "+a.end_at")
	more := ""
	for _, condition := range narrowed.conditions {
		more += " AND " + condition
	}
	now := narrowed.arg(millis(k.now))
	sql := `SELECT ` + endlessState.name() + `, 'notStarted', ` + figures + from + `a.listed AND a.canceled_at IS NULL AND a.start_at > ` + now + more + ` GROUP BY 1`
	if !byEnd {
		sql += ` UNION ALL SELECT 'active', 'ended', ` + figures + from + narrowed.due("a", tracker.Ended(k.now)) + more
	}
	return each(ctx, q, func(r rows) error {
		var from, to tracker.SubscriptionState
		var s keptSums
		if err := r.Scan(&from, &to, &s.Count, &s.Price, &s.Cost, &s.MonthlyPrice, &s.MonthlyCost); err != nil {
			return err
		}
		states[from], states[to] = states[from].plus(s, -1), states[to].plus(s, 1)
		return nil
	}, sql, narrowed.args...)
}

// daysOf is the condition of the days of a month, and of all other months.
func (f *filter) daysOf(month tracker.Month) string {
	return "(kind = 'month' AND at <> " + f.arg(int(month)) + " OR kind = 'day' AND at > " + f.arg(bucket((month - 1).End())) + " AND at <= " + f.arg(bucket(month.End())) + ")"
}

// keptAt is what is listed at an instant, and what runs then, of a category or of all.
func (q Queries) keptAt(ctx context.Context, at, now time.Time, category string) (listed, running keptSums, err error) {
	all, err := (keptSubscriptions{category: category, now: now}).byState(ctx, q)
	if err != nil {
		return listed, running, err
	}
	for _, s := range all {
		listed = listed.plus(s, 1)
	}
	day := bucket(at)
	month := tracker.MonthOf(bucketEnd(day))
	f := &filter{}
	f.and(f.daysOf(month))
	if category != "" {
		f.and("of = " + f.arg(category))
	}
	var after keptSums
	if err := q.keptRows(ctx, func(key sumKey, s keptSums) error {
		if key.kind == sumMonths && key.at < int64(month) || key.kind == sumDays && key.at <= day {
			running = running.plus(s, 1)
		} else {
			after = after.plus(s, 1)
		}
		return nil
	}, f); err != nil {
		return listed, running, err
	}
	later, err := q.laterThatDay(ctx, at)
	for _, h := range later {
		if category != "" && h.CategoryID != category {
			continue
		}
		for _, m := range h.Moves() {
			if bucket(m.At) == day && m.At.After(at) {
				running, after = running.plus(movedSums(m), -1), after.plus(movedSums(m), 1)
			}
		}
	}
	// What it shows now is what it showed then, and what changed since.
	listed.Price, listed.Cost = listed.Price-after.listed.Price, listed.Cost-after.listed.Cost
	return listed, running, err
}

func movedSums(m tracker.RecurringMove) keptSums {
	return keptSums{RecurringSums: m.RecurringSums, listed: Sums{m.ListedPrice, m.ListedCost}}
}
