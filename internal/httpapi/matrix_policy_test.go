package httpapi_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// tablePermissions maps the permissions of tracker to those of this test.
var tablePermissions = map[tracker.Permission]permission{
	tracker.See: see, tracker.SeeCost: seeCost, tracker.EditCompany: manage, tracker.ManageModerators: moderate, tracker.AttachItems: attach,
	tracker.EditSubscriptions: changeSub, tracker.SetProductStatus: setStatus, tracker.BeNotified: beNotified, tracker.ReadCatalogues: readCatalogues,
}

// Every answer follows the table of permissions: after a change of any one cell, people with
// that role get the answers that the changed table says. The test changes the table of the
// program itself, so nothing runs in parallel.
func TestEveryAnswerFollowsTheTable(t *testing.T) {
	for name, open := range storetest.Openers {
		t.Run(name, func(t *testing.T) {
			w := newWorld(newTestAPI(t, open(t)))
			for _, p := range tracker.Permissions() {
				row, known := tablePermissions[p]
				if !known {
					t.Fatalf("permission %d has no row in this test", p)
				}
				for number, role := range roleNames {
					if !w.api.tries(int(p), number) {
						continue
					}
					t.Run(string(row)+" of "+role, func(t *testing.T) {
						t.Cleanup(tracker.FlipForTest(tracker.Role(number), p))
						t.Cleanup(flip(row, role))
						w.as(t).follow(role)
					})
				}
			}
		})
	}
}

// flip changes the expected table like tracker.FlipForTest changes the real one.
func flip(p permission, role string) (undo func()) {
	before := holders[p]
	if holders[p] = strings.ReplaceAll(before, role, ""); holders[p] == before {
		holders[p] += " " + role
	}
	return func() { holders[p] = before }
}

// as makes failures those of a subtest.
func (w *world) as(t *testing.T) *world {
	before := w.api.t
	t.Cleanup(func() { w.api.t = before })
	w.api.t = t
	return w
}

// follow makes the callers with a role on the own company, or on only the own project, call every operation.
func (w *world) follow(role string) {
	callers := slices.DeleteFunc(slices.Clone(w.callers), func(c *caller) bool { return c.name != "company"+role && c.name != "project"+role })
	for _, call := range slices.Sorted(maps.Keys(rules)) {
		for _, r := range rules[call] {
			if r.public || r.admins || r.session || r.on == "" && r.needs == "" && r.shows == nil {
				continue // no role decides
			}
			for _, c := range callers {
				answer := w.cell(call, r, c, own)
				w.look(call, r, c, answer)
				if _, allowed := r.want(c, own); allowed && r.undo != nil && answer.Code < 300 {
					r.undo(w, own, answer)
				}
			}
		}
	}
	ending := w.followLive(callers)
	for _, c := range callers {
		w.followDashboard(c)
		w.followPages(c)
		w.followMoney(c)
		w.followAccess(c)
	}
	w.admin.delete("/project/subscription", object{"id": ending}).status(204)
}

// followLive makes a subscription that ends soon, whose id it returns, and a category.
// Notifications and live events must follow the table.
func (w *world) followLive(callers []*caller) (id string) {
	t := w.api.t
	var emails []string
	for _, c := range callers {
		emails = append(emails, c.email)
	}
	p := livePages(t, w.api, emails...)
	now := w.api.clock.Now()
	id = w.admin.made("/project/subscription", object{"projectId": w.ids["project"][own], "subscriptionId": w.ids["subscription"][own],
		"startAt": now.Add(-time.Hour), "endAt": now.Add(5 * 24 * time.Hour), "price": 3})
	w.admin.post("/product/categories", object{"name": "New " + w.next()}).status(201)
	last, told := w.admin.addCompany("End"), ""
	for !strings.Contains(told, last) {
		told += <-p.told + "\n"
	}
	for _, c := range callers {
		notified := c.may(beNotified, "project", own)
		stored := w.api.count(`SELECT count(*) FROM notification WHERE item_id = $1 AND recipient_id = $2`, id, "user-"+c.email)
		for what, is := range map[string][2]bool{
			"is stored as a recipient":            {stored == 1, notified},
			"is told of the notification":         {strings.Contains(told, "user-"+c.email+" NewNotification"), notified},
			"is told of the project subscription": {tells(told, c, "projectSubscription"), c.may(see, "project", own)},
			"is told of the category":             {tells(told, c, "productCategory"), c.may(readCatalogues, "product", own)},
		} {
			if is[0] != is[1] {
				t.Errorf("%s %s: %v, want %v", c.name, what, is[0], is[1])
			}
		}
	}
	return id
}

func tells(told string, c *caller, entity string) bool {
	return slices.ContainsFunc(strings.Split(told, "\n"), func(line string) bool {
		return strings.HasPrefix(line, "user-"+c.email+" Changed ") && strings.Contains(line, `"entity":"`+entity+`"`)
	})
}

func (w *world) followDashboard(c *caller) {
	t := w.api.t
	var s tracker.Statistics
	c.get("/dashboard/statistics").status(200).into(&s)
	var charts tracker.Charts
	c.get("/dashboard/charts").status(200).into(&charts)
	sees, seesCost, reads := c.may(see, "project", own), c.may(seeCost, "project", own), c.may(readCatalogues, "product", own)
	ending, products := 0, 0
	for _, week := range charts.EndingByWeek {
		ending += week.Count
	}
	for _, status := range charts.ProductsByStatus {
		products += status.Count
	}
	seesCompany := c.may(see, "company", own)
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
		"the cost of the largest company": {len(charts.TopCompanies) > 0 && charts.TopCompanies[0].Cost != nil, c.may(seeCost, "company", own)},
	} {
		if is[0] != is[1] {
			t.Errorf("%s finds on the dashboard %s: %v, want %v\n%+v\n%+v", c.name, what, is[0], is[1], s, charts)
		}
	}
}

// followPages checks the rights that lists, exports and pages show.
func (w *world) followPages(c *caller) {
	t := w.api.t
	project, company := w.ids["project"][own], w.ids["company"][own]
	for _, path := range []string{"/company?Editable=true", "/company/export?Editable=true"} {
		if listed := strings.Contains(c.get(path).status(200).Body.String(), company); listed != c.may(manage, "company", own) {
			t.Errorf("%s by %s lists the company: %v", path, c.name, listed)
		}
	}
	seesCost := c.may(readCatalogues, "subscription", own) && c.may(seeCost, "subscription", own)
	if export := c.get("/subscription/export").status(200).Body.String(); strings.Contains(export, ",7.00,USD") != seesCost {
		t.Errorf("%s exports %s", c.name, export)
	}
	assignable := func(kind string) []tracker.Role {
		roles := []tracker.Role{}
		for i, name := range roleNames {
			if c.may(moderate, kind, own) && name != "Owner" || c.may(moderateOwner, kind, own) {
				roles = append(roles, tracker.Role(i))
			}
		}
		return roles
	}
	if c.may(see, "project", own) {
		var p tracker.ProjectDetails
		c.get("/project/" + project).status(200).into(&p)
		may := func(p permission) bool { return c.may(p, "project", own) }
		w.same(c, p.Access, tracker.ProjectAccess{Edit: may(manage), Remove: may(manage), ManageModerators: may(moderate), AssignableRoles: assignable("project"),
			Attach: may(attach), EditSubscriptions: may(changeSub), SetProductStatus: may(setStatus), SeeCost: may(seeCost), SeeCompany: c.may(see, "company", own)})
	}
	if c.may(see, "company", own) {
		var d tracker.CompanyDetails
		c.get("/company/" + company).status(200).into(&d)
		w.same(c, d.Access, tracker.CompanyAccess{Edit: c.may(manage, "company", own), ManageModerators: c.may(moderate, "company", own), AssignableRoles: assignable("company")})
	}
}

func (w *world) same(c *caller, got, want any) {
	if d := cmp.Diff(want, got); d != "" {
		w.api.t.Errorf("%s of %s: %s", reflect.TypeOf(got), c.name, d)
	}
}
