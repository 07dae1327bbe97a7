package tracker

import "time"

// MaxMailItems is how many notifications a mail lists. It counts the rest.
const MaxMailItems = 100

// NextMail is the next instant after now at which the person gets a daily or weekly mail; nil
// if they get none.
func (n NotificationSettings) NextMail(now time.Time) *time.Time {
	zone := location(n.TimeZone)
	if zone == nil || n.Email != MailDaily && n.Email != MailWeekly {
		return nil
	}
	year, month, day := now.In(zone).Date()
	for ; ; day++ {
		at := atHour(time.Date(year, month, day, n.Hour, 0, 0, 0, time.UTC), zone)
		isDay := n.Email == MailDaily || time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Weekday() == time.Monday
		if isDay && at.After(now) {
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
