package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func companyKind() kind {
	return kind{
		name: companyEntity, hearers: hearersOfCompany,
		mayUndo: mayUndoCompany, undoEdit: (*undoing).company, rule: store.CompanyRemoval, removable: (*mutation).removableCompany,
		load: (*bulking).loadCompanies, action: (*bulking).moderatorAction,
		imports: &imports{nameField: "name", isOpen: true, find: (*comparison).findCompanies, load: (*bulking).loadCompanies,
			record: (*comparison).company, match: (*bulking).matchCompanies, apply: (*bulking).importCompany},
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
	ch, _, _, err := u.a.editedCompany(ctx, m, logged.EntityID, tracker.Opt[int]{}, func(c *tracker.Company) error {
		restored, err := u.restore(logged, d, *c, c)
		if err == nil && restored["photoUrl"] {
			c.PhotoHash, err = u.photo(ctx, m, logged, c.PhotoURL)
		}
		c.HeadAddress, err = wholeAddress(logged, c.HeadAddress, err)
		return err
	})
	return ch, err
}

func (b *bulking) loadCompanies(ctx context.Context, _ *kind, keys []rowKeys) (err error) {
	b.loaded.companies, err = b.CompaniesForUser(ctx, idsOf(keys), b.caller.User.ID)
	return err
}

func (b *bulking) matchCompanies(ctx context.Context, _ *kind, _, names []string) (map[string]store.Match, error) {
	return b.MatchCompanies(ctx, b.caller.visible(), names)
}

func (c *comparison) findCompanies(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	found, err := c.MatchCompanies(ctx, c.caller.visible(), textsOf(rows, "name"))
	for _, r := range rows {
		if name := r.text("name"); name != "" {
			key := store.MatchKey("", name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func (b *bulking) importCompany(ctx context.Context, m *mutation, _ *kind, row store.ImportRow) (ch change, err error) {
	var in struct {
		tracker.CompanyInput
		Address tracker.Opt[tracker.AddressInput] `json:"address"`
	}
	if err := tracker.Imported(row.Input, &in); err != nil {
		return unchanged, err
	}
	address, wrong := in.Address.Pointer().Address()
	wrong = tracker.JoinInvalid(tracker.Validate(&in.CompanyInput), wrong)
	if row.ID == nil {
		if err := m.requireAdmin(); err != nil || wrong != nil {
			return unchanged, firstOf(err, wrong)
		}
		_, ch := m.newCompany(ctx, newID(), in.CompanyInput, address)
		return ch, nil
	}
	ch, _, _, err = b.a.editedCompany(ctx, m, *row.ID, tracker.Some(row.Version), func(company *tracker.Company) error {
		if wrong != nil {
			return wrong
		}
		in.Apply(company)
		if in.Address.Sent {
			company.HeadAddress = address
		}
		return nil
	})
	return ch, err
}

// company is the company that a row edits, if the caller may see it.
func (c *comparison) company(r *compared) (storedRecord, error) {
	of, found := c.loaded.companies[*r.ID]
	if !found || c.caller.access(of.ID, of.Roles).Require(tracker.See) != nil {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.Name, of.Version, of.Company}, nil
}
