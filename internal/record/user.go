package record

import (
	"cmp"
	"context"
	"errors"
	"unicode/utf8"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Users lists users, for administrators.
func (r *Records) Users(ctx context.Context, c change.Caller, q tracker.ListQuery, who tracker.UserFilter) (tracker.Page[tracker.User], error) {
	if err := c.RequireAdmin(); err != nil {
		return tracker.Page[tracker.User]{}, err
	}
	list, total, err := r.Store.Users(ctx, q, who)
	for i := range list {
		list[i].PhotoURL = r.PhotoURL(list[i].PhotoHash)
	}
	return tracker.NewPage(list, total, q), err
}

// PickUsers finds users by the beginning of their address, for those who may add
// moderators: little enough that nobody reads the whole directory with it.
func (r *Records) PickUsers(ctx context.Context, c change.Caller, prefix string) ([]tracker.UserRef, error) {
	access, err := r.AccessAnywhere(ctx, c)
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
	users, err := r.Store.UsersByEmailPrefix(ctx, prefix, tracker.MaxUserHits)
	for _, u := range users {
		refs = append(refs, tracker.UserRef{DisplayName: u.DisplayName, Email: u.Email})
	}
	return refs, err
}

// UserFor finds a user by address, for administrators.
func UserFor(ctx context.Context, e *change.Engine, q store.Queries, c change.Caller, email string) (tracker.User, error) {
	if err := c.RequireAdmin(); err != nil {
		return tracker.User{}, err
	}
	user, err := q.UserByEmail(ctx, change.Normalised(email))
	user.PhotoURL = e.PhotoURL(user.PhotoHash)
	return user, err
}

// User reads one user.
func (r *Records) User(ctx context.Context, c change.Caller, email string) (tracker.User, error) {
	return UserFor(ctx, r.Engine, r.Store.Queries, c, email)
}

// EachUser streams what Users would list, without pages.
func (r *Records) EachUser(ctx context.Context, c change.Caller, q tracker.ListQuery, who tracker.UserFilter, use func(tracker.User) error) error {
	if err := c.RequireAdmin(); err != nil {
		return err
	}
	return change.Export(ctx, r.Engine, c, func(use func(tracker.User) error) error { return r.Store.EachUser(ctx, q, who, use) }, use)
}

// CreateUser adds an ordinary user and mails an invitation to set a password.
func (r *Records) CreateUser(ctx context.Context, c change.Caller, in tracker.UserInput) (change.Saved[tracker.InvitedUser], error) {
	link := newInvitationLink()
	saved, err := AddUser(ctx, r.Engine, c, in, false, (*change.Mutation).RequireAdmin, func(m *change.Mutation, u tracker.User) {
		Invite(ctx, m, u)
		link.store(ctx, m, u)
	})
	return link.answered(r.Engine, saved), err
}

var invitationLinkShown = tracker.NewSentence("event.invitationLink", "invitation link shown without a mail server, by {by}")

// invitationLink is the token of a link that the caller is answered where no mail server would deliver it.
type invitationLink struct{ plain, hash string }

func newInvitationLink() invitationLink {
	plain, hash := auth.NewOpaqueToken()
	return invitationLink{plain, hash}
}

// store makes the link work, ends the one that was answered before, and records who was given it.
func (l invitationLink) store(ctx context.Context, m *change.Mutation, u tracker.User) {
	if !m.Engine.NoMailServer {
		return
	}
	token := store.PasswordToken{UserID: u.ID, Kind: change.InvitationLink, Hash: l.hash, CreatedAt: m.Now, ExpiresAt: m.Now.Add(tracker.InvitationLife)}
	m.Write(func(tx *store.Tx) error {
		if _, err := tx.InsertPasswordToken(ctx, token); err != nil {
			return err
		}
		return tx.VoidOlderPasswordTokens(ctx, token)
	})
	event := tracker.SecurityEvent{At: m.Now, Kind: tracker.EventPassword, Email: u.Email, DetailsText: invitationLinkShown.With(m.Caller.User.Email)}
	m.Write(func(tx *store.Tx) error { return change.RecordEvent(ctx, tx, m.Caller, event) })
}

// answered is the user with the link, if there is one and this request made it.
func (l invitationLink) answered(e *change.Engine, saved change.Saved[tracker.User]) change.Saved[tracker.InvitedUser] {
	invited := tracker.InvitedUser{User: saved.Entity}
	if e.NoMailServer && saved.Seq > 0 {
		invited.InvitationURL = e.PasswordLink(invited.Email, l.plain)
	}
	return change.Saved[tracker.InvitedUser]{Entity: invited, Seq: saved.Seq}
}

// Invite has an invitation mailed.
func Invite(ctx context.Context, m *change.Mutation, u tracker.User) {
	job := change.MailJob{Kind: change.MailInvitation, Email: u.Email, InvitedBy: m.Caller.User.DisplayName}
	m.Write(func(tx *store.Tx) error { return m.Engine.Queue.EnqueueMail(ctx, tx, job) })
}

// RegisterAdmin adds an administrator with a password.
func (r *Records) RegisterAdmin(ctx context.Context, c change.Caller, in tracker.AdminInput) (saved change.Saved[tracker.User], err error) {
	if err := c.RequireAdmin(); err != nil { // rights first: hashing is work
		return saved, err
	}
	return AddAdministrator(ctx, r, c, in, (*change.Mutation).RequireAdmin)
}

// CreateAdministrator adds an administrator from the command line, where
// whoever can run it needs nobody's permission.
func (r *Records) CreateAdministrator(ctx context.Context, email, name, password string) error {
	_, err := AddAdministrator(ctx, r, change.Caller{RequestID: "command line"}, tracker.AdminInput{Password: password,
		UserInput: tracker.UserInput{Email: email, DisplayName: name, Gender: tracker.Some(tracker.GenderNone)}}, change.Anyone)
	return err
}

// AddAdministrator is the way every administrator with a password comes to be; check says who may. The codes for making
// the first one are void from then on.
func AddAdministrator(ctx context.Context, r *Records, c change.Caller, in tracker.AdminInput,
	check func(*change.Mutation) error) (saved change.Saved[tracker.User], err error) {
	if err := tracker.Validate(&in); err != nil {
		return saved, err
	}
	hash, err := r.hasher.Hash(ctx, c.HashOrigin(c.User.Email), in.Password)
	if err != nil {
		return saved, err
	}
	return AddUser(ctx, r.Engine, c, in.UserInput, true, check, func(m *change.Mutation, u tracker.User) {
		m.Write(func(tx *store.Tx) error { return tx.SetPasswordHash(ctx, u.ID, hash, m.Now) })
		m.Write(func(tx *store.Tx) error { return tx.DeleteSetupCodes(ctx) })
	})
}

// AddUser is the way every user comes to be; check says who may, and also does what
// else belongs to it.
func AddUser(ctx context.Context, e *change.Engine, c change.Caller, in tracker.UserInput, admin bool, check func(*change.Mutation) error,
	also func(*change.Mutation, tracker.User)) (change.Saved[tracker.User], error) {
	return change.Create(ctx, e, c, tracker.EntityUser, check, in.Check(), func(m *change.Mutation, id string) (tracker.User, change.Change, error) {
		user, ch, err := NewUser(ctx, m, id, in, admin)
		if err == nil {
			also(m, user)
		}
		return user, ch, err
	}, func(id string) (tracker.User, error) {
		user, err := e.Store.User(ctx, id)
		user.PhotoURL = e.PhotoURL(user.PhotoHash)
		return user, err
	})
}

// NewUser decides to add a user.
func NewUser(ctx context.Context, m *change.Mutation, id string, in tracker.UserInput, admin bool) (tracker.User, change.Change, error) {
	if err := m.Caller.RequireInPerson(); err != nil { // an import takes keys
		return tracker.User{}, change.Unchanged, err
	}
	user := tracker.User{ID: id, Email: in.Email, IsAdmin: admin, HasPassword: admin, CreatedAt: m.Now, Version: 1}
	in.Apply(&user)
	if _, err := m.UserByEmail(ctx, user.Email); !errors.Is(err, tracker.ErrNotFound) {
		return user, change.Unchanged, cmp.Or[error](err, tracker.ErrEmailTaken)
	}
	m.Write(func(tx *store.Tx) error {
		err := tx.InsertUser(ctx, user, m.Actor())
		if errors.Is(err, store.ErrTaken) { // another replica was faster
			err = tracker.ErrEmailTaken
		}
		return err
	})
	return user, change.Change{Entity: tracker.EntityUser, ID: id, Name: user.DisplayName, After: user}, nil
}

// ChangeUser is the way all edits of a user by an administrator go; invalid is the refusal of what was sent.
func ChangeUser(ctx context.Context, e *change.Engine, c change.Caller, email string, version tracker.Opt[int], action string, invalid error,
	edit func(m *change.Mutation, u *tracker.User) error) (change.Saved[tracker.User], error) {
	return change.Save(ctx, e, c, action, func(m *change.Mutation) (tracker.User, change.Change, error) {
		if err := cmp.Or(m.RequireAdmin(), invalid); err != nil { // rights come first
			return tracker.User{}, change.Unchanged, err
		}
		return DecideUserByEmail(ctx, m, email, version, edit)
	})
}

// DecideUserByEmail decides an edit of a user by an administrator, and returns the user as it is then.
func DecideUserByEmail(ctx context.Context, m *change.Mutation, email string, version tracker.Opt[int],
	edit func(m *change.Mutation, u *tracker.User) error) (tracker.User, change.Change, error) {
	if err := m.RequireAdmin(); err != nil {
		return tracker.User{}, change.Unchanged, err
	}
	if before, isLoaded := m.Loaded.Users[change.Normalised(email)]; isLoaded {
		return DecideUser(ctx, m, before, version, edit)
	}
	before, admins, err := m.UserAndAdmins(ctx, change.Normalised(email))
	if err != nil {
		return before, change.Unchanged, err
	}
	m.Admins = admins
	return DecideUser(ctx, m, before, version, edit)
}

// DecideUser decides an edit of a user, and returns the user as it is then.
func DecideUser(ctx context.Context, m *change.Mutation, before tracker.User, version tracker.Opt[int],
	edit func(m *change.Mutation, u *tracker.User) error) (tracker.User, change.Change, error) {
	before.PhotoURL = m.Engine.PhotoURL(before.PhotoHash)
	if before.IsErased {
		return before, change.Unchanged, tracker.ErrErased
	}
	if err := m.CheckVersion(ctx, version, before.Version, tracker.EntityUser, before.ID, before); err != nil {
		return before, change.Unchanged, err
	}
	after := before
	if err := edit(m, &after); err != nil || change.Same(before, after) {
		return before, change.Unchanged, err
	}
	after.PhotoURL, after.Version = m.Engine.PhotoURL(after.PhotoHash), before.Version+1
	m.ReleasePhoto(ctx, before.PhotoHash, after.PhotoHash)
	m.Write(func(tx *store.Tx) error { return tx.UpdateUser(ctx, before, after, m.Caller.User.ID, m.Now) })
	return after, change.Change{Entity: tracker.EntityUser, ID: after.ID, Name: after.DisplayName, Before: before, After: after}, nil
}

// EditUser changes a user's fields.
func (r *Records) EditUser(ctx context.Context, c change.Caller, version tracker.Opt[int], in tracker.UserInput) (change.Saved[tracker.User], error) {
	return ChangeUser(ctx, r.Engine, c, in.Email, version, "edit", in.Check(), change.Apply(nil, in.Apply))
}

// SetUserAddress sets a user's address, or removes it when there is none.
func (r *Records) SetUserAddress(ctx context.Context, c change.Caller, email string, version tracker.Opt[int], in *tracker.AddressInput) (change.Saved[tracker.User], error) {
	address, invalid := in.Address()
	return ChangeUser(ctx, r.Engine, c, email, version, "address", invalid, change.Apply(nil, func(u *tracker.User) { u.Address = address }))
}

// SetUserPhoto sets a user's photo; no bytes remove it.
func (r *Records) SetUserPhoto(ctx context.Context, c change.Caller, email string, raw []byte) (saved change.Saved[tracker.User], err error) {
	if _, err := UserFor(ctx, r.Engine, r.Store.Queries, c, email); err != nil {
		return saved, err
	}
	image, err := r.ReadPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return ChangeUser(ctx, r.Engine, c, email, tracker.Opt[int]{}, "photo", nil, func(m *change.Mutation, u *tracker.User) error {
		u.PhotoHash = m.KeepPhoto(ctx, image)
		return nil
	})
}

// DisableUser takes a user's access away, at once and on every replica.
func (r *Records) DisableUser(ctx context.Context, c change.Caller, in tracker.DisableInput) (change.Saved[tracker.User], error) {
	return ChangeUser(ctx, r.Engine, c, in.Email, tracker.Opt[int]{}, "disable", in.Check(), func(m *change.Mutation, u *tracker.User) error {
		return Disable(ctx, m, u, in.Reason.Value)
	})
}

// Disable takes a user's access away.
func Disable(ctx context.Context, m *change.Mutation, u *tracker.User, reason tracker.DisableReason) error {
	if err := keepAnAdministrator(m, *u); err != nil {
		return err
	}
	u.Status, u.DisableReason = tracker.UserDisabled, reason
	id := u.ID
	m.Disabled = append(m.Disabled, id)
	// Links, keys and the calendar too: enabling the user again must not bring an old one back.
	m.Write(func(tx *store.Tx) error { return tx.VoidPasswordTokens(ctx, id) })
	m.Write(func(tx *store.Tx) error { return tx.RevokeOtherSessions(ctx, id, "", m.Now) })
	m.Write(func(tx *store.Tx) error { return tx.RemoveKeys(ctx, id) })
	m.Write(func(tx *store.Tx) error { return tx.DeleteCalendarFeed(ctx, id) })
	return nil
}

// EnableUser gives a user's access back.
func (r *Records) EnableUser(ctx context.Context, c change.Caller, email string) (change.Saved[tracker.User], error) {
	return ChangeUser(ctx, r.Engine, c, email, tracker.Opt[int]{}, "enable", nil, func(m *change.Mutation, u *tracker.User) error { return Enable(ctx, m, u) })
}

// Enable gives a user's access back. A calendar that was there when earlier releases disabled the user ends here.
func Enable(ctx context.Context, m *change.Mutation, u *tracker.User) error {
	u.Status, u.DisableReason = tracker.UserEnabled, tracker.DisableNone
	id := u.ID
	m.Write(func(tx *store.Tx) error { return tx.DeleteCalendarFeed(ctx, id) })
	return nil
}

// SetAdministrator promotes or demotes a user.
func (r *Records) SetAdministrator(ctx context.Context, c change.Caller, email string, admin bool) (change.Saved[tracker.User], error) {
	return ChangeUser(ctx, r.Engine, c, email, tracker.Opt[int]{}, "administrator", nil, func(m *change.Mutation, u *tracker.User) error {
		return setAdministrator(m, u, admin)
	})
}

func setAdministrator(m *change.Mutation, u *tracker.User, admin bool) error {
	if u.IsAdmin && !admin {
		if err := keepAnAdministrator(m, *u); err != nil {
			return err
		}
	}
	u.IsAdmin = admin
	return nil
}

// keepAnAdministrator refuses to take rights from oneself or from the last
// enabled administrator: there would be nobody left to give them back.
func keepAnAdministrator(m *change.Mutation, u tracker.User) error {
	if u.ID == m.Caller.User.ID {
		return tracker.ErrOneself
	}
	if u.IsAdmin && u.Status == tracker.UserEnabled && m.Admins <= 1 {
		return tracker.ErrLastAdministrator
	}
	return nil
}

// InviteUser mails the invitation again, to somebody who has not set a password yet.
func (r *Records) InviteUser(ctx context.Context, c change.Caller, email string) (change.Saved[tracker.InvitedUser], error) {
	link := newInvitationLink()
	saved, err := change.Save(ctx, r.Engine, c, "invite", func(m *change.Mutation) (tracker.User, change.Change, error) {
		user, ch, err := InviteAgain(ctx, m, email)
		if err == nil {
			link.store(ctx, m, user)
		}
		return user, ch, err
	})
	return link.answered(r.Engine, saved), err
}

// InviteAgain decides to mail an invitation again.
func InviteAgain(ctx context.Context, m *change.Mutation, email string) (tracker.User, change.Change, error) {
	user, err := UserFor(ctx, m.Engine, m.Queries, m.Caller, email)
	switch {
	case err != nil:
		return user, change.Unchanged, err
	case user.Status == tracker.UserDisabled:
		return user, change.Unchanged, tracker.ErrDisabled
	case user.HasPassword:
		return user, change.Unchanged, tracker.ErrHasPassword
	}
	Invite(ctx, m, user)
	return user, change.Change{Entity: tracker.EntityUser, ID: user.ID, Name: user.DisplayName}, nil
}
