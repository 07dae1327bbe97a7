package httpapi_test

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/httpapi"
	"btracker/internal/storetest"
)

// contract is the published document, as a client reads it.
type contract struct {
	document object
	items    *http.ServeMux // finds the operation of a request below /project/subscription/, where ids are not those of projects
	routes   *http.ServeMux // finds the operation of any other request
}

var published = sync.OnceValue(func() *contract {
	raw, err := httpapi.Document("test")
	if err != nil {
		panic(err)
	}
	c := &contract{items: http.NewServeMux(), routes: http.NewServeMux()}
	if err := json.Unmarshal(raw, &c.document); err != nil {
		panic(err)
	}
	for path, item := range c.paths() {
		for method := range item.(object) {
			routes := c.routes
			if strings.HasPrefix(path, "/project/subscription/") {
				routes = c.items
			}
			routes.Handle(strings.ToUpper(method)+" "+path, http.NotFoundHandler())
		}
	}
	return c
})

func (c *contract) paths() object { return c.document["paths"].(object) }

func (c *contract) operation(pattern string) object {
	method, path, _ := strings.Cut(pattern, " ")
	return c.paths()[path].(object)[strings.ToLower(method)].(object)
}

// response returns the description of a status, nil if there is none.
func (c *contract) response(operation object, status string) object {
	response, _ := operation["responses"].(object)[status].(object)
	return c.resolve(response)
}

// checkContract compares every answer that a test of this package gets with the document: its
// status must be there, and its body must match the schema.
func checkContract(t *testing.T, base string, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	path, ok := strings.CutPrefix(r.URL.Path, base+"api/v1")
	if !ok || r.Method == http.MethodHead {
		return
	}
	c := published()
	probe := &http.Request{Method: r.Method, URL: r.URL.JoinPath(), Host: r.Host}
	probe.URL.Path, probe.URL.RawPath = path, ""
	_, pattern := c.items.Handler(probe)
	if !strings.Contains(pattern, " ") {
		_, pattern = c.routes.Handler(probe)
	}
	if !strings.Contains(pattern, " ") {
		return // no operation
	}
	response := c.response(c.operation(pattern), fmt.Sprint(w.Code))
	if response == nil {
		t.Errorf("%s: status %d is not in the contract\n%s", pattern, w.Code, w.Body)
		return
	}
	headers := response["headers"].(object)
	for _, name := range []string{"Pagination", "X-Request-Id", "WWW-Authenticate", "Retry-After", "Content-Disposition"} {
		if announced, sent := headers[name] != nil, w.Header().Get(name) != ""; announced != sent {
			t.Errorf("%s, status %d: header %s announced %t, sent %t", pattern, w.Code, name, announced, sent)
		}
	}
	content, _ := response["content"].(object)
	if content == nil {
		if w.Body.Len() > 0 {
			t.Errorf("%s: an answer without content has %s", pattern, w.Body)
		}
		return
	}
	mediaType, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	media, ok := content[mediaType].(object)
	if !ok {
		t.Errorf("%s: content type %s is not in the contract", pattern, mediaType)
		return
	}
	if r.URL.Query().Has("Columns") {
		return // its headings are not those of the example
	}
	if strings.HasPrefix(pattern, "GET /import/") && mediaType != "application/json" && w.Code == http.StatusOK {
		return // the headings are those of a file, or of a list
	}
	if strings.HasSuffix(mediaType, "spreadsheetml.sheet") {
		line, _, _ := strings.Cut(content["text/csv"].(object)["example"].(string), "\n")
		if got := spreadsheetRows(t, w.Body.Bytes())[0]; strings.Join(got, ",") != line {
			t.Errorf("%s: the sheet begins with %s, want %s", pattern, got, line)
		}
		return
	}
	if mediaType == "text/csv" {
		want, _, _ := strings.Cut(media["example"].(string), "\n")
		if got, _, _ := strings.Cut(w.Body.String(), "\n"); got != want {
			t.Errorf("%s: the file begins with %s, its example with %s", pattern, got, want)
		}
		return
	}
	var body any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Errorf("%s: %v", pattern, err)
		return
	}
	if w.Code == http.StatusUnprocessableEntity {
		if code := body.(object)["code"].(string); media["examples"].(object)[code] == nil {
			t.Errorf("%s: refusal %s is not in the contract", pattern, code)
		}
	}
	if wrong := c.check(media["schema"].(object), body, ""); wrong != nil {
		t.Errorf("%s, status %d: %v\n%.500s", pattern, w.Code, wrong[:min(len(wrong), 3)], w.Body)
	}
}

// check knows the parts of JSON Schema that the document uses, and fails for others.
func (c *contract) check(schema object, value any, at string) (complaints []string) {
	complain := func(format string, args ...any) {
		complaints = append(complaints, at+": "+fmt.Sprintf(format, args...))
	}
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		target, ok := c.document["components"].(object)["schemas"].(object)[name].(object)
		if !ok {
			complain("%s leads nowhere", ref)
			return complaints
		}
		return c.check(target, value, at)
	}
	if choices, ok := schema["anyOf"].([]any); ok {
		for _, choice := range choices {
			wrong := c.check(choice.(object), value, at)
			if len(wrong) == 0 {
				return nil
			}
			complaints = append(complaints, wrong...)
		}
		return complaints
	}
	kinds := kindsOf(schema["type"])
	if kinds == nil {
		return nil // anything
	}
	if slices.Contains(kinds, "number") { // an integer is one
		kinds = append(kinds, "integer")
	}
	if !slices.Contains(kinds, kindOf(value)) {
		complain("%v is a %s, not %v", value, kindOf(value), kinds)
		return complaints
	}
	if options, ok := schema["enum"].([]any); ok && !slices.Contains(options, value) {
		complain("%v is none of %v", value, options)
	}
	switch v := value.(type) {
	case string:
		if schema["format"] == "date-time" {
			if at, err := time.Parse(time.RFC3339, v); err != nil || at.Location() != time.UTC {
				complain("%q is no instant in UTC", v)
			}
		}
	case []any:
		for i, element := range v {
			complaints = append(complaints, c.check(schema["items"].(object), element, fmt.Sprintf("%s/%d", at, i))...)
		}
	case object:
		complaints = append(complaints, c.checkObject(schema, v, at)...)
	}
	return complaints
}

func (c *contract) checkObject(schema, value object, at string) (complaints []string) {
	if required, ok := schema["required"].([]any); ok {
		for _, name := range required {
			if _, ok := value[name.(string)]; !ok {
				complaints = append(complaints, fmt.Sprintf("%s: %v is missing", at, name))
			}
		}
	}
	properties, _ := schema["properties"].(object)
	for name, member := range value {
		if property, ok := properties[name].(object); ok {
			complaints = append(complaints, c.check(property, member, at+"/"+name)...)
			continue
		}
		switch more := schema["additionalProperties"].(type) {
		case object:
			complaints = append(complaints, c.check(more, member, at+"/"+name)...)
		case bool:
			if !more {
				complaints = append(complaints, fmt.Sprintf("%s: %s is not allowed", at, name))
			}
		default:
			complaints = append(complaints, fmt.Sprintf("%s: %s is not in the contract", at, name))
		}
	}
	return complaints
}

func kindsOf(declared any) []string {
	switch k := declared.(type) {
	case string:
		return []string{k}
	case []any:
		kinds := make([]string, len(k))
		for i := range k {
			kinds[i] = k[i].(string)
		}
		return kinds
	}
	return nil
}

func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case object:
		return "object"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	}
	return fmt.Sprintf("%T", value)
}

// The checker itself must be able to fail.
func TestContractChecker(t *testing.T) {
	c := published()
	account := object{"$ref": "#/components/schemas/Account"}
	good := `{"email":"a@b.co","displayName":"A","firstName":null,"lastName":null,"phoneNumber":"1","gender":2,"photoUrl":null,"address":null,"isAdmin":true,"isClient":false,"needsSecondFactor":false,"version":1}`
	for change, wrong := range map[string]bool{
		"":                                    false,
		`"gender":2 to "gender":3`:            true,
		`"gender":2 to "gender":"Male"`:       true,
		`"version":1 to "version":1.5`:        true,
		`"email":"a@b.co", to `:               true,
		`"address":null to "address":{}`:      true,
		`"isAdmin":true to "isAdmin":null`:    true,
		`"version":1 to "version":1,"hash":1`: true,
	} {
		from, to, _ := strings.Cut(change, " to ")
		text := strings.Replace(good, from, to, 1)
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := c.check(account, value, ""); (len(got) > 0) != wrong {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Promises of the specification and of the decisions.
const promised = `
POST /account/login
POST /account/refreshToken
GET /account
GET /account/logout
PUT /account/changePassword
POST /account/requestPassReset
PUT /account/resetPass
PUT /account/profile
PUT /account/profile/address
PUT /account/photo
DELETE /account/photo
POST /company
GET /company
PUT /company
DELETE /company
GET /company/{id}
PUT /company/restore
PUT /company/address
POST /company/moderator
PUT /company/moderator
DELETE /company/moderator
PUT /company/{id}/photo
DELETE /company/{id}/photo
GET /company/{id}/dependants
GET /company/export
GET /UserManagement
POST /UserManagement
PUT /UserManagement
GET /UserManagement/{email}
GET /UserManagement/export
PUT /UserManagement/address
POST /UserManagement/admin
PUT /UserManagement/admin
PUT /UserManagement/disable
PUT /UserManagement/enable
POST /UserManagement/invite
PUT /UserManagement/{email}/photo
DELETE /UserManagement/{email}/photo
POST /project
GET /project
PUT /project
DELETE /project
GET /project/{id}
PUT /project/restore
GET /project/{id}/dependants
GET /project/export
POST /project/product
PUT /project/product
DELETE /project/product
PUT /project/product/restore
POST /project/subscription
PUT /project/subscription
DELETE /project/subscription
PUT /project/subscription/restore
PUT /project/subscription/cancel
POST /project/moderator
PUT /project/moderator
DELETE /project/moderator
POST /product/categories
GET /product/categories
DELETE /product/categories
PUT /product/categories/restore
GET /product/categories/{name}/dependants
GET /product/categories/export
POST /product
GET /product
PUT /product
DELETE /product
GET /product/{id}
PUT /product/restore
GET /product/{id}/dependants
GET /product/export
PUT /product/{id}/photo
DELETE /product/{id}/photo
POST /subscription/categories
GET /subscription/categories
DELETE /subscription/categories
PUT /subscription/categories/restore
GET /subscription/categories/{name}/dependants
GET /subscription/categories/export
POST /subscription
GET /subscription
PUT /subscription
DELETE /subscription
GET /subscription/{id}
PUT /subscription/restore
GET /subscription/{id}/dependants
GET /subscription/export
GET /dashboard/statistics
GET /dashboard/charts
GET /audit/head
GET /search
GET /notification
GET /notification/export
PUT /notification
POST /clientError
`

func TestContractHasWhatIsPromised(t *testing.T) {
	for line := range strings.Lines(strings.TrimSpace(promised)) {
		method, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		item, _ := published().paths()[path].(object)
		if item[strings.ToLower(method)] == nil {
			t.Errorf("%s %s is not in the contract", method, path)
		}
	}
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// Every operation of the document is mounted, with exactly its methods. Another method is
// answered 405, with the methods of the document.
func TestContractIsWhatIsMounted(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	anonymous := api.anonymous()
	for path, item := range published().paths() {
		var methods []string
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			if operation, ok := item.(object)[strings.ToLower(method)].(object); ok {
				methods = append(methods, method)
				if operation["operationId"] == "" || operation["summary"] == "" {
					t.Errorf("%s %s is not described", method, path)
				}
				answer := anonymous.do(method, parameter.ReplaceAllString(path, "some-id"), nil)
				body, _ := operation["requestBody"].(object)
				want := 401
				if operation["security"] != nil { // public
					want = map[bool]int{true: 400, false: 200}[body["required"] == true]
				}
				if strings.HasPrefix(path, "/account/oidc/") {
					want = 404 // there is no provider
				}
				if answer.Code != want {
					t.Errorf("%s %s without a token: %d", method, path, answer.Code)
				}
			}
		}
		for _, method := range []string{"PATCH", "OPTIONS", "TRACE"} {
			answer := anonymous.do(method, parameter.ReplaceAllString(path, "some-id"), nil)
			answer.problem(http.StatusMethodNotAllowed, "method")
			// There may be more: beside /company/address there is /company/{id}, which matches it too.
			for _, method := range methods {
				if got := answer.Header().Values("Allow"); !slices.Contains(got, method) {
					t.Errorf("%s: allows %v, the contract %v", path, got, methods)
				}
			}
		}
	}
}

// Every field of a form is published with its label and checks. Fields that only programs
// send (version), and objects, have none.
func TestContractPublishesRules(t *testing.T) {
	c := published()
	seen := map[string]bool{}
	var walk func(schema object)
	walk = func(schema object) {
		if ref, ok := schema["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, "#/components/schemas/")
			if seen[name] {
				return
			}
			seen[name] = true
			for field, property := range c.document["components"].(object)["schemas"].(object)[name].(object)["properties"].(object) {
				p := property.(object)
				if nested := p["$ref"] != nil || p["anyOf"] != nil && p["x-label"] == nil; nested {
					walk(p)
					continue
				}
				if field == "version" {
					continue
				}
				label, _ := p["x-label"].(string)
				if _, ok := p["x-checks"]; !ok || label == "" {
					t.Errorf("%s.%s has no rules: %v", name, field, p)
				}
			}
			return
		}
		for _, choice := range append([]any{}, anyOf(schema)...) {
			walk(choice.(object))
		}
	}
	for _, item := range c.paths() {
		for _, operation := range item.(object) {
			if body, ok := operation.(object)["requestBody"].(object); ok {
				if media, ok := body["content"].(object)["application/json"].(object); ok {
					walk(media["schema"].(object))
				}
			}
		}
	}
	for _, name := range []string{"LoginInput", "CompanyInput", "AddressInput", "UserInput"} {
		if !seen[name] {
			t.Errorf("%s is in no operation", name)
		}
	}
}

func anyOf(schema object) []any {
	choices, _ := schema["anyOf"].([]any)
	return choices
}

func TestContractIsServed(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	var served object
	api.anonymous().get("/openapi.json").status(200).into(&served)
	if served["openapi"] != "3.1.0" || len(served["paths"].(object)) != len(published().paths()) {
		t.Errorf("served %v", served["info"])
	}
	committed, err := os.ReadFile("../../api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var file object
	if err := json.Unmarshal(committed, &file); err != nil {
		t.Fatal(err)
	}
	if len(file["paths"].(object)) != len(published().paths()) {
		t.Error("api/openapi.json is stale: run make generate")
	}
}
