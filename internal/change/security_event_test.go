package change_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// eventLines returns kind, address and details of events, the eldest first.
func eventLines(list []tracker.SecurityEvent) (lines []string) {
	for _, e := range slices.Backward(list) {
		lines = append(lines, strings.TrimSpace(e.Kind+" "+e.Email+" "+e.Details))
	}
	return lines
}

func TestSecurityEventsAreRecorded(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		api.Anonymous().Login(apitest.UserEmail, apitest.Wrong).Status(401)
		api.Anonymous().Login("nobody@example.com", apitest.Wrong).Status(401)
		api.Clock.Advance(time.Second)
		grace := api.SignInFrom(apitest.UserEmail, "198.51.100.7", "Laptop")
		other := api.SignIn(apitest.UserEmail)
		grace.Delete("/account/session", object{"others": true}).Status(204)
		other.Get("/account").Status(401)
		grace.Put("/account/changePassword", object{"currentPassword": apitest.Password, "newPassword": "Another-Horse-1", "confirmNewPassword": "Another-Horse-1"}).Status(200)
		grace.Get("/account/logout").Status(200)
		company := admin.AddCompany("Acme")
		link := admin.AddModerator(company, apitest.UserEmail, tracker.RoleSupport)
		admin.Put("/company/moderator", object{"id": link, "role": tracker.RoleSupport, "details": "no other role"}).Status(200)
		admin.Put("/company/moderator", object{"id": link, "role": tracker.RoleOwner}).Status(200)
		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		project := api.AddProject(company, "P")
		admin.Post("/project/moderator", object{"id": project, "userEmail": apitest.UserEmail, "role": tracker.RoleManager}).Status(201)
		admin.Put("/UserManagement", object{"email": apitest.UserEmail, "displayName": "Grace Hopper", "gender": 0}).Status(200)
		admin.Put("/UserManagement/admin", object{"email": apitest.UserEmail, "isAdmin": true}).Status(200)
		admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		admin.Put("/UserManagement/enable", object{"email": apitest.UserEmail}).Status(200)

		by := ", by " + apitest.AdminEmail
		want := []string{
			"signInFailed " + apitest.UserEmail, "signInFailed nobody@example.com", "signIn " + apitest.UserEmail,
			"session " + apitest.UserEmail + " ended all other sessions", "password " + apitest.UserEmail + " changed", "signOut " + apitest.UserEmail,
			"rights " + apitest.UserEmail + " now Support in company Acme" + by,
			"rights " + apitest.UserEmail + " Owner instead of Support in company Acme" + by,
			"rights " + apitest.UserEmail + " no longer Owner in company Acme" + by,
			"rights " + apitest.UserEmail + " now Manager in project P" + by,
			"rights " + apitest.UserEmail + " made an administrator" + by,
			"rights " + apitest.UserEmail + " disabled" + by, "rights " + apitest.UserEmail + " enabled" + by,
		}
		list := admin.SecurityEvents("")
		if got := eventLines(list); !slices.Equal(got, want) {
			t.Fatalf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		signIn := list[len(list)-3]
		if signIn.Address != "198.51.100.7" || signIn.Agent != "Laptop" || signIn.ID == "" || !signIn.At.Equal(api.Clock.Now()) {
			t.Errorf("sign-in %+v", signIn)
		}
		if body := admin.Get("/securityEvent").Body.String(); strings.Contains(body, apitest.Password) || strings.Contains(body, apitest.Wrong) {
			t.Error("an event tells a password")
		}

		at := url.QueryEscape(api.Clock.Now().Format(time.RFC3339Nano))
		for query, n := range map[string]int{"?Email=nobody@example.com": 1, "?Kind=signInFailed": 2, "?Email=" + apitest.UserEmail + "&Kind=rights": 7,
			"?From=" + at: 11, "?To=" + at: 13, "?To=2000-01-01T00:00:00Z": 0} {
			if got := len(admin.SecurityEvents(query)); got != n {
				t.Errorf("%s lists %d events, not %d", query, got, n)
			}
		}
		admin.Get("/securityEvent?Kind=anything").Status(400)
		admin.Get("/securityEvent?From=yesterday").Status(400)
		if csv := admin.Get("/securityEvent/export?Kind=signIn").Status(200).Body.String(); !strings.HasSuffix(csv,
			",signIn,"+apitest.UserEmail+",198.51.100.7,Laptop,\n") || strings.Count(csv, "\n") != 2 {
			t.Errorf("export %q", csv)
		}
		api.SignIn(apitest.UserEmail).Get("/securityEvent").Status(200) // now an administrator
	})
}

// Events of earlier versions have ids of companies and projects.
func TestOldSecurityEventsNameTheirPlace(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		var made tracker.Project
		admin.Post("/project", object{"companyId": company, "name": "Website"}).Status(201).Into(&made)
		project := made.ID
		const gone = "01993e6c-0000-7000-8000-000000000000"
		old := []string{"Owner instead of no role in company " + company + ", by " + apitest.AdminEmail, "Support instead of Owner in project " + project,
			"Owner instead of no role in company " + gone,
			"Owner instead of no role in company " + company + " Ltd"}
		for i, details := range old {
			api.Exec(`INSERT INTO security_event (id, at, kind, email, address, agent, details) VALUES ($1, $2, 'rights', 'a@example.com', '', '', $3)`, fmt.Sprint("e", i), i, details)
		}
		want := []string{"Owner instead of no role in company Acme, by " + apitest.AdminEmail, "Support instead of Owner in project Website", old[2], old[3]}
		for i, line := range eventLines(admin.SecurityEvents("")) {
			if line != "rights a@example.com "+want[i] {
				t.Errorf("%q, want %q", line, want[i])
			}
		}
		if csv := admin.Get("/securityEvent/export").Status(200).Body.String(); !strings.Contains(csv, want[0]) || strings.Contains(csv, project) {
			t.Errorf("export %q", csv)
		}
		if n := apitest.StatementsOf(api, func(c *apitest.Client) { c.Get("/securityEvent").Status(200) }, admin); n > 4 {
			t.Errorf("a page takes %d statements", n)
		}
	})
}

func TestSecurityEventsArePaged(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for i := range 7 {
			api.Exec(`INSERT INTO security_event (id, at, kind, email, address, agent, details) VALUES ($1, $2, 'signIn', 'a@example.com', '', '', $1)`, fmt.Sprint("e", i), i/2)
		}
		var paged []string
		for page := range 4 {
			for _, e := range admin.SecurityEvents(fmt.Sprint("?PageSize=2&PageNumber=", page+1)) {
				paged = append(paged, e.Details)
			}
		}
		if want := []string{"e6", "e5", "e4", "e3", "e2", "e1", "e0"}; !slices.Equal(paged, want) {
			t.Errorf("pages %v", paged)
		}
		if p := admin.Get("/securityEvent?PageSize=2").Header().Get("Pagination"); !strings.Contains(p, `"totalItems":7`) {
			t.Errorf("Pagination %s", p)
		}
	})
}
