package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectKind() change.Kind {
	return change.Kind{
		Name: tracker.EntityProject, Hearers: hearersOfProject,
		MayUndo: mayUndoProject, UndoEdit: undoProject, Rule: store.ProjectRemoval, Removable: removableProject,
		Load: LoadProjects, SetOwn: setOwnOfProject,
	}
}

func hearersOfProject(c store.Change) store.Audience {
	return store.Audience{ProjectID: c.EntityID, Roles: tracker.RolesThatMay(tracker.See)}
}

func mayUndoProject(_ change.Caller, _ store.ListedChange, d change.Differences, access tracker.Access) error {
	return access.Require(append(d.Needs(), tracker.EditCompany)...)
}

// undoProject restores fields of a project.
func undoProject(ctx context.Context, u *change.Undoing, m *change.Mutation, logged store.ListedChange, d change.Differences) (change.Change, error) {
	return change.Only(DecideProject(ctx, m, logged.EntityID, tracker.Opt[int]{}, func(_ *change.Mutation, p *tracker.Project) error {
		_, err := u.Restore(logged, d, *p, p)
		return err
	}))
}

// LoadProjects reads projects, and the companies of new ones.
func LoadProjects(ctx context.Context, w *change.Work, _ *change.Kind, keys []change.RowKeys) (err error) {
	var companies []string
	for _, k := range keys {
		if k.ID == "" && k.CompanyID != "" {
			companies = append(companies, k.CompanyID)
		}
	}
	if w.Loaded.Projects, err = w.ProjectsForUser(ctx, change.IdsOf(keys), w.Caller.User.ID); err != nil {
		return err
	}
	w.Loaded.Companies, err = w.CompaniesForUser(ctx, companies, w.Caller.User.ID)
	return err
}
