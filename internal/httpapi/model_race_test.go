package httpapi_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"btracker/internal/apitest"
)

// Of many edits of the same version, one succeeds, and the others get a conflict.
func TestNoUpdateIsLost(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		ids := func(kind string) string { return w.IDs[kind][apitest.Own] }
		for name, edit := range map[string]struct {
			path string
			body object
			data bool // wrapped in data
		}{
			"company":             {"/company", object{"id": ids("company"), "name": "X"}, true},
			"project":             {"/project", object{"id": ids("project"), "name": "X"}, false},
			"product":             {"/product", object{"id": ids("product"), "categoryName": ids("productCategory"), "name": "X", "status": 0}, true},
			"subscription":        {"/subscription", object{"id": ids("subscription"), "categoryName": ids("subscriptionCategory"), "name": "X", "status": 0, "cost": 1}, true},
			"projectProduct":      {"/project/product", object{"id": ids("projectProduct"), "price": 1, "cost": 1, "status": 1}, false},
			"projectSubscription": {"/project/subscription", w.Term(object{"id": ids("projectSubscription")}), false},
			"companyModerator":    {"/company/moderator", object{"id": ids("companyLink"), "role": 0}, false},
			"projectModerator":    {"/project/moderator", object{"id": ids("projectLink"), "role": 0}, false},
			"user":                {"/UserManagement", object{"email": ids("user"), "displayName": "X", "gender": 0}, false},
			"account":             {"/account/profile", object{"displayName": "X", "gender": 0}, false},
		} {
			for round := 1; round <= 2; round++ { // each edit makes the next version
				statuses := api.Together(6, func(i int) int {
					body := maps.Clone(edit.body)
					text := fmt.Sprint(round, i) // an edit that changes nothing would make no version
					body["version"], body["name"], body["details"], body["lastName"] = round, text, text, text
					if edit.data {
						return w.Admin.Put(edit.path, object{"data": body}).Code
					}
					return w.Admin.Put(edit.path, body).Code
				})
				if statuses[200] != 1 || statuses[409] != 5 {
					t.Errorf("%s, version %d: %v", name, round, statuses)
				}
			}
		}
	})
}

// A notification is raised once, by many scans and edits at the same time.
func TestManyRaiseTheSameNotification(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		now := api.Clock.Now()
		sub := func(days int, renews bool) string {
			return s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 5,
				"startAt": now, "endAt": now.AddDate(0, 0, days), "autoRenew": renews})
		}
		ends, soon, renews := sub(20, false), sub(30, false), sub(20, true)
		api.Clock.Advance(21 * 24 * time.Hour)
		s.Client = api.Admin()
		api.Together(8, func(i int) int {
			if i%4 == 3 { // an edit that makes nothing new due
				return s.Put("/project/subscription", object{"id": soon, "price": 5, "startAt": now, "endAt": now.AddDate(0, 0, 30), "autoRenew": false}).Status(200).Code
			}
			if err := api.App.ScanSubscriptions(t.Context()); err != nil {
				t.Error(err)
			}
			return 0
		})
		for id, kind := range map[string]string{ends: "ended", soon: "endingSoon", renews: "renewed"} {
			if n := api.Count(`SELECT count(*) FROM notification WHERE item_id = $1`, id); n != 1 {
				t.Errorf("%s: %d notifications", kind, n)
			}
			if n := api.Count(`SELECT count(*) FROM notification WHERE item_id = $1 AND kind = $2`, id, kind); n != 1 {
				t.Errorf("%s: %d of its kind", kind, n)
			}
		}
		if periods, err := api.Store.SubscriptionPeriods(t.Context(), renews, 10); err != nil || len(periods) != 2 {
			t.Errorf("periods %+v, %v", periods, err)
		}
		if n := api.Count(`SELECT count(*) FROM change WHERE request_id = 'scan' AND entity_id IN ($1, $2)`, ends, renews); n != 2 {
			t.Errorf("%d changes by the scans", n)
		}
	})
}
