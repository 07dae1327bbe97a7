package httpapi_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var hostileText = []string{"", " ", "x", "None", "Owner", "0", "true", "\x00", "a\x00b", "\u202e", "\ufeff", "😀", strings.Repeat("é", 300), "a@example.com", adminEmail,
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
	user := object{"email": userEmail, "displayName": "A", "firstName": "A", "lastName": "A", "phoneNumber": "1", "gender": 0, "address": address}
	return map[string]object{
		"POST /company":                {"name": "A", "details": "A", "supportEmail": "a@example.com", "supportPhone": "1"},
		"PUT /company":                 {"id": company, "name": "A", "details": "A", "supportEmail": "a@example.com", "supportPhone": "1", "version": 1000},
		"DELETE /company":              {"id": company},
		"PUT /company/restore":         {"id": company},
		"PUT /company/address":         {"id": company, "address": address},
		"POST /company/moderator":      {"id": company, "userEmail": adminEmail, "role": 0, "details": "A"},
		"PUT /company/moderator":       {"id": link, "role": "Owner", "details": "A", "version": 1000},
		"DELETE /company/moderator":    {"id": link},
		"PUT /account/profile":         {"displayName": "A", "firstName": "A", "lastName": "A", "phoneNumber": "1", "gender": 0, "version": 1000},
		"PUT /account/profile/address": address,
		"POST /UserManagement":         user,
		"PUT /UserManagement":          user,
		"PUT /UserManagement/address":  {"email": userEmail, "address": address},
		"PUT /UserManagement/enable":   {"email": userEmail},
		"POST /UserManagement/invite":  {"email": userEmail},
		"PUT /notification":            {"notificationId": "n1"},
	}
}

// Every request, with any body, is answered as the contract says, and never with a 500.
func TestNoBodyIsADefect(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		company := admin.addCompany("Acme")
		api.addUser(userEmail, "Grace", false)
		link := admin.addModerator(company, userEmail, 0)
		api.notify("n1", adminEmail, api.addProject(company, "p"))
		valid := validBodies(company, link)
		calls, values := slices.Sorted(maps.Keys(valid)), anyJSON(company, link, userEmail)
		rapid.Check(t, func(rt *rapid.T) {
			call := rapid.SampledFrom(calls).Draw(rt, "call")
			body := maps.Clone(valid[call])
			names := append(slices.Sorted(maps.Keys(body)), "isAdmin", "__proto__")
			maps.Copy(body, rapid.MapOfN(rapid.SampledFrom(names), values, 0, 2).Draw(rt, "changed"))
			if call == "PUT /company" {
				body = object{"data": body}
			}
			method, path, _ := strings.Cut(call, " ")
			if answer := admin.do(method, path, body); answer.Code >= 500 {
				rt.Fatalf("%s %v: %d %s", call, body, answer.Code, answer.Body)
			}
		})
		admin.put("/company/restore", object{"id": company}).status(200) // one of them may have removed it
		admin.get("/company/" + company).status(200)
	})
}

// readingCalls lists the GET operations with their parameters.
func readingCalls() (paths []string) {
	for path, item := range published().paths() {
		if op, ok := item.(object)["get"].(object); ok && op["parameters"] != nil {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

func TestNoQueryIsADefect(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for _, name := range []string{"Acme", "100% _sure", `back\slash "quoted"`} {
			admin.addCompany(name)
		}
		calls := readingCalls()
		names := []string{"PageNumber", "PageSize", "Search", "SortBy", "SortDescending", "Removed", "UnreadOnly", "Status", "search", ""}
		values := slices.Concat(hostileText, []string{"1", "2", "200", "10000000", "10000001", "-1", "name", "createdAt", "displayName", "only", "exclude", "false", "NEAR(a b)", "a* OR b", "\xff", "\xc3("})
		rapid.Check(t, func(rt *rapid.T) {
			call := rapid.SampledFrom(calls).Draw(rt, "call")
			query := url.Values{}
			for name, value := range rapid.MapOfN(rapid.SampledFrom(names), rapid.SampledFrom(values), 0, 4).Draw(rt, "query") {
				query.Set(name, value)
			}
			id := url.PathEscape(rapid.SampledFrom(values).Filter(func(s string) bool { return s != "" && !strings.Contains(s, "..") }).Draw(rt, "id"))
			path := strings.NewReplacer("{id}", id, "{email}", id).Replace(call)
			if answer := admin.get(path + "?" + query.Encode()); answer.Code >= 500 {
				rt.Fatalf("%s?%s: %d %s", path, query.Encode(), answer.Code, answer.Body)
			}
		})
	})
}
