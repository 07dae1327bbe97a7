package httpapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"sync"

	"btracker/internal/contract"
)

// mountReference serves the contract for programs, and the page for people. Both are made
// at their first request, because they would take most of the time of a start.
func (s *server) mountReference() {
	document, page := sync.OnceValues(s.document), sync.OnceValues(referencePage)
	serveFile := func(w http.ResponseWriter, r *http.Request, name string) {
		files, err := page()
		s.serveFile(w, r, files[name], err)
	}
	s.mux.HandleFunc("GET "+s.config.BasePath+"api/v1/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		f, err := document()
		s.serveFile(w, r, f, err)
	})
	docs := s.config.BasePath + "api/docs"
	s.mux.HandleFunc("GET "+docs, func(w http.ResponseWriter, r *http.Request) { serveFile(w, r, "index.html") })
	s.mux.HandleFunc("GET "+docs+"/{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, docs, http.StatusFound) })
	s.mux.HandleFunc("GET "+docs+"/{file}", func(w http.ResponseWriter, r *http.Request) { serveFile(w, r, r.PathValue("file")) })
}

// serveFile answers a file, or 404 for none.
func (s *server) serveFile(w http.ResponseWriter, r *http.Request, f *webFile, err error) {
	switch {
	case err != nil:
		s.problem(w, r, err)
	case f == nil:
		http.NotFound(w, r)
	default:
		f.serve(w, r)
	}
}

func (s *server) document() (*webFile, error) {
	document, err := s.api.Document()
	if err != nil {
		return nil, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, document); err != nil {
		return nil, err
	}
	f := &webFile{contentType: "application/json", cache: "no-store", plain: compact.Bytes()}
	f.compress()
	return f, nil
}

func referencePage() (map[string]*webFile, error) {
	page, err := contract.Reference()
	if err != nil {
		return nil, err
	}
	files, err := loadWeb(page)
	for _, f := range files {
		f.compress()
	}
	return files, err
}

// compress adds the gzip encoding. Writing to memory does not fail.
func (f *webFile) compress() {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(f.plain)
	_ = w.Close()
	f.encoded = map[string][]byte{"gzip": b.Bytes()}
}
