package identity

import (
	"context"
	"errors"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// authenticateKey is Authenticate for a key.
func (i *Identity) authenticateKey(ctx context.Context, plain string) (change.Caller, error) {
	owner, key, err := i.Store.KeyUser(ctx, auth.HashOpaqueToken(plain), i.Time())
	if errors.Is(err, tracker.ErrNotFound) {
		err = tracker.ErrSessionEnded
	}
	if err != nil {
		return change.Caller{}, err
	}
	i.keysUsed.note(key.ID, key.LastUsedAt, i.Time())
	return change.Caller{}.WithKey(owner, key), nil
}

// Keys lists the caller's keys.
func (i *Identity) Keys(ctx context.Context, c change.Caller, q tracker.ListQuery) (tracker.Page[tracker.Key], error) {
	keys, err := i.Store.Keys(ctx, c.User.ID)
	return change.PageOf(keys, q), err
}

// CreateKey makes a key for the caller, who proves to be there: the key outlives a stolen session.
func (i *Identity) CreateKey(ctx context.Context, c change.Caller, in tracker.KeyInput) (created tracker.NewKey, err error) {
	if err := in.Check(i.Time()); err != nil {
		return created, err
	}
	err = i.withRecentSignIn(ctx, c, in.RecentPassword, func(again func(*store.Tx) error) error {
		return i.Write(ctx, c, func(w *change.Work) error {
			if err := again(w.Tx); err != nil {
				return err
			}
			created, err = i.createKey(ctx, w.Tx, w.Caller, in)
			return err
		})
	})
	return created, err
}

// createKey makes a key for the caller as they are now.
func (i *Identity) createKey(ctx context.Context, tx *store.Tx, c change.Caller, in tracker.KeyInput) (created tracker.NewKey, err error) {
	plain, hash := auth.NewKey()
	key := tracker.Key{ID: change.NewID(), Name: in.Name, Scope: in.Scope, CompanyID: in.CompanyID.Pointer(), CreatedAt: i.Time(), ExpiresAt: in.ExpiresAt.Pointer()}
	if key.Narrowed() {
		company, _, err := record.CompanyFor(ctx, i.Engine, tx.Queries, c, *key.CompanyID, tracker.See)
		if err != nil {
			return created, err
		}
		key.CompanyName = &company.Name
	}
	keys, err := tx.Keys(ctx, c.User.ID)
	if err == nil && len(keys) >= tracker.MaxKeys {
		err = tracker.ErrTooManyKeys
	}
	if err != nil {
		return created, err
	}
	if err := tx.InsertKey(ctx, c.User.ID, hash, key); err != nil {
		return created, err
	}
	return tracker.NewKey{Key: key, Secret: plain}, i.warnOf(ctx, tx, c, tracker.EventKey, keyAdded[key.Scope].With(escaped(key.Name)), mailKeyAdded.With(key.Name))
}

// RemoveKey ends a key of the caller, at once.
func (i *Identity) RemoveKey(ctx context.Context, c change.Caller, id string) error {
	return i.Write(ctx, c, func(w *change.Work) error {
		name, err := w.Tx.RemoveKey(ctx, w.Caller.User.ID, id)
		if err != nil {
			return err
		}
		return i.warnOf(ctx, w.Tx, w.Caller, tracker.EventKey, keyRemoved.With(escaped(name)), mailKeyRemoved.With(name))
	})
}
