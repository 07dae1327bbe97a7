package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// The matrix of the history: every kind of change, by every kind of caller. What the history
// lists must agree with what an undo then answers.

// hiddenCost is the cost in every change that has one, so that a leak is found in any answer.
const hiddenCost = "31337.77"

// changeKind is a kind of change, which an administrator makes, and who may take it back.
type changeKind struct {
	entity, action string
	on             string                               // the object whose roles decide; "user" has none
	needs          []permission                         // nil: administrators alone
	reason         string                               // why nobody can take it back
	costOnly       bool                                 // changes nothing but cost
	do             func(w *world, rel relation) *answer // can be repeated after an undo
}

var (
	aCost = json.Number(hiddenCost)

	// changeKinds has every action on every entity. A restored record is removed first.
	changeKinds = []changeKind{
		{"company", "create", "user", nil, "", false, func(w *world, _ relation) *answer { return w.admin.post("/company", object{"name": "New"}) }},
		{"company", "edit", "company", []permission{manage}, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/company", object{"data": object{"id": w.ids["company"][rel], "name": "Changed", "details": "d"}})
		}},
		{"company", "address", "company", []permission{manage}, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/company/address", object{"id": w.ids["company"][rel], "address": address})
		}},
		{"company", "photo", "company", []permission{manage}, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/company/"+w.ids["company"][rel]+"/photo", picture(w.api.t, 3))
		}},
		{"company", "remove", "company", nil, "", false, removing("company", "/company", "id")},
		{"company", "restore", "company", nil, "", false, restoring("company", "/company", "id")},

		{"project", "create", "company", []permission{manage}, "", false, func(w *world, rel relation) *answer {
			return w.admin.post("/project", object{"companyId": w.ids["company"][rel], "name": "New"})
		}},
		{"project", "edit", "project", []permission{manage}, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/project", object{"id": w.ids["project"][rel], "name": "Changed"})
		}},
		{"project", "remove", "project", []permission{manage}, "", false, removing("project", "/project", "id")},
		{"project", "remove", "company", []permission{manage}, "", false, func(w *world, rel relation) *answer { // without contents: it is gone
			return w.admin.delete("/project", object{"id": w.admin.made("/project", object{"companyId": w.ids["company"][rel], "name": "Empty"})})
		}},
		{"project", "restore", "project", []permission{manage}, "", false, restoring("project", "/project", "id")},

		{"projectProduct", "create", "project", []permission{attach, seeCost}, "", false, func(w *world, rel relation) *answer {
			return w.admin.post("/project/product", object{"projectId": w.ids["project"][rel], "productId": w.ids["product"][own], "price": 1, "cost": aCost, "status": 0})
		}},
		{"projectProduct", "edit", "projectProduct", []permission{setStatus}, "", false, editedProduct(object{"status": 2, "details": "d"})},
		{"projectProduct", "edit", "projectProduct", []permission{setStatus, attach}, "", false, editedProduct(object{"price": 12})},
		{"projectProduct", "edit", "projectProduct", []permission{setStatus, attach, seeCost}, "", true, editedProduct(object{"cost": aCost})},
		{"projectProduct", "edit", "projectProduct", []permission{setStatus, attach, seeCost}, "", false, editedProduct(object{"cost": aCost, "status": 2})},
		{"projectProduct", "remove", "projectProduct", []permission{attach, seeCost}, "", false, removing("projectProduct", "/project/product", "id")},
		{"projectProduct", "restore", "projectProduct", []permission{attach, seeCost}, "", false, restoring("projectProduct", "/project/product", "id")},

		{"projectSubscription", "create", "project", []permission{attach, seeCost}, "", false, func(w *world, rel relation) *answer {
			return w.admin.post("/project/subscription", w.term(object{"projectId": w.ids["project"][rel], "subscriptionId": w.ids["subscription"][own]}))
		}},
		{"projectSubscription", "edit", "projectSubscription", []permission{changeSub}, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/project/subscription", merged(w.term(object{"id": w.ids["projectSubscription"][rel]}), object{"price": 21, "details": "d"}))
		}},
		{"projectSubscription", "cancel", "projectSubscription", []permission{changeSub}, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/project/subscription/cancel", object{"id": w.ids["projectSubscription"][rel], "cancelationReason": "moved"})
		}},
		{"projectSubscription", "remove", "projectSubscription", []permission{attach, seeCost}, "", false, removing("projectSubscription", "/project/subscription", "id")},
		{"projectSubscription", "restore", "projectSubscription", []permission{attach, seeCost}, "", false, restoring("projectSubscription", "/project/subscription", "id")},
		{"projectSubscription", "renew", "project", nil, "Time did this.", false, byTime(true)},
		{"projectSubscription", "end", "project", nil, "Time did this.", false, byTime(false)},

		{"user", "create", "user", nil, "Disable the user instead.", false, func(w *world, _ relation) *answer {
			return w.admin.post("/UserManagement", newUser(w, nil, "").(object))
		}},
		{"user", "edit", "user", nil, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/UserManagement", object{"email": w.ids["user"][rel], "displayName": "Changed", "gender": 0})
		}},
		{"user", "edit", "user", nil, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/UserManagement/admin", object{"email": w.ids["user"][rel], "isAdmin": true})
		}},
		{"user", "address", "user", nil, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/UserManagement/address", object{"email": w.ids["user"][rel], "address": address})
		}},
		{"user", "photo", "user", nil, "", false, func(w *world, rel relation) *answer {
			return w.admin.put("/UserManagement/"+w.ids["user"][rel]+"/photo", picture(w.api.t, 4))
		}},
		{"user", "disable", "user", nil, "", false, disabling},
		{"user", "enable", "user", nil, "", false, func(w *world, rel relation) *answer {
			disabling(w, rel)
			return w.admin.put("/UserManagement/enable", object{"email": w.ids["user"][rel]})
		}},
		{"user", "invite", "user", nil, "A mail was sent.", false, func(w *world, rel relation) *answer {
			return w.admin.post("/UserManagement/invite", object{"email": w.ids["user"][rel]})
		}},
		{"user", "password", "user", nil, "A password was set.", false, logged("password")},
		{"user", "erase", "user", nil, "A person was erased", false, logged("erase")},
	}
)

// The moderators of companies and projects have the same rules, and so have the catalogues.
func init() {
	for _, on := range []string{"company", "project"} {
		path := "/" + on + "/moderator"
		for i, role := range []tracker.Role{tracker.RoleSupport, tracker.RoleOwner} {
			link, needs := on+[]string{"Link", "Owner"}[i], []permission{moderate, moderateOwner}[i]
			add := func(kind, action string, do func(w *world, rel relation) *answer) {
				changeKinds = append(changeKinds, changeKind{on + "Moderator", action, kind, []permission{needs}, "", false, do})
			}
			add(on, "create", func(w *world, rel relation) *answer {
				return w.admin.post(path, object{"id": w.ids[on][rel], "userEmail": "newcomer@people.example", "role": role})
			})
			add(link, "edit", func(w *world, rel relation) *answer {
				return w.admin.put(path, object{"id": w.ids[link][rel], "role": tracker.RoleDeveloper, "details": "d"})
			})
			add(link, "remove", func(w *world, rel relation) *answer { return w.admin.delete(path, object{"id": w.ids[link][rel]}) })
		}
	}
	for _, kind := range []string{"product", "subscription"} {
		path, category := "/"+kind, kind+"Category"
		item := func(w *world, rel relation, more object) object {
			body := merged(w.item(kind, w.ids[category][own], "Changed"), object{"id": w.ids[kind][rel]}, more)
			return object{"data": body}
		}
		add := func(entity, action string, costOnly bool, do func(w *world, rel relation) *answer) {
			changeKinds = append(changeKinds, changeKind{entity, action, entity, nil, "", costOnly, do})
		}
		add(kind, "create", false, func(w *world, _ relation) *answer {
			return w.admin.post(path, w.item(kind, w.ids[category][own], "New"))
		})
		add(kind, "edit", false, func(w *world, rel relation) *answer { return w.admin.put(path, item(w, rel, nil)) })
		if kind == "subscription" {
			add(kind, "edit", true, func(w *world, rel relation) *answer {
				return w.admin.put(path, item(w, rel, object{"name": "Matrix subscription own", "cost": aCost}))
			})
		} else {
			add(kind, "photo", false, func(w *world, rel relation) *answer {
				return w.admin.put(path+"/"+w.ids[kind][rel]+"/photo", picture(w.api.t, 5))
			})
		}
		add(kind, "remove", false, removing(kind, path, "id"))
		add(kind, "restore", false, restoring(kind, path, "id"))
		add(category, "create", false, func(w *world, _ relation) *answer {
			return w.admin.post(path+"/categories", object{"name": "New " + w.next()})
		})
		add(category, "edit", false, func(w *world, rel relation) *answer {
			return w.admin.put(path+"/categories", object{"name": w.ids[category][rel], "newName": "Changed"})
		})
		add(category, "remove", false, removing(category, path+"/categories", "name"))
		add(category, "restore", false, restoring(category, path+"/categories", "name"))
	}
}

func removing(kind, path, key string) func(w *world, rel relation) *answer {
	return func(w *world, rel relation) *answer { return w.admin.delete(path, object{key: w.ids[kind][rel]}) }
}

func restoring(kind, path, key string) func(w *world, rel relation) *answer {
	return func(w *world, rel relation) *answer {
		removing(kind, path, key)(w, rel)
		return w.admin.put(path+"/restore", object{key: w.ids[kind][rel]})
	}
}

func editedProduct(values object) func(w *world, rel relation) *answer {
	return func(w *world, rel relation) *answer {
		return w.admin.put("/project/product", merged(object{"id": w.ids["projectProduct"][rel], "price": 10, "cost": 5, "status": 1}, values))
	}
}

func disabling(w *world, rel relation) *answer {
	return w.admin.put("/UserManagement/disable", object{"email": w.ids["user"][rel], "reason": 1})
}

// byTime attaches a subscription and lets its end pass.
func byTime(renews bool) func(w *world, rel relation) *answer {
	return func(w *world, rel relation) *answer {
		now := w.api.clock.Now()
		attached := w.admin.post("/project/subscription", object{"projectId": w.ids["project"][rel], "subscriptionId": w.ids["subscription"][own],
			"startAt": now.AddDate(0, -1, 0), "endAt": now.Add(time.Second), "price": 3, "autoRenew": renews}).status(201)
		w.api.clock.Advance(2 * time.Second)
		if err := w.api.app.ScanSubscriptions(w.api.t.Context()); err != nil {
			w.api.t.Fatal(err)
		}
		return attached
	}
}

// logged puts another action into the log of an edit.
func logged(action string) func(w *world, rel relation) *answer {
	return func(w *world, rel relation) *answer {
		a := w.admin.put("/UserManagement", object{"email": w.ids["user"][rel], "displayName": "For " + action, "gender": 0})
		w.api.exec("UPDATE change SET action = $1 WHERE seq = $2", action, a.lastSeq())
		return a
	}
}

// Every action on every entity has a kind of change above, or does not exist.
func TestEveryChangeHasAKind(t *testing.T) {
	none := map[string]string{
		"company": "cancel disable enable invite renew end password erase", "project": "address photo cancel disable enable invite renew end password erase",
		"projectProduct": "address photo cancel disable enable invite renew end password erase", "projectSubscription": "address photo disable enable invite password erase",
		"product": "address cancel disable enable invite renew end password erase", "subscription": "address photo cancel disable enable invite renew end password erase",
		"user": "remove restore cancel renew end",
	}
	for _, entity := range []string{"productCategory", "subscriptionCategory"} {
		none[entity] = "address photo cancel disable enable invite renew end password erase"
	}
	for _, entity := range []string{"companyModerator", "projectModerator"} {
		none[entity] = "address photo restore cancel disable enable invite renew end password erase"
	}
	for _, entity := range tracker.ChangedEntities {
		for _, action := range tracker.ChangeActions {
			tried := action == "undo" || slices.ContainsFunc(changeKinds, func(k changeKind) bool { return k.entity == entity && k.action == action })
			if tried == slices.Contains(strings.Fields(none[entity]), action) {
				t.Errorf("%s of %s is tried: %v; it must be a kind of change or among those that do not exist", action, entity, tried)
			}
		}
	}
}

func TestHistoryMatrix(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells := newWorld(api), 0
		w.admin.put("/subscription", object{"data": merged(w.item("subscription", w.ids["subscriptionCategory"][own], "Matrix subscription own"),
			object{"id": w.ids["subscription"][own], "cost": json.Number("31337.78")})}).status(200)
		signedIn := slices.DeleteFunc(slices.Clone(w.callers), func(c *caller) bool { return !c.signedIn })
		for i, kind := range changeKinds {
			sample := func(k int, callers []*caller) (some []*caller) {
				for j, c := range callers {
					if api.tries(i, j, k) {
						some = append(some, c)
					}
				}
				return some
			}
			cells += w.tryUndo(kind, own, sample(0, w.callers))
			if kind.on == "user" || isCatalogue(kind.on) {
				continue
			}
			for k, rel := range []relation{sibling, foreign} {
				cells += w.tryUndo(kind, rel, sample(k+1, signedIn))
			}
		}
		t.Logf("%d kinds of changes, %d callers, %d cells", len(changeKinds), len(w.callers), cells)
	})
}

// tryUndo makes a change and lets all callers try to take it back, and then to take back that
// undo. Those who may not come first, while nobody can write. It leaves everything as it was.
func (w *world) tryUndo(k changeKind, rel relation, callers []*caller) (cells int) {
	w.api.t.Helper()
	w.api.clock.Advance(time.Second) // so that a cell reads the changes of this kind alone
	since := w.api.clock.Now()
	var may []*caller
	refuse := func(seq int64) {
		before := w.fingerprint()
		w.api.withWriterTaken(func() {
			for _, c := range callers {
				if c.mayUndo(k, rel) {
					continue
				}
				w.undoCell(k, rel, c, seq, since)
				cells++
			}
		})
		if after := w.fingerprint(); after != before {
			w.api.t.Errorf("%s of %s: a refusal changed the database\nfrom %s\n  to %s", k.action, k.entity, before, after)
		}
	}
	for _, c := range callers {
		if c.mayUndo(k, rel) {
			may = append(may, c)
		}
	}
	make := func() int64 {
		if done := k.do(w, rel); done.Code >= 300 {
			w.api.t.Fatalf("%s of %s %s: %d %s", k.action, rel, k.entity, done.Code, done.Body)
		}
		seq := int64(w.api.count("SELECT max(seq) FROM change"))
		if stored := w.api.count("SELECT count(*) FROM change WHERE seq = $1 AND entity = $2 AND (action = $3 OR action = 'administrator')", seq, k.entity, k.action); stored != 1 {
			w.api.t.Fatalf("%s of %s %s: the last change is another one", k.action, rel, k.entity)
		}
		return seq
	}
	seq := make()
	refuse(seq)
	if k.reason != "" {
		return cells
	}
	undo := seq
	if len(may) == 0 { // none of the sample
		undo = w.admin.undone(seq)
	}
	for i, c := range may {
		if i > 0 {
			seq = make()
		}
		undo = w.undoCell(k, rel, c, seq, since)
	}
	if rel == own { // an undo has the rights of the change that it takes back, wherever that is
		refuse(undo)
		for _, c := range may {
			undo = w.admin.undone(w.undoCell(k, rel, c, undo, since))
		}
	}
	if k.action == "restore" || k.action == "enable" { // its undo is no state to leave behind
		make()
	}
	return cells + len(may)
}

// sees reports whether the history shows a change to the caller.
func (c *caller) sees(k changeKind, rel relation) bool {
	return c.admin || c.may(see, k.on, rel) && (!k.costOnly || c.may(seeCost, k.on, rel))
}

// mayUndo reports whether the caller may take a change back.
func (c *caller) mayUndo(k changeKind, rel relation) bool {
	if k.reason != "" || !c.sees(k, rel) {
		return false
	}
	return c.admin || k.needs != nil && !slices.ContainsFunc(k.needs, func(p permission) bool { return !c.may(p, k.on, rel) })
}

// undoCell lists a change, with those since an instant, and tries to take it back. What is listed must agree with the
// answer, whose change it returns.
func (w *world) undoCell(k changeKind, rel relation, c *caller, seq int64, since time.Time) (undo int64) {
	t := w.api.t
	t.Helper()
	cell := fmt.Sprintf("%s of %s %s by %s", k.action, rel, k.entity, c.name)
	query := "Entity=" + k.entity + "&From=" + since.Format(time.RFC3339)
	list, undone := c.get("/change?PageSize=5&"+query), c.undo(seq)
	if !c.signedIn {
		if list.Code != 401 || undone.Code != 401 {
			t.Errorf("%s: %d and %d", cell, list.Code, undone.Code)
		}
		return 0
	}
	var changes []tracker.Change
	list.status(200).into(&changes)
	at := slices.IndexFunc(changes, func(change tracker.Change) bool { return change.Seq == seq })
	if (at >= 0) != c.sees(k, rel) {
		t.Errorf("%s is listed: %v", cell, at >= 0)
	}
	if !c.may(seeCost, "anything", own) && slices.ContainsFunc(tracker.FieldsOf(k.entity), func(f tracker.Field) bool { return f.Name == "cost" }) {
		for _, a := range []*answer{list, undone, c.get("/change/export?" + query)} {
			if text := a.Body.String(); strings.Contains(text, hiddenCost) || strings.Contains(text, `"cost"`) || strings.Contains(text, "Cost:") {
				t.Errorf("%s: %s shows cost: %.300s", cell, a.request, text)
			}
		}
	}
	want := 403
	switch {
	case !c.sees(k, rel):
		want = 404
	case k.reason != "":
		want = 422
	case c.mayUndo(k, rel):
		want = 200
	}
	if undone.Code != want {
		t.Errorf("%s: %d, want %d: %s", cell, undone.Code, want, undone.Body)
	}
	var problem struct{ Reason string }
	if undone.into(&problem); at >= 0 {
		listed := changes[at].Undo
		if slices.ContainsFunc(changes[at].Fields, func(f tracker.FieldChange) bool { return f.Name == "cost" }) && !c.may(seeCost, k.on, rel) {
			t.Errorf("%s shows the cost", cell)
		}
		if listed.Allowed != (want == 200) || orEmpty(listed.Reason) != problem.Reason || !strings.Contains(problem.Reason, k.reason) {
			t.Errorf("%s: listed are %v and %q, the answer is %s", cell, listed.Allowed, orEmpty(listed.Reason), undone.Body)
		}
	}
	if undone.Code != 200 {
		return 0
	}
	return undone.lastSeq()
}

// People take back what was done to their own profile, which the history does not list for them,
// and nothing else that was done to a user.
func TestUndoOfTheOwnProfile(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		var other *caller
		for _, c := range w.callers {
			if !c.signedIn || c.admin {
				continue
			}
			user := object{"email": c.email}
			for _, done := range []struct {
				want int
				do   func() *answer
			}{
				{200, func() *answer { return c.put("/account/profile", object{"displayName": "By myself", "gender": 1}) }},
				{200, func() *answer { return c.put("/account/profile/address", object{"address": address}) }},
				{200, func() *answer { return c.put("/account/photo", picture(t, 3)) }},
				{200, func() *answer {
					return w.admin.put("/UserManagement", merged(user, object{"displayName": "By another", "gender": 1}))
				}},
				{200, func() *answer {
					return w.admin.put("/UserManagement/address", merged(user, object{"address": address}))
				}},
				{200, func() *answer { return w.admin.put("/UserManagement/"+c.email+"/photo", picture(t, 4)) }},
				{403, func() *answer { // the right that was taken away
					w.admin.put("/UserManagement/admin", merged(user, object{"isAdmin": true})).status(200)
					return w.admin.put("/UserManagement/admin", merged(user, object{"isAdmin": false}))
				}},
			} {
				seq := done.do().status(200).lastSeq()
				if other != nil {
					other.undo(seq).problem(404, "notFound")
				}
				c.undo(seq).status(done.want)
			}
			if listed := c.history("Entity=user&EntityId=" + c.email); len(listed) != 0 {
				t.Errorf("%s finds %v", c.name, listed)
			}
			other = c
		}
	})
}

// Who sees cost in one place does not see it in another, and a conflict tells nobody of a cost
// that is hidden from them.
func TestCostStaysHiddenHere(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		project, attached := w.ids["project"][own], w.ids["projectProduct"][own]
		api.addUser(userEmail, "Grace", false)
		w.admin.addModerator(w.ids["company"][foreign], userEmail, tracker.RoleOwner)
		w.admin.post("/project/moderator", object{"id": project, "userEmail": userEmail, "role": "Developer"}).status(201)
		grace := api.signIn(userEmail)
		edit := func(values object) int64 { return editedProduct(values)(w, own).status(200).lastSeq() }
		status := edit(object{"status": 2})
		both := edit(object{"cost": aCost, "status": 0})
		alone := edit(object{"cost": json.Number("31337.78"), "status": 0})
		api.exec("UPDATE change SET batch_id = 'batch' WHERE seq IN ($1, $2)", both, alone)
		for query, want := range map[string]int{"Entity=projectProduct&EntityId=" + attached: 3, "BatchId=batch": 1, "Field=cost&Entity=projectProduct&EntityId=" + attached: 0,
			"Entity=project&Within=true&Field=cost&EntityId=" + project: 0} {
			list, file := grace.get("/change?"+query).status(200), grace.get("/change/export?"+query).status(200)
			for _, a := range []*answer{list, file} {
				if text := a.Body.String(); strings.Contains(text, "31337") || strings.Contains(text, `"cost"`) || strings.Contains(text, "Cost") {
					t.Errorf("%s by %s: %s", a.request, query, text)
				}
			}
			if got := list.Header().Get("Pagination"); !strings.Contains(got, fmt.Sprintf(`"totalItems":%d,`, want)) {
				t.Errorf("%s: %s, want %d", query, got, want)
			}
			if lines := strings.Count(file.Body.String(), "\n") - 1; lines != want {
				t.Errorf("%s exports %d lines, want %d", query, lines, want)
			}
		}
		p := grace.undo(status).problem(422, "undoConflict")
		if text := fmt.Sprint(p); strings.Contains(text, "31337") || strings.Contains(text, "ost") || len(list(p["conflicts"])) != 1 {
			t.Error(text)
		}
		for _, force := range []bool{false, true} {
			grace.put("/change/undo", object{"seq": both, "force": force}).problem(403, "forbidden")
			grace.put("/change/undo", object{"seq": alone, "force": force}).problem(404, "notFound")
			grace.put("/change/undo", object{"batchId": "batch", "force": force}).problem(403, "forbidden")
		}
		grace.put("/change/undo", object{"seq": status, "force": true}).status(200)
		if got := shown(w.admin, "/project/"+project); !strings.Contains(got, `"cost": 31337.78`) {
			t.Error(got)
		}
	})
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
