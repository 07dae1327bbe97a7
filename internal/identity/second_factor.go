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

// factorBackoff slows the guessing of codes from many addresses at once. It is milder than that of one address,
// because whoever knows the password can keep its owner waiting by it.
var factorBackoff = auth.BackoffPolicy{Free: 20, Base: time.Second, Max: 5 * time.Minute}

func factorSubjects(userID, ip string) []throttleSubject {
	return []throttleSubject{{"factor " + userID + " " + ip, accountBackoff}, {"factor " + userID, factorBackoff}, {"address " + ip, addressBackoff}}
}

// issuer names this program in an authenticator app, and where a device lists its passkeys.
const issuer = "btracker"

func totpPurpose(userID string) string { return "totp " + userID }

// MustSetUpFactor reports whether the caller has to set up a second factor before anything else.
func (i *Identity) MustSetUpFactor(c change.Caller) bool {
	return c.User.ID != "" && !c.User.HasSecondFactor && tracker.MustHaveFactor(i.SecondFactor, c.Owner())
}

// SecondFactors says what the caller has set up.
func (i *Identity) SecondFactors(ctx context.Context, c change.Caller) (tracker.SecondFactorStatus, error) {
	status, err := i.Store.SecondFactors(ctx, c.User.ID)
	status.Required = tracker.MustHaveFactor(i.SecondFactor, c.User)
	if status.Linked {
		name := i.providerName()
		status.SignOn = &name
	}
	return status, err
}

// factorMethods lists the ways in which a user can give a second factor.
func (i *Identity) factorMethods(ctx context.Context, userID string) (methods []string, err error) {
	status, err := i.Store.SecondFactors(ctx, userID)
	if status.Passkeys > 0 && i.passkeys != nil {
		methods = append(methods, tracker.FactorPasskey)
	}
	if status.Totp {
		methods = append(methods, tracker.FactorTotp)
	}
	if status.RecoveryCodes > 0 {
		methods = append(methods, tracker.FactorRecovery)
	}
	return methods, err
}

// LoginSecond finishes a sign-in by a second factor.
func (i *Identity) LoginSecond(ctx context.Context, c change.Caller, in tracker.SecondFactorInput) (tracker.Account, error) {
	if err := in.Check(); err != nil {
		return tracker.Account{}, err
	}
	ticketHash := auth.HashOpaqueToken(in.Ticket)
	user, err := i.Store.TicketUser(ctx, ticketHash, i.Time())
	if errors.Is(err, tracker.ErrNotFound) {
		return tracker.Account{}, i.failed(ctx, []throttleSubject{{"address " + c.IP, addressBackoff}}, tracker.ErrTicketEnded)
	}
	if err != nil {
		return tracker.Account{}, err
	}
	subjects, session := factorSubjects(user.ID, c.IP), i.newSession(c, user.ID)
	right := false
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		right = false
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		// Everything again, inside the transaction: two requests may try the same code at once.
		if user, err = tx.TicketUser(ctx, ticketHash, i.Time()); err == nil {
			_, err = tx.TryTicket(ctx, ticketHash, i.Time())
		}
		if errors.Is(err, tracker.ErrNotFound) {
			err = tracker.ErrTicketEnded
		}
		if err != nil {
			return err
		}
		if right, err = i.useFactor(ctx, tx, c, user, in, ticketHash); err != nil {
			return err
		}
		if !right {
			if err := i.RecordEvent(ctx, tx, c, tracker.EventSecondFactorFailed, user.Email, factorFailed.With(in.Method)); err != nil {
				return err
			}
			return i.countFailure(ctx, tx, subjects, known)
		}
		if session.SignOn, err = tx.TicketBySignOn(ctx, ticketHash); err != nil {
			return err
		}
		if err := tx.DeleteTickets(ctx, user.ID); err != nil {
			return err
		}
		if err := tx.InsertSession(ctx, session); err != nil {
			return err
		}
		if err := i.RecordEvent(ctx, tx, c, tracker.EventSignIn, user.Email, signedInWith(in.Method, session)); err != nil {
			return err
		}
		for _, subject := range subjects[:2] {
			if err := i.forgetFailures(ctx, tx, subject, known); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return tracker.Account{}, err
	}
	if !right && in.Method == tracker.FactorPasskey {
		return tracker.Account{}, tracker.ErrWrongPasskey
	}
	if !right {
		return tracker.Account{}, tracker.ErrWrongCode
	}
	return i.signedIn(ctx, user, session)
}

// signedIn is the account of a user who has signed in, with a token of the session.
func (i *Identity) signedIn(ctx context.Context, user tracker.User, session store.Session) (tracker.Account, error) {
	account, err := i.Account(ctx, change.Caller{User: user})
	if err != nil {
		return account, err
	}
	return i.withToken(account, user.ID, session.ID, session.ExpiresAt)
}

// useFactor uses up a code or the answer of a passkey, if it is right.
func (i *Identity) useFactor(ctx context.Context, tx *store.Tx, c change.Caller, user tracker.User, in tracker.SecondFactorInput, ticketHash string) (right bool, err error) {
	userID, code := user.ID, in.Code.Value
	switch in.Method {
	case tracker.FactorPasskey:
		answer, err := auth.ParsePasskeyAnswer(in.Credential.Value.RawMessage)
		if err != nil || i.passkeys == nil {
			return false, nil
		}
		return i.usePasskey(ctx, tx, c, user, answer, secondStep(ticketHash))
	case tracker.FactorTotp:
		app, err := tx.Totp(ctx, userID)
		if errors.Is(err, tracker.ErrNotFound) || err == nil && !app.Confirmed {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		step, right, err := i.totpStep(ctx, userID, app, code)
		if err != nil || !right {
			return false, err
		}
		return tx.UseTotpStep(ctx, userID, step)
	case tracker.FactorRecovery:
		return tx.UseRecoveryCode(ctx, userID, auth.HashRecoveryCode(code))
	}
	return false, nil
}

// totpStep returns the time step of a right code of an app.
func (i *Identity) totpStep(ctx context.Context, userID string, app store.Totp, code string) (step int64, right bool, err error) {
	secret, err := i.Signer.Decrypt(totpPurpose(userID), app.Secret)
	if errors.Is(err, auth.ErrNotOurs) {
		i.Log.WarnContext(ctx, "an authenticator app was set up with another BTRACKER_SECRET: its codes can not be checked", "user", userID)
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	step, right = auth.TotpStep(secret, code, i.Time(), app.LastStep)
	return step, right, nil
}

// BeginTotp gives the caller the secret of an authenticator app, which counts once ConfirmTotp gets a code of it.
func (i *Identity) BeginTotp(ctx context.Context, c change.Caller, in tracker.PasswordConfirmation) (begun tracker.TotpSecret, err error) {
	if err := tracker.Validate(&in); err != nil {
		return begun, err
	}
	secret := auth.NewTotpSecret()
	encrypted, err := i.Signer.Encrypt(totpPurpose(c.User.ID), secret)
	if err != nil {
		return begun, err
	}
	err = i.withPassword(ctx, c, in.CurrentPassword, func(_ auth.Slot, user store.Account, again func(*store.Tx) error) error {
		return i.Write(ctx, c, func(w *change.Work) error {
			if err := again(w.Tx); err != nil {
				return err
			}
			done, err := w.Tx.PutTotp(ctx, user.ID, encrypted, i.Time())
			if err == nil && !done {
				err = tracker.ErrHasTotp
			}
			return err
		})
	})
	if err != nil {
		return begun, err
	}
	begun = tracker.TotpSecret{Secret: secret, URI: auth.TotpURI(secret, issuer, c.User.Email)}
	begun.QR, err = auth.QRPath(begun.URI)
	return begun, err
}

// ConfirmTotp makes the caller's authenticator app a second factor, and returns new recovery codes.
func (i *Identity) ConfirmTotp(ctx context.Context, c change.Caller, in tracker.TotpCode) (saved change.Saved[tracker.NewRecoveryCodes], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	subjects := factorSubjects(c.User.ID, c.IP)
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return saved, err
	}
	app, err := i.Store.Totp(ctx, c.User.ID)
	switch {
	case errors.Is(err, tracker.ErrNotFound):
		return saved, tracker.ErrNoTotp
	case err != nil:
		return saved, err
	case app.Confirmed:
		return saved, tracker.ErrHasTotp
	}
	step, right, err := i.totpStep(ctx, c.User.ID, app, in.Code)
	if err != nil {
		return saved, err
	}
	if !right {
		return saved, i.failed(ctx, subjects, tracker.ErrWrongTotpCode)
	}
	codes, hashes := newRecoveryCodes()
	saved.Seq, err = i.setFactor(ctx, c, func(m *change.Mutation, u *tracker.User) error {
		m.Write(func(tx *store.Tx) error {
			done, err := tx.ConfirmTotp(ctx, c.User.ID, app.Secret, step, m.Now)
			if err == nil && !done {
				err = tracker.ErrNoTotp
			}
			return err
		})
		m.Write(func(tx *store.Tx) error { return tx.ReplaceRecoveryCodes(ctx, c.User.ID, hashes) })
		warn(ctx, m, m.Caller.User, tracker.EventSecondFactor, appAdded, mailAppAdded)
		u.HasSecondFactor = true
		return nil
	})
	saved.Entity = tracker.NewRecoveryCodes{RecoveryCodes: codes}
	return saved, err
}

func newRecoveryCodes() (codes, hashes []string) {
	codes, hashes = make([]string, tracker.RecoveryCodes), make([]string, tracker.RecoveryCodes)
	for i := range codes {
		codes[i], hashes[i] = auth.NewRecoveryCode()
	}
	return codes, hashes
}

// RemoveTotp removes the caller's authenticator app. The recovery codes go with the last factor.
func (i *Identity) RemoveTotp(ctx context.Context, c change.Caller, in tracker.PasswordConfirmation) (saved change.Saved[struct{}], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	err = i.withPassword(ctx, c, in.CurrentPassword, func(_ auth.Slot, _ store.Account, again func(*store.Tx) error) error {
		_, err := i.Store.Totp(ctx, c.User.ID)
		if errors.Is(err, tracker.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		saved.Seq, err = i.setFactor(ctx, c, func(m *change.Mutation, u *tracker.User) (err error) {
			m.Write(again)
			m.Write(func(tx *store.Tx) error { return tx.RemoveTotp(ctx, c.User.ID) })
			u.HasSecondFactor, err = i.factorsLeft(ctx, m, func(s *tracker.SecondFactorStatus) { s.Totp = false })
			warn(ctx, m, m.Caller.User, tracker.EventSecondFactor, appRemoved, passwordAlone(u.HasSecondFactor, mailAppRemoved)...)
			return err
		})
		return err
	})
	return saved, err
}

// factorsLeft reports whether the caller has a second factor when one is removed. The last one takes the recovery codes
// with it, and stays where the caller must have one.
func (i *Identity) factorsLeft(ctx context.Context, m *change.Mutation, without func(s *tracker.SecondFactorStatus)) (left bool, err error) {
	status, err := m.SecondFactors(ctx, m.Caller.User.ID)
	if err != nil {
		return false, err
	}
	without(&status)
	if status.Any() {
		return true, nil
	}
	if tracker.MustHaveFactor(i.SecondFactor, m.Caller.User) {
		return false, tracker.ErrFactorNeeded
	}
	userID := m.Caller.User.ID
	m.Write(func(tx *store.Tx) error { return tx.RemoveRecoveryCodes(ctx, userID) })
	return false, nil
}

// passwordAlone goes on in a mail about a factor that was removed.
func passwordAlone(left bool, removed tracker.Text) []tracker.Text {
	if left {
		return []tracker.Text{removed}
	}
	return []tracker.Text{removed, mailPasswordAlone}
}

// setFactor changes how the caller signs in. decide sets what the user has then. The change is logged also
// when there is another factor, so that the history shows when it was.
func (i *Identity) setFactor(ctx context.Context, c change.Caller, decide func(m *change.Mutation, u *tracker.User) error) (seq int64, err error) {
	return change.Mutate(ctx, i.Engine, c, "edit", func(m *change.Mutation) (change.Change, error) {
		before, err := m.User(ctx, c.User.ID)
		if err != nil {
			return change.Unchanged, err
		}
		after := before
		after.Version++
		if err := decide(m, &after); err != nil {
			return change.Unchanged, err
		}
		m.Write(func(tx *store.Tx) error { return tx.UpdateUser(ctx, before, after, c.User.ID, m.Now) })
		return change.Change{Entity: tracker.EntityUser, ID: after.ID, Name: after.DisplayName, Before: before, After: after}, nil
	})
}

// RemoveFactors removes all second factors of a user who lost them, and the link to their account at the provider of
// single sign-on, for administrators. Nobody does so for themselves: a stolen session would take the factor off.
func (i *Identity) RemoveFactors(ctx context.Context, c change.Caller, email string) (change.Saved[tracker.User], error) {
	return record.ChangeUser(ctx, i.Engine, c, email, tracker.Opt[int]{}, "edit", nil, func(m *change.Mutation, u *tracker.User) error {
		if u.ID == m.Caller.User.ID {
			return tracker.ErrOwnFactors
		}
		if !u.HasSecondFactor && !u.HasSignOn {
			return nil
		}
		user, said := *u, []tracker.Text(nil)
		if u.HasSecondFactor {
			said = append(said, mailFactorsRemoved)
		}
		if u.HasSignOn {
			said = append(said, mailSignOnUnlinkedByAdmin.With(i.providerName()))
		}
		u.HasSecondFactor, u.HasSignOn = false, false
		for _, remove := range []func(*store.Tx, context.Context, string) error{(*store.Tx).RemoveTotp, (*store.Tx).DeletePasskeys,
			(*store.Tx).RemoveRecoveryCodes, (*store.Tx).UnlinkIdentities} {
			m.Write(func(tx *store.Tx) error { return remove(tx, ctx, user.ID) })
		}
		warn(ctx, m, user, tracker.EventSecondFactor, factorsRemoved.With(m.Caller.User.Email), said...)
		return nil
	})
}
