package httpapi_test

import (
	"maps"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// A field takes exactly one plain ASCII address, so that a mail has one recipient, and no address looks like another.
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
		// A list in place of a value is refused.
		anonymous.post("/account/requestPassReset", object{"email": []string{adminEmail, "evil@example.com"}}).status(400)
		anonymous.post("/account/requestPassReset", `{"email":"`+adminEmail+`","email":"evil@example.com"}`).status(400)
		if len(api.mail.jobs) != 0 {
			t.Errorf("queued: %v", api.mail.jobs)
		}
		admin.post("/UserManagement", object{"email": strings.ToUpper(adminEmail), "displayName": "Twin", "gender": 0}).status(400)
	})
}

// An open page gets no events from the moment its user loses the right to see it.
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

// skipTo skips the events of earlier changes: it makes a company, and waits for the last event of that.
func (p *openPages) skipTo(admin *client, last string) {
	p.api.t.Helper()
	id := admin.addCompany("Later")
	for {
		got := testkit.Receive(p.api.t, "the relay tells of "+id, p.told)
		if strings.HasPrefix(got, "user-"+last+" Changed ") && strings.Contains(got, id) {
			return
		}
	}
}

// A field that only the server sets is ignored in a request, in any spelling.
func TestServersFieldsAreNotAssigned(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		snake := regexp.MustCompile(`[A-Z]`)
		hostile := object{}
		for name, value := range map[string]any{
			"createdAt": "2001-01-01T00:00:00Z", "removedAt": "2001-01-01T00:00:00Z", "isRemoved": true, "photoUrl": "//evil.example/x.png", "photoHash": "x",
			"isCanceled": true, "cancelationReason": "hijacked", "companyName": "hijacked", "moderators": []object{{"role": 1}}, "cost": 9999, "live": false, "nameKey": "a",
			"rowno": 1, "seq": 1, "deletedAt": 1, "headAddress": object{"country": "hijacked"},
		} {
			for _, spelling := range []string{name, strings.ToUpper(name[:1]) + name[1:], snake.ReplaceAllStringFunc(name, func(c string) string { return "_" + strings.ToLower(c) })} {
				hostile[spelling] = value
			}
		}
		term := object{"projectId": s.project, "subscriptionId": s.subscription, "startAt": "2026-11-01T00:00:00Z", "endAt": "2027-11-01T00:00:00Z", "autoRenew": false, "price": 1}
		for path, body := range map[string]object{
			"/company":              {"name": "N"},
			"/project":              {"companyId": s.company, "name": "N"},
			"/product":              {"categoryName": "Hardware", "name": "N", "status": 0},
			"/subscription":         {"categoryName": "Hosting", "name": "N", "status": 0, "cost": 5},
			"/project/product":      {"projectId": s.project, "productId": s.product, "price": 1, "cost": 1, "status": 0},
			"/project/subscription": term,
		} {
			var made [2]object
			for i, more := range []object{{}, hostile} {
				sent := maps.Clone(more)
				maps.Copy(sent, body)
				s.post(path, sent).status(201).into(&made[i])
				sent["id"] = made[i]["id"]
				if path == "/company" || path == "/product" || path == "/subscription" {
					sent = object{"data": sent}
				}
				s.put(path, sent).status(200).into(&made[i])
				delete(made[i], "id")
			}
			if !reflect.DeepEqual(made[0], made[1]) {
				t.Errorf("%s without %v\nwith %v", path, made[0], made[1])
			}
		}
	})
}
