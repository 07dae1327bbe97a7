package httpapi_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/storetest"
)

func TestReferenceIsServed(t *testing.T) {
	root := apitest.New(t, storetest.SQLite(t))
	for base, api := range map[string]*apitest.API{"/": root, "/tools/": newTestAPIBehind(root, func(c *httpapi.Config) { c.BasePath = "/tools/" })} {
		visitor := api.Anonymous()
		for path, kind := range map[string]string{
			"api/docs":               "text/html; charset=utf-8",
			"api/docs/reference.js":  "text/javascript; charset=utf-8",
			"api/docs/reference.css": "text/css; charset=utf-8",
			"api/docs/favicon.svg":   "image/svg+xml",
			"api/v1/openapi.json":    "application/json",
		} {
			answer := visitor.Get("/" + base + path).Status(200)
			h := answer.Header()
			if h.Get("Content-Type") != kind || answer.Body.Len() == 0 {
				t.Errorf("%s%s: %v", base, path, h)
			}
			if policy := h.Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self'; style-src 'self'") || !strings.Contains(policy, "trusted-types 'none'") {
				t.Errorf("%s%s: policy %s", base, path, policy)
			}
			if packed := (&apitest.Client{API: api, Header: http.Header{"Accept-Encoding": {"gzip"}}}).Get("/" + base + path); unzipped(t, packed) != answer.Body.String() {
				t.Errorf("%s%s differs when it is packed", base, path)
			}
		}
		if to := visitor.Get("/" + base + "api/docs/").Status(302).Header().Get("Location"); to != base+"api/docs" {
			t.Errorf("the page with a slash leads to %s", to)
		}
		visitor.Get("/" + base + "api/docs/gone.js").Status(404)
		visitor.Get("/" + base + "api/docs/..%2fdoc.go").Status(404)
		visitor.Post("/"+base+"api/docs", object{}).Status(405)

		var document struct{ Servers []struct{ URL string } }
		if err := json.Unmarshal(visitor.Get("/"+base+"api/v1/openapi.json").Body.Bytes(), &document); err != nil || document.Servers[0].URL != base+"api/v1" {
			t.Errorf("servers %v, %v", document, err)
		}
	}
}

func unzipped(t *testing.T, a *apitest.Answer) string {
	t.Helper()
	if a.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("%s: not packed", a.Request)
	}
	r, err := gzip.NewReader(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	elsewhere = regexp.MustCompile(`(?i)(https?:)?//[a-z0-9.-]+\.[a-z]{2,}|@import|data:`)
	inline    = regexp.MustCompile(`(?i)<style|style=|<script(>| [^>]*>[^<])| on[a-z]+=|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function`)
	named     = regexp.MustCompile(`(?:(?:href|src)="|from '|fetch\(')([^"'#]+)`)
)

// The page loads nothing from other servers, nothing that its policy forbids, and no missing
// file.
func TestReferenceWorksOffline(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	files, err := filepath.Glob("../contract/reference/*")
	if err != nil || len(files) < 5 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := elsewhere.FindString(strings.ReplaceAll(string(text), "http://www.w3.org/2000/svg", "")); found != "" {
			t.Errorf("%s reaches for %s", file, found)
		}
		if found := inline.FindString(string(text)); found != "" {
			t.Errorf("%s has %s", file, found)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			from := "//api/docs/"
			if !strings.HasPrefix(m[1], "./") { // relative to the page
				from = "//api/"
			}
			path := filepath.ToSlash(filepath.Join("/", from[1:], m[1]))
			if answer := api.Anonymous().Get("/" + path); answer.Code != 200 {
				t.Errorf("%s names %s: %d", file, m[1], answer.Code)
			}
		}
	}
}
