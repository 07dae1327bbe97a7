package tracker

import (
	"cmp"
	"slices"
	"time"
)

// SummaryQuery asks for the figures of some months, compared with earlier ones.
type SummaryQuery struct {
	From, To Month  // the running month without them
	Compare  string // one of SummaryComparisons
	Now      time.Time
}

// SummaryComparisons lists what a summary can be compared with, the default first: as many months before, or the same
// months a year earlier.
var SummaryComparisons = []string{"previous", "year"}

// Check fills in what was not sent, and refuses other ranges than those of some months.
func (q *SummaryQuery) Check() error {
	q.To = cmp.Or(q.To, max(q.From, MonthOf(q.Now)))
	q.From = cmp.Or(q.From, q.To)
	if q.From > q.To || q.To-q.From >= MaxReportMonths {
		return BadQuery("From", NotARange)
	}
	return nil
}

// Periods are the period of a summary and the one that it is compared with.
func (q SummaryQuery) Periods() (period, compared Period) {
	back := q.To - q.From + 1
	if q.Compare == "year" {
		back = 12
	}
	return MonthsFrom(q.From, q.To, q.Now), MonthsFrom(q.From-back, q.To-back, q.Now)
}

// Period is a time of whole months or days. Its figures are those of its end, or what happened between Begin and End.
type Period struct {
	From, To   string    // such as 2026-07, or 2026-07-06 for days
	Begin, End time.Time // the last second before it, and its own last second, or now while it runs
}

// MonthsFrom is the period of some months.
func MonthsFrom(from, to Month, now time.Time) Period {
	end := func(m Month) time.Time {
		if m >= MonthOf(now) {
			return now // a period that is not over is taken as far as it has come
		}
		return m.End()
	}
	return Period{From: from.String(), To: to.String(), Begin: end(from - 1), End: end(to)}
}

// WeekFrom is the period of the seven days that begin with a day.
func WeekFrom(monday time.Time, now time.Time) Period {
	after := monday.AddDate(0, 0, 7)
	end := after.Add(-time.Second)
	if now.Before(end) {
		end = now
	}
	return Period{From: monday.Format(time.DateOnly), To: after.AddDate(0, 0, -1).Format(time.DateOnly), Begin: monday.Add(-time.Second), End: end}
}

// SummarySums adds up everything that has changed until an instant.
type SummarySums struct {
	RecurringSums
	SeenPrice Money // the part of MonthlyPrice whose cost the reader may see
	Customers int
	OneOff    Money // price of products
}

// Summary has the figures of a period beside those of another one.
type Summary struct {
	From     string          `json:"from" doc:"The first month, such as 2026-07."`
	To       string          `json:"to" doc:"The last month."`
	Compared ComparedPeriod  `json:"compared"`
	Figures  []SummaryFigure `json:"figures"`
	Movers   []Mover         `json:"movers" doc:"The ten companies whose monthly price changed most, up or down, between the ends of both periods, by the size of the change."`

	Period, Before Period `json:"-"`
}

// ComparedPeriod names the months that a summary is compared with.
type ComparedPeriod struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// SummaryFigure is one figure in both periods. A number of records and a percentage are written as amounts are.
type SummaryFigure struct {
	Name   string `json:"name" doc:"At the ends of the periods: monthlyPrice, monthlyCost, margin (all a month), marginPercent (a tenth), running (subscriptions), customers (companies with a running subscription). Over the periods: started, ended, repriced (amounts of monthly price), oneOff (price of the products that were added)."`
	Value  *Money `json:"value" doc:"Null where cost is hidden, and for a percentage of nothing."`
	Before *Money `json:"before" doc:"The same in the compared period."`
}

// Mover is a company whose monthly price changed.
type Mover struct {
	CompanyID   string `json:"companyId"`
	CompanyName string `json:"companyName"`
	Value       Money  `json:"value" doc:"Price a month at the end of the period."`
	Before      Money  `json:"before" doc:"Price a month at the end of the compared period."`
}

// Change is by how much the price changed.
func (m Mover) Change() Money { return m.Value - m.Before }

// MaxMovers is how many companies a summary names.
const MaxMovers = 10

// SortMovers puts the largest change first, leaves out companies without one, and keeps the first.
func SortMovers(movers []Mover) []Mover {
	movers = slices.DeleteFunc(movers, func(m Mover) bool { return m.Change() == 0 })
	size := func(m Mover) Money { return max(m.Change(), -m.Change()) }
	slices.SortFunc(movers, func(x, y Mover) int {
		return cmp.Or(cmp.Compare(size(y), size(x)), cmp.Compare(x.CompanyID, y.CompanyID))
	})
	return movers[:min(len(movers), MaxMovers)]
}

// Instants are those at which a summary needs SummarySums: the begin and end of both periods.
func (s Summary) Instants() []time.Time {
	return []time.Time{s.Before.Begin, s.Before.End, s.Period.Begin, s.Period.End}
}

// NewSummary is the summary of two periods, without its figures.
func NewSummary(period, before Period) Summary {
	return Summary{From: period.From, To: period.To, Compared: ComparedPeriod{before.From, before.To}, Period: period, Before: before, Movers: []Mover{}}
}

// SetFigures computes the figures from the sums at Instants.
func (s *Summary) SetFigures(sums []SummarySums, seesCost bool) {
	now, before := figuresOf(sums[2], sums[3]), figuresOf(sums[0], sums[1])
	for i, f := range now {
		one := SummaryFigure{f.name, f.value, before[i].value}
		if f.isCost && !seesCost {
			one.Value, one.Before = nil, nil
		}
		s.Figures = append(s.Figures, one)
	}
}

type figure struct {
	name   string
	value  *Money
	isCost bool
}

func figuresOf(begin, end SummarySums) []figure {
	number := func(n int) *Money { return new(Money(n) * 100) }
	margin := end.SeenPrice - end.MonthlyCost
	return []figure{
		{"monthlyPrice", new(end.MonthlyPrice), false},
		{"monthlyCost", new(end.MonthlyCost), true},
		{"margin", new(margin), true},
		{"marginPercent", percent(margin, end.SeenPrice), true},
		{"running", number(end.Count), false},
		{"customers", number(end.Customers), false},
		{"started", new(end.Started - begin.Started), false},
		{"ended", new(end.Ended - begin.Ended), false},
		{"repriced", new(end.Repriced - begin.Repriced), false},
		{"oneOff", new(end.OneOff - begin.OneOff), false},
	}
}

// percent is a part in percent of the whole, to a tenth, half of one away from zero; nil if there is no whole.
func percent(part, whole Money) *Money {
	if whole <= 0 {
		return nil
	}
	tenths := (2*max(part, -part)*1000 + whole) / (2 * whole)
	if part < 0 {
		tenths = -tenths
	}
	return new(tenths * 10)
}
