package tracker

import (
	"slices"
	"strconv"
	"time"
)

const wholeDay = 24 * time.Hour

// NoReminder is the RemindedDay of a subscription that nobody was reminded of yet.
const NoReminder = MaxRemindDay + 1

// RemindAt is the date that people are reminded of: the end, or the last instant to cancel a
// subscription that renews. Nil if it renews and has no notice period.
func (s ProjectSubscription) RemindAt() *time.Time {
	if !s.AutoRenew {
		return &s.EndAt
	}
	return CancelBy(s.EndAt, s.NoticeDays, s.CatalogueNotice)
}

// reminderFrom is the instant from which a reminder is due that comes so many days before a date.
// A reminder of day 0 is due from the midnight (UTC) before the date.
func reminderFrom(date time.Time, day int) time.Time {
	if day == 0 {
		return date.Add(-tick).UTC().Truncate(wholeDay)
	}
	return date.Add(-time.Duration(day) * wholeDay)
}

// RemindBefore is the last date for which reminderFrom has come.
func RemindBefore(now time.Time, day int) time.Time {
	if day == 0 {
		return now.UTC().Truncate(wholeDay).Add(wholeDay)
	}
	return now.Add(time.Duration(day) * wholeDay)
}

// DayReached is the smallest day of all for which a reminder of the subscription would be due.
func (s ProjectSubscription) DayReached(now time.Time) int { return s.reminderDue(everyDay, now) }

var everyDay = func() (days []int) {
	for day := range NoReminder {
		days = append(days, day)
	}
	return days
}()

// reminderDue returns the smallest of the days for which a reminder of the subscription is due
// now. It returns NoReminder if no reminder is due, and always once the date is over.
func (s ProjectSubscription) reminderDue(days []int, now time.Time) int {
	reached := NoReminder
	if date := s.RemindAt(); s.Live && date != nil && !now.After(*date) {
		for _, day := range days {
			if !reminderFrom(*date, day).After(now) {
				reached = min(reached, day)
			}
		}
	}
	return reached
}

// ReminderDay returns the day for which a person is to be reminded of a subscription; isDue is
// false if no reminder is due. RemindedDay of the subscription is the day of the last reminder, to
// everybody. A day that the person chose after its reminder was due does not count, unless isNewDate
// says that the dates of the subscription have just been set.
func (n NotificationSettings) ReminderDay(s ProjectSubscription, now time.Time, isNewDate bool) (day int, isDue bool) {
	day = s.reminderDue(n.RemindDays, now)
	if day >= s.RemindedDay {
		return day, false
	}
	return day, isNewDate || !reminderFrom(*s.RemindAt(), day).Before(n.Since[day])
}

// IsReminderDue reports whether a reminder may be due for people who chose one of the days.
func (s ProjectSubscription) IsReminderDue(days []int, now time.Time) bool {
	return s.reminderDue(days, now) < s.RemindedDay
}

// reminderKinds has the stored kind of a reminder for each day. A notification exists once for
// a kind, so a reminder exists once for a day. The kind of the specification's day is older
// than the others.
var reminderKinds = func() (kinds []NotificationKind) {
	for _, day := range everyDay {
		kind := NotifiedSoon
		if day != defaultRemindDay {
			kind += NotificationKind("/" + strconv.Itoa(day))
		}
		kinds = append(kinds, kind)
	}
	return kinds
}()

// Reminder is the kind of a reminder so many days before a date.
func Reminder(day int) NotificationKind { return reminderKinds[day] }

// Wants reports whether a person is notified of events of a kind. For reminders
// ReminderDay decides further.
func (n NotificationSettings) Wants(k NotificationKind) bool {
	switch k {
	case NotifiedEnded:
		return n.Kinds.Ended
	case NotifiedRenewed:
		return n.Kinds.Renewed
	case NotifiedCanceled:
		return n.Kinds.Canceled
	case NotifiedMention:
		return n.Kinds.Mention
	}
	return n.Kinds.EndsSoon && (k == NotifiedSoon || slices.Contains(reminderKinds, k))
}
