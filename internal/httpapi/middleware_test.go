package httpapi_test

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; frame-src blob:; object-src blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; " +
	"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

func TestSafeHeadersOnEveryAnswer(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	admin := api.Admin()
	seen := map[string]bool{}
	for _, answer := range []*apitest.Answer{
		admin.Get("/account"), admin.Get("/company"), admin.Get("/company/export"), admin.Get("/dashboard/statistics"), admin.Get("/openapi.json"),
		admin.Get("/company/unknown"), admin.Get("/nothing"), admin.Do("PATCH", "/company", nil), admin.Post("/company", "{"), api.Anonymous().Get("/account"),
		admin.Get("//"), admin.Get("//btracker"), admin.Get("//btracker/assets/gone.js"), admin.Get("//nowhere"), admin.Get("//photo/x"),
		admin.Get("//healthz"), admin.Get("//readyz"), admin.Post("//healthz", nil), admin.Do("HEAD", "/account", nil), admin.Do("OPTIONS", "/account", nil),
	} {
		h := answer.Header()
		for name, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
			if h.Get(name) != want {
				t.Errorf("%s: %s: %s", answer.Request, name, h.Get(name))
			}
		}
		if cache := h.Get("Cache-Control"); cache != "no-store" && !strings.HasPrefix(answer.Request, "GET /btracker") {
			t.Errorf("%s: Cache-Control: %s", answer.Request, cache)
		}
		if id := h.Get("X-Request-Id"); !traceID.MatchString(id) || seen[id] {
			t.Errorf("%s: X-Request-Id: %s", answer.Request, id)
		}
		seen[h.Get("X-Request-Id")] = true
		if h.Get("Access-Control-Allow-Origin") != "" || h.Get("Set-Cookie") != "" || h.Get("Server") != "" {
			t.Errorf("%s: %v", answer.Request, h)
		}
	}
}

func TestDateTimeHeaderDecidesNothing(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	admin := api.Admin()
	for _, value := range []string{"2026-11-15T12:00:00Z", "1970-01-01", "nonsense", "\x7f"} {
		admin.Header = http.Header{"Datetimeiso": {value}}
		admin.Get("/account").Status(200)
	}
}

func TestBasePath(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, root *apitest.API) {
		api := newTestAPIBehind(root, func(c *httpapi.Config) { c.BasePath = "/tools/" })
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		var company tracker.Company
		admin.Put("/company/"+id+"/photo", apitest.Picture(t, 4)).Status(200).Into(&company)
		if !strings.HasPrefix(*company.PhotoURL, "/tools/photo/") {
			t.Errorf("photo at %s", *company.PhotoURL)
		}
		api.Anonymous().Get("/" + *company.PhotoURL).Status(200)
		if page := api.Anonymous().Get("//tools/btracker/app/companies").Status(200).Body.String(); page != `<meta name="btracker-base" content="/tools/"><script src="/tools/btracker/assets/a.js"></script>` {
			t.Errorf("page %s", page)
		}
		if answer := api.Anonymous().Get("//tools/").Status(302); answer.Header().Get("Location") != "/tools/btracker" {
			t.Errorf("leads to %s", answer.Header().Get("Location"))
		}
		api.Anonymous().Get("//tools/btracker/assets/a.js").Status(200)
		var document struct{ Servers []struct{ URL string } }
		api.Anonymous().Get("/openapi.json").Status(200).Into(&document)
		if document.Servers[0].URL != "/tools/api/v1" {
			t.Errorf("document %+v", document)
		}
		// Only the addresses for operators stay at the root.
		api.Anonymous().Get("//healthz").Status(200)
		api.Anonymous().Get("//readyz").Status(200)
		for _, path := range []string{"//", "//btracker", "//api/v1/account", "//photo/x", "//toolsbtracker"} {
			api.Anonymous().Get(path).Status(404)
		}
		// Links in mails begin with the configured public address.
		api.RequestReset().Status(200)
		api.Deliver()
		api.MailedToken(apitest.AdminEmail)
	})
}

func TestForwardedAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, root *apitest.API) {
		api := newTestAPIBehind(root, func(c *httpapi.Config) {
			c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}
		})
		// The throttle has one subject for each address that is counted.
		for _, c := range []struct{ name, peer, forwarded, counted string }{
			{"no proxy", "192.0.2.1", "", "192.0.2.1"},
			{"a stranger's word", "192.0.2.1", "198.51.100.1", "192.0.2.1"},
			{"a proxy's word", "10.0.0.1", "198.51.100.1", "198.51.100.1"},
			{"the nearest is believed", "10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"},
			{"through two proxies", "10.0.0.1", "203.0.113.9, 198.51.100.1, 10.0.0.2", "198.51.100.1"},
			{"nonsense", "10.0.0.1", "unknown", "10.0.0.1"},
			{"nonsense behind a proxy", "10.0.0.1", "203.0.113.9, x, 10.0.0.2", "10.0.0.2"},
			{"a proxy without a word", "10.0.0.1", "", "10.0.0.1"},
			{"version six", "[2001:db8::1]", "2001:db9::7", "2001:db9::/64"},
			{"another of the same network", "[2001:db9::1:2:3:4%eth0]", "", "2001:db9::/64"},
			{"four in six", "[::ffff:10.0.0.1]", "::ffff:198.51.100.1", "198.51.100.1"},
		} {
			api.Exec(`DELETE FROM throttle`)
			from := &apitest.Client{API: api, Addr: c.peer}
			if c.forwarded != "" {
				from.Header = http.Header{"X-Forwarded-For": {c.forwarded}, "X-Real-Ip": {"203.0.113.77"}, "Forwarded": {"for=203.0.113.78"}}
			}
			from.Post("/account/requestPassReset", object{"email": "x@example.com"}).Status(200)
			if api.Count(`SELECT count(*) FROM throttle`) != 1 || api.Count(`SELECT count(*) FROM throttle WHERE subject = $1`, "reset "+c.counted) != 1 {
				t.Errorf("%s: not counted as %s", c.name, c.counted)
			}
		}
	})
}

// newTestAPIBehind serves the same database with another configuration.
func newTestAPIBehind(api *apitest.API, option func(*httpapi.Config)) *apitest.API {
	api.T.Helper()
	api.Exec(`DELETE FROM credential`)
	api.Exec(`DELETE FROM users`)
	return apitest.New(api.T, api.Store, option)
}

// No secret is in the log or the change log, in any encoding.
func TestSecretsStaySecret(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		anonymous := api.Anonymous()
		var account tracker.Account
		anonymous.Login(apitest.AdminEmail, apitest.Password).Status(200).Into(&account)
		anonymous.Login(apitest.AdminEmail, apitest.Wrong).Status(401)
		forged := account.Token[:len(account.Token)-4] + "AAAA"
		(&apitest.Client{API: api, Token: forged}).Get("/account").Status(401)
		anonymous.Get("//btracker/changePassword?email=a%40b.co&token=query-secret-1").Status(200)
		anonymous.Get("/account?access_token=" + account.Token).Status(401)
		api.RequestReset().Status(200)
		api.Deliver()
		token := api.MailedToken(apitest.AdminEmail)
		anonymous.Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, "bad-token-secret", apitest.NewPassword)).Status(422)
		anonymous.Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, token, apitest.NewPassword)).Status(200)
		admin := api.Admin()
		admin.Put("/account/changePassword", apitest.PasswordChange(apitest.NewPassword, apitest.Password+"!", apitest.Password+"!")).Status(200)
		api.Mail.Fail = func() error { panic("a defect in the middle") }
		api.RequestReset().Status(500)
		api.Mail.Fail = nil
		anonymous.Post("/account/login", `{"email":"`+apitest.AdminEmail+`","password":"malformed-secret-1`).Status(400)
		admin.Header = http.Header{"Idempotency-Key": {"key-1"}}
		admin.Post("/UserManagement", object{"email": "p@example.com", "displayName": "P", "gender": 0, "password": "Ignored-Secret-1"}).Status(201)

		written := api.Logs.String()
		for _, c := range api.Changes() {
			written += c
		}
		if !strings.Contains(written, "a defect in the middle") || !strings.Contains(written, "POST") || !strings.Contains(written, "p@example.com") {
			t.Fatalf("the logs are not here: %s", written)
		}
		for _, secret := range []string{apitest.Password, apitest.Wrong, apitest.NewPassword, account.Token, forged, strings.Split(account.Token, ".")[2], token, admin.Token,
			"query-secret-1", "bad-token-secret", "malformed-secret-1", "Ignored-Secret-1", string(apitest.Secret), "argon2id"} {
			for form, text := range map[string]string{
				"plain": secret, "URL": url.QueryEscape(secret), "hex": hex.EncodeToString([]byte(secret)),
				"base64": strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(secret)), "="), "base64url": base64.RawURLEncoding.EncodeToString([]byte(secret)),
			} {
				if strings.Contains(written, text) {
					t.Errorf("%s (%s) is written", secret, form)
				}
			}
		}
	})
}
