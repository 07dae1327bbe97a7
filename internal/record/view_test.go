package record_test

import (
	"fmt"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func addView(c *apitest.Client, body object) (v tracker.SavedView) {
	c.API.T.Helper()
	c.Post("/view", apitest.Merged(object{"list": "company", "name": "Mine", "query": "Search=a&SortBy=name"}, body)).Status(201).Into(&v)
	return v
}

// viewsFor are the names of the views that a client sees; a default one has a star.
func viewsFor(c *apitest.Client, query string) string {
	c.API.T.Helper()
	var list []tracker.SavedView
	c.Get("/view" + query).Status(200).Into(&list)
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
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("mia@example.com", "Mia", false)
		api.AddUser("otto@example.com", "Otto", false)
		admin, mia, otto := api.Admin(), api.SignIn("mia@example.com"), api.SignIn("otto@example.com")
		expect := func(c *apitest.Client, query, want string) {
			t.Helper()
			if got := viewsFor(c, query); got != want {
				t.Errorf("views%s: %q, want %q", query, got, want)
			}
		}
		own := addView(mia, object{"name": "b", "isDefault": true})
		if !own.IsOwn || !own.IsDefault || own.IsShared || own.Version != 1 || own.Query != "Search=a&SortBy=name" {
			t.Errorf("saved: %+v", own)
		}
		addView(mia, object{"name": "A", "isDefault": true}) // takes the place of the default
		addView(mia, object{"name": "c", "list": "project", "isDefault": true})
		expect(mia, "", "A* b c*")
		expect(mia, "?List=project", "c*")
		expect(otto, "", "")
		expect(admin, "", "")
		mia.Get("/view?List=nothing").Status(400)

		// Somebody else's view does not exist.
		edit := object{"id": own.ID, "name": "taken"}
		otto.Put("/view", edit).Status(404)
		admin.Put("/view", edit).Status(404)
		otto.Delete("/view", object{"id": own.ID}).Status(204)
		expect(mia, "?List=company", "A* b")

		// Administrators alone share.
		mia.Post("/view", object{"list": "company", "name": "x", "isShared": true}).Status(403)
		mia.Put("/view", object{"id": own.ID, "name": "b", "isShared": true}).Status(403)
		shared := addView(admin, object{"name": "shared", "isShared": true})
		expect(otto, "", "shared")
		otto.Put("/view", object{"id": shared.ID, "name": "mine"}).Status(403)
		otto.Delete("/view", object{"id": shared.ID}).Status(403)

		// Everyone may begin with it, and that is nobody else's business.
		otto.Put("/view", object{"id": shared.ID, "name": "shared", "version": shared.Version, "isDefault": true}).Status(200)
		expect(otto, "", "shared*")
		expect(mia, "?List=company", "A* b shared")
		expect(admin, "", "shared")

		// Versions.
		admin.Put("/view", object{"id": shared.ID, "name": "renamed", "version": 1}).Status(200)
		var conflict struct{ Current tracker.SavedView }
		admin.Put("/view", object{"id": shared.ID, "name": "again", "version": 1}).Status(409).Into(&conflict)
		if conflict.Current.Name != "renamed" || conflict.Current.Version != 2 {
			t.Errorf("current: %+v", conflict.Current)
		}
		mia.Put("/view", object{"id": own.ID, "name": "b", "list": "project"}).Status(400)

		// What is not shared any more is no longer anyone else's default.
		admin.Put("/view", object{"id": shared.ID, "name": "renamed", "isShared": false}).Status(200)
		expect(otto, "", "")
		admin.Put("/view", object{"id": shared.ID, "name": "renamed", "isShared": true}).Status(200)
		expect(otto, "", "renamed")
		admin.Delete("/view", object{"id": shared.ID}).Status(204)
		expect(otto, "", "")

		// Bad values, kept texts.
		mia.Post("/view", object{"list": "nothing", "name": "x"}).Status(400)
		mia.Post("/view", object{"list": "company", "name": ""}).Status(400)
		mia.Post("/view", object{"list": "company", "name": "x", "query": strings.Repeat("a", tracker.MaxQuery+1)}).Status(400)
		mia.Post("/view", object{"list": "company", "name": "x", "query": "a\nb"}).Status(400)
		odd := addView(mia, object{"name": "odd", "query": "'; DROP TABLE saved_view; --&Search=%zz"})
		if odd.Query != "'; DROP TABLE saved_view; --&Search=%zz" {
			t.Errorf("kept %q", odd.Query)
		}

		// The history does not list views, nor does the log keep their content.
		var changes []tracker.Change
		admin.Get("/change").Status(200).Into(&changes)
		if len(changes) != 0 {
			t.Errorf("changes: %+v", changes)
		}
		if n := api.Count("SELECT count(*) FROM change WHERE entity = 'view' AND (before IS NOT NULL OR after IS NOT NULL OR entity_name IS NOT NULL)"); n != 0 {
			t.Errorf("%d changes hold a view", n)
		}
	})
}

func TestSavedViewsAreFew(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("mia@example.com", "Mia", false)
		admin, mia := api.Admin(), api.SignIn("mia@example.com")
		for i := range tracker.MaxViews {
			addView(mia, object{"name": fmt.Sprint(i)})
			addView(admin, object{"name": fmt.Sprint(i), "isShared": true})
		}
		for _, c := range []*apitest.Client{mia, admin} {
			c.Post("/view", object{"list": "company", "name": "one more"}).Status(422)
		}
		var list []tracker.SavedView
		mia.Get("/view").Status(200).Into(&list)
		if len(list) != 2*tracker.MaxViews {
			t.Errorf("%d views in one page", len(list))
		}
	})
}

func TestOpenPagesAreToldOfViews(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("mia@example.com", "Mia", false)
		api.AddUser("otto@example.com", "Otto", false)
		admin := api.Admin()
		p := apitest.LivePages(t, api, apitest.AdminEmail, "mia@example.com", "otto@example.com")
		private := addView(admin, object{})
		p.Changed("view", private.ID, "saveView", apitest.AdminEmail)
		admin.Put("/view", object{"id": private.ID, "name": "Mine", "isShared": true}).Status(200)
		p.Changed("view", private.ID, "shareView", apitest.AdminEmail, "mia@example.com", "otto@example.com")
		admin.Delete("/view", object{"id": private.ID}).Status(204)
		p.Changed("view", private.ID, "shareView", apitest.AdminEmail, "mia@example.com", "otto@example.com")
		p.NothingMore(admin)
	})
}
