package app

import (
	"cmp"
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func companyBulk() bulkKind {
	return bulkKind{action: (*bulking).moderatorAction, imports: &imports{nameField: "name", isOpen: true, find: (*comparison).findCompanies, load: (*work).loadCompanies,
		record: (*comparison).company, match: (*work).matchCompanies, apply: (*mutation).importCompany}}
}

func (w *work) matchCompanies(ctx context.Context, _ *kind, _, names []string) (map[string]store.Match, error) {
	return w.MatchCompanies(ctx, w.caller.visible(), names)
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

func (m *mutation) importCompany(ctx context.Context, _ *kind, row store.ImportRow) (change, error) {
	var in struct {
		tracker.CompanyInput
		Address tracker.Opt[tracker.AddressInput] `json:"address"`
	}
	if err := tracker.Imported(row.Input, &in); err != nil {
		return unchanged, err
	}
	address, wrong := in.Address.Pointer().Address()
	invalid := tracker.JoinInvalid(tracker.Validate(&in.CompanyInput), wrong)
	if row.ID == nil {
		if err := cmp.Or(m.requireAdmin(), invalid); err != nil { // rights come first
			return unchanged, err
		}
		_, ch := m.newCompany(ctx, newID(), in.CompanyInput, address)
		return ch, nil
	}
	return only(m.editCompany(ctx, *row.ID, tracker.Some(row.Version), apply(invalid, func(company *tracker.Company) {
		in.Apply(company)
		if in.Address.Sent {
			company.HeadAddress = address
		}
	})))
}

// company is the company that a row edits, if the caller may see it.
func (c *comparison) company(r *compared) (storedRecord, error) {
	of, found := c.loaded.companies[*r.ID]
	if !found || c.caller.access(of.ID, of.Roles).Require(tracker.See) != nil {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.Name, of.Version, of.Company}, nil
}
