package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// projectItem names an item or moderator to remove from a project.
type projectItem struct{ tracker.ItemRef }

func (projectItem) names() {}

var projectColumns = columns[tracker.Project]{
	list: tracker.EntityProject, own: func(p tracker.Project) tracker.Own { return p.Own },
	standard: []column[tracker.Project]{
		textColumn("id", "Id", func(p tracker.Project) string { return p.ID }),
		textColumn("name", "Name", func(p tracker.Project) string { return p.Name }),
		textColumn("companyId", "Company Id", func(p tracker.Project) string { return p.CompanyID }),
		textColumn("companyName", "Company", func(p tracker.Project) string { return p.CompanyName }),
		textColumn("createdAt", "Created At", func(p tracker.Project) string { return csvTime(&p.CreatedAt) }),
		textColumn("removedAt", "Removed At", func(p tracker.Project) string { return csvTime(p.RemovedAt) }),
	},
	more: append(figureColumns(func(p tracker.Project) *tracker.Figures { return p.Figures }),
		numberColumn("version", "Version", func(p tracker.Project) string { return strconv.Itoa(p.Version) })),
}

func (s *server) projectOperations() {
	s.api.Describe(contract.Sent[projectItem]("What to take off a project.", object{"id": contract.AttachedID, "projectId": contract.ProjectID}))
	const tag = "Projects"
	viewers, editors := contract.Moderators(theProject, tracker.See), contract.Moderators(theProject, tracker.EditCompany)
	list := &contract.List{Sorts: tracker.ProjectSorts, Search: true, Removed: true, Totals: contract.FigureTotals, TotalsIf: "Include=figures", HasOwn: true}
	filters := append([]contract.Param{
		contract.Text("CompanyId", "Only projects of this company."),
		contract.Text("ProductStatus", "Only projects with a product of this status, by number or key."),
		contract.Flag("EndingSoon", "Only projects with a subscription that the dashboard counts as ending soon."),
		contract.Text("EndingWeek", "Only projects with a subscription that ends, unrenewed, in the seven days from this one, as 2006-01-02."),
		contract.Flag("HasResponsible", "Only projects that an Owner or Manager answers for, of the project or of its company, or only those without."),
	}, figureParams...)
	handle(s, contract.Operation{ID: "listProjects", Method: http.MethodGet, Path: "/project", Tag: tag, Summary: "List projects",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: append(filters, included),
		Details: "Projects the caller moderates, directly or by their company; administrators see all." + figuresRule + ownRule},
		func(ctx context.Context, c call, _ none) (list arrayWithTotals[tracker.Project], err error) {
			filter, err := projectFilter(c.listCall)
			if err != nil {
				return list, err
			}
			figures, err := includesFigures(c)
			if err != nil {
				return list, err
			}
			if list.page, err = s.app.Projects(ctx, c.Caller, c.List, filter, figures); err == nil && figures {
				list.totals, err = s.app.ProjectTotals(ctx, c.Caller, c.List, filter, list.page.Pagination.TotalItems)
			}
			return list, err
		})
	export(s, contract.Operation{ID: "exportProjects", Method: http.MethodGet, Path: "/project/export", Tag: tag, Summary: "Export projects as CSV or XLSX",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: list, Params: filters, Details: exportRule + hiddenCostRule,
		Selects: "project", File: contract.ProjectID + ",Web shop," + contract.CompanyID + ",Northwind Traders,2026-02-03T09:30:00Z,\n"}, "projects", projectColumns,
		func(ctx context.Context, c listCall, use func(tracker.Project) error) error {
			filter, err := projectFilter(c)
			if err != nil {
				return err
			}
			return s.app.EachProject(ctx, c.Caller, c.List, filter, asksFigures(c), use)
		})
	handle(s, contract.Operation{ID: "getProject", Method: http.MethodGet, Path: "/project/{id}", Tag: tag, Summary: "Read a project with its moderators, products and subscriptions",
		Who: viewers, Keys: contract.AnyKeys, Details: fmt.Sprintf("All of its moderators, products and subscriptions, %d of each at most. "+
			"Cost is null for those who may not see it.", tracker.MaxProjectItems)},
		func(ctx context.Context, c call, _ none) (tracker.ProjectDetails, error) {
			return s.app.Project(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "listProjectDependants", Method: http.MethodGet, Path: "/project/{id}/dependants", Within: "/project/{id}/{child}", Tag: tag,
		Summary: "List what keeps a project from being removed",
		Who:     viewers, Keys: contract.AnyKeys, List: &contract.List{TotalInBody: true}, Details: "Its products and subscriptions."},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.ProjectDependants(ctx, c.Caller, c.path("id"), c.List)
		})
	handle(s, contract.Operation{ID: "addProject", Method: http.MethodPost, Path: "/project", Tag: tag, Summary: "Add a project",
		Who: contract.Moderators(theCompany, tracker.EditCompany), Keys: contract.AnyKeys, Missing: true, Idempotent: true,
		Refusals: []*tracker.Error{contract.PendingRemove}, Status: http.StatusCreated, Details: "A project stays with its company for good."},
		passBody(s.app.CreateProject))
	handle(s, contract.Operation{ID: "editProject", Method: http.MethodPut, Path: "/project", Tag: tag, Summary: "Edit a project",
		Who: editors, Keys: contract.AnyKeys, Missing: true, Details: "A companyId that is sent along never moves it."},
		passBody(s.app.EditProject))
	handle(s, contract.Operation{ID: "removeProject", Method: http.MethodDelete, Path: "/project", Tag: tag,
		Summary: "Remove a project, in two steps when it has products or subscriptions",
		Who:     editors, Keys: contract.AnyKeys, Details: "A project is in use while it has products or subscriptions. " + removalRule},
		passID(s.app.RemoveProject))
	handle(s, contract.Operation{ID: "restoreProject", Method: http.MethodPut, Path: "/project/restore", Tag: tag, Summary: "Restore a project",
		Who: editors, Keys: contract.AnyKeys, Details: restoreRule},
		passID(s.app.RestoreProject))
	s.projectModeratorOperations(tag)
	s.projectProductOperations(tag)
	s.projectSubscriptionOperations(tag)
	s.projectItemLists(tag)
}

func (s *server) projectModeratorOperations(tag string) {
	moderatorManagers := contract.Moderators(theProject, tracker.ManageModerators)
	handle(s, contract.Operation{ID: "addProjectModerator", Method: http.MethodPost, Path: "/project/moderator", Tag: tag, Summary: "Add a moderator",
		Who: moderatorManagers, Keys: contract.AnyKeys, Missing: true, Refusals: []*tracker.Error{contract.TooManyModerators}, Status: http.StatusCreated, Existing: true,
		Details: "The id is the project's. Somebody who moderates it already stays as they are (200). " + ownerRule},
		func(ctx context.Context, c call, in tracker.ModeratorInput) (change.Saved[created[tracker.ProjectModerator]], error) {
			return newOrThere(s.app.AddProjectModerator(ctx, c.Caller, in))
		})
	handle(s, contract.Operation{ID: "editProjectModerator", Method: http.MethodPut, Path: "/project/moderator", Tag: tag, Summary: "Change a moderator's role and details",
		Who: moderatorManagers, Keys: contract.AnyKeys, Missing: true, Details: "The id is the link's. " + ownerRule},
		passBody(s.app.EditProjectModerator))
	handle(s, contract.Operation{ID: "removeProjectModerator", Method: http.MethodDelete, Path: "/project/moderator", Tag: tag, Summary: "Remove a moderator",
		Who: moderatorManagers, Keys: contract.AnyKeys, Missing: true, Details: "The id is the link's; " + goneRule + " " + ownerRule},
		func(ctx context.Context, c call, in projectItem) (change.Saved[none], error) {
			return gone(s.app.RemoveProjectModerator(ctx, c.Caller, in.ItemRef))
		})
}

func (s *server) projectProductOperations(tag string) {
	attachers := contract.Moderators(theProject, tracker.AttachItems)
	statusOnly := slices.DeleteFunc(tracker.RolesThatMay(tracker.SetProductStatus), func(r tracker.Role) bool {
		return tracker.Access{Roles: []tracker.Role{r}}.May(tracker.AttachItems)
	})
	handle(s, contract.Operation{ID: "attachProduct", Method: http.MethodPost, Path: "/project/product", Tag: tag, Summary: "Attach a product",
		Who: attachers, Keys: contract.AnyKeys, Missing: true, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove, tracker.ErrTooManyItems}, Status: http.StatusCreated,
		Details: "A product may be attached more than once."},
		passBody(s.app.AttachProduct))
	handle(s, contract.Operation{ID: "editProjectProduct", Method: http.MethodPut, Path: "/project/product", Tag: tag, Summary: "Edit an attached product",
		Who: contract.Moderators(theProject, tracker.SetProductStatus), Keys: contract.AnyKeys, Missing: true,
		Details: contract.Roles(statusOnly, "and") + " may change status and details alone: another price or cost is a 403. A cost of null leaves a hidden one as it is. " +
			"Its product and project stay."},
		passBody(s.app.EditProjectProduct))
	handle(s, contract.Operation{ID: "detachProduct", Method: http.MethodDelete, Path: "/project/product", Tag: tag, Summary: "Detach a product",
		Who: attachers, Keys: contract.AnyKeys, Missing: true, Details: detachRule},
		func(ctx context.Context, c call, in projectItem) (change.Saved[none], error) {
			return gone(s.app.DetachProduct(ctx, c.Caller, in.ItemRef))
		})
	handle(s, contract.Operation{ID: "restoreProjectProduct", Method: http.MethodPut, Path: "/project/product/restore", Tag: tag, Summary: "Attach a detached product again",
		Who: attachers, Keys: contract.AnyKeys, Refusals: []*tracker.Error{tracker.ErrTooManyItems}, Details: reattachRule},
		passID(s.app.RestoreProjectProduct))
}

func (s *server) projectSubscriptionOperations(tag string) {
	attachers, subscriptionEditors := contract.Moderators(theProject, tracker.AttachItems), contract.Moderators(theProject, tracker.EditSubscriptions)
	handle(s, contract.Operation{ID: "attachSubscription", Method: http.MethodPost, Path: "/project/subscription", Tag: tag, Summary: "Attach a subscription",
		Who: attachers, Keys: contract.AnyKeys, Missing: true, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove, tracker.ErrTooManyItems}, Status: http.StatusCreated,
		Details: "The cost is that of the catalogue at this moment, and again at each renewal. One that is due raises its notification at once."},
		passBody(s.app.AttachSubscription))
	handle(s, contract.Operation{ID: "getProjectSubscription", Method: http.MethodGet, Path: "/project/subscription/{id}", Within: "/project/{id}/{child}", Tag: tag,
		Summary: "Read an attached subscription with its value and periods",
		Who:     contract.Moderators(theProject, tracker.See), Keys: contract.AnyKeys,
		Details: fmt.Sprintf("A running subscription is worth its price divided by its whole months a month, or else converted by its days. The newest %d periods. "+
			"Cost is null for those who may not see it.", tracker.MaxPeriods)},
		func(ctx context.Context, c call, _ none) (tracker.SubscriptionDetails, error) {
			return s.app.SubscriptionDetails(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "editProjectSubscription", Method: http.MethodPut, Path: "/project/subscription", Tag: tag, Summary: "Edit an attached subscription",
		Who: subscriptionEditors, Keys: contract.AnyKeys, Missing: true, Details: "Its subscription and project stay. One that becomes due raises its notification at once."},
		passBody(s.app.EditProjectSubscription))
	handle(s, contract.Operation{ID: "cancelProjectSubscription", Method: http.MethodPut, Path: "/project/subscription/cancel", Tag: tag, Summary: "Cancel an attached subscription",
		Who: subscriptionEditors, Keys: contract.AnyKeys, Missing: true, Details: "One that is canceled already stays so, with its first reason."},
		passBody(s.app.CancelProjectSubscription))
	handle(s, contract.Operation{ID: "renewProjectSubscription", Method: http.MethodPut, Path: "/project/subscription/renew", Tag: tag,
		Summary: "Open the next period of an attached subscription",
		Who:     subscriptionEditors, Keys: contract.AnyKeys, Missing: true, Refusals: []*tracker.Error{tracker.ErrCannotRenew},
		Details: "One period for each call, also ahead: until it begins, the period before it counts. Without dates it follows the period that is there, as long as that one. " +
			"The cost is the catalogue's of today. A canceled subscription is refused with 422 cannotRenew."},
		passBody(s.app.RenewProjectSubscription))
	handle(s, contract.Operation{ID: "planProjectSubscription", Method: http.MethodPut, Path: "/project/subscription/plan", Tag: tag,
		Summary: "Plan a price of an attached subscription",
		Who:     subscriptionEditors, Keys: contract.AnyKeys, Missing: true, Refusals: []*tracker.Error{tracker.ErrCanceled, tracker.ErrHasEnded},
		Details: "The program sets it within a minute after its day; one without a day comes with the next renewal. There is one planned price at most; a new one replaces it."},
		passBody(s.app.PlanPrice))
	handle(s, contract.Operation{ID: "detachSubscription", Method: http.MethodDelete, Path: "/project/subscription", Tag: tag, Summary: "Detach a subscription",
		Who: attachers, Keys: contract.AnyKeys, Missing: true, Details: detachRule},
		func(ctx context.Context, c call, in projectItem) (change.Saved[none], error) {
			return gone(s.app.DetachSubscription(ctx, c.Caller, in.ItemRef))
		})
	handle(s, contract.Operation{ID: "restoreProjectSubscription", Method: http.MethodPut, Path: "/project/subscription/restore", Tag: tag,
		Summary: "Attach a detached subscription again",
		Who:     attachers, Keys: contract.AnyKeys, Refusals: []*tracker.Error{tracker.ErrTooManyItems}, Details: reattachRule + " What became due meanwhile is told within a minute."},
		passID(s.app.RestoreProjectSubscription))
}

func projectFilter(c listCall) (f tracker.ProjectFilter, err error) {
	f.CompanyID, f.EndingSoon = c.params.Get("CompanyId"), c.flag("EndingSoon")
	if f.ProductStatus, err = parseEnum[tracker.ProductStatus](c.params, "ProductStatus"); err != nil {
		return f, err
	}
	if sent := c.params.Get("EndingWeek"); sent != "" {
		day, err := time.Parse(time.DateOnly, sent)
		if err != nil {
			return f, tracker.BadQuery("EndingWeek", tracker.NotADay)
		}
		f.EndingWeek = &day
	}
	if f.HasResponsible, err = parseFlagOrNil(c.params, "HasResponsible"); err != nil {
		return f, err
	}
	f.FigureFilter, err = figureFilter(c)
	return f, err
}
