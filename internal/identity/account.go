package identity

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

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
