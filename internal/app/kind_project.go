package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectKind() kind {
	return kind{
		name: tracker.EntityProject, hearers: hearersOfProject,
		mayUndo: mayUndoProject, undoEdit: (*undoing).project, rule: store.ProjectRemoval, removable: (*mutation).removableProject,
		load: (*work).loadProjects,
	}
}

func hearersOfProject(c store.Change) store.Audience {
	return store.Audience{ProjectID: c.EntityID, Roles: tracker.RolesThatMay(tracker.See)}
}

func mayUndoProject(_ Caller, _ store.ListedChange, d differences, access tracker.Access) error {
	return access.Require(append(d.needs(), tracker.EditCompany)...)
}

// project restores fields of a project.
func (u *undoing) project(ctx context.Context, m *mutation, logged store.ListedChange, d differences) (change, error) {
	return only(m.editProject(ctx, logged.EntityID, tracker.Opt[int]{}, func(_ *mutation, p *tracker.Project) error {
		_, err := u.restore(logged, d, *p, p)
		return err
	}))
}

// loadProjects reads projects, and the companies of new ones.
func (w *work) loadProjects(ctx context.Context, _ *kind, keys []rowKeys) (err error) {
	var companies []string
	for _, k := range keys {
		if k.ID == "" && k.CompanyID != "" {
			companies = append(companies, k.CompanyID)
		}
	}
	if w.loaded.projects, err = w.ProjectsForUser(ctx, idsOf(keys), w.caller.User.ID); err != nil {
		return err
	}
	w.loaded.companies, err = w.CompaniesForUser(ctx, companies, w.caller.User.ID)
	return err
}
