package httpapi_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// changes returns the change log as text, oldest first: action, entity, actor, and the states
// before and after.
func (api *testAPI) changes() []string {
	api.t.Helper()
	const sql = `SELECT action || ' ' || entity || ' by ' || COALESCE(actor_id, 'nobody') || ' ' || COALESCE(before, 'nothing') || ' -> ' || COALESCE(after, 'nothing') FROM change ORDER BY seq`
	var list []string
	scan := func(next func() bool, scan func(...any) error) {
		for next() {
			var line string
			if err := scan(&line); err != nil {
				api.t.Fatal(err)
			}
			list = append(list, line)
		}
	}
	if api.store.Dialect() == "sqlite" {
		rows, err := api.store.WriterDB().QueryContext(api.t.Context(), sql)
		if err != nil {
			api.t.Fatal(err)
		}
		defer rows.Close()
		scan(rows.Next, rows.Scan)
		return list
	}
	rows, err := api.store.Pool().Query(api.t.Context(), sql)
	if err != nil {
		api.t.Fatal(err)
	}
	defer rows.Close()
	scan(rows.Next, rows.Scan)
	return list
}

// Each mutation adds exactly one row to the change log. A refused mutation, and one that
// changes nothing, add no row.
func TestChangeLog(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, user := api.admin(), api.signIn(userEmail)
		logged := 0
		expect := func(what string, rows int, holds ...string) string {
			t.Helper()
			all := api.changes()
			if len(all) != logged+rows {
				t.Fatalf("%s: %d rows, want %d: %v", what, len(all)-logged, rows, all[logged:])
			}
			logged = len(all)
			if rows == 0 {
				return ""
			}
			last := all[len(all)-1]
			for _, part := range holds {
				if !strings.Contains(last, part) {
					t.Errorf("%s: no %s in %s", what, part, last)
				}
			}
			return last
		}
		by := " by user-" + adminEmail + " "
		id := admin.addCompany("Acme")
		expect("create", 1, "create company"+by+"nothing -> ", `"name":"Acme"`, id)
		admin.put("/company", object{"data": object{"id": id, "name": "Acme Two", "details": "D"}}).status(200)
		expect("edit", 1, "edit company"+by, `"name":"Acme",`, ` -> `, `"name":"Acme Two"`, `"version":2`)
		admin.put("/company/address", object{"id": id, "address": object{"country": "F", "provinceState": "R"}}).status(200)
		expect("address", 1, `"headAddress":null`, `"country":"F"`)
		admin.put("/company/"+id+"/photo", picture(t, 4)).status(200)
		expect("photo", 1, `"photoUrl":null`, `"photoUrl":"/photo/`)
		link := admin.addModerator(id, userEmail, tracker.RoleNone)
		expect("moderator", 1, "create companyModerator"+by+"nothing -> ", link, userEmail)
		admin.post("/company/moderator", object{"id": id, "userEmail": userEmail, "role": 1}).status(200)
		expect("moderator who is there", 0)
		admin.put("/company/moderator", object{"id": link, "role": tracker.RoleDesigner}).status(200)
		expect("role", 1, `"role":0`, `"role":5`)

		// Refused, for various reasons.
		user.put("/company", object{"data": object{"id": id, "name": "Mine"}}).status(403)
		user.post("/company", object{"name": "Mine"}).status(403)
		user.delete("/company", object{"id": id}).status(403)
		user.delete("/company/moderator", object{"id": link}).status(403)
		admin.post("/company", object{"name": ""}).status(400)
		admin.put("/company", object{"data": object{"id": id, "name": "Late", "version": 1}}).status(409)
		admin.put("/company", object{"data": object{"id": "unknown", "name": "N"}}).status(404)
		admin.put("/company/"+id+"/photo", []byte("text")).status(415)
		admin.delete("/company", object{"id": "unknown"}).status(200)
		admin.put("/company/restore", object{"id": id}).status(200) // it is not removed
		admin.put("/account/changePassword", passwordChange(wrong, newPassword, newPassword)).status(400)
		api.anonymous().put("/account/resetPass", reset(adminEmail, "x", newPassword)).status(422)
		admin.post("/UserManagement", object{"email": userEmail, "displayName": "Twice", "gender": 0}).status(400)
		admin.put("/notification", object{"notificationId": "unknown"}).status(404)
		expect("refused", 0)
		var details tracker.CompanyDetails
		admin.get("/company/" + id).into(&details)
		if details.Name != "Acme Two" || details.Version != 4 || len(details.Moderators) != 1 {
			t.Errorf("a refused edit took effect: %+v", details)
		}

		admin.delete("/company/moderator", object{"id": link}).status(204)
		expect("moderator removed", 1, "remove companyModerator", link, " -> nothing")
		admin.delete("/company/moderator", object{"id": link}).status(204)
		expect("removed again", 0)
		project := api.addProject(id, "p")
		admin.delete("/company", object{"id": id}).status(200)
		expect("marked", 1, "remove company")
		admin.delete("/company", object{"id": id}).status(200)
		expect("marked again", 0)
		admin.put("/company/restore", object{"id": id}).status(200)
		expect("restored", 1, "restore company")

		admin.put("/account/profile", object{"displayName": "Ada Two", "gender": 0}).status(200)
		expect("profile", 1, "edit user"+by, `"displayName":"Ada Admin"`, `"displayName":"Ada Two"`)
		admin.put("/account/profile/address", object{"country": "F", "provinceState": "R"}).status(200)
		expect("own address", 1, "address user", `"country":"F"`)
		admin.put("/account/photo", picture(t, 5)).status(200)
		expect("own photo", 1, "photo user")
		admin.put("/account/changePassword", passwordChange(password, newPassword, newPassword)).status(200)
		if row := expect("password", 1, "password user"+by); row != "password user"+by+"nothing -> nothing" {
			t.Errorf("a password's row is %s", row)
		}
		admin.post("/UserManagement", object{"email": "n@example.com", "displayName": "N", "gender": 0}).status(201)
		expect("user", 1, "create user"+by+"nothing -> ", "n@example.com")
		api.deliver()
		api.anonymous().put("/account/resetPass", reset("n@example.com", api.mailedToken("n@example.com"), newPassword)).status(200)
		expect("reset", 1, "password user by ")
		api.notify("n1", adminEmail, project)
		admin.put("/notification", object{"notificationId": "n1"}).status(200)
		expect("viewed", 1, "view notification"+by, `"isViewed":false`, `"isViewed":true`)
		admin.put("/notification", object{"notificationId": "n1"}).status(200)
		expect("viewed again", 0)
	})
}

// The rows of an entity have the id of the request that made them.
func TestChangesOfOneEntity(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		id := admin.addCompany("Acme")
		answer := admin.put("/company", object{"data": object{"id": id, "name": "Renamed"}}).status(200)
		admin.addCompany("Other")
		list, err := api.store.Changes(t.Context(), "company", id, 10)
		if err != nil || len(list) != 2 {
			t.Fatalf("%v, %v", list, err)
		}
		edit := list[1]
		var before, after tracker.Company
		if err := json.Unmarshal([]byte(*edit.Before), &before); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(*edit.After), &after); err != nil {
			t.Fatal(err)
		}
		if before.Name != "Acme" || after.Name != "Renamed" || after.Version != 2 || edit.RequestID != answer.Header().Get("X-Request-Id") || !edit.At.Equal(api.clock.Now()) {
			t.Errorf("%+v: %+v -> %+v", edit, before, after)
		}
		if list[0].Seq >= edit.Seq {
			t.Errorf("out of order: %d, %d", list[0].Seq, edit.Seq)
		}
	})
}

// A mail, an idempotency key and a change exist exactly when the mutation does.
func TestNothingOfAFailedMutationStays(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.mail.fail = func() error { return fmt.Errorf("the queue is broken") }
		admin.header = map[string][]string{"Idempotency-Key": {"k"}}
		body := object{"email": "n@example.com", "displayName": "N", "gender": 0}
		admin.post("/UserManagement", body).status(500)
		for table, want := range map[string]int{"users": 1, "change": 0, "idempotency": 0} {
			if n := api.count(`SELECT count(*) FROM ` + table); n != want {
				t.Errorf("%d rows in %s", n, table)
			}
		}
		api.mail.fail = nil
		admin.post("/UserManagement", body).status(201)
	})
}

func TestModeratorLimit(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		id := admin.addCompany("Acme")
		err := api.store.Write(t.Context(), func(tx *store.Tx) error {
			for i := range tracker.MaxModerators {
				u := tracker.User{ID: fmt.Sprintf("m%d", i), Email: fmt.Sprintf("m%d@example.com", i), DisplayName: "M", CreatedAt: api.clock.Now()}
				if err := tx.InsertUser(t.Context(), u, nil); err != nil {
					return err
				}
				if err := tx.InsertLinks(t.Context(), store.CompanyModeration, u.ID, store.Link{ID: u.ID, ParentID: id, UserID: u.ID, CreatedAt: u.CreatedAt}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		p := admin.post("/company/moderator", object{"id": id, "userEmail": adminEmail, "role": 0}).problem(422, "tooManyModerators")
		if p["reason"] != "A company has 200 moderators at most. Remove one first." {
			t.Errorf("422 %v", p)
		}
	})
}

// A form can have a newer version than the stored one after a backup was restored. Its edit is
// a conflict.
func TestNewerVersionIsAConflict(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		for _, edit := range []struct {
			path string
			body object
		}{
			{"/company", object{"data": object{"id": w.ids["company"][own], "name": "X", "version": 2}}},
			{"/company/address", object{"id": w.ids["company"][own], "version": 2}},
			{"/project", object{"id": w.ids["project"][own], "name": "X", "version": 2}},
			{"/product", object{"data": object{"id": w.ids["product"][own], "categoryName": w.ids["productCategory"][own], "name": "X", "status": 0, "version": 2}}},
			{"/project/product", object{"id": w.ids["projectProduct"][own], "price": 1, "cost": 1, "status": 1, "version": 2}},
			{"/project/subscription", w.term(object{"id": w.ids["projectSubscription"][own], "version": 2})},
			{"/company/moderator", object{"id": w.ids["companyLink"][own], "role": 0, "version": 2}},
			{"/project/moderator", object{"id": w.ids["projectLink"][own], "role": 0, "version": 2}},
			{"/UserManagement", object{"email": w.ids["user"][own], "displayName": "X", "gender": 0, "version": 2}},
			{"/UserManagement/address", object{"email": w.ids["user"][own], "version": 2}},
			{"/account/profile", object{"displayName": "X", "gender": 0, "version": 2}},
			{"/account/profile/address", object{"version": 2}},
		} {
			if current := w.admin.put(edit.path, edit.body).problem(409, "versionConflict")["current"]; current == nil {
				t.Errorf("%s: a conflict does not show what is stored", edit.path)
			}
		}
	})
}

// An edit that changes nothing makes no row in the change log and no version, which would be a
// conflict for a form that somebody else has open.
func TestEditsThatChangeNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		api.addUser(userEmail, "Grace", false)
		w.admin.put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
		for _, edit := range []struct {
			path  string
			body  object
			entry string // the row that has a version
		}{
			{"/company/address", object{"id": w.ids["company"][own]}, "company"},
			{"/UserManagement/address", object{"email": w.ids["user"][own]}, "users"},
			{"/account/profile/address", object{}, "users"},
			{"/UserManagement/enable", object{"email": w.ids["user"][own]}, "users"},
			{"/UserManagement/admin", object{"email": adminEmail, "isAdmin": true}, "users"},
			{"/UserManagement/admin", object{"email": w.ids["user"][own], "isAdmin": false}, "users"},
			{"/UserManagement/disable", object{"email": userEmail, "reason": 1}, "users"},
		} {
			versions, changes := "SELECT sum(version) FROM "+edit.entry, "SELECT count(*) FROM change"
			before, logged := api.count(versions), api.count(changes)
			if seq := w.admin.put(edit.path, edit.body).status(200).Header().Get("Change-Seq"); seq != "" || api.count(versions) != before || api.count(changes) != logged {
				t.Errorf("PUT %s %v makes a version, or change %q", edit.path, edit.body, seq)
			}
		}
		// Another reason is a change, and so are the first address and a status that differs.
		before := api.count("SELECT count(*) FROM change")
		w.admin.put("/UserManagement/disable", object{"email": userEmail, "reason": 2}).status(200)
		w.admin.put("/company/address", object{"id": w.ids["company"][own], "address": address}).status(200)
		w.admin.put("/UserManagement/enable", object{"email": userEmail}).status(200)
		if got := api.count("SELECT count(*) FROM change"); got != before+3 {
			t.Errorf("%d changes are logged", got-before)
		}
	})
}

// A conflict names who made the stored version, and when. Later changes that made no version
// do not count.
func TestConflictNamesWhoMadeTheVersion(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("second@example.com", "Second Admin", true)
		first, second := api.admin(), api.signIn("second@example.com")
		user := object{"email": userEmail, "displayName": "Grace", "gender": 0}
		first.post("/UserManagement", user).status(201)
		user["displayName"] = "Grace H"
		second.put("/UserManagement", user).status(200)
		edited := api.clock.Now()
		api.clock.Advance(time.Minute)
		first.post("/UserManagement/invite", object{"email": userEmail}).status(200)
		user["version"] = 1
		conflict := first.put("/UserManagement", user).problem(409, "versionConflict")
		if conflict["changedBy"] != "Second Admin" || conflict["changedAt"] != edited.Format(time.RFC3339) {
			t.Errorf("changed by %v at %v", conflict["changedBy"], conflict["changedAt"])
		}
	})
}
