package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// expectIDs checks which records a list has, its export, and how many a bulk action by its query takes.
func expectIDs(c *apitest.Client, list, name, query, action string, want ...string) {
	t := c.API.T
	t.Helper()
	var rows []struct{ ID string }
	header := c.Get(list + "?PageSize=200&" + query).Status(200).Into(&rows).Header().Get("Pagination")
	var got []string
	for _, row := range rows {
		got = append(got, row.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || !strings.HasPrefix(header, fmt.Sprintf(`{"totalItems":%d,`, len(want))) {
		t.Errorf("%s?%s: %v, want %v; %s", list, query, got, want, header)
	}
	if rows := strings.Count(c.Get(list+"/export?"+query).Status(200).Body.String(), "\n") - 1; rows != len(want) {
		t.Errorf("%s/export?%s has %d rows, want %d", list, query, rows, len(want))
	}
	if p := c.Preview(object{"list": name, "query": query, "action": action}); p.Total != len(want) {
		t.Errorf("%s?%s: a bulk action takes %d, want %d", list, query, p.Total, len(want))
	}
}

// Companies are found by what they lack.
func TestCompaniesWithAndWithoutTexts(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		bare := admin.AddCompany("Bare")
		told := admin.Made("/company", object{"name": "Told", "details": "Imports."})
		full := admin.Made("/company", object{"name": "Full", "details": "Sells.", "supportEmail": "help@example.com"})
		expect := func(query string, want ...string) {
			t.Helper()
			expectIDs(admin, "/company", "company", query, "remove", want...)
		}
		expect("HasDetails=false", bare)
		expect("HasDetails=true", told, full)
		expect("HasSupportEmail=false", bare, told)
		expect("HasSupportEmail=true&SortBy=createdAt", full)
		expect("HasDetails=true&HasSupportEmail=false", told)
		expect("HasDetails=true&Search=full", full)
		expect("HasDetails=false&Removed=only")
		expect("HasDetails=", bare, told, full)
		expect("HasSupportEmail=false&MonthlyPriceTo=0&SortBy=monthlyPrice", bare, told)
		expect("HasSupportEmail=false&MonthlyPriceFrom=0.01")
		admin.Put("/company", object{"data": object{"id": full, "name": "Full", "details": nil}}).Status(200)
		expect("HasDetails=false", bare, full)
		admin.Get("/company?HasDetails=maybe").Status(400)
		for _, amount := range []string{"ten", "1.234", "1e3", "+1", "1234567890123", "0x1", "1,5", "--1", "NaN", "%20"} {
			admin.Get("/company?MonthlyPriceFrom=" + amount).Status(400)
			admin.Get("/project/subscription?PriceTo=" + amount).Status(400)
		}
	})
}

// Projects are found by whether an Owner or Manager answers for them, whoever gives and takes the roles.
func TestProjectsWithAndWithoutResponsible(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, email := range []string{"ada@example.com", "grace@example.com"} {
			api.AddUser(email, "Ada", false)
		}
		company := admin.AddCompany("Acme")
		shop := admin.Made("/project", object{"companyId": company, "name": "Shop"})
		site := admin.Made("/project", object{"companyId": company, "name": "Site"})
		expect := func(query string, want ...string) {
			t.Helper()
			expectIDs(admin, "/project", "project", query, "remove", want...)
		}
		expect("HasResponsible=false", shop, site)
		expect("HasResponsible=true")

		link := admin.Made("/project/moderator", object{"id": shop, "userEmail": "ada@example.com", "role": tracker.RoleSupport})
		expect("HasResponsible=true")
		edit := func(path, id string, role tracker.Role) {
			t.Helper()
			admin.Put(path, object{"id": id, "role": role}).Status(200)
		}
		edit("/project/moderator", link, tracker.RoleManager)
		expect("HasResponsible=true", shop)
		expect("HasResponsible=false&CompanyId="+company, site)

		of := admin.Made("/company/moderator", object{"id": company, "userEmail": "grace@example.com", "role": tracker.RoleOwner})
		expect("HasResponsible=true&SortBy=createdAt", shop, site)
		later := admin.Made("/project", object{"companyId": company, "name": "Later"})
		expect("HasResponsible=true", shop, site, later)
		edit("/project/moderator", link, tracker.RoleDesigner)
		expect("HasResponsible=false")
		edit("/project/moderator", link, tracker.RoleOwner)
		edit("/company/moderator", of, tracker.RoleDeveloper)
		expect("HasResponsible=false", site, later)
		expect("HasResponsible=false&Search=late&SortBy=monthlyPrice", later)
		edit("/company/moderator", of, tracker.RoleManager)
		expect("HasResponsible=false")
		admin.Delete("/company/moderator", object{"id": of}).Status(204)
		expect("HasResponsible=false", site, later)
		admin.Delete("/project/moderator", object{"id": link}).Status(204)
		expect("HasResponsible=false", shop, site, later)
		admin.Get("/project?HasResponsible=maybe").Status(400)
	})
}

// Subscriptions of the catalogue are found by their cost, by those who may see it.
func TestCatalogueByCost(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		var all []tracker.Subscription
		s.Get("/subscription").Status(200).Into(&all)
		first := all[0]
		dear := s.Made("/subscription", object{"name": "Dear", "categoryName": first.CategoryName, "cost": 5000, "costCurrencyName": "USD", "status": 0})
		expectIDs(s.Client, "/subscription", "subscription", "CostFrom=4999.99", "remove", dear)
		expectIDs(s.Client, "/subscription", "subscription", "CostTo=4999.99", "remove", first.ID)
		expectIDs(s.Client, "/subscription", "subscription", "CostFrom="+first.Cost.String()+"&CostTo=5000&Status=0", "remove", first.ID, dear)
		expectIDs(s.Client, "/subscription", "subscription", "CostFrom=6000&CostTo=1", "remove")
		s.Get("/product?CostFrom=1").Status(200) // products have no cost, and no such filter

		for _, email := range []string{"support@example.com", "manager@example.com", "nobody@example.com"} {
			api.AddUser(email, "Grace", false)
		}
		s.AddModerator(s.Company, "support@example.com", tracker.RoleSupport)
		s.AddModerator(s.Company, "manager@example.com", tracker.RoleManager)
		for _, email := range []string{"support@example.com", "nobody@example.com"} {
			c := api.SignIn(email)
			for _, path := range []string{"/subscription?CostFrom=1", "/subscription?CostTo=1", "/subscription/export?CostTo=1",
				"/company?MarginTo=1", "/project?MarginFrom=0", "/project/export?MarginTo=0"} {
				if body := c.Get(path).Status(400).Body.String(); !strings.Contains(body, "needs the right to see cost.") {
					t.Errorf("%s of %s: %s", path, email, body)
				}
			}
			c.Post("/bulk", object{"list": "subscription", "query": "CostFrom=1", "action": "remove", "preview": true}).Status(400)
		}
		expectIDs(api.SignIn("manager@example.com"), "/subscription", "subscription", "CostFrom=5000", "remove", dear)
	})
}
