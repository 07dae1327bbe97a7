package identity

import (
	"context"
	"errors"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// challengeBackoff slows callers who ask for questions to passkeys and never answer one: each is stored for some minutes.
var challengeBackoff = auth.BackoffPolicy{Free: 50, Base: time.Second, Max: 5 * time.Minute}

func challengeSubject(ip string) throttleSubject {
	return throttleSubject{"passkey " + ip, challengeBackoff}
}

// What the answer to a question is good for. Adding and the second step keep one question at a time.
const passwordless = "sign-in"

func addingPasskey(userID string) string  { return "add " + userID }
func secondStep(ticketHash string) string { return "ticket " + ticketHash }

// SignInMethods says how people can sign in here.
func (i *Identity) SignInMethods() tracker.SignInMethods {
	return tracker.SignInMethods{Passkeys: i.passkeys != nil}
}

// PasskeyOrigin is the origin at which passkeys can be used, or "" if there is none.
func (i *Identity) PasskeyOrigin() string { return i.passkeys.Origin() }

func keysOf(passkeys []store.Passkey) []tracker.PasskeyKey {
	keys := make([]tracker.PasskeyKey, len(passkeys))
	for i, p := range passkeys {
		keys[i] = p.Key
	}
	return keys
}

// putChallenge stores a question, in place of the earlier one of its purpose unless anybody may have asked that.
func (i *Identity) putChallenge(ctx context.Context, tx *store.Tx, challenge, purpose string) error {
	if purpose != passwordless {
		if err := tx.VoidChallenges(ctx, purpose); err != nil {
			return err
		}
	}
	return tx.InsertChallenge(ctx, auth.HashOpaqueToken(challenge), purpose, i.Time().Add(tracker.ChallengeLife))
}

// signedInAt is when the caller's session began.
func signedInAt(c change.Caller) time.Time { return c.SessionExpires.Add(-tracker.SessionLife) }

// withRecentSignIn calls then if the caller's password is right, or is absent soon after a sign-in. People without a
// password sign in again. again is that of withPassword.
func (i *Identity) withRecentSignIn(ctx context.Context, c change.Caller, in tracker.RecentPassword, then func(again func(*store.Tx) error) error) error {
	if !in.CurrentPassword.Empty() {
		return i.withPassword(ctx, c, in.CurrentPassword.Value, func(_ auth.Slot, _ store.Account, again func(*store.Tx) error) error { return then(again) })
	}
	if i.Time().Sub(signedInAt(c)) > tracker.RecentSignIn {
		return tracker.ErrPasswordNeeded
	}
	return then(func(*store.Tx) error { return nil })
}

// Passkeys lists the caller's passkeys, the oldest first.
func (i *Identity) Passkeys(ctx context.Context, c change.Caller) ([]tracker.Passkey, error) {
	passkeys, err := i.Store.Passkeys(ctx, c.User.ID)
	list := make([]tracker.Passkey, len(passkeys))
	for k, p := range passkeys {
		list[k] = p.Passkey
	}
	return list, err
}

// BeginPasskey gives the caller's browser what it needs to make a passkey.
func (i *Identity) BeginPasskey(ctx context.Context, c change.Caller, in tracker.RecentPassword) (begun tracker.PasskeyOptions, err error) {
	if err := tracker.Validate(&in); err != nil {
		return begun, err
	}
	if i.passkeys == nil {
		return begun, tracker.ErrNoPasskeys
	}
	err = i.withRecentSignIn(ctx, c, in, func(again func(*store.Tx) error) error {
		known, err := i.Store.Passkeys(ctx, c.User.ID)
		if err == nil && len(known) >= tracker.MaxPasskeys {
			err = tracker.ErrTooManyPasskeys
		}
		if err != nil {
			return err
		}
		options, challenge, err := i.passkeys.CreationOptions(c.User, keysOf(known))
		if err != nil {
			return err
		}
		begun.PublicKey.RawMessage = options
		return i.Write(ctx, c, func(w *change.Work) error {
			if err := again(w.Tx); err != nil {
				return err
			}
			return i.putChallenge(ctx, w.Tx, challenge, addingPasskey(c.User.ID))
		})
	})
	return begun, err
}

// AddPasskey adds a passkey that the caller's browser has made. Whoever has no recovery codes gets some.
func (i *Identity) AddPasskey(ctx context.Context, c change.Caller, in tracker.PasskeyInput) (saved change.Saved[tracker.PasskeyAdded], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	if i.passkeys == nil {
		return saved, tracker.ErrNoPasskeys
	}
	made, err := auth.ParseNewPasskey(in.Credential.Value.RawMessage)
	if err != nil {
		return saved, tracker.ErrBadPasskey
	}
	key, err := i.passkeys.Register(c.User, made)
	if err != nil {
		return saved, tracker.ErrBadPasskey
	}
	id := change.NewID()
	codes, hashes := newRecoveryCodes()
	saved.Seq, err = i.setFactor(ctx, c, func(m *change.Mutation, u *tracker.User) error {
		status, err := m.SecondFactors(ctx, c.User.ID)
		if err == nil && status.Passkeys >= tracker.MaxPasskeys {
			err = tracker.ErrTooManyPasskeys
		}
		if err != nil {
			return err
		}
		passkey := tracker.Passkey{ID: id, Name: in.Name, CreatedAt: m.Now}
		saved.Entity = tracker.PasskeyAdded{Passkey: passkey, RecoveryCodes: []string{}}
		m.Write(func(tx *store.Tx) error {
			return orBadPasskey(tx.UseChallenge(ctx, auth.HashOpaqueToken(made.Challenge), addingPasskey(c.User.ID), m.Now))
		})
		m.Write(func(tx *store.Tx) error {
			return orBadPasskey(tx.InsertPasskey(ctx, c.User.ID, store.Passkey{Passkey: passkey, Key: key}))
		})
		if status.RecoveryCodes == 0 {
			m.Write(func(tx *store.Tx) error { return tx.ReplaceRecoveryCodes(ctx, c.User.ID, hashes) })
			saved.Entity.RecoveryCodes = codes
		}
		warn(ctx, m, m.Caller.User, tracker.EventPasskey, passkeyAdded.With(in.Name), mailPasskeyAdded.With(in.Name))
		u.HasSecondFactor = true
		return nil
	})
	return saved, err
}

func orBadPasskey(done bool, err error) error {
	if err == nil && !done {
		err = tracker.ErrBadPasskey
	}
	return err
}

// RenamePasskey names one of the caller's passkeys anew.
func (i *Identity) RenamePasskey(ctx context.Context, c change.Caller, in tracker.PasskeyEdit) (renamed tracker.Passkey, err error) {
	if err := tracker.Validate(&in); err != nil {
		return renamed, err
	}
	err = i.Write(ctx, c, func(w *change.Work) error {
		before, err := w.Tx.Passkey(ctx, w.Caller.User.ID, in.ID)
		if err != nil {
			return err
		}
		renamed = before.Passkey
		renamed.Name = in.Name
		if err := w.Tx.RenamePasskey(ctx, w.Caller.User.ID, in.ID, in.Name); err != nil {
			return err
		}
		return i.RecordEvent(ctx, w.Tx, c, tracker.EventPasskey, w.Caller.User.Email, passkeyRenamed.With(before.Name, in.Name))
	})
	return renamed, err
}

// RemovePasskey removes one of the caller's passkeys. The recovery codes go with the last factor.
func (i *Identity) RemovePasskey(ctx context.Context, c change.Caller, in tracker.PasskeyRemoval) (saved change.Saved[struct{}], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	err = i.withRecentSignIn(ctx, c, in.RecentPassword, func(again func(*store.Tx) error) error {
		saved.Seq, err = i.setFactor(ctx, c, func(m *change.Mutation, u *tracker.User) error {
			passkey, err := m.Passkey(ctx, c.User.ID, in.ID)
			if err != nil {
				return err
			}
			m.Write(again)
			m.Write(func(tx *store.Tx) error { return tx.DeletePasskey(ctx, c.User.ID, in.ID) })
			u.HasSecondFactor, err = i.factorsLeft(ctx, m, func(s *tracker.SecondFactorStatus) { s.Passkeys-- })
			warn(ctx, m, m.Caller.User, tracker.EventPasskey, passkeyRemoved.With(passkey.Name), passwordAlone(u.HasSecondFactor, mailPasskeyRemoved.With(passkey.Name))...)
			return err
		})
		return err
	})
	return saved, err
}

// PasskeyQuestion gives a browser what it needs to sign in by a passkey: any passkey, so that the answer tells nothing
// about anybody, or one of those of a sign-in that waits for its second factor.
func (i *Identity) PasskeyQuestion(ctx context.Context, c change.Caller, in tracker.PasskeyRequest) (asked tracker.PasskeyOptions, err error) {
	if err := tracker.Validate(&in); err != nil {
		return asked, err
	}
	if i.passkeys == nil {
		return asked, tracker.ErrNoPasskeys
	}
	subjects := []throttleSubject{challengeSubject(c.IP), {"address " + c.IP, addressBackoff}}
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return asked, err
	}
	purpose, allowed := passwordless, []tracker.PasskeyKey(nil)
	if !in.Ticket.Empty() {
		ticketHash := auth.HashOpaqueToken(in.Ticket.Value)
		user, err := i.Store.TicketUser(ctx, ticketHash, i.Time())
		if errors.Is(err, tracker.ErrNotFound) {
			return asked, i.failed(ctx, subjects[1:], tracker.ErrTicketEnded)
		}
		if err != nil {
			return asked, err
		}
		passkeys, err := i.Store.Passkeys(ctx, user.ID)
		if err != nil {
			return asked, err
		}
		purpose, allowed = secondStep(ticketHash), keysOf(passkeys)
	}
	options, challenge, err := i.passkeys.RequestOptions(allowed)
	if err != nil {
		return asked, err
	}
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		known, err := i.throttles(ctx, tx.Queries, subjects[:1])
		if err != nil {
			return err
		}
		if err := i.countFailure(ctx, tx, subjects[:1], known); err != nil {
			return err
		}
		return i.putChallenge(ctx, tx, challenge, purpose)
	})
	return tracker.PasskeyOptions{PublicKey: tracker.JSONObject{RawMessage: options}}, err
}

// LoginPasskey signs in by a passkey alone. An unknown one, a wrong signature and a disabled user are answered alike.
func (i *Identity) LoginPasskey(ctx context.Context, c change.Caller, in tracker.PasskeySignIn) (tracker.Account, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.Account{}, err
	}
	if i.passkeys == nil {
		return tracker.Account{}, tracker.ErrNoPasskeys
	}
	subjects := []throttleSubject{{"address " + c.IP, addressBackoff}}
	if _, err := i.throttles(ctx, i.Store.Queries, subjects); err != nil {
		return tracker.Account{}, err
	}
	answer, err := auth.ParsePasskeyAnswer(in.Credential.Value.RawMessage)
	if err != nil {
		return tracker.Account{}, i.failed(ctx, subjects, tracker.ErrWrongPasskey)
	}
	user, err := i.Store.PasskeyUser(ctx, answer.CredentialID)
	if err != nil && !errors.Is(err, tracker.ErrNotFound) {
		return tracker.Account{}, err
	}
	if user.ID != "" {
		subjects = append(signInSubjects(user.Email, c.IP), challengeSubject(c.IP))
	}
	session := i.newSession(c, user.ID)
	right := false
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		right = false
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if user.ID != "" {
			if right, err = i.usePasskey(ctx, tx, c, user, answer, passwordless); err != nil {
				return err
			}
		}
		if !right {
			if err := i.RecordEvent(ctx, tx, c, tracker.EventSignInFailed, user.Email, byPasskey); err != nil {
				return err
			}
			return i.countFailure(ctx, tx, subjects, known)
		}
		if err := tx.InsertSession(ctx, session); err != nil {
			return err
		}
		if err := i.RecordEvent(ctx, tx, c, tracker.EventSignIn, user.Email, byPasskey); err != nil {
			return err
		}
		for _, subject := range []throttleSubject{subjects[0], challengeSubject(c.IP)} {
			if err := i.forgetFailures(ctx, tx, subject, known); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return tracker.Account{}, err
	case !right:
		return tracker.Account{}, tracker.ErrWrongPasskey
	}
	return i.signedIn(ctx, user, session)
}

// usePasskey uses up the question behind an answer, and reports whether the answer is right and a passkey of the user
// gave it. The question is used up in either case.
func (i *Identity) usePasskey(ctx context.Context, tx *store.Tx, c change.Caller, user tracker.User, answer auth.PasskeyAnswer, purpose string) (right bool, err error) {
	done, err := tx.UseChallenge(ctx, auth.HashOpaqueToken(answer.Challenge), purpose, i.Time())
	if err != nil || !done {
		return false, err
	}
	passkey, err := tx.PasskeyByCredential(ctx, user.ID, answer.CredentialID)
	if errors.Is(err, tracker.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	count, err := i.passkeys.Check(user, passkey.Key, answer)
	if errors.Is(err, auth.ErrCounterWentBack) {
		return false, i.refuseCopy(ctx, tx, c, user, passkey.Name)
	}
	if err != nil {
		return false, nil // a wrong answer; why, nobody is told
	}
	return tx.UsePasskey(ctx, passkey.ID, passkey.Key.SignCount, count, i.Time())
}

// refuseCopy records that a passkey has counted fewer uses than before, and mails its owner.
func (i *Identity) refuseCopy(ctx context.Context, tx *store.Tx, c change.Caller, user tracker.User, name string) error {
	event := tracker.SecurityEvent{At: i.Time(), Kind: tracker.EventPasskey, Email: user.Email, DetailsText: passkeyCopied.With(name)}
	return mailWarning(ctx, tx, i.Queue, c, event, mailPasskeyCopied.With(name))
}
