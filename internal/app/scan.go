package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// raise has everyone concerned told, once, when the change is logged.
func (m *mutation) raise(s tracker.ProjectSubscription, p tracker.Project, kind tracker.NotificationKind) {
	title, details := kind.Words(s, p)
	m.raised = append(m.raised, store.NewNotification{Kind: string(kind), Threshold: s.EndAt,
		Notification: tracker.Notification{Title: title, Details: details, CreatedAt: m.now, ItemID: s.ID, ItemParentID: p.ID}})
}

// notify writes what was raised, which all belongs to one project, for each
// recipient. The rows name the change, so that a reader of the log finds those
// of this change and no others.
func (m *mutation) notify(ctx context.Context, changeSeq int64) error {
	if len(m.raised) == 0 {
		return nil
	}
	recipients, err := m.SubscriptionRecipients(ctx, m.raised[0].ItemParentID)
	if err != nil {
		return err
	}
	var notifications []store.NewNotification
	for _, n := range m.raised {
		for _, n.RecipientID = range recipients {
			n.ID = newID()
			notifications = append(notifications, n)
		}
	}
	_, err = m.InsertNotifications(ctx, changeSeq, notifications)
	return err
}

// raiseIfDue tells at once what a change made due; the rest the scan finds.
func (m *mutation) raiseIfDue(ctx context.Context, s tracker.ProjectSubscription, p tracker.Project) error {
	ended, soon, err := m.DueNow(ctx, s.ID, m.now)
	if err != nil {
		return err
	}
	if ended {
		return m.end(ctx, s, p)
	}
	if !soon {
		return nil
	}
	return m.tellSoon(ctx, s, p)
}

func (m *mutation) tellSoon(ctx context.Context, s tracker.ProjectSubscription, p tracker.Project) error {
	m.raise(s, p, tracker.NotifiedSoon)
	return m.MarkSoonRaised(ctx, s.ID)
}

func (m *mutation) end(ctx context.Context, s tracker.ProjectSubscription, p tracker.Project) error {
	m.raise(s, p, tracker.NotifiedEnded)
	return m.MarkEnded(ctx, s)
}

// Limits of one transaction that renews, and of what it tells. A daily term that
// begins in 1900 has 46,000 successors.
const (
	mostRenewals = 100
	renewalNews  = 366 * 24 * time.Hour
)

// renew opens the next period, or as many as a long downtime made due, at the
// catalogue's cost of today. What is due then the next scan renews.
func (m *mutation) renew(ctx context.Context, s *tracker.ProjectSubscription, p tracker.Project) error {
	item, err := m.Item(ctx, tracker.Subscriptions, s.SubscriptionID)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return err
	}
	if err == nil {
		s.Cost = item.Cost
	}
	for n := 0; n < mostRenewals && !s.EndAt.After(m.now); n++ {
		before := *s
		s.Renew()
		if s.Version, err = m.RenewProjectSubscription(ctx, before, *s, newID(), m.caller.User.ID, m.now); err != nil {
			return err
		}
		if m.now.Sub(s.EndAt) < renewalNews {
			m.raise(*s, p, tracker.NotifiedRenewed)
		}
	}
	return nil
}

const scanBatch = 100

// scanStep is one kind of what can be due, and what is done about it.
type scanStep struct {
	due    store.Due
	until  time.Time
	action string
	do     func(m *mutation, s *tracker.ProjectSubscription, p tracker.Project) error
}

// ScanSubscriptions finds what is due and deals with it, each subscription in a
// transaction of its own. It may run anywhere and as often as one likes.
func (a *App) ScanSubscriptions(ctx context.Context) error {
	now := a.time()
	var failed error
	for _, step := range []scanStep{
		{store.DueRenewal, now, "renew", func(m *mutation, s *tracker.ProjectSubscription, p tracker.Project) error { return m.renew(ctx, s, p) }},
		{store.DueEnded, now, "end", func(m *mutation, s *tracker.ProjectSubscription, p tracker.Project) error { return m.end(ctx, *s, p) }},
		{store.DueSoon, now.Add(tracker.EndingSoon), "endingSoon", func(m *mutation, s *tracker.ProjectSubscription, p tracker.Project) error {
			return m.tellSoon(ctx, *s, p)
		}},
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
	return a.mutate(ctx, Caller{RequestID: "scan"}, step.action, func(m *mutation) (change, error) {
		// Another replica may have been faster.
		if due, err := m.IsDue(ctx, id, step.due, step.until); err != nil || !due {
			return unchanged, err
		}
		s, err := m.Tx.ProjectSubscription(ctx, id)
		if err != nil {
			return unchanged, err
		}
		project, err := m.Tx.Project(ctx, s.ProjectID)
		if err != nil {
			return unchanged, err
		}
		before := s
		err = step.do(m, &s, project)
		return change{entity: projectSubscriptionEntity, id: id, before: before, after: s}, err
	})
}
