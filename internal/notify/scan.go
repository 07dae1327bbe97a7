package notify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// mostRenewals bounds one transaction. A daily term that begins in 1900 has 46,000
// successors.
const mostRenewals = 100

// renew opens the next period, or as many as a long downtime or a start in the past
// made due, at the catalogue's cost of today. It tells of the period that runs now.
// The next scan renews a subscription that is still due.
func renew(ctx context.Context, m *change.Mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
	cost, err := record.CatalogueCost(ctx, m, s.SubscriptionID)
	if err != nil {
		return err
	}
	due := tracker.Renewing(m.Now)
	for n := 0; n < mostRenewals && due.Is(*s); n++ {
		before := *s
		if *s, err = s.Next(tracker.Renewal{Now: m.Now, Cost: cost}); err != nil {
			return err
		}
		s.Version++
		after := *s
		m.Write(func(tx *store.Tx) error {
			return tx.RenewProjectSubscription(ctx, before, after, change.NewID(), m.Caller.User.ID, m.Now)
		})
	}
	if due.Is(*s) {
		return nil
	}
	m.Raise(*s, project, tracker.NotifiedRenewed)
	renewed := *s
	if m.Remind(s, project, true) {
		after := *s
		m.Write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, renewed, after) })
	}
	return nil
}

const scanBatch = 100

// byScan is the program itself.
var byScan = change.Caller{RequestID: "scan"}

// scanStep is one kind of what can be due, and what is done about it.
type scanStep struct {
	action string
	// list returns some that are due, after the last one of the previous call.
	list func(last store.DueSubscription) ([]store.DueSubscription, error)
	// do deals with a subscription, and reports whether it was still due.
	do func(m *change.Mutation, s *tracker.ProjectSubscription, project tracker.Project) (bool, error)
	// together is how many are dealt with in one transaction, where nobody is told of them and there may be thousands; else each has its own.
	together int
}

// whenDue is the step that lists subscriptions by a condition, and deals with those for which
// it still holds.
func (n *Notifier) whenDue(ctx context.Context, action string, due tracker.Due, do func(*change.Mutation, *tracker.ProjectSubscription, tracker.Project) error) scanStep {
	return scanStep{
		action: action,
		list: func(last store.DueSubscription) ([]store.DueSubscription, error) {
			return n.Store.DueSubscriptions(ctx, due, last, scanBatch)
		},
		do: func(m *change.Mutation, s *tracker.ProjectSubscription, project tracker.Project) (bool, error) {
			if !due.Is(*s) {
				return false, nil
			}
			return true, do(m, s, project)
		}}
}

// ScanSubscriptions finds what is due and deals with it. It may run anywhere and as often as one likes.
func (n *Notifier) ScanSubscriptions(ctx context.Context) error {
	now := n.Time()
	var failed error
	steps := []scanStep{
		n.priceStep(ctx, now), // before the renewals, which take the price of then
		n.whenDue(ctx, "renew", tracker.Renewing(now), func(m *change.Mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
			return renew(ctx, m, s, project)
		}),
		n.priceStep(ctx, now), // of periods that have just begun, after a long downtime
		n.whenDue(ctx, "end", tracker.Ended(now), func(m *change.Mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
			before := *s
			m.TellEnd(s, project)
			after := *s
			m.Write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, before, after) })
			return nil
		}),
	}
	days, err := n.Store.RemindDays(ctx)
	if err != nil {
		return err
	}
	for _, step := range append(steps, n.reminderSteps(ctx, days, now)...) {
		failed = errors.Join(failed, n.scan(ctx, step))
	}
	return errors.Join(failed, n.beginPeriods(ctx), n.wakeNotifications(ctx), n.mailNotifications(ctx), n.mailReports(ctx))
}

// priceStep sets planned prices whose day has come. A price that is set is not planned any more, so that none is set twice.
func (n *Notifier) priceStep(ctx context.Context, now time.Time) scanStep {
	return scanStep{
		action:   "edit",
		together: 20,
		list: func(last store.DueSubscription) ([]store.DueSubscription, error) {
			return n.Store.DuePrices(ctx, now, last, scanBatch)
		},
		do: func(m *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Project) (bool, error) {
			if !s.IsPriceDue(m.Now) {
				return false, nil
			}
			before := *s
			s.TakePlanned()
			s.Version++
			after := *s
			m.Write(func(tx *store.Tx) error {
				return tx.UpdateProjectSubscription(ctx, before, after, m.Caller.User.ID, m.Now)
			})
			return true, nil
		}}
}

// beginPeriods has the next period counted of subscriptions that were renewed ahead. People saw that in the history when it was done.
func (n *Notifier) beginPeriods(ctx context.Context) error {
	for last := (store.DueSubscription{}); ; {
		batch, err := n.Store.OverPeriods(ctx, n.Time(), last, scanBatch)
		if err != nil || len(batch) == 0 {
			return err
		}
		for _, last = range batch {
			if err := n.Store.Write(ctx, func(tx *store.Tx) error { return tx.BeginPeriod(ctx, last.ID, n.Time()) }); err != nil {
				return err
			}
		}
	}
}

// reminderSteps has a step for each day that people may have been reminded for before. By that
// day an index finds those whose next day has come.
func (n *Notifier) reminderSteps(ctx context.Context, days []int, now time.Time) (steps []scanStep) {
	for reminded := range tracker.NoReminder + 1 {
		next := -1
		for _, day := range days {
			if day < reminded {
				next = max(next, day)
			}
		}
		if next < 0 {
			continue
		}
		steps = append(steps, scanStep{
			action: "endingSoon",
			list: func(last store.DueSubscription) ([]store.DueSubscription, error) {
				return n.Store.DueReminders(ctx, reminded, now, tracker.RemindBefore(now, next), last, scanBatch)
			},
			do: func(m *change.Mutation, s *tracker.ProjectSubscription, project tracker.Project) (bool, error) {
				before := *s
				if !m.Remind(s, project, false) {
					return false, nil
				}
				after := *s
				m.Write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, before, after) })
				return true, nil
			}})
	}
	return steps
}

// scan deals with each subscription that is due once. One that fails is logged,
// left to the next scan, and keeps none behind it waiting; the first error is returned.
func (n *Notifier) scan(ctx context.Context, step scanStep) error {
	var failed error
	seen := map[string]bool{} // a renewed one may be due again, further on
	for last := (store.DueSubscription{}); ; {
		batch, err := step.list(last)
		if err != nil {
			return err
		}
		var due []string
		for _, last = range batch {
			if !seen[last.ID] {
				seen[last.ID] = true
				due = append(due, last.ID)
			}
		}
		for some := range slices.Chunk(due, max(step.together, 1)) {
			if len(some) > 1 && n.dealWithAll(ctx, step, some) == nil {
				continue
			}
			for _, id := range some {
				err := n.dealWith(ctx, step, id)
				if err == nil {
					continue
				}
				n.Log.ErrorContext(ctx, "scan", "subscription", id, "action", step.action, "error", err)
				if failed == nil {
					failed = fmt.Errorf("scan %s: %w", id, err)
				}
				if change.DatabaseFails(err) || ctx.Err() != nil {
					return failed
				}
			}
		}
		if len(batch) < scanBatch {
			return failed
		}
	}
}

// decide does what is due, unless another replica was faster.
func (step scanStep) decide(m *change.Mutation, of store.SubscriptionForUser) (change.Change, error) {
	s := of.ProjectSubscription
	if isDue, err := step.do(m, &s, of.Project.Project); err != nil || !isDue {
		return change.Unchanged, err
	}
	return record.SubscriptionChange(of, of.Logged(), s.Logged()), nil
}

// dealWithAll deals with some in one transaction. If one fails, none is dealt with.
func (n *Notifier) dealWithAll(ctx context.Context, step scanStep, ids []string) error {
	_, err := n.Engine.Transact(ctx, n.Store.Write, func(w *change.Work) error {
		w.Caller = byScan
		found, err := w.SubscriptionsForUser(ctx, ids, "")
		if err != nil {
			return err
		}
		for _, id := range ids {
			of, isThere := found[id]
			if !isThere {
				continue
			}
			if err := w.Do(ctx, step.action, func(m *change.Mutation) (change.Change, error) { return step.decide(m, of) }); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

func (n *Notifier) dealWith(ctx context.Context, step scanStep, id string) error {
	saved, err := change.Save(ctx, n.Engine, byScan, step.action, func(m *change.Mutation) (*change.Raised, change.Change, error) {
		of, err := m.SubscriptionForUser(ctx, id, "")
		if err != nil {
			if errors.Is(err, tracker.ErrNotFound) {
				err = nil
			}
			return nil, change.Unchanged, err
		}
		ch, err := step.decide(m, of)
		if r := m.Raised; err == nil && len(r) == 1 && r[0].Kind == tracker.NotifiedSoon {
			told, _, err := m.WhoIsTold(ctx, r[0])
			if err != nil {
				return nil, change.Unchanged, err
			}
			isTold := len(told) > 0
			if news, isNews := m.ChannelNews(r[0]); isNews && !isTold {
				if isTold, err = m.IsChannelTold(ctx, news); err != nil {
					return nil, change.Unchanged, err
				}
			}
			if !isTold { // not worth a line in the change log
				return &r[0], change.Unchanged, nil
			}
		}
		return nil, ch, err
	})
	unwanted := saved.Entity // a reminder that nobody wants
	if err != nil || unwanted == nil {
		return err
	}
	return n.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.MarkReminded(ctx, unwanted.Subscription, unwanted.Day)
	})
}

// wakeNotifications brings back the snoozed notifications whose time has come. Several replicas
// may do it at once: each notification is looked at again in its transaction.
func (n *Notifier) wakeNotifications(ctx context.Context) (failed error) {
	for last := (store.DueSubscription{}); ; {
		batch, err := n.Store.SnoozedUntil(ctx, n.Time(), last, scanBatch)
		if err != nil {
			return errors.Join(failed, err)
		}
		for _, last = range batch {
			_, err := change.Mutate(ctx, n.Engine, byScan, "unsnooze", func(m *change.Mutation) (change.Change, error) {
				if isDue, err := m.IsSnoozed(ctx, last.ID, m.Now); err != nil || !isDue {
					return change.Unchanged, err
				}
				m.Write(func(tx *store.Tx) error { return tx.WakeNotification(ctx, last.ID, m.Now) })
				return change.Change{Entity: tracker.EntityNotification, ID: last.ID}, nil
			})
			if failed = errors.Join(failed, err); change.DatabaseFails(err) || ctx.Err() != nil {
				return failed
			}
		}
		if len(batch) < scanBatch {
			return failed
		}
	}
}
