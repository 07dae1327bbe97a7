package notify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestNotifications(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, user := api.Admin(), api.SignIn(apitest.UserEmail)
		company := admin.AddCompany("Acme")
		link := admin.AddModerator(company, apitest.UserEmail, tracker.RoleSupport)
		admin.AddModerator(admin.AddCompany("Another"), apitest.UserEmail, tracker.RoleOwner) // this does not show the first company
		project := api.AddProject(company, "p")
		for i := range 30 {
			api.Notify(fmt.Sprintf("u%02d", i), apitest.UserEmail, project)
		}
		api.Notify("a1", apitest.AdminEmail, project)

		list := func(c *apitest.Client, query string) (ids string, p tracker.Pagination) {
			t.Helper()
			var page tracker.Page[tracker.Notification]
			answer := c.Get("/notification" + query).Status(200).Into(&page)
			for _, n := range page.Data {
				ids += n.ID + " "
			}
			if header := answer.Header().Get("Pagination"); header != fmt.Sprintf(`{"totalItems":%d,"totalPages":%d,"currentPage":%d,"itemsPerPage":%d}`,
				page.Pagination.TotalItems, page.Pagination.TotalPages, page.Pagination.CurrentPage, page.Pagination.ItemsPerPage) {
				t.Errorf("%s: header %s, body %+v", query, header, page.Pagination)
			}
			return strings.TrimSpace(ids), page.Pagination
		}
		ids, p := list(user, "")
		if !strings.HasPrefix(ids, "u29 u28") || !strings.HasSuffix(ids, "u05") || p != (tracker.Pagination{TotalItems: 30, TotalPages: 2, CurrentPage: 1, ItemsPerPage: 25}) {
			t.Errorf("first page %s, %+v", ids, p)
		}
		if ids, _ := list(user, "?PageNumber=2"); ids != "u04 u03 u02 u01 u00" {
			t.Errorf("second page %s", ids)
		}
		if ids, _ := list(admin, "?UnreadOnly=true"); ids != "a1" {
			t.Errorf("the administrator's %s", ids)
		}
		if ids, p := list(user, "?Search=+TITLE+u1&SortBy=createdAt&SortDescending=false&PageSize=3"); ids != "u10 u11 u12" || p.TotalItems != 10 {
			t.Errorf("found %s of %d", ids, p.TotalItems)
		}
		if ids, p := list(user, "?Search=%25"); ids != "" || p.TotalItems != 0 {
			t.Errorf("found %s of %d", ids, p.TotalItems)
		}
		user.Get("/notification?SortBy=bogus").FieldError("SortBy", "Sort By must be one of provided options.")
		user.Get("/notification?SortDescending=maybe").FieldError("SortDescending", "Sort Descending must be true or false.")
		user.Get("/notification?UnreadOnly=maybe").FieldError("UnreadOnly", "Unread Only must be true or false.")

		var viewed, again tracker.Notification
		user.Put("/notification", object{"notificationId": "u29"}).Status(200).Into(&viewed)
		if !viewed.IsViewed || viewed.ViewedAt == nil || viewed.ItemParentID != nil || viewed.ItemID != nil { // there is no such subscription
			t.Errorf("viewed %+v", viewed)
		}
		api.Clock.Advance(time.Minute)
		user.Put("/notification", object{"notificationId": "u29"}).Status(200).Into(&again)
		if !again.ViewedAt.Equal(*viewed.ViewedAt) {
			t.Errorf("viewed again at %s, first at %s", again.ViewedAt, viewed.ViewedAt)
		}
		if ids, p := list(user, "?UnreadOnly=true&PageSize=1"); ids != "u28" || p.TotalItems != 29 {
			t.Errorf("unread %s of %d", ids, p.TotalItems)
		}
		if ids, _ := list(user, "?UnreadOnly=false&PageSize=1"); ids != "u29" {
			t.Errorf("all: %s", ids)
		}
		// Everyone sees only their own notifications, administrators too.
		for _, c := range []*apitest.Client{admin, user} {
			for _, id := range []string{map[*apitest.Client]string{admin: "u01", user: "a1"}[c], "unknown"} {
				c.Put("/notification", object{"notificationId": id}).Problem(404, "notFound")
			}
		}
		if n := api.Count(`SELECT count(*) FROM notification WHERE viewed_at IS NOT NULL`); n != 1 {
			t.Errorf("%d are viewed", n)
		}

		// A notification is listed only while the recipient may see its project.
		admin.Delete("/company/moderator", object{"id": link}).Status(204)
		if ids, p := list(user, ""); ids != "" || p.TotalItems != 0 {
			t.Errorf("after the link is gone: %s, %+v", ids, p)
		}
		user.Put("/notification", object{"notificationId": "u01"}).Problem(404, "notFound")
		admin.AddModerator(company, apitest.UserEmail, tracker.RoleNone)
		if _, p := list(user, ""); p.TotalItems != 30 {
			t.Errorf("seen again: %+v", p)
		}
	})
}

// A notification about a removed subscription stays readable, without a link.
func TestNotificationOfASubscriptionThatIsGone(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		id := s.AttachSubscription(5, false)
		only := func() tracker.Notification {
			t.Helper()
			var page tracker.Page[tracker.Notification]
			s.Get("/notification").Status(200).Into(&page)
			if len(page.Data) != 1 || !strings.HasPrefix(page.Data[0].Details, "Server of Site (Shop)") {
				t.Fatalf("notifications %+v", page.Data)
			}
			return page.Data[0]
		}
		if n := only(); n.ItemID == nil || *n.ItemID != id || n.ItemParentID == nil || *n.ItemParentID != s.Project {
			t.Errorf("attached: %+v", n)
		}
		if got := s.Get("/notification/export").Status(200).Body.String(); !strings.Contains(got, s.Project+","+id) {
			t.Errorf("exported: %s", got)
		}
		s.Delete("/project/subscription", object{"id": id}).Status(204)
		n := only()
		if n.ItemID != nil || n.ItemParentID != nil {
			t.Errorf("gone: %+v", n)
		}
		if got := s.Get("/notification/export").Status(200).Body.String(); !strings.Contains(got, n.ID) || strings.Contains(got, id) {
			t.Errorf("exported: %s", got)
		}
		s.Put("/notification", object{"notificationId": n.ID}).Status(200).Into(&n)
		if !n.IsViewed || n.ItemID != nil {
			t.Errorf("viewed: %+v", n)
		}
		s.Put("/project/subscription/restore", object{"id": id}).Status(200)
		if n := only(); n.ItemID == nil || *n.ItemID != id || !n.IsViewed {
			t.Errorf("brought back: %+v", n)
		}
	})
}
