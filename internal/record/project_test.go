package record_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestProjectItemsAndTotals(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		statistics := func() (out tracker.Statistics) {
			s.Get("/dashboard/statistics").Status(200).Into(&out)
			return out
		}
		product := s.AttachProduct(100.10, 50)
		ending := s.AttachSubscription(10, false)
		renewing := s.AttachSubscription(30, true)
		check := func(when string, ending int, subPrice, subCost, prodPrice tracker.Money) {
			t.Helper()
			got := statistics()
			if got.SubscriptionsEndingInTwoWeeks != ending || got.ProjectsSubscriptionsPrice != subPrice || *got.ProjectsSubscriptionsCost != subCost ||
				got.ProjectsProductsPrice != prodPrice {
				t.Errorf("%s: %d ending, subscriptions %v/%v, products %v", when, got.SubscriptionsEndingInTwoWeeks, got.ProjectsSubscriptionsPrice,
					*got.ProjectsSubscriptionsCost, got.ProjectsProductsPrice)
			}
		}
		check("attached", 1, 4050, 2100, 10010)
		s.Put("/project/product", object{"id": product, "price": 1.01, "cost": 1, "status": 2}).Status(200)
		check("edited", 1, 4050, 2100, 101)
		// A request with the wrong project changes nothing.
		another := s.Made("/project", object{"companyId": s.Company, "name": "Another"})
		s.Put("/project/product", object{"id": product, "projectId": another, "price": 1, "cost": 1, "status": 2}).Status(404)
		s.Put("/project/subscription/cancel", object{"id": ending, "projectId": another, "cancelationReason": "moved"}).Status(404)
		s.Delete("/project/product", object{"id": product, "projectId": another}).Status(404)
		s.Delete("/project/subscription", object{"id": ending, "projectId": another}).Status(404)
		link := s.Made("/project/moderator", object{"id": s.Project, "userEmail": apitest.AdminEmail, "role": 0})
		s.Put("/project/moderator", object{"id": link, "projectId": another, "role": 1}).Status(404)
		s.Delete("/project/moderator", object{"id": link, "projectId": another}).Status(404)
		s.Put("/project/moderator", object{"id": link, "projectId": s.Project, "role": 1}).Status(200)
		s.Delete("/project/moderator", object{"id": link, "projectId": s.Project}).Status(204)
		check("taken for another's", 1, 4050, 2100, 101)
		s.Delete("/project", object{"id": another}).Status(200)

		// Items below a marked company or project do not count, and a marked one takes nothing new.
		if got := s.Delete("/company", object{"id": s.Company}).Status(200).Body.String(); got != "1" {
			t.Fatalf("company in use: %s", got)
		}
		check("company marked", 0, 0, 0, 0)
		var below tracker.ProjectDetails
		if s.Get("/project/" + s.Project).Status(200).Into(&below); below.IsLive || below.IsRemoved {
			t.Errorf("below a marked company: %+v", below.Project)
		}
		s.Post("/project", object{"companyId": s.Company, "name": "Late"}).Status(422)
		s.Put("/company/restore", object{"id": s.Company}).Status(200)
		check("company restored", 1, 4050, 2100, 101)
		if s.Get("/project/" + s.Project).Status(200).Into(&below); !below.IsLive {
			t.Error("below a restored company it does not count")
		}
		s.Delete("/project", object{"id": s.Project}).Status(200)
		check("project marked", 0, 0, 0, 0)
		s.Post("/project/product", object{"projectId": s.Project, "productId": s.Product, "price": 1, "cost": 1, "status": 0}).Status(422)
		s.Put("/project/restore", object{"id": s.Project}).Status(200)
		check("project restored", 1, 4050, 2100, 101)

		var canceled tracker.ProjectSubscription
		s.Put("/project/subscription/cancel", object{"id": ending}).FieldError("CancelationReason", "Cancelation Reason field is required.")
		s.Put("/project/subscription/cancel", object{"id": ending, "cancelationReason": "moved"}).Status(200).Into(&canceled)
		s.Put("/project/subscription/cancel", object{"id": ending, "cancelationReason": "again"}).Status(200).Into(&canceled)
		if !canceled.IsCanceled || *canceled.CancelationReason != "moved" {
			t.Errorf("canceled %+v", canceled)
		}
		check("canceled", 0, 2025, 1050, 101)
		s.Put("/subscription", object{"data": object{"id": s.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 30}}).Status(200)
		check("a new catalogue price rewrites nothing", 0, 2025, 1050, 101)

		var charts tracker.Charts
		s.Get("/dashboard/charts").Status(200).Into(&charts)
		if len(charts.EndingByWeek) != 12 || charts.EndingByWeek[0].WeekStart != "2026-11-09" || len(charts.TopCompanies) != 1 ||
			charts.TopCompanies[0].Price != 2126 || charts.ProductsByStatus[2].Count != 1 {
			t.Errorf("charts %+v", charts)
		}
		var hits tracker.SearchHits
		s.Get("/search?Search=ser").Status(200).Into(&hits)
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
			s.Delete(path, object{"id": id, "projectId": s.Project}).Status(204)
			s.Delete(path, object{"id": id, "projectId": s.Project}).Status(204)
		}
		s.Delete("/project/subscription", object{"id": ending}).Status(204)
		check("detached", 0, 0, 0, 0)
		if got := s.Delete("/project", object{"id": s.Project}).Status(200).Body.String(); got != "2" {
			t.Errorf("unused project: %s", got)
		}
		s.Get("/project/" + s.Project).Status(404)
	})
}

// A detached item is restored unchanged, unless its project or catalogue item is removed.
func TestDetachedItemsComeBack(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		product, subscription := s.AttachProduct(100.10, 50), s.AttachSubscription(10, false)
		seen := func() string {
			return s.Get("/project/"+s.Project).Status(200).Body.String() + s.Get("/dashboard/statistics").Status(200).Body.String()
		}
		versions := strings.NewReplacer(`"version":3`, `"version":1`) // detached, and restored
		before := seen()
		restore := func(id string) string {
			return s.Put("/project/product/restore", object{"id": id}).Status(200).Body.String() + s.Put("/project/subscription/restore", object{"id": id}).Status(200).Body.String()
		}
		if got := restore(product) + restore(subscription) + restore("unknown"); got != "100100" {
			t.Errorf("what is attached: %s", got)
		}
		detach := func() {
			s.Delete("/project/product", object{"id": product}).Status(204)
			s.Delete("/project/subscription", object{"id": subscription}).Status(204)
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
		for path, id := range map[string]string{"/project": s.Project, "/product": s.Product, "/subscription": s.Subscription} {
			s.Delete(path, object{"id": id}).Status(200)
		}
		if got := restore(product) + restore(subscription); got != "2002" {
			t.Errorf("everything else is removed: %s", got)
		}
		s.Put("/project/restore", object{"id": s.Project}).Status(200)
		if got := restore(product) + restore(subscription); got != "2002" {
			t.Errorf("their items are removed: %s", got)
		}
		s.Put("/product/restore", object{"id": s.Product}).Status(200)
		s.Delete("/project", object{"id": s.Project}).Status(200)
		if got := restore(product); got != "20" {
			t.Errorf("the project is removed: %s", got)
		}
		s.Put("/project/restore", object{"id": s.Project}).Status(200)
		if got := restore(product); got != "10" {
			t.Errorf("its parents are back: %s", got)
		}

		// A full project takes no new items, and no restored ones.
		for i := range 9 { // 1, 2, 4, … 512
			api.Exec(`INSERT INTO project_product (project_id, id, product_id, cost, price, status, live, created_at, updated_at)
				SELECT project_id, id || $1, product_id, cost, price, status, live, created_at, updated_at FROM project_product`, fmt.Sprint(i))
		}
		s.Delete("/project/product", object{"id": product}).Status(204)
		for _, a := range []*apitest.Answer{
			s.Put("/project/product/restore", object{"id": product}),
			s.Post("/project/product", object{"projectId": s.Project, "productId": s.Product, "price": 1, "cost": 1, "status": 0}),
		} {
			if got := a.Status(422).Body.String(); !strings.Contains(got, "tooManyItems") {
				t.Errorf("a full project: %s", got)
			}
		}
	})
}

func TestSubscriptionDates(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		body := func(start, end string, renew bool) object {
			return object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1, "startAt": start, "endAt": end, "autoRenew": renew}
		}
		s.Post("/project/subscription", body("2026-11-15T00:00:00Z", "2026-11-14T23:59:59Z", false)).FieldError("EndAt", "End At can not be before Start At.")
		s.Post("/project/subscription", body("2026-11-15T00:00:00Z", "2026-11-15T23:59:59Z", true)).FieldError("EndAt", "End At must be at least a day after Start At when it renews.")
		s.Post("/project/subscription", object{"projectId": s.Project, "subscriptionId": "none", "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2026-11-16T00:00:00Z"}).
			FieldError("SubscriptionId", "Subscription is not in the catalogue.")
		s.Post("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1,
			"endAt": "2026-11-16T00:00:00Z"}).FieldError("StartAt", "Start At field is required.")
		// A new subscription does not renew by default. An edit must send autoRenew, and null is not enough.
		term := object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2027-11-16T00:00:00Z"}
		edit := maps.Clone(term)
		edit["id"] = s.Made("/project/subscription", term)
		s.Put("/project/subscription", edit).FieldError("AutoRenew", "Auto Renew field is required.")
		term["autoRenew"], edit["autoRenew"] = nil, nil
		s.Post("/project/subscription", term).FieldError("AutoRenew", "Auto Renew field is required.")
		s.Put("/project/subscription", edit).FieldError("AutoRenew", "Auto Renew field is required.")
		s.Post("/project/subscription", object{"projectId": s.Project, "subscriptionId": "", "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2027-11-16T00:00:00Z"}).
			FieldError("SubscriptionId", "Subscription field is required.")
		for _, c := range []struct{ field, start, end string }{
			{"Start At", "0001-01-03T00:00:00Z", "2026-01-04T00:00:00Z"},
			{"Start At", "1900-01-01T00:00:00+01:00", "2026-01-04T00:00:00Z"},
			{"End At", "2026-01-01T00:00:00Z", "9999-12-31T23:59:59-01:00"},
		} {
			s.Post("/project/subscription", body(c.start, c.end, false)).FieldError(strings.ReplaceAll(c.field, " ", ""), c.field+" is out of range.")
		}
		s.Post("/project/subscription", body("1900-01-01T00:00:00Z", "9999-12-31T23:59:59Z", true)).Status(201)
		s.Post("/project/subscription", body("2026-11-15T23:59:00Z", "2026-11-16T00:00:00Z", true)).FieldError("EndAt", "End At must be at least a day after Start At when it renews.")

		// Rules about two fields hold for an edit too.
		renewing := s.Made("/project/subscription", body("2026-11-15T00:00:00Z", "2026-12-15T00:00:00Z", true))
		s.Put("/project/subscription", object{"id": renewing, "price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2026-11-15T00:00:00Z", "autoRenew": true}).
			FieldError("EndAt", "End At must be at least a day after Start At when it renews.")
		// An edit of the start moves the period; it opens no second one.
		s.Put("/project/subscription", object{"id": renewing, "price": 2, "startAt": "2026-11-17T00:00:00Z", "endAt": "2026-12-15T00:00:00Z", "autoRenew": true}).Status(200)
		periods, err := api.Store.SubscriptionPeriods(t.Context(), renewing, 10)
		if err != nil || len(periods) != 1 || periods[0].StartAt.Day() != 17 || periods[0].Price != 200 {
			t.Errorf("periods %+v, %v", periods, err)
		}
		s.Post("/project/subscription", body("", "2026-11-14T23:59:59Z", false)).FieldError("StartAt", "Start At field is required.")
		s.Post("/project/subscription", body("yesterday", "2026-11-14T23:59:59Z", false)).FieldError("StartAt", "Start At has the wrong type.")
	})
}

func TestProjectRights(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		roles := map[string]tracker.Role{"owner": tracker.RoleOwner, "manager": tracker.RoleManager, "support": tracker.RoleSupport,
			"developer": tracker.RoleDeveloper, "designer": tracker.RoleDesigner, "none": tracker.RoleNone}
		s := apitest.NewShop(api.Admin())
		product, subscription := s.AttachProduct(10, 5), s.AttachSubscription(100, false)
		clients := map[string]*apitest.Client{}
		for name, role := range roles {
			api.AddUser(name+"@example.com", name, false)
			s.Post("/project/moderator", object{"id": s.Project, "userEmail": name + "@example.com", "role": role}).Status(201)
			clients[name] = api.SignIn(name + "@example.com")
		}
		may := func(who string) bool { return who == "owner" || who == "manager" }
		for who, c := range clients {
			var project tracker.ProjectDetails
			c.Get("/project/" + s.Project).Status(200).Into(&project)
			if sees := project.Products[0].Cost != nil && project.Subscriptions[0].Cost != nil; sees != may(who) {
				t.Errorf("%s sees cost: %v", who, sees)
			}
			c.Get("/company/" + s.Company).Status(404) // a role on the project shows only the name of the company
			if got := c.Get("/company").Status(200).Body.String(); got != "[]" {
				t.Errorf("%s lists companies %s", who, got)
			}
			expect := func(a *apitest.Answer, allowed bool) {
				t.Helper()
				if want := map[bool]int{true: 200, false: 403}[allowed]; a.Code != want {
					t.Errorf("%s: %s: %d, want %d: %s", who, a.Request, a.Code, want, a.Body)
				}
			}
			status := object{"id": product, "price": 10, "cost": nil, "status": 2}
			if may(who) {
				status["cost"] = 5
			}
			expect(c.Put("/project/product", status), who != "support" && who != "none")
			expect(c.Put("/project/product", object{"id": product, "price": 11, "cost": 5, "status": 2}), may(who))
			s.Put("/project/product", object{"id": product, "price": 10, "cost": 5, "status": 1}).Status(200)
			now := api.Clock.Now()
			expect(c.Put("/project/subscription", object{"id": subscription, "price": 20.25, "startAt": now.AddDate(0, 0, -1),
				"endAt": now.AddDate(0, 0, 100), "autoRenew": false}), may(who) || who == "support")
			expect(c.Put("/project", object{"id": s.Project, "name": "Site", "companyId": "moved"}), may(who))
			c.Post("/product", object{"categoryName": "Hardware", "name": "X", "status": 0}).Status(403)
			var subs []tracker.Subscription
			c.Get("/subscription").Status(200).Into(&subs)
			if sees := len(subs) == 1 && subs[0].Cost != nil; sees != may(who) {
				t.Errorf("%s sees catalogue cost: %v", who, sees)
			}
		}
		clients["manager"].Post("/project/moderator", object{"id": s.Project, "userEmail": apitest.AdminEmail, "role": tracker.RoleOwner}).Status(403)
		clients["owner"].Post("/project/moderator", object{"id": s.Project, "userEmail": apitest.AdminEmail, "role": tracker.RoleOwner}).Status(201)
	})
}
