package record_test

import (
	"strings"
	"sync"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestUserLife(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var user tracker.User
		admin.Post("/UserManagement", object{"email": "New@Example.com", "displayName": "New", "gender": "Female", "isAdmin": true, "status": 1,
			"address": object{"country": "France", "provinceState": "Rhône"}}).Status(201).Into(&user)
		if user.Email != "new@example.com" || user.IsAdmin || user.Status != tracker.UserEnabled || user.Gender != tracker.GenderFemale || user.Address == nil {
			t.Fatalf("created %+v", user)
		}
		if got := api.Mail.Jobs; len(got) != 1 || got[0] != (change.MailJob{Kind: change.MailInvitation, Email: "new@example.com", InvitedBy: "Ada Admin"}) {
			t.Fatalf("mails %+v", got)
		}
		admin.Post("/UserManagement", object{"email": "new@example.com", "displayName": "Again", "gender": 0}).FieldError("Email", "Email is already registered.")

		edit := object{"email": "NEW@example.com", "displayName": "Renamed", "gender": 1, "lastName": "Last", "version": 1}
		admin.Put("/UserManagement", edit).Status(200).Into(&user)
		if user.DisplayName != "Renamed" || user.LastName == nil || user.Address == nil || user.Version != 2 {
			t.Fatalf("edited %+v", user)
		}
		admin.Put("/UserManagement", edit).Status(409)
		admin.Put("/UserManagement", object{"email": "new@example.com", "displayName": "Renamed", "gender": 1, "address": nil}).Status(200).Into(&user)
		if user.Address != nil || user.LastName == nil {
			t.Fatalf("cleared %+v", user)
		}
		admin.Put("/UserManagement", object{"displayName": "X", "gender": 1}).FieldError("Email", "Email field is required.")
		admin.Put("/UserManagement", object{"email": "nobody@example.com", "displayName": "X", "gender": 1}).Status(404)
		admin.Put("/UserManagement", object{"email": "new@example.com", "displayName": "X", "gender": 1, "address": object{"Country": "wrong case"}}).Status(400)
		admin.Put("/UserManagement/address", object{"email": "new@example.com", "address": object{"country": "Peru", "provinceState": "Lima"}}).Status(200).Into(&user)
		if user.Address == nil || user.Address.Country != "Peru" {
			t.Fatalf("address %+v", user.Address)
		}
		admin.Put("/UserManagement/address", object{"email": "new@example.com"}).Status(200)
		admin.Get("/UserManagement/new@example.com").Status(200).Into(&user)
		if user.Address != nil {
			t.Fatalf("address removed %+v", user.Address)
		}
		admin.Get("/UserManagement/nobody@example.com").Status(404)
		admin.Post("/UserManagement/invite", object{"email": "new@example.com"}).Status(200)
		if len(api.Mail.Jobs) != 2 {
			t.Fatalf("mails %+v", api.Mail.Jobs)
		}
		admin.Post("/UserManagement/invite", object{"email": apitest.AdminEmail}).Status(422)
		if body := admin.Get("/UserManagement/export").Status(200).Body.String(); strings.Count(body, "\n") != 3 {
			t.Errorf("export %s", body)
		}
	})
}

func TestUserRights(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("plain@example.com", "Plain", false)
		admin, plain := api.Admin(), api.SignIn("plain@example.com")
		for _, answer := range []*apitest.Answer{
			plain.Get("/UserManagement/" + apitest.AdminEmail), plain.Get("/UserManagement/export"),
			plain.Post("/UserManagement", object{"email": "x@example.com", "displayName": "X", "gender": 0}),
			plain.Post("/UserManagement/admin", object{"email": "x@example.com", "displayName": "X", "gender": 0, "password": apitest.Password}),
			plain.Put("/UserManagement", object{"email": "plain@example.com", "displayName": "X", "gender": 0}),
			plain.Put("/UserManagement/address", object{"email": "plain@example.com"}),
			plain.Put("/UserManagement/admin", object{"email": "plain@example.com", "isAdmin": true}),
			plain.Put("/UserManagement/disable", object{"email": apitest.AdminEmail, "reason": 1}),
			plain.Put("/UserManagement/enable", object{"email": apitest.AdminEmail}),
			plain.Post("/UserManagement/invite", object{"email": "plain@example.com"}),
			plain.Delete("/UserManagement/"+apitest.AdminEmail+"/photo", nil),
		} {
			answer.Status(403)
		}
		// Oneself, and the last administrator, keep their rights.
		admin.Put("/UserManagement/disable", object{"email": apitest.AdminEmail, "reason": 1}).Status(422)
		admin.Put("/UserManagement/admin", object{"email": apitest.AdminEmail, "isAdmin": false}).Status(422)

		admin.Put("/UserManagement/disable", object{"email": "plain@example.com"}).FieldError("Reason", "Reason field is required.")
		admin.Put("/UserManagement/disable", object{"email": "plain@example.com", "reason": "None"}).FieldError("Reason", "Reason must be one of provided options.")
		var user tracker.User
		admin.Put("/UserManagement/disable", object{"email": "plain@example.com", "reason": "AdminRemoval"}).Status(200).Into(&user)
		if user.Status != tracker.UserDisabled || user.DisableReason != tracker.DisableAdminRemoval {
			t.Fatalf("disabled %+v", user)
		}
		if got := plain.Get("/account").Status(401).Header().Get("WWW-Authenticate"); got != `Bearer error="invalid_token"` {
			t.Errorf("challenge %s", got)
		}
		admin.Put("/UserManagement/enable", object{"email": "plain@example.com"}).Status(200).Into(&user)
		if user.Status != tracker.UserEnabled || user.DisableReason != tracker.DisableNone {
			t.Fatalf("enabled %+v", user)
		}
		plain.Get("/account").Status(401) // the old session stays ended
		plain = api.SignIn("plain@example.com")
		admin.Put("/UserManagement/admin", object{"email": "plain@example.com"}).FieldError("IsAdmin", "Is Admin field is required.")
		admin.Put("/UserManagement/admin", object{"email": "plain@example.com", "isAdmin": true}).Status(200)
		plain.Get("/UserManagement/" + apitest.AdminEmail).Status(200) // at once
		var statistics tracker.Statistics
		plain.Get("/dashboard/statistics").Status(200).Into(&statistics)
		if *statistics.AdminUsers != 2 || *statistics.AllUsers != 2 {
			t.Errorf("counts %+v", statistics)
		}
		admin.Post("/UserManagement/admin", object{"email": "third@example.com", "displayName": "Third", "gender": 0}).FieldError("Password", "Password field is required.")
		admin.Post("/UserManagement/admin", object{"email": "third@example.com", "displayName": "Third", "gender": 0, "password": apitest.Password}).Status(201).Into(&user)
		if !user.IsAdmin {
			t.Errorf("registered %+v", user)
		}
		api.Anonymous().Post("/account/login", object{"email": "third@example.com", "password": apitest.Password}).Status(200)
	})
}

// Two administrators who disable each other at once leave one of them.
func TestAdministratorsDisableEachOther(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("second@example.com", "Second", true)
		for round := range 5 {
			first, second := api.Admin(), api.SignIn("second@example.com")
			var codes sync.Map
			var wait sync.WaitGroup
			wait.Go(func() {
				codes.Store(1, first.Put("/UserManagement/disable", object{"email": "second@example.com", "reason": 1}).Code)
			})
			wait.Go(func() {
				codes.Store(2, second.Put("/UserManagement/disable", object{"email": apitest.AdminEmail, "reason": 1}).Code)
			})
			wait.Wait()
			left, err := api.Store.EnabledAdministrators(t.Context())
			if err != nil || left != 1 {
				t.Fatalf("round %d: %d administrators left, %v", round, left, err)
			}
			err = api.Store.Write(t.Context(), func(tx *store.Tx) error {
				for _, id := range []string{"user-" + apitest.AdminEmail, "user-second@example.com"} {
					u, err := tx.User(t.Context(), id)
					if err != nil {
						return err
					}
					u.Status, u.DisableReason = tracker.UserEnabled, tracker.DisableNone
					if err := tx.UpdateUser(t.Context(), u, u, id, api.Clock.Now()); err != nil {
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
