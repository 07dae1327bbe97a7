package app

import (
	"context"
	"encoding/json"
	"strconv"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// actionOf returns what a bulk action does with each of its records.
func (b *bulking) actionOf(ctx context.Context, job store.Bulk, in tracker.BulkInput) (recordAction, error) {
	switch job.Action {
	case undoAction:
		return b.undoAction(ctx, job)
	case importAction:
		return b.importAction(ctx, job)
	}
	return b.prepare(ctx, in)
}

// importAction returns what an import does with each of its rows.
func (b *bulking) importAction(ctx context.Context, job store.Bulk) (recordAction, error) {
	var params importParams
	if err := json.Unmarshal([]byte(job.Params), &params); err != nil {
		return nil, err
	}
	file, err := importFor(ctx, b.Queries, b.caller, params.ImportID)
	if err != nil {
		return nil, err
	}
	b.via = tracker.Via{Kind: "import", Name: file.ID} // not its name, which seals would keep for ever
	rows := map[string]store.ImportRow{}
	b.before = func(ctx context.Context, records []store.BulkRecord) error {
		return b.readRows(ctx, file, records, rows)
	}
	b.refused = func(ctx context.Context, record store.BulkRecord, reason *tracker.Error) error {
		row := rows[record.ID]
		return b.tx.RefuseImportRow(ctx, file.ID, row.Row, row.State, importErrors(reason))
	}
	return func(ctx context.Context, record store.BulkRecord) error {
		row, found := rows[record.ID]
		if !found {
			return tracker.ErrNotFound
		}
		if b.isTaken(file.List, row) {
			return tracker.RowError("taken", "Row would make a record that was made in the meantime.")
		}
		return b.applyRow(ctx, file.List, row)
	}, nil
}

// noteSkipped notes at the row of an import that it could not be applied.
func (a *App) noteSkipped(ctx context.Context, tx *store.Tx, job store.Bulk, failure error) error {
	if job.Action != importAction {
		return nil
	}
	var params importParams
	if err := json.Unmarshal([]byte(job.Params), &params); err != nil {
		return err
	}
	records, err := tx.BulkRecords(ctx, job)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(records[0].ID)
	if err != nil {
		return err
	}
	reason, isRefused := recordRefusal(failure)
	if !isRefused {
		reason = tracker.RowError("failed", "Row could not be applied. Please try it again.")
	}
	rows, err := tx.ImportInputs(ctx, params.ImportID, number, number)
	if err != nil || len(rows) == 0 {
		return err
	}
	return tx.RefuseImportRow(ctx, params.ImportID, number, rows[0].State, importErrors(reason))
}

// readRows reads some rows of a file, and the records that they are about.
func (b *bulking) readRows(ctx context.Context, file store.Import, records []store.BulkRecord, rows map[string]store.ImportRow) error {
	if len(records) == 0 {
		return nil
	}
	first, err := strconv.Atoi(records[0].ID)
	if err != nil {
		return err
	}
	last, err := strconv.Atoi(records[len(records)-1].ID)
	if err != nil {
		return err
	}
	list, err := b.ImportInputs(ctx, file.ID, first, last)
	if err != nil {
		return err
	}
	keys := make([]rowKeys, len(list))
	for i, row := range list {
		rows[strconv.Itoa(row.Row)] = row
		if row.Input != "" {
			if err := tracker.Imported(row.Input, &keys[i]); err != nil {
				return err
			}
		}
		keys[i].ID = orEmpty(row.ID)
	}
	b.loaded = loaded{}
	if err := b.load(ctx, file.List, keys); err != nil {
		return err
	}
	return b.findTaken(ctx, file.List, keys)
}

// findTaken finds out which new records are there already, because somebody else made them.
func (b *bulking) findTaken(ctx context.Context, list string, keys []rowKeys) (err error) {
	var names, companies []string
	for _, k := range keys {
		if k.ID == "" && k.Name != "" {
			names, companies = append(names, k.Name), append(companies, k.CompanyID)
		}
	}
	b.taken = nil
	if len(names) == 0 {
		return nil
	}
	switch list {
	case companyEntity:
		b.taken, err = b.MatchCompanies(ctx, b.caller.visible(), names)
	case projectEntity:
		b.taken, err = b.MatchProjects(ctx, b.caller.visible(), companies, names)
	case string(tracker.Products), string(tracker.Subscriptions):
		b.taken, err = b.MatchItems(ctx, tracker.CatalogueKind(list), names)
	}
	return err
}

func (b *bulking) isTaken(list string, row store.ImportRow) bool {
	var k rowKeys
	if row.ID != nil || len(b.taken) == 0 || tracker.Imported(row.Input, &k) != nil {
		return false
	}
	of := k.CompanyID
	if list != projectEntity {
		of = store.CategoryKey(k.CategoryName)
	}
	return b.taken[store.MatchKey(of, k.Name)].Count > 0
}

// applyRow makes or edits the record of a row, by the functions that decide a single edit.
func (b *bulking) applyRow(ctx context.Context, list string, row store.ImportRow) error {
	action := "edit"
	if row.ID == nil {
		action = "create"
	}
	return b.do(ctx, action, func(m *mutation) (change, error) {
		switch list {
		case companyEntity:
			return b.importCompany(ctx, m, row)
		case projectEntity:
			return b.importProject(ctx, m, row)
		case userEntity:
			return b.importUser(ctx, m, row)
		case projectSubscriptionEntity:
			return b.importSubscription(ctx, m, row)
		}
		return b.importItem(ctx, m, tracker.CatalogueKind(list), row)
	})
}

func (b *bulking) importCompany(ctx context.Context, m *mutation, row store.ImportRow) (ch change, err error) {
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

// firstOf is the first error that is one.
func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *bulking) importProject(ctx context.Context, m *mutation, row store.ImportRow) (ch change, err error) {
	var in tracker.ProjectInput
	if err := tracker.Imported(row.Input, &in); err != nil {
		return unchanged, err
	}
	if row.ID == nil {
		if err := tracker.Validate(&in); err != nil {
			return unchanged, err
		}
		_, _, ch, err := b.a.newProject(ctx, m, newID(), in)
		return ch, err
	}
	ch, _, _, err = m.editedProject(ctx, *row.ID, tracker.Some(row.Version), func(p *tracker.Project) error {
		if err := tracker.Validate(&in.ProjectFields); err != nil {
			return err
		}
		in.Apply(p)
		return nil
	})
	return ch, err
}

func (b *bulking) importItem(ctx context.Context, m *mutation, kind tracker.CatalogueKind, row store.ImportRow) (ch change, err error) {
	in := tracker.CatalogueInput(&tracker.ProductInput{})
	if kind == tracker.Subscriptions {
		in = &tracker.SubscriptionInput{}
	}
	if err := firstOf(m.requireAdmin(), tracker.Imported(row.Input, in)); err != nil {
		return unchanged, err
	}
	if err := tracker.Validate(in); err != nil {
		return unchanged, err
	}
	if row.ID == nil {
		_, ch, err := m.newItem(ctx, kind, newID(), in)
		return ch, err
	}
	ch, _, err = b.a.editedItem(ctx, m, kind, *row.ID, tracker.Some(row.Version), func(i *tracker.CatalogueItem) error {
		in.Apply(i)
		return m.categoryFor(ctx, i, in.Category())
	})
	return ch, err
}

func (b *bulking) importUser(ctx context.Context, m *mutation, row store.ImportRow) (ch change, err error) {
	var in tracker.UserInput
	if err := firstOf(m.requireAdmin(), tracker.Imported(row.Input, &in)); err != nil {
		return unchanged, err
	}
	if err := in.Check(); err != nil {
		return unchanged, err
	}
	if row.ID == nil {
		user, ch, err := m.newUser(ctx, newID(), in, false)
		b.a.invite(ctx, m, user)
		return ch, err
	}
	ch, _, err = b.a.editedUserByEmail(ctx, m, *row.ID, tracker.Some(row.Version), func(_ *mutation, u *tracker.User) error {
		in.Apply(u)
		return nil
	})
	return ch, err
}

func (b *bulking) importSubscription(ctx context.Context, m *mutation, row store.ImportRow) (ch change, err error) {
	var in tracker.ProjectSubscriptionInput
	if err := tracker.Imported(row.Input, &in); err != nil {
		return unchanged, err
	}
	if row.ID == nil {
		if err := checkTerm(&in); err != nil {
			return unchanged, err
		}
		_, ch, err := m.newSubscription(ctx, newID(), in)
		return ch, err
	}
	ch, _, err = m.editedSubscription(ctx, tracker.ItemRef{ID: *row.ID}, func(s *tracker.ProjectSubscription, access tracker.Access) error {
		if err := tracker.Validate(&in.ProjectSubscriptionFields); err != nil {
			return err
		}
		before := *s
		in.Apply(s)
		if err := s.CheckPeriod(); err != nil {
			return err
		}
		return m.checkVersion(ctx, tracker.Some(row.Version), before.Version, projectSubscriptionEntity, s.ID, shownSubscription(before, access))
	})
	return ch, err
}
