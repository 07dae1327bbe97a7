package httpapi_test

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"btracker/internal/httpapi"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; " +
	"form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

func TestSafeHeadersOnEveryAnswer(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	admin := api.admin()
	seen := map[string]bool{}
	for _, answer := range []*answer{
		admin.get("/account"), admin.get("/company"), admin.get("/company/export"), admin.get("/dashboard/statistics"), admin.get("/openapi.json"),
		admin.get("/company/unknown"), admin.get("/nothing"), admin.do("PATCH", "/company", nil), admin.post("/company", "{"), api.anonymous().get("/account"),
		admin.get("//"), admin.get("//btracker"), admin.get("//btracker/assets/gone.js"), admin.get("//nowhere"), admin.get("//photo/x"),
		admin.get("//healthz"), admin.get("//readyz"), admin.post("//healthz", nil), admin.do("HEAD", "/account", nil), admin.do("OPTIONS", "/account", nil),
	} {
		h := answer.Header()
		for name, want := range map[string]string{"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"} {
			if h.Get(name) != want {
				t.Errorf("%s: %s: %s", answer.request, name, h.Get(name))
			}
		}
		if cache := h.Get("Cache-Control"); cache != "no-store" && !strings.HasPrefix(answer.request, "GET /btracker") {
			t.Errorf("%s: Cache-Control: %s", answer.request, cache)
		}
		if id := h.Get("X-Request-Id"); !traceID.MatchString(id) || seen[id] {
			t.Errorf("%s: X-Request-Id: %s", answer.request, id)
		}
		seen[h.Get("X-Request-Id")] = true
		if h.Get("Access-Control-Allow-Origin") != "" || h.Get("Set-Cookie") != "" || h.Get("Server") != "" {
			t.Errorf("%s: %v", answer.request, h)
		}
	}
}

func TestDateTimeHeaderDecidesNothing(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	admin := api.admin()
	for _, value := range []string{"2026-11-15T12:00:00Z", "1970-01-01", "nonsense", "\x7f"} {
		admin.header = http.Header{"Datetimeiso": {value}}
		admin.get("/account").status(200)
	}
}

func TestBasePath(t *testing.T) {
	onBoth(t, func(t *testing.T, root *testAPI) {
		api := newTestAPIBehind(root, func(c *httpapi.Config) { c.BasePath = "/tools/" })
		admin := api.admin()
		id := admin.addCompany("Acme")
		var company tracker.Company
		admin.put("/company/"+id+"/photo", picture(t, 4)).status(200).into(&company)
		if !strings.HasPrefix(*company.PhotoURL, "/tools/photo/") {
			t.Errorf("photo at %s", *company.PhotoURL)
		}
		api.anonymous().get("/" + *company.PhotoURL).status(200)
		if page := api.anonymous().get("//tools/btracker/app/companies").status(200).Body.String(); page != `<meta name="btracker-base" content="/tools/"><script src="/tools/btracker/assets/a.js"></script>` {
			t.Errorf("page %s", page)
		}
		if answer := api.anonymous().get("//tools/").status(302); answer.Header().Get("Location") != "/tools/btracker" {
			t.Errorf("leads to %s", answer.Header().Get("Location"))
		}
		api.anonymous().get("//tools/btracker/assets/a.js").status(200)
		var document struct{ Servers []struct{ URL string } }
		api.anonymous().get("/openapi.json").status(200).into(&document)
		if document.Servers[0].URL != "/tools/api/v1" {
			t.Errorf("document %+v", document)
		}
		// Only the addresses for operators stay at the root.
		api.anonymous().get("//healthz").status(200)
		api.anonymous().get("//readyz").status(200)
		for _, path := range []string{"//", "//btracker", "//api/v1/account", "//photo/x", "//toolsbtracker"} {
			api.anonymous().get(path).status(404)
		}
		// Links in mails begin with the configured public address.
		api.requestReset().status(200)
		api.deliver()
		api.mailedToken(adminEmail)
	})
}

func TestForwardedAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, root *testAPI) {
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
			api.exec(`DELETE FROM throttle`)
			from := &client{api: api, addr: c.peer}
			if c.forwarded != "" {
				from.header = http.Header{"X-Forwarded-For": {c.forwarded}, "X-Real-Ip": {"203.0.113.77"}, "Forwarded": {"for=203.0.113.78"}}
			}
			from.post("/account/requestPassReset", object{"email": "x@example.com"}).status(200)
			if api.count(`SELECT count(*) FROM throttle`) != 1 || api.count(`SELECT count(*) FROM throttle WHERE subject = $1`, "reset "+c.counted) != 1 {
				t.Errorf("%s: not counted as %s", c.name, c.counted)
			}
		}
	})
}

// newTestAPIBehind serves the same database with another configuration.
func newTestAPIBehind(api *testAPI, option func(*httpapi.Config)) *testAPI {
	api.t.Helper()
	api.exec(`DELETE FROM credential`)
	api.exec(`DELETE FROM users`)
	return newTestAPI(api.t, api.store, option)
}

// No secret is in the log or the change log, in any encoding.
func TestSecretsStaySecret(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		anonymous := api.anonymous()
		var account tracker.Account
		anonymous.login(adminEmail, password).status(200).into(&account)
		anonymous.login(adminEmail, wrong).status(401)
		forged := account.Token[:len(account.Token)-4] + "AAAA"
		(&client{api: api, token: forged}).get("/account").status(401)
		anonymous.get("//btracker/changePassword?email=a%40b.co&token=query-secret-1").status(200)
		anonymous.get("/account?access_token=" + account.Token).status(401)
		api.requestReset().status(200)
		api.deliver()
		token := api.mailedToken(adminEmail)
		anonymous.put("/account/resetPass", reset(adminEmail, "bad-token-secret", newPassword)).status(422)
		anonymous.put("/account/resetPass", reset(adminEmail, token, newPassword)).status(200)
		admin := api.admin()
		admin.put("/account/changePassword", passwordChange(newPassword, password+"!", password+"!")).status(200)
		api.mail.fail = func() error { panic("a defect in the middle") }
		api.requestReset().status(500)
		api.mail.fail = nil
		anonymous.post("/account/login", `{"email":"`+adminEmail+`","password":"malformed-secret-1`).status(400)
		admin.header = http.Header{"Idempotency-Key": {"key-1"}}
		admin.post("/UserManagement", object{"email": "p@example.com", "displayName": "P", "gender": 0, "password": "Ignored-Secret-1"}).status(201)

		written := api.logs.String()
		for _, c := range api.changes() {
			written += c
		}
		if !strings.Contains(written, "a defect in the middle") || !strings.Contains(written, "POST") || !strings.Contains(written, "p@example.com") {
			t.Fatalf("the logs are not here: %s", written)
		}
		for _, secret := range []string{password, wrong, newPassword, account.Token, forged, strings.Split(account.Token, ".")[2], token, admin.token,
			"query-secret-1", "bad-token-secret", "malformed-secret-1", "Ignored-Secret-1", string(secret), "argon2id"} {
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
