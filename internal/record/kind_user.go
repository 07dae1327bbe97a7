package record

import (
	"context"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func userKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityUser, Hearers: hearersOfUser, Rights: rightsOfUser,
		MayUndo: mayUndoUser, UndoEdit: undoUser,
	}
}

func hearersOfUser(c store.Change) store.Audience {
	return store.Audience{UserID: c.EntityID, Roles: tracker.RolesThatMay(tracker.See)}
}

var (
	madeAdministrator = tracker.NewSentence("event.madeAdministrator", "made an administrator").With()
	noAdministrator   = tracker.NewSentence("event.noAdministrator", "no administrator any more").With()
	enabled           = tracker.NewSentence("event.enabled", "enabled").With()
	disabled          = tracker.NewSentence("event.disabled", "disabled").With()
)

// rightsOfUser says that somebody is an administrator now, or was, or can sign in or not.
func rightsOfUser(ch change.Change) (email string, details tracker.Text) {
	before, _ := ch.Before.(tracker.User)
	after, _ := ch.After.(tracker.User)
	switch {
	case !before.IsAdmin && after.IsAdmin:
		details = madeAdministrator
	case before.IsAdmin && !after.IsAdmin:
		details = noAdministrator
	case before.ID != "" && before.Status != after.Status:
		details = disabled
		if after.Status == tracker.UserEnabled {
			details = enabled
		}
	}
	return after.Email, details
}

// mayUndoUser is for administrators, and for everyone with their own profile.
func mayUndoUser(c change.Caller, logged store.ListedChange, d change.Differences, _ tracker.Access) error {
	if d.HasField("status", "isAdmin") {
		if err := c.RequireInPerson(); err != nil {
			return err
		}
	}
	if c.APIKey == nil && logged.EntityID == c.User.ID && slices.Contains([]string{"edit", "address", "photo"}, logged.Action) {
		return nil
	}
	return c.RequireAdmin()
}

// undoUser restores fields of a user. Everyone may do so with their own profile.
func undoUser(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	before, admins, err := m.UserAndAdmins(ctx, logged.Key)
	if err != nil {
		return change.Unchanged, err
	}
	m.Admins = admins
	return change.Only(DecideUser(ctx, m, before, tracker.Opt[int]{}, func(m *change.Mutation, user *tracker.User) error {
		after := *user
		restored, err := u.Restore(logged, d, *user, &after)
		if err != nil {
			return err
		}
		if restored["photoUrl"] {
			if after.PhotoHash, err = u.Photo(ctx, m, logged, after.PhotoURL); err != nil {
				return err
			}
		}
		if after.Address, err = change.WholeAddress(logged, after.Address, nil); err != nil {
			return err
		}
		isAdmin, status := after.IsAdmin, after.Status
		after.IsAdmin, after.Status = user.IsAdmin, user.Status
		if err := setAdministrator(m, &after, isAdmin); err != nil {
			return err
		}
		switch {
		case status == user.Status:
		case status == tracker.UserDisabled:
			err = Disable(ctx, m, &after, after.DisableReason)
		default:
			err = Enable(ctx, m, &after)
		}
		*user = after
		return err
	}))
}
