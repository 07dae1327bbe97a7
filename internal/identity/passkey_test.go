package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/descope/virtualwebauthn"

	"btracker/internal/apitest"
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
		rp:            virtualwebauthn.RelyingParty{ID: "tracker.example", Name: "btracker", Origin: "https://tracker.example"},
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

// passkeyOptions begins to add or to use a passkey.
func passkeyOptions(c *apitest.Client, path string, body any) (options tracker.PasskeyOptions) {
	c.API.T.Helper()
	c.Post(path, body).Status(200).Into(&options)
	return options
}

// addPasskey adds the passkey of a device.
func addPasskey(c *apitest.Client, d *device, name string) (added tracker.PasskeyAdded) {
	c.API.T.Helper()
	options := passkeyOptions(c, "/account/passkey/options", object{"currentPassword": apitest.Password})
	c.Post("/account/passkey", object{"name": name, "credential": d.create(c.API.T, options)}).Status(201).Into(&added)
	return added
}

const passkeyLogin = "/account/login/passkey"

// loginPasskey signs in by the passkey of a device.
func loginPasskey(c *apitest.Client, d *device) *apitest.Answer {
	c.API.T.Helper()
	return c.Post(passkeyLogin, object{"credential": d.use(c.API.T, passkeyOptions(c, passkeyLogin+"/options", nil))})
}

// secondByPasskey finishes a sign-in by the passkey of a device.
func secondByPasskey(c *apitest.Client, ticket string, d *device) *apitest.Answer {
	c.API.T.Helper()
	credential := d.use(c.API.T, passkeyOptions(c, passkeyLogin+"/options", object{"ticket": ticket}))
	return c.Post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": credential})
}

func TestPasskey(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace, stranger, phone := api.SignIn(apitest.UserEmail), api.Anonymous(), newDevice(apitest.UserEmail)
		var methods tracker.SignInMethods
		stranger.Get("/account/login").Status(200).Into(&methods)
		if !methods.Passkeys {
			t.Error("passkeys are not offered")
		}

		added := addPasskey(grace, phone, "Phone")
		if added.Name != "Phone" || added.LastUsedAt != nil || len(added.RecoveryCodes) != tracker.RecoveryCodes {
			t.Errorf("added %+v", added)
		}
		grace.Post("/account/passkey/options", object{"currentPassword": apitest.Wrong}).FieldError("CurrentPassword", "Current Password is wrong.")
		known := passkeyOptions(grace, "/account/passkey/options", nil) // the session is young
		if !strings.Contains(string(known.PublicKey.RawMessage), base64.RawURLEncoding.EncodeToString(phone.key.ID)) {
			t.Error("the options do not exclude the passkey that is there")
		}
		for _, want := range []string{`"residentKey":"required"`, `"userVerification":"required"`, `"attestation":"none"`, `"id":"tracker.example"`} {
			if !strings.Contains(string(known.PublicKey.RawMessage), want) {
				t.Errorf("the options lack %s: %s", want, known.PublicKey.RawMessage)
			}
		}
		laptop := newDevice(apitest.UserEmail)
		if second := addPasskey(grace, laptop, "Laptop"); len(second.RecoveryCodes) != 0 {
			t.Error("new recovery codes though there are some")
		}

		var account tracker.Account
		loginPasskey(stranger, phone).Status(200).Into(&account)
		if account.Token == "" || account.Email != apitest.UserEmail {
			t.Errorf("account %+v", account)
		}
		(&apitest.Client{API: api, Token: account.Token}).Get("/company").Status(200)

		// The password alone leads to the second step, which takes the passkey or a recovery code.
		asked := ticketFor(stranger, apitest.UserEmail)
		if !slices.Equal(asked.Methods, []string{"passkey", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		secondByPasskey(stranger, asked.Ticket, laptop).Status(200).Into(&account)
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "recovery", added.RecoveryCodes[0]).Status(200)

		var list []tracker.Passkey
		grace.Put("/account/passkey", object{"id": added.ID, "name": "Old phone"}).Status(200)
		grace.Get("/account/passkey").Status(200).Into(&list)
		if len(list) != 2 || list[0].Name != "Old phone" || list[0].LastUsedAt == nil || list[1].Name != "Laptop" {
			t.Errorf("list %+v", list)
		}
		var status tracker.SecondFactorStatus
		grace.Get("/account/secondFactor").Status(200).Into(&status)
		if status.Passkeys != 2 || status.Totp || status.RecoveryCodes != tracker.RecoveryCodes-1 {
			t.Errorf("status %+v", status)
		}

		// A passkey of somebody else is nobody's business.
		api.AddUser(eveEmail, "Eve", false)
		eve := api.SignIn(eveEmail)
		eve.Put("/account/passkey", object{"id": added.ID, "name": "Mine"}).Status(404)
		eve.Delete("/account/passkey", object{"id": added.ID}).Status(404)

		grace.Delete("/account/passkey", object{"id": added.ID, "currentPassword": apitest.Wrong}).FieldError("CurrentPassword", "Current Password is wrong.")
		grace.Delete("/account/passkey", object{"id": added.ID}).Status(204)
		loginPasskey(stranger, phone).Problem(401, "wrongPasskey")
		if asked := ticketFor(stranger, apitest.UserEmail); len(asked.Methods) != 2 {
			t.Errorf("methods %v", asked.Methods)
		}
		grace.Delete("/account/passkey", object{"id": list[1].ID}).Status(204)
		stranger.Login(apitest.UserEmail, apitest.Password).Status(200).Into(&account)
		if account.Token == "" || api.Count(`SELECT count(*) FROM recovery_code`) != 0 {
			t.Error("the last factor left something behind")
		}
		if got := api.Count(`SELECT count(*) FROM security_event WHERE kind = 'passkey' AND email = $1`, apitest.UserEmail); got != 5 {
			t.Errorf("%d events", got)
		}
		if got := len(api.Mail.Jobs); got != 4 {
			t.Errorf("%d mails", got)
		}
		if job := api.Mail.Jobs[3]; job.Kind != change.MailSecurity || !strings.Contains(job.Text, "“Laptop” was removed") || !strings.Contains(job.Text, "password alone") {
			t.Errorf("mail %+v", job)
		}
		api.Deliver()
	})
}

func TestPasskeyIsASecondFactor(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.Deps.SecondFactor = tracker.FactorForAll
		api.Restart()
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace, phone := api.SignIn(apitest.UserEmail), newDevice(apitest.UserEmail)
		grace.Get("/company").Problem(403, "secondFactorRequired")
		added := addPasskey(grace, phone, "Phone")
		grace.Get("/company").Status(200)
		grace.Delete("/account/passkey", object{"id": added.ID}).Problem(422, "factorNeeded")
		// The password alone gives nothing but a ticket.
		c := api.Anonymous()
		ticket := ticketFor(c, apitest.UserEmail).Ticket
		(&apitest.Client{API: api, Token: ticket}).Get("/company").Status(401)
		loginPasskey(c, phone).Status(200)

		// With an app beside it, either can go, and the recovery codes stay.
		_, recovery := grace.SetUpTotp()
		grace.Delete("/account/totp", object{"currentPassword": apitest.Password}).Status(204)
		if asked := ticketFor(c, apitest.UserEmail); !slices.Equal(asked.Methods, []string{"passkey", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		secondStep(c, ticketFor(c, apitest.UserEmail).Ticket, "recovery", recovery[0]).Status(200)
		grace.SetUpTotp()
		grace.Delete("/account/passkey", object{"id": added.ID}).Status(204)
		if asked := ticketFor(c, apitest.UserEmail); !slices.Equal(asked.Methods, []string{"totp", "recovery"}) {
			t.Errorf("methods %v", asked.Methods)
		}
		addPasskey(grace, phone, "Phone")

		// An administrator removes all of them.
		admin := api.Admin()
		admin.SetUpTotp()
		admin.Delete("/UserManagement/secondFactor", object{"email": apitest.UserEmail}).Status(200)
		for _, table := range []string{"passkey", "recovery_code", "totp"} {
			if got := api.Count(`SELECT count(*) FROM `+table+` WHERE user_id = $1`, "user-"+apitest.UserEmail); got != 0 {
				t.Errorf("%d rows of %s are left", got, table)
			}
		}
		loginPasskey(c, phone).Problem(401, "wrongPasskey")
	})
}

func TestNoPasskeysWithoutAName(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.Config.Web = fstest.MapFS{"index.html": {Data: []byte(`<meta name="btracker-passkeys" content="">`)}}
		api.AddUser(apitest.UserEmail, "Grace", false)
		for url, want := range map[string]bool{
			"http://127.0.0.1:8080/": false, "https://192.0.2.7/": false, "https://[2001:db8::1]/": false, "http://tracker.example/": false, "": false,
			"http://localhost:8080/": true, "https://tracker.example:8443/tools/": true,
		} {
			api.Deps.PublicURL = url
			api.Restart()
			var methods tracker.SignInMethods
			api.Anonymous().Get("/account/login").Status(200).Into(&methods)
			page := api.Anonymous().Get("//btracker/login").Body.String()
			if offers := !strings.Contains(page, `name="btracker-passkeys" content=""`); offers != want {
				t.Errorf("the page at %s: %s", url, page)
			}
			if methods.Passkeys != want {
				t.Errorf("passkeys at %s: %v", url, methods.Passkeys)
			}
			if !want {
				api.Anonymous().Post(passkeyLogin+"/options", nil).Problem(422, "noPasskeys")
				api.Anonymous().Post(passkeyLogin, object{"credential": object{}}).Problem(422, "noPasskeys")
				api.SignIn(apitest.UserEmail).Post("/account/passkey/options", nil).Problem(422, "noPasskeys")
				api.SignIn(apitest.UserEmail).Post("/account/passkey", object{"name": "Phone", "credential": object{}}).Problem(422, "noPasskeys")
			}
		}
	})
}
