package httpapi_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
)

// record says how a record is made, edited and read. The bodies are made up from the contract, so a field that is added
// to the contract is sent too. given has the values that can't be made up.
type record struct {
	add, edit string // methods and paths
	given     object
	key       string             // the field by which an edit names it; by default id
	read      func(any) []string // the paths that answer it, by its key
	in        string             // the list in that answer that has it; empty if the answer is the record, or a list of them
	export    string             // the path of the export that has it, in a row that begins with its key; may be empty
}

// A field that can be sent is stored, whether it is sent when the record is made or when it is edited, and each call that
// answers the record has it. An export has every text.
func TestEverySentFieldIsKept(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.AddUser("moderator@example.com", "Grace", false)
		company := admin.AddCompany("Acme")
		project := admin.Made("/project", object{"companyId": company, "name": "Web shop"})
		items := map[string]string{}
		for _, kind := range []string{"product", "subscription"} {
			admin.Post("/"+kind+"/categories", object{"name": "Things"}).Status(201)
			items[kind] = admin.Made("/"+kind, object{"categoryName": "Things", "name": "Thing", "status": 0, "cost": 7})
		}
		itself := func(path string) func(any) []string {
			return func(id any) []string {
				return []string{path + "/" + url.PathEscape(id.(string)), path + "?PageSize=200"}
			}
		}
		within := func(path string) func(any) []string {
			return func(any) []string { return []string{path} }
		}
		moderated := func(path, id string) record {
			return record{add: "POST " + path + "/moderator", edit: "PUT " + path + "/moderator", read: within(path + "/" + id), in: "moderators",
				given: object{"id": id, "userEmail": "moderator@example.com", "projectId": project}}
		}
		records := []record{
			{add: "POST /company", edit: "PUT /company", read: itself("/company"), export: "/company/export"},
			{add: "POST /project", edit: "PUT /project", read: itself("/project"), export: "/project/export", given: object{"companyId": company}},
			{add: "POST /product", edit: "PUT /product", read: itself("/product"), export: "/product/export", given: object{"categoryName": "Things"}},
			{add: "POST /subscription", edit: "PUT /subscription", read: itself("/subscription"), export: "/subscription/export", given: object{"categoryName": "Things"}},
			{add: "POST /project/product", edit: "PUT /project/product", read: within("/project/" + project), in: "products",
				given: object{"projectId": project, "productId": items["product"]}},
			{add: "POST /project/subscription", edit: "PUT /project/subscription", read: within("/project/" + project), in: "subscriptions",
				given: object{"projectId": project, "subscriptionId": items["subscription"]}},
			moderated("/company", company),
			moderated("/project", project),
			{add: "POST /UserManagement", edit: "PUT /UserManagement", read: itself("/UserManagement"), export: "/UserManagement/export",
				key: "email", given: object{"email": "new@example.com"}},
			{add: "POST /UserManagement/admin", edit: "PUT /UserManagement", read: itself("/UserManagement"), key: "email",
				given: object{"email": "boss@example.com", "password": apitest.Password}},
			{edit: "PUT /account/profile", read: within("/account"), key: "email"},
		}
		for _, r := range records {
			r.isKept(admin)
		}
		paths := apitest.Published().Paths()
		for path := range paths {
			of, isExport := strings.CutSuffix(path, "/export")
			if _, isAdded := paths[of].(object)["post"]; !isExport || !isAdded || strings.HasSuffix(of, "/categories") { // a category is its name
				continue
			}
			if !slices.ContainsFunc(records, func(r record) bool { return r.add == "POST "+of }) {
				t.Errorf("records of POST %s are not tried", of)
			}
		}
	})
}

func (r record) isKept(c *apitest.Client) {
	c.API.T.Helper()
	if r.key == "" {
		r.key = "id"
	}
	var made object
	if r.add != "" {
		sent, body := invented(r.add, 1, r.given)
		r.send(c, r.add, body).Status(201).Into(&made)
		delete(sent, "id")       // of the moderated company or project
		delete(sent, "password") // never answered
		r.holds(c, r.add, sent, made)
	}
	given := object{}
	maps.Copy(given, r.given)
	if made != nil {
		given[r.key] = made[r.key]
	}
	sent, body := invented(r.edit, 2, given)
	var edited object
	r.send(c, r.edit, body).Status(200).Into(&edited)
	r.holds(c, r.edit, sent, edited)
}

func (r record) send(c *apitest.Client, pattern string, body object) *apitest.Answer {
	c.API.T.Helper()
	method, path, _ := strings.Cut(pattern, " ")
	return c.Do(method, path, body)
}

// holds expects every sent field in the answer, and in the answer of each read.
func (r record) holds(c *apitest.Client, pattern string, sent, answered object) {
	c.API.T.Helper()
	compare := func(by string, got object) {
		c.API.T.Helper()
		for name, value := range sent {
			if !reflect.DeepEqual(got[name], value) {
				c.API.T.Errorf("%s was sent %s = %v; %s answers %v", pattern, name, value, by, got[name])
			}
		}
	}
	compare("it", answered)
	for _, path := range r.read(answered[r.key]) {
		var whole any
		c.Get(path).Status(200).Into(&whole)
		if r.in != "" {
			whole = whole.(object)[r.in]
		}
		if list, ok := whole.([]any); ok {
			i := slices.IndexFunc(list, func(element any) bool { return element.(object)[r.key] == answered[r.key] })
			if i < 0 {
				c.API.T.Errorf("GET %s answers no %v", path, answered[r.key])
				continue
			}
			whole = list[i]
		}
		compare("GET "+path, whole.(object))
	}
	if r.export != "" {
		r.exports(c, pattern, sent, answered[r.key])
	}
}

// exports expects every text that was sent in the record's row of the export. Numbers and enumerations are written
// differently there.
func (r record) exports(c *apitest.Client, pattern string, sent object, key any) {
	c.API.T.Helper()
	rows, err := csv.NewReader(c.Get(r.export).Status(200).Body).ReadAll()
	if err != nil {
		c.API.T.Fatalf("GET %s: %v", r.export, err)
	}
	i := slices.IndexFunc(rows, func(row []string) bool { return row[0] == key })
	if i < 0 {
		c.API.T.Fatalf("GET %s has no row of %v", r.export, key)
	}
	for name, value := range sent {
		text, isText := value.(string)
		if isText && !slices.Contains(rows[i], text) && !slices.Contains(rows[i], "'"+text) { // the quote keeps a spreadsheet from computing it
			c.API.T.Errorf("%s was sent %s = %s; GET %s has %q", pattern, name, text, r.export, rows[i])
		}
	}
}

// invented makes up a value for each field of a request, different in each round. It returns the fields, and the body
// that has them.
func invented(pattern string, round int, given object) (fields, body object) {
	c := apitest.Published()
	content := c.Operation(pattern)["requestBody"].(object)["content"].(object)
	schema := targetOf(c, content["application/json"].(object)["schema"].(object))
	properties := schema["properties"].(object)
	if data, isWrapped := properties["data"].(object); isWrapped {
		fields = invent(c, data, round, given)
		return fields, object{"data": fields}
	}
	fields = invent(c, schema, round, given)
	return fields, fields
}

// targetOf returns the schema that a schema refers to, without null.
func targetOf(c *apitest.Contract, schema object) object {
	schema = c.Resolve(schema)
	if choices := anyOf(schema); choices != nil {
		return c.Resolve(choices[0].(object))
	}
	return schema
}

func invent(c *apitest.Contract, schema object, round int, given object) object {
	value := object{}
	for name, property := range targetOf(c, schema)["properties"].(object) {
		if fixed, ok := given[name]; ok {
			value[name] = fixed
		} else if name != "version" && name != "own" { // the server counts it; own fields have tests of their own
			value[name] = inventValue(c, name, property.(object), round)
		}
	}
	return value
}

func inventValue(c *apitest.Contract, name string, property object, round int) any {
	schema := targetOf(c, property)
	if options, ok := schema["enum"].([]any); ok {
		return options[round%len(options)]
	}
	checks := fmt.Sprint(property["x-checks"])
	switch kinds := apitest.KindsOf(schema["type"]); {
	case slices.Contains(kinds, "object"):
		return invent(c, schema, round, nil)
	case slices.Contains(kinds, "boolean"):
		return round%2 == 0
	case slices.Contains(kinds, "integer"):
		return float64(len(name)*10 + round)
	case slices.Contains(kinds, "number"):
		return float64(len(name)*10+round) + 0.5
	case schema["format"] == "date-time":
		day := time.Date(2027, time.January, 10+round, 0, 0, 0, 0, time.UTC)
		if name == "endAt" {
			day = day.AddDate(0, 2, 0)
		}
		return day.Format(time.RFC3339)
	case schema["format"] == "email":
		return fmt.Sprintf("%s%d@example.com", strings.ToLower(name), round)
	case strings.Contains(checks, "code:phone"):
		return fmt.Sprintf("+1 555 010 %04d", len(name)*10+round)
	case strings.Contains(checks, "code:currency"):
		return "USD"
	}
	text := fmt.Sprintf("%d %s", round, name)
	if longest, ok := schema["maxLength"].(float64); ok {
		text = text[:min(len(text), int(longest))]
	}
	return text
}
