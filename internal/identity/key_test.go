package identity_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestKeys(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Northwind")
		soon := api.Clock.Now().Add(time.Hour)
		key := admin.AddKey(object{"name": "  Nightly report ", "scope": "read", "companyId": company, "expiresAt": soon})
		if !auth.IsKey(key.Secret) || key.Name != "Nightly report" || key.Scope != "read" || *key.CompanyID != company || *key.CompanyName != "Northwind" || !key.ExpiresAt.Equal(soon) ||
			key.LastUsedAt != nil || !key.CreatedAt.Equal(api.Clock.Now()) {
			t.Errorf("key %+v", key)
		}
		second := admin.AddKey(object{"name": "Other", "scope": "write", "companyId": nil, "expiresAt": nil})
		list := admin.Keys()
		if len(list) != 2 || !slices.ContainsFunc(list, func(k tracker.Key) bool { return k.ID == key.ID && *k.CompanyName == "Northwind" }) {
			t.Errorf("list %+v", list)
		}
		if body := admin.Get("/account/key").Body.String(); strings.Contains(body, "btk_") || strings.Contains(body, auth.HashOpaqueToken(key.Secret)) {
			t.Errorf("a key is answered again: %s", body)
		}
		program := &apitest.Client{API: api, Token: second.Secret}
		program.Get("/company").Status(200)
		if k := admin.Keys(); k[0].LastUsedAt != nil {
			t.Error("a read waited for the writer")
		}
		api.App.RecordUse(t.Context())
		for _, k := range admin.Keys() {
			if used := k.LastUsedAt != nil; used != (k.ID == second.ID) || used && !k.LastUsedAt.Equal(api.Clock.Now()) {
				t.Errorf("used %+v", k)
			}
		}
		// One that is removed ends at once, and so does one that expires.
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.SignIn(apitest.UserEmail).Delete("/account/key", object{"id": second.ID}).Problem(404, "notFound")
		admin.Delete("/account/key", object{"id": second.ID}).Status(204)
		program.Get("/company").Problem(401, "invalidToken")
		admin.Delete("/account/key", object{"id": second.ID}).Problem(404, "notFound")
		reader := &apitest.Client{API: api, Token: key.Secret}
		reader.Get("/company/" + company).Status(200)
		api.Clock.Advance(time.Hour)
		reader.Get("/company/"+company).Problem(401, "invalidToken")
		if got := api.Admin().Keys(); len(got) != 1 {
			t.Errorf("an expired key is not listed: %+v", got)
		}
		api.Deliver()
		if mail := api.Mail.Links[apitest.AdminEmail]; mail != "The key “Other” was removed. Programs that have it can not act in your name any more." {
			t.Errorf("mail %q", mail)
		}
		if got := api.Count(`SELECT count(*) FROM security_event WHERE kind = 'key' AND email = $1`, apitest.AdminEmail); got != 3 {
			t.Errorf("%d security events", got)
		}
		findsNoSecret(api, key.Secret, second.Secret)
	})
}

func TestKeysAreBounded(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, grace := api.Admin(), api.SignIn(apitest.UserEmail)
		company := admin.AddCompany("Northwind")
		body := func(name string, value any) object {
			o := object{"name": "Key", "scope": "read"}
			o[name] = value
			return o
		}
		grace.Post("/account/key", body("name", strings.Repeat("k", 65))).FieldError("Name", "Name length must be less than 64.")
		grace.Post("/account/key", body("name", "")).FieldError("Name", "Name field is required.")
		grace.Post("/account/key", body("name", "a\nb")).Status(400)
		grace.Post("/account/key", body("scope", "admin")).FieldError("Scope", tracker.NotAnOption.With("Scope").String())
		grace.Post("/account/key", body("expiresAt", api.Clock.Now())).FieldError("ExpiresAt", "Expires At must be in the future.")
		grace.Post("/account/key", body("companyId", company)).Problem(404, "notFound") // not hers to see
		grace.Post("/account/key", body("companyId", "none")).Problem(404, "notFound")
		if len(grace.Keys()) != 0 {
			t.Error("a refused key was stored")
		}
		for range tracker.MaxKeys {
			grace.AddKey(body("name", "Key"))
		}
		grace.Post("/account/key", body("name", "Key")).Problem(422, "tooManyKeys")
		admin.AddKey(body("name", "Key")) // others have their own
	})
}

// A stolen session must not make a key, which would outlive it.
func TestNewKeysNeedThePasswordOrARecentSignIn(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		key := object{"name": "Key", "scope": "write"}
		admin.Post("/account/key", key).Status(201)
		api.Clock.Advance(tracker.RecentSignIn + time.Second)
		admin.Post("/account/key", key).FieldError("CurrentPassword", tracker.ErrPasswordNeeded.Fields[0].Message.String())
		key["currentPassword"] = apitest.Wrong
		admin.Post("/account/key", key).FieldError("CurrentPassword", "Current Password is wrong.")
		if got := len(admin.Keys()); got != 1 {
			t.Errorf("%d keys", got)
		}
		key["currentPassword"] = apitest.Password
		admin.Post("/account/key", key).Status(201)
		if answered := admin.Get("/account/key").Body.String(); strings.Contains(answered, apitest.Password) {
			t.Error("the password is answered")
		}
	})
}

func TestKeysEndWithTheirOwnersRights(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("second@example.com", "Second", true)
		admin, grace, second := api.Admin(), api.SignIn(apitest.UserEmail), api.SignIn("second@example.com")
		company := admin.AddCompany("Northwind")
		link := admin.AddModerator(company, apitest.UserEmail, tracker.RoleManager)
		wide, narrow, promoted := grace.WithKey("write", nil), grace.WithKey("write", company), second.WithKey("write", nil)
		edit := object{"data": object{"id": company, "name": "Northwind"}}
		for _, k := range []*apitest.Client{wide, narrow} {
			k.Put("/company", edit).Status(200)
		}
		promoted.Get("/securityEvent").Status(200)
		admin.Put("/company/moderator", object{"id": link, "role": "None"}).Status(200)
		for _, k := range []*apitest.Client{wide, narrow} {
			k.Put("/company", edit).Problem(403, "forbidden")
			k.Get("/company/" + company).Status(200)
		}
		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		for _, k := range []*apitest.Client{wide, narrow} {
			k.Get("/company/"+company).Problem(404, "notFound")
			if list := k.Get("/company").Status(200).Body.String(); list != "[]" {
				t.Errorf("after the role is gone: %s", list)
			}
		}
		admin.Put("/UserManagement/admin", object{"email": "second@example.com", "isAdmin": false}).Status(200)
		promoted.Get("/securityEvent").Problem(403, "forbidden")

		// They live on when the password changes or sessions end, and end for good when their owner is disabled.
		grace.Put("/account/changePassword", object{"currentPassword": apitest.Password, "newPassword": apitest.NewPassword, "confirmNewPassword": apitest.NewPassword}).Status(200)
		grace.Delete("/account/session", object{"others": true}).Status(204)
		wide.Get("/company").Status(200)
		admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		wide.Get("/company").Problem(401, "invalidToken")
		admin.Put("/UserManagement/enable", object{"email": apitest.UserEmail}).Status(200)
		wide.Get("/company").Problem(401, "invalidToken")
	})
}

func TestKeysDoNothingBeforeAFactorThatIsRequired(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Northwind")
		wide, narrow := admin.WithKey("write", nil), admin.WithKey("read", company)
		api.Deps.SecondFactor = tracker.FactorForAdmins
		api.Restart()
		wide.Get("/company").Problem(403, "secondFactorRequired")
		narrow.Get("/company").Problem(403, "secondFactorRequired")
		api.Admin().SetUpTotp()
		wide.Get("/company").Status(200)
		narrow.Get("/company").Status(200)
	})
}

func TestHistoryNamesTheKey(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Northwind")
		program := admin.WithKey("write", company)
		program.Put("/company", object{"data": object{"id": company, "name": "Northwind Traders"}}).Status(200)
		changes := admin.Changes("Entity=company&EntityId=" + company)
		if via := changes[0].Via; via == nil || *via != (tracker.Via{Kind: "key", Name: "Program"}) || changes[0].Actor.Email != apitest.AdminEmail || changes[1].Via != nil {
			t.Errorf("changes %+v", changes)
		}
		// A bulk action and an undo by a key are named by the key too; the batch and the change that was undone tell the rest.
		api.AddUser(apitest.UserEmail, "Grace", false)
		program.Bulk(object{"list": "company", "ids": []string{company}, "action": "addModerator", "params": object{"userEmail": apitest.UserEmail, "role": 3}, "preview": false})
		program.Put("/change/undo", object{"seq": changes[0].Seq}).Status(200)
		for _, change := range admin.Changes("Within=true&Entity=company&EntityId=" + company)[:2] {
			if change.Via == nil || change.Via.Kind != "key" || change.BatchID == nil {
				t.Errorf("change %+v", change)
			}
		}
	})
}

func TestKeysAreRefusedOutsideOfTheHeader(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		key := api.Admin().AddKey(object{"name": "Program", "scope": "write"}).Secret
		stranger := api.Anonymous()
		for _, query := range []string{"access_token", "token", "key", "apiKey", "Authorization"} {
			stranger.Get("/company?" + query + "=" + key).Status(401)
		}
		for _, header := range []string{"X-Api-Key", "Cookie"} {
			(&apitest.Client{API: api, Header: http.Header{header: {key}}}).Get("/company").Status(401)
		}
		(&apitest.Client{API: api, Header: http.Header{"Authorization": {"Basic " + key}}}).Get("/company").Status(401)
		(&apitest.Client{API: api, Token: key}).Get("/company").Status(200)
		findsNoSecret(api, key)
	})
}

func TestUnknownKeysAreCheap(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		key := api.Admin().AddKey(object{"name": "Program", "scope": "write"}).Secret
		unknown, _ := auth.NewKey()
		spoilt := key[:len(key)-1] + "2"
		if key == spoilt {
			spoilt = key[:len(key)-1] + "3"
		}
		// The answers to a wrong key are all alike, so nobody learns which keys there are.
		wrong := (&apitest.Client{API: api, Token: unknown}).Get("/company").Status(401).Body.String()
		for _, token := range []string{spoilt, "btk_", strings.ToLower(key), key + "A"} {
			if got := (&apitest.Client{API: api, Token: token}).Get("/company").Status(401).Body.String(); got != wrong {
				t.Errorf("%s answers %s, an unknown key %s", token, got, wrong)
			}
		}
		for token, want := range map[string]int64{spoilt: 0, unknown: 1} {
			var count store.Statements
			(&apitest.Client{API: api, Token: token, Ctx: store.CountStatements(t.Context(), &count)}).Get("/company").Status(401)
			if got := count.All.Load(); got != want {
				t.Errorf("%s took %d statements, want %d", token, got, want)
			}
		}
	})
}

func TestRestoredBackupsHoldNoKeys(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		program := api.Admin().WithKey("write", nil)
		if err := api.Store.AfterRestore(t.Context(), api.Clock.Now()); err != nil {
			t.Fatal(err)
		}
		program.Get("/company").Problem(401, "invalidToken")
	})
}
