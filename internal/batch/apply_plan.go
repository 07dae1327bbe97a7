package batch

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
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
	Queries map[int]string       `json:"queries,omitempty"` // digests of the queries of changes: a text may name people
}

// digest tells queries apart.
func digest(query string) string {
	sum := sha256.Sum256([]byte(query))
	return hex.EncodeToString(sum[:8])
}

// PlanToApply reads a plan that the caller may apply.
func (b *Batches) PlanToApply(ctx context.Context, c change.Caller, in tracker.ApplyPlanInput) (p store.PlanToApply, changes []tracker.PlanChangeInput, err error) {
	if err := tracker.Validate(&in); err != nil {
		return p, nil, err
	}
	if p, err = b.Store.PlanToApply(ctx, c.User.ID, in.ID); err == nil {
		err = record.RequirePlan(c, p.Plan)
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
	o.Until(p.tries.Now)
	then := o.ProjectSubscription
	reprice, err := p.Params.Reprice(p.day)
	if err != nil {
		return nil, err
	}
	if err := reprice.Set(&then, p.tries.Now); err != nil {
		return nil, err
	}
	return reprice.From(s, then, p.day), nil
}

// PreviewPlan says what applying the changes of a plan would do, and changes nothing.
func (b *Batches) PreviewPlan(ctx context.Context, c change.Caller, plan store.PlanToApply, changes []tracker.PlanChangeInput) (p tracker.BulkPreview, err error) {
	bulk := &bulking{Work: b.Deciding(c), action: planAction}
	a, ids, err := bulk.applying(ctx, changes)
	if err != nil {
		return p, err
	}
	seen := newForesight(bulk)
	seen.ofPlan = true
	since := newSince(plan)
	p.Refused = []tracker.BulkRefusal{}
	var kinds []string
	for piece := range slices.Chunk(recordsOf(ids), previewPiece) {
		if err := a.load(ctx, piece); err != nil {
			return p, err
		}
		for _, rec := range piece {
			var all change.Change
			isRenewed, isRefused := false, false
			since.look(c, a.records, rec.ID)
			err := a.each(ctx, rec, func(of plannedChange, isChanged bool, refusal *tracker.Error) error {
				p.Total++
				switch {
				case refusal != nil:
					isRefused = true
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
			rows := &seen.rows
			if of, isChanged := since.changed[rec.ID]; isChanged {
				if rows = &seen.first; all.ID == "" && !isRefused { // the plan leaves it as it is
					show(rows, rec, record.SubscriptionChange(of.now, of.now.Logged(), of.now.Logged()))
				}
			}
			if all.ID != "" {
				if bulk.action = planAction; isRenewed {
					bulk.action = "renew"
				}
				show(rows, rec, all)
				seen.weigh(all)
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
	if err := since.tell(ctx, bulk.Work, &p); err != nil {
		return p, err
	}
	return p, b.nameRefused(ctx, p.Refused, kinds)
}

// sinceKept collects what changed in the subscriptions of a plan since it was kept.
type sinceKept struct {
	store.PlanToApply
	changed map[string]changedSince
}

// changedSince is a subscription that is not as it was.
type changedSince struct {
	now    store.SubscriptionForUser
	access tracker.Access
	isNew  bool
}

func newSince(plan store.PlanToApply) *sinceKept {
	return &sinceKept{plan, map[string]changedSince{}}
}

// look finds out whether a subscription changed. It is nobody's business who may not see it.
func (s *sinceKept) look(c change.Caller, records plannedRecords, id string) {
	now, isThere := records.Subscriptions[id]
	if !isThere || s.Kept == nil {
		return
	}
	version, wasThere := s.Kept[id]
	access, err := record.May(c, now.Project, tracker.See, nil)
	if err == nil && version != now.Version {
		s.changed[id] = changedSince{now, access, !wasThere}
	}
}

// tell adds what changed to a preview.
func (s *sinceKept) tell(ctx context.Context, w *change.Work, p *tracker.BulkPreview) error {
	p.KeptAt, p.SinceTotal = &s.KeptAt, new(len(s.changed))
	shown := map[string][]*tracker.ChangedSince{}
	for i := range p.Rows {
		shown[p.Rows[i].ID] = append(shown[p.Rows[i].ID], &p.Rows[i].ChangedSince)
	}
	for i := range p.Refused {
		shown[p.Refused[i].ID] = append(shown[p.Refused[i].ID], &p.Refused[i].ChangedSince)
	}
	var ids []string
	for id := range shown {
		if of, isChanged := s.changed[id]; isChanged && !of.isNew {
			ids = append(ids, id)
		}
	}
	states, err := w.StatesAt(ctx, ids, s.Kept)
	if err != nil {
		return err
	}
	for id, places := range shown {
		of := s.changed[id]
		told := tracker.ChangedSince{Since: []tracker.FieldChange{}, IsNew: of.isNew}
		if before, isKnown := states[id]; isKnown {
			if told.Since, err = w.Foreseen(ctx, record.SubscriptionChange(of.now, before, of.now.Logged()), of.access); err != nil {
				return err
			}
		}
		for _, place := range places {
			*place = told
		}
	}
	return nil
}

func recordsOf(ids []string) []store.BulkRecord {
	list := make([]store.BulkRecord, len(ids))
	for i, id := range ids {
		list[i] = store.BulkRecord{Kind: tracker.EntityProjectSubscription, ID: id}
	}
	return list
}

// ErrPlanMoved says that a plan is not what it was when it was read: it has to be read again.
var ErrPlanMoved = errors.New("the plan has changed since it was read")

// ApplyPlan stores a job that applies a plan, and queues it. A plan is applied by one job at a time: while one is under way, it is the answer to
// everyone who asks. What a job has applied is no part of the plan any more, so that the next one does none of it again.
func (b *Batches) ApplyPlan(ctx context.Context, c change.Caller, p store.PlanToApply, changes []tracker.PlanChangeInput) (started tracker.BulkStarted, err error) {
	_, ids, err := (&bulking{Work: b.Deciding(c)}).applying(ctx, changes)
	if err != nil {
		return started, err
	}
	params := planParams{PlanID: p.ID, Queries: map[int]string{}}
	for i, in := range changes {
		kept, err := in.Kept()
		if err != nil {
			return started, err
		}
		if kept.Query != nil { // the records are known by now
			params.Queries[i], kept.Query = digest(*kept.Query), nil
		}
		params.Changes = append(params.Changes, kept)
	}
	err = b.Write(ctx, c, func(w *change.Work) error {
		m := &change.Mutation{Work: w}
		now, err := w.PlanToApply(ctx, w.Caller.User.ID, p.ID)
		if err == nil {
			err = record.RequirePlan(w.Caller, now.Plan)
		}
		if err != nil {
			return err
		}
		running, err := underWay(ctx, w.Queries, now)
		if err != nil {
			return err
		}
		if started.ID = running; running == "" {
			started.ID = change.NewID()
		}
		if first, err := m.ClaimKey(ctx, started.ID); err != nil || first != started.ID {
			started.ID = first
			return err
		}
		if running == "" {
			if now.Version != p.Version {
				return ErrPlanMoved
			}
			if err := startJob(ctx, w, store.Bulk{ID: started.ID, List: tracker.EntityProjectSubscription, Action: planAction}, params, recordsOf(ids)); err != nil {
				return err
			}
			if err := w.Tx.BeginApplying(ctx, p.ID, started.ID); err != nil {
				return err
			}
		}
		return m.WriteAll()
	})
	return started, err
}

// underWay is the job that applies a plan now; empty if there is none.
func underWay(ctx context.Context, q store.Queries, p store.PlanToApply) (string, error) {
	if p.BulkID == nil {
		return "", nil
	}
	job, err := q.Bulk(ctx, *p.BulkID)
	if errors.Is(err, tracker.ErrNotFound) || err == nil && job.State.Ended() {
		return "", nil
	}
	return job.ID, err
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
	plan, err := a.PlanToApply(ctx, a.Caller.User.ID, params.PlanID)
	if errors.Is(err, tracker.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	for no, ids := range a.applied {
		takeOut(plan.Changes, params, no, ids)
	}
	plan.Changes = slices.DeleteFunc(plan.Changes, func(c tracker.PlanChange) bool { return c.Query == nil && len(c.IDs) == 0 })
	plan.Version++
	if err := a.keepOn(ctx, plan.Kept); err != nil {
		return err
	}
	return a.Tx.UpdatePlan(ctx, plan.Plan, plan.Kept)
}

// takeOut takes subscriptions that a change was applied to out of what is kept of it. A plan may have the same change twice: each is taken out once.
func takeOut(list []tracker.PlanChange, params planParams, no int, ids []string) {
	isKept := func(c tracker.PlanChange) bool { return c.SameButRecords(params.Changes[no]) }
	if query, isQuery := params.Queries[no]; isQuery { // from now on it is about those that it found
		if i := slices.IndexFunc(list, func(c tracker.PlanChange) bool { return isKept(c) && c.Query != nil && digest(*c.Query) == query }); i >= 0 {
			list[i].IDs, list[i].Query = slices.Clone(params.Changes[no].IDs), nil
		}
	}
	for _, id := range ids {
		for i, c := range list {
			if slices.Contains(c.IDs, id) && isKept(c) {
				list[i].IDs = slices.DeleteFunc(slices.Clone(c.IDs), func(of string) bool { return of == id })
				break
			}
		}
	}
}

// keepOn has a subscription that only the plan itself has changed count as unchanged since it was kept.
func (a *applying) keepOn(ctx context.Context, kept map[string]int) error {
	var own []string
	for _, ids := range a.applied {
		for _, id := range ids {
			if version, wasThere := kept[id]; wasThere && version == a.records.Subscriptions[id].Version {
				own = append(own, id)
			}
		}
	}
	versions, err := a.SubscriptionVersions(ctx, own)
	maps.Copy(kept, versions)
	return err
}
