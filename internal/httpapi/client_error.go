package httpapi

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// clientErrorInput is an error of the web app. It has no field for the message of the error,
// which may quote what somebody typed.
type clientErrorInput struct {
	Kind  string `json:"kind" rule:"name,required" doc:"The class of the error, such as TypeError."`
	Page  string `json:"page" rule:"text,required" doc:"The path of the page, with a placeholder for each id, name or address in it."`
	Stack string `json:"stack" rule:"stack" doc:"Where the error happened: a function, a script and a position on each line."`
}

func (s *server) clientErrorOperations() {
	s.api.Describe(contract.Sent[clientErrorInput]("An unexpected error of the web app.",
		object{"kind": "TypeError", "page": "app/projects/:id", "stack": "ProjectFacts 3fK9_aQ.js:1:20417\nrenderWithHooks 7dL2_xB.js:8:51930"}))
	handle(s, contract.Operation{ID: "reportClientError", Method: http.MethodPost, Path: "/clientError", Tag: "Client errors", Summary: "Report an unexpected error of the web app",
		Who: contract.SignedIn, Keys: contract.WideKeys, Throttled: true, MaxBody: tracker.MaxClientErrorBody,
		Details: "It is written to the log and counted in the metrics. A report says where an error happened, and nothing of what was typed or shown."},
		func(ctx context.Context, c call, in clientErrorInput) (none, error) {
			if err := tracker.Validate(&in); err != nil {
				return none{}, err
			}
			if !s.reports.allow(c.User.ID, time.Now()) {
				return none{}, tracker.ErrReportsWait
			}
			s.clientErrors.Inc()
			s.config.Log.WarnContext(ctx, "client error", "kind", in.Kind, "page", in.Page, "stack", in.Stack)
			return none{}, nil
		})
}

func newClientErrorCounter() prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{
		Name: "btracker_client_errors_total", Help: "Unexpected errors that the web app reported.",
	})
}

// reportLimit counts the reports of each user in the current minute.
type reportLimit struct {
	mu     sync.Mutex
	minute time.Time
	counts map[string]int
}

// allow counts a report and tells whether the user has not sent too many in this minute.
func (l *reportLimit) allow(userID string, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if minute := now.Truncate(time.Minute); !minute.Equal(l.minute) {
		l.minute, l.counts = minute, map[string]int{}
	}
	l.counts[userID]++
	return l.counts[userID] <= tracker.MaxReportsPerMinute
}
