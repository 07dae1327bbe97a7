package app

import (
	"context"
	"errors"
	"unicode/utf8"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const userEntity = "user"

const (
	pickerPrefix = 3
	pickerSize   = 10
)

func emailTaken(err error) error {
	if errors.Is(err, store.ErrTaken) {
		return tracker.Invalid("email", "taken", "Email is already registered.")
	}
	return err
}

// Users lists all users, for administrators.
func (a *App) Users(ctx context.Context, c Caller, q tracker.ListQuery) (tracker.Page[tracker.User], error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.Page[tracker.User]{}, err
	}
	list, total, err := a.store.Users(ctx, q)
	for i := range list {
		list[i].PhotoURL = a.photoURL(list[i].PhotoHash)
	}
	return tracker.NewPage(list, total, q), err
}

// PickUsers finds users by the beginning of their address, for those who may add
// moderators: little enough that nobody reads the whole directory with it.
func (a *App) PickUsers(ctx context.Context, c Caller, prefix string) ([]tracker.UserRef, error) {
	may, err := a.store.ManagesModerators(ctx, c.User.ID)
	if err != nil {
		return nil, err
	}
	if !may {
		return nil, tracker.Forbidden("Only those who may add moderators look users up.")
	}
	refs := []tracker.UserRef{}
	if utf8.RuneCountInString(prefix) < pickerPrefix {
		return refs, nil
	}
	users, err := a.store.UsersByEmailPrefix(ctx, prefix, pickerSize)
	for _, u := range users {
		refs = append(refs, tracker.UserRef{DisplayName: u.DisplayName, Email: u.Email})
	}
	return refs, err
}

// CreateUser adds an ordinary user and mails an invitation to set a password.
func (a *App) CreateUser(ctx context.Context, c Caller, in tracker.UserInput) (tracker.User, error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.User{}, err
	}
	user, err := newUser(in)
	if err != nil {
		return tracker.User{}, err
	}
	id, err := a.create(ctx, c, userEntity, func(m *mutation, id string) (any, error) {
		user.ID, user.CreatedAt = id, m.now
		if err := m.InsertUser(ctx, user, &c.User.ID); err != nil {
			return nil, emailTaken(err)
		}
		return user, a.queue.EnqueueMail(ctx, m.Tx, MailJob{Kind: MailInvitation, Email: user.Email, InvitedBy: c.User.DisplayName})
	})
	if err != nil {
		return tracker.User{}, err
	}
	return a.store.User(ctx, id)
}

func newUser(in tracker.UserInput) (tracker.User, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.User{}, err
	}
	address, err := in.Address.Address()
	return tracker.User{Email: in.Email, DisplayName: in.DisplayName, Gender: in.Gender.Value, FirstName: in.FirstName.Pointer(),
		LastName: in.LastName.Pointer(), PhoneNumber: in.PhoneNumber.Pointer(), Address: address, Version: 1}, err
}

// CreateAdministrator adds an administrator from the command line.
func (a *App) CreateAdministrator(ctx context.Context, email, name, password string) error {
	user, err := newUser(tracker.UserInput{Email: email, DisplayName: name, Gender: tracker.Some(tracker.GenderNone)})
	if err != nil {
		return err
	}
	if err := tracker.Validate(&tracker.NewPassword{Password: password}); err != nil {
		return err
	}
	user.IsAdmin = true
	hash, err := a.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	_, err = a.create(ctx, Caller{RequestID: "command line"}, userEntity, func(m *mutation, id string) (any, error) {
		user.ID, user.CreatedAt = id, m.now
		if err := m.InsertUser(ctx, user, nil); err != nil {
			return nil, emailTaken(err)
		}
		return user, m.SetPasswordHash(ctx, id, hash, m.now)
	})
	return err
}
