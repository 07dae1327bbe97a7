package tracker

import "time"

func dateOf(t time.Time) time.Time {
	return t.UTC().Truncate(wholeDay)
}

func daysBetween(start, end time.Time) int {
	return int((dateOf(end).Unix() - dateOf(start).Unix()) / (24 * 60 * 60)) // a Duration has 292 years at most
}

// addMonths returns the anchor day of a later month, or the last day of a month that is
// too short for it.
func addMonths(date time.Time, months, anchor int) time.Time {
	first := time.Date(date.Year(), date.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(anchor, last)-1)
}

// nextDay returns the day after a term of whole days as a form sends it: 1 February for
// 1 January, 0:00:00, to 31 January, 23:59:59. Other terms are not ok.
func nextDay(start, end time.Time) (day time.Time, ok bool) {
	day = dateOf(end.Add(time.Second))
	return day, start.Equal(dateOf(start)) && day.After(dateOf(end))
}

// isAnchor reports whether a day is the anchor day of its month, or the last one of a month that is too short for it.
func isAnchor(day time.Time, anchor int) bool {
	d := day.Day()
	return d == anchor || d < anchor && day.AddDate(0, 0, 1).Day() == 1
}

// wholeMonths returns how many calendar months a term has, from anchor day to anchor day,
// and the day after them; 0 if the term is not whole months.
func wholeMonths(start, end time.Time, anchor int) (months int, over time.Time) {
	from := dateOf(start)
	if anchor < 1 || !isAnchor(from, anchor) {
		return 0, over
	}
	year, month, _ := from.Date()
	monthsUntil := func(day time.Time) int {
		if !isAnchor(day, anchor) {
			return 0
		}
		y, m, _ := day.Date()
		return (y-year)*12 + int(m-month)
	}
	if over = dateOf(end); monthsUntil(over) > 0 {
		return monthsUntil(over), over
	}
	if day, isWhole := nextDay(start, end); isWhole && monthsUntil(day) > 0 {
		return monthsUntil(day), day
	}
	return 0, time.Time{}
}

// SetPeriod sets the running term, and decides whether it renews by months or by days. A
// renewal does not decide that again: among terms of 30 days one may happen to be a
// calendar month. An unchanged start keeps its anchor day, which can be the 31st although
// the term begins on 28 February.
func (s *ProjectSubscription) SetPeriod(start, end time.Time) {
	if start.Equal(s.StartAt) && end.Equal(s.EndAt) {
		return
	}
	anchors := []int{start.Day()}
	if start.Equal(s.StartAt) {
		anchors = []int{s.AnchorDay, start.Day()}
	}
	s.StartAt, s.EndAt, s.AnchorDay = start, end, 0
	for _, anchor := range anchors {
		if months, _ := wholeMonths(start, end, anchor); months > 0 {
			s.AnchorDay = anchor
			return
		}
	}
}

// Renewal is how a subscription goes on: by the rule, where nothing else is wanted.
type Renewal struct {
	Now  time.Time
	Cost *Money // the catalogue's of today; nil if it is not there any more

	StartAt, EndAt *time.Time
	Months         int // of the next period; 0 for as long as the last one
	Price          *Money
}

// Next is the subscription in its next period, with its dates, price and cost. It is the one rule of renewals: of the program, by hand, and of
// what is ahead. A planned price counts if its day has come when the period begins, and is used up unless that day is still ahead in the period before.
func (s ProjectSubscription) Next(r Renewal) (ProjectSubscription, error) {
	next := s
	next.Renew()
	if err := next.choosePeriod(s, r); err != nil {
		return s, err
	}
	if r.Cost != nil {
		next.Cost = r.Cost
	}
	if p := s.Planned; p != nil && (p.From == nil || !p.From.After(next.StartAt)) {
		next.Price = p.Price
		if p.From == nil || !p.From.After(r.Now) || !p.From.Before(s.EndAt) {
			next.Planned = nil
		}
	}
	if r.Price != nil {
		next.Price = *r.Price
	}
	next.RemindedDay, next.EndRaised = NoReminder, false // what its new end makes due is due again
	return next, nil
}

// choosePeriod sets the dates that somebody chose for the period after that of last.
func (s *ProjectSubscription) choosePeriod(last ProjectSubscription, r Renewal) error {
	start, end := s.StartAt, s.EndAt
	if r.StartAt != nil && !r.StartAt.Equal(start) {
		if r.StartAt.Before(last.EndAt) {
			return ErrStartBeforeEnd
		}
		start = *r.StartAt
		if months, _ := wholeMonths(last.StartAt, last.EndAt, last.AnchorDay); months > 0 {
			end = monthsAfter(last, start, months)
		} else {
			end = start.Add(last.EndAt.Sub(last.StartAt))
		}
	}
	if r.Months > 0 {
		end = monthsAfter(last, start, r.Months)
	}
	if r.EndAt != nil {
		end = *r.EndAt
	}
	if !end.Equal(s.EndAt) || !start.Equal(s.StartAt) {
		s.SetPeriod(start, end)
	}
	switch {
	case !s.EndAt.After(s.StartAt):
		return ErrEndBeforeStart
	case s.EndAt.Year() > maxYear:
		return ErrEndTooLate
	}
	return s.CheckPeriod()
}

// monthsAfter is the end of a period of some months from start on. It ends a second before the next one if the last one did.
func monthsAfter(last ProjectSubscription, start time.Time, months int) time.Time {
	end := addMonths(start, months, start.Day()).Add(start.Sub(dateOf(start)))
	if _, isWhole := nextDay(last.StartAt, last.EndAt); isWhole {
		end = end.Add(-time.Second)
	}
	return end
}

// Renew moves the dates on to the next term: as many calendar months if the term is whole months,
// else as many days.
func (s *ProjectSubscription) Renew() {
	start, end := s.StartAt.UTC(), s.EndAt.UTC()
	months, over := wholeMonths(start, end, s.AnchorDay)
	if months > 0 {
		s.StartAt, s.EndAt = end, addMonths(over, months, s.AnchorDay).Add(end.Sub(over))
		if over.After(end) {
			s.StartAt = over
		}
		return
	}
	over, ok := nextDay(start, end)
	if !ok {
		over = end
	}
	s.StartAt, s.EndAt, s.AnchorDay = over, end.AddDate(0, 0, max(daysBetween(start, over), 1)), 0
}
