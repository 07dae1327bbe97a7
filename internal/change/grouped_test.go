package change_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Grouped, each batch is listed once, by the newest change that the caller may see and the filter leaves. Pages count groups.
func TestGroupedChanges(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		other := s.AddCompany("Other")
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "developer": tracker.RoleDeveloper} {
			api.AddUser(name+"@example.com", name, false)
			s.AddModerator(s.Company, name+"@example.com", role)
		}
		var products, subscriptions []string
		for i, project := range []string{s.Project, s.Made("/project", object{"companyId": s.Company, "name": "Second"}),
			s.Made("/project", object{"companyId": other, "name": "Third"})} {
			for k := range 3 {
				products = append(products, s.Made("/project/product", object{"projectId": project, "productId": s.Product, "price": 10 + i, "cost": 5 + k, "status": 0}))
				subscriptions = append(subscriptions, s.Made("/project/subscription", object{"projectId": project, "subscriptionId": s.Subscription, "price": 100 + k,
					"startAt": "2026-01-01T00:00:00Z", "endAt": "2099-12-31T23:59:59Z", "autoRenew": false}))
			}
		}
		raised := s.ExpectBulk(apitest.Bulk("projectSubscription", "reprice", object{"percent": 8}, subscriptions...), len(subscriptions), 0)
		s.Rename(other, "Others")
		s.ExpectBulk(apitest.Bulk("projectProduct", "setStatus", object{"status": 2}, products...), len(products), 0)
		s.Put("/change/undo", object{"batchId": raised.BatchID}).Status(200)
		s.Put("/subscription", object{"data": object{"id": s.Subscription, "categoryName": "Hosting", "name": "Hosting", "status": 1, "cost": 7}}).Status(200)
		s.Bulk(apitest.Bulk("company", "removeWithContents", nil, other))

		check := func(when string) {
			t.Helper()
			for _, email := range []string{apitest.AdminEmail, "owner@example.com", "developer@example.com"} {
				c := api.SignIn(email)
				for _, query := range []string{"", "Entity=projectSubscription", "Entity=company", "Action=edit", "Action=undo", "Action=remove", "Field=price", "Field=cost",
					"Actor=" + apitest.AdminEmail, "Entity=company&EntityId=" + s.Company + "&Within=true", "From=2000-01-01T00:00:00Z", "BatchId=" + raised.BatchID} {
					var want, got []int64
					seen := map[string]bool{}
					for _, change := range c.Changes(query) {
						if change.BatchID == nil || !seen[*change.BatchID] {
							want = append(want, change.Seq)
						}
						if change.BatchID != nil {
							seen[*change.BatchID] = true
						}
					}
					for page := 1; page == 1 || len(got) == 4*(page-1); page++ {
						var some []tracker.Change
						answer := c.Get(fmt.Sprintf("/change?Grouped=true&PageSize=4&PageNumber=%d&%s", page, query)).Status(200)
						if header := answer.Header().Get("Pagination"); !strings.HasPrefix(header, fmt.Sprintf(`{"totalItems":%d,`, len(want))) {
							t.Errorf("%s, %s, %q: %s, want %d", when, email, query, header, len(want))
						}
						answer.Into(&some)
						for _, change := range some {
							got = append(got, change.Seq)
						}
					}
					if d := cmp.Diff(want, got); d != "" {
						t.Errorf("%s, %s, %q: %s", when, email, query, d)
					}
				}
			}
		}
		check("unsealed")
		api.Seal()
		check("sealed")

		var named []tracker.Change
		s.Get("/change?Include=names&PageSize=200&BatchId=" + raised.BatchID).Status(200).Into(&named)
		places := []string{}
		for _, change := range named {
			places = append(places, *change.CompanyName+" "+*change.ProjectName)
		}
		if places = slices.Compact(slices.Sorted(slices.Values(places))); !slices.Equal(places, []string{"Others Third", "Shop Second", "Shop Site"}) {
			t.Errorf("%v", places)
		}
		if text := s.Get("/change?BatchId=" + raised.BatchID).Status(200).Body.String(); strings.Contains(text, "companyName") {
			t.Error("names that nobody asked for")
		}
		s.Get("/change?Include=everything").Problem(400, "invalid")
	})
}
