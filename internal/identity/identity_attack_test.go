package identity_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Attacks on the ways to sign in, all of them together.

// A key in an address would stand in the logs and histories of others, so no operation takes it from there.
func TestNoOperationTakesAKeyFromItsAddress(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		key, tried := api.Admin().AddKey(object{"name": "Program", "scope": "write"}).Secret, 0
		for path, item := range apitest.Published().Paths() {
			for method, operation := range item.(object) {
				if security, isSet := operation.(object)["security"].([]any); isSet && len(security) == 0 {
					continue // public
				}
				path := strings.NewReplacer("{id}", "x", "{email}", "x@example.com", "{name}", "x").Replace(path)
				for _, parameter := range []string{"access_token", "key", "token"} {
					api.Anonymous().Do(strings.ToUpper(method), path+"?"+parameter+"="+key, nil).Status(401)
					tried++
				}
			}
		}
		if tried < 300 {
			t.Errorf("only %d requests", tried)
		}
	})
}

// Every sign-in makes a session of its own, whatever token somebody has put into the victim's browser before.
func TestNoSessionIsTakenOver(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser(eveEmail, "Eve", false)
		eve, phone := api.SignIn(eveEmail), newDevice(apitest.UserEmail)
		victim := &apitest.Client{API: api, Token: eve.Token, Header: http.Header{"Cookie": {"session=" + eve.Token}}}
		seen := map[string]bool{}
		signedIn := func(how string, a *apitest.Answer) *apitest.Client {
			t.Helper()
			var account tracker.Account
			a.Status(200).Into(&account)
			claims, err := api.Signer.Parse(account.Token)
			if err != nil || seen[claims.SessionID] || account.Email != apitest.UserEmail || account.Token == eve.Token || len(a.Header().Values("Set-Cookie")) != 0 {
				t.Errorf("%s: %+v, session %s, %v", how, account, claims.SessionID, err)
			}
			seen[claims.SessionID] = true
			return &apitest.Client{API: api, Token: account.Token}
		}
		signedIn("password", victim.Login(apitest.UserEmail, apitest.Password))
		grace := signedIn("password again", victim.Login(apitest.UserEmail, apitest.Password))
		totp, _ := grace.SetUpTotp()
		signedIn("code", secondStep(victim, ticketFor(victim, apitest.UserEmail).Ticket, "totp", api.Code(totp)))
		addPasskey(grace, phone, "Phone")
		signedIn("passkey", loginPasskey(victim, phone))
		signedIn("passkey as the second step", secondByPasskey(victim, ticketFor(victim, apitest.UserEmail).Ticket, phone))
		// Eve's token is still Eve's, and a token that is renewed stays with its session.
		var account tracker.Account
		eve.Get("/account").Status(200).Into(&account)
		if account.Email != eveEmail {
			t.Errorf("the planted token is that of %s", account.Email)
		}
		var sessions []tracker.Session
		eve.Get("/account/session").Status(200).Into(&sessions)
		if len(sessions) != 1 {
			t.Errorf("Eve has %d sessions", len(sessions))
		}
	})
}

// Who has a second factor is never signed in by the password alone, whichever way the password came about.
func TestNoWayAroundTheSecondFactor(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		grace, stranger := api.SignIn(apitest.UserEmail), api.Anonymous()
		secret, _ := grace.SetUpTotp()
		ticket := ticketFor(stranger, apitest.UserEmail).Ticket
		// A ticket is no token, and the methods that nobody set up do not replace the others.
		for _, path := range []string{"/account", "/company", "/account/secondFactor"} {
			(&apitest.Client{API: api, Token: ticket}).Get(path).InvalidToken()
		}
		(&apitest.Client{API: api, Token: ticket}).Post("/account/refreshToken", nil).InvalidToken()
		(&apitest.Client{API: api, Token: ticket}).Delete("/account/totp", object{"currentPassword": apitest.Password}).InvalidToken()
		stranger.Post("/account/login/second", object{"ticket": ticket, "method": "passkey",
			"credential": newDevice(apitest.UserEmail).use(t, passkeyOptions(stranger, passkeyLogin+"/options", nil))}).Status(401)
		secondStep(stranger, ticket, "recovery", "").FieldError("Code", "Code field is required.")
		// A link by mail sets a password and signs nobody in; the factor is asked for afterwards.
		stranger.Post("/account/requestPassReset", object{"email": apitest.UserEmail}).Status(200)
		api.Deliver()
		answer := stranger.Put("/account/resetPass", apitest.Reset(apitest.UserEmail, api.MailedToken(apitest.UserEmail), apitest.Password)).Status(200)
		if strings.Contains(answer.Body.String(), "token") {
			t.Errorf("the link signs in: %s", answer.Body)
		}
		secondStep(stranger, ticket, "totp", api.Code(secret)).Problem(401, "ticketEnded") // it was for the old password
		ticket = ticketFor(stranger, apitest.UserEmail).Ticket
		// Neither a new address, role nor an invitation takes the factor away.
		admin := api.Admin()
		admin.Put("/UserManagement/admin", object{"email": apitest.UserEmail, "isAdmin": true}).Status(200)
		admin.Post("/UserManagement/invite", object{"email": apitest.UserEmail})
		secondStep(stranger, ticket, "totp", "000000").Problem(401, "wrongCode")
		secondStep(stranger, ticketFor(stranger, apitest.UserEmail).Ticket, "totp", api.Code(secret)).Status(200)
	})
}

// The calls for people, sessions, keys, passkeys and webhooks answer alike whether what they name exists, to whoever may not know.
func TestNewCallsTellNothing(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser(eveEmail, "Eve", false)
		admin, grace, eve := api.Admin(), api.SignIn(apitest.UserEmail), api.SignIn(eveEmail)
		company := admin.AddCompany("Northwind")
		passkey, key := addPasskey(grace, newDevice(apitest.UserEmail), "Phone").ID, grace.AddKey(object{"name": "Program", "scope": "read"}).ID
		hooks := apitest.NewReceiver(t)
		hook := admin.AddWebhook(hooks, "company.*").ID
		admin.Rename(company, "Northwind Traders")
		delivery := admin.Deliveries(hook)[0].ID
		claims, err := api.Signer.Parse(grace.Token)
		if err != nil {
			t.Fatal(err)
		}
		for _, try := range []struct {
			who            *apitest.Client
			method, path   string
			known, unknown string
			body           func(name string) any
		}{
			{eve, "GET", "/UserManagement/{}/data", apitest.UserEmail, "nobody@example.com", nil},
			{eve, "PUT", "/UserManagement/erase", apitest.UserEmail, "nobody@example.com", func(name string) any { return object{"email": name} }},
			{eve, "DELETE", "/UserManagement/secondFactor", apitest.UserEmail, "nobody@example.com", func(name string) any { return object{"email": name} }},
			{eve, "GET", "/access?User={}", apitest.UserEmail, "nobody@example.com", nil},
			{eve, "GET", "/access?Entity=company&EntityId={}", company, "no-such-company", nil},
			{eve, "GET", "/securityEvent?Email={}", apitest.UserEmail, "nobody@example.com", nil},
			{eve, "GET", "/securityEvent/export?Email={}", apitest.UserEmail, "nobody@example.com", nil},
			{eve, "DELETE", "/account/session", claims.SessionID, "no-such-session", func(name string) any { return object{"id": name} }},
			{eve, "DELETE", "/account/key", key, "no-such-key", func(name string) any { return object{"id": name} }},
			{eve, "PUT", "/account/passkey", passkey, "no-such-passkey", func(name string) any { return object{"id": name, "name": "Mine"} }},
			{eve, "DELETE", "/account/passkey", passkey, "no-such-passkey", func(name string) any { return object{"id": name, "currentPassword": apitest.Password} }},
			{eve, "POST", "/account/key", company, "no-such-company", func(name string) any { return object{"name": "Mine", "scope": "read", "companyId": name} }},
			{eve, "GET", "/webhook/{}/delivery", hook, "no-such-webhook", nil},
			{eve, "PUT", "/webhook", hook, "no-such-webhook", func(name string) any { return object{"id": name, "url": hooks.URL, "events": []string{"user.*"}} }},
			{eve, "POST", "/webhook/redeliver", delivery, "no-such-delivery", func(name string) any { return object{"id": name} }},
			{eve, "DELETE", "/webhook", hook, "no-such-webhook", func(name string) any { return object{"id": name} }},
			{api.Anonymous(), "POST", "/account/login", apitest.UserEmail, "nobody@example.com", func(name string) any { return object{"email": name, "password": apitest.Wrong} }},
			{api.Anonymous(), "GET", "/account/login?Email={}", apitest.UserEmail, "nobody@example.com", nil},
		} {
			send := func(name string) (int, string) {
				var body any
				if try.body != nil {
					body = try.body(name)
				}
				a := try.who.Do(try.method, strings.ReplaceAll(try.path, "{}", name), body)
				return a.Code, strings.ReplaceAll(a.Body.String(), a.Header().Get("X-Request-Id"), "")
			}
			status, text := send(try.known)
			if code, other := send(try.unknown); status < 400 && try.path != "/account/login?Email={}" || status != code || text != other {
				t.Errorf("%s %s: %d %s for %s, %d %s for %s", try.method, try.path, status, text, try.known, code, other, try.unknown)
			}
		}
		// Nothing of it has happened.
		(&apitest.Client{API: api, Token: grace.Token}).Get("/account/session").Status(200)
		if len(grace.Keys()) != 1 || api.Count(`SELECT count(*) FROM passkey`) != 1 || api.Count(`SELECT count(*) FROM webhook`) != 1 {
			t.Error("something was removed")
		}
	})
}

// A user without a role gets the same answers for records that exist and for records that don't, in files and in single calls.
func TestWhoHasNoRoleCanNotTellRecordsApart(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		attached := s.AttachSubscription(30, true)
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser(eveEmail, "Eve", false)
		eve := api.SignIn(eveEmail)
		const none = "0198c1de-4000-7000-8000-000000000001"
		subscription := func(project, category, name, company, projectName string) string {
			return "Project Id,Category Name,Subscription Name,Company Name,Project Name,Price,Start At,End At\n" +
				strings.Join([]string{project, category, name, company, projectName, "1", "2026-11-01", "2026-12-01"}, ",") + "\n"
		}
		files := []struct{ list, known, unknown string }{
			{"projectSubscription", subscription(none, "Hosting", "Server", "", ""), subscription(none, "Hosting", "Nothing", "", "")},
			{"projectSubscription", subscription(none, "Hosting", "Server", "", ""), subscription(none, "Nothing", "Server", "", "")},
			{"projectSubscription", subscription(s.Project, "Hosting", "Server", "", ""), subscription(none, "Hosting", "Server", "", "")},
			{"projectSubscription", subscription("", "Hosting", "Server", "Shop", "Site"), subscription("", "Hosting", "Server", "None", "None")},
			{"projectSubscription", "Project Id,Subscription Id,Price,Start At,End At\n" + none + "," + s.Subscription + ",1,2026-11-01,2026-12-01\n",
				"Project Id,Subscription Id,Price,Start At,End At\n" + none + "," + none + ",1,2026-11-01,2026-12-01\n"},
			{"projectSubscription", "Id,Price\n" + attached + ",1\n", "Id,Price\n" + none + ",1\n"},
			{"company", "Name,Details\nShop,x\n", "Name,Details\nNone,x\n"},
			{"company", "Id,Details\n" + s.Company + ",x\n", "Id,Details\n" + none + ",x\n"},
			{"project", "Company Name,Name,Details\nShop,Site,x\n", "Company Name,Name,Details\nNone,None,x\n"},
			{"project", "Company Id,Name,Details\n" + s.Company + ",Site,x\n", "Company Id,Name,Details\n" + none + ",Site,x\n"},
			{"project", "Id,Name\n" + s.Project + ",x\n", "Id,Name\n" + none + ",x\n"},
		}
		errors := func(list, file string) any {
			i := eve.Compare(list, file)
			row := eve.ImportRows(i.ID, "")[0]
			return []any{i.Creates, i.Updates, i.Unchanged, i.Refused, row.State, row.ID, row.Errors, row.Fields}
		}
		for _, f := range files {
			if known, unknown := errors(f.list, f.known), errors(f.list, f.unknown); !reflect.DeepEqual(known, unknown) {
				t.Errorf("%s: %v for %s, %v for %s", f.list, known, f.known, unknown, f.unknown)
			}
		}
		for _, list := range []string{"product", "subscription", "user"} {
			eve.Upload(list, "Name\nServer\n").Problem(403, "forbidden")
		}

		term := func(project, item string) object {
			return object{"projectId": project, "subscriptionId": item, "price": 1, "startAt": "2026-11-01T00:00:00Z", "endAt": "2026-12-01T00:00:00Z"}
		}
		for _, try := range []struct {
			method, path   string
			known, unknown any
		}{
			{"POST", "/project/subscription", term(none, s.Subscription), term(none, none)},
			{"POST", "/project/subscription", term(s.Project, s.Subscription), term(none, s.Subscription)},
			{"POST", "/project/product", object{"projectId": none, "productId": s.Product, "cost": 1, "price": 1}, object{"projectId": none, "productId": none, "cost": 1, "price": 1}},
			{"POST", "/project", object{"companyId": s.Company, "name": "x"}, object{"companyId": none, "name": "x"}},
			{"POST", "/company/moderator", object{"companyId": none, "userEmail": apitest.UserEmail, "role": 1}, object{"companyId": none, "userEmail": "nobody@example.com", "role": 1}},
			{"POST", "/project/moderator", object{"projectId": none, "userEmail": apitest.UserEmail, "role": 1}, object{"projectId": none, "userEmail": "nobody@example.com", "role": 1}},
			{"POST", "/subscription", object{"categoryName": "Hosting", "name": "x", "status": 0, "cost": 1}, object{"categoryName": "Nothing", "name": "x", "status": 0, "cost": 1}},
			{"GET", "/subscription?CategoryName=Hosting", nil, "/subscription?CategoryName=Nothing"},
			{"GET", "/project/subscription?SubscriptionId=" + s.Subscription, nil, "/project/subscription?SubscriptionId=" + none},
			{"GET", "/project?Search=Site", nil, "/project?Search=Nothing"},
			{"GET", "/project/subscription?Responsible=" + apitest.UserEmail, nil, "/project/subscription?Responsible=nobody@example.com"},
			{"POST", "/bulk", object{"list": "project", "ids": []string{none}, "action": "addModerator", "params": object{"userEmail": apitest.UserEmail, "role": 1}, "preview": true},
				object{"list": "project", "ids": []string{none}, "action": "addModerator", "params": object{"userEmail": "nobody@example.com", "role": 1}, "preview": true}},
			{"POST", "/bulk", object{"list": "company", "ids": []string{s.Company}, "action": "remove", "params": object{}, "preview": true},
				object{"list": "company", "ids": []string{none}, "action": "remove", "params": object{}, "preview": true}},
		} {
			send := func(body any) string {
				path := try.path
				if other, isPath := body.(string); isPath {
					path, body = other, nil
				}
				a := eve.Do(try.method, path, body)
				text := a.Body.String()
				for _, own := range []string{a.Header().Get("X-Request-Id"), s.Company, none} {
					text = strings.ReplaceAll(text, own, "")
				}
				return fmt.Sprint(a.Code, a.Header().Get("Pagination"), text)
			}
			if known, unknown := send(try.known), send(try.unknown); known != unknown {
				t.Errorf("%s %s: %s for %v, %s for %v", try.method, try.path, known, try.known, unknown, try.unknown)
			}
		}
	})
}
