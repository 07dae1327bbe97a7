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
	list, total, err := f.Projects(f.Context(), Visible{All: true},
		ProjectQuery{ListQuery: tracker.ListQuery{Search: term, PageNumber: 1, PageSize: 200, Removed: tracker.RemovedInclude}})
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
			f.raw(`INSERT INTO project (id, company_id, name, name_key, search_text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, 1, 1)`,
				project, id, project, searchKey(project), searchText(&project))
		}
		f.raw(`INSERT INTO tally (name, shard, n) VALUES ('company', 0, 2), ('project', 0, 2)`)
		f.ok(f.Migrate(t.Context()))
		is(t, "by the company", f.projectsFound("östl"), "Pc1")
		is(t, "by the name", f.projectsFound("pc2"), "Pc2")
		is(t, "across both", f.projectsFound("pc1ö"), "")
		is(t, "by a word of each", f.projectsFound("pc1 östl"), "Pc1")
		f.ok(f.Migrate(t.Context()))
		if d, ok := f.dialect.(*sqliteDialect); ok {
			f.indexed(d)
		}
	})
}

// written counts the rows of all tables that a transaction writes, by triggers or by itself.
func (f *fixture) written(write func(tx *Tx) error) int {
	f.Helper()
	before := f.count("written")
	f.write(write)
	return f.count("written") - before
}

func (f *fixture) countWrites() {
	f.Helper()
	f.raw("CREATE TABLE written (n INTEGER)")
	for _, table := range []string{"company", "project", "project_product", "project_subscription", "catalogue_item", "users", "notification", "tally", "kept_sum"} {
		for _, event := range []string{"INSERT", "UPDATE", "DELETE"} {
			f.raw(f.dialect.trigger("spy_"+table+"_"+event, "AFTER "+event+" ON "+table, "(TRUE)", "INSERT INTO written VALUES (1);\n"))
		}
	}
}

// A name is written where it belongs, however many records are below it.
func TestARenameWritesNoOtherRecord(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		f.countWrites()
		item := f.addItems(tracker.Products, 1)[0]
		for _, projects := range []int{1, 20} {
			company := f.addCompany("Northwind")
			for range projects {
				project := f.addProject(company.ID, "Harbour")
				f.write(func(tx *Tx) error {
					return tx.InsertProjectProduct(t.Context(), tracker.ProjectProduct{ID: newID(), ProjectID: project, ProductID: item, Cost: ptr(tracker.Money(1)), CreatedAt: f.now}, "x")
				})
			}
			renamed := company
			renamed.Name = "Southwind"
			is(t, fmt.Sprint("rows of a company with projects: ", projects), f.written(func(tx *Tx) error { return tx.UpdateCompany(t.Context(), company, renamed, "x", f.now) }), 2) // and the order of its list
			is(t, "found", len(strings.Fields(f.projectsFound("southw"))), projects)
			f.raw("DELETE FROM project_product")
			f.raw("DELETE FROM project")
		}
	})
}
