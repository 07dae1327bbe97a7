package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// raised is a notification that a mutation has to send.
type raised struct {
	kind         tracker.NotificationKind
	subscription tracker.ProjectSubscription
	project      tracker.Project

	// Of a reminder, the day that has come, and whether the dates are set only now: see
	// NotificationSettings.ReminderDay.
	day       int
	isNewDate bool
}

// raise has everyone concerned told, once, when the change is logged.
func (m *mutation) raise(s tracker.ProjectSubscription, project tracker.Project, kind tracker.NotificationKind) {
	m.raised = append(m.raised, raised{kind: kind, subscription: s, project: project})
}

// recipients lists who is to be told, and of which kind: reminders of different people are for
// different days.
func (m *mutation) recipients(ctx context.Context, r raised) (told []store.Recipient, kinds []tracker.NotificationKind, err error) {
	list, err := m.Recipients(ctx, r.project, tracker.RolesThatMay(tracker.BeNotified))
	if err != nil {
		return nil, nil, err
	}
	var responsible []tracker.Responsible
	if slices.ContainsFunc(list, func(to store.Recipient) bool { return to.Settings.OnlyResponsible }) {
		of, err := m.Responsible(ctx, []string{r.project.ID}, tracker.ResponsibleRoles())
		if err != nil {
			return nil, nil, err
		}
		responsible = of[r.project.ID]
	}
	for _, to := range list {
		kind, wanted := r.kind, to.Settings.Wants(r.kind)
		if kind == tracker.NotifiedSoon && wanted {
			var day int
			if day, wanted = to.Settings.ReminderDay(r.subscription, m.now, r.isNewDate); wanted {
				kind = tracker.Reminder(day)
			}
		}
		isCanceler := kind == tracker.NotifiedCanceled && to.ID == m.caller.User.ID // knows of it
		isElsewhere := to.Settings.OnlyResponsible && !slices.ContainsFunc(responsible, func(r tracker.Responsible) bool { return r.Email == to.Email })
		if wanted && !isCanceler && !isElsewhere {
			told, kinds = append(told, to), append(kinds, kind)
		}
	}
	return told, kinds, nil
}

// notify writes what was raised, for each recipient. The rows name the change, so that
// a reader of the log finds the notifications of this change and no others.
func (m *mutation) notify(ctx context.Context, changeSeq int64) error {
	rows := slices.Clone(m.news)
	for _, r := range m.raised {
		recipients, kinds, err := m.recipients(ctx, r)
		if err != nil {
			return err
		}
		title, details := r.kind.Words(r.subscription, r.project)
		for i, recipient := range recipients {
			id := newID()
			rows = append(rows, store.NewNotification{RecipientID: recipient.ID, Kind: string(kinds[i]), Threshold: r.subscription.EndAt, MailID: mailOf(recipient.Settings, id),
				Notification: tracker.Notification{ID: id, Title: title, Details: details, CreatedAt: m.now, ItemID: &r.subscription.ID, ItemParentID: &r.project.ID}})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := m.tx.InsertNotifications(ctx, changeSeq, rows); err != nil {
		return err
	}
	return m.mailEach(ctx, changeSeq, rows)
}

// tellIfDue tells at once what a change made due. The scan finds the rest. isNewDate is whether
// the change set the dates.
func (m *mutation) tellIfDue(s *tracker.ProjectSubscription, project tracker.Project, isNewDate bool) {
	if tracker.Ended(m.now).Is(*s) {
		m.tellEnd(s, project)
		return
	}
	m.remind(s, project, isNewDate)
}

// remind has people reminded of a subscription, each for the last of their days that has come,
// and reports whether a further day has come since they were.
func (m *mutation) remind(s *tracker.ProjectSubscription, project tracker.Project, isNewDate bool) bool {
	day := s.DayReached(m.now)
	if day >= s.RemindedDay {
		return false
	}
	if m.remindDays == nil || s.IsReminderDue(m.remindDays, m.now) { // else nobody chose a day that has come
		m.raised = append(m.raised, raised{tracker.NotifiedSoon, *s, project, day, isNewDate})
	}
	s.RemindedDay = day
	return true
}

func (m *mutation) tellEnd(s *tracker.ProjectSubscription, project tracker.Project) {
	m.raise(*s, project, tracker.NotifiedEnded)
	s.RemindedDay, s.EndRaised, s.Live = 0, true, false
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
		s.RemindedDay, s.EndRaised = tracker.NoReminder, false // what its new end makes due is due again
		s.Version++
		after := *s
		m.write(func(tx *store.Tx) error {
			return tx.RenewProjectSubscription(ctx, before, after, newID(), m.caller.User.ID, m.now)
		})
	}
	if due.Is(*s) {
		return nil
	}
	m.raise(*s, project, tracker.NotifiedRenewed)
	renewed := *s
	if m.remind(s, project, true) {
		after := *s
		m.write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, renewed, after) })
	}
	return nil
}

const scanBatch = 100

// scanStep is one kind of what can be due, and what is done about it.
type scanStep struct {
	action string
	// list returns some that are due, after the last one of the previous call.
	list func(last store.DueSubscription) ([]store.DueSubscription, error)
	// do deals with a subscription, and reports whether it was still due.
	do func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) (bool, error)
}

// whenDue is the step that lists subscriptions by a condition, and deals with those for which
// it still holds.
func (a *App) whenDue(ctx context.Context, action string, due tracker.Due, do func(*mutation, *tracker.ProjectSubscription, tracker.Project) error) scanStep {
	return scanStep{action,
		func(last store.DueSubscription) ([]store.DueSubscription, error) {
			return a.store.DueSubscriptions(ctx, due, last, scanBatch)
		},
		func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) (bool, error) {
			if !due.Is(*s) {
				return false, nil
			}
			return true, do(m, s, project)
		}}
}

// ScanSubscriptions finds what is due and deals with it, each subscription in a
// transaction of its own. It may run anywhere and as often as one likes.
func (a *App) ScanSubscriptions(ctx context.Context) error {
	now := a.time()
	var failed error
	steps := []scanStep{
		a.whenDue(ctx, "renew", tracker.Renewing(now), func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
			return m.renew(ctx, s, project)
		}),
		a.whenDue(ctx, "end", tracker.Ended(now), func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) error {
			before := *s
			m.tellEnd(s, project)
			after := *s
			m.write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, before, after) })
			return nil
		}),
	}
	days, err := a.store.RemindDays(ctx)
	if err != nil {
		return err
	}
	for _, step := range append(steps, a.reminderSteps(ctx, days, now)...) {
		failed = errors.Join(failed, a.scan(ctx, step))
	}
	return errors.Join(failed, a.wakeNotifications(ctx), a.mailNotifications(ctx))
}

// reminderSteps has a step for each day that people may have been reminded for before. By that
// day an index finds those whose next day has come.
func (a *App) reminderSteps(ctx context.Context, days []int, now time.Time) (steps []scanStep) {
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
		steps = append(steps, scanStep{"endingSoon",
			func(last store.DueSubscription) ([]store.DueSubscription, error) {
				return a.store.DueReminders(ctx, reminded, now, tracker.RemindBefore(now, next), last, scanBatch)
			},
			func(m *mutation, s *tracker.ProjectSubscription, project tracker.Project) (bool, error) {
				before := *s
				if !m.remind(s, project, false) {
					return false, nil
				}
				after := *s
				m.write(func(tx *store.Tx) error { return tx.MarkNotified(ctx, before, after) })
				return true, nil
			}})
	}
	return steps
}

// scan deals with each subscription that is due once. One that fails is logged,
// left to the next scan, and keeps none behind it waiting; the first error is returned.
func (a *App) scan(ctx context.Context, step scanStep) error {
	var failed error
	seen := map[string]bool{} // a renewed one may be due again, further on
	for last := (store.DueSubscription{}); ; {
		batch, err := step.list(last)
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
	var unwanted *raised // a reminder that nobody wants
	_, err := a.mutate(ctx, Caller{RequestID: "scan"}, step.action, func(m *mutation) (change, error) {
		unwanted = nil
		of, err := m.SubscriptionForUser(ctx, id, "")
		if err != nil {
			if errors.Is(err, tracker.ErrNotFound) {
				err = nil
			}
			return unchanged, err
		}
		s := of.ProjectSubscription
		// Another replica may have been faster.
		if isDue, err := step.do(m, &s, of.Project.Project); err != nil || !isDue {
			return unchanged, err
		}
		if r := m.raised; len(r) == 1 && r[0].kind == tracker.NotifiedSoon {
			told, _, err := m.recipients(ctx, r[0])
			if err != nil {
				return unchanged, err
			}
			if len(told) == 0 { // not worth a line in the change log
				unwanted = &r[0]
				return unchanged, nil
			}
		}
		return subscriptionChange(of, of.Logged(), s.Logged()), nil
	})
	if err != nil || unwanted == nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		return tx.MarkReminded(ctx, unwanted.subscription, unwanted.day)
	})
}
