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
		MayUndo: mayUndoUser, UndoEdit: undoUser, Stays: whyUserStays,
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

// Why a change of a user can not be taken back.
var (
	passwordSet = tracker.NewSentence("undo.password", "A password was set. Nobody can bring the earlier one back.").With()
	factorSet   = tracker.NewSentence("undo.factor", "A second factor was set up or removed. The person alone can set one up.").With()
	signOnEnded = tracker.NewSentence("undo.signOn", "Single sign-on was ended. The person can sign in by it again.").With()
	mailSent    = tracker.NewSentence("undo.mail", "A mail was sent. It can not be called back.").With()
	erased      = tracker.NewSentence("undo.erased", "A person was erased, for good.").With()
	userMade    = tracker.NewSentence("undo.user", "A user is never removed. Disable the user instead.").With()
)

func whyUserStays(logged store.ListedChange, d change.Differences) tracker.Text {
	switch {
	case logged.Action == "password":
		return passwordSet
	case d.HasField("hasSecondFactor"):
		return factorSet
	case d.HasField("hasSignOn"):
		return signOnEnded
	case logged.Action == "invite":
		return mailSent
	case logged.Action == "erase", tracker.IsErasedEmail(logged.Key):
		return erased
	case logged.Action == "create":
		return userMade
	}
	return tracker.Text{}
}

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
