package httpapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// notify raises a notification about a project.
func (api *testAPI) notify(id, recipient, projectID string) {
	api.t.Helper()
	item := "item-" + id
	err := api.store.Write(api.t.Context(), func(tx *store.Tx) error {
		raised, err := tx.InsertNotifications(api.t.Context(), 1, []store.NewNotification{{
			Notification: tracker.Notification{ID: id, Title: "Title " + id, Details: "Details", CreatedAt: api.clock.Now(), ItemID: &item, ItemParentID: &projectID},
			RecipientID:  "user-" + recipient, Kind: "ending", Threshold: api.clock.Now()}})
		if err == nil && raised == 0 {
			err = fmt.Errorf("%s is there already", id)
		}
		return err
	})
	if err != nil {
		api.t.Fatal(err)
	}
	api.clock.Advance(time.Second)
}

func TestNotifications(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, user := api.admin(), api.signIn(userEmail)
		company := admin.addCompany("Acme")
		link := admin.addModerator(company, userEmail, tracker.RoleSupport)
		admin.addModerator(admin.addCompany("Another"), userEmail, tracker.RoleOwner) // this does not show the first company
		project := api.addProject(company, "p")
		for i := range 30 {
			api.notify(fmt.Sprintf("u%02d", i), userEmail, project)
		}
		api.notify("a1", adminEmail, project)

		list := func(c *client, query string) (ids string, p tracker.Pagination) {
			t.Helper()
			var page tracker.Page[tracker.Notification]
			answer := c.get("/notification" + query).status(200).into(&page)
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
		user.get("/notification?SortBy=bogus").fieldError("SortBy", "Sort By must be one of provided options.")
		user.get("/notification?SortDescending=maybe").fieldError("SortDescending", "Sort Descending must be true or false.")
		user.get("/notification?UnreadOnly=maybe").fieldError("UnreadOnly", "Unread Only must be true or false.")

		var viewed, again tracker.Notification
		user.put("/notification", object{"notificationId": "u29"}).status(200).into(&viewed)
		if !viewed.IsViewed || viewed.ViewedAt == nil || viewed.ItemParentID != nil || viewed.ItemID != nil { // there is no such subscription
			t.Errorf("viewed %+v", viewed)
		}
		api.clock.Advance(time.Minute)
		user.put("/notification", object{"notificationId": "u29"}).status(200).into(&again)
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
		for _, c := range []*client{admin, user} {
			for _, id := range []string{map[*client]string{admin: "u01", user: "a1"}[c], "unknown"} {
				c.put("/notification", object{"notificationId": id}).problem(404, "notFound")
			}
		}
		if n := api.count(`SELECT count(*) FROM notification WHERE viewed_at IS NOT NULL`); n != 1 {
			t.Errorf("%d are viewed", n)
		}

		// A notification is listed only while the recipient may see its project.
		admin.delete("/company/moderator", object{"id": link}).status(204)
		if ids, p := list(user, ""); ids != "" || p.TotalItems != 0 {
			t.Errorf("after the link is gone: %s, %+v", ids, p)
		}
		user.put("/notification", object{"notificationId": "u01"}).problem(404, "notFound")
		admin.addModerator(company, userEmail, tracker.RoleNone)
		if _, p := list(user, ""); p.TotalItems != 30 {
			t.Errorf("seen again: %+v", p)
		}
	})
}

// A notification about a removed subscription stays readable, without a link.
func TestNotificationOfASubscriptionThatIsGone(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		id := s.attachSubscription(5, false)
		only := func() tracker.Notification {
			t.Helper()
			var page tracker.Page[tracker.Notification]
			s.get("/notification").status(200).into(&page)
			if len(page.Data) != 1 || !strings.HasPrefix(page.Data[0].Details, "Server of Site (Shop)") {
				t.Fatalf("notifications %+v", page.Data)
			}
			return page.Data[0]
		}
		if n := only(); n.ItemID == nil || *n.ItemID != id || n.ItemParentID == nil || *n.ItemParentID != s.project {
			t.Errorf("attached: %+v", n)
		}
		if got := s.get("/notification/export").status(200).Body.String(); !strings.Contains(got, s.project+","+id) {
			t.Errorf("exported: %s", got)
		}
		s.delete("/project/subscription", object{"id": id}).status(204)
		n := only()
		if n.ItemID != nil || n.ItemParentID != nil {
			t.Errorf("gone: %+v", n)
		}
		if got := s.get("/notification/export").status(200).Body.String(); !strings.Contains(got, n.ID) || strings.Contains(got, id) {
			t.Errorf("exported: %s", got)
		}
		s.put("/notification", object{"notificationId": n.ID}).status(200).into(&n)
		if !n.IsViewed || n.ItemID != nil {
			t.Errorf("viewed: %+v", n)
		}
		s.put("/project/subscription/restore", object{"id": id}).status(200)
		if n := only(); n.ItemID == nil || *n.ItemID != id || !n.IsViewed {
			t.Errorf("brought back: %+v", n)
		}
	})
}
