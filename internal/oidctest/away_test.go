package oidctest

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// down makes the provider answer an error to everything.
func (c *console) down() {
	c.tamper.set(func(w http.ResponseWriter, _ *http.Request, _ *httptest.ResponseRecorder) bool {
		w.WriteHeader(http.StatusBadGateway)
		return true
	})
}

// While the provider is down the server works, and says so when somebody asks for single sign-on.
func TestProviderDown(t *testing.T) {
	onBoth(t, func(c *console) {
		c.down()
		b := c.browser()
		start := c.url + "/api/v1/account/oidc/start"
		for range 5 { // it is asked once
			if got := b.get(start); got.status != http.StatusSeeOther || got.location != "/btracker/login?signOn=done" {
				t.Fatalf("start: %d %s", got.status, got.location)
			}
			got := b.finish()
			if b.refused(got, tracker.ErrSignOnAway); got.status != http.StatusServiceUnavailable || got.header.Get("Retry-After") == "" {
				t.Errorf("finish: %d", got.status)
			}
		}
		if n := c.tamper.asked(discovery); n != 1 {
			t.Errorf("the provider was asked %d times", n)
		}
		c.byPassword()

		c.tamper.set(nil)
		c.advance(10 * time.Second)
		b.signedIn(b.signOn("ada"), adminEmail)

		// Down again, after the browser came back; and later, when its description is old.
		b.comeBack(b.at(b.start(), "ada"))
		c.down()
		b.refused(b.finish(), tracker.ErrSignOnAway)
		c.advance(2 * time.Hour)
		b.start()
		if failed := c.events()[0]; strings.HasPrefix(failed, "signInFailed") {
			t.Errorf("the person is blamed: %s", failed)
		}
	})
}

// The provider's answers are bounded, and its secrets go nowhere else.
func TestProviderMisbehaves(t *testing.T) {
	onBoth(t, func(c *console) {
		elsewhere := make(chan *http.Request, 10)
		other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { elsewhere <- r }))
		defer other.Close()
		at := func(path string, misbehave func(w http.ResponseWriter, r *http.Request)) {
			c.tamper.set(func(w http.ResponseWriter, r *http.Request, _ *httptest.ResponseRecorder) bool {
				if r.URL.Path == path {
					misbehave(w, r)
				}
				return r.URL.Path == path
			})
		}
		b := c.browser()
		at(tokenPath, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		})
		b.refused(b.signOn("ada"), tracker.ErrSignOnRefused)
		at(userInfoPath, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
		})
		b.refused(b.signOn("ada"), tracker.ErrSignOnAway)
		at(userInfoPath, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"sub":"id-ada","email":"ada@example.com","email_verified":true,"x":"`))
			_, _ = w.Write(bytes.Repeat([]byte("x"), 2<<20))
			_, _ = w.Write([]byte(`"}`))
		})
		b.refused(b.signOn("ada"), tracker.ErrSignOnAway)
		at(tokenPath, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) })
		b.refused(b.signOn("ada"), tracker.ErrSignOnAway)
		if len(elsewhere) > 0 {
			t.Errorf("a redirect was followed: %v", (<-elsewhere).URL)
		}
	})
}

// A description that does not name its own issuer, or names endpoints elsewhere than on the web, is not used.
func TestDescriptionIsChecked(t *testing.T) {
	for name, value := range map[string]any{"issuer": "https://other.example.com", "authorization_endpoint": "javascript:alert(1)",
		"token_endpoint": "", "jwks_uri": "file:///etc/passwd", "end_session_endpoint": "javascript:alert(1)"} {
		t.Run(name, func(t *testing.T) {
			onBoth(t, func(c *console) {
				c.tamper.json(t, discovery, func(d map[string]any) { d[name] = value })
				b := c.browser()
				if got := b.get(c.url + "/api/v1/account/oidc/start"); got.location != "/btracker/login?signOn=done" {
					t.Errorf("leads to %s", got.location)
				}
				b.refused(b.finish(), tracker.ErrSignOnAway)
			})
		})
	}
}

// Codes, states, tokens and the client secret are in no log, and not in the database.
func TestSecretsStaySecret(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		address, _ := url.Parse(b.start())
		callback, _ := url.Parse(b.at(address.String(), "ada"))
		b.comeBack(callback.String())
		token := b.signedIn(b.finish(), adminEmail)
		b.refused(b.finish(), tracker.ErrSignOnEnded)
		c.tamper.json(t, tokenPath, func(answer map[string]any) { answer["id_token"] = flip(answer["id_token"].(string)) })
		b.refused(b.signOn("ada"), tracker.ErrSignOnRefused)
		here, _ := url.Parse(c.url)
		kept := storetest.Everything(c, c.store)
		if !strings.Contains(kept, adminEmail) {
			t.Error("the database was not read")
		}
		for what, secret := range map[string]string{"state": address.Query().Get("state"), "nonce": address.Query().Get("nonce"), "code": callback.Query().Get("code"),
			"token": token, "cookie": b.client.Jar.Cookies(here)[0].Value, "client secret": ClientSecret} {
			if secret == "" {
				t.Errorf("no %s", what)
				continue
			}
			for place, text := range map[string]string{"log": c.logs.String(), "database": kept} {
				if form := testkit.FindSecret([]byte(text), secret); form != "" {
					t.Errorf("the %s has the %s, %s", place, what, form)
				}
			}
		}
	})
}

// Many failures from one address are slowed down, and the provider is not asked then.
func TestFailuresAreSlowedDown(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		attempt := func() answer {
			address, _ := url.Parse(b.start())
			b.comeBack(c.url + "/api/v1/account/oidc/callback?" + url.Values{"state": {address.Query().Get("state")}, "code": {"made-up"}}.Encode())
			return b.finish()
		}
		for range 60 {
			if attempt().status == http.StatusTooManyRequests {
				asked := c.tamper.asked(tokenPath)
				if attempt(); c.tamper.asked(tokenPath) != asked {
					t.Error("the provider is asked although the address is blocked")
				}
				return
			}
		}
		t.Error("sixty failures were not slowed down")
	})
}
