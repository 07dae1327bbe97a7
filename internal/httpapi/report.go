package httpapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) reportOperations() {
	handle(s, contract.Operation{ID: "getRecurring", Method: http.MethodGet, Path: "/report/recurring", Tag: "Dashboard",
		Summary: "What subscriptions are worth by the month, and what moved it",
		Who:     contract.SignedIn, Keys: contract.AnyKeys, Params: []contract.Param{
			contract.Text("From", "The first month, such as 2026-01. Eleven months before the last one, if it is not sent."),
			contract.Text("To", fmt.Sprintf("The last month, at most %d from the first one. The running month, if it is not sent.", tracker.MaxReportMonths)),
			contract.Text("By", "Groups: none, company or category."),
		},
		Details: fmt.Sprintf("Within what the caller may see. A month is taken at its last second, 23:59:59 UTC; "+
			"the running month is taken now, and a later one counts what runs or renews by what is known now. "+
			"GET /project/subscription with that instant as At, and State=active,renews, lists the rows of a figure. "+
			"The price of a month is that of the month before it, plus started, less ended, plus repriced. "+
			"At most %d groups, and then all others together; an administrator gets the companies whose items have the largest price now.", tracker.MaxReportGroups)},
		func(ctx context.Context, c call, _ none) (tracker.RecurringReport, error) {
			q, err := recurringQuery(c)
			if err != nil {
				return tracker.RecurringReport{}, err
			}
			return s.app.Recurring(ctx, c.Caller, q)
		})
}

func recurringQuery(c call) (q tracker.RecurringQuery, err error) {
	q.By = cmp.Or(c.params.Get("By"), tracker.RecurringGroupings[0])
	if !slices.Contains(tracker.RecurringGroupings, q.By) {
		return q, tracker.BadQuery("By", tracker.NotAnOption)
	}
	for name, into := range map[string]*tracker.Month{"From": &q.From, "To": &q.To} {
		if sent := c.params.Get(name); sent != "" {
			if *into, err = tracker.ParseMonth(sent); err != nil {
				return q, tracker.BadQuery(name, tracker.NotAMonth)
			}
		}
	}
	return q, nil
}
