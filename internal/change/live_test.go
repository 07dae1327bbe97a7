package change_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/audit"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestOpenPagesAreTold(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("other@example.com", "Other", false)
		s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleSupport)
		s.AddModerator(s.AddCompany("Another"), "other@example.com", tracker.RoleOwner)
		api.AddUser("away@example.com", "Away", false)
		s.AddModerator(s.AddCompany("A third"), "away@example.com", tracker.RoleOwner)
		api.AddUser("nobody@example.com", "Nobody", false)
		p := apitest.LivePages(t, api, apitest.AdminEmail, apitest.UserEmail, "other@example.com", "nobody@example.com")

		company := s.AddCompany("New")
		p.Changed("company", company, "create", apitest.AdminEmail)
		renamed := s.Put("/company", object{"data": object{"id": s.Company, "name": "Renamed"}}).Status(200)
		p.Changed("company", s.Company, "edit", apitest.AdminEmail, apitest.UserEmail)
		if got, want := renamed.Header().Get("Change-Seq"), fmt.Sprint(api.Count("SELECT max(seq) FROM change")); got != want {
			t.Errorf("Change-Seq %q, want %s", got, want)
		}
		s.Put("/UserManagement", object{"email": apitest.UserEmail, "displayName": "Grace H", "gender": 0}).Status(200)
		p.Changed("user", apitest.UserEmail, "edit", apitest.AdminEmail, apitest.UserEmail)
		s.Post("/product/categories", object{"name": "New"}).Status(201)
		// Changes of the catalogues go to everyone who moderates something and has an open page.
		for _, email := range []string{apitest.AdminEmail, apitest.UserEmail, "other@example.com"} {
			if got := <-p.Told; !strings.HasPrefix(got, "user-"+email+" Changed ") {
				t.Errorf("told %s, want %s", got, email)
			}
		}

		api.Clock.Advance(time.Second)
		id := s.AttachSubscription(5, false)
		notifications := map[string]string{}
		for range 2 {
			got := <-p.Told
			for _, email := range []string{apitest.AdminEmail, apitest.UserEmail} {
				var n tracker.Notification
				prefix := "user-" + email + " NewNotification "
				if len(got) > len(prefix) && got[:len(prefix)] == prefix {
					if err := json.Unmarshal([]byte(got[len(prefix):]), &n); err != nil || *n.ItemID != id || *n.ItemParentID != s.Project || n.IsViewed {
						t.Errorf("%s: %v", got, err)
					}
					notifications[email] = n.ID
				}
			}
		}
		if len(notifications) != 2 {
			t.Fatalf("notifications: %v", notifications)
		}
		p.Changed("projectSubscription", id, "create", apitest.AdminEmail, apitest.UserEmail)

		// A second change in the same millisecond has only its own events. Whoever made it gets no notification.
		s.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "enough"}).Status(200)
		if got := <-p.Told; !strings.HasPrefix(got, "user-"+apitest.UserEmail+" NewNotification ") || strings.Contains(got, notifications[apitest.UserEmail]) {
			t.Errorf("told again: %s", got)
		}
		p.Changed("projectSubscription", id, "cancel", apitest.AdminEmail, apitest.UserEmail)

		user := api.SignIn(apitest.UserEmail)
		user.Put("/notification", object{"notificationId": notifications[apitest.UserEmail]}).Status(200)
		p.Expect("user-%s NotificationViewed %q", apitest.UserEmail, notifications[apitest.UserEmail])
		p.NothingMore(s.Client)
	})
}

// Notes, documents and fields are told to those who may see them: of what is confidential those who may see cost.
func TestWhoIsToldOfNotesDocumentsAndFields(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		item := s.AttachProduct(30, 20)
		const owner, support, elsewhere, nobody = "owner@example.com", "support@example.com", "elsewhere@example.com", "nobody@example.com"
		for _, email := range []string{owner, support, elsewhere, nobody} {
			api.AddUser(email, email, false)
		}
		s.AddModerator(s.Company, owner, tracker.RoleOwner)
		s.AddModerator(s.Company, support, tracker.RoleSupport)
		s.AddModerator(s.AddCompany("Elsewhere"), elsewhere, tracker.RoleSupport)
		p := apitest.LivePages(t, api, apitest.AdminEmail, elsewhere, nobody, owner, support)
		documentOf := func(entity, id, more string) string {
			var d tracker.Document
			s.Do(http.MethodPost, "/document?Entity="+entity+"&EntityId="+id+"&Name=a.txt"+more, []byte("text")).Status(201).Into(&d)
			return d.ID
		}
		noteOf := func(entity, id string) string {
			return s.Made("/note", object{"entity": entity, "entityId": id, "text": "They called"})
		}
		for entity, id := range map[string]string{"company": s.Company, "project": s.Project, "projectProduct": item} {
			p.Changed("note", noteOf(entity, id), "create", apitest.AdminEmail, owner, support)
			p.Changed("document", documentOf(entity, id, ""), "create", apitest.AdminEmail, owner, support)
			p.Changed("document", documentOf(entity, id, "&IsConfidential=true"), "create", apitest.AdminEmail, owner)
		}
		p.Changed("note", noteOf("product", s.Product), "create", apitest.AdminEmail, elsewhere, owner, support)

		open := documentOf("company", s.Company, "")
		p.Changed("document", open, "create", apitest.AdminEmail, owner, support)
		// One that becomes confidential leaves the pages of those who may not see cost, and comes back to them; what happens meanwhile
		// they do not hear.
		s.Put("/document", object{"id": open, "isConfidential": true, "name": "b.txt"}).Status(200)
		p.Changed("document", open, "edit", apitest.AdminEmail, owner, support)
		s.Put("/document", object{"id": open, "name": "c.txt"}).Status(200)
		p.Changed("document", open, "edit", apitest.AdminEmail, owner)
		s.Put("/document", object{"id": open, "isConfidential": false}).Status(200)
		p.Changed("document", open, "edit", apitest.AdminEmail, owner, support)
		s.Delete("/document", object{"id": open}).Status(204)
		p.Changed("document", open, "remove", apitest.AdminEmail, owner, support)
		note := noteOf("company", s.Company)
		made := int64(api.Count("SELECT max(seq) FROM change"))
		p.Changed("note", note, "create", apitest.AdminEmail, owner, support)
		s.Undone(made)
		p.Changed("note", note, "remove", apitest.AdminEmail, owner, support)

		field := object{"list": "company", "key": "tier", "label": "Tier", "kind": "text"}
		p.Changed("field", s.Made("/field", field), "create", apitest.AdminEmail, elsewhere, owner, support)
		secret := s.Made("/field", apitest.Merged(field, object{"key": "secret", "isConfidential": true}))
		p.Changed("field", secret, "create", apitest.AdminEmail, owner)
		for _, isConfidential := range []bool{false, true} {
			s.Put("/field", object{"id": secret, "isConfidential": isConfidential}).Status(200)
			p.Changed("field", secret, "edit", apitest.AdminEmail, elsewhere, owner, support)
		}
		s.Delete("/field", object{"id": secret}).Status(204)
		p.Changed("field", secret, "remove", apitest.AdminEmail, owner)
		p.NothingMore(s.Client)
	})
}

// A page that is open while retention empties the log still gets the next events.
func TestOpenPagesAreToldAfterTheLogWasEmptied(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		p := apitest.LivePages(t, api, apitest.AdminEmail)
		for i := range 3 {
			p.Changed("company", admin.AddCompany(fmt.Sprint("Company ", i)), "create", apitest.AdminEmail)
		}
		last := api.Count("SELECT max(seq) FROM change")
		// Only sealed changes are removed.
		if _, err := audit.Seal(t.Context(), api.Store, api.Clock.Now); err != nil {
			t.Fatal(err)
		}
		if _, err := api.Store.Cleanup(t.Context(), store.Retention{Changes: time.Hour}, api.Clock.Now().Add(2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		if n := api.Count("SELECT count(*) FROM change"); n != 0 {
			t.Fatalf("%d changes are left", n)
		}
		p.Changed("company", admin.AddCompany("Afterwards"), "create", apitest.AdminEmail)
		if seq := api.Count("SELECT max(seq) FROM change"); seq <= last {
			t.Errorf("change %d follows %d", seq, last)
		}
	})
}

func TestEndedSessionsAreClosed(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		p := apitest.LivePages(t, api, apitest.AdminEmail, apitest.UserEmail)
		session := func(c *apitest.Client) string {
			claims, err := api.Signer.Parse(c.Token)
			if err != nil {
				t.Fatal(err)
			}
			return claims.SessionID
		}
		user, admin := api.SignIn(apitest.UserEmail), api.Admin()
		user.Get("/account/logout").Status(200)
		p.Expect("close session %s", session(user))

		user = api.SignIn(apitest.UserEmail)
		user.Put("/account/changePassword", apitest.PasswordChange(apitest.Password, "Other-Horse-2", "Other-Horse-2")).Status(200)
		told := []string{<-p.Told, <-p.Told, <-p.Told} // the change is sent to both once its transaction is settled
		if want := fmt.Sprintf("close user-%s but %s", apitest.UserEmail, session(user)); !slices.Contains(told, want) {
			t.Errorf("told %q, want %s", told, want)
		}
		admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		told = []string{<-p.Told, <-p.Told}
		if want := fmt.Sprintf("close user-%s but ", apitest.UserEmail); !slices.Contains(told, want) {
			t.Errorf("told %q, want %s", told, want)
		}
		// An ended session whose notice was lost is found when the bus says that it was away.
		p.SessionIDs = []string{session(user), session(admin)}
		api.Notices.Relay.Hear("", true)
		p.Expect("close session %s", session(user))
		// It is also found without the bus, a while later.
		silent := api.Admin()
		p.SessionIDs = []string{session(silent), session(admin)}
		relay := api.Notices.Pass(nil)
		silent.Get("/account/logout").Status(200)
		api.Notices.Pass(relay)
		api.Clock.Advance(15 * time.Second)
		relay.Hear("", false)
		p.Expect("close session %s", session(silent))
		p.NothingMore(admin)
	})
}
