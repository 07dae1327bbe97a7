package tracker

import "time"

// MaxMailItems is how many notifications a mail lists. It counts the rest.
const MaxMailItems = 100

// NextMail is the next instant after now at which the person gets a daily or weekly mail; nil
// if they get none.
func (n NotificationSettings) NextMail(now time.Time) *time.Time {
	switch n.Email {
	case MailDaily:
		return n.next(now, func(time.Time) bool { return true })
	case MailWeekly:
		return n.next(now, isMonday)
	}
	return nil
}

// NextReport is the next instant after now at which the person gets a report by mail: on Mondays, or on the first day of a
// month. It is nil if they get none.
func (n NotificationSettings) NextReport(mailing string, now time.Time) *time.Time {
	switch mailing {
	case MailWeekly:
		return n.next(now, isMonday)
	case MailMonthly:
		return n.next(now, func(day time.Time) bool { return day.Day() == 1 })
	}
	return nil
}

func isMonday(day time.Time) bool { return day.Weekday() == time.Monday }

// ReportDay is the day that a mail which is due at an instant reports of first: the Monday of the week before, or the first
// day of the month before, where the person is.
func (n NotificationSettings) ReportDay(mailing string, due time.Time) time.Time {
	year, month, day := due.In(n.Zone()).Date()
	if mailing == MailMonthly {
		return time.Date(year, month-1, 1, 0, 0, 0, 0, time.UTC)
	}
	today := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return today.AddDate(0, 0, -7-(int(today.Weekday())+6)%7)
}

// next is the first instant after now at which the person's hour begins on a day that counts.
func (n NotificationSettings) next(now time.Time, counts func(day time.Time) bool) *time.Time {
	zone := location(n.TimeZone)
	if zone == nil {
		return nil
	}
	year, month, day := now.In(zone).Date()
	for ; ; day++ {
		at := atHour(time.Date(year, month, day, n.Hour, 0, 0, 0, time.UTC), zone)
		if counts(time.Date(year, month, day, 0, 0, 0, 0, time.UTC)) && at.After(now) {
			return &at
		}
	}
}

// atHour is the first instant at which the clocks of a zone show a time, which is given as if it
// were UTC. When they skip it, it is the instant at which they do; when they show it
// twice, it is the first one.
func atHour(shown time.Time, zone *time.Location) time.Time {
	for from := shown.Add(-26 * time.Hour); ; {
		_, offset := from.In(zone).Zone()
		begin, end := from.In(zone).ZoneBounds()
		at := shown.Add(-time.Duration(offset) * time.Second)
		switch {
		case !begin.IsZero() && at.Before(begin):
			return begin.UTC()
		case end.IsZero() || at.Before(end):
			return at
		}
		from = end
	}
}
