package httpapi

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"btracker/internal/tracker"
)

// calendarPath is the path of calendars below the base path.
const calendarPath = "calendar/"

// calendar serves a person's calendar by the token in its path. Who asks again with the ETag of
// an unchanged calendar gets no copy.
func (s *server) calendar(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.config.RequestTimeout)
	defer cancel()
	token, isFeed := strings.CutSuffix(r.PathValue("file"), ".ics")
	if !isFeed {
		s.problem(w, r, tracker.ErrNotFound)
		return
	}
	feed, err := s.app.Calendar(ctx, token)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	sum := sha256.Sum256(feed)
	etag := `"` + hex.EncodeToString(sum[:16]) + `"`
	w.Header().Set("ETag", etag)
	if strings.Contains(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "text/calendar; charset=utf-8")
	_, _ = w.Write(feed)
}
