package app

import (
	"cmp"
	"context"
	"errors"
	"unicode/utf8"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

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
	if err := access.RequireOr(tracker.ErrFindUsers, tracker.ManageModerators); err != nil {
		return nil, err
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
func (a *App) CreateUser(ctx context.Context, c Caller, in tracker.UserInput) (Saved[tracker.User], error) {
	return a.addUser(ctx, c, in, false, (*mutation).requireAdmin, func(m *mutation, u tracker.User) { m.invite(ctx, u) })
}

// invite has an invitation mailed.
func (m *mutation) invite(ctx context.Context, u tracker.User) {
	job := MailJob{Kind: MailInvitation, Email: u.Email, InvitedBy: m.caller.User.DisplayName}
	m.write(func(tx *store.Tx) error { return m.a.queue.EnqueueMail(ctx, tx, job) })
}

// RegisterAdmin adds an administrator with a password.
func (a *App) RegisterAdmin(ctx context.Context, c Caller, in tracker.AdminInput) (saved Saved[tracker.User], err error) {
	if err := c.requireAdmin(); err != nil { // rights first: hashing is work
		return saved, err
	}
	return a.registerAdmin(ctx, c, in, (*mutation).requireAdmin)
}

// CreateAdministrator adds an administrator from the command line, where
// whoever can run it needs nobody's permission.
func (a *App) CreateAdministrator(ctx context.Context, email, name, password string) error {
	_, err := a.registerAdmin(ctx, Caller{RequestID: "command line"}, tracker.AdminInput{Password: password,
		UserInput: tracker.UserInput{Email: email, DisplayName: name, Gender: tracker.Some(tracker.GenderNone)}}, anyone)
	return err
}

func (a *App) registerAdmin(ctx context.Context, c Caller, in tracker.AdminInput, check func(*mutation) error) (saved Saved[tracker.User], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	hash, err := a.hasher.Hash(ctx, c.hashOrigin(c.User.Email), in.Password)
	if err != nil {
		return saved, err
	}
	return a.addUser(ctx, c, in.UserInput, true, check, func(m *mutation, u tracker.User) {
		m.write(func(tx *store.Tx) error { return tx.SetPasswordHash(ctx, u.ID, hash, m.now) })
	})
}

// addUser is the way every user comes to be; check says who may, and also does what
// else belongs to it.
func (a *App) addUser(ctx context.Context, c Caller, in tracker.UserInput, admin bool, check func(*mutation) error, also func(*mutation, tracker.User)) (Saved[tracker.User], error) {
	return create(ctx, a, c, tracker.EntityUser, check, in.Check(), func(m *mutation, id string) (tracker.User, change, error) {
		user, ch, err := m.newUser(ctx, id, in, admin)
		if err == nil {
			also(m, user)
		}
		return user, ch, err
	}, func(id string) (tracker.User, error) {
		user, err := a.store.User(ctx, id)
		user.PhotoURL = a.photoURL(user.PhotoHash)
		return user, err
	})
}

// newUser decides to add a user.
func (m *mutation) newUser(ctx context.Context, id string, in tracker.UserInput, admin bool) (tracker.User, change, error) {
	if err := m.caller.requireInPerson(); err != nil { // an import takes keys
		return tracker.User{}, unchanged, err
	}
	user := tracker.User{ID: id, Email: in.Email, IsAdmin: admin, HasPassword: admin, CreatedAt: m.now, Version: 1}
	in.Apply(&user)
	if _, err := m.UserByEmail(ctx, user.Email); !errors.Is(err, tracker.ErrNotFound) {
		return user, unchanged, cmp.Or[error](err, tracker.ErrEmailTaken)
	}
	m.write(func(tx *store.Tx) error {
		err := tx.InsertUser(ctx, user, m.actor())
		if errors.Is(err, store.ErrTaken) { // another replica was faster
			err = tracker.ErrEmailTaken
		}
		return err
	})
	return user, change{entity: tracker.EntityUser, id: id, name: user.DisplayName, after: user}, nil
}

// changeUser is the way all edits of a user by an administrator go; invalid is the refusal of what was sent.
func (a *App) changeUser(ctx context.Context, c Caller, email string, version tracker.Opt[int], action string, invalid error, edit func(m *mutation, u *tracker.User) error) (Saved[tracker.User], error) {
	return save(ctx, a, c, action, func(m *mutation) (tracker.User, change, error) {
		if err := cmp.Or(m.requireAdmin(), invalid); err != nil { // rights come first
			return tracker.User{}, unchanged, err
		}
		return m.editUserByEmail(ctx, email, version, edit)
	})
}

// editUserByEmail decides an edit of a user by an administrator, and returns the user as it is then.
func (m *mutation) editUserByEmail(ctx context.Context, email string, version tracker.Opt[int], edit func(m *mutation, u *tracker.User) error) (tracker.User, change, error) {
	if err := m.requireAdmin(); err != nil {
		return tracker.User{}, unchanged, err
	}
	if before, isLoaded := m.loaded.users[normalised(email)]; isLoaded {
		return m.editUser(ctx, before, version, edit)
	}
	before, admins, err := m.UserAndAdmins(ctx, normalised(email))
	if err != nil {
		return before, unchanged, err
	}
	m.admins = admins
	return m.editUser(ctx, before, version, edit)
}

// editUser decides an edit of a user, and returns the user as it is then.
func (m *mutation) editUser(ctx context.Context, before tracker.User, version tracker.Opt[int], edit func(m *mutation, u *tracker.User) error) (tracker.User, change, error) {
	before.PhotoURL = m.a.photoURL(before.PhotoHash)
	if before.IsErased {
		return before, unchanged, tracker.ErrErased
	}
	if err := m.checkVersion(ctx, version, before.Version, tracker.EntityUser, before.ID, before); err != nil {
		return before, unchanged, err
	}
	after := before
	if err := edit(m, &after); err != nil || same(before, after) {
		return before, unchanged, err
	}
	after.PhotoURL, after.Version = m.a.photoURL(after.PhotoHash), before.Version+1
	m.releasePhoto(ctx, before.PhotoHash, after.PhotoHash)
	m.write(func(tx *store.Tx) error { return tx.UpdateUser(ctx, before, after, m.caller.User.ID, m.now) })
	return after, change{entity: tracker.EntityUser, id: after.ID, name: after.DisplayName, before: before, after: after}, nil
}

// EditUser changes a user's fields.
func (a *App) EditUser(ctx context.Context, c Caller, version tracker.Opt[int], in tracker.UserInput) (Saved[tracker.User], error) {
	return a.changeUser(ctx, c, in.Email, version, "edit", in.Check(), apply(nil, in.Apply))
}

// SetUserAddress sets a user's address, or removes it when there is none.
func (a *App) SetUserAddress(ctx context.Context, c Caller, email string, version tracker.Opt[int], in *tracker.AddressInput) (Saved[tracker.User], error) {
	address, invalid := in.Address()
	return a.changeUser(ctx, c, email, version, "address", invalid, apply(nil, func(u *tracker.User) { u.Address = address }))
}

// SetUserPhoto sets a user's photo; no bytes remove it.
func (a *App) SetUserPhoto(ctx context.Context, c Caller, email string, raw []byte) (saved Saved[tracker.User], err error) {
	if _, err := a.userFor(ctx, a.store.Queries, c, email); err != nil {
		return saved, err
	}
	image, err := a.readPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return a.changeUser(ctx, c, email, tracker.Opt[int]{}, "photo", nil, func(m *mutation, u *tracker.User) error {
		u.PhotoHash = m.keepPhoto(ctx, image)
		return nil
	})
}

// DisableUser takes a user's access away, at once and on every replica.
func (a *App) DisableUser(ctx context.Context, c Caller, in tracker.DisableInput) (Saved[tracker.User], error) {
	return a.changeUser(ctx, c, in.Email, tracker.Opt[int]{}, "disable", in.Check(), func(m *mutation, u *tracker.User) error {
		return m.disable(ctx, u, in.Reason.Value)
	})
}

// disable takes a user's access away.
func (m *mutation) disable(ctx context.Context, u *tracker.User, reason tracker.DisableReason) error {
	if err := m.keepAnAdministrator(*u); err != nil {
		return err
	}
	u.Status, u.DisableReason = tracker.UserDisabled, reason
	id := u.ID
	m.disabled = append(m.disabled, id)
	// Links, keys and the calendar too: enabling the user again must not bring an old one back.
	m.write(func(tx *store.Tx) error { return tx.VoidPasswordTokens(ctx, id) })
	m.write(func(tx *store.Tx) error { return tx.RevokeOtherSessions(ctx, id, "", m.now) })
	m.write(func(tx *store.Tx) error { return tx.RemoveKeys(ctx, id) })
	m.write(func(tx *store.Tx) error { return tx.DeleteCalendarFeed(ctx, id) })
	return nil
}

// EnableUser gives a user's access back.
func (a *App) EnableUser(ctx context.Context, c Caller, email string) (Saved[tracker.User], error) {
	return a.changeUser(ctx, c, email, tracker.Opt[int]{}, "enable", nil, func(m *mutation, u *tracker.User) error { return m.enable(ctx, u) })
}

// enable gives a user's access back. A calendar that was there when earlier releases disabled the user ends here.
func (m *mutation) enable(ctx context.Context, u *tracker.User) error {
	u.Status, u.DisableReason = tracker.UserEnabled, tracker.DisableNone
	id := u.ID
	m.write(func(tx *store.Tx) error { return tx.DeleteCalendarFeed(ctx, id) })
	return nil
}

// SetAdministrator promotes or demotes a user.
func (a *App) SetAdministrator(ctx context.Context, c Caller, email string, admin bool) (Saved[tracker.User], error) {
	return a.changeUser(ctx, c, email, tracker.Opt[int]{}, "administrator", nil, func(m *mutation, u *tracker.User) error {
		return m.setAdministrator(u, admin)
	})
}

func (m *mutation) setAdministrator(u *tracker.User, admin bool) error {
	if u.IsAdmin && !admin {
		if err := m.keepAnAdministrator(*u); err != nil {
			return err
		}
	}
	u.IsAdmin = admin
	return nil
}

// keepAnAdministrator refuses to take rights from oneself or from the last
// enabled administrator: there would be nobody left to give them back.
func (m *mutation) keepAnAdministrator(u tracker.User) error {
	if u.ID == m.caller.User.ID {
		return tracker.ErrOneself
	}
	if u.IsAdmin && u.Status == tracker.UserEnabled && m.admins <= 1 {
		return tracker.ErrLastAdministrator
	}
	return nil
}

// InviteUser mails the invitation again, to somebody who has not set a password yet.
func (a *App) InviteUser(ctx context.Context, c Caller, email string) (Saved[tracker.User], error) {
	return save(ctx, a, c, "invite", func(m *mutation) (tracker.User, change, error) { return m.inviteAgain(ctx, email) })
}

// inviteAgain decides to mail an invitation again.
func (m *mutation) inviteAgain(ctx context.Context, email string) (tracker.User, change, error) {
	user, err := m.a.userFor(ctx, m.Queries, m.caller, email)
	switch {
	case err != nil:
		return user, unchanged, err
	case user.Status == tracker.UserDisabled:
		return user, unchanged, tracker.ErrDisabled
	case user.HasPassword:
		return user, unchanged, tracker.ErrHasPassword
	}
	m.invite(ctx, user)
	return user, change{entity: tracker.EntityUser, id: user.ID, name: user.DisplayName}, nil
}
