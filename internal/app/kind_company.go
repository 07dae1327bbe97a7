package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func companyKind() kind {
	return kind{
		name: tracker.EntityCompany, hearers: hearersOfCompany,
		mayUndo: mayUndoCompany, undoEdit: (*undoing).company, rule: store.CompanyRemoval, removable: (*mutation).removableCompany,
		load: (*work).loadCompanies,
	}
}

func hearersOfCompany(c store.Change) store.Audience {
	return store.Audience{CompanyID: c.EntityID, Roles: tracker.RolesThatMay(tracker.See)}
}

func mayUndoCompany(c Caller, logged store.ListedChange, d differences, access tracker.Access) error {
	if isRemoval(logged.Change) {
		return c.requireAdmin()
	}
	return access.Require(append(d.needs(), tracker.EditCompany)...)
}

// company restores fields of a company.
func (u *undoing) company(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	return only(m.editCompany(ctx, logged.EntityID, tracker.Opt[int]{}, func(m *mutation, c *tracker.Company) error {
		restored, err := u.restore(logged, d, *c, c)
		if err == nil && restored["photoUrl"] {
			c.PhotoHash, err = u.photo(ctx, m, logged, c.PhotoURL)
		}
		c.HeadAddress, err = wholeAddress(logged, c.HeadAddress, err)
		return err
	}))
}

func (w *work) loadCompanies(ctx context.Context, _ *kind, keys []rowKeys) (err error) {
	w.loaded.companies, err = w.CompaniesForUser(ctx, idsOf(keys), w.caller.User.ID)
	return err
}
