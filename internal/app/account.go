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
	if auth.IsKey(token) {
		return a.authenticateKey(ctx, token)
	}
	claims, err := a.signer.Parse(token)
	if err != nil {
		return Caller{}, tracker.ErrSessionEnded
	}
	c := Caller{User: tracker.User{ID: claims.UserID}, SessionID: claims.SessionID, TokenExpires: claims.ExpiresAt}
	user, session, err := a.sessionUser(ctx, a.store.Queries, c)
	if err != nil {
		return Caller{}, err
	}
	a.used.note(session.ID, &session.UsedAt, a.time())
	c.User, c.SessionExpires = user, session.ExpiresAt
	return c, nil
}

// CheckToken refuses a token that is not ours or whose time is over, without the
// database: a body need not be read for it. Whether its session or the key lives, Authenticate says.
func (a *App) CheckToken(token string) error {
	if auth.IsKey(token) {
		return nil
	}
	if _, err := a.signer.Parse(token); err != nil {
		return tracker.ErrSessionEnded
	}
	return nil
}

// SignIn is the answer to a sign-in: the account with a token, or what is asked for before that.
type SignIn struct {
	Account tracker.Account
	Asked   *tracker.SecondFactorAsked
}

// Login signs in. A wrong password, an unknown address and a disabled user are
// answered alike, in the same time.
func (a *App) Login(ctx context.Context, c Caller, in tracker.LoginInput) (done SignIn, err error) {
	if err := tracker.Validate(&in); err != nil {
		return done, err
	}
	subjects := signInSubjects(in.Email, c.IP)
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil { // before the queue: whoever is blocked takes no place in it
		return done, err
	}
	err = a.hasher.InTurn(ctx, c.hashOrigin(in.Email), func(slot auth.Slot) (err error) {
		done, err = a.signIn(ctx, c, slot, subjects, in)
		return err
	})
	return done, err
}

// signIn is Login with a slot in hand, which it keeps until a failure is counted:
// the guesses that wait behind it find themselves blocked, and cost no hash.
func (a *App) signIn(ctx context.Context, c Caller, slot auth.Slot, subjects []throttleSubject, in tracker.LoginInput) (done SignIn, err error) {
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return done, err
	}
	user, err := a.store.AccountByEmail(ctx, in.Email)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return done, err
	}
	right, err := slot.Verify(user.PasswordHash, in.Password)
	if err != nil {
		return done, err
	}
	right = right && user.Status == tracker.UserEnabled
	session := a.newSession(c, user.ID)
	ticket, ticketHash := auth.NewOpaqueToken()
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		// Again, behind the slow hash: the few guesses that ran beside this one meet the block here.
		known, err := a.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if !right {
			if err := a.recordEvent(ctx, tx, c, tracker.EventSignInFailed, in.Email, ""); err != nil {
				return err
			}
			return a.countFailure(ctx, tx, subjects, known)
		}
		if user.HasSecondFactor {
			done, err := tx.InsertTicket(ctx, ticketHash, user.ID, user.PasswordHash, a.time().Add(tracker.TicketLife))
			return orTooLate(done, err)
		}
		// A hash that changed meanwhile means a reset: this sign-in came too late.
		if err := orTooLate(tx.SignIn(ctx, session, user.PasswordHash)); err != nil {
			return err
		}
		if err := a.recordEvent(ctx, tx, c, tracker.EventSignIn, user.Email, ""); err != nil {
			return err
		}
		return a.forgetFailures(ctx, tx, subjects[0], known)
	})
	switch {
	case err != nil:
		return done, err
	case !right:
		return done, tracker.ErrWrongSignIn
	case user.HasSecondFactor:
		methods, err := a.factorMethods(ctx, user.ID)
		return SignIn{Asked: &tracker.SecondFactorAsked{SecondFactor: tracker.SignInTicket{Ticket: ticket, Methods: methods}}}, err
	}
	done.Account, err = a.withToken(a.account(user.User, user.Moderates), user.ID, session.ID, session.ExpiresAt)
	return done, err
}

// orTooLate refuses a sign-in that was not done because the password hash has changed meanwhile.
func orTooLate(done bool, err error) error {
	if err == nil && !done {
		err = tracker.ErrWrongSignIn
	}
	return err
}

// forgetFailures clears the failures of a subject that now succeeds.
func (a *App) forgetFailures(ctx context.Context, tx *store.Tx, subject throttleSubject, known map[string]store.Throttle) error {
	if known[subject.name].Failures == 0 {
		return nil
	}
	return tx.PutThrottles(ctx, map[string]store.Throttle{subject.name: {UpdatedAt: a.time()}})
}

func (a *App) newSession(c Caller, userID string) store.Session {
	return store.Session{ID: newID(), UserID: userID, CreatedAt: a.time(), ExpiresAt: a.time().Add(tracker.SessionLife), Address: c.Address, Agent: c.Agent}
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
		Gender: u.Gender, PhotoURL: a.photoURL(u.PhotoHash), Address: u.Address, IsAdmin: u.IsAdmin, IsClient: moderates && !u.IsAdmin, Version: u.Version,
		NeedsSecondFactor: a.MustSetUpFactor(Caller{User: u})}
}

// Account is the caller's own.
func (a *App) Account(ctx context.Context, c Caller) (tracker.Account, error) {
	if c.User.IsAdmin {
		return a.account(c.User, false), nil
	}
	roles, err := a.store.RolesAnywhere(ctx, c.User.ID)
	return a.account(c.User, len(roles) > 0), err
}

// RefreshToken answers a new token of the same session. The old one stays good
// until its own end, so that two tabs do not sign each other out.
func (a *App) RefreshToken(ctx context.Context, c Caller) (tracker.Account, error) {
	account, err := a.Account(ctx, c)
	if err != nil {
		return account, err
	}
	return a.withToken(account, c.User.ID, c.SessionID, c.SessionExpires)
}

// Logout ends the caller's session. It returns the provider's own page for signing out, if the session began by
// single sign-on and there is such a page.
func (a *App) Logout(ctx context.Context, c Caller) (elsewhere *string, err error) {
	signOn := false
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.RevokeSession(ctx, c.SessionID, a.time()); err != nil {
			return err
		}
		if signOn, err = tx.SessionBySignOn(ctx, c.SessionID); err != nil {
			return err
		}
		return a.recordEvent(ctx, tx, c, tracker.EventSignOut, c.User.Email, "")
	})
	if errors.Is(err, tracker.ErrNotFound) {
		return nil, tracker.ErrSessionEnded
	}
	if err != nil {
		return nil, err
	}
	a.publish(ctx, noticeSession, c.SessionID)
	if signOn && a.provider != nil {
		elsewhere = orNil(a.provider.SignOutURL(ctx))
	}
	return elsewhere, nil
}

// ChangePassword sets a new password and ends every other session, and what else the caller wants to end.
func (a *App) ChangePassword(ctx context.Context, c Caller, in tracker.ChangePasswordInput) (saved Saved[tracker.Account], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	err = a.withPassword(ctx, c, in.CurrentPassword, func(slot auth.Slot, user store.Account, again func(*store.Tx) error) error {
		hash := slot.Hash(in.NewPassword)
		saved, err = save(ctx, a, c, "password", func(m *mutation) (account tracker.Account, ch change, err error) {
			m.write(again)
			m.write(func(tx *store.Tx) error {
				done, err := tx.ReplacePasswordHash(ctx, c.User.ID, user.PasswordHash, hash, m.now)
				if err == nil && !done {
					err = tracker.ErrWrongPassword
				}
				return err
			})
			m.write(func(tx *store.Tx) error { return tx.VoidPasswordTokens(ctx, c.User.ID) })
			m.write(func(tx *store.Tx) error { return tx.RevokeOtherSessions(ctx, c.User.ID, c.SessionID, m.now) })
			ended, err := m.endWithPassword(ctx, c.User.ID, in.EndWithPassword)
			m.warn(ctx, user.User, tracker.EventPassword, "changed", "Your password was changed."+ended)
			return a.account(m.caller.User, user.Moderates), change{entity: tracker.EntityUser, id: c.User.ID, name: user.DisplayName}, err
		})
		return err
	})
	if err == nil {
		a.publish(ctx, noticeUser, c.User.ID+" "+c.SessionID)
	}
	return saved, err
}

// withPassword calls then if the caller's password is right. A stolen session must not be a way to guess it, so
// failures are counted, for each session apart: it must not keep the owner waiting either. again checks once more, inside the transaction, that there were not too many.
func (a *App) withPassword(ctx context.Context, c Caller, password string, then func(slot auth.Slot, user store.Account, again func(*store.Tx) error) error) error {
	subjects := []throttleSubject{{"change " + c.User.ID + " " + c.SessionID, accountBackoff}}
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return err
	}
	return a.hasher.InTurn(ctx, c.hashOrigin(c.User.Email), func(slot auth.Slot) error {
		if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
			return err
		}
		user, err := a.store.Account(ctx, c.User.ID)
		if err != nil {
			return err
		}
		right, err := slot.Verify(user.PasswordHash, password)
		if err != nil {
			return err
		}
		if !right {
			return a.failed(ctx, subjects, tracker.ErrWrongPassword)
		}
		return then(slot, user, func(tx *store.Tx) error {
			// Behind the slow hashes: the few guesses that ran beside this one meet the block here.
			_, err := a.throttles(ctx, tx.Queries, subjects)
			return err
		})
	})
}

// endWithPassword ends what a person wants to end with their old password. It returns the end of the mail about the new
// one, which says what has ended, and what has not.
func (m *mutation) endWithPassword(ctx context.Context, userID string, in tracker.EndWithPassword) (text string, err error) {
	keys, err := m.Keys(ctx, userID)
	if err != nil {
		return "", err
	}
	hasCalendar, err := m.HasCalendarFeed(ctx, userID)
	if err != nil {
		return "", err
	}
	if in.EndKeys.Value && len(keys) > 0 {
		caller := m.caller
		m.write(func(tx *store.Tx) error { return tx.RemoveKeys(ctx, userID) })
		m.write(func(tx *store.Tx) error {
			return recordEvent(ctx, tx, caller, tracker.SecurityEvent{At: m.now, Kind: tracker.EventKey, Email: caller.User.Email, Details: "all keys removed"})
		})
	}
	if in.EndCalendar.Value {
		m.write(func(tx *store.Tx) error { return tx.DeleteCalendarFeed(ctx, userID) })
	}
	for _, part := range []struct {
		isThere, ends bool
		ended, stays  string
	}{
		{len(keys) > 0, in.EndKeys.Value, "Your keys ended with the old one.", "Your keys still work: programs that have one act in your name. You can remove them on your account page."},
		{hasCalendar, in.EndCalendar.Value, "The address of your calendar ended with the old one.", "The address of your calendar still works. You can end it on your account page."},
	} {
		switch {
		case !part.isThere:
		case part.ends:
			text += " " + part.ended
		default:
			text += " " + part.stays
		}
	}
	return text, nil
}

// RequestPasswordReset queues a reset mail. It does the same work for every
// address; whether anyone has it is found out later, by the job.
func (a *App) RequestPasswordReset(ctx context.Context, c Caller, in tracker.ResetRequestInput) error {
	if err := tracker.Validate(&in); err != nil {
		return err
	}
	subjects := []throttleSubject{{"reset " + c.IP, resetBackoff}}
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return err
	}
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

// ResetPassword sets a password by a mailed token and ends all sessions, and what else the person wants to end. It
// returns the number of the change.
func (a *App) ResetPassword(ctx context.Context, c Caller, in tracker.ResetPasswordInput) (seq int64, err error) {
	if err := tracker.Validate(&in); err != nil {
		return 0, err
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	if _, err := a.throttles(ctx, a.store.Queries, subjects); err != nil {
		return 0, err
	}
	// The token is looked at before the hash, which is expensive; it holds 256
	// random bits, so answering a wrong one quickly tells nothing.
	tokenHash := auth.HashOpaqueToken(in.Token)
	user, err := a.store.TokenUser(ctx, in.Email, tokenHash, a.time())
	if errors.Is(err, tracker.ErrNotFound) {
		return 0, a.failed(ctx, subjects, tracker.ErrBadToken)
	}
	if err != nil {
		return 0, err
	}
	hash, err := a.hasher.Hash(ctx, c.hashOrigin(in.Email), in.NewPassword)
	if err != nil {
		return 0, err
	}
	c.User = user
	seq, err = a.mutate(ctx, c, "password", func(m *mutation) (change, error) {
		m.write(func(tx *store.Tx) error {
			// It is used up only here: another request, or a newer token, may have been faster.
			done, err := tx.UsePasswordToken(ctx, user.ID, tokenHash, m.now)
			if err == nil && !done {
				err = tracker.ErrBadToken
			}
			return err
		})
		m.write(func(tx *store.Tx) error { return tx.SetPasswordHash(ctx, user.ID, hash, m.now) })
		m.write(func(tx *store.Tx) error { return tx.RevokeOtherSessions(ctx, user.ID, "", m.now) })
		stored, err := m.Account(ctx, user.ID)
		if err != nil {
			return unchanged, err
		}
		ended, err := m.endWithPassword(ctx, user.ID, in.EndWithPassword)
		if err != nil {
			return unchanged, err
		}
		const details = "set by a mailed link"
		if stored.HasPassword {
			m.warn(ctx, user, tracker.EventPassword, details, "Your password was set anew by a link that was mailed to you. You are signed out everywhere."+ended)
		} else { // whoever follows an invitation knows
			m.write(func(tx *store.Tx) error { return a.recordEvent(ctx, tx, c, tracker.EventPassword, user.Email, details) })
		}
		return change{entity: tracker.EntityUser, id: user.ID, name: user.DisplayName}, nil
	})
	if err == nil {
		a.publish(ctx, noticeUser, user.ID)
	}
	return seq, err
}

// changeProfile is the way all edits of the caller's own user go.
func (a *App) changeProfile(ctx context.Context, c Caller, version tracker.Opt[int], action string, edit func(m *mutation, u *tracker.User) error) (Saved[tracker.Account], error) {
	return save(ctx, a, c, action, func(m *mutation) (account tracker.Account, ch change, err error) {
		user, err := m.Account(ctx, c.User.ID)
		if err != nil {
			return account, unchanged, err
		}
		after, ch, err := m.editUser(ctx, user.User, version, edit)
		return a.account(after, user.Moderates), ch, err
	})
}

// EditProfile changes the caller's own profile.
func (a *App) EditProfile(ctx context.Context, c Caller, in tracker.ProfileInput) (saved Saved[tracker.Account], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return a.changeProfile(ctx, c, in.Version, "edit", func(_ *mutation, u *tracker.User) error {
		u.DisplayName, u.Gender = in.DisplayName, in.Gender.Value
		in.FirstName.Apply(&u.FirstName)
		in.LastName.Apply(&u.LastName)
		in.PhoneNumber.Apply(&u.PhoneNumber)
		return nil
	})
}

// SetOwnAddress sets the caller's address, or removes it when there is none.
func (a *App) SetOwnAddress(ctx context.Context, c Caller, version tracker.Opt[int], in *tracker.AddressInput) (saved Saved[tracker.Account], err error) {
	address, err := in.Address()
	if err != nil {
		return saved, err
	}
	return a.changeProfile(ctx, c, version, "address", func(_ *mutation, u *tracker.User) error {
		u.Address = address
		return nil
	})
}

// SetOwnPhoto sets the caller's photo; no bytes remove it.
func (a *App) SetOwnPhoto(ctx context.Context, c Caller, raw []byte) (saved Saved[tracker.Account], err error) {
	image, err := a.readPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return a.changeProfile(ctx, c, tracker.Opt[int]{}, "photo", func(m *mutation, u *tracker.User) error {
		u.PhotoHash = m.keepPhoto(ctx, image)
		return nil
	})
}
