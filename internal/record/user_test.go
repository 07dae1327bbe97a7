package record_test

import (
	"fmt"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestUserList(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, name := range []string{"Zoe", "bob", "Émile"} {
			api.AddUser(strings.ToLower(strings.ReplaceAll(name, "É", "e"))+"@example.com", name, false)
		}
		admin.Post("/UserManagement", object{"email": "nils@example.com", "displayName": "Nils", "gender": 0}).Status(201)
		names := func(query string) string {
			t.Helper()
			var list []tracker.User
			answer := admin.Get("/UserManagement" + query).Status(200).Into(&list)
			var out []string
			for _, u := range list {
				out = append(out, u.DisplayName)
			}
			if strings.Contains(answer.Body.String(), "hash") || strings.Contains(answer.Body.String(), "user-") {
				t.Errorf("%s tells %s", query, answer.Body)
			}
			return strings.Join(out, "|")
		}
		for query, want := range map[string]string{
			"":                                     "Ada Admin|bob|Nils|Zoe|Émile",
			"?SortBy=email":                        "Ada Admin|bob|Émile|Nils|Zoe",
			"?SortBy=createdAt&PageSize=1":         "Ada Admin",
			"?SortDescending=true&PageSize=2":      "Émile|Zoe",
			"?Search=ZOE":                          "Zoe",
			"?Search=bob%40ex":                     "bob",
			"?Search=nobody":                       "",
			"?PageSize=2&PageNumber=2":             "Nils|Zoe",
			"?Removed=only&CompanyId=x&PageSize=1": "Ada Admin",
			"?Invited=true":                        "Nils",
			"?Invited=false&PageSize=1":            "Ada Admin",
			"?Invited=true&AdminsOnly=true":        "",
		} {
			if got := names(query); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		if csv := admin.Get("/UserManagement/export?Invited=true&Columns=email,lastSeenAt").Status(200).Body.String(); !strings.HasSuffix(csv, "\nnils@example.com,\n") && !strings.HasSuffix(csv, "\r\nnils@example.com,\r\n") {
			t.Errorf("exported %q", csv)
		}
		admin.Get("/UserManagement?SortBy=isAdmin").FieldError("SortBy", "Sort By must be one of provided options.")
	})
}

func TestUserPicker(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for _, name := range []string{"owner", "manager", "support", "plain"} {
			api.AddUser(name+"@example.com", name, false)
		}
		for i := range 12 {
			api.AddUser(fmt.Sprintf("many%02d@example.com", i), "Many", false)
		}
		api.AddUser("many_off@example.com", "Off", false)
		api.Exec(`UPDATE users SET disabled_at = 1 WHERE email = 'many_off@example.com'`)
		company := admin.AddCompany("Acme")
		admin.AddModerator(company, "owner@example.com", tracker.RoleOwner)
		admin.AddModerator(company, "manager@example.com", tracker.RoleManager)
		admin.AddModerator(company, "support@example.com", tracker.RoleSupport)

		owner, manager := api.SignIn("owner@example.com"), api.SignIn("manager@example.com")
		for _, c := range []*apitest.Client{owner, manager} {
			var picked []map[string]string
			c.Get("/UserManagement?Search=PLA").Status(200).Into(&picked)
			if len(picked) != 1 || len(picked[0]) != 2 || picked[0]["email"] != "plain@example.com" || picked[0]["displayName"] != "plain" {
				t.Errorf("picked %v", picked)
			}
			for query, want := range map[string]int{
				"":                                    0, // no one can read the whole directory
				"?Search=ma":                          0, // below three characters
				"?Search=many":                        10,
				"?Search=man&PageSize=200":            10,
				"?Search=man&PageSize=4&PageNumber=3": 2, // of ten at most
				"?Search=man&PageSize=4&PageNumber=4": 0,
				"?Search=example":                     0, // only the beginning counts
				"?Search=%25%25%25":                   0,
				"?Search=___":                         0,
				"?Search=many_off":                    0, // disabled
				"?Search=plain%40exam":                1,
			} {
				picked = nil
				if c.Get("/UserManagement" + query).Status(200).Into(&picked); len(picked) != want || picked == nil {
					t.Errorf("%s: %d, want %d", query, len(picked), want)
				}
			}
		}
		for _, name := range []string{"support", "plain"} {
			api.SignIn(name+"@example.com").Get("/UserManagement?Search=plain").Problem(403, "forbidden")
		}
		// Without the company they have no right to it.
		admin.Delete("/company", object{"id": company}).Status(200)
		owner.Get("/UserManagement?Search=plain").Problem(403, "forbidden")
	})
}

func TestIsClient(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, user := api.Admin(), api.SignIn(apitest.UserEmail)
		isClient := func(c *apitest.Client) bool {
			t.Helper()
			var a tracker.Account
			c.Get("/account").Status(200).Into(&a)
			return a.IsClient
		}
		company := admin.AddCompany("Acme")
		before := isClient(user)
		link := admin.AddModerator(company, apitest.UserEmail, tracker.RoleNone)
		admin.AddModerator(company, apitest.AdminEmail, tracker.RoleOwner)
		during := isClient(user)
		admin.Delete("/company", object{"id": company}).Status(200)
		gone := isClient(user)
		admin.Put("/company/restore", object{"id": company}).Status(200)
		restored := isClient(user)
		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		if before || !during || gone || !restored || isClient(user) || isClient(admin) {
			t.Errorf("before %v, with a link %v, company gone %v, back %v, link gone %v, administrator %v", before, during, gone, restored, isClient(user), isClient(admin))
		}
	})
}

func TestStatistics(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("plain@example.com", "Plain", false)
		admin := api.Admin()
		mine, other, marked, gone := admin.AddCompany("Mine"), admin.AddCompany("Other"), admin.AddCompany("Marked"), admin.AddCompany("Gone")
		for _, id := range []string{mine, marked, gone} {
			admin.AddModerator(id, apitest.UserEmail, tracker.RoleDesigner)
		}
		api.AddProject(mine, "one")
		api.AddProject(other, "two")
		api.AddProject(marked, "three")
		admin.Delete("/company", object{"id": marked}).Status(200)
		admin.Delete("/company", object{"id": gone}).Status(200)
		money := `"subscriptionsEndingInTwoWeeks":0,"projectsSubscriptionsCost":%[1]s,"projectsSubscriptionsPrice":0,"projectsProductsCost":%[1]s,"projectsProductsPrice":0,` +
			`"productCategories":0,"products":0,"subscriptionCategories":0,"subscriptions":0`
		seen, hidden := fmt.Sprintf(money, "0"), fmt.Sprintf(money, "null")
		for who, want := range map[string]string{
			apitest.AdminEmail:  `{"companies":2,"projects":2,` + seen + `,"adminUsers":1,"allUsers":3,"currencyName":"USD"}`,
			apitest.UserEmail:   `{"companies":1,"projects":1,` + hidden + `,"adminUsers":null,"allUsers":null,"currencyName":"USD"}`,
			"plain@example.com": `{"companies":0,"projects":0,` + hidden + `,"adminUsers":null,"allUsers":null,"currencyName":"USD"}`,
		} {
			if got := api.SignIn(who).Get("/dashboard/statistics").Status(200).Body.String(); got != want {
				t.Errorf("%s: %s, want %s", who, got, want)
			}
		}
	})
}
