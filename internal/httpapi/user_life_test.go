package httpapi_test

import (
	"strings"
	"sync"
	"testing"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestUserLife(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		var user tracker.User
		admin.post("/UserManagement", object{"email": "New@Example.com", "displayName": "New", "gender": "Female", "isAdmin": true, "status": 1,
			"address": object{"country": "France", "provinceState": "Rhône"}}).status(201).into(&user)
		if user.Email != "new@example.com" || user.IsAdmin || user.Status != tracker.UserEnabled || user.Gender != tracker.GenderFemale || user.Address == nil {
			t.Fatalf("created %+v", user)
		}
		if got := api.mail.jobs; len(got) != 1 || got[0] != (change.MailJob{Kind: change.MailInvitation, Email: "new@example.com", InvitedBy: "Ada Admin"}) {
			t.Fatalf("mails %+v", got)
		}
		admin.post("/UserManagement", object{"email": "new@example.com", "displayName": "Again", "gender": 0}).fieldError("Email", "Email is already registered.")

		edit := object{"email": "NEW@example.com", "displayName": "Renamed", "gender": 1, "lastName": "Last", "version": 1}
		admin.put("/UserManagement", edit).status(200).into(&user)
		if user.DisplayName != "Renamed" || user.LastName == nil || user.Address == nil || user.Version != 2 {
			t.Fatalf("edited %+v", user)
		}
		admin.put("/UserManagement", edit).status(409)
		admin.put("/UserManagement", object{"email": "new@example.com", "displayName": "Renamed", "gender": 1, "address": nil}).status(200).into(&user)
		if user.Address != nil || user.LastName == nil {
			t.Fatalf("cleared %+v", user)
		}
		admin.put("/UserManagement", object{"displayName": "X", "gender": 1}).fieldError("Email", "Email field is required.")
		admin.put("/UserManagement", object{"email": "nobody@example.com", "displayName": "X", "gender": 1}).status(404)
		admin.put("/UserManagement", object{"email": "new@example.com", "displayName": "X", "gender": 1, "address": object{"Country": "wrong case"}}).status(400)
		admin.put("/UserManagement/address", object{"email": "new@example.com", "address": object{"country": "Peru", "provinceState": "Lima"}}).status(200).into(&user)
		if user.Address == nil || user.Address.Country != "Peru" {
			t.Fatalf("address %+v", user.Address)
		}
		admin.put("/UserManagement/address", object{"email": "new@example.com"}).status(200)
		admin.get("/UserManagement/new@example.com").status(200).into(&user)
		if user.Address != nil {
			t.Fatalf("address removed %+v", user.Address)
		}
		admin.get("/UserManagement/nobody@example.com").status(404)
		admin.post("/UserManagement/invite", object{"email": "new@example.com"}).status(200)
		if len(api.mail.jobs) != 2 {
			t.Fatalf("mails %+v", api.mail.jobs)
		}
		admin.post("/UserManagement/invite", object{"email": adminEmail}).status(422)
		if body := admin.get("/UserManagement/export").status(200).Body.String(); strings.Count(body, "\n") != 3 {
			t.Errorf("export %s", body)
		}
	})
}

func TestUserRights(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("plain@example.com", "Plain", false)
		admin, plain := api.admin(), api.signIn("plain@example.com")
		for _, answer := range []*answer{
			plain.get("/UserManagement/" + adminEmail), plain.get("/UserManagement/export"),
			plain.post("/UserManagement", object{"email": "x@example.com", "displayName": "X", "gender": 0}),
			plain.post("/UserManagement/admin", object{"email": "x@example.com", "displayName": "X", "gender": 0, "password": password}),
			plain.put("/UserManagement", object{"email": "plain@example.com", "displayName": "X", "gender": 0}),
			plain.put("/UserManagement/address", object{"email": "plain@example.com"}),
			plain.put("/UserManagement/admin", object{"email": "plain@example.com", "isAdmin": true}),
			plain.put("/UserManagement/disable", object{"email": adminEmail, "reason": 1}),
			plain.put("/UserManagement/enable", object{"email": adminEmail}),
			plain.post("/UserManagement/invite", object{"email": "plain@example.com"}),
			plain.delete("/UserManagement/"+adminEmail+"/photo", nil),
		} {
			answer.status(403)
		}
		// Oneself, and the last administrator, keep their rights.
		admin.put("/UserManagement/disable", object{"email": adminEmail, "reason": 1}).status(422)
		admin.put("/UserManagement/admin", object{"email": adminEmail, "isAdmin": false}).status(422)

		admin.put("/UserManagement/disable", object{"email": "plain@example.com"}).fieldError("Reason", "Reason field is required.")
		admin.put("/UserManagement/disable", object{"email": "plain@example.com", "reason": "None"}).fieldError("Reason", "Reason must be one of provided options.")
		var user tracker.User
		admin.put("/UserManagement/disable", object{"email": "plain@example.com", "reason": "AdminRemoval"}).status(200).into(&user)
		if user.Status != tracker.UserDisabled || user.DisableReason != tracker.DisableAdminRemoval {
			t.Fatalf("disabled %+v", user)
		}
		if got := plain.get("/account").status(401).Header().Get("WWW-Authenticate"); got != `Bearer error="invalid_token"` {
			t.Errorf("challenge %s", got)
		}
		admin.put("/UserManagement/enable", object{"email": "plain@example.com"}).status(200).into(&user)
		if user.Status != tracker.UserEnabled || user.DisableReason != tracker.DisableNone {
			t.Fatalf("enabled %+v", user)
		}
		plain.get("/account").status(401) // the old session stays ended
		plain = api.signIn("plain@example.com")
		admin.put("/UserManagement/admin", object{"email": "plain@example.com"}).fieldError("IsAdmin", "Is Admin field is required.")
		admin.put("/UserManagement/admin", object{"email": "plain@example.com", "isAdmin": true}).status(200)
		plain.get("/UserManagement/" + adminEmail).status(200) // at once
		var statistics tracker.Statistics
		plain.get("/dashboard/statistics").status(200).into(&statistics)
		if *statistics.AdminUsers != 2 || *statistics.AllUsers != 2 {
			t.Errorf("counts %+v", statistics)
		}
		admin.post("/UserManagement/admin", object{"email": "third@example.com", "displayName": "Third", "gender": 0}).fieldError("Password", "Password field is required.")
		admin.post("/UserManagement/admin", object{"email": "third@example.com", "displayName": "Third", "gender": 0, "password": password}).status(201).into(&user)
		if !user.IsAdmin {
			t.Errorf("registered %+v", user)
		}
		api.anonymous().post("/account/login", object{"email": "third@example.com", "password": password}).status(200)
	})
}

// Two administrators who disable each other at once leave one of them.
func TestAdministratorsDisableEachOther(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("second@example.com", "Second", true)
		for round := range 5 {
			first, second := api.admin(), api.signIn("second@example.com")
			var codes sync.Map
			var wait sync.WaitGroup
			wait.Go(func() {
				codes.Store(1, first.put("/UserManagement/disable", object{"email": "second@example.com", "reason": 1}).Code)
			})
			wait.Go(func() {
				codes.Store(2, second.put("/UserManagement/disable", object{"email": adminEmail, "reason": 1}).Code)
			})
			wait.Wait()
			left, err := api.store.EnabledAdministrators(t.Context())
			if err != nil || left != 1 {
				t.Fatalf("round %d: %d administrators left, %v", round, left, err)
			}
			err = api.store.Write(t.Context(), func(tx *store.Tx) error {
				for _, id := range []string{"user-" + adminEmail, "user-second@example.com"} {
					u, err := tx.User(t.Context(), id)
					if err != nil {
						return err
					}
					u.Status, u.DisableReason = tracker.UserEnabled, tracker.DisableNone
					if err := tx.UpdateUser(t.Context(), u, u, id, api.clock.Now()); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
