package app

import (
	"context"
	"crypto/subtle"
	"errors"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

const sessionLife = 30 * 24 * time.Hour

// Wrong sign-ins are slowed per account-and-address and per address, so that an
// attacker elsewhere never locks the owner out.
var (
	accountBackoff = auth.BackoffPolicy{Free: 5, Base: time.Second, Max: 15 * time.Minute}
	addressBackoff = auth.BackoffPolicy{Free: 50, Base: time.Second, Max: 5 * time.Minute}
	resetBackoff   = auth.BackoffPolicy{Free: 20, Base: 5 * time.Second, Max: 5 * time.Minute}
)

// throttleMemory is how long a subject's failures are remembered.
const throttleMemory = time.Hour

// Authenticate turns a presented token into the caller behind it. Rights are
// read from the database each time, never from the token.
func (a *App) Authenticate(ctx context.Context, token string) (Caller, error) {
	claims, err := a.signer.Parse(token)
	if err != nil {
		return Caller{}, tracker.InvalidToken()
	}
	user, expires, err := a.store.SessionUser(ctx, claims.SessionID, a.time())
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.ID != claims.UserID {
		return Caller{}, tracker.InvalidToken()
	}
	return Caller{User: user, SessionID: claims.SessionID, SessionExpires: expires, TokenExpires: claims.ExpiresAt}, err
}

func wrongSignIn() error { return tracker.Unauthenticated("Email or password is wrong.") }

// Login signs in. A wrong password, an unknown address and a disabled user are
// answered alike, in the same time.
func (a *App) Login(ctx context.Context, c Caller, in tracker.LoginInput) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	subjects := signInSubjects(in.Email, c.IP)
	if err := a.checkThrottle(ctx, a.store.Queries, subjects); err != nil {
		return tracker.Account{}, err
	}
	user, err := a.store.UserByEmail(ctx, in.Email)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return tracker.Account{}, err
	}
	hash, err := a.store.PasswordHash(ctx, user.ID)
	if err != nil {
		return tracker.Account{}, err
	}
	right, err := a.hasher.Verify(ctx, hash, in.Password)
	if err != nil {
		return tracker.Account{}, err
	}
	right = right && user.Status == tracker.UserEnabled
	session := store.Session{ID: newID(), UserID: user.ID, CreatedAt: a.time(), ExpiresAt: a.time().Add(sessionLife)}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		// Again, behind the slow hash: a burst of parallel guesses meets the block here.
		if err := a.checkThrottle(ctx, tx.Queries, subjects); err != nil {
			return err
		}
		if !right {
			return a.countFailure(ctx, tx, subjects)
		}
		if err := a.forgetFailures(ctx, tx, subjects[0]); err != nil {
			return err
		}
		// A hash that changed meanwhile means a reset: this sign-in came too late.
		if now, err := tx.PasswordHash(ctx, user.ID); err != nil || now != hash {
			return errors.Join(err, wrongSignIn())
		}
		return tx.InsertSession(ctx, session)
	})
	if err == nil && !right {
		err = wrongSignIn()
	}
	if err != nil {
		return tracker.Account{}, err
	}
	return a.accountWithToken(ctx, user, session.ID, session.ExpiresAt)
}

type throttleSubject struct {
	name   string
	policy auth.BackoffPolicy
}

func signInSubjects(email, ip string) []throttleSubject {
	return []throttleSubject{{"account " + email + " " + ip, accountBackoff}, {"address " + ip, addressBackoff}}
}

func (a *App) checkThrottle(ctx context.Context, q store.Queries, subjects []throttleSubject) error {
	for _, s := range subjects {
		t, err := q.ThrottleOf(ctx, s.name)
		if err != nil {
			return err
		}
		if wait := t.BlockedUntil.Sub(a.time()); wait > 0 {
			return tracker.TooMany("Too many attempts. Please wait a moment and try again.", wait)
		}
	}
	return nil
}

func (a *App) countFailure(ctx context.Context, tx *store.Tx, subjects []throttleSubject) error {
	for _, s := range subjects {
		t, err := tx.ThrottleOf(ctx, s.name)
		if err != nil {
			return err
		}
		now := a.time()
		if now.Sub(t.UpdatedAt) > throttleMemory {
			t.Failures = 0
		}
		t.Failures++
		t.BlockedUntil, t.UpdatedAt = now.Add(auth.Backoff(t.Failures, s.policy)), now
		if err := tx.PutThrottle(ctx, s.name, t); err != nil {
			return err
		}
	}
	return nil
}

func (a *App) forgetFailures(ctx context.Context, tx *store.Tx, s throttleSubject) error {
	t, err := tx.ThrottleOf(ctx, s.name)
	if err != nil || t.Failures == 0 {
		return err
	}
	return tx.PutThrottle(ctx, s.name, store.Throttle{UpdatedAt: a.time()})
}

func (a *App) accountWithToken(ctx context.Context, user tracker.User, sessionID string, notAfter time.Time) (tracker.Account, error) {
	token, _, err := a.signer.Issue(user.ID, sessionID, notAfter)
	if err != nil {
		return tracker.Account{}, err
	}
	account, err := a.account(ctx, user)
	account.Token = token
	return account, err
}

func (a *App) account(ctx context.Context, u tracker.User) (tracker.Account, error) {
	account := tracker.Account{Email: u.Email, DisplayName: u.DisplayName, FirstName: u.FirstName, LastName: u.LastName, PhoneNumber: u.PhoneNumber,
		Gender: u.Gender, PhotoURL: a.photoURL(u.PhotoHash), Address: u.Address, IsAdmin: u.IsAdmin, Version: u.Version}
	if u.IsAdmin {
		return account, nil
	}
	var err error
	account.IsClient, err = a.store.ModeratesAnything(ctx, u.ID)
	return account, err
}

// Account is the caller's own.
func (a *App) Account(ctx context.Context, c Caller) (tracker.Account, error) {
	return a.account(ctx, c.User)
}

// RefreshToken answers a new token of the same session. The old one stays good
// until its own end, so that two tabs do not sign each other out.
func (a *App) RefreshToken(ctx context.Context, c Caller) (tracker.Account, error) {
	return a.accountWithToken(ctx, c.User, c.SessionID, c.SessionExpires)
}

// Logout ends the caller's session.
func (a *App) Logout(ctx context.Context, c Caller) error {
	err := a.store.Write(ctx, func(tx *store.Tx) error { return tx.RevokeSession(ctx, c.SessionID, a.time()) })
	if err == nil {
		a.publish(ctx, noticeSession, c.SessionID)
	}
	return err
}

// ChangePassword sets a new password and ends every other session.
func (a *App) ChangePassword(ctx context.Context, c Caller, in tracker.ChangePasswordInput) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	// A stolen session must not be a way to guess the password.
	subjects := []throttleSubject{{"change " + c.User.ID, accountBackoff}}
	if err := a.checkThrottle(ctx, a.store.Queries, subjects); err != nil {
		return tracker.Account{}, err
	}
	current, err := a.store.PasswordHash(ctx, c.User.ID)
	if err != nil {
		return tracker.Account{}, err
	}
	right, err := a.hasher.Verify(ctx, current, in.CurrentPassword)
	if err != nil {
		return tracker.Account{}, err
	}
	if !right {
		err := a.store.Write(ctx, func(tx *store.Tx) error { return a.countFailure(ctx, tx, subjects) })
		return tracker.Account{}, errors.Join(err, tracker.Invalid("currentPassword", "wrongPassword", "Current Password is wrong."))
	}
	hash, err := a.hasher.Hash(ctx, in.NewPassword)
	if err != nil {
		return tracker.Account{}, err
	}
	err = a.mutate(ctx, c, "password", func(m *mutation) (change, error) {
		if now, err := m.PasswordHash(ctx, c.User.ID); err != nil || now != current {
			return unchanged, errors.Join(err, tracker.Invalid("currentPassword", "wrongPassword", "Current Password is wrong."))
		}
		if err := m.SetPasswordHash(ctx, c.User.ID, hash, m.now); err != nil {
			return unchanged, err
		}
		return change{entity: userEntity, id: c.User.ID}, m.RevokeOtherSessions(ctx, c.User.ID, c.SessionID, m.now)
	})
	if err != nil {
		return tracker.Account{}, err
	}
	a.publish(ctx, noticeUser, c.User.ID+" "+c.SessionID)
	return a.account(ctx, c.User)
}

// RequestPasswordReset queues a reset mail. It does the same work for every
// address; whether anyone has it is found out later, by the job.
func (a *App) RequestPasswordReset(ctx context.Context, c Caller, in tracker.ResetRequestInput) error {
	if err := tracker.Validate(&in); err != nil {
		return err
	}
	subjects := []throttleSubject{{"reset " + c.IP, resetBackoff}}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		if err := a.checkThrottle(ctx, tx.Queries, subjects); err != nil {
			return err
		}
		if err := a.countFailure(ctx, tx, subjects); err != nil {
			return err
		}
		return a.queue.EnqueueMail(ctx, tx, MailJob{Kind: MailReset, Email: in.Email})
	})
}

func badToken() error {
	return tracker.Refused("badToken", "Link not valid", "This link is not valid any more. Please ask for a new one.", nil)
}

// ResetPassword sets a password by a mailed token and ends all sessions.
func (a *App) ResetPassword(ctx context.Context, c Caller, in tracker.ResetPasswordInput) error {
	if err := tracker.Validate(&in); err != nil {
		return err
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	if err := a.checkThrottle(ctx, a.store.Queries, subjects); err != nil {
		return err
	}
	// The token is looked at before the hash, which is expensive; it holds 256
	// random bits, so answering a wrong one quickly tells nothing.
	user, err := a.tokenUser(ctx, a.store.Queries, in)
	if err != nil {
		if tracker.IsKind(err, tracker.KindRefused) {
			err = errors.Join(a.store.Write(ctx, func(tx *store.Tx) error { return a.countFailure(ctx, tx, subjects) }), err)
		}
		return err
	}
	hash, err := a.hasher.Hash(ctx, in.NewPassword)
	if err != nil {
		return err
	}
	c.User = user
	err = a.mutate(ctx, c, "password", func(m *mutation) (change, error) {
		if _, err := a.tokenUser(ctx, m.Queries, in); err != nil {
			return unchanged, err
		}
		if err := m.SetPasswordHash(ctx, user.ID, hash, m.now); err != nil {
			return unchanged, err
		}
		return change{entity: userEntity, id: user.ID}, m.RevokeOtherSessions(ctx, user.ID, "", m.now)
	})
	if err == nil {
		a.publish(ctx, noticeUser, user.ID)
	}
	return err
}

// tokenUser finds the enabled user whose current token this is.
func (a *App) tokenUser(ctx context.Context, q store.Queries, in tracker.ResetPasswordInput) (tracker.User, error) {
	user, err := q.UserByEmail(ctx, in.Email)
	if errors.Is(err, tracker.ErrNotFound) {
		return user, badToken()
	}
	if err != nil {
		return user, err
	}
	token, err := q.PasswordTokenOf(ctx, user.ID)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return user, err
	}
	same := subtle.ConstantTimeCompare([]byte(token.Hash), []byte(auth.HashOpaqueToken(in.Token))) == 1
	if err != nil || !same || !token.ExpiresAt.After(a.time()) || user.Status == tracker.UserDisabled {
		return user, badToken()
	}
	return user, nil
}

// editProfile is the way all edits of the caller's own user go.
func (a *App) editProfile(ctx context.Context, c Caller, version tracker.Opt[int], action string, edit func(m *mutation, u *tracker.User) error) (tracker.Account, error) {
	var after tracker.User
	err := a.mutate(ctx, c, action, func(m *mutation) (change, error) {
		before, err := m.User(ctx, c.User.ID)
		if err != nil {
			return unchanged, err
		}
		before.PhotoURL = a.photoURL(before.PhotoHash)
		if err := m.checkVersion(ctx, version, before.Version, userEntity, before.ID, before); err != nil {
			return unchanged, err
		}
		after = before
		if err := edit(m, &after); err != nil {
			return unchanged, err
		}
		after.PhotoURL = a.photoURL(after.PhotoHash)
		after.Version, err = m.UpdateUser(ctx, before, after, c.User.ID, m.now)
		return change{entity: userEntity, id: after.ID, before: before, after: after}, err
	})
	if err != nil {
		return tracker.Account{}, err
	}
	return a.account(ctx, after)
}

// EditProfile changes the caller's own profile.
func (a *App) EditProfile(ctx context.Context, c Caller, in tracker.ProfileInput) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	return a.editProfile(ctx, c, in.Version, "edit", func(_ *mutation, u *tracker.User) error {
		u.DisplayName, u.Gender = in.DisplayName, in.Gender.Value
		in.FirstName.Apply(&u.FirstName)
		in.LastName.Apply(&u.LastName)
		in.PhoneNumber.Apply(&u.PhoneNumber)
		return nil
	})
}

// SetOwnAddress sets the caller's address, or removes it when there is none.
func (a *App) SetOwnAddress(ctx context.Context, c Caller, in *tracker.AddressInput) (tracker.Account, error) {
	address, err := in.Address()
	if err != nil {
		return tracker.Account{}, err
	}
	return a.editProfile(ctx, c, tracker.Opt[int]{}, "address", func(_ *mutation, u *tracker.User) error {
		u.Address = address
		return nil
	})
}

// SetOwnPhoto sets the caller's photo; no bytes remove it.
func (a *App) SetOwnPhoto(ctx context.Context, c Caller, raw []byte) (tracker.Account, error) {
	image, err := readPhoto(raw)
	if err != nil {
		return tracker.Account{}, err
	}
	return a.editProfile(ctx, c, tracker.Opt[int]{}, "photo", func(m *mutation, u *tracker.User) error {
		var err error
		u.PhotoHash, err = m.keepPhoto(ctx, image)
		return err
	})
}
