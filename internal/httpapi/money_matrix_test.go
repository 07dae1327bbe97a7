package httpapi_test

import (
	"encoding/csv"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The matrix of money: every way to ask for money, by every kind of caller. Other costs of a project change
// no byte of any answer to those who may not see them there, so that nothing tells them a cost: no
// filter, order, sum, group, header or boundary of a page.

// moneyRelations are the relations of projects that have items.
var moneyRelations = []apitest.Relation{apitest.Own, apitest.Sibling, apitest.Foreign}

// question is one way to ask for money.
type question struct {
	name  string
	shows bool // it shows the cost of everything that the caller may see
	ask   func(c *apitest.Caller) *apitest.Answer
}

func moneyQuestions(w *apitest.World) (list []question) {
	get := func(shows bool, path string) {
		list = append(list, question{path, shows, func(c *apitest.Caller) *apitest.Answer { return c.Get(path) }})
	}
	now := w.API.Clock.Now()
	at := func(years, months, days int) string {
		return url.QueryEscape(now.AddDate(years, months, days).Format(time.RFC3339))
	}
	narrow := []string{"CompanyId=" + w.IDs["company"][apitest.Own], "ProjectId=" + w.IDs["project"][apitest.Sibling], "CategoryName=" + url.QueryEscape("Matrix subscription category own"),
		"SubscriptionId=" + w.IDs["subscription"][apitest.Own], "ProductId=" + w.IDs["product"][apitest.Own], "Status=1", "Responsible=companyowner%40callers.example", "Responsible=ownerbelow%40callers.example",
		"State=active,renews", "State=notStarted,ended,canceled", "EndFrom=" + at(0, 0, 1) + "&EndTo=" + at(1, 0, 0), "CancelFrom=" + at(-1, 0, 0) + "&CancelTo=" + at(1, 0, 0),
		"Losing=true", "Losing=true&SortBy=price", "Losing=true&At=" + at(0, -1, 0), "Losing=true&ProjectId=" + w.IDs["project"][apitest.Sibling], "Losing=true&CompanyId=" + w.IDs["company"][apitest.Foreign],
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
		get(true, fmt.Sprintf("/report/recurring/export?From=%s&To=%s&By=%s", current-3, current+2, by))
	}
	for _, query := range []string{"", fmt.Sprintf("?From=%s&To=%s", current-2, current), fmt.Sprintf("?From=%s&To=%s&Compare=year", current-1, current)} {
		get(true, "/report/summary"+query)
	}
	get(true, "/report/summary/export?Format=csv")
	get(true, "/report/summary/export?Format=xlsx")
	for _, rel := range moneyRelations {
		get(false, "/project/subscription/"+w.IDs["projectSubscription"][rel])
		get(false, "/project/subscription/"+w.IDs["renewed"][rel])
		get(false, "/project/"+w.IDs["project"][rel])
		get(false, "/company/"+w.IDs["company"][rel])
	}
	get(false, "/forecast?PageSize=200")
	for _, query := range []string{"PageSize=2&PageNumber=2", "Kind=renews", "Kind=cancelBy,price,ends", narrow[0], "Responsible=ownerbelow%40callers.example"} {
		get(false, "/forecast?"+query)
	}
	for _, query := range []string{"Entity=projectProduct", "Entity=projectSubscription", "Entity=project&Within=true&EntityId=" + w.IDs["project"][apitest.Sibling], "Action=edit", "Field=price", "Field=cost",
		"Grouped=true", "Include=names&Removed=true", "PageSize=3&PageNumber=2"} {
		get(query == "Entity=projectProduct", "/change?PageSize=200&"+query)
		get(false, "/change/export?"+query)
	}
	get(false, "/change/export?Format=xlsx")
	get(true, "/dashboard/statistics")
	get(false, "/dashboard/charts")
	get(false, "/notification?PageSize=200")
	get(false, "/search?Search=matrix")
	for _, query := range []string{"Losing=true", "SortBy=margin", "Losing=true&ProjectId=" + w.IDs["project"][apitest.Sibling]} {
		body := object{"list": "projectSubscription", "query": query, "action": "cancel", "params": object{"reason": "moved"}, "preview": true}
		list = append(list, question{"preview of " + query, false, func(c *apitest.Caller) *apitest.Answer { return c.Post("/bulk", body) }})
	}
	for action, params := range map[string]object{"renew": nil, "reprice": {"percent": 5, "from": "renewal"}, "remove": nil} {
		body := object{"list": "projectSubscription", "query": "State=active,renews,ended", "action": action, "params": params, "preview": true}
		list = append(list, question{"preview of " + action, false, func(c *apitest.Caller) *apitest.Answer { return c.Post("/bulk", body) }})
	}
	try := func(name string, changes ...object) {
		body := object{"until": (current + 14).String(), "changes": changes}
		list = append(list, question{"trial of " + name, true, func(c *apitest.Caller) *apitest.Answer { return c.Post("/forecast", body) }})
	}
	later := now.AddDate(0, 3, 0).Format(time.DateOnly)
	one := func(query, action string, params object) object {
		return object{"list": "projectSubscription", "query": query, "action": action, "params": params, "on": later}
	}
	trials := []object{one("State=active,renews", "reprice", object{"percent": 5}), one("SortBy=margin&State=renews", "setRenewal", object{"autoRenew": false}), one("", "cancel", object{"reason": "moved"}), one("State=ended", "renew", nil)}
	try("nothing")
	try("all", trials...)
	for _, query := range []string{"Losing=true", "Losing=true&ProjectId=" + w.IDs["project"][apitest.Sibling]} {
		body := object{"until": (current + 3).String(), "changes": []object{one(query, "cancel", object{"reason": "moved"})}}
		list = append(list, question{"trial of " + query, false, func(c *apitest.Caller) *apitest.Answer { return c.Post("/forecast", body) }})
	}
	feeds, plans := map[*apitest.Caller]string{}, map[*apitest.Caller]string{}
	for _, c := range w.Callers {
		if c.SignedIn {
			plans[c] = c.Made("/plan", object{"name": "Next year", "until": (current + 12).String(), "changes": trials})
			var address tracker.CalendarAddress
			c.Post("/account/calendar", nil).Status(201).Into(&address)
			feeds[c] = address.URL
		}
	}
	list = append(list, question{"preview of a plan", false, func(c *apitest.Caller) *apitest.Answer {
		return c.Post("/plan/apply", object{"id": plans[c], "preview": true})
	}})
	return append(list, question{"the calendar", false, func(c *apitest.Caller) *apitest.Answer {
		return &apitest.Answer{ResponseRecorder: w.API.Feed(feeds[c], "")}
	}})
}

// addMoney attaches subscriptions in every state, with earlier periods and replaced prices, and products.
func addMoney(w *apitest.World) {
	now := w.API.Clock.Now()
	for n, rel := range moneyRelations {
		attach := func(price float64, months, length int, renews bool) string {
			start := now.AddDate(0, months, 0)
			return w.Admin.Made("/project/subscription", object{"projectId": w.IDs["project"][rel], "subscriptionId": w.IDs["subscription"][apitest.Own], "price": price + float64(n),
				"startAt": start, "endAt": start.AddDate(0, length, 0), "autoRenew": renews, "noticeDays": 5})
		}
		w.Set("renewed", rel, attach(30, -3, 1, true))
		repriced := attach(240, -2, 12, false)
		attach(50, -4, 2, false)
		attach(70, 1, 2, false)
		w.Admin.Put("/project/subscription/plan", object{"id": attach(110, -1, 3, true), "price": 130 + n}).Status(200)
		w.Admin.Put("/project/subscription/cancel", object{"id": attach(90, -1, 6, true), "cancelationReason": "moved"}).Status(200)
		w.Admin.Put("/project/subscription", object{"id": repriced, "price": 360 + n, "autoRenew": false, "startAt": now.AddDate(0, -2, 0), "endAt": now.AddDate(0, 10, 0)}).Status(200)
		item := w.Set("renewing", rel, w.Admin.Made("/subscription", w.Item("subscription", w.IDs["subscriptionCategory"][apitest.Own], "Matrix renewing "+string(rel))))
		w.Admin.Made("/project/subscription", object{"projectId": w.IDs["project"][rel], "subscriptionId": item, "price": 60 + n, "startAt": now, "endAt": now.AddDate(0, 1, 0), "autoRenew": true})
		for i := range 3 {
			editedProduct(object{"status": i, "cost": 40 + i})(w, rel).Status(200)
			editedProduct(object{"status": i, "price": 50 + i, "cost": 41 + i})(w, rel).Status(200)
			w.Admin.Made("/project/product", object{"projectId": w.IDs["project"][rel], "productId": w.IDs["product"][apitest.Own], "price": 20 + 7*i + n, "cost": 1, "status": i})
		}
	}
	if err := w.API.App.ScanSubscriptions(w.API.T.Context()); err != nil {
		w.API.T.Fatal(err)
	}
}

// setLoggedCosts puts a digit before each cost in the history of a project.
func setLoggedCosts(w *apitest.World, rel apitest.Relation) {
	for _, column := range []string{"before", "after"} {
		w.API.Exec("UPDATE change SET "+column+` = replace(replace(`+column+`, '"cost":', '"cost":9'), '"cost":9null', '"cost":null') WHERE project_id = $1`, w.IDs["project"][rel])
	}
}

// setCosts gives everything in a project another cost, by SQL with the columns price and monthly_price, and its renewals.
func setCosts(w *apitest.World, rel apitest.Relation, cost string) {
	monthly := ", monthly_cost = " + strings.ReplaceAll(cost, "price", "monthly_price")
	project := w.IDs["project"][rel]
	w.API.Exec("UPDATE catalogue_item SET cost = "+strings.ReplaceAll(cost, "price", "6000")+" WHERE id = $1", w.IDs["renewing"][rel])
	w.API.Exec("UPDATE project_product SET cost = "+cost+" WHERE project_id = $1", project)
	w.API.Exec("UPDATE project_subscription SET cost = "+cost+monthly+" WHERE project_id = $1", project)
	for _, table := range []string{"subscription_period", "subscription_price"} {
		w.API.Exec("UPDATE "+table+" SET cost = "+cost+monthly+" WHERE project_subscription_id IN (SELECT id FROM project_subscription WHERE project_id = $1)", project)
	}
	if err := w.API.Store.Write(w.API.T.Context(), func(tx *store.Tx) error { return tx.Recount(w.API.T.Context(), tracker.ResponsibleRoles()) }); err != nil {
		w.API.T.Fatal(err)
	}
}

// answersTo asks a caller everything, or the caller's part of a sample, and returns all that is learned: status, headers and body.
func answersTo(c *apitest.Caller, questions []question, number int) []string {
	texts := make([]string, len(questions))
	for i, q := range questions {
		if !c.API.Samples(i, number) {
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
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w, cells := apitest.NewWorld(api), 0
		addMoney(w)
		callers := slices.DeleteFunc(slices.Clone(w.Callers), func(c *apitest.Caller) bool { return !c.SignedIn })
		for _, rel := range moneyRelations {
			setCosts(w, rel, "price / 2")
		}
		questions := moneyQuestions(w)
		before := map[*apitest.Caller][]string{}
		for k, c := range callers {
			before[c] = answersTo(c, questions, k)
			if api.Samples(k, 0) {
				followMoney(w, c)
			}
		}
		for r, rel := range moneyRelations {
			setLoggedCosts(w, rel)
			setCosts(w, rel, "3 * price + 7") // now all lose money, and the order by margin is another one
			for k, c := range callers {
				after := answersTo(c, questions, k)
				sees := c.May(apitest.SeeCost, "project", rel)
				for i, q := range questions {
					if !api.Samples(i, k) {
						continue
					}
					cells++
					differs := after[i] != before[c][i]
					if differs && !sees {
						t.Errorf("%s: other costs of the %s project change what %s gets\nfrom %.3000s\n  to %.3000s", q.name, rel, c.Name, before[c][i], after[i])
					}
					if !differs && sees && q.shows {
						t.Errorf("%s does not show %s other costs of the %s project: %.3000s", q.name, c.Name, rel, after[i])
					}
				}
				before[c] = after
				if api.Samples(k, r+1) {
					followMoney(w, c)
				}
			}
		}
		t.Logf("%d questions, %d callers, %d cells", len(questions), len(callers), cells)
	})
}

// followMoney compares the lists, sums, exports and the report of a caller with the table of permissions.
func followMoney(w *apitest.World, c *apitest.Caller) {
	t := w.API.T
	t.Helper()
	anywhere := c.May(apitest.SeeCost, "anything", apitest.Own)
	seen := map[string]bool{} // whether the cost of an item is shown
	sees := func(projectID, id string, costs ...*tracker.Money) (shown bool) {
		rel := w.RelationOf("project", projectID)
		shown = c.May(apitest.SeeCost, "project", rel)
		for _, cost := range costs {
			if (cost != nil) != shown {
				t.Errorf("%s may see cost of %s project: %v, but gets %v", c.Name, rel, shown, costs)
			}
		}
		if !c.May(apitest.See, "project", rel) {
			t.Errorf("%s sees the %s project", c.Name, rel)
		}
		seen[id] = shown
		return shown
	}
	sameSum := func(what string, got *tracker.Money, want tracker.Money) {
		if (got != nil) != anywhere || got != nil && *got != want {
			t.Errorf("%s of %s: %v, want %v, shown %v", what, c.Name, got, want, anywhere)
		}
	}
	subscriptions, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c.Client, "/project/subscription?SortBy=margin&PageSize=200")
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
			t.Errorf("%s: a hidden margin is not last", c.Name)
		}
	}
	sameSum("the cost of subscriptions", totals.Cost, cost)
	sameSum("the monthly cost of subscriptions", totals.MonthlyCost, monthly)
	products, productTotals := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](c.Client, "/project/product?PageSize=200")
	cost = 0
	for _, p := range products {
		if sees(p.ProjectID, p.ID, p.Cost) {
			cost += *p.Cost
		}
	}
	sameSum("the cost of products", productTotals.Cost, cost)
	if !anywhere {
		c.Get("/project/subscription?Losing=true").Status(400)
		c.Get("/project/subscription/export?Losing=true").Status(400)
	} else if rows, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c.Client, "/project/subscription?Losing=true&PageSize=200"); len(rows) != losing || totals.Count != losing {
		t.Errorf("%s: %d lose money and %d in all, want %d", c.Name, len(rows), totals.Count, losing)
	}
	for _, by := range tracker.RecurringGroupings {
		var report tracker.RecurringReport
		c.Get("/report/recurring?By=" + by).Status(200).Into(&report)
		sameSum("the last month by "+by, report.Months[len(report.Months)-1].Cost, running)
		if by == tracker.RecurringGroupings[0] {
			continue
		}
		var sum tracker.Money
		for _, g := range report.Groups {
			last := g.Months[len(g.Months)-1].Cost
			if (last != nil) != anywhere {
				t.Errorf("%s: the cost of %s is %v", c.Name, g.Name, last)
			} else if last != nil {
				sum += *last
			}
		}
		if sum != running && anywhere {
			t.Errorf("%s: the groups by %s cost %v, want %v", c.Name, by, sum, running)
		}
	}
	for _, path := range []string{"/project/subscription/export", "/project/product/export", "/project/subscription/export?Columns=id,margin,cost", "/project/product/export?Columns=id,cost"} {
		lines, err := csv.NewReader(c.Get(path).Status(200).Body).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Cost", "Monthly Cost", "Margin"} {
			column := slices.Index(lines[0], name)
			for _, line := range lines[1:] {
				if column >= 0 && (line[column] != "") != seen[line[0]] {
					t.Errorf("%s by %s: the %s of %s is %q", path, c.Name, name, line[0], line[column])
				}
			}
		}
	}
	for _, rel := range moneyRelations {
		if !c.May(apitest.See, "project", rel) {
			continue
		}
		var d tracker.SubscriptionDetails
		c.Get("/project/subscription/" + w.IDs["projectSubscription"][rel]).Status(200).Into(&d)
		costs := []*tracker.Money{d.Cost, d.MonthlyCost, d.Margin}
		for _, p := range d.Periods {
			costs = append(costs, p.Cost)
		}
		sees(d.ProjectID, d.ID, costs...)
	}
	if len(seen) == 0 && c.May(apitest.See, "project", apitest.Own) {
		t.Errorf("%s sees no items", c.Name)
	}
}
