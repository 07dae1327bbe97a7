package httpapi

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
	"sync"
)

// The page that shows the contract to people. It names its files relative to
// itself, so it works below any base path, and loads nothing from elsewhere.
//
//go:embed reference
var referenceFiles embed.FS

// mountReference serves the contract for programs, and the page for people. Each
// is made for the first who asks: it would take longer than all else at the start.
func (s *server) mountReference() {
	contract := sync.OnceValues(s.contract)
	s.mux.HandleFunc("GET "+s.config.BasePath+"api/v1/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		f, err := contract()
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

func (s *server) contract() (*webFile, error) {
	document, err := s.document()
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
	sub, err := fs.Sub(referenceFiles, "reference")
	if err != nil {
		return nil, err
	}
	files, err := loadWeb(sub)
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
