package identity

import (
	"context"
	"errors"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/record"
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

// SignIn is the answer to a sign-in: the account with a token, or what is asked for before that.
type SignIn struct {
	Account tracker.Account
	Asked   *tracker.SecondFactorAsked
}

// Login signs in. A wrong password, an unknown address and a disabled user are
// answered alike, in the same time.
func (i *Identity) Login(ctx context.Context, c change.Caller, in tracker.LoginInput) (done SignIn, err error) {
	if err := tracker.Validate(&in); err != nil {
		return done, err
	}
	subjects := signInSubjects(in.Email, c.IP)
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil { // before the queue: whoever is blocked takes no place in it
		return done, err
	}
	err = i.Hasher.InTurn(ctx, c.HashOrigin(in.Email), func(slot auth.Slot) (err error) {
		done, err = i.signIn(ctx, c, slot, subjects, in)
		return err
	})
	return done, err
}

// signIn is Login with a slot in hand, which it keeps until a failure is counted:
// the guesses that wait behind it find themselves blocked, and cost no hash.
func (i *Identity) signIn(ctx context.Context, c change.Caller, slot auth.Slot, subjects []throttleSubject, in tracker.LoginInput) (done SignIn, err error) {
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return done, err
	}
	user, err := i.Store.AccountByEmail(ctx, in.Email)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return done, err
	}
	right, err := slot.Verify(user.PasswordHash, in.Password)
	if err != nil {
		return done, err
	}
	right = right && user.Status == tracker.UserEnabled
	session := i.newSession(c, user.ID)
	ticket, ticketHash := auth.NewOpaqueToken()
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		// Again, behind the slow hash: the few guesses that ran beside this one meet the block here.
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if !right {
			if err := i.RecordEvent(ctx, tx, c, tracker.EventSignInFailed, in.Email, tracker.Text{}); err != nil {
				return err
			}
			return i.countFailure(ctx, tx, subjects, known)
		}
		if user.HasSecondFactor {
			done, err := tx.InsertTicket(ctx, ticketHash, user.ID, user.PasswordHash, i.Time().Add(tracker.TicketLife))
			return orTooLate(done, err)
		}
		// A hash that changed meanwhile means a reset: this sign-in came too late.
		if err := orTooLate(tx.SignIn(ctx, session, user.PasswordHash)); err != nil {
			return err
		}
		if err := i.RecordEvent(ctx, tx, c, tracker.EventSignIn, user.Email, tracker.Text{}); err != nil {
			return err
		}
		return i.forgetFailures(ctx, tx, subjects[0], known)
	})
	switch {
	case err != nil:
		return done, err
	case !right:
		return done, tracker.ErrWrongSignIn
	case user.HasSecondFactor:
		methods, err := i.factorMethods(ctx, user.ID)
		return SignIn{Asked: &tracker.SecondFactorAsked{SecondFactor: tracker.SignInTicket{Ticket: ticket, Methods: methods}}}, err
	}
	done.Account, err = i.withToken(i.account(user), user.ID, session.ID, session.ExpiresAt)
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
func (i *Identity) forgetFailures(ctx context.Context, tx *store.Tx, subject throttleSubject, known map[string]store.Throttle) error {
	if known[subject.name].Failures == 0 {
		return nil
	}
	return tx.PutThrottles(ctx, map[string]store.Throttle{subject.name: {UpdatedAt: i.Time()}})
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

func (i *Identity) account(u store.Account) tracker.Account {
	return tracker.Account{Email: u.Email, DisplayName: u.DisplayName, FirstName: u.FirstName, LastName: u.LastName, PhoneNumber: u.PhoneNumber,
		Gender: u.Gender, PhotoURL: i.PhotoURL(u.PhotoHash), Address: u.Address, IsAdmin: u.IsAdmin,
		IsClient: u.Moderates && !u.IsAdmin, Language: change.OrNil(u.Language), Version: u.Version,
		NeedsSecondFactor: i.MustSetUpFactor(change.Caller{User: u.User}), NoMailServer: i.NoMailServer && u.IsAdmin, TimeZone: u.TimeZone}
}

// Account is the caller's own.
func (i *Identity) Account(ctx context.Context, c change.Caller) (tracker.Account, error) {
	user, err := i.Store.Account(ctx, c.User.ID)
	return i.account(user), err
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

// ChangePassword sets a new password and ends every other session, and what else the caller wants to end.
func (i *Identity) ChangePassword(ctx context.Context, c change.Caller, in tracker.ChangePasswordInput) (saved change.Saved[tracker.Account], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	err = i.withPassword(ctx, c, in.CurrentPassword, func(slot auth.Slot, user store.Account, again func(*store.Tx) error) error {
		hash := slot.Hash(in.NewPassword)
		saved, err = change.Save(ctx, i.Engine, c, "password", func(m *change.Mutation) (account tracker.Account, ch change.Change, err error) {
			m.Write(again)
			m.Write(func(tx *store.Tx) error {
				done, err := tx.ReplacePasswordHash(ctx, c.User.ID, user.PasswordHash, hash, m.Now)
				if err == nil && !done {
					err = tracker.ErrWrongPassword
				}
				return err
			})
			m.Write(func(tx *store.Tx) error { return tx.VoidPasswordTokens(ctx, c.User.ID) })
			m.Write(func(tx *store.Tx) error { return tx.RevokeOtherSessions(ctx, c.User.ID, c.SessionID, m.Now) })
			ended, err := endWithPassword(ctx, m, c.User.ID, in.EndWithPassword)
			warn(ctx, m, user.User, tracker.EventPassword, passwordChanged, append([]tracker.Text{mailPasswordChanged}, ended...)...)
			user.User = m.Caller.User
			return i.account(user), change.Change{Entity: tracker.EntityUser, ID: c.User.ID, Name: user.DisplayName}, err
		})
		return err
	})
	if err == nil {
		i.Publish(ctx, change.NoticeUser, c.User.ID+" "+c.SessionID)
	}
	return saved, err
}

// withPassword calls then if the caller's password is right. A stolen session must not be a way to guess it, so
// failures are counted, for each session apart: it must not keep the owner waiting either. again checks once more, inside the transaction, that there were not too many.
func (i *Identity) withPassword(ctx context.Context, c change.Caller, password string, then func(slot auth.Slot, user store.Account, again func(*store.Tx) error) error) error {
	subjects := []throttleSubject{{"change " + c.User.ID + " " + c.SessionID, accountBackoff}}
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return err
	}
	return i.Hasher.InTurn(ctx, c.HashOrigin(c.User.Email), func(slot auth.Slot) error {
		if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
			return err
		}
		user, err := i.Store.Account(ctx, c.User.ID)
		if err != nil {
			return err
		}
		right, err := slot.Verify(user.PasswordHash, password)
		if err != nil {
			return err
		}
		if !right {
			return i.failed(ctx, subjects, tracker.ErrWrongPassword)
		}
		return then(slot, user, func(tx *store.Tx) error {
			// Behind the slow hashes: the few guesses that ran beside this one meet the block here.
			_, err := i.throttles(ctx, tx.Queries, subjects)
			return err
		})
	})
}

// endWithPassword ends what a person wants to end with their old password. It returns the end of the mail about the new
// one, which says what has ended, and what has not.
func endWithPassword(ctx context.Context, m *change.Mutation, userID string, in tracker.EndWithPassword) (said []tracker.Text, err error) {
	keys, err := m.Keys(ctx, userID)
	if err != nil {
		return nil, err
	}
	hasCalendar, err := m.HasCalendarFeed(ctx, userID)
	if err != nil {
		return nil, err
	}
	if in.EndKeys.Value && len(keys) > 0 {
		caller := m.Caller
		m.Write(func(tx *store.Tx) error { return tx.RemoveKeys(ctx, userID) })
		m.Write(func(tx *store.Tx) error {
			return change.RecordEvent(ctx, tx, caller, tracker.SecurityEvent{At: m.Now, Kind: tracker.EventKey, Email: caller.User.Email, DetailsText: keysRemoved})
		})
	}
	if in.EndCalendar.Value {
		m.Write(func(tx *store.Tx) error { return tx.DeleteCalendarFeed(ctx, userID) })
	}
	for _, part := range []struct {
		isThere, ends bool
		ended, stays  tracker.Text
	}{
		{len(keys) > 0, in.EndKeys.Value, mailKeysEnded, mailKeysStay},
		{hasCalendar, in.EndCalendar.Value, mailCalendarEnded, mailCalendarStays},
	} {
		switch {
		case !part.isThere:
		case part.ends:
			said = append(said, part.ended)
		default:
			said = append(said, part.stays)
		}
	}
	return said, nil
}

// RequestPasswordReset queues a reset mail. It does the same work for every
// address; whether anyone has it is found out later, by the job.
func (i *Identity) RequestPasswordReset(ctx context.Context, c change.Caller, in tracker.ResetRequestInput) error {
	if err := tracker.Validate(&in); err != nil {
		return err
	}
	subjects := []throttleSubject{{"reset " + c.IP, resetBackoff}}
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return err
	}
	return i.Store.Write(ctx, func(tx *store.Tx) error {
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if err := i.countFailure(ctx, tx, subjects, known); err != nil {
			return err
		}
		return i.Queue.EnqueueMail(ctx, tx, change.MailJob{Kind: change.MailReset, Email: in.Email})
	})
}

// ResetPassword sets a password by a mailed token and ends all sessions, and what else the person wants to end. It
// returns the number of the change.
func (i *Identity) ResetPassword(ctx context.Context, c change.Caller, in tracker.ResetPasswordInput) (seq int64, err error) {
	if err := tracker.Validate(&in); err != nil {
		return 0, err
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return 0, err
	}
	// The token is looked at before the hash, which is expensive; it holds 256
	// random bits, so answering a wrong one quickly tells nothing.
	tokenHash := auth.HashOpaqueToken(in.Token)
	user, err := i.Store.TokenUser(ctx, in.Email, tokenHash, i.Time())
	if errors.Is(err, tracker.ErrNotFound) {
		return 0, i.failed(ctx, subjects, tracker.ErrBadToken)
	}
	if err != nil {
		return 0, err
	}
	hash, err := i.Hasher.Hash(ctx, c.HashOrigin(in.Email), in.NewPassword)
	if err != nil {
		return 0, err
	}
	c.User = user
	seq, err = change.Mutate(ctx, i.Engine, c, "password", func(m *change.Mutation) (change.Change, error) {
		m.Write(func(tx *store.Tx) error {
			// It is used up only here: another request, or a newer token, may have been faster.
			done, err := tx.UsePasswordToken(ctx, user.ID, tokenHash, m.Now)
			if err == nil && !done {
				err = tracker.ErrBadToken
			}
			return err
		})
		m.Write(func(tx *store.Tx) error { return tx.SetPasswordHash(ctx, user.ID, hash, m.Now) })
		m.Write(func(tx *store.Tx) error { return tx.RevokeOtherSessions(ctx, user.ID, "", m.Now) })
		stored, err := m.Account(ctx, user.ID)
		if err != nil {
			return change.Unchanged, err
		}
		ended, err := endWithPassword(ctx, m, user.ID, in.EndWithPassword)
		if err != nil {
			return change.Unchanged, err
		}
		if stored.HasPassword {
			warn(ctx, m, user, tracker.EventPassword, passwordSetByLink, append([]tracker.Text{mailPasswordByLink}, ended...)...)
		} else { // whoever follows an invitation knows
			m.Write(func(tx *store.Tx) error {
				return i.RecordEvent(ctx, tx, c, tracker.EventPassword, user.Email, passwordSetByLink)
			})
		}
		return change.Change{Entity: tracker.EntityUser, ID: user.ID, Name: user.DisplayName}, nil
	})
	if err == nil {
		i.Publish(ctx, change.NoticeUser, user.ID)
	}
	return seq, err
}

// changeProfile is the way all edits of the caller's own user go.
func (i *Identity) changeProfile(ctx context.Context, c change.Caller, version tracker.Opt[int], action string,
	edit func(m *change.Mutation, u *tracker.User) error) (change.Saved[tracker.Account], error) {
	return change.Save(ctx, i.Engine, c, action, func(m *change.Mutation) (account tracker.Account, ch change.Change, err error) {
		user, err := m.Account(ctx, c.User.ID)
		if err != nil {
			return account, change.Unchanged, err
		}
		user.User, ch, err = record.DecideUser(ctx, m, user.User, version, edit)
		return i.account(user), ch, err
	})
}

// EditProfile changes the caller's own profile.
func (i *Identity) EditProfile(ctx context.Context, c change.Caller, in tracker.ProfileInput) (saved change.Saved[tracker.Account], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	return i.changeProfile(ctx, c, in.Version, "edit", func(_ *change.Mutation, u *tracker.User) error {
		u.DisplayName, u.Gender = in.DisplayName, in.Gender.Value
		in.FirstName.Apply(&u.FirstName)
		in.LastName.Apply(&u.LastName)
		in.PhoneNumber.Apply(&u.PhoneNumber)
		return nil
	})
}

// SetLanguage keeps the language that the caller chose. An absent one stays.
func (i *Identity) SetLanguage(ctx context.Context, c change.Caller, in tracker.LanguageInput) (account tracker.Account, err error) {
	if err := tracker.Validate(&in); err != nil {
		return account, err
	}
	if in.Language.Sent && in.Language.Value != c.User.Language {
		err = i.Write(ctx, c, func(w *change.Work) error { return w.Tx.SetLanguage(ctx, w.Caller.User.ID, in.Language.Value) })
		c.User.Language = in.Language.Value
	}
	if err != nil {
		return account, err
	}
	account, err = i.Account(ctx, c)
	return account, change.AfterCommit(err)
}

// SetOwnAddress sets the caller's address, or removes it when there is none.
func (i *Identity) SetOwnAddress(ctx context.Context, c change.Caller, version tracker.Opt[int], in *tracker.AddressInput) (saved change.Saved[tracker.Account], err error) {
	address, err := in.Address()
	if err != nil {
		return saved, err
	}
	return i.changeProfile(ctx, c, version, "address", func(_ *change.Mutation, u *tracker.User) error {
		u.Address = address
		return nil
	})
}

// SetOwnPhoto sets the caller's photo; no bytes remove it.
func (i *Identity) SetOwnPhoto(ctx context.Context, c change.Caller, raw []byte) (saved change.Saved[tracker.Account], err error) {
	image, err := i.ReadPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return i.changeProfile(ctx, c, tracker.Opt[int]{}, "photo", func(m *change.Mutation, u *tracker.User) error {
		u.PhotoHash = m.KeepPhoto(ctx, image)
		return nil
	})
}
