package httpapi_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// made posts and returns the id of the new record.
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
		// A request with the wrong project changes nothing.
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

		// Items below a marked company or project do not count, and a marked one takes nothing new.
		if got := s.delete("/company", object{"id": s.company}).status(200).Body.String(); got != "1" {
			t.Fatalf("company in use: %s", got)
		}
		check("company marked", 0, 0, 0, 0)
		var below tracker.ProjectDetails
		if s.get("/project/" + s.project).status(200).into(&below); below.IsLive || below.IsRemoved {
			t.Errorf("below a marked company: %+v", below.Project)
		}
		s.post("/project", object{"companyId": s.company, "name": "Late"}).status(422)
		s.put("/company/restore", object{"id": s.company}).status(200)
		check("company restored", 1, 4050, 2100, 101)
		if s.get("/project/" + s.project).status(200).into(&below); !below.IsLive {
			t.Error("below a restored company it does not count")
		}
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
		var found []string
		for _, hit := range hits.Data {
			found = append(found, hit.Kind+" "+hit.Name)
		}
		if d := cmp.Diff([]string{"projectSubscription Server", "projectSubscription Server", "subscription Server"}, found); d != "" {
			t.Errorf("search %s", d)
		}
		if d := cmp.Diff([]tracker.SearchCount{{Kind: "projectSubscription", Count: 2}, {Kind: "subscription", Count: 1}}, hits.Counts); d != "" {
			t.Errorf("counts %s", d)
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

// A detached item is restored unchanged, unless its project or catalogue item is removed.
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

		// A full project takes no new items, and no restored ones.
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
			fieldError("SubscriptionId", "Subscription is not in the catalogue.")
		s.post("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "endAt": "2026-11-16T00:00:00Z"}).fieldError("StartAt", "Start At field is required.")
		// A new subscription does not renew by default. An edit must send autoRenew, and null is not enough.
		term := object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2027-11-16T00:00:00Z"}
		edit := maps.Clone(term)
		edit["id"] = s.made("/project/subscription", term)
		s.put("/project/subscription", edit).fieldError("AutoRenew", "Auto Renew field is required.")
		term["autoRenew"], edit["autoRenew"] = nil, nil
		s.post("/project/subscription", term).fieldError("AutoRenew", "Auto Renew field is required.")
		s.put("/project/subscription", edit).fieldError("AutoRenew", "Auto Renew field is required.")
		s.post("/project/subscription", object{"projectId": s.project, "subscriptionId": "", "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2027-11-16T00:00:00Z"}).
			fieldError("SubscriptionId", "Subscription field is required.")
		for _, c := range []struct{ field, start, end string }{
			{"Start At", "0001-01-03T00:00:00Z", "2026-01-04T00:00:00Z"},
			{"Start At", "1900-01-01T00:00:00+01:00", "2026-01-04T00:00:00Z"},
			{"End At", "2026-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"},
		} {
			s.post("/project/subscription", body(c.start, c.end, false)).fieldError(strings.ReplaceAll(c.field, " ", ""), c.field+" is out of range.")
		}
		s.post("/project/subscription", body("1900-01-01T00:00:00Z", "9999-12-31T23:59:59Z", true)).status(201)
		s.post("/project/subscription", body("2026-11-15T23:59:00Z", "2026-11-16T00:00:00Z", true)).fieldError("EndAt", "End At must be at least a day after Start At when it renews.")

		// Rules about two fields hold for an edit too.
		renewing := s.made("/project/subscription", body("2026-11-15T00:00:00Z", "2026-12-15T00:00:00Z", true))
		s.put("/project/subscription", object{"id": renewing, "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2026-11-15T00:00:00Z", "autoRenew": true}).
			fieldError("EndAt", "End At must be at least a day after Start At when it renews.")
		// An edit of the start moves the period; it opens no second one.
		s.put("/project/subscription", object{"id": renewing, "price": 2, "startAt": "2026-11-17T00:00:00Z", "endAt": "2026-12-15T00:00:00Z", "autoRenew": true}).status(200)
		periods, err := api.store.SubscriptionPeriods(t.Context(), renewing, 10)
		if err != nil || len(periods) != 1 || periods[0].StartAt.Day() != 17 || periods[0].Price != 200 {
			t.Errorf("periods %+v, %v", periods, err)
		}
		s.post("/project/subscription", body("", "2026-11-14T23:59:59Z", false)).fieldError("StartAt", "Start At field is required.")
		s.post("/project/subscription", body("yesterday", "2026-11-14T23:59:59Z", false)).fieldError("StartAt", "Start At has the wrong type.")
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
			c.get("/company/" + s.company).status(404) // a role on the project shows only the name of the company
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
			expect(c.put("/project/subscription", object{"id": subscription, "price": 20.25, "startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 0, 100), "autoRenew": false}), may(who) || who == "support")
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
