package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/storetest"
)

func TestWebApp(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	const page = `<meta name="btracker-base" content="/"><script src="/btracker/assets/a.js"></script>`
	const immutable = "public, max-age=31536000, immutable"
	for _, c := range []struct {
		path, accept      string
		status            int
		body, kind, cache string
		encoding          string
	}{
		{"/btracker", "br", 200, page, "text/html; charset=utf-8", "no-cache", ""},
		{"/btracker/", "", 200, page, "text/html; charset=utf-8", "no-cache", ""},
		{"/btracker/login", "", 200, page, "text/html; charset=utf-8", "no-cache", ""},
		{"/btracker/app/companies/x/edit?y=1", "", 200, page, "text/html; charset=utf-8", "no-cache", ""},
		{"/btracker/index.html", "br", 200, page, "text/html; charset=utf-8", "no-cache", ""},
		{"/btracker/favicon.svg", "", 200, "<svg/>", "image/svg+xml", "no-cache", ""},
		{"/btracker/assets/a.js", "", 200, "plain", "text/javascript; charset=utf-8", immutable, ""},
		{"/btracker/assets/a.js", "gzip", 200, "gzip", "text/javascript; charset=utf-8", immutable, "gzip"},
		{"/btracker/assets/a.js", "gzip, deflate, br;q=0.9", 200, "brotli", "text/javascript; charset=utf-8", immutable, "br"},
		{"/btracker/assets/a.js", "br;q=0, gzip; q = 0.000", 200, "plain", "text/javascript; charset=utf-8", immutable, ""},
		{"/btracker/assets/a.js", "BR;Q=0.0, GZIP", 200, "gzip", "text/javascript; charset=utf-8", immutable, "gzip"},
		{"/btracker/assets/a.js", "br;q=, gzip;q=0.001", 200, "gzip", "text/javascript; charset=utf-8", immutable, "gzip"},
		{"/btracker/assets/a.js", "brotli, xgzip", 200, "plain", "text/javascript; charset=utf-8", immutable, ""},
		{"/btracker/assets/gone.js", "", 404, "404 page not found\n", "text/plain; charset=utf-8", "no-store", ""},
		{"/btracker/assets/a.js.br", "", 404, "404 page not found\n", "text/plain; charset=utf-8", "no-store", ""},
		{"/btracker/assets/", "", 404, "404 page not found\n", "text/plain; charset=utf-8", "no-store", ""},
		{"/btracker/.built", "", 200, page, "text/html; charset=utf-8", "no-cache", ""},
		{"/btracker/%2e%2e/%2e%2e/etc/passwd", "", 200, page, "text/html; charset=utf-8", "no-cache", ""},
	} {
		browser := &apitest.Client{API: api, Header: http.Header{"Accept-Encoding": {c.accept}}}
		answer := browser.Get("/" + c.path)
		h := answer.Header()
		if answer.Code == http.StatusMovedPermanently || answer.Code == http.StatusTemporaryRedirect || answer.Code == http.StatusPermanentRedirect {
			if strings.Contains(c.path, "%2e") { // the router cleans it, and it does not lead to a file
				continue
			}
		}
		if answer.Code != c.status || answer.Body.String() != c.body || h.Get("Content-Type") != c.kind || h.Get("Cache-Control") != c.cache || h.Get("Content-Encoding") != c.encoding {
			t.Errorf("%s (%s): %d %v %s", c.path, c.accept, answer.Code, h, answer.Body)
		}
		vary := "Accept-Encoding"
		if c.body == page {
			vary += ", Accept-Language, Cookie"
		}
		if c.status == 200 && h.Get("Vary") != vary {
			t.Errorf("%s: Vary %s", c.path, h.Get("Vary"))
		}
	}
	if answer := api.Anonymous().Get("//").Status(302); answer.Header().Get("Location") != "/btracker" {
		t.Errorf("the root leads to %s", answer.Header().Get("Location"))
	}
	api.Anonymous().Post("//btracker/login", object{}).Status(405)
}

func TestPagesLinkTheirFiles(t *testing.T) {
	api := newTestAPIBehind(apitest.New(t, storetest.SQLite(t)), func(c *httpapi.Config) {
		c.BasePath = "/base/"
		c.Web = fstest.MapFS{
			"index.html": {Data: []byte(`<head><meta name="btracker-base" content="/"></head>`)},
			".pages.json": {Data: []byte(`[{"address":"app/*/new","files":["assets/form.js","assets/form.css"]},
				{"address":"app/*/*","files":["assets/details.js"]}]`)},
		}
	})
	const head = `<head><meta name="btracker-base" content="/base/">`
	const form = `<link rel="modulepreload" crossorigin href="/base/btracker/assets/form.js"><link rel="stylesheet" crossorigin href="/base/btracker/assets/form.css">`
	const details = `<link rel="modulepreload" crossorigin href="/base/btracker/assets/details.js">`
	for path, links := range map[string]string{
		"app/companies/new":     form,
		"app/companies/7?tab=1": details,
		"app/companies":         "",
		"app/companies/7/edit":  "",
		"app/companies/%5B":     details,
		"login":                 "",
		"":                      "",
		".pages.json":           "",
	} {
		answer := api.Anonymous().Get("//base/btracker/" + path).Status(200)
		if page := answer.Body.String(); page != head+links+`</head>` || answer.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("%s: %s %v", path, page, answer.Header())
		}
	}
}

func TestPagesFollowTheLanguage(t *testing.T) {
	page := func(lang, links string) []byte {
		return fmt.Appendf(nil, `<html lang=%q><head><meta name="btracker-base" content="/">%s</head>`, lang, links)
	}
	api := newTestAPIBehind(apitest.New(t, storetest.SQLite(t)), func(c *httpapi.Config) {
		c.BasePath = "/base/"
		c.Web = fstest.MapFS{
			"index.html":     {Data: page("en", "")},
			".pages.json":    {Data: []byte(`[{"address":"login","files":["assets/english.js"]}]`)},
			"de/index.html":  {Data: page("de", "")},
			"de/.pages.json": {Data: []byte(`[{"address":"login","files":["assets/german.js"]}]`)},
			"assets/a.js":    {Data: []byte("plain")},
		}
	})
	for _, c := range []struct{ accept, cookie, language string }{
		{"", "", "en"},
		{"de", "", "de"},
		{"de-AT,de;q=0.9,en;q=0.8", "", "de"},
		{"DE_ch", "", "de"},
		{"en-US,en;q=0.9,de;q=0.8", "", "en"},
		{"en;q=0.4, de;q=0.5", "", "de"},
		{"fr-FR, it;q=0.9", "", "en"},
		{"fr, de;q=0.1", "", "de"},
		{"de;q=0, en;q=0.1", "", "en"},
		{"*", "", "en"},
		{"\x00;;,=", "", "en"},
		{strings.Repeat("de,", 1000), "", "en"},
		{"en", "btracker-language=de", "de"},
		{"de", "btracker-language=en", "en"},
		{"de", "btracker-language=fr", "de"},
		{"de", "btracker-language=", "de"},
		{"", "btracker-language=../../etc", "en"},
		{"de", "other=en", "de"},
	} {
		browser := &apitest.Client{API: api, Header: http.Header{"Accept-Language": {c.accept}, "Cookie": {c.cookie}}}
		script := map[string]string{"en": "english", "de": "german"}[c.language]
		for path, want := range map[string]string{
			"login":         `<link rel="modulepreload" crossorigin href="/base/btracker/assets/` + script + `.js">`,
			"app/companies": "",
			"index.html":    "",
			"de/index.html": "", // not a file, but an address as any other
		} {
			answer := browser.Get("//base/btracker/" + path).Status(200)
			wanted := strings.Replace(string(page(c.language, want)), `content="/"`, `content="/base/"`, 1)
			if answer.Body.String() != wanted || answer.Header().Get("Content-Language") != c.language || answer.Header().Get("Vary") != "Accept-Encoding, Accept-Language, Cookie" {
				t.Errorf("%s (%.40s; %s): %s %v", path, c.accept, c.cookie, answer.Body, answer.Header())
			}
		}
		if answer := browser.Get("//base/btracker/assets/a.js").Status(200); answer.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("a script varies by %s", answer.Header().Get("Vary"))
		}
	}
}

func TestMissingWebAppIsToldAtStart(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	_, err := httpapi.New(api.App, httpapi.Config{BasePath: "/", Web: fstest.MapFS{".gitkeep": {}}, Log: apitest.Quiet(), Metrics: prometheus.NewRegistry()})
	if err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("error %v", err)
	}
}

// A base path is written into the page as text, never as markup.
func TestBasePathIsEscaped(t *testing.T) {
	root := apitest.New(t, storetest.SQLite(t))
	api := newTestAPIBehind(root, func(c *httpapi.Config) { c.BasePath = `/a"><b>/` })
	if page := api.Anonymous().Get(`//a%22%3E%3Cb%3E/btracker`).Status(200).Body.String(); strings.Contains(page, "<b>") {
		t.Errorf("page %s", page)
	}
}
