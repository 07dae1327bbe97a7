package httpapi_test

import (
	"strconv"
	"strings"
	"testing"

	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// The answers to each role for each operation on a company. A stranger is signed in and has no
// role on the company.
func TestRightsOnACompany(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		id := admin.addCompany("Acme")
		clients := map[string]*client{"admin": admin, "anonymous": api.anonymous()}
		for _, name := range []string{"owner", "manager", "support", "developer", "designer", "none", "stranger", "target"} {
			api.addUser(name+"@example.com", name, false)
			clients[name] = api.signIn(name + "@example.com")
		}
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "manager": tracker.RoleManager, "support": tracker.RoleSupport,
			"developer": tracker.RoleDeveloper, "designer": tracker.RoleDesigner, "none": tracker.RoleNone} {
			admin.addModerator(id, name+"@example.com", role)
		}
		target := admin.addModerator(id, "target@example.com", tracker.RoleDesigner)
		image := picture(t, 2)

		columns := []string{"admin", "owner", "manager", "support", "developer", "designer", "none", "stranger", "anonymous"}
		for _, row := range []struct {
			call     string
			body     any
			statuses string
		}{
			{"GET /company/" + id, nil, "200 200 200 200 200 200 200 404 401"},
			{"GET /company/" + id + "/dependants", nil, "200 200 200 200 200 200 200 404 401"},
			{"GET /company", nil, "200 200 200 200 200 200 200 200 401"},
			{"GET /company/export", nil, "200 200 200 200 200 200 200 200 401"},
			{"PUT /company", object{"data": object{"id": id, "name": "Acme"}}, "200 200 200 403 403 403 403 404 401"},
			{"PUT /company", object{"data": object{"id": id, "name": ""}}, "400 400 400 403 403 403 403 404 401"}, // rights before rules
			{"PUT /company", object{"data": object{"id": id, "name": "A", "version": 0}}, "409 409 409 403 403 403 403 404 401"},
			{"PUT /company/address", object{"id": id}, "200 200 200 403 403 403 403 404 401"},
			{"PUT /company/address", object{"id": id, "address": object{}}, "400 400 400 403 403 403 403 404 401"},
			{"PUT /company/" + id + "/photo", image, "200 200 200 403 403 403 403 404 401"},
			{"PUT /company/" + id + "/photo", []byte("text"), "415 415 415 403 403 403 403 404 401"},
			{"DELETE /company/" + id + "/photo", nil, "200 200 200 403 403 403 403 404 401"},
			{"POST /company/moderator", object{"id": id, "userEmail": "target@example.com", "role": 0}, "200 200 200 403 403 403 403 404 401"},
			{"POST /company/moderator", object{"id": id, "userEmail": "nobody@example.com", "role": 0}, "400 400 400 403 403 403 403 404 401"},
			{"POST /company/moderator", object{"id": id, "userEmail": "stranger@example.com", "role": "Owner", "details": "a\tb"}, "400 400 403 403 403 403 403 404 401"},
			{"PUT /company/moderator", object{"id": target, "role": "Designer"}, "200 200 200 403 403 403 403 404 401"},
			{"PUT /company/moderator", object{"id": target, "role": 7}, "400 400 400 403 403 403 403 404 401"},
			{"DELETE /company/moderator", object{"id": "unknown"}, "204 204 204 204 204 204 204 204 401"},
			{"POST /company", object{}, "400 403 403 403 403 403 403 403 401"},
			{"DELETE /company", object{"id": "unknown"}, "200 403 403 403 403 403 403 403 401"},
			{"PUT /company/restore", object{"id": id}, "200 403 403 403 403 403 403 403 401"},
			{"GET /UserManagement?Search=tar", nil, "200 200 200 403 403 403 403 403 401"},
			{"POST /UserManagement", object{}, "400 403 403 403 403 403 403 403 401"},
			{"GET /dashboard/statistics", nil, "200 200 200 200 200 200 200 200 401"},
			{"GET /notification", nil, "200 200 200 200 200 200 200 200 401"},
		} {
			method, path, _ := strings.Cut(row.call, " ")
			var got []string
			for _, who := range columns {
				got = append(got, strconv.Itoa(clients[who].do(method, path, row.body).Code))
			}
			if strings.Join(got, " ") != row.statuses {
				t.Errorf("%s %v\n got %s\nwant %s", row.call, row.body, strings.Join(got, " "), row.statuses)
			}
		}
	})
}

// No list, search or filter shows a moderator the records of others.
func TestModeratorsSeeTheirsAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, user := api.admin(), api.signIn(userEmail)
		mine, other := admin.addCompany("Common Mine"), admin.addCompany("Common Other")
		admin.addModerator(mine, userEmail, tracker.RoleOwner)
		api.addProject(other, "secret project")
		admin.delete("/company", object{"id": other}).status(200) // marked
		for _, query := range []string{"", "?Search=common", "?Search=co", "?Search=other", "?Removed=only", "?Removed=include&PageSize=200", "?SortBy=createdAt&SortDescending=true"} {
			for _, path := range []string{"/company", "/company/export"} {
				answer := user.get(path + query).status(200)
				if strings.Contains(answer.Body.String(), "Other") {
					t.Errorf("%s%s shows %s", path, query, answer.Body)
				}
			}
			header := user.get("/company" + query).Header().Get("Pagination")
			if strings.Contains(header, `"totalItems":2`) {
				t.Errorf("%s counts %s", query, header)
			}
		}
		user.get("/company/"+other).problem(404, "notFound")
		user.get("/company/"+other+"/dependants").problem(404, "notFound")
	})
}

// The list of companies to add a project to has only companies that would take one.
func TestCompaniesTheCallerMayEdit(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, user := api.admin(), api.signIn(userEmail)
		for role := tracker.RoleNone; role <= tracker.RoleDesigner; role++ {
			admin.addModerator(admin.addCompany("Client of "+role.Keys()[role]), userEmail, role)
		}
		for path, want := range map[string]int{"/company": 2, "/company/export": 2} {
			answer := user.get(path + "?Editable=true").status(200).Body.String()
			if strings.Count(answer, "Client of ") != want || !strings.Contains(answer, "Client of Owner") || !strings.Contains(answer, "Client of Manager") {
				t.Errorf("%s: %s", path, answer)
			}
		}
		if header := user.get("/company?Editable=true&PageSize=1").Header().Get("Pagination"); !strings.HasPrefix(header, `{"totalItems":2,`) {
			t.Error(header)
		}
		if header := admin.get("/company?Editable=true").Header().Get("Pagination"); !strings.HasPrefix(header, `{"totalItems":6,`) {
			t.Error(header)
		}
		user.get("/company?Editable=perhaps").status(400)
	})
}

// All operations on users except the lookup are for administrators only.
func TestUsersAreForAdministrators(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	api.addUser(userEmail, "Grace", false)
	user, tried := api.signIn(userEmail), 0
	for path, item := range published().paths() {
		for method := range item.(object) {
			if !strings.HasPrefix(path, "/UserManagement") {
				continue
			}
			var body any
			if method != "get" {
				body = object{"email": adminEmail, "displayName": "Hijacked", "gender": 0, "reason": 1, "isAdmin": true, "password": newPassword}
			}
			user.do(strings.ToUpper(method), strings.ReplaceAll(path, "{email}", adminEmail), body).problem(403, "forbidden")
			tried++
		}
	}
	if tried < 2 {
		t.Errorf("%d operations tried", tried)
	}
}
