package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func companyKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityCompany, Hearers: hearersOfCompany,
		MayUndo: mayUndoCompany, UndoEdit: undoCompany, Rule: store.CompanyRemoval, Removable: removableCompany,
		Load: LoadCompanies, SetOwn: setOwnOfCompany,
	}
}

func hearersOfCompany(c store.Change) store.Audience {
	return store.Audience{CompanyID: c.EntityID, Roles: tracker.RolesThatMay(tracker.See)}
}

func mayUndoCompany(c change.Caller, logged store.ListedChange, d change.Differences, access tracker.Access) error {
	if change.IsRemoval(logged.Change) {
		return c.RequireAdmin()
	}
	return access.Require(append(d.Needs(), tracker.EditCompany)...)
}

// undoCompany restores fields of a company.
func undoCompany(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(DecideCompany(ctx, m, logged.EntityID, tracker.Opt[int]{}, func(m *change.Mutation, c *tracker.Company) error {
		restored, err := u.Restore(logged, d, *c, c)
		if err == nil && restored["photoUrl"] {
			c.PhotoHash, err = u.Photo(ctx, m, logged, c.PhotoURL)
		}
		c.HeadAddress, err = change.WholeAddress(logged, c.HeadAddress, err)
		return err
	}))
}

// LoadCompanies reads companies with what the caller may do with them.
func LoadCompanies(ctx context.Context, w *change.Work, _ *change.Kind, keys []change.RowKeys) (err error) {
	w.Loaded.Companies, err = w.CompaniesForUser(ctx, change.IdsOf(keys), w.Caller.User.ID)
	return err
}
