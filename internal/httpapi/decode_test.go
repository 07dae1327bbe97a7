package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

const notJSON = "The request body is not valid JSON: it must be one object, each name once, in UTF-8."

func TestMalformedBodies(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for body, want := range map[string][2]string{
			"":                               {"Body", "The request body is empty; it must be a JSON object."},
			" \n\t":                          {"Body", "The request body is empty; it must be a JSON object."},
			"[]":                             {"Body", notJSON},
			`[{"name":"A"}]`:                 {"Body", notJSON},
			`"name"`:                         {"Body", notJSON},
			"1":                              {"Body", notJSON},
			"{":                              {"Body", notJSON},
			`{"name":"A"`:                    {"Body", notJSON},
			`{"name":"A"} {}`:                {"Body", notJSON},
			`{"name":"A"}x`:                  {"Body", notJSON},
			`{"name":"A","name":"B"}`:        {"Body", notJSON},
			`{"name":"A","x":{"y":1,"y":2}}`: {"Body", notJSON},
			`{"name":"A","n\u0061me":"B"}`:   {"Body", notJSON},
			`{name:"A"}`:                     {"Body", notJSON},
			`{"name":"A",}`:                  {"Body", notJSON},
			"{\"name\":\"\xff\"}":            {"Body", notJSON},
			`{"name":"\ud800"}`:              {"Body", notJSON},
			"\ufeff" + `{"name":"A"}`:        {"Body", notJSON},
			`{"name":1}`:                     {"Name", "Name has the wrong type."},
			`{"name":["A"]}`:                 {"Name", "Name has the wrong type."},
			`{"name":{"a":1}}`:               {"Name", "Name has the wrong type."},
			`{"name":true}`:                  {"Name", "Name has the wrong type."},
			`{"name":"A","details":5}`:       {"Details", "Details has the wrong type."},
			`{"name":"A","supportPhone":5}`:  {"SupportPhone", "Support Phone has the wrong type."},
			`{"name":null}`:                  {"Name", "Name field is required."},
			`{"Name":"A"}`:                   {"Name", "Name field is required."},
			`{"NAME":"A"}`:                   {"Name", "Name field is required."},
			`null`:                           {"Name", "Name field is required."},
			`{"data":{"name":"A"}}`:          {"Name", "Name field is required."},
		} {
			admin.Post("/company", body).FieldError(want[0], want[1])
		}
		admin.Put("/company", `{"data":{"id":"x","version":"1","name":"A"}}`).FieldError("Version", "Version has the wrong type.")
		admin.Put("/company", `{"data":{"id":"x","version":1.5,"name":"A"}}`).FieldError("Version", "Version has the wrong type.")
		admin.Put("/company", `{"data":[]}`).FieldError("Data", "Data has the wrong type.")
		if n := api.Count(`SELECT count(*) FROM company`); n != 0 {
			t.Errorf("%d companies made of nonsense", n)
		}
		// Unknown members are ignored, with any value.
		admin.Post("/company", `{"name":"A","extra":[1,{"a":null}],"":0,"Name":"B"}`).Status(201)
	})
}

func TestBodyLimits(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		padded := func(size int) string {
			body := `{"name":"A","x":"`
			return body + strings.Repeat("x", size-len(body)-2) + `"}`
		}
		admin.Post("/company", padded(1<<20)).Status(201)
		if p := admin.Post("/company", padded(1<<20+1)).Problem(413, "tooLarge"); p["reason"] != "The request body may have 1 MiB at most." {
			t.Errorf("413 %v", p)
		}
		nested := func(depth int) string {
			return `{"name":"A","x":` + strings.Repeat("[", depth-1) + `"]]]\"{{{"` + strings.Repeat("]", depth-1) + `}`
		}
		admin.Post("/company", nested(32)).Status(201)
		admin.Post("/company", nested(33)).FieldError("Body", "The request body is nested too deeply.")
		admin.Post("/company", strings.Repeat(`{"a":`, 100_000)).FieldError("Body", "The request body is nested too deeply.")
		// Without a token too.
		api.Anonymous().Post("/account/login", strings.Repeat("[", tracker.MaxPublicBody)).FieldError("Body", "The request body is nested too deeply.")
		api.Anonymous().Post("/account/login", padded(tracker.MaxPublicBody+1)).Problem(413, "tooLarge")
		// A body is not read if the caller may not send one.
		api.Anonymous().Post("/company", padded(1<<20+1)).Problem(401, "unauthenticated")
	})
}

func TestContentType(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	admin := api.Admin()
	for contentType, status := range map[string]int{
		"application/json":                  201,
		"application/json; charset=utf-8":   201,
		"Application/JSON":                  201,
		"":                                  415,
		"text/plain":                        415,
		"application/x-www-form-urlencoded": 415,
		"multipart/form-data; boundary=x":   415,
		"application/jsonx":                 415,
		"application/json; charset":         415,
	} {
		admin.Header = http.Header{"Content-Type": {contentType}}
		answer := admin.Post("/company", object{"name": "A"}).Status(status)
		if status == 415 {
			if p := answer.Problem(415, "notJson"); p["reason"] == "" {
				t.Errorf("415 %v", p)
			}
		}
	}
}

// No text field takes a control character, on either database.
func TestControlCharacters(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		valid := validBodies(id, "x")
		valid["POST /account/login"] = object{"email": apitest.AdminEmail}
		for _, call := range []string{"POST /company", "POST /UserManagement", "PUT /account/profile", "PUT /account/profile/address", "POST /company/moderator", "POST /account/login"} {
			body := valid[call]
			method, path, _ := strings.Cut(call, " ")
			for field, value := range body {
				text, isText := value.(string)
				if !isText || field == "id" {
					continue
				}
				for _, control := range []string{"\x00", "\x07", "\x1b[2J", "\x7f", "\u0085"} {
					hostile := object{}
					for k, v := range body {
						hostile[k] = v
					}
					hostile[field] = text + control + text
					var p struct{ Errors map[string][]string }
					admin.Do(method, path, hostile).Status(400).Into(&p)
					if name := strings.ToUpper(field[:1]) + field[1:]; len(p.Errors[name]) != 1 {
						t.Errorf("%s, %s with %q: %v", call, field, control, p.Errors)
					}
				}
			}
		}
	})
}

// An id that does not exist is unknown, also if it is not a UUID.
func TestHostileIDs(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.AddCompany("Acme")
		for _, id := range []string{"\x00", "a\x00b", "' OR 1=1 --", "%", "*", strings.Repeat("x", 10_000), "\u202e", "{}", "../company", "0"} {
			if got := admin.Delete("/company", object{"id": id}).Status(200).Body.String(); got != "0" {
				t.Errorf("remove %q: %s", id, got)
			}
			if got := admin.Put("/company/restore", object{"id": id}).Status(200).Body.String(); got != "0" {
				t.Errorf("restore %q: %s", id, got)
			}
			admin.Delete("/company/moderator", object{"id": id}).Status(204)
			admin.Put("/company", object{"data": object{"id": id, "name": "N"}}).Problem(404, "notFound")
			admin.Put("/company/address", object{"id": id}).Problem(404, "notFound")
			admin.Post("/company/moderator", object{"id": id, "userEmail": apitest.AdminEmail, "role": 0}).Problem(404, "notFound")
			admin.Put("/company/moderator", object{"id": id, "role": 0}).Problem(404, "notFound")
			admin.Put("/notification", object{"notificationId": id}).Problem(404, "notFound")
		}
		for _, id := range []string{"%00", "%ff", "a%2fb", "%27%20OR%201=1", strings.Repeat("x", 5000)} {
			admin.Get("/company/"+id).Problem(404, "notFound")
			admin.Get("/company/"+id+"/dependants").Problem(404, "notFound")
			admin.Delete("/company/"+id+"/photo", nil).Problem(404, "notFound")
			if got := admin.Get("/project?CompanyId=" + id).Status(200).Body.String(); got != "[]" {
				t.Errorf("projects of %q: %s", id, got)
			}
			if got := admin.Get("/project/export?CompanyId=" + id).Status(200).Body.String(); strings.Count(got, "\n") != 1 {
				t.Errorf("export of %q: %s", id, got)
			}
		}
	})
}

func TestIdempotencyKeys(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, bad := range []string{strings.Repeat("x", 129), "é", "a\x07"} {
			admin.Header = http.Header{"Idempotency-Key": {bad}}
			admin.Post("/company", object{"name": "A"}).FieldError("IdempotencyKey", "Idempotency Key must be 1 to 128 printable ASCII characters.")
		}
		// A key belongs to its user, and to the request that it was used for.
		api.AddUser("second@example.com", "Second", true)
		admin.Header = http.Header{"Idempotency-Key": {"k"}}
		second := api.SignIn("second@example.com")
		second.Header = admin.Header
		if one, two := admin.AddCompany("A"), second.AddCompany("A"); one == two {
			t.Error("two users share a key")
		}
		if p := admin.Post("/company", object{"name": "B"}).Problem(422, "idempotencyKeyReused"); p["reason"] == "" {
			t.Errorf("422 %v", p)
		}
		// A key can be used again after a refused request.
		admin.Header = http.Header{"Idempotency-Key": {"later"}}
		admin.Post("/company", object{"name": ""}).Status(400)
		admin.AddCompany("C")
		// A user is not invited twice.
		body := object{"email": "once@example.com", "displayName": "Once", "gender": 0}
		admin.Header = http.Header{"Idempotency-Key": {"user"}}
		var one, two tracker.User
		admin.Post("/UserManagement", body).Status(201).Into(&one)
		admin.Post("/UserManagement", body).Status(201).Into(&two)
		if one != two || len(api.Mail.Jobs) != 1 {
			t.Errorf("%+v, %+v, %d mails", one, two, len(api.Mail.Jobs))
		}
		// A repeated request answers the current state.
		admin.Put("/UserManagement/once@example.com/photo", apitest.Picture(t, 4)).Status(200).Into(&one)
		admin.Post("/UserManagement", body).Status(201).Into(&two)
		if d := cmp.Diff(one, two); d != "" || two.PhotoURL == nil {
			t.Errorf("with a photo: %s", d)
		}
	})
}

func TestManyRequestsWithOneKey(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.Header = http.Header{"Idempotency-Key": {"one"}}
		ids := make([]string, 12)
		statuses := api.Together(len(ids), func(i int) int {
			var company tracker.Company
			answer := admin.Post("/company", object{"name": "Once"}).Into(&company)
			ids[i] = company.ID
			return answer.Code
		})
		if statuses[201] != len(ids) || strings.Join(ids, "") != strings.Repeat(ids[0], len(ids)) {
			t.Errorf("%v, %v", statuses, ids)
		}
		if n := api.Count(`SELECT count(*) FROM company`); n != 1 {
			t.Errorf("%d companies", n)
		}
	})
}

func TestManyEditorsOfOneVersion(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		for version := 1; version <= 3; version++ {
			statuses := api.Together(8, func(i int) int {
				return admin.Put("/company", object{"data": object{"id": id, "version": version, "name": fmt.Sprintf("Editor %d of version %d", i, version)}}).Code
			})
			if statuses[200] != 1 || statuses[409] != 7 {
				t.Errorf("version %d: %v", version, statuses)
			}
		}
		if n := api.Count(`SELECT count(*) FROM change WHERE entity = 'company'`); n != 4 {
			t.Errorf("%d changes are logged, want 4", n)
		}
	})
}
