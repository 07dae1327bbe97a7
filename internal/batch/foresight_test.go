package batch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// A preview shows of each record what the history shows afterwards, and the value of a month that the action leads to.
func TestPreviewShowsWhatHappens(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		product, one, other := s.AttachProduct(100, 50), s.AttachSubscription(30, true), s.AttachSubscription(60, false)
		s.Post("/product/categories", object{"name": "Other"}).Status(201)
		api.AddUser(apitest.UserEmail, "Grace", false)
		monthly := func(column string) tracker.Money {
			return tracker.Money(api.Count("SELECT SUM(monthly_" + column + ") FROM company"))
		}
		before := api.Dump()
		for _, body := range []object{
			apitest.Bulk("projectSubscription", "reprice", object{"percent": 8}, one, other),
			apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, one),
			apitest.Bulk("projectSubscription", "setRenewal", object{"autoRenew": true}, one, other),
			apitest.Bulk("projectSubscription", "remove", nil, other),
			apitest.Bulk("projectProduct", "setStatus", object{"status": 2}, product),
			apitest.Bulk("product", "setCategory", object{"categoryName": "Other"}, s.Product),
			apitest.Bulk("project", "remove", nil, s.Project),
			apitest.Bulk("company", "remove", nil, s.Company),
			apitest.Bulk("company", "removeWithContents", nil, s.Company),
			apitest.Bulk("company", "addModerator", object{"userEmail": apitest.UserEmail, "role": tracker.RoleManager}, s.Company),
			apitest.Bulk("user", "disable", object{"reason": 1}, apitest.UserEmail),
		} {
			price, cost := monthly("price"), monthly("cost")
			p := s.Preview(body)
			id := s.Start(body)
			api.RunBulks()
			var history []tracker.Change
			s.Get("/change?PageSize=100&BatchId=" + s.Progress(id).BatchID).Status(200).Into(&history)
			if len(p.Rows) != p.Changes || len(history) != p.Changes {
				t.Errorf("%v: %d rows and %d changes of %d", body, len(p.Rows), len(history), p.Changes)
			}
			for i, row := range p.Rows {
				logged := history[len(history)-1-i] // newest first
				if diff := cmp.Diff(logged.Fields, row.Fields); diff != "" || row.Name != logged.EntityName {
					t.Errorf("%v, row %d is %q; the history and the preview:\n%s", body, i, row.Name, diff)
				}
				inProject := logged.Entity == tracker.EntityProjectProduct || logged.Entity == tracker.EntityProjectSubscription
				if (row.CompanyName == "Shop") != (logged.CompanyID != nil && logged.Entity != tracker.EntityCompany) || (row.ProjectName == "Site") != inProject {
					t.Errorf("%v, row %d: %q, %q", body, i, row.CompanyName, row.ProjectName)
				}
			}
			if p.Effect != nil {
				gained := tracker.BulkEffect{MonthlyPrice: tracker.MoneyChange{Before: price, After: monthly("price")}, MonthlyCost: &tracker.MoneyChange{Before: cost, After: monthly("cost")}}
				difference := func(c tracker.MoneyChange) tracker.Money { return c.After - c.Before }
				if difference(p.Effect.MonthlyPrice) != difference(gained.MonthlyPrice) || p.Effect.MonthlyCost == nil || difference(*p.Effect.MonthlyCost) != difference(*gained.MonthlyCost) {
					t.Errorf("%v: %+v, and became %+v", body, *p.Effect, gained)
				}
			} else if price != monthly("price") {
				t.Errorf("%v: without an effect, from %d to %d", body, price, monthly("price"))
			}
			s.Put("/change/undo", object{"batchId": s.Progress(id).BatchID}).Status(200)
			apitest.ExpectSame(t, "undone", before, api.Dump())
		}

		// Who may not see cost is told none.
		s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleSupport)
		p := api.SignIn(apitest.UserEmail).Preview(apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, one))
		if p.Effect == nil || p.Effect.MonthlyCost != nil || p.Effect.MonthlyPrice.Before == 0 || p.Effect.MonthlyPrice.After != 0 {
			t.Errorf("of support: %+v", p.Effect)
		}
	})
}
