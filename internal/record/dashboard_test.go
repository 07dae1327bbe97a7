package record_test

import (
	"fmt"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Each figure of the dashboard is the size of the list that a click on it opens.
func TestStatisticsAreThoseOfTheLists(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.AddUser("grace@example.com", "Grace", false)
		api.AddUser("joan@example.com", "Joan", false)
		api.AddUser("second@example.com", "Second", true)
		admin.Put("/UserManagement/disable", object{"email": "second@example.com", "reason": 1}).Status(200)
		kept, marked := apitest.NewShop(admin), admin.AddCompany("Marked")
		below := admin.Made("/project", object{"companyId": marked, "name": "Below a marked company"})
		admin.AddModerator(kept.Company, "grace@example.com", tracker.RoleOwner)
		admin.AddModerator(marked, "grace@example.com", tracker.RoleOwner)
		for _, project := range []string{kept.Project, below} {
			admin.Post("/project/moderator", object{"id": project, "userEmail": "joan@example.com", "role": 0}).Status(201)
		}
		admin.Delete("/company", object{"id": marked}).Status(200)
		used := admin.Made("/project", object{"companyId": kept.Company, "name": "Marked itself"})
		admin.Post("/project/product", object{"projectId": used, "productId": kept.Product, "price": 1, "cost": 1, "status": 0}).Status(201)
		admin.Delete("/project", object{"id": used}).Status(200)
		for _, kind := range []string{"product", "subscription"} {
			item := func(category, name string) string {
				body := object{"categoryName": category, "name": name, "status": 0}
				if kind == "subscription" {
					body["cost"] = 1
				}
				return admin.Made("/"+kind, body)
			}
			admin.Post("/"+kind+"/categories", object{"name": "Marked"}).Status(201)
			admin.Post("/"+kind+"/categories", object{"name": "Second"}).Status(201)
			item("Marked", "Below a marked category")
			item("Second", "Second")
			admin.Delete("/"+kind+"/categories", object{"name": "Marked"}).Status(200)
		}
		admin.Delete("/product", object{"id": kept.Product}).Status(200) // in use: marked

		for name, c := range map[string]*apitest.Client{"admin": admin, "grace": api.SignIn("grace@example.com"), "joan": api.SignIn("joan@example.com")} {
			var s tracker.Statistics
			c.Get("/dashboard/statistics").Status(200).Into(&s)
			figures := map[string]int{"/company": s.Companies, "/project": s.Projects, "/product": s.Products, "/subscription": s.Subscriptions,
				"/product/categories": s.ProductCategories, "/subscription/categories": s.SubscriptionCategories}
			for path, figure := range figures {
				if total := c.Total(path, "?Removed=exclude"); total != figure {
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
			if all, admins := c.Total("/UserManagement", "?"), c.Total("/UserManagement", "?AdminsOnly=true"); all != *s.AllUsers || admins != *s.AdminUsers || all != 4 || admins != 2 {
				t.Errorf("%d users, %d administrators; the dashboard: %d and %d", all, admins, *s.AllUsers, *s.AdminUsers)
			}
			c.Get("/UserManagement?AdminsOnly=maybe").FieldError("AdminsOnly", "Admins Only must be true or false.")
		}
	})
}
