package httpapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// Statuses that only HTTP knows.
var (
	errBodyTooSlow      = &httpError{http.StatusRequestTimeout, contract.ErrBodyTooSlow}
	errMethodNotAllowed = &httpError{http.StatusMethodNotAllowed, &tracker.Error{Code: "method", Title: "Method not allowed", Reason: "This address does not take that method."}}
	errNoSuchOperation  = &tracker.Error{Kind: tracker.KindNotFound, Code: "noSuchOperation", Title: "Not found", Reason: "There is no such operation."}
)

// statusClientGone is what the log and the metrics call a request whose client
// left before its answer; it is never sent.
const statusClientGone = 499

type httpError struct {
	status int
	cause  *tracker.Error
}

func (e *httpError) Error() string { return e.cause.Error() }

// statuses is the one place where an error kind becomes a status.
var statuses = map[tracker.Kind]int{
	tracker.KindInvalid:         http.StatusBadRequest,
	tracker.KindUnauthenticated: http.StatusUnauthorized,
	tracker.KindInvalidToken:    http.StatusUnauthorized,
	tracker.KindForbidden:       http.StatusForbidden,
	tracker.KindNotFound:        http.StatusNotFound,
	tracker.KindConflict:        http.StatusConflict,
	tracker.KindRefused:         http.StatusUnprocessableEntity,
	tracker.KindTooMany:         http.StatusTooManyRequests,
	tracker.KindTooLarge:        http.StatusRequestEntityTooLarge,
	tracker.KindUnsupported:     http.StatusUnsupportedMediaType,
	tracker.KindUnavailable:     http.StatusServiceUnavailable,
	tracker.KindTimeout:         http.StatusGatewayTimeout,
	tracker.KindDiskFull:        http.StatusInsufficientStorage,
}

// problem answers an error as application/problem+json. What is not a
// tracker.Error is a defect: it is logged under the request's id, and the
// answer holds that id and nothing else.
func (s *server) problem(w http.ResponseWriter, r *http.Request, err error) {
	var known *tracker.Error
	var special *httpError
	status := 0
	switch {
	case errors.As(err, &special):
		status, known = special.status, special.cause
	case errors.As(err, &known):
		status = statuses[known.Kind]
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		if rec, ok := w.(*recorder); ok {
			rec.status = statusClientGone
		}
		return // nobody is there to read an answer
	case errors.Is(err, context.DeadlineExceeded):
		status = http.StatusGatewayTimeout
		known = &tracker.Error{Code: "timeout", Title: "Server Timeout", Reason: "The server did not answer in time. Please try again.", RetryAfter: time.Second}
	}
	if status == 0 {
		s.defect(w, r, err)
		return
	}
	if status >= 500 {
		s.config.Log.WarnContext(r.Context(), "request failed", "status", status, "error", err)
	}
	if known.Kind == tracker.KindInvalidToken {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	} else if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	if known.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(known.RetryAfter.Seconds()))))
	}
	s.writeJSON(w, r, status, "application/problem+json", contract.Problem(status, known))
}

func (s *server) defect(w http.ResponseWriter, r *http.Request, err error) {
	id := requestID(r.Context())
	s.config.Log.ErrorContext(r.Context(), "defect", "error", err, "path", r.URL.Path, "method", r.Method)
	s.writeJSON(w, r, http.StatusInternalServerError, "application/problem+json", map[string]any{
		"type": "about:blank", "title": "An error occurred in the server.", "status": http.StatusInternalServerError, "code": "defect", "traceId": id,
	})
}
