package httpapi

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
)

// webFile is a file in all of its encodings.
type webFile struct {
	contentType string
	cache       string
	language    string // of a page
	plain       []byte
	encoded     map[string][]byte
}

// mountWeb serves the web app below {base}btracker: its files, and index.html for every
// other address, so that each screen can be reloaded.
func (s *server) mountWeb() error {
	files, err := loadWeb(s.config.Web)
	if err != nil {
		return err
	}
	languages, err := s.loadLanguages(files)
	if err != nil {
		return err
	}
	root := s.config.BasePath + "btracker"
	s.mux.HandleFunc("GET "+s.config.BasePath+"{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, root, http.StatusFound)
	})
	serve := func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, root), "/")
		if f, ok := files[name]; ok && name != "" {
			f.serve(w, r)
			return
		}
		if strings.HasPrefix(name, "assets/") {
			http.NotFound(w, r) // a script of an older version must not get a page
			return
		}
		languages.of(r).page(name).serve(w, r)
	}
	s.mux.HandleFunc("GET "+root, serve)
	s.mux.HandleFunc("GET "+root+"/", serve)
	return nil
}

// ownTypes are types that not every system knows.
var ownTypes = map[string]string{".webmanifest": "application/manifest+json"}

func loadWeb(dist fs.FS) (map[string]*webFile, error) {
	files := map[string]*webFile{}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") || path.Ext(name) == ".br" || path.Ext(name) == ".gz" {
			return err
		}
		contentType := cmp.Or(mime.TypeByExtension(path.Ext(name)), ownTypes[path.Ext(name)], "application/octet-stream")
		f := &webFile{contentType: contentType, cache: "no-cache", encoded: map[string][]byte{}}
		if strings.HasPrefix(name, "assets/") {
			f.cache = "public, max-age=31536000, immutable"
		}
		if f.plain, err = fs.ReadFile(dist, name); err != nil {
			return err
		}
		for encoding, suffix := range map[string]string{"br": ".br", "gzip": ".gz"} {
			if b, err := fs.ReadFile(dist, name+suffix); err == nil {
				f.encoded[encoding] = b
			}
		}
		files[name] = f
		return nil
	})
	return files, err
}

// webPage is index.html for the pages at an address (a pattern of path.Match).
type webPage struct {
	Address string   `json:"address"`
	Files   []string `json:"files"`
	html    webFile
}

// loadPages reads the list that the build writes (web/vite.config.ts) and links the files of each page in its HTML: the
// browser fetches them beside those of index.html, instead of after these have run.
func loadPages(dist fs.FS, dir string, index []byte) ([]*webPage, error) {
	list, err := fs.ReadFile(dist, path.Join(dir, ".pages.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var pages []*webPage
	if err := json.Unmarshal(list, &pages); err != nil {
		return nil, fmt.Errorf("read the list of pages: %w", err)
	}
	for _, p := range pages {
		var links []byte
		for _, name := range p.Files {
			rel := "modulepreload"
			if path.Ext(name) == ".css" {
				rel = "stylesheet"
			}
			links = fmt.Appendf(links, "<link rel=%q crossorigin href=\"./%s\">", rel, html.EscapeString(name))
		}
		p.html = webFile{
			contentType: "text/html; charset=utf-8",
			cache:       "no-cache",
			plain:       bytes.Replace(index, []byte("</head>"), append(links, "</head>"...), 1),
		}
	}
	return pages, nil
}

// rebase writes the base path into the addresses of assets and into a meta element: the
// security policy forbids <base> and inline scripts. Another one names the provider of single sign-on, so that the
// sign-in page need not ask.
func (f *webFile) rebase(base, signOn string) {
	base, signOn = html.EscapeString(base), html.EscapeString(signOn)
	f.plain = bytes.ReplaceAll(f.plain, []byte(`"./`), []byte(`"`+base+`btracker/`))
	f.plain = bytes.Replace(f.plain, []byte(`name="btracker-base" content="/"`), fmt.Appendf(nil, `name="btracker-base" content="%s"`, base), 1)
	f.plain = bytes.Replace(f.plain, []byte(`name="btracker-sign-on" content=""`), fmt.Appendf(nil, `name="btracker-sign-on" content="%s"`, signOn), 1)
	f.encoded = nil
}

func (f *webFile) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", f.cache)
	h.Set("Vary", "Accept-Encoding")
	if f.language != "" {
		h.Set("Vary", "Accept-Encoding, Accept-Language, Cookie")
		h.Set("Content-Language", f.language)
	}
	body := f.plain
	for _, encoding := range []string{"br", "gzip"} {
		if b, ok := f.encoded[encoding]; ok && accepts(r, encoding) {
			h.Set("Content-Encoding", encoding)
			body = b
			break
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body)
}

// accepts reads Accept-Encoding. A quality of zero, in any spelling, refuses the encoding.
func accepts(r *http.Request, encoding string) bool {
	for offer := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, parameter, weighted := strings.Cut(offer, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		_, quality, _ := strings.Cut(parameter, "=")
		q, err := strconv.ParseFloat(strings.TrimSpace(quality), 64)
		return !weighted || err == nil && q > 0
	}
	return false
}
