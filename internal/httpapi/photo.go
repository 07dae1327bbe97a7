package httpapi

import (
	"context"
	"net/http"
)

// photo serves an image by its hash. The address never shows anything else, so
// it is cached for good.
func (s *server) photo(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), s.config.RequestTimeout)
	defer cancel()
	contentType, bytes, err := s.app.Photo(ctx, r.PathValue("hash"))
	if err != nil {
		s.problem(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	serveBytes(contentType, bytes)(w, r)
}
