package batch_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

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
		before := api.Dump()
		for _, body := range []object{
			apitest.Bulk("projectSubscription", "reprice", object{"percent": 8}, one, other),
			apitest.Bulk("projectSubscription", "renew", nil, one, other),
			apitest.Bulk("projectSubscription", "renew", object{"months": 3}, other),
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
			comparePreview(api, s, body, before)
		}

		// Who may not see cost is told none.
		link := s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleSupport)
		p := api.SignIn(apitest.UserEmail).Preview(apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, one))
		if p.Effect == nil || p.Effect.MonthlyCost != nil || p.Effect.MonthlyPrice.Before == 0 || p.Effect.MonthlyPrice.After != 0 {
			t.Errorf("of support: %+v", p.Effect)
		}
		// Where nothing changes there is no cost to hide, and nevertheless none is told.
		s.Put("/company/moderator", object{"id": link, "role": tracker.RoleDeveloper}).Status(200)
		p = api.SignIn(apitest.UserEmail).Preview(apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, one))
		if p.Changes != 0 || p.RefusedTotal != 1 || p.Effect == nil || p.Effect.MonthlyCost != nil {
			t.Errorf("of a developer: %+v", p)
		}
	})
}

// comparePreview carries a bulk action out and compares it with its preview, then takes it back.
func comparePreview(api *apitest.API, s apitest.Shop, body object, before map[string]string) {
	t := api.T
	t.Helper()
	monthly := func(column string) tracker.Money {
		return tracker.Money(api.Count("SELECT SUM(monthly_" + column + ") FROM company"))
	}
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
	params, _ := body["params"].(object)
	isLater := body["action"] == "renew" || params["from"] != nil && params["from"] != "now"
	if p.Effect != nil && !isLater {
		gained := tracker.BulkEffect{MonthlyPrice: tracker.MoneyChange{Before: price, After: monthly("price")}, MonthlyCost: &tracker.MoneyChange{Before: cost, After: monthly("cost")}}
		difference := func(c tracker.MoneyChange) tracker.Money { return c.After - c.Before }
		if difference(p.Effect.MonthlyPrice) != difference(gained.MonthlyPrice) || p.Effect.MonthlyCost == nil || difference(*p.Effect.MonthlyCost) != difference(*gained.MonthlyCost) {
			t.Errorf("%v: %+v, and became %+v", body, *p.Effect, gained)
		}
	} else if price != monthly("price") {
		t.Errorf("%v: without an effect, from %d to %d", body, price, monthly("price"))
	}
	if p.Changes > 0 {
		s.Put("/change/undo", object{"batchId": s.Progress(id).BatchID}).Status(200)
	}
	apitest.ExpectSame(t, "undone", before, api.Dump())
}

// What is shown of random records is what then happens to them, and no more.
func TestPreviewOfRandomSelections(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		r := rand.New(rand.NewPCG(32, 9))
		s := apitest.NewShop(api.Admin())
		s.Post("/field", object{"list": "projectSubscription", "key": "contract", "label": "Contract", "kind": "text"}).Status(201)
		today := api.Clock.Now().Truncate(24 * time.Hour)
		var ids []string
		for i := range 12 {
			start := today.AddDate(0, 0, -1-r.IntN(60)) // a third of them has ended
			ids = append(ids, s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 10 + r.IntN(90), "autoRenew": r.IntN(2) == 0,
				"startAt": start, "endAt": start.AddDate(0, 1+r.IntN(2), 0).Add(-time.Second)}))
			if i%4 == 0 {
				s.Put("/project/subscription/cancel", object{"id": ids[i], "cancelationReason": "moved"}).Status(200)
			}
		}
		if err := api.App.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		before := api.Dump()
		from := func() any { return []any{"now", "renewal", today.AddDate(0, 0, 1+r.IntN(40))}[r.IntN(3)] }
		for range api.Rounds(24) {
			r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			some := ids[:1+r.IntN(len(ids))]
			comparePreview(api, s, []object{
				apitest.Bulk("projectSubscription", "reprice", object{"percent": r.IntN(60) - 70, "from": from()}, some...),
				apitest.Bulk("projectSubscription", "reprice", object{"amount": 1 + r.IntN(20), "from": from()}, some...),
				apitest.Bulk("projectSubscription", "reprice", object{"price": 10 + r.IntN(90), "from": from()}, some...),
				apitest.Bulk("projectSubscription", "renew", object{"months": 1 + r.IntN(6)}, some...),
				apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, some...),
				apitest.Bulk("projectSubscription", "setRenewal", object{"autoRenew": r.IntN(2) == 0}, some...),
				apitest.Bulk("projectSubscription", "setField", object{"key": "contract", "value": fmt.Sprint(r.IntN(9))}, some...),
				apitest.Bulk("projectSubscription", "remove", nil, some...),
			}[r.IntN(8)], before)
		}
	})
}

// What begins later, a price or a period, is previewed as if it had begun, and that is what then happens.
func TestPreviewShowsWhatBeginsLater(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		r := rand.New(rand.NewPCG(32, 5))
		s := apitest.NewShop(api.Admin())
		for round := range 12 {
			s.Project = s.Made("/project", object{"companyId": s.Company, "name": fmt.Sprint("Project ", round)})
			start := api.Clock.Now().Truncate(24*time.Hour).AddDate(0, 0, -r.IntN(25)-1)
			var ids []string
			for range 1 + r.IntN(4) {
				ids = append(ids, s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 10 + r.IntN(90), "autoRenew": r.IntN(2) == 0,
					"startAt": start, "endAt": start.AddDate(0, 1, 0).Add(-time.Second)}))
			}
			end := start.AddDate(0, 1, 0)
			body := []object{
				apitest.Bulk("projectSubscription", "renew", object{"months": 1 + r.IntN(6)}, ids...),
				apitest.Bulk("projectSubscription", "reprice", object{"percent": 1 + r.IntN(50), "from": "renewal"}, ids...),
				apitest.Bulk("projectSubscription", "reprice", object{"amount": 1 + r.IntN(9), "from": end.Add(-time.Hour)}, ids...),
			}[r.IntN(3)]
			p := s.Preview(body)
			for _, row := range p.Rows {
				var now tracker.ProjectSubscription
				s.Get("/project/subscription/" + row.ID).Status(200).Into(&now)
				if isReprice := body["action"] == "reprice"; isReprice != (row.Price != nil) || isReprice && *row.Price != now.Price {
					t.Errorf("%v: %s costs %v, and the row says %v", body, row.ID, now.Price, row.Price)
				}
			}
			s.Start(body)
			api.RunBulks()
			if body["action"] == "reprice" { // those that renew take it with the next period, and others are renewed
				for _, id := range ids {
					s.Put("/project/subscription/renew", object{"id": id}).Status(200)
				}
			}
			api.Clock.Advance(end.Sub(api.Clock.Now()) + time.Minute)
			if err := api.App.ScanSubscriptions(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Client = api.Admin()
			_, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](s.Client, "/project/subscription?ProjectId="+s.Project)
			if p.Effect == nil || p.Effect.MonthlyPrice.After != totals.MonthlyPrice || p.Effect.MonthlyCost == nil || p.Effect.MonthlyCost.After != *totals.MonthlyCost {
				t.Errorf("%v: %+v, and became %d, %d", body, p.Effect, totals.MonthlyPrice, *totals.MonthlyCost)
			}
		}
	})
}

// A preview shows the first hundred records in the order of their list; its effect is that of all.
func TestPreviewShowsTheFirstOfManyInTheirOrder(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		const many = tracker.MaxBulkShown + 1
		now := api.Clock.Now()
		for i := range many {
			s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 12 * (1 + (i*7)%many),
				"autoRenew": false, "startAt": now.AddDate(0, -1, 0), "endAt": now.AddDate(0, 11, 0)})
		}
		p := s.Preview(object{"list": "projectSubscription", "query": "SortBy=price&SortDescending=true", "action": "reprice", "params": object{"amount": 12}})
		if p.Changes != many || len(p.Rows) != tracker.MaxBulkShown || p.Effect.MonthlyPrice != (tracker.MoneyChange{Before: 100 * many * (many + 1) / 2, After: 100 * many * (many + 3) / 2}) {
			t.Errorf("%d change, %d are shown, %+v", p.Changes, len(p.Rows), p.Effect.MonthlyPrice)
		}
		for i, row := range p.Rows {
			if before := string(row.Fields[0].Before); before != fmt.Sprint(12*(many-i)) {
				t.Errorf("row %d had the price %s", i, before)
			}
		}
	})
}
