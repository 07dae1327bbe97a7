package oidctest

import (
	"crypto/rand"
	"crypto/rsa"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	jose "github.com/go-jose/go-jose/v4"

	"btracker/internal/app"
	"btracker/internal/httpapi"
	"btracker/internal/oidc"
	"btracker/internal/tracker"
)

// An ID token counts only if it is signed by the provider, and made by it for this client and this attempt, now.
func TestForgedTokensAreRefused(t *testing.T) {
	stranger, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	onBoth(t, func(c *console) {
		signed := func(key func() jose.SigningKey) func() {
			return func() {
				c.tamper.json(t, tokenPath, func(answer map[string]any) {
					if raw, ok := answer["id_token"].(string); ok {
						answer["id_token"] = c.sign(c.read(raw), key())
					}
				})
			}
		}
		claim := func(name string, value any) func() {
			return func() { c.claims(func(claims map[string]any) { claims[name] = value }) }
		}
		field := func(name string, change func(string) any) func() {
			return func() {
				c.tamper.json(t, tokenPath, func(answer map[string]any) {
					if raw, ok := answer[name].(string); ok {
						answer[name] = change(raw)
					}
				})
			}
		}
		for name, forge := range map[string]func(){
			"signature changed": field("id_token", func(raw string) any { return flip(raw) }),
			"signature missing": field("id_token", func(raw string) any { return raw[:strings.LastIndexByte(raw, '.')+1] }),
			"alg none": field("id_token", func(raw string) any {
				return "eyJhbGciOiJub25lIn0." + strings.Split(raw, ".")[1] + "."
			}),
			"key of a stranger": signed(func() jose.SigningKey {
				return jose.SigningKey{Algorithm: jose.RS256, Key: jose.JSONWebKey{Key: stranger, KeyID: c.provider.key.id}}
			}),
			"client secret as key": signed(func() jose.SigningKey {
				return jose.SigningKey{Algorithm: jose.HS256, Key: []byte(ClientSecret + strings.Repeat(" ", 32))}
			}),
			"no ID token":           field("id_token", func(string) any { return nil }),
			"other issuer":          claim("iss", "https://other.example.com"),
			"issuer with a slash":   claim("iss", c.provider.Issuer+"/"),
			"other audience":        claim("aud", []string{"other-client"}),
			"made for another":      claim("azp", "other-client"),
			"other nonce":           claim("nonce", "of-another-attempt"),
			"no nonce":              claim("nonce", ""),
			"expired":               claim("exp", time.Now().Add(-time.Hour).Unix()),
			"not valid yet":         claim("nbf", time.Now().Add(time.Hour).Unix()),
			"no subject":            claim("sub", ""),
			"endless subject":       claim("sub", strings.Repeat("s", 256)),
			"access token replaced": field("access_token", func(string) any { return "of-somebody-else" }),
		} {
			forge()
			b := c.browser()
			got := b.signOn("ada")
			if b.refused(got, tracker.ErrSignOnRefused); got.status != http.StatusUnauthorized {
				t.Errorf("%s: %d", name, got.status)
			}
			if event := c.events()[0]; event != "signInFailed  by single sign-on: the answer of the provider does not count" {
				t.Errorf("%s: event %q", name, event)
			}
		}
		c.tamper.json(t, userInfoPath, func(claims map[string]any) { claims["sub"] = "id-somebody-else" })
		b := c.browser()
		b.refused(b.signOn("ada"), tracker.ErrSignOnRefused)
		c.tamper.set(nil)
		b.signedIn(b.signOn("ada"), adminEmail)
	})
}

func TestKeyRotation(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		b.signedIn(b.signOn("ada"), adminEmail)
		c.provider.RotateKey()
		b.signedIn(b.signOn("ada"), adminEmail)
		if n := c.tamper.asked(discovery); n != 1 {
			t.Errorf("the provider was discovered %d times", n)
		}
	})
}

// An answer counts only in the browser that began the attempt, once, and for five minutes.
func TestStateBelongsToItsBrowser(t *testing.T) {
	onBoth(t, func(c *console) {
		// Login CSRF: the attacker leads a victim to the answer of an attempt of their own.
		c.provider.Put(Person{Subject: "id-mallory", Username: "mallory", Email: "mallory@example.com", Verified: true})
		c.addUser("mallory@example.com")
		mallory, victim := c.browser(), c.browser()
		callback := mallory.at(mallory.start(), "mallory")
		victim.comeBack(callback)
		victim.refused(victim.finish(), tracker.ErrSignOnEnded)

		// The same while the victim has an attempt under way, which it does not disturb.
		back := victim.at(victim.start(), "ada")
		victim.comeBack(callback)
		victim.comeBack(back)
		victim.signedIn(victim.finish(), adminEmail)

		// Replay: of the answer to the page, and of the whole cookie.
		victim.refused(victim.finish(), tracker.ErrSignOnEnded)
		victim.comeBack(back)
		victim.refused(victim.finish(), tracker.ErrSignOnEnded)

		// No state, no code, or a state that is made up.
		for _, query := range []string{"", "?code=c", "?state=", "?state=made-up&code=c", "?state=%00&code=%ff"} {
			b := c.browser()
			b.start()
			b.comeBack(c.url + "/" + httpapi.SignOnCallback + query)
			b.refused(b.finish(), tracker.ErrSignOnEnded)
		}

		// Without any cookie, with one that is made up, and with one that was encrypted for another purpose.
		b := c.browser()
		b.refused(b.finish(), tracker.ErrSignOnEnded)
		for _, value := range []string{"x", strings.Repeat("A", 2000)} {
			b.plant(value)
			b.refused(b.finish(), tracker.ErrSignOnEnded)
		}

		// Too late.
		late := c.browser()
		late.comeBack(late.at(late.start(), "ada"))
		c.advance(tracker.SignOnLife)
		late.refused(late.finish(), tracker.ErrSignOnEnded)
	})
}

const cookieName = "btracker-sign-on"

// plant sets the cookie of an attempt.
func (b *browser) plant(value string) {
	here, _ := url.Parse(b.url)
	b.client.Jar.SetCookies(here, []*http.Cookie{{Name: cookieName, Value: value, Path: "/"}})
}

// A stolen code is of no use in another browser's attempt: the provider refuses its verifier, and the nonce does not fit.
func TestCodeOfSomebodyElseIsRefused(t *testing.T) {
	onBoth(t, func(c *console) {
		victim, attacker := c.browser(), c.browser()
		stolen, _ := url.Parse(victim.at(victim.start(), "ada"))
		own, _ := url.Parse(attacker.start())
		attacker.comeBack(c.url + "/" + httpapi.SignOnCallback + "?" + url.Values{"state": {own.Query().Get("state")}, "code": {stolen.Query().Get("code")}}.Encode())
		attacker.refused(attacker.finish(), tracker.ErrSignOnRefused)

		// The attacker has not used the code up. The ID token that it gets does not fit another attempt either, as if
		// the provider did not look at the verifier.
		var token any
		c.tamper.json(t, tokenPath, func(answer map[string]any) { token = answer["id_token"] })
		victim.comeBack(stolen.String())
		victim.signedIn(victim.finish(), adminEmail)
		c.tamper.json(t, tokenPath, func(answer map[string]any) { answer["id_token"] = token })
		attacker.refused(attacker.signOn("ada"), tracker.ErrSignOnRefused)
		if !strings.Contains(c.logs.String(), "belongs to another sign-in") {
			t.Error("not refused by its nonce")
		}
	})
}

func TestMixUp(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		b.comeBack(b.at(b.start(), "ada") + "&iss=https%3A%2F%2Fother.example.com")
		b.refused(b.finish(), tracker.ErrSignOnRefused)
		b.comeBack(b.at(b.start(), "ada") + "&iss=" + url.QueryEscape(c.provider.Issuer))
		b.signedIn(b.finish(), adminEmail)
	})
	t.Run("a provider that promises to say who it is must do so", func(t *testing.T) {
		onBoth(t, func(c *console) {
			c.tamper.json(t, discovery, func(d map[string]any) { d["authorization_response_iss_parameter_supported"] = true })
			b := c.browser()
			b.refused(b.signOn("ada"), tracker.ErrSignOnRefused)
			b.comeBack(b.at(b.start(), "ada") + "&iss=" + url.QueryEscape(c.provider.Issuer))
			b.signedIn(b.finish(), adminEmail)
		})
	})
}

func TestProviderAnswersAnError(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		address, _ := url.Parse(b.start())
		b.comeBack(c.url + "/" + httpapi.SignOnCallback + "?" + url.Values{"state": {address.Query().Get("state")}, "error": {"access_denied"},
			"error_description": {"<b>no</b>"}}.Encode())
		got := b.finish()
		if b.refused(got, tracker.ErrSignOnRefused); strings.Contains(string(got.body), "<b>") {
			t.Errorf("%s", got.body)
		}
		long, _ := url.Parse(b.start())
		b.comeBack(c.url + "/" + httpapi.SignOnCallback + "?" + url.Values{"state": {long.Query().Get("state")}, "code": {strings.Repeat("c", tracker.MaxSignOnCode+1)}}.Encode())
		b.refused(b.finish(), tracker.ErrSignOnRefused)
	})
}

// Nothing in the request chooses where the browser goes afterwards.
func TestNoOpenRedirect(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		for _, name := range []string{"return", "returnTo", "redirect", "redirect_uri", "next", "url", "target_link_uri", "iss", "login_hint"} {
			query := "?" + name + "=" + url.QueryEscape("https://evil.example.com/")
			got := b.get(c.url + "/api/v1/account/oidc/start" + query)
			address, _ := url.Parse(got.location)
			if !strings.HasPrefix(got.location, c.provider.Issuer+"/auth?") || strings.Contains(got.location, "evil") ||
				address.Query().Get("redirect_uri") != c.url+"/"+httpapi.SignOnCallback {
				t.Errorf("%s: start leads to %s", name, got.location)
			}
			b.comeBack(c.url + "/" + httpapi.SignOnCallback + query)
		}
		// Nor does the Host header.
		r, _ := http.NewRequestWithContext(t.Context(), "GET", c.url+"/api/v1/account/oidc/start", nil)
		r.Host = "evil.example.com"
		got, err := b.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		if strings.Contains(got.Header.Get("Location"), "evil") {
			t.Errorf("the Host header leads to %s", got.Header.Get("Location"))
		}
	})
}

// The attempt has all it needs against CSRF and injection, and its cookie is for nobody else.
func TestAttemptAndCookie(t *testing.T) {
	secure := func(_ *app.Deps, _ *oidc.Settings, h *httpapi.Config) { h.Secure = true }
	onBoth(t, func(c *console) {
		b := c.browser()
		got := b.get(c.url + "/api/v1/account/oidc/start")
		cookie, err := http.ParseSetCookie(got.header.Get("Set-Cookie"))
		if err != nil || cookie.Name != "__Host-"+cookieName || cookie.Path != "/" || cookie.Domain != "" || !cookie.HttpOnly ||
			!cookie.Secure || cookie.SameSite != http.SameSiteLaxMode || cookie.MaxAge != 300 {
			t.Errorf("cookie %+v, %v", cookie, err)
		}
		if got.header.Get("Cache-Control") != "no-store" || got.header.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("headers %v", got.header)
		}
		first, second := attemptOf(t, got.location), attemptOf(t, b.get(c.url+"/api/v1/account/oidc/start").location)
		for _, name := range []string{"state", "nonce", "code_challenge"} {
			if len(first.Get(name)) < 43 || first.Get(name) == second.Get(name) {
				t.Errorf("%s: %q and %q", name, first.Get(name), second.Get(name))
			}
			if strings.Contains(cookie.Value, first.Get(name)) {
				t.Errorf("%s can be read in the cookie", name)
			}
		}
		if first.Get("response_type") != "code" || first.Get("code_challenge_method") != "S256" || first.Get("scope") != "openid email profile" {
			t.Errorf("%v", first)
		}
	}, secure)
}

func attemptOf(t *testing.T, address string) url.Values {
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

// Session fixation: what an attacker knew or planted before says nothing about the session that begins.
func TestSessionIsNew(t *testing.T) {
	onBoth(t, func(c *console) {
		attacker, victim := c.browser(), c.browser()
		known := attacker.start()
		here, _ := url.Parse(c.url)
		victim.plant(attacker.client.Jar.Cookies(here)[0].Value) // as a site below the same domain might, without https
		victim.comeBack(victim.at(known, "ada"))
		token := victim.signedIn(victim.finish(), adminEmail)
		attacker.refused(attacker.finish(), tracker.ErrSignOnEnded)
		again := c.browser()
		if token == again.signedIn(again.signOn("ada"), adminEmail) {
			t.Error("two sign-ins have one token")
		}
	})
}
