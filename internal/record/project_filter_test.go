package record_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"

	"github.com/google/go-cmp/cmp"
)

// A search finds projects by their own name and by the name of their company, also after a
// change of either.
func TestProjectsAreFoundByTheirCompany(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		northwind, contoso := admin.AddCompany("Northwind GmbH"), admin.AddCompany("Contoso")
		bridge := admin.Made("/project", object{"companyId": northwind, "name": "Bridge"})
		admin.Made("/project", object{"companyId": northwind, "name": "Tunnel"})
		admin.Made("/project", object{"companyId": contoso, "name": "North face"})
		admin.Post("/project/moderator", object{"id": bridge, "userEmail": apitest.UserEmail, "role": 0}).Status(201)
		moderator := api.SignIn(apitest.UserEmail)
		expect := func(c *apitest.Client, term string, want ...string) {
			t.Helper()
			var list []struct{ Name string }
			header := c.Get("/project?Search=" + url.QueryEscape(term)).Status(200).Into(&list).Header().Get("Pagination")
			var names []string
			for _, project := range list {
				names = append(names, project.Name)
			}
			if diff := cmp.Diff(want, names); diff != "" || !strings.HasPrefix(header, fmt.Sprintf(`{"totalItems":%d,`, len(want))) {
				t.Errorf("%q: %s %s", term, header, diff)
			}
			export := c.Get("/project/export?Search=" + url.QueryEscape(term)).Status(200).Body.String()
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

		admin.Put("/project", object{"id": bridge, "name": "Viaduct"}).Status(200)
		expect(admin, "northwind", "Tunnel", "Viaduct")
		admin.Put("/company", object{"data": object{"id": northwind, "name": "Südwind"}}).Status(200)
		expect(admin, "northwind")
		expect(admin, "SÜDW", "Tunnel", "Viaduct")
		expect(admin, "viad", "Viaduct")
		expect(admin, "contoso", "North face")
		expect(moderator, "südwind", "Viaduct")

		// The search text of a removed project follows too, so a restored project is found.
		admin.Delete("/project", object{"id": bridge}).Status(200)
		expect(admin, "südwind", "Tunnel")
		admin.Put("/company", object{"data": object{"id": northwind, "name": "Eastwind"}}).Status(200)
		admin.Put("/project/restore", object{"id": bridge}).Status(200)
		expect(admin, "eastwind", "Tunnel", "Viaduct")
		expect(admin, "südwind")
	})
}

// The list behind a bar of the dashboard has the records that the bar counts.
func TestProjectsBehindTheCharts(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.Made("/project", object{"companyId": s.Company, "name": "Empty"})
		product := s.AttachProduct(100, 60)
		s.AttachSubscription(10, false)
		ending := api.Clock.Now().AddDate(0, 0, 10).UTC()
		monday := ending.AddDate(0, 0, -int(ending.Weekday()+6)%7)

		expect := func(query, want string) {
			t.Helper()
			answer := s.Get("/project?" + query).Status(200)
			if got := answer.Header().Get("Pagination"); !strings.HasPrefix(got, `{"totalItems":`+want+`,`) {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
			rows := strings.Count(s.Get("/project/export?"+query).Status(200).Body.String(), "Shop")
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
		expect("EndingSoon=true&ProductStatus=1&CompanyId="+s.Company, "1")

		s.Get("/project?ProductStatus=Lost").FieldError("ProductStatus", "Product Status must be one of provided options.")
		s.Get("/project?EndingWeek=soon").FieldError("EndingWeek", "Ending Week must be a day such as 2006-01-02.")
		s.Get("/project/export?EndingWeek=soon").Status(400)

		s.Delete("/project/product", object{"id": product}).Status(204)
		expect("ProductStatus=InProgress", "0")
		s.Delete("/project", object{"id": s.Project}).Status(200) // marked: nothing under it counts
		expect("EndingSoon=true", "0")
	})
}
