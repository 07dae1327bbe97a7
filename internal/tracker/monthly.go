package tracker

import "time"

// MonthlyValue is what an amount of money for one term comes to in a month, rounded to the
// cent, half a cent away from zero. A term of whole months, from anchor day to anchor
// day, is divided by its months. Any other term is converted by its days, with 365.25 days a year.
func MonthlyValue(amount Money, start, end time.Time, anchor int) Money {
	return lengthOf(start, end, anchor).Monthly(amount)
}

// TermLength is how many whole months a term has, or else how many days.
type TermLength struct {
	Months int
	Days   int64
}

func lengthOf(start, end time.Time, anchor int) (l TermLength) {
	if l.Months = termMonths(start, end, anchor); l.Months == 0 {
		l.Days = termDays(start, end)
	}
	return l
}

// Monthly is what an amount of money for a term of this length comes to in a month.
func (l TermLength) Monthly(amount Money) Money {
	if l.Months > 0 {
		return roundedQuotient(amount, Money(l.Months))
	}
	return roundedQuotient(amount*36525, Money(1200*l.Days))
}

// termMonths is how many whole months a term has; 0 if it is not whole months. The anchor
// day of a subscription that renews by days is 0, but one of its terms may be a calendar month.
func termMonths(start, end time.Time, anchor int) int {
	start, end = start.UTC(), end.UTC()
	if months, _ := wholeMonths(start, end, anchor); months > 0 {
		return months
	}
	if start.Day() == anchor {
		return 0
	}
	months, _ := wholeMonths(start, end, start.Day())
	return months
}

// termDays is the length of a term in days, rounded up: a week from 00:00:00 to 23:59:59
// has seven. A term of no length counts as one day.
func termDays(start, end time.Time) int64 {
	const day = 24 * 60 * 60 * 1000
	return max((end.UnixMilli()-start.UnixMilli()+day-1)/day, 1) // a Duration has 292 years at most
}

// roundedQuotient divides, and rounds half away from zero. The divisor is positive.
func roundedQuotient(n, divisor Money) Money {
	if n < 0 {
		return -roundedQuotient(-n, divisor)
	}
	return (2*n + divisor) / (2 * divisor)
}

// Monthly is what the subscription is worth and costs a month, whether it is running or not: by its current term, or by the one that
// counts until that begins.
func (s ProjectSubscription) Monthly() (price, cost Money) {
	if s.Running != nil {
		return s.Running.MonthlyPrice, s.Running.MonthlyCost
	}
	return s.TermMonthly()
}

// TermMonthly is the price and cost of the current term in a month.
func (s ProjectSubscription) TermMonthly() (price, cost Money) {
	length := lengthOf(s.StartAt, s.EndAt, s.AnchorDay)
	if s.Cost != nil {
		cost = length.Monthly(*s.Cost)
	}
	return length.Monthly(s.Price), cost
}
