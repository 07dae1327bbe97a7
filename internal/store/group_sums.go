package store

import (
	"context"
	"slices"
	"strconv"
	"time"

	"btracker/internal/tracker"
)

// Group sums, one of the three kinds of kept sums: see docs/totals.md.

// Kinds of kept sums. Each is of a category, or of a state, and at a number.
const (
	groupSubscriptions = "subscription" // of a category, at stateNumber
	groupEnds          = "end"          // of a state, at the instant of the end
	groupProducts      = "product"      // of a category, at the status
	groupDays          = "day"          // of a category, at the day
	groupMonths        = "month"        // of a category, at the month

	groupAdded          = "added"         // live products, at the day on which they were added
	groupCustomers      = "customer"      // a change of the number of customers, at the instant
	groupCustomerDays   = "customerDay"   // the same at the day
	groupCustomerMonths = "customerMonth" // the same at the month
	groupMoved          = "moved"         // how often the moves of companies changed, at their day: a version, and no sum
)

// groupKey names a kept sum.
type groupKey struct {
	kind, of string
	at       int64
}

// groupSums are the figures of a kept sum, or a change of them. Days and months have all; others have the
// number, and the money of TermMoney.
type groupSums struct {
	tracker.RecurringSums
	listed Sums // of everything that is listed, whether it runs or not
}

func (s groupSums) plus(o groupSums, sign tracker.Money) groupSums {
	s.Add(o.RecurringSums, sign)
	s.listed.Price += sign * o.listed.Price
	s.listed.Cost += sign * o.listed.Cost
	return s
}

// summed are the figures of so many rows.
func summed(rows int, worth, monthly Sums) groupSums {
	return groupSums{RecurringSums: tracker.RecurringSums{Count: rows, TermMoney: tracker.TermMoney{Price: worth.Price, Cost: worth.Cost,
		MonthlyPrice: monthly.Price, MonthlyCost: monthly.Cost}}}
}

// groupColumns are the figures of a kept sum in the order of groupNumbers.
const groupColumns = `count, price, cost, monthly_price, monthly_cost, started, ended, repriced, listed_price, listed_cost`

// groupNumbers has money in cents, which is not how money is written as JSON.
func groupNumbers(s groupSums) []any {
	return []any{s.Count, int64(s.Price), int64(s.Cost), int64(s.MonthlyPrice), int64(s.MonthlyCost),
		int64(s.Started), int64(s.Ended), int64(s.Repriced), int64(s.listed.Price), int64(s.listed.Cost)}
}

// groupTargets are where rows.Scan puts groupColumns.
func groupTargets(s *groupSums) []any {
	return []any{&s.Count, &s.Price, &s.Cost, &s.MonthlyPrice, &s.MonthlyCost, &s.Started, &s.Ended, &s.Repriced, &s.listed.Price, &s.listed.Cost}
}

// keptStates are the states of tracker's KeptState by their numbers in groupSubscriptions.
var keptStates = []tracker.SubscriptionState{tracker.StateRenews, tracker.StateActive, tracker.StateEnded, tracker.StateCanceled}

// liveGroups is the condition of the groups of live subscriptions: the first states are those that run.
var liveGroups = "kind = 'subscription' AND at < " + strconv.FormatInt(stateNumber(tracker.StateEnded, false), 10)

// stateNumber is where groupSubscriptions keeps subscriptions of a state that lose money, or that don't.
func stateNumber(state tracker.SubscriptionState, isLosing bool) int64 {
	return int64(2*slices.Index(keptStates, state) + count(isLosing))
}

// losesMoney is the condition that a subscription loses money while it runs.
const losesMoney = `a.monthly_price < a.monthly_cost`

// eachGroup reads kept sums of a kind.
func (q Queries) eachGroup(ctx context.Context, use func(key groupKey, s groupSums) error, f *filter) error {
	return each(ctx, q, func(r rows) error {
		var key groupKey
		var s groupSums
		if err := r.Scan(append([]any{&key.kind, &key.of, &key.at}, groupTargets(&s)...)...); err != nil {
			return err
		}
		return use(key, s)
	}, `SELECT kind, of, at, `+groupColumns+` FROM kept_sum`+f.where(), f.args...)
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
func (k keptSubscriptions) byState(ctx context.Context, q Queries) (map[tracker.SubscriptionState]groupSums, error) {
	states := map[tracker.SubscriptionState]groupSums{}
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
	if err := q.eachGroup(ctx, func(key groupKey, s groupSums) error {
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
func (k keptSubscriptions) moveByTime(ctx context.Context, q Queries, states map[tracker.SubscriptionState]groupSums, byEnd bool) error {
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
	sql := `SELECT ` + endlessState.name() + `, 'notStarted', ` + figures + from + `a.listed AND a.canceled_at IS NULL AND ` + notStarted(now) + more + ` GROUP BY 1`
	if !byEnd {
		sql += ` UNION ALL SELECT 'active', 'ended', ` + figures + from + narrowed.due("a", tracker.Ended(k.now)) + more
	}
	return each(ctx, q, func(r rows) error {
		var from, to tracker.SubscriptionState
		var s groupSums
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
func (q Queries) keptAt(ctx context.Context, at, now time.Time, category string) (listed, running groupSums, err error) {
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
	var after groupSums
	if err := q.eachGroup(ctx, func(key groupKey, s groupSums) error {
		if key.kind == groupMonths && key.at < int64(month) || key.kind == groupDays && key.at <= day {
			running = running.plus(s, 1)
		} else {
			after = after.plus(s, 1)
		}
		return nil
	}, f); err != nil {
		return listed, running, err
	}
	later, err := q.laterThatDay(ctx, at)
	if err != nil {
		return listed, running, err
	}
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
	planned, err := q.plannedRise(ctx, category)
	// What it shows now, and will by what is planned, is what it showed then, and what changed since.
	listed.Price += planned
	listed.Price, listed.Cost = listed.Price-after.listed.Price, listed.Cost-after.listed.Cost
	return listed, running, err
}

// plannedRise is what planned prices add to the listed ones, of a category or of all.
func (q Queries) plannedRise(ctx context.Context, category string) (tracker.Money, error) {
	f := &filter{}
	f.and("a.listed AND a.planned_at IS NOT NULL")
	if category != "" {
		f.and("EXISTS (SELECT 1 FROM catalogue_item i WHERE i.id = a.subscription_id AND i.category_id = " + f.arg(category) + ")")
	}
	return one(ctx, q, scanOne[tracker.Money], "SELECT "+sum("a.planned_price - a.price")+" FROM project_subscription a"+f.where(), f.args...)
}

func movedSums(m tracker.RecurringMove) groupSums {
	return groupSums{RecurringSums: m.RecurringSums, listed: Sums{m.ListedPrice, m.ListedCost}}
}
