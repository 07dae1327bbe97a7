package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// idInput names an item to remove or restore.
type idInput struct {
	ID string `json:"id" rule:"id,required"`
}

func (idInput) names() {}

type companyEdit struct {
	ID string `json:"id" rule:"id,required"`
	basedOn
	tracker.CompanyInput
}

// companyAddress removes the address if it has none.
type companyAddress struct {
	ID string `json:"id" rule:"id,required"`
	basedOn
	Address *tracker.AddressInput `json:"address"`
}

func (companyAddress) names() {}

// included asks for more of each record of a list.
var included = contract.Text("Include", "figures: with what the running subscriptions of each come to, and its owners.")

const figuresRule = " With figures, the header Totals sums up all pages. A margin that the caller may not see sorts last. " +
	"MarginFrom and MarginTo are a 400 for those who may see no cost."

func includesFigures(c call) (bool, error) {
	what, err := parseOption(c.params, "Include", []string{"figures"}, "")
	return what != "", err
}

// figureParams narrow lists of companies and projects by their figures.
var figureParams = slices.Concat(rangeParams("MonthlyPrice", "whose running subscriptions come to a monthly price that"),
	rangeParams("Margin", "whose cost the caller may see and whose margin"))

func figureFilter(c listCall) (f tracker.FigureFilter, err error) {
	if f.MonthlyPrice, err = parseRange(c.params, "MonthlyPrice"); err == nil {
		f.Margin, err = parseRange(c.params, "Margin")
	}
	return f, err
}

func companyFilter(c listCall) (f tracker.CompanyFilter, err error) {
	f.Editable = c.flag("Editable")
	for name, into := range map[string]**bool{"HasDetails": &f.HasDetails, "HasSupportEmail": &f.HasSupportEmail} {
		if *into, err = parseFlagOrNil(c.params, name); err != nil {
			return f, err
		}
	}
	f.FigureFilter, err = figureFilter(c)
	return f, err
}

var companyColumns = columns[tracker.Company]{
	list: tracker.EntityCompany, own: func(c tracker.Company) tracker.Own { return c.Own },
	standard: []column[tracker.Company]{
		textColumn("id", "Id", func(c tracker.Company) string { return c.ID }),
		textColumn("name", "Name", func(c tracker.Company) string { return c.Name }),
		textColumn("details", "Details", func(c tracker.Company) string { return orEmpty(c.Details) }),
		textColumn("supportEmail", "Support Email", func(c tracker.Company) string { return orEmpty(c.SupportEmail) }),
		textColumn("supportPhone", "Support Phone", func(c tracker.Company) string { return orEmpty(c.SupportPhone) }),
		textColumn("createdAt", "Created At", func(c tracker.Company) string { return csvTime(&c.CreatedAt) }),
		textColumn("removedAt", "Removed At", func(c tracker.Company) string { return csvTime(c.RemovedAt) }),
	},
	more: slices.Concat(
		figureColumns(func(c tracker.Company) *tracker.Figures { return c.Figures }),
		addressColumns("headAddress", func(c tracker.Company) *tracker.Address { return c.HeadAddress }),
		[]column[tracker.Company]{numberColumn("version", "Version", func(c tracker.Company) string { return strconv.Itoa(c.Version) })}),
}

func (s *server) companyOperations() {
	s.api.Describe(
		contract.Sent[idInput]("An item, by its id.", object{"id": contract.CompanyID}),
		contract.Sent[companyEdit]("The new state of a company.", contract.CompanySent, object{"id": contract.CompanyID, "version": 3}),
		contract.Sent[companyAddress]("A company's address; none removes it.", object{"id": contract.CompanyID, "version": 3, "address": contract.AddressSent}))
	const tag = "Companies"
	viewers, editors := contract.Moderators(theCompany, tracker.See), contract.Moderators(theCompany, tracker.EditCompany)
	moderatorManagers := contract.Moderators(theCompany, tracker.ManageModerators)
	list := &contract.List{Sorts: tracker.CompanySorts, Search: true, Removed: true, Totals: contract.FigureTotals, TotalsIf: "Include=figures", HasOwn: true}
	filters := append([]contract.Param{
		contract.Flag("Editable", "Only companies that the caller may edit and add projects to."),
		contract.Flag("HasDetails", "Only companies with details, or only those without."),
		contract.Flag("HasSupportEmail", "Only companies with a support e-mail address, or only those without."),
	}, figureParams...)
	handle(s, contract.Operation{ID: "listCompanies", Method: http.MethodGet, Path: "/company", Tag: tag, Summary: "List companies",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: append(slices.Clone(filters), included,
			contract.Text("ComparedAt", "With figures: an instant. Each company also has what its subscriptions came to then, as before.")),
		Details: "Companies the caller moderates; administrators see all." + figuresRule + ownRule},
		func(ctx context.Context, c call, _ none) (list arrayWithTotals[tracker.Company], err error) {
			filter, err := companyFilter(c.listCall)
			if err != nil {
				return list, err
			}
			figures, err := includesFigures(c)
			if err != nil {
				return list, err
			}
			comparedAt, err := parseInstant(c.params, "ComparedAt")
			if err != nil {
				return list, err
			}
			if list.page, err = s.app.Companies(ctx, c.Caller, c.List, filter, figures, comparedAt); err == nil && figures {
				list.totals, err = s.app.CompanyTotals(ctx, c.Caller, c.List, filter, list.page.Pagination.TotalItems)
			}
			return list, err
		})
	export(s, contract.Operation{ID: "exportCompanies", Method: http.MethodGet, Path: "/company/export", Tag: tag, Summary: "Export companies as CSV or XLSX",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: filters, Details: exportRule + hiddenCostRule,
		Selects: "company",
		File:    contract.CompanyID + ",Northwind Traders,Imports and sells speciality foods.,help@northwind.example,+351 21 555 0100,2026-01-12T09:30:00Z,\n"},
		"companies", companyColumns,
		func(ctx context.Context, c listCall, use func(tracker.Company) error) error {
			filter, err := companyFilter(c)
			if err != nil {
				return err
			}
			return s.app.EachCompany(ctx, c.Caller, c.List, filter, asksFigures(c), use)
		})
	handle(s, contract.Operation{ID: "getCompany", Method: http.MethodGet, Path: "/company/{id}", Tag: tag, Summary: "Read a company with its moderators and first projects",
		Who: viewers, Keys: contract.AnyKeys, Details: "A role on a project alone does not show its company."},
		func(ctx context.Context, c call, _ none) (tracker.CompanyDetails, error) {
			return s.app.Company(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "listCompanyDependants", Method: http.MethodGet, Path: "/company/{id}/dependants", Tag: tag,
		Summary: "List what keeps a company from being removed",
		Who:     viewers, Keys: contract.AnyKeys, List: &contract.List{TotalInBody: true}, Details: "Its projects."},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.CompanyDependants(ctx, c.Caller, c.path("id"), c.List)
		})
	handle(s, contract.Operation{ID: "addCompany", Method: http.MethodPost, Path: "/company", Tag: tag, Summary: "Add a company",
		Who: contract.Administrators, Keys: contract.WideKeys, Idempotent: true, Status: http.StatusCreated, Details: "Names need not be unique."},
		passBody(s.app.CreateCompany))
	handle(s, contract.Operation{ID: "editCompany", Method: http.MethodPut, Path: "/company", Tag: tag, Summary: "Edit a company",
		Who: editors, Keys: contract.AnyKeys, Missing: true, Details: "An absent optional field stays as it is, null clears it."},
		func(ctx context.Context, c call, in wrapped[companyEdit]) (change.Saved[tracker.CompanyDetails], error) {
			return s.app.EditCompany(ctx, c.Caller, in.Data.ID, in.Data.Version, in.Data.CompanyInput)
		})
	handle(s, contract.Operation{ID: "setCompanyAddress", Method: http.MethodPut, Path: "/company/address", Tag: tag, Summary: "Set or remove a company's address",
		Who: editors, Keys: contract.AnyKeys, Missing: true, Details: "An absent address, or null, removes it."},
		func(ctx context.Context, c call, in companyAddress) (change.Saved[tracker.CompanyDetails], error) {
			return s.app.SetCompanyAddress(ctx, c.Caller, in.ID, in.Version, in.Address)
		})
	handle(s, contract.Operation{ID: "setCompanyPhoto", Method: http.MethodPut, Path: "/company/{id}/photo", Tag: tag, Summary: "Set a company's photo",
		Who: editors, Keys: contract.AnyKeys, Photo: true, Details: photoRule},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.CompanyDetails], error) {
			return s.app.SetCompanyPhoto(ctx, c.Caller, c.path("id"), c.body)
		})
	handle(s, contract.Operation{ID: "removeCompanyPhoto", Method: http.MethodDelete, Path: "/company/{id}/photo", Tag: tag, Summary: "Remove a company's photo",
		Who: editors, Keys: contract.AnyKeys, Details: "Nothing happens when there is none."},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.CompanyDetails], error) {
			return s.app.SetCompanyPhoto(ctx, c.Caller, c.path("id"), nil)
		})
	handle(s, contract.Operation{ID: "removeCompany", Method: http.MethodDelete, Path: "/company", Tag: tag, Summary: "Remove a company, in two steps when it has projects",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "A company is in use while it has projects. " + removalRule},
		passID(s.app.RemoveCompany))
	handle(s, contract.Operation{ID: "restoreCompany", Method: http.MethodPut, Path: "/company/restore", Tag: tag, Summary: "Restore a company",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: restoreRule},
		passID(s.app.RestoreCompany))
	handle(s, contract.Operation{ID: "addCompanyModerator", Method: http.MethodPost, Path: "/company/moderator", Tag: tag, Summary: "Add a moderator",
		Who: moderatorManagers, Keys: contract.AnyKeys, Missing: true, Refusals: []*tracker.Error{contract.TooManyModerators}, Status: http.StatusCreated, Existing: true,
		Details: "The id is the company's. Somebody who moderates it already stays as they are (200). " + ownerRule},
		func(ctx context.Context, c call, in tracker.ModeratorInput) (change.Saved[created[tracker.CompanyModerator]], error) {
			return newOrThere(s.app.AddCompanyModerator(ctx, c.Caller, in))
		})
	handle(s, contract.Operation{ID: "editCompanyModerator", Method: http.MethodPut, Path: "/company/moderator", Tag: tag, Summary: "Change a moderator's role and details",
		Who: moderatorManagers, Keys: contract.AnyKeys, Missing: true, Details: "The id is the link's. " + ownerRule},
		passBody(s.app.EditCompanyModerator))
	handle(s, contract.Operation{ID: "removeCompanyModerator", Method: http.MethodDelete, Path: "/company/moderator", Tag: tag, Summary: "Remove a moderator",
		Who: moderatorManagers, Keys: contract.AnyKeys, Details: "The id is the link's; an unknown one is gone already. " + ownerRule},
		func(ctx context.Context, c call, in idInput) (change.Saved[none], error) {
			return gone(s.app.RemoveCompanyModerator(ctx, c.Caller, in.ID))
		})
}
