package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

var companyColumns = `
	company.id,
	company.name,
	company.details,
	company.support_email,
	company.support_phone,
	company.photo_hash,
	company.removed_at,
	company.created_at,
	company.version,
	company.head_address` + ownColumn("'company'", "company.id")

func scanCompany(r rows) (c tracker.Company, err error) { return c, scanCompanyInto(r, &c) }

func scanCompanyInto(r rows, c *tracker.Company, more ...any) error {
	var removedAt *int64
	var createdAt int64
	var address, own *string
	err := r.Scan(append([]any{&c.ID, &c.Name, &c.Details, &c.SupportEmail, &c.SupportPhone, &c.PhotoHash, &removedAt, &createdAt, &c.Version, &address, &own}, more...)...)
	if c.Own, err = readOwn(own, err); err != nil {
		return err
	}
	c.RemovedAt, c.IsRemoved, c.CreatedAt = instantOrNil(removedAt), removedAt != nil, instant(createdAt)
	c.HeadAddress, err = decodeAddress(address)
	return err
}

var companyList = list[tracker.Company]{
	listOrder: listOrder{table: "company", sorts: map[string]string{"name": "name_key", "createdAt": "created_at"}, fallback: "name"},
	selects:   "SELECT" + companyColumns + " FROM company",
	scan:      scanCompany,
}

// CompanyQuery asks for companies.
type CompanyQuery struct {
	tracker.ListQuery
	HasDetails, HasSupportEmail *bool
	Figures                     tracker.FigureFilter
	own                         []ownFilter
}

// all reports whether the list has no filters but those of every list.
func (q CompanyQuery) all() bool {
	return q.HasDetails == nil && q.HasSupportEmail == nil && q.Figures.Open() && len(q.Own) == 0
}

func companyFilter(d dialect, v Visible, q CompanyQuery) *filter {
	f := &filter{}
	f.and("company.deleted_at IS NULL")
	if v.All && q.all() {
		f.kept = tallyCompanies
	}
	f.filled("company.details", q.HasDetails)
	f.filled("company.support_email", q.HasSupportEmail)
	companyFigures.narrow(f, v, q.Figures)
	f.own("company.id", func() string { return companyFigures.seesCost(f, v) }, q.own)
	f.visibleCompanies(v)
	f.removed("company", q.Removed)
	if v.All && q.HasDetails == nil && q.HasSupportEmail == nil && q.Figures.Open() && q.Search == "" {
		f.onlyOwn(tallyCompanies, q.Removed)
	}
	f.find(d, "company", q.Search)
	return f
}

// Companies lists a page of companies, and the number of all of them.
func (q Queries) Companies(ctx context.Context, v Visible, cq CompanyQuery) (list []tracker.Company, total int, err error) {
	if cq.own, err = q.ownFilters(ctx, cq.Own); err != nil {
		return nil, 0, err
	}
	f := companyFilter(q.dialect, v, cq)
	if cq.SortsByFigure() {
		return byFigure(ctx, q, companyList, companyFigures, f, v, cq.ListQuery, companyID)
	}
	if cq.SortsByOwn() {
		return byOwn(ctx, q, companyList, f, cq.ListQuery, companyFigures.seesCostOf(v), companyID)
	}
	return companyList.page(ctx, q, f, cq.ListQuery)
}

// EachCompany passes on every company of a list, without pages.
func (q Queries) EachCompany(ctx context.Context, v Visible, cq CompanyQuery, use func(tracker.Company) error) (err error) {
	if cq.own, err = q.ownFilters(ctx, cq.Own); err != nil {
		return ignoreUnstorable(err)
	}
	f := companyFilter(q.dialect, v, cq)
	switch {
	case cq.SortsByOwn() && !cq.SortsByFigure():
		return eachByOwn(ctx, q, companyList, f, cq.ListQuery, companyFigures.seesCostOf(v), companyID, use)
	case cq.SortsByFigure() || !cq.Figures.Open():
		return eachByFigure(ctx, q, companyList, companyFigures, f, v, cq.ListQuery, companyID, use)
	}
	return companyList.each(ctx, q, f, cq.ListQuery, use)
}

func companyID(c tracker.Company) string { return c.ID }

// Company reads one company with its address.
func (q Queries) Company(ctx context.Context, id string) (tracker.Company, error) {
	return one(ctx, q, scanCompany,
		"SELECT"+companyColumns+" FROM company WHERE id = $1 AND deleted_at IS NULL", id)
}

// CompanyForUser reads one company with the roles a user holds on it: none or one.
func (q Queries) CompanyForUser(ctx context.Context, id, userID string) (c tracker.Company, roles []tracker.Role, err error) {
	var role *tracker.Role
	c, err = one(ctx, q, func(r rows) (c tracker.Company, err error) { return c, scanCompanyInto(r, &c, &role) },
		"SELECT"+companyColumns+`, m.role
		FROM company LEFT JOIN company_moderator m ON m.company_id = company.id AND m.user_id = $1
		WHERE company.id = $2 AND company.deleted_at IS NULL`, userID, id)
	return c, held(role), err
}

// InsertCompany adds a company.
func (tx *Tx) InsertCompany(ctx context.Context, c tracker.Company, by string) error {
	tx.replaceShare(share{}, companyShare(c))
	if err := tx.LoadCompanies(ctx, []tracker.Company{c}, by); err != nil {
		return err
	}
	return tx.writeOwn(ctx, tracker.EntityCompany, c.ID, nil, c.Own)
}

// LoadCompanies adds companies, which may be marked removed, without their totals.
func (tx *Tx) LoadCompanies(ctx context.Context, companies []tracker.Company, by string) error {
	rows := make([][]any, len(companies))
	for i, c := range companies {
		address, err := encodeAddress(c.HeadAddress)
		if err != nil {
			return err
		}
		rows[i] = []any{c.ID, c.Name, searchKey(c.Name), companySearchText(c), c.Details, c.SupportEmail, c.SupportPhone, address, c.PhotoHash,
			millis(c.CreatedAt), millisOrNil(c.RemovedAt), millis(c.CreatedAt), by}
	}
	return tx.load(ctx, "company", `id, name, name_key, search_text, details, support_email, support_phone, head_address, photo_hash,
		created_at, removed_at, updated_at, updated_by`, rows)
}

func companyShare(c tracker.Company) share { return listShare(tallyCompanies, c.Name, c.IsRemoved) }

func companySearchText(c tracker.Company) string {
	return searchText(&c.Name, c.SupportEmail, c.SupportPhone)
}

// UpdateCompany writes every editable field.
func (tx *Tx) UpdateCompany(ctx context.Context, before, c tracker.Company, by string, at time.Time) error {
	address, err := encodeAddress(c.HeadAddress)
	if err != nil {
		return err
	}
	tx.replaceShare(companyShare(before), companyShare(c))
	if err := tx.writeOwn(ctx, tracker.EntityCompany, c.ID, before.Own, c.Own); err != nil {
		return err
	}
	return tx.edit(ctx, `
		UPDATE company SET
			name = $2,
			name_key = $3,
			search_text = $4,
			details = $5,
			support_email = $6,
			support_phone = $7,
			head_address = $8,
			photo_hash = $9,
			version = version + 1,
			updated_at = $10,
			updated_by = $11
		WHERE id = $1 AND deleted_at IS NULL`,
		c.ID, c.Name, searchKey(c.Name), companySearchText(c), c.Details, c.SupportEmail, c.SupportPhone, address, c.PhotoHash, millis(at), by)
}

// CompanyProjects lists the first projects of a company, marked ones included.
func (q Queries) CompanyProjects(ctx context.Context, companyID string, limit, offset int) ([]tracker.ProjectRef, error) {
	return many(ctx, q, func(r rows) (p tracker.ProjectRef, err error) {
		var removedAt *int64
		var createdAt int64
		err = r.Scan(&p.ID, &p.Name, &removedAt, &createdAt)
		p.RemovedAt, p.IsRemoved, p.CreatedAt = instantOrNil(removedAt), removedAt != nil, instant(createdAt)
		return p, err
	}, `SELECT id, name, removed_at, created_at FROM project
		WHERE company_id = $1 AND deleted_at IS NULL
		ORDER BY name_key, rowno LIMIT $2 OFFSET $3`, companyID, limit, offset)
}

// CompanyProjectCount counts the projects of a company.
func (q Queries) CompanyProjectCount(ctx context.Context, companyID string) (int, error) {
	return one(ctx, q, scanOne[int], `SELECT count(*) FROM project WHERE company_id = $1 AND deleted_at IS NULL`, companyID)
}
