package batch

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func projectBulk() bulkKind {
	return bulkKind{action: (*bulking).moderatorAction, edit: editByRow, imports: &imports{nameField: "name", isOpen: true,
		find: (*comparison).findProjects, load: record.LoadProjects,
		record: (*comparison).project, match: matchProjects, apply: importProject}}
}

func matchProjects(ctx context.Context, w *change.Work, _ *change.Kind, companies, names []string) (map[string]store.Match, error) {
	return w.MatchProjects(ctx, w.Caller.Visible(), companies, names)
}

func (c *comparison) findProjects(ctx context.Context, rows []*compared) error {
	rows = withoutID(rows)
	if err := c.findOwners(ctx, rows); err != nil {
		return err
	}
	rows = withoutID(rows)
	found, err := c.MatchProjects(ctx, c.Caller.Visible(), textsOf(rows, "companyId"), textsOf(rows, "name"))
	for _, r := range rows {
		if company, name := r.text("companyId"), r.text("name"); company != "" && name != "" {
			key := store.MatchKey(company, name)
			r.take(key, found[key], "name")
		}
	}
	return err
}

func importProject(ctx context.Context, m *change.Mutation, _ *change.Kind, row store.ImportRow) (change.Change, error) {
	var in tracker.ProjectInput
	if err := tracker.Imported(row.Input, &in); err != nil {
		return change.Unchanged, err
	}
	if row.ID != nil {
		return change.Only(record.DecideProject(ctx, m, *row.ID, tracker.Some(row.Version),
			record.ApplyWithOwn(ctx, tracker.EntityProject, in.Own, tracker.Validate(&in.ProjectFields), in.Apply, record.OwnOfProject)))
	}
	if err := tracker.Validate(&in); err != nil {
		return change.Unchanged, err
	}
	_, _, ch, err := record.NewProject(ctx, m, change.NewID(), in)
	return ch, err
}

// project is the project that a row edits, if the caller may see it. Its company can not be changed.
func (c *comparison) project(r *compared) (storedRecord, error) {
	of, found := c.Loaded.Projects[*r.ID]
	access, err := record.May(c.Caller, of, tracker.See, nil)
	if !found || err != nil {
		return storedRecord{}, tracker.ErrNotFound
	}
	of.Own = of.Own.Seen(access)
	return storedRecord{of.Name, of.Version, of.Project}, r.fixed("companyId", of.CompanyID, "companyName", of.CompanyName)
}
