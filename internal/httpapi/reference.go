package httpapi

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"io/fs"
	"net/http"
)

// The page that shows the contract to people. It names its files relative to
// itself, so it works below any base path, and loads nothing from elsewhere.
//
//go:embed reference
var referenceFiles embed.FS

// mountReference serves the contract for programs, and the page for people.
func (s *server) mountReference() error {
	document, err := s.document()
	if err != nil {
		return err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, document); err != nil {
		return err
	}
	contract := &webFile{contentType: "application/json", cache: "no-store", plain: compact.Bytes()}
	sub, err := fs.Sub(referenceFiles, "reference")
	if err != nil {
		return err
	}
	files, err := loadWeb(sub)
	if err != nil {
		return err
	}
	for _, f := range files {
		f.compress()
	}
	contract.compress()

	page := s.config.BasePath + "api/docs"
	s.mux.HandleFunc("GET "+s.config.BasePath+"api/v1/openapi.json", contract.serve)
	s.mux.HandleFunc("GET "+page, files["index.html"].serve)
	s.mux.HandleFunc("GET "+page+"/{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, page, http.StatusFound)
	})
	s.mux.HandleFunc("GET "+page+"/{file}", func(w http.ResponseWriter, r *http.Request) {
		f, ok := files[r.PathValue("file")]
		if !ok {
			http.NotFound(w, r)
			return
		}
		f.serve(w, r)
	})
	return nil
}

// compress makes the encoding that every client knows; writing to memory does not fail.
func (f *webFile) compress() {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(f.plain)
	_ = w.Close()
	f.encoded = map[string][]byte{"gzip": b.Bytes()}
}
