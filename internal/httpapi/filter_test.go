package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// expectIDs checks which records a list has, its export, and how many a bulk action by its query takes.
func (c *client) expectIDs(list, name, query, action string, want ...string) {
	t := c.api.t
	t.Helper()
	var rows []struct{ ID string }
	header := c.get(list + "?PageSize=200&" + query).status(200).into(&rows).Header().Get("Pagination")
	var got []string
	for _, row := range rows {
		got = append(got, row.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || !strings.HasPrefix(header, fmt.Sprintf(`{"totalItems":%d,`, len(want))) {
		t.Errorf("%s?%s: %v, want %v; %s", list, query, got, want, header)
	}
	if rows := strings.Count(c.get(list+"/export?"+query).status(200).Body.String(), "\n") - 1; rows != len(want) {
		t.Errorf("%s/export?%s has %d rows, want %d", list, query, rows, len(want))
	}
	if p := c.preview(object{"list": name, "query": query, "action": action}); p.Total != len(want) {
		t.Errorf("%s?%s: a bulk action takes %d, want %d", list, query, p.Total, len(want))
	}
}

// Companies are found by what they lack.
func TestCompaniesWithAndWithoutTexts(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		bare := admin.addCompany("Bare")
		told := admin.made("/company", object{"name": "Told", "details": "Imports."})
		full := admin.made("/company", object{"name": "Full", "details": "Sells.", "supportEmail": "help@example.com"})
		expect := func(query string, want ...string) {
			t.Helper()
			admin.expectIDs("/company", "company", query, "remove", want...)
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
		admin.put("/company", object{"data": object{"id": full, "name": "Full", "details": nil}}).status(200)
		expect("HasDetails=false", bare, full)
		admin.get("/company?HasDetails=maybe").status(400)
		for _, amount := range []string{"ten", "1.234", "1e3", "+1", "1234567890123", "0x1", "1,5", "--1", "NaN", "%20"} {
			admin.get("/company?MonthlyPriceFrom=" + amount).status(400)
			admin.get("/project/subscription?PriceTo=" + amount).status(400)
		}
	})
}

// Projects are found by whether an Owner or Manager answers for them, whoever gives and takes the roles.
func TestProjectsWithAndWithoutResponsible(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for _, email := range []string{"ada@example.com", "grace@example.com"} {
			api.addUser(email, "Ada", false)
		}
		company := admin.addCompany("Acme")
		shop := admin.made("/project", object{"companyId": company, "name": "Shop"})
		site := admin.made("/project", object{"companyId": company, "name": "Site"})
		expect := func(query string, want ...string) {
			t.Helper()
			admin.expectIDs("/project", "project", query, "remove", want...)
		}
		expect("HasResponsible=false", shop, site)
		expect("HasResponsible=true")

		link := admin.made("/project/moderator", object{"id": shop, "userEmail": "ada@example.com", "role": tracker.RoleSupport})
		expect("HasResponsible=true")
		edit := func(path, id string, role tracker.Role) {
			t.Helper()
			admin.put(path, object{"id": id, "role": role}).status(200)
		}
		edit("/project/moderator", link, tracker.RoleManager)
		expect("HasResponsible=true", shop)
		expect("HasResponsible=false&CompanyId="+company, site)

		of := admin.made("/company/moderator", object{"id": company, "userEmail": "grace@example.com", "role": tracker.RoleOwner})
		expect("HasResponsible=true&SortBy=createdAt", shop, site)
		later := admin.made("/project", object{"companyId": company, "name": "Later"})
		expect("HasResponsible=true", shop, site, later)
		edit("/project/moderator", link, tracker.RoleDesigner)
		expect("HasResponsible=false")
		edit("/project/moderator", link, tracker.RoleOwner)
		edit("/company/moderator", of, tracker.RoleDeveloper)
		expect("HasResponsible=false", site, later)
		expect("HasResponsible=false&Search=late&SortBy=monthlyPrice", later)
		edit("/company/moderator", of, tracker.RoleManager)
		expect("HasResponsible=false")
		admin.delete("/company/moderator", object{"id": of}).status(204)
		expect("HasResponsible=false", site, later)
		admin.delete("/project/moderator", object{"id": link}).status(204)
		expect("HasResponsible=false", shop, site, later)
		admin.get("/project?HasResponsible=maybe").status(400)
	})
}

// Subscriptions of the catalogue are found by their cost, by those who may see it.
func TestCatalogueByCost(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		var all []tracker.Subscription
		s.get("/subscription").status(200).into(&all)
		first := all[0]
		dear := s.made("/subscription", object{"name": "Dear", "categoryName": first.CategoryName, "cost": 5000, "costCurrencyName": "USD", "status": 0})
		s.expectIDs("/subscription", "subscription", "CostFrom=4999.99", "remove", dear)
		s.expectIDs("/subscription", "subscription", "CostTo=4999.99", "remove", first.ID)
		s.expectIDs("/subscription", "subscription", "CostFrom="+first.Cost.String()+"&CostTo=5000&Status=0", "remove", first.ID, dear)
		s.expectIDs("/subscription", "subscription", "CostFrom=6000&CostTo=1", "remove")
		s.get("/product?CostFrom=1").status(200) // products have no cost, and no such filter

		for _, email := range []string{"support@example.com", "manager@example.com", "nobody@example.com"} {
			api.addUser(email, "Grace", false)
		}
		s.addModerator(s.company, "support@example.com", tracker.RoleSupport)
		s.addModerator(s.company, "manager@example.com", tracker.RoleManager)
		for _, email := range []string{"support@example.com", "nobody@example.com"} {
			c := api.signIn(email)
			for _, path := range []string{"/subscription?CostFrom=1", "/subscription?CostTo=1", "/subscription/export?CostTo=1", "/company?MarginTo=1", "/project?MarginFrom=0", "/project/export?MarginTo=0"} {
				if body := c.get(path).status(400).Body.String(); !strings.Contains(body, tracker.NeedsCost) {
					t.Errorf("%s of %s: %s", path, email, body)
				}
			}
			c.post("/bulk", object{"list": "subscription", "query": "CostFrom=1", "action": "remove", "preview": true}).status(400)
		}
		api.signIn("manager@example.com").expectIDs("/subscription", "subscription", "CostFrom=5000", "remove", dear)
	})
}
