package httpapi_test

import (
	"fmt"
	"testing"

	"btracker/internal/tracker"
)

// A moderator who is added by many requests at once is added once, and all requests succeed.
func TestManyAddTheSameModerator(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin := api.admin()
		id := admin.addCompany("Acme")
		statuses := api.together(10, func(int) int {
			return admin.post("/company/moderator", object{"id": id, "userEmail": userEmail, "role": tracker.RoleOwner}).Code
		})
		if statuses[201] != 1 || statuses[200] != 9 || api.count(`SELECT count(*) FROM company_moderator`) != 1 {
			t.Errorf("%v", statuses)
		}
	})
}

// An address that is registered by many requests at once is registered once.
func TestManyRegisterTheSameAddress(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		statuses := api.together(10, func(i int) int {
			return admin.post("/UserManagement", object{"email": "same@example.com", "displayName": fmt.Sprint(i), "gender": 0}).Code
		})
		if statuses[201] != 1 || statuses[400] != 9 || len(api.mail.jobs) == 0 {
			t.Errorf("%v", statuses)
		}
		if n := api.count(`SELECT count(*) FROM users WHERE email = 'same@example.com'`); n != 1 {
			t.Errorf("%d users", n)
		}
	})
}

// Totals and the change log are right after concurrent removals and restores.
func TestRemovalsAndRestoresAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		id := admin.addCompany("Acme")
		admin.addCompany("Other")
		api.together(12, func(i int) int {
			if i%2 == 0 {
				return admin.delete("/company", object{"id": id}).status(200).Code
			}
			return admin.put("/company/restore", object{"id": id}).status(200).Code
		})
		admin.put("/company/restore", object{"id": id}).status(200)
		var list []tracker.Company
		answer := admin.get("/company").status(200).into(&list)
		if len(list) != 2 || answer.Header().Get("Pagination") != `{"totalItems":2,"totalPages":1,"currentPage":1,"itemsPerPage":50}` {
			t.Errorf("%s %v", answer.Header().Get("Pagination"), list)
		}
		version := api.count(`SELECT version FROM company WHERE id = $1`, id)
		if rows := api.count(`SELECT count(*) FROM change WHERE entity_id = $1`, id); rows != version {
			t.Errorf("version %d after %d logged changes", version, rows)
		}
	})
}

// A mailed link works once, also for two requests at the same time.
func TestManyUseOneLink(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.requestReset().status(200)
		api.deliver()
		token := api.mailedToken(adminEmail)
		statuses := api.together(4, func(i int) int {
			return api.anonymous().put("/account/resetPass", reset(adminEmail, token, fmt.Sprintf("%s-%d", newPassword, i))).Code
		})
		if statuses[200] != 1 || statuses[422] != 3 {
			t.Errorf("%v", statuses)
		}
	})
}

// The same photo that is set by many requests at once is stored once.
func TestManyKeepTheSamePhoto(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		var ids []string
		for i := range 6 {
			ids = append(ids, admin.addCompany(fmt.Sprint(i)))
		}
		image := picture(t, 8)
		statuses := api.together(len(ids), func(i int) int { return admin.put("/company/"+ids[i]+"/photo", image).Code })
		if statuses[200] != len(ids) || api.count(`SELECT count(*) FROM photo`) != 1 {
			t.Errorf("%v", statuses)
		}
	})
}
