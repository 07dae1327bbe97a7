package record_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Every figure of the report equals the rows that it opens, for everybody, after every kind of change.
func TestReportEqualsItsRows(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		people := map[string]*apitest.Client{"admin": s.Client}
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "developer": tracker.RoleDeveloper} {
			api.AddUser(name+"@example.com", name, false)
			s.AddModerator(s.Company, name+"@example.com", role)
			people[name] = api.SignIn(name + "@example.com")
		}
		start := time.Date(api.Clock.Now().Year(), api.Clock.Now().Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, -3, 0)
		attach := func(price float64, months int, renews bool) string {
			return s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": price, "startAt": start,
				"endAt": start.AddDate(0, months, 0).Add(-time.Second), "autoRenew": renews})
		}
		compare := func(after string) {
			t.Helper()
			for name, c := range people {
				compareReport(t, after+", "+name, c, api.Clock.Now())
			}
		}
		compare("nothing")
		monthly, yearly, short := attach(30, 1, true), attach(240, 12, false), attach(50, 2, false)
		compare("attached")
		if err := api.App.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		compare("renewed and ended")
		s.Put("/project/subscription", object{"id": yearly, "projectId": s.Project, "subscriptionId": s.Subscription, "price": 360,
			"autoRenew": false, "startAt": start, "endAt": start.AddDate(0, 12, 0).Add(-time.Second)}).Status(200)
		compare("repriced")
		s.Put("/project/subscription/cancel", object{"id": monthly, "cancelationReason": "x"}).Status(200)
		compare("canceled")
		var changes []struct{ Seq int64 }
		s.Get("/change?Entity=projectSubscription&EntityId=" + monthly).Status(200).Into(&changes)
		s.Put("/change/undo", object{"seq": changes[0].Seq}).Status(200)
		compare("cancelation undone")
		s.Delete("/project/subscription", object{"id": short}).Status(204)
		compare("detached")
		s.Put("/project/subscription/restore", object{"id": short}).Status(200)
		compare("attached again")
		for _, path := range []string{"/project", "/company"} {
			id := map[string]string{"/project": s.Project, "/company": s.Company}[path]
			s.Delete(path, object{"id": id}).Status(200)
			compare(path + " removed")
			s.Put(path+"/restore", object{"id": id}).Status(200)
			compare(path + " restored")
		}
		s.Post("/subscription/categories", object{"name": "Other"}).Status(201)
		var item object
		s.Get("/subscription/" + s.Subscription).Status(200).Into(&item)
		item["categoryName"] = "Other"
		s.Put("/subscription", object{"data": item}).Status(200)
		compare("in another category")
	})
}

// The largest companies are those whose subscriptions are worth most a month. One-off products decide nothing.
func TestReportLeavesOutProducts(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.AttachSubscription(10, true)
		for i := range tracker.MaxReportGroups {
			project := s.Made("/project", object{"companyId": s.AddCompany(fmt.Sprint("Buyer ", i)), "name": "Once"})
			s.Made("/project/product", object{"projectId": project, "productId": s.Product, "price": 5000, "cost": 1, "status": 2})
		}
		var report tracker.RecurringReport
		s.Get("/report/recurring?By=company").Status(200).Into(&report)
		if len(report.Groups) != 1 || *report.Groups[0].ID != s.Company {
			t.Errorf("%v", report.Groups)
		}
	})
}

// A company that lost all its value, or gets it later, has a group of its own.
func TestReportNamesCompaniesWithoutValueNow(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s, now := apitest.NewShop(api.Admin()), api.Clock.Now()
		want := map[string]bool{s.Company: true}
		s.AttachSubscription(10, false)
		for name, months := range map[string]int{"Lost": -3, "Later": 2} {
			company := s.AddCompany(name)
			project := s.Made("/project", object{"companyId": company, "name": name})
			start := now.AddDate(0, months, 0)
			s.Made("/project/subscription", object{"projectId": project, "subscriptionId": s.Subscription, "price": 12, "startAt": start, "endAt": start.AddDate(0, 1, 0)})
			want[company] = true
		}
		s.AddCompany("Empty")
		if err := api.App.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		current := tracker.MonthOf(now)
		var report tracker.RecurringReport
		s.Get(fmt.Sprintf("/report/recurring?From=%s&To=%s&By=company", current-5, current+5)).Status(200).Into(&report)
		for _, g := range report.Groups {
			if g.ID == nil || !want[*g.ID] {
				t.Errorf("a group of %s", g.Name)
			}
		}
		if len(report.Groups) != len(want) {
			t.Errorf("%d groups", len(report.Groups))
		}
	})
}

func compareReport(t *testing.T, after string, c *apitest.Client, now time.Time) {
	t.Helper()
	current := tracker.MonthOf(now)
	for _, by := range tracker.RecurringGroupings {
		var report tracker.RecurringReport
		c.Get(fmt.Sprintf("/report/recurring?From=%s&To=%s&By=%s", current-5, current+5, by)).Status(200).Into(&report)
		for i, m := range report.Months {
			if by == "none" {
				compareRows(t, after, c, m, instantOf(current-5+tracker.Month(i), now))
			}
			sum := tracker.Money(0)
			for _, g := range report.Groups {
				sum += g.Months[i].Price
			}
			if by != "none" && sum != m.Price {
				t.Errorf("%s: the groups by %s add up to %v, not %v", after, by, sum, m.Price)
			}
			if i > 0 && m.Price != report.Months[i-1].Price+m.Started-m.Ended+m.Repriced {
				t.Errorf("%s: %+v does not follow from %+v", after, m, report.Months[i-1])
			}
		}
	}
}

// instantOf is the instant whose figures a month shows.
func instantOf(m tracker.Month, now time.Time) time.Time {
	if m == tracker.MonthOf(now) {
		return now
	}
	return m.End()
}

func compareRows(t *testing.T, after string, c *apitest.Client, m tracker.RecurringMonth, at time.Time) {
	t.Helper()
	rows := c.Get("/project/subscription?State=active,renews&At=" + url.QueryEscape(at.Format(time.RFC3339Nano))).Status(200)
	var totals tracker.SubscriptionTotals
	if err := json.Unmarshal([]byte(rows.Header().Get("Totals")), &totals); err != nil {
		t.Fatal(err)
	}
	if m.Price != totals.MonthlyPrice || m.Count != totals.Count || (m.Cost == nil) != (totals.MonthlyCost == nil) || m.Cost != nil && *m.Cost != *totals.MonthlyCost {
		t.Errorf("%s: %+v, its rows are %+v", after, m, totals)
	}
}

// Nothing of the list tells a hidden cost.
func TestHiddenCostOfTheList(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		other := s.Made("/project", object{"companyId": s.Made("/company", object{"name": "Other"}), "name": "Other"})
		api.AddUser(apitest.UserEmail, "Grace", false)
		now := api.Clock.Now()
		for _, project := range []string{s.Project, other} { // both lose money
			s.Made("/project/subscription", object{"projectId": project, "subscriptionId": s.Subscription, "price": 0.01, "startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(1, 0, -1)})
		}
		moderate := func(project string, role tracker.Role) {
			s.Post("/project/moderator", object{"id": project, "userEmail": apitest.UserEmail, "role": role}).Status(201)
		}
		list := func(query string) (rows []tracker.ListedSubscription, totals tracker.SubscriptionTotals) {
			answer := api.SignIn(apitest.UserEmail).Get("/project/subscription" + query).Status(200)
			answer.Into(&rows)
			if err := json.Unmarshal([]byte(answer.Header().Get("Totals")), &totals); err != nil {
				t.Fatal(err)
			}
			return rows, totals
		}
		moderate(other, tracker.RoleDeveloper)
		rows, totals := list("")
		if len(rows) != 1 || rows[0].Cost != nil || rows[0].MonthlyCost != nil || rows[0].Margin != nil || totals.Cost != nil || totals.MonthlyCost != nil {
			t.Errorf("a developer sees %+v, %+v", rows, totals)
		}
		api.SignIn(apitest.UserEmail).Get("/project/subscription?Losing=true").Status(400)

		moderate(s.Project, tracker.RoleOwner)
		for _, query := range []string{"?SortBy=margin", "?SortBy=margin&SortDescending=true"} {
			rows, totals = list(query)
			if len(rows) != 2 || rows[0].Margin == nil || rows[1].Margin != nil || totals.Count != 2 || *totals.Cost != *rows[0].Cost || *totals.MonthlyCost != *rows[0].MonthlyCost {
				t.Errorf("%s: %+v, %+v", query, rows, totals)
			}
		}
		if rows, totals = list("?Losing=true"); len(rows) != 1 || rows[0].ProjectID != s.Project || totals.Count != 1 {
			t.Errorf("losing: %+v, %+v", rows, totals)
		}
	})
}
