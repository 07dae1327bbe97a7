package httpapi_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// tablePermissions maps the permissions of tracker to those of this test.
var tablePermissions = map[tracker.Permission]apitest.Permission{
	tracker.See: apitest.See, tracker.SeeCost: apitest.SeeCost, tracker.EditCompany: apitest.Manage, tracker.ManageModerators: apitest.Moderate, tracker.AttachItems: apitest.Attach,
	tracker.EditSubscriptions: apitest.ChangeSub, tracker.SetProductStatus: apitest.SetStatus, tracker.BeNotified: apitest.BeNotified, tracker.ReadCatalogues: apitest.ReadCatalogues,
}

// Every answer follows the table of permissions: after a change of any one cell, people with
// that role get the answers that the changed table says. The test changes the table of the
// program itself, so nothing runs in parallel.
func TestEveryAnswerFollowsTheTable(t *testing.T) {
	for name, open := range apitest.OpenersInFull() {
		t.Run(name, func(t *testing.T) {
			w := apitest.NewWorld(apitest.New(t, open(t)))
			for _, p := range tracker.Permissions() {
				row, known := tablePermissions[p]
				if !known {
					t.Fatalf("permission %d has no row in this test", p)
				}
				for number, role := range apitest.RoleNames {
					if !w.API.Samples(int(p), number) {
						continue
					}
					t.Run(string(row)+" of "+role, func(t *testing.T) {
						t.Cleanup(tracker.FlipForTest(tracker.Role(number), p))
						t.Cleanup(flip(row, role))
						followTable(worldOf(w, t), role)
					})
				}
			}
		})
	}
}

// flip changes the expected table like tracker.FlipForTest changes the real one.
func flip(p apitest.Permission, role string) (undo func()) {
	before := apitest.Holders[p]
	if apitest.Holders[p] = strings.ReplaceAll(before, role, ""); apitest.Holders[p] == before {
		apitest.Holders[p] += " " + role
	}
	return func() { apitest.Holders[p] = before }
}

// worldOf makes failures those of a subtest.
func worldOf(w *apitest.World, t *testing.T) *apitest.World {
	before := w.API.T
	t.Cleanup(func() { w.API.T = before })
	w.API.T = t
	return w
}

// followTable makes the callers with a role on the own company, or on only the own project, call every operation.
func followTable(w *apitest.World, role string) {
	callers := slices.DeleteFunc(slices.Clone(w.Callers), func(c *apitest.Caller) bool { return c.Name != "company"+role && c.Name != "project"+role })
	for _, call := range slices.Sorted(maps.Keys(rules)) {
		for _, r := range rules[call] {
			if r.public || r.admins || r.session || r.on == "" && r.needs == "" && r.shows == nil {
				continue // no role decides
			}
			for _, c := range callers {
				answer := tryCell(w, call, r, c, apitest.Own)
				lookAtList(w, call, r, c, answer)
				if _, allowed := r.want(c, apitest.Own); allowed && r.undo != nil && answer.Code < 300 {
					r.undo(w, apitest.Own, answer)
				}
			}
		}
	}
	ending := followLive(w, callers)
	for _, c := range callers {
		followDashboard(w, c)
		followPages(w, c)
		followMoney(w, c)
		followAccess(w, c)
	}
	w.Admin.Delete("/project/subscription", object{"id": ending}).Status(204)
}

// followLive makes a subscription that ends soon, whose id it returns, and a category.
// Notifications and live events must follow the table.
func followLive(w *apitest.World, callers []*apitest.Caller) (id string) {
	t := w.API.T
	var emails []string
	for _, c := range callers {
		emails = append(emails, c.Email)
	}
	p := apitest.LivePages(t, w.API, emails...)
	now := w.API.Clock.Now()
	id = w.Admin.Made("/project/subscription", object{"projectId": w.IDs["project"][apitest.Own], "subscriptionId": w.IDs["subscription"][apitest.Own],
		"startAt": now.Add(-time.Hour), "endAt": now.Add(5 * 24 * time.Hour), "price": 3})
	w.Admin.Post("/product/categories", object{"name": "New " + w.Next()}).Status(201)
	last, told := w.Admin.AddCompany("End"), ""
	for !strings.Contains(told, last) {
		told += <-p.Told + "\n"
	}
	for _, c := range callers {
		notified := c.May(apitest.BeNotified, "project", apitest.Own)
		stored := w.API.Count(`SELECT count(*) FROM notification WHERE item_id = $1 AND recipient_id = $2`, id, "user-"+c.Email)
		for what, is := range map[string][2]bool{
			"is stored as a recipient":            {stored == 1, notified},
			"is told of the notification":         {strings.Contains(told, "user-"+c.Email+" NewNotification"), notified},
			"is told of the project subscription": {tells(told, c, "projectSubscription"), c.May(apitest.See, "project", apitest.Own)},
			"is told of the category":             {tells(told, c, "productCategory"), c.May(apitest.ReadCatalogues, "product", apitest.Own)},
		} {
			if is[0] != is[1] {
				t.Errorf("%s %s: %v, want %v", c.Name, what, is[0], is[1])
			}
		}
	}
	return id
}

func tells(told string, c *apitest.Caller, entity string) bool {
	return slices.ContainsFunc(strings.Split(told, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "user-"+c.Email+" Changed ") && strings.Contains(line, `"entity":"`+entity+`"`)
	})
}

func followDashboard(w *apitest.World, c *apitest.Caller) {
	t := w.API.T
	var s tracker.Statistics
	c.Get("/dashboard/statistics").Status(200).Into(&s)
	var charts tracker.Charts
	c.Get("/dashboard/charts").Status(200).Into(&charts)
	sees, seesCost, reads := c.May(apitest.See, "project", apitest.Own), c.May(apitest.SeeCost, "project", apitest.Own), c.May(apitest.ReadCatalogues, "product", apitest.Own)
	ending, products := 0, 0
	for _, week := range charts.EndingByWeek {
		ending += week.Count
	}
	for _, status := range charts.ProductsByStatus {
		products += status.Count
	}
	seesCompany := c.May(apitest.See, "company", apitest.Own)
	for what, is := range map[string][2]bool{
		"companies":                       {s.Companies > 0, seesCompany},
		"projects":                        {s.Projects > 0, sees},
		"subscriptions that end soon":     {s.SubscriptionsEndingInTwoWeeks > 0, sees},
		"the price of subscriptions":      {s.ProjectsSubscriptionsPrice > 0, sees},
		"the price of products":           {s.ProjectsProductsPrice > 0, sees},
		"the cost of subscriptions":       {s.ProjectsSubscriptionsCost != nil && *s.ProjectsSubscriptionsCost > 0, seesCost},
		"a hidden cost of subscriptions":  {s.ProjectsSubscriptionsCost == nil, !seesCost},
		"the cost of products":            {s.ProjectsProductsCost != nil && *s.ProjectsProductsCost > 0, seesCost},
		"a hidden cost of products":       {s.ProjectsProductsCost == nil, !seesCost},
		"the catalogues":                  {s.Products > 0 && s.Subscriptions > 0 && s.ProductCategories > 0 && s.SubscriptionCategories > 0, reads},
		"subscriptions by week":           {ending > 0, sees},
		"products by status":              {products > 0, sees},
		"the company among the largest":   {len(charts.TopCompanies) > 0, seesCompany},
		"the cost of the largest company": {len(charts.TopCompanies) > 0 && charts.TopCompanies[0].Cost != nil, c.May(apitest.SeeCost, "company", apitest.Own)},
	} {
		if is[0] != is[1] {
			t.Errorf("%s finds on the dashboard %s: %v, want %v\n%+v\n%+v", c.Name, what, is[0], is[1], s, charts)
		}
	}
}

// followPages checks the rights that lists, exports and pages show.
func followPages(w *apitest.World, c *apitest.Caller) {
	t := w.API.T
	project, company := w.IDs["project"][apitest.Own], w.IDs["company"][apitest.Own]
	for _, path := range []string{"/company?Editable=true", "/company/export?Editable=true"} {
		if listed := strings.Contains(c.Get(path).Status(200).Body.String(), company); listed != c.May(apitest.Manage, "company", apitest.Own) {
			t.Errorf("%s by %s lists the company: %v", path, c.Name, listed)
		}
	}
	seesCost := c.May(apitest.ReadCatalogues, "subscription", apitest.Own) && c.May(apitest.SeeCost, "subscription", apitest.Own)
	if export := c.Get("/subscription/export").Status(200).Body.String(); strings.Contains(export, ",7.00,USD") != seesCost {
		t.Errorf("%s exports %s", c.Name, export)
	}
	assignable := func(kind string) []tracker.Role {
		roles := []tracker.Role{}
		for i, name := range apitest.RoleNames {
			if c.May(apitest.Moderate, kind, apitest.Own) && name != "Owner" || c.May(apitest.ModerateOwner, kind, apitest.Own) {
				roles = append(roles, tracker.Role(i))
			}
		}
		return roles
	}
	if c.May(apitest.See, "project", apitest.Own) {
		var p tracker.ProjectDetails
		c.Get("/project/" + project).Status(200).Into(&p)
		may := func(p apitest.Permission) bool { return c.May(p, "project", apitest.Own) }
		expectEqual(w, c, p.Access, tracker.ProjectAccess{Edit: may(apitest.Manage), Remove: may(apitest.Manage), ManageModerators: may(apitest.Moderate), AssignableRoles: assignable("project"),
			Attach: may(apitest.Attach), EditSubscriptions: may(apitest.ChangeSub), SetProductStatus: may(apitest.SetStatus), SeeCost: may(apitest.SeeCost), SeeCompany: c.May(apitest.See, "company", apitest.Own)})
	}
	if c.May(apitest.See, "company", apitest.Own) {
		var d tracker.CompanyDetails
		c.Get("/company/" + company).Status(200).Into(&d)
		expectEqual(w, c, d.Access, tracker.CompanyAccess{Edit: c.May(apitest.Manage, "company", apitest.Own), ManageModerators: c.May(apitest.Moderate, "company", apitest.Own), AssignableRoles: assignable("company")})
	}
}

func expectEqual(w *apitest.World, c *apitest.Caller, got, want any) {
	if d := cmp.Diff(want, got); d != "" {
		w.API.T.Errorf("%s of %s: %s", reflect.TypeOf(got), c.Name, d)
	}
}
