package store_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// A list that is sorted by one of the sorts it offers, or narrowed by one of its filters, is read by an index: neither are
// its rows sorted anew, nor is a whole table read for a page.
func TestEverySortAndFilterHasAnIndex(t *testing.T) {
	s, dir, now := demoStore(t)
	noted := noteReads(t, s, dir)
	page := func(sort string, descending bool) tracker.ListQuery {
		return tracker.ListQuery{SortBy: sort, SortDescending: descending, Removed: tracker.RemovedInclude, PageNumber: 1, PageSize: 5}
	}
	all, yes := store.Visible{All: true, Now: now}, true
	check := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, read := range noted.sinceLast() {
			for _, step := range noted.planOf(t, read) {
				isScan := strings.HasPrefix(step, "SCAN ") && !strings.Contains(step, "USING") && !strings.Contains(step, "VIRTUAL") &&
					!strings.HasSuffix(step, "CONSTANT ROW") && !strings.Contains(step, "json_each")
				if strings.Contains(step, "TEMP B-TREE FOR ORDER BY") || isScan {
					t.Errorf("%s: %s in\n%s", what, step, read.text)
				}
			}
		}
	}
	for _, descending := range []bool{false, true} {
		for _, sort := range withoutFigures(tracker.CompanySorts) {
			_, _, err := s.Companies(t.Context(), all, store.CompanyQuery{ListQuery: page(sort, descending)})
			check("companies by "+sort, err)
		}
		for _, sort := range withoutFigures(tracker.ProjectSorts) {
			_, _, err := s.Projects(t.Context(), all, store.ProjectQuery{ListQuery: page(sort, descending)})
			check("projects by "+sort, err)
		}
		for _, kind := range []tracker.CatalogueKind{tracker.Products, tracker.Subscriptions} {
			for _, sort := range tracker.CatalogueSorts {
				_, _, err := s.Items(t.Context(), store.ItemQuery{ListQuery: page(sort, descending), Kind: kind})
				check(string(kind)+"s by "+sort, err)
			}
		}
		for _, sort := range withoutFigures(tracker.SubscriptionSorts) {
			q := store.SubscriptionQuery{ProjectItemQuery: store.ProjectItemQuery{ListQuery: page(sort, descending)}, Now: now}
			_, _, err := s.ListedSubscriptions(t.Context(), all, q.Long())
			check("subscriptions of projects by "+sort, err)
		}
		for _, sort := range tracker.UserSorts {
			_, _, err := s.Users(t.Context(), page(sort, descending), tracker.UserFilter{})
			check("users by "+sort, err)
		}
	}
	delivered, offered, some := tracker.ProductStatus(2), tracker.Availability(0), tracker.Money(100)
	for what, q := range map[string]store.ProjectQuery{
		"projects of a company":             {CompanyID: "a"},
		"projects with a delivered product": {ProductStatus: &delivered},
		"projects that somebody answers":    {HasResponsible: &yes},
	} {
		q.ListQuery = page("name", false)
		_, _, err := s.Projects(t.Context(), all, q)
		check(what, err)
	}
	for what, q := range map[string]store.ItemQuery{
		"items of a category":     {CategoryID: "a"},
		"items that are offered":  {Status: &offered},
		"items that cost so much": {Cost: tracker.MoneyRange{From: &some}},
	} {
		q.ListQuery, q.Kind = page("name", false), tracker.Products
		_, _, err := s.Items(t.Context(), q)
		check(what, err)
	}
	for what, q := range map[string]store.SubscriptionQuery{
		"subscriptions of a company":  {ProjectItemQuery: store.ProjectItemQuery{ProjectItemFilter: tracker.ProjectItemFilter{CompanyID: "a"}}},
		"subscriptions of a project":  {ProjectItemQuery: store.ProjectItemQuery{ProjectItemFilter: tracker.ProjectItemFilter{ProjectID: "a"}}},
		"subscriptions of an item":    {ProjectItemQuery: store.ProjectItemQuery{ProjectItemFilter: tracker.ProjectItemFilter{ItemID: "a"}}},
		"subscriptions that end soon": {SubscriptionFilter: tracker.SubscriptionFilter{EndFrom: &now, EndTo: &now}},
		"subscriptions that lose":     {SubscriptionFilter: tracker.SubscriptionFilter{Losing: true}},
	} {
		q.ListQuery, q.Now = page("endAt", false), now
		_, _, err := s.ListedSubscriptions(t.Context(), all, q.Long())
		check(what, err)
	}
	for index, q := range map[string]store.CompanyQuery{"company_has_details": {HasDetails: &yes}, "company_has_support_email": {HasSupportEmail: &yes}} {
		q.ListQuery = page("name", false)
		_, _, err := s.Companies(t.Context(), all, q)
		if !slices.ContainsFunc(noted.reads, func(read noteOfRead) bool { return strings.Contains(strings.Join(noted.planOf(t, read), "\n"), index) }) {
			t.Errorf("no statement uses %s", index)
		}
		check("companies by "+index, err)
	}
}

// Who is told of a change is found by the roles and by the index of administrators: it is asked for in the transaction of a write, and
// an installation may have a hundred thousand users.
func TestWhoIsToldIsFoundWithoutReadingAllUsers(t *testing.T) {
	s, dir, _ := demoStore(t)
	noted := noteReads(t, s, dir)
	roles := []tracker.Role{tracker.RoleOwner, tracker.RoleManager}
	_, told := s.Recipients(t.Context(), tracker.Project{ID: "a", CompanyID: "b"}, roles)
	_, live := s.Viewers(t.Context(), store.Audience{CompanyID: "b", ProjectID: "a", UserID: "c", Roles: roles, Clients: true}, []string{"d"})
	_, admins := s.Administrators(t.Context())
	if err := errors.Join(told, live, admins); err != nil {
		t.Fatal(err)
	}
	reads := noted.sinceLast()
	if len(reads) != 3 {
		t.Errorf("%d statements", len(reads))
	}
	for _, read := range reads {
		for _, step := range noted.planOf(t, read) {
			if strings.HasPrefix(step, "SCAN ") && !strings.Contains(step, "users_admin") && !strings.HasSuffix(step, "CONSTANT ROW") && !strings.Contains(step, "VIRTUAL") {
				t.Errorf("%s in\n%s", step, read.text)
			}
		}
	}
}

// withoutFigures leaves out the sorts by money, which are merged from a few short parts and have tests of their own.
func withoutFigures(sorts []string) []string {
	return slices.DeleteFunc(slices.Clone(sorts), func(sort string) bool { return slices.Contains(tracker.FigureSorts, sort) })
}

// notedReads are the statements by which a store reads, and the file that it reads.
type notedReads struct {
	reads []noteOfRead
	file  *sql.DB
}

type noteOfRead struct {
	text string
	args []any
}

func noteReads(t *testing.T, s *store.Store, dir string) *notedReads {
	t.Helper()
	file, err := sql.Open("sqlite", store.SQLiteURI(filepath.Join(dir, store.SQLiteFile))+"?_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	n := &notedReads{file: file}
	s.ObserveReads(func(text string, args []any, answer store.Rows) store.Rows {
		n.reads = append(n.reads, noteOfRead{text, args})
		return answer
	})
	return n
}

// sinceLast returns the statements since the last call.
func (n *notedReads) sinceLast() []noteOfRead {
	reads := n.reads
	n.reads = nil
	return reads
}

// planOf is how SQLite runs a statement.
func (n *notedReads) planOf(t *testing.T, read noteOfRead) (steps []string) {
	t.Helper()
	rows, err := n.file.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+read.text, read.args...)
	if err != nil {
		t.Fatalf("%v in\n%s", err, read.text)
	}
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	return steps
}
