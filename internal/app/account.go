package app

import (
	"context"
	"errors"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Authenticate turns a presented token into the caller behind it. Rights are
// read from the database each time, never from the token.
func (a *App) Authenticate(ctx context.Context, token string) (Caller, error) {
	claims, err := a.signer.Parse(token)
	if err != nil {
		return Caller{}, tracker.ErrSessionEnded
	}
	c, err := a.callerOf(ctx, a.store.Queries, Request{UserID: claims.UserID, SessionID: claims.SessionID})
	c.TokenExpires = claims.ExpiresAt
	return c, err
}

// CheckToken refuses a token that is not ours or whose time is over, without the
// database: a body need not be read for it. Whether its session lives, Authenticate says.
func (a *App) CheckToken(token string) error {
	if _, err := a.signer.Parse(token); err != nil {
		return tracker.ErrSessionEnded
	}
	return nil
}

// callerOf reads who is behind a request: the user of its session, which must live.
func (a *App) callerOf(ctx context.Context, q store.Queries, r Request) (Caller, error) {
	user, expires, err := q.SessionUser(ctx, r.SessionID, a.time())
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.ID != r.UserID {
		return Caller{}, tracker.ErrSessionEnded
	}
	return Caller{Request: r, User: user, SessionExpires: expires}, err
}

// Login signs in. A wrong password, an unknown address and a disabled user are
// answered alike, in the same time.
func (a *App) Login(ctx context.Context, c Caller, in tracker.LoginInput) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	subjects := signInSubjects(in.Email, c.IP)
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil { // before the queue: whoever is blocked takes no place in it
		return tracker.Account{}, err
	}
	var account tracker.Account
	err := a.hasher.InTurn(ctx, c.hashOrigin(in.Email), func(slot auth.Slot) (err error) {
		account, err = a.signIn(ctx, slot, subjects, in)
		return err
	})
	return account, err
}

// signIn is Login with a slot in hand, which it keeps until a failure is counted:
// the guesses that wait behind it find themselves blocked, and cost no hash.
func (a *App) signIn(ctx context.Context, slot auth.Slot, subjects []throttleSubject, in tracker.LoginInput) (tracker.Account, error) {
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return tracker.Account{}, err
	}
	person, err := a.store.PersonByEmail(ctx, in.Email)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return tracker.Account{}, err
	}
	right, err := slot.Verify(person.PasswordHash, in.Password)
	if err != nil {
		return tracker.Account{}, err
	}
	right = right && person.Status == tracker.UserEnabled
	session := store.Session{ID: newID(), UserID: person.ID, CreatedAt: a.time(), ExpiresAt: a.time().Add(tracker.SessionLife)}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		// Again, behind the slow hash: the few guesses that ran beside this one meet the block here.
		known, err := a.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if !right {
			return a.countFailure(ctx, tx, subjects, known)
		}
		if account := subjects[0].name; known[account].Failures > 0 {
			if err := tx.PutThrottles(ctx, map[string]store.Throttle{account: {UpdatedAt: a.time()}}); err != nil {
				return err
			}
		}
		// A hash that changed meanwhile means a reset: this sign-in came too late.
		done, err := tx.SignIn(ctx, session, person.PasswordHash)
		if err == nil && !done {
			err = tracker.ErrWrongSignIn
		}
		return err
	})
	if err == nil && !right {
		err = tracker.ErrWrongSignIn
	}
	if err != nil {
		return tracker.Account{}, err
	}
	return a.withToken(a.account(person.User, person.Moderates), person.ID, session.ID, session.ExpiresAt)
}

func (a *App) withToken(account tracker.Account, userID, sessionID string, notAfter time.Time) (tracker.Account, error) {
	var err error
	account.Token, _, err = a.signer.Issue(userID, sessionID, notAfter)
	if errors.Is(err, auth.ErrExpiredToken) { // a token counts in whole seconds, and the session ends within this one
		err = tracker.ErrSessionEnded
	}
	return account, err
}

func (a *App) account(u tracker.User, moderates bool) tracker.Account {
	return tracker.Account{Email: u.Email, DisplayName: u.DisplayName, FirstName: u.FirstName, LastName: u.LastName, PhoneNumber: u.PhoneNumber,
		Gender: u.Gender, PhotoURL: a.photoURL(u.PhotoHash), Address: u.Address, IsAdmin: u.IsAdmin, IsClient: moderates && !u.IsAdmin, Version: u.Version}
}

// Account is the caller's own.
func (a *App) Account(ctx context.Context, c Caller) (tracker.Account, error) {
	if c.User.IsAdmin {
		return a.account(c.User, false), nil
	}
	roles, err := a.store.RolesAnywhere(ctx, c.UserID)
	return a.account(c.User, len(roles) > 0), err
}

// RefreshToken answers a new token of the same session. The old one stays good
// until its own end, so that two tabs do not sign each other out.
func (a *App) RefreshToken(ctx context.Context, c Caller) (tracker.Account, error) {
	account, err := a.Account(ctx, c)
	if err != nil {
		return account, err
	}
	return a.withToken(account, c.UserID, c.SessionID, c.SessionExpires)
}

// Logout ends the caller's session.
func (a *App) Logout(ctx context.Context, r Request) error {
	err := a.writeAs(ctx, r, func(tx *store.Tx, c Caller) error { return tx.RevokeSession(ctx, c.SessionID, a.time()) })
	if err == nil {
		a.publish(ctx, noticeSession, r.SessionID)
	}
	return err
}

// ChangePassword sets a new password and ends every other session.
func (a *App) ChangePassword(ctx context.Context, c Caller, in tracker.ChangePasswordInput) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	// A stolen session must not be a way to guess the password.
	subjects := []throttleSubject{{"change " + c.UserID, accountBackoff}}
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return tracker.Account{}, err
	}
	var account tracker.Account
	err := a.hasher.InTurn(ctx, c.hashOrigin(c.User.Email), func(slot auth.Slot) (err error) {
		account, err = a.changePassword(ctx, c.Request, slot, subjects, in)
		return err
	})
	if err == nil {
		a.publish(ctx, noticeUser, c.UserID+" "+c.SessionID)
	}
	return account, err
}

// changePassword is ChangePassword with a slot in hand; see signIn.
func (a *App) changePassword(ctx context.Context, r Request, slot auth.Slot, subjects []throttleSubject, in tracker.ChangePasswordInput) (account tracker.Account, err error) {
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return account, err
	}
	person, err := a.store.Person(ctx, r.UserID)
	if err != nil {
		return account, err
	}
	right, err := slot.Verify(person.PasswordHash, in.CurrentPassword)
	if err != nil {
		return account, err
	}
	if !right {
		return account, a.failed(ctx, subjects, tracker.ErrWrongPassword)
	}
	hash := slot.Hash(in.NewPassword)
	err = a.mutate(ctx, r, "password", func(m *mutation) (change, error) {
		// Again, behind the slow hashes: the few guesses that ran beside this one meet the block here.
		if _, err := a.throttles(ctx, m.Queries, subjects); err != nil {
			return unchanged, err
		}
		done, err := m.ReplacePasswordHash(ctx, r.UserID, person.PasswordHash, hash, m.now)
		if err == nil && !done {
			err = tracker.ErrWrongPassword
		}
		if err == nil {
			err = m.VoidPasswordTokens(ctx, r.UserID)
		}
		if err == nil {
			err = m.RevokeOtherSessions(ctx, r.UserID, r.SessionID, m.now)
		}
		account = a.account(m.caller.User, person.Moderates)
		return change{entity: userEntity, id: r.UserID}, err
	})
	return account, err
}

// RequestPasswordReset queues a reset mail. It does the same work for every
// address; whether anyone has it is found out later, by the job.
func (a *App) RequestPasswordReset(ctx context.Context, c Caller, in tracker.ResetRequestInput) error {
	if err := tracker.Validate(&in); err != nil {
		return err
	}
	subjects := []throttleSubject{{"reset " + c.IP, resetBackoff}}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		known, err := a.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if err := a.countFailure(ctx, tx, subjects, known); err != nil {
			return err
		}
		return a.queue.EnqueueMail(ctx, tx, MailJob{Kind: MailReset, Email: in.Email})
	})
}

// ResetPassword sets a password by a mailed token and ends all sessions.
func (a *App) ResetPassword(ctx context.Context, c Caller, in tracker.ResetPasswordInput) error {
	if err := tracker.Validate(&in); err != nil {
		return err
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return err
	}
	// The token is looked at before the hash, which is expensive; it holds 256
	// random bits, so answering a wrong one quickly tells nothing.
	tokenHash := auth.HashOpaqueToken(in.Token)
	user, err := a.store.TokenUser(ctx, in.Email, tokenHash, a.time())
	if errors.Is(err, tracker.ErrNotFound) {
		return a.failed(ctx, subjects, tracker.ErrBadToken)
	}
	if err != nil {
		return err
	}
	hash, err := a.hasher.Hash(ctx, c.hashOrigin(in.Email), in.NewPassword)
	if err != nil {
		return err
	}
	r := c.Request
	r.UserID = user.ID
	err = a.mutate(ctx, r, "password", func(m *mutation) (change, error) {
		// It is used up only here: another request, or a newer token, may have been faster.
		done, err := m.UsePasswordToken(ctx, user.ID, tokenHash, m.now)
		if err == nil && !done {
			err = tracker.ErrBadToken
		}
		if err == nil {
			err = m.SetPasswordHash(ctx, user.ID, hash, m.now)
		}
		if err == nil {
			err = m.RevokeOtherSessions(ctx, user.ID, "", m.now)
		}
		return change{entity: userEntity, id: user.ID}, err
	})
	if err == nil {
		a.publish(ctx, noticeUser, user.ID)
	}
	return err
}

// editProfile is the way all edits of the caller's own user go.
func (a *App) editProfile(ctx context.Context, r Request, version tracker.Opt[int], action string, edit func(m *mutation, u *tracker.User) error) (tracker.Account, error) {
	var after tracker.User
	var moderates bool
	err := a.mutate(ctx, r, action, func(m *mutation) (change, error) {
		person, err := m.Person(ctx, r.UserID)
		if err != nil {
			return unchanged, err
		}
		before := person.User
		moderates = person.Moderates
		before.PhotoURL = a.photoURL(before.PhotoHash)
		if err := m.checkVersion(ctx, version, before.Version, userEntity, before.ID, before); err != nil {
			return unchanged, err
		}
		after = before
		if err := edit(m, &after); err != nil {
			return unchanged, err
		}
		if same(before, after) {
			return unchanged, nil
		}
		after.PhotoURL = a.photoURL(after.PhotoHash)
		after.Version, err = m.UpdateUser(ctx, before, after, r.UserID, m.now)
		return change{entity: userEntity, id: after.ID, before: before, after: after}, err
	})
	if err != nil {
		return tracker.Account{}, err
	}
	return a.account(after, moderates), nil
}

// EditProfile changes the caller's own profile.
func (a *App) EditProfile(ctx context.Context, r Request, in tracker.ProfileInput) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	return a.editProfile(ctx, r, in.Version, "edit", func(_ *mutation, u *tracker.User) error {
		u.DisplayName, u.Gender = in.DisplayName, in.Gender.Value
		in.FirstName.Apply(&u.FirstName)
		in.LastName.Apply(&u.LastName)
		in.PhoneNumber.Apply(&u.PhoneNumber)
		return nil
	})
}

// SetOwnAddress sets the caller's address, or removes it when there is none.
func (a *App) SetOwnAddress(ctx context.Context, r Request, version tracker.Opt[int], in *tracker.AddressInput) (tracker.Account, error) {
	address, err := in.Address()
	if err != nil {
		return tracker.Account{}, err
	}
	return a.editProfile(ctx, r, version, "address", func(_ *mutation, u *tracker.User) error {
		u.Address = address
		return nil
	})
}

// SetOwnPhoto sets the caller's photo; no bytes remove it.
func (a *App) SetOwnPhoto(ctx context.Context, r Request, raw []byte) (tracker.Account, error) {
	image, err := a.readPhoto(ctx, raw)
	if err != nil {
		return tracker.Account{}, err
	}
	return a.editProfile(ctx, r, tracker.Opt[int]{}, "photo", func(m *mutation, u *tracker.User) error {
		var err error
		u.PhotoHash, err = m.keepPhoto(ctx, image)
		return err
	})
}
