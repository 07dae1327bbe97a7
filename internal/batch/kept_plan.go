package batch

import (
	"context"
	"errors"
	"slices"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// planAction is the action of a job that applies a plan.
const planAction = "plan"

// planParams are the parameters of such a job: the changes with the ids of their subscriptions.
type planParams struct {
	PlanID  string               `json:"planId,omitempty"`
	Changes []tracker.PlanChange `json:"changes,omitempty"`
}

// PlanToApply reads a plan that the caller may apply.
func (b *Batches) PlanToApply(ctx context.Context, c change.Caller, in tracker.ApplyPlanInput) (p tracker.Plan, changes []tracker.PlanChangeInput, err error) {
	if err := tracker.Validate(&in); err != nil {
		return p, nil, err
	}
	if p, err = b.Store.Plan(ctx, c.User.ID, in.ID); err == nil {
		err = record.RequirePlan(c, p)
	}
	if err != nil {
		return p, nil, err
	}
	changes = make([]tracker.PlanChangeInput, len(p.Changes))
	for i, kept := range p.Changes {
		if changes[i], err = kept.Input(); err != nil {
			return p, nil, err
		}
	}
	return p, changes, nil
}

// applying is a plan on its way to its subscriptions: a preview, or a transaction of a job.
type applying struct {
	*bulking
	planned []plannedChange
	of      map[string][]int // the changes of each subscription
	records plannedRecords

	applied map[int][]string // the subscriptions that a change was applied to
}

func (b *bulking) applying(ctx context.Context, changes []tracker.PlanChangeInput) (a *applying, ids []string, err error) {
	a = &applying{bulking: b, applied: map[int][]string{}}
	if a.planned, err = preparePlanned(ctx, b.Work, changes); err != nil {
		return nil, nil, err
	}
	ids, a.of = plannedIDs(a.planned)
	return a, ids, nil
}

// load reads the next subscriptions.
func (a *applying) load(ctx context.Context, records []store.BulkRecord) (err error) {
	ids := make([]string, len(records))
	for i, rec := range records {
		ids[i] = rec.ID
	}
	a.records, err = loadPlanned(ctx, a.Work, ids)
	a.Loaded = change.Loaded{Items: a.records.Items}
	return err
}

// each applies the changes of a subscription in the order of their days. A change that stays in the plan keeps later ones there too.
func (a *applying) each(ctx context.Context, rec store.BulkRecord, use func(p plannedChange, isChanged bool, refusal *tracker.Error) error) error {
	var stays *tracker.Error
	for _, i := range a.of[rec.ID] {
		p, before := a.planned[i], a.Changes
		err := error(stays)
		if stays == nil {
			err = a.apply(ctx, p, rec)
		}
		refusal, isRefused := recordRefusal(err)
		switch {
		case err != nil && (!isRefused || a.Changes > before):
			return err
		case isRefused:
			if refusal.Code == tracker.ErrInLaterTerm.Code || refusal.Code == tracker.ErrPlannedAlready.Code {
				stays = refusal
			}
		default:
			a.applied[p.no] = append(a.applied[p.no], rec.ID)
			if a.Tx == nil && a.Changes > before {
				of := a.records.Subscriptions[rec.ID]
				of.ProjectSubscription = a.Decided.After.(tracker.LoggedSubscription).ProjectSubscription
				a.records.Subscriptions[rec.ID] = of
			}
		}
		if err := use(p, a.Changes > before, refusal); err != nil {
			return err
		}
	}
	return nil
}

// apply makes a change of a subscription as it can be made today.
func (a *applying) apply(ctx context.Context, p plannedChange, rec store.BulkRecord) error {
	ref := tracker.ItemRef{ID: rec.ID}
	a.Loaded.Subscriptions = nil
	if a.Tx == nil {
		a.Loaded.Subscriptions = map[string]store.SubscriptionForUser{}
		if of, isThere := a.records.Subscriptions[rec.ID]; isThere {
			a.Loaded.Subscriptions[rec.ID] = of
		}
	}
	if p.day.After(a.Now) && p.Action == "reprice" {
		return a.Do(ctx, "edit", func(m *change.Mutation) (change.Change, error) {
			return change.Only(record.DecideProjectSubscription(ctx, m, ref, func(m *change.Mutation, s *tracker.ProjectSubscription, _ tracker.Access) error {
				planned, err := a.plannedPrice(ctx, p, *s)
				if err == nil {
					s.Planned = planned
				}
				return err
			}))
		})
	}
	if p.day.After(a.Now) {
		of, err := a.subscription(ctx, rec.ID)
		if err != nil {
			return err
		}
		if err := tracker.CheckInTerm(of.ProjectSubscription, p.day, p.Action); err != nil {
			return err
		}
	}
	now := *p.tries
	now.Work = a.Work
	do, err := now.plannedAction(ctx, p.PlanChangeInput)
	if err != nil {
		return err
	}
	return do(ctx, rec)
}

// subscription is one that the caller may see, as it is now.
func (a *applying) subscription(ctx context.Context, id string) (of store.SubscriptionForUser, err error) {
	of, isThere := a.Loaded.Subscriptions[id]
	if !isThere {
		if of, err = a.SubscriptionForUser(ctx, id, a.Caller.User.ID); err != nil {
			return of, err
		}
	}
	_, err = record.May(a.Caller, of.Project, tracker.See, nil)
	return of, err
}

// plannedPrice is the price that a change comes to on its day, and from when on it counts.
func (a *applying) plannedPrice(ctx context.Context, p plannedChange, s tracker.ProjectSubscription) (*tracker.PlannedPrice, error) {
	if s.Planned != nil {
		return nil, tracker.ErrPlannedAlready
	}
	o := a.records.outlook(store.SubscriptionForUser{ProjectSubscription: s}, a.Now)
	o.Until(p.day)
	then := o.ProjectSubscription
	reprice, err := p.Params.Reprice(p.day)
	if err != nil {
		return nil, err
	}
	if err := reprice.Set(&then, p.day); err != nil {
		return nil, err
	}
	return reprice.From(s, then, p.day), nil
}

// PreviewPlan says what applying changes would do, and changes nothing.
func (b *Batches) PreviewPlan(ctx context.Context, c change.Caller, changes []tracker.PlanChangeInput) (p tracker.BulkPreview, err error) {
	bulk := &bulking{Work: b.Deciding(c), action: planAction}
	a, ids, err := bulk.applying(ctx, changes)
	if err != nil {
		return p, err
	}
	seen := newForesight(bulk)
	seen.ofPlan = true
	p.Refused = []tracker.BulkRefusal{}
	var kinds []string
	for piece := range slices.Chunk(recordsOf(ids), previewPiece) {
		if err := a.load(ctx, piece); err != nil {
			return p, err
		}
		for _, rec := range piece {
			var all change.Change
			isRenewed := false
			err := a.each(ctx, rec, func(of plannedChange, isChanged bool, refusal *tracker.Error) error {
				p.Total++
				switch {
				case refusal != nil:
					if p.RefusedTotal++; len(p.Refused) < tracker.MaxBulkShown {
						p.Refused = append(p.Refused, tracker.BulkRefusal{ID: rec.ID, Reason: refusal.Text().String(), ReasonText: refusal.Text()})
						kind := rec.Kind
						if refusal.Kind == tracker.KindNotFound {
							kind = "" // the caller may not see it
						}
						kinds = append(kinds, kind)
					}
				case isChanged:
					p.Changes++
					ch := bulk.Decided
					if all.ID != "" {
						ch.Before = all.Before
					}
					all, isRenewed = ch, isRenewed || of.Action == "renew"
				}
				return nil
			})
			if err != nil {
				return p, err
			}
			if all.ID != "" {
				bulk.Decided, bulk.action = all, planAction
				if isRenewed {
					bulk.action = "renew"
				}
				seen.note(rec)
			}
		}
	}
	bulk.action = "reprice" // which shows prices, and what all comes to
	if p.Rows, err = seen.shownRows(ctx); err != nil {
		return p, err
	}
	if p.Effect, err = seen.effect(ctx); err != nil {
		return p, err
	}
	return p, b.nameRefused(ctx, p.Refused, kinds)
}

func recordsOf(ids []string) []store.BulkRecord {
	list := make([]store.BulkRecord, len(ids))
	for i, id := range ids {
		list[i] = store.BulkRecord{Kind: tracker.EntityProjectSubscription, ID: id}
	}
	return list
}

// ApplyPlan stores a job that applies a plan, and queues it.
func (b *Batches) ApplyPlan(ctx context.Context, c change.Caller, p tracker.Plan, changes []tracker.PlanChangeInput) (started tracker.BulkStarted, err error) {
	_, ids, err := (&bulking{Work: b.Deciding(c)}).applying(ctx, changes)
	if err != nil {
		return started, err
	}
	params := planParams{PlanID: p.ID}
	for _, in := range changes {
		kept, err := in.Kept()
		if err != nil {
			return started, err
		}
		kept.Query = nil // the records are known by now, and a query may name people
		params.Changes = append(params.Changes, kept)
	}
	started.ID = change.NewID()
	return started, b.Write(ctx, c, func(w *change.Work) error {
		now, err := w.Plan(ctx, w.Caller.User.ID, p.ID)
		if err == nil {
			err = record.RequirePlan(w.Caller, now)
		}
		if err != nil {
			return err
		}
		return startJob(ctx, w, store.Bulk{ID: started.ID, List: tracker.EntityProjectSubscription, Action: planAction}, params, recordsOf(ids))
	})
}

// planAction applies the changes of a plan to each of its subscriptions, and takes what was applied out of the plan.
func (b *bulking) planAction(ctx context.Context, params planParams) (recordAction, error) {
	changes := make([]tracker.PlanChangeInput, len(params.Changes))
	var err error
	for i, kept := range params.Changes {
		if changes[i], err = kept.Input(); err != nil {
			return nil, err
		}
	}
	a, _, err := b.applying(ctx, changes)
	if err != nil {
		return nil, err
	}
	b.before, b.after = a.load, func(ctx context.Context) error { return a.takeOut(ctx, params) }
	return func(ctx context.Context, rec store.BulkRecord) error {
		var first *tracker.Error
		isApplied := false
		err := a.each(ctx, rec, func(_ plannedChange, _ bool, refusal *tracker.Error) error {
			if refusal == nil {
				isApplied = true
			} else if first == nil {
				first = refusal
			}
			return nil
		})
		if err == nil && !isApplied && first != nil {
			err = first
		}
		return err
	}, nil
}

// takeOut takes what was applied out of the plan, if it is still there as it was.
func (a *applying) takeOut(ctx context.Context, params planParams) error {
	if len(a.applied) == 0 {
		return nil
	}
	plan, err := a.Plan(ctx, a.Caller.User.ID, params.PlanID)
	if errors.Is(err, tracker.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for no, ids := range a.applied {
		done := map[string]bool{}
		for _, id := range ids {
			done[id] = true
		}
		for i, kept := range plan.Changes {
			if !kept.SameButRecords(params.Changes[no]) || kept.Query == nil && !slices.ContainsFunc(kept.IDs, func(id string) bool { return done[id] }) {
				continue
			}
			if kept.Query != nil {
				plan.Changes[i].IDs, plan.Changes[i].Query = params.Changes[no].IDs, nil
			}
			plan.Changes[i].IDs = slices.DeleteFunc(slices.Clone(plan.Changes[i].IDs), func(id string) bool { return done[id] })
			break
		}
	}
	plan.Changes = slices.DeleteFunc(plan.Changes, func(c tracker.PlanChange) bool { return c.Query == nil && len(c.IDs) == 0 })
	plan.Version++
	return a.Tx.UpdatePlan(ctx, plan)
}
