package oidctest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/httpapi"
	"btracker/internal/oidc"
	"btracker/internal/tracker"
)

func TestFirstAndLinkedSignOn(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		token := b.signedIn(b.signOn("ada"), adminEmail)
		if got := b.call("GET", "/account", token, nil); got.status != http.StatusOK {
			t.Errorf("the token does not work: %d %s", got.status, got.body)
		}
		want := []string{"signIn ada@example.com by single sign-on", "rights ada@example.com may sign in by single sign-on"}
		if got := c.events()[:2]; !slices.Equal(got, want) {
			t.Errorf("events %q", got)
		}
		if jobs := c.mails.jobs; len(jobs) != 1 || jobs[0].Kind != change.MailSecurity || jobs[0].Email != adminEmail || !strings.Contains(jobs[0].Text, "Example") {
			t.Errorf("mails %+v", jobs)
		}

		// From now on the subject counts, whatever the provider says about the address.
		moved := ada
		moved.Email, moved.Verified = "elsewhere@example.com", false
		c.provider.Put(moved)
		again := c.browser()
		second := again.signedIn(again.signOn("ada"), adminEmail)
		if second == token || len(c.mails.jobs) != 1 {
			t.Errorf("the second sign-in: the same token %v, mails %v", second == token, c.mails.jobs)
		}

		// Signing out here names the provider's own page; signing out of a session by password does not.
		for session, elsewhere := range map[string]string{second: c.provider.Issuer + "/end_session?client_id=" + ClientID, c.byPassword(): ""} {
			var done struct {
				Result          string
				ProviderSignOut *string
			}
			got := b.call("GET", "/account/logout", session, nil)
			if err := json.Unmarshal(got.body, &done); err != nil || done.Result != "success" || orEmpty(done.ProviderSignOut) != elsewhere {
				t.Errorf("signing out: %s, want %q", got.body, elsewhere)
			}
		}
		if page := b.get(c.provider.Issuer + "/end_session?client_id=" + ClientID); page.status != http.StatusFound || !strings.HasSuffix(page.location, "/logged-out") {
			t.Errorf("the provider's page: %d %s %s", page.status, page.location, page.body)
		}
	})
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// byPassword signs in by the password form.
func (c *console) byPassword() string {
	c.Helper()
	b := c.browser()
	return b.signedIn(b.call("POST", "/account/login", "", map[string]string{"email": adminEmail, "password": password}), adminEmail)
}

func TestUnconfirmedAddressIsRefused(t *testing.T) {
	onBoth(t, func(c *console) {
		unverified := ada
		unverified.Verified = false
		c.provider.Put(unverified)
		b := c.browser()
		b.refused(b.signOn("ada"), tracker.ErrSignOnEmail)
		if got := c.events()[0]; got != "signInFailed  by single sign-on: the provider has not confirmed the address" {
			t.Errorf("event %q", got)
		}
		// Some providers send text, some nothing; only a true one counts.
		c.tamper.json(t, userInfoPath, func(claims map[string]any) { delete(claims, "email_verified") })
		b.refused(b.signOn("ada"), tracker.ErrSignOnEmail)
		for _, value := range []any{"false", "yes", 1, nil, map[string]any{"true": true}} {
			c.tamper.json(t, userInfoPath, func(claims map[string]any) { claims["email_verified"] = value })
			if got := b.signOn("ada"); got.status == http.StatusOK {
				t.Errorf("email_verified %v: %s", value, got.body)
			}
			c.claims(func(claims map[string]any) { claims["email"], claims["email_verified"] = adminEmail, value })
			b.refused(b.signOn("ada"), tracker.ErrSignOnEmail)
		}
		for _, address := range []any{"", "no address", "ada@example.com\r\nbcc: all", strings.Repeat("a", 300) + "@example.com", "ада@example.com"} {
			c.tamper.json(t, userInfoPath, func(claims map[string]any) { claims["email_verified"], claims["email"] = true, address })
			b.refused(b.signOn("ada"), tracker.ErrSignOnEmail)
		}
		c.tamper.json(t, userInfoPath, func(claims map[string]any) { claims["email_verified"] = "true" })
		b.signedIn(b.signOn("ada"), adminEmail)
	})
}

// The address may also be in the ID token: then nothing else is asked for.
func TestAddressInIDToken(t *testing.T) {
	onBoth(t, func(c *console) {
		c.claims(func(claims map[string]any) { claims["email"], claims["email_verified"] = adminEmail, true })
		b := c.browser()
		b.signedIn(b.signOn("ada"), adminEmail)
		if n := c.tamper.asked(userInfoPath); n != 0 {
			t.Errorf("the user information was read %d times", n)
		}
	})
}

// Whoever is unknown, disabled, or uses another account there than before is told the same.
func TestRefusalsAreAlike(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		b.signedIn(b.signOn("ada"), adminEmail)
		c.addUser("bob@example.com")
		c.addUser("carl@example.com")
		c.provider.Put(Person{Subject: "id-bob", Username: "bob", Email: "bob@example.com", Verified: true})
		c.provider.Put(Person{Subject: "id-carl", Username: "carl", Email: "carl@example.com", Verified: true})
		c.provider.Put(Person{Subject: "id-nobody", Username: "nobody", Email: "nobody@example.com", Verified: true})
		c.provider.Put(Person{Subject: "id-other-ada", Username: "other", Email: adminEmail, Verified: true})
		b.signedIn(b.signOn("carl"), "carl@example.com")
		c.disable("bob@example.com")  // before the first time
		c.disable("carl@example.com") // after it
		var bodies []string
		for username, details := range map[string]string{"nobody": "nobody has this address", "other": "the user has another account at the provider",
			"bob": "the user is disabled", "carl": "the user is disabled"} {
			stranger := c.browser()
			got := stranger.signOn(username)
			b.refused(got, tracker.ErrSignOnUnknown)
			bodies = append(bodies, string(got.body))
			if event := c.events()[0]; !strings.HasPrefix(event, "signInFailed ") || !strings.HasSuffix(event, "by single sign-on: "+details) {
				t.Errorf("%s: event %q", username, event)
			}
		}
		if slices.Sort(bodies); bodies[0] != bodies[len(bodies)-1] {
			t.Errorf("answers differ: %q", bodies)
		}
		if _, err := c.store.UserByEmail(t.Context(), "nobody@example.com"); err == nil {
			t.Error("a user was made")
		}
	})
}

func creates(d *app.Deps, _ *oidc.Settings, _ *httpapi.Config) { d.SignOn.Creates = true }

func TestCreatedUserMayNothing(t *testing.T) {
	onBoth(t, func(c *console) {
		c.provider.Put(Person{Subject: "id-nora", Username: "nora", Email: "Nora@Example.com", Verified: true, FirstName: "Nora", LastName: "New"})
		b := c.browser()
		token := b.signedIn(b.signOn("nora"), "nora@example.com")
		user, err := c.store.UserByEmail(t.Context(), "nora@example.com")
		if err != nil || user.IsAdmin || user.HasPassword || user.DisplayName != "Nora New" {
			t.Errorf("%+v, %v", user, err)
		}
		if got := b.call("GET", "/company", token, nil); string(got.body) != "[]\n" && string(got.body) != "[]" {
			t.Errorf("companies: %d %s", got.status, got.body)
		}
		if got := b.call("GET", "/UserManagement", token, nil); got.status != http.StatusForbidden {
			t.Errorf("users: %d", got.status)
		}
		b.signedIn(b.signOn("nora"), "nora@example.com")

		// A name that no user may have gives way to the address; an unconfirmed address makes no user.
		c.provider.Put(Person{Subject: "id-long", Username: "long", Email: "long@example.com", Verified: true, FirstName: strings.Repeat("n", 500)})
		b.signedIn(b.signOn("long"), "long@example.com")
		if user, err := c.store.UserByEmail(t.Context(), "long@example.com"); err != nil || user.DisplayName != "long" {
			t.Errorf("%+v, %v", user, err)
		}
		c.provider.Put(Person{Subject: "id-una", Username: "una", Email: "una@example.com"})
		b.refused(b.signOn("una"), tracker.ErrSignOnEmail)
		if _, err := c.store.UserByEmail(t.Context(), "una@example.com"); err == nil {
			t.Error("a user was made of an unconfirmed address")
		}
		// Somebody known is linked, not made anew.
		b.signedIn(b.signOn("ada"), adminEmail)
	}, creates)
}

// setUpTotp gives the administrator an authenticator app, and returns its secret.
func (c *console) setUpTotp() string {
	c.Helper()
	b, token := c.browser(), c.byPassword()
	var begun struct{ Secret string }
	got := b.call("POST", "/account/totp", token, map[string]string{"currentPassword": password})
	if err := json.Unmarshal(got.body, &begun); err != nil {
		c.Fatal(err)
	}
	code, err := totp.GenerateCode(begun.Secret, c.now())
	if err != nil {
		c.Fatal(err)
	}
	if got := b.call("PUT", "/account/totp", token, map[string]string{"code": code}); got.status != http.StatusOK {
		c.Fatalf("%d %s", got.status, got.body)
	}
	return begun.Secret
}

func TestSecondFactorIsAskedForAfterSignOn(t *testing.T) {
	onBoth(t, func(c *console) {
		secret := c.setUpTotp()
		b := c.browser()
		got := b.signOn("ada")
		var asked tracker.SecondFactorAsked
		if err := json.Unmarshal(got.body, &asked); err != nil || got.status != http.StatusOK || asked.SecondFactor.Ticket == "" || strings.Contains(string(got.body), "token") {
			t.Fatalf("%d %s", got.status, got.body)
		}
		if !slices.Equal(asked.SecondFactor.Methods, []string{tracker.FactorTotp, tracker.FactorRecovery}) {
			t.Errorf("methods %v", asked.SecondFactor.Methods)
		}
		finish := func(code string) answer {
			return b.call("POST", "/account/login/second", "", tracker.SecondFactorInput{Ticket: asked.SecondFactor.Ticket, Method: tracker.FactorTotp, Code: tracker.Some(code)})
		}
		b.refused(finish("000000"), tracker.ErrWrongCode)
		c.advance(time.Minute) // the code that confirmed the app is used up
		code, err := totp.GenerateCode(secret, c.now())
		if err != nil {
			t.Fatal(err)
		}
		token := b.signedIn(finish(code), adminEmail)
		if event := c.events()[0]; event != "signIn ada@example.com with totp after single sign-on" {
			t.Errorf("event %q", event)
		}
		if got := b.call("GET", "/account/logout", token, nil); !strings.Contains(string(got.body), "/end_session") {
			t.Errorf("signing out: %s", got.body)
		}
	})
}

func TestRequiredSecondFactorHoldsAfterSignOn(t *testing.T) {
	onBoth(t, func(c *console) {
		b := c.browser()
		token := b.signedIn(b.signOn("ada"), adminEmail)
		if got := b.call("GET", "/company", token, nil); got.status != http.StatusForbidden || !strings.Contains(string(got.body), tracker.ErrFactorRequired.Code) {
			t.Errorf("%d %s", got.status, got.body)
		}
	}, func(d *app.Deps, _ *oidc.Settings, _ *httpapi.Config) { d.SecondFactor = tracker.FactorForAdmins })
}

// A linked account is unlinked by its user or by an administrator: the history and a mail say so, and the next sign-on
// links the account that is used then, which may be another one.
func TestUnlink(t *testing.T) {
	onBoth(t, func(c *console) {
		other := Person{Subject: "id-other-ada", Username: "other", Email: adminEmail, Verified: true}
		c.provider.Put(other)
		b := c.browser()
		token := b.signedIn(b.signOn("ada"), adminEmail)
		linked := func() string {
			var status tracker.SecondFactorStatus
			if err := json.Unmarshal(b.call("GET", "/account/secondFactor", token, nil).body, &status); err != nil {
				t.Fatal(err)
			}
			return orEmpty(status.SignOn)
		}
		isListed := func() bool { // where administrators look
			var user tracker.User
			if err := json.Unmarshal(b.call("GET", "/UserManagement/"+adminEmail, token, nil).body, &user); err != nil {
				t.Fatal(err)
			}
			return user.HasSignOn
		}
		var lastFields []tracker.FieldChange
		logged := func() int {
			t.Helper()
			var changes []tracker.Change
			if err := json.Unmarshal(b.call("GET", "/change?Entity=user&EntityId="+adminEmail, token, nil).body, &changes); err != nil {
				t.Fatal(err)
			}
			if len(changes) > 0 {
				lastFields = changes[0].Fields
			}
			return len(changes)
		}
		unlinked := func(how string, got answer, before int) {
			t.Helper()
			if got.status/100 != 2 || linked() != "" || isListed() {
				t.Fatalf("%s: %d %s, linked %q", how, got.status, got.body, linked())
			}
			if now := logged(); now != before+1 || len(lastFields) != 1 || lastFields[0].Name != "hasSignOn" || string(lastFields[0].After) != "false" {
				t.Errorf("%s: %d changes, before %d, the last of %+v", how, now, before, lastFields)
			}
			if last := c.mails.jobs[len(c.mails.jobs)-1]; last.Kind != change.MailSecurity || last.Email != adminEmail ||
				!strings.Contains(last.Text, "account at Example does not sign you in any more") {
				t.Errorf("%s: mail %+v", how, last)
			}
		}
		if linked() != "Example" || !isListed() {
			t.Fatalf("linked %q, listed %v", linked(), isListed())
		}
		stranger := c.browser()
		b.refused(stranger.signOn("other"), tracker.ErrSignOnUnknown)

		// Later than soon after the sign-in, the password is asked for.
		c.advance(tracker.RecentSignIn + time.Minute)
		for _, body := range []map[string]string{{}, {"currentPassword": "Wrong-Horse-1"}} {
			if got := b.call("DELETE", "/account/oidc", token, body); got.status != http.StatusBadRequest || linked() != "Example" {
				t.Fatalf("%v: %d %s", body, got.status, got.body)
			}
		}
		before := logged()
		unlinked("by the user", b.call("DELETE", "/account/oidc", token, map[string]string{"currentPassword": password}), before)
		if got := c.events()[0]; got != "rights ada@example.com may not sign in by single sign-on any more" {
			t.Errorf("event %q", got)
		}
		mails := len(c.mails.jobs)
		if got := b.call("DELETE", "/account/oidc", token, map[string]string{"currentPassword": password}); got.status/100 != 2 || len(c.mails.jobs) != mails || logged() != before+1 {
			t.Errorf("again: %d %s, %d mails", got.status, got.body, len(c.mails.jobs)-mails)
		}

		second := c.browser()
		token = second.signedIn(second.signOn("other"), adminEmail)
		b.refused(c.browser().signOn("ada"), tracker.ErrSignOnUnknown)
		before = logged()
		if err := c.app.CreateAdministrator(t.Context(), "eve@example.com", "Eve Admin", password); err != nil {
			t.Fatal(err)
		}
		var eve struct{ Token string }
		if err := json.Unmarshal(b.call("POST", "/account/login", "", map[string]string{"email": "eve@example.com", "password": password}).body, &eve); err != nil {
			t.Fatal(err)
		}
		unlinked("by an administrator", b.call("DELETE", "/UserManagement/secondFactor", eve.Token, map[string]string{"email": adminEmail}), before)
		third := c.browser()
		third.signedIn(third.signOn("ada"), adminEmail)
	})
}
