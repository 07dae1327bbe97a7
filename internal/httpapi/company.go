package httpapi

import (
	"context"
	"net/http"
	"time"

	"btracker/internal/tracker"
)

// idInput names an item to remove or restore.
type idInput struct {
	ID string `json:"id" rule:"id,required"`
}

func (idInput) names() {}

// companyEdit is a company as PUT takes it.
type companyEdit struct {
	ID      string           `json:"id" rule:"id,required"`
	Version tracker.Opt[int] `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	tracker.CompanyInput
}

// companyAddress sets a company's address; none removes it.
type companyAddress struct {
	ID      string                `json:"id" rule:"id,required"`
	Version tracker.Opt[int]      `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	Address *tracker.AddressInput `json:"address"`
}

func (companyAddress) names() {}

func (s *server) companyOperations() {
	const tag = "Companies"
	list := &listSpec{sorts: tracker.CompanySorts, search: true, removed: true}
	filters := []queryParam{{"Editable", "boolean", "Only companies that the caller may edit and add projects to."}}
	handle(s, operation{id: "listCompanies", method: http.MethodGet, path: "/company", tag: tag, summary: "List companies", list: list, params: filters},
		func(ctx context.Context, c call, _ none) (array[tracker.Company], error) {
			editable, err := parseFlag(c.params, "Editable")
			if err != nil {
				return array[tracker.Company]{}, err
			}
			page, err := s.app.Companies(ctx, c.Caller, c.List, editable)
			return array[tracker.Company](page), err
		})
	handle(s, operation{id: "exportCompanies", method: http.MethodGet, path: "/company/export", tag: tag, summary: "Export companies as CSV", list: list, params: filters},
		func(_ context.Context, c call, _ none) (csvFile, error) {
			editable, err := parseFlag(c.params, "Editable")
			return s.companiesCSV(c, editable), err
		})
	handle(s, operation{id: "getCompany", method: http.MethodGet, path: "/company/{id}", tag: tag, summary: "Read a company with its moderators and first projects"},
		func(ctx context.Context, c call, _ none) (tracker.CompanyDetails, error) {
			return s.app.Company(ctx, c.Caller, c.path("id"))
		})
	handle(s, operation{id: "listCompanyDependants", method: http.MethodGet, path: "/company/{id}/dependants", tag: tag, summary: "List what keeps a company from being removed", list: &listSpec{}},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.CompanyDependants(ctx, c.Caller, c.path("id"), c.List)
		})
	handle(s, operation{id: "addCompany", method: http.MethodPost, path: "/company", tag: tag, summary: "Add a company", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.CompanyInput) (tracker.CompanyDetails, error) {
			return s.app.CreateCompany(ctx, c.Request, in)
		})
	handle(s, operation{id: "editCompany", method: http.MethodPut, path: "/company", tag: tag, summary: "Edit a company"},
		func(ctx context.Context, c call, in wrapped[companyEdit]) (tracker.CompanyDetails, error) {
			return s.app.EditCompany(ctx, c.Request, in.Data.ID, in.Data.Version, in.Data.CompanyInput)
		})
	handle(s, operation{id: "setCompanyAddress", method: http.MethodPut, path: "/company/address", tag: tag, summary: "Set or remove a company's address"},
		func(ctx context.Context, c call, in companyAddress) (tracker.CompanyDetails, error) {
			return s.app.SetCompanyAddress(ctx, c.Request, in.ID, in.Version, in.Address)
		})
	handle(s, operation{id: "setCompanyPhoto", method: http.MethodPut, path: "/company/{id}/photo", tag: tag, summary: "Set a company's photo", photo: true},
		func(ctx context.Context, c call, _ none) (tracker.CompanyDetails, error) {
			return s.app.SetCompanyPhoto(ctx, c.Caller, c.path("id"), c.photo)
		})
	handle(s, operation{id: "removeCompanyPhoto", method: http.MethodDelete, path: "/company/{id}/photo", tag: tag, summary: "Remove a company's photo"},
		func(ctx context.Context, c call, _ none) (tracker.CompanyDetails, error) {
			return s.app.SetCompanyPhoto(ctx, c.Caller, c.path("id"), nil)
		})
	handle(s, operation{id: "removeCompany", method: http.MethodDelete, path: "/company", tag: tag, summary: "Remove a company, in two steps when it has projects"},
		func(ctx context.Context, c call, in idInput) (tracker.RemovalResult, error) {
			return s.app.RemoveCompany(ctx, c.Request, in.ID)
		})
	handle(s, operation{id: "restoreCompany", method: http.MethodPut, path: "/company/restore", tag: tag, summary: "Restore a company"},
		func(ctx context.Context, c call, in idInput) (tracker.RestoreResult, error) {
			return s.app.RestoreCompany(ctx, c.Request, in.ID)
		})
	handle(s, operation{id: "addCompanyModerator", method: http.MethodPost, path: "/company/moderator", tag: tag, summary: "Add a moderator", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.CompanyModeratorInput) (created[tracker.CompanyModerator], error) {
			link, isNew, err := s.app.AddCompanyModerator(ctx, c.Request, in)
			return created[tracker.CompanyModerator]{link, isNew}, err
		})
	handle(s, operation{id: "editCompanyModerator", method: http.MethodPut, path: "/company/moderator", tag: tag, summary: "Change a moderator's role and details"},
		func(ctx context.Context, c call, in tracker.CompanyModeratorEdit) (tracker.CompanyModerator, error) {
			return s.app.EditCompanyModerator(ctx, c.Request, in)
		})
	handle(s, operation{id: "removeCompanyModerator", method: http.MethodDelete, path: "/company/moderator", tag: tag, summary: "Remove a moderator"},
		func(ctx context.Context, c call, in idInput) (none, error) {
			return none{}, s.app.RemoveCompanyModerator(ctx, c.Request, in.ID)
		})
}

func (s *server) companiesCSV(c call, editable bool) csvFile {
	return csvFile{
		name:   "companies",
		header: []string{"Id", "Name", "Details", "Support Email", "Support Phone", "Created At", "Removed At"},
		each: func(row func(...string) error) error {
			return s.app.EachCompany(c.r.Context(), c.Caller, c.List, editable, func(company tracker.Company) error {
				return row(company.ID, company.Name, orEmpty(company.Details), orEmpty(company.SupportEmail), orEmpty(company.SupportPhone),
					csvTime(&company.CreatedAt), csvTime(company.RemovedAt))
			})
		},
	}
}

func csvTime(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.Format(time.RFC3339)
}
