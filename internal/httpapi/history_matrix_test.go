package httpapi_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// The matrix of the history: every kind of change, by every kind of caller. What the history
// lists must agree with what an undo then answers.

// changeKind is a kind of change, which an administrator makes, and who may take it back.
type changeKind struct {
	entity, action string
	on             string                                                       // the object whose roles decide; "user" has none
	needs          []apitest.Permission                                         // nil: administrators alone
	reason         string                                                       // why nobody can take it back
	costOnly       bool                                                         // changes nothing but cost
	do             func(w *apitest.World, rel apitest.Relation) *apitest.Answer // can be repeated after an undo
}

var (

	// changeKinds has every action on every entity. A restored record is removed first.
	changeKinds = []changeKind{
		{"field", "create", "user", nil, "", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/field", object{"list": "project", "key": "new" + w.Next(), "label": "New", "kind": "text"})
		}},
		{"field", "edit", "user", nil, "", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/field", object{"id": aField(w), "label": "Label " + w.Next()})
		}},
		{"field", "remove", "user", nil, "", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Delete("/field", object{"id": aField(w)})
		}},
		{"company", "create", "user", nil, "", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/company", object{"name": "New"})
		}},
		{"company", "edit", "company", []apitest.Permission{apitest.Manage}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/company", object{"data": object{"id": w.IDs["company"][rel], "name": "Changed", "details": "d"}})
		}},
		{"company", "address", "company", []apitest.Permission{apitest.Manage}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/company/address", object{"id": w.IDs["company"][rel], "address": apitest.Address})
		}},
		{"company", "photo", "company", []apitest.Permission{apitest.Manage}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/company/"+w.IDs["company"][rel]+"/photo", apitest.Picture(w.API.T, 3))
		}},
		{"company", "remove", "company", nil, "", false, removing("company", "/company", "id")},
		{"company", "restore", "company", nil, "", false, restoring("company", "/company", "id")},

		{"project", "create", "company", []apitest.Permission{apitest.Manage}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/project", object{"companyId": w.IDs["company"][rel], "name": "New"})
		}},
		{"project", "edit", "project", []apitest.Permission{apitest.Manage}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/project", object{"id": w.IDs["project"][rel], "name": "Changed"})
		}},
		{"project", "remove", "project", []apitest.Permission{apitest.Manage}, "", false, removing("project", "/project", "id")},
		{"project", "remove", "company", []apitest.Permission{apitest.Manage}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer { // without contents: it is gone
			return w.Admin.Delete("/project", object{"id": w.Admin.Made("/project", object{"companyId": w.IDs["company"][rel], "name": "Empty"})})
		}},
		{"project", "restore", "project", []apitest.Permission{apitest.Manage}, "", false, restoring("project", "/project", "id")},

		{"projectProduct", "create", "project", []apitest.Permission{apitest.Attach, apitest.SeeCost}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/project/product", object{"projectId": w.IDs["project"][rel], "productId": w.IDs["product"][apitest.Own], "price": 1, "cost": apitest.ACost, "status": 0})
		}},
		{"projectProduct", "edit", "projectProduct", []apitest.Permission{apitest.SetStatus}, "", false, editedProduct(object{"status": 2, "details": "d"})},
		{"projectProduct", "edit", "projectProduct", []apitest.Permission{apitest.SetStatus, apitest.Attach}, "", false, editedProduct(object{"price": 12})},
		{"projectProduct", "edit", "projectProduct", []apitest.Permission{apitest.SetStatus, apitest.Attach, apitest.SeeCost}, "", true, editedProduct(object{"cost": apitest.ACost})},
		{"projectProduct", "edit", "projectProduct", []apitest.Permission{apitest.SetStatus, apitest.Attach, apitest.SeeCost}, "", false,
			editedProduct(object{"cost": apitest.ACost, "status": 2})},
		{"projectProduct", "remove", "projectProduct", []apitest.Permission{apitest.Attach, apitest.SeeCost}, "", false, removing("projectProduct", "/project/product", "id")},
		{"projectProduct", "restore", "projectProduct", []apitest.Permission{apitest.Attach, apitest.SeeCost}, "", false, restoring("projectProduct", "/project/product", "id")},

		{"projectSubscription", "create", "project", []apitest.Permission{apitest.Attach, apitest.SeeCost}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/project/subscription", w.Term(object{"projectId": w.IDs["project"][rel], "subscriptionId": w.IDs["subscription"][apitest.Own]}))
		}},
		{"projectSubscription", "edit", "projectSubscription", []apitest.Permission{apitest.ChangeSub}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/project/subscription", apitest.Merged(w.Term(object{"id": w.IDs["projectSubscription"][rel]}), object{"price": 21, "details": "d"}))
		}},
		{"projectSubscription", "cancel", "projectSubscription", []apitest.Permission{apitest.ChangeSub}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/project/subscription/cancel", object{"id": w.IDs["projectSubscription"][rel], "cancelationReason": "moved"})
		}},
		{"projectSubscription", "renew", "projectSubscription", []apitest.Permission{apitest.ChangeSub}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/project/subscription/renew", object{"id": w.IDs["projectSubscription"][rel]})
		}},
		{"projectSubscription", "edit", "projectSubscription", []apitest.Permission{apitest.ChangeSub}, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/project/subscription/plan", object{"id": w.IDs["projectSubscription"][rel], "price": 12})
		}},
		{"projectSubscription", "remove", "projectSubscription", []apitest.Permission{apitest.Attach, apitest.SeeCost}, "", false,
			removing("projectSubscription", "/project/subscription", "id")},
		{"projectSubscription", "restore", "projectSubscription", []apitest.Permission{apitest.Attach, apitest.SeeCost}, "", false,
			restoring("projectSubscription", "/project/subscription", "id")},
		{"projectSubscription", "renew", "project", nil, "Time did this.", false, byTime(true)},
		{"projectSubscription", "end", "project", nil, "Time did this.", false, byTime(false)},

		{"user", "create", "user", nil, "Disable the user instead.", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/UserManagement", apitest.NewUser(w, nil, "").(object))
		}},
		{"user", "edit", "user", nil, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/UserManagement", object{"email": w.IDs["user"][rel], "displayName": "Changed", "gender": 0})
		}},
		{"user", "edit", "user", nil, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/UserManagement/admin", object{"email": w.IDs["user"][rel], "isAdmin": true})
		}},
		{"user", "address", "user", nil, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/UserManagement/address", object{"email": w.IDs["user"][rel], "address": apitest.Address})
		}},
		{"user", "photo", "user", nil, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/UserManagement/"+w.IDs["user"][rel]+"/photo", apitest.Picture(w.API.T, 4))
		}},
		{"user", "disable", "user", nil, "", false, disabling},
		{"user", "enable", "user", nil, "", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			disabling(w, rel)
			return w.Admin.Put("/UserManagement/enable", object{"email": w.IDs["user"][rel]})
		}},
		{"user", "invite", "user", nil, "A mail was sent.", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/UserManagement/invite", object{"email": w.IDs["user"][rel]})
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
			link, needs := on+[]string{"Link", "Owner"}[i], []apitest.Permission{apitest.Moderate, apitest.ModerateOwner}[i]
			add := func(kind, action string, do func(w *apitest.World, rel apitest.Relation) *apitest.Answer) {
				changeKinds = append(changeKinds, changeKind{on + "Moderator", action, kind, []apitest.Permission{needs}, "", false, do})
			}
			add(on, "create", func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
				return w.Admin.Post(path, object{"id": w.IDs[on][rel], "userEmail": "newcomer@people.example", "role": role})
			})
			add(link, "edit", func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
				return w.Admin.Put(path, object{"id": w.IDs[link][rel], "role": tracker.RoleDeveloper, "details": "d"})
			})
			add(link, "remove", func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
				return w.Admin.Delete(path, object{"id": w.IDs[link][rel]})
			})
		}
	}
	for kind, edit := range apitest.NoteHolders {
		needs := []apitest.Permission{edit}
		if edit == "" {
			needs = nil
		}
		add := func(action, of string, do func(w *apitest.World, rel apitest.Relation) *apitest.Answer) {
			changeKinds = append(changeKinds, changeKind{"note", action, of, needs, "", false, do})
		}
		add("create", kind, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/note", object{"entity": kind, "entityId": w.IDs[kind][rel], "text": "New"})
		})
		add("edit", kind+"Note", func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/note", object{"id": w.IDs[kind+"Note"][rel], "isPinned": true})
		})
		add("remove", kind+"Note", removing(kind+"Note", "/note", "id"))
		addDocument := func(action, of string, do func(w *apitest.World, rel apitest.Relation) *apitest.Answer) {
			changeKinds = append(changeKinds, changeKind{"document", action, of, needs, "", false, do})
		}
		addDocument("create", kind, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Post("/document?Name=new.txt&Entity="+kind+"&EntityId="+w.IDs[kind][rel], []byte("New"))
		})
		addDocument("edit", kind+"Document", func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put("/document", object{"id": w.IDs[kind+"Document"][rel], "details": "Changed"})
		})
		addDocument("remove", kind+"Document", removing(kind+"Document", "/document", "id"))
	}
	for _, kind := range []string{"product", "subscription"} {
		path, category := "/"+kind, kind+"Category"
		item := func(w *apitest.World, rel apitest.Relation, more object) object {
			body := apitest.Merged(w.Item(kind, w.IDs[category][apitest.Own], "Changed"), object{"id": w.IDs[kind][rel]}, more)
			return object{"data": body}
		}
		add := func(entity, action string, costOnly bool, do func(w *apitest.World, rel apitest.Relation) *apitest.Answer) {
			changeKinds = append(changeKinds, changeKind{entity, action, entity, nil, "", costOnly, do})
		}
		add(kind, "create", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Post(path, w.Item(kind, w.IDs[category][apitest.Own], "New"))
		})
		add(kind, "edit", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put(path, item(w, rel, nil))
		})
		if kind == "subscription" {
			add(kind, "edit", true, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
				return w.Admin.Put(path, item(w, rel, object{"name": "Matrix subscription own", "cost": apitest.ACost}))
			})
		} else {
			add(kind, "photo", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
				return w.Admin.Put(path+"/"+w.IDs[kind][rel]+"/photo", apitest.Picture(w.API.T, 5))
			})
		}
		add(kind, "remove", false, removing(kind, path, "id"))
		add(kind, "restore", false, restoring(kind, path, "id"))
		add(category, "create", false, func(w *apitest.World, _ apitest.Relation) *apitest.Answer {
			return w.Admin.Post(path+"/categories", object{"name": "New " + w.Next()})
		})
		add(category, "edit", false, func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
			return w.Admin.Put(path+"/categories", object{"name": w.IDs[category][rel], "newName": "Changed"})
		})
		add(category, "remove", false, removing(category, path+"/categories", "name"))
		add(category, "restore", false, restoring(category, path+"/categories", "name"))
	}
}

func removing(kind, path, key string) func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
	return func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
		return w.Admin.Delete(path, object{key: w.IDs[kind][rel]})
	}
}

func restoring(kind, path, key string) func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
	return func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
		removing(kind, path, key)(w, rel)
		return w.Admin.Put(path+"/restore", object{key: w.IDs[kind][rel]})
	}
}

func editedProduct(values object) func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
	return func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
		return w.Admin.Put("/project/product", apitest.Merged(object{"id": w.IDs["projectProduct"][rel], "price": 10, "cost": 5, "status": 1}, values))
	}
}

func disabling(w *apitest.World, rel apitest.Relation) *apitest.Answer {
	return w.Admin.Put("/UserManagement/disable", object{"email": w.IDs["user"][rel], "reason": 1})
}

// byTime attaches a subscription and lets its end pass.
func byTime(renews bool) func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
	return func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
		now := w.API.Clock.Now()
		attached := w.Admin.Post("/project/subscription", object{"projectId": w.IDs["project"][rel], "subscriptionId": w.IDs["subscription"][apitest.Own],
			"startAt": now.AddDate(0, -1, 0), "endAt": now.Add(time.Second), "price": 3, "autoRenew": renews}).Status(201)
		w.API.Clock.Advance(2 * time.Second)
		if err := w.API.App.ScanSubscriptions(w.API.T.Context()); err != nil {
			w.API.T.Fatal(err)
		}
		return attached
	}
}

// logged puts another action into the log of an edit.
func logged(action string) func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
	return func(w *apitest.World, rel apitest.Relation) *apitest.Answer {
		a := w.Admin.Put("/UserManagement", object{"email": w.IDs["user"][rel], "displayName": "For " + action, "gender": 0})
		w.API.Exec("UPDATE change SET action = $1 WHERE seq = $2", action, a.LastSeq())
		return a
	}
}

// aField is the field of companies, which is made when there is none.
func aField(w *apitest.World) string {
	var fields []tracker.OwnField
	w.Admin.Get("/field?List=company").Status(200).Into(&fields)
	if len(fields) == 0 {
		return w.Admin.Made("/field", object{"list": "company", "key": "matrix", "label": "Matrix", "kind": "text"})
	}
	return fields[0].ID
}

// Every action on every entity has a kind of change above, or does not exist.
func TestEveryChangeHasAKind(t *testing.T) {
	none := map[string]string{
		"company": "cancel disable enable invite renew end password erase", "project": "address photo cancel disable enable invite renew end password erase",
		"projectProduct": "address photo cancel disable enable invite renew end password erase", "projectSubscription": "address photo disable enable invite password erase",
		"product": "address cancel disable enable invite renew end password erase", "subscription": "address photo cancel disable enable invite renew end password erase",
		"user": "remove restore cancel renew end", "field": "address photo restore cancel disable enable invite renew end password erase",
		"note":     "address photo restore cancel disable enable invite renew end password erase",
		"document": "address photo restore cancel disable enable invite renew end password erase",
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
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, cells := apitest.NewWorld(api), 0
		w.Admin.Put("/subscription", object{"data": apitest.Merged(w.Item("subscription", w.IDs["subscriptionCategory"][apitest.Own], "Matrix subscription own"),
			object{"id": w.IDs["subscription"][apitest.Own], "cost": json.Number("31337.78")})}).Status(200)
		signedIn := slices.DeleteFunc(slices.Clone(w.Callers), func(c *apitest.Caller) bool { return !c.SignedIn })
		for i, kind := range changeKinds {
			isEverywhere := kind.on != "user" && !apitest.IsCatalogue(kind.on)
			sample := func(k int, callers []*apitest.Caller) (some []*apitest.Caller) {
				for j, c := range w.Callers {
					if api.Tries(i, j, k) && (!isEverywhere || api.Samples(i, j, k)) && slices.Contains(callers, c) {
						some = append(some, c)
					}
				}
				return some
			}
			cells += tryUndo(w, kind, apitest.Own, sample(0, w.Callers))
			if !isEverywhere {
				continue
			}
			for k, rel := range []apitest.Relation{apitest.Sibling, apitest.Foreign} {
				cells += tryUndo(w, kind, rel, sample(k+1, signedIn))
			}
		}
		t.Logf("%d kinds of changes, %d callers, %d cells", len(changeKinds), len(w.Callers), cells)
	})
}

// tryUndo makes a change and lets all callers try to take it back, and then to take back that
// undo. Those who may not come first, while nobody can write. It leaves everything as it was.
func tryUndo(w *apitest.World, k changeKind, rel apitest.Relation, callers []*apitest.Caller) (cells int) {
	w.API.T.Helper()
	w.API.Clock.Advance(time.Second) // so that a cell reads the changes of this kind alone
	since := w.API.Clock.Now()
	var may []*apitest.Caller
	refuse := func(seq int64) {
		before := w.Fingerprint()
		w.API.WithWriterTaken(func() {
			for _, c := range callers {
				if mayUndo(c, k, rel) {
					continue
				}
				undoCell(w, k, rel, c, seq, since)
				cells++
			}
		})
		if after := w.Fingerprint(); after != before {
			w.API.T.Errorf("%s of %s: a refusal changed the database\nfrom %s\n  to %s", k.action, k.entity, before, after)
		}
	}
	for _, c := range callers {
		if mayUndo(c, k, rel) {
			may = append(may, c)
		}
	}
	make := func() int64 {
		if done := k.do(w, rel); done.Code >= 300 {
			w.API.T.Fatalf("%s of %s %s: %d %s", k.action, rel, k.entity, done.Code, done.Body)
		}
		seq := int64(w.API.Count("SELECT max(seq) FROM change"))
		if stored := w.API.Count("SELECT count(*) FROM change WHERE seq = $1 AND entity = $2 AND (action = $3 OR action = 'administrator')", seq, k.entity, k.action); stored != 1 {
			w.API.T.Fatalf("%s of %s %s: the last change is another one", k.action, rel, k.entity)
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
		undo = w.Admin.Undone(seq)
	}
	for i, c := range may {
		if i > 0 {
			seq = make()
		}
		undo = undoCell(w, k, rel, c, seq, since)
	}
	if rel == apitest.Own { // an undo has the rights of the change that it takes back, wherever that is
		refuse(undo)
		for _, c := range may {
			undo = w.Admin.Undone(undoCell(w, k, rel, c, undo, since))
		}
	}
	if k.action == "restore" || k.action == "enable" { // its undo is no state to leave behind
		make()
	}
	return cells + len(may)
}

// seesChange reports whether the history shows a change to the caller.
func seesChange(c *apitest.Caller, k changeKind, rel apitest.Relation) bool {
	return c.Admin || c.May(apitest.See, k.on, rel) && (!k.costOnly || c.May(apitest.SeeCost, k.on, rel))
}

// mayUndo reports whether the caller may take a change back.
func mayUndo(c *apitest.Caller, k changeKind, rel apitest.Relation) bool {
	if k.reason != "" || !seesChange(c, k, rel) {
		return false
	}
	return c.Admin || k.needs != nil && !slices.ContainsFunc(k.needs, func(p apitest.Permission) bool { return !c.May(p, k.on, rel) })
}

// undoCell lists a change, with those since an instant, and tries to take it back. What is listed must agree with the
// answer, whose change it returns.
func undoCell(w *apitest.World, k changeKind, rel apitest.Relation, c *apitest.Caller, seq int64, since time.Time) (undo int64) {
	t := w.API.T
	t.Helper()
	cell := fmt.Sprintf("%s of %s %s by %s", k.action, rel, k.entity, c.Name)
	query := "Entity=" + k.entity + "&From=" + since.Format(time.RFC3339)
	list, undone := c.Get("/change?PageSize=5&"+query), c.Undo(seq)
	if !c.SignedIn {
		if list.Code != 401 || undone.Code != 401 {
			t.Errorf("%s: %d and %d", cell, list.Code, undone.Code)
		}
		return 0
	}
	var changes []tracker.Change
	list.Status(200).Into(&changes)
	at := slices.IndexFunc(changes, func(change tracker.Change) bool { return change.Seq == seq })
	if (at >= 0) != seesChange(c, k, rel) {
		t.Errorf("%s is listed: %v", cell, at >= 0)
	}
	if !c.May(apitest.SeeCost, "anything", apitest.Own) && slices.ContainsFunc(tracker.FieldsOf(k.entity), func(f tracker.Field) bool { return f.Name == "cost" }) {
		for _, a := range []*apitest.Answer{list, undone, c.Get("/change/export?" + query)} {
			if text := a.Body.String(); strings.Contains(text, apitest.HiddenCost) || strings.Contains(text, `"cost"`) || strings.Contains(text, "Cost:") {
				t.Errorf("%s: %s shows cost: %.300s", cell, a.Request, text)
			}
		}
	}
	want := 403
	switch {
	case !seesChange(c, k, rel):
		want = 404
	case k.reason != "":
		want = 422
	case mayUndo(c, k, rel):
		want = 200
	}
	if undone.Code != want {
		t.Errorf("%s: %d, want %d: %s", cell, undone.Code, want, undone.Body)
	}
	var problem struct{ Reason string }
	if undone.Into(&problem); at >= 0 {
		listed := changes[at].Undo
		if slices.ContainsFunc(changes[at].Fields, func(f tracker.FieldChange) bool { return f.Name == "cost" }) && !c.May(apitest.SeeCost, k.on, rel) {
			t.Errorf("%s shows the cost", cell)
		}
		if listed.Allowed != (want == 200) || orEmpty(listed.Reason) != problem.Reason || !strings.Contains(problem.Reason, k.reason) {
			t.Errorf("%s: listed are %v and %q, the answer is %s", cell, listed.Allowed, orEmpty(listed.Reason), undone.Body)
		}
	}
	if undone.Code != 200 {
		return 0
	}
	return undone.LastSeq()
}

// People take back what was done to their own profile, which the history does not list for them,
// and nothing else that was done to a user.
func TestUndoOfTheOwnProfile(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		var other *apitest.Caller
		for _, c := range w.Callers {
			if !c.SignedIn || c.Admin {
				continue
			}
			user := object{"email": c.Email}
			for _, done := range []struct {
				want int
				do   func() *apitest.Answer
			}{
				{200, func() *apitest.Answer {
					return c.Put("/account/profile", object{"displayName": "By myself", "gender": 1})
				}},
				{200, func() *apitest.Answer { return c.Put("/account/profile/address", object{"address": apitest.Address}) }},
				{200, func() *apitest.Answer { return c.Put("/account/photo", apitest.Picture(t, 3)) }},
				{200, func() *apitest.Answer {
					return w.Admin.Put("/UserManagement", apitest.Merged(user, object{"displayName": "By another", "gender": 1}))
				}},
				{200, func() *apitest.Answer {
					return w.Admin.Put("/UserManagement/address", apitest.Merged(user, object{"address": apitest.Address}))
				}},
				{200, func() *apitest.Answer { return w.Admin.Put("/UserManagement/"+c.Email+"/photo", apitest.Picture(t, 4)) }},
				{403, func() *apitest.Answer { // the right that was taken away
					w.Admin.Put("/UserManagement/admin", apitest.Merged(user, object{"isAdmin": true})).Status(200)
					return w.Admin.Put("/UserManagement/admin", apitest.Merged(user, object{"isAdmin": false}))
				}},
			} {
				seq := done.do().Status(200).LastSeq()
				if other != nil {
					other.Undo(seq).Problem(404, "notFound")
				}
				c.Undo(seq).Status(done.want)
			}
			if listed := c.History("Entity=user&EntityId=" + c.Email); len(listed) != 0 {
				t.Errorf("%s finds %v", c.Name, listed)
			}
			other = c
		}
	})
}

// Who sees cost in one place does not see it in another, and a conflict tells nobody of a cost
// that is hidden from them.
func TestCostStaysHiddenHere(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		project, attached := w.IDs["project"][apitest.Own], w.IDs["projectProduct"][apitest.Own]
		api.AddUser(apitest.UserEmail, "Grace", false)
		w.Admin.AddModerator(w.IDs["company"][apitest.Foreign], apitest.UserEmail, tracker.RoleOwner)
		w.Admin.Post("/project/moderator", object{"id": project, "userEmail": apitest.UserEmail, "role": "Developer"}).Status(201)
		grace := api.SignIn(apitest.UserEmail)
		edit := func(values object) int64 { return editedProduct(values)(w, apitest.Own).Status(200).LastSeq() }
		status := edit(object{"status": 2})
		both := edit(object{"cost": apitest.ACost, "status": 0})
		alone := edit(object{"cost": json.Number("31337.78"), "status": 0})
		api.Exec("UPDATE change SET batch_id = 'batch' WHERE seq IN ($1, $2)", both, alone)
		for query, want := range map[string]int{"Entity=projectProduct&EntityId=" + attached: 3, "BatchId=batch": 1, "Field=cost&Entity=projectProduct&EntityId=" + attached: 0,
			"Entity=project&Within=true&Field=cost&EntityId=" + project: 0} {
			list, file := grace.Get("/change?"+query).Status(200), grace.Get("/change/export?"+query).Status(200)
			for _, a := range []*apitest.Answer{list, file} {
				if text := a.Body.String(); strings.Contains(text, "31337") || strings.Contains(text, `"cost"`) || strings.Contains(text, "Cost") {
					t.Errorf("%s by %s: %s", a.Request, query, text)
				}
			}
			if got := list.Header().Get("Pagination"); !strings.Contains(got, fmt.Sprintf(`"totalItems":%d,`, want)) {
				t.Errorf("%s: %s, want %d", query, got, want)
			}
			if lines := strings.Count(file.Body.String(), "\n") - 1; lines != want {
				t.Errorf("%s exports %d lines, want %d", query, lines, want)
			}
		}
		p := grace.Undo(status).Problem(422, "undoConflict")
		if text := fmt.Sprint(p); strings.Contains(text, "31337") || strings.Contains(text, "ost") || len(apitest.List(p["conflicts"])) != 1 {
			t.Error(text)
		}
		for _, force := range []bool{false, true} {
			grace.Put("/change/undo", object{"seq": both, "force": force}).Problem(403, "forbidden")
			grace.Put("/change/undo", object{"seq": alone, "force": force}).Problem(404, "notFound")
			grace.Put("/change/undo", object{"batchId": "batch", "force": force}).Problem(403, "forbidden")
		}
		grace.Put("/change/undo", object{"seq": status, "force": true}).Status(200)
		if got := apitest.Shown(w.Admin, "/project/"+project); !strings.Contains(got, `"cost": 31337.78`) {
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
