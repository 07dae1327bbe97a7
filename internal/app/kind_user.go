package app

import (
	"context"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func userKind() kind {
	return kind{
		name: tracker.EntityUser, hearers: hearersOfUser, rights: rightsOfUser,
		mayUndo: mayUndoUser, undoEdit: (*undoing).user,
	}
}

func hearersOfUser(c store.Change) store.Audience {
	return store.Audience{UserID: c.EntityID, Roles: tracker.RolesThatMay(tracker.See)}
}

// rightsOfUser says that somebody is an administrator now, or was, or can sign in or not.
func rightsOfUser(ch change) (email, details string) {
	before, _ := ch.before.(tracker.User)
	after, _ := ch.after.(tracker.User)
	switch {
	case !before.IsAdmin && after.IsAdmin:
		details = "made an administrator"
	case before.IsAdmin && !after.IsAdmin:
		details = "no administrator any more"
	case before.ID != "" && before.Status != after.Status:
		details = map[bool]string{true: "enabled", false: "disabled"}[after.Status == tracker.UserEnabled]
	}
	return after.Email, details
}

// mayUndoUser is for administrators, and for everyone with their own profile.
func mayUndoUser(c Caller, logged store.ListedChange, d differences, _ tracker.Access) error {
	if d.hasField("status", "isAdmin") {
		if err := c.requireInPerson(); err != nil {
			return err
		}
	}
	if c.APIKey == nil && logged.EntityID == c.User.ID && slices.Contains([]string{"edit", "address", "photo"}, logged.Action) {
		return nil
	}
	return c.requireAdmin()
}

// user restores fields of a user. Everyone may do so with their own profile.
func (u *undoing) user(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	before, admins, err := m.UserAndAdmins(ctx, logged.Key)
	if err != nil {
		return unchanged, err
	}
	m.admins = admins
	return only(m.editUser(ctx, before, tracker.Opt[int]{}, func(m *mutation, user *tracker.User) error {
		after := *user
		restored, err := u.restore(logged, d, *user, &after)
		if err != nil {
			return err
		}
		if restored["photoUrl"] {
			if after.PhotoHash, err = u.photo(ctx, m, logged, after.PhotoURL); err != nil {
				return err
			}
		}
		if after.Address, err = wholeAddress(logged, after.Address, nil); err != nil {
			return err
		}
		isAdmin, status := after.IsAdmin, after.Status
		after.IsAdmin, after.Status = user.IsAdmin, user.Status
		if err := m.setAdministrator(&after, isAdmin); err != nil {
			return err
		}
		switch {
		case status == user.Status:
		case status == tracker.UserDisabled:
			err = m.disable(ctx, &after, after.DisableReason)
		default:
			err = m.enable(ctx, &after)
		}
		*user = after
		return err
	}))
}
