package change_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Each mutation adds exactly one row to the change log. A refused mutation, and one that
// changes nothing, add no row.
func TestChangeLog(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, user := api.Admin(), api.SignIn(apitest.UserEmail)
		logged := 0
		expect := func(what string, rows int, holds ...string) string {
			t.Helper()
			all := api.Changes()
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
		by := " by user-" + apitest.AdminEmail + " "
		id := admin.AddCompany("Acme")
		expect("create", 1, "create company"+by+"nothing -> ", `"name":"Acme"`, id)
		admin.Put("/company", object{"data": object{"id": id, "name": "Acme Two", "details": "D"}}).Status(200)
		expect("edit", 1, "edit company"+by, `"name":"Acme",`, ` -> `, `"name":"Acme Two"`, `"version":2`)
		admin.Put("/company/address", object{"id": id, "address": object{"country": "F", "provinceState": "R"}}).Status(200)
		expect("address", 1, `"headAddress":null`, `"country":"F"`)
		admin.Put("/company/"+id+"/photo", apitest.Picture(t, 4)).Status(200)
		expect("photo", 1, `"photoUrl":null`, `"photoUrl":"/photo/`)
		link := admin.AddModerator(id, apitest.UserEmail, tracker.RoleNone)
		expect("moderator", 1, "create companyModerator"+by+"nothing -> ", link, apitest.UserEmail)
		admin.Post("/company/moderator", object{"id": id, "userEmail": apitest.UserEmail, "role": 1}).Status(200)
		expect("moderator who is there", 0)
		admin.Put("/company/moderator", object{"id": link, "role": tracker.RoleDesigner}).Status(200)
		expect("role", 1, `"role":0`, `"role":5`)

		// Refused, for various reasons.
		user.Put("/company", object{"data": object{"id": id, "name": "Mine"}}).Status(403)
		user.Post("/company", object{"name": "Mine"}).Status(403)
		user.Delete("/company", object{"id": id}).Status(403)
		user.Delete("/company/moderator", object{"id": link}).Status(403)
		admin.Post("/company", object{"name": ""}).Status(400)
		admin.Put("/company", object{"data": object{"id": id, "name": "Late", "version": 1}}).Status(409)
		admin.Put("/company", object{"data": object{"id": "unknown", "name": "N"}}).Status(404)
		admin.Put("/company/"+id+"/photo", []byte("text")).Status(415)
		admin.Delete("/company", object{"id": "unknown"}).Status(200)
		admin.Put("/company/restore", object{"id": id}).Status(200) // it is not removed
		admin.Put("/account/changePassword", apitest.PasswordChange(apitest.Wrong, apitest.NewPassword, apitest.NewPassword)).Status(400)
		api.Anonymous().Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, "x", apitest.NewPassword)).Status(422)
		admin.Post("/UserManagement", object{"email": apitest.UserEmail, "displayName": "Twice", "gender": 0}).Status(400)
		admin.Put("/notification", object{"notificationId": "unknown"}).Status(404)
		expect("refused", 0)
		var details tracker.CompanyDetails
		admin.Get("/company/" + id).Into(&details)
		if details.Name != "Acme Two" || details.Version != 4 || len(details.Moderators) != 1 {
			t.Errorf("a refused edit took effect: %+v", details)
		}

		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		expect("moderator removed", 1, "remove companyModerator", link, " -> nothing")
		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		expect("removed again", 0)
		project := api.AddProject(id, "p")
		admin.Delete("/company", object{"id": id}).Status(200)
		expect("marked", 1, "remove company")
		admin.Delete("/company", object{"id": id}).Status(200)
		expect("marked again", 0)
		admin.Put("/company/restore", object{"id": id}).Status(200)
		expect("restored", 1, "restore company")

		admin.Put("/account/profile", object{"displayName": "Ada Two", "gender": 0}).Status(200)
		expect("profile", 1, "edit user"+by, `"displayName":"Ada Admin"`, `"displayName":"Ada Two"`)
		admin.Put("/account/profile/address", object{"country": "F", "provinceState": "R"}).Status(200)
		expect("own address", 1, "address user", `"country":"F"`)
		admin.Put("/account/photo", apitest.Picture(t, 5)).Status(200)
		expect("own photo", 1, "photo user")
		admin.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword)).Status(200)
		if row := expect("password", 1, "password user"+by); row != "password user"+by+"nothing -> nothing" {
			t.Errorf("a password's row is %s", row)
		}
		admin.Post("/UserManagement", object{"email": "n@example.com", "displayName": "N", "gender": 0}).Status(201)
		expect("user", 1, "create user"+by+"nothing -> ", "n@example.com")
		api.Deliver()
		api.Anonymous().Put("/account/resetPass", apitest.Reset("n@example.com", api.MailedToken("n@example.com"), apitest.NewPassword)).Status(200)
		expect("reset", 1, "password user by ")
		api.Notify("n1", apitest.AdminEmail, project)
		admin.Put("/notification", object{"notificationId": "n1"}).Status(200)
		expect("viewed", 1, "view notification"+by, `"isViewed":false`, `"isViewed":true`)
		admin.Put("/notification", object{"notificationId": "n1"}).Status(200)
		expect("viewed again", 0)
	})
}

// The rows of an entity have the id of the request that made them.
func TestChangesOfOneEntity(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		answer := admin.Put("/company", object{"data": object{"id": id, "name": "Renamed"}}).Status(200)
		admin.AddCompany("Other")
		list, err := api.Store.Changes(t.Context(), "company", id, 10)
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
		if before.Name != "Acme" || after.Name != "Renamed" || after.Version != 2 || edit.RequestID != answer.Header().Get("X-Request-Id") || !edit.At.Equal(api.Clock.Now()) {
			t.Errorf("%+v: %+v -> %+v", edit, before, after)
		}
		if list[0].Seq >= edit.Seq {
			t.Errorf("out of order: %d, %d", list[0].Seq, edit.Seq)
		}
	})
}

// A mail, an idempotency key and a change exist exactly when the mutation does.
func TestNothingOfAFailedMutationStays(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.Mail.Fail = func() error { return fmt.Errorf("the queue is broken") }
		admin.Header = map[string][]string{"Idempotency-Key": {"k"}}
		body := object{"email": "n@example.com", "displayName": "N", "gender": 0}
		admin.Post("/UserManagement", body).Status(500)
		for table, want := range map[string]int{"users": 1, "change": 0, "idempotency": 0} {
			if n := api.Count(`SELECT count(*) FROM ` + table); n != want {
				t.Errorf("%d rows in %s", n, table)
			}
		}
		api.Mail.Fail = nil
		admin.Post("/UserManagement", body).Status(201)
	})
}

func TestModeratorLimit(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		err := api.Store.Write(t.Context(), func(tx *store.Tx) error {
			for i := range tracker.MaxModerators {
				u := tracker.User{ID: fmt.Sprintf("m%d", i), Email: fmt.Sprintf("m%d@example.com", i), DisplayName: "M", CreatedAt: api.Clock.Now()}
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
		p := admin.Post("/company/moderator", object{"id": id, "userEmail": apitest.AdminEmail, "role": 0}).Problem(422, "tooManyModerators")
		if p["reason"] != "A company has 200 moderators at most. Remove one first." {
			t.Errorf("422 %v", p)
		}
	})
}

// A form can have a newer version than the stored one after a backup was restored. Its edit is
// a conflict.
func TestNewerVersionIsAConflict(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		for _, edit := range []struct {
			path string
			body object
		}{
			{"/company", object{"data": object{"id": w.IDs["company"][apitest.Own], "name": "X", "version": 2}}},
			{"/company/address", object{"id": w.IDs["company"][apitest.Own], "version": 2}},
			{"/project", object{"id": w.IDs["project"][apitest.Own], "name": "X", "version": 2}},
			{"/product", object{"data": object{"id": w.IDs["product"][apitest.Own], "categoryName": w.IDs["productCategory"][apitest.Own], "name": "X", "status": 0, "version": 2}}},
			{"/project/product", object{"id": w.IDs["projectProduct"][apitest.Own], "price": 1, "cost": 1, "status": 1, "version": 2}},
			{"/project/subscription", w.Term(object{"id": w.IDs["projectSubscription"][apitest.Own], "version": 2})},
			{"/company/moderator", object{"id": w.IDs["companyLink"][apitest.Own], "role": 0, "version": 2}},
			{"/project/moderator", object{"id": w.IDs["projectLink"][apitest.Own], "role": 0, "version": 2}},
			{"/UserManagement", object{"email": w.IDs["user"][apitest.Own], "displayName": "X", "gender": 0, "version": 2}},
			{"/UserManagement/address", object{"email": w.IDs["user"][apitest.Own], "version": 2}},
			{"/account/profile", object{"displayName": "X", "gender": 0, "version": 2}},
			{"/account/profile/address", object{"version": 2}},
		} {
			if current := w.Admin.Put(edit.path, edit.body).Problem(409, "versionConflict")["current"]; current == nil {
				t.Errorf("%s: a conflict does not show what is stored", edit.path)
			}
		}
	})
}

// An edit that changes nothing makes no row in the change log and no version, which would be a
// conflict for a form that somebody else has open.
func TestEditsThatChangeNothing(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		api.AddUser(apitest.UserEmail, "Grace", false)
		w.Admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		for _, edit := range []struct {
			path  string
			body  object
			entry string // the row that has a version
		}{
			{"/company/address", object{"id": w.IDs["company"][apitest.Own]}, "company"},
			{"/UserManagement/address", object{"email": w.IDs["user"][apitest.Own]}, "users"},
			{"/account/profile/address", object{}, "users"},
			{"/UserManagement/enable", object{"email": w.IDs["user"][apitest.Own]}, "users"},
			{"/UserManagement/admin", object{"email": apitest.AdminEmail, "isAdmin": true}, "users"},
			{"/UserManagement/admin", object{"email": w.IDs["user"][apitest.Own], "isAdmin": false}, "users"},
			{"/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}, "users"},
		} {
			versions, changes := "SELECT sum(version) FROM "+edit.entry, "SELECT count(*) FROM change"
			before, logged := api.Count(versions), api.Count(changes)
			if seq := w.Admin.Put(edit.path, edit.body).Status(200).Header().Get("Change-Seq"); seq != "" || api.Count(versions) != before || api.Count(changes) != logged {
				t.Errorf("PUT %s %v makes a version, or change %q", edit.path, edit.body, seq)
			}
		}
		// Another reason is a change, and so are the first address and a status that differs.
		before := api.Count("SELECT count(*) FROM change")
		w.Admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 2}).Status(200)
		w.Admin.Put("/company/address", object{"id": w.IDs["company"][apitest.Own], "address": apitest.Address}).Status(200)
		w.Admin.Put("/UserManagement/enable", object{"email": apitest.UserEmail}).Status(200)
		if got := api.Count("SELECT count(*) FROM change"); got != before+3 {
			t.Errorf("%d changes are logged", got-before)
		}
	})
}

// A conflict names who made the stored version, and when. Later changes that made no version
// do not count.
func TestConflictNamesWhoMadeTheVersion(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("second@example.com", "Second Admin", true)
		first, second := api.Admin(), api.SignIn("second@example.com")
		user := object{"email": apitest.UserEmail, "displayName": "Grace", "gender": 0}
		first.Post("/UserManagement", user).Status(201)
		user["displayName"] = "Grace H"
		second.Put("/UserManagement", user).Status(200)
		edited := api.Clock.Now()
		api.Clock.Advance(time.Minute)
		first.Post("/UserManagement/invite", object{"email": apitest.UserEmail}).Status(200)
		user["version"] = 1
		conflict := first.Put("/UserManagement", user).Problem(409, "versionConflict")
		if conflict["changedBy"] != "Second Admin" || conflict["changedAt"] != edited.Format(time.RFC3339) {
			t.Errorf("changed by %v at %v", conflict["changedBy"], conflict["changedAt"])
		}
	})
}
