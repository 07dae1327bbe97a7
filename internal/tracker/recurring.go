package tracker

import (
	"cmp"
	"slices"
	"sort"
	"time"
)

// TermMoney is the price and cost of a term, and what they come to in a month.
type TermMoney struct{ Price, Cost, MonthlyPrice, MonthlyCost Money }

// Term is one term of a project subscription.
type Term struct {
	StartAt, EndAt time.Time
	TermMoney
}

// ReplacedPrice is a price that an edit has replaced, in the term that begins at FromAt.
type ReplacedPrice struct {
	FromAt, UntilAt time.Time
	TermMoney
}

// SubscriptionHistory is everything that decides what a project subscription is worth at any instant.
type SubscriptionHistory struct {
	Current    Term
	AutoRenew  bool
	CanceledAt *time.Time
	Earlier    []Term          // by StartAt
	Replaced   []ReplacedPrice // by UntilAt
	Planned    *PlannedStep
}

// CurrentTerm is the current term of a subscription, with all its money.
func (s ProjectSubscription) CurrentTerm() Term {
	price, cost := s.TermMonthly()
	return Term{StartAt: s.StartAt, EndAt: s.EndAt, TermMoney: TermMoney{s.Price, *s.Cost, price, cost}}
}

// Edited is the history after an edit of the current term. The price and cost that the edit
// replaces still count before it, also when the term begins later, because its start may be
// corrected. New dates correct the past, so the earlier prices of the term follow them.
//
// An edit that steps back to an earlier period takes a renewal back: until then each period counted with its own price.
func (h SubscriptionHistory) Edited(before, after ProjectSubscription, at time.Time) SubscriptionHistory {
	h.Replaced = slices.Clone(h.Replaced)
	inTerm := func(m TermMoney) TermMoney {
		as := after
		as.Price, as.Cost = m.Price, &m.Cost
		return as.CurrentTerm().TermMoney
	}
	isNew := func(m TermMoney) bool { return m.Price != after.Price || m.Cost != *after.Cost }
	was := before.CurrentTerm().TermMoney
	replace := func(money TermMoney, until time.Time, isReplaced bool) {
		// Of two edits in one millisecond the first replaced the price that counted before.
		sameAt := slices.ContainsFunc(h.Replaced, func(r ReplacedPrice) bool { return r.UntilAt.Equal(until) })
		if isReplaced && !sameAt {
			h.Replaced = append(h.Replaced, ReplacedPrice{FromAt: after.StartAt, UntilAt: until, TermMoney: inTerm(money)})
		}
	}
	if kept := h.keptFrom(after.StartAt); kept >= 0 && before.StartAt.After(after.StartAt) {
		own := h.Earlier[kept].TermMoney
		if before.StartAt.Before(at) {
			replace(own, before.StartAt, isNew(own) || isNew(was))
			replace(was, at, isNew(was))
		} else {
			replace(own, at, isNew(own))
		}
	} else {
		for i, r := range h.Replaced {
			if r.FromAt.Equal(before.StartAt) {
				h.Replaced[i].FromAt, h.Replaced[i].TermMoney = after.StartAt, inTerm(r.TermMoney)
			}
		}
		replace(was, at, isNew(was))
	}
	slices.SortFunc(h.Replaced, func(x, y ReplacedPrice) int { return x.UntilAt.Compare(y.UntilAt) })
	switch {
	case !after.IsCanceled:
		h.CanceledAt = nil
	case h.CanceledAt == nil:
		h.CanceledAt = &at
	}
	h.Current, h.AutoRenew, h.Planned = after.CurrentTerm(), after.AutoRenew, after.PlannedStep()
	return h
}

// keptFrom finds the earlier period that begins at an instant; -1 if none does.
func (h SubscriptionHistory) keptFrom(start time.Time) int {
	return slices.IndexFunc(h.Earlier, func(t Term) bool { return t.StartAt.Equal(start) })
}

// Renewed is the history after a renewal: the term before it is kept as it ended.
func (h SubscriptionHistory) Renewed(before, after ProjectSubscription) SubscriptionHistory {
	ended := before.CurrentTerm()
	h.Earlier = append(slices.DeleteFunc(slices.Clone(h.Earlier), func(t Term) bool { return t.StartAt.Equal(ended.StartAt) }), ended)
	slices.SortFunc(h.Earlier, func(x, y Term) int { return x.StartAt.Compare(y.StartAt) })
	h.Current, h.AutoRenew, h.Planned = after.CurrentTerm(), after.AutoRenew, after.PlannedStep()
	return h
}

// TakenBack is the history after a renewal was taken back: the period that it kept is the current one again.
func (h SubscriptionHistory) TakenBack(before, after ProjectSubscription, at time.Time) SubscriptionHistory {
	h = h.Edited(before, after, at)
	h.Earlier = slices.DeleteFunc(slices.Clone(h.Earlier), func(t Term) bool { return t.StartAt.Equal(after.StartAt) })
	return h
}

// betweenPeriods is the longest time from the end of a period to the start of the next one.
const betweenPeriods = time.Second

// termAt is the term that the list shows at an instant, and whether the instant is in it. That is the
// current term if it has begun, else the earlier one that the instant is in, else the next one to begin.
func (h SubscriptionHistory) termAt(t time.Time) (term Term, isIn bool) {
	if !h.Current.StartAt.After(t) {
		return h.Current, h.AutoRenew || !h.Current.EndAt.Before(t)
	}
	begun := sort.Search(len(h.Earlier), func(i int) bool { return h.Earlier[i].StartAt.After(t) })
	switch {
	case begun > 0 && !t.After(h.Earlier[begun-1].EndAt.Add(betweenPeriods)):
		return h.Earlier[begun-1], true
	case begun < len(h.Earlier) && h.Earlier[begun].StartAt.Before(h.Current.StartAt):
		return h.Earlier[begun], false
	}
	return h.Current, false
}

// ValueAt is the money of the term that the list shows at an instant, and whether the subscription runs. Dates
// count as they are known now. A price counts from its edit on. The list of project subscriptions
// says the same in SQL (store.asOf).
func (h SubscriptionHistory) ValueAt(t time.Time) (money TermMoney, runs bool) {
	term, isIn := h.termAt(t)
	runs = isIn && (h.CanceledAt == nil || h.CanceledAt.After(t))
	for _, r := range h.Replaced {
		if r.UntilAt.After(t) && !r.FromAt.After(term.StartAt) {
			return r.TermMoney, runs
		}
	}
	if p := h.Planned; p != nil && !t.Before(p.At) {
		term.Price, term.MonthlyPrice = p.Price, p.MonthlyPrice
	}
	return term.TermMoney, runs
}

// RecurringSums are sums over subscriptions that run, or changes of such sums. Started, Ended
// and Repriced are the parts of a change of MonthlyPrice.
type RecurringSums struct {
	Count int
	TermMoney
	Started, Ended, Repriced Money
}

// Add adds other sums, or takes them away with the sign -1.
func (s *RecurringSums) Add(o RecurringSums, sign Money) {
	s.Count += int(sign) * o.Count
	s.Price += sign * o.Price
	s.Cost += sign * o.Cost
	s.MonthlyPrice += sign * o.MonthlyPrice
	s.MonthlyCost += sign * o.MonthlyCost
	s.Started += sign * o.Started
	s.Ended += sign * o.Ended
	s.Repriced += sign * o.Repriced
}

// RecurringMove is a change of what a subscription is worth.
type RecurringMove struct {
	At time.Time
	RecurringSums
	ListedPrice, ListedCost Money // the change of what the list shows, whether it runs or not
}

// turns are the instants at which time alone may change what counts, in no order.
func (h SubscriptionHistory) turns() []time.Time {
	instants := make([]time.Time, 0, 2+2*len(h.Earlier))
	instants = append(instants, h.Current.StartAt)
	if !h.AutoRenew {
		instants = append(instants, h.Current.EndAt.Add(tick))
	}
	for _, p := range h.Earlier {
		instants = append(instants, p.StartAt, p.EndAt.Add(betweenPeriods+tick))
	}
	return instants
}

// Moves lists every change of the subscription's value, in their order.
func (h SubscriptionHistory) Moves() (moves []RecurringMove) {
	instants := h.turns()
	if h.CanceledAt != nil {
		instants = append(instants, *h.CanceledAt)
	}
	if h.Planned != nil {
		instants = append(instants, h.Planned.At)
	}
	for _, r := range h.Replaced {
		instants = append(instants, r.UntilAt)
	}
	slices.SortFunc(instants, time.Time.Compare)
	var before TermMoney
	ran := false
	shown, _ := h.ValueAt(instants[0].Add(-tick))
	for _, at := range instants {
		shows, runs := h.ValueAt(at)
		after := shows
		if !runs {
			after = TermMoney{}
		}
		if runs == ran && after == before && shows == shown {
			continue
		}
		move := newMove(at, before, after, ran, runs)
		move.ListedPrice, move.ListedCost = shows.Price-shown.Price, shows.Cost-shown.Cost
		moves = append(moves, move)
		before, ran, shown = after, runs, shows
	}
	return moves
}

// Month counts calendar months, in UTC.
type Month int

// MonthOf is the month of an instant.
func MonthOf(t time.Time) Month {
	t = t.UTC()
	return Month(t.Year()*12 + int(t.Month()) - 1)
}

const monthLayout = "2006-01"

// ParseMonth reads a month such as 2026-01.
func ParseMonth(s string) (Month, error) {
	t, err := time.Parse(monthLayout, s)
	return MonthOf(t), err
}

func (m Month) first() time.Time {
	return time.Date(int(m)/12, time.Month(int(m)%12+1), 1, 0, 0, 0, 0, time.UTC)
}

func (m Month) String() string { return m.first().Format(monthLayout) }

// Start is the first instant of a month.
func (m Month) Start() time.Time { return m.first() }

// End is the instant by which the figures of a month are taken: the last second.
func (m Month) End() time.Time { return (m + 1).first().Add(-time.Second) }

// MaxReportMonths bounds a report.
const MaxReportMonths = 120

// MaxReportGroups bounds the groups of a report; the others are one more group.
const MaxReportGroups = 100

// RecurringQuery asks for the recurring value in some months.
type RecurringQuery struct {
	From, To Month  // the last twelve months without them
	By       string // one of RecurringGroupings
	Now      time.Time
}

// Check fills in what was not sent, and refuses other ranges than those of some months.
func (q *RecurringQuery) Check() error {
	q.To = cmp.Or(q.To, MonthOf(q.Now))
	q.From = cmp.Or(q.From, q.To-11)
	if q.From > q.To || q.To-q.From >= MaxReportMonths {
		return BadQuery("From", NotARange)
	}
	return nil
}

// RecurringGroupings lists how a report can be grouped, the default first.
var RecurringGroupings = []string{"none", "company", "category"}

// RecurringMonth has the recurring value in a month.
type RecurringMonth struct {
	Month    string `json:"month" doc:"Such as 2026-01."`
	Price    Money  `json:"price" doc:"What subscriptions that run at the end of the month bring a month. In the running month: now."`
	Cost     *Money `json:"cost" doc:"What they cost a month. Null for those who may see no cost; else of what they may see."`
	Count    int    `json:"count" doc:"How many run."`
	Started  Money  `json:"started" doc:"Monthly price of subscriptions that started."`
	Ended    Money  `json:"ended" doc:"Monthly price of subscriptions that ended or were canceled."`
	Repriced Money  `json:"repriced" doc:"By how much the monthly price of running subscriptions changed."`
}

// RecurringGroup has the recurring value of a company or category.
type RecurringGroup struct {
	ID     *string          `json:"id" doc:"The id of the company, or the name of the category. Null for all others together."`
	Name   string           `json:"name"`
	Months []RecurringMonth `json:"months"`
}

// RecurringReport is what subscriptions are worth by the month, and what moved it.
type RecurringReport struct {
	Months []RecurringMonth `json:"months"`
	Groups []RecurringGroup `json:"groups" doc:"Empty without By. The largest in the last month first."`
}

// RecurringSeries collects changes of value, by the months of a report.
type RecurringSeries struct {
	query RecurringQuery
	steps []RecurringSums // what changed before the first month, and in each month
}

// NewRecurringSeries returns an empty series.
func NewRecurringSeries(q RecurringQuery) *RecurringSeries {
	return &RecurringSeries{query: q, steps: make([]RecurringSums, int(q.To-q.From)+2)}
}

// Add adds a change at an instant, or takes it away with the sign -1.
func (s *RecurringSeries) Add(at time.Time, change RecurringSums, sign Money) {
	if step := s.query.step(at); step < len(s.steps) {
		s.steps[step].Add(change, sign)
	}
}

// step is the month that shows what changes at an instant, counted from 1; 0 for all that was before.
func (q RecurringQuery) step(at time.Time) int {
	month, current := MonthOf(at.Add(time.Second-tick)), MonthOf(q.Now) // what happens after the last second is of the next month
	switch {
	case !at.After(q.Now):
		month = min(month, current)
	case month == current:
		month++ // the running month shows the figures of now
	}
	return max(int(month-q.From)+1, 0)
}

// AddSeries adds another series of the same months, or takes it away.
func (s *RecurringSeries) AddSeries(o *RecurringSeries, sign Money) {
	for i := range s.steps {
		s.steps[i].Add(o.steps[i], sign)
	}
}

// Last is the monthly price in the last month.
func (s *RecurringSeries) Last() (price Money) {
	for _, step := range s.steps {
		price += step.MonthlyPrice
	}
	return price
}

// Months has the figures of each month.
func (s *RecurringSeries) Months(seesCost bool) []RecurringMonth {
	months := make([]RecurringMonth, len(s.steps)-1)
	sums := s.steps[0]
	for i, step := range s.steps[1:] {
		sums.Add(step, 1)
		months[i] = RecurringMonth{Month: (s.query.From + Month(i)).String(), Price: sums.MonthlyPrice, Count: sums.Count,
			Started: step.Started, Ended: step.Ended, Repriced: step.Repriced}
		if seesCost {
			months[i].Cost = new(sums.MonthlyCost)
		}
	}
	return months
}

// Empty reports whether nothing is in the series.
func (s *RecurringSeries) Empty() bool {
	return !slices.ContainsFunc(s.steps, func(step RecurringSums) bool { return step != RecurringSums{} })
}
