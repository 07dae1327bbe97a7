package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"btracker/internal/tracker"
)

var projectSubscriptionColumns = `
		a.id,
		a.project_id,
		a.subscription_id,
		a.details,
		a.start_at,
		a.end_at,
		a.anchor_day,
		a.auto_renew,
		a.price,
		a.cost,
		a.canceled_at IS NOT NULL,
		a.cancelation_reason,
		a.notice_days,
		a.created_at,
		a.version,
		a.live,
		a.reminded_day,
		a.end_raised,
		a.planned_price,
		a.planned_from,
		a.running_from,
		a.running_until,
		a.monthly_price,
		a.monthly_cost,
		i.notice_days,
		i.name,
		category.name` + ownColumn("'projectSubscription'", "a.id")

const projectSubscriptionFrom = `
	FROM project_subscription a
	JOIN catalogue_item i ON i.id = a.subscription_id
	JOIN category ON category.id = i.category_id`

func scanProjectSubscription(r rows) (s tracker.ProjectSubscription, err error) {
	err = scanSubscriptionWith(&s, r.Scan)
	return s, err
}

// scanSubscriptionWith scans the columns of a subscription; scan gets them.
func scanSubscriptionWith(s *tracker.ProjectSubscription, scan func(columns ...any) error) error {
	var start, end, created int64
	var own *string
	var plannedFrom, runningFrom, runningUntil *int64
	var plannedPrice *tracker.Money
	var monthlyPrice, monthlyCost tracker.Money
	err := scan(&s.ID, &s.ProjectID, &s.SubscriptionID, &s.Details, &start, &end, &s.AnchorDay, &s.AutoRenew, &s.Price, &s.Cost, &s.IsCanceled,
		&s.CancelationReason, &s.NoticeDays, &created, &s.Version, &s.Live, &s.RemindedDay, &s.EndRaised, &plannedPrice, &plannedFrom,
		&runningFrom, &runningUntil, &monthlyPrice, &monthlyCost, &s.CatalogueNotice, &s.Subscription.Name, &s.Subscription.CategoryName, &own)
	s.Own, err = readOwn(own, err)
	s.StartAt, s.EndAt, s.CreatedAt, s.Planned = instant(start), instant(end), instant(created), planned(plannedPrice, plannedFrom)
	if runningFrom != nil {
		s.RunsFrom = instantOrNil(runningFrom)
		s.Running = &tracker.RunningTerm{StartAt: instant(*runningFrom), UntilAt: instant(*runningUntil), MonthlyPrice: monthlyPrice, MonthlyCost: monthlyCost}
	}
	s.PriceCurrencyName, s.CostCurrencyName = tracker.Currency, tracker.Currency
	return err
}

func planned(price *tracker.Money, from *int64) *tracker.PlannedPrice {
	if price == nil {
		return nil
	}
	return &tracker.PlannedPrice{Price: *price, From: instantOrNil(from)}
}

// ProjectSubscription reads a subscription of a project.
func (q Queries) ProjectSubscription(ctx context.Context, id string) (tracker.ProjectSubscription, error) {
	return one(ctx, q, scanProjectSubscription, "SELECT"+projectSubscriptionColumns+projectSubscriptionFrom+` WHERE a.id = $1 AND a.deleted_at IS NULL`, id)
}

// ProjectSubscriptions lists the subscriptions of a project, in the order in which they were attached.
func (q Queries) ProjectSubscriptions(ctx context.Context, projectID string) ([]tracker.ProjectSubscription, error) {
	return many(ctx, q, scanProjectSubscription, "SELECT"+projectSubscriptionColumns+projectSubscriptionFrom+`
		WHERE a.project_id = $1 AND a.deleted_at IS NULL ORDER BY a.rowno LIMIT $2`, projectID, tracker.MaxProjectItems)
}

// SubscriptionForUser is a subscription of a project, with that project and the roles of a user.
type SubscriptionForUser struct {
	tracker.ProjectSubscription
	Project ProjectForUser
}

// SubscriptionForUser reads a subscription for a user.
func (q Queries) SubscriptionForUser(ctx context.Context, id, userID string) (SubscriptionForUser, error) {
	return one(ctx, q, scanSubscriptionForUser,
		"SELECT"+projectForUserColumns+","+projectSubscriptionColumns+projectFrom+projectForUserRoles+subscriptionOfProject+` WHERE a.id = $2 AND a.deleted_at IS NULL`, userID, id)
}

func scanSubscriptionForUser(r rows) (s SubscriptionForUser, err error) {
	err = scanSubscriptionWith(&s.ProjectSubscription, func(columns ...any) error { return scanProjectForUser(r, &s.Project, columns...) })
	return s, err
}

const subscriptionOfProject = `
	JOIN project_subscription a ON a.project_id = project.id
	JOIN catalogue_item i ON i.id = a.subscription_id
	JOIN category ON category.id = i.category_id`

const dayMillis = 24 * 60 * 60 * 1000

// subscriptionShareOf is the share of one subscription.
func subscriptionShareOf(s tracker.ProjectSubscription, w written) share {
	if !w.listed {
		return share{}
	}
	one := itemGroup{company: w.company, project: s.ProjectID, category: w.category, state: s.KeptState(), end: millis(s.EndAt), items: 1, worth: Sums{s.Price, *s.Cost}}
	one.monthly.Price, one.monthly.Cost = s.Monthly()
	one.losing = one.monthly.Price < one.monthly.Cost
	whole := subscriptionShare(one)
	maps.Copy(whole.groups, shareAhead(s))
	return whole
}

// InsertProjectSubscription attaches a subscription.
func (tx *Tx) InsertProjectSubscription(ctx context.Context, s tracker.ProjectSubscription, by string) error {
	monthlyPrice, monthlyCost := s.Monthly()
	w, err := one(ctx, tx.Queries, scanWritten, `
		INSERT INTO project_subscription (project_id, id, subscription_id, details, start_at, end_at, anchor_day, auto_renew, price, cost,
			reminded_day, end_raised, live, listed, created_at, updated_at, updated_by, notice_days, monthly_price, monthly_cost, remind_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $19 AND `+parentLive+`, `+parentLive+`, $13, $13, $14, $15, $16, $17, $18)
		RETURNING listed`+writtenSubscription,
		s.ProjectID, s.ID, s.SubscriptionID, s.Details, millis(s.StartAt), millis(s.EndAt), s.AnchorDay, s.AutoRenew, s.Price, *s.Cost,
		s.RemindedDay, s.EndRaised, millis(s.CreatedAt), by, s.NoticeDays, monthlyPrice, monthlyCost, millisOrNil(s.RemindAt()), s.KeptState().Runs())
	if err != nil {
		return err
	}
	tx.replaceShare(share{}, subscriptionShareOf(s, w))
	if err := tx.writeOwn(ctx, tracker.EntityProjectSubscription, s.ID, nil, s.Own); err != nil {
		return err
	}
	tx.addHistory(History{CompanyID: w.company, CategoryID: w.category, SeesCost: true, Listed: w.listed,
		SubscriptionHistory: tracker.SubscriptionHistory{Current: s.CurrentTerm(), AutoRenew: s.AutoRenew}}, 1)
	return nil
}

// keepPeriod keeps a period that has ended, with its price and cost. The current
// period is the subscription itself.
func (tx *Tx) keepPeriod(ctx context.Context, s tracker.ProjectSubscription, id string, at time.Time) error {
	monthlyPrice, monthlyCost := s.TermMonthly()
	_, err := tx.run(ctx, `
		INSERT INTO subscription_period (id, project_subscription_id, start_at, end_at, price, cost, created_at, monthly_price, monthly_cost)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (project_subscription_id, start_at) DO UPDATE SET end_at = excluded.end_at, price = excluded.price, cost = excluded.cost,
			monthly_price = excluded.monthly_price, monthly_cost = excluded.monthly_cost`,
		id, s.ID, millis(s.StartAt), millis(s.EndAt), s.Price, *s.Cost, millis(at), monthlyPrice, monthlyCost)
	return err
}

// SubscriptionPeriod is one period of a subscription.
type SubscriptionPeriod struct {
	StartAt, EndAt time.Time
	Price, Cost    tracker.Money
}

// SubscriptionPeriods lists the earlier periods of a subscription, oldest first.
func (q Queries) SubscriptionPeriods(ctx context.Context, id string, limit int) ([]SubscriptionPeriod, error) {
	return many(ctx, q, func(r rows) (p SubscriptionPeriod, err error) {
		var start, end int64
		err = r.Scan(&start, &end, &p.Price, &p.Cost)
		p.StartAt, p.EndAt = instant(start), instant(end)
		return p, err
	}, `SELECT start_at, end_at, price, cost FROM project_subscription WHERE id = $1
		UNION ALL
		SELECT start_at, end_at, price, cost FROM subscription_period WHERE project_subscription_id = $1
		ORDER BY start_at LIMIT $2`, id, limit)
}

// RenewProjectSubscription writes a subscription in its next period, and keeps the period before it, which counts until the next one begins.
func (tx *Tx) RenewProjectSubscription(ctx context.Context, before, after tracker.ProjectSubscription, periodID, by string, at time.Time) error {
	was, _, err := tx.replaceHistory(ctx, before, after, func(h tracker.SubscriptionHistory) tracker.SubscriptionHistory { return h.Renewed(before, after) })
	if err != nil {
		return err
	}
	if err := tx.keepPeriod(ctx, before, periodID, at); err != nil {
		return err
	}
	if after.Running, err = tx.runningBefore(ctx, after, at); err != nil {
		return err
	}
	return tx.updateProjectSubscription(ctx, was, before, after, by, at)
}

// UpdateProjectSubscription writes every field of a subscription, and keeps a price or
// cost that it replaces.
func (tx *Tx) UpdateProjectSubscription(ctx context.Context, before, after tracker.ProjectSubscription, by string, at time.Time) error {
	return tx.editProjectSubscription(ctx, before, after, by, at, func(h tracker.SubscriptionHistory) tracker.SubscriptionHistory { return h.Edited(before, after, at) })
}

// TakeBackRenewal writes a subscription in the period before its current one, which a renewal kept at an instant. A period that was kept
// before, and that an edit had stepped back to, stays.
func (tx *Tx) TakeBackRenewal(ctx context.Context, before, after tracker.ProjectSubscription, renewedAt time.Time, by string, at time.Time) error {
	err := tx.editProjectSubscription(ctx, before, after, by, at, func(h tracker.SubscriptionHistory) tracker.SubscriptionHistory { return h.TakenBack(before, after, at) })
	if err == nil {
		_, err = tx.run(ctx, `DELETE FROM subscription_period WHERE project_subscription_id = $1 AND start_at = $2 AND created_at = $3`,
			after.ID, millis(after.StartAt), millis(renewedAt))
	}
	return err
}

func (tx *Tx) editProjectSubscription(ctx context.Context, before, after tracker.ProjectSubscription, by string, at time.Time,
	change func(tracker.SubscriptionHistory) tracker.SubscriptionHistory) error {
	was, is, err := tx.replaceHistory(ctx, before, after, change)
	if err == nil && !before.StartAt.Equal(after.StartAt) {
		after.Running, err = tx.runningBefore(ctx, after, at)
	}
	if err != nil {
		return err
	}
	for _, r := range is.Replaced {
		if slices.Contains(was.Replaced, r) {
			continue
		}
		if err := tx.edit(ctx, `
			INSERT INTO subscription_price (project_subscription_id, until_at, from_at, price, cost, monthly_price, monthly_cost)
			VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (project_subscription_id, until_at) DO UPDATE SET from_at = excluded.from_at, monthly_price = excluded.monthly_price, monthly_cost = excluded.monthly_cost`,
			after.ID, millis(r.UntilAt), millis(r.FromAt), r.Price, r.Cost, r.MonthlyPrice, r.MonthlyCost); err != nil {
			return err
		}
	}
	return tx.updateProjectSubscription(ctx, was, before, after, by, at)
}

// runningBefore finds the earlier period that counts until the current one begins.
func (tx *Tx) runningBefore(ctx context.Context, s tracker.ProjectSubscription, at time.Time) (*tracker.RunningTerm, error) {
	if !s.StartAt.After(at) {
		return nil, nil
	}
	earlier, err := many(ctx, tx.Queries, func(r rows) (t tracker.Term, err error) {
		var start, end int64
		err = r.Scan(&start, &end, &t.MonthlyPrice, &t.MonthlyCost)
		t.StartAt, t.EndAt = instant(start), instant(end)
		return t, err
	}, `SELECT start_at, end_at, monthly_price, monthly_cost FROM subscription_period
		WHERE project_subscription_id = $1 AND start_at < $2 AND end_at >= $3 ORDER BY start_at`, s.ID, millis(s.StartAt), millis(at)-1000)
	if err != nil {
		return nil, err
	}
	return s.RunningBefore(earlier, at), nil
}

// BeginPeriod notes which period of a subscription counts now, if another one does. That is no edit: the version stays.
func (tx *Tx) BeginPeriod(ctx context.Context, id string, now time.Time) error {
	before, err := tx.ProjectSubscription(ctx, id)
	if err != nil || before.Running == nil || before.Running.UntilAt.After(now) {
		return err
	}
	after := before
	if after.Running, err = tx.runningBefore(ctx, after, now); err != nil {
		return err
	}
	m := monthlyOf(after)
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_subscription SET monthly_price = $2, monthly_cost = $3, term_monthly_price = $4, term_monthly_cost = $5, running_from = $6, running_until = $7
		WHERE id = $1 RETURNING listed`+writtenSubscription, id, m.price, m.cost, m.termPrice, m.termCost, m.from, m.until)
	if err == nil {
		tx.replaceShare(subscriptionShareOf(before, w), subscriptionShareOf(after, w))
	}
	return err
}

// monthly has the columns of what a subscription is worth a month.
type monthly struct {
	price, cost         tracker.Money
	termPrice, termCost *tracker.Money
	from, until         *int64
}

func monthlyOf(s tracker.ProjectSubscription) (m monthly) {
	m.price, m.cost = s.Monthly()
	if s.Running != nil {
		price, cost := s.TermMonthly()
		m.termPrice, m.termCost, m.from, m.until = &price, &cost, millisOrNil(&s.Running.StartAt), millisOrNil(&s.Running.UntilAt)
	}
	return m
}

// plannedColumns are those of a planned price.
type plannedColumns struct {
	price    *tracker.Money
	from, at *int64
	monthly  *tracker.Money
}

func planOf(s tracker.ProjectSubscription) (p plannedColumns) {
	if s.Planned != nil {
		p.price, p.from = &s.Planned.Price, millisOrNil(s.Planned.From)
	}
	if step := s.PlannedStep(); step != nil {
		p.at, p.monthly = millisOrNil(&step.At), &step.MonthlyPrice
	}
	return p
}

// isReprice reports whether an edit changes no other column than those of the price, the cost and what is planned.
func isReprice(before, after tracker.ProjectSubscription) bool {
	return before.StartAt.Equal(after.StartAt) && before.EndAt.Equal(after.EndAt) && before.AnchorDay == after.AnchorDay && before.AutoRenew == after.AutoRenew &&
		before.IsCanceled == after.IsCanceled && before.EndRaised == after.EndRaised && before.Live == after.Live &&
		before.RemindedDay == after.RemindedDay && before.Running == after.Running &&
		isSame(before.Details, after.Details) && isSame(before.CancelationReason, after.CancelationReason) && isSame(before.NoticeDays, after.NoticeDays)
}

func isSame[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// updateProjectSubscription writes a subscription. Its history says what it belongs to.
func (tx *Tx) updateProjectSubscription(ctx context.Context, of History, before, after tracker.ProjectSubscription, by string, at time.Time) error {
	w := written{of.Listed, of.CompanyID, of.CategoryID}
	m, p := monthlyOf(after), planOf(after)
	var err error
	if isReprice(before, after) { // SQLite writes every index anew that has a column of the statement, even if its value stays
		err = tx.edit(ctx, `
			UPDATE project_subscription SET price = $2, cost = $3, monthly_price = $4, monthly_cost = $5, version = version + 1, updated_at = $6, updated_by = $7,
				term_monthly_price = $8, term_monthly_cost = $9, planned_price = $10, planned_from = $11, planned_at = $12, planned_monthly = $13
			WHERE id = $1 AND deleted_at IS NULL`,
			after.ID, after.Price, *after.Cost, m.price, m.cost, millis(at), by, m.termPrice, m.termCost, p.price, p.from, p.at, p.monthly)
	} else {
		err = tx.edit(ctx, `
		UPDATE project_subscription SET
			details = $3,
			start_at = $4,
			end_at = $5,
			anchor_day = $6,
			auto_renew = $7,
			price = $8,
			cost = $9,
			canceled_at = CASE WHEN $10 THEN COALESCE(canceled_at, $15) END,
			cancelation_reason = $11,
			reminded_day = $12,
			end_raised = $13,
			live = $20 AND `+parentLive+`,
			version = version + 1,
			updated_at = $15,
			updated_by = $14,
			notice_days = $16,
			monthly_price = $17,
			monthly_cost = $18,
			remind_at = $19,
			term_monthly_price = $21,
			term_monthly_cost = $22,
			running_from = $23,
			running_until = $24,
			planned_price = $25,
			planned_from = $26,
			planned_at = $27,
			planned_monthly = $28
		WHERE id = $2 AND deleted_at IS NULL`,
			after.ProjectID, after.ID, after.Details, millis(after.StartAt), millis(after.EndAt), after.AnchorDay, after.AutoRenew, after.Price, *after.Cost,
			after.IsCanceled, after.CancelationReason, after.RemindedDay, after.EndRaised, by, millis(at),
			after.NoticeDays, m.price, m.cost, millisOrNil(after.RemindAt()), after.KeptState().Runs(),
			m.termPrice, m.termCost, m.from, m.until, p.price, p.from, p.at, p.monthly)
	}
	if err == nil {
		tx.replaceShare(subscriptionShareOf(before, w), subscriptionShareOf(after, w))
		err = tx.writeOwn(ctx, tracker.EntityProjectSubscription, after.ID, before.Own, after.Own)
	}
	return err
}

// DeleteProjectSubscription detaches a subscription.
func (tx *Tx) DeleteProjectSubscription(ctx context.Context, s tracker.ProjectSubscription, by string, at time.Time) error {
	if err := tx.addRecurring(ctx, scopeOf(s.ID), -1); err != nil {
		return err
	}
	w, err := one(ctx, tx.Queries, scanWritten, `
		UPDATE project_subscription SET deleted_at = $2, live = FALSE, listed = FALSE, version = version + 1, updated_at = $2, updated_by = $3
		WHERE id = $1 AND deleted_at IS NULL
		RETURNING `+parentCounts+writtenSubscription, s.ID, millis(at), by)
	if err == nil {
		tx.replaceShare(subscriptionShareOf(s, w), share{})
	}
	return err
}

// RestoreProjectSubscription attaches a detached subscription again, as it was. If it
// became due in the meantime, the next scan finds it.
func (tx *Tx) RestoreProjectSubscription(ctx context.Context, id, by string, at time.Time) (s tracker.ProjectSubscription, err error) {
	w, err := one(ctx, tx.Queries, scanWritten, reattach("project_subscription",
		keptState.runs()+" AND "+parentCounts+", listed = "+parentCounts)+`listed`+writtenSubscription, id, millis(at), by)
	if err == nil {
		s, err = tx.ProjectSubscription(ctx, id)
	}
	if err == nil {
		tx.replaceShare(share{}, subscriptionShareOf(s, w))
		err = tx.addRecurring(ctx, scopeOf(id), 1)
	}
	return s, err
}
