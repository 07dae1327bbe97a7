package identity

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Authenticate turns a presented token into the caller behind it. Rights are
// read from the database each time, never from the token.
func (i *Identity) Authenticate(ctx context.Context, token string) (change.Caller, error) {
	if auth.IsKey(token) {
		return i.authenticateKey(ctx, token)
	}
	claims, err := i.Signer.Parse(token)
	if err != nil {
		return change.Caller{}, tracker.ErrSessionEnded
	}
	c := change.Caller{User: tracker.User{ID: claims.UserID}, SessionID: claims.SessionID, TokenExpires: claims.ExpiresAt}
	user, session, err := i.SessionUser(ctx, i.Store.Queries, c)
	if err != nil {
		return change.Caller{}, err
	}
	i.used.note(session.ID, &session.UsedAt, i.Time())
	c.User, c.SessionExpires = user, session.ExpiresAt
	return c, nil
}

// CheckToken refuses a token that is not ours or whose time is over, without the
// database: a body need not be read for it. Whether its session or the key lives, Authenticate says.
func (i *Identity) CheckToken(token string) error {
	if auth.IsKey(token) {
		return nil
	}
	if _, err := i.Signer.Parse(token); err != nil {
		return tracker.ErrSessionEnded
	}
	return nil
}

func (i *Identity) newSession(c change.Caller, userID string) store.Session {
	return store.Session{ID: change.NewID(), UserID: userID, CreatedAt: i.Time(), ExpiresAt: i.Time().Add(tracker.SessionLife), Address: c.Address, Agent: c.Agent}
}

func (i *Identity) withToken(account tracker.Account, userID, sessionID string, notAfter time.Time) (tracker.Account, error) {
	var err error
	account.Token, _, err = i.Signer.Issue(userID, sessionID, notAfter)
	if errors.Is(err, auth.ErrExpiredToken) { // a token counts in whole seconds, and the session ends within this one
		err = tracker.ErrSessionEnded
	}
	return account, err
}

// RefreshToken answers a new token of the same session. The old one stays good
// until its own end, so that two tabs do not sign each other out.
func (i *Identity) RefreshToken(ctx context.Context, c change.Caller) (tracker.Account, error) {
	account, err := i.Account(ctx, c)
	if err != nil {
		return account, err
	}
	return i.withToken(account, c.User.ID, c.SessionID, c.SessionExpires)
}

// Logout ends the caller's session. It returns the provider's own page for signing out, if the session began by
// single sign-on and there is such a page.
func (i *Identity) Logout(ctx context.Context, c change.Caller) (elsewhere *string, err error) {
	signOn := false
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RevokeSession(ctx, c.SessionID, i.Time()); err != nil {
			return err
		}
		if signOn, err = tx.SessionBySignOn(ctx, c.SessionID); err != nil {
			return err
		}
		return i.RecordEvent(ctx, tx, c, tracker.EventSignOut, c.User.Email, tracker.Text{})
	})
	if errors.Is(err, tracker.ErrNotFound) {
		return nil, tracker.ErrSessionEnded
	}
	if err != nil {
		return nil, err
	}
	i.Publish(ctx, change.NoticeSession, c.SessionID)
	if signOn && i.Provider != nil {
		elsewhere = change.OrNil(i.Provider.SignOutURL(ctx))
	}
	return elsewhere, nil
}

// Sessions lists the caller's own sessions, the last used first.
func (i *Identity) Sessions(ctx context.Context, c change.Caller, q tracker.ListQuery) (tracker.Page[tracker.Session], error) {
	return i.sessionsOf(ctx, c, c.User.ID, q)
}

// SessionsOf lists the sessions of a user, the last used first, for administrators.
func (i *Identity) SessionsOf(ctx context.Context, c change.Caller, email string, q tracker.ListQuery) (page tracker.Page[tracker.Session], err error) {
	if err := c.RequireAdmin(); err != nil {
		return page, err
	}
	user, err := i.Store.UserByEmail(ctx, change.Normalised(email))
	if err != nil {
		return page, err
	}
	return i.sessionsOf(ctx, c, user.ID, q)
}

func (i *Identity) sessionsOf(ctx context.Context, c change.Caller, userID string, q tracker.ListQuery) (tracker.Page[tracker.Session], error) {
	list, total, err := i.Store.Sessions(ctx, userID, i.Time(), q.PageSize, q.Offset())
	for k := range list {
		list[k].Current = list[k].ID == c.SessionID
	}
	return tracker.NewPage(list, total, q), err
}

// EndSessions ends one of the caller's sessions, or all but the one that asks. With all others the calendar ends.
func (i *Identity) EndSessions(ctx context.Context, c change.Caller, in tracker.EndSessionInput) error {
	if err := in.Check(); err != nil {
		return err
	}
	err := i.Write(ctx, c, func(w *change.Work) error {
		if in.Others.Value {
			if err := w.Tx.RevokeOtherSessions(ctx, w.Caller.User.ID, c.SessionID, i.Time()); err != nil {
				return err
			}
			if err := w.Tx.DeleteCalendarFeed(ctx, w.Caller.User.ID); err != nil {
				return err
			}
			return i.RecordEvent(ctx, w.Tx, c, tracker.EventSession, w.Caller.User.Email, othersEnded)
		}
		if err := w.Tx.RevokeSessionOf(ctx, w.Caller.User.ID, in.ID.Value, i.Time()); err != nil {
			return err
		}
		return i.RecordEvent(ctx, w.Tx, c, tracker.EventSession, w.Caller.User.Email, sessionEnded)
	})
	switch {
	case err != nil:
		return err
	case in.Others.Value:
		i.Publish(ctx, change.NoticeUser, c.User.ID+" "+c.SessionID)
	default:
		i.Publish(ctx, change.NoticeSession, in.ID.Value)
	}
	return nil
}

// SignOutUser ends every session of a user, and the calendar, for administrators. The user keeps their access and can sign
// in again. Of their own sessions an administrator keeps the one that asks.
func (i *Identity) SignOutUser(ctx context.Context, c change.Caller, email string) error {
	if err := c.RequireAdmin(); err != nil {
		return err
	}
	user, err := i.Store.UserByEmail(ctx, change.Normalised(email))
	if err != nil {
		return err
	}
	return i.Write(ctx, c, func(w *change.Work) error {
		if err := w.Caller.RequireAdmin(); err != nil {
			return err
		}
		keep := ""
		if user.ID == w.Caller.User.ID {
			keep = c.SessionID
		} else {
			w.Disabled = append(w.Disabled, user.ID)
		}
		if err := w.Tx.RevokeOtherSessions(ctx, user.ID, keep, w.Now); err != nil {
			return err
		}
		if err := w.Tx.DeleteCalendarFeed(ctx, user.ID); err != nil {
			return err
		}
		return i.RecordEvent(ctx, w.Tx, c, tracker.EventSession, user.Email, signedOutBy.With(w.Caller.User.Email))
	})
}

const (
	// sessionUseEvery is how old the noted use of a session may be.
	sessionUseEvery = time.Minute
	// recordUseEvery is how often the sessions that were used are written.
	recordUseEvery = 15 * time.Second
	// recordUseTimeout bounds the wait for a database that does not answer.
	recordUseTimeout = 30 * time.Second
	// maxSessionsUsed bounds the sessions that wait to be written. Those that find no room are noted at their next use.
	maxSessionsUsed = 10_000
)

// usesNoted holds the sessions or keys whose use is not written yet. A request that only reads must not wait for
// the writer of the database, so uses are written together, later.
type usesNoted struct {
	mu  sync.Mutex
	ids map[string]struct{}
}

// note remembers that a session or key was used, unless that is known well enough. used is when the database has its last
// use; nil is never.
func (u *usesNoted) note(id string, used *time.Time, now time.Time) {
	if used != nil && now.Sub(*used) < sessionUseEvery {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.ids == nil {
		u.ids = map[string]struct{}{}
	}
	if len(u.ids) < maxSessionsUsed {
		u.ids[id] = struct{}{}
	}
}

// take returns the noted ids and forgets them.
func (u *usesNoted) take() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	ids := slices.Collect(maps.Keys(u.ids))
	clear(u.ids)
	return ids
}

// RecordUses writes every few seconds which sessions and keys were used, until ctx is done.
func (i *Identity) RecordUses(ctx context.Context) {
	for tick := time.NewTicker(recordUseEvery); ; {
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
			i.RecordUse(ctx)
		}
	}
}

// RecordUse writes which sessions and keys were used since it did so last. A failure loses these uses alone.
func (i *Identity) RecordUse(ctx context.Context) {
	now, sessions, keys := i.Time(), i.used.take(), i.keysUsed.take()
	if len(sessions)+len(keys) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, recordUseTimeout)
	defer cancel()
	err := i.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RecordSessionUse(ctx, sessions, now); err != nil {
			return err
		}
		return tx.RecordKeyUse(ctx, keys, now)
	})
	if err != nil {
		i.Log.WarnContext(ctx, "the use of sessions and keys was not recorded", "error", err)
	}
}
