package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/contract"
	"btracker/internal/record"
	"btracker/internal/tracker"
)

// projectItemLists are the lists of products and subscriptions across projects.
func (s *server) projectItemLists(tag string) {
	products := projectItemParams("products", "ProductId",
		contract.Text("Status", "Only these statuses, comma-separated, by number or key."))
	subscriptions := projectItemParams("subscriptions", "SubscriptionId",
		contract.Text("State", "Only these states, comma-separated: notStarted, active, renews, ended, canceled."),
		contract.Text("EndFrom", "Only those whose period ends at this instant or later."),
		contract.Text("EndTo", "Only those whose period ends at this instant or earlier."),
		contract.Text("CancelFrom", "Only those that renew and have to be canceled by this instant or a later one."),
		contract.Text("CancelTo", "Only those that renew and have to be canceled by this instant or an earlier one."),
		contract.Flag("Losing", "Only those whose monthly price is below their monthly cost, where the caller may see cost; 400 for those who may see none."),
		contract.Text("At", fmt.Sprintf("As it was at this instant, or will be: dates as they are known now, prices as they were then. "+
			"A list of more than %d rows can then not be sorted first by price, monthlyPrice or margin (400 for SortBy): narrow it, or export it.", tracker.MaxSortedAt)))
	subscriptions = slices.Concat(subscriptions, rangeParams("Price", "whose price"), rangeParams("MonthlyPrice", "whose price a month, 0 of those that do not run,"))
	const rule = "of projects the caller moderates, directly or by their company; administrators see all. What is removed, and all under it, is left out. " +
		"The header Totals sums up all pages. A search looks into the item of the catalogue, the project's name and its company's. Cost is null for those who may not see it"
	handle(s, contract.Operation{ID: "listProjectProducts", Method: http.MethodGet, Path: "/project/product", Tag: tag, Summary: "List the products of all projects",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: &contract.List{Search: true, HasOwn: true, Sorts: tracker.ProjectProductSorts, Totals: contract.ProductTotals},
		Params: products, Details: "Products " + rule + "." + ownRule},
		func(ctx context.Context, c call, _ none) (arrayWithTotals[tracker.ListedProduct], error) {
			q, err := productQuery(c.listCall)
			if err != nil {
				return arrayWithTotals[tracker.ListedProduct]{}, err
			}
			page, totals, err := s.app.ListedProducts(ctx, c.Caller, c.List, q)
			return arrayWithTotals[tracker.ListedProduct]{page, totals}, err
		})
	handle(s, contract.Operation{ID: "listProjectSubscriptions", Method: http.MethodGet, Path: "/project/subscription", Tag: tag, Summary: "List the subscriptions of all projects",
		Who: contract.SignedIn, Keys: contract.AnyKeys, List: &contract.List{Search: true, HasOwn: true, Sorts: tracker.SubscriptionSorts, Totals: contract.SubscriptionTotals},
		Params: subscriptions, Details: "Subscriptions " + rule + ", and a hidden margin sorts last." + ownRule},
		func(ctx context.Context, c call, _ none) (arrayWithTotals[tracker.ListedSubscription], error) {
			q, err := subscriptionQuery(c.listCall)
			if err != nil {
				return arrayWithTotals[tracker.ListedSubscription]{}, err
			}
			page, totals, err := s.app.ListedSubscriptions(ctx, c.Caller, c.List, q)
			return arrayWithTotals[tracker.ListedSubscription]{page, totals}, err
		})
	s.projectItemExports(tag, products, subscriptions)
}

func (s *server) projectItemExports(tag string, products, subscriptions []contract.Param) {
	export(s, contract.Operation{ID: "exportProjectProducts", Method: http.MethodGet, Path: "/project/product/export", Tag: tag,
		Summary: "Export the products of all projects as CSV or XLSX",
		Who:     contract.SignedIn, Keys: contract.AnyKeys, List: &contract.List{Search: true, HasOwn: true, Sorts: tracker.ProjectProductSorts}, Params: products,
		Details: exportRule + hiddenCostRule, Selects: "projectProduct",
		File: contract.AttachedID + "," + contract.CompanyID + ",Northwind Traders," + contract.ProjectID + ",Web shop," + contract.ProductID +
			",Label printer,Printers,InProgress,249.99,180.50,USD,ada@example.com,For the packing table.,2026-02-10T09:30:00Z\n"},
		"project-products", projectProductColumns,
		func(ctx context.Context, c listCall, use func(tracker.ListedProduct) error) error {
			q, err := productQuery(c)
			if err != nil {
				return err
			}
			return s.app.EachListedProduct(ctx, c.Caller, c.List, q, use)
		})
	export(s, contract.Operation{ID: "exportProjectSubscriptions", Method: http.MethodGet, Path: "/project/subscription/export", Tag: tag,
		Summary: "Export the subscriptions of all projects as CSV or XLSX",
		Who:     contract.SignedIn, Keys: contract.AnyKeys, List: &contract.List{Search: true, HasOwn: true, Sorts: tracker.SubscriptionSorts}, Params: subscriptions,
		Details: exportRule + hiddenCostRule, Selects: "projectSubscription",
		File: contract.AttachedID + "," + contract.CompanyID + ",Northwind Traders," + contract.ProjectID + ",Web shop," + contract.SubscriptionID +
			",Server,Hosting,renews,2026-11-01T00:00:00Z,2026-11-30T23:59:59Z,true," +
			"29.50,19.00,USD,29.50,19.00,10.50,14,2026-11-16T23:59:59Z,ada@example.com,Runs the shop.,,2026-10-28T09:30:00Z\n"},
		"project-subscriptions", projectSubscriptionColumns,
		func(ctx context.Context, c listCall, use func(tracker.ListedSubscription) error) error {
			q, err := subscriptionQuery(c)
			if err != nil {
				return err
			}
			return s.app.EachListedSubscription(ctx, c.Caller, c.List, q, use)
		})
}

var projectProductColumns = columns[tracker.ListedProduct]{
	list: tracker.EntityProjectProduct, own: func(p tracker.ListedProduct) tracker.Own { return p.Own },
	standard: []column[tracker.ListedProduct]{
		textColumn("id", "Id", func(p tracker.ListedProduct) string { return p.ID }),
		textColumn("companyId", "Company Id", func(p tracker.ListedProduct) string { return p.CompanyID }),
		textColumn("companyName", "Company", func(p tracker.ListedProduct) string { return p.CompanyName }),
		textColumn("projectId", "Project Id", func(p tracker.ListedProduct) string { return p.ProjectID }),
		textColumn("projectName", "Project", func(p tracker.ListedProduct) string { return p.ProjectName }),
		textColumn("productId", "Product Id", func(p tracker.ListedProduct) string { return p.ProductID }),
		textColumn("product.name", "Product", func(p tracker.ListedProduct) string { return p.Product.Name }),
		textColumn("product.categoryName", "Category", func(p tracker.ListedProduct) string { return p.Product.CategoryName }),
		textColumn("status", "Status", func(p tracker.ListedProduct) string { return p.Status.Keys()[p.Status] }),
		numberColumn("price", "Price", func(p tracker.ListedProduct) string { return p.Price.String() }),
		numberColumn("cost", "Cost", func(p tracker.ListedProduct) string { return csvMoney(p.Cost) }),
		textColumn("priceCurrencyName", "Currency", func(tracker.ListedProduct) string { return tracker.Currency }),
		textColumn("responsible", "Responsible", func(p tracker.ListedProduct) string { return emails(p.Responsible, responsibleEmail) }),
		textColumn("details", "Details", func(p tracker.ListedProduct) string { return orEmpty(p.Details) }),
		textColumn("createdAt", "Created At", func(p tracker.ListedProduct) string { return csvTime(&p.CreatedAt) }),
	},
	more: []column[tracker.ListedProduct]{numberColumn("version", "Version", func(p tracker.ListedProduct) string { return strconv.Itoa(p.Version) })},
}

var projectSubscriptionColumns = columns[tracker.ListedSubscription]{
	list: tracker.EntityProjectSubscription, own: func(s tracker.ListedSubscription) tracker.Own { return s.Own },
	standard: []column[tracker.ListedSubscription]{
		textColumn("id", "Id", func(p tracker.ListedSubscription) string { return p.ID }),
		textColumn("companyId", "Company Id", func(p tracker.ListedSubscription) string { return p.CompanyID }),
		textColumn("companyName", "Company", func(p tracker.ListedSubscription) string { return p.CompanyName }),
		textColumn("projectId", "Project Id", func(p tracker.ListedSubscription) string { return p.ProjectID }),
		textColumn("projectName", "Project", func(p tracker.ListedSubscription) string { return p.ProjectName }),
		textColumn("subscriptionId", "Subscription Id", func(p tracker.ListedSubscription) string { return p.SubscriptionID }),
		textColumn("subscription.name", "Subscription", func(p tracker.ListedSubscription) string { return p.Subscription.Name }),
		textColumn("subscription.categoryName", "Category", func(p tracker.ListedSubscription) string { return p.Subscription.CategoryName }),
		textColumn("state", "State", func(p tracker.ListedSubscription) string { return string(p.State) }),
		textColumn("startAt", "Start At", func(p tracker.ListedSubscription) string { return csvTime(&p.StartAt) }),
		textColumn("endAt", "End At", func(p tracker.ListedSubscription) string { return csvTime(&p.EndAt) }),
		textColumn("autoRenew", "Auto Renew", func(p tracker.ListedSubscription) string { return strconv.FormatBool(p.AutoRenew) }),
		numberColumn("price", "Price", func(p tracker.ListedSubscription) string { return p.Price.String() }),
		numberColumn("cost", "Cost", func(p tracker.ListedSubscription) string { return csvMoney(p.Cost) }),
		textColumn("priceCurrencyName", "Currency", func(tracker.ListedSubscription) string { return tracker.Currency }),
		numberColumn("monthlyPrice", "Monthly Price", func(p tracker.ListedSubscription) string { return p.MonthlyPrice.String() }),
		numberColumn("monthlyCost", "Monthly Cost", func(p tracker.ListedSubscription) string { return csvMoney(p.MonthlyCost) }),
		numberColumn("margin", "Margin", func(p tracker.ListedSubscription) string { return csvMoney(p.Margin) }),
		numberColumn("noticeDays", "Notice Days", func(p tracker.ListedSubscription) string { return csvNumber(p.NoticeDays) }),
		textColumn("cancelBy", "Cancel By", func(p tracker.ListedSubscription) string { return csvTime(p.CancelBy) }),
		textColumn("responsible", "Responsible", func(p tracker.ListedSubscription) string { return emails(p.Responsible, responsibleEmail) }),
		textColumn("details", "Details", func(p tracker.ListedSubscription) string { return orEmpty(p.Details) }),
		textColumn("cancelationReason", "Cancelation Reason", func(p tracker.ListedSubscription) string { return orEmpty(p.CancelationReason) }),
		textColumn("createdAt", "Created At", func(p tracker.ListedSubscription) string { return csvTime(&p.CreatedAt) }),
	},
	more: []column[tracker.ListedSubscription]{
		numberColumn("planned.price", "Planned Price", func(p tracker.ListedSubscription) string {
			if p.Planned == nil {
				return ""
			}
			return p.Planned.Price.String()
		}),
		textColumn("planned.from", "Planned From", func(p tracker.ListedSubscription) string {
			if p.Planned == nil {
				return ""
			}
			return csvTime(p.Planned.From)
		}),
		textColumn("isCanceled", "Canceled", func(p tracker.ListedSubscription) string { return strconv.FormatBool(p.IsCanceled) }),
		numberColumn("version", "Version", func(p tracker.ListedSubscription) string { return strconv.Itoa(p.Version) }),
	},
}

func responsibleEmail(r tracker.Responsible) string { return r.Email }

const hiddenCostRule = " Cost, and what could tell it, is empty where the caller may not see it."

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

func projectItemQuery(c listCall, itemID string) record.ProjectItemQuery {
	get := c.params.Get
	return record.ProjectItemQuery{CategoryName: get("CategoryName"), Responsible: strings.ToLower(strings.TrimSpace(get("Responsible"))),
		ProjectItemFilter: tracker.ProjectItemFilter{CompanyID: get("CompanyId"), ProjectID: get("ProjectId"), ItemID: get(itemID)}}
}

func productQuery(c listCall) (q record.ProductQuery, err error) {
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

func subscriptionQuery(c listCall) (q record.SubscriptionQuery, err error) {
	q.ProjectItemQuery, q.Losing = projectItemQuery(c, "SubscriptionId"), c.flag("Losing")
	if sent := c.params.Get("State"); sent != "" {
		for state := range strings.SplitSeq(sent, ",") {
			if !slices.Contains(tracker.SubscriptionStates, tracker.SubscriptionState(state)) {
				return q, tracker.BadQuery("State", tracker.NotAnOption)
			}
			q.States = append(q.States, tracker.SubscriptionState(state))
		}
	}
	for name, into := range map[string]**time.Time{"EndFrom": &q.EndFrom, "EndTo": &q.EndTo, "CancelFrom": &q.CancelFrom, "CancelTo": &q.CancelTo, "At": &q.At} {
		if *into, err = parseInstant(c.params, name); err != nil {
			return q, err
		}
	}
	if q.Price, err = parseRange(c.params, "Price"); err == nil {
		q.MonthlyPrice, err = parseRange(c.params, "MonthlyPrice")
	}
	return q, err
}
