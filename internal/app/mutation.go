package app

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

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

// mutation is one change on its way: what its decision puts off until all is decided.
type mutation struct {
	*work
	writes []func(tx *store.Tx) error
	raised []raised                // see notify
	news   []store.NewNotification // that are not about a subscription, and mailed in another way
	admins int                     // who can sign in as administrator, where a user is edited
	action string                  // instead of the one of the use case, where the decision chooses it
	undoes *int64                  // the number of the change that it takes back
}

// isInBulk reports that nobody asks for the number of the change.
func (m *mutation) isInBulk() bool { return m.batch != nil && m.batch.isBulk }

// write puts off a write until all is decided. Only the transaction carries it out.
func (m *mutation) write(fn func(tx *store.Tx) error) { m.writes = append(m.writes, fn) }

// change is what a mutation does, for the change log. Before and after are the stored entities, costs included; they never hold
// a secret or a hash.
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

// mutate is the one way to change an entity, and returns the number of the logged change. decide checks the caller's rights and
// the stored state, and says what changes; its writes go through m.write.
//
// decide runs on a reader first: a request that is refused, or changes nothing, never takes SQLite's writer. It runs again inside
// the transaction, and only that decision counts. It may run more than once there, so it must have no effect outside of m.
//
// Sessions, tokens and throttles are no entities: they are written without mutate, and not logged.
func (a *App) mutate(ctx context.Context, c Caller, action string, decide func(m *mutation) (change, error)) (seq int64, err error) {
	w := a.deciding(c)
	if err := w.do(ctx, action, decide); err != nil || w.changes == 0 {
		return 0, err
	}
	w, err = a.transact(ctx, a.store.Write, a.as(ctx, c, func(w *work) error { return w.do(ctx, action, decide) }))
	if err != nil || w.changes == 0 {
		return 0, err
	}
	return w.seqs[0], nil
}

// save is mutate for a use case that answers the entity as it is then.
func save[T any](ctx context.Context, a *App, c Caller, action string, decide func(m *mutation) (T, change, error)) (saved Saved[T], err error) {
	saved.Seq, err = a.mutate(ctx, c, action, func(m *mutation) (ch change, err error) {
		saved.Entity, ch, err = decide(m)
		return ch, err
	})
	return saved, err
}

// carryOut writes what was decided, and logs it.
func (m *mutation) carryOut(ctx context.Context, action string, ch change) error {
	if err := m.writeAll(); err != nil {
		return err
	}
	logged, err := m.logged(action, ch)
	if err != nil {
		return err
	}
	var seq int64
	if m.isInBulk() && len(m.raised) == 0 {
		err = m.tx.AppendChange(ctx, logged)
	} else {
		seq, err = m.tx.InsertChange(ctx, logged)
		m.seqs = append(m.seqs, seq)
	}
	if err != nil {
		return err
	}
	if err := m.recordRights(ctx, ch); err != nil {
		return err
	}
	return m.notify(ctx, seq)
}

// writeAll carries out what was put off.
func (m *mutation) writeAll() error {
	for _, write := range m.writes {
		if err := write(m.tx); err != nil {
			return err
		}
	}
	return nil
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
		Via: m.cameBy(), Undoes: m.undoes}
	if m.batch != nil {
		logged.BatchID = &m.batch.id
	}
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
	if m.batch != nil {
		return &m.batch.via
	}
	return nil
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

// create is mutate for something new. decide gets a new id, and returns the entity as the answer shows it, and the change
// without its kind and id. When the caller repeats a request under the same idempotency key, create answers the entity that the
// first one made, by read. check comes before either, and before invalid, the refusal of what was sent.
func create[T any](ctx context.Context, a *App, c Caller, entity string, check func(m *mutation) error, invalid error,
	decide func(m *mutation, id string) (T, change, error), read func(id string) (T, error)) (Saved[T], error) {
	type made struct {
		id    string
		shown T
	}
	saved, err := save(ctx, a, c, "create", func(m *mutation) (now made, ch change, err error) {
		now.id = newID()
		if err := cmp.Or(check(m), invalid); err != nil { // rights come first
			return now, unchanged, err
		}
		if c.Key.Key != "" {
			first, err := m.claimKey(ctx, now.id)
			if err != nil || first != now.id {
				return made{id: first}, unchanged, err
			}
		}
		now.shown, ch, err = decide(m, now.id)
		ch.entity, ch.id = entity, now.id
		return now, ch, err
	})
	if err == nil && saved.Seq == 0 {
		saved.Entity.shown, err = read(saved.Entity.id)
	}
	return Saved[T]{saved.Entity.shown, saved.Seq}, err
}

// claimKey has the caller's idempotency key remembered for an id. If the key was used
// before, it returns the id of that time.
func (m *mutation) claimKey(ctx context.Context, id string) (first string, err error) {
	user, key := m.caller.User.ID, m.caller.Key
	this := store.IdempotentPost{Fingerprint: m.a.signer.Fingerprint(key.Fingerprint), EntityID: id}
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

// apply is the edit that sets what was sent, or refuses it if it is invalid. An edit is tried when the caller's rights are
// checked: rights come first.
func apply[T any](invalid error, set func(entity *T)) func(m *mutation, entity *T) error {
	return func(_ *mutation, entity *T) error {
		if invalid == nil {
			set(entity)
		}
		return invalid
	}
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
