package change_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Each kind of change is taken back, done again, and taken back again.
func TestUndoOfEachKind(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		a := w.Admin
		api.AddUser("undone@people.example", "Undone", false)
		a.Post("/product/categories", object{"name": "Other"}).Status(201)
		now := api.Clock.Now()
		term := object{"startAt": now, "endAt": now.AddDate(1, 0, 0), "price": 20, "autoRenew": false}
		company, project, product, subscription := w.IDs["company"][apitest.Own], w.IDs["project"][apitest.Own], w.IDs["product"][apitest.Own], w.IDs["subscription"][apitest.Own]
		companyState := func() string { return apitest.Shown(a, "/company/"+company) }
		projectState := func() string { return apitest.Shown(a, "/project/"+project) }
		user := func() string { return apitest.Shown(a, "/UserManagement/undone@people.example") }
		categories := func() string {
			return apitest.Shown(a, "/product/categories?PageSize=200") + apitest.Shown(a, "/product?PageSize=200") + apitest.Shown(a, "/subscription?PageSize=200")
		}
		for _, kind := range []struct {
			name  string
			state func() string
			do    func() *apitest.Answer
		}{
			{"edit company", companyState, func() *apitest.Answer {
				return a.Put("/company", object{"data": object{"id": company, "name": "Another", "details": "D", "supportEmail": "s@example.com"}})
			}},
			{"first address", companyState, func() *apitest.Answer {
				return a.Put("/company/address", object{"id": company, "address": apitest.Address})
			}},
			{"photo", companyState, func() *apitest.Answer { return a.Put("/company/"+company+"/photo", apitest.Picture(t, 3)) }},
			{"add moderator", companyState, func() *apitest.Answer {
				return a.Post("/company/moderator", object{"id": company, "userEmail": "undone@people.example", "role": "Support", "details": "d"})
			}},
			{"change role", companyState, func() *apitest.Answer {
				return a.Put("/company/moderator", object{"id": w.IDs["companyLink"][apitest.Own], "role": "Manager", "details": "x"})
			}},
			{"remove moderator", companyState, func() *apitest.Answer {
				return a.Delete("/company/moderator", object{"id": w.IDs["companyLink"][apitest.Own]})
			}},
			{"add project", companyState, func() *apitest.Answer { return a.Post("/project", object{"companyId": company, "name": "Undone"}) }},
			{"mark company", companyState, func() *apitest.Answer { return a.Delete("/company", object{"id": company}) }},
			{"remove company", func() string { return apitest.Shown(a, "/company?PageSize=200") },
				func() *apitest.Answer { return a.Delete("/company", object{"id": a.AddCompany("Empty " + w.Next())}) }},
			{"edit project", projectState, func() *apitest.Answer { return a.Put("/project", object{"id": project, "name": "Another"}) }},
			{"remove project", projectState, func() *apitest.Answer { return a.Delete("/project", object{"id": project}) }},
			{"attach product", projectState, func() *apitest.Answer {
				return a.Post("/project/product", object{"projectId": project, "productId": product, "price": 1, "cost": 2, "status": 0})
			}},
			{"edit product", projectState, func() *apitest.Answer {
				return a.Put("/project/product", object{"id": w.IDs["projectProduct"][apitest.Own], "price": 99, "cost": 98, "status": 2, "details": "d"})
			}},
			{"detach product", projectState, func() *apitest.Answer {
				return a.Delete("/project/product", object{"id": w.IDs["projectProduct"][apitest.Own]})
			}},
			{"attach subscription", projectState, func() *apitest.Answer {
				return a.Post("/project/subscription", apitest.Merged(term, object{"projectId": project, "subscriptionId": subscription}))
			}},
			{"edit subscription", projectState, func() *apitest.Answer {
				return a.Put("/project/subscription", object{"id": w.IDs["projectSubscription"][apitest.Own], "startAt": now, "endAt": now.AddDate(0, 1, 0), "price": 7, "autoRenew": true})
			}},
			{"cancel", projectState, func() *apitest.Answer {
				return a.Put("/project/subscription/cancel", object{"id": w.IDs["projectSubscription"][apitest.Own], "cancelationReason": "moved"})
			}},
			{"detach subscription", projectState, func() *apitest.Answer {
				return a.Delete("/project/subscription", object{"id": w.IDs["projectSubscription"][apitest.Own]})
			}},
			{"add project moderator", projectState, func() *apitest.Answer {
				return a.Post("/project/moderator", object{"id": project, "userEmail": "undone@people.example", "role": "Support"})
			}},
			{"remove project moderator", projectState, func() *apitest.Answer {
				return a.Delete("/project/moderator", object{"id": w.IDs["projectLink"][apitest.Own]})
			}},
			{"edit project moderator", projectState, func() *apitest.Answer {
				return a.Put("/project/moderator", object{"id": w.IDs["projectOwner"][apitest.Own], "role": "None"})
			}},
			{"add product", categories, func() *apitest.Answer {
				return a.Post("/product", w.Item("product", w.IDs["productCategory"][apitest.Own], "New"))
			}},
			{"edit item", categories, func() *apitest.Answer {
				return a.Put("/product", object{"data": apitest.Merged(w.Item("product", "Other", "Renamed"), object{"id": product})})
			}},
			{"cost of item", categories, func() *apitest.Answer {
				return a.Put("/subscription", object{"data": apitest.Merged(w.Item("subscription", w.IDs["subscriptionCategory"][apitest.Own], "Renamed"),
					object{"id": subscription, "cost": 8, "status": 2})})
			}},
			{"photo of item", categories, func() *apitest.Answer { return a.Put("/product/"+product+"/photo", apitest.Picture(t, 5)) }},
			{"mark item", categories, func() *apitest.Answer { return a.Delete("/product", object{"id": product}) }},
			{"rename category", categories, func() *apitest.Answer {
				return a.Put("/product/categories", object{"name": w.IDs["productCategory"][apitest.Own], "newName": "Renamed"})
			}},
			{"add category", categories, func() *apitest.Answer { return a.Post("/product/categories", object{"name": "Undone"}) }},
			{"remove category", categories, func() *apitest.Answer {
				return a.Delete("/product/categories", object{"name": w.IDs["productCategory"][apitest.Own]})
			}},
			{"edit user", user, func() *apitest.Answer {
				return a.Put("/UserManagement", object{"email": "undone@people.example", "displayName": "X", "gender": 1, "firstName": "F", "address": apitest.Address})
			}},
			{"address of user", user, func() *apitest.Answer {
				return a.Put("/UserManagement/address", object{"email": "undone@people.example", "address": apitest.Address})
			}},
			{"photo of user", user, func() *apitest.Answer {
				return a.Put("/UserManagement/undone@people.example/photo", apitest.Picture(t, 6))
			}},
			{"disable", user, func() *apitest.Answer {
				return a.Put("/UserManagement/disable", object{"email": "undone@people.example", "reason": 2})
			}},
			{"administrator", user, func() *apitest.Answer {
				return a.Put("/UserManagement/admin", object{"email": "undone@people.example", "isAdmin": true})
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
			seq, after := answer.LastSeq(), kind.state()
			undo := a.Undone(seq)
			if got := kind.state(); got != before && before != "" {
				t.Errorf("%s, undone:\n%s\nwas\n%s", kind.name, got, before)
			}
			if kind.name == "remove company" {
				before = kind.state()
			}
			a.Undo(seq).Problem(422, "cannotUndo")
			redo := a.Undone(undo)
			if got := kind.state(); got != after {
				t.Errorf("%s, done again:\n%s\nwas\n%s", kind.name, got, after)
			}
			a.Undone(redo)
			if got := kind.state(); got != before {
				t.Errorf("%s, undone again:\n%s\nwas\n%s", kind.name, got, before)
			}
			for _, c := range a.Changes("") {
				if c.Seq == seq && (c.UndoneBy == nil || *c.UndoneBy != undo || c.Undo.Allowed || *c.Undo.Reason != "It was taken back already.") {
					t.Errorf("%s: %+v", kind.name, c)
				}
				if c.Seq == undo && (c.Action != "undo" || c.Undoes == nil || *c.Undoes != seq || c.Via == nil || c.Via.Kind != "undo" || c.BatchID == nil) {
					t.Errorf("%s: %+v", kind.name, c)
				}
			}
		}
		(&apitest.Side{API: api}).CheckTotals(t)
	})
}

// A later change of the same field is a conflict, of another field is none. Force overwrites.
func TestUndoConflicts(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		id := a.AddCompany("Acme")
		edit := func(name, details string) int64 {
			return a.Put("/company", object{"data": object{"id": id, "name": name, "details": details}}).Status(200).LastSeq()
		}
		edit("Acme", "one")
		both := edit("Acme Two", "two")
		edit("Acme Two", "three")
		p := a.Undo(both).Problem(422, "undoConflict")
		if got, _ := json.Marshal(p["conflicts"]); string(got) != `[{"current":"three","entity":"company","field":"details","id":"`+id+`","label":"Details","name":"Acme Two","wanted":"one"}]` {
			t.Errorf("%s", got)
		}
		state := func() string {
			var c tracker.CompanyDetails
			a.Get("/company/" + id).Into(&c)
			return c.Name + " " + *c.Details
		}
		if got := state(); got != "Acme Two three" {
			t.Errorf("a refused undo left %s", got)
		}
		a.Put("/company/address", object{"id": id, "address": apitest.Address}).Status(200) // another field
		a.Put("/change/undo", object{"seq": both, "force": true}).Status(200)
		if got := state(); got != "Acme one" {
			t.Errorf("a forced undo left %s", got)
		}
		only := edit("Acme", "four")
		a.Put("/company", object{"data": object{"id": id, "name": "Other", "details": "four"}}).Status(200)
		a.Undone(only)
		if got := state(); got != "Other one" {
			t.Errorf("an undo beside another field left %s", got)
		}
		same := edit("Other", "five")
		edit("Other", "one")
		if reason := a.Undo(same).Problem(422, "cannotUndo")["reason"]; reason != "Everything is as it was before already." {
			t.Errorf("%v", reason)
		}

		// A part of an address
		a.Put("/company/address", object{"id": id, "address": apitest.Merged(apitest.Address, object{"city": "Lyon"})}).Status(200)
		moved := a.Put("/company/address", object{"id": id, "address": apitest.Merged(apitest.Address, object{"city": "Lyon", "street": "Rue"})}).Status(200).LastSeq()
		a.Put("/company/address", object{"id": id, "address": apitest.Merged(apitest.Address, object{"city": "Bron", "street": "Rue"})}).Status(200)
		a.Undone(moved)
		if got := apitest.Shown(a, "/company/"+id); !strings.Contains(got, `"city": "Bron"`) || !strings.Contains(got, `"street": null`) {
			t.Error(got)
		}
		gone := a.Put("/company/address", object{"id": id}).Status(200).LastSeq()
		a.Put("/company/address", object{"id": id, "address": object{"country": "Spain", "provinceState": "Soria"}}).Status(200)
		if got := apitest.List(a.Undo(gone).Problem(422, "undoConflict")["conflicts"]); len(got) != 2 {
			t.Errorf("%v", got)
		}
	})
}

// What is in the way of an undo is said, and nothing is changed.
func TestUndoRefusals(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		a := w.Admin
		refused := func(what string, seq int64, code, reason string) {
			t.Helper()
			before := api.Count("SELECT count(*) FROM change")
			if got := a.Undo(seq).Problem(422, code)["reason"].(string); !strings.Contains(got, reason) {
				t.Errorf("%s: %s", what, got)
			}
			a.Put("/change/undo", object{"seq": seq, "force": true}).Problem(422, code)
			if after := api.Count("SELECT count(*) FROM change"); after != before {
				t.Errorf("%s: %d changes", what, after-before)
			}
		}
		a.Put("/change/undo", object{}).FieldError("Seq", "Seq or Batch must say what to take back, and not both.")
		a.Put("/change/undo", object{"seq": 1, "batchId": "b"}).Status(400)
		a.Put("/change/undo", object{"seq": "x"}).Status(400)
		for _, seq := range []int64{-1, 0, 1 << 50} {
			a.Undo(seq).Status(404)
		}
		a.Put("/change/undo", object{"batchId": "unknown"}).Status(404)

		refused("user", a.Post("/UserManagement", apitest.NewUser(w, nil, "").(object)).Status(201).LastSeq(), "cannotUndo", "Disable the user instead.")
		refused("invitation", a.Post("/UserManagement/invite", object{"email": w.IDs["user"][apitest.Own]}).Status(200).LastSeq(), "cannotUndo", "mail")
		api.Anonymous().Get("/company").Status(401)

		company := a.AddCompany("Parent")
		made := a.Post("/project", object{"companyId": company, "name": "Child"}).Status(201)
		var child struct{ ID string }
		made.Into(&child)
		gone := a.Delete("/project", object{"id": child.ID}).Status(200).LastSeq()
		a.Delete("/company", object{"id": company}).Status(200)
		refused("a project of a removed company", gone, "cannotUndo", "Restore that first")
		a.Put("/company/restore", object{"id": company}).Status(200)
		edited := a.Put("/company", object{"data": object{"id": company, "name": "Edited"}}).Status(200).LastSeq()
		a.Delete("/company", object{"id": company}).Status(200)
		refused("an edit of a removed company", edited, "cannotUndo", "It is removed now")

		a.Post("/product/categories", object{"name": "First"}).Status(201)
		removed := a.Delete("/product/categories", object{"name": "First"}).Status(200).LastSeq()
		a.Post("/product/categories", object{"name": "FIRST"}).Status(201)
		refused("a category whose name is taken", removed, "cannotUndo", "Another category has its name")
		again := a.Put("/product/categories", object{"name": "FIRST", "newName": "Second"}).Status(200).LastSeq()
		a.Post("/product/categories", object{"name": "First"}).Status(201)
		refused("a rename to a name that is taken", again, "cannotUndo", "New Name is already a category.")

		item := a.Made("/product", w.Item("product", "First", "Thing"))
		moved := a.Put("/product", object{"data": apitest.Merged(w.Item("product", "Second", "Thing"), object{"id": item})}).Status(200).LastSeq()
		a.Delete("/product/categories", object{"name": "First"}).Status(200)
		refused("an item of a category that is gone", moved, "cannotUndo", "The category First is removed.")
		a.Put("/product/categories/restore", object{"name": "First"}).Status(200)
		a.Put("/product/categories", object{"name": "First", "newName": "Third"}).Status(200)
		a.Undone(moved) // it goes by the id
		if got := apitest.Shown(a, "/product/"+item); !strings.Contains(got, `"categoryName": "Third"`) {
			t.Error(got)
		}

		link := a.AddModerator(w.IDs["company"][apitest.Own], "newcomer@people.example", tracker.RoleSupport)
		out := a.Delete("/company/moderator", object{"id": link}).Status(204).LastSeq()
		a.AddModerator(w.IDs["company"][apitest.Own], "newcomer@people.example", tracker.RoleNone)
		refused("a moderator who is there again", out, "cannotUndo", "moderator here again")

		detached := a.Delete("/project/product", object{"id": w.IDs["projectProduct"][apitest.Own]}).Status(204).LastSeq()
		api.Clock.Advance(time.Second)
		a.Delete("/project", object{"id": w.IDs["project"][apitest.Own]}).Status(200)
		refused("an item of a removed project", detached, "cannotUndo", "Restore that first")
		a.Put("/project/restore", object{"id": w.IDs["project"][apitest.Own]}).Status(200)

		promoted := a.Put("/UserManagement/admin", object{"email": w.IDs["user"][apitest.Own], "isAdmin": true}).Status(200).LastSeq()
		a.Undone(promoted)
		profile := a.Put("/account/profile", object{"displayName": "Ada Again", "gender": 1}).Status(200).LastSeq()
		a.Undone(profile)
		if got := apitest.Shown(a, "/account"); !strings.Contains(got, `"displayName": "Ada Admin"`) {
			t.Error(got)
		}
	})
}

// The history offers no undo for an edit of what is removed, until it is there again.
func TestNoUndoIsOfferedForWhatIsRemoved(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		a := w.Admin
		company, product := w.IDs["company"][apitest.Own], w.IDs["projectProduct"][apitest.Own]
		link := a.AddModerator(company, "newcomer@people.example", tracker.RoleSupport)
		attached := a.Put("/project/product", object{"id": product, "price": 10, "cost": 5, "status": 2}).Status(200).LastSeq()
		moderator := a.Put("/company/moderator", object{"id": link, "role": tracker.RoleManager}).Status(200).LastSeq()
		is := func(seq int64, want string) {
			t.Helper()
			for _, c := range a.Changes("?PageSize=100") {
				if got := cmp.Or(c.Undo.Reason, new(string)); c.Seq == seq && (*got != want || c.Undo.Allowed != (want == "")) {
					t.Errorf("%s %s: %v %q, want %q", c.Entity, c.Action, c.Undo.Allowed, *got, want)
				}
			}
			if want != "" {
				a.Undo(seq).Problem(422, "cannotUndo")
			}
		}
		is(attached, "")
		is(moderator, "")
		detached := a.Delete("/project/product", object{"id": product}).Status(204).LastSeq()
		out := a.Delete("/company/moderator", object{"id": link}).Status(204).LastSeq()
		is(attached, "It is removed now. Restore it first.")
		is(moderator, "It is removed now. Restore it first.")
		a.Undone(detached)
		a.Undone(out)
		is(attached, "")
		is(moderator, "")
	})
}

// An undo that nobody made by a screen is refused and changes nothing.
func TestHostileUndo(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		id := a.AddCompany("Acme")
		seq := a.Put("/company", object{"data": object{"id": id, "name": "Edited"}}).Status(200).LastSeq()
		var done tracker.Undone
		a.Undo(seq).Status(200).Into(&done)
		api.AddUser(apitest.UserEmail, "Mallory", false)
		mallory := api.SignIn(apitest.UserEmail)
		before := api.Count("SELECT count(*) FROM change")
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
			if answer := mallory.Put("/change/undo", body); answer.Code != want {
				t.Errorf("%.60s: %d, want %d: %.200s", body, answer.Code, want, answer.Body)
			}
		}
		api.Anonymous().Undo(seq).Status(401)
		if after := api.Count("SELECT count(*) FROM change"); after != before {
			t.Errorf("%d changes", after-before)
		}
	})
}
