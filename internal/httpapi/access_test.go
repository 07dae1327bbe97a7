package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// accessNames are the permissions of this test by their names in the API.
var accessNames = []struct {
	name string
	permission
}{{"see", see}, {"seeCost", seeCost}, {"edit", manage}, {"manageModerators", moderate}, {"editSubscriptions", changeSub}, {"setProductStatus", setStatus}}

// line is an entry in words: who, by which right, what it allows, and where.
func line(e tracker.AccessEntry) string {
	role, where := "-", "everywhere"
	if e.Role != nil {
		role = roleNames[*e.Role]
	}
	if e.Entity != nil {
		where = *e.Entity + " " + *e.Name
	}
	if e.CompanyName != nil {
		where += " of " + *e.CompanyName
	}
	return fmt.Sprintf("%s %s by %s may %s: %s", e.Email, role, e.From, strings.Join(e.Permissions, " "), where)
}

// access reads a list of rights in words, page by page.
func (c *client) access(query string) (lines []string) {
	c.api.t.Helper()
	for page, total := 1, 1; len(lines) < total; page++ {
		var entries []tracker.AccessEntry
		answer := c.get(fmt.Sprintf("/access?%s&PageSize=3&PageNumber=%d", query, page)).status(200).into(&entries)
		if _, err := fmt.Sscanf(answer.Header().Get("Pagination"), `{"totalItems":%d`, &total); err != nil || len(entries) == 0 && total > 0 {
			c.api.t.Fatalf("%v, page %d of %s", err, page, answer.Header().Get("Pagination"))
		}
		for _, e := range entries {
			lines = append(lines, line(e))
		}
	}
	return lines
}

// followAccess compares the rights of a caller, as everyone is told of them, with the table of permissions.
func (w *world) followAccess(c *caller) {
	t := w.api.t
	t.Helper()
	allowed := func(role tracker.Role) string {
		var names []string
		for _, p := range accessNames {
			if p.allows(roleNames[role]) {
				names = append(names, p.name)
			}
		}
		return strings.Join(names, " ")
	}
	entry := func(role *tracker.Role, from, where string) string {
		return fmt.Sprintf("%s %s by %s may %s: %s", c.email, roleNames[*role], from, allowed(*role), where)
	}
	name := func(rel relation) string { return w.admin.nameOf("/project/" + w.ids["project"][rel]) }
	company := w.admin.nameOf("/company/" + w.ids["company"][own])
	ofCompany := " of " + company
	var want []string
	if c.companyRole != nil {
		want = append(want, entry(c.companyRole, "company", "company "+company))
	}
	if c.projectRole != nil {
		want = append(want, entry(c.projectRole, "project", "project "+name(own)+ofCompany))
	}
	if c.companyRole != nil {
		want = append(want, entry(c.companyRole, "company", "project "+name(own)+ofCompany), entry(c.companyRole, "company", "project "+name(sibling)+ofCompany))
	}
	got := w.admin.access("User=" + c.email)
	if own := c.access("User=" + strings.ToUpper(c.email)); !slices.Equal(got, own) {
		t.Errorf("%s gets %q, and an administrator %q", c.name, own, got)
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("the access of %s has no %q: %q", c.name, line, got)
		}
	}
	for query, where := range map[string]string{"Entity=company&EntityId=" + w.ids["company"][own]: "company " + company,
		"Entity=project&EntityId=" + w.ids["project"][own]: "project " + name(own) + ofCompany, "Entity=project&EntityId=" + w.ids["project"][sibling]: "project " + name(sibling) + ofCompany} {
		var of []string
		for _, line := range w.admin.access(query) {
			if strings.HasPrefix(line, c.email+" ") {
				of = append(of, line)
			}
		}
		expected := slices.DeleteFunc(slices.Clone(want), func(line string) bool { return !strings.HasSuffix(line, ": "+where) })
		slices.Sort(of)
		if slices.Sort(expected); !slices.Equal(of, expected) {
			t.Errorf("the access to %s has %q of %s, want %q", where, of, c.name, expected)
		}
	}
}

func (c *client) nameOf(path string) string {
	c.api.t.Helper()
	var named struct{ Name string }
	c.get(path).status(200).into(&named)
	return named.Name
}

// Both sides of the access tell the same, through removals, restores, lost roles and disabled users.
func TestAccess(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		for _, name := range []string{"olga", "otto", "petra"} {
			api.addUser(name+"@example.com", name, false)
		}
		acme, zoo := a.addCompany("Acme"), a.addCompany("Zoo")
		shop := a.made("/project", object{"companyId": acme, "name": "Shop"})
		archive := a.made("/project", object{"companyId": acme, "name": "Archive"})
		a.addModerator(acme, "olga@example.com", tracker.RoleOwner)
		a.addModerator(acme, "otto@example.com", tracker.RoleSupport)
		a.addModerator(zoo, "olga@example.com", tracker.RoleNone)
		link := a.made("/project/moderator", object{"id": shop, "userEmail": "otto@example.com", "role": tracker.RoleDeveloper})
		const all = "see seeCost edit manageModerators editSubscriptions setProductStatus"
		expect := func(what, query string, want ...string) {
			t.Helper()
			if d := cmp.Diff(want, a.access(query)); d != "" {
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
		expect("an administrator", "User="+adminEmail, administrator+": everywhere")
		expect("nobody", "User=petra@example.com")

		// Everyone asks for themselves, and for what they see.
		for name, want := range map[string][]string{"olga": ofOlga, "otto": ofOtto, "petra": nil} {
			c := api.signIn(name + "@example.com")
			if d := cmp.Diff(want, c.access("User="+name+"@example.com")); d != "" {
				t.Errorf("%s: %s", name, d)
			}
			for _, other := range []string{adminEmail, "nobody@example.com"} {
				c.get("/access?User="+other).problem(403, "forbidden")
			}
		}
		if got := api.signIn("otto@example.com").access("Entity=project&EntityId=" + shop); !slices.Equal(got, ofShop) {
			t.Errorf("Otto gets %q", got)
		}
		api.signIn("otto@example.com").get("/access?Entity=company&EntityId=" + zoo).status(404)
		a.get("/access?User=nobody@example.com").status(404)

		// Marked records stay, tombstones go, and come back with their roles.
		a.delete("/project", object{"id": archive}).status(200)
		expect("without the archive", "User=olga@example.com", ofOlga[0], ofOlga[1], ofOlga[3])
		a.get("/access?Entity=project&EntityId=" + archive).status(404)
		a.put("/project/restore", object{"id": archive}).status(200)
		a.delete("/company", object{"id": acme}).status(200) // marked, since it has projects
		a.delete("/company", object{"id": zoo}).status(200)
		expect("without the zoo", "User=olga@example.com", ofOlga[0], ofOlga[2], ofOlga[3])
		a.get("/access?Entity=company&EntityId=" + zoo).status(404)
		for _, id := range []string{acme, zoo} {
			a.put("/company/restore", object{"id": id}).status(200)
		}
		expect("restored", "User=olga@example.com", ofOlga...)

		// A role that was taken away is gone. A disabled user keeps the roles, and may do nothing.
		a.delete("/project/moderator", object{"id": link}).status(204)
		expect("detached", "User=otto@example.com", ofOtto[0], ofOtto[2], ofOtto[3])
		expect("without Otto's role", "Entity=project&EntityId="+shop, ofShop[1:]...)
		a.put("/UserManagement/disable", object{"email": "otto@example.com", "reason": 1}).status(200)
		disabled := strings.Replace(otto, "see editSubscriptions", "", 1)
		expect("disabled", "User=otto@example.com", disabled+": company Acme", disabled+": project Archive of Acme", disabled+": project Shop of Acme")
		expect("with a disabled moderator", "Entity=company&EntityId="+acme, olga+": company Acme", disabled+": company Acme", administrator+": company Acme")
		api.addUser("ann@example.com", "Ann", true)
		a.put("/UserManagement/disable", object{"email": "ann@example.com", "reason": 1}).status(200)
		expect("without a disabled administrator", "Entity=company&EntityId="+zoo, ofOlga[1], administrator+": company Zoo")
		expect("a disabled administrator", "User=ann@example.com", "ann@example.com - by administrator may : everywhere")

		for query, field := range map[string]string{"": "Entity", "Entity=user&EntityId=x": "Entity", "Entity=company": "EntityId", "EntityId=" + acme: "Entity",
			"User=" + adminEmail + "&Entity=company&EntityId=" + acme: "User"} {
			var p struct{ Errors map[string][]string }
			if a.get("/access?" + query).status(400).into(&p); len(p.Errors[field]) != 1 {
				t.Errorf("%s: %v", query, p.Errors)
			}
		}
		a.get("/access?Entity=company&EntityId=%00").status(404)
		a.get("/access?User=%00").status(404)
	})
}
