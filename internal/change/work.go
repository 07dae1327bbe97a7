package change

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Work is what a request does, or one transaction of a job: some changes, each decided by a function and carried out by Do.
// Without a transaction they are only decided.
type Work struct {
	Engine        *Engine
	store.Queries           // of the reader, or of the transaction
	Tx            *store.Tx // nil while it is only decided
	Caller        Caller    // as they were when the request came, or as the transaction sees them
	Now           time.Time
	Batch         *Batch // that the changes belong to, if any
	Loaded        Loaded // records that were read for many changes
	ChosenDays    []int  // all days of reminders that people chose, where they were read for many changes

	Changes  int      // that were decided
	Seqs     []int64  // the numbers of logged changes
	Disabled []string // users whose sessions end

	Decided Change // the last one, without a transaction

	ownFields tracker.OwnFields // where they were read: see OwnFields
	hasOwn    bool
}

// errOutOfScope is a change of another company than the one for which the transaction began: what was decided on the reader
// has become something else.
var errOutOfScope = errors.New("the change belongs to another company")

// Batch is what the changes of one bulk action, import or undo have in common.
type Batch struct {
	ID     string
	Via    tracker.Via
	IsBulk bool // nobody asks for the numbers of its changes
}

// Loaded are records that were read for many changes at once. Others are read when they are needed.
type Loaded struct {
	Companies     map[string]store.CompanyForUser
	Projects      map[string]store.ProjectForUser
	Subscriptions map[string]store.SubscriptionForUser
	Products      map[string]store.ProductForUser
	Items         map[string]tracker.CatalogueItem
	Categories    map[string]tracker.Category // by key
	Users         map[string]tracker.User     // by address
}

// Deciding is work that carries nothing out.
func (e *Engine) Deciding(c Caller) *Work {
	return &Work{Queries: e.Store.Queries, Engine: e, Caller: c, Now: e.Time()}
}

// Write has work done in one transaction, by the rights that the caller has there.
func (e *Engine) Write(ctx context.Context, c Caller, todo func(w *Work) error) error {
	_, err := e.Transact(ctx, e.Store.Write, e.As(ctx, c, todo))
	return err
}

// As is work of the caller as the transaction sees them: whoever was signed out, disabled or demoted meanwhile has lost their rights.
func (e *Engine) As(ctx context.Context, c Caller, todo func(w *Work) error) func(w *Work) error {
	return func(w *Work) (err error) {
		if w.Caller, err = e.callerNow(ctx, w.Queries, c); err != nil {
			return err
		}
		return todo(w)
	}
}

// Transact has work done in one transaction, and tells what it did. The transaction may begin again, with new work.
func (e *Engine) Transact(ctx context.Context, write func(context.Context, func(*store.Tx) error) error, todo func(w *Work) error) (w *Work, err error) {
	err = write(ctx, func(tx *store.Tx) error {
		w = &Work{Queries: tx.Queries, Engine: e, Tx: tx, Now: e.Time()}
		return todo(w)
	})
	if err == nil {
		w.tell(ctx)
	}
	return w, err
}

// write carries out what was decided on the reader. What belongs to a company is decided by that company, the caller's rights and
// the catalogue: the last two change only while nobody else writes.
func (w *Work) write(ctx context.Context, fn func(*store.Tx) error) error {
	if w.Decided.CompanyID == "" {
		return w.Engine.Store.Write(ctx, fn)
	}
	return w.Engine.Store.WriteIn(ctx, w.Decided.CompanyID, fn)
}

// tell tells all replicas what was done.
func (w *Work) tell(ctx context.Context) {
	for _, user := range w.Disabled {
		w.Engine.Publish(ctx, NoticeUser, user)
	}
	if len(w.Seqs) > 0 {
		w.Engine.Publish(ctx, NoticeChange, strconv.FormatInt(slices.Max(w.Seqs), 10))
	}
}

// Do has a change decided, and carried out if there is a transaction. A change without an id is none.
func (w *Work) Do(ctx context.Context, action string, decide func(m *Mutation) (Change, error)) error {
	m := &Mutation{Work: w}
	ch, err := decide(m)
	if err != nil || ch.ID == "" {
		return err
	}
	w.Changes++
	if w.Tx == nil {
		w.Decided = ch
		return nil
	}
	if !w.Tx.MayChange(ch.CompanyID) {
		return errOutOfScope
	}
	return m.carryOut(ctx, cmp.Or(m.Action, action), ch)
}

// OwnFields reads the own fields of all lists, once.
func (w *Work) OwnFields(ctx context.Context) (tracker.OwnFields, error) {
	if w.hasOwn {
		return w.ownFields, nil
	}
	fields, err := w.Queries.OwnFields(ctx)
	w.ownFields, w.hasOwn = fields, err == nil
	return fields, err
}

// ForgetOwnFields has them read again, because one of them changes.
func (w *Work) ForgetOwnFields() { w.hasOwn = false }

// Only is a decision without what it shows.
func Only[T any](_ T, ch Change, err error) (Change, error) { return ch, err }

// DatabaseFails says of an error that it is not about what was asked for.
func DatabaseFails(err error) bool {
	return tracker.IsKind(err, tracker.KindUnavailable) || tracker.IsKind(err, tracker.KindTimeout) || tracker.IsKind(err, tracker.KindDiskFull)
}
