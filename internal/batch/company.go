package batch

import (
	"cmp"
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func companyBulk() bulkKind {
	return bulkKind{action: (*bulking).moderatorAction, edit: editByRow, imports: &imports{nameField: "name", isOpen: true,
		find: (*comparison).findCompanies, load: record.LoadCompanies,
		record: (*comparison).company, match: matchCompanies, apply: importCompany}}
}

func matchCompanies(ctx context.Context, w *change.Work, _ *change.Kind, _, names []string) (map[string]store.Match, error) {
	return w.MatchCompanies(ctx, w.Caller.Visible(), names)
}

func (c *comparison) findCompanies(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	found, err := c.MatchCompanies(ctx, c.Caller.Visible(), textsOf(rows, "name"))
	for _, r := range rows {
		if name := r.text("name"); name != "" {
			key := store.MatchKey("", name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func importCompany(ctx context.Context, m *change.Mutation, _ *change.Kind, row store.ImportRow) (change.Change, error) {
	var in struct {
		tracker.CompanyInput
		Address tracker.Opt[tracker.AddressInput] `json:"address"`
	}
	if err := tracker.Imported(row.Input, &in); err != nil {
		return change.Unchanged, err
	}
	address, wrong := in.Address.Pointer().Address()
	invalid := tracker.JoinInvalid(tracker.Validate(&in.CompanyInput), wrong)
	if row.ID == nil {
		if err := cmp.Or(m.RequireAdmin(), invalid); err != nil { // rights come first
			return change.Unchanged, err
		}
		return change.Only(record.NewCompany(ctx, m, change.NewID(), in.CompanyInput, address))
	}
	return change.Only(record.DecideCompany(ctx, m, *row.ID, tracker.Some(row.Version),
		record.ApplyWithOwn(ctx, tracker.EntityCompany, in.Own, invalid, func(company *tracker.Company) {
			in.Apply(company)
			if in.Address.Sent {
				company.HeadAddress = address
			}
		}, record.OwnOfCompany)))
}

// company is the company that a row edits, if the caller may see it.
func (c *comparison) company(r *compared) (storedRecord, error) {
	of, found := c.Loaded.Companies[*r.ID]
	access := c.Caller.Access(of.ID, of.Roles)
	if !found || access.Require(tracker.See) != nil {
		return storedRecord{}, tracker.ErrNotFound
	}
	of.Own = of.Own.Seen(access)
	return storedRecord{of.Name, of.Version, of.Company}, nil
}
