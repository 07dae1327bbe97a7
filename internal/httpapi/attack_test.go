package httpapi_test

import (
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// One field holds one plain ASCII address: nobody gets a mail by standing beside somebody, and nobody looks like
// somebody else.
func TestHostileAddresses(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin, anonymous := api.admin(), api.anonymous()
		const notAnAddress = "Email value is not an email format."
		for _, email := range []string{
			adminEmail + ",evil@example.com", adminEmail + ";evil@example.com", adminEmail + " evil@example.com",
			"evil@example.com," + adminEmail, "<" + adminEmail + ">", "Ada <" + adminEmail + ">", `"a b"@example.com`,
			"аdmin@example.com" /* Cyrillic a */, "admin@exаmple.com", "admın@example.com" /* dotless i */, "admin@example.com\u200b", "ａdmin@example.com",
			"admin@[127.0.0.1]", "admin@example.com@evil.example",
		} {
			anonymous.post("/account/requestPassReset", object{"email": email}).fieldError("Email", notAnAddress)
			admin.post("/UserManagement", object{"email": email, "displayName": "E", "gender": 0}).fieldError("Email", notAnAddress)
			anonymous.login(email, password).fieldError("Email", notAnAddress)
		}
		for _, email := range []string{adminEmail + "\r\nBcc: evil@example.com", adminEmail + "\nX: y", adminEmail + "\x00"} {
			anonymous.post("/account/requestPassReset", object{"email": email}).status(400)
			admin.post("/UserManagement", object{"email": email, "displayName": "E", "gender": 0}).status(400)
		}
		// Several values where one is meant are no value.
		anonymous.post("/account/requestPassReset", object{"email": []string{adminEmail, "evil@example.com"}}).status(400)
		anonymous.post("/account/requestPassReset", `{"email":"`+adminEmail+`","email":"evil@example.com"}`).status(400)
		if len(api.mail.jobs) != 0 {
			t.Errorf("queued: %v", api.mail.jobs)
		}
		admin.post("/UserManagement", object{"email": strings.ToUpper(adminEmail), "displayName": "Twin", "gender": 0}).status(400)
	})
}

// An open page is told nothing any more from the moment its user loses the right to see it.
func TestLostRightsSilenceAnOpenPage(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser("second@example.com", "Second", true)
		admin := api.admin()
		company := admin.addCompany("Acme")
		link := admin.addModerator(company, userEmail, tracker.RoleOwner)
		p := livePages(t, api, adminEmail, userEmail, "second@example.com")
		rename := func(name string, told ...string) {
			t.Helper()
			admin.put("/company", object{"data": object{"id": company, "name": name}}).status(200)
			p.changed("company", company, "edit", told...)
		}
		rename("Everybody's", adminEmail, userEmail, "second@example.com")

		admin.delete("/company/moderator", object{"id": link}).status(204)
		p.skipTo(admin, "second@example.com")
		rename("Not the former owner's", adminEmail, "second@example.com")

		admin.put("/UserManagement/admin", object{"email": "second@example.com", "isAdmin": false}).status(200)
		p.skipTo(admin, adminEmail)
		rename("The administrator's alone", adminEmail)
		p.nothingMore(admin)
	})
}

// skipTo passes over all that was told of earlier changes: until the last of those who are told of a new company is.
func (p *openPages) skipTo(admin *client, last string) {
	p.api.t.Helper()
	id := admin.addCompany("Later")
	for {
		select {
		case got := <-p.told:
			if strings.HasPrefix(got, "user-"+last+" Changed ") && strings.Contains(got, id) {
				return
			}
		case <-time.After(20 * time.Second):
			p.api.t.Fatal("the relay stopped")
		}
	}
}
