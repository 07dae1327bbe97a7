package httpapi_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The matrix of money: every way to ask for money, by every kind of caller. Other costs of a project change
// no byte of any answer to those who may not see them there, so that nothing tells them a cost: no
// filter, order, sum, group, header or boundary of a page.

// moneyRelations are the relations of projects that have items.
var moneyRelations = []relation{own, sibling, foreign}

// question is one way to ask for money.
type question struct {
	name  string
	shows bool // it shows the cost of everything that the caller may see
	ask   func(c *caller) *answer
}

func (w *world) moneyQuestions() (list []question) {
	get := func(shows bool, path string) {
		list = append(list, question{path, shows, func(c *caller) *answer { return c.get(path) }})
	}
	now := w.api.clock.Now()
	at := func(years, months, days int) string {
		return url.QueryEscape(now.AddDate(years, months, days).Format(time.RFC3339))
	}
	narrow := []string{"CompanyId=" + w.ids["company"][own], "ProjectId=" + w.ids["project"][sibling], "CategoryName=" + url.QueryEscape("Matrix subscription category own"),
		"SubscriptionId=" + w.ids["subscription"][own], "ProductId=" + w.ids["product"][own], "Status=1", "Responsible=companyowner%40callers.example", "Responsible=ownerbelow%40callers.example",
		"State=active,renews", "State=notStarted,ended,canceled", "EndFrom=" + at(0, 0, 1) + "&EndTo=" + at(1, 0, 0), "CancelFrom=" + at(-1, 0, 0) + "&CancelTo=" + at(1, 0, 0),
		"Losing=true", "Losing=true&SortBy=price", "Losing=true&At=" + at(0, -1, 0), "Losing=true&ProjectId=" + w.ids["project"][sibling], "Losing=true&CompanyId=" + w.ids["company"][foreign],
		"At=" + at(0, -1, 0), "At=" + at(1, 1, 0), "At=" + at(0, -1, 0) + "&SortBy=margin"}
	for list, sorts := range map[string][]string{"/project/subscription": tracker.SubscriptionSorts, "/project/product": tracker.ProjectProductSorts} {
		get(true, list+"?PageSize=200")
		for _, query := range narrow {
			get(false, list+"?"+query)
		}
		for _, sort := range append([]string{"cost", "monthlyCost", "margin"}, sorts...) {
			for _, descending := range []string{"false", "true"} {
				query := "?SortBy=" + sort + "&SortDescending=" + descending
				get(false, list+query+"&PageSize=3")
				if sort == "margin" && list == "/project/subscription" {
					get(false, list+query+"&PageSize=3&PageNumber=2")
					get(false, list+query+"&PageSize=3&PageNumber=3")
					get(true, list+"/export"+query)
				}
			}
		}
		for _, format := range []string{"csv", "xlsx"} {
			get(true, list+"/export?Format="+format)
			get(false, list+"/export?Losing=true&Format="+format)
			get(false, list+"/export?SortBy=margin&Format="+format+"&At="+at(0, -1, 0))
		}
	}
	for _, list := range []string{"/company", "/project"} {
		get(list == "/project", list+"?Include=figures&PageSize=200")
		get(list == "/project", list+"/export?Columns=name,monthlyCost,margin")
		for _, sort := range tracker.FigureSorts {
			get(false, list+"?PageSize=1&SortBy="+sort)
			get(false, list+"/export?Columns=id,monthlyPrice,owners&SortDescending=true&Format=xlsx&SortBy="+sort)
		}
	}
	get(true, "/project/subscription/export?Columns=subscription.name,margin")
	get(true, "/project/product/export?Columns=cost")
	get(false, "/project/subscription/export?Columns=price,monthlyPrice&SortBy=margin")
	current := tracker.MonthOf(now)
	for _, by := range tracker.RecurringGroupings {
		get(true, fmt.Sprintf("/report/recurring?From=%s&To=%s&By=%s", current-3, current+2, by))
	}
	for _, rel := range moneyRelations {
		get(false, "/project/subscription/"+w.ids["projectSubscription"][rel])
		get(false, "/project/subscription/"+w.ids["renewed"][rel])
		get(false, "/project/"+w.ids["project"][rel])
		get(false, "/company/"+w.ids["company"][rel])
	}
	get(true, "/dashboard/statistics")
	get(false, "/dashboard/charts")
	get(false, "/notification?PageSize=200")
	get(false, "/search?Search=matrix")
	for _, query := range []string{"Losing=true", "SortBy=margin", "Losing=true&ProjectId=" + w.ids["project"][sibling]} {
		body := object{"list": "projectSubscription", "query": query, "action": "cancel", "params": object{"reason": "moved"}, "preview": true}
		list = append(list, question{"preview of " + query, false, func(c *caller) *answer { return c.post("/bulk", body) }})
	}
	feeds := map[*caller]string{}
	for _, c := range w.callers {
		if c.signedIn {
			var address tracker.CalendarAddress
			c.post("/account/calendar", nil).status(201).into(&address)
			feeds[c] = address.URL
		}
	}
	return append(list, question{"the calendar", false, func(c *caller) *answer { return &answer{ResponseRecorder: w.api.feed(feeds[c], "")} }})
}

// addMoney attaches subscriptions in every state, with earlier periods and replaced prices, and products.
func (w *world) addMoney() {
	now := w.api.clock.Now()
	for n, rel := range moneyRelations {
		attach := func(price float64, months, length int, renews bool) string {
			start := now.AddDate(0, months, 0)
			return w.admin.made("/project/subscription", object{"projectId": w.ids["project"][rel], "subscriptionId": w.ids["subscription"][own], "price": price + float64(n),
				"startAt": start, "endAt": start.AddDate(0, length, 0), "autoRenew": renews, "noticeDays": 5})
		}
		w.set("renewed", rel, attach(30, -3, 1, true))
		repriced := attach(240, -2, 12, false)
		attach(50, -4, 2, false)
		attach(70, 1, 2, false)
		w.admin.put("/project/subscription/cancel", object{"id": attach(90, -1, 6, true), "cancelationReason": "moved"}).status(200)
		w.admin.put("/project/subscription", object{"id": repriced, "price": 360 + n, "autoRenew": false, "startAt": now.AddDate(0, -2, 0), "endAt": now.AddDate(0, 10, 0)}).status(200)
		for i := range 3 {
			w.admin.made("/project/product", object{"projectId": w.ids["project"][rel], "productId": w.ids["product"][own], "price": 20 + 7*i + n, "cost": 1, "status": i})
		}
	}
	if err := w.api.app.ScanSubscriptions(w.api.t.Context()); err != nil {
		w.api.t.Fatal(err)
	}
}

// setCosts gives everything in a project another cost, by SQL with the columns price and monthly_price.
func (w *world) setCosts(rel relation, cost string) {
	monthly := ", monthly_cost = " + strings.ReplaceAll(cost, "price", "monthly_price")
	project := w.ids["project"][rel]
	w.api.exec("UPDATE project_product SET cost = "+cost+" WHERE project_id = $1", project)
	w.api.exec("UPDATE project_subscription SET cost = "+cost+monthly+" WHERE project_id = $1", project)
	for _, table := range []string{"subscription_period", "subscription_price"} {
		w.api.exec("UPDATE "+table+" SET cost = "+cost+monthly+" WHERE project_subscription_id IN (SELECT id FROM project_subscription WHERE project_id = $1)", project)
	}
	if err := w.api.store.Write(w.api.t.Context(), func(tx *store.Tx) error { return tx.Recount(w.api.t.Context(), tracker.ResponsibleRoles()) }); err != nil {
		w.api.t.Fatal(err)
	}
}

// answers asks a caller everything, or the caller's part of a sample, and returns all that is learned: status, headers and body.
func (c *caller) answers(questions []question, number int) []string {
	texts := make([]string, len(questions))
	for i, q := range questions {
		if !c.api.tries(i, number) {
			continue
		}
		answer := q.ask(c)
		header := answer.Header().Clone()
		header.Del("X-Request-Id")
		texts[i] = fmt.Sprintln(answer.Code, header) + strings.ReplaceAll(answer.Body.String(), answer.Header().Get("X-Request-Id"), "")
	}
	return texts
}

func TestMoneyMatrix(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells := newWorld(api), 0
		w.addMoney()
		callers := slices.DeleteFunc(slices.Clone(w.callers), func(c *caller) bool { return !c.signedIn })
		for _, rel := range moneyRelations {
			w.setCosts(rel, "price / 2")
		}
		questions := w.moneyQuestions()
		before := map[*caller][]string{}
		for k, c := range callers {
			before[c] = c.answers(questions, k)
			w.followMoney(c)
		}
		for _, rel := range moneyRelations {
			w.setCosts(rel, "3 * price + 7") // now all lose money, and the order by margin is another one
			for k, c := range callers {
				after := c.answers(questions, k)
				sees := c.may(seeCost, "project", rel)
				for i, q := range questions {
					if !api.tries(i, k) {
						continue
					}
					cells++
					differs := after[i] != before[c][i]
					if differs && !sees {
						t.Errorf("%s: other costs of the %s project change what %s gets\nfrom %.3000s\n  to %.3000s", q.name, rel, c.name, before[c][i], after[i])
					}
					if !differs && sees && q.shows {
						t.Errorf("%s does not show %s other costs of the %s project: %.3000s", q.name, c.name, rel, after[i])
					}
				}
				before[c] = after
				w.followMoney(c)
			}
		}
		t.Logf("%d questions, %d callers, %d cells", len(questions), len(callers), cells)
	})
}

// followMoney compares the lists, sums, exports and the report of a caller with the table of permissions.
func (w *world) followMoney(c *caller) {
	t := w.api.t
	t.Helper()
	anywhere := c.may(seeCost, "anything", own)
	seen := map[string]bool{} // whether the cost of an item is shown
	sees := func(projectID, id string, costs ...*tracker.Money) (shown bool) {
		rel := w.relationOf("project", projectID)
		shown = c.may(seeCost, "project", rel)
		for _, cost := range costs {
			if (cost != nil) != shown {
				t.Errorf("%s may see cost of %s project: %v, but gets %v", c.name, rel, shown, costs)
			}
		}
		if !c.may(see, "project", rel) {
			t.Errorf("%s sees the %s project", c.name, rel)
		}
		seen[id] = shown
		return shown
	}
	sameSum := func(what string, got *tracker.Money, want tracker.Money) {
		if (got != nil) != anywhere || got != nil && *got != want {
			t.Errorf("%s of %s: %v, want %v, shown %v", what, c.name, got, want, anywhere)
		}
	}
	subscriptions, totals := listWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c.client, "/project/subscription?SortBy=margin&PageSize=200")
	var cost, monthly, running tracker.Money
	losing, hidden := 0, false
	for _, s := range subscriptions {
		if !sees(s.ProjectID, s.ID, s.Cost, s.MonthlyCost, s.Margin) {
			hidden = true
			continue
		}
		cost, monthly = cost+*s.Cost, monthly+*s.MonthlyCost
		if s.State.Runs() {
			running += *s.MonthlyCost
		}
		if *s.Margin < 0 {
			losing++
		}
		if hidden {
			t.Errorf("%s: a hidden margin is not last", c.name)
		}
	}
	sameSum("the cost of subscriptions", totals.Cost, cost)
	sameSum("the monthly cost of subscriptions", totals.MonthlyCost, monthly)
	products, productTotals := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](c.client, "/project/product?PageSize=200")
	cost = 0
	for _, p := range products {
		if sees(p.ProjectID, p.ID, p.Cost) {
			cost += *p.Cost
		}
	}
	sameSum("the cost of products", productTotals.Cost, cost)
	if !anywhere {
		c.get("/project/subscription?Losing=true").status(400)
		c.get("/project/subscription/export?Losing=true").status(400)
	} else if rows, totals := listWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c.client, "/project/subscription?Losing=true&PageSize=200"); len(rows) != losing || totals.Count != losing {
		t.Errorf("%s: %d lose money and %d in all, want %d", c.name, len(rows), totals.Count, losing)
	}
	for _, by := range tracker.RecurringGroupings {
		var report tracker.RecurringReport
		c.get("/report/recurring?By=" + by).status(200).into(&report)
		sameSum("the last month by "+by, report.Months[len(report.Months)-1].Cost, running)
		if by == tracker.RecurringGroupings[0] {
			continue
		}
		var sum tracker.Money
		for _, g := range report.Groups {
			last := g.Months[len(g.Months)-1].Cost
			if (last != nil) != anywhere {
				t.Errorf("%s: the cost of %s is %v", c.name, g.Name, last)
			} else if last != nil {
				sum += *last
			}
		}
		if sum != running && anywhere {
			t.Errorf("%s: the groups by %s cost %v, want %v", c.name, by, sum, running)
		}
	}
	for _, path := range []string{"/project/subscription/export", "/project/product/export", "/project/subscription/export?Columns=id,margin,cost", "/project/product/export?Columns=id,cost"} {
		lines, err := csv.NewReader(c.get(path).status(200).Body).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Cost", "Monthly Cost", "Margin"} {
			column := slices.Index(lines[0], name)
			for _, line := range lines[1:] {
				if column >= 0 && (line[column] != "") != seen[line[0]] {
					t.Errorf("%s by %s: the %s of %s is %q", path, c.name, name, line[0], line[column])
				}
			}
		}
	}
	for _, rel := range moneyRelations {
		if !c.may(see, "project", rel) {
			continue
		}
		var d tracker.SubscriptionDetails
		c.get("/project/subscription/" + w.ids["projectSubscription"][rel]).status(200).into(&d)
		costs := []*tracker.Money{d.Cost, d.MonthlyCost, d.Margin}
		for _, p := range d.Periods {
			costs = append(costs, p.Cost)
		}
		sees(d.ProjectID, d.ID, costs...)
	}
	if len(seen) == 0 && c.may(see, "project", own) {
		t.Errorf("%s sees no items", c.name)
	}
}
