package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// Nothing that lets somebody in is kept or logged as it is: it is looked for in the log, the history, and every byte of a copy
// of the database, after a session that used all of it.
func TestSecretsAreNowhere(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		secrets := map[string]string{"password": apitest.Password, "new password": apitest.NewPassword, "wrong password": apitest.Wrong}
		admin, grace := api.Admin(), &apitest.Client{API: api}
		var account tracker.Account
		grace.Login(apitest.UserEmail, apitest.Wrong).Status(401)
		grace.Login(apitest.UserEmail, apitest.Password).Status(200).Into(&account)
		grace.Token, secrets["token"] = account.Token, account.Token
		secrets["signature"] = account.Token[strings.LastIndexByte(account.Token, '.')+1:]
		hooks := apitest.NewReceiver(t)
		secrets["webhook"] = strings.TrimPrefix(*admin.AddWebhook(hooks, "company.*", "companyModerator.*", "user.*").Secret, "whsec_")
		raw, err := base64.StdEncoding.DecodeString(secrets["webhook"])
		if err != nil {
			t.Fatal(err)
		}
		secrets["webhook as bytes"] = string(raw)
		company := admin.AddCompany("Northwind")
		admin.AddModerator(company, apitest.UserEmail, tracker.RoleOwner)

		// A key, used for reads, a change, a refusal and a bulk action.
		key := grace.AddKey(object{"name": "Program", "scope": "write", "companyId": company}).Secret
		secrets["key"] = key
		program := &apitest.Client{API: api, Token: key}
		program.Put("/company", object{"data": object{"id": company, "name": "Northwind Traders"}}).Status(200)
		program.Bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": apitest.AdminEmail, "role": 3}, "preview": false})
		program.Get("/account").Problem(403, "keyRefused")
		program.Get("/company?access_token=" + key).Status(200) // by the header; the address must not be logged

		var calendar tracker.CalendarAddress
		grace.Post("/account/calendar", nil).Status(201).Into(&calendar)
		feed := calendar.URL[strings.LastIndex(calendar.URL, "/")+1:]
		secrets["calendar"] = strings.TrimSuffix(feed, ".ics")
		grace.Get("//calendar/" + feed).Status(200)

		totp, recovery := grace.SetUpTotp()
		secrets["totp"] = totp
		for _, code := range recovery {
			secrets["recovery code "+code] = code
		}
		for _, method := range []string{tracker.FactorTotp, tracker.FactorRecovery} {
			ticket := ticketFor(api.Anonymous(), apitest.UserEmail).Ticket
			code := map[string]string{tracker.FactorTotp: api.Code(totp), tracker.FactorRecovery: recovery[0]}[method]
			secrets["ticket "+method] = ticket
			secondStep(api.Anonymous(), ticket, method, code).Status(200).Into(&account)
			secrets["token "+method] = account.Token
		}
		phone := newDevice(apitest.UserEmail)
		addPasskey(grace, phone, "Phone")
		loginPasskey(api.Anonymous(), phone).Status(200).Into(&account)
		secrets["token passkey"], secrets["waiting question to a passkey"] = account.Token, askedSecret(api.Anonymous())
		secrets["waiting ticket"] = ticketFor(api.Anonymous(), apitest.UserEmail).Ticket
		grace.Put("/account/changePassword", object{"currentPassword": apitest.Password, "newPassword": apitest.NewPassword, "confirmNewPassword": apitest.NewPassword}).Status(200)
		api.Anonymous().Post("/account/requestPassReset", object{"email": apitest.UserEmail}).Status(200)
		api.Deliver()
		secrets["reset link"] = api.MailedToken(apitest.UserEmail)
		api.App.RecordUse(t.Context())

		api.Send()
		var sent strings.Builder
		for _, a := range hooks.Took() {
			sent.WriteString(a.Raw)
		}

		for what, text := range map[string]string{"the database": storetest.Everything(t, api.Store), "the log": api.Logs.String(),
			"the history":         admin.Get("/change/export").Body.String(),
			"the security events": admin.Get("/securityEvent/export").Body.String(), "the bodies of webhooks": sent.String(),
			"the data of the person": admin.Get("/UserManagement/" + apitest.UserEmail + "/data").Status(200).Body.String(), "the list of webhooks": admin.Get("/webhook").Body.String()} {
			if !strings.Contains(text, apitest.UserEmail) && what != "the log" && what != "the list of webhooks" {
				t.Errorf("%s was not read", what)
			}
			for name, secret := range secrets {
				if form := testkit.FindSecret([]byte(text), secret); form != "" {
					t.Errorf("%s holds the %s %q, %s", what, name, secret, form)
				}
			}
		}
		if strings.Contains(api.Logs.String(), "in-the-address") {
			t.Error("the log holds the address of a webhook")
		}
	})
}

// askedSecret is what a device is asked to sign for a sign-in without a password.
func askedSecret(c *apitest.Client) string {
	c.API.T.Helper()
	var asked struct{ Challenge string }
	if err := json.Unmarshal(passkeyOptions(c, passkeyLogin+"/options", nil).PublicKey.RawMessage, &asked); err != nil || asked.Challenge == "" {
		c.API.T.Fatalf("no question: %v", err)
	}
	return asked.Challenge
}
