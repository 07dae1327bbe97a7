package tracker

import (
	"math"
	"slices"
	"time"
)

// ForeseenKind is what happens to a subscription by itself.
type ForeseenKind string

// The order is that of a day.
const (
	ForeseenCancelBy ForeseenKind = "cancelBy" // the last day on which to cancel it
	ForeseenPrice    ForeseenKind = "price"    // a planned price begins within a term
	ForeseenRenews   ForeseenKind = "renews"
	ForeseenEnds     ForeseenKind = "ends"
)

// ForeseenKinds lists all kinds, in the order of a day.
var ForeseenKinds = []ForeseenKind{ForeseenCancelBy, ForeseenPrice, ForeseenRenews, ForeseenEnds}

// Compare is the order of kinds within a day.
func (k ForeseenKind) Compare(o ForeseenKind) int {
	return slices.Index(ForeseenKinds, k) - slices.Index(ForeseenKinds, o)
}

// Foreseen is something that will happen to a subscription if nobody does anything.
type Foreseen struct {
	At           time.Time
	Kind         ForeseenKind
	Price        Money       // afterwards
	MonthlyPrice MoneyChange // of the term before it and after it
}

// Day is when it happens.
func (f Foreseen) Day() time.Time { return dateOf(f.At) }

// Outlook leads a subscription on as the program does while nobody acts: it sets planned prices, renews and ends by the functions that the scan
// calls. Between two calls of Until somebody may change the subscription.
type Outlook struct {
	ProjectSubscription // as it is at At
	At                  time.Time
	CatalogueCost       *Money // what renewals take; nil where the catalogue does not have it any more

	OnEvent func(Foreseen)      // nil if nobody asks
	OnMove  func(RecurringMove) // likewise; changes of what it is worth

	from    time.Time           // what was due before is no event
	history SubscriptionHistory // of the time from At on
	worth   TermMoney
	runs    bool
	toldOf  time.Time // the end of the last term whose last day to cancel has come
}

// NewOutlook begins at an instant. earlier are the periods that count until the current one begins, if it was renewed ahead.
func NewOutlook(s ProjectSubscription, earlier []Term, catalogueCost *Money, now time.Time) *Outlook {
	o := &Outlook{ProjectSubscription: s, At: now, from: now, CatalogueCost: catalogueCost}
	if s.IsCanceled {
		o.history.CanceledAt = &now
	}
	o.history.Earlier = slices.DeleteFunc(slices.Clone(earlier), func(t Term) bool { return t.EndAt.Add(betweenPeriods).Before(now) })
	o.setCurrent()
	o.worth, o.runs = o.valueAt(now)
	return o
}

func (o *Outlook) setCurrent() { o.history.Current, o.history.AutoRenew = o.CurrentTerm(), o.AutoRenew }

// valueAt is what counts at an instant that has come, or is about to.
func (o *Outlook) valueAt(t time.Time) (TermMoney, bool) {
	money, runs := o.history.ValueAt(t)
	if !runs {
		money = TermMoney{}
	}
	return money, runs
}

// Value is the money of the term that counts at At, and whether it runs then; nothing if it does not.
func (o *Outlook) Value() (TermMoney, bool) { return o.worth, o.runs }

// Change is what somebody has made of it at At. With isRenewal another period was opened.
func (o *Outlook) Change(after ProjectSubscription, isRenewal bool) {
	if isRenewal {
		o.renewed(o.ProjectSubscription, after)
	}
	isCanceled := o.IsCanceled
	o.ProjectSubscription = after
	switch {
	case !after.IsCanceled:
		o.history.CanceledAt = nil
	case !isCanceled:
		at := o.At
		o.history.CanceledAt = &at
	}
	o.setCurrent()
	o.moveTo(o.At)
}

// renewed keeps the period that ends as long as it counts.
func (o *Outlook) renewed(before, after ProjectSubscription) {
	o.history.Earlier = slices.DeleteFunc(o.history.Renewed(before, after).Earlier, func(t Term) bool { return t.EndAt.Add(betweenPeriods).Before(o.At) })
}

// moveTo notes what it is worth from an instant on.
func (o *Outlook) moveTo(at time.Time) {
	o.At = at
	after, runs := o.valueAt(at)
	if before := o.worth; after != before || runs != o.runs {
		if o.OnMove != nil {
			o.OnMove(newMove(at, before, after, o.runs, runs))
		}
		o.worth, o.runs = after, runs
	}
}

// newMove is a change of what a subscription is worth.
func newMove(at time.Time, before, after TermMoney, ran, runs bool) RecurringMove {
	move := RecurringMove{At: at, RecurringSums: RecurringSums{TermMoney: TermMoney{after.Price - before.Price, after.Cost - before.Cost,
		after.MonthlyPrice - before.MonthlyPrice, after.MonthlyCost - before.MonthlyCost}}}
	switch {
	case runs && !ran:
		move.Count, move.Started = 1, after.MonthlyPrice
	case ran && !runs:
		move.Count, move.Ended = -1, before.MonthlyPrice
	default:
		move.Repriced = move.MonthlyPrice
	}
	return move
}

// tell passes an event on, if its time is still ahead.
func (o *Outlook) tell(at time.Time, kind ForeseenKind, before Money) {
	if o.OnEvent == nil || at.Before(o.from) {
		return
	}
	after, _ := o.TermMonthly()
	if kind == ForeseenEnds {
		after = 0
	}
	o.OnEvent(Foreseen{At: at, Kind: kind, Price: o.Price, MonthlyPrice: MoneyChange{Before: before, After: after}})
}

// Until leads the subscription on up to an instant.
func (o *Outlook) Until(until time.Time) {
	for {
		at, do := o.next(until)
		if do == nil {
			break
		}
		if at.Before(o.At) { // it is overdue, and comes with the next scan
			at = o.At.Add(tick)
		}
		if at.After(until) {
			break
		}
		o.moveUpTo(at)
		if !do() {
			break
		}
		o.setCurrent()
		o.moveTo(at)
	}
	o.moveUpTo(until)
	if until.After(o.At) {
		o.At = until
	}
}

// next is what the program does first, up to an instant; do is nil if that is nothing.
func (o *Outlook) next(until time.Time) (at time.Time, do func() bool) {
	if !o.Live {
		return at, nil
	}
	take := func(t time.Time, what func() bool) { // of two at the same instant the first
		if !t.After(until) && (do == nil || t.Before(at)) {
			at, do = t, what
		}
	}
	monthly := o.history.Current.MonthlyPrice
	if by := CancelBy(o.EndAt, o.NoticeDays, o.CatalogueNotice); by != nil && o.AutoRenew && !o.toldOf.Equal(o.EndAt) {
		take(*by, func() bool {
			if o.toldOf = o.EndAt; !by.Before(o.At) { // else it was before the term was there
				o.tell(*by, ForeseenCancelBy, monthly)
			}
			return true
		})
	}
	if p := o.Planned; p != nil && p.From != nil && o.isPriceOwn() {
		take(*p.From, func() bool { o.TakePlanned(); o.tell(*p.From, ForeseenPrice, monthly); return true })
	}
	end := o.EndAt
	if !o.AutoRenew {
		take(end.Add(tick), func() bool {
			o.tell(end, ForeseenEnds, monthly)
			o.EndRaised, o.Live = true, false
			return true
		})
		return at, do
	}
	take(end, func() bool {
		after, err := o.Next(Renewal{Now: end, Cost: o.CatalogueCost})
		if err != nil {
			return false // the program can not renew it either
		}
		o.renewed(o.ProjectSubscription, after)
		o.ProjectSubscription = after
		o.tell(end, ForeseenRenews, monthly)
		return true
	})
	return at, do
}

// moveUpTo notes what time alone changes up to an instant: periods that begin and end.
func (o *Outlook) moveUpTo(until time.Time) {
	for {
		first, found := until, false
		for _, at := range o.history.turns() {
			if at.After(o.At) && !at.After(first) {
				first, found = at, true
			}
		}
		if !found {
			return
		}
		o.moveTo(first)
	}
}

// IsApart reports whether a subscription has to be led on by itself: its value changes ahead, or an earlier period counts. Others go the same way
// as all whose dates are the same. SQL says the same (isApart in store/ahead.go).
func (s ProjectSubscription) IsApart() bool {
	return s.Planned != nil || s.Running != nil || s.changesTerm()
}

// changesTerm reports whether the next terms may be worth something else than the current one at the same price: so many days may be whole
// months now and then (30.436875 days are a month), and hours that are a day more count once.
func (s ProjectSubscription) changesTerm() bool {
	const (
		day       = 24 * 60 * 60 * 1000
		month     = 2_629_746_000
		nearMonth = 4 * day
	)
	if !s.AutoRenew || s.AnchorDay != 0 {
		return false
	}
	start, end := s.StartAt.UnixMilli(), s.EndAt.UnixMilli()
	length := end - start
	mayBeMonths := length >= 27*day && math.Abs(math.Round(float64(length+1000)/month)*month-float64(length+1000)) <= nearMonth
	return mayBeMonths || length%day != 0 && (start%day != 0 || (end+1000)%day != 0)
}

// FirstRenewal is the month from which on the figures of months have the next term, if the program renews the subscription, and how long the term is.
func (s ProjectSubscription) FirstRenewal() (Month, TermLength) {
	s.Renew()
	return MonthOf(s.StartAt.Add(time.Second - tick)), lengthOf(s.StartAt, s.EndAt, s.AnchorDay)
}
