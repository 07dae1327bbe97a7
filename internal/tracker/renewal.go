package tracker

import "time"

// EndingSoon is how long before its end a subscription is said to end soon.
const EndingSoon = 14 * 24 * time.Hour

func dateOf(t time.Time) time.Time {
	y, m, d := t.UTC().Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

func daysBetween(start, end time.Time) int {
	return int(dateOf(end).Sub(dateOf(start)).Hours() / 24)
}

// addMonths keeps the day of the month where the month has it, and else takes
// its last day.
func addMonths(date time.Time, months, day int) time.Time {
	first := time.Date(date.Year(), date.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day, last)-1)
}

// NextEnd is the end of the period that follows one: as many calendar months
// later if the period is whole months, else as many days. anchor is the day of
// the month the first period began on, so that 31 January, 28 February is
// followed by 31 March.
func NextEnd(start, end time.Time, anchor int) time.Time {
	from, to := dateOf(start), dateOf(end)
	months := (to.Year()-from.Year())*12 + int(to.Month()) - int(from.Month())
	if months > 0 && addMonths(from, months, anchor).Equal(to) {
		return addMonths(to, months, anchor).Add(end.UTC().Sub(to))
	}
	return end.UTC().AddDate(0, 0, max(daysBetween(start, end), 1))
}
