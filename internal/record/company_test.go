package record_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestCompanyLife(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var company tracker.Company
		admin.Post("/company", object{"name": "  Acme  ", "details": "", "supportEmail": "Help@Acme.example", "isRemoved": true, "photoUrl": "/x", "id": "mine"}).
			Status(201).Into(&company)
		if company.Name != "Acme" || company.Details != nil || *company.SupportEmail != "help@acme.example" || company.IsRemoved ||
			company.PhotoURL != nil || company.ID == "mine" || company.Version != 1 {
			t.Fatalf("created %+v", company)
		}
		// An absent optional field stays, null clears it.
		edit := object{"id": company.ID, "name": "Acme Two", "supportPhone": "+1 555 000"}
		admin.Put("/company", object{"data": edit}).Status(200).Into(&company)
		if company.Name != "Acme Two" || company.SupportEmail == nil || company.SupportPhone == nil || company.Version != 2 {
			t.Fatalf("edited %+v", company)
		}
		admin.Put("/company", object{"data": object{"id": company.ID, "name": "Acme Two", "supportEmail": nil}}).Status(200).Into(&company)
		if company.SupportEmail != nil || company.SupportPhone == nil {
			t.Fatalf("cleared %+v", company)
		}
		admin.Put("/company", object{"data": object{"id": company.ID}}).FieldError("Name", "Name field is required.")
		admin.Put("/company", object{"data": object{"id": "unknown", "name": "N"}}).Status(404)

		admin.Put("/company/address", object{"id": company.ID, "address": object{"country": "France", "provinceState": "Rhône", "city": ""}}).Status(200).Into(&company)
		if company.HeadAddress == nil || company.HeadAddress.Country != "France" || company.HeadAddress.City != nil {
			t.Fatalf("address %+v", company.HeadAddress)
		}
		admin.Put("/company/address", object{"id": company.ID, "address": object{"country": "France"}}).FieldError("ProvinceState", "Province State field is required.")
		for range 2 { // removing an absent address is no error
			admin.Put("/company/address", object{"id": company.ID}).Status(200)
		}
		var read tracker.CompanyDetails
		admin.Get("/company/" + company.ID).Status(200).Into(&read)
		if read.HeadAddress != nil || !read.Access.Remove {
			t.Fatalf("read %+v", read)
		}
	})
}

// Details may have several lines. The line breaks of every system are stored as one
// character, in the entity and in the export.
func TestDetailsKeepLineBreaks(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var company tracker.CompanyDetails
		admin.Post("/company", object{"name": "Acme", "details": "first\r\n\r\nthird\n"}).Status(201).Into(&company)
		admin.Get("/company/" + company.ID).Status(200).Into(&company)
		const want = "first\n\nthird"
		if company.Details == nil || *company.Details != want {
			t.Errorf("details %q, want %q", *company.Details, want)
		}
		if body := admin.Get("/company/export").Status(200).Body.String(); !strings.Contains(body, `"`+want+`"`) {
			t.Errorf("export %q", body)
		}
		admin.Post("/company", object{"name": "Acme", "details": "a\tb"}).FieldError("Details", "Details must not contain control characters.")
		admin.Post("/company", object{"name": "two\nlines"}).FieldError("Name", "Name must not contain control characters.")
	})
}

func TestCompanyRemoval(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		remove := func(id string) string { return admin.Delete("/company", object{"id": id}).Status(200).Body.String() }
		restore := func(id string) string {
			return admin.Put("/company/restore", object{"id": id}).Status(200).Body.String()
		}
		total := func(filter string) string {
			return admin.Get("/company" + filter).Status(200).Header().Get("Pagination")
		}
		unused, used := admin.AddCompany("Unused"), admin.AddCompany("Used")
		api.AddProject(used, "one")

		if got := remove("unknown"); got != "0" {
			t.Errorf("unknown: %s", got)
		}
		if got := remove(unused); got != "2" {
			t.Errorf("unused: %s", got)
		}
		admin.Get("/company/" + unused).Status(404)
		if got := remove(unused); got != "0" {
			t.Errorf("gone: %s", got)
		}
		for range 2 { // again, as long as it is in use
			if got := remove(used); got != "1" {
				t.Errorf("used: %s", got)
			}
		}
		var company tracker.Company
		admin.Get("/company/" + used).Status(200).Into(&company)
		if !company.IsRemoved || company.RemovedAt == nil {
			t.Errorf("marked %+v", company)
		}
		var dependants tracker.Dependants
		admin.Get("/company/" + used + "/dependants").Status(200).Into(&dependants)
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
		admin.Get("/company/" + unused).Status(200)
		if got := total("?Removed=exclude"); !strings.Contains(got, `"totalItems":2,`) {
			t.Errorf("after restore: %s", got)
		}
	})
}

func TestCompanyVersionConflict(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		id := admin.AddCompany("Acme")
		admin.Put("/company", object{"data": object{"id": id, "version": 1, "name": "First"}}).Status(200)
		var conflict struct {
			ChangedBy, ChangedAt string
			Current              tracker.Company
		}
		admin.Put("/company", object{"data": object{"id": id, "version": 1, "name": "Second"}}).Status(409).Into(&conflict)
		if conflict.ChangedBy != "Ada Admin" || conflict.ChangedAt != "2026-11-15T12:00:00Z" || conflict.Current.Name != "First" || conflict.Current.Version != 2 {
			t.Fatalf("conflict %+v", conflict)
		}
		admin.Put("/company", object{"data": object{"id": id, "version": 2, "name": "Second"}}).Status(200)
	})
}

// Setting an address is an edit of its owner: it is refused for another version, and always taken without one.
func TestAddressVersionConflict(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		address := object{"country": "France", "provinceState": "Rhône"}
		for path, body := range map[string]object{
			"/company/address":         {"id": admin.AddCompany("Acme")},
			"/UserManagement/address":  {"email": apitest.UserEmail},
			"/account/profile/address": {},
		} {
			body["address"] = address
			var stored struct{ Version int }
			admin.Put(path, body).Status(200).Into(&stored)
			body["version"] = stored.Version - 1
			admin.Put(path, body).Problem(409, "versionConflict")
			body["version"] = stored.Version
			body["address"] = object{"country": "France", "provinceState": "Alsace"}
			admin.Put(path, body).Status(200)
		}
	})
}

func TestCompanyList(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, name := range []string{"Émile", "apple", "Banana", "100% sure", "under_score", `quote"d`, "back\\slash", "Zebra"} {
			admin.AddCompany(name)
		}
		names := func(query string) string {
			var list []tracker.Company
			admin.Get("/company" + query).Status(200).Into(&list)
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
			admin.Get("/company"+query).FieldError(want[0], want[1])
		}
		for _, size := range []string{"201", "100000", "99999999999999999999"} {
			if got := admin.Get("/company?PageSize=" + size).Status(200).Header().Get("Pagination"); got != `{"totalItems":8,"totalPages":1,"currentPage":1,"itemsPerPage":200}` {
				t.Errorf("%s: pagination %s", size, got)
			}
		}
	})
}

func TestCompanyModerators(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, name := range []string{"owner", "manager", "support", "plain"} {
			api.AddUser(name+"@example.com", name, false)
		}
		id, other := admin.AddCompany("Mine"), admin.AddCompany("Other")
		ownerLink := admin.AddModerator(id, "owner@example.com", tracker.RoleOwner)
		admin.AddModerator(id, "manager@example.com", tracker.RoleManager)
		supportLink := admin.AddModerator(id, "support@example.com", tracker.RoleSupport)

		// An existing moderator stays unchanged.
		var again tracker.CompanyModerator
		admin.Post("/company/moderator", object{"id": id, "userEmail": "OWNER@example.com", "role": "Designer"}).Status(200).Into(&again)
		if again.ID != ownerLink || again.Role != tracker.RoleOwner {
			t.Errorf("again %+v", again)
		}
		admin.Post("/company/moderator", object{"id": id, "userEmail": "nobody@example.com", "role": 1}).FieldError("UserEmail", "User Email is not a registered user.")
		admin.Post("/company/moderator", object{"id": id, "userEmail": "plain@example.com", "role": 9}).FieldError("Role", "Role must be one of provided options.")
		admin.Post("/company/moderator", object{"id": id, "userEmail": "plain@example.com"}).FieldError("Role", "Role field is required.")
		admin.Post("/company/moderator", object{"id": "unknown", "userEmail": "plain@example.com", "role": 1}).Status(404)

		owner, manager, support, plain := api.SignIn("owner@example.com"), api.SignIn("manager@example.com"), api.SignIn("support@example.com"), api.SignIn("plain@example.com")
		newOwner := object{"id": id, "userEmail": "plain@example.com", "role": tracker.RoleOwner}
		manager.Post("/company/moderator", newOwner).Status(403)
		manager.Put("/company/moderator", object{"id": ownerLink, "role": tracker.RoleNone}).Status(403)
		manager.Delete("/company/moderator", object{"id": ownerLink}).Status(403)
		manager.Put("/company/moderator", object{"id": supportLink, "role": tracker.RoleOwner}).Status(403)
		manager.Put("/company/moderator", object{"id": supportLink, "role": tracker.RoleDeveloper, "details": "back end"}).Status(200)
		support.Post("/company/moderator", newOwner).Status(403)
		support.Delete("/company/moderator", object{"id": supportLink}).Status(403)
		plain.Post("/company/moderator", newOwner).Status(404)
		plain.Delete("/company/moderator", object{"id": ownerLink}).Status(204) // unknown to them, and still there:
		owner.Get("/company/" + id).Status(200)
		owner.Post("/company/moderator", object{"id": other, "userEmail": "plain@example.com", "role": 0}).Status(404)
		owner.Post("/company/moderator", newOwner).Status(201)

		// What each role sees and may not do.
		owner.Get("/company/" + other).Status(404)
		plain.Get("/company/" + other).Status(404)
		support.Put("/company", object{"data": object{"id": id, "name": "Hijacked"}}).Status(403)
		manager.Put("/company", object{"data": object{"id": other, "name": "Hijacked"}}).Status(404)
		manager.Put("/company", object{"data": object{"id": id, "name": "Renamed"}}).Status(200)
		for _, c := range []*apitest.Client{owner, manager, support} {
			c.Post("/company", object{"name": "New"}).Status(403)
			c.Delete("/company", object{"id": id}).Status(403)
			c.Put("/company/restore", object{"id": id}).Status(403)
			if got := c.Get("/company").Status(200).Header().Get("Pagination"); !strings.Contains(got, `"totalItems":1,`) {
				t.Errorf("sees %s", got)
			}
		}
		for range 2 {
			owner.Delete("/company/moderator", object{"id": supportLink}).Status(204)
		}
		support.Get("/company/" + id).Status(404) // at once
	})
}

// Disabled moderators are marked as such everywhere. A project shows the moderators of its company too.
func TestModeratorsAreShownAsTheyAre(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		for _, name := range []string{"owner", "off", "guest"} {
			api.AddUser(name+"@example.com", name, false)
		}
		s := apitest.NewShop(api.Admin())
		s.AddModerator(s.Company, "owner@example.com", tracker.RoleOwner)
		api.Clock.Advance(time.Second)
		s.Post("/company/moderator", object{"id": s.Company, "userEmail": "off@example.com", "role": tracker.RoleSupport, "details": "the company's own note"}).Status(201)
		link := s.Made("/project/moderator", object{"id": s.Project, "userEmail": "off@example.com", "role": tracker.RoleDesigner})
		s.Post("/project/moderator", object{"id": s.Project, "userEmail": "guest@example.com", "role": 0}).Status(201)
		s.Put("/UserManagement/disable", object{"email": "off@example.com", "reason": "AdminRemoval"}).Status(200)
		words := func(user tracker.ModeratorUser, role tracker.Role) string {
			return fmt.Sprint(user.DisplayName, " ", role.Keys()[role], " ", user.Status.Keys()[user.Status])
		}
		var company tracker.CompanyDetails
		s.Get("/company/" + s.Company).Status(200).Into(&company)
		var shown []string
		for _, m := range company.Moderators {
			shown = append(shown, words(m.Moderator, m.Role))
		}
		if d := cmp.Diff([]string{"owner Owner Enabled", "off Support Disabled"}, shown); d != "" {
			t.Errorf("the company's: %s", d)
		}
		var hits tracker.SearchHits
		s.Get("/search?Search=example.com").Status(200).Into(&hits)
		for _, hit := range hits.Data {
			if hit.IsDisabled != (hit.ID == "off@example.com") {
				t.Errorf("found %+v", hit)
			}
		}
		if len(hits.Data) != 4 {
			t.Errorf("found %d users", len(hits.Data))
		}
		// A moderator of only the project sees them too, but not their details.
		for _, c := range []*apitest.Client{s.Client, api.SignIn("guest@example.com")} {
			var project tracker.ProjectDetails
			answer := c.Get("/project/" + s.Project).Status(200).Into(&project)
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
		s.Put("/project/moderator", object{"id": link, "role": 4}).Status(200).Into(&edited)
		if edited.Moderator.Status != tracker.UserDisabled {
			t.Errorf("edited %+v", edited)
		}
		var made tracker.ProjectDetails
		s.Post("/project", object{"companyId": s.Company, "name": "Second"}).Status(201).Into(&made)
		if len(made.Moderators) != 0 || len(made.InheritedModerators) != 2 {
			t.Errorf("a new project: %+v", made)
		}
	})
}

func TestCompanyExport(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.AddCompany(`=cmd|"x"`)
		admin.AddCompany("Plain, with comma")
		admin.AddCompany("a;=1+1")
		answer := admin.Get("/company/export?Search=").Status(200)
		body := answer.Body.String()
		if !strings.Contains(body, `"'=cmd|""x"""`) || !strings.Contains(body, `"Plain, with comma"`) || !strings.Contains(body, `"a;'=1+1"`) ||
			answer.Header().Get("Content-Type") != "text/csv; charset=utf-8" {
			t.Errorf("export %s", body)
		}
	})
}

func TestIdempotentCreate(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.Header = http.Header{"Idempotency-Key": {"one"}}
		if first, second := admin.AddCompany("Once"), admin.AddCompany("Once"); first != second {
			t.Errorf("made twice: %s, %s", first, second)
		}
		admin.Post("/company", object{"name": "Other"}).Status(422)
		admin.Header = nil
		if got := admin.Get("/company").Header().Get("Pagination"); !strings.Contains(got, `"totalItems":1,`) {
			t.Errorf("%s", got)
		}
	})
}
