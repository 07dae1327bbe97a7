package identity

import (
	"context"
	"errors"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

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
	calendar, err := m.CalendarState(ctx, userID)
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
		{calendar.Since != nil, in.EndCalendar.Value, mailCalendarEnded, mailCalendarStays},
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
