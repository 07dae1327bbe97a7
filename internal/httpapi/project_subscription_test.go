package httpapi_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// The page of a subscription shows what it is worth a month, by when to cancel it, who is responsible, and its periods.
func TestSubscriptionDetails(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		now := api.clock.Now()
		start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, -2, 0)
		id := s.made("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 30, "startAt": start, "endAt": start.AddDate(0, 1, 0), "autoRenew": true, "noticeDays": 5})
		if err := api.app.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		read := func(c *client) (d tracker.SubscriptionDetails) {
			c.get("/project/subscription/" + id).status(200).into(&d)
			return d
		}
		d := read(s.client)
		if len(d.Periods) != 3 || !d.Periods[0].StartAt.Equal(d.StartAt) || !d.Periods[2].StartAt.Equal(start) || d.Periods[2].Price != 3000 || *d.Periods[2].Cost != *d.Cost {
			t.Errorf("periods %+v", d.Periods)
		}
		if d.State != tracker.StateRenews || d.MonthlyPrice != 3000 || *d.MonthlyCost != *d.Cost || *d.Margin != 3000-*d.Cost || !d.CancelBy.Equal(d.EndAt.AddDate(0, 0, -5)) {
			t.Errorf("%+v", d)
		}
		if d.CompanyID != s.company || d.CompanyName == "" || d.ProjectName == "" {
			t.Errorf("%+v", d)
		}

		// Those of the company are responsible while the project has none.
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "support": tracker.RoleSupport} {
			api.addUser(name+"@example.com", name, false)
			s.addModerator(s.company, name+"@example.com", role)
		}
		owner := tracker.Responsible{Email: "owner@example.com", DisplayName: "owner", Role: tracker.RoleOwner}
		if diff := cmp.Diff([]tracker.Responsible{owner}, read(s.client).Responsible); diff != "" {
			t.Error(diff)
		}
		s.post("/project/moderator", object{"id": s.project, "userEmail": "support@example.com", "role": tracker.RoleManager}).status(201)
		if diff := cmp.Diff([]tracker.Responsible{{Email: "support@example.com", DisplayName: "support", Role: tracker.RoleManager}}, read(s.client).Responsible); diff != "" {
			t.Error(diff)
		}

		api.addUser("designer@example.com", "designer", false)
		s.addModerator(s.company, "designer@example.com", tracker.RoleDesigner)
		d = read(api.signIn("designer@example.com"))
		if d.Cost != nil || d.MonthlyCost != nil || d.Margin != nil || d.Periods[0].Cost != nil || d.Periods[1].Cost != nil || d.MonthlyPrice != 3000 {
			t.Errorf("a designer sees %+v", d)
		}
		api.addUser("stranger@example.com", "stranger", false)
		api.signIn("stranger@example.com").get("/project/subscription/" + id).status(404)
		s.get("/project/subscription/dependants").status(404)
		s.get("/project/" + s.project + "/else").status(404)
		s.get("/project/" + s.project + "/dependants").status(200)

		// The notice of the catalogue holds for those without their own.
		var item object
		s.get("/subscription/" + s.subscription).status(200).into(&item)
		item["noticeDays"] = 30
		s.put("/subscription", object{"data": item}).status(200)
		other := s.made("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 12, "startAt": now.AddDate(0, 0, 1), "endAt": now.AddDate(1, 0, 1)})
		s.get("/project/subscription/" + other).status(200).into(&d)
		if d.State != tracker.StateNotStarted || d.MonthlyPrice != 0 || *d.Margin != 0 || !d.CancelBy.Equal(d.EndAt.AddDate(0, 0, -30)) {
			t.Errorf("not started: %+v", d)
		}
		s.put("/project/subscription/cancel", object{"id": id, "cancelationReason": "x"}).status(200)
		if d = read(s.client); d.State != tracker.StateCanceled || d.MonthlyPrice != 0 || *d.MonthlyCost != 0 {
			t.Errorf("canceled: %+v", d)
		}
		// Nothing runs below a company that is marked removed.
		third := s.made("/project/subscription", object{"projectId": s.project, "subscriptionId": s.subscription, "price": 12, "startAt": now, "endAt": now.AddDate(1, 0, 0)})
		s.delete("/company", object{"id": s.company}).status(200)
		s.get("/project/subscription/" + third).status(200).into(&d)
		if d.State != tracker.StateActive || d.MonthlyPrice != 0 {
			t.Errorf("below a removed company: %+v", d)
		}
	})
}
