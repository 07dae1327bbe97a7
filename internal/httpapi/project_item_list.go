package httpapi

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"btracker/internal/app"
	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// projectItemLists are the lists of products and subscriptions across projects.
func (s *server) projectItemLists(tag string) {
	const rule = "of projects the caller moderates, directly or by their company; administrators see all. What is removed, and all under it, is left out. The header Totals sums up all pages. Cost is null for those who may not see it"
	handle(s, contract.Operation{ID: "listProjectProducts", Method: http.MethodGet, Path: "/project/product", Tag: tag, Summary: "List the products of all projects",
		Who: contract.SignedIn, List: &contract.List{Sorts: tracker.ProjectProductSorts, Totals: contract.ProductTotals}, Params: projectItemParams("products", "ProductId",
			contract.Text("Status", "Only these statuses, comma-separated, by number or key."),
		), Details: "Products " + rule + "."},
		func(ctx context.Context, c call, _ none) (arrayWithTotals[tracker.ListedProduct], error) {
			q, err := productQuery(c)
			if err != nil {
				return arrayWithTotals[tracker.ListedProduct]{}, err
			}
			page, totals, err := s.app.ListedProducts(ctx, c.Caller, c.List, q)
			return arrayWithTotals[tracker.ListedProduct]{page, totals}, err
		})
	handle(s, contract.Operation{ID: "listProjectSubscriptions", Method: http.MethodGet, Path: "/project/subscription", Tag: tag, Summary: "List the subscriptions of all projects",
		Who: contract.SignedIn, List: &contract.List{Sorts: tracker.SubscriptionSorts, Totals: contract.SubscriptionTotals}, Params: projectItemParams("subscriptions", "SubscriptionId",
			contract.Text("State", "Only these states, comma-separated: notStarted, active, renews, ended, canceled."),
			contract.Text("EndFrom", "Only those whose period ends at this instant or later."),
			contract.Text("EndTo", "Only those whose period ends at this instant or earlier."),
			contract.Flag("Losing", "Only those whose monthly price is below their monthly cost, where the caller may see cost; 400 for those who may see none."),
			contract.Text("At", "As it was at this instant, or will be: dates as they are known now, prices as they were then."),
		), Details: "Subscriptions " + rule + ", and a hidden margin sorts last."},
		func(ctx context.Context, c call, _ none) (arrayWithTotals[tracker.ListedSubscription], error) {
			q, err := subscriptionQuery(c)
			if err != nil {
				return arrayWithTotals[tracker.ListedSubscription]{}, err
			}
			page, totals, err := s.app.ListedSubscriptions(ctx, c.Caller, c.List, q)
			return arrayWithTotals[tracker.ListedSubscription]{page, totals}, err
		})
}

// projectItemParams are the filters of both lists, and more of one of them.
func projectItemParams(items, itemID string, more ...contract.Param) []contract.Param {
	return append([]contract.Param{
		contract.Text("CompanyId", "Only "+items+" of this company's projects."),
		contract.Text("ProjectId", "Only "+items+" of this project."),
		contract.Text(itemID, "Only uses of this item of the catalogue."),
		contract.Text("CategoryName", "Only "+items+" of this category."),
		contract.Text("Responsible", "Only those that the user with this e-mail address is responsible for."),
	}, more...)
}

func projectItemQuery(c call, itemID string) app.ProjectItemQuery {
	get := c.params.Get
	return app.ProjectItemQuery{CategoryName: get("CategoryName"), Responsible: strings.ToLower(strings.TrimSpace(get("Responsible"))),
		ProjectItemFilter: tracker.ProjectItemFilter{CompanyID: get("CompanyId"), ProjectID: get("ProjectId"), ItemID: get(itemID)}}
}

func productQuery(c call) (q app.ProductQuery, err error) {
	q.ProjectItemQuery = projectItemQuery(c, "ProductId")
	if sent := c.params.Get("Status"); sent != "" {
		for one := range strings.SplitSeq(sent, ",") {
			status, err := parseEnum[tracker.ProductStatus](url.Values{"Status": {one}}, "Status")
			if err != nil {
				return q, err
			}
			if status == nil {
				return q, tracker.BadQuery("Status", tracker.NotAnOption)
			}
			q.Statuses = append(q.Statuses, *status)
		}
	}
	return q, nil
}

func subscriptionQuery(c call) (q app.SubscriptionQuery, err error) {
	q.ProjectItemQuery, q.Losing = projectItemQuery(c, "SubscriptionId"), c.flag("Losing")
	if sent := c.params.Get("State"); sent != "" {
		for state := range strings.SplitSeq(sent, ",") {
			if !slices.Contains(tracker.SubscriptionStates, tracker.SubscriptionState(state)) {
				return q, tracker.BadQuery("State", tracker.NotAnOption)
			}
			q.States = append(q.States, tracker.SubscriptionState(state))
		}
	}
	for name, into := range map[string]**time.Time{"EndFrom": &q.EndFrom, "EndTo": &q.EndTo, "At": &q.At} {
		if *into, err = parseInstant(c.params, name); err != nil {
			return q, err
		}
	}
	return q, nil
}
