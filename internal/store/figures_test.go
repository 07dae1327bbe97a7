package store

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// planOf is how SQLite runs a statement.
func (f *fixture) planOf(d *sqliteDialect, statement string, args []any) string {
	f.Helper()
	rows, err := d.writer.DB().QueryContext(f.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
	f.ok(err)
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var step string
		f.ok(rows.Scan(&id, &parent, &unused, &step))
		plan.WriteString(step + "\n")
	}
	f.ok(rows.Err())
	return plan.String()
}

// Figures read the few subscriptions that time alone has started or ended by their indexes, and nobody walks through the rest.
func TestFiguresReadFewSubscriptions(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		d, isSQLite := f.dialect.(*sqliteDialect)
		if !isSQLite {
			return // its plans depend on the data
		}
		for _, table := range []figureTable{companyFigures, projectFigures} {
			by := &filter{}
			with := table.fresh(by, f.now)
			plan := f.planOf(d, with+" SELECT fresh.running FROM "+table.name+" LEFT JOIN fresh ON fresh.id = "+table.name+".id", by.args)
			if strings.Contains(plan, "SCAN a\n") || strings.Contains(plan, "SCAN a ") || strings.Contains(plan, "SCAN p ") || !strings.Contains(plan, "SEARCH fresh USING AUTOMATIC") {
				t.Errorf("%s:\n%s", table.name, plan)
			}
		}
	})
}

// A page of a long list with several sorts is found by the index of the first one: only rows with equal values are sorted.
func TestSeveralSortsWalkAlongAnIndex(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		d, isSQLite := f.dialect.(*sqliteDialect)
		if !isSQLite {
			return // its plans depend on the data
		}
		check := func(what, statement string, args []any) {
			t.Helper()
			if plan := f.planOf(d, statement+" LIMIT $"+strconv.Itoa(len(args)+1), append(slices.Clone(args), 25)); strings.Contains(plan, "FOR ORDER BY") ||
				!strings.Contains(plan, "TEMP B-TREE FOR LAST") {
				t.Errorf("%s:\n%s", what, plan)
			}
		}
		pairs := func(sorts []string, each func(lq tracker.ListQuery, what string)) {
			for _, one := range sorts {
				for _, two := range sorts {
					if one != two {
						each(tracker.ListQuery{PageNumber: 1, PageSize: 25, SortBy: one, Then: []tracker.Sort{{By: two, Descending: true}}}, one+", "+two)
					}
				}
			}
		}
		pairs([]string{"name", "createdAt"}, func(lq tracker.ListQuery, what string) {
			companies, projects := companyFilter(f.dialect, everything, CompanyQuery{ListQuery: lq}), projectFilter(f.dialect, everything, ProjectQuery{ListQuery: lq})
			check("companies by "+what, companyList.selects+companies.where()+companyList.by(lq), companies.args)
			check("projects by "+what, projectList.selects+projects.where()+projectList.by(lq), projects.args)
		})
		pairs([]string{"endAt", "startAt", "name", "companyName", "projectName", "price"}, func(lq tracker.ListQuery, what string) { // the others have parts
			l := newSubscriptionList(everything, SubscriptionQuery{ProjectItemQuery: ProjectItemQuery{ListQuery: lq}, Now: f.now})
			rows := l.query(planWalk, lq)
			check("subscriptions by "+what, rows.text(), l.args)
		})
		pairs(tracker.ProjectProductSorts, func(lq tracker.ListQuery, what string) {
			l := newProductList(everything, ProductQuery{ProjectItemQuery: ProjectItemQuery{ListQuery: lq}})
			rows := l.query(planWalk, lq)
			check("products by "+what, rows.text(), l.args)
		})
	})
}
