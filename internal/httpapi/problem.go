package httpapi

import (
	"context"
	"errors"
	"math"
	"net/http"
	"strconv"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// statusClientGone stands in the log and the metrics for a request whose client left
// before the answer. It is never sent.
const statusClientGone = 499

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
	tracker.KindTooSlow:         http.StatusRequestTimeout,
	tracker.KindMethod:          http.StatusMethodNotAllowed,
	tracker.KindDefect:          http.StatusInternalServerError,
}

// problem answers an error as application/problem+json. An error that is not a
// tracker.Error is a defect: the log has its text, and the answer only the id of the request.
func (s *server) problem(w http.ResponseWriter, r *http.Request, err error) {
	known, ok := errors.AsType[*tracker.Error](err)
	switch {
	case ok && statuses[known.Kind] != 0:
	case errors.Is(err, context.Canceled) && r.Context().Err() != nil:
		if rec, ok := w.(*recorder); ok {
			rec.status = statusClientGone
		}
		return // nobody is there to read an answer
	case errors.Is(err, context.DeadlineExceeded):
		known = tracker.ErrTimeout
	default:
		s.config.Log.ErrorContext(r.Context(), "defect", "error", err, "path", r.URL.Path, "method", r.Method)
		known = tracker.Defect(requestID(r.Context()))
	}
	status := statuses[known.Kind]
	if status > http.StatusInternalServerError {
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
