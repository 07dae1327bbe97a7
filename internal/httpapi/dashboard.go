package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/tracker"
)

func (s *server) dashboardOperations() {
	handle(s, operation{id: "getStatistics", method: http.MethodGet, path: "/dashboard/statistics", tag: "Dashboard", summary: "Count what the caller may see"},
		func(ctx context.Context, c call, _ none) (tracker.Statistics, error) {
			return s.app.Statistics(ctx, c.Caller)
		})
}
