package app

import (
	"context"
	"errors"
	"fmt"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// A key acts for its owner. Who a caller with a key is, and within which bounds, is decided here alone: withKey makes
// the caller, and Caller.access, visible, narrowing and accessAnywhere, which every use case asks, keep to the bounds. The
// scope, and the operations that no key may call, are checked where requests arrive. requireInPerson is for what such
// an operation does by another way: bulk actions, imports and undo.

// authenticateKey is Authenticate for a key.
func (a *App) authenticateKey(ctx context.Context, plain string) (Caller, error) {
	owner, key, err := a.store.KeyUser(ctx, auth.HashOpaqueToken(plain), a.time())
	if errors.Is(err, tracker.ErrNotFound) {
		err = tracker.ErrSessionEnded
	}
	if err != nil {
		return Caller{}, err
	}
	a.keysUsed.note(key.ID, key.LastUsedAt, a.time())
	return Caller{}.withKey(owner, key), nil
}

// Keys lists the caller's keys.
func (a *App) Keys(ctx context.Context, c Caller, q tracker.ListQuery) (tracker.Page[tracker.Key], error) {
	keys, err := a.store.Keys(ctx, c.User.ID)
	return pageOf(keys, q), err
}

// CreateKey makes a key for the caller, who proves to be there: the key outlives a stolen session.
func (a *App) CreateKey(ctx context.Context, c Caller, in tracker.KeyInput) (created tracker.NewKey, err error) {
	if err := in.Check(a.time()); err != nil {
		return created, err
	}
	err = a.withRecentSignIn(ctx, c, in.RecentPassword, func(again func(*store.Tx) error) error {
		return a.write(ctx, c, func(w *work) error {
			if err := again(w.tx); err != nil {
				return err
			}
			created, err = a.createKey(ctx, w.tx, w.caller, in)
			return err
		})
	})
	return created, err
}

// createKey makes a key for the caller as they are now.
func (a *App) createKey(ctx context.Context, tx *store.Tx, c Caller, in tracker.KeyInput) (created tracker.NewKey, err error) {
	plain, hash := auth.NewKey()
	key := tracker.Key{ID: newID(), Name: in.Name, Scope: in.Scope, CompanyID: in.CompanyID.Pointer(), CreatedAt: a.time(), ExpiresAt: in.ExpiresAt.Pointer()}
	if key.Narrowed() {
		company, _, err := a.companyFor(ctx, tx.Queries, c, *key.CompanyID, tracker.See)
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
	return tracker.NewKey{Key: key, Secret: plain}, a.warnOf(ctx, tx, c, tracker.EventKey, fmt.Sprintf("key %q added, scope %s", key.Name, key.Scope),
		fmt.Sprintf("The key “%s” was added. Programs that have it act in your name.", key.Name))
}

// RemoveKey ends a key of the caller, at once.
func (a *App) RemoveKey(ctx context.Context, c Caller, id string) error {
	return a.write(ctx, c, func(w *work) error {
		name, err := w.tx.RemoveKey(ctx, w.caller.User.ID, id)
		if err != nil {
			return err
		}
		return a.warnOf(ctx, w.tx, w.caller, tracker.EventKey, fmt.Sprintf("key %q removed", name), fmt.Sprintf("The key “%s” was removed. Programs that have it can not act in your name any more.", name))
	})
}

// warnOf is warn about the caller, where nothing is logged as a change.
func (a *App) warnOf(ctx context.Context, tx *store.Tx, c Caller, kind, details, text string) error {
	return warn(ctx, tx, a.queue, c, tracker.SecurityEvent{At: a.time(), Kind: kind, Email: c.User.Email, Details: details}, text)
}
