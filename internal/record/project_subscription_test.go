package record_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// The page of a subscription shows what it is worth a month, by when to cancel it, who is responsible, and its periods.
func TestSubscriptionDetails(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		now := api.Clock.Now()
		start := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC).AddDate(0, -2, 0)
		id := s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 30, "startAt": start,
			"endAt": start.AddDate(0, 1, 0), "autoRenew": true, "noticeDays": 5})
		if err := api.App.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		read := func(c *apitest.Client) (d tracker.SubscriptionDetails) {
			c.Get("/project/subscription/" + id).Status(200).Into(&d)
			return d
		}
		d := read(s.Client)
		if len(d.Periods) != 3 || !d.Periods[0].StartAt.Equal(d.StartAt) || !d.Periods[2].StartAt.Equal(start) || d.Periods[2].Price != 3000 || *d.Periods[2].Cost != *d.Cost {
			t.Errorf("periods %+v", d.Periods)
		}
		if d.State != tracker.StateRenews || d.MonthlyPrice != 3000 || *d.MonthlyCost != *d.Cost || *d.Margin != 3000-*d.Cost || !d.CancelBy.Equal(d.EndAt.AddDate(0, 0, -5)) {
			t.Errorf("%+v", d)
		}
		if d.CompanyID != s.Company || d.CompanyName == "" || d.ProjectName == "" {
			t.Errorf("%+v", d)
		}

		// Those of the company are responsible while the project has none.
		for name, role := range map[string]tracker.Role{"owner": tracker.RoleOwner, "support": tracker.RoleSupport} {
			api.AddUser(name+"@example.com", name, false)
			s.AddModerator(s.Company, name+"@example.com", role)
		}
		owner := tracker.Responsible{Email: "owner@example.com", DisplayName: "owner", Role: tracker.RoleOwner}
		if diff := cmp.Diff([]tracker.Responsible{owner}, read(s.Client).Responsible); diff != "" {
			t.Error(diff)
		}
		s.Post("/project/moderator", object{"id": s.Project, "userEmail": "support@example.com", "role": tracker.RoleManager}).Status(201)
		if diff := cmp.Diff([]tracker.Responsible{{Email: "support@example.com", DisplayName: "support", Role: tracker.RoleManager}}, read(s.Client).Responsible); diff != "" {
			t.Error(diff)
		}

		api.AddUser("designer@example.com", "designer", false)
		s.AddModerator(s.Company, "designer@example.com", tracker.RoleDesigner)
		d = read(api.SignIn("designer@example.com"))
		if d.Cost != nil || d.MonthlyCost != nil || d.Margin != nil || d.Periods[0].Cost != nil || d.Periods[1].Cost != nil || d.MonthlyPrice != 3000 {
			t.Errorf("a designer sees %+v", d)
		}
		api.AddUser("stranger@example.com", "stranger", false)
		api.SignIn("stranger@example.com").Get("/project/subscription/" + id).Status(404)
		s.Get("/project/subscription/dependants").Status(404)
		s.Get("/project/" + s.Project + "/else").Status(404)
		s.Get("/project/" + s.Project + "/dependants").Status(200)

		// The notice of the catalogue holds for those without their own.
		var item object
		s.Get("/subscription/" + s.Subscription).Status(200).Into(&item)
		item["noticeDays"] = 30
		s.Put("/subscription", object{"data": item}).Status(200)
		other := s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 12,
			"startAt": now.AddDate(0, 0, 1), "endAt": now.AddDate(1, 0, 1)})
		s.Get("/project/subscription/" + other).Status(200).Into(&d)
		if d.State != tracker.StateNotStarted || d.MonthlyPrice != 0 || *d.Margin != 0 || !d.CancelBy.Equal(d.EndAt.AddDate(0, 0, -30)) {
			t.Errorf("not started: %+v", d)
		}
		s.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "x"}).Status(200)
		if d = read(s.Client); d.State != tracker.StateCanceled || d.MonthlyPrice != 0 || *d.MonthlyCost != 0 {
			t.Errorf("canceled: %+v", d)
		}
		// Nothing runs below a company that is marked removed.
		third := s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 12, "startAt": now, "endAt": now.AddDate(1, 0, 0)})
		s.Delete("/company", object{"id": s.Company}).Status(200)
		s.Get("/project/subscription/" + third).Status(200).Into(&d)
		if d.State != tracker.StateActive || d.MonthlyPrice != 0 {
			t.Errorf("below a removed company: %+v", d)
		}
	})
}
