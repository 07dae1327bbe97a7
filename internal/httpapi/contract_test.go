package httpapi_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/contract"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

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
PUT /project/subscription/renew
PUT /project/subscription/plan
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
		item, _ := apitest.Published().Paths()[path].(object)
		if item[strings.ToLower(method)] == nil {
			t.Errorf("%s %s is not in the contract", method, path)
		}
	}
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// Every operation of the document is mounted, with exactly its methods. Another method is
// answered 405, with the methods of the document.
func TestContractIsWhatIsMounted(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	anonymous := api.Anonymous()
	for path, item := range apitest.Published().Paths() {
		var methods []string
		for _, method := range []string{"GET", "POST", "PUT", "DELETE"} {
			if operation, ok := item.(object)[strings.ToLower(method)].(object); ok {
				methods = append(methods, method)
				if operation["operationId"] == "" || operation["summary"] == "" {
					t.Errorf("%s %s is not described", method, path)
				}
				answer := anonymous.Do(method, parameter.ReplaceAllString(path, "some-id"), nil)
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
			answer := anonymous.Do(method, parameter.ReplaceAllString(path, "some-id"), nil)
			answer.Problem(http.StatusMethodNotAllowed, "method")
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
	c := apitest.Published()
	seen := map[string]bool{}
	var walk func(schema object)
	walk = func(schema object) {
		if ref, ok := schema["$ref"].(string); ok {
			name := strings.TrimPrefix(ref, "#/components/schemas/")
			if seen[name] {
				return
			}
			seen[name] = true
			for field, property := range c.Document["components"].(object)["schemas"].(object)[name].(object)["properties"].(object) {
				p := property.(object)
				if nested := p["$ref"] != nil || p["anyOf"] != nil && p["x-label"] == nil; nested {
					walk(p)
					continue
				}
				if field == "version" || field == "own" { // administrators say which fields there are
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
	for _, item := range c.Paths() {
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

// The page of the reference shows the fields of an installation where the document names their list.
func TestContractNamesTheListsOfOwnFields(t *testing.T) {
	lists := map[string]string{"Company": "company", "CompanyDetails": "company", "Project": "project", "ProjectDetails": "project",
		"ProjectProduct": "projectProduct", "ListedProduct": "projectProduct", "Product": "product", "Subscription": "subscription",
		"ProjectSubscription": "projectSubscription", "ListedSubscription": "projectSubscription", "SubscriptionDetails": "projectSubscription"}
	for _, list := range tracker.OwnLists {
		lists[contract.Capital(list)+"Input"], lists[contract.Capital(list)+"Edit"] = list, list
	}
	named := map[string]string{}
	for name, schema := range apitest.Published().Document["components"].(object)["schemas"].(object) {
		properties, _ := schema.(object)["properties"].(object)
		if own, has := properties["own"].(object); has {
			named[name], _ = own["x-list"].(string)
		}
	}
	if !maps.Equal(named, lists) {
		t.Errorf("own fields are of the lists %v, want %v", named, lists)
	}
}

func anyOf(schema object) []any {
	choices, _ := schema["anyOf"].([]any)
	return choices
}

func TestContractIsServed(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	var served object
	api.Anonymous().Get("/openapi.json").Status(200).Into(&served)
	if served["openapi"] != "3.1.0" || len(served["paths"].(object)) != len(apitest.Published().Paths()) {
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
	if len(file["paths"].(object)) != len(apitest.Published().Paths()) {
		t.Error("api/openapi.json is stale: run make generate")
	}
}
