package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Saved is what a use case that writes answers: the entity as it is now, and the
// number of the change in the change log, or 0 if nothing had to change.
type Saved[T any] struct {
	Entity T
	Seq    int64
}

// Change returns the entity and the number, whatever the type of the entity is.
func (s Saved[T]) Change() (entity any, seq int64) { return s.Entity, s.Seq }

// mutation is one change on its way: decided on a reader first, and again inside the
// transaction.
type mutation struct {
	store.Queries        // of the reader, or of the transaction
	caller        Caller // as they were when the request came, or as the transaction sees them
	queue         Queue
	now           time.Time
	writes        []func(tx *store.Tx) error
	raised        []raised                // see notify
	news          []store.NewNotification // that are not about a subscription, and mailed in another way
	admins        int                     // who can sign in as administrator, where a user is edited
	remindDays    []int                   // all days that people chose, where they were read for many changes

	loaded loaded

	action string // instead of the one of the use case, where the decision chooses it

	isInBulk bool // nobody asks for the number of the change

	// Of an undo.
	undoes  *int64 // the number of the change that it takes back
	batchID *string
	via     *tracker.Via
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

// write puts off a write until all is decided. Only the transaction carries it out.
func (m *mutation) write(fn func(tx *store.Tx) error) { m.writes = append(m.writes, fn) }

// change is what a mutation does, for the change log. Before and after are the
// stored entities, costs included; they never hold a secret or a hash. They are
// looked at when all is written; a function is called then.
type change struct {
	entity    string
	id        string
	name      string // of the entity, as it is then
	place     string // the name of the company or project that a role is about
	companyID string // the company and project that it belongs to; its own id for one of them
	projectID string
	before    any
	after     any
}

// unchanged is the answer of a mutation that found nothing to do.
var unchanged = change{}

// mutate is the one way to change an entity, and returns the number of the logged
// change. decide checks the caller's rights and the stored state, and says what
// changes; its writes go through m.write.
//
// decide runs on a reader first: a request that is refused, or changes nothing, never
// takes SQLite's writer. It runs again inside the transaction, where whoever was signed
// out, disabled or demoted meanwhile has lost their rights; only that decision counts.
// It may run more than once there, so it must have no effect outside of m but to set
// what is answered.
//
// Sessions, tokens and throttles are no entities: they are written without mutate, and
// not logged.
func (a *App) mutate(ctx context.Context, c Caller, action string, decide func(m *mutation) (change, error)) (seq int64, err error) {
	if ch, err := decide(&mutation{Queries: a.store.Queries, caller: c, queue: a.queue, now: a.time()}); err != nil || ch.id == "" {
		return 0, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) (err error) {
		m := &mutation{Queries: tx.Queries, queue: a.queue, now: a.time()}
		if m.caller, err = a.callerNow(ctx, tx.Queries, c); err != nil {
			return err
		}
		ch, err := decide(m)
		if seq = 0; err != nil || ch.id == "" {
			return err
		}
		seq, err = m.carryOut(ctx, tx, cmp.Or(m.action, action), ch)
		return err
	})
	if err != nil {
		return 0, err
	}
	if seq > 0 {
		a.publish(ctx, noticeChange, strconv.FormatInt(seq, 10))
	}
	return seq, nil
}

// carryOut writes what was decided, and logs it. In a bulk it may return no number.
func (m *mutation) carryOut(ctx context.Context, tx *store.Tx, action string, ch change) (seq int64, err error) {
	for _, write := range m.writes {
		if err := write(tx); err != nil {
			return 0, err
		}
	}
	logged, err := m.logged(action, ch)
	if err != nil {
		return 0, err
	}
	if m.isInBulk && len(m.raised) == 0 {
		err = tx.AppendChange(ctx, logged)
	} else {
		seq, err = tx.InsertChange(ctx, logged)
	}
	if err != nil {
		return 0, err
	}
	if err := m.recordRights(ctx, tx, ch); err != nil {
		return 0, err
	}
	return seq, m.notify(ctx, tx, seq)
}

// logged is the change as the log keeps it.
func (m *mutation) logged(action string, ch change) (logged store.Change, err error) {
	before, err := snapshot(ch.before)
	if err != nil {
		return logged, err
	}
	after, err := snapshot(ch.after)
	if err != nil {
		return logged, err
	}
	logged = store.Change{At: m.now, ActorID: m.actor(), Action: action, Entity: ch.entity, EntityID: ch.id, Before: before, After: after, RequestID: m.caller.RequestID,
		CompanyID: orNil(ch.companyID), ProjectID: orNil(ch.projectID), EntityName: orNil(ch.name),
		Via: m.cameBy(), Undoes: m.undoes, BatchID: m.batchID}
	logged.Event = tracker.Event(logged.Entity, shownAction(logged))
	d, err := difference(logged)
	logged.Fields, logged.CostOnly = d.names()
	return logged, err
}

// cameBy is how the change came by. A key is named also where it undoes something, or changes many records: that is seen
// by what the change undoes, and by its batch.
func (m *mutation) cameBy() *tracker.Via {
	if key := m.caller.APIKey; key != nil {
		return &tracker.Via{Kind: "key", Name: key.ID} // the history shows its name
	}
	return m.via
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// actor is the id of who does it; nil is the program itself.
func (m *mutation) actor() *string {
	if m.caller.User.ID == "" {
		return nil
	}
	return &m.caller.User.ID
}

func snapshot(entity any) (*string, error) {
	if written, ok := entity.(func() any); ok {
		entity = written()
	}
	if entity == nil {
		return nil, nil
	}
	b, err := json.Marshal(entity)
	if err != nil {
		return nil, fmt.Errorf("change log: %w", err)
	}
	s := string(b)
	return &s, nil
}

// requireAdmin refuses everyone who is not an administrator at this moment.
func (m *mutation) requireAdmin() error { return m.caller.requireAdmin() }

// anyone leaves all checks to what follows.
func anyone(*mutation) error { return nil }

// create is mutate for something new. decide gets a new id, and returns the entity as the
// answer shows it, and the change without its kind and id. When the caller repeats a request under
// the same idempotency key, create answers the entity that the first one made, by read.
// check comes before either.
func create[T any](ctx context.Context, a *App, c Caller, entity string, check func(m *mutation) error,
	decide func(m *mutation, id string) (shown T, ch change, err error), read func(id string) (T, error)) (saved Saved[T], err error) {
	var id string
	saved.Seq, err = a.mutate(ctx, c, "create", func(m *mutation) (ch change, err error) {
		id = newID()
		if err := check(m); err != nil {
			return unchanged, err
		}
		if c.Key.Key != "" {
			first, err := a.claimKey(ctx, m, id)
			if err != nil || first != id {
				id = first
				return unchanged, err
			}
		}
		saved.Entity, ch, err = decide(m, id)
		ch.entity, ch.id = entity, id
		return ch, err
	})
	if err == nil && saved.Seq == 0 {
		saved.Entity, err = read(id)
	}
	return saved, err
}

// claimKey has the caller's idempotency key remembered for an id. If the key was used
// before, it returns the id of that time.
func (a *App) claimKey(ctx context.Context, m *mutation, id string) (first string, err error) {
	user, key := m.caller.User.ID, m.caller.Key
	this := store.IdempotentPost{Fingerprint: a.signer.Fingerprint(key.Fingerprint), EntityID: id}
	earlier, err := m.IdempotentPost(ctx, user, key.Key)
	switch {
	case errors.Is(err, tracker.ErrNotFound):
		m.write(func(tx *store.Tx) error { return tx.InsertIdempotentPost(ctx, user, key.Key, this, m.now) })
		return id, nil
	case err == nil && earlier.Fingerprint != this.Fingerprint:
		err = tracker.ErrIdempotencyKeyReused
	}
	return earlier.EntityID, err
}

// afterCommit is the error of a read that only the answer needs. The change is saved,
// so nobody may be told that nothing was changed.
func afterCommit(err error) error {
	if databaseFails(err) {
		return fmt.Errorf("%w: %w", tracker.ErrUnknownOutcome, err)
	}
	return err
}

// same reports that an edit left an entity as it was. Such an edit writes nothing: a
// new version would refuse the form that somebody else has open, for no reason.
func same[T any](before, after T) bool { return reflect.DeepEqual(before, after) }

// checkVersion refuses an edit that was begun on another state than the stored
// one, and shows what is stored now. A newer state than the stored one was there
// before a backup was restored.
func (m *mutation) checkVersion(ctx context.Context, sent tracker.Opt[int], stored int, entity, id string, current any) error {
	if sent.Empty() || sent.Value == stored {
		return nil
	}
	by, at, err := m.LastChange(ctx, entity, id)
	if err != nil && !tracker.IsKind(err, tracker.KindNotFound) {
		return err
	}
	return tracker.VersionConflict(by, at, current)
}
