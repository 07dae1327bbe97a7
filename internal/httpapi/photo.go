package httpapi

import (
	"context"
	"net/http"
)

// photo serves an image by its hash. An address never gets another image, so browsers may
// keep it forever.
func (s *server) photo(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.config.RequestTimeout)
	defer cancel()
	contentType, bytes, err := s.app.Photo(ctx, r.PathValue("hash"))
	if err != nil {
		s.problem(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	w.Header().Set("Content-Type", contentType)
	_, _ = w.Write(bytes)
}
