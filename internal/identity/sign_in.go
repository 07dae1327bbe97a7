package identity

import (
	"context"
	"errors"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

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
