package httpapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// operationsOf lists the operations of the document, with what it says about keys.
func (api *testAPI) operationsOf() (closed map[string]bool) {
	api.t.Helper()
	var document struct {
		Paths map[string]map[string]struct {
			Description string
			Security    *[]any
		}
	}
	api.anonymous().get("/openapi.json").status(200).into(&document)
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
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		program := admin.withKey("write", nil)
		for _, name := range []string{"promoted", "disabled", "gone", "lost"} {
			api.addUser(name+"@example.com", name, false)
		}
		api.signIn("lost@example.com").setUpTotp()
		admin.post("/UserManagement", object{"email": "invited@example.com", "displayName": "Invited", "gender": 0}).status(201)
		for _, email := range []string{"disabled@example.com", "gone@example.com"} {
			admin.put("/UserManagement/disable", object{"email": email, "reason": 1}).status(200)
		}
		hook := object{"url": "http://127.0.0.1:1/", "events": []string{"user.edit"}, "isEnabled": false}
		var made tracker.NewWebhook
		admin.post("/webhook", hook).status(201).into(&made)
		works := map[string]object{
			"POST /UserManagement":                {"email": "new@example.com", "displayName": "New", "gender": 0},
			"POST /UserManagement/admin":          {"email": "boss@example.com", "displayName": "Boss", "gender": 0, "password": newPassword},
			"PUT /UserManagement/admin":           {"email": "promoted@example.com", "isAdmin": true},
			"PUT /UserManagement/enable":          {"email": "disabled@example.com"},
			"POST /UserManagement/invite":         {"email": "invited@example.com"},
			"PUT /UserManagement/erase":           {"email": "gone@example.com"},
			"DELETE /UserManagement/secondFactor": {"email": "lost@example.com"},
			"POST /webhook":                       hook,
			"PUT /webhook":                        {"id": made.ID, "version": 1, "url": "http://127.0.0.1:2/", "events": []string{"user.*"}},
			"POST /account/key":                   {"name": "Another", "scope": "write", "currentPassword": password},
			"PUT /account/profile":                {"displayName": "Somebody", "gender": 0},
			"DELETE /account/session":             {"others": true},
		}
		send := func(from *client, call string) *answer {
			method, path, _ := strings.Cut(call, " ")
			return from.do(method, strings.NewReplacer("{id}", "x", "{email}", "x@example.com", "{name}", "x").Replace(path), works[call])
		}
		closed := api.operationsOf()
		for call, isClosed := range closed {
			_, path, _ := strings.Cut(call, " ")
			if isOpen := isBelow(path, openToKeys) || slices.Contains(callsOpenToKeys, call); isOpen == isClosed {
				t.Errorf("%s says that it takes keys: %v, and is listed so: %v", call, !isClosed, isOpen)
			}
			if isClosed {
				send(program, call).problem(403, "keyRefused")
			}
		}
		for _, call := range slices.Sorted(maps.Keys(works)) {
			if got := send(api.admin(), call); !closed[call] || got.Code >= 300 {
				t.Errorf("%s of the owner: %d %s", call, got.Code, got.Body)
			}
		}
	})
}

// Bulk actions, imports and undo take keys, and are no way around.
func TestKeysBringNobodyBack(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		program := admin.withKey("write", nil)
		const demoted, disabled, invited = "demoted@example.com", "disabled@example.com", "invited@example.com"
		api.addUser(demoted, "Demoted", true)
		api.addUser(disabled, "Disabled", false)
		admin.post("/UserManagement", object{"email": invited, "displayName": "Invited", "gender": 0}).status(201)
		admin.put("/UserManagement/admin", object{"email": demoted, "isAdmin": false}).status(200)
		program.put("/UserManagement/disable", object{"email": disabled, "reason": 1}).status(200) // to take access away is open to keys
		api.mail.jobs = nil

		users := func(action string, emails ...string) object {
			return object{"list": "user", "ids": emails, "action": action, "preview": false}
		}
		program.post("/bulk", users("enable", disabled)).problem(403, "keyRefused")
		program.post("/bulk", users("invite", invited)).problem(403, "keyRefused")
		for _, email := range []string{demoted, disabled} {
			last := program.changes("Entity=user&EntityId=" + email)[0]
			if last.Undo.Allowed || *last.Undo.Reason != tracker.ErrKeyAccount.Reason {
				t.Errorf("%s %s can be undone: %+v", last.Action, email, last.Undo)
			}
			program.put("/change/undo", object{"seq": last.Seq}).problem(403, "keyRefused")
			if !admin.changes("Entity=user&EntityId=" + email)[0].Undo.Allowed {
				t.Error("the owner may not undo it")
			}
		}

		// An import edits people and makes none: also when the key applies what its owner uploaded.
		const file = "E-mail,Display Name,Gender\n" + demoted + ",Edited,None\nnew@example.com,New,None\n"
		compared := program.compare("user", file)
		if compared.Updates != 1 || compared.Refused != 1 || compared.Creates != 0 {
			t.Errorf("compared %+v", compared)
		}
		owners := admin.compare("user", file)
		if owners.Creates != 1 {
			t.Errorf("of the owner: %+v", owners)
		}
		if done := program.apply(owners); done.Done != 1 || done.Refused != 1 {
			t.Errorf("applied %+v", done)
		}
		admin.get("/UserManagement/new@example.com").problem(404, "notFound")
		var user tracker.User
		if admin.get("/UserManagement/" + demoted).status(200).into(&user); user.DisplayName != "Edited" || user.IsAdmin {
			t.Errorf("user %+v", user)
		}
		if len(api.mail.jobs) != 0 {
			t.Errorf("mails %+v", api.mail.jobs)
		}
		if got := api.count(`SELECT count(*) FROM users WHERE is_admin OR disabled_at IS NOT NULL`); got != 2 {
			t.Errorf("%d administrators and disabled users", got)
		}
	})
}
