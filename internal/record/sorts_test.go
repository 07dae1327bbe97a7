package record_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// sortedLists has the sorts of every list that has more than one.
var sortedLists = map[string][]string{"/company": tracker.CompanySorts, "/project": tracker.ProjectSorts, "/product": tracker.CatalogueSorts, "/subscription": tracker.CatalogueSorts,
	"/UserManagement": tracker.UserSorts, "/project/product": tracker.ProjectProductSorts, "/project/subscription": tracker.SubscriptionSorts}

// compareBy compares two elements of a list by one sort. No value is later than every other, and a hidden margin is last in both directions.
func compareBy(list, sort string, descending bool, a, b object) int {
	value := func(o object) any {
		if figures, ok := o["figures"].(object); ok && slices.Contains(tracker.FigureSorts, sort) {
			return figures[sort]
		}
		if inner, ok := o[strings.TrimPrefix(list, "/project/")].(object); ok && sort == "name" {
			return inner["name"]
		}
		return o[sort]
	}
	one, two := value(a), value(b)
	order := 0
	switch {
	case one == nil && two == nil:
	case one == nil || two == nil:
		if order = -1; one == nil {
			order = 1
		}
		if sort == "margin" {
			return order
		}
	default:
		if x, ok := one.(float64); ok {
			order = cmp.Compare(x, two.(float64))
		} else {
			order = cmp.Compare(strings.ToLower(one.(string)), strings.ToLower(two.(string)))
		}
	}
	if descending {
		return -order
	}
	return order
}

// Rows with equal values of one sort are sorted by the next, each in its direction, on every page and in the export.
func TestSeveralSorts(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := newFigureWorld(api, 3)
		for i := range 6 { // equal names, some at equal times
			company := w.AddCompany(fmt.Sprint("Company ", i%2))
			w.AddModerator(company, "manager@example.com", []tracker.Role{tracker.RoleManager, tracker.RoleSupport}[i%2])
			project := w.Made("/project", object{"companyId": company, "name": fmt.Sprint("Project ", i%2)})
			w.projects = append(w.projects, project)
			w.Made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("Printer ", i%3), "status": 0})
			w.Made("/subscription", object{"categoryName": "Hosting", "name": fmt.Sprint("Server ", i%3), "status": 0, "cost": 1})
			w.Made("/project/product", object{"projectId": project, "productId": w.Product, "price": 20 + i%3, "cost": 30, "status": i % 2})
			if api.AddUser(fmt.Sprintf("u%d@example.com", i), fmt.Sprint("User ", i%2), false); i%3 == 0 {
				api.Clock.Advance(1e9)
			}
		}
		for range 6 {
			w.attach()
		}
		for i, caller := range []string{apitest.AdminEmail, "manager@example.com"} {
			c := api.SignIn(caller)
			for list, sorts := range sortedLists {
				if list == "/UserManagement" && caller != apitest.AdminEmail {
					continue
				}
				for k, query := range severalSorts(sorts) {
					if api.Tries(i, k) {
						checkSorts(c, list, query)
					}
				}
			}
		}
	})
}

type sortQuery struct {
	names       []string
	descendings []bool
}

// severalSorts are all pairs of sorts in some directions, and some triples.
func severalSorts(sorts []string) (list []sortQuery) {
	for i, one := range sorts {
		for k, two := range sorts {
			if i == k {
				continue
			}
			list = append(list, sortQuery{[]string{one, two}, []bool{(i+k)%2 == 0, i%2 == 0}})
			if third := sorts[(k+1)%len(sorts)]; third != one && third != two {
				list = append(list, sortQuery{[]string{one, two, third}, []bool{k%2 == 0, i%2 == 0, (i+k)%3 == 0}})
			}
		}
	}
	return list
}

func checkSorts(c *apitest.Client, list string, sorts sortQuery) {
	t := c.API.T
	t.Helper()
	flags := strings.Trim(strings.Join(strings.Fields(fmt.Sprint(sorts.descendings)), ","), "[]")
	query := "SortBy=" + strings.Join(sorts.names, ",") + "&SortDescending=" + flags
	include := ""
	if list == "/company" || list == "/project" {
		include = "&Include=figures"
	}
	var all, paged []object
	c.Get(list + "?PageSize=200&" + query + include).Status(200).Into(&all)
	for page := 1; len(paged) < len(all) && page < 20; page++ {
		var rows []object
		c.Get(fmt.Sprintf("%s?PageSize=4&PageNumber=%d&%s%s", list, page, query, include)).Status(200).Into(&rows)
		paged = append(paged, rows...)
	}
	id := "id"
	if list == "/UserManagement" {
		id = "email"
	}
	ids := func(rows []object) (ids []string) {
		for _, row := range rows {
			ids = append(ids, row[id].(string))
		}
		return ids
	}
	inOrder := func(a, b object) int {
		for i, name := range sorts.names {
			if order := compareBy(list, name, sorts.descendings[i], a, b); order != 0 {
				return order
			}
		}
		return 0
	}
	if len(all) < 4 || !slices.IsSortedFunc(all, inOrder) || !slices.Equal(ids(all), ids(paged)) {
		t.Fatalf("%s?%s: %d rows, in order: %v, on pages\n%v, want\n%v", list, query, len(all), slices.IsSortedFunc(all, inOrder), ids(paged), ids(all))
	}
	var exported []string
	for _, line := range c.Get(list + "/export?" + query + "&Columns=" + id).Lines()[1:] {
		exported = append(exported, line[0])
	}
	if !slices.Equal(exported, ids(all)) {
		t.Fatalf("%s/export?%s: %v, want %v", list, query, exported, ids(all))
	}
}

// Sorts that make no sense are refused, and one direction holds for all.
func TestSortsAreChecked(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := newFigureWorld(api, 4)
		c := w.Client
		for query, want := range map[string][2]string{
			"SortBy=name,cost":                                     {"SortBy", "Sort By must be one of provided options."},
			"SortBy=name,":                                         {"SortBy", "Sort By must be one of provided options."},
			"SortBy=,name":                                         {"SortBy", "Sort By must be one of provided options."},
			"SortBy=name,name":                                     {"SortBy", "Sort By must not name the same twice."},
			"SortBy=name,createdAt,name":                           {"SortBy", "Sort By must not name the same twice."},
			"SortBy=name,a,b,c":                                    {"SortBy", "Sort By must name at most three."},
			"SortDescending=true,false":                            {"SortDescending", "Sort Descending must have one value, or one for each of Sort By."},
			"SortDescending=maybe":                                 {"SortDescending", "Sort Descending must be true or false."},
			"SortBy=name&SortDescending=,":                         {"SortDescending", "Sort Descending must have one value, or one for each of Sort By."},
			"SortBy=name,createdAt&SortDescending=true,":           {"SortDescending", "Sort Descending must have one value, or one for each of Sort By."},
			"SortBy=name,createdAt&SortDescending=true,no":         {"SortDescending", "Sort Descending must be true or false."},
			"SortBy=name,createdAt&SortDescending=true,true,false": {"SortDescending", "Sort Descending must have one value, or one for each of Sort By."},
		} {
			for _, path := range []string{"/company?", "/company/export?"} {
				c.Get(path+query).FieldError(want[0], want[1])
			}
		}
		for _, same := range [][2]string{{"SortBy=name,createdAt&SortDescending=true", "SortBy=name,createdAt&SortDescending=true,true"}, {"SortBy=margin,name", "SortBy=margin,name&SortDescending=false,false"}} {
			if one, two := c.Get("/company?"+same[0]).Status(200).Body.String(), c.Get("/company?"+same[1]).Status(200).Body.String(); one != two {
				t.Errorf("%s: %s, want %s", same[0], one, two)
			}
		}
	})
}
