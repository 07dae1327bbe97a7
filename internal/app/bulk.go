package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulkGroup bounds one transaction of a bulk action. Other writers wait for it.
const bulkGroup = 25 * time.Millisecond

// bulking is a bulk action on its way: a preview, or one transaction of a run. A record is
// changed by the functions that decide a single edit.
type bulking struct {
	store.Queries
	a       *App
	tx      *store.Tx // nil in a preview
	caller  Caller
	now     time.Time
	batchID string
	action  string

	remindDays []int // that people chose
	via        tracker.Via
	loaded     loaded
	taken      map[string]store.Match // new records of an import that somebody else made

	// Of an import.
	before  func(ctx context.Context, records []store.BulkRecord) error                     // reads what the next records need
	refused func(ctx context.Context, record store.BulkRecord, reason *tracker.Error) error // notes a refusal

	changes  int // of the record at hand
	last     change
	isLogged bool     // some record was changed
	disabled []string // users whose sessions end
}

// do has one change decided, and carried out if there is a transaction.
func (b *bulking) do(ctx context.Context, action string, decide func(m *mutation) (change, error)) error {
	m := &mutation{Queries: b.Queries, caller: b.caller, queue: b.a.queue, now: b.now, remindDays: b.remindDays, loaded: b.loaded, batchID: &b.batchID, via: &b.via, isInBulk: true}
	ch, err := decide(m)
	b.last = ch
	if err != nil || ch.id == "" {
		return err
	}
	b.changes++
	if b.tx == nil {
		return nil
	}
	b.isLogged = true
	_, err = m.carryOut(ctx, b.tx, action, ch)
	return err
}

// PreviewBulk says what a bulk action would do, and changes nothing.
func (a *App) PreviewBulk(ctx context.Context, c Caller, in tracker.BulkInput) (p tracker.BulkPreview, err error) {
	b := &bulking{Queries: a.store.Queries, a: a, caller: c, now: a.time(), action: in.Action}
	do, err := b.prepare(ctx, in)
	if err != nil {
		return p, err
	}
	plan, err := b.plan(ctx, in)
	if err != nil {
		return p, err
	}
	p = tracker.BulkPreview{Total: len(plan.records) + len(plan.refused), Refused: []tracker.BulkRefusal{}, Contents: plan.contents}
	var kinds []string
	refuse := func(r refusedRecord) {
		if p.RefusedTotal++; len(p.Refused) < tracker.MaxBulkShown {
			p.Refused = append(p.Refused, tracker.BulkRefusal{ID: r.ID, Reason: tracker.BulkReason(r.err)})
			if r.err.Kind == tracker.KindNotFound || r.err == tracker.ErrAdministrators { // refused before it was looked for
				r.Kind = "" // the caller may not see it
			}
			kinds = append(kinds, r.Kind)
		}
	}
	for _, r := range plan.refused {
		refuse(r)
	}
	for _, record := range plan.records {
		b.changes = 0
		err := do(ctx, record)
		refusal, isRefused := recordRefusal(err)
		switch {
		case isRefused:
			refuse(refusedRecord{record, refusal})
		case err != nil:
			return p, err
		case b.changes > 0:
			p.Changes++
		}
	}
	return p, a.nameRefused(ctx, p.Refused, kinds)
}

// nameRefused adds the names of refused records; a record without a kind gets none.
func (a *App) nameRefused(ctx context.Context, refused []tracker.BulkRefusal, kinds []string) error {
	ids := map[string][]string{}
	for i, kind := range kinds {
		ids[kind] = append(ids[kind], refused[i].ID)
	}
	delete(ids, "")
	for kind, some := range ids {
		names, err := a.store.RecordNames(ctx, store.RecordKind(kind), some)
		if err != nil {
			return err
		}
		for i := range refused {
			if kinds[i] == kind {
				refused[i].Name = names[refused[i].ID]
			}
		}
	}
	return nil
}

// recordRefusal is the reason why a record is left as it is. Other errors are not about the record.
func recordRefusal(err error) (*tracker.Error, bool) {
	e, ok := errors.AsType[*tracker.Error](err)
	if !ok {
		return nil, false
	}
	switch e.Kind {
	case tracker.KindInvalid, tracker.KindForbidden, tracker.KindNotFound, tracker.KindConflict, tracker.KindRefused:
		return e, true
	}
	return nil, false
}

// StartBulk stores a bulk action and queues it. It runs with the rights that its caller has at
// each record.
func (a *App) StartBulk(ctx context.Context, c Caller, in tracker.BulkInput) (started tracker.BulkStarted, err error) {
	b := &bulking{Queries: a.store.Queries, a: a, caller: c, now: a.time(), action: in.Action}
	if _, err := b.prepare(ctx, in); err != nil {
		return started, err
	}
	plan, err := b.plan(ctx, in)
	if err != nil {
		return started, err
	}
	params, err := json.Marshal(in.Params)
	if err != nil {
		return started, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		m := &mutation{Queries: tx.Queries, now: a.time()}
		if m.caller, err = a.callerNow(ctx, tx.Queries, c); err != nil {
			return err
		}
		started.ID = newID()
		if c.Key.Key != "" {
			first, err := a.claimKey(ctx, m, started.ID)
			if err != nil || first != started.ID {
				started.ID = first
				return err
			}
		}
		running, err := tx.BulksUnderWay(ctx, c.User.ID)
		if err == nil && running >= tracker.MaxBulkJobs {
			err = tracker.ErrTooManyBulks
		}
		if err != nil {
			return err
		}
		for _, write := range m.writes {
			if err := write(tx); err != nil {
				return err
			}
		}
		records := plan.records
		for _, r := range plan.refused { // they are refused again then, unless somebody changed something
			records = append(records, r.BulkRecord)
		}
		job := store.Bulk{ID: started.ID, UserID: c.User.ID, KeyID: c.keyID(), List: in.List, Action: in.Action, Params: string(params), State: tracker.BulkQueued}
		if err := tx.InsertBulk(ctx, job, records, m.now); err != nil {
			return err
		}
		return a.queue.EnqueueBulk(ctx, tx, started.ID)
	})
	return started, err
}

// bulkFor reads a bulk action for whoever started it, and for administrators. A key for one company knows its own alone.
func bulkFor(ctx context.Context, q store.Queries, c Caller, id string) (store.Bulk, error) {
	job, err := q.Bulk(ctx, id)
	if err == nil && (job.UserID != c.User.ID && !c.User.IsAdmin || c.APIKey.Narrowed() && orEmpty(job.KeyID) != c.APIKey.ID) {
		err = tracker.ErrNotFound
	}
	return job, err
}

func shownBulk(job store.Bulk) tracker.Bulk {
	return tracker.Bulk{ID: job.ID, State: job.State, Total: job.Total, Done: job.Position - job.Refused, Refused: job.Refused, BatchID: job.ID}
}

// Bulk says how far a bulk action is.
func (a *App) Bulk(ctx context.Context, c Caller, id string) (tracker.Bulk, error) {
	job, err := bulkFor(ctx, a.store.Queries, c, id)
	return shownBulk(job), err
}

// StopBulk ends a bulk action: no record is changed after it. One that has ended stays as it is.
func (a *App) StopBulk(ctx context.Context, c Caller, id string) (tracker.Bulk, error) {
	job, err := bulkFor(ctx, a.store.Queries, c, id)
	if err != nil || job.State.Ended() {
		return shownBulk(job), err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		now, err := a.callerNow(ctx, tx.Queries, c)
		if err != nil {
			return err
		}
		if job, err = bulkFor(ctx, tx.Queries, now, id); err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkStopped
		return tx.UpdateBulk(ctx, job, a.time())
	})
	if err == nil {
		a.publishBulk(ctx, job)
	}
	return shownBulk(job), err
}

// publishBulk tells the open pages of whoever started a bulk action how far it is.
func (a *App) publishBulk(ctx context.Context, job store.Bulk) {
	text, err := json.Marshal(shownBulk(job))
	if err == nil {
		a.publish(ctx, noticeBulk, job.UserID+" "+string(text))
	}
}

// RunBulk goes on with a bulk action until it has ended or the time is up; ended says which. It may
// be called anywhere and as often as one likes: a transaction begins where the last one ended.
func (a *App) RunBulk(ctx context.Context, id string, until time.Time) (ended bool, err error) {
	for next := (bulkStep{most: bulkFirst}); ctx.Err() == nil; {
		began, step := time.Now(), next
		job, done, failed, err := a.runBulkGroup(ctx, id, step)
		next = bulkStep{most: max(2*done, bulkFirst)}
		switch {
		case failed != nil && !step.isPlain: // which record it is shows without a buffer
			next.isPlain, next.limit = true, step.limit
			continue
		case failed != nil && failed.at > 0: // the records before it first
			next.limit = failed.at
			continue
		case failed != nil:
			job, err = a.skipRecord(ctx, id, failed)
		}
		if err != nil {
			return false, err
		}
		a.publishBulk(ctx, job)
		if job.State.Ended() {
			return true, nil
		}
		if !time.Now().Before(until) {
			return false, nil
		}
		time.Sleep(time.Since(began) / 4) // others write, and readers get the processor
	}
	return false, ctx.Err()
}

// bulkFirst is how many records the first group of a bulk action reads.
const bulkFirst = 20

// bulkStep says how a group goes.
type bulkStep struct {
	limit   int  // change so many records, however long it takes; 0: as many as fit into the time
	most    int  // read at most so many, about as many as will fit
	isPlain bool // each row is added by itself
}

// recordFailed says that a record of a group could not be changed, after some of it was written.
// Nothing of the group has happened.
type recordFailed struct {
	at  int // its place in the group
	err error
}

func (f *recordFailed) Error() string { return f.err.Error() }
func (f *recordFailed) Unwrap() error { return f.err }

// runBulkGroup changes the next records of a bulk action in one transaction, and says how many.
func (a *App) runBulkGroup(ctx context.Context, id string, step bulkStep) (job store.Bulk, done int, failed *recordFailed, err error) {
	var b *bulking
	var lastSeq int64
	err = a.store.WriteBulk(ctx, func(tx *store.Tx) (err error) {
		b = &bulking{Queries: tx.Queries, a: a, tx: tx, now: a.time(), batchID: id}
		if job, err = tx.Bulk(ctx, id); err != nil || job.State.Ended() {
			return err
		}
		if !step.isPlain {
			tx.BufferRows()
		}
		began := job.Position
		if err := b.group(ctx, &job, step); err != nil {
			return err
		}
		if done = job.Position - began; b.isLogged {
			lastSeq, err = tx.LastOfBatch(ctx, id)
		}
		return err
	})
	if err != nil && !databaseFails(err) && ctx.Err() == nil {
		if errors.As(err, &failed) {
			return job, 0, failed, nil
		}
		if !step.isPlain { // perhaps a row that was written at the end
			return job, 0, &recordFailed{err: err}, nil
		}
	}
	if err != nil {
		return job, 0, nil, err
	}
	for _, user := range b.disabled {
		a.publish(ctx, noticeUser, user)
	}
	if lastSeq > 0 {
		a.publish(ctx, noticeChange, strconv.FormatInt(lastSeq, 10))
	}
	return job, done, nil, nil
}

// starter is who started a bulk action, as they are now; ended says that their access has ended, or that of their key.
func (b *bulking) starter(ctx context.Context, job store.Bulk) (c Caller, ended bool, err error) {
	c.RequestID = "bulk " + job.ID
	if job.KeyID != nil {
		c.APIKey = &tracker.Key{ID: *job.KeyID}
		c, err = b.a.keyNow(ctx, b.Queries, c)
		if errors.Is(err, tracker.ErrSessionEnded) {
			return c, true, nil
		}
		return c, false, err
	}
	c.User, err = b.User(ctx, job.UserID)
	return c, c.User.Status == tracker.UserDisabled, err
}

// group changes the next records, and notes in the same transaction how far it came.
func (b *bulking) group(ctx context.Context, job *store.Bulk, step bulkStep) error {
	began := time.Now()
	caller, ended, err := b.starter(ctx, *job)
	if err != nil {
		return err
	}
	if ended {
		job.State = tracker.BulkFailed
		return b.tx.UpdateBulk(ctx, *job, b.now)
	}
	b.caller, b.action = caller, job.Action
	b.via = tracker.Via{Kind: "bulk", Name: job.Action}
	if b.remindDays, err = b.RemindDays(ctx); err != nil {
		return err
	}
	in := tracker.BulkInput{List: job.List, Action: job.Action}
	if err := json.Unmarshal([]byte(job.Params), &in.Params); err != nil {
		return err
	}
	do, err := b.actionOf(ctx, *job, in)
	if refusal, refused := recordRefusal(err); refused { // a category or a user that was there is gone
		do, err = func(context.Context, store.BulkRecord) error { return refusal }, nil
	}
	if err != nil {
		return err
	}
	var records []store.BulkRecord
	if job.Position < job.Total {
		if records, err = b.BulkRecords(ctx, *job); err != nil {
			return err
		}
	}
	most := step.most
	if step.limit > 0 {
		most = step.limit
	}
	records = records[:min(most, len(records))]
	if b.before != nil {
		if err := b.before(ctx, records); err != nil {
			return err
		}
	}
	for i, record := range records {
		if i > 0 && step.limit == 0 && time.Since(began) > bulkGroup {
			break
		}
		b.changes = 0
		err := do(ctx, record)
		if reason, refused := recordRefusal(err); refused && b.changes == 0 {
			job.Refused++
			if b.refused != nil {
				if err := b.refused(ctx, record, reason); err != nil {
					return err
				}
			}
		} else if err != nil {
			return &recordFailed{i, err}
		}
		job.Position++
	}
	job.State = tracker.BulkRunning
	if job.Position >= job.Total {
		job.State = tracker.BulkDone
	}
	return b.tx.UpdateBulk(ctx, *job, b.now)
}

// skipRecord counts a record as refused that could not be changed by itself either.
func (a *App) skipRecord(ctx context.Context, id string, failed *recordFailed) (job store.Bulk, err error) {
	if _, refused := recordRefusal(failed.err); !refused && !errors.Is(failed.err, store.ErrTaken) {
		a.log.ErrorContext(ctx, "a record of a bulk action failed", "bulk", id, "error", failed.err)
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if job, err = tx.Bulk(ctx, id); err != nil || job.State.Ended() {
			return err
		}
		if err := a.noteSkipped(ctx, tx, job, failed.err); err != nil {
			return err
		}
		job.Position, job.Refused, job.State = job.Position+1, job.Refused+1, tracker.BulkRunning
		if job.Position >= job.Total {
			job.State = tracker.BulkDone
		}
		return tx.UpdateBulk(ctx, job, a.time())
	})
	return job, err
}

// FailBulk ends a bulk action that nobody goes on with.
func (a *App) FailBulk(ctx context.Context, id string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		job, err := tx.Bulk(ctx, id)
		if err != nil || job.State.Ended() {
			return err
		}
		job.State = tracker.BulkFailed
		return tx.UpdateBulk(ctx, job, a.time())
	})
}

// refusedRecord is a record that is refused before it is tried.
type refusedRecord struct {
	store.BulkRecord
	err *tracker.Error
}

// bulkPlan is what a bulk action goes through.
type bulkPlan struct {
	records  []store.BulkRecord
	refused  []refusedRecord
	contents *tracker.BulkContents
}

// plan lists the records of a bulk action, each once: those that were chosen, or their contents
// and they, or their roles.
func (b *bulking) plan(ctx context.Context, in tracker.BulkInput) (p bulkPlan, err error) {
	seen := map[string]bool{}
	perRecord := 1
	if in.Action == "removeWithContents" {
		p.contents = &tracker.BulkContents{MonthlyCost: new(tracker.Money)}
	}
	for _, id := range in.IDs.Value {
		if in.List == userEntity {
			id = normalised(id)
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		record, inside := store.BulkRecord{Kind: in.List, ID: id}, []store.BulkRecord(nil)
		switch in.Action {
		case "removeWithContents":
			inside, err = b.contents(ctx, record, p.contents)
			inside = append(inside, record)
		case "handOver":
			inside, err = b.roles(ctx, id)
			perRecord = 2 // taken from one, given to the other
		default:
			inside = []store.BulkRecord{record}
		}
		if refusal, ok := recordRefusal(err); ok {
			p.refused = append(p.refused, refusedRecord{record, refusal})
		} else if err != nil {
			return p, err
		} else {
			for _, r := range inside {
				if r == record || !seen[r.Kind+" "+r.ID] {
					seen[r.Kind+" "+r.ID] = true
					p.records = append(p.records, r)
				}
			}
		}
		if (len(p.records)+len(p.refused))*perRecord > tracker.MaxBulk {
			return p, tracker.ErrTooManyRecords
		}
	}
	return p, nil
}

// contents lists what is in a company or project, if the caller may remove it, and adds it up.
func (b *bulking) contents(ctx context.Context, record store.BulkRecord, sum *tracker.BulkContents) ([]store.BulkRecord, error) {
	m := &mutation{Queries: b.Queries, caller: b.caller, now: b.now}
	what, seesCost := companyRemoval(ctx, record.ID), b.caller.User.IsAdmin
	if record.Kind == projectEntity {
		what = projectRemoval(ctx, record.ID)
		_, access, err := projectOf(ctx, b.Queries, b.caller, record.ID, tracker.See)
		if err != nil {
			return nil, err
		}
		seesCost = access.May(tracker.SeeCost)
	}
	state, err := what.find(m)
	if err != nil {
		return nil, err
	}
	if result, _ := state.Remove(); result == tracker.RemovalNotFound {
		return nil, tracker.ErrNotFound
	}
	inside, monthly, err := b.Contents(ctx, what.rule, record.ID, b.now, tracker.MaxBulk+1)
	if err != nil {
		return nil, err
	}
	for _, r := range append(slices.Clone(inside), record) {
		switch r.Kind {
		case companyEntity:
			sum.Companies++
		case projectEntity:
			sum.Projects++
		case projectProductEntity:
			sum.Products++
		case projectSubscriptionEntity:
			sum.Subscriptions++
		}
	}
	sum.MonthlyPrice += monthly.Price
	if !seesCost {
		sum.MonthlyCost = nil
	} else if sum.MonthlyCost != nil {
		*sum.MonthlyCost += monthly.Cost
	}
	return inside, nil
}

// roles lists the links of a user.
func (b *bulking) roles(ctx context.Context, email string) ([]store.BulkRecord, error) {
	user, err := b.a.userFor(ctx, b.Queries, b.caller, email)
	if err != nil {
		return nil, err
	}
	return b.RolesOf(ctx, user.ID, tracker.MaxBulk+1)
}

// heir reads who gets the roles that are handed over.
func (b *bulking) heir(ctx context.Context, email string) (string, error) {
	user, err := b.a.userFor(ctx, b.Queries, b.caller, email)
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.Status == tracker.UserDisabled {
		err = tracker.ErrUnknownHeir
	}
	return cmp.Or(user.Email, normalised(email)), err
}
