package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// a write reads its caller before the body, and what decides it twice: on a reader, and in its transaction

// mostOfPassword is for a new password, also that of a new administrator: sessions, links and, if wanted, keys and the calendar end with it.
const mostOfPassword = 17

// mostOfPalette is for the one call that asks seven lists, each for its rows and their number.
const mostOfPalette = 16

// mostOfTerm is for what changes a term: besides the record it keeps the moves of the company and the number of customers,
// what is new asks which own fields are required, and what is raised is told to people and to channels.
const mostOfTerm = 18

// mostOfUpload is for a file of one piece, which is stored before its document is added.
const mostOfUpload = 15

// mostOfPlan is for a new plan, which is kept with the versions of what it would change.
const mostOfPlan = 14

// mostOfData is for the one call that reads all that is held about a person: a statement for each table of people.
const mostOfData = 45

// A request runs a few statements, for any number of rows and any caller.
func TestStatementsPerRequest(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		for i := range 30 { // more of everything that one answer shows
			company := w.Admin.AddCompany(fmt.Sprintf("Matrix more %d", i))
			project := w.Admin.Made("/project", object{"companyId": w.IDs["company"][apitest.Own], "name": fmt.Sprintf("Matrix more %d", i)})
			w.Admin.Post("/project/product", object{"projectId": w.IDs["project"][apitest.Own], "productId": w.IDs["product"][apitest.Own], "price": 1, "cost": 1, "status": 0}).Status(201)
			w.Admin.Post("/project/subscription", w.Term(object{"projectId": w.IDs["project"][apitest.Own], "subscriptionId": w.IDs["subscription"][apitest.Own]})).Status(201)
			w.Admin.Made("/product", w.Item("product", w.IDs["productCategory"][apitest.Own], fmt.Sprintf("Matrix more %d", i)))
			email := fmt.Sprintf("more%d@people.example", i)
			api.AddUser(email, "Matrix more", false)
			for path, id := range map[string]string{"/company": w.IDs["company"][apitest.Own], "/project": w.IDs["project"][apitest.Own]} {
				w.Admin.Post(path+"/moderator", object{"id": id, "userEmail": email, "role": 0}).Status(201)
			}
			w.Admin.Post("/company/moderator", object{"id": company, "userEmail": "companyowner@callers.example", "role": 1}).Status(201)
			w.Admin.Post("/project/moderator", object{"id": project, "userEmail": "projectowner@callers.example", "role": 1}).Status(201)
		}
		var report []string
		for i, call := range slices.Sorted(maps.Keys(rules)) {
			most := 0
			for _, r := range rules[call] {
				for j, c := range w.Callers {
					if !c.Admin && c.Name != "companyOwner" && c.Name != "projectOwner" {
						continue
					}
					for k, query := range []string{r.query, "?Removed=exclude", "?Removed=only", "?CategoryName=Matrix%20product%20category%20own&Status=0", "?Search=matrix"} {
						if !api.Tries(i, j, k) {
							continue
						}
						n, status := statements(w, call, query, r, c)
						most = max(most, n)
						if n > mostOf(call) {
							t.Errorf("%s%s by %s: %d statements, status %d", call, query, c.Name, n, status)
						}
						if !strings.HasPrefix(call, "GET ") || r.session {
							break // one body is enough
						}
					}
				}
			}
			report = append(report, fmt.Sprintf("%2d %s", most, call))
		}
		slices.Sort(report)
		t.Logf("statements at most:\n%s", strings.Join(report, "\n"))
	})
}

// Requests that the rules above do not cover: repeated requests, passwords, everything below
// a company, and subscriptions that become due.
func TestStatementsOfRareRequests(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		s := apitest.NewShop(api.Admin())
		for range 3 {
			s.AttachProduct(2, 1)
			s.AttachSubscription(100, false)
			s.Made("/project", object{"companyId": s.Company, "name": "Another"})
		}
		s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleOwner)
		now := api.Clock.Now()
		few := func(c *apitest.Client, method, path string, body any) {
			t.Helper()
			var count store.Statements
			counting := *c
			counting.Ctx = store.CountStatements(t.Context(), &count)
			a := counting.Do(method, path, body)
			if n := int(count.All.Load()); a.Code >= 300 || n > mostOf(method+" "+path) {
				t.Errorf("%s %s: %d statements, status %d", method, path, n, a.Code)
			}
		}
		keyed := func(key string) *apitest.Client {
			c := *s.Client
			c.Header = http.Header{"Idempotency-Key": {key}}
			return &c
		}
		term := func(from, days int) object {
			return object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1, "startAt": now.AddDate(0, 0, from), "endAt": now.AddDate(0, 0, days)}
		}

		// A repeated request answers the record that the first one made.
		for range 2 {
			few(keyed("1"), "POST", "/company", object{"name": "Keyed"})
			few(keyed("2"), "POST", "/project", object{"companyId": s.Company, "name": "Keyed"})
			few(keyed("3"), "POST", "/product", object{"categoryName": "hardware", "name": "Keyed", "status": 0})
			few(keyed("4"), "POST", "/project/product", object{"projectId": s.Project, "productId": s.Product, "price": 1, "cost": 1, "status": 0})
			few(keyed("5"), "POST", "/project/subscription", term(0, 100))
			few(keyed("6"), "POST", "/UserManagement", object{"email": "keyed@example.com", "displayName": "K", "gender": 0})
			few(keyed("7"), "POST", "/UserManagement/admin", object{"email": "admin2@example.com", "displayName": "K", "gender": 0, "password": apitest.NewPassword})
		}
		few(s.Client, "POST", "/UserManagement/invite", object{"email": "keyed@example.com"})
		few(s.Client, "PUT", "/UserManagement/disable", object{"email": "admin2@example.com", "reason": 1})

		// A notification is raised at once.
		few(s.Client, "POST", "/project/subscription", term(0, 3))
		few(keyed("8"), "POST", "/project/subscription", term(0, 3))
		id := s.AttachSubscription(100, false)
		edit := term(-30, 3)
		edit["id"], edit["autoRenew"] = id, false
		few(s.Client, "PUT", "/project/subscription", edit)
		few(s.Client, "PUT", "/project/subscription/cancel", object{"id": id, "cancelationReason": "Moved"})
		few(s.Client, "PUT", "/project/subscription/cancel", object{"id": id, "cancelationReason": "Moved again"})

		// A mark, and its removal, reach everything below.
		for _, path := range []string{"/company", "/project"} {
			body := object{"id": map[string]string{"/company": s.Company, "/project": s.Project}[path]}
			few(s.Client, "DELETE", path, body)
			few(s.Client, "PUT", path+"/restore", body)
		}
		few(s.Client, "DELETE", "/project/subscription", object{"id": id})
		few(s.Client, "PUT", "/project/subscription/restore", object{"id": id})
		gone := s.Made("/project", object{"companyId": s.Made("/company", object{"name": "Finalized"}), "name": "P"})
		attached := s.Made("/project/product", object{"projectId": gone, "productId": s.Product, "price": 1, "cost": 1, "status": 0})
		few(s.Client, "DELETE", "/project", object{"id": gone})
		few(s.Client, "DELETE", "/project/product", object{"id": attached})
		few(s.Client, "DELETE", "/project", object{"id": gone}) // finalized
		few(s.Client, "PUT", "/project/restore", object{"id": gone})
		few(s.Client, "PUT", "/project/product/restore", object{"id": attached})

		// A new password replaces the old one, voids mailed links, ends sessions and is logged.
		grace := api.SignIn(apitest.UserEmail)
		api.Anonymous().Login(apitest.UserEmail, apitest.Wrong).Status(401)
		few(api.Anonymous(), "POST", "/account/login", object{"email": apitest.UserEmail, "password": apitest.Password})
		few(grace, "PUT", "/account/changePassword", apitest.PasswordChange(apitest.Password, apitest.NewPassword, apitest.NewPassword))
		plain, hash := auth.NewOpaqueToken()
		if err := api.Store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.InsertPasswordToken(t.Context(), store.PasswordToken{UserID: "user-" + apitest.UserEmail, Kind: "reset", Hash: hash, CreatedAt: now, ExpiresAt: now.Add(time.Hour)})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		few(api.Anonymous(), "PUT", "/account/resetPass", apitest.Reset(apitest.UserEmail, plain, apitest.Password))
	})
}

func mostOf(call string) int {
	switch call {
	case "GET /search":
		return mostOfPalette
	case "POST /project/subscription", "PUT /project/subscription", "PUT /project/subscription/renew", "PUT /project/subscription/cancel":
		return mostOfTerm
	case "POST /plan":
		return mostOfPlan
	case "POST /document":
		return mostOfUpload
	case "PUT /account/changePassword", "PUT /account/resetPass", "POST /UserManagement/admin":
		return mostOfPassword
	case "GET /UserManagement/{email}/data":
		return mostOfData
	}
	return apitest.MostStatements
}

// statements counts the statements of a request about an own object.
func statements(w *apitest.World, call, query string, r rule, c *apitest.Caller) (n, status int) {
	var count store.Statements
	counting := *c.Client
	counting.Ctx = store.CountStatements(w.API.T.Context(), &count)
	answer := sendAs(w, counting, call, r, c, apitest.Own, query)
	if _, allowed := r.want(c, apitest.Own); allowed && r.undo != nil && answer.Code < 300 {
		r.undo(w, apitest.Own, answer)
	}
	return int(count.All.Load()), answer.Code
}
