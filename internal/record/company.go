package record

import (
	"context"
	"time"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// firstProjects is how many projects come with a company; the list of projects pages through the rest.
const firstProjects = 50

// CompanyFor reads a company if the caller has the permission on it.
func CompanyFor(ctx context.Context, e *change.Engine, q store.Queries, c change.Caller, id string, p tracker.Permission) (tracker.Company, tracker.Access, error) {
	company, roles, err := q.CompanyForUser(ctx, id, c.User.ID)
	return mayOnCompany(e, c, store.CompanyForUser{Company: company, Roles: roles}, p, err)
}

// mayOnCompany checks a permission on a company that was just read; err is that read's error, and is passed on.
func mayOnCompany(e *change.Engine, c change.Caller, of store.CompanyForUser, p tracker.Permission, err error) (tracker.Company, tracker.Access, error) {
	company := of.Company
	if err != nil {
		return company, tracker.Access{}, err
	}
	access := c.Access(of.ID, of.Roles)
	if err := access.Require(p); err != nil {
		return tracker.Company{}, access, err
	}
	company.PhotoURL = e.PhotoURL(company.PhotoHash)
	return company, access, nil
}

// companyOf is companyFor within a mutation, which may have read the company before.
func companyOf(ctx context.Context, m *change.Mutation, id string, p tracker.Permission) (tracker.Company, tracker.Access, error) {
	if company, found := m.Loaded.Companies[id]; found {
		return mayOnCompany(m.Engine, m.Caller, company, p, nil)
	}
	return CompanyFor(ctx, m.Engine, m.Queries, m.Caller, id, p)
}

// Companies lists the companies the caller may see, with their figures if they are included, and those of another
// instant to compare them with.
func (r *Records) Companies(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.CompanyFilter, figures bool,
	comparedAt *time.Time) (page tracker.Page[tracker.Company], err error) {
	if err := r.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return page, err
	}
	if err := r.ownQuery(ctx, c, tracker.EntityCompany, &q); err != nil {
		return page, err
	}
	visible := r.companies(c, f.Editable)
	list, total, err := r.Store.Companies(ctx, visible, companyQuery(q, f))
	for i := range list {
		list[i].PhotoURL = r.PhotoURL(list[i].PhotoHash)
	}
	if err == nil {
		err = r.hideOwnOfCompanies(ctx, c, list)
	}
	if figures && err == nil {
		err = r.includeCompanyFigures(ctx, visible, list)
	}
	if figures && comparedAt != nil && err == nil {
		err = r.compareCompanies(ctx, list, *comparedAt)
	}
	return tracker.NewPage(list, total, q), err
}

// compareCompanies adds to the figures of companies what their subscriptions came to at another instant, as the list of
// subscriptions says with At.
func (r *Records) compareCompanies(ctx context.Context, list []tracker.Company, at time.Time) error {
	ids, before := make([]string, len(list)), map[string]tracker.TermMoney{}
	for i, company := range list {
		ids[i] = company.ID
	}
	histories, err := r.Store.CompanyHistories(ctx, ids)
	for _, h := range histories {
		if money, runs := h.ValueAt(at); runs {
			sum := before[h.CompanyID]
			sum.MonthlyPrice, sum.MonthlyCost = sum.MonthlyPrice+money.MonthlyPrice, sum.MonthlyCost+money.MonthlyCost
			before[h.CompanyID] = sum
		}
	}
	for i := range list {
		if figures := list[i].Figures; figures != nil {
			then := before[list[i].ID]
			figures.Before = &tracker.FiguresAt{At: at, MonthlyPrice: then.MonthlyPrice}
			if figures.MonthlyCost != nil {
				figures.Before.MonthlyCost = &then.MonthlyCost
			}
		}
	}
	return err
}

func (r *Records) includeCompanyFigures(ctx context.Context, v store.Visible, list []tracker.Company) error {
	return include(ctx, v, len(list), r.Store.CompanyFigures, func(i int) (string, **tracker.Figures) { return list[i].ID, &list[i].Figures })
}

// CompanyTotals sums up the figures of all companies that Companies lists, of which there are count.
func (r *Records) CompanyTotals(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.CompanyFilter, count int) (tracker.FigureTotals, error) {
	if err := r.ownQuery(ctx, c, tracker.EntityCompany, &q); err != nil {
		return tracker.FigureTotals{}, err
	}
	return r.figureTotals(ctx, c, count, func() (tracker.FigureTotals, error) {
		return r.Store.CompanyTotals(ctx, r.companies(c, f.Editable), companyQuery(q, f))
	})
}

func companyQuery(q tracker.ListQuery, f tracker.CompanyFilter) store.CompanyQuery {
	return store.CompanyQuery{ListQuery: q, HasDetails: f.HasDetails, HasSupportEmail: f.HasSupportEmail, Figures: f.FigureFilter}
}

// mayFilter refuses a filter by margin to those who may see no cost: its answers would tell it. Others find records
// whose cost they may see.
func (r *Records) mayFilter(ctx context.Context, c change.Caller, f tracker.FigureFilter) error {
	if f.Margin.Open() {
		return nil
	}
	access, err := r.AccessAnywhere(ctx, c)
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
func (r *Records) figureTotals(ctx context.Context, c change.Caller, count int, read func() (tracker.FigureTotals, error)) (totals tracker.FigureTotals, err error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err == nil && count > 0 {
		totals, err = read()
	}
	totals.Count, totals.MonthlyCost = count, seenTotal(access, totals.MonthlyCost)
	return totals, err
}

// include reads the figures of some records; row returns the id of one, and where its figures belong.
func include(ctx context.Context, v store.Visible, rows int, read func(context.Context, store.Visible, []string) (map[string]tracker.Figures, error),
	row func(i int) (string, **tracker.Figures)) error {
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
func (r *Records) EachCompany(ctx context.Context, c change.Caller, q tracker.ListQuery, f tracker.CompanyFilter, figures bool, use func(tracker.Company) error) error {
	if err := r.mayFilter(ctx, c, f.FigureFilter); err != nil {
		return err
	}
	if err := r.ownQuery(ctx, c, tracker.EntityCompany, &q); err != nil {
		return err
	}
	visible := r.companies(c, f.Editable)
	each := func(use func(tracker.Company) error) error {
		return r.Store.EachCompany(ctx, visible, companyQuery(q, f), use)
	}
	if figures || !c.User.IsAdmin {
		each = change.InPieces(ctx, each, func(ctx context.Context, piece []tracker.Company) error {
			err := r.hideOwnOfCompanies(ctx, c, piece)
			if figures && err == nil {
				err = r.includeCompanyFigures(ctx, visible, piece)
			}
			return err
		})
	}
	return change.Export(ctx, r.Engine, c, each, use)
}

// companies is what a list of companies covers: those that the caller may see, or may
// edit and add projects to.
func (r *Records) companies(c change.Caller, editable bool) store.Visible {
	if editable {
		return r.asOfNow(c.Within(tracker.EditCompany))
	}
	return r.asOfNow(c.Visible())
}

// asOfNow has figures hold now.
func (r *Records) asOfNow(v store.Visible) store.Visible {
	v.Now = r.Time()
	return v
}

// Company reads one company with its moderators and first projects.
func (r *Records) Company(ctx context.Context, c change.Caller, id string) (tracker.CompanyDetails, error) {
	company, access, err := CompanyFor(ctx, r.Engine, r.Store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.CompanyDetails{}, err
	}
	return r.withContents(ctx, newCompanyDetails(company, access))
}

// withContents adds to a company its moderators and first projects.
func (r *Records) withContents(ctx context.Context, company tracker.CompanyDetails) (_ tracker.CompanyDetails, err error) {
	if company.Moderators, err = CompanyModeration.list(ctx, r.Store.Queries, company.ID); err != nil {
		return company, err
	}
	company.Projects, err = r.Store.CompanyProjects(ctx, company.ID, firstProjects, 0)
	return company, err
}

// newCompanyDetails is a company that nothing belongs to yet.
func newCompanyDetails(company tracker.Company, access tracker.Access) tracker.CompanyDetails {
	company.Own = company.Own.Seen(access)
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
func (r *Records) CreateCompany(ctx context.Context, c change.Caller, in tracker.CompanyInput) (change.Saved[tracker.CompanyDetails], error) {
	return change.Create(ctx, r.Engine, c, tracker.EntityCompany, (*change.Mutation).RequireAdmin, tracker.Validate(&in),
		func(m *change.Mutation, id string) (tracker.CompanyDetails, change.Change, error) {
			company, ch, err := NewCompany(ctx, m, id, in, nil)
			return newCompanyDetails(company, tracker.Access{Admin: true}), ch, err
		}, func(id string) (tracker.CompanyDetails, error) { return r.Company(ctx, c, id) })
}

// NewCompany decides to add a company, for administrators.
func NewCompany(ctx context.Context, m *change.Mutation, id string, in tracker.CompanyInput, address *tracker.Address) (tracker.Company, change.Change, error) {
	company := tracker.Company{ID: id, CreatedAt: m.Now, Version: 1, HeadAddress: address}
	in.Apply(&company)
	m.Access = tracker.Access{Admin: true}
	if err := SetOwn(ctx, m, tracker.EntityCompany, &company.Own, in.Own, true); err != nil {
		return company, change.Unchanged, err
	}
	m.Write(func(tx *store.Tx) error { return tx.InsertCompany(ctx, company, m.Caller.User.ID) })
	return company, change.Change{Entity: tracker.EntityCompany, ID: id, Name: company.Name, CompanyID: id, After: company}, nil
}

// changeCompany is the way all edits of a company's own fields go.
func (r *Records) changeCompany(ctx context.Context, c change.Caller, id string, version tracker.Opt[int], action string,
	edit func(m *change.Mutation, company *tracker.Company) error) (change.Saved[tracker.CompanyDetails], error) {
	saved, err := change.Save(ctx, r.Engine, c, action, func(m *change.Mutation) (tracker.CompanyDetails, change.Change, error) {
		return DecideCompany(ctx, m, id, version, edit)
	})
	if err != nil {
		return saved, err
	}
	saved.Entity, err = r.withContents(ctx, saved.Entity)
	return saved, change.AfterCommit(err)
}

// DecideCompany decides an edit of a company, and returns the company as it is then, without its contents.
func DecideCompany(ctx context.Context, m *change.Mutation, id string, version tracker.Opt[int],
	edit func(m *change.Mutation, company *tracker.Company) error) (tracker.CompanyDetails, change.Change, error) {
	before, access, err := companyOf(ctx, m, id, tracker.EditCompany)
	if err != nil {
		return tracker.CompanyDetails{}, change.Unchanged, err
	}
	after := before
	m.Access = access
	if err := edit(m, &after); err != nil {
		return tracker.CompanyDetails{}, change.Unchanged, err
	}
	if err := m.CheckVersion(ctx, version, before.Version, tracker.EntityCompany, id, newCompanyDetails(before, access).Company); err != nil || change.Same(before, after) {
		return newCompanyDetails(before, access), change.Unchanged, err
	}
	after.PhotoURL, after.Version = m.Engine.PhotoURL(after.PhotoHash), before.Version+1
	m.ReleasePhoto(ctx, before.PhotoHash, after.PhotoHash)
	m.Write(func(tx *store.Tx) error { return tx.UpdateCompany(ctx, before, after, m.Caller.User.ID, m.Now) })
	return newCompanyDetails(after, access), change.Change{Entity: tracker.EntityCompany, ID: id, Name: after.Name, CompanyID: id, Before: before, After: after}, nil
}

// EditCompany changes a company's fields.
func (r *Records) EditCompany(ctx context.Context, c change.Caller, id string, version tracker.Opt[int], in tracker.CompanyInput) (change.Saved[tracker.CompanyDetails], error) {
	return r.changeCompany(ctx, c, id, version, "edit",
		ApplyWithOwn(ctx, tracker.EntityCompany, in.Own, tracker.Validate(&in), in.Apply, OwnOfCompany))
}

// SetCompanyAddress sets the head address, or removes it when there is none.
func (r *Records) SetCompanyAddress(ctx context.Context, c change.Caller, id string, version tracker.Opt[int],
	in *tracker.AddressInput) (change.Saved[tracker.CompanyDetails], error) {
	address, invalid := in.Address()
	return r.changeCompany(ctx, c, id, version, "address", change.Apply(invalid, func(company *tracker.Company) { company.HeadAddress = address }))
}

// SetCompanyPhoto sets the photo; no bytes remove it.
func (r *Records) SetCompanyPhoto(ctx context.Context, c change.Caller, id string, raw []byte) (saved change.Saved[tracker.CompanyDetails], err error) {
	if _, _, err := CompanyFor(ctx, r.Engine, r.Store.Queries, c, id, tracker.EditCompany); err != nil {
		return saved, err
	}
	image, err := r.ReadPhoto(ctx, raw)
	if err != nil {
		return saved, err
	}
	return r.changeCompany(ctx, c, id, tracker.Opt[int]{}, "photo", func(m *change.Mutation, company *tracker.Company) error {
		company.PhotoHash = m.KeepPhoto(ctx, image)
		return nil
	})
}

func removableCompany(ctx context.Context, m *change.Mutation, _ *change.Kind, id string) (store.Removable, error) {
	if err := m.RequireAdmin(); err != nil {
		return store.Removable{}, err
	}
	return m.RemovableCompany(ctx, id)
}

// RemoveCompany removes a company; one with projects is only marked.
func (r *Records) RemoveCompany(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.RemovalResult], error) {
	return change.Remove(ctx, r.Engine, c, change.Kinds[tracker.EntityCompany].Removal(ctx, id))
}

// RestoreCompany clears the removal mark, or brings a removed company back.
func (r *Records) RestoreCompany(ctx context.Context, c change.Caller, id string) (change.Saved[tracker.RestoreResult], error) {
	return change.Restore(ctx, r.Engine, c, change.Kinds[tracker.EntityCompany].Removal(ctx, id))
}

// CompanyDependants lists what keeps a company from being removed.
func (r *Records) CompanyDependants(ctx context.Context, c change.Caller, id string, q tracker.ListQuery) (tracker.Dependants, error) {
	company, _, err := CompanyFor(ctx, r.Engine, r.Store.Queries, c, id, tracker.See)
	if err != nil {
		return tracker.Dependants{}, err
	}
	total, err := r.Store.CompanyProjectCount(ctx, id)
	if err != nil {
		return tracker.Dependants{}, err
	}
	projects, err := r.Store.CompanyProjects(ctx, id, q.PageSize, q.Offset())
	list := make([]tracker.Dependant, len(projects))
	for i, p := range projects {
		list[i] = tracker.Dependant{Kind: "project", ID: p.ID, Name: p.Name, ParentID: &company.ID, ParentName: &company.Name}
	}
	return tracker.Dependants{Total: total, Data: list}, err
}
