package identity_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// operationsOf lists the operations of the document, with what it says about keys.
func operationsOf(api *apitest.API) (closed map[string]bool) {
	api.T.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			Description string
			Security    *[]any
		}
	}
	api.Anonymous().Get("/openapi.json").Status(200).Into(&document)
	closed = map[string]bool{}
	for path, methods := range document.Paths {
		for method, op := range methods {
			if op.Security == nil { // else public: it looks at no token
				closed[strings.ToUpper(method)+" "+path] = strings.HasSuffix(op.Description, " Keys are refused.")
			}
		}
	}
	return closed
}

// Whoever finds the key of an administrator must not get an account, a session, another key or a receiver of what happens
// here by it. Every operation says which keys it takes, and those that take none refuse bodies that work for the owner.
func TestClosedOperationsRefuseKeys(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		program := admin.WithKey("write", nil)
		for _, name := range []string{"promoted", "disabled", "gone", "lost"} {
			api.AddUser(name+"@example.com", name, false)
		}
		api.SignIn("lost@example.com").SetUpTotp()
		admin.Post("/UserManagement", object{"email": "invited@example.com", "displayName": "Invited", "gender": 0}).Status(201)
		for _, email := range []string{"disabled@example.com", "gone@example.com"} {
			admin.Put("/UserManagement/disable", object{"email": email, "reason": 1}).Status(200)
		}
		hook := object{"url": "http://127.0.0.1:1/", "events": []string{"user.edit"}, "isEnabled": false}
		var made tracker.NewWebhook
		admin.Post("/webhook", hook).Status(201).Into(&made)
		channel := object{"name": "Ops", "kind": "slack", "url": "http://127.0.0.1:1/", "events": []string{"ended"}, "isEnabled": false}
		var chat tracker.Channel
		admin.Post("/channel", channel).Status(201).Into(&chat)
		works := map[string]object{
			"POST /UserManagement":                {"email": "new@example.com", "displayName": "New", "gender": 0},
			"POST /UserManagement/admin":          {"email": "boss@example.com", "displayName": "Boss", "gender": 0, "password": apitest.NewPassword},
			"PUT /UserManagement/admin":           {"email": "promoted@example.com", "isAdmin": true},
			"PUT /UserManagement/enable":          {"email": "disabled@example.com"},
			"POST /UserManagement/invite":         {"email": "invited@example.com"},
			"PUT /UserManagement/erase":           {"email": "gone@example.com"},
			"DELETE /UserManagement/secondFactor": {"email": "lost@example.com"},
			"DELETE /UserManagement/session":      {"email": "lost@example.com"},
			"POST /webhook":                       hook,
			"PUT /webhook":                        {"id": made.ID, "version": 1, "url": "http://127.0.0.1:2/", "events": []string{"user.*"}},
			"POST /channel":                       channel,
			"PUT /channel":                        {"id": chat.ID, "version": 1, "name": "Other", "kind": "teams", "url": "http://127.0.0.1:2/", "events": []string{"mention"}},
			"POST /account/key":                   {"name": "Another", "scope": "write", "currentPassword": apitest.Password},
			"PUT /account/profile":                {"displayName": "Somebody", "gender": 0},
			"DELETE /account/session":             {"others": true},
		}
		send := func(from *apitest.Client, call string) *apitest.Answer {
			method, path, _ := strings.Cut(call, " ")
			return from.Do(method, strings.NewReplacer("{id}", "x", "{email}", "x@example.com", "{name}", "x").Replace(path), works[call])
		}
		closed := operationsOf(api)
		for call, isClosed := range closed {
			_, path, _ := strings.Cut(call, " ")
			if isOpen := apitest.IsBelow(path, apitest.OpenToKeys) || slices.Contains(apitest.CallsOpenToKeys, call); isOpen == isClosed {
				t.Errorf("%s says that it takes keys: %v, and is listed so: %v", call, !isClosed, isOpen)
			}
			if isClosed {
				send(program, call).Problem(403, "keyRefused")
			}
		}
		for _, call := range slices.Sorted(maps.Keys(works)) {
			if got := send(api.Admin(), call); !closed[call] || got.Code >= 300 {
				t.Errorf("%s of the owner: %d %s", call, got.Code, got.Body)
			}
		}
	})
}

// Bulk actions, imports and undo take keys, and are no way around.
func TestKeysBringNobodyBack(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		program := admin.WithKey("write", nil)
		const demoted, disabled, invited = "demoted@example.com", "disabled@example.com", "invited@example.com"
		api.AddUser(demoted, "Demoted", true)
		api.AddUser(disabled, "Disabled", false)
		admin.Post("/UserManagement", object{"email": invited, "displayName": "Invited", "gender": 0}).Status(201)
		admin.Put("/UserManagement/admin", object{"email": demoted, "isAdmin": false}).Status(200)
		program.Put("/UserManagement/disable", object{"email": disabled, "reason": 1}).Status(200) // to take access away is open to keys
		api.Mail.Jobs = nil

		users := func(action string, emails ...string) object {
			return object{"list": "user", "ids": emails, "action": action, "preview": false}
		}
		program.Post("/bulk", users("enable", disabled)).Problem(403, "keyRefused")
		program.Post("/bulk", users("invite", invited)).Problem(403, "keyRefused")
		for _, email := range []string{demoted, disabled} {
			last := program.Changes("Entity=user&EntityId=" + email)[0]
			if last.Undo.Allowed || *last.Undo.Reason != tracker.ErrKeyAccount.Reason.String() || last.Undo.ReasonText.Key != "keyAccount" {
				t.Errorf("%s %s can be undone: %+v", last.Action, email, last.Undo)
			}
			program.Put("/change/undo", object{"seq": last.Seq}).Problem(403, "keyRefused")
			if !admin.Changes("Entity=user&EntityId=" + email)[0].Undo.Allowed {
				t.Error("the owner may not undo it")
			}
		}

		// An import edits people and makes none: also when the key applies what its owner uploaded.
		const file = "E-mail,Display Name,Gender\n" + demoted + ",Edited,None\nnew@example.com,New,None\n"
		compared := program.Compare("user", file)
		if compared.Updates != 1 || compared.Refused != 1 || compared.Creates != 0 {
			t.Errorf("compared %+v", compared)
		}
		owners := admin.Compare("user", file)
		if owners.Creates != 1 {
			t.Errorf("of the owner: %+v", owners)
		}
		if done := program.Apply(owners); done.Done != 1 || done.Refused != 1 {
			t.Errorf("applied %+v", done)
		}
		admin.Get("/UserManagement/new@example.com").Problem(404, "notFound")
		var user tracker.User
		if admin.Get("/UserManagement/" + demoted).Status(200).Into(&user); user.DisplayName != "Edited" || user.IsAdmin {
			t.Errorf("user %+v", user)
		}
		if len(api.Mail.Jobs) != 0 {
			t.Errorf("mails %+v", api.Mail.Jobs)
		}
		if got := api.Count(`SELECT count(*) FROM users WHERE is_admin OR disabled_at IS NOT NULL`); got != 2 {
			t.Errorf("%d administrators and disabled users", got)
		}
	})
}
