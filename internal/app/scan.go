package app

import (
	"context"
	"errors"
	"fmt"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// raised is a notification that a mutation has to send.
type raised struct {
	kind         tracker.NotificationKind
	subscription tracker.ProjectSubscription
	project      tracker.Project
}

// raise has everyone concerned told, once, when the change is logged.
func (m *mutation) raise(s tracker.ProjectSubscription, project tracker.Project, kind tracker.NotificationKind) {
	m.raised = append(m.raised, raised{kind, s, project})
}

// notify writes what was raised, for each recipient. The rows name the change, so that
// a reader of the log finds the notifications of this change and no others.
func (m *mutation) notify(ctx context.Context, tx *store.Tx, changeSeq int64) error {
	var rows []store.NewNotification
	for _, r := range m.raised {
		recipients, err := tx.Recipients(ctx, r.project, tracker.RolesThatMay(tracker.BeNotified))
		if err != nil {
			return err
		}
		title, details := r.kind.Words(r.subscription, r.project)
		for _, recipient := range recipients {
			if r.kind == tracker.NotifiedCanceled && recipient == m.caller.User.ID {
				continue // whoever cancels a subscription knows of it
			}
			rows = append(rows, store.NewNotification{RecipientID: recipient, Kind: string(r.kind), Threshold: r.subscription.EndAt,
				Notification: tracker.Notification{ID: newID(), Title: title, Details: details, CreatedAt: m.now, ItemID: &r.subscription.ID, ItemParentID: &r.project.ID}})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.InsertNotifications(ctx, changeSeq, rows)
	return err
}

// tellIfDue tells at once what a change made due; the rest the scan finds.
func (m *mutation) tellIfDue(s *tracker.ProjectSubscription, project tracker.Project) {
	switch {
	case tracker.Ended(m.now).Is(*s):
		m.tellEnd(s, project)
	case tracker.EndsSoonUntold(m.now).Is(*s):
		m.tellSoon(s, project)
	}
}

func (m *mutation) tellSoon(s *tracker.ProjectSubscription, project tracker.Project) {
	m.raise(*s, project, tracker.NotifiedSoon)
	s.SoonRaised = true
}

func (m *mutation) tellEnd(s *tracker.ProjectSubscription, project tracker.Project) {
	m.raise(*s, project, tracker.NotifiedEnded)
	s.SoonRaised, s.EndRaised, s.Live = true, true, false
}

// mostRenewals bounds one transaction. A daily term that begins in 1900 has 46,000
// successors.
const mostRenewals = 100

// renew opens the next period, or as many as a long downtime or a start in the past
// made due, at the catalogue's cost of today. It tells of the period that runs now.
// The next scan renews a subscription that is still due.
func (m *mutation) renew(ctx context.Context, s *tracker.ProjectSubscription, project tracker.Project) error {
	item, err := m.Item(ctx, tracker.Subscriptions, s.SubscriptionID)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return err
	}
	due := tracker.Renewing(m.now)
	for n := 0; n < mostRenewals && due.Is(*s); n++ {
		before := *s
		if item.Cost != nil { // else it is not in the catalogue any more
			s.Cost = item.Cost
		}
		s.Renew()
		s.SoonRaised, s.EndRaised = false, false // what its new end makes due is due again
		s.Version++
		after := *s
		m.write(func(tx *store.Tx) error {
			return tx.RenewProjectSubscription(ctx, before, after, newID(), m.caller.User.ID, m.now)
		})
	}
	if !due.Is(*s) {
		m.raise(*s, project, tracker.NotifiedRenewed)
	}
	return nil
}

const scanBatch = 100

// scanStep is one kind of what can be due, and what is done about it.
type scanStep struct {
	due    tracker.Due
	action string
	do     func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) error
}

// told tells, and notes that it was.
func told(ctx context.Context, tell func(*mutation, *tracker.ProjectSubscription, tracker.Project)) func(*mutation, *tracker.ProjectSubscription, tracker.Project) error {
	return func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
		before := *s
		tell(m, s, project)
		after := *s
		m.write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, before, after) })
		return nil
	}
}

// ScanSubscriptions finds what is due and deals with it, each subscription in a
// transaction of its own. It may run anywhere and as often as one likes.
func (a *App) ScanSubscriptions(ctx context.Context) error {
	now := a.time()
	var failed error
	for _, step := range []scanStep{
		{tracker.Renewing(now), "renew", func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
			return m.renew(ctx, s, project)
		}},
		{tracker.Ended(now), "end", told(ctx, (*mutation).tellEnd)},
		{tracker.EndsSoonUntold(now), "endingSoon", told(ctx, (*mutation).tellSoon)},
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
		batch, err := a.store.DueSubscriptions(ctx, step.due, last, scanBatch)
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
	_, err := a.mutate(ctx, Caller{RequestID: "scan"}, step.action, func(m *mutation) (change, error) {
		of, err := m.SubscriptionForUser(ctx, id, "")
		// Another replica may have been faster.
		if errors.Is(err, tracker.ErrNotFound) || err == nil && !step.due.Is(of.ProjectSubscription) {
			return unchanged, nil
		}
		if err != nil {
			return unchanged, err
		}
		s := of.ProjectSubscription
		err = step.do(m, &s, of.Project.Project)
		return subscriptionChange(of, of.Logged(), s.Logged()), err
	})
	return err
}
