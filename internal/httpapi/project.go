package httpapi

import (
	"context"
	"net/http"
	"time"

	"btracker/internal/tracker"
)

// projectItem names what to take off a project.
type projectItem struct{ tracker.ProjectItem }

func (projectItem) names() {}

func (s *server) projectOperations() {
	const tag = "Projects"
	list := &listSpec{sorts: tracker.ProjectSorts, search: true, removed: true}
	filters := []queryParam{
		{"CompanyId", "string", "Only projects of this company."},
		{"ProductStatus", "string", "Only projects with a product of this status, by number or key."},
		{"EndingSoon", "boolean", "Only projects with a subscription that the dashboard counts as ending soon."},
		{"EndingWeek", "string", "Only projects with a subscription that ends, unrenewed, in the seven days from this one, as 2006-01-02."},
	}
	handle(s, operation{id: "listProjects", method: http.MethodGet, path: "/project", tag: tag, summary: "List projects", list: list, params: filters},
		func(ctx context.Context, c call, _ none) (array[tracker.Project], error) {
			filter, err := projectFilter(c)
			if err != nil {
				return array[tracker.Project]{}, err
			}
			page, err := s.app.Projects(ctx, c.Caller, c.List, filter)
			return array[tracker.Project](page), err
		})
	handle(s, operation{id: "exportProjects", method: http.MethodGet, path: "/project/export", tag: tag, summary: "Export projects as CSV", list: list, params: filters},
		func(_ context.Context, c call, _ none) (csvFile, error) {
			filter, err := projectFilter(c)
			return s.projectsCSV(c, filter), err
		})
	handle(s, operation{id: "getProject", method: http.MethodGet, path: "/project/{id}", tag: tag, summary: "Read a project with its moderators, products and subscriptions"},
		func(ctx context.Context, c call, _ none) (tracker.ProjectDetails, error) {
			return s.app.Project(ctx, c.Caller, c.path("id"))
		})
	handle(s, operation{id: "listProjectDependants", method: http.MethodGet, path: "/project/{id}/dependants", tag: tag, summary: "List what keeps a project from being removed", list: &listSpec{}},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.ProjectDependants(ctx, c.Caller, c.path("id"), c.List)
		})
	handle(s, operation{id: "addProject", method: http.MethodPost, path: "/project", tag: tag, summary: "Add a project", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.ProjectInput) (tracker.ProjectDetails, error) {
			return s.app.CreateProject(ctx, c.Request, in)
		})
	handle(s, operation{id: "editProject", method: http.MethodPut, path: "/project", tag: tag, summary: "Edit a project"},
		func(ctx context.Context, c call, in tracker.ProjectEdit) (tracker.ProjectDetails, error) {
			return s.app.EditProject(ctx, c.Request, in)
		})
	handle(s, operation{id: "removeProject", method: http.MethodDelete, path: "/project", tag: tag, summary: "Remove a project, in two steps when it has products or subscriptions"},
		func(ctx context.Context, c call, in idInput) (tracker.RemovalResult, error) {
			return s.app.RemoveProject(ctx, c.Request, in.ID)
		})
	handle(s, operation{id: "restoreProject", method: http.MethodPut, path: "/project/restore", tag: tag, summary: "Restore a project"},
		func(ctx context.Context, c call, in idInput) (tracker.RestoreResult, error) {
			return s.app.RestoreProject(ctx, c.Request, in.ID)
		})
	s.projectModeratorOperations(tag)
	s.projectProductOperations(tag)
	s.projectSubscriptionOperations(tag)
}

func (s *server) projectModeratorOperations(tag string) {
	handle(s, operation{id: "addProjectModerator", method: http.MethodPost, path: "/project/moderator", tag: tag, summary: "Add a moderator", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.CompanyModeratorInput) (created[tracker.ProjectModerator], error) {
			link, isNew, err := s.app.AddProjectModerator(ctx, c.Request, in)
			return created[tracker.ProjectModerator]{link, isNew}, err
		})
	handle(s, operation{id: "editProjectModerator", method: http.MethodPut, path: "/project/moderator", tag: tag, summary: "Change a moderator's role and details"},
		func(ctx context.Context, c call, in tracker.ProjectModeratorEdit) (tracker.ProjectModerator, error) {
			return s.app.EditProjectModerator(ctx, c.Request, in)
		})
	handle(s, operation{id: "removeProjectModerator", method: http.MethodDelete, path: "/project/moderator", tag: tag, summary: "Remove a moderator"},
		func(ctx context.Context, c call, in projectItem) (none, error) {
			return none{}, s.app.RemoveProjectModerator(ctx, c.Request, in.ProjectItem)
		})
}

func (s *server) projectProductOperations(tag string) {
	handle(s, operation{id: "attachProduct", method: http.MethodPost, path: "/project/product", tag: tag, summary: "Attach a product", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.ProjectProductInput) (tracker.ProjectProduct, error) {
			return s.app.AttachProduct(ctx, c.Request, in)
		})
	handle(s, operation{id: "editProjectProduct", method: http.MethodPut, path: "/project/product", tag: tag, summary: "Edit an attached product"},
		func(ctx context.Context, c call, in tracker.ProjectProductEdit) (tracker.ProjectProduct, error) {
			return s.app.EditProjectProduct(ctx, c.Request, in)
		})
	handle(s, operation{id: "detachProduct", method: http.MethodDelete, path: "/project/product", tag: tag, summary: "Detach a product"},
		func(ctx context.Context, c call, in projectItem) (none, error) {
			return none{}, s.app.DetachProduct(ctx, c.Request, in.ProjectItem)
		})
	handle(s, operation{id: "restoreProjectProduct", method: http.MethodPut, path: "/project/product/restore", tag: tag, summary: "Attach a detached product again"},
		func(ctx context.Context, c call, in idInput) (tracker.RestoreResult, error) {
			return s.app.RestoreProjectProduct(ctx, c.Request, in.ID)
		})
}

func (s *server) projectSubscriptionOperations(tag string) {
	handle(s, operation{id: "attachSubscription", method: http.MethodPost, path: "/project/subscription", tag: tag, summary: "Attach a subscription", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.ProjectSubscriptionInput) (tracker.ProjectSubscription, error) {
			return s.app.AttachSubscription(ctx, c.Request, in)
		})
	handle(s, operation{id: "editProjectSubscription", method: http.MethodPut, path: "/project/subscription", tag: tag, summary: "Edit an attached subscription"},
		func(ctx context.Context, c call, in tracker.ProjectSubscriptionEdit) (tracker.ProjectSubscription, error) {
			return s.app.EditProjectSubscription(ctx, c.Request, in)
		})
	handle(s, operation{id: "cancelProjectSubscription", method: http.MethodPut, path: "/project/subscription/cancel", tag: tag, summary: "Cancel an attached subscription"},
		func(ctx context.Context, c call, in tracker.CancelInput) (tracker.ProjectSubscription, error) {
			return s.app.CancelProjectSubscription(ctx, c.Request, in)
		})
	handle(s, operation{id: "detachSubscription", method: http.MethodDelete, path: "/project/subscription", tag: tag, summary: "Detach a subscription"},
		func(ctx context.Context, c call, in projectItem) (none, error) {
			return none{}, s.app.DetachSubscription(ctx, c.Request, in.ProjectItem)
		})
	handle(s, operation{id: "restoreProjectSubscription", method: http.MethodPut, path: "/project/subscription/restore", tag: tag, summary: "Attach a detached subscription again"},
		func(ctx context.Context, c call, in idInput) (tracker.RestoreResult, error) {
			return s.app.RestoreProjectSubscription(ctx, c.Request, in.ID)
		})
}

func projectFilter(c call) (f tracker.ProjectFilter, err error) {
	f.CompanyID = c.params.Get("CompanyId")
	if sent := c.params.Get("ProductStatus"); sent != "" {
		number, err := parseEnum("ProductStatus", sent, tracker.InProgress.Keys())
		if err != nil {
			return f, err
		}
		status := tracker.ProductStatus(number)
		f.ProductStatus = &status
	}
	if sent := c.params.Get("EndingWeek"); sent != "" {
		day, err := time.Parse(time.DateOnly, sent)
		if err != nil {
			return f, badQuery("EndingWeek", "must be a day such as 2006-01-02.")
		}
		f.EndingWeek = &day
	}
	f.EndingSoon, err = parseFlag(c.params, "EndingSoon")
	return f, err
}

func (s *server) projectsCSV(c call, filter tracker.ProjectFilter) csvFile {
	return csvFile{
		name:   "projects",
		header: []string{"Id", "Name", "Company Id", "Company", "Created At", "Removed At"},
		each: func(row func(...string) error) error {
			return s.app.EachProject(c.r.Context(), c.Caller, c.List, filter, func(p tracker.Project) error {
				return row(p.ID, p.Name, p.CompanyID, p.CompanyName, csvTime(&p.CreatedAt), csvTime(p.RemovedAt))
			})
		},
	}
}
