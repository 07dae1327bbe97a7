package httpapi_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// lastSeq is the number of the change that an answer tells of.
func (a *answer) lastSeq() int64 {
	a.t.Helper()
	seq, err := strconv.ParseInt(a.Header().Get("Change-Seq"), 10, 64)
	if err != nil {
		a.t.Fatalf("no change: %v", err)
	}
	return seq
}

func (c *client) undo(seq int64) *answer { return c.put("/change/undo", object{"seq": seq}) }

// undone takes a change back, and returns the number of the change that did it.
func (c *client) undone(seq int64) int64 {
	c.api.t.Helper()
	var done tracker.Undone
	c.undo(seq).status(200).into(&done)
	if len(done.Seqs) != 1 || done.BatchID == "" {
		c.api.t.Fatalf("%+v", done)
	}
	return done.Seqs[0]
}

// Each kind of change is taken back, done again, and taken back again.
func TestUndoOfEachKind(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		a := w.admin
		api.addUser("undone@people.example", "Undone", false)
		a.post("/product/categories", object{"name": "Other"}).status(201)
		now := api.clock.Now()
		term := object{"startAt": now, "endAt": now.AddDate(1, 0, 0), "price": 20, "autoRenew": false}
		company, project, product, subscription := w.ids["company"][own], w.ids["project"][own], w.ids["product"][own], w.ids["subscription"][own]
		companyState := func() string { return shown(a, "/company/"+company) }
		projectState := func() string { return shown(a, "/project/"+project) }
		user := func() string { return shown(a, "/UserManagement/undone@people.example") }
		categories := func() string {
			return shown(a, "/product/categories?PageSize=200") + shown(a, "/product?PageSize=200") + shown(a, "/subscription?PageSize=200")
		}
		for _, kind := range []struct {
			name  string
			state func() string
			do    func() *answer
		}{
			{"edit company", companyState, func() *answer {
				return a.put("/company", object{"data": object{"id": company, "name": "Another", "details": "D", "supportEmail": "s@example.com"}})
			}},
			{"first address", companyState, func() *answer { return a.put("/company/address", object{"id": company, "address": address}) }},
			{"photo", companyState, func() *answer { return a.put("/company/"+company+"/photo", picture(t, 3)) }},
			{"add moderator", companyState, func() *answer {
				return a.post("/company/moderator", object{"id": company, "userEmail": "undone@people.example", "role": "Support", "details": "d"})
			}},
			{"change role", companyState, func() *answer {
				return a.put("/company/moderator", object{"id": w.ids["companyLink"][own], "role": "Manager", "details": "x"})
			}},
			{"remove moderator", companyState, func() *answer { return a.delete("/company/moderator", object{"id": w.ids["companyLink"][own]}) }},
			{"add project", companyState, func() *answer { return a.post("/project", object{"companyId": company, "name": "Undone"}) }},
			{"mark company", companyState, func() *answer { return a.delete("/company", object{"id": company}) }},
			{"remove company", func() string { return shown(a, "/company?PageSize=200") }, func() *answer { return a.delete("/company", object{"id": a.addCompany("Empty " + w.next())}) }},
			{"edit project", projectState, func() *answer { return a.put("/project", object{"id": project, "name": "Another"}) }},
			{"remove project", projectState, func() *answer { return a.delete("/project", object{"id": project}) }},
			{"attach product", projectState, func() *answer {
				return a.post("/project/product", object{"projectId": project, "productId": product, "price": 1, "cost": 2, "status": 0})
			}},
			{"edit product", projectState, func() *answer {
				return a.put("/project/product", object{"id": w.ids["projectProduct"][own], "price": 99, "cost": 98, "status": 2, "details": "d"})
			}},
			{"detach product", projectState, func() *answer { return a.delete("/project/product", object{"id": w.ids["projectProduct"][own]}) }},
			{"attach subscription", projectState, func() *answer {
				return a.post("/project/subscription", merged(term, object{"projectId": project, "subscriptionId": subscription}))
			}},
			{"edit subscription", projectState, func() *answer {
				return a.put("/project/subscription", object{"id": w.ids["projectSubscription"][own], "startAt": now, "endAt": now.AddDate(0, 1, 0), "price": 7, "autoRenew": true})
			}},
			{"cancel", projectState, func() *answer {
				return a.put("/project/subscription/cancel", object{"id": w.ids["projectSubscription"][own], "cancelationReason": "moved"})
			}},
			{"detach subscription", projectState, func() *answer {
				return a.delete("/project/subscription", object{"id": w.ids["projectSubscription"][own]})
			}},
			{"add project moderator", projectState, func() *answer {
				return a.post("/project/moderator", object{"id": project, "userEmail": "undone@people.example", "role": "Support"})
			}},
			{"remove project moderator", projectState, func() *answer { return a.delete("/project/moderator", object{"id": w.ids["projectLink"][own]}) }},
			{"edit project moderator", projectState, func() *answer {
				return a.put("/project/moderator", object{"id": w.ids["projectOwner"][own], "role": "None"})
			}},
			{"add product", categories, func() *answer { return a.post("/product", w.item("product", w.ids["productCategory"][own], "New")) }},
			{"edit item", categories, func() *answer {
				return a.put("/product", object{"data": merged(w.item("product", "Other", "Renamed"), object{"id": product})})
			}},
			{"cost of item", categories, func() *answer {
				return a.put("/subscription", object{"data": merged(w.item("subscription", w.ids["subscriptionCategory"][own], "Renamed"), object{"id": subscription, "cost": 8, "status": 2})})
			}},
			{"photo of item", categories, func() *answer { return a.put("/product/"+product+"/photo", picture(t, 5)) }},
			{"mark item", categories, func() *answer { return a.delete("/product", object{"id": product}) }},
			{"rename category", categories, func() *answer {
				return a.put("/product/categories", object{"name": w.ids["productCategory"][own], "newName": "Renamed"})
			}},
			{"add category", categories, func() *answer { return a.post("/product/categories", object{"name": "Undone"}) }},
			{"remove category", categories, func() *answer { return a.delete("/product/categories", object{"name": w.ids["productCategory"][own]}) }},
			{"edit user", user, func() *answer {
				return a.put("/UserManagement", object{"email": "undone@people.example", "displayName": "X", "gender": 1, "firstName": "F", "address": address})
			}},
			{"address of user", user, func() *answer {
				return a.put("/UserManagement/address", object{"email": "undone@people.example", "address": address})
			}},
			{"photo of user", user, func() *answer { return a.put("/UserManagement/undone@people.example/photo", picture(t, 6)) }},
			{"disable", user, func() *answer {
				return a.put("/UserManagement/disable", object{"email": "undone@people.example", "reason": 2})
			}},
			{"administrator", user, func() *answer {
				return a.put("/UserManagement/admin", object{"email": "undone@people.example", "isAdmin": true})
			}},
		} {
			before := kind.state()
			if kind.name == "remove company" {
				before = ""
			}
			answer := kind.do()
			if answer.Code >= 300 {
				t.Errorf("%s: %d %s", kind.name, answer.Code, answer.Body)
				continue
			}
			seq, after := answer.lastSeq(), kind.state()
			undo := a.undone(seq)
			if got := kind.state(); got != before && before != "" {
				t.Errorf("%s, undone:\n%s\nwas\n%s", kind.name, got, before)
			}
			if kind.name == "remove company" {
				before = kind.state()
			}
			a.undo(seq).problem(422, "cannotUndo")
			redo := a.undone(undo)
			if got := kind.state(); got != after {
				t.Errorf("%s, done again:\n%s\nwas\n%s", kind.name, got, after)
			}
			a.undone(redo)
			if got := kind.state(); got != before {
				t.Errorf("%s, undone again:\n%s\nwas\n%s", kind.name, got, before)
			}
			for _, c := range a.changes("") {
				if c.Seq == seq && (c.UndoneBy == nil || *c.UndoneBy != undo || c.Undo.Allowed || *c.Undo.Reason != "It was taken back already.") {
					t.Errorf("%s: %+v", kind.name, c)
				}
				if c.Seq == undo && (c.Action != "undo" || c.Undoes == nil || *c.Undoes != seq || c.Via == nil || c.Via.Kind != "undo" || c.BatchID == nil) {
					t.Errorf("%s: %+v", kind.name, c)
				}
			}
		}
		(&side{api: api}).checkTotals(t)
	})
}

// shown is an answer without what every change counts.
func shown(c *client, path string) string {
	var value any
	c.get(path).status(200).into(&value)
	eachObject(value, func(o object) {
		delete(o, "version")
		delete(o, "removedAt")
	})
	text, _ := json.MarshalIndent(value, "", " ")
	return string(text)
}

// A later change of the same field is a conflict, of another field is none. Force overwrites.
func TestUndoConflicts(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		id := a.addCompany("Acme")
		edit := func(name, details string) int64 {
			return a.put("/company", object{"data": object{"id": id, "name": name, "details": details}}).status(200).lastSeq()
		}
		edit("Acme", "one")
		both := edit("Acme Two", "two")
		edit("Acme Two", "three")
		p := a.undo(both).problem(422, "undoConflict")
		if got, _ := json.Marshal(p["conflicts"]); string(got) != `[{"current":"three","entity":"company","field":"details","id":"`+id+`","label":"Details","name":"Acme Two","wanted":"one"}]` {
			t.Errorf("%s", got)
		}
		state := func() string {
			var c tracker.CompanyDetails
			a.get("/company/" + id).into(&c)
			return c.Name + " " + *c.Details
		}
		if got := state(); got != "Acme Two three" {
			t.Errorf("a refused undo left %s", got)
		}
		a.put("/company/address", object{"id": id, "address": address}).status(200) // another field
		a.put("/change/undo", object{"seq": both, "force": true}).status(200)
		if got := state(); got != "Acme one" {
			t.Errorf("a forced undo left %s", got)
		}
		only := edit("Acme", "four")
		a.put("/company", object{"data": object{"id": id, "name": "Other", "details": "four"}}).status(200)
		a.undone(only)
		if got := state(); got != "Other one" {
			t.Errorf("an undo beside another field left %s", got)
		}
		same := edit("Other", "five")
		edit("Other", "one")
		if reason := a.undo(same).problem(422, "cannotUndo")["reason"]; reason != "Everything is as it was before already." {
			t.Errorf("%v", reason)
		}

		// A part of an address
		a.put("/company/address", object{"id": id, "address": merged(address, object{"city": "Lyon"})}).status(200)
		moved := a.put("/company/address", object{"id": id, "address": merged(address, object{"city": "Lyon", "street": "Rue"})}).status(200).lastSeq()
		a.put("/company/address", object{"id": id, "address": merged(address, object{"city": "Bron", "street": "Rue"})}).status(200)
		a.undone(moved)
		if got := shown(a, "/company/"+id); !strings.Contains(got, `"city": "Bron"`) || !strings.Contains(got, `"street": null`) {
			t.Error(got)
		}
		gone := a.put("/company/address", object{"id": id}).status(200).lastSeq()
		a.put("/company/address", object{"id": id, "address": object{"country": "Spain", "provinceState": "Soria"}}).status(200)
		if got := list(a.undo(gone).problem(422, "undoConflict")["conflicts"]); len(got) != 2 {
			t.Errorf("%v", got)
		}
	})
}

// What is in the way of an undo is said, and nothing is changed.
func TestUndoRefusals(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		a := w.admin
		refused := func(what string, seq int64, code, reason string) {
			t.Helper()
			before := api.count("SELECT count(*) FROM change")
			if got := a.undo(seq).problem(422, code)["reason"].(string); !strings.Contains(got, reason) {
				t.Errorf("%s: %s", what, got)
			}
			a.put("/change/undo", object{"seq": seq, "force": true}).problem(422, code)
			if after := api.count("SELECT count(*) FROM change"); after != before {
				t.Errorf("%s: %d changes", what, after-before)
			}
		}
		a.put("/change/undo", object{}).fieldError("Seq", "Seq or Batch must say what to take back, and not both.")
		a.put("/change/undo", object{"seq": 1, "batchId": "b"}).status(400)
		a.put("/change/undo", object{"seq": "x"}).status(400)
		for _, seq := range []int64{-1, 0, 1 << 50} {
			a.undo(seq).status(404)
		}
		a.put("/change/undo", object{"batchId": "unknown"}).status(404)

		refused("user", a.post("/UserManagement", newUser(w, nil, "").(object)).status(201).lastSeq(), "cannotUndo", "Disable the user instead.")
		refused("invitation", a.post("/UserManagement/invite", object{"email": w.ids["user"][own]}).status(200).lastSeq(), "cannotUndo", "mail")
		api.anonymous().get("/company").status(401)

		company := a.addCompany("Parent")
		made := a.post("/project", object{"companyId": company, "name": "Child"}).status(201)
		var child struct{ ID string }
		made.into(&child)
		gone := a.delete("/project", object{"id": child.ID}).status(200).lastSeq()
		a.delete("/company", object{"id": company}).status(200)
		refused("a project of a removed company", gone, "cannotUndo", "Restore that first")
		a.put("/company/restore", object{"id": company}).status(200)
		edited := a.put("/company", object{"data": object{"id": company, "name": "Edited"}}).status(200).lastSeq()
		a.delete("/company", object{"id": company}).status(200)
		refused("an edit of a removed company", edited, "cannotUndo", "It is removed now")

		a.post("/product/categories", object{"name": "First"}).status(201)
		removed := a.delete("/product/categories", object{"name": "First"}).status(200).lastSeq()
		a.post("/product/categories", object{"name": "FIRST"}).status(201)
		refused("a category whose name is taken", removed, "cannotUndo", "Another category has its name")
		again := a.put("/product/categories", object{"name": "FIRST", "newName": "Second"}).status(200).lastSeq()
		a.post("/product/categories", object{"name": "First"}).status(201)
		refused("a rename to a name that is taken", again, "cannotUndo", "New Name is already a category.")

		item := a.made("/product", w.item("product", "First", "Thing"))
		moved := a.put("/product", object{"data": merged(w.item("product", "Second", "Thing"), object{"id": item})}).status(200).lastSeq()
		a.delete("/product/categories", object{"name": "First"}).status(200)
		refused("an item of a category that is gone", moved, "cannotUndo", "The category First is removed.")
		a.put("/product/categories/restore", object{"name": "First"}).status(200)
		a.put("/product/categories", object{"name": "First", "newName": "Third"}).status(200)
		a.undone(moved) // it goes by the id
		if got := shown(a, "/product/"+item); !strings.Contains(got, `"categoryName": "Third"`) {
			t.Error(got)
		}

		link := a.addModerator(w.ids["company"][own], "newcomer@people.example", tracker.RoleSupport)
		out := a.delete("/company/moderator", object{"id": link}).status(204).lastSeq()
		a.addModerator(w.ids["company"][own], "newcomer@people.example", tracker.RoleNone)
		refused("a moderator who is there again", out, "cannotUndo", "moderator here again")

		detached := a.delete("/project/product", object{"id": w.ids["projectProduct"][own]}).status(204).lastSeq()
		api.clock.Advance(time.Second)
		a.delete("/project", object{"id": w.ids["project"][own]}).status(200)
		refused("an item of a removed project", detached, "cannotUndo", "Restore that first")
		a.put("/project/restore", object{"id": w.ids["project"][own]}).status(200)

		promoted := a.put("/UserManagement/admin", object{"email": w.ids["user"][own], "isAdmin": true}).status(200).lastSeq()
		a.undone(promoted)
		profile := a.put("/account/profile", object{"displayName": "Ada Again", "gender": 1}).status(200).lastSeq()
		a.undone(profile)
		if got := shown(a, "/account"); !strings.Contains(got, `"displayName": "Ada Admin"`) {
			t.Error(got)
		}
	})
}

// The history offers no undo for an edit of what is removed, until it is there again.
func TestNoUndoIsOfferedForWhatIsRemoved(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		a := w.admin
		company, product := w.ids["company"][own], w.ids["projectProduct"][own]
		link := a.addModerator(company, "newcomer@people.example", tracker.RoleSupport)
		attached := a.put("/project/product", object{"id": product, "price": 10, "cost": 5, "status": 2}).status(200).lastSeq()
		moderator := a.put("/company/moderator", object{"id": link, "role": tracker.RoleManager}).status(200).lastSeq()
		is := func(seq int64, want string) {
			t.Helper()
			for _, c := range a.changes("?PageSize=100") {
				if got := cmp.Or(c.Undo.Reason, new(string)); c.Seq == seq && (*got != want || c.Undo.Allowed != (want == "")) {
					t.Errorf("%s %s: %v %q, want %q", c.Entity, c.Action, c.Undo.Allowed, *got, want)
				}
			}
			if want != "" {
				a.undo(seq).problem(422, "cannotUndo")
			}
		}
		is(attached, "")
		is(moderator, "")
		detached := a.delete("/project/product", object{"id": product}).status(204).lastSeq()
		out := a.delete("/company/moderator", object{"id": link}).status(204).lastSeq()
		is(attached, "It is removed now. Restore it first.")
		is(moderator, "It is removed now. Restore it first.")
		a.undone(detached)
		a.undone(out)
		is(attached, "")
		is(moderator, "")
	})
}

// An undo that nobody made by a screen is refused and changes nothing.
func TestHostileUndo(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		id := a.addCompany("Acme")
		seq := a.put("/company", object{"data": object{"id": id, "name": "Edited"}}).status(200).lastSeq()
		var done tracker.Undone
		a.undo(seq).status(200).into(&done)
		api.addUser(userEmail, "Mallory", false)
		mallory := api.signIn(userEmail)
		before := api.count("SELECT count(*) FROM change")
		for body, want := range map[string]int{
			`{"seq": -1}`:                   404,
			`{"seq": 0}`:                    404,
			`{"seq": -9223372036854775808}`: 404,
			`{"seq": 9223372036854775807}`:  404,
			`{"seq": 9223372036854775808}`:  400,
			`{"seq": 1.5}`:                  400,
			`{"seq": "1"}`:                  400,
			`{"seq": [1]}`:                  400,
			`{"seq": null}`:                 400,
			`{"seq": 1, "force": "yes"}`:    400,
			`{"batchId": ""}`:               400,
			`{"batchId": 7}`:                400,
			`{"batchId": "' OR 1=1 --"}`:    404,
			`{"batchId": "%"}`:              404,
			`{"batchId": "` + done.BatchID + `", "force": true}`:                    404, // of somebody else
			`{"batchId": "` + strings.ToUpper(done.BatchID) + `"}`:                  404,
			fmt.Sprintf(`{"seq": %d, "force": true}`, seq):                          404,
			fmt.Sprintf(`{"seq": %d, "batchId": %q}`, seq, done.BatchID):            400,
			`{"batchId": "` + strings.Repeat("b", 100_000) + `"}`:                   404,
			`{"seq": 1, "more": "` + strings.Repeat("x", 2<<20) + `"}`:              413,
			strings.Repeat(`{"seq":`, 100_000) + "1" + strings.Repeat("}", 100_000): 400,
			``:   400,
			`[]`: 400,
		} {
			if answer := mallory.put("/change/undo", body); answer.Code != want {
				t.Errorf("%.60s: %d, want %d: %.200s", body, answer.Code, want, answer.Body)
			}
		}
		api.anonymous().undo(seq).status(401)
		if after := api.count("SELECT count(*) FROM change"); after != before {
			t.Errorf("%d changes", after-before)
		}
	})
}
