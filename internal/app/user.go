package app

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

const userEntity = "user"

func emailTaken(err error) error {
	if errors.Is(err, store.ErrTaken) {
		return tracker.ErrEmailTaken
	}
	return err
}

// Users lists all users, or administrators alone, for administrators.
func (a *App) Users(ctx context.Context, c Caller, q tracker.ListQuery, adminsOnly bool) (tracker.Page[tracker.User], error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.Page[tracker.User]{}, err
	}
	list, total, err := a.store.Users(ctx, q, adminsOnly)
	for i := range list {
		list[i].PhotoURL = a.photoURL(list[i].PhotoHash)
	}
	return tracker.NewPage(list, total, q), err
}

// PickUsers finds users by the beginning of their address, for those who may add
// moderators: little enough that nobody reads the whole directory with it.
func (a *App) PickUsers(ctx context.Context, c Caller, prefix string) ([]tracker.UserRef, error) {
	access, err := a.accessAnywhere(ctx, c)
	if err != nil {
		return nil, err
	}
	if !access.May(tracker.ManageModerators) {
		return nil, tracker.ErrFindUsers
	}
	refs := []tracker.UserRef{}
	if utf8.RuneCountInString(prefix) < tracker.MinUserSearch {
		return refs, nil
	}
	users, err := a.store.UsersByEmailPrefix(ctx, prefix, tracker.MaxUserHits)
	for _, u := range users {
		refs = append(refs, tracker.UserRef{DisplayName: u.DisplayName, Email: u.Email})
	}
	return refs, err
}

// normalised is an address as users are found by it.
func normalised(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

// userFor finds a user by address, for administrators.
func (a *App) userFor(ctx context.Context, q store.Queries, c Caller, email string) (tracker.User, error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.User{}, err
	}
	user, err := q.UserByEmail(ctx, normalised(email))
	user.PhotoURL = a.photoURL(user.PhotoHash)
	return user, err
}

// User reads one user.
func (a *App) User(ctx context.Context, c Caller, email string) (tracker.User, error) {
	return a.userFor(ctx, a.store.Queries, c, email)
}

// EachUser streams what Users would list, without pages.
func (a *App) EachUser(ctx context.Context, c Caller, q tracker.ListQuery, adminsOnly bool, use func(tracker.User) error) error {
	if err := c.requireAdmin(); err != nil {
		return err
	}
	return export(ctx, a, c, func(use func(tracker.User) error) error { return a.store.EachUser(ctx, q, adminsOnly, use) }, use)
}

// CreateUser adds an ordinary user and mails an invitation to set a password.
func (a *App) CreateUser(ctx context.Context, r Request, in tracker.UserInput) (tracker.User, error) {
	return a.addUser(ctx, r, in, false, (*mutation).requireAdmin, func(m *mutation, u tracker.User) error {
		return a.queue.EnqueueMail(ctx, m.Tx, MailJob{Kind: MailInvitation, Email: u.Email, InvitedBy: m.caller.User.DisplayName})
	})
}

// RegisterAdmin adds an administrator with a password.
func (a *App) RegisterAdmin(ctx context.Context, c Caller, in tracker.AdminInput) (tracker.User, error) {
	if err := c.requireAdmin(); err != nil { // rights first: hashing is work
		return tracker.User{}, err
	}
	return a.registerAdmin(ctx, c, in, (*mutation).requireAdmin)
}

// CreateAdministrator adds an administrator from the command line, where
// whoever can run it needs nobody's permission.
func (a *App) CreateAdministrator(ctx context.Context, email, name, password string) error {
	_, err := a.registerAdmin(ctx, Caller{Request: Request{RequestID: "command line"}}, tracker.AdminInput{Password: password,
		UserInput: tracker.UserInput{Email: email, DisplayName: name, Gender: tracker.Some(tracker.GenderNone)}}, anyone)
	return err
}

func (a *App) registerAdmin(ctx context.Context, c Caller, in tracker.AdminInput, check func(*mutation) error) (tracker.User, error) {
	if err := tracker.Validate(&in); err != nil {
		return tracker.User{}, err
	}
	hash, err := a.hasher.Hash(ctx, c.hashOrigin(c.User.Email), in.Password)
	if err != nil {
		return tracker.User{}, err
	}
	return a.addUser(ctx, c.Request, in.UserInput, true, check, func(m *mutation, u tracker.User) error {
		return m.SetPasswordHash(ctx, u.ID, hash, m.now)
	})
}

// addUser is the way every user comes to be; check says who may, and then does
// what else belongs to it.
func (a *App) addUser(ctx context.Context, r Request, in tracker.UserInput, admin bool, check func(*mutation) error, then func(*mutation, tracker.User) error) (tracker.User, error) {
	user := tracker.User{IsAdmin: admin, HasPassword: admin, Version: 1}
	invalid := in.Apply(&user)
	user.Email = in.Email
	id, _, err := a.create(ctx, r, userEntity, check, func(m *mutation, id string) (any, error) {
		if invalid != nil {
			return nil, invalid
		}
		user.ID, user.CreatedAt = id, m.now
		if err := m.InsertUser(ctx, user, m.actor()); err != nil {
			return nil, emailTaken(err)
		}
		return user, then(m, user)
	})
	if err != nil {
		return tracker.User{}, err
	}
	if user.ID != id { // an earlier request with the same key made it
		user, err = a.store.User(ctx, id)
		user.PhotoURL = a.photoURL(user.PhotoHash)
	}
	return user, err
}

// editUser is the way all edits of a user by an administrator go. invalid is what
// was found wrong with the input: it counts after the rights and before the address.
func (a *App) editUser(ctx context.Context, r Request, email string, version tracker.Opt[int], action string, invalid error, edit func(m *mutation, u *tracker.User) error) (after tracker.User, err error) {
	err = a.mutate(ctx, r, action, func(m *mutation) (change, error) {
		if err := m.requireAdmin(); err != nil {
			return unchanged, err
		}
		if invalid != nil {
			return unchanged, invalid
		}
		before, admins, err := m.UserAndAdmins(ctx, normalised(email))
		if err != nil {
			return unchanged, err
		}
		before.PhotoURL, m.admins = a.photoURL(before.PhotoHash), admins
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
	return after, err
}

// EditUser changes a user's fields.
func (a *App) EditUser(ctx context.Context, r Request, version tracker.Opt[int], in tracker.UserInput) (tracker.User, error) {
	invalid := in.Apply(&tracker.User{})
	return a.editUser(ctx, r, in.Email, version, "edit", invalid, func(_ *mutation, u *tracker.User) error { return in.Apply(u) })
}

// SetUserAddress sets a user's address, or removes it when there is none.
func (a *App) SetUserAddress(ctx context.Context, r Request, email string, version tracker.Opt[int], in *tracker.AddressInput) (tracker.User, error) {
	address, invalid := in.Address()
	return a.editUser(ctx, r, email, version, "address", invalid, func(_ *mutation, u *tracker.User) error {
		u.Address = address
		return nil
	})
}

// SetUserPhoto sets a user's photo; no bytes remove it.
func (a *App) SetUserPhoto(ctx context.Context, c Caller, email string, raw []byte) (tracker.User, error) {
	if _, err := a.userFor(ctx, a.store.Queries, c, email); err != nil {
		return tracker.User{}, err
	}
	image, err := a.readPhoto(ctx, raw)
	if err != nil {
		return tracker.User{}, err
	}
	return a.editUser(ctx, c.Request, email, tracker.Opt[int]{}, "photo", nil, func(m *mutation, u *tracker.User) error {
		var err error
		u.PhotoHash, err = m.keepPhoto(ctx, image)
		return err
	})
}

// DisableUser takes a user's access away, at once and on every replica.
func (a *App) DisableUser(ctx context.Context, r Request, in tracker.DisableInput) (tracker.User, error) {
	invalid := tracker.Validate(&in)
	if invalid == nil && in.Reason.Value == tracker.DisableNone {
		invalid = tracker.ErrDisableReason
	}
	user, err := a.editUser(ctx, r, in.Email, tracker.Opt[int]{}, "disable", invalid, func(m *mutation, u *tracker.User) error {
		if err := m.keepAnAdministrator(*u); err != nil {
			return err
		}
		u.Status, u.DisableReason = tracker.UserDisabled, in.Reason.Value
		// Links too: enabling the user again must not bring an old one back.
		if err := m.VoidPasswordTokens(ctx, u.ID); err != nil {
			return err
		}
		return m.RevokeOtherSessions(ctx, u.ID, "", m.now)
	})
	if err == nil {
		a.publish(ctx, noticeUser, user.ID)
	}
	return user, err
}

// EnableUser gives a user's access back.
func (a *App) EnableUser(ctx context.Context, r Request, email string) (tracker.User, error) {
	return a.editUser(ctx, r, email, tracker.Opt[int]{}, "enable", nil, func(_ *mutation, u *tracker.User) error {
		u.Status, u.DisableReason = tracker.UserEnabled, tracker.DisableNone
		return nil
	})
}

// SetAdministrator promotes or demotes a user.
func (a *App) SetAdministrator(ctx context.Context, r Request, email string, admin bool) (tracker.User, error) {
	return a.editUser(ctx, r, email, tracker.Opt[int]{}, "administrator", nil, func(m *mutation, u *tracker.User) error {
		if u.IsAdmin && !admin {
			if err := m.keepAnAdministrator(*u); err != nil {
				return err
			}
		}
		u.IsAdmin = admin
		return nil
	})
}

// keepAnAdministrator refuses to take rights from oneself or from the last
// enabled administrator: there would be nobody left to give them back.
func (m *mutation) keepAnAdministrator(u tracker.User) error {
	if u.ID == m.caller.UserID {
		return tracker.ErrOneself
	}
	if u.IsAdmin && u.Status == tracker.UserEnabled && m.admins <= 1 {
		return tracker.ErrLastAdministrator
	}
	return nil
}

// InviteUser mails the invitation again, to somebody who has not set a password yet.
func (a *App) InviteUser(ctx context.Context, r Request, email string) (user tracker.User, err error) {
	err = a.mutate(ctx, r, "invite", func(m *mutation) (change, error) {
		if user, err = a.userFor(ctx, m.Queries, m.caller, email); err != nil {
			return unchanged, err
		}
		switch {
		case user.Status == tracker.UserDisabled:
			return unchanged, tracker.ErrDisabled
		case user.HasPassword:
			return unchanged, tracker.ErrHasPassword
		}
		return change{entity: userEntity, id: user.ID},
			a.queue.EnqueueMail(ctx, m.Tx, MailJob{Kind: MailInvitation, Email: user.Email, InvitedBy: m.caller.User.DisplayName})
	})
	return user, err
}
