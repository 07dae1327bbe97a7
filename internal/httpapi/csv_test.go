package httpapi_test

import (
	"testing"

	"btracker/internal/tracker"
)

// An export holds what the list of the same caller shows, all pages of it.
func TestExportsOfCategoriesAndNotifications(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		api.addUser("plain@example.com", "Plain", false)
		admin := api.admin()
		company := admin.addCompany("Acme")
		admin.addModerator(company, userEmail, tracker.RoleSupport)
		moderator, plain := api.signIn(userEmail), api.signIn("plain@example.com")
		for _, kind := range []string{"product", "subscription"} {
			for _, name := range []string{"Printers", "=1+1"} {
				admin.post("/"+kind+"/categories", object{"name": name}).status(201)
			}
			path := "/" + kind + "/categories/export"
			for _, c := range []struct {
				caller *client
				query  string
				want   string
			}{
				{admin, "", "Name,Removed At\n'=1+1,\nPrinters,\n"},
				{moderator, "?SortDescending=true", "Name,Removed At\nPrinters,\n'=1+1,\n"},
				{moderator, "?Search=pri", "Name,Removed At\nPrinters,\n"},
				{moderator, "?Removed=only", "Name,Removed At\n"},
				{plain, "", "Name,Removed At\n"},
			} {
				if got := c.caller.get(path + c.query).status(200).Body.String(); got != c.want {
					t.Errorf("%s%s: %q, want %q", path, c.query, got, c.want)
				}
			}
			admin.get(path + "?SortBy=price").status(400)
		}

		project := api.addProject(company, "p")
		api.notify("n1", userEmail, project)
		api.notify("n2", userEmail, project)
		moderator.put("/notification", object{"notificationId": "n1"}).status(200)
		const (
			header = "Id,Title,Details,Created At,Viewed At,Project Id,Project Subscription Id\n"
			viewed = "n1,Title n1,Details,2026-11-15T12:00:00Z,2026-11-15T12:00:02Z,project-p,item-n1\n"
			unread = "n2,Title n2,Details,2026-11-15T12:00:01Z,,project-p,item-n2\n"
		)
		for query, want := range map[string]string{"": header + unread + viewed, "?UnreadOnly=true": header + unread} {
			if got := moderator.get("/notification/export" + query).status(200).Body.String(); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		if got := plain.get("/notification/export").status(200).Body.String(); got != header {
			t.Errorf("somebody else's: %q", got)
		}
		moderator.get("/notification/export?UnreadOnly=maybe").status(400)
	})
}
