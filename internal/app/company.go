package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// firstProjects is how many projects come with a company; the list of projects pages through the rest.
const firstProjects = 50

// companyFor reads a company if the caller has the permission on it.
func (a *App) companyFor(ctx context.Context, q store.Queries, c Caller, id string, p tracker.Permission) (tracker.Company, tracker.Access, error) {
	company, roles, err := q.CompanyForUser(ctx, id, c.User.ID)
	return a.mayOnCompany(c, store.CompanyForUser{Company: company, Roles: roles}, p, err)
}

// mayOnCompany checks a permission on a company that was just read; err is that read's error, and is passed on.
func (a *App) mayOnCompany(c Caller, of store.CompanyForUser, p tracker.Permission, err error) (tracker.Company, tracker.Access, error) {
	company := of.Company
	if err != nil {
		return company, tracker.Access{}, err
	}
	access := c.access(of.ID, of.Roles)
	if err := access.Require(p); err != nil {
		return tracker.Company{}, access, err
	}
	company.PhotoURL = a.photoURL(company.PhotoHash)
	return company, access, nil
}

// companyOf is companyFor within a mutation, which may have read the company before.
func (m *mutation) companyOf(ctx context.Context, id string, p tracker.Permission) (tracker.Company, tracker.Access, error) {
	if company, found := m.loaded.companies[id]; found {
		return m.a.mayOnCompany(m.caller, company, p, nil)
	}
	return m.a.companyFor(ctx, m.Queries, m.caller, id, p)
}

// Companies lists the companies the caller may see, with their figures if they are included.
func (a *App) Companies(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.CompanyFilter, figures bool) (page tracker.Page[tracker.Company], err error) {
	if err := a.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return page, err
	}
	visible := a.companies(c, f.Editable)
	list, total, err := a.store.Companies(ctx, visible, companyQuery(q, f))
	for i := range list {
		list[i].PhotoURL = a.photoURL(list[i].PhotoHash)
	}
	if figures && err == nil {
		err = a.includeCompanyFigures(ctx, visible, list)
	}
	return tracker.NewPage(list, total, q), err
}

func (a *App) includeCompanyFigures(ctx context.Context, v store.Visible, list []tracker.Company) error {
	return include(ctx, v, len(list), a.store.CompanyFigures, func(i int) (string, **tracker.Figures) { return list[i].ID, &list[i].Figures })
}

// CompanyTotals sums up the figures of all companies that Companies lists, of which there are count.
func (a *App) CompanyTotals(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.CompanyFilter, count int) (tracker.FigureTotals, error) {
	return a.figureTotals(ctx, c, count, func() (tracker.FigureTotals, error) {
		return a.store.CompanyTotals(ctx, a.companies(c, f.Editable), companyQuery(q, f))
	})
}

func companyQuery(q tracker.ListQuery, f tracker.CompanyFilter) store.CompanyQuery {
	return store.CompanyQuery{ListQuery: q, HasDetails: f.HasDetails, HasSupportEmail: f.HasSupportEmail, Figures: f.FigureFilter}
}

// mayFilter refuses a filter by margin to those who may see no cost: its answers would tell it. Others find records
// whose cost they may see.
func (a *App) mayFilter(ctx context.Context, c Caller, f tracker.FigureFilter) error {
	if f.Margin.Open() {
		return nil
	}
	access, err := a.accessAnywhere(ctx, c)
	if err == nil && !access.May(tracker.SeeCost) {
		err = rangeNeedsCost("Margin", f.Margin)
	}
	return err
}

// rangeNeedsCost refuses a range of amounts that only those may use who may see cost.
func rangeNeedsCost(name string, r tracker.MoneyRange) error {
	if r.From == nil {
		return tracker.BadQuery(name+"To", tracker.NeedsCost)
	}
	return tracker.BadQuery(name+"From", tracker.NeedsCost)
}

// figureTotals has read sum up a list that is not empty, and hides its cost from those who may see none.
func (a *App) figureTotals(ctx context.Context, c Caller, count int, read func() (tracker.FigureTotals, error)) (totals tracker.FigureTotals, err error) {
	access, err := a.accessAnywhere(ctx, c)
	if err == nil && count > 0 {
		totals, err = read()
	}
	totals.Count, totals.MonthlyCost = count, seenTotal(access, totals.MonthlyCost)
	return totals, err
}

// include reads the figures of some records; row returns the id of one, and where its figures belong.
func include(ctx context.Context, v store.Visible, rows int, read func(context.Context, store.Visible, []string) (map[string]tracker.Figures, error), row func(i int) (string, **tracker.Figures)) error {
	ids := make([]string, rows)
	for i := range ids {
		ids[i], _ = row(i)
	}
	figures, err := read(ctx, v, ids)
	for i, id := range ids {
		if f, found := figures[id]; found { // else it has just been removed
			_, into := row(i)
			*into = &f
		}
	}
	return err
}

// EachCompany streams what Companies would list, without pages.
func (a *App) EachCompany(ctx context.Context, c Caller, q tracker.ListQuery, f tracker.CompanyFilter, figures bool, use func(tracker.Company) error) error {
	if err := a.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return err
	}
	visible := a.companies(c, f.Editable)
	each := func(use func(tracker.Company) error) error {
		return a.store.EachCompany(ctx, visible, companyQuery(q, f), use)
	}
	if figures {
		each = inPieces(ctx, each, func(ctx context.Context, piece []tracker.Company) error {
			return a.includeCompanyFigures(ctx, visible, piece)
		})
	}
	return export(ctx, a, c, each, use)
}

// companies is what a list of companies covers: those that the caller may see, or may
// edit and add projects to.
func (a *App) companies(c Caller, editable bool) store.Visible {
	if editable {
		return a.asOfNow(c.within(tracker.EditCompany))
	}
	return a.asOfNow(c.visible())
}

// asOfNow has figures hold now.
func (a *App) asOfNow(v store.Visible) store.Visible {
	v.Now = a.time()
	return v
}

// Company reads one company with its moderators and first projects.
func (a *App) Company(ctx context.Context, c Caller, id string) (tracker.CompanyDetails, error) {
	company, access, err := a.companyFor(ctx, a.store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.CompanyDetails{}, err
	}
	return a.withContents(ctx, newCompanyDetails(company, access))
}

// withContents adds to a company its moderators and first projects.
func (a *App) withContents(ctx context.Context, company tracker.CompanyDetails) (_ tracker.CompanyDetails, err error) {
	if company.Moderators, err = companyModeration.list(ctx, a.store.Queries, company.ID); err != nil {
		return company, err
	}
	company.Projects, err = a.store.CompanyProjects(ctx, company.ID, firstProjects, 0)
	return company, err
}

// newCompanyDetails is a company that nothing belongs to yet.
func newCompanyDetails(company tracker.Company, access tracker.Access) tracker.CompanyDetails {
	details := tracker.CompanyDetails{Company: company, Moderators: []tracker.CompanyModerator{}, Projects: []tracker.ProjectRef{}}
	details.Access = tracker.CompanyAccess{
		Edit:             access.May(tracker.EditCompany),
		ManageModerators: access.May(tracker.ManageModerators),
		AssignableRoles:  access.AssignableRoles(),
		Remove:           access.Admin,
	}
	return details
}

// CreateCompany adds a company.
func (a *App) CreateCompany(ctx context.Context, c Caller, in tracker.CompanyInput) (Saved[tracker.CompanyDetails], error) {
	return create(ctx, a, c, tracker.EntityCompany, (*mutation).requireAdmin, tracker.Validate(&in), func(m *mutation, id string) (tracker.CompanyDetails, change, error) {
		company, ch := m.newCompany(ctx, id, in, nil)
		return newCompanyDetails(company, tracker.Access{Admin: true}), ch, nil
	}, func(id string) (tracker.CompanyDetails, error) { return a.Company(ctx, c, id) })
}

// newCompany decides to add a company, for administrators.
func (m *mutation) newCompany(ctx context.Context, id string, in tracker.CompanyInput, address *tracker.Address) (tracker.Company, change) {
	company := tracker.Company{ID: id, CreatedAt: m.now, Version: 1, HeadAddress: address}
	in.Apply(&company)
	m.write(func(tx *store.Tx) error { return tx.InsertCompany(ctx, company, m.caller.User.ID) })
	return company, change{entity: tracker.EntityCompany, id: id, name: company.Name, companyID: id, after: company}
}

// changeCompany is the way all edits of a company's own fields go.
func (a *App) changeCompany(ctx context.Context, c Caller, id string, version tracker.Opt[int], action string, edit func(m *mutation, company *tracker.Company) error) (Saved[tracker.CompanyDetails], error) {
	saved, err := save(ctx, a, c, action, func(m *mutation) (tracker.CompanyDetails, change, error) {
		return m.editCompany(ctx, id, version, edit)
	})
	if err != nil {
		return saved, err
	}
	saved.Entity, err = a.withContents(ctx, saved.Entity)
	return saved, afterCommit(err)
}

// editCompany decides an edit of a company, and returns the company as it is then, without its contents.
func (m *mutation) editCompany(ctx context.Context, id string, version tracker.Opt[int], edit func(m *mutation, company *tracker.Company) error) (tracker.CompanyDetails, change, error) {
	before, access, err := m.companyOf(ctx, id, tracker.EditCompany)
	if err != nil {
		return tracker.CompanyDetails{}, unchanged, err
	}
	after := before
	if err := edit(m, &after); err != nil {
		return tracker.CompanyDetails{}, unchanged, err
	}
	if err := m.checkVersion(ctx, version, before.Version, tracker.EntityCompany, id, before); err != nil || same(before, after) {
		return newCompanyDetails(before, access), unchanged, err
	}
	after.PhotoURL, after.Version = m.a.photoURL(after.PhotoHash), before.Version+1
	m.releasePhoto(ctx, before.PhotoHash, after.PhotoHash)
	m.write(func(tx *store.Tx) error { return tx.UpdateCompany(ctx, before, after, m.caller.User.ID, m.now) })
	return newCompanyDetails(after, access), change{entity: tracker.EntityCompany, id: id, name: after.Name, companyID: id, before: before, after: after}, nil
}

// EditCompany changes a company's fields.
func (a *App) EditCompany(ctx context.Context, c Caller, id string, version tracker.Opt[int], in tracker.CompanyInput) (Saved[tracker.CompanyDetails], error) {
	return a.changeCompany(ctx, c, id, version, "edit", apply(tracker.Validate(&in), in.Apply))
}

// SetCompanyAddress sets the head address, or removes it when there is none.
func (a *App) SetCompanyAddress(ctx context.Context, c Caller, id string, version tracker.Opt[int], in *tracker.AddressInput) (Saved[tracker.CompanyDetails], error) {
	address, invalid := in.Address()
	return a.changeCompany(ctx, c, id, version, "address", apply(invalid, func(company *tracker.Company) { company.HeadAddress = address }))
}

// SetCompanyPhoto sets the photo; no bytes remove it.
func (a *App) SetCompanyPhoto(ctx context.Context, c Caller, id string, raw []byte) (saved Saved[tracker.CompanyDetails], err error) {
	if _, _, err := a.companyFor(ctx, a.store.Queries, c, id, tracker.EditCompany); err != nil {
		return saved, err
	}
	image, err := a.readPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return a.changeCompany(ctx, c, id, tracker.Opt[int]{}, "photo", func(m *mutation, company *tracker.Company) error {
		company.PhotoHash = m.keepPhoto(ctx, image)
		return nil
	})
}

func (m *mutation) removableCompany(ctx context.Context, _ *kind, id string) (store.Removable, error) {
	if err := m.requireAdmin(); err != nil {
		return store.Removable{}, err
	}
	return m.RemovableCompany(ctx, id)
}

// RemoveCompany removes a company; one with projects is only marked.
func (a *App) RemoveCompany(ctx context.Context, c Caller, id string) (Saved[tracker.RemovalResult], error) {
	return a.remove(ctx, c, kinds[tracker.EntityCompany].removal(ctx, id))
}

// RestoreCompany clears the removal mark, or brings a removed company back.
func (a *App) RestoreCompany(ctx context.Context, c Caller, id string) (Saved[tracker.RestoreResult], error) {
	return a.restore(ctx, c, kinds[tracker.EntityCompany].removal(ctx, id))
}

// CompanyDependants lists what keeps a company from being removed.
func (a *App) CompanyDependants(ctx context.Context, c Caller, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	company, _, err := a.companyFor(ctx, a.store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.Dependants{}, err
	}
	total, err := a.store.CompanyProjectCount(ctx, id)
	if err != nil {
		return tracker.Dependants{}, err
	}
	projects, err := a.store.CompanyProjects(ctx, id, q.PageSize, q.Offset())
	list := make([]tracker.Dependant, len(projects))
	for i, p := range projects {
		list[i] = tracker.Dependant{Kind: "project", ID: p.ID, Name: p.Name, ParentID: &company.ID, ParentName: &company.Name}
	}
	return tracker.Dependants{Total: total, Data: list}, err
}
