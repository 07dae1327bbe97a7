package httpapi_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"btracker/internal/audit"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// seal seals all changes that are committed.
func (api *testAPI) seal() {
	api.t.Helper()
	testkit.Until(api.t, "all changes are sealed", func() bool {
		if _, err := audit.Seal(api.t.Context(), api.store, time.Now); err != nil {
			api.t.Fatal(err)
		}
		report, err := audit.Verify(api.t.Context(), api.store, nil, nil)
		if err != nil || len(report.Findings) > 0 {
			api.t.Fatalf("%+v, %v", report.Findings, err)
		}
		return report.Unsealed == 0
	})
}

func TestAuditHead(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin := api.admin()
		head := func() (h tracker.AuditHead) {
			t.Helper()
			admin.get("/audit/head").status(200).into(&h)
			return h
		}
		if h := head(); h.Seq != 0 || h.At != nil || h.Hash != nil {
			t.Errorf("before the first seal: %+v", h)
		}
		company := admin.addCompany("Acme")
		api.seal()
		first := head()
		if first.Seq == 0 || first.Hash == nil || len(*first.Hash) != 64 || time.Since(*first.At) > time.Hour {
			t.Errorf("%+v", first)
		}
		admin.put("/company", object{"data": object{"id": company, "name": "Acme Two"}}).status(200)
		if h := head(); *h.Hash != *first.Hash {
			t.Error("the head has moved without a seal")
		}
		api.seal()
		if h := head(); h.Seq <= first.Seq || *h.Hash == *first.Hash {
			t.Errorf("%+v follows %+v", h, first)
		}
		api.signIn(userEmail).get("/audit/head").status(403)
		api.anonymous().get("/audit/head").status(401)
	})
}

// Whatever is done to people, the log shows it outside of the personal values of a
// change nowhere: those can be erased, and seals cover them as salted hashes.
func TestPeopleAreOnlyInPersonalValues(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		const email = "zyxw-mail@example.com"
		admin := api.admin()
		admin.post("/UserManagement", object{"email": email, "displayName": "Zyxw Name", "gender": 0, "firstName": "Zyxw First", "lastName": "Zyxw Last",
			"phoneNumber": "+49 7531 9753124"}).status(201)
		admin.put("/UserManagement", object{"email": email, "displayName": "Zyxw Other", "gender": 1}).status(200)
		admin.put("/UserManagement/address", object{"email": email, "address": object{"country": "Zyxw Land", "provinceState": "Zyxw State"}}).status(200)
		admin.put("/UserManagement/"+email+"/photo", picture(t, 4)).status(200)
		admin.put("/UserManagement/admin", object{"email": email, "isAdmin": true}).status(200)
		admin.post("/UserManagement/invite", object{"email": email}).status(200)
		company := admin.addCompany("Acme")
		project := api.addProject(company, "Shop")
		link := admin.addModerator(company, email, tracker.RoleOwner)
		admin.put("/company/moderator", object{"id": link, "role": 2, "details": "Zyxw Details"}).status(200)
		admin.delete("/company/moderator", object{"id": link}).status(204)
		admin.post("/project/moderator", object{"id": project, "userEmail": email, "role": 1}).status(201)
		admin.put("/UserManagement/disable", object{"email": email, "reason": 1}).status(200)
		admin.put("/UserManagement/enable", object{"email": email}).status(200)
		api.seal()

		var file bytes.Buffer
		if err := audit.Export(t.Context(), api.store, &file); err != nil {
			t.Fatal(err)
		}
		hidden, about := 0, 0
		for line := range strings.Lines(file.String()) {
			var of struct {
				Change   map[string]string
				Personal []struct{ Place, Value string }
			}
			if err := json.Unmarshal([]byte(line), &of); err != nil {
				t.Fatal(err)
			}
			for name, value := range of.Change {
				if strings.Contains(strings.ToLower(value), "zyxw") || strings.Contains(value, "/photo/") || strings.Contains(value, "9753124") {
					t.Errorf("%s of change %s: %s", name, of.Change["seq"], value)
				}
			}
			for _, p := range of.Personal {
				if strings.Contains(strings.ToLower(p.Value), "zyxw") {
					hidden++
				}
			}
			if len(of.Personal) > 0 {
				about++
			}
		}
		if hidden < 60 || about < 10 {
			t.Errorf("%d personal values in %d changes", hidden, about)
		}
		// All of them are known to be about this person.
		if n := api.count(`SELECT count(*) FROM change_person p WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = p.person)`); n != 0 {
			t.Errorf("%d changes of nobody", n)
		}
	})
}
