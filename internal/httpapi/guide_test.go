package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/storetest"
)

func TestGuideIsServed(t *testing.T) {
	root := apitest.New(t, storetest.SQLite(t))
	for base, api := range map[string]*apitest.API{"/": root, "/tools/": newTestAPIBehind(root, func(c *httpapi.Config) { c.BasePath = "/tools/" })} {
		visitor := api.Anonymous()
		for path, kind := range map[string]string{
			"help/":                       "text/html; charset=utf-8",
			"help/renewals":               "text/html; charset=utf-8",
			"help/guide.css":              "text/css; charset=utf-8",
			"help/pictures/renewals.webp": "image/webp",
		} {
			answer := visitor.Get("/" + base + path).Status(200)
			if h := answer.Header(); h.Get("Content-Type") != kind || !strings.Contains(h.Get("Content-Security-Policy"), "style-src 'self'") {
				t.Errorf("%s%s: %v", base, path, h)
			}
			if kind == "image/webp" {
				continue
			}
			if packed := (&apitest.Client{API: api, Header: http.Header{"Accept-Encoding": {"gzip"}}}).Get("/" + base + path); unzipped(t, packed) != answer.Body.String() {
				t.Errorf("%s%s differs when it is packed", base, path)
			}
		}
		if to := visitor.Get("/" + base + "help").Status(302).Header().Get("Location"); to != base+"help/" {
			t.Errorf("the guide without a slash leads to %s", to)
		}
		for _, path := range []string{"help/gone", "help/renewals.md", "help/pictures/", "help/..%2fdoc.go", "help/renewals/"} {
			visitor.Get("/" + base + path).Status(404)
		}
		visitor.Post("/"+base+"help/", object{}).Status(405)
	}
}
