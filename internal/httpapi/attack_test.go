package httpapi_test

import (
	"maps"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// A field takes exactly one plain ASCII address, so that a mail has one recipient, and no address looks like another.
func TestHostileAddresses(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin, anonymous := api.Admin(), api.Anonymous()
		const notAnAddress = "Email value is not an email format."
		for _, email := range []string{
			apitest.AdminEmail + ",evil@example.com", apitest.AdminEmail + ";evil@example.com", apitest.AdminEmail + " evil@example.com",
			"evil@example.com," + apitest.AdminEmail, "<" + apitest.AdminEmail + ">", "Ada <" + apitest.AdminEmail + ">", `"a b"@example.com`,
			"аdmin@example.com" /* Cyrillic a */, "admin@exаmple.com", "admın@example.com" /* dotless i */, "admin@example.com\u200b", "ａdmin@example.com",
			"admin@[127.0.0.1]", "admin@example.com@evil.example",
		} {
			anonymous.Post("/account/requestPassReset", object{"email": email}).FieldError("Email", notAnAddress)
			admin.Post("/UserManagement", object{"email": email, "displayName": "E", "gender": 0}).FieldError("Email", notAnAddress)
			anonymous.Login(email, apitest.Password).FieldError("Email", notAnAddress)
		}
		for _, email := range []string{apitest.AdminEmail + "\r\nBcc: evil@example.com", apitest.AdminEmail + "\nX: y", apitest.AdminEmail + "\x00"} {
			anonymous.Post("/account/requestPassReset", object{"email": email}).Status(400)
			admin.Post("/UserManagement", object{"email": email, "displayName": "E", "gender": 0}).Status(400)
		}
		// A list in place of a value is refused.
		anonymous.Post("/account/requestPassReset", object{"email": []string{apitest.AdminEmail, "evil@example.com"}}).Status(400)
		anonymous.Post("/account/requestPassReset", `{"email":"`+apitest.AdminEmail+`","email":"evil@example.com"}`).Status(400)
		if len(api.Mail.Jobs) != 0 {
			t.Errorf("queued: %v", api.Mail.Jobs)
		}
		admin.Post("/UserManagement", object{"email": strings.ToUpper(apitest.AdminEmail), "displayName": "Twin", "gender": 0}).Status(400)
	})
}

// An open page gets no events from the moment its user loses the right to see it.
func TestLostRightsSilenceAnOpenPage(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("second@example.com", "Second", true)
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		link := admin.AddModerator(company, apitest.UserEmail, tracker.RoleOwner)
		p := apitest.LivePages(t, api, apitest.AdminEmail, apitest.UserEmail, "second@example.com")
		rename := func(name string, told ...string) {
			t.Helper()
			admin.Put("/company", object{"data": object{"id": company, "name": name}}).Status(200)
			p.Changed("company", company, "edit", told...)
		}
		rename("Everybody's", apitest.AdminEmail, apitest.UserEmail, "second@example.com")

		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		p.SkipTo(admin, "second@example.com")
		rename("Not the former owner's", apitest.AdminEmail, "second@example.com")

		admin.Put("/UserManagement/admin", object{"email": "second@example.com", "isAdmin": false}).Status(200)
		p.SkipTo(admin, apitest.AdminEmail)
		rename("The administrator's alone", apitest.AdminEmail)
		p.NothingMore(admin)
	})
}

// A field that only the server sets is ignored in a request, in any spelling.
func TestServersFieldsAreNotAssigned(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
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
		term := object{"projectId": s.Project, "subscriptionId": s.Subscription, "startAt": "2026-11-01T00:00:00Z", "endAt": "2027-11-01T00:00:00Z", "autoRenew": false, "price": 1}
		for path, body := range map[string]object{
			"/company":              {"name": "N"},
			"/project":              {"companyId": s.Company, "name": "N"},
			"/product":              {"categoryName": "Hardware", "name": "N", "status": 0},
			"/subscription":         {"categoryName": "Hosting", "name": "N", "status": 0, "cost": 5},
			"/project/product":      {"projectId": s.Project, "productId": s.Product, "price": 1, "cost": 1, "status": 0},
			"/project/subscription": term,
		} {
			var made [2]object
			for i, more := range []object{{}, hostile} {
				sent := maps.Clone(more)
				maps.Copy(sent, body)
				s.Post(path, sent).Status(201).Into(&made[i])
				sent["id"] = made[i]["id"]
				if path == "/company" || path == "/product" || path == "/subscription" {
					sent = object{"data": sent}
				}
				s.Put(path, sent).Status(200).Into(&made[i])
				delete(made[i], "id")
			}
			if !reflect.DeepEqual(made[0], made[1]) {
				t.Errorf("%s without %v\nwith %v", path, made[0], made[1])
			}
		}
	})
}
