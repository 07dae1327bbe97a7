package httpapi

import (
	"cmp"
	"mime"
	"net/http"
	"path"
	"sync"

	"btracker/internal/guide"
)

// mountGuide serves the user's guide below {base}help, to everybody. It is made at its first request.
func (s *server) mountGuide() {
	help := s.config.BasePath + "help"
	load := sync.OnceValues(guideFiles)
	s.mux.HandleFunc("GET "+help, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, help+"/", http.StatusFound) })
	s.mux.HandleFunc("GET "+help+"/{name...}", func(w http.ResponseWriter, r *http.Request) {
		files, err := load()
		name := cmp.Or(r.PathValue("name"), "index")
		f := cmp.Or(files[name], files[name+".html"])
		s.serveFile(w, r, f, err)
	})
}

func guideFiles() (map[string]*webFile, error) {
	made, err := guide.Files()
	files := map[string]*webFile{}
	for name, content := range made {
		f := &webFile{contentType: mime.TypeByExtension(path.Ext(name)), cache: "no-cache", plain: content}
		if path.Dir(name) == "pictures" {
			f.cache = "public, max-age=3600"
		} else {
			f.compress()
		}
		files[name] = f
	}
	return files, err
}
