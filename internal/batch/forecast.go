package batch

import (
	"context"
	"maps"
	"slices"
	"time"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// plannedChange is a change of a plan, prepared.
type plannedChange struct {
	tracker.PlanChangeInput
	no    int // of those that were sent
	day   time.Time
	tries *bulking // decides it as it would be on its day, once what happens as that begins is done
	do    recordAction
}

// preparePlanned prepares the changes of a plan, in the order of their days.
func preparePlanned(ctx context.Context, w *change.Work, changes []tracker.PlanChangeInput) ([]plannedChange, error) {
	days, err := w.RemindDays(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]plannedChange, len(changes))
	for i, in := range changes {
		p := plannedChange{PlanChangeInput: in, no: i, day: in.Day(w.Now)}
		p.tries = &bulking{Work: &change.Work{Engine: w.Engine, Queries: w.Queries, Caller: w.Caller, Now: in.Decided(w.Now), ChosenDays: append([]int{}, days...)}, action: in.Action}
		if p.do, err = p.tries.plannedAction(ctx, in); err != nil {
			return nil, err
		}
		list[i] = p
	}
	slices.SortStableFunc(list, func(x, y plannedChange) int { return x.day.Compare(y.day) })
	return list, nil
}

// plannedAction is what a change of a plan does on its day: that of the bulk action, but a cancelation ends with the term, for the reason that was sent.
func (b *bulking) plannedAction(ctx context.Context, in tracker.PlanChangeInput) (recordAction, error) {
	if in.Action != "cancel" {
		return b.subscriptionAction(ctx, nil, in.Action, in.Params)
	}
	reason, err := in.Params.CancelationReason()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, rec store.BulkRecord) error {
		return b.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideProjectSubscription(ctx, m, tracker.ItemRef{ID: rec.ID}, func(_ *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
				s.CancelAtEnd(reason)
				return nil
			}))
		})
	}, nil
}

// plannedIDs lists the subscriptions of some changes, each once, as they were sent.
func plannedIDs(changes []plannedChange) (ids []string, of map[string][]int) {
	of = map[string][]int{}
	for i, p := range changes {
		for _, id := range p.IDs.Value {
			if n := of[id]; len(n) > 0 && n[len(n)-1] == i {
				continue // sent twice
			}
			if of[id] == nil {
				ids = append(ids, id)
			}
			of[id] = append(of[id], i)
		}
	}
	return ids, of
}

// plannedRecords are subscriptions that changes are tried on.
type plannedRecords struct {
	change.Loaded
	earlier map[string][]tracker.Term
}

func loadPlanned(ctx context.Context, w *change.Work, ids []string) (r plannedRecords, err error) {
	if r.Subscriptions, err = w.SubscriptionsForUser(ctx, ids, w.Caller.User.ID); err != nil {
		return r, err
	}
	items, ahead := map[string]bool{}, []string(nil)
	for id, s := range r.Subscriptions {
		if items[s.SubscriptionID] = true; s.RunsFrom != nil {
			ahead = append(ahead, id)
		}
	}
	if r.Items, err = w.ItemsByID(ctx, tracker.Subscriptions, slices.Collect(maps.Keys(items))); err != nil {
		return r, err
	}
	r.earlier, err = w.EarlierTerms(ctx, ahead, w.Now)
	return r, err
}

// outlook begins to lead a subscription on.
func (r plannedRecords) outlook(s store.SubscriptionForUser, now time.Time) *tracker.Outlook {
	return tracker.NewOutlook(s.ProjectSubscription, r.earlier[s.ID], r.Items[s.SubscriptionID].Cost, now)
}

// try decides a change on what a subscription will be on its day, and changes it there.
func (p plannedChange) try(ctx context.Context, r plannedRecords, of store.SubscriptionForUser, o *tracker.Outlook) (isChanged bool, err error) {
	w := p.tries.Work
	w.Loaded = r.Loaded
	if o != nil {
		o.Until(w.Now)
		of.ProjectSubscription = o.ProjectSubscription
		w.Loaded.Subscriptions = map[string]store.SubscriptionForUser{of.ID: of}
	}
	before := w.Changes
	if err := p.do(ctx, store.BulkRecord{Kind: tracker.EntityProjectSubscription, ID: of.ID}); err != nil || w.Changes == before {
		return false, err
	}
	after := w.Decided.After.(tracker.LoggedSubscription)
	o.Change(after.ProjectSubscription, p.Action == "renew")
	return true, nil
}

// TryForecast says what subscriptions are worth by the month as they are, and what they would be worth with some changes.
func (b *Batches) TryForecast(ctx context.Context, c change.Caller, until tracker.Month, changes []tracker.PlanChangeInput) (f tracker.Forecast, err error) {
	w := b.Deciding(c)
	planned, err := preparePlanned(ctx, w, changes)
	if err != nil {
		return f, err
	}
	q := tracker.RecurringQuery{From: tracker.MonthOf(w.Now), To: until, By: tracker.RecurringGroupings[0], Now: w.Now}
	asIs, seesCost, err := record.RecurringTotal(ctx, b.Engine, c, q)
	if err != nil {
		return f, err
	}
	f.Changes = make([]tracker.ForecastChange, len(changes))
	t := trial{work: w, planned: planned, until: until, sums: tracker.NewRecurringSeries(q), rises: tracker.NewRises(q), counts: f.Changes}
	t.sums.AddSeries(asIs, 1)
	ids, of := plannedIDs(planned)
	for piece := range slices.Chunk(ids, previewPiece) {
		records, err := loadPlanned(ctx, w, piece)
		if err != nil {
			return f, err
		}
		for _, id := range piece {
			if err := t.add(ctx, records, id, of[id]); err != nil {
				return f, err
			}
		}
	}
	visible := c.Visible()
	visible.Now = w.Now
	payNow, err := w.CompanyPrices(ctx, visible, t.rises.Companies())
	if err != nil {
		return f, err
	}
	f.CustomersAbove = t.rises.Above(payNow)
	months, changed := asIs.Months(seesCost), t.sums.Months(seesCost)
	f.Months = make([]tracker.ForecastMonth, len(months))
	for i, m := range months {
		f.Months[i] = tracker.ForecastMonth{Month: m.Month, Price: m.Price, Cost: m.Cost, PlannedPrice: changed[i].Price, PlannedCost: changed[i].Cost}
	}
	return f, nil
}

// trial is what some changes come to, so far.
type trial struct {
	work    *change.Work
	planned []plannedChange
	until   tracker.Month
	sums    *tracker.RecurringSeries
	rises   *tracker.Rises
	counts  []tracker.ForecastChange
}

// add tries those changes of one subscription that are at the given places among the planned ones.
func (t *trial) add(ctx context.Context, records plannedRecords, id string, places []int) error {
	s, isThere := records.Subscriptions[id]
	access, err := record.May(t.work.Caller, s.Project, tracker.See, nil)
	if isThere = isThere && err == nil; !isThere {
		for _, i := range places {
			n := &t.counts[t.planned[i].no]
			n.Total, n.RefusedTotal = n.Total+1, n.RefusedTotal+1
		}
		return nil
	}
	isListed := s.Project.Live
	noteMoves := func(o *tracker.Outlook, sign tracker.Money) {
		o.OnMove = func(m tracker.RecurringMove) {
			if !access.May(tracker.SeeCost) {
				m.Cost, m.MonthlyCost = 0, 0
			}
			if isListed {
				t.sums.Add(m.At, m.RecurringSums, sign)
				t.rises.Add(s.Project.CompanyID, m, sign > 0)
			}
		}
	}
	asIs, changed := records.outlook(s, t.work.Now), records.outlook(s, t.work.Now)
	noteMoves(asIs, -1)
	noteMoves(changed, 1)
	asIs.Until(t.until.End())
	for _, i := range places {
		p := t.planned[i]
		n := &t.counts[p.no]
		n.Total++
		isChanged, err := p.try(ctx, records, s, changed)
		if _, isRefused := recordRefusal(err); isRefused {
			n.RefusedTotal++
		} else if err != nil {
			return err
		} else if isChanged {
			n.Changes++
		}
	}
	if t.until.End().After(changed.At) {
		changed.Until(t.until.End())
	}
	return nil
}
