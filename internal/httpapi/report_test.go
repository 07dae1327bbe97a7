package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// Every figure of the report equals the rows that it opens, for everybody, after every kind of change.
func TestReportEqualsItsRows(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		people := map[string]*client{"admin": s.client}
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "developer": tracker.RoleDeveloper} {
			api.addUser(name+"@example.com", name, false)
			s.addModerator(s.company, name+"@example.com", role)
			people[name] = api.signIn(name + "@example.com")
		}
		start := time.Date(api.clock.Now().Year(), api.clock.Now().Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, -3, 0)
		attach := func(price float64, months int, renews bool) string {
			return s.made("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": price, "startAt": start,
				"endAt": start.AddDate(0, months, 0).Add(-time.Second), "autoRenew": renews})
		}
		compare := func(after string) {
			t.Helper()
			for name, c := range people {
				compareReport(t, after+", "+name, c, api.clock.Now())
			}
		}
		compare("nothing")
		monthly, yearly, short := attach(30, 1, true), attach(240, 12, false), attach(50, 2, false)
		compare("attached")
		if err := api.app.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		compare("renewed and ended")
		s.put("/project/subscription", object{"id": yearly, "projectId": s.project, "subscriptionId": s.subscription, "price": 360, "autoRenew": false, "startAt": start, "endAt": start.AddDate(0, 12, 0).Add(-time.Second)}).status(200)
		compare("repriced")
		s.put("/project/subscription/cancel", object{"id": monthly, "cancelationReason": "x"}).status(200)
		compare("canceled")
		var changes []struct{ Seq int64 }
		s.get("/change?Entity=projectSubscription&EntityId=" + monthly).status(200).into(&changes)
		s.put("/change/undo", object{"seq": changes[0].Seq}).status(200)
		compare("cancelation undone")
		s.delete("/project/subscription", object{"id": short}).status(204)
		compare("detached")
		s.put("/project/subscription/restore", object{"id": short}).status(200)
		compare("attached again")
		for _, path := range []string{"/project", "/company"} {
			id := map[string]string{"/project": s.project, "/company": s.company}[path]
			s.delete(path, object{"id": id}).status(200)
			compare(path + " removed")
			s.put(path+"/restore", object{"id": id}).status(200)
			compare(path + " restored")
		}
		s.post("/subscription/categories", object{"name": "Other"}).status(201)
		var item object
		s.get("/subscription/" + s.subscription).status(200).into(&item)
		item["categoryName"] = "Other"
		s.put("/subscription", object{"data": item}).status(200)
		compare("in another category")
	})
}

// A company that lost all its value, or gets it later, has a group of its own.
func TestReportNamesCompaniesWithoutValueNow(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s, now := newShop(api.admin()), api.clock.Now()
		want := map[string]bool{s.company: true}
		s.attachSubscription(10, false)
		for name, months := range map[string]int{"Lost": -3, "Later": 2} {
			company := s.addCompany(name)
			project := s.made("/project", object{"companyId": company, "name": name})
			start := now.AddDate(0, months, 0)
			s.made("/project/subscription", object{"projectId": project, "subscriptionId": s.subscription, "price": 12, "startAt": start, "endAt": start.AddDate(0, 1, 0)})
			want[company] = true
		}
		s.addCompany("Empty")
		if err := api.app.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		current := tracker.MonthOf(now)
		var report tracker.RecurringReport
		s.get(fmt.Sprintf("/report/recurring?From=%s&To=%s&By=company", current-5, current+5)).status(200).into(&report)
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

func compareReport(t *testing.T, after string, c *client, now time.Time) {
	t.Helper()
	current := tracker.MonthOf(now)
	for _, by := range tracker.RecurringGroupings {
		var report tracker.RecurringReport
		c.get(fmt.Sprintf("/report/recurring?From=%s&To=%s&By=%s", current-5, current+5, by)).status(200).into(&report)
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

func compareRows(t *testing.T, after string, c *client, m tracker.RecurringMonth, at time.Time) {
	t.Helper()
	rows := c.get("/project/subscription?State=active,renews&At=" + url.QueryEscape(at.Format(time.RFC3339Nano))).status(200)
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
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		other := s.made("/project", object{"companyId": s.made("/company", object{"name": "Other"}), "name": "Other"})
		api.addUser(userEmail, "Grace", false)
		now := api.clock.Now()
		for _, project := range []string{s.project, other} { // both lose money
			s.made("/project/subscription", object{"projectId": project, "subscriptionId": s.subscription, "price": 0.01, "startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(1, 0, -1)})
		}
		moderate := func(project string, role tracker.Role) {
			s.post("/project/moderator", object{"id": project, "userEmail": userEmail, "role": role}).status(201)
		}
		list := func(query string) (rows []tracker.ListedSubscription, totals tracker.SubscriptionTotals) {
			answer := api.signIn(userEmail).get("/project/subscription" + query).status(200)
			answer.into(&rows)
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
		api.signIn(userEmail).get("/project/subscription?Losing=true").status(400)

		moderate(s.project, tracker.RoleOwner)
		for _, query := range []string{"?SortBy=margin", "?SortBy=margin&SortDescending=true"} {
			rows, totals = list(query)
			if len(rows) != 2 || rows[0].Margin == nil || rows[1].Margin != nil || totals.Count != 2 || *totals.Cost != *rows[0].Cost || *totals.MonthlyCost != *rows[0].MonthlyCost {
				t.Errorf("%s: %+v, %+v", query, rows, totals)
			}
		}
		if rows, totals = list("?Losing=true"); len(rows) != 1 || rows[0].ProjectID != s.project || totals.Count != 1 {
			t.Errorf("losing: %+v, %+v", rows, totals)
		}
	})
}
