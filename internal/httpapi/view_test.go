package httpapi_test

import (
	"fmt"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

func (c *client) addView(body object) (v tracker.SavedView) {
	c.api.t.Helper()
	c.post("/view", merged(object{"list": "company", "name": "Mine", "query": "Search=a&SortBy=name"}, body)).status(201).into(&v)
	return v
}

// views are the names of the views that a client sees; a default one has a star.
func (c *client) views(query string) string {
	c.api.t.Helper()
	var list []tracker.SavedView
	c.get("/view" + query).status(200).into(&list)
	var names []string
	for _, v := range list {
		name := v.Name
		if v.IsDefault {
			name += "*"
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

func TestSavedViews(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("mia@example.com", "Mia", false)
		api.addUser("otto@example.com", "Otto", false)
		admin, mia, otto := api.admin(), api.signIn("mia@example.com"), api.signIn("otto@example.com")
		expect := func(c *client, query, want string) {
			t.Helper()
			if got := c.views(query); got != want {
				t.Errorf("views%s: %q, want %q", query, got, want)
			}
		}
		own := mia.addView(object{"name": "b", "isDefault": true})
		if !own.IsOwn || !own.IsDefault || own.IsShared || own.Version != 1 || own.Query != "Search=a&SortBy=name" {
			t.Errorf("saved: %+v", own)
		}
		mia.addView(object{"name": "A", "isDefault": true}) // takes the place of the default
		mia.addView(object{"name": "c", "list": "project", "isDefault": true})
		expect(mia, "", "A* b c*")
		expect(mia, "?List=project", "c*")
		expect(otto, "", "")
		expect(admin, "", "")
		mia.get("/view?List=nothing").status(400)

		// Somebody else's view does not exist.
		edit := object{"id": own.ID, "name": "taken"}
		otto.put("/view", edit).status(404)
		admin.put("/view", edit).status(404)
		otto.delete("/view", object{"id": own.ID}).status(204)
		expect(mia, "?List=company", "A* b")

		// Administrators alone share.
		mia.post("/view", object{"list": "company", "name": "x", "isShared": true}).status(403)
		mia.put("/view", object{"id": own.ID, "name": "b", "isShared": true}).status(403)
		shared := admin.addView(object{"name": "shared", "isShared": true})
		expect(otto, "", "shared")
		otto.put("/view", object{"id": shared.ID, "name": "mine"}).status(403)
		otto.delete("/view", object{"id": shared.ID}).status(403)

		// Everyone may begin with it, and that is nobody else's business.
		otto.put("/view", object{"id": shared.ID, "name": "shared", "version": shared.Version, "isDefault": true}).status(200)
		expect(otto, "", "shared*")
		expect(mia, "?List=company", "A* b shared")
		expect(admin, "", "shared")

		// Versions.
		admin.put("/view", object{"id": shared.ID, "name": "renamed", "version": 1}).status(200)
		var conflict struct{ Current tracker.SavedView }
		admin.put("/view", object{"id": shared.ID, "name": "again", "version": 1}).status(409).into(&conflict)
		if conflict.Current.Name != "renamed" || conflict.Current.Version != 2 {
			t.Errorf("current: %+v", conflict.Current)
		}
		mia.put("/view", object{"id": own.ID, "name": "b", "list": "project"}).status(400)

		// What is not shared any more is no longer anyone else's default.
		admin.put("/view", object{"id": shared.ID, "name": "renamed", "isShared": false}).status(200)
		expect(otto, "", "")
		admin.put("/view", object{"id": shared.ID, "name": "renamed", "isShared": true}).status(200)
		expect(otto, "", "renamed")
		admin.delete("/view", object{"id": shared.ID}).status(204)
		expect(otto, "", "")

		// Bad values, kept texts.
		mia.post("/view", object{"list": "nothing", "name": "x"}).status(400)
		mia.post("/view", object{"list": "company", "name": ""}).status(400)
		mia.post("/view", object{"list": "company", "name": "x", "query": strings.Repeat("a", tracker.MaxQuery+1)}).status(400)
		mia.post("/view", object{"list": "company", "name": "x", "query": "a\nb"}).status(400)
		odd := mia.addView(object{"name": "odd", "query": "'; DROP TABLE saved_view; --&Search=%zz"})
		if odd.Query != "'; DROP TABLE saved_view; --&Search=%zz" {
			t.Errorf("kept %q", odd.Query)
		}

		// The history does not list views, nor does the log keep their content.
		var changes []tracker.Change
		admin.get("/change").status(200).into(&changes)
		if len(changes) != 0 {
			t.Errorf("changes: %+v", changes)
		}
		if n := api.count("SELECT count(*) FROM change WHERE entity = 'view' AND (before IS NOT NULL OR after IS NOT NULL OR entity_name IS NOT NULL)"); n != 0 {
			t.Errorf("%d changes hold a view", n)
		}
	})
}

func TestSavedViewsAreFew(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("mia@example.com", "Mia", false)
		admin, mia := api.admin(), api.signIn("mia@example.com")
		for i := range tracker.MaxViews {
			mia.addView(object{"name": fmt.Sprint(i)})
			admin.addView(object{"name": fmt.Sprint(i), "isShared": true})
		}
		for _, c := range []*client{mia, admin} {
			c.post("/view", object{"list": "company", "name": "one more"}).status(422)
		}
		var list []tracker.SavedView
		mia.get("/view").status(200).into(&list)
		if len(list) != 2*tracker.MaxViews {
			t.Errorf("%d views in one page", len(list))
		}
	})
}

func TestOpenPagesAreToldOfViews(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser("mia@example.com", "Mia", false)
		api.addUser("otto@example.com", "Otto", false)
		admin := api.admin()
		p := livePages(t, api, adminEmail, "mia@example.com", "otto@example.com")
		private := admin.addView(object{})
		p.changed("view", private.ID, "saveView", adminEmail)
		admin.put("/view", object{"id": private.ID, "name": "Mine", "isShared": true}).status(200)
		p.changed("view", private.ID, "shareView", adminEmail, "mia@example.com", "otto@example.com")
		admin.delete("/view", object{"id": private.ID}).status(204)
		p.changed("view", private.ID, "shareView", adminEmail, "mia@example.com", "otto@example.com")
		p.nothingMore(admin)
	})
}
