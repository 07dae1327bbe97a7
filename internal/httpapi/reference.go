package httpapi

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"sync"

	"btracker/internal/contract"
)

// mountReference serves the contract for programs, and the page for people. Each
// is made for the first who asks: it would take longer than all else at the start.
func (s *server) mountReference() {
	document := sync.OnceValues(s.document)
	s.mux.HandleFunc("GET "+s.config.BasePath+"api/v1/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		f, err := document()
		if err != nil {
			s.problem(w, r, err)
			return
		}
		f.serve(w, r)
	})

	page := s.config.BasePath + "api/docs"
	file := func(w http.ResponseWriter, r *http.Request, name string) {
		files, err := referencePage()
		f, ok := files[name]
		switch {
		case err != nil:
			s.problem(w, r, err)
		case !ok:
			http.NotFound(w, r)
		default:
			f.serve(w, r)
		}
	}
	s.mux.HandleFunc("GET "+page, func(w http.ResponseWriter, r *http.Request) { file(w, r, "index.html") })
	s.mux.HandleFunc("GET "+page+"/{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, page, http.StatusFound)
	})
	s.mux.HandleFunc("GET "+page+"/{file}", func(w http.ResponseWriter, r *http.Request) { file(w, r, r.PathValue("file")) })
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

var referencePage = sync.OnceValues(func() (map[string]*webFile, error) {
	page, err := contract.Reference()
	if err != nil {
		return nil, err
	}
	files, err := loadWeb(page)
	for _, f := range files {
		f.compress()
	}
	return files, err
})

// compress makes the encoding that every client knows; writing to memory does not fail.
func (f *webFile) compress() {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(f.plain)
	_ = w.Close()
	f.encoded = map[string][]byte{"gzip": b.Bytes()}
}
