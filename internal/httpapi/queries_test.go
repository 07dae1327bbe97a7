package httpapi_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// mostStatements is a little more than any request runs, and less than a loop over rows runs.
const mostStatements = 13 // a write reads its caller before the body, and what decides it twice: on a reader, and in its transaction

// mostOfPassword is for a new password, with which sessions, links and, if wanted, keys and the calendar end.
const mostOfPassword = 17

// mostOfPalette is for the one call that asks six lists, each for its rows and their number.
const mostOfPalette = 14

// mostOfData is for the one call that reads all that is held about a person: a statement for each table of people.
const mostOfData = 45

// A request runs a few statements, for any number of rows and any caller.
func TestStatementsPerRequest(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		for i := range 30 { // more of everything that one answer shows
			company := w.admin.addCompany(fmt.Sprintf("Matrix more %d", i))
			project := w.admin.made("/project", object{"companyId": w.ids["company"][own], "name": fmt.Sprintf("Matrix more %d", i)})
			w.admin.post("/project/product", object{"projectId": w.ids["project"][own], "productId": w.ids["product"][own], "price": 1, "cost": 1, "status": 0}).status(201)
			w.admin.post("/project/subscription", w.term(object{"projectId": w.ids["project"][own], "subscriptionId": w.ids["subscription"][own]})).status(201)
			w.admin.made("/product", w.item("product", w.ids["productCategory"][own], fmt.Sprintf("Matrix more %d", i)))
			email := fmt.Sprintf("more%d@people.example", i)
			api.addUser(email, "Matrix more", false)
			for path, id := range map[string]string{"/company": w.ids["company"][own], "/project": w.ids["project"][own]} {
				w.admin.post(path+"/moderator", object{"id": id, "userEmail": email, "role": 0}).status(201)
			}
			w.admin.post("/company/moderator", object{"id": company, "userEmail": "companyowner@callers.example", "role": 1}).status(201)
			w.admin.post("/project/moderator", object{"id": project, "userEmail": "projectowner@callers.example", "role": 1}).status(201)
		}
		var report []string
		for i, call := range slices.Sorted(maps.Keys(rules)) {
			most := 0
			for _, r := range rules[call] {
				for j, c := range w.callers {
					if !c.admin && c.name != "companyOwner" && c.name != "projectOwner" {
						continue
					}
					for k, query := range []string{r.query, "?Removed=exclude", "?Removed=only", "?CategoryName=Matrix%20product%20category%20own&Status=0", "?Search=matrix"} {
						if !api.tries(i, j, k) {
							continue
						}
						n, status := w.statements(call, query, r, c)
						most = max(most, n)
						if n > mostOf(call) {
							t.Errorf("%s%s by %s: %d statements, status %d", call, query, c.name, n, status)
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
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		s := newShop(api.admin())
		for range 3 {
			s.attachProduct(2, 1)
			s.attachSubscription(100, false)
			s.made("/project", object{"companyId": s.company, "name": "Another"})
		}
		s.addModerator(s.company, userEmail, tracker.RoleOwner)
		now := api.clock.Now()
		few := func(c *client, method, path string, body any) {
			t.Helper()
			var count store.Statements
			counting := *c
			counting.ctx = store.CountStatements(t.Context(), &count)
			a := counting.do(method, path, body)
			if n := int(count.All.Load()); a.Code >= 300 || n > mostOf(method+" "+path) {
				t.Errorf("%s %s: %d statements, status %d", method, path, n, a.Code)
			}
		}
		keyed := func(key string) *client {
			c := *s.client
			c.header = http.Header{"Idempotency-Key": {key}}
			return &c
		}
		term := func(from, days int) object {
			return object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "startAt": now.AddDate(0, 0, from), "endAt": now.AddDate(0, 0, days)}
		}

		// A repeated request answers the record that the first one made.
		for range 2 {
			few(keyed("1"), "POST", "/company", object{"name": "Keyed"})
			few(keyed("2"), "POST", "/project", object{"companyId": s.company, "name": "Keyed"})
			few(keyed("3"), "POST", "/product", object{"categoryName": "hardware", "name": "Keyed", "status": 0})
			few(keyed("4"), "POST", "/project/product", object{"projectId": s.project, "productId": s.product, "price": 1, "cost": 1, "status": 0})
			few(keyed("5"), "POST", "/project/subscription", term(0, 100))
			few(keyed("6"), "POST", "/UserManagement", object{"email": "keyed@example.com", "displayName": "K", "gender": 0})
			few(keyed("7"), "POST", "/UserManagement/admin", object{"email": "admin2@example.com", "displayName": "K", "gender": 0, "password": newPassword})
		}
		few(s.client, "POST", "/UserManagement/invite", object{"email": "keyed@example.com"})
		few(s.client, "PUT", "/UserManagement/disable", object{"email": "admin2@example.com", "reason": 1})

		// A notification is raised at once.
		few(s.client, "POST", "/project/subscription", term(0, 3))
		few(keyed("8"), "POST", "/project/subscription", term(0, 3))
		id := s.attachSubscription(100, false)
		edit := term(-30, 3)
		edit["id"], edit["autoRenew"] = id, false
		few(s.client, "PUT", "/project/subscription", edit)
		few(s.client, "PUT", "/project/subscription/cancel", object{"id": id, "cancelationReason": "Moved"})
		few(s.client, "PUT", "/project/subscription/cancel", object{"id": id, "cancelationReason": "Moved again"})

		// A mark, and its removal, reach everything below.
		for _, path := range []string{"/company", "/project"} {
			body := object{"id": map[string]string{"/company": s.company, "/project": s.project}[path]}
			few(s.client, "DELETE", path, body)
			few(s.client, "PUT", path+"/restore", body)
		}
		few(s.client, "DELETE", "/project/subscription", object{"id": id})
		few(s.client, "PUT", "/project/subscription/restore", object{"id": id})
		gone := s.made("/project", object{"companyId": s.made("/company", object{"name": "Finalized"}), "name": "P"})
		attached := s.made("/project/product", object{"projectId": gone, "productId": s.product, "price": 1, "cost": 1, "status": 0})
		few(s.client, "DELETE", "/project", object{"id": gone})
		few(s.client, "DELETE", "/project/product", object{"id": attached})
		few(s.client, "DELETE", "/project", object{"id": gone}) // finalized
		few(s.client, "PUT", "/project/restore", object{"id": gone})
		few(s.client, "PUT", "/project/product/restore", object{"id": attached})

		// A new password replaces the old one, voids mailed links, ends sessions and is logged.
		grace := api.signIn(userEmail)
		api.anonymous().login(userEmail, wrong).status(401)
		few(api.anonymous(), "POST", "/account/login", object{"email": userEmail, "password": password})
		few(grace, "PUT", "/account/changePassword", passwordChange(password, newPassword, newPassword))
		plain, hash := auth.NewOpaqueToken()
		if err := api.store.Write(t.Context(), func(tx *store.Tx) error {
			_, err := tx.InsertPasswordToken(t.Context(), store.PasswordToken{UserID: "user-" + userEmail, Kind: "reset", Hash: hash, CreatedAt: now, ExpiresAt: now.Add(time.Hour)})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		few(api.anonymous(), "PUT", "/account/resetPass", reset(userEmail, plain, password))
	})
}

func mostOf(call string) int {
	switch call {
	case "GET /search":
		return mostOfPalette
	case "PUT /account/changePassword", "PUT /account/resetPass":
		return mostOfPassword
	case "GET /UserManagement/{email}/data":
		return mostOfData
	}
	return mostStatements
}

// statements counts the statements of a request about an own object.
func (w *world) statements(call, query string, r rule, c *caller) (n, status int) {
	var count store.Statements
	counting := *c.client
	counting.ctx = store.CountStatements(w.api.t.Context(), &count)
	answer := w.send(counting, call, r, c, own, query)
	if _, allowed := r.want(c, own); allowed && r.undo != nil && answer.Code < 300 {
		r.undo(w, own, answer)
	}
	return int(count.All.Load()), answer.Code
}
