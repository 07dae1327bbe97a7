package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"btracker/internal/app"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// projectItem names an item or moderator to remove from a project.
type projectItem struct{ tracker.ItemRef }

func (projectItem) names() {}

func (s *server) projectOperations() {
	s.api.Describe(contract.Sent[projectItem]("What to take off a project.", object{"id": contract.AttachedID, "projectId": contract.ProjectID}))
	const tag = "Projects"
	viewers, editors := contract.Moderators(theProject, tracker.See), contract.Moderators(theProject, tracker.EditCompany)
	list := &contract.List{Sorts: tracker.ProjectSorts, Search: true, Removed: true}
	filters := []contract.Param{
		contract.Text("CompanyId", "Only projects of this company."),
		contract.Text("ProductStatus", "Only projects with a product of this status, by number or key."),
		contract.Flag("EndingSoon", "Only projects with a subscription that the dashboard counts as ending soon."),
		contract.Text("EndingWeek", "Only projects with a subscription that ends, unrenewed, in the seven days from this one, as 2006-01-02."),
	}
	handle(s, contract.Operation{ID: "listProjects", Method: http.MethodGet, Path: "/project", Tag: tag, Summary: "List projects",
		Who: contract.SignedIn, List: list, Params: filters, Details: "Projects the caller moderates, directly or by their company; administrators see all."},
		func(ctx context.Context, c call, _ none) (array[tracker.Project], error) {
			filter, err := projectFilter(c)
			if err != nil {
				return array[tracker.Project]{}, err
			}
			page, err := s.app.Projects(ctx, c.Caller, c.List, filter)
			return array[tracker.Project](page), err
		})
	export(s, contract.Operation{ID: "exportProjects", Method: http.MethodGet, Path: "/project/export", Tag: tag, Summary: "Export projects as CSV",
		Who: contract.SignedIn, List: list, Params: filters, Details: exportRule,
		File: "Id,Name,Company Id,Company,Created At,Removed At\n" + contract.ProjectID + ",Web shop," + contract.CompanyID + ",Northwind Traders,2026-02-03T09:30:00Z,\n"}, "projects",
		func(ctx context.Context, c call, use func(tracker.Project) error) error {
			filter, err := projectFilter(c)
			if err != nil {
				return err
			}
			return s.app.EachProject(ctx, c.Caller, c.List, filter, use)
		},
		func(p tracker.Project) []string {
			return []string{p.ID, p.Name, p.CompanyID, p.CompanyName, csvTime(&p.CreatedAt), csvTime(p.RemovedAt)}
		})
	handle(s, contract.Operation{ID: "getProject", Method: http.MethodGet, Path: "/project/{id}", Tag: tag, Summary: "Read a project with its moderators, products and subscriptions",
		Who: viewers, Details: fmt.Sprintf("All of its moderators, products and subscriptions, %d of each at most. Cost is null for those who may not see it.", tracker.MaxProjectItems)},
		func(ctx context.Context, c call, _ none) (tracker.ProjectDetails, error) {
			return s.app.Project(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "listProjectDependants", Method: http.MethodGet, Path: "/project/{id}/dependants", Tag: tag, Summary: "List what keeps a project from being removed",
		Who: viewers, List: &contract.List{TotalInBody: true}, Details: "Its products and subscriptions."},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.ProjectDependants(ctx, c.Caller, c.path("id"), c.List)
		})
	handle(s, contract.Operation{ID: "addProject", Method: http.MethodPost, Path: "/project", Tag: tag, Summary: "Add a project",
		Who: contract.Moderators(theCompany, tracker.EditCompany), Missing: true, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove}, Status: http.StatusCreated, Details: "A project stays with its company for good."},
		change(s.app.CreateProject))
	handle(s, contract.Operation{ID: "editProject", Method: http.MethodPut, Path: "/project", Tag: tag, Summary: "Edit a project",
		Who: editors, Missing: true, Details: "A companyId that is sent along never moves it."},
		change(s.app.EditProject))
	handle(s, contract.Operation{ID: "removeProject", Method: http.MethodDelete, Path: "/project", Tag: tag, Summary: "Remove a project, in two steps when it has products or subscriptions",
		Who: editors, Details: "A project is in use while it has products or subscriptions. " + removalRule},
		changeByID(s.app.RemoveProject))
	handle(s, contract.Operation{ID: "restoreProject", Method: http.MethodPut, Path: "/project/restore", Tag: tag, Summary: "Restore a project",
		Who: editors, Details: restoreRule},
		changeByID(s.app.RestoreProject))
	s.projectModeratorOperations(tag)
	s.projectProductOperations(tag)
	s.projectSubscriptionOperations(tag)
}

func (s *server) projectModeratorOperations(tag string) {
	moderatorManagers := contract.Moderators(theProject, tracker.ManageModerators)
	handle(s, contract.Operation{ID: "addProjectModerator", Method: http.MethodPost, Path: "/project/moderator", Tag: tag, Summary: "Add a moderator",
		Who: moderatorManagers, Missing: true, Refusals: []*tracker.Error{contract.TooManyModerators}, Status: http.StatusCreated, Existing: true,
		Details: "The id is the project's. Somebody who moderates it already stays as they are (200). " + ownerRule},
		func(ctx context.Context, c call, in tracker.ModeratorInput) (app.Saved[created[tracker.ProjectModerator]], error) {
			return newOrThere(s.app.AddProjectModerator(ctx, c.Caller, in))
		})
	handle(s, contract.Operation{ID: "editProjectModerator", Method: http.MethodPut, Path: "/project/moderator", Tag: tag, Summary: "Change a moderator's role and details",
		Who: moderatorManagers, Missing: true, Details: "The id is the link's. " + ownerRule},
		change(s.app.EditProjectModerator))
	handle(s, contract.Operation{ID: "removeProjectModerator", Method: http.MethodDelete, Path: "/project/moderator", Tag: tag, Summary: "Remove a moderator",
		Who: moderatorManagers, Missing: true, Details: "The id is the link's; " + goneRule + " " + ownerRule},
		func(ctx context.Context, c call, in projectItem) (app.Saved[none], error) {
			return gone(s.app.RemoveProjectModerator(ctx, c.Caller, in.ItemRef))
		})
}

func (s *server) projectProductOperations(tag string) {
	attachers := contract.Moderators(theProject, tracker.AttachItems)
	statusOnly := slices.DeleteFunc(tracker.RolesThatMay(tracker.SetProductStatus), func(r tracker.Role) bool {
		return tracker.Access{Roles: []tracker.Role{r}}.May(tracker.AttachItems)
	})
	handle(s, contract.Operation{ID: "attachProduct", Method: http.MethodPost, Path: "/project/product", Tag: tag, Summary: "Attach a product",
		Who: attachers, Missing: true, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove, tracker.ErrTooManyItems}, Status: http.StatusCreated,
		Details: "A product may be attached more than once."},
		change(s.app.AttachProduct))
	handle(s, contract.Operation{ID: "editProjectProduct", Method: http.MethodPut, Path: "/project/product", Tag: tag, Summary: "Edit an attached product",
		Who: contract.Moderators(theProject, tracker.SetProductStatus), Missing: true,
		Details: contract.Roles(statusOnly, "and") + " may change status and details alone: another price or cost is a 403. A cost of null leaves a hidden one as it is. Its product and project stay."},
		change(s.app.EditProjectProduct))
	handle(s, contract.Operation{ID: "detachProduct", Method: http.MethodDelete, Path: "/project/product", Tag: tag, Summary: "Detach a product",
		Who: attachers, Missing: true, Details: detachRule},
		func(ctx context.Context, c call, in projectItem) (app.Saved[none], error) {
			return gone(s.app.DetachProduct(ctx, c.Caller, in.ItemRef))
		})
	handle(s, contract.Operation{ID: "restoreProjectProduct", Method: http.MethodPut, Path: "/project/product/restore", Tag: tag, Summary: "Attach a detached product again",
		Who: attachers, Refusals: []*tracker.Error{tracker.ErrTooManyItems}, Details: reattachRule},
		changeByID(s.app.RestoreProjectProduct))
}

func (s *server) projectSubscriptionOperations(tag string) {
	attachers, subscriptionEditors := contract.Moderators(theProject, tracker.AttachItems), contract.Moderators(theProject, tracker.EditSubscriptions)
	handle(s, contract.Operation{ID: "attachSubscription", Method: http.MethodPost, Path: "/project/subscription", Tag: tag, Summary: "Attach a subscription",
		Who: attachers, Missing: true, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove, tracker.ErrTooManyItems}, Status: http.StatusCreated,
		Details: "The cost is that of the catalogue at this moment, and again at each renewal. One that is due raises its notification at once."},
		change(s.app.AttachSubscription))
	handle(s, contract.Operation{ID: "listProjectSubscriptions", Method: http.MethodGet, Path: "/project/subscription", Tag: tag, Summary: "List the subscriptions of all projects",
		Who: contract.SignedIn, List: &contract.List{Sorts: tracker.SubscriptionSorts, Totals: contract.SubscriptionTotals}, Params: []contract.Param{
			contract.Text("CompanyId", "Only subscriptions of this company's projects."),
			contract.Text("ProjectId", "Only subscriptions of this project."),
			contract.Text("SubscriptionId", "Only this subscription of the catalogue."),
			contract.Text("CategoryName", "Only subscriptions of this category."),
			contract.Text("State", "Only these states, comma-separated: notStarted, active, renews, ended, canceled."),
			contract.Text("EndFrom", "Only those whose period ends at this instant or later."),
			contract.Text("EndTo", "Only those whose period ends at this instant or earlier."),
			contract.Text("Responsible", "Only those that the user with this e-mail address is responsible for."),
			contract.Flag("Losing", "Only those whose monthly price is below their monthly cost, where the caller may see cost; 400 for those who may see none."),
			contract.Text("At", "As it was at this instant, or will be: dates as they are known now, prices as they were then."),
		}, Details: "Subscriptions of projects the caller moderates, directly or by their company; administrators see all. What is removed, and all under it, is left out. The header Totals sums up all pages. Cost is null for those who may not see it, and a hidden margin sorts last."},
		func(ctx context.Context, c call, _ none) (arrayWithTotals[tracker.ListedSubscription], error) {
			q, err := subscriptionQuery(c)
			if err != nil {
				return arrayWithTotals[tracker.ListedSubscription]{}, err
			}
			page, totals, err := s.app.ListedSubscriptions(ctx, c.Caller, c.List, q)
			return arrayWithTotals[tracker.ListedSubscription]{page, totals}, err
		})
	handle(s, contract.Operation{ID: "getProjectSubscription", Method: http.MethodGet, Path: "/project/subscription/{id}", Tag: tag, Summary: "Read an attached subscription with its value and periods",
		Who: contract.Moderators(theProject, tracker.See), Details: fmt.Sprintf("A running subscription is worth its price divided by its whole months a month, or else converted by its days. The newest %d periods. Cost is null for those who may not see it.", tracker.MaxPeriods)},
		func(ctx context.Context, c call, _ none) (tracker.SubscriptionDetails, error) {
			return s.app.SubscriptionDetails(ctx, c.Caller, c.path("id"))
		})
	handle(s, contract.Operation{ID: "editProjectSubscription", Method: http.MethodPut, Path: "/project/subscription", Tag: tag, Summary: "Edit an attached subscription",
		Who: subscriptionEditors, Missing: true, Details: "Its subscription and project stay. One that becomes due raises its notification at once."},
		change(s.app.EditProjectSubscription))
	handle(s, contract.Operation{ID: "cancelProjectSubscription", Method: http.MethodPut, Path: "/project/subscription/cancel", Tag: tag, Summary: "Cancel an attached subscription",
		Who: subscriptionEditors, Missing: true, Details: "One that is canceled already stays so, with its first reason."},
		change(s.app.CancelProjectSubscription))
	handle(s, contract.Operation{ID: "detachSubscription", Method: http.MethodDelete, Path: "/project/subscription", Tag: tag, Summary: "Detach a subscription",
		Who: attachers, Missing: true, Details: detachRule},
		func(ctx context.Context, c call, in projectItem) (app.Saved[none], error) {
			return gone(s.app.DetachSubscription(ctx, c.Caller, in.ItemRef))
		})
	handle(s, contract.Operation{ID: "restoreProjectSubscription", Method: http.MethodPut, Path: "/project/subscription/restore", Tag: tag, Summary: "Attach a detached subscription again",
		Who: attachers, Refusals: []*tracker.Error{tracker.ErrTooManyItems}, Details: reattachRule + " What became due meanwhile is told within a minute."},
		changeByID(s.app.RestoreProjectSubscription))
}

func projectFilter(c call) (f tracker.ProjectFilter, err error) {
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
	return f, nil
}

func subscriptionQuery(c call) (q app.SubscriptionQuery, err error) {
	get := c.params.Get
	q = app.SubscriptionQuery{CategoryName: get("CategoryName"), Responsible: strings.ToLower(strings.TrimSpace(get("Responsible"))),
		SubscriptionFilter: tracker.SubscriptionFilter{CompanyID: get("CompanyId"), ProjectID: get("ProjectId"), SubscriptionID: get("SubscriptionId"), Losing: c.flag("Losing")}}
	if sent := get("State"); sent != "" {
		for state := range strings.SplitSeq(sent, ",") {
			if !slices.Contains(tracker.SubscriptionStates, tracker.SubscriptionState(state)) {
				return q, tracker.BadQuery("State", tracker.NotAnOption)
			}
			q.States = append(q.States, tracker.SubscriptionState(state))
		}
	}
	for name, into := range map[string]**time.Time{"EndFrom": &q.EndFrom, "EndTo": &q.EndTo, "At": &q.At} {
		if *into, err = parseInstant(c.params, name); err != nil {
			return q, err
		}
	}
	return q, nil
}
