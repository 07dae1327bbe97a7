package record_test

import (
	"strconv"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// The answers to each role for each operation on a company. A stranger is signed in and has no
// role on the company.
func TestRightsOnACompany(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		clients := map[string]*apitest.Client{"admin": admin, "anonymous": api.Anonymous()}
		for _, name := range []string{"owner", "manager", "support", "developer", "designer", "none", "stranger", "target"} {
			api.AddUser(name+"@example.com", name, false)
			clients[name] = api.SignIn(name + "@example.com")
		}
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "manager": tracker.RoleManager, "support": tracker.RoleSupport,
			"developer": tracker.RoleDeveloper, "designer": tracker.RoleDesigner, "none": tracker.RoleNone} {
			admin.AddModerator(id, name+"@example.com", role)
		}
		target := admin.AddModerator(id, "target@example.com", tracker.RoleDesigner)
		image := apitest.Picture(t, 2)

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
				got = append(got, strconv.Itoa(clients[who].Do(method, path, row.body).Code))
			}
			if strings.Join(got, " ") != row.statuses {
				t.Errorf("%s %v\n got %s\nwant %s", row.call, row.body, strings.Join(got, " "), row.statuses)
			}
		}
	})
}

// No list, search or filter shows a moderator the records of others.
func TestModeratorsSeeTheirsAlone(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, user := api.Admin(), api.SignIn(apitest.UserEmail)
		mine, other := admin.AddCompany("Common Mine"), admin.AddCompany("Common Other")
		admin.AddModerator(mine, apitest.UserEmail, tracker.RoleOwner)
		api.AddProject(other, "secret project")
		admin.Delete("/company", object{"id": other}).Status(200) // marked
		for _, query := range []string{"", "?Search=common", "?Search=co", "?Search=other", "?Removed=only", "?Removed=include&PageSize=200", "?SortBy=createdAt&SortDescending=true"} {
			for _, path := range []string{"/company", "/company/export"} {
				answer := user.Get(path + query).Status(200)
				if strings.Contains(answer.Body.String(), "Other") {
					t.Errorf("%s%s shows %s", path, query, answer.Body)
				}
			}
			header := user.Get("/company" + query).Header().Get("Pagination")
			if strings.Contains(header, `"totalItems":2`) {
				t.Errorf("%s counts %s", query, header)
			}
		}
		user.Get("/company/"+other).Problem(404, "notFound")
		user.Get("/company/"+other+"/dependants").Problem(404, "notFound")
	})
}

// The list of companies to add a project to has only companies that would take one.
func TestCompaniesTheCallerMayEdit(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, user := api.Admin(), api.SignIn(apitest.UserEmail)
		for role := tracker.RoleNone; role <= tracker.RoleDesigner; role++ {
			admin.AddModerator(admin.AddCompany("Client of "+role.Keys()[role]), apitest.UserEmail, role)
		}
		for path, want := range map[string]int{"/company": 2, "/company/export": 2} {
			answer := user.Get(path + "?Editable=true").Status(200).Body.String()
			if strings.Count(answer, "Client of ") != want || !strings.Contains(answer, "Client of Owner") || !strings.Contains(answer, "Client of Manager") {
				t.Errorf("%s: %s", path, answer)
			}
		}
		if header := user.Get("/company?Editable=true&PageSize=1").Header().Get("Pagination"); !strings.HasPrefix(header, `{"totalItems":2,`) {
			t.Error(header)
		}
		if header := admin.Get("/company?Editable=true").Header().Get("Pagination"); !strings.HasPrefix(header, `{"totalItems":6,`) {
			t.Error(header)
		}
		user.Get("/company?Editable=perhaps").Status(400)
	})
}

// All operations on users except the lookup are for administrators only.
func TestUsersAreForAdministrators(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	api.AddUser(apitest.UserEmail, "Grace", false)
	user, tried := api.SignIn(apitest.UserEmail), 0
	for path, item := range apitest.Published().Paths() {
		for method := range item.(object) {
			if !strings.HasPrefix(path, "/UserManagement") {
				continue
			}
			var body any
			if method != "get" {
				body = object{"email": apitest.AdminEmail, "displayName": "Hijacked", "gender": 0, "reason": 1, "isAdmin": true, "password": apitest.NewPassword}
			}
			user.Do(strings.ToUpper(method), strings.ReplaceAll(path, "{email}", apitest.AdminEmail), body).Problem(403, "forbidden")
			tried++
		}
	}
	if tried < 2 {
		t.Errorf("%d operations tried", tried)
	}
}
