package httpapi_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"btracker/internal/tracker"
)

// total returns the number of rows of a list, and checks that all ways to find it agree.
func (c *client) total(path, query string) int {
	c.api.t.Helper()
	size := func(page string) (total int, rows int) {
		var p tracker.Pagination
		answer := c.get(path + query + page).status(200)
		if err := json.Unmarshal([]byte(answer.Header().Get("Pagination")), &p); err != nil {
			c.api.t.Fatal(err)
		}
		var list []any
		answer.into(&list)
		return p.TotalItems, len(list)
	}
	total, rows := size("&PageSize=200")
	if _, second := size("&PageSize=1&PageNumber=2"); total != rows || second != min(1, max(0, total-1)) {
		c.api.t.Errorf("%s%s: %d in all, %d listed, %d on the second page", path, query, total, rows, second)
	}
	return total
}

// Each figure of the dashboard is the size of the list that a click on it opens.
func TestStatisticsAreThoseOfTheLists(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.addUser("grace@example.com", "Grace", false)
		api.addUser("joan@example.com", "Joan", false)
		api.addUser("second@example.com", "Second", true)
		admin.put("/UserManagement/disable", object{"email": "second@example.com", "reason": 1}).status(200)
		kept, marked := newShop(admin), admin.addCompany("Marked")
		below := admin.made("/project", object{"companyId": marked, "name": "Below a marked company"})
		admin.addModerator(kept.company, "grace@example.com", tracker.RoleOwner)
		admin.addModerator(marked, "grace@example.com", tracker.RoleOwner)
		for _, project := range []string{kept.project, below} {
			admin.post("/project/moderator", object{"id": project, "userEmail": "joan@example.com", "role": 0}).status(201)
		}
		admin.delete("/company", object{"id": marked}).status(200)
		used := admin.made("/project", object{"companyId": kept.company, "name": "Marked itself"})
		admin.post("/project/product", object{"projectId": used, "productId": kept.product, "price": 1, "cost": 1, "status": 0}).status(201)
		admin.delete("/project", object{"id": used}).status(200)
		for _, kind := range []string{"product", "subscription"} {
			item := func(category, name string) string {
				body := object{"categoryName": category, "name": name, "status": 0}
				if kind == "subscription" {
					body["cost"] = 1
				}
				return admin.made("/"+kind, body)
			}
			admin.post("/"+kind+"/categories", object{"name": "Marked"}).status(201)
			admin.post("/"+kind+"/categories", object{"name": "Second"}).status(201)
			item("Marked", "Below a marked category")
			item("Second", "Second")
			admin.delete("/"+kind+"/categories", object{"name": "Marked"}).status(200)
		}
		admin.delete("/product", object{"id": kept.product}).status(200) // in use: marked

		for name, c := range map[string]*client{"admin": admin, "grace": api.signIn("grace@example.com"), "joan": api.signIn("joan@example.com")} {
			var s tracker.Statistics
			c.get("/dashboard/statistics").status(200).into(&s)
			figures := map[string]int{"/company": s.Companies, "/project": s.Projects, "/product": s.Products, "/subscription": s.Subscriptions,
				"/product/categories": s.ProductCategories, "/subscription/categories": s.SubscriptionCategories}
			for path, figure := range figures {
				if total := c.total(path, "?Removed=exclude"); total != figure {
					t.Errorf("%s: %s is %d on the dashboard, and %d in the list", name, path, figure, total)
				}
			}
			if want := map[string]string{"admin": "1 1 1 2 2 2", "grace": "1 1 1 2 2 2", "joan": "0 1 1 2 2 2"}[name]; fmt.Sprint(s.Companies, s.Projects, s.Products, s.Subscriptions,
				s.ProductCategories, s.SubscriptionCategories) != want {
				t.Errorf("%s: %+v", name, s)
			}
			if s.AllUsers == nil {
				continue
			}
			if all, admins := c.total("/UserManagement", "?"), c.total("/UserManagement", "?AdminsOnly=true"); all != *s.AllUsers || admins != *s.AdminUsers || all != 4 || admins != 2 {
				t.Errorf("%d users, %d administrators; the dashboard: %d and %d", all, admins, *s.AllUsers, *s.AdminUsers)
			}
			c.get("/UserManagement?AdminsOnly=maybe").fieldError("AdminsOnly", "Admins Only must be true or false.")
		}
	})
}
