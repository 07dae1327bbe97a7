package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"btracker/internal/httpapi"
	"btracker/internal/storetest"
)

func TestGuideIsServed(t *testing.T) {
	root := newTestAPI(t, storetest.SQLite(t))
	for base, api := range map[string]*testAPI{"/": root, "/tools/": newTestAPIBehind(root, func(c *httpapi.Config) { c.BasePath = "/tools/" })} {
		visitor := api.anonymous()
		for path, kind := range map[string]string{
			"help/":                       "text/html; charset=utf-8",
			"help/renewals":               "text/html; charset=utf-8",
			"help/guide.css":              "text/css; charset=utf-8",
			"help/pictures/renewals.webp": "image/webp",
		} {
			answer := visitor.get("/" + base + path).status(200)
			if h := answer.Header(); h.Get("Content-Type") != kind || !strings.Contains(h.Get("Content-Security-Policy"), "style-src 'self'") {
				t.Errorf("%s%s: %v", base, path, h)
			}
			if kind == "image/webp" {
				continue
			}
			if packed := (&client{api: api, header: http.Header{"Accept-Encoding": {"gzip"}}}).get("/" + base + path); unzipped(t, packed) != answer.Body.String() {
				t.Errorf("%s%s differs when it is packed", base, path)
			}
		}
		if to := visitor.get("/" + base + "help").status(302).Header().Get("Location"); to != base+"help/" {
			t.Errorf("the guide without a slash leads to %s", to)
		}
		for _, path := range []string{"help/gone", "help/renewals.md", "help/pictures/", "help/..%2fdoc.go", "help/renewals/"} {
			visitor.get("/" + base + path).status(404)
		}
		visitor.post("/"+base+"help/", object{}).status(405)
	}
}
