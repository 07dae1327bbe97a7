package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// accessNames are the permissions of this test by their names in the API.
var accessNames = []struct {
	name string
	apitest.Permission
}{{"see", apitest.See}, {"seeCost", apitest.SeeCost}, {"edit", apitest.Manage}, {"manageModerators", apitest.Moderate}, {"editSubscriptions", apitest.ChangeSub}, {"setProductStatus", apitest.SetStatus}}

// line is an entry in words: who, by which right, what it allows, and where.
func line(e tracker.AccessEntry) string {
	role, where := "-", "everywhere"
	if e.Role != nil {
		role = apitest.RoleNames[*e.Role]
	}
	if e.Entity != nil {
		where = *e.Entity + " " + *e.Name
	}
	if e.CompanyName != nil {
		where += " of " + *e.CompanyName
	}
	return fmt.Sprintf("%s %s by %s may %s: %s", e.Email, role, e.From, strings.Join(e.Permissions, " "), where)
}

// accessLines reads a list of rights in words, page by page.
func accessLines(c *apitest.Client, query string) (lines []string) {
	c.API.T.Helper()
	for page, total := 1, 1; len(lines) < total; page++ {
		var entries []tracker.AccessEntry
		answer := c.Get(fmt.Sprintf("/access?%s&PageSize=3&PageNumber=%d", query, page)).Status(200).Into(&entries)
		if _, err := fmt.Sscanf(answer.Header().Get("Pagination"), `{"totalItems":%d`, &total); err != nil || len(entries) == 0 && total > 0 {
			c.API.T.Fatalf("%v, page %d of %s", err, page, answer.Header().Get("Pagination"))
		}
		for _, e := range entries {
			lines = append(lines, line(e))
		}
	}
	return lines
}

// followAccess compares the rights of a caller, as everyone is told of them, with the table of permissions.
func followAccess(w *apitest.World, c *apitest.Caller) {
	t := w.API.T
	t.Helper()
	allowed := func(role tracker.Role) string {
		var names []string
		for _, p := range accessNames {
			if p.Allows(apitest.RoleNames[role]) {
				names = append(names, p.name)
			}
		}
		return strings.Join(names, " ")
	}
	entry := func(role *tracker.Role, from, where string) string {
		return fmt.Sprintf("%s %s by %s may %s: %s", c.Email, apitest.RoleNames[*role], from, allowed(*role), where)
	}
	name := func(rel apitest.Relation) string { return nameOf(w.Admin, "/project/"+w.IDs["project"][rel]) }
	company := nameOf(w.Admin, "/company/"+w.IDs["company"][apitest.Own])
	ofCompany := " of " + company
	var want []string
	if c.CompanyRole != nil {
		want = append(want, entry(c.CompanyRole, "company", "company "+company))
	}
	if c.ProjectRole != nil {
		want = append(want, entry(c.ProjectRole, "project", "project "+name(apitest.Own)+ofCompany))
	}
	if c.CompanyRole != nil {
		want = append(want, entry(c.CompanyRole, "company", "project "+name(apitest.Own)+ofCompany), entry(c.CompanyRole, "company", "project "+name(apitest.Sibling)+ofCompany))
	}
	got := accessLines(w.Admin, "User="+c.Email)
	if own := accessLines(c.Client, "User="+strings.ToUpper(c.Email)); !slices.Equal(got, own) {
		t.Errorf("%s gets %q, and an administrator %q", c.Name, own, got)
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("the access of %s has no %q: %q", c.Name, line, got)
		}
	}
	for query, where := range map[string]string{"Entity=company&EntityId=" + w.IDs["company"][apitest.Own]: "company " + company,
		"Entity=project&EntityId=" + w.IDs["project"][apitest.Own]: "project " + name(apitest.Own) + ofCompany, "Entity=project&EntityId=" + w.IDs["project"][apitest.Sibling]: "project " + name(apitest.Sibling) + ofCompany} {
		var of []string
		for _, line := range accessLines(w.Admin, query) {
			if strings.HasPrefix(line, c.Email+" ") {
				of = append(of, line)
			}
		}
		expected := slices.DeleteFunc(slices.Clone(want), func(line string) bool { return !strings.HasSuffix(line, ": "+where) })
		slices.Sort(of)
		if slices.Sort(expected); !slices.Equal(of, expected) {
			t.Errorf("the access to %s has %q of %s, want %q", where, of, c.Name, expected)
		}
	}
}

func nameOf(c *apitest.Client, path string) string {
	c.API.T.Helper()
	var named struct{ Name string }
	c.Get(path).Status(200).Into(&named)
	return named.Name
}

// Both sides of the access tell the same, through removals, restores, lost roles and disabled users.
func TestAccess(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		for _, name := range []string{"olga", "otto", "petra"} {
			api.AddUser(name+"@example.com", name, false)
		}
		acme, zoo := a.AddCompany("Acme"), a.AddCompany("Zoo")
		shop := a.Made("/project", object{"companyId": acme, "name": "Shop"})
		archive := a.Made("/project", object{"companyId": acme, "name": "Archive"})
		a.AddModerator(acme, "olga@example.com", tracker.RoleOwner)
		a.AddModerator(acme, "otto@example.com", tracker.RoleSupport)
		a.AddModerator(zoo, "olga@example.com", tracker.RoleNone)
		link := a.Made("/project/moderator", object{"id": shop, "userEmail": "otto@example.com", "role": tracker.RoleDeveloper})
		const all = "see seeCost edit manageModerators editSubscriptions setProductStatus"
		expect := func(what, query string, want ...string) {
			t.Helper()
			if d := cmp.Diff(want, accessLines(a, query)); d != "" {
				t.Errorf("%s: %s", what, d)
			}
		}
		const olga, otto = "olga@example.com Owner by company may " + all, "otto@example.com Support by company may see editSubscriptions"
		const administrator = "admin@example.com - by administrator may " + all
		ofShop := []string{"otto@example.com Developer by project may see setProductStatus: project Shop of Acme", olga + ": project Shop of Acme", otto + ": project Shop of Acme", administrator + ": project Shop of Acme"}
		expect("the company", "Entity=company&EntityId="+acme, olga+": company Acme", otto+": company Acme", administrator+": company Acme")
		expect("the project", "Entity=project&EntityId="+shop, ofShop...)
		ofOlga := []string{olga + ": company Acme", "olga@example.com None by company may see: company Zoo", olga + ": project Archive of Acme", olga + ": project Shop of Acme"}
		expect("Olga", "User=olga@example.com", ofOlga...)
		ofOtto := []string{otto + ": company Acme", ofShop[0], otto + ": project Archive of Acme", otto + ": project Shop of Acme"}
		expect("Otto", "User=otto@example.com", ofOtto...)
		expect("an administrator", "User="+apitest.AdminEmail, administrator+": everywhere")
		expect("nobody", "User=petra@example.com")

		// Everyone asks for themselves, and for what they see.
		for name, want := range map[string][]string{"olga": ofOlga, "otto": ofOtto, "petra": nil} {
			c := api.SignIn(name + "@example.com")
			if d := cmp.Diff(want, accessLines(c, "User="+name+"@example.com")); d != "" {
				t.Errorf("%s: %s", name, d)
			}
			for _, other := range []string{apitest.AdminEmail, "nobody@example.com"} {
				c.Get("/access?User="+other).Problem(403, "forbidden")
			}
		}
		if got := accessLines(api.SignIn("otto@example.com"), "Entity=project&EntityId="+shop); !slices.Equal(got, ofShop) {
			t.Errorf("Otto gets %q", got)
		}
		api.SignIn("otto@example.com").Get("/access?Entity=company&EntityId=" + zoo).Status(404)
		a.Get("/access?User=nobody@example.com").Status(404)

		// Marked records stay, tombstones go, and come back with their roles.
		a.Delete("/project", object{"id": archive}).Status(200)
		expect("without the archive", "User=olga@example.com", ofOlga[0], ofOlga[1], ofOlga[3])
		a.Get("/access?Entity=project&EntityId=" + archive).Status(404)
		a.Put("/project/restore", object{"id": archive}).Status(200)
		a.Delete("/company", object{"id": acme}).Status(200) // marked, since it has projects
		a.Delete("/company", object{"id": zoo}).Status(200)
		expect("without the zoo", "User=olga@example.com", ofOlga[0], ofOlga[2], ofOlga[3])
		a.Get("/access?Entity=company&EntityId=" + zoo).Status(404)
		for _, id := range []string{acme, zoo} {
			a.Put("/company/restore", object{"id": id}).Status(200)
		}
		expect("restored", "User=olga@example.com", ofOlga...)

		// A role that was taken away is gone. A disabled user keeps the roles, and may do nothing.
		a.Delete("/project/moderator", object{"id": link}).Status(204)
		expect("detached", "User=otto@example.com", ofOtto[0], ofOtto[2], ofOtto[3])
		expect("without Otto's role", "Entity=project&EntityId="+shop, ofShop[1:]...)
		a.Put("/UserManagement/disable", object{"email": "otto@example.com", "reason": 1}).Status(200)
		disabled := strings.Replace(otto, "see editSubscriptions", "", 1)
		expect("disabled", "User=otto@example.com", disabled+": company Acme", disabled+": project Archive of Acme", disabled+": project Shop of Acme")
		expect("with a disabled moderator", "Entity=company&EntityId="+acme, olga+": company Acme", disabled+": company Acme", administrator+": company Acme")
		api.AddUser("ann@example.com", "Ann", true)
		a.Put("/UserManagement/disable", object{"email": "ann@example.com", "reason": 1}).Status(200)
		expect("without a disabled administrator", "Entity=company&EntityId="+zoo, ofOlga[1], administrator+": company Zoo")
		expect("a disabled administrator", "User=ann@example.com", "ann@example.com - by administrator may : everywhere")

		for query, field := range map[string]string{"": "Entity", "Entity=user&EntityId=x": "Entity", "Entity=company": "EntityId", "EntityId=" + acme: "Entity",
			"User=" + apitest.AdminEmail + "&Entity=company&EntityId=" + acme: "User"} {
			var p struct{ Errors map[string][]string }
			if a.Get("/access?" + query).Status(400).Into(&p); len(p.Errors[field]) != 1 {
				t.Errorf("%s: %v", query, p.Errors)
			}
		}
		a.Get("/access?Entity=company&EntityId=%00").Status(404)
		a.Get("/access?User=%00").Status(404)
	})
}
