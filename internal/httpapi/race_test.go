package httpapi_test

import (
	"fmt"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// A moderator who is added by many requests at once is added once, and all requests succeed.
func TestManyAddTheSameModerator(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		statuses := api.Together(10, func(int) int {
			return admin.Post("/company/moderator", object{"id": id, "userEmail": apitest.UserEmail, "role": tracker.RoleOwner}).Code
		})
		if statuses[201] != 1 || statuses[200] != 9 || api.Count(`SELECT count(*) FROM company_moderator`) != 1 {
			t.Errorf("%v", statuses)
		}
	})
}

// An address that is registered by many requests at once is registered once.
func TestManyRegisterTheSameAddress(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		statuses := api.Together(10, func(i int) int {
			return admin.Post("/UserManagement", object{"email": "same@example.com", "displayName": fmt.Sprint(i), "gender": 0}).Code
		})
		if statuses[201] != 1 || statuses[400] != 9 || len(api.Mail.Jobs) == 0 {
			t.Errorf("%v", statuses)
		}
		if n := api.Count(`SELECT count(*) FROM users WHERE email = 'same@example.com'`); n != 1 {
			t.Errorf("%d users", n)
		}
	})
}

// Totals and the change log are right after concurrent removals and restores.
func TestRemovalsAndRestoresAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		admin.AddCompany("Other")
		api.Together(12, func(i int) int {
			if i%2 == 0 {
				return admin.Delete("/company", object{"id": id}).Status(200).Code
			}
			return admin.Put("/company/restore", object{"id": id}).Status(200).Code
		})
		admin.Put("/company/restore", object{"id": id}).Status(200)
		var list []tracker.Company
		answer := admin.Get("/company").Status(200).Into(&list)
		if len(list) != 2 || answer.Header().Get("Pagination") != `{"totalItems":2,"totalPages":1,"currentPage":1,"itemsPerPage":50}` {
			t.Errorf("%s %v", answer.Header().Get("Pagination"), list)
		}
		version := api.Count(`SELECT version FROM company WHERE id = $1`, id)
		if rows := api.Count(`SELECT count(*) FROM change WHERE entity_id = $1`, id); rows != version {
			t.Errorf("version %d after %d logged changes", version, rows)
		}
	})
}

// A mailed link works once, also for two requests at the same time.
func TestManyUseOneLink(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.RequestReset().Status(200)
		api.Deliver()
		token := api.MailedToken(apitest.AdminEmail)
		statuses := api.Together(4, func(i int) int {
			return api.Anonymous().Put("/account/resetPass", apitest.Reset(apitest.AdminEmail, token, fmt.Sprintf("%s-%d", apitest.NewPassword, i))).Code
		})
		if statuses[200] != 1 || statuses[422] != 3 {
			t.Errorf("%v", statuses)
		}
	})
}

// The same photo that is set by many requests at once is stored once.
func TestManyKeepTheSamePhoto(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var ids []string
		for i := range 6 {
			ids = append(ids, admin.AddCompany(fmt.Sprint(i)))
		}
		image := apitest.Picture(t, 8)
		statuses := api.Together(len(ids), func(i int) int { return admin.Put("/company/"+ids[i]+"/photo", image).Code })
		if statuses[200] != len(ids) || api.Count(`SELECT count(*) FROM photo`) != 1 {
			t.Errorf("%v", statuses)
		}
	})
}
