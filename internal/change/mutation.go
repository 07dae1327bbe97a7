package change

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

// Mutation is one change on its way: what its decision puts off until all is decided.
type Mutation struct {
	*Work
	writes []func(tx *store.Tx) error
	Raised []Raised                // see Raise
	News   []store.NewNotification // that are not about a subscription, and mailed in another way
	Admins int                     // who can sign in as administrator, where a user is edited
	Access tracker.Access          // to the record at hand, where it is edited
	Action string                  // instead of the one of the use case, where the decision chooses it
	Via    *tracker.Via            // how the change came by, where the decision says so
	undoes *int64                  // the number of the change that it takes back

	mentionIn *tracker.Note // that mentions somebody who may see it
}

// isInBulk reports that nobody asks for the number of the change.
func (m *Mutation) isInBulk() bool { return m.Batch != nil && m.Batch.IsBulk }

// Write puts off a write until all is decided. Only the transaction carries it out.
func (m *Mutation) Write(fn func(tx *store.Tx) error) { m.writes = append(m.writes, fn) }

// Change is what a mutation does, for the change log. Before and after are the stored entities, costs included; they never hold
// a secret or a hash.
type Change struct {
	Entity    string
	ID        string
	Name      string // of the entity, as it is then
	Place     string // the name of the company or project that a role is about
	CompanyID string // the company and project that it belongs to; its own id for one of them
	ProjectID string
	Before    any
	After     any
	CostOnly  bool // nobody may know of it who may not see cost
}

// Unchanged is the answer of a mutation that found nothing to do.
var Unchanged = Change{}

// Mutate is the one way to change an entity, and returns the number of the logged change. decide checks the caller's rights and
// the stored state, and says what changes; its writes go through m.Write.
//
// decide runs on a reader first: a request that is refused, or changes nothing, never takes SQLite's writer. It runs again inside
// the transaction, and only that decision counts. It may run more than once there, so it must have no effect outside of m.
//
// Sessions, tokens and throttles are no entities: they are written without Mutate, and not logged.
func Mutate(ctx context.Context, e *Engine, c Caller, action string, decide func(m *Mutation) (Change, error)) (seq int64, err error) {
	w := e.Deciding(c)
	if err := w.Do(ctx, action, decide); err != nil || w.Changes == 0 {
		return 0, err
	}
	todo := e.As(ctx, c, func(w *Work) error { return w.Do(ctx, action, decide) })
	w, err = e.Transact(ctx, w.write, todo)
	if errors.Is(err, errOutOfScope) {
		w, err = e.Transact(ctx, e.Store.Write, todo)
	}
	if err != nil || w.Changes == 0 {
		return 0, err
	}
	return w.Seqs[0], nil
}

// Save is Mutate for a use case that answers the entity as it is then.
func Save[T any](ctx context.Context, e *Engine, c Caller, action string, decide func(m *Mutation) (T, Change, error)) (saved Saved[T], err error) {
	saved.Seq, err = Mutate(ctx, e, c, action, func(m *Mutation) (ch Change, err error) {
		saved.Entity, ch, err = decide(m)
		return ch, err
	})
	return saved, err
}

// carryOut writes what was decided, and logs it.
func (m *Mutation) carryOut(ctx context.Context, action string, ch Change) error {
	if err := m.WriteAll(); err != nil {
		return err
	}
	logged, err := m.logged(action, ch)
	if err != nil {
		return err
	}
	var seq int64
	if m.isInBulk() && len(m.Raised) == 0 {
		err = m.Tx.AppendChange(ctx, logged)
	} else {
		seq, err = m.Tx.InsertChange(ctx, logged)
		m.Seqs = append(m.Seqs, seq)
	}
	if err != nil {
		return err
	}
	if err := m.recordRights(ctx, ch); err != nil {
		return err
	}
	return m.notify(ctx, seq)
}

// WriteAll carries out what was put off.
func (m *Mutation) WriteAll() error {
	for _, write := range m.writes {
		if err := write(m.Tx); err != nil {
			return err
		}
	}
	return nil
}

// logged is the change as the log keeps it.
func (m *Mutation) logged(action string, ch Change) (logged store.Change, err error) {
	before, err := Snapshot(ch.Before)
	if err != nil {
		return logged, err
	}
	after, err := Snapshot(ch.After)
	if err != nil {
		return logged, err
	}
	logged = store.Change{At: m.Now, ActorID: m.Actor(), Action: action, Entity: ch.Entity, EntityID: ch.ID, Before: before, After: after, RequestID: m.Caller.RequestID,
		CompanyID: OrNil(ch.CompanyID), ProjectID: OrNil(ch.ProjectID), EntityName: OrNil(ch.Name),
		Via: m.cameBy(), Undoes: m.undoes}
	if m.Batch != nil {
		logged.BatchID = &m.Batch.ID
	}
	logged.Event = tracker.Event(logged.Entity, shownAction(logged))
	logged.Fields, logged.CostOnly = namesOf(tracker.Changed(ch.Entity, ch.Before, ch.After))
	logged.CostOnly = logged.CostOnly || ch.CostOnly
	return logged, nil
}

// cameBy is how the change came by. A key is named also where it undoes something, or changes many records: that is seen
// by what the change undoes, and by its batch.
func (m *Mutation) cameBy() *tracker.Via {
	if key := m.Caller.APIKey; key != nil {
		return &tracker.Via{Kind: "key", Name: key.ID} // the history shows its name
	}
	if m.Via != nil {
		return m.Via
	}
	if m.Batch != nil {
		return &m.Batch.Via
	}
	return nil
}

// OrEmpty is a text, or none.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// OrNil is a text, or nil for an empty one.
func OrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Actor is the id of who does it; nil is the program itself.
func (m *Mutation) Actor() *string {
	if m.Caller.User.ID == "" {
		return nil
	}
	return &m.Caller.User.ID
}

// Snapshot is an entity as the log keeps it; nil for none.
func Snapshot(entity any) (*string, error) {
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

// RequireAdmin refuses everyone who is not an administrator at this moment.
func (m *Mutation) RequireAdmin() error { return m.Caller.RequireAdmin() }

// Anyone leaves all checks to what follows.
func Anyone(*Mutation) error { return nil }

// Create is Mutate for something new. decide gets a new id, and returns the entity as the answer shows it, and the change
// without its kind and id. When the caller repeats a request under the same idempotency key, create answers the entity that the
// first one made, by read. check comes before either, and before invalid, the refusal of what was sent.
func Create[T any](ctx context.Context, e *Engine, c Caller, entity string, check func(m *Mutation) error, invalid error,
	decide func(m *Mutation, id string) (T, Change, error), read func(id string) (T, error)) (Saved[T], error) {
	type made struct {
		id    string
		shown T
	}
	id := NewID()
	saved, err := Save(ctx, e, c, "create", func(m *Mutation) (now made, ch Change, err error) {
		now.id = id
		if err := cmp.Or(check(m), invalid); err != nil { // rights come first
			return now, Unchanged, err
		}
		if first, err := m.ClaimKey(ctx, now.id); err != nil || first != now.id {
			return made{id: first}, Unchanged, err
		}
		now.shown, ch, err = decide(m, now.id)
		ch.Entity, ch.ID = entity, now.id
		return now, ch, err
	})
	if err == nil && saved.Seq == 0 {
		saved.Entity.shown, err = read(saved.Entity.id)
	}
	return Saved[T]{saved.Entity.shown, saved.Seq}, err
}

// ClaimKey has the caller's idempotency key, if there is one, remembered for an id. If the key was used
// before, it returns the id of that time.
func (m *Mutation) ClaimKey(ctx context.Context, id string) (first string, err error) {
	user, key := m.Caller.User.ID, m.Caller.Key
	if key.Key == "" {
		return id, nil
	}
	this := store.IdempotentPost{Fingerprint: m.Engine.Signer.Fingerprint(key.Fingerprint), EntityID: id}
	earlier, err := m.IdempotentPost(ctx, user, key.Key)
	switch {
	case errors.Is(err, tracker.ErrNotFound):
		m.Write(func(tx *store.Tx) error { return tx.InsertIdempotentPost(ctx, user, key.Key, this, m.Now) })
		return id, nil
	case err == nil && earlier.Fingerprint != this.Fingerprint:
		err = tracker.ErrIdempotencyKeyReused
	}
	return earlier.EntityID, err
}

// AfterCommit is the error of a read that only the answer needs. The change is saved,
// so nobody may be told that nothing was changed.
func AfterCommit(err error) error {
	if DatabaseFails(err) {
		return fmt.Errorf("%w: %w", tracker.ErrUnknownOutcome, err)
	}
	return err
}

// Apply is the edit that sets what was sent, or refuses it if it is invalid. An edit is tried when the caller's rights are
// checked: rights come first.
func Apply[T any](invalid error, set func(entity *T)) func(m *Mutation, entity *T) error {
	return func(_ *Mutation, entity *T) error {
		if invalid == nil {
			set(entity)
		}
		return invalid
	}
}

// Same reports that an edit left an entity as it was. Such an edit writes nothing: a
// new version would refuse the form that somebody else has open, for no reason.
func Same[T any](before, after T) bool { return reflect.DeepEqual(before, after) }

// CheckVersion refuses an edit that was begun on another state than the stored
// one, and shows what is stored now. A newer state than the stored one was there
// before a backup was restored.
func (m *Mutation) CheckVersion(ctx context.Context, sent tracker.Opt[int], stored int, entity, id string, current any) error {
	if sent.Empty() || sent.Value == stored {
		return nil
	}
	by, at, err := m.LastChange(ctx, entity, id)
	if err != nil && !tracker.IsKind(err, tracker.KindNotFound) {
		return err
	}
	return tracker.VersionConflict(by, at, current)
}
