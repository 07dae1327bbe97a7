package record_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
)

// Items of projects are found by the words of their own name, their project's and its company's, each word anywhere.
func TestProjectItemsAreFoundByTheirProjectAndCompany(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		admin.Post("/subscription/categories", object{"name": "Hosting"}).Status(201)
		admin.Post("/product/categories", object{"name": "Printers"}).Status(201)
		server := admin.Made("/subscription", object{"categoryName": "Hosting", "name": "Virtual server", "status": 0, "cost": 7})
		domain := admin.Made("/subscription", object{"categoryName": "Hosting", "name": "Domain", "status": 0, "cost": 1})
		printer := admin.Made("/product", object{"categoryName": "Printers", "name": "Label printer", "status": 0, "cost": 1})
		term := func(project, item string) object {
			return object{"projectId": project, "subscriptionId": item, "price": 9, "cost": 8, "autoRenew": false,
				"startAt": "2026-11-01T00:00:00Z", "endAt": time.Date(2027, 1, 31, 23, 59, 59, 0, time.UTC)}
		}
		projects := map[string]string{}
		for company, names := range map[string][]string{"Northwind Traders": {"Harbour", "B-side"}, "Contoso": {"Bridge"}} {
			id := admin.AddCompany(company)
			for _, name := range names {
				projects[name] = admin.Made("/project", object{"companyId": id, "name": name})
				admin.Made("/project/subscription", term(projects[name], server))
				admin.Made("/project/product", object{"projectId": projects[name], "productId": printer, "price": 1, "cost": 1, "status": 0})
			}
		}
		admin.Made("/project/subscription", term(projects["Harbour"], domain))
		admin.Post("/project/moderator", object{"id": projects["Bridge"], "userEmail": apitest.UserEmail, "role": 0}).Status(201)
		moderator := api.SignIn(apitest.UserEmail)
		expect := func(c *apitest.Client, path, search, want string) {
			t.Helper()
			var list []struct {
				ProjectName           string
				Subscription, Product *struct{ Name string }
			}
			query := "?SortBy=projectName,name&Search=" + url.QueryEscape(search)
			answer := c.Get(path + query).Status(200).Into(&list)
			var found []string
			for _, row := range list {
				item := row.Subscription
				if item == nil {
					item = row.Product
				}
				found = append(found, row.ProjectName+" "+strings.ToLower(item.Name[:1]))
			}
			if got := strings.Join(found, ", "); got != want || !strings.Contains(answer.Header().Get("Totals"), fmt.Sprintf(`"count":%d,`, len(list))) {
				t.Errorf("%s by %q: %s, want %s; totals %s", path, search, got, want, answer.Header().Get("Totals"))
			}
			if rows := strings.Count(c.Get(path+"/export"+query).Status(200).Body.String(), "\n") - 1; rows != len(list) {
				t.Errorf("%s by %q: the export has %d rows, want %d", path, search, rows, len(list))
			}
		}
		const subscriptions, products = "/project/subscription", "/project/product"
		expect(admin, subscriptions, "server", "B-side v, Bridge v, Harbour v")
		expect(admin, subscriptions, "northwind", "B-side v, Harbour d, Harbour v")
		expect(admin, subscriptions, "server north", "B-side v, Harbour v")
		expect(admin, subscriptions, "harbour SERVER traders", "Harbour v")
		expect(admin, subscriptions, "b server", "B-side v, Bridge v") // a short word begins a word
		expect(admin, subscriptions, "do", "Harbour d")                // below three characters it is the beginning of its name
		expect(admin, subscriptions, "server bridge harbour", "")
		expect(admin, subscriptions, "servre habrour", "Harbour v") // wrong letters
		expect(admin, subscriptions, "virtual nortwind", "B-side v, Harbour v")
		expect(moderator, subscriptions, "virtual", "Bridge v")
		expect(moderator, subscriptions, "northwind", "")
		expect(admin, products, "label northwind", "B-side l, Harbour l")
		expect(admin, products, "printre brigde", "Bridge l")
		expect(moderator, products, "lable", "Bridge l")
	})
}
