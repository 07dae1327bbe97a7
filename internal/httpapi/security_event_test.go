package httpapi_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

func (c *client) securityEvents(query string) []tracker.SecurityEvent {
	c.api.t.Helper()
	var list []tracker.SecurityEvent
	c.get("/securityEvent" + query).status(200).into(&list)
	return list
}

// eventLines returns kind, address and details of events, the eldest first.
func eventLines(list []tracker.SecurityEvent) (lines []string) {
	for _, e := range slices.Backward(list) {
		lines = append(lines, strings.TrimSpace(e.Kind+" "+e.Email+" "+e.Details))
	}
	return lines
}

func TestSecurityEventsAreRecorded(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin := api.admin()
		api.anonymous().login(userEmail, wrong).status(401)
		api.anonymous().login("nobody@example.com", wrong).status(401)
		api.clock.Advance(time.Second)
		grace := api.signInFrom(userEmail, "198.51.100.7", "Laptop")
		other := api.signIn(userEmail)
		grace.delete("/account/session", object{"others": true}).status(204)
		other.get("/account").status(401)
		grace.put("/account/changePassword", object{"currentPassword": password, "newPassword": "Another-Horse-1", "confirmNewPassword": "Another-Horse-1"}).status(200)
		grace.get("/account/logout").status(200)
		company := admin.addCompany("Acme")
		link := admin.addModerator(company, userEmail, tracker.RoleSupport)
		admin.put("/company/moderator", object{"id": link, "role": tracker.RoleSupport, "details": "no other role"}).status(200)
		admin.put("/company/moderator", object{"id": link, "role": tracker.RoleOwner}).status(200)
		admin.delete("/company/moderator", object{"id": link}).status(204)
		project := api.addProject(company, "P")
		admin.post("/project/moderator", object{"id": project, "userEmail": userEmail, "role": tracker.RoleManager}).status(201)
		admin.put("/UserManagement", object{"email": userEmail, "displayName": "Grace Hopper", "gender": 0}).status(200)
		admin.put("/UserManagement/admin", object{"email": userEmail, "isAdmin": true}).status(200)
		admin.put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
		admin.put("/UserManagement/enable", object{"email": userEmail}).status(200)

		by := ", by " + adminEmail
		want := []string{
			"signInFailed " + userEmail, "signInFailed nobody@example.com", "signIn " + userEmail,
			"session " + userEmail + " ended all other sessions", "password " + userEmail + " changed", "signOut " + userEmail,
			"rights " + userEmail + " Support instead of no role in company Acme" + by,
			"rights " + userEmail + " Owner instead of Support in company Acme" + by,
			"rights " + userEmail + " no role instead of Owner in company Acme" + by,
			"rights " + userEmail + " Manager instead of no role in project P" + by,
			"rights " + userEmail + " made an administrator" + by,
			"rights " + userEmail + " disabled" + by, "rights " + userEmail + " enabled" + by,
		}
		list := admin.securityEvents("")
		if got := eventLines(list); !slices.Equal(got, want) {
			t.Fatalf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		signIn := list[len(list)-3]
		if signIn.Address != "198.51.100.7" || signIn.Agent != "Laptop" || signIn.ID == "" || !signIn.At.Equal(api.clock.Now()) {
			t.Errorf("sign-in %+v", signIn)
		}
		if body := admin.get("/securityEvent").Body.String(); strings.Contains(body, password) || strings.Contains(body, wrong) {
			t.Error("an event tells a password")
		}

		at := url.QueryEscape(api.clock.Now().Format(time.RFC3339Nano))
		for query, n := range map[string]int{"?Email=nobody@example.com": 1, "?Kind=signInFailed": 2, "?Email=" + userEmail + "&Kind=rights": 7, "?From=" + at: 11, "?To=" + at: 13, "?To=2000-01-01T00:00:00Z": 0} {
			if got := len(admin.securityEvents(query)); got != n {
				t.Errorf("%s lists %d events, not %d", query, got, n)
			}
		}
		admin.get("/securityEvent?Kind=anything").status(400)
		admin.get("/securityEvent?From=yesterday").status(400)
		if csv := admin.get("/securityEvent/export?Kind=signIn").status(200).Body.String(); !strings.HasSuffix(csv, ",signIn,"+userEmail+",198.51.100.7,Laptop,\n") || strings.Count(csv, "\n") != 2 {
			t.Errorf("export %q", csv)
		}
		api.signIn(userEmail).get("/securityEvent").status(200) // now an administrator
	})
}

// Events of earlier versions have ids of companies and projects.
func TestOldSecurityEventsNameTheirPlace(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		company := admin.addCompany("Acme")
		var made tracker.Project
		admin.post("/project", object{"companyId": company, "name": "Website"}).status(201).into(&made)
		project := made.ID
		const gone = "01993e6c-0000-7000-8000-000000000000"
		old := []string{"Owner instead of no role in company " + company + ", by " + adminEmail, "Support instead of Owner in project " + project, "Owner instead of no role in company " + gone,
			"Owner instead of no role in company " + company + " Ltd"}
		for i, details := range old {
			api.exec(`INSERT INTO security_event (id, at, kind, email, address, agent, details) VALUES ($1, $2, 'rights', 'a@example.com', '', '', $3)`, fmt.Sprint("e", i), i, details)
		}
		want := []string{"Owner instead of no role in company Acme, by " + adminEmail, "Support instead of Owner in project Website", old[2], old[3]}
		for i, line := range eventLines(admin.securityEvents("")) {
			if line != "rights a@example.com "+want[i] {
				t.Errorf("%q, want %q", line, want[i])
			}
		}
		if csv := admin.get("/securityEvent/export").status(200).Body.String(); !strings.Contains(csv, want[0]) || strings.Contains(csv, project) {
			t.Errorf("export %q", csv)
		}
		if n := statementsOf(api, func(c *client) { c.get("/securityEvent").status(200) }, admin); n > 4 {
			t.Errorf("a page takes %d statements", n)
		}
	})
}

func TestSecurityEventsArePaged(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for i := range 7 {
			api.exec(`INSERT INTO security_event (id, at, kind, email, address, agent, details) VALUES ($1, $2, 'signIn', 'a@example.com', '', '', $1)`, fmt.Sprint("e", i), i/2)
		}
		var paged []string
		for page := range 4 {
			for _, e := range admin.securityEvents(fmt.Sprint("?PageSize=2&PageNumber=", page+1)) {
				paged = append(paged, e.Details)
			}
		}
		if want := []string{"e6", "e5", "e4", "e3", "e2", "e1", "e0"}; !slices.Equal(paged, want) {
			t.Errorf("pages %v", paged)
		}
		if p := admin.get("/securityEvent?PageSize=2").Header().Get("Pagination"); !strings.Contains(p, `"totalItems":7`) {
			t.Errorf("Pagination %s", p)
		}
	})
}
