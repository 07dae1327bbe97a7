package httpapi_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"

	"pgregory.net/rapid"
)

var hostileText = []string{"", " ", "x", "None", "Owner", "0", "true", "\x00", "a\x00b", "\u202e", "\ufeff", "😀", strings.Repeat("é", 300), "a@example.com", apitest.AdminEmail,
	"+1 555", "' OR 1=1 --", "%", "_", `\`, `"`, "\n", "2026-11-15T12:00:00Z", "../..", "<script>", "\ufffe", "\U0010ffff", "null"}

// anyJSON draws any JSON value.
func anyJSON(ids ...string) *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.Map(rapid.SampledFrom(slices.Concat(hostileText, ids)), func(s string) any { return s }),
		rapid.SampledFrom([]any{nil, true, false, 0, 1, 2, -1, 1.5, json.Number("1e400"), json.Number("-0"), json.Number("99999999999999999999")}),
	)
	array := rapid.Map(rapid.SliceOfN(scalar, 0, 2), func(v []any) any { return v })
	nested := rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"country", "provinceState", "city", "id", "name"}), scalar, 0, 4), func(m object) any { return m })
	return rapid.OneOf(scalar, scalar, scalar, array, nested)
}

// validBodies are valid for their calls while the company and the moderator exist.
func validBodies(company, link string) map[string]object {
	address := object{"country": "A", "provinceState": "A", "city": "A", "street": "A", "building": "A", "postalZipCode": "A"}
	user := object{"email": apitest.UserEmail, "displayName": "A", "firstName": "A", "lastName": "A", "phoneNumber": "1", "gender": 0, "address": address}
	return map[string]object{
		"POST /company":                {"name": "A", "details": "A", "supportEmail": "a@example.com", "supportPhone": "1"},
		"PUT /company":                 {"id": company, "name": "A", "details": "A", "supportEmail": "a@example.com", "supportPhone": "1", "version": 1000},
		"DELETE /company":              {"id": company},
		"PUT /company/restore":         {"id": company},
		"PUT /company/address":         {"id": company, "address": address},
		"POST /company/moderator":      {"id": company, "userEmail": apitest.AdminEmail, "role": 0, "details": "A"},
		"PUT /company/moderator":       {"id": link, "role": "Owner", "details": "A", "version": 1000},
		"DELETE /company/moderator":    {"id": link},
		"PUT /account/profile":         {"displayName": "A", "firstName": "A", "lastName": "A", "phoneNumber": "1", "gender": 0, "version": 1000},
		"PUT /account/profile/address": address,
		"POST /UserManagement":         user,
		"PUT /UserManagement":          user,
		"PUT /UserManagement/address":  {"email": apitest.UserEmail, "address": address},
		"PUT /UserManagement/enable":   {"email": apitest.UserEmail},
		"POST /UserManagement/invite":  {"email": apitest.UserEmail},
		"PUT /notification":            {"notificationId": "n1"},
	}
}

// Every request, with any body, is answered as the contract says, and never with a 500.
func TestNoBodyIsADefect(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		api.AddUser(apitest.UserEmail, "Grace", false)
		link := admin.AddModerator(company, apitest.UserEmail, 0)
		api.Notify("n1", apitest.AdminEmail, api.AddProject(company, "p"))
		valid := validBodies(company, link)
		calls, values := slices.Sorted(maps.Keys(valid)), anyJSON(company, link, apitest.UserEmail)
		rapid.Check(t, func(rt *rapid.T) {
			call := rapid.SampledFrom(calls).Draw(rt, "call")
			body := maps.Clone(valid[call])
			names := append(slices.Sorted(maps.Keys(body)), "isAdmin", "__proto__")
			maps.Copy(body, rapid.MapOfN(rapid.SampledFrom(names), values, 0, 2).Draw(rt, "changed"))
			if call == "PUT /company" {
				body = object{"data": body}
			}
			method, path, _ := strings.Cut(call, " ")
			if answer := admin.Do(method, path, body); answer.Code >= 500 {
				rt.Fatalf("%s %v: %d %s", call, body, answer.Code, answer.Body)
			}
		})
		admin.Put("/company/restore", object{"id": company}).Status(200) // one of them may have removed it
		admin.Get("/company/" + company).Status(200)
	})
}

// readingCalls lists the GET operations with their parameters.
func readingCalls() (paths []string) {
	for path, item := range apitest.Published().Paths() {
		if op, ok := item.(object)["get"].(object); ok && op["parameters"] != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

func TestNoQueryIsADefect(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, name := range []string{"Acme", "100% _sure", `back\slash "quoted"`} {
			admin.AddCompany(name)
		}
		calls := readingCalls()
		names := []string{"PageNumber", "PageSize", "Search", "SortBy", "SortDescending", "Removed", "UnreadOnly", "Status", "search", ""}
		values := slices.Concat(hostileText, []string{"1", "2", "200", "10000000", "10000001", "-1", "name", "createdAt", "displayName",
			"only", "exclude", "false", "NEAR(a b)", "a* OR b", "\xff", "\xc3("})
		rapid.Check(t, func(rt *rapid.T) {
			call := rapid.SampledFrom(calls).Draw(rt, "call")
			query := url.Values{}
			for name, value := range rapid.MapOfN(rapid.SampledFrom(names), rapid.SampledFrom(values), 0, 4).Draw(rt, "query") {
				query.Set(name, value)
			}
			id := url.PathEscape(rapid.SampledFrom(values).Filter(func(s string) bool { return s != "" && !strings.Contains(s, "..") }).Draw(rt, "id"))
			path := strings.NewReplacer("{id}", id, "{email}", id).Replace(call)
			if answer := admin.Get(path + "?" + query.Encode()); answer.Code >= 500 {
				rt.Fatalf("%s?%s: %d %s", path, query.Encode(), answer.Code, answer.Body)
			}
		})
	})
}
