package change_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/audit"
	"btracker/internal/tracker"
)

func TestAuditHead(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		head := func() (h tracker.AuditHead) {
			t.Helper()
			admin.Get("/audit/head").Status(200).Into(&h)
			return h
		}
		if h := head(); h.Seq != 0 || h.At != nil || h.Hash != nil {
			t.Errorf("before the first seal: %+v", h)
		}
		company := admin.AddCompany("Acme")
		api.Seal()
		first := head()
		if first.Seq == 0 || first.Hash == nil || len(*first.Hash) != 64 || time.Since(*first.At) > time.Hour {
			t.Errorf("%+v", first)
		}
		admin.Put("/company", object{"data": object{"id": company, "name": "Acme Two"}}).Status(200)
		if h := head(); *h.Hash != *first.Hash {
			t.Error("the head has moved without a seal")
		}
		api.Seal()
		if h := head(); h.Seq <= first.Seq || *h.Hash == *first.Hash {
			t.Errorf("%+v follows %+v", h, first)
		}
		api.SignIn(apitest.UserEmail).Get("/audit/head").Status(403)
		api.Anonymous().Get("/audit/head").Status(401)
	})
}

// Whatever is done to people, the log shows it outside of the personal values of a
// change nowhere: those can be erased, and seals cover them as salted hashes.
func TestPeopleAreOnlyInPersonalValues(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		const email = "zyxw-mail@example.com"
		admin := api.Admin()
		admin.Post("/UserManagement", object{"email": email, "displayName": "Zyxw Name", "gender": 0, "firstName": "Zyxw First", "lastName": "Zyxw Last",
			"phoneNumber": "+49 7531 9753124"}).Status(201)
		admin.Put("/UserManagement", object{"email": email, "displayName": "Zyxw Other", "gender": 1}).Status(200)
		admin.Put("/UserManagement/address", object{"email": email, "address": object{"country": "Zyxw Land", "provinceState": "Zyxw State"}}).Status(200)
		admin.Put("/UserManagement/"+email+"/photo", apitest.Picture(t, 4)).Status(200)
		admin.Put("/UserManagement/admin", object{"email": email, "isAdmin": true}).Status(200)
		admin.Post("/UserManagement/invite", object{"email": email}).Status(200)
		company := admin.AddCompany("Acme")
		project := api.AddProject(company, "Shop")
		link := admin.AddModerator(company, email, tracker.RoleOwner)
		admin.Put("/company/moderator", object{"id": link, "role": 2, "details": "Zyxw Details"}).Status(200)
		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		admin.Post("/project/moderator", object{"id": project, "userEmail": email, "role": 1}).Status(201)
		admin.Put("/UserManagement/disable", object{"email": email, "reason": 1}).Status(200)
		admin.Put("/UserManagement/enable", object{"email": email}).Status(200)
		api.Seal()

		var file bytes.Buffer
		if err := audit.Export(t.Context(), api.Store, &file); err != nil {
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
		if n := api.Count(`SELECT count(*) FROM change_person p WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.id = p.person)`); n != 0 {
			t.Errorf("%d changes of nobody", n)
		}
	})
}
