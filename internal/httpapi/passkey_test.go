package httpapi_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/descope/virtualwebauthn"

	"btracker/internal/change"
	"btracker/internal/tracker"
)

const eveEmail = "eve@example.com"

// device is a device with one passkey.
type device struct {
	virtualwebauthn.Authenticator
	rp  virtualwebauthn.RelyingParty
	key virtualwebauthn.Credential
}

func newDevice(email string) *device {
	return &device{
		Authenticator: virtualwebauthn.NewAuthenticatorWithOptions(virtualwebauthn.AuthenticatorOptions{UserHandle: []byte("user-" + email)}),
		rp:            virtualwebauthn.RelyingParty{ID: "tracker.example", Name: "Business Tracker", Origin: "https://tracker.example"},
		key:           newKey(),
	}
}

// newKey makes a key whose coordinates have 32 bytes each: virtualwebauthn writes a coordinate without its leading zeros,
// which no device does and the server refuses.
func newKey() virtualwebauthn.Credential {
	const whole = 77 // bytes of a COSE key with two such coordinates
	for {
		if key := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2); len(key.Key.AttestationData()) == whole {
			return key
		}
	}
}

// create answers the options of a new passkey.
func (d *device) create(t *testing.T, options tracker.PasskeyOptions) json.RawMessage {
	t.Helper()
	parsed, err := virtualwebauthn.ParseAttestationOptions(string(options.PublicKey.RawMessage))
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(d.rp, d.Authenticator, d.key, *parsed))
}

// use answers the options of a sign-in, and counts it.
func (d *device) use(t *testing.T, options tracker.PasskeyOptions) json.RawMessage {
	t.Helper()
	parsed, err := virtualwebauthn.ParseAssertionOptions(string(options.PublicKey.RawMessage))
	if err != nil {
		t.Fatal(err)
	}
	d.key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.rp, d.Authenticator, d.key, *parsed))
}

// options begins to add or to use a passkey.
func (c *client) options(path string, body any) (options tracker.PasskeyOptions) {
	c.api.t.Helper()
	c.post(path, body).status(200).into(&options)
	return options
}

// addPasskey adds the passkey of a device.
func (c *client) addPasskey(d *device, name string) (added tracker.PasskeyAdded) {
	c.api.t.Helper()
	options := c.options("/account/passkey/options", object{"currentPassword": password})
	c.post("/account/passkey", object{"name": name, "credential": d.create(c.api.t, options)}).status(201).into(&added)
	return added
}

const passkeyLogin = "/account/login/passkey"

// loginPasskey signs in by the passkey of a device.
func (c *client) loginPasskey(d *device) *answer {
	c.api.t.Helper()
	return c.post(passkeyLogin, object{"credential": d.use(c.api.t, c.options(passkeyLogin+"/options", nil))})
}

// secondByPasskey finishes a sign-in by the passkey of a device.
func (c *client) secondByPasskey(ticket string, d *device) *answer {
	c.api.t.Helper()
	credential := d.use(c.api.t, c.options(passkeyLogin+"/options", object{"ticket": ticket}))
	return c.post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": credential})
}

func TestPasskey(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		grace, stranger, phone := api.signIn(userEmail), api.anonymous(), newDevice(userEmail)
		var methods tracker.SignInMethods
		stranger.get("/account/login").status(200).into(&methods)
		if !methods.Passkeys {
			t.Error("passkeys are not offered")
		}

		added := grace.addPasskey(phone, "Phone")
		if added.Name != "Phone" || added.LastUsedAt != nil || len(added.RecoveryCodes) != tracker.RecoveryCodes {
			t.Errorf("added %+v", added)
		}
		grace.post("/account/passkey/options", object{"currentPassword": wrong}).fieldError("CurrentPassword", "Current Password is wrong.")
		known := grace.options("/account/passkey/options", nil) // the session is young
		if !strings.Contains(string(known.PublicKey.RawMessage), base64.RawURLEncoding.EncodeToString(phone.key.ID)) {
			t.Error("the options do not exclude the passkey that is there")
		}
		for _, want := range []string{`"residentKey":"required"`, `"userVerification":"required"`, `"attestation":"none"`, `"id":"tracker.example"`} {
			if !strings.Contains(string(known.PublicKey.RawMessage), want) {
				t.Errorf("the options lack %s: %s", want, known.PublicKey.RawMessage)
			}
		}
		laptop := newDevice(userEmail)
		if second := grace.addPasskey(laptop, "Laptop"); len(second.RecoveryCodes) != 0 {
			t.Error("new recovery codes though there are some")
		}

		var account tracker.Account
		stranger.loginPasskey(phone).status(200).into(&account)
		if account.Token == "" || account.Email != userEmail {
			t.Errorf("account %+v", account)
		}
		(&client{api: api, token: account.Token}).get("/company").status(200)

		// The password alone leads to the second step, which takes the passkey or a recovery code.
		asked := stranger.ticket(userEmail)
		if !slices.Equal(asked.Methods, []string{"passkey", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		stranger.secondByPasskey(asked.Ticket, laptop).status(200).into(&account)
		stranger.second(stranger.ticket(userEmail).Ticket, "recovery", added.RecoveryCodes[0]).status(200)

		var list []tracker.Passkey
		grace.put("/account/passkey", object{"id": added.ID, "name": "Old phone"}).status(200)
		grace.get("/account/passkey").status(200).into(&list)
		if len(list) != 2 || list[0].Name != "Old phone" || list[0].LastUsedAt == nil || list[1].Name != "Laptop" {
			t.Errorf("list %+v", list)
		}
		var status tracker.SecondFactorStatus
		grace.get("/account/secondFactor").status(200).into(&status)
		if status.Passkeys != 2 || status.Totp || status.RecoveryCodes != tracker.RecoveryCodes-1 {
			t.Errorf("status %+v", status)
		}

		// A passkey of somebody else is nobody's business.
		api.addUser(eveEmail, "Eve", false)
		eve := api.signIn(eveEmail)
		eve.put("/account/passkey", object{"id": added.ID, "name": "Mine"}).status(404)
		eve.delete("/account/passkey", object{"id": added.ID}).status(404)

		grace.delete("/account/passkey", object{"id": added.ID, "currentPassword": wrong}).fieldError("CurrentPassword", "Current Password is wrong.")
		grace.delete("/account/passkey", object{"id": added.ID}).status(204)
		stranger.loginPasskey(phone).problem(401, "wrongPasskey")
		if asked := stranger.ticket(userEmail); len(asked.Methods) != 2 {
			t.Errorf("methods %v", asked.Methods)
		}
		grace.delete("/account/passkey", object{"id": list[1].ID}).status(204)
		stranger.login(userEmail, password).status(200).into(&account)
		if account.Token == "" || api.count(`SELECT count(*) FROM recovery_code`) != 0 {
			t.Error("the last factor left something behind")
		}
		if got := api.count(`SELECT count(*) FROM security_event WHERE kind = 'passkey' AND email = $1`, userEmail); got != 5 {
			t.Errorf("%d events", got)
		}
		if got := len(api.mail.jobs); got != 4 {
			t.Errorf("%d mails", got)
		}
		if job := api.mail.jobs[3]; job.Kind != change.MailSecurity || !strings.Contains(job.Text, "“Laptop” was removed") || !strings.Contains(job.Text, "password alone") {
			t.Errorf("mail %+v", job)
		}
		api.deliver()
	})
}

func TestPasskeyIsASecondFactor(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.deps.SecondFactor = tracker.FactorForAll
		api.restart()
		api.addUser(userEmail, "Grace", false)
		grace, phone := api.signIn(userEmail), newDevice(userEmail)
		grace.get("/company").problem(403, "secondFactorRequired")
		added := grace.addPasskey(phone, "Phone")
		grace.get("/company").status(200)
		grace.delete("/account/passkey", object{"id": added.ID}).problem(422, "factorNeeded")
		// The password alone gives nothing but a ticket.
		c := api.anonymous()
		ticket := c.ticket(userEmail).Ticket
		(&client{api: api, token: ticket}).get("/company").status(401)
		c.loginPasskey(phone).status(200)

		// With an app beside it, either can go, and the recovery codes stay.
		_, recovery := grace.setUpTotp()
		grace.delete("/account/totp", object{"currentPassword": password}).status(204)
		if asked := c.ticket(userEmail); !slices.Equal(asked.Methods, []string{"passkey", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		c.second(c.ticket(userEmail).Ticket, "recovery", recovery[0]).status(200)
		grace.setUpTotp()
		grace.delete("/account/passkey", object{"id": added.ID}).status(204)
		if asked := c.ticket(userEmail); !slices.Equal(asked.Methods, []string{"totp", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		grace.addPasskey(phone, "Phone")

		// An administrator removes all of them.
		admin := api.admin()
		admin.setUpTotp()
		admin.delete("/UserManagement/secondFactor", object{"email": userEmail}).status(200)
		for _, table := range []string{"passkey", "recovery_code", "totp"} {
			if got := api.count(`SELECT count(*) FROM `+table+` WHERE user_id = $1`, "user-"+userEmail); got != 0 {
				t.Errorf("%d rows of %s are left", got, table)
			}
		}
		c.loginPasskey(phone).problem(401, "wrongPasskey")
	})
}

func TestNoPasskeysWithoutAName(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.config.Web = fstest.MapFS{"index.html": {Data: []byte(`<meta name="btracker-passkeys" content="">`)}}
		api.addUser(userEmail, "Grace", false)
		for url, want := range map[string]bool{
			"http://127.0.0.1:8080/": false, "https://192.0.2.7/": false, "https://[2001:db8::1]/": false, "http://tracker.example/": false, "": false,
			"http://localhost:8080/": true, "https://tracker.example:8443/tools/": true,
		} {
			api.deps.PublicURL = url
			api.restart()
			var methods tracker.SignInMethods
			api.anonymous().get("/account/login").status(200).into(&methods)
			page := api.anonymous().get("//btracker/login").Body.String()
			if offers := !strings.Contains(page, `name="btracker-passkeys" content=""`); offers != want {
				t.Errorf("the page at %s: %s", url, page)
			}
			if methods.Passkeys != want {
				t.Errorf("passkeys at %s: %v", url, methods.Passkeys)
			}
			if !want {
				api.anonymous().post(passkeyLogin+"/options", nil).problem(422, "noPasskeys")
				api.anonymous().post(passkeyLogin, object{"credential": object{}}).problem(422, "noPasskeys")
				api.signIn(userEmail).post("/account/passkey/options", nil).problem(422, "noPasskeys")
				api.signIn(userEmail).post("/account/passkey", object{"name": "Phone", "credential": object{}}).problem(422, "noPasskeys")
			}
		}
	})
}
