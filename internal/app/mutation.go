package app

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// mutation is one transaction on behalf of a caller.
type mutation struct {
	*store.Tx
	caller Caller // as the transaction sees them
	now    time.Time
	raised []raised // see notify
	admins int      // who can sign in as administrator, where a user is edited
}

// change is what a mutation did, for the change log. Before and after are
// the stored entities, costs included; they never hold a secret or a hash.
type change struct {
	entity string
	id     string
	before any
	after  any
}

// unchanged is the answer of a mutation that found nothing to do.
var unchanged = change{}

// writeAs runs fn in a transaction, with the caller as that transaction sees them:
// whoever was signed out, disabled or demoted since the request came has lost
// their rights here. A request without a session has a caller without rights.
func (a *App) writeAs(ctx context.Context, r Request, fn func(tx *store.Tx, c Caller) error) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		c := Caller{Request: r}
		if r.SessionID != "" {
			var err error
			if c, err = a.callerOf(ctx, tx.Queries, r); err != nil {
				return err
			}
		}
		return fn(tx, c)
	})
}

// mutate is the one way to change an entity: fn checks permission by m.caller,
// writes the rows and says what changed; the change is logged in the same
// transaction. fn may run more than once, so it must have no effect outside of m.
// Sessions, tokens and throttles are no entities: they are written without it, and
// not logged.
func (a *App) mutate(ctx context.Context, r Request, action string, fn func(m *mutation) (change, error)) error {
	var seq int64
	err := a.writeAs(ctx, r, func(tx *store.Tx, c Caller) error {
		m := &mutation{Tx: tx, caller: c, now: a.time()}
		ch, err := fn(m)
		if seq = 0; err != nil || ch.id == "" {
			return err
		}
		if seq, err = m.record(ctx, action, ch); err != nil {
			return err
		}
		return m.notify(ctx, seq)
	})
	if err == nil && seq > 0 {
		a.publish(ctx, noticeChange, strconv.FormatInt(seq, 10))
		if r.OnChange != nil {
			r.OnChange(seq)
		}
	}
	return err
}

func (m *mutation) record(ctx context.Context, action string, ch change) (seq int64, err error) {
	before, err := snapshot(ch.before)
	if err != nil {
		return 0, err
	}
	after, err := snapshot(ch.after)
	if err != nil {
		return 0, err
	}
	return m.InsertChange(ctx, store.Change{At: m.now, ActorID: m.actor(), Action: action, Entity: ch.entity, EntityID: ch.id,
		Before: before, After: after, RequestID: m.caller.RequestID})
}

// actor is the id of who does it; nil is the program itself.
func (m *mutation) actor() *string {
	if m.caller.UserID == "" {
		return nil
	}
	return &m.caller.UserID
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

// access is what the caller may do where they hold some roles.
func (m *mutation) access(roles []tracker.Role) tracker.Access { return m.caller.access(roles) }

// adminsWithValid is the check of what administrators alone may create: rights
// come first, then what was found wrong with the input.
func adminsWithValid(invalid error) func(*mutation) error {
	return func(m *mutation) error {
		if err := m.requireAdmin(); err != nil {
			return err
		}
		return invalid
	}
}

// anyone leaves all checks to what follows.
func anyone(*mutation) error { return nil }

// create is mutate for something new. It makes the id, and when the caller
// repeats a request under the same idempotency key, answers the id that the
// first one made. check comes before either; fn does not run for a repeated
// request. The answered caller is that of the transaction.
func (a *App) create(ctx context.Context, r Request, entity string, check func(m *mutation) error, fn func(m *mutation, id string) (after any, err error)) (id string, c Caller, err error) {
	err = a.mutate(ctx, r, "create", func(m *mutation) (change, error) {
		id, c = newID(), m.caller
		if err := check(m); err != nil {
			return unchanged, err
		}
		if r.Key.Key != "" {
			fingerprint := a.signer.Fingerprint(r.Key.Fingerprint)
			first, err := m.ClaimIdempotencyKey(ctx, r.UserID, r.Key.Key, fingerprint, id, m.now)
			switch {
			case err != nil:
				return unchanged, err
			case first.Fingerprint != fingerprint:
				return unchanged, tracker.ErrIdempotencyKeyReused
			case first.EntityID != id:
				id = first.EntityID
				return unchanged, nil
			}
		}
		after, err := fn(m, id)
		return change{entity: entity, id: id, after: after}, err
	})
	return id, c, err
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
