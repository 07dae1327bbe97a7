package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/tracker"
)

func (s *server) dashboardOperations() {
	const tag = "Dashboard"
	handle(s, operation{id: "getStatistics", method: http.MethodGet, path: "/dashboard/statistics", tag: tag, summary: "Count what the caller may see"},
		func(ctx context.Context, c call, _ none) (tracker.Statistics, error) {
			return s.app.Statistics(ctx, c.Caller)
		})
	handle(s, operation{id: "getCharts", method: http.MethodGet, path: "/dashboard/charts", tag: tag, summary: "What ends when, who is largest, how far products are"},
		func(ctx context.Context, c call, _ none) (tracker.Charts, error) { return s.app.Charts(ctx, c.Caller) })
	handle(s, operation{id: "search", method: http.MethodGet, path: "/search", tag: tag, summary: "Find a few of each kind", params: []queryParam{{"Search", "string", "Text to find."}}},
		func(ctx context.Context, c call, _ none) (tracker.SearchHits, error) {
			term, err := searchTerm(c.params)
			if err != nil {
				return tracker.SearchHits{}, err
			}
			return s.app.Search(ctx, c.Caller, term)
		})
}
