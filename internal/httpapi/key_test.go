package httpapi_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// addKey makes a key as its owner does.
func (c *client) addKey(body object) tracker.NewKey {
	c.api.t.Helper()
	var key tracker.NewKey
	c.post("/account/key", body).status(201).into(&key)
	return key
}

// withKey is a program that has a key of the client's user.
func (c *client) withKey(scope string, companyID any) *client {
	c.api.t.Helper()
	return &client{api: c.api, token: c.addKey(object{"name": "Program", "scope": scope, "companyId": companyID}).Secret, addr: c.addr}
}

func (c *client) keys() []tracker.Key {
	c.api.t.Helper()
	var list []tracker.Key
	c.get("/account/key").status(200).into(&list)
	return list
}

func TestKeys(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		company := admin.addCompany("Northwind")
		soon := api.clock.Now().Add(time.Hour)
		key := admin.addKey(object{"name": "  Nightly report ", "scope": "read", "companyId": company, "expiresAt": soon})
		if !auth.IsKey(key.Secret) || key.Name != "Nightly report" || key.Scope != "read" || *key.CompanyID != company || *key.CompanyName != "Northwind" || !key.ExpiresAt.Equal(soon) ||
			key.LastUsedAt != nil || !key.CreatedAt.Equal(api.clock.Now()) {
			t.Errorf("key %+v", key)
		}
		second := admin.addKey(object{"name": "Other", "scope": "write", "companyId": nil, "expiresAt": nil})
		list := admin.keys()
		if len(list) != 2 || !slices.ContainsFunc(list, func(k tracker.Key) bool { return k.ID == key.ID && *k.CompanyName == "Northwind" }) {
			t.Errorf("list %+v", list)
		}
		if body := admin.get("/account/key").Body.String(); strings.Contains(body, "btk_") || strings.Contains(body, auth.HashOpaqueToken(key.Secret)) {
			t.Errorf("a key is answered again: %s", body)
		}
		program := &client{api: api, token: second.Secret}
		program.get("/company").status(200)
		if k := admin.keys(); k[0].LastUsedAt != nil {
			t.Error("a read waited for the writer")
		}
		api.app.RecordUse(t.Context())
		for _, k := range admin.keys() {
			if used := k.LastUsedAt != nil; used != (k.ID == second.ID) || used && !k.LastUsedAt.Equal(api.clock.Now()) {
				t.Errorf("used %+v", k)
			}
		}
		// One that is removed ends at once, and so does one that expires.
		api.addUser(userEmail, "Grace", false)
		api.signIn(userEmail).delete("/account/key", object{"id": second.ID}).problem(404, "notFound")
		admin.delete("/account/key", object{"id": second.ID}).status(204)
		program.get("/company").problem(401, "invalidToken")
		admin.delete("/account/key", object{"id": second.ID}).problem(404, "notFound")
		reader := &client{api: api, token: key.Secret}
		reader.get("/company/" + company).status(200)
		api.clock.Advance(time.Hour)
		reader.get("/company/"+company).problem(401, "invalidToken")
		if got := api.admin().keys(); len(got) != 1 {
			t.Errorf("an expired key is not listed: %+v", got)
		}
		api.deliver()
		if mail := api.mail.links[adminEmail]; mail != "The key “Other” was removed. Programs that have it can not act in your name any more." {
			t.Errorf("mail %q", mail)
		}
		if got := api.count(`SELECT count(*) FROM security_event WHERE kind = 'key' AND email = $1`, adminEmail); got != 3 {
			t.Errorf("%d security events", got)
		}
		api.findsNoSecret(key.Secret, second.Secret)
	})
}

func TestKeysAreBounded(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, grace := api.admin(), api.signIn(userEmail)
		company := admin.addCompany("Northwind")
		body := func(name string, value any) object {
			o := object{"name": "Key", "scope": "read"}
			o[name] = value
			return o
		}
		grace.post("/account/key", body("name", strings.Repeat("k", 65))).fieldError("Name", "Name length must be less than 64.")
		grace.post("/account/key", body("name", "")).fieldError("Name", "Name field is required.")
		grace.post("/account/key", body("name", "a\nb")).status(400)
		grace.post("/account/key", body("scope", "admin")).fieldError("Scope", "Scope "+tracker.NotAnOption)
		grace.post("/account/key", body("expiresAt", api.clock.Now())).fieldError("ExpiresAt", "Expires At must be in the future.")
		grace.post("/account/key", body("companyId", company)).problem(404, "notFound") // not hers to see
		grace.post("/account/key", body("companyId", "none")).problem(404, "notFound")
		if len(grace.keys()) != 0 {
			t.Error("a refused key was stored")
		}
		for range tracker.MaxKeys {
			grace.addKey(body("name", "Key"))
		}
		grace.post("/account/key", body("name", "Key")).problem(422, "tooManyKeys")
		admin.addKey(body("name", "Key")) // others have their own
	})
}

// A stolen session must not make a key, which would outlive it.
func TestNewKeysNeedThePasswordOrARecentSignIn(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		key := object{"name": "Key", "scope": "write"}
		admin.post("/account/key", key).status(201)
		api.clock.Advance(tracker.RecentSignIn + time.Second)
		admin.post("/account/key", key).fieldError("CurrentPassword", tracker.ErrPasswordNeeded.Fields[0].Message)
		key["currentPassword"] = wrong
		admin.post("/account/key", key).fieldError("CurrentPassword", "Current Password is wrong.")
		if got := len(admin.keys()); got != 1 {
			t.Errorf("%d keys", got)
		}
		key["currentPassword"] = password
		admin.post("/account/key", key).status(201)
		if answered := admin.get("/account/key").Body.String(); strings.Contains(answered, password) {
			t.Error("the password is answered")
		}
	})
}

func TestKeysEndWithTheirOwnersRights(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser("second@example.com", "Second", true)
		admin, grace, second := api.admin(), api.signIn(userEmail), api.signIn("second@example.com")
		company := admin.addCompany("Northwind")
		link := admin.addModerator(company, userEmail, tracker.RoleManager)
		wide, narrow, promoted := grace.withKey("write", nil), grace.withKey("write", company), second.withKey("write", nil)
		edit := object{"data": object{"id": company, "name": "Northwind"}}
		for _, k := range []*client{wide, narrow} {
			k.put("/company", edit).status(200)
		}
		promoted.get("/securityEvent").status(200)
		admin.put("/company/moderator", object{"id": link, "role": "None"}).status(200)
		for _, k := range []*client{wide, narrow} {
			k.put("/company", edit).problem(403, "forbidden")
			k.get("/company/" + company).status(200)
		}
		admin.delete("/company/moderator", object{"id": link}).status(204)
		for _, k := range []*client{wide, narrow} {
			k.get("/company/"+company).problem(404, "notFound")
			if list := k.get("/company").status(200).Body.String(); list != "[]" {
				t.Errorf("after the role is gone: %s", list)
			}
		}
		admin.put("/UserManagement/admin", object{"email": "second@example.com", "isAdmin": false}).status(200)
		promoted.get("/securityEvent").problem(403, "forbidden")

		// They live on when the password changes or sessions end, and end for good when their owner is disabled.
		grace.put("/account/changePassword", object{"currentPassword": password, "newPassword": newPassword, "confirmNewPassword": newPassword}).status(200)
		grace.delete("/account/session", object{"others": true}).status(204)
		wide.get("/company").status(200)
		admin.put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
		wide.get("/company").problem(401, "invalidToken")
		admin.put("/UserManagement/enable", object{"email": userEmail}).status(200)
		wide.get("/company").problem(401, "invalidToken")
	})
}

func TestKeysDoNothingBeforeAFactorThatIsRequired(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		company := admin.addCompany("Northwind")
		wide, narrow := admin.withKey("write", nil), admin.withKey("read", company)
		api.deps.SecondFactor = tracker.FactorForAdmins
		api.restart()
		wide.get("/company").problem(403, "secondFactorRequired")
		narrow.get("/company").problem(403, "secondFactorRequired")
		api.admin().setUpTotp()
		wide.get("/company").status(200)
		narrow.get("/company").status(200)
	})
}

func TestHistoryNamesTheKey(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		company := admin.addCompany("Northwind")
		program := admin.withKey("write", company)
		program.put("/company", object{"data": object{"id": company, "name": "Northwind Traders"}}).status(200)
		changes := admin.changes("Entity=company&EntityId=" + company)
		if via := changes[0].Via; via == nil || *via != (tracker.Via{Kind: "key", Name: "Program"}) || changes[0].Actor.Email != adminEmail || changes[1].Via != nil {
			t.Errorf("changes %+v", changes)
		}
		// A bulk action and an undo by a key are named by the key too; the batch and the change that was undone tell the rest.
		api.addUser(userEmail, "Grace", false)
		program.bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": userEmail, "role": 3}, "preview": false})
		program.put("/change/undo", object{"seq": changes[0].Seq}).status(200)
		for _, change := range admin.changes("Within=true&Entity=company&EntityId=" + company)[:2] {
			if change.Via == nil || change.Via.Kind != "key" || change.BatchID == nil {
				t.Errorf("change %+v", change)
			}
		}
	})
}

func TestKeysAreRefusedOutsideOfTheHeader(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		key := api.admin().addKey(object{"name": "Program", "scope": "write"}).Secret
		stranger := api.anonymous()
		for _, query := range []string{"access_token", "token", "key", "apiKey", "Authorization"} {
			stranger.get("/company?" + query + "=" + key).status(401)
		}
		for _, header := range []string{"X-Api-Key", "Cookie"} {
			(&client{api: api, header: http.Header{header: {key}}}).get("/company").status(401)
		}
		(&client{api: api, header: http.Header{"Authorization": {"Basic " + key}}}).get("/company").status(401)
		(&client{api: api, token: key}).get("/company").status(200)
		api.findsNoSecret(key)
	})
}

func TestUnknownKeysAreCheap(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		key := api.admin().addKey(object{"name": "Program", "scope": "write"}).Secret
		unknown, _ := auth.NewKey()
		spoilt := key[:len(key)-1] + "2"
		if key == spoilt {
			spoilt = key[:len(key)-1] + "3"
		}
		// The answers to a wrong key are all alike, so nobody learns which keys there are.
		wrong := (&client{api: api, token: unknown}).get("/company").status(401).Body.String()
		for _, token := range []string{spoilt, "btk_", strings.ToLower(key), key + "A"} {
			if got := (&client{api: api, token: token}).get("/company").status(401).Body.String(); got != wrong {
				t.Errorf("%s answers %s, an unknown key %s", token, got, wrong)
			}
		}
		for token, want := range map[string]int64{spoilt: 0, unknown: 1} {
			var count store.Statements
			(&client{api: api, token: token, ctx: store.CountStatements(t.Context(), &count)}).get("/company").status(401)
			if got := count.All.Load(); got != want {
				t.Errorf("%s took %d statements, want %d", token, got, want)
			}
		}
	})
}

func TestRestoredBackupsHoldNoKeys(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		program := api.admin().withKey("write", nil)
		if err := api.store.AfterRestore(t.Context(), api.clock.Now()); err != nil {
			t.Fatal(err)
		}
		program.get("/company").problem(401, "invalidToken")
	})
}
