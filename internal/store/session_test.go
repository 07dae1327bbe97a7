package store

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

func (f *fixture) addSession(userID string, life time.Duration) string {
	f.Helper()
	s := Session{ID: newID(), UserID: userID, CreatedAt: f.now, ExpiresAt: f.now.Add(life)}
	f.write(func(tx *Tx) error { return tx.InsertSession(f.Context(), s) })
	return s.ID
}

func (f *fixture) live(sessionID string, at time.Time) bool {
	f.Helper()
	_, _, err := f.SessionUser(f.Context(), sessionID, at)
	if err != nil && !tracker.IsKind(err, tracker.KindNotFound) {
		f.Fatal(err)
	}
	return err == nil
}

func TestSessionLivesUntilItsEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		u := f.addUser("a@example.com")
		id := f.addSession(u.ID, time.Hour)
		got, session, err := f.SessionUser(t.Context(), id, f.now)
		f.ok(err)
		is(t, "user", got.ID, u.ID)
		is(t, "end", session.ExpiresAt, f.now.Add(time.Hour))
		is(t, "a millisecond before its end", f.live(id, f.now.Add(time.Hour-time.Millisecond)), true)
		is(t, "at its end", f.live(id, f.now.Add(time.Hour)), false)
		is(t, "an unknown session", f.live(newID(), f.now), false)
		f.raw("UPDATE users SET disabled_at = 1")
		is(t, "of a disabled user", f.live(id, f.now), false)
	})
}

func TestRevokingSessionsAndLinks(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		u, other := f.addUser("a@example.com"), f.addUser("b@example.com")
		first, second, third, others := f.addSession(u.ID, time.Hour), f.addSession(u.ID, time.Hour), f.addSession(u.ID, time.Hour), f.addSession(other.ID, time.Hour)
		alive := func() [4]bool {
			return [4]bool{f.live(first, f.now), f.live(second, f.now), f.live(third, f.now), f.live(others, f.now)}
		}
		is(t, "before", alive(), [4]bool{true, true, true, true})
		f.write(func(tx *Tx) error { return tx.RevokeSession(t.Context(), first, f.now) })
		is(t, "one", alive(), [4]bool{false, true, true, true})
		f.write(func(tx *Tx) error { return tx.RevokeOtherSessions(t.Context(), u.ID, second, f.now) })
		is(t, "all but one of a user", alive(), [4]bool{false, true, false, true})
		f.write(func(tx *Tx) error { return tx.RevokeOtherSessions(t.Context(), u.ID, "", f.now) })
		is(t, "all of a user", alive(), [4]bool{false, false, false, true})
		f.addToken(u.ID, "reset", "h", f.now)
		f.ok(f.AfterRestore(t.Context(), f.now))
		is(t, "everyone's", alive(), [4]bool{})
		is(t, "links that work", f.count("password_token"), 0)
	})
}

func TestPasswordHash(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		u := f.addUser("a@example.com")
		hash := func() string {
			p, err := f.Account(t.Context(), u.ID)
			f.ok(err)
			return p.PasswordHash
		}
		is(t, "none yet", hash(), "")
		for _, h := range []string{"first", "second"} {
			f.write(func(tx *Tx) error { return tx.SetPasswordHash(t.Context(), u.ID, h, f.now) })
			is(t, "hash", hash(), h)
		}
		for old, replaced := range map[string]bool{"first": false, "second": true} {
			f.write(func(tx *Tx) error {
				done, err := tx.ReplacePasswordHash(t.Context(), u.ID, old, "third", f.now)
				is(t, "replaced "+old, done, replaced)
				return err
			})
		}
		is(t, "hash", hash(), "third")
		for password, signedIn := range map[string]bool{"second": false, "third": true} {
			f.write(func(tx *Tx) error {
				done, err := tx.SignIn(t.Context(), Session{ID: newID(), UserID: u.ID, CreatedAt: f.now, ExpiresAt: f.now.Add(time.Hour)}, password)
				is(t, "signed in by "+password, done, signedIn)
				return err
			})
		}
		is(t, "sessions", f.count("session"), 1)
	})
}

// tokens are the hashes of a user's links, in the order they were made.
func (f *fixture) tokens(userID string) (hashes []string) {
	f.Helper()
	list, err := f.PasswordTokens(f.Context(), userID)
	f.ok(err)
	for _, token := range list {
		hashes = append(hashes, token.Hash)
	}
	return hashes
}

func (f *fixture) addToken(userID, kind, hash string, at time.Time) PasswordToken {
	f.Helper()
	token := PasswordToken{UserID: userID, Kind: kind, Hash: hash, CreatedAt: at, ExpiresAt: at.Add(time.Hour)}
	f.write(func(tx *Tx) error {
		done, err := tx.InsertPasswordToken(f.Context(), token)
		is(f.T, "a token is stored", done, true)
		return err
	})
	return token
}

func TestPasswordTokensAreReplacedAndVoided(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		u, other := f.addUser("a@example.com"), f.addUser("b@example.com")
		later := f.now.Add(time.Minute)
		older := f.addToken(u.ID, "invitation", "older", f.now)
		f.addToken(u.ID, "reset", "reset", f.now)
		newer := f.addToken(u.ID, "invitation", "newer", later)
		f.addToken(u.ID, "invitation", "newest", later.Add(time.Minute))
		f.addToken(other.ID, "invitation", "other's", f.now)
		got, err := f.PasswordTokens(t.Context(), u.ID)
		f.ok(err)
		if d := cmp.Diff(older, got[0]); d != "" {
			t.Error(d)
		}
		f.write(func(tx *Tx) error { return tx.VoidOlderPasswordTokens(t.Context(), newer) })
		is(t, "a delivered link voids older ones of its kind", fmt.Sprint(f.tokens(u.ID)), "[reset newer newest]")
		f.write(func(tx *Tx) error { return tx.DeletePasswordToken(t.Context(), "newest") })
		is(t, "one is voided", fmt.Sprint(f.tokens(u.ID)), "[reset newer]")

		use := func(userID, hash string, at time.Time) (done bool) {
			f.write(func(tx *Tx) (err error) { done, err = tx.UsePasswordToken(t.Context(), userID, hash, at); return err })
			return done
		}
		is(t, "a voided one is used", use(u.ID, older.Hash, f.now), false)
		is(t, "it is used too late", use(u.ID, newer.Hash, newer.ExpiresAt), false)
		is(t, "it is used for somebody else", use(other.ID, newer.Hash, f.now), false)
		is(t, "none of that voids any", fmt.Sprint(f.tokens(u.ID), f.tokens(other.ID)), "[reset newer] [other's]")
		is(t, "it is used", use(u.ID, newer.Hash, f.now), true)
		is(t, "that voids the user's others", fmt.Sprint(f.tokens(u.ID), f.tokens(other.ID)), "[] [other's]")
		is(t, "it is used again", use(u.ID, newer.Hash, f.now), false)

		f.addToken(u.ID, "reset", "last", f.now)
		f.write(func(tx *Tx) error { return tx.VoidPasswordTokens(t.Context(), u.ID) })
		is(t, "all are voided", fmt.Sprint(f.tokens(u.ID), f.tokens(other.ID)), "[] [other's]")
	})
}

func TestNoLinkForADisabledUser(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		u := f.addUser("a@example.com")
		f.addToken(u.ID, "reset", "before", f.now)
		disabled := u
		disabled.Status = tracker.UserDisabled
		f.write(func(tx *Tx) error {
			return tx.UpdateUser(t.Context(), u, disabled, u.ID, f.now)
		})
		f.write(func(tx *Tx) error {
			done, err := tx.InsertPasswordToken(t.Context(), PasswordToken{UserID: u.ID, Kind: "reset", Hash: "h", CreatedAt: f.now, ExpiresAt: f.now.Add(time.Hour)})
			is(t, "stored", done, false)
			return err
		})
		if _, err := f.TokenUser(t.Context(), u.Email, "before", f.now); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("a link of a disabled user: %v", err)
		}
	})
}

func TestThrottle(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for _, want := range []Throttle{{}, {Failures: 1, BlockedUntil: f.now, UpdatedAt: f.now}, {Failures: 7, BlockedUntil: f.now.Add(time.Hour), UpdatedAt: f.now}} {
			if want.Failures > 0 {
				f.write(func(tx *Tx) error {
					return tx.PutThrottles(t.Context(), map[string]Throttle{"a@example.com|192.0.2.1": want, "192.0.2.1": {UpdatedAt: f.now, BlockedUntil: f.now}})
				})
			}
			got, err := f.Throttles(t.Context(), "192.0.2.2", "a@example.com|192.0.2.1")
			f.ok(err)
			is(t, "known", len(got), min(want.Failures, 1))
			if d := cmp.Diff(want, got["a@example.com|192.0.2.1"]); d != "" {
				t.Error(d)
			}
		}
	})
}
