package app

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// work is what a request does, or one transaction of a job: some changes, each decided by a function and carried out by do.
// Without a transaction they are only decided.
type work struct {
	store.Queries           // of the reader, or of the transaction
	a             *App      //
	tx            *store.Tx // nil while it is only decided
	caller        Caller    // as they were when the request came, or as the transaction sees them
	now           time.Time //
	batch         *batch    // that the changes belong to, if any
	loaded        loaded    // records that were read for many changes
	remindDays    []int     // all days that people chose, where they were read for many changes

	changes  int      // that were decided
	seqs     []int64  // the numbers of logged changes
	disabled []string // users whose sessions end
}

// batch is what the changes of one bulk action, import or undo have in common.
type batch struct {
	id     string
	via    tracker.Via
	isBulk bool // nobody asks for the numbers of its changes
}

// loaded are records that were read for many changes at once. Others are read when they are needed.
type loaded struct {
	companies     map[string]store.CompanyForUser
	projects      map[string]store.ProjectForUser
	subscriptions map[string]store.SubscriptionForUser
	products      map[string]store.ProductForUser
	items         map[string]tracker.CatalogueItem
	categories    map[string]tracker.Category // by key
	users         map[string]tracker.User     // by address
}

// deciding is work that carries nothing out.
func (a *App) deciding(c Caller) *work {
	return &work{Queries: a.store.Queries, a: a, caller: c, now: a.time()}
}

// write has work done in one transaction, by the rights that the caller has there.
func (a *App) write(ctx context.Context, c Caller, todo func(w *work) error) error {
	_, err := a.transact(ctx, a.store.Write, a.as(ctx, c, todo))
	return err
}

// as is work of the caller as the transaction sees them: whoever was signed out, disabled or demoted meanwhile has lost their rights.
func (a *App) as(ctx context.Context, c Caller, todo func(w *work) error) func(w *work) error {
	return func(w *work) (err error) {
		if w.caller, err = a.callerNow(ctx, w.Queries, c); err != nil {
			return err
		}
		return todo(w)
	}
}

// transact has work done in one transaction, and tells what it did. The transaction may begin again, with new work.
func (a *App) transact(ctx context.Context, write func(context.Context, func(*store.Tx) error) error, todo func(w *work) error) (w *work, err error) {
	err = write(ctx, func(tx *store.Tx) error {
		w = &work{Queries: tx.Queries, a: a, tx: tx, now: a.time()}
		return todo(w)
	})
	if err == nil {
		w.tell(ctx)
	}
	return w, err
}

// tell tells all replicas what was done.
func (w *work) tell(ctx context.Context) {
	for _, user := range w.disabled {
		w.a.publish(ctx, noticeUser, user)
	}
	if len(w.seqs) > 0 {
		w.a.publish(ctx, noticeChange, strconv.FormatInt(slices.Max(w.seqs), 10))
	}
}

// do has a change decided, and carried out if there is a transaction. A change without an id is none.
func (w *work) do(ctx context.Context, action string, decide func(m *mutation) (change, error)) error {
	m := &mutation{work: w}
	ch, err := decide(m)
	if err != nil || ch.id == "" {
		return err
	}
	w.changes++
	if w.tx == nil {
		return nil
	}
	return m.carryOut(ctx, cmp.Or(m.action, action), ch)
}

// only is a decision without what it shows.
func only[T any](_ T, ch change, err error) (change, error) { return ch, err }

// databaseFails says of an error that it is not about what was asked for.
func databaseFails(err error) bool {
	return tracker.IsKind(err, tracker.KindUnavailable) || tracker.IsKind(err, tracker.KindTimeout) || tracker.IsKind(err, tracker.KindDiskFull)
}
