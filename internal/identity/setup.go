package identity

import (
	"context"
	"crypto/subtle"
	"errors"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// SetupState tells whether the first administrator is still to be made.
func (i *Identity) SetupState(ctx context.Context) (tracker.SetupState, error) {
	has, err := i.Store.HasAdministrator(ctx)
	return tracker.SetupState{Needed: err == nil && !has}, err
}

// NewSetupCode returns a new code for making the first administrator, whose hash is all that is kept of it. It returns ""
// if there is an administrator.
func (i *Identity) NewSetupCode(ctx context.Context) (code string, err error) {
	plain, hash := auth.NewOpaqueToken()
	err = i.Store.Write(ctx, func(tx *store.Tx) error {
		code = ""
		has, err := tx.HasAdministrator(ctx)
		if err != nil || has {
			return err
		}
		code = plain
		return tx.InsertSetupCode(ctx, hash, i.Time())
	})
	return code, err
}

// SetUp makes the first administrator, for whoever has a code that a start printed. All codes are void from then on.
func (i *Identity) SetUp(ctx context.Context, c change.Caller, in tracker.SetupInput) (saved change.Saved[tracker.User], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	subjects := []throttleSubject{{"setup " + c.IP, accountBackoff}, {"address " + c.IP, addressBackoff}}
	check := func(q store.Queries) error {
		if _, err := i.throttles(ctx, q, subjects); err != nil {
			return err
		}
		return checkSetupCode(ctx, q, in.Code)
	}
	err = check(i.Store.Queries) // before the hash, which is expensive
	if errors.Is(err, tracker.ErrSetupCode) {
		err = i.refuseSetupCode(ctx, c, in.Email, subjects)
	}
	if err != nil {
		return saved, err
	}
	c.Key = change.IdempotencyKey{} // keys belong to users
	return record.AddAdministrator(ctx, i.Records, c, tracker.AdminInput{Password: in.Password,
		UserInput: tracker.UserInput{Email: in.Email, DisplayName: in.DisplayName, Gender: tracker.Some(tracker.GenderNone)}},
		func(m *change.Mutation) error { return check(m.Queries) })
}

// checkSetupCode refuses a code that no start printed, and every code as soon as there is an administrator, however
// that one was made.
func checkSetupCode(ctx context.Context, q store.Queries, code string) error {
	has, err := q.HasAdministrator(ctx)
	if err != nil {
		return err
	}
	if has {
		return tracker.ErrSetUp
	}
	hashes, err := q.SetupCodes(ctx)
	if err != nil {
		return err
	}
	sent, isRight := auth.HashOpaqueToken(code), 0
	for _, hash := range hashes {
		isRight |= subtle.ConstantTimeCompare([]byte(sent), []byte(hash))
	}
	if isRight == 0 {
		return tracker.ErrSetupCode
	}
	return nil
}

// refuseSetupCode counts and records a wrong code, like a wrong password.
func (i *Identity) refuseSetupCode(ctx context.Context, c change.Caller, email string, subjects []throttleSubject) error {
	err := i.Store.Write(ctx, func(tx *store.Tx) error {
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		if err := i.RecordEvent(ctx, tx, c, tracker.EventSignInFailed, email, wrongSetupCode); err != nil {
			return err
		}
		return i.countFailure(ctx, tx, subjects, known)
	})
	if err != nil {
		return err
	}
	return tracker.ErrSetupCode
}
