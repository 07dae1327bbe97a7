package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

func TestUserList(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for _, name := range []string{"Zoe", "bob", "Émile"} {
			api.addUser(strings.ToLower(strings.ReplaceAll(name, "É", "e"))+"@example.com", name, false)
		}
		names := func(query string) string {
			t.Helper()
			var list []tracker.User
			answer := admin.get("/UserManagement" + query).status(200).into(&list)
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
			"":                                     "Ada Admin|bob|Zoe|Émile",
			"?SortBy=email":                        "Ada Admin|bob|Émile|Zoe",
			"?SortBy=createdAt&PageSize=1":         "Ada Admin",
			"?SortDescending=true&PageSize=2":      "Émile|Zoe",
			"?Search=ZOE":                          "Zoe",
			"?Search=bob%40ex":                     "bob",
			"?Search=nobody":                       "",
			"?PageSize=2&PageNumber=2":             "Zoe|Émile",
			"?Removed=only&CompanyId=x&PageSize=1": "Ada Admin",
		} {
			if got := names(query); got != want {
				t.Errorf("%s: %s, want %s", query, got, want)
			}
		}
		admin.get("/UserManagement?SortBy=isAdmin").fieldError("SortBy", "Sort By must be one of provided options.")
	})
}

func TestUserPicker(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		for _, name := range []string{"owner", "manager", "support", "plain"} {
			api.addUser(name+"@example.com", name, false)
		}
		for i := range 12 {
			api.addUser(fmt.Sprintf("many%02d@example.com", i), "Many", false)
		}
		api.addUser("many_off@example.com", "Off", false)
		api.exec(`UPDATE users SET disabled_at = 1 WHERE email = 'many_off@example.com'`)
		company := admin.addCompany("Acme")
		admin.addModerator(company, "owner@example.com", tracker.RoleOwner)
		admin.addModerator(company, "manager@example.com", tracker.RoleManager)
		admin.addModerator(company, "support@example.com", tracker.RoleSupport)

		owner, manager := api.signIn("owner@example.com"), api.signIn("manager@example.com")
		for _, c := range []*client{owner, manager} {
			var picked []map[string]string
			c.get("/UserManagement?Search=PLA").status(200).into(&picked)
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
				if c.get("/UserManagement" + query).status(200).into(&picked); len(picked) != want || picked == nil {
					t.Errorf("%s: %d, want %d", query, len(picked), want)
				}
			}
		}
		for _, name := range []string{"support", "plain"} {
			api.signIn(name+"@example.com").get("/UserManagement?Search=plain").problem(403, "forbidden")
		}
		// Without the company they have no right to it.
		admin.delete("/company", object{"id": company}).status(200)
		owner.get("/UserManagement?Search=plain").problem(403, "forbidden")
	})
}

func TestIsClient(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, user := api.admin(), api.signIn(userEmail)
		isClient := func(c *client) bool {
			t.Helper()
			var a tracker.Account
			c.get("/account").status(200).into(&a)
			return a.IsClient
		}
		company := admin.addCompany("Acme")
		before := isClient(user)
		link := admin.addModerator(company, userEmail, tracker.RoleNone)
		admin.addModerator(company, adminEmail, tracker.RoleOwner)
		during := isClient(user)
		admin.delete("/company", object{"id": company}).status(200)
		gone := isClient(user)
		admin.put("/company/restore", object{"id": company}).status(200)
		restored := isClient(user)
		admin.delete("/company/moderator", object{"id": link}).status(204)
		if before || !during || gone || !restored || isClient(user) || isClient(admin) {
			t.Errorf("before %v, with a link %v, company gone %v, back %v, link gone %v, administrator %v", before, during, gone, restored, isClient(user), isClient(admin))
		}
	})
}

func TestStatistics(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser("plain@example.com", "Plain", false)
		admin := api.admin()
		mine, other, marked, gone := admin.addCompany("Mine"), admin.addCompany("Other"), admin.addCompany("Marked"), admin.addCompany("Gone")
		for _, id := range []string{mine, marked, gone} {
			admin.addModerator(id, userEmail, tracker.RoleDesigner)
		}
		api.addProject(mine, "one")
		api.addProject(other, "two")
		api.addProject(marked, "three")
		admin.delete("/company", object{"id": marked}).status(200)
		admin.delete("/company", object{"id": gone}).status(200)
		money := `"subscriptionsEndingInTwoWeeks":0,"projectsSubscriptionsCost":%[1]s,"projectsSubscriptionsPrice":0,"projectsProductsCost":%[1]s,"projectsProductsPrice":0,` +
			`"productCategories":0,"products":0,"subscriptionCategories":0,"subscriptions":0`
		seen, hidden := fmt.Sprintf(money, "0"), fmt.Sprintf(money, "null")
		for who, want := range map[string]string{
			adminEmail:          `{"companies":2,"projects":2,` + seen + `,"adminUsers":1,"allUsers":3,"currencyName":"USD"}`,
			userEmail:           `{"companies":1,"projects":1,` + hidden + `,"adminUsers":null,"allUsers":null,"currencyName":"USD"}`,
			"plain@example.com": `{"companies":0,"projects":0,` + hidden + `,"adminUsers":null,"allUsers":null,"currencyName":"USD"}`,
		} {
			if got := api.signIn(who).get("/dashboard/statistics").status(200).Body.String(); got != want {
				t.Errorf("%s: %s, want %s", who, got, want)
			}
		}
	})
}
