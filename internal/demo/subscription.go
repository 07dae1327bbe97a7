package demo

import (
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const day = 24 * time.Hour

// oldestNotification is the age of the demo's oldest notification.
const oldestNotification = 60 * day

// remindedDay is the day of the reminders that people get by default.
const remindedDay = int(tracker.EndingSoon / day)

// subscription attaches a subscription to a project: many renew by the year or run
// on, some end soon, have ended, were canceled, or renew by the month. The
// notifications that the scan would have raised by now are there, so that the scan
// finds nothing to do.
func (g *generator) subscription(p store.LoadedProject, recipients []string) {
	item := pick(g.rand, g.subscriptions)
	start := startOfDay(p.CreatedAt)
	s := store.LoadedSubscription{Listed: p.Live, ProjectSubscription: tracker.ProjectSubscription{ID: newID(), ProjectID: p.ID, SubscriptionID: item.ID, Live: p.Live,
		RemindedDay: tracker.NoReminder, CatalogueNotice: item.NoticeDays,
		Cost: item.Cost, Price: *item.Cost * tracker.Money(11+g.rand.IntN(6)) / 10, CreatedAt: p.CreatedAt}}
	s.Subscription.Name = item.Name
	notify := func(kind tracker.NotificationKind, at time.Time) {
		g.notify(s.ProjectSubscription, p.Project, recipients, kind, at)
	}
	today := startOfDay(g.o.Now)
	switch kind := g.rand.IntN(100); {
	case kind < 40:
		s.AutoRenew = true
		s.SetPeriod(start, endOfDay(start.AddDate(1, 0, 0)))
	case kind < 41 && p.Live:
		s.AutoRenew = true
		start = start.AddDate(0, 0, -max(0, start.Day()-28)) // a day that every month has
		s.SetPeriod(start, endOfDay(start.AddDate(0, 1, 0)))
		for !s.EndAt.After(g.o.Now) {
			s.Periods = append(s.Periods, period(s))
			s.Renew()
			notify(tracker.NotifiedRenewed, s.StartAt)
		}
	case kind < 43 && p.Live:
		s.RemindedDay = remindedDay
		s.SetPeriod(start, endOfDay(today.AddDate(0, 0, 1+g.rand.IntN(12))))
		notify(tracker.NotifiedSoon, s.EndAt.Add(-tracker.EndingSoon))
	case kind < 47 && p.Live:
		s.RemindedDay, s.EndRaised, s.Live = remindedDay, true, false
		s.SetPeriod(start, g.endedDay(start, today))
		notify(tracker.NotifiedSoon, s.EndAt.Add(-tracker.EndingSoon))
		notify(tracker.NotifiedEnded, s.EndAt)
	case kind < 50:
		at, why := g.endedDay(start, today), pick(g.rand, cancelations)
		s.SetPeriod(start, endOfDay(start.AddDate(1, 0, 0)))
		s.CanceledAt, s.Live = &at, false
		s.IsCanceled, s.CancelationReason = true, &why
		notify(tracker.NotifiedCanceled, at)
	default:
		s.SetPeriod(start, endOfDay(today.AddDate(0, 0, 16+g.rand.IntN(330))))
	}
	g.rows.subscriptions = append(g.rows.subscriptions, s)
}

func period(s store.LoadedSubscription) store.LoadedPeriod {
	return store.LoadedPeriod{ID: newID(), SubscriptionPeriod: store.SubscriptionPeriod{StartAt: s.StartAt, EndAt: s.EndAt, Price: s.Price, Cost: *s.Cost}}
}

// endedDay is the end of a random day from start to the day before today.
func (g *generator) endedDay(start, today time.Time) time.Time {
	return endOfDay(start.AddDate(0, 0, g.rand.IntN(max(1, int(today.Sub(start)/day)))))
}

// notify adds a notification for each recipient. One that is a week old is viewed.
func (g *generator) notify(s tracker.ProjectSubscription, p tracker.Project, recipients []string, kind tracker.NotificationKind, at time.Time) {
	age := g.o.Now.Sub(at)
	if age > oldestNotification {
		return
	}
	title, details := kind.Words(s, p)
	for _, recipient := range recipients {
		n := tracker.Notification{ID: newID(), Title: title.String(), Details: details.String(), DetailsText: details, CreatedAt: at, ItemID: &s.ID, ItemParentID: &p.ID}
		if age > 7*day {
			viewed := at.Add(20 * time.Hour)
			n.ViewedAt = &viewed
		}
		g.rows.notifications = append(g.rows.notifications, store.NewNotification{Notification: n, RecipientID: recipient, Kind: string(kind), Threshold: s.EndAt})
	}
}

func startOfDay(t time.Time) time.Time { return t.UTC().Truncate(day) }

// endOfDay is the instant that the forms send for an end date.
func endOfDay(t time.Time) time.Time { return startOfDay(t).Add(day - time.Second) }
