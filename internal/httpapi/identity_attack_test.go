package httpapi_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// Attacks on the ways to sign in, all of them together.

// A key in an address would stand in the logs and histories of others, so no operation takes it from there.
func TestNoOperationTakesAKeyFromItsAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		key, tried := api.admin().addKey(object{"name": "Program", "scope": "write"}).Secret, 0
		for path, item := range published().paths() {
			for method, operation := range item.(object) {
				if security, isSet := operation.(object)["security"].([]any); isSet && len(security) == 0 {
					continue // public
				}
				path := strings.NewReplacer("{id}", "x", "{email}", "x@example.com", "{name}", "x").Replace(path)
				for _, parameter := range []string{"access_token", "key", "token"} {
					api.anonymous().do(strings.ToUpper(method), path+"?"+parameter+"="+key, nil).status(401)
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
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser(eveEmail, "Eve", false)
		eve, phone := api.signIn(eveEmail), newDevice(userEmail)
		victim := &client{api: api, token: eve.token, header: http.Header{"Cookie": {"session=" + eve.token}}}
		seen := map[string]bool{}
		signedIn := func(how string, a *answer) *client {
			t.Helper()
			var account tracker.Account
			a.status(200).into(&account)
			claims, err := api.signer.Parse(account.Token)
			if err != nil || seen[claims.SessionID] || account.Email != userEmail || account.Token == eve.token || len(a.Header().Values("Set-Cookie")) != 0 {
				t.Errorf("%s: %+v, session %s, %v", how, account, claims.SessionID, err)
			}
			seen[claims.SessionID] = true
			return &client{api: api, token: account.Token}
		}
		signedIn("password", victim.login(userEmail, password))
		grace := signedIn("password again", victim.login(userEmail, password))
		totp, _ := grace.setUpTotp()
		signedIn("code", victim.second(victim.ticket(userEmail).Ticket, "totp", api.code(totp)))
		grace.addPasskey(phone, "Phone")
		signedIn("passkey", victim.loginPasskey(phone))
		signedIn("passkey as the second step", victim.secondByPasskey(victim.ticket(userEmail).Ticket, phone))
		// Eve's token is still Eve's, and a token that is renewed stays with its session.
		var account tracker.Account
		eve.get("/account").status(200).into(&account)
		if account.Email != eveEmail {
			t.Errorf("the planted token is that of %s", account.Email)
		}
		var sessions []tracker.Session
		eve.get("/account/session").status(200).into(&sessions)
		if len(sessions) != 1 {
			t.Errorf("Eve has %d sessions", len(sessions))
		}
	})
}

// Who has a second factor is never signed in by the password alone, whichever way the password came about.
func TestNoWayAroundTheSecondFactor(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		grace, stranger := api.signIn(userEmail), api.anonymous()
		secret, _ := grace.setUpTotp()
		ticket := stranger.ticket(userEmail).Ticket
		// A ticket is no token, and the methods that nobody set up do not replace the others.
		for _, path := range []string{"/account", "/company", "/account/secondFactor"} {
			(&client{api: api, token: ticket}).get(path).invalidToken()
		}
		(&client{api: api, token: ticket}).post("/account/refreshToken", nil).invalidToken()
		(&client{api: api, token: ticket}).delete("/account/totp", object{"currentPassword": password}).invalidToken()
		stranger.post("/account/login/second", object{"ticket": ticket, "method": "passkey", "credential": newDevice(userEmail).use(t, stranger.options(passkeyLogin+"/options", nil))}).status(401)
		stranger.second(ticket, "recovery", "").fieldError("Code", "Code field is required.")
		// A link by mail sets a password and signs nobody in; the factor is asked for afterwards.
		stranger.post("/account/requestPassReset", object{"email": userEmail}).status(200)
		api.deliver()
		answer := stranger.put("/account/resetPass", reset(userEmail, api.mailedToken(userEmail), password)).status(200)
		if strings.Contains(answer.Body.String(), "token") {
			t.Errorf("the link signs in: %s", answer.Body)
		}
		stranger.second(ticket, "totp", api.code(secret)).problem(401, "ticketEnded") // it was for the old password
		ticket = stranger.ticket(userEmail).Ticket
		// Neither a new address, role nor an invitation takes the factor away.
		admin := api.admin()
		admin.put("/UserManagement/admin", object{"email": userEmail, "isAdmin": true}).status(200)
		admin.post("/UserManagement/invite", object{"email": userEmail})
		stranger.second(ticket, "totp", "000000").problem(401, "wrongCode")
		stranger.second(stranger.ticket(userEmail).Ticket, "totp", api.code(secret)).status(200)
	})
}

// The calls for people, sessions, keys, passkeys and webhooks answer alike whether what they name exists, to whoever may not know.
func TestNewCallsTellNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser(eveEmail, "Eve", false)
		admin, grace, eve := api.admin(), api.signIn(userEmail), api.signIn(eveEmail)
		company := admin.addCompany("Northwind")
		passkey, key := grace.addPasskey(newDevice(userEmail), "Phone").ID, grace.addKey(object{"name": "Program", "scope": "read"}).ID
		hooks := newReceiver(t)
		hook := admin.addWebhook(hooks, "company.*").ID
		admin.rename(company, "Northwind Traders")
		delivery := admin.deliveries(hook)[0].ID
		claims, err := api.signer.Parse(grace.token)
		if err != nil {
			t.Fatal(err)
		}
		for _, try := range []struct {
			who            *client
			method, path   string
			known, unknown string
			body           func(name string) any
		}{
			{eve, "GET", "/UserManagement/{}/data", userEmail, "nobody@example.com", nil},
			{eve, "PUT", "/UserManagement/erase", userEmail, "nobody@example.com", func(name string) any { return object{"email": name} }},
			{eve, "DELETE", "/UserManagement/secondFactor", userEmail, "nobody@example.com", func(name string) any { return object{"email": name} }},
			{eve, "GET", "/access?User={}", userEmail, "nobody@example.com", nil},
			{eve, "GET", "/access?Entity=company&EntityId={}", company, "no-such-company", nil},
			{eve, "GET", "/securityEvent?Email={}", userEmail, "nobody@example.com", nil},
			{eve, "GET", "/securityEvent/export?Email={}", userEmail, "nobody@example.com", nil},
			{eve, "DELETE", "/account/session", claims.SessionID, "no-such-session", func(name string) any { return object{"id": name} }},
			{eve, "DELETE", "/account/key", key, "no-such-key", func(name string) any { return object{"id": name} }},
			{eve, "PUT", "/account/passkey", passkey, "no-such-passkey", func(name string) any { return object{"id": name, "name": "Mine"} }},
			{eve, "DELETE", "/account/passkey", passkey, "no-such-passkey", func(name string) any { return object{"id": name, "currentPassword": password} }},
			{eve, "POST", "/account/key", company, "no-such-company", func(name string) any { return object{"name": "Mine", "scope": "read", "companyId": name} }},
			{eve, "GET", "/webhook/{}/delivery", hook, "no-such-webhook", nil},
			{eve, "PUT", "/webhook", hook, "no-such-webhook", func(name string) any { return object{"id": name, "url": hooks.url, "events": []string{"user.*"}} }},
			{eve, "POST", "/webhook/redeliver", delivery, "no-such-delivery", func(name string) any { return object{"id": name} }},
			{eve, "DELETE", "/webhook", hook, "no-such-webhook", func(name string) any { return object{"id": name} }},
			{api.anonymous(), "POST", "/account/login", userEmail, "nobody@example.com", func(name string) any { return object{"email": name, "password": wrong} }},
			{api.anonymous(), "GET", "/account/login?Email={}", userEmail, "nobody@example.com", nil},
		} {
			send := func(name string) (int, string) {
				var body any
				if try.body != nil {
					body = try.body(name)
				}
				a := try.who.do(try.method, strings.ReplaceAll(try.path, "{}", name), body)
				return a.Code, strings.ReplaceAll(a.Body.String(), a.Header().Get("X-Request-Id"), "")
			}
			status, text := send(try.known)
			if code, other := send(try.unknown); status < 400 && try.path != "/account/login?Email={}" || status != code || text != other {
				t.Errorf("%s %s: %d %s for %s, %d %s for %s", try.method, try.path, status, text, try.known, code, other, try.unknown)
			}
		}
		// Nothing of it has happened.
		(&client{api: api, token: grace.token}).get("/account/session").status(200)
		if len(grace.keys()) != 1 || api.count(`SELECT count(*) FROM passkey`) != 1 || api.count(`SELECT count(*) FROM webhook`) != 1 {
			t.Error("something was removed")
		}
	})
}

// A user without a role gets the same answers for records that exist and for records that don't, in files and in single calls.
func TestWhoHasNoRoleCanNotTellRecordsApart(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		attached := s.attachSubscription(30, true)
		api.addUser(userEmail, "Grace", false)
		api.addUser(eveEmail, "Eve", false)
		eve := api.signIn(eveEmail)
		const none = "0198c1de-4000-7000-8000-000000000001"
		subscription := func(project, category, name, company, projectName string) string {
			return "Project Id,Category Name,Subscription Name,Company Name,Project Name,Price,Start At,End At\n" +
				strings.Join([]string{project, category, name, company, projectName, "1", "2026-11-01", "2026-12-01"}, ",") + "\n"
		}
		files := []struct{ list, known, unknown string }{
			{"projectSubscription", subscription(none, "Hosting", "Server", "", ""), subscription(none, "Hosting", "Nothing", "", "")},
			{"projectSubscription", subscription(none, "Hosting", "Server", "", ""), subscription(none, "Nothing", "Server", "", "")},
			{"projectSubscription", subscription(s.project, "Hosting", "Server", "", ""), subscription(none, "Hosting", "Server", "", "")},
			{"projectSubscription", subscription("", "Hosting", "Server", "Shop", "Site"), subscription("", "Hosting", "Server", "None", "None")},
			{"projectSubscription", "Project Id,Subscription Id,Price,Start At,End At\n" + none + "," + s.subscription + ",1,2026-11-01,2026-12-01\n", "Project Id,Subscription Id,Price,Start At,End At\n" + none + "," + none + ",1,2026-11-01,2026-12-01\n"},
			{"projectSubscription", "Id,Price\n" + attached + ",1\n", "Id,Price\n" + none + ",1\n"},
			{"company", "Name,Details\nShop,x\n", "Name,Details\nNone,x\n"},
			{"company", "Id,Details\n" + s.company + ",x\n", "Id,Details\n" + none + ",x\n"},
			{"project", "Company Name,Name,Details\nShop,Site,x\n", "Company Name,Name,Details\nNone,None,x\n"},
			{"project", "Company Id,Name,Details\n" + s.company + ",Site,x\n", "Company Id,Name,Details\n" + none + ",Site,x\n"},
			{"project", "Id,Name\n" + s.project + ",x\n", "Id,Name\n" + none + ",x\n"},
		}
		errors := func(list, file string) any {
			i := eve.compare(list, file)
			row := eve.importRows(i.ID, "")[0]
			return []any{i.Creates, i.Updates, i.Unchanged, i.Refused, row.State, row.ID, row.Errors, row.Fields}
		}
		for _, f := range files {
			if known, unknown := errors(f.list, f.known), errors(f.list, f.unknown); !reflect.DeepEqual(known, unknown) {
				t.Errorf("%s: %v for %s, %v for %s", f.list, known, f.known, unknown, f.unknown)
			}
		}
		for _, list := range []string{"product", "subscription", "user"} {
			eve.upload(list, "Name\nServer\n").problem(403, "forbidden")
		}

		term := func(project, item string) object {
			return object{"projectId": project, "subscriptionId": item, "price": 1, "startAt": "2026-11-01T00:00:00Z", "endAt": "2026-12-01T00:00:00Z"}
		}
		for _, try := range []struct {
			method, path   string
			known, unknown any
		}{
			{"POST", "/project/subscription", term(none, s.subscription), term(none, none)},
			{"POST", "/project/subscription", term(s.project, s.subscription), term(none, s.subscription)},
			{"POST", "/project/product", object{"projectId": none, "productId": s.product, "cost": 1, "price": 1}, object{"projectId": none, "productId": none, "cost": 1, "price": 1}},
			{"POST", "/project", object{"companyId": s.company, "name": "x"}, object{"companyId": none, "name": "x"}},
			{"POST", "/company/moderator", object{"companyId": none, "userEmail": userEmail, "role": 1}, object{"companyId": none, "userEmail": "nobody@example.com", "role": 1}},
			{"POST", "/project/moderator", object{"projectId": none, "userEmail": userEmail, "role": 1}, object{"projectId": none, "userEmail": "nobody@example.com", "role": 1}},
			{"POST", "/subscription", object{"categoryName": "Hosting", "name": "x", "status": 0, "cost": 1}, object{"categoryName": "Nothing", "name": "x", "status": 0, "cost": 1}},
			{"GET", "/subscription?CategoryName=Hosting", nil, "/subscription?CategoryName=Nothing"},
			{"GET", "/project/subscription?SubscriptionId=" + s.subscription, nil, "/project/subscription?SubscriptionId=" + none},
			{"GET", "/project?Search=Site", nil, "/project?Search=Nothing"},
			{"GET", "/project/subscription?Responsible=" + userEmail, nil, "/project/subscription?Responsible=nobody@example.com"},
			{"POST", "/bulk", object{"list": "project", "ids": []string{none}, "action": "addModerator", "params": object{"userEmail": userEmail, "role": 1}, "preview": true},
				object{"list": "project", "ids": []string{none}, "action": "addModerator", "params": object{"userEmail": "nobody@example.com", "role": 1}, "preview": true}},
			{"POST", "/bulk", object{"list": "company", "ids": []string{s.company}, "action": "remove", "params": object{}, "preview": true}, object{"list": "company", "ids": []string{none}, "action": "remove", "params": object{}, "preview": true}},
		} {
			send := func(body any) string {
				path := try.path
				if other, isPath := body.(string); isPath {
					path, body = other, nil
				}
				a := eve.do(try.method, path, body)
				text := a.Body.String()
				for _, own := range []string{a.Header().Get("X-Request-Id"), s.company, none} {
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
