package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// shop is a company with a project and one item of each catalogue.
type shop struct {
	*client
	company, project, product, subscription string
}

func newShop(c *client) shop {
	s := shop{client: c}
	s.company = c.addCompany("Shop")
	s.project = c.made("/project", object{"companyId": s.company, "name": "Site"})
	c.post("/product/categories", object{"name": "Hardware"}).status(201)
	c.post("/subscription/categories", object{"name": "Hosting"}).status(201)
	s.product = c.made("/product", object{"categoryName": "hardware", "name": "Laptop", "status": "available"})
	s.subscription = c.made("/subscription", object{"categoryName": "Hosting", "name": "Server", "status": 0, "cost": 10.5})
	return s
}

// made posts and returns the id of what was made.
func (c *client) made(path string, body object) string {
	c.api.t.Helper()
	var entity struct{ ID string }
	c.post(path, body).status(201).into(&entity)
	return entity.ID
}

func (s shop) attachProduct(price, cost float64) string {
	s.api.t.Helper()
	return s.made("/project/product", object{"projectId": s.project, "productId": s.product, "price": price, "cost": cost, "status": "InProgress"})
}

func (s shop) attachSubscription(days int, autoRenew bool) string {
	s.api.t.Helper()
	now := s.api.clock.Now()
	return s.made("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 20.25,
		"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 0, days), "autoRenew": autoRenew})
}

func TestCatalogue(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.post("/product/categories", object{"name": "HARDWARE"}).fieldError("Name", "Name is already a category.")
		s.post("/product", object{"categoryName": "None such", "name": "X", "status": 0}).fieldError("CategoryName", "Category is not one of the categories.")
		s.post("/product", object{"name": "X", "status": 0}).fieldError("CategoryName", "Category field is required.")
		s.post("/product", object{"categoryName": "Hardware", "name": "X", "status": "broken"}).fieldError("Status", "Status must be one of provided options.")
		for cost, message := range map[any]string{
			nil: "Cost field is required.", "": "Cost field is required.", "1": "Cost has the wrong type.", 0: "Cost must be a positive amount of at most 999999999.99.", -1: "Cost must be a positive amount of at most 999999999.99.",
			1e12: "Cost must be a positive amount of at most 999999999.99.", 1.005: "Cost must have at most two decimals.",
		} {
			s.post("/subscription", object{"categoryName": "Hosting", "name": "X", "status": 0, "cost": cost}).fieldError("Cost", message)
		}
		s.post("/subscription", object{"categoryName": "Hosting", "name": "X", "status": 0, "cost": 1, "costCurrencyName": "EUR"}).
			fieldError("CostCurrencyName", "Cost Currency Name must be one of provided options.")
		var sub tracker.Subscription
		s.put("/subscription", object{"data": object{"id": s.subscription, "version": 1, "categoryName": "Hosting", "name": "Big server", "status": 2, "cost": 999999999.99}}).status(200).into(&sub)
		if sub.Name != "Big server" || *sub.Cost != 99999999999 || sub.Status != tracker.Deprecated || sub.Version != 2 {
			t.Fatalf("edited %+v", sub)
		}
		s.put("/subscription", object{"data": object{"id": s.subscription, "version": 1, "categoryName": "Hosting", "name": "Old", "status": 2, "cost": 1}}).status(409)
		s.put("/product", object{"data": object{"id": s.subscription, "categoryName": "Hardware", "name": "X", "status": 0}}).status(404) // of the other catalogue
		s.get("/product/" + s.subscription).status(404)

		total := func(path string) string { return s.get(path).status(200).Header().Get("Pagination")[:16] }
		for path, want := range map[string]string{
			"/product": `{"totalItems":1,`, "/product?CategoryName=hardware": `{"totalItems":1,`, "/product?CategoryName=other": `{"totalItems":0,`,
			"/product?Status=1": `{"totalItems":0,`, "/product?Status=available": `{"totalItems":1,`, "/subscription?Search=serv": `{"totalItems":1,`,
			"/subscription/categories": `{"totalItems":1,`,
		} {
			if got := total(path); got != want {
				t.Errorf("%s: %s", path, got)
			}
		}
		s.get("/product?Status=9").fieldError("Status", "Status must be one of provided options.")

		// A category with items is marked, takes no new ones, and is restored.
		remove := func(path string, body object) string { return s.delete(path, body).status(200).Body.String() }
		if got := remove("/product/categories", object{"name": "Hardware"}); got != "1" {
			t.Fatalf("used category: %s", got)
		}
		s.post("/product", object{"categoryName": "Hardware", "name": "X", "status": 0}).status(422)
		var blocking tracker.Dependants
		s.get("/product/categories/Hardware/dependants").status(200).into(&blocking)
		if blocking.Total != 1 || blocking.Data[0].Name != "Laptop" {
			t.Errorf("dependants %+v", blocking)
		}
		if got := remove("/product", object{"id": s.product}) + remove("/product/categories", object{"name": "hardware"}) + remove("/product/categories", object{"name": "hardware"}); got != "220" {
			t.Errorf("removal %s", got)
		}
		if got := s.put("/product/restore", object{"id": s.product}).status(200).Body.String(); got != "2" {
			t.Errorf("an item of a removed category: %s", got)
		}
		if got := s.put("/product/categories/restore", object{"name": "Hardware"}).status(200).Body.String(); got != "1" {
			t.Errorf("category: %s", got)
		}
		if got := s.put("/product/restore", object{"id": s.product}).status(200).Body.String(); got != "1" {
			t.Errorf("item: %s", got)
		}
		s.get("/product/" + s.product).status(200)
	})
}

func TestProjectItemsAndTotals(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		statistics := func() (out tracker.Statistics) {
			s.get("/dashboard/statistics").status(200).into(&out)
			return out
		}
		product := s.attachProduct(100.10, 50)
		ending := s.attachSubscription(10, false)
		renewing := s.attachSubscription(30, true)
		check := func(when string, ending int, subPrice, subCost, prodPrice tracker.Money) {
			t.Helper()
			got := statistics()
			if got.SubscriptionsEndingInTwoWeeks != ending || got.ProjectsSubscriptionsPrice != subPrice || *got.ProjectsSubscriptionsCost != subCost || got.ProjectsProductsPrice != prodPrice {
				t.Errorf("%s: %d ending, subscriptions %v/%v, products %v", when, got.SubscriptionsEndingInTwoWeeks, got.ProjectsSubscriptionsPrice, *got.ProjectsSubscriptionsCost, got.ProjectsProductsPrice)
			}
		}
		check("attached", 1, 4050, 2100, 10010)
		s.put("/project/product", object{"id": product, "price": 1.01, "cost": 1, "status": 2}).status(200)
		check("edited", 1, 4050, 2100, 101)
		// Whoever is mistaken about its project must not change it.
		another := s.made("/project", object{"companyId": s.company, "name": "Another"})
		s.put("/project/product", object{"id": product, "projectId": another, "price": 1, "cost": 1, "status": 2}).status(404)
		s.put("/project/subscription/cancel", object{"id": ending, "projectId": another, "cancelationReason": "moved"}).status(404)
		s.delete("/project/product", object{"id": product, "projectId": another}).status(404)
		s.delete("/project/subscription", object{"id": ending, "projectId": another}).status(404)
		link := s.made("/project/moderator", object{"id": s.project, "userEmail": adminEmail, "role": 0})
		s.put("/project/moderator", object{"id": link, "projectId": another, "role": 1}).status(404)
		s.delete("/project/moderator", object{"id": link, "projectId": another}).status(404)
		s.put("/project/moderator", object{"id": link, "projectId": s.project, "role": 1}).status(200)
		s.delete("/project/moderator", object{"id": link, "projectId": s.project}).status(204)
		check("taken for another's", 1, 4050, 2100, 101)
		s.delete("/project", object{"id": another}).status(200)

		// What is on its way out does not count; what it blocks is said.
		if got := s.delete("/company", object{"id": s.company}).status(200).Body.String(); got != "1" {
			t.Fatalf("company in use: %s", got)
		}
		check("company marked", 0, 0, 0, 0)
		s.post("/project", object{"companyId": s.company, "name": "Late"}).status(422)
		s.put("/company/restore", object{"id": s.company}).status(200)
		check("company restored", 1, 4050, 2100, 101)
		s.delete("/project", object{"id": s.project}).status(200)
		check("project marked", 0, 0, 0, 0)
		s.post("/project/product", object{"projectId": s.project, "productId": s.product, "price": 1, "cost": 1, "status": 0}).status(422)
		s.put("/project/restore", object{"id": s.project}).status(200)
		check("project restored", 1, 4050, 2100, 101)

		var canceled tracker.ProjectSubscription
		s.put("/project/subscription/cancel", object{"id": ending}).fieldError("CancelationReason", "Cancelation Reason field is required.")
		s.put("/project/subscription/cancel", object{"id": ending, "cancelationReason": "moved"}).status(200).into(&canceled)
		s.put("/project/subscription/cancel", object{"id": ending, "cancelationReason": "again"}).status(200).into(&canceled)
		if !canceled.IsCanceled || *canceled.CancelationReason != "moved" {
			t.Errorf("canceled %+v", canceled)
		}
		check("canceled", 0, 2025, 1050, 101)
		s.put("/subscription", object{"data": object{"id": s.subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 30}}).status(200)
		check("a new catalogue price rewrites nothing", 0, 2025, 1050, 101)

		var charts tracker.Charts
		s.get("/dashboard/charts").status(200).into(&charts)
		if len(charts.EndingByWeek) != 12 || charts.EndingByWeek[0].WeekStart != "2026-11-09" || len(charts.TopCompanies) != 1 || charts.TopCompanies[0].Price != 2126 || charts.ProductsByStatus[2].Count != 1 {
			t.Errorf("charts %+v", charts)
		}
		var hits tracker.SearchHits
		s.get("/search?Search=ser").status(200).into(&hits)
		if len(hits.Data) != 1 || hits.Data[0].Kind != "subscription" {
			t.Errorf("search %+v", hits)
		}
		for path, id := range map[string]string{"/project/product": product, "/project/subscription": renewing} {
			s.delete(path, object{"id": id, "projectId": s.project}).status(204)
			s.delete(path, object{"id": id, "projectId": s.project}).status(204)
		}
		s.delete("/project/subscription", object{"id": ending}).status(204)
		check("detached", 0, 0, 0, 0)
		if got := s.delete("/project", object{"id": s.project}).status(200).Body.String(); got != "2" {
			t.Errorf("unused project: %s", got)
		}
		s.get("/project/" + s.project).status(404)
	})
}

// What was detached comes back as it was, unless what it hangs on is removed.
func TestDetachedItemsComeBack(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		product, subscription := s.attachProduct(100.10, 50), s.attachSubscription(10, false)
		seen := func() string {
			return s.get("/project/"+s.project).status(200).Body.String() + s.get("/dashboard/statistics").status(200).Body.String()
		}
		versions := strings.NewReplacer(`"version":3`, `"version":1`) // detached, and restored
		before := seen()
		restore := func(id string) string {
			return s.put("/project/product/restore", object{"id": id}).status(200).Body.String() + s.put("/project/subscription/restore", object{"id": id}).status(200).Body.String()
		}
		if got := restore(product) + restore(subscription) + restore("unknown"); got != "100100" {
			t.Errorf("what is attached: %s", got)
		}
		detach := func() {
			s.delete("/project/product", object{"id": product}).status(204)
			s.delete("/project/subscription", object{"id": subscription}).status(204)
		}
		detach()
		if seen() == before {
			t.Error("nothing was detached")
		}
		if got := restore(product) + restore(subscription); got != "1001" {
			t.Errorf("what is detached: %s", got)
		}
		if got := versions.Replace(seen()); got != before {
			t.Errorf("restored to\n%s\nfrom\n%s", got, before)
		}
		detach()
		for path, id := range map[string]string{"/project": s.project, "/product": s.product, "/subscription": s.subscription} {
			s.delete(path, object{"id": id}).status(200)
		}
		if got := restore(product) + restore(subscription); got != "2002" {
			t.Errorf("everything else is removed: %s", got)
		}
		s.put("/project/restore", object{"id": s.project}).status(200)
		if got := restore(product) + restore(subscription); got != "2002" {
			t.Errorf("their items are removed: %s", got)
		}
		s.put("/product/restore", object{"id": s.product}).status(200)
		s.delete("/project", object{"id": s.project}).status(200)
		if got := restore(product); got != "20" {
			t.Errorf("the project is removed: %s", got)
		}
		s.put("/project/restore", object{"id": s.project}).status(200)
		if got := restore(product); got != "10" {
			t.Errorf("its parents are back: %s", got)
		}

		// A full project takes nothing new, and nothing back.
		for i := range 9 { // 1, 2, 4, … 512
			api.exec(`INSERT INTO project_product (project_id, id, product_id, cost, price, status, live, created_at, updated_at)
				SELECT project_id, id || $1, product_id, cost, price, status, live, created_at, updated_at FROM project_product`, fmt.Sprint(i))
		}
		s.delete("/project/product", object{"id": product}).status(204)
		for _, a := range []*answer{
			s.put("/project/product/restore", object{"id": product}),
			s.post("/project/product", object{"projectId": s.project, "productId": s.product, "price": 1, "cost": 1, "status": 0}),
		} {
			if got := a.status(422).Body.String(); !strings.Contains(got, "tooManyItems") {
				t.Errorf("a full project: %s", got)
			}
		}
	})
}

func TestSubscriptionDates(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		body := func(start, end string, renew bool) object {
			return object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "startAt": start, "endAt": end, "autoRenew": renew}
		}
		s.post("/project/subscription", body("2026-11-15T00:00:00Z", "2026-11-14T23:59:59Z", false)).fieldError("EndAt", "End At can not be before Start At.")
		s.post("/project/subscription", body("2026-11-15T00:00:00Z", "2026-11-15T23:59:59Z", true)).fieldError("EndAt", "End At must be at least a day after Start At when it renews.")
		s.post("/project/subscription", object{"projectId": s.project, "subscriptionId": "none", "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2026-11-16T00:00:00Z"}).
			fieldError("SubscriptionId", "Subscription Id is not in the catalogue.")
		s.post("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "endAt": "2026-11-16T00:00:00Z"}).fieldError("StartAt", "Start At field is required.")
		for _, c := range []struct{ field, start, end string }{
			{"Start At", "0001-01-03T00:00:00Z", "2026-01-04T00:00:00Z"},
			{"Start At", "1900-01-01T00:00:00+01:00", "2026-01-04T00:00:00Z"},
			{"End At", "2026-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"},
		} {
			s.post("/project/subscription", body(c.start, c.end, false)).fieldError(strings.ReplaceAll(c.field, " ", ""), c.field+" is out of range.")
		}
		s.post("/project/subscription", body("1900-01-01T00:00:00Z", "9999-12-31T23:59:59Z", true)).status(201)
		s.post("/project/subscription", body("2026-11-15T23:59:00Z", "2026-11-16T00:00:00Z", true)).fieldError("EndAt", "End At must be at least a day after Start At when it renews.")

		// What an edit does not send is as it was, also for what concerns two fields.
		renewing := s.made("/project/subscription", body("2026-11-15T00:00:00Z", "2026-12-15T00:00:00Z", true))
		s.put("/project/subscription", object{"id": renewing, "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2026-11-15T00:00:00Z"}).
			fieldError("EndAt", "End At must be at least a day after Start At when it renews.")
		// An edit of the start moves the period; it opens no second one.
		s.put("/project/subscription", object{"id": renewing, "price": 2, "startAt": "2026-11-17T00:00:00Z", "endAt": "2026-12-15T00:00:00Z"}).status(200)
		periods, err := api.store.SubscriptionPeriods(t.Context(), renewing, 10)
		if err != nil || len(periods) != 1 || periods[0].StartAt.Day() != 17 || periods[0].Price != 200 {
			t.Errorf("periods %+v, %v", periods, err)
		}
		s.post("/project/subscription", body("", "2026-11-14T23:59:59Z", false)).fieldError("StartAt", "Start At field is required.")
		s.post("/project/subscription", body("yesterday", "2026-11-14T23:59:59Z", false)).fieldError("StartAt", "Start At has the wrong type.")
	})
}

func TestNotificationsOfSubscriptions(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("support@example.com", "Support", false)
		api.addUser("designer@example.com", "Designer", false)
		s := newShop(api.admin())
		s.addModerator(s.company, "support@example.com", tracker.RoleSupport)
		s.addModerator(s.company, "designer@example.com", tracker.RoleDesigner)
		support, designer := api.signIn("support@example.com"), api.signIn("designer@example.com")
		titles := func(c *client) string {
			var page tracker.Page[tracker.Notification]
			c.get("/notification?PageSize=100").status(200).into(&page)
			var list []string
			for _, n := range page.Data {
				list = append(list, strings.TrimPrefix(n.Title, "Subscription "))
			}
			return strings.Join(list, "|")
		}
		scan := func() {
			t.Helper()
			for range 2 { // however often
				if err := api.app.ScanSubscriptions(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.attachSubscription(20, false)
		scan()
		if got := titles(support); got != "" {
			t.Fatalf("20 days before: %s", got)
		}
		soon := s.attachSubscription(10, false) // told at once
		if got := titles(support) + "/" + titles(s.client) + "/" + titles(designer); got != "ends soon/ends soon/" {
			t.Fatalf("10 days before: %s", got)
		}
		scan()
		api.clock.Advance(8 * 24 * time.Hour)
		support, s.client = api.signIn("support@example.com"), api.admin()
		scan()
		if got := titles(support); got != "ends soon|ends soon" {
			t.Fatalf("12 days before: %s", got)
		}
		api.clock.Advance(3 * 24 * time.Hour)
		support, s.client = api.signIn("support@example.com"), api.admin()
		scan()
		if got := titles(support); got != "ended|ends soon|ends soon" {
			t.Fatalf("after the end: %s", got)
		}
		// Edited to a later end, it is due again at that end.
		now := api.clock.Now()
		s.put("/project/subscription", object{"id": soon, "price": 20.25, "startAt": now, "endAt": now.AddDate(0, 0, 5), "autoRenew": false}).status(200)
		if got := titles(support); got != "ends soon|ended|ends soon|ends soon" {
			t.Fatalf("moved: %s", got)
		}
		s.put("/project/subscription/cancel", object{"id": soon, "cancelationReason": "enough"}).status(200)
		if got := titles(support); !strings.HasPrefix(got, "canceled|") {
			t.Fatalf("canceled: %s", got)
		}
	})
}

func TestRenewal(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		id := s.made("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 20,
			"startAt": "2026-11-01T00:00:00Z", "endAt": "2026-12-01T00:00:00Z", "autoRenew": true})
		s.put("/subscription", object{"data": object{"id": s.subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 30}}).status(200)
		api.clock.Advance(80 * 24 * time.Hour) // a long downtime: 3 February
		if err := api.app.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.client = api.admin()
		var project tracker.ProjectDetails
		s.get("/project/" + s.project).status(200).into(&project)
		sub := project.Subscriptions[0]
		if sub.StartAt.Format(time.DateOnly) != "2027-02-01" || sub.EndAt.Format(time.DateOnly) != "2027-03-01" || *sub.Cost != 3000 {
			t.Fatalf("renewed %+v", sub)
		}
		periods, err := api.store.SubscriptionPeriods(t.Context(), id, 10)
		if err != nil || len(periods) != 4 || periods[0].Cost != 1050 || periods[3].Cost != 3000 {
			t.Fatalf("periods %+v, %v", periods, err)
		}
		if got := s.get("/notification").status(200).Header().Get("Pagination"); !strings.Contains(got, `"totalItems":3,`) {
			t.Errorf("notifications %s", got)
		}
	})
}

// Years of missed terms are made up for in bounded steps, and one subscription
// that can not be dealt with keeps no other waiting.
func TestScanIsBoundedAndGoesOn(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		body := object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "autoRenew": true, "startAt": "2025-01-01T00:00:00Z", "endAt": "2025-01-03T00:00:00Z"}
		bad, good := s.made("/project/subscription", body), s.made("/project/subscription", body)
		// Nine thousand years: the next one would end beyond what can be written down.
		api.exec(`UPDATE project_subscription SET start_at = -220000000000000, end_at = 1700000000000 WHERE id = $1`, bad)
		ends := func() string {
			if err := api.app.ScanSubscriptions(t.Context()); err == nil || !strings.Contains(err.Error(), bad) {
				t.Fatalf("the scan says nothing of the one that failed: %v", err)
			}
			sub, err := api.store.ProjectSubscription(t.Context(), good)
			if err != nil {
				t.Fatal(err)
			}
			return sub.EndAt.Format(time.DateOnly)
		}
		if got := []string{ends(), ends(), ends(), ends()}; !slices.Equal(got, []string{"2025-07-22", "2026-02-07", "2026-08-26", "2026-11-16"}) {
			t.Errorf("a hundred terms at a time, then until: %v", got)
		}
		if !strings.Contains(api.logs.String(), "subscription="+bad) {
			t.Error("what failed is not in the log")
		}
		if n := api.count(`SELECT count(*) FROM subscription_period WHERE project_subscription_id = $1`, good); n != 341 {
			t.Errorf("%d terms are over", n)
		}
		if n := api.count(`SELECT count(*) FROM notification WHERE item_id = $1`, good); n < 180 || n > 190 {
			t.Errorf("told of %d renewals, not of those of the last year", n)
		}
	})
}

// A term keeps its rhythm, however often it renews and whatever else is edited.
func TestRenewalKeepsItsRhythm(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		ends := map[string]string{}
		for start, c := range map[string]struct{ end, ends string }{
			"2026-10-22T00:00:00Z": {"2026-10-29T00:00:00Z", "11-19 11-26 12-03 12-10 12-17 12-24"}, // a week; one of them ends on the 22nd of a month
			"2026-08-31T00:00:00Z": {"2026-09-30T00:00:00Z", "11-30 12-31"},
			"2026-10-01T00:00:00Z": {"2026-10-31T23:59:59Z", "11-30 12-31"}, // a month as the form sends it
		} {
			term := object{"price": 1, "startAt": start, "endAt": c.end, "autoRenew": true}
			term["projectId"], term["subscriptionId"] = s.project, s.subscription
			ends[s.made("/project/subscription", term)] = c.ends
		}
		seen := map[string][]string{}
		for range 40 {
			if err := api.app.ScanSubscriptions(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.client = api.admin()
			var project tracker.ProjectDetails
			s.get("/project/" + s.project).status(200).into(&project)
			for _, sub := range project.Subscriptions {
				end := sub.EndAt.Format("01-02")
				if list := seen[sub.ID]; len(list) == 0 || list[len(list)-1] != end {
					seen[sub.ID] = append(list, end)
				}
				s.put("/project/subscription", object{"id": sub.ID, "price": sub.Price + 1, "startAt": sub.StartAt, "endAt": sub.EndAt}).status(200)
			}
			api.clock.Advance(24 * time.Hour)
		}
		for id, want := range ends {
			if got := strings.Join(seen[id], " "); !strings.HasPrefix(got, want) {
				t.Errorf("ends %s, want %s", got, want)
			}
		}
	})
}

func TestProjectRights(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		roles := map[string]tracker.Role{"owner": tracker.RoleOwner, "manager": tracker.RoleManager, "support": tracker.RoleSupport,
			"developer": tracker.RoleDeveloper, "designer": tracker.RoleDesigner, "none": tracker.RoleNone}
		s := newShop(api.admin())
		product, subscription := s.attachProduct(10, 5), s.attachSubscription(100, false)
		clients := map[string]*client{}
		for name, role := range roles {
			api.addUser(name+"@example.com", name, false)
			s.post("/project/moderator", object{"id": s.project, "userEmail": name + "@example.com", "role": role}).status(201)
			clients[name] = api.signIn(name + "@example.com")
		}
		may := func(who string) bool { return who == "owner" || who == "manager" }
		for who, c := range clients {
			var project tracker.ProjectDetails
			c.get("/project/" + s.project).status(200).into(&project)
			if sees := project.Products[0].Cost != nil && project.Subscriptions[0].Cost != nil; sees != may(who) {
				t.Errorf("%s sees cost: %v", who, sees)
			}
			c.get("/company/" + s.company).status(404) // a project role shows of the company only its name
			if got := c.get("/company").status(200).Body.String(); got != "[]" {
				t.Errorf("%s lists companies %s", who, got)
			}
			expect := func(a *answer, allowed bool) {
				t.Helper()
				if want := map[bool]int{true: 200, false: 403}[allowed]; a.Code != want {
					t.Errorf("%s: %s: %d, want %d: %s", who, a.request, a.Code, want, a.Body)
				}
			}
			status := object{"id": product, "price": 10, "cost": nil, "status": 2}
			if may(who) {
				status["cost"] = 5
			}
			expect(c.put("/project/product", status), who != "support" && who != "none")
			expect(c.put("/project/product", object{"id": product, "price": 11, "cost": 5, "status": 2}), may(who))
			s.put("/project/product", object{"id": product, "price": 10, "cost": 5, "status": 1}).status(200)
			now := api.clock.Now()
			expect(c.put("/project/subscription", object{"id": subscription, "price": 20.25, "startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 0, 100)}), may(who) || who == "support")
			expect(c.put("/project", object{"id": s.project, "name": "Site", "companyId": "moved"}), may(who))
			c.post("/product", object{"categoryName": "Hardware", "name": "X", "status": 0}).status(403)
			var subs []tracker.Subscription
			c.get("/subscription").status(200).into(&subs)
			if sees := len(subs) == 1 && subs[0].Cost != nil; sees != may(who) {
				t.Errorf("%s sees catalogue cost: %v", who, sees)
			}
		}
		clients["manager"].post("/project/moderator", object{"id": s.project, "userEmail": adminEmail, "role": tracker.RoleOwner}).status(403)
		clients["owner"].post("/project/moderator", object{"id": s.project, "userEmail": adminEmail, "role": tracker.RoleOwner}).status(201)
	})
}
