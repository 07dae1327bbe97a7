package httpapi_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A search finds projects by their own name and by the name of their company, also after a
// change of either.
func TestProjectsAreFoundByTheirCompany(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin := api.admin()
		northwind, contoso := admin.addCompany("Northwind GmbH"), admin.addCompany("Contoso")
		bridge := admin.made("/project", object{"companyId": northwind, "name": "Bridge"})
		admin.made("/project", object{"companyId": northwind, "name": "Tunnel"})
		admin.made("/project", object{"companyId": contoso, "name": "North face"})
		admin.post("/project/moderator", object{"id": bridge, "userEmail": userEmail, "role": 0}).status(201)
		moderator := api.signIn(userEmail)
		expect := func(c *client, term string, want ...string) {
			t.Helper()
			var list []struct{ Name string }
			header := c.get("/project?Search=" + url.QueryEscape(term)).status(200).into(&list).Header().Get("Pagination")
			var names []string
			for _, project := range list {
				names = append(names, project.Name)
			}
			if diff := cmp.Diff(want, names); diff != "" || !strings.HasPrefix(header, fmt.Sprintf(`{"totalItems":%d,`, len(want))) {
				t.Errorf("%q: %s %s", term, header, diff)
			}
			export := c.get("/project/export?Search=" + url.QueryEscape(term)).status(200).Body.String()
			if rows := strings.Count(export, "\n") - 1; rows != len(want) {
				t.Errorf("%q: the export has %d rows, want %d", term, rows, len(want))
			}
		}
		expect(admin, "NORTHW", "Bridge", "Tunnel")
		expect(admin, "north", "North face", "Bridge", "Tunnel")
		expect(admin, "gmbh", "Bridge", "Tunnel")
		expect(admin, "no", "North face") // below three characters it is the beginning of the project's name
		expect(moderator, "northwind", "Bridge")
		expect(moderator, "contoso")

		admin.put("/project", object{"id": bridge, "name": "Viaduct"}).status(200)
		expect(admin, "northwind", "Tunnel", "Viaduct")
		admin.put("/company", object{"data": object{"id": northwind, "name": "Südwind"}}).status(200)
		expect(admin, "northwind")
		expect(admin, "SÜDW", "Tunnel", "Viaduct")
		expect(admin, "viad", "Viaduct")
		expect(admin, "contoso", "North face")
		expect(moderator, "südwind", "Viaduct")

		// The search text of a removed project follows too, so a restored project is found.
		admin.delete("/project", object{"id": bridge}).status(200)
		expect(admin, "südwind", "Tunnel")
		admin.put("/company", object{"data": object{"id": northwind, "name": "Eastwind"}}).status(200)
		admin.put("/project/restore", object{"id": bridge}).status(200)
		expect(admin, "eastwind", "Tunnel", "Viaduct")
		expect(admin, "südwind")
	})
}

// The list behind a bar of the dashboard has the records that the bar counts.
func TestProjectsBehindTheCharts(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.made("/project", object{"companyId": s.company, "name": "Empty"})
		product := s.attachProduct(100, 60)
		s.attachSubscription(10, false)
		ending := api.clock.Now().AddDate(0, 0, 10).UTC()
		monday := ending.AddDate(0, 0, -int(ending.Weekday()+6)%7)

		expect := func(query, want string) {
			t.Helper()
			answer := s.get("/project?" + query).status(200)
			if got := answer.Header().Get("Pagination"); !strings.HasPrefix(got, `{"totalItems":`+want+`,`) {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
			rows := strings.Count(s.get("/project/export?"+query).status(200).Body.String(), "Shop")
			if want != "0" && rows == 0 {
				t.Errorf("%s: the export is empty", query)
			}
		}
		expect("", "2")
		expect("ProductStatus=InProgress", "1")
		expect("ProductStatus=2", "0")
		expect("EndingSoon=true", "1")
		expect("EndingWeek="+monday.Format(time.DateOnly), "1")
		expect("EndingWeek="+monday.AddDate(0, 0, 7).Format(time.DateOnly), "0")
		expect("EndingWeek="+monday.AddDate(0, 0, -7).Format(time.DateOnly), "0")
		expect("EndingSoon=true&ProductStatus=1&CompanyId="+s.company, "1")

		s.get("/project?ProductStatus=Lost").fieldError("ProductStatus", "Product Status must be one of provided options.")
		s.get("/project?EndingWeek=soon").fieldError("EndingWeek", "Ending Week must be a day such as 2006-01-02.")
		s.get("/project/export?EndingWeek=soon").status(400)

		s.delete("/project/product", object{"id": product}).status(204)
		expect("ProductStatus=InProgress", "0")
		s.delete("/project", object{"id": s.project}).status(200) // marked: nothing under it counts
		expect("EndingSoon=true", "0")
	})
}
