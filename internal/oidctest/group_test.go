package oidctest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/httpapi"
	"btracker/internal/oidc"
	"btracker/internal/tracker"
)

// withGroups reads the groups of people.
func withGroups(d *app.Deps, s *oidc.Settings, _ *httpapi.Config) {
	d.SignOn.Groups, s.Groups = "groups", "groups"
}

type object = map[string]any

const bobEmail = "bob@example.com"

// firm is a console with Bob, who has an account at the provider, and two companies.
type firm struct {
	*console
	admin        *browser
	token        string // of Ada, by password
	acme, globex string
}

func onFirms(t *testing.T, test func(f *firm), change ...setup) {
	onBoth(t, func(c *console) {
		f := &firm{console: c, admin: c.browser(), token: c.byPassword()}
		f.addUser(bobEmail)
		f.acme, f.globex = f.company("Acme"), f.company("Globex")
		test(f)
	}, append([]setup{withGroups}, change...)...)
}

func (f *firm) company(name string) string {
	f.Helper()
	var made tracker.Company
	got := f.admin.call("POST", "/company", f.token, object{"name": name})
	if err := json.Unmarshal(got.body, &made); err != nil || got.status != http.StatusCreated {
		f.Fatalf("%d %s", got.status, got.body)
	}
	return made.ID
}

// maps sets what groups give.
func (f *firm) maps(roles ...object) {
	f.Helper()
	if roles == nil {
		roles = []object{}
	}
	if got := f.admin.call("PUT", "/groupRole", f.token, roles); got.status != http.StatusOK {
		f.Fatalf("mapping: %d %s", got.status, got.body)
	}
}

func gives(group, company string, role any) object {
	r := object{"group": group, "companyId": company, "role": role}
	if company == "" {
		r["companyId"] = nil
	}
	return r
}

// signsOn has Bob sign in with some groups.
func (f *firm) signsOn(groups ...string) (token string) {
	f.Helper()
	f.provider.Put(Person{Subject: "id-bob", Username: "bob", Email: bobEmail, Verified: true, Groups: groups})
	b := f.browser()
	return b.signedIn(b.signOn("bob"), bobEmail)
}

// rights is what Access says of somebody, each as where, role and where it comes from.
func (f *firm) rights(email string) string {
	f.Helper()
	var entries []tracker.AccessEntry
	got := f.admin.call("GET", "/access?User="+email, f.token, nil)
	if err := json.Unmarshal(got.body, &entries); err != nil {
		f.Fatalf("%s", got.body)
	}
	lines := []string{}
	for _, e := range entries {
		line := "everywhere administrator"
		if e.Role != nil {
			line = orEmpty(e.Name) + " " + e.Role.String()
		}
		line += " " + e.From
		if e.Group != nil {
			line += " " + *e.Group
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, ", ")
}

func (f *firm) has(want string) {
	f.Helper()
	if got := f.rights(bobEmail); got != want {
		f.Errorf("has %q, want %q", got, want)
	}
}

// made lists the changes that groups made, newest first.
func (f *firm) made() (list []string) {
	f.Helper()
	for _, entity := range []string{tracker.EntityCompanyModerator, tracker.EntityUser} {
		var changes []tracker.Change
		got := f.admin.call("GET", "/change?Entity="+entity, f.token, nil)
		if err := json.Unmarshal(got.body, &changes); err != nil {
			f.Fatalf("%s", got.body)
		}
		for _, c := range changes {
			if c.Via != nil && c.Via.Kind == tracker.FromGroup {
				if c.Actor != nil {
					f.Errorf("a group's change has the actor %v", c.Actor)
				}
				list = append(list, fmt.Sprintf("%s of %s by %s", c.Action, c.EntityName, c.Via.Name))
			}
		}
	}
	return list
}

func TestGroupsGiveExactlyTheirRoles(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("staff", f.acme, tracker.RoleSupport), gives("bosses", f.acme, tracker.RoleManager), gives("bosses", f.globex, tracker.RoleOwner))
		f.signsOn("staff", "something else")
		f.has("Acme Support group staff")
		f.signsOn("staff", "bosses")
		f.has("Acme Manager group bosses, Globex Owner group bosses")
		f.signsOn("bosses", "staff")
		f.has("Acme Manager group bosses, Globex Owner group bosses")
		f.signsOn("staff")
		f.has("Acme Support group staff")
		want := []string{"remove of bob@example.com by bosses", "edit of bob@example.com by staff", "create of bob@example.com by bosses",
			"edit of bob@example.com by bosses", "create of bob@example.com by staff"}
		slices.Sort(want)
		got := f.made()
		if slices.Sort(got); !slices.Equal(got, want) {
			f.Errorf("history %q", got)
		}
		if !slices.Contains(f.events(), "rights bob@example.com now Support in company Acme") {
			f.Errorf("events %q", f.events())
		}
		// The mapping decides at the next sign-on, and not before.
		f.maps(gives("staff", f.globex, tracker.RoleDesigner))
		f.has("Acme Support group staff")
		f.signsOn("staff")
		f.has("Globex Designer group staff")
		// A missing claim is no group; so is one that is no list of texts.
		f.signsOn()
		f.has("")
		for _, odd := range []any{map[string]any{"staff": true}, 7, []any{7, nil, map[string]any{}, "\x00", "sta\nff", strings.Repeat("s", 300)}, nil, true} {
			f.signsOn("staff")
			f.tamper.json(f, userInfoPath, func(claims map[string]any) { claims["groups"] = odd })
			f.signsOn("staff")
			f.has("")
			f.tamper.set(nil)
		}
		f.tamper.json(f, userInfoPath, func(claims map[string]any) { claims["groups"] = "staff" })
		f.signsOn("other")
		f.has("Globex Designer group staff")
	})
}

// A group's name is no pattern, and the same in another case is another group.
func TestGroupsAreComparedExactly(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("Staff", f.acme, tracker.RoleOwner), gives("st_ff", f.acme, tracker.RoleOwner), gives("%", f.acme, tracker.RoleOwner), gives(`["staff"]`, f.acme, tracker.RoleOwner))
		f.signsOn("staff")
		f.has("")
	})
}

func TestGroupsOfTheIDTokenComeFirst(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("staff", f.acme, tracker.RoleSupport))
		f.claims(func(claims map[string]any) {
			claims["email"], claims["email_verified"], claims["groups"] = bobEmail, true, []string{"staff"}
		})
		f.signsOn("other")
		f.has("Acme Support group staff")
		if n := f.tamper.asked(userInfoPath); n != 0 {
			f.Errorf("the user information was read %d times", n)
		}
		// While the user information can not be read nobody knows the groups: nobody signs in, and nothing is taken away.
		f.tamper.set(nil)
		f.tamper.json(f, userInfoPath, func(claims map[string]any) { claims["sub"] = "id-somebody-else" })
		b := f.browser()
		b.refused(b.signOn("bob"), tracker.ErrSignOnRefused)
		f.tamper.set(nil)
		f.has("Acme Support group staff")
	})
}

func TestRolesByHandStay(t *testing.T) {
	onFirms(t, func(f *firm) {
		hand := func(company string, role tracker.Role) string {
			var made tracker.CompanyModerator
			got := f.admin.call("POST", "/company/moderator", f.token, object{"id": company, "userEmail": bobEmail, "role": role})
			if err := json.Unmarshal(got.body, &made); err != nil || made.ID == "" {
				f.Fatalf("%d %s", got.status, got.body)
			}
			return made.ID
		}
		inAcme := hand(f.acme, tracker.RoleSupport)
		hand(f.globex, tracker.RoleOwner)
		f.maps(gives("staff", f.acme, tracker.RoleManager), gives("staff", f.globex, tracker.RoleSupport))
		f.signsOn("staff")
		f.has("Acme Manager group staff, Globex Owner company") // the higher one holds
		f.signsOn()
		f.has("Acme Support company, Globex Owner company")
		// A role that somebody sets over that of a group is one by hand.
		f.signsOn("staff")
		if got := f.admin.call("PUT", "/company/moderator", f.token, object{"id": inAcme, "role": tracker.RoleOwner}); got.status != http.StatusOK {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.signsOn()
		f.has("Acme Owner company, Globex Owner company")
		// One that was taken away by hand comes back with the next sign-on.
		if got := f.admin.call("DELETE", "/company/moderator", f.token, object{"id": inAcme}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.has("Globex Owner company")
		f.signsOn("staff")
		f.has("Acme Manager group staff, Globex Owner company")
	})
}

func TestGroupsMakeAdministrators(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("admins", "", "administrator"))
		token := f.signsOn("admins")
		f.has("everywhere administrator group admins")
		if got := f.browser().call("GET", "/securityEvent", token, nil); got.status != http.StatusOK {
			f.Errorf("%d %s", got.status, got.body)
		}
		old := f.signsOn("admins")
		f.signsOn()
		f.has("")
		for _, token := range []string{token, old} { // open sessions too
			if got := f.browser().call("GET", "/securityEvent", token, nil); got.status != http.StatusForbidden {
				f.Errorf("%d %s", got.status, got.body)
			}
		}
		// Ada is one by hand, whatever her groups are.
		b := f.browser()
		b.signedIn(b.signOn("ada"), adminEmail)
		if got := f.rights(adminEmail); got != "everywhere administrator administrator" {
			f.Errorf("Ada: %s", got)
		}
		want := []string{"edit of bob@example.com by admins", "edit of bob@example.com by admins"}
		if got := f.made(); !slices.Equal(got, want) {
			f.Errorf("history %q", got)
		}
	})
}

// Whoever could sign in last as an administrator stays one until somebody else can.
func TestGroupsLeaveAnAdministrator(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("admins", "", "administrator"))
		bob := f.signsOn("admins")
		// Eve is one by name only: she has no password, and no account at the provider.
		f.addUser("eve@example.com")
		if got := f.browser().call("PUT", "/UserManagement/admin", bob, object{"email": "eve@example.com", "isAdmin": true}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		if got := f.browser().call("PUT", "/UserManagement/disable", bob, object{"email": adminEmail, "reason": tracker.DisableAdminRemoval}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.token = f.signsOn()
		f.has("everywhere administrator group admins")
		if !strings.Contains(f.logs.String(), "nobody else could sign in as one") {
			f.Error("the log does not say so")
		}
		if got := f.admin.call("PUT", "/UserManagement/enable", f.token, object{"email": adminEmail}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.signsOn()
		f.token = f.byPassword()
		f.has("")
	})
}

// What a group gave can be undone like any other change, and is given again at the next sign-on.
func TestUndoOfWhatAGroupGave(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("staff", f.acme, tracker.RoleSupport))
		f.signsOn("staff")
		var changes []tracker.Change
		if err := json.Unmarshal(f.admin.call("GET", "/change?Entity=companyModerator", f.token, nil).body, &changes); err != nil || len(changes) != 1 {
			f.Fatal(changes, err)
		}
		if got := f.admin.call("PUT", "/change/undo", f.token, object{"seq": changes[0].Seq}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.has("")
		f.signsOn("staff")
		f.has("Acme Support group staff")
	})
}

// Removed companies give nothing, and take nothing away but what came from groups; restored, their mapping counts again.
func TestGroupsOfRemovedCompanies(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("staff", f.acme, tracker.RoleSupport), gives("staff", f.globex, tracker.RoleSupport))
		f.signsOn("staff")
		if got := f.admin.call("DELETE", "/company", f.token, object{"id": f.acme}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.signsOn("staff")
		f.has("Globex Support group staff")
		f.maps(gives("staff", f.globex, tracker.RoleOwner))
		if got := f.admin.call("PUT", "/company/restore", f.token, object{"id": f.acme}); got.status/100 != 2 {
			f.Fatalf("%d %s", got.status, got.body)
		}
		f.signsOn("staff")
		f.has("Acme Support group staff, Globex Owner group staff")
	})
}

// New people get the rights of their groups at their first sign-on.
func TestGroupsOfNewPeople(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("staff", f.acme, tracker.RoleSupport))
		f.provider.Put(Person{Subject: "id-nora", Username: "nora", Email: "nora@example.com", Verified: true, Groups: []string{"staff"}})
		b := f.browser()
		b.signedIn(b.signOn("nora"), "nora@example.com")
		if got := f.rights("nora@example.com"); got != "Acme Support group staff" {
			f.Error(got)
		}
	}, func(d *app.Deps, _ *oidc.Settings, _ *httpapi.Config) { d.SignOn.Creates = true })
}

// Without the setting nothing is read of groups, whatever is mapped.
func TestGroupsAreNotReadUnasked(t *testing.T) {
	onFirms(t, func(f *firm) {
		f.maps(gives("staff", f.acme, tracker.RoleSupport), gives("staff", "", "administrator"))
		f.signsOn("staff")
		f.has("")
		if got := f.admin.call("POST", "/groupRole/preview", f.token, []object{}); !strings.Contains(string(got.body), `"claim":null`) {
			f.Errorf("%s", got.body)
		}
	}, func(d *app.Deps, s *oidc.Settings, _ *httpapi.Config) { d.SignOn.Groups, s.Groups = "", "" })
}

// The preview tells of the people who were seen with a group, and of those who have a right from one; and it comes true.
func TestPreviewOfGroupRoles(t *testing.T) {
	onFirms(t, func(f *firm) {
		effects := func(roles ...object) string {
			f.Helper()
			var preview tracker.GroupPreview
			got := f.admin.call("POST", "/groupRole/preview", f.token, append([]object{}, roles...))
			if err := json.Unmarshal(got.body, &preview); err != nil || got.status != http.StatusOK {
				f.Fatalf("%d %s", got.status, got.body)
			}
			if preview.Claim == nil || *preview.Claim != "groups" || preview.Total != len(preview.People) {
				f.Errorf("%s", got.body)
			}
			lines := []string{}
			for _, g := range preview.Groups {
				lines = append(lines, fmt.Sprintf("%s %d", g.Group, g.People))
			}
			for _, p := range preview.People {
				line := p.Email
				for _, e := range p.Rights {
					line += fmt.Sprintf("; %s %s %s by %s", e.Change, orEmpty(e.CompanyName), e.Role, e.Group)
				}
				lines = append(lines, line)
			}
			return strings.Join(lines, ", ")
		}
		before := f.rights(bobEmail)
		support := gives("staff", f.acme, tracker.RoleSupport)
		expect := func(want string, roles ...object) {
			f.Helper()
			if got := effects(roles...); got != want {
				f.Errorf("preview %q, want %q", got, want)
			}
		}
		expect("", support) // nobody was seen yet
		f.signsOn("staff", "cooks")
		expect("cooks 1, staff 1, bob@example.com; given Acme Support by staff", support)
		if f.rights(bobEmail) != before {
			f.Error("a preview gave something")
		}
		f.maps(support)
		f.signsOn("staff", "cooks")
		expect("cooks 1, staff 1, bob@example.com; kept Acme Support by staff", support)
		expect("cooks 1, staff 1, bob@example.com; taken Acme Support by staff; given Acme Owner by cooks", support, gives("cooks", f.acme, tracker.RoleOwner))
		expect("cooks 1, staff 1, bob@example.com; given  administrator by cooks; taken Acme Support by staff", gives("cooks", "", "administrator"))
		expect("cooks 1, staff 1, bob@example.com; taken Acme Support by staff")
		f.signsOn("cooks")
		expect("cooks 1", support)
	})
}

// The mapping is for administrators who are there in person, and is checked whole.
func TestGroupRolesAreChecked(t *testing.T) {
	onFirms(t, func(f *firm) {
		bob := f.signsOn()
		for _, call := range [][2]string{{"GET", "/groupRole"}, {"PUT", "/groupRole"}, {"POST", "/groupRole/preview"}} {
			if got := f.browser().call(call[0], call[1], bob, []object{}); got.status != http.StatusForbidden {
				f.Errorf("%s %s: %d %s", call[0], call[1], got.status, got.body)
			}
		}
		many := make([]object, tracker.MaxGroupRoles+1)
		for i := range many {
			many[i] = gives(fmt.Sprint("g", i), "", "administrator")
		}
		for name, body := range map[string]any{
			"no list":           object{"group": "a"},
			"no group":          []object{gives("", f.acme, 1)},
			"blank":             []object{gives("  ", f.acme, 1)},
			"control":           []object{gives("a\nb", f.acme, 1)},
			"long":              []object{gives(strings.Repeat("g", 257), f.acme, 1)},
			"no role":           []object{{"group": "a", "companyId": f.acme}},
			"null":              []object{{"group": "a", "companyId": f.acme, "role": nil}},
			"unknown role":      []object{gives("a", f.acme, 6)},
			"negative":          []object{gives("a", f.acme, -1)},
			"other word":        []object{gives("a", f.acme, "root")},
			"object":            []object{gives("a", f.acme, object{})},
			"admin of one":      []object{gives("a", f.acme, "administrator")},
			"role of none":      []object{gives("a", "", 1)},
			"no company":        []object{gives("a", "no-such-company", 1)},
			"twice":             []object{gives("a", f.acme, 1), gives("a", f.acme, 2)},
			"twice after trim":  []object{gives("a", f.acme, 1), gives(" a", f.acme, 1)},
			"too many":          many,
			"one of two broken": []object{gives("b", f.acme, 1), gives("a", f.acme, 9)},
		} {
			got := f.admin.call("PUT", "/groupRole", f.token, body)
			preview := f.admin.call("POST", "/groupRole/preview", f.token, body)
			if got.status != http.StatusBadRequest && got.status != http.StatusUnprocessableEntity || preview.status != got.status {
				f.Errorf("%s: %d %s, %d", name, got.status, got.body, preview.status)
			}
		}
		if got := f.admin.call("GET", "/groupRole", f.token, nil); string(got.body) != "[]\n" && string(got.body) != "[]" {
			f.Errorf("%s", got.body)
		}
		want := fmt.Sprintf(`[{"group":"a","companyId":null,"role":"administrator"},{"group":"b","companyId":%q,"role":2}]`, f.acme)
		f.maps(gives("b", f.acme, 2), gives("a", "", "administrator"))
		if got := f.admin.call("GET", "/groupRole", f.token, nil); strings.TrimSpace(string(got.body)) != want {
			f.Errorf("%s, want %s", got.body, want)
		}
		if event := f.events()[0]; event != "rights ada@example.com changed which rights groups give" {
			f.Errorf("event %q", event)
		}
		// Signing in may not depend on somebody who is not there any more.
		c := change.Caller{RequestID: "test"}
		if _, err := f.app.SetGroupRoles(f.Context(), c, nil); !tracker.IsKind(err, tracker.KindForbidden) {
			f.Error(err)
		}
	})
}
