package httpapi_test

import (
	"cmp"
	"maps"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// rule says what each caller gets from an operation.
type rule struct {
	public bool                                                 // without a token
	admins bool                                                 // administrators alone
	on     string                                               // the kind of object it names; "" when there is none
	needs  apitest.Permission                                   // on that object
	ok     string                                               // a status, or the number of a removal result
	class  func(c *apitest.Caller, rel apitest.Relation) string // of an answer that depends on more than needs
	unseen string                                               // for an object that does not exist, or that they may not see
	gone   string                                               // for a tombstone, to callers who have the right on it
	but    map[apitest.Relation]string

	denied  string                         // instead of 403
	outcome func(a *apitest.Answer) string // the class of an answer that is 200 for everyone

	query   string
	body    func(w *apitest.World, c *apitest.Caller, id string) any
	undo    func(w *apitest.World, rel apitest.Relation, a *apitest.Answer)
	shows   []string // the kinds it lists
	session bool     // ends the session it is called with
	cost    bool     // the answer has a cost, for those who may see it
}

// want is the class of the answer, and whether it may change anything.
func (r rule) want(c *apitest.Caller, rel apitest.Relation) (class string, allowed bool) {
	switch {
	case r.public:
		return r.ok, true
	case !c.SignedIn:
		return "401", false
	case r.admins && !c.Admin:
		return "403", false
	case r.on == "" && r.needs != "" && !c.May(r.needs, "anything", rel):
		return "403", false
	case r.on == "":
		return r.ok, true
	case r.but[rel] != "":
		return r.but[rel], false
	case !r.finds(c, rel):
		return r.unseen, false
	case !c.May(r.needs, r.on, rel):
		return cmp.Or(r.denied, "403"), false
	case r.class != nil:
		return r.class(c, rel), r.class(c, rel) == r.ok
	case rel == apitest.Removed && r.gone != "":
		return r.gone, r.gone != r.unseen
	}
	return r.ok, true
}

// wantOf is want for a caller who may have a key.
func (r rule) wantOf(call string, c *apitest.Caller, rel apitest.Relation) (class string, allowed bool) {
	if refusesKey(c, call, r.query) {
		return "403", false
	}
	return r.want(c, rel)
}

// finds reports whether the object is there for the caller.
func (r rule) finds(c *apitest.Caller, rel apitest.Relation) bool {
	if rel == apitest.Removed && r.gone != "" {
		return c.May(apitest.See, r.on, rel)
	}
	return findsIn(c, r.on, rel)
}

// Rules of the usual kinds of operations.

func lists(kinds ...string) []rule { return []rule{{ok: "200", shows: kinds}} }

func reads(kind string) rule { return rule{on: kind, needs: apitest.See, ok: "200", unseen: "404"} }

func account(ok string, body object) []rule {
	return []rule{{ok: ok, body: fixed(body)}}
}

func on(kind string, needs apitest.Permission, body func(w *apitest.World, c *apitest.Caller, id string) any) rule {
	return rule{on: kind, needs: needs, ok: "200", unseen: "404", body: body}
}

func admin(r rule) rule { r.admins = true; return r }

func onUser(body func(w *apitest.World, c *apitest.Caller, id string) any) []rule {
	return []rule{admin(on("user", apitest.See, body))}
}

// fixed is a body that is the same for everyone; with adds the object's id to it.
func fixed(body object) func(*apitest.World, *apitest.Caller, string) any {
	if body == nil {
		return nil
	}
	return func(*apitest.World, *apitest.Caller, string) any { return body }
}

func with(name string, more object) func(*apitest.World, *apitest.Caller, string) any {
	return func(_ *apitest.World, _ *apitest.Caller, id string) any {
		body := object{name: id}
		maps.Copy(body, more)
		return body
	}
}

// onlyEnabled names a user who is not disabled: nobody could bring one back who was erased. TestErasedPersonIsNowhere erases one.
func onlyEnabled(w *apitest.World, _ *apitest.Caller, id string) any {
	if w.RelationOf("user", id) == apitest.Removed {
		id = w.IDs["user"][apitest.Own]
	}
	return object{"email": id}
}

func notDisabled(*apitest.Caller, apitest.Relation) string { return "422" }

// nothingThere is for operations on what belongs to one person: the ids of others are unknown to everyone.
var nothingThere = []rule{{on: "company", needs: apitest.See, ok: "404", unseen: "404", class: func(*apitest.Caller, apitest.Relation) string { return "404" }}}

// aFile is an import that would make a record.
func aFile(*apitest.World, *apitest.Caller, string) any { return []byte("Name\nNew\n") }

func aPicture(w *apitest.World, _ *apitest.Caller, _ string) any { return apitest.Picture(w.API.T, 2) }

// removes and restores undo their change, so that the next caller finds the same state.
// Marked items of the catalogues stay marked.
func removes(kind, path, key string, needs apitest.Permission) rule {
	return rule{on: kind, needs: needs, ok: "1", unseen: "0", body: with(key, nil), undo: func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) {
		if rel != apitest.Removed && (!apitest.IsCatalogue(kind) || rel != apitest.Sibling) {
			w.Admin.Put(path+"/restore", object{key: w.IDs[kind][rel]}).Status(200)
		}
	}}
}

func restores(kind, path, key string, needs apitest.Permission) rule {
	return rule{on: kind, needs: needs, ok: "1", unseen: "0", gone: "1", body: with(key, nil), undo: func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) {
		if rel == apitest.Removed || apitest.IsCatalogue(kind) && rel == apitest.Sibling {
			w.Admin.Delete(path, object{key: w.IDs[kind][rel]}).Status(200)
		}
	}}
}

func detaches(kind, needs string) rule {
	return rule{on: kind, needs: apitest.Permission(needs), ok: "204", unseen: "204", body: with("id", nil), undo: func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) { w.Attach(kind, rel) }}
}

func reattaches(kind, path string, needs apitest.Permission) rule {
	return rule{on: kind, needs: needs, ok: "1", unseen: "0", gone: "1", body: with("id", nil), undo: func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) {
		if rel == apitest.Removed {
			w.Admin.Delete(path, object{"id": w.IDs[kind][rel]}).Status(204)
		}
	}}
}

// newModerator gives a role to somebody who has none yet, and takes it away again.
func newModerator(kind string, needs apitest.Permission, role tracker.Role) rule {
	return rule{on: kind, needs: needs, ok: "201", unseen: "404", body: with("id", object{"userEmail": "newcomer@people.example", "role": role}),
		undo: func(w *apitest.World, _ apitest.Relation, a *apitest.Answer) {
			var link struct{ ID string }
			a.Into(&link)
			w.Admin.Delete("/"+kind+"/moderator", object{"id": link.ID}).Status(204)
		}}
}

func removesModerator(kind string, needs apitest.Permission, role tracker.Role) rule {
	return rule{on: kind, needs: needs, ok: "204", unseen: "204", body: with("id", nil), undo: func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) { w.Link(kind, rel, role) }}
}

// prices sends a project product, whose price is 10 and whose cost is 5, with another price and cost.
func prices(price, cost any) rule {
	r := on("projectProduct", apitest.SetStatus, with("id", object{"price": price, "cost": cost, "status": 2, "details": "seen"})).withCost()
	r.class = func(c *apitest.Caller, rel apitest.Relation) string {
		seesCost, changes := c.May(apitest.SeeCost, r.on, rel), price != 10 || cost != nil && cost != 5
		switch {
		case cost != nil && !seesCost: // also for the right cost: a hidden cost must not be guessed
			return "403"
		case cost == nil && seesCost:
			return "400"
		case changes && !c.May(apitest.Attach, r.on, rel):
			return "403"
		}
		return "200"
	}
	return r.undoing(object{"price": 10, "cost": 5, "status": 1}, r.on)
}

// ownPrice leaves out the cost if the caller does not see it.
func ownPrice(w *apitest.World, c *apitest.Caller, id string) any {
	body := object{"id": id, "price": 10, "cost": 5, "status": 2}
	if !c.May(apitest.SeeCost, "projectProduct", w.RelationOf("projectProduct", id)) {
		body["cost"] = nil
	}
	return body
}

// rules of every operation, as they were decided.
var rules = map[string][]rule{
	"POST /account/login":                 {{public: true, ok: "400", body: fixed(object{})}},
	"POST /account/requestPassReset":      {{public: true, ok: "200", body: fixed(object{"email": "nobody@people.example"})}},
	"GET /setup":                          {{public: true, ok: "200"}},
	"POST /setup":                         {{public: true, ok: "422", body: fixed(object{"code": "none", "email": "first@people.example", "displayName": "First", "password": apitest.NewPassword})}}, // setup_test.go has the rest
	"PUT /account/resetPass":              {{public: true, ok: "422", body: fixed(apitest.Reset("nobody@people.example", "token", apitest.NewPassword))}},
	"POST /account/refreshToken":          account("200", nil),
	"GET /account":                        account("200", nil),
	"GET /account/logout":                 {{ok: "200", session: true}},
	"PUT /account/changePassword":         account("400", object{}),
	"PUT /account/profile":                account("200", object{"displayName": "Somebody", "gender": 0}),
	"PUT /account/language":               account("200", object{"language": "de"}),
	"PUT /account/profile/address":        account("200", object{"address": apitest.Address}),
	"GET /account/calendar":               account("200", nil),
	"POST /account/calendar":              account("201", nil),
	"DELETE /account/calendar":            account("204", nil),
	"GET /account/notificationSettings":   account("200", nil),
	"PUT /account/notificationSettings":   account("200", object{"hour": 9}),
	"GET /account/reportSettings":         account("200", nil),
	"PUT /account/reportSettings":         account("200", object{"email": "weekly"}),
	"PUT /account/photo":                  {{ok: "200", body: aPicture}},
	"DELETE /account/photo":               account("200", nil),
	"GET /account/session":                account("200", nil),
	"GET /account/key":                    account("200", nil),
	"POST /account/key":                   account("400", object{}), // key_test.go has the rights
	"DELETE /account/key":                 account("404", object{"id": "no-such-key"}),
	"GET /account/secondFactor":           account("200", nil),
	"POST /account/login/second":          {{public: true, ok: "401", body: fixed(object{"ticket": "none", "method": "totp", "code": "1"})}}, // second_factor_test.go has the rest
	"POST /account/totp":                  account("400", object{"currentPassword": "Wrong-Horse-1"}),
	"PUT /account/totp":                   account("422", object{"code": "1"}),
	"DELETE /account/totp":                account("400", object{"currentPassword": "Wrong-Horse-1"}),
	"GET /account/login":                  {{public: true, ok: "200"}},
	"POST /account/login/passkey/options": {{public: true, ok: "401", body: fixed(object{"ticket": "none"})}},
	"POST /account/login/passkey":         {{public: true, ok: "401", body: fixed(object{"credential": object{}})}}, // passkey_test.go has the rest
	"GET /account/oidc/start":             {{public: true, ok: "404"}},                                              // without a provider; internal/oidctest has one
	"GET /account/oidc/callback":          {{public: true, ok: "404"}},
	"POST /account/oidc/finish":           {{public: true, ok: "404"}},
	"DELETE /account/oidc":                account("400", object{"currentPassword": "Wrong-Horse-1"}),
	"GET /account/passkey":                account("200", nil),
	"POST /account/passkey/options":       account("400", object{"currentPassword": "Wrong-Horse-1"}),
	"POST /account/passkey":               account("400", object{"name": "Phone", "credential": object{}}),
	"PUT /account/passkey":                account("404", object{"id": "no-such-passkey", "name": "Phone"}),
	"DELETE /account/passkey":             account("400", object{"id": "no-such-passkey", "currentPassword": "Wrong-Horse-1"}),
	"DELETE /UserManagement/secondFactor": onUser(with("email", nil)),
	"DELETE /UserManagement/session":      {admin(rule{on: "user", needs: apitest.See, ok: "204", unseen: "404", body: with("email", nil)})},
	"DELETE /account/session":             account("404", object{"id": "no-such-session"}), // account_session_test.go has the rights

	"GET /company":                 lists("company"),
	"GET /company/export":          lists("company"),
	"GET /company/{id}":            {reads("company")},
	"GET /company/{id}/dependants": {reads("company")},
	"POST /company":                {admin(rule{ok: "201", body: fixed(object{"name": "New"})})},
	"PUT /company": {on("company", apitest.Manage, func(_ *apitest.World, _ *apitest.Caller, id string) any {
		return object{"data": object{"id": id, "name": "Matrix company edited"}}
	})},
	"PUT /company/address":       {on("company", apitest.Manage, with("id", object{"address": apitest.Address}))},
	"PUT /company/{id}/photo":    {on("company", apitest.Manage, aPicture)},
	"DELETE /company/{id}/photo": {on("company", apitest.Manage, nil)},
	"DELETE /company":            {admin(removes("company", "/company", "id", apitest.See))},
	"PUT /company/restore":       {admin(restores("company", "/company", "id", apitest.See))},
	"POST /company/moderator":    {newModerator("company", apitest.Moderate, tracker.RoleSupport), newModerator("company", apitest.ModerateOwner, tracker.RoleOwner)},
	"PUT /company/moderator": {
		on("companyLink", apitest.Moderate, with("id", object{"role": "Designer", "details": "seen"})),
		on("companyLink", apitest.ModerateOwner, with("id", object{"role": "Owner"})).undoing(object{"role": "Designer"}, "companyLink"),
		on("companyOwner", apitest.ModerateOwner, with("id", object{"role": "Owner", "details": "seen"})),
	},
	"DELETE /company/moderator": {removesModerator("companyLink", apitest.Moderate, tracker.RoleDesigner), removesModerator("companyOwner", apitest.ModerateOwner, tracker.RoleOwner)},

	"GET /project":                 lists("project"),
	"GET /project/export":          lists("project"),
	"GET /project/{id}":            {reads("project").withCost()},
	"GET /project/{id}/dependants": {reads("project")},
	"POST /project":                {{on: "company", needs: apitest.Manage, ok: "201", unseen: "404", body: with("companyId", object{"name": "New"})}},
	"PUT /project":                 {on("project", apitest.Manage, with("id", object{"name": "Matrix project edited"}))},
	"DELETE /project":              {tombstone(removes("project", "/project", "id", apitest.Manage))},
	"PUT /project/restore":         {restores("project", "/project", "id", apitest.Manage)},
	"POST /project/moderator":      {newModerator("project", apitest.Moderate, tracker.RoleSupport), newModerator("project", apitest.ModerateOwner, tracker.RoleOwner)},
	"PUT /project/moderator": {
		on("projectLink", apitest.Moderate, with("id", object{"role": "Designer", "details": "seen"})),
		on("projectLink", apitest.ModerateOwner, with("id", object{"role": "Owner"})).undoing(object{"role": "Designer"}, "projectLink"),
		on("projectOwner", apitest.ModerateOwner, with("id", object{"role": "Owner", "details": "seen"})),
	},
	"DELETE /project/moderator": {removesModerator("projectLink", apitest.Moderate, tracker.RoleDesigner), removesModerator("projectOwner", apitest.ModerateOwner, tracker.RoleOwner)},
	"POST /project/product": {{on: "project", needs: apitest.Attach, ok: "201", unseen: "404", cost: true, body: func(w *apitest.World, _ *apitest.Caller, id string) any {
		return object{"projectId": id, "productId": w.IDs["product"][apitest.Own], "price": 1, "cost": 1, "status": 0}
	}}},
	"GET /project/product":        lists("projectProduct"),
	"GET /project/product/export": lists("projectProduct"),
	"PUT /project/product": {
		on("projectProduct", apitest.SetStatus, ownPrice).withCost(),
		prices(11, nil), prices(10, 5), prices(10, 6),
	},
	"DELETE /project/product":      {detaches("projectProduct", string(apitest.Attach))},
	"PUT /project/product/restore": {reattaches("projectProduct", "/project/product", apitest.Attach)},
	"POST /project/subscription": {{on: "project", needs: apitest.Attach, ok: "201", unseen: "404", cost: true, body: func(w *apitest.World, _ *apitest.Caller, id string) any {
		return w.Term(object{"projectId": id, "subscriptionId": w.IDs["subscription"][apitest.Own]})
	}}},
	"GET /project/subscription":         lists("projectSubscription"),
	"GET /project/subscription/export":  lists("projectSubscription"),
	"GET /project/subscription/{id}":    {reads("projectSubscription").withCost()},
	"PUT /project/subscription":         {on("projectSubscription", apitest.ChangeSub, func(w *apitest.World, _ *apitest.Caller, id string) any { return w.Term(object{"id": id}) }).withCost()},
	"PUT /project/subscription/cancel":  {on("projectSubscription", apitest.ChangeSub, with("id", object{"cancelationReason": "moved"})).withCost().undone()},
	"PUT /project/subscription/renew":   {on("projectSubscription", apitest.ChangeSub, with("id", nil)).withCost()},
	"PUT /project/subscription/plan":    {on("projectSubscription", apitest.ChangeSub, with("id", object{"price": 12})).withCost()},
	"DELETE /project/subscription":      {detaches("projectSubscription", string(apitest.Attach))},
	"PUT /project/subscription/restore": {reattaches("projectSubscription", "/project/subscription", apitest.Attach)},

	"GET /UserManagement":                  {{needs: apitest.Moderate, ok: "200", query: "?Search=own@people"}},
	"GET /UserManagement/export":           {admin(rule{ok: "200", shows: []string{"user"}})},
	"GET /UserManagement/{email}":          onUser(nil),
	"POST /UserManagement":                 {admin(rule{ok: "201", body: apitest.NewUser})},
	"POST /UserManagement/admin":           {admin(rule{ok: "400", body: newAdmin})},
	"PUT /UserManagement":                  onUser(with("email", object{"displayName": "Matrix user edited", "gender": 0})),
	"PUT /UserManagement/address":          onUser(with("email", object{"address": apitest.Address})),
	"PUT /UserManagement/disable":          {admin(on("user", apitest.See, with("email", object{"reason": 1}))).undoingBy("/UserManagement/enable")},
	"PUT /UserManagement/enable":           {admin(on("user", apitest.See, with("email", nil))).undoingBy("")},
	"PUT /UserManagement/admin":            onUser(with("email", object{"isAdmin": false})),
	"POST /UserManagement/invite":          {admin(rule{on: "user", needs: apitest.See, ok: "200", unseen: "404", but: map[apitest.Relation]string{apitest.Removed: "422"}, body: with("email", nil)})},
	"PUT /UserManagement/{email}/photo":    onUser(aPicture),
	"DELETE /UserManagement/{email}/photo": onUser(nil),
	"GET /UserManagement/{email}/data":     onUser(nil),
	"GET /UserManagement/{email}/session":  onUser(nil),
	"PUT /UserManagement/erase":            {admin(rule{on: "user", needs: apitest.See, ok: "200", unseen: "404", class: notDisabled, body: onlyEnabled})},
	"GET /access": {
		reads("company").by("?Entity=company&EntityId={id}"), reads("project").by("?Entity=project&EntityId={id}"),
		onUser(nil)[0].by("?User={id}"), rule{ok: "200"}.by("?User={caller}"),
	},
	"GET /notification":           {{ok: "200", query: "?PageSize=200", shows: []string{"notification"}}},
	"GET /notification/export":    lists("notification"),
	"PUT /notification/viewedAll": account("200", nil),
	"PUT /notification/snooze":    {snoozes()},
	"PUT /notification":           {on("notification", apitest.See, with("notificationId", nil))},
	"GET /change":                 account("200", nil),
	"GET /change/export":          account("200", nil),
	"PUT /change/undo":            account("404", object{"seq": 1 << 40}),                                                                  // history_matrix_test.go has the rights
	"POST /bulk":                  account("200", object{"list": "company", "ids": []string{"none"}, "action": "remove", "preview": true}), // bulk_matrix_test.go has the rights
	"GET /bulk/{id}":              nothingThere,
	"PUT /bulk/stop":              account("404", object{"id": "no-such-bulk"}),
	"POST /import": { // import_matrix_test.go has the rights on rows
		rule{ok: "201", body: aFile}.by("?List=company"), rule{ok: "201", body: aFile}.by("?List=project"), rule{ok: "201", body: aFile}.by("?List=projectSubscription"),
		admin(rule{ok: "201", body: aFile}).by("?List=product"), admin(rule{ok: "201", body: aFile}).by("?List=subscription"), admin(rule{ok: "201", body: aFile}).by("?List=user"),
	},
	"GET /import/{id}":             nothingThere,
	"GET /import/{id}/rows":        nothingThere,
	"GET /import/{id}/refused":     nothingThere,
	"GET /import/template":         {rule{ok: "200"}.by("?List=company")},
	"PUT /import/columns":          account("404", object{"id": "no-such-import", "columns": []object{}}),
	"PUT /import/apply":            account("404", object{"id": "no-such-import"}),
	"DELETE /import":               account("204", object{"id": "no-such-import"}),
	"GET /view":                    account("200", nil),
	"POST /view":                   account("201", object{"list": "company", "name": "Mine", "query": "Search=x"}), // view_test.go has the rights
	"PUT /view":                    account("404", object{"id": "no-such-view", "name": "Mine"}),
	"DELETE /view":                 account("204", object{"id": "no-such-view"}),
	"POST /clientError":            account("204", object{"kind": "TypeError", "page": "app/projects/:id", "stack": ""}),
	"GET /dashboard/statistics":    account("200", nil),
	"GET /dashboard/charts":        account("200", nil),
	"GET /report/recurring":        account("200", nil),
	"GET /report/recurring/export": account("200", nil),
	"GET /forecast":                account("200", nil), // record/forecast_test.go has the rights
	"POST /forecast": {{on: "projectSubscription", needs: apitest.ChangeSub, ok: "changed", unseen: "refused", denied: "refused", outcome: triedOutcome, body: func(w *apitest.World, _ *apitest.Caller, id string) any {
		now := w.API.Clock.Now()
		return object{"until": now.Format("2006-01"), "changes": []object{{"list": "projectSubscription", "ids": []string{id}, "action": "reprice", "params": object{"percent": 5}, "on": now.Format(time.DateOnly)}}}
	}}},
	"GET /plan":                  account("200", nil),
	"POST /plan":                 {{ok: "201", body: func(w *apitest.World, _ *apitest.Caller, _ string) any { return w.Plan() }}, admin(rule{ok: "201", body: ofPlan("", object{"isShared": true})})},
	"PUT /plan":                  {{ok: "404", body: ofPlan(apitest.Foreign, nil)}, admin(rule{ok: "200", body: ofPlan(apitest.Own, nil)})},
	"DELETE /plan":               {{ok: "204", body: ofPlan(apitest.Foreign, nil)}, admin(rule{ok: "204", body: ofPlan(apitest.Own, nil), undo: sharePlanAgain})},
	"POST /plan/apply":           {{ok: "404", body: ofPlan(apitest.Foreign, nil)}, admin(rule{ok: "200", body: ofPlan(apitest.Own, object{"preview": true})})},
	"GET /report/summary":        account("200", nil),
	"GET /report/summary/export": account("200", nil),
	"GET /audit/head":            {admin(rule{ok: "200"})},
	"GET /securityEvent":         {admin(rule{ok: "200"})},
	"GET /securityEvent/export":  {admin(rule{ok: "200"})},
	"GET /groupRole":             {admin(rule{ok: "200"})},
	"PUT /groupRole":             {admin(rule{ok: "200", body: aGroupRole})},
	"POST /groupRole/preview":    {admin(rule{ok: "200", body: aGroupRole})},
	"GET /webhook":               {admin(rule{ok: "200"})},
	"POST /webhook":              {admin(rule{ok: "201", body: aWebhook})},
	"GET /channel":               {admin(rule{ok: "200"})},
	"POST /channel":              {admin(rule{ok: "201", body: aChannel})},
	"PUT /channel": {admin(rule{ok: "404", body: func(*apitest.World, *apitest.Caller, string) any {
		return object{"id": "no-such-channel", "name": "Ops", "kind": "slack", "events": []string{"ended"}}
	}})},
	"DELETE /channel":    {admin(rule{ok: "204", body: func(*apitest.World, *apitest.Caller, string) any { return object{"id": "no-such-channel"} }})},
	"POST /channel/test": {admin(rule{ok: "404", body: func(*apitest.World, *apitest.Caller, string) any { return object{"id": "no-such-channel"} }})},
	"GET /field":         account("200", nil),
	"POST /field": {admin(rule{ok: "201", body: func(w *apitest.World, _ *apitest.Caller, _ string) any {
		return object{"list": "company", "key": "k" + w.Next(), "label": "Key", "kind": "text"}
	}})},
	"PUT /field": {admin(rule{ok: "404", body: func(*apitest.World, *apitest.Caller, string) any {
		return object{"id": "no-such-field", "label": "Key"}
	}})},
	"DELETE /field": {admin(rule{ok: "204", body: func(*apitest.World, *apitest.Caller, string) any { return object{"id": "no-such-field"} }})},
	"PUT /webhook": {admin(rule{ok: "404", body: func(*apitest.World, *apitest.Caller, string) any {
		return object{"id": "no-such-webhook", "url": "http://127.0.0.1:1/", "events": []string{"user.edit"}}
	}})},
	"DELETE /webhook":            {admin(rule{ok: "204", body: func(*apitest.World, *apitest.Caller, string) any { return object{"id": "no-such-webhook"} }})},
	"GET /webhook/{id}/delivery": {admin(nothingThere[0])},
	"POST /webhook/redeliver":    {admin(rule{ok: "404", body: func(*apitest.World, *apitest.Caller, string) any { return object{"id": "no-such-delivery"} }})},
	"GET /search":                {{ok: "200", query: "?Search=matrix", shows: []string{"company", "project", "product", "subscription", "user"}}},
	"PUT /product/{id}/photo":    {admin(on("product", apitest.See, aPicture))},
	"DELETE /product/{id}/photo": {admin(on("product", apitest.See, nil))},
}

// The two catalogues have the same rules.
func init() {
	for _, kind := range []string{"product", "subscription"} {
		path, category := "/"+kind, kind+"Category"
		categories := path + "/categories"
		maps.Copy(rules, map[string][]rule{
			"GET " + path:                      {{ok: "200", shows: []string{kind}, query: "?PageSize=200"}},
			"GET " + path + "/export":          lists(kind),
			"GET " + path + "/{id}":            {reads(kind).costIf(kind == "subscription")},
			"GET " + path + "/{id}/dependants": {admin(reads(kind))},
			"POST " + path: {admin(rule{ok: "201", body: func(w *apitest.World, _ *apitest.Caller, _ string) any {
				return w.Item(kind, w.IDs[category][apitest.Own], "New")
			}})},
			"PUT " + path: {admin(on(kind, apitest.See, func(w *apitest.World, _ *apitest.Caller, id string) any {
				body := w.Item(kind, w.IDs[category][apitest.Own], "Matrix "+kind+" edited")
				body["id"] = id
				return object{"data": body}
			}))},
			"DELETE " + path:                           {admin(removes(kind, path, "id", apitest.See))},
			"PUT " + path + "/restore":                 {admin(restores(kind, path, "id", apitest.See))},
			"GET " + categories:                        lists(category),
			"GET " + categories + "/export":            lists(category),
			"GET " + categories + "/{name}/dependants": {admin(reads(category))},
			"POST " + categories:                       {admin(rule{ok: "201", body: func(w *apitest.World, _ *apitest.Caller, _ string) any { return object{"name": "New " + w.Next()} }})},
			"PUT " + categories: {admin(rule{on: category, needs: apitest.See, ok: "200", unseen: "404", body: func(w *apitest.World, _ *apitest.Caller, name string) any {
				return object{"name": name, "newName": name + " "} // the same, since texts are trimmed: the next caller looks for it
			}})},
			"DELETE " + categories:           {admin(removes(category, categories, "name", apitest.See))},
			"PUT " + categories + "/restore": {admin(restores(category, categories, "name", apitest.See))},
		})
	}
}

// Notes have the rules of their records.
func init() {
	adminsAlone := func(ok string) func(*apitest.Caller, apitest.Relation) string {
		return func(c *apitest.Caller, _ apitest.Relation) string {
			if c.Admin {
				return ok
			}
			return "403"
		}
	}
	seeingCost := func(kind, ok string) func(*apitest.Caller, apitest.Relation) string {
		return func(c *apitest.Caller, rel apitest.Relation) string {
			if c.May(apitest.SeeCost, kind, rel) {
				return ok
			}
			return "403"
		}
	}
	nobody := func(*apitest.Caller, apitest.Relation) string { return "403" }
	add := func(call string, r rule) { rules[call] = append(rules[call], r) }
	for kind, edit := range apitest.NoteHolders {
		of := "?Entity=" + kind + "&EntityId={id}"
		add("GET /note", reads(kind).by(of))
		add("GET /note", reads(kind).by(of+"&Within=true"))
		add("GET /note/mentionable", reads(kind).by(of))
		body := func(pinned bool) func(*apitest.World, *apitest.Caller, string) any {
			return with("entityId", object{"entity": kind, "text": "New", "isPinned": pinned})
		}
		writes := rule{on: kind, needs: apitest.See, ok: "201", unseen: "404", body: body(false)}
		pinned := rule{on: kind, needs: edit, ok: "201", unseen: "404", body: body(true)}
		pins := on(kind+"Note", edit, with("id", object{"isPinned": true}))
		removes := rule{on: kind + "Note", needs: edit, ok: "204", unseen: "204", body: with("id", nil),
			undo: func(w *apitest.World, _ apitest.Relation, a *apitest.Answer) { w.Admin.Undone(a.LastSeq()) }}
		if edit == "" {
			pinned.needs, pinned.class = apitest.See, adminsAlone("201")
			pins.needs, pins.class = apitest.See, adminsAlone("200")
			removes.needs, removes.class = apitest.See, adminsAlone("204")
		}
		pins.undo = func(w *apitest.World, _ apitest.Relation, a *apitest.Answer) { w.Admin.Undone(a.LastSeq()) }
		text := on(kind+"Note", apitest.See, with("id", object{"text": "Of another"}))
		text.class = nobody
		file := func(*apitest.World, *apitest.Caller, string) any { return []byte("New") }
		uploads := rule{on: kind, needs: edit, ok: "201", unseen: "404", body: file}.by(of + "&Name=new.txt")
		hides := rule{on: kind, needs: edit, ok: "201", unseen: "404", body: file, class: seeingCost(kind, "201")}.by(of + "&Name=new.txt&IsConfidential=true")
		describes := on(kind+"Document", edit, with("id", object{"details": "Seen"}))
		drops := rule{on: kind + "Document", needs: edit, ok: "204", unseen: "204", body: with("id", nil)}
		if edit == "" {
			uploads.needs, uploads.class = apitest.See, adminsAlone("201")
			hides.needs, hides.class = apitest.See, adminsAlone("201")
			describes.needs, describes.class = apitest.See, adminsAlone("200")
			drops.needs, drops.class = apitest.See, adminsAlone("204")
		}
		describes.undo, drops.undo = pins.undo, removes.undo
		add("GET /document", reads(kind).by(of))
		add("GET /document/count", rule{on: kind, needs: apitest.See, ok: "200", unseen: "200"}.by("?Entity="+kind+"&EntityIds={id}"))
		add("GET /document/{id}/content", reads(kind+"Document"))
		add("POST /document", uploads)
		add("POST /document", hides)
		add("PUT /document", describes)
		add("DELETE /document", drops)
		add("POST /note", writes)
		add("POST /note", pinned)
		add("PUT /note", pins)
		add("PUT /note", text)
		add("DELETE /note", removes)
	}
	add("GET /note", rule{ok: "200"}.by("?Search=matrix"))
	add("GET /document/limits", rule{ok: "200"})
}

// snoozes brings the notification back, because the lists of the next caller have it.
func snoozes() rule {
	r := on("notification", apitest.See, with("notificationId", object{"until": "2099-01-01T00:00:00Z"}))
	r.undo = func(w *apitest.World, _ apitest.Relation, _ *apitest.Answer) {
		w.API.Exec(`UPDATE notification SET snoozed_until = NULL`)
	}
	return r
}

// aGroupRole is a right of a group that nobody is in.
func aGroupRole(*apitest.World, *apitest.Caller, string) any {
	return []object{{"group": "matrix", "companyId": nil, "role": "administrator"}}
}

// aWebhook is off, so that the changes of the matrix are not queued for it.
func aWebhook(*apitest.World, *apitest.Caller, string) any {
	return object{"url": "http://127.0.0.1:1/", "events": []string{"user.edit"}, "isEnabled": false}
}

func aChannel(*apitest.World, *apitest.Caller, string) any {
	return object{"name": "Ops", "kind": "slack", "url": "http://127.0.0.1:1/", "events": []string{"ended"}, "isEnabled": false}
}

// newAdmin is a good body from callers who may not send it. From those who may, the password is
// missing, because its hash is slow.
func newAdmin(w *apitest.World, c *apitest.Caller, _ string) any {
	body := apitest.NewUser(w, c, "").(object)
	if !c.Admin {
		body["password"] = apitest.NewPassword
	}
	return body
}

func (r rule) by(query string) rule { r.query = query; return r }

func (r rule) withCost() rule { r.cost = true; return r }

func (r rule) costIf(is bool) rule { r.cost = is; return r }

// tombstone is for operations that do not find a removed object even for callers who have the
// right on it. Callers who have a role without the right are refused.
func tombstone(r rule) rule { r.gone = r.unseen; return r }

// undone takes the change back.
func (r rule) undone() rule {
	r.undo = func(w *apitest.World, _ apitest.Relation, a *apitest.Answer) { w.Admin.Undone(a.LastSeq()) }
	return r
}

// undoing edits the object back to its old state.
func (r rule) undoing(body object, kind string) rule {
	path := map[string]string{"companyLink": "/company/moderator", "projectLink": "/project/moderator", "projectProduct": "/project/product"}[kind]
	r.undo = func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) {
		w.Admin.Put(path, with("id", body)(w, nil, w.IDs[kind][rel])).Status(200)
	}
	return r
}

// undoingBy gives a user the old state back.
func (r rule) undoingBy(path string) rule {
	r.undo = func(w *apitest.World, rel apitest.Relation, _ *apitest.Answer) {
		switch email := w.IDs["user"][rel]; {
		case path != "" && rel != apitest.Removed:
			w.Admin.Put(path, object{"email": email}).Status(200)
		case path == "" && rel == apitest.Removed:
			w.Admin.Put("/UserManagement/disable", object{"email": email, "reason": 1}).Status(200)
		}
	}
	return r
}

// triedOutcome is what a forecast says of the only record that its only change is for.
func triedOutcome(a *apitest.Answer) string {
	var f tracker.Forecast
	if a.Into(&f); len(f.Changes) == 1 {
		switch f.Changes[0] {
		case tracker.ForecastChange{Total: 1, Changes: 1}:
			return "changed"
		case tracker.ForecastChange{Total: 1, RefusedTotal: 1}:
			return "refused"
		}
	}
	return a.Body.String()
}

// ofPlan is a body with all that calls of a plan take.
func ofPlan(rel apitest.Relation, more object) func(*apitest.World, *apitest.Caller, string) any {
	return func(w *apitest.World, _ *apitest.Caller, _ string) any {
		return apitest.Merged(apitest.Merged(w.Plan(), object{"id": w.IDs["plan"][rel]}), more)
	}
}

func sharePlanAgain(w *apitest.World, _ apitest.Relation, _ *apitest.Answer) { w.SharePlan() }
