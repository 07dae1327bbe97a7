package httpapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

func TestCompanyLife(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		var company tracker.Company
		admin.post("/company", object{"name": "  Acme  ", "details": "", "supportEmail": "Help@Acme.example", "isRemoved": true, "photoUrl": "/x", "id": "mine"}).
			status(201).into(&company)
		if company.Name != "Acme" || company.Details != nil || *company.SupportEmail != "help@acme.example" || company.IsRemoved || company.PhotoURL != nil || company.ID == "mine" || company.Version != 1 {
			t.Fatalf("created %+v", company)
		}
		// An absent optional field stays, null clears it.
		edit := object{"id": company.ID, "name": "Acme Two", "supportPhone": "+1 555 000"}
		admin.put("/company", object{"data": edit}).status(200).into(&company)
		if company.Name != "Acme Two" || company.SupportEmail == nil || company.SupportPhone == nil || company.Version != 2 {
			t.Fatalf("edited %+v", company)
		}
		admin.put("/company", object{"data": object{"id": company.ID, "name": "Acme Two", "supportEmail": nil}}).status(200).into(&company)
		if company.SupportEmail != nil || company.SupportPhone == nil {
			t.Fatalf("cleared %+v", company)
		}
		admin.put("/company", object{"data": object{"id": company.ID}}).fieldError("Name", "Name field is required.")
		admin.put("/company", object{"data": object{"id": "unknown", "name": "N"}}).status(404)

		admin.put("/company/address", object{"id": company.ID, "address": object{"country": "France", "provinceState": "Rhône", "city": ""}}).status(200).into(&company)
		if company.HeadAddress == nil || company.HeadAddress.Country != "France" || company.HeadAddress.City != nil {
			t.Fatalf("address %+v", company.HeadAddress)
		}
		admin.put("/company/address", object{"id": company.ID, "address": object{"country": "France"}}).fieldError("ProvinceState", "Province State field is required.")
		for range 2 { // removing an absent address is no error
			admin.put("/company/address", object{"id": company.ID}).status(200)
		}
		var read tracker.CompanyDetails
		admin.get("/company/" + company.ID).status(200).into(&read)
		if read.HeadAddress != nil || !read.Access.Remove {
			t.Fatalf("read %+v", read)
		}
	})
}

// Details may have several lines. The line breaks of every system are stored as one
// character, in the entity and in the export.
func TestDetailsKeepLineBreaks(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		var company tracker.CompanyDetails
		admin.post("/company", object{"name": "Acme", "details": "first\r\n\r\nthird\n"}).status(201).into(&company)
		admin.get("/company/" + company.ID).status(200).into(&company)
		const want = "first\n\nthird"
		if company.Details == nil || *company.Details != want {
			t.Errorf("details %q, want %q", *company.Details, want)
		}
		if body := admin.get("/company/export").status(200).Body.String(); !strings.Contains(body, `"`+want+`"`) {
			t.Errorf("export %q", body)
		}
		admin.post("/company", object{"name": "Acme", "details": "a\tb"}).fieldError("Details", "Details must not contain control characters.")
		admin.post("/company", object{"name": "two\nlines"}).fieldError("Name", "Name must not contain control characters.")
	})
}

func TestCompanyRemoval(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		remove := func(id string) string { return admin.delete("/company", object{"id": id}).status(200).Body.String() }
		restore := func(id string) string {
			return admin.put("/company/restore", object{"id": id}).status(200).Body.String()
		}
		total := func(filter string) string {
			return admin.get("/company" + filter).status(200).Header().Get("Pagination")
		}
		unused, used := admin.addCompany("Unused"), admin.addCompany("Used")
		api.addProject(used, "one")

		if got := remove("unknown"); got != "0" {
			t.Errorf("unknown: %s", got)
		}
		if got := remove(unused); got != "2" {
			t.Errorf("unused: %s", got)
		}
		admin.get("/company/" + unused).status(404)
		if got := remove(unused); got != "0" {
			t.Errorf("gone: %s", got)
		}
		for range 2 { // again, as long as it is in use
			if got := remove(used); got != "1" {
				t.Errorf("used: %s", got)
			}
		}
		var company tracker.Company
		admin.get("/company/" + used).status(200).into(&company)
		if !company.IsRemoved || company.RemovedAt == nil {
			t.Errorf("marked %+v", company)
		}
		var dependants tracker.Dependants
		admin.get("/company/" + used + "/dependants").status(200).into(&dependants)
		if dependants.Total != 1 || dependants.Data[0].Name != "one" || dependants.Data[0].Kind != "project" || *dependants.Data[0].ParentName != "Used" {
			t.Errorf("dependants %+v", dependants)
		}
		for filter, want := range map[string]int{"": 1, "?Removed=exclude": 0, "?Removed=only": 1} {
			if got := total(filter); !strings.Contains(got, fmt.Sprintf(`"totalItems":%d,`, want)) {
				t.Errorf("%s: %s, want %d", filter, got, want)
			}
		}
		if got := restore(used) + restore(unused) + restore("unknown"); got != "110" {
			t.Errorf("restore: %s", got)
		}
		admin.get("/company/" + unused).status(200)
		if got := total("?Removed=exclude"); !strings.Contains(got, `"totalItems":2,`) {
			t.Errorf("after restore: %s", got)
		}
	})
}

func TestCompanyVersionConflict(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		id := admin.addCompany("Acme")
		admin.put("/company", object{"data": object{"id": id, "version": 1, "name": "First"}}).status(200)
		var conflict struct {
			ChangedBy, ChangedAt string
			Current              tracker.Company
		}
		admin.put("/company", object{"data": object{"id": id, "version": 1, "name": "Second"}}).status(409).into(&conflict)
		if conflict.ChangedBy != "Ada Admin" || conflict.ChangedAt != "2026-11-15T12:00:00Z" || conflict.Current.Name != "First" || conflict.Current.Version != 2 {
			t.Fatalf("conflict %+v", conflict)
		}
		admin.put("/company", object{"data": object{"id": id, "version": 2, "name": "Second"}}).status(200)
	})
}

// Setting an address is an edit of its owner: it is refused for another version, and always taken without one.
func TestAddressVersionConflict(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin := api.admin()
		address := object{"country": "France", "provinceState": "Rhône"}
		for path, body := range map[string]object{
			"/company/address":         {"id": admin.addCompany("Acme")},
			"/UserManagement/address":  {"email": userEmail},
			"/account/profile/address": {},
		} {
			body["address"] = address
			var stored struct{ Version int }
			admin.put(path, body).status(200).into(&stored)
			body["version"] = stored.Version - 1
			admin.put(path, body).problem(409, "versionConflict")
			body["version"] = stored.Version
			body["address"] = object{"country": "France", "provinceState": "Alsace"}
			admin.put(path, body).status(200)
		}
	})
}

func TestCompanyList(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for _, name := range []string{"Émile", "apple", "Banana", "100% sure", "under_score", `quote"d`, "back\\slash", "Zebra"} {
			admin.addCompany(name)
		}
		names := func(query string) string {
			var list []tracker.Company
			admin.get("/company" + query).status(200).into(&list)
			var out []string
			for _, c := range list {
				out = append(out, c.Name)
			}
			return strings.Join(out, "|")
		}
		for query, want := range map[string]string{
			"?PageSize=3":                             `100% sure|apple|back\slash`,
			"?PageSize=3&PageNumber=2":                `Banana|quote"d|under_score`,
			"?PageSize=3&PageNumber=99":               "",
			"?SortDescending=true&PageSize=2":         "Émile|Zebra",
			"?SortBy=createdAt&PageSize=2":            "Émile|apple",
			"?Search=anan":                            "Banana",
			"?Search=ANAN":                            "Banana",
			"?Search=b":                               `back\slash|Banana`,
			"?Search=0%25%20s":                        "100% sure",
			"?Search=%25%25%25":                       "",
			"?Search=r_s":                             "under_score",
			"?Search=___":                             "",
			`?Search=e%22d`:                           `quote"d`,
			`?Search=k%5Cs`:                           `back\slash`,
			"?Search=émi":                             "Émile",
			"?search=anan&PageSize=1":                 "100% sure", // names are case-sensitive: unknown ones are ignored
			"?Search=" + strings.Repeat("x", 128):     "",
			"?Search=%22%20OR%20search_text%3A%20%22": "",
		} {
			if got := names(query); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		for query, want := range map[string][2]string{
			"?PageNumber=0":                       {"PageNumber", "Page Number must be a whole number from 1."},
			"?PageNumber=-1":                      {"PageNumber", "Page Number must be a whole number from 1."},
			"?PageNumber=x":                       {"PageNumber", "Page Number must be a whole number from 1."},
			"?PageNumber=99999999999":             {"PageNumber", "Page Number is too large."},
			"?PageNumber=99999999999999999999":    {"PageNumber", "Page Number is too large."},
			"?PageNumber=-99999999999999999999":   {"PageNumber", "Page Number must be a whole number from 1."},
			"?PageSize=1.5":                       {"PageSize", "Page Size must be a whole number from 1."},
			"?SortBy=password":                    {"SortBy", "Sort By must be one of provided options."},
			"?SortDescending=yes":                 {"SortDescending", "Sort Descending must be true or false."},
			"?Removed=maybe":                      {"Removed", "Removed must be one of provided options."},
			"?Search=%ff":                         {"Search", "Search must be text in UTF-8."},
			"?Search=" + strings.Repeat("x", 129): {"Search", "Search length must be at most 128."},
			"?%zz":                                {"Query", "The query string is malformed."},
		} {
			admin.get("/company"+query).fieldError(want[0], want[1])
		}
		for _, size := range []string{"201", "100000", "99999999999999999999"} {
			if got := admin.get("/company?PageSize=" + size).status(200).Header().Get("Pagination"); got != `{"totalItems":8,"totalPages":1,"currentPage":1,"itemsPerPage":200}` {
				t.Errorf("%s: pagination %s", size, got)
			}
		}
	})
}

func TestCompanyModerators(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for _, name := range []string{"owner", "manager", "support", "plain"} {
			api.addUser(name+"@example.com", name, false)
		}
		id, other := admin.addCompany("Mine"), admin.addCompany("Other")
		ownerLink := admin.addModerator(id, "owner@example.com", tracker.RoleOwner)
		admin.addModerator(id, "manager@example.com", tracker.RoleManager)
		supportLink := admin.addModerator(id, "support@example.com", tracker.RoleSupport)

		// An existing moderator stays unchanged.
		var again tracker.CompanyModerator
		admin.post("/company/moderator", object{"id": id, "userEmail": "OWNER@example.com", "role": "Designer"}).status(200).into(&again)
		if again.ID != ownerLink || again.Role != tracker.RoleOwner {
			t.Errorf("again %+v", again)
		}
		admin.post("/company/moderator", object{"id": id, "userEmail": "nobody@example.com", "role": 1}).fieldError("UserEmail", "User Email is not a registered user.")
		admin.post("/company/moderator", object{"id": id, "userEmail": "plain@example.com", "role": 9}).fieldError("Role", "Role must be one of provided options.")
		admin.post("/company/moderator", object{"id": id, "userEmail": "plain@example.com"}).fieldError("Role", "Role field is required.")
		admin.post("/company/moderator", object{"id": "unknown", "userEmail": "plain@example.com", "role": 1}).status(404)

		owner, manager, support, plain := api.signIn("owner@example.com"), api.signIn("manager@example.com"), api.signIn("support@example.com"), api.signIn("plain@example.com")
		newOwner := object{"id": id, "userEmail": "plain@example.com", "role": tracker.RoleOwner}
		manager.post("/company/moderator", newOwner).status(403)
		manager.put("/company/moderator", object{"id": ownerLink, "role": tracker.RoleNone}).status(403)
		manager.delete("/company/moderator", object{"id": ownerLink}).status(403)
		manager.put("/company/moderator", object{"id": supportLink, "role": tracker.RoleOwner}).status(403)
		manager.put("/company/moderator", object{"id": supportLink, "role": tracker.RoleDeveloper, "details": "back end"}).status(200)
		support.post("/company/moderator", newOwner).status(403)
		support.delete("/company/moderator", object{"id": supportLink}).status(403)
		plain.post("/company/moderator", newOwner).status(404)
		plain.delete("/company/moderator", object{"id": ownerLink}).status(204) // unknown to them, and still there:
		owner.get("/company/" + id).status(200)
		owner.post("/company/moderator", object{"id": other, "userEmail": "plain@example.com", "role": 0}).status(404)
		owner.post("/company/moderator", newOwner).status(201)

		// What each role sees and may not do.
		owner.get("/company/" + other).status(404)
		plain.get("/company/" + other).status(404)
		support.put("/company", object{"data": object{"id": id, "name": "Hijacked"}}).status(403)
		manager.put("/company", object{"data": object{"id": other, "name": "Hijacked"}}).status(404)
		manager.put("/company", object{"data": object{"id": id, "name": "Renamed"}}).status(200)
		for _, c := range []*client{owner, manager, support} {
			c.post("/company", object{"name": "New"}).status(403)
			c.delete("/company", object{"id": id}).status(403)
			c.put("/company/restore", object{"id": id}).status(403)
			if got := c.get("/company").status(200).Header().Get("Pagination"); !strings.Contains(got, `"totalItems":1,`) {
				t.Errorf("sees %s", got)
			}
		}
		for range 2 {
			owner.delete("/company/moderator", object{"id": supportLink}).status(204)
		}
		support.get("/company/" + id).status(404) // at once
	})
}

// Disabled moderators are marked as such everywhere. A project shows the moderators of its company too.
func TestModeratorsAreShownAsTheyAre(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		for _, name := range []string{"owner", "off", "guest"} {
			api.addUser(name+"@example.com", name, false)
		}
		s := newShop(api.admin())
		s.addModerator(s.company, "owner@example.com", tracker.RoleOwner)
		api.clock.Advance(time.Second)
		s.post("/company/moderator", object{"id": s.company, "userEmail": "off@example.com", "role": tracker.RoleSupport, "details": "the company's own note"}).status(201)
		link := s.made("/project/moderator", object{"id": s.project, "userEmail": "off@example.com", "role": tracker.RoleDesigner})
		s.post("/project/moderator", object{"id": s.project, "userEmail": "guest@example.com", "role": 0}).status(201)
		s.put("/UserManagement/disable", object{"email": "off@example.com", "reason": "AdminRemoval"}).status(200)
		words := func(user tracker.ModeratorUser, role tracker.Role) string {
			return fmt.Sprint(user.DisplayName, " ", role.Keys()[role], " ", user.Status.Keys()[user.Status])
		}
		var company tracker.CompanyDetails
		s.get("/company/" + s.company).status(200).into(&company)
		var shown []string
		for _, m := range company.Moderators {
			shown = append(shown, words(m.Moderator, m.Role))
		}
		if d := cmp.Diff([]string{"owner Owner Enabled", "off Support Disabled"}, shown); d != "" {
			t.Errorf("the company's: %s", d)
		}
		var hits tracker.SearchHits
		s.get("/search?Search=example.com").status(200).into(&hits)
		for _, hit := range hits.Data {
			if hit.IsDisabled != (hit.ID == "off@example.com") {
				t.Errorf("found %+v", hit)
			}
		}
		if len(hits.Data) != 4 {
			t.Errorf("found %d users", len(hits.Data))
		}
		// A moderator of only the project sees them too, but not their details.
		for _, c := range []*client{s.client, api.signIn("guest@example.com")} {
			var project tracker.ProjectDetails
			answer := c.get("/project/" + s.project).status(200).into(&project)
			var own, inherited []string
			for _, m := range project.Moderators {
				own = append(own, words(m.Moderator, m.Role))
			}
			for _, m := range project.InheritedModerators {
				inherited = append(inherited, words(m.Moderator, m.Role))
			}
			if d := cmp.Diff([]string{"off Designer Disabled", "guest None Enabled"}, own) + cmp.Diff([]string{"owner Owner Enabled", "off Support Disabled"}, inherited); d != "" {
				t.Errorf("the project's: %s", d)
			}
			if strings.Contains(answer.Body.String(), "own note") {
				t.Error("the company's note is told")
			}
		}
		var edited tracker.ProjectModerator
		s.put("/project/moderator", object{"id": link, "role": 4}).status(200).into(&edited)
		if edited.Moderator.Status != tracker.UserDisabled {
			t.Errorf("edited %+v", edited)
		}
		var made tracker.ProjectDetails
		s.post("/project", object{"companyId": s.company, "name": "Second"}).status(201).into(&made)
		if len(made.Moderators) != 0 || len(made.InheritedModerators) != 2 {
			t.Errorf("a new project: %+v", made)
		}
	})
}

func TestCompanyExport(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		admin.addCompany(`=cmd|"x"`)
		admin.addCompany("Plain, with comma")
		admin.addCompany("a;=1+1")
		answer := admin.get("/company/export?Search=").status(200)
		body := answer.Body.String()
		if !strings.Contains(body, `"'=cmd|""x"""`) || !strings.Contains(body, `"Plain, with comma"`) || !strings.Contains(body, `"a;'=1+1"`) || answer.Header().Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("export %s", body)
		}
	})
}

func TestIdempotentCreate(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		admin.header = http.Header{"Idempotency-Key": {"one"}}
		if first, second := admin.addCompany("Once"), admin.addCompany("Once"); first != second {
			t.Errorf("made twice: %s, %s", first, second)
		}
		admin.post("/company", object{"name": "Other"}).status(422)
		admin.header = nil
		if got := admin.get("/company").Header().Get("Pagination"); !strings.Contains(got, `"totalItems":1,`) {
			t.Errorf("%s", got)
		}
	})
}
