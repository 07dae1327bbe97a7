package httpapi_test

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// Nothing that lets somebody in is kept or logged as it is: it is looked for in the log, the history, and every byte of a copy
// of the database, after a session that used all of it.
func TestSecretsAreNowhere(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		secrets := map[string]string{"password": password, "new password": newPassword, "wrong password": wrong}
		admin, grace := api.admin(), &client{api: api}
		var account tracker.Account
		grace.login(userEmail, wrong).status(401)
		grace.login(userEmail, password).status(200).into(&account)
		grace.token, secrets["token"] = account.Token, account.Token
		secrets["signature"] = account.Token[strings.LastIndexByte(account.Token, '.')+1:]
		hooks := newReceiver(t)
		secrets["webhook"] = strings.TrimPrefix(*admin.addWebhook(hooks, "company.*", "companyModerator.*", "user.*").Secret, "whsec_")
		raw, err := base64.StdEncoding.DecodeString(secrets["webhook"])
		if err != nil {
			t.Fatal(err)
		}
		secrets["webhook as bytes"] = string(raw)
		company := admin.addCompany("Northwind")
		admin.addModerator(company, userEmail, tracker.RoleOwner)

		// A key, used for reads, a change, a refusal and a bulk action.
		key := grace.addKey(object{"name": "Program", "scope": "write", "companyId": company}).Secret
		secrets["key"] = key
		program := &client{api: api, token: key}
		program.put("/company", object{"data": object{"id": company, "name": "Northwind Traders"}}).status(200)
		program.bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": adminEmail, "role": 3}, "preview": false})
		program.get("/account").problem(403, "keyRefused")
		program.get("/company?access_token=" + key).status(200) // by the header; the address must not be logged

		var calendar tracker.CalendarAddress
		grace.post("/account/calendar", nil).status(201).into(&calendar)
		feed := calendar.URL[strings.LastIndex(calendar.URL, "/")+1:]
		secrets["calendar"] = strings.TrimSuffix(feed, ".ics")
		grace.get("//calendar/" + feed).status(200)

		totp, recovery := grace.setUpTotp()
		secrets["totp"] = totp
		for _, code := range recovery {
			secrets["recovery code "+code] = code
		}
		for _, method := range []string{tracker.FactorTotp, tracker.FactorRecovery} {
			ticket := api.anonymous().ticket(userEmail).Ticket
			code := map[string]string{tracker.FactorTotp: api.code(totp), tracker.FactorRecovery: recovery[0]}[method]
			secrets["ticket "+method] = ticket
			api.anonymous().second(ticket, method, code).status(200).into(&account)
			secrets["token "+method] = account.Token
		}
		phone := newDevice(userEmail)
		grace.addPasskey(phone, "Phone")
		api.anonymous().loginPasskey(phone).status(200).into(&account)
		secrets["token passkey"], secrets["waiting question to a passkey"] = account.Token, api.anonymous().question()
		secrets["waiting ticket"] = api.anonymous().ticket(userEmail).Ticket
		grace.put("/account/changePassword", object{"currentPassword": password, "newPassword": newPassword, "confirmNewPassword": newPassword}).status(200)
		api.anonymous().post("/account/requestPassReset", object{"email": userEmail}).status(200)
		api.deliver()
		secrets["reset link"] = api.mailedToken(userEmail)
		api.app.RecordUse(t.Context())

		api.send()
		var sent strings.Builder
		for _, a := range hooks.took() {
			sent.WriteString(a.raw)
		}

		for what, text := range map[string]string{"the database": storetest.Everything(t, api.store), "the log": api.logs.String(), "the history": admin.get("/change/export").Body.String(),
			"the security events": admin.get("/securityEvent/export").Body.String(), "the bodies of webhooks": sent.String(),
			"the data of the person": admin.get("/UserManagement/" + userEmail + "/data").status(200).Body.String(), "the list of webhooks": admin.get("/webhook").Body.String()} {
			if !strings.Contains(text, userEmail) && what != "the log" && what != "the list of webhooks" {
				t.Errorf("%s was not read", what)
			}
			for name, secret := range secrets {
				if form := testkit.FindSecret([]byte(text), secret); form != "" {
					t.Errorf("%s holds the %s %q, %s", what, name, secret, form)
				}
			}
		}
		if strings.Contains(api.logs.String(), "in-the-address") {
			t.Error("the log holds the address of a webhook")
		}
	})
}

// question is what a device is asked to sign for a sign-in without a password.
func (c *client) question() string {
	c.api.t.Helper()
	var asked struct{ Challenge string }
	if err := json.Unmarshal(c.options(passkeyLogin+"/options", nil).PublicKey.RawMessage, &asked); err != nil || asked.Challenge == "" {
		c.api.t.Fatalf("no question: %v", err)
	}
	return asked.Challenge
}
