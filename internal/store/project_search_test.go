package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

func (f *fixture) projectsFound(term string) string {
	f.Helper()
	list, total, err := f.Projects(f.Context(), Visible{All: true}, ProjectQuery{ListQuery: tracker.ListQuery{Search: term, PageNumber: 1, PageSize: 200, Removed: tracker.RemovedInclude}})
	f.ok(err)
	is(f.T, "total of "+term, total, len(list))
	var names []string
	for _, p := range list {
		names = append(names, p.Name)
	}
	return strings.Join(names, " ")
}

// Projects that a bulk load adds are found by their company like all others.
func TestLoadedProjectsAreFoundByTheirCompany(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		c := f.addCompany("Northwind")
		var projects []LoadedProject
		for i := range loadRows {
			projects = append(projects, LoadedProject{tracker.Project{ID: newID(), CompanyID: c.ID, CompanyName: c.Name, Name: fmt.Sprint("P", i), CreatedAt: f.now}, true})
		}
		f.write(func(tx *Tx) error {
			f.ok(tx.LoadProjects(t.Context(), projects, "x"))
			return tx.Recount(t.Context(), tracker.ResponsibleRoles())
		})
		is(t, "projects of Northwind", len(strings.Fields(f.projectsFound("NORTHW"))), loadRows)
	})
}

// Projects that were there before the search knew of companies are found by them too.
func TestMigrationFindsProjectsByTheirCompany(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		f := &fixture{T: t, Store: open(t, where), now: time.Now()}
		f.ok(f.MigrateTo(t.Context(), 20))
		for id, name := range map[string]string{"c1": "Östlich", "c2": "Western"} {
			f.raw(`INSERT INTO company (id, name, name_key, search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, 1, 1)`, id, name, searchKey(name), searchText(&name))
			project := "P" + id
			f.raw(`INSERT INTO project (id, company_id, name, name_key, search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 1, 1)`, project, id, project, searchKey(project), searchText(&project))
		}
		f.raw(`INSERT INTO tally (name, shard, n) VALUES ('company', 0, 2), ('project', 0, 2)`)
		f.ok(f.Migrate(t.Context()))
		is(t, "by the company", f.projectsFound("östl"), "Pc1")
		is(t, "by the name", f.projectsFound("pc2"), "Pc2")
		is(t, "across both", f.projectsFound("pc1ö"), "")
	})
}

// When a company is renamed, a trigger writes the search text of its projects: the same text as projectSearchText.
func TestRenameWritesTheWholeSearchText(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		c, p := f.addCompany("Northwind"), filled[tracker.Project](f)
		p.CompanyID = c.ID
		f.write(func(tx *Tx) error {
			f.ok(tx.InsertProject(t.Context(), p, "by"))
			renamed := c
			renamed.Name = "Southwind"
			return tx.UpdateCompany(t.Context(), c, renamed, "by", f.now)
		})
		p.CompanyName = "Southwind"
		is(t, "search text", *f.cell("project", "search_text"), projectSearchText(p))
	})
}

// A rename looks at the projects of that company and at no others.
func TestRenameReadsNoWholeTable(t *testing.T) {
	f, d := newSQLiteFixture(t)
	var trigger string
	f.ok(d.writer.DB().QueryRowContext(t.Context(), "SELECT sql FROM sqlite_schema WHERE name = 'company_renamed'").Scan(&trigger))
	_, update, _ := strings.Cut(trigger, "BEGIN")
	update, _, _ = strings.Cut(update, ";")
	plan, err := d.writer.DB().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+strings.NewReplacer("new.name_key", "'x'", "new.id", "'x'").Replace(update))
	f.ok(err)
	defer plan.Close()
	steps := 0
	for plan.Next() {
		var id, parent, unused int
		var what string
		f.ok(plan.Scan(&id, &parent, &unused, &what))
		if steps++; !strings.Contains(what, "INDEX project_company (company_id=?)") {
			t.Error(what)
		}
	}
	f.ok(plan.Err())
	is(t, "steps", steps, 1)
}
