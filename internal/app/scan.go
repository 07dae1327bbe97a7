package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// audienceOf is who is told about the subscriptions of a project.
type audienceOf struct {
	project    tracker.Project
	recipients []string
}

// raise has everyone concerned told, once, when the change is logged. Whoever
// cancels a subscription knows of it.
func (m *mutation) raise(s tracker.ProjectSubscription, of audienceOf, kind tracker.NotificationKind) {
	title, details := kind.Words(s, of.project)
	for _, recipient := range of.recipients {
		if kind == tracker.NotifiedCanceled && recipient == m.caller.User.ID {
			continue
		}
		m.raised = append(m.raised, store.NewNotification{RecipientID: recipient, Kind: string(kind), Threshold: s.EndAt,
			Notification: tracker.Notification{ID: newID(), Title: title, Details: details, CreatedAt: m.now, ItemID: &s.ID, ItemParentID: &of.project.ID}})
	}
}

// notify writes what was raised. The rows name the change, so that a reader of the
// log finds those of this change and no others.
func (m *mutation) notify(ctx context.Context, changeSeq int64) error {
	if len(m.raised) == 0 {
		return nil
	}
	_, err := m.InsertNotifications(ctx, changeSeq, m.raised)
	return err
}

// tellIfDue tells at once what a change made due; the rest the scan finds.
func (m *mutation) tellIfDue(s *tracker.ProjectSubscription, of audienceOf) {
	switch {
	case !s.Live || s.AutoRenew:
	case s.EndAt.Before(m.now):
		m.tellEnd(s, of)
	case !s.SoonRaised && !s.EndAt.After(m.now.Add(tracker.EndingSoon)):
		m.tellSoon(s, of)
	}
}

func (m *mutation) tellSoon(s *tracker.ProjectSubscription, of audienceOf) {
	m.raise(*s, of, tracker.NotifiedSoon)
	s.SoonRaised = true
}

func (m *mutation) tellEnd(s *tracker.ProjectSubscription, of audienceOf) {
	m.raise(*s, of, tracker.NotifiedEnded)
	s.SoonRaised, s.EndRaised, s.Live = true, true, false
}

// mostRenewals bounds one transaction. A daily term that begins in 1900 has 46,000
// successors.
const mostRenewals = 100

// renew opens the next period, or as many as a long downtime or a start in the past
// made due, at the catalogue's cost of today. It tells of the period that runs now.
// The next scan renews a subscription that is still due.
func (m *mutation) renew(ctx context.Context, s *tracker.ProjectSubscription, of audienceOf) error {
	item, err := m.Item(ctx, tracker.Subscriptions, s.SubscriptionID)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return err
	}
	for n := 0; n < mostRenewals && !s.EndAt.After(m.now); n++ {
		before := *s
		if item.Cost != nil { // else it is not in the catalogue any more
			s.Cost = item.Cost
		}
		s.Renew()
		s.SoonRaised, s.EndRaised = false, false // what its new end makes due is due again
		if s.Version, err = m.RenewProjectSubscription(ctx, before, *s, newID(), m.caller.UserID, m.now); err != nil {
			return err
		}
	}
	if s.EndAt.After(m.now) {
		m.raise(*s, of, tracker.NotifiedRenewed)
	}
	return nil
}

const scanBatch = 100

// scanStep is one kind of what can be due, and what is done about it.
type scanStep struct {
	due    store.Due
	until  time.Time
	action string
	do     func(m *mutation, s *tracker.ProjectSubscription, of audienceOf) error
}

// told tells, and notes that it was.
func told(ctx context.Context, tell func(*mutation, *tracker.ProjectSubscription, audienceOf)) func(*mutation, *tracker.ProjectSubscription, audienceOf) error {
	return func(m *mutation, s *tracker.ProjectSubscription, of audienceOf) error {
		before := *s
		tell(m, s, of)
		return m.MarkTold(ctx, before, *s)
	}
}

// ScanSubscriptions finds what is due and deals with it, each subscription in a
// transaction of its own. It may run anywhere and as often as one likes.
func (a *App) ScanSubscriptions(ctx context.Context) error {
	now := a.time()
	var failed error
	for _, step := range []scanStep{
		{store.DueRenewal, now, "renew", func(m *mutation, s *tracker.ProjectSubscription, of audienceOf) error { return m.renew(ctx, s, of) }},
		{store.DueEnded, now, "end", told(ctx, (*mutation).tellEnd)},
		{store.DueSoon, now.Add(tracker.EndingSoon), "endingSoon", told(ctx, (*mutation).tellSoon)},
	} {
		failed = errors.Join(failed, a.scan(ctx, step))
	}
	return failed
}

// scan deals with each subscription that is due once. One that fails is logged,
// left to the next scan, and keeps none behind it waiting; the first error is returned.
func (a *App) scan(ctx context.Context, step scanStep) error {
	var failed error
	seen := map[string]bool{} // a renewed one may be due again, further on
	for last := (store.DueSubscription{}); ; {
		batch, err := a.store.DueSubscriptions(ctx, step.due, step.until, last, scanBatch)
		if err != nil {
			return err
		}
		for _, last = range batch {
			if seen[last.ID] {
				continue
			}
			seen[last.ID] = true
			if err := a.dealWith(ctx, step, last.ID); err != nil {
				a.log.ErrorContext(ctx, "scan", "subscription", last.ID, "action", step.action, "error", err)
				if failed == nil {
					failed = fmt.Errorf("scan %s: %w", last.ID, err)
				}
				if databaseFails(err) || ctx.Err() != nil {
					return failed
				}
			}
		}
		if len(batch) < scanBatch {
			return failed
		}
	}
}

// databaseFails says of an error that it is not about what was asked for.
func databaseFails(err error) bool {
	return tracker.IsKind(err, tracker.KindUnavailable) || tracker.IsKind(err, tracker.KindTimeout) || tracker.IsKind(err, tracker.KindDiskFull)
}

func (a *App) dealWith(ctx context.Context, step scanStep, id string) error {
	return a.mutate(ctx, Request{RequestID: "scan"}, step.action, func(m *mutation) (change, error) {
		of, err := m.SubscriptionOf(ctx, id, "")
		// Another replica may have been faster.
		if errors.Is(err, tracker.ErrNotFound) || err == nil && !step.due.Is(of.ProjectSubscription, step.until) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		s := of.ProjectSubscription
		err = step.do(m, &s, audienceOf{of.Project.Project, of.Recipients})
		return change{entity: projectSubscriptionEntity, id: id, before: of.ProjectSubscription, after: s}, err
	})
}
