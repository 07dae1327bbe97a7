package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

func (s *server) dashboardOperations() {
	const tag = "Dashboard"
	handle(s, contract.Operation{ID: "getStatistics", Method: http.MethodGet, Path: "/dashboard/statistics", Tag: tag, Summary: "Count what the caller may see",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Details: "What is marked removed, and all under it, does not count. Sums leave out canceled and ended subscriptions."},
		func(ctx context.Context, c call, _ none) (tracker.Statistics, error) {
			return s.app.Statistics(ctx, c.Caller)
		})
	handle(s, contract.Operation{ID: "getCharts", Method: http.MethodGet, Path: "/dashboard/charts", Tag: tag, Summary: "What ends when, who is largest, how far products are",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Details: "Within what the caller may see."},
		func(ctx context.Context, c call, _ none) (tracker.Charts, error) { return s.app.Charts(ctx, c.Caller) })
	handle(s, contract.Operation{ID: "search", Method: http.MethodGet, Path: "/search", Tag: tag, Summary: "Find a few of each kind",
		Who: contract.SignedIn, Keys: contract.AnyKeys, Params: []contract.Param{contract.Text("Search", "Words to find, in any order.")},
		Details: contract.Capital(contract.Number(tracker.MaxSearchHits)) + " of each kind at most, within what the caller may see; users for administrators alone. Below " +
			contract.Number(tracker.MinSearchAnywhere) + " characters it is the beginning of the name."},
		func(ctx context.Context, c call, _ none) (tracker.SearchHits, error) {
			term, err := searchTerm(c.params)
			if err != nil {
				return tracker.SearchHits{}, err
			}
			return s.app.Search(ctx, c.Caller, term)
		})
}
