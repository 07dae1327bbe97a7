package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectBulk() bulkKind {
	return bulkKind{action: (*bulking).moderatorAction, imports: &imports{nameField: "name", isOpen: true, find: (*comparison).findProjects, load: (*work).loadProjects,
		record: (*comparison).project, match: (*work).matchProjects, apply: (*mutation).importProject}}
}

func (w *work) matchProjects(ctx context.Context, _ *kind, companies, names []string) (map[string]store.Match, error) {
	return w.MatchProjects(ctx, w.caller.visible(), companies, names)
}

func (c *comparison) findProjects(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	if err := c.findOwners(ctx, rows); err != nil {
		return err
	}
	rows = withoutID(rows)
	found, err := c.MatchProjects(ctx, c.caller.visible(), textsOf(rows, "companyId"), textsOf(rows, "name"))
	for _, r := range rows {
		if company, name := r.text("companyId"), r.text("name"); company != "" && name != "" {
			key := store.MatchKey(company, name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func (m *mutation) importProject(ctx context.Context, _ *kind, row store.ImportRow) (change, error) {
	var in tracker.ProjectInput
	if err := tracker.Imported(row.Input, &in); err != nil {
		return unchanged, err
	}
	if row.ID != nil {
		return only(m.editProject(ctx, *row.ID, tracker.Some(row.Version), apply(tracker.Validate(&in.ProjectFields), in.Apply)))
	}
	if err := tracker.Validate(&in); err != nil {
		return unchanged, err
	}
	_, _, ch, err := m.newProject(ctx, newID(), in)
	return ch, err
}

// project is the project that a row edits, if the caller may see it. Its company can not be changed.
func (c *comparison) project(r *compared) (storedRecord, error) {
	of, found := c.loaded.projects[*r.ID]
	if _, err := c.caller.may(of, tracker.See, nil); !found || err != nil {
		return storedRecord{}, tracker.ErrNotFound
	}
	return storedRecord{of.Name, of.Version, of.Project}, r.fixed("companyId", of.CompanyID, "companyName", of.CompanyName)
}
