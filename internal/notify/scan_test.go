package notify_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

func TestNotificationsOfSubscriptions(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("support@example.com", "Support", false)
		api.AddUser("designer@example.com", "Designer", false)
		s := apitest.NewShop(api.Admin())
		s.AddModerator(s.Company, "support@example.com", tracker.RoleSupport)
		s.AddModerator(s.Company, "designer@example.com", tracker.RoleDesigner)
		support, designer := api.SignIn("support@example.com"), api.SignIn("designer@example.com")
		titles := func(c *apitest.Client) string {
			var page tracker.Page[tracker.Notification]
			c.Get("/notification?PageSize=100").Status(200).Into(&page)
			var list []string
			for _, n := range page.Data {
				list = append(list, strings.TrimPrefix(n.Title, "Subscription "))
			}
			return strings.Join(list, "|")
		}
		scan := func() {
			t.Helper()
			for range 2 { // a second scan changes nothing
				if err := api.App.ScanSubscriptions(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		s.AttachSubscription(20, false)
		scan()
		if got := titles(support); got != "" {
			t.Fatalf("20 days before: %s", got)
		}
		soon := s.AttachSubscription(10, false) // told at once
		if got := titles(support) + "/" + titles(s.Client) + "/" + titles(designer); got != "ends soon/ends soon/" {
			t.Fatalf("10 days before: %s", got)
		}
		scan()
		api.Clock.Advance(8 * 24 * time.Hour)
		support, s.Client = api.SignIn("support@example.com"), api.Admin()
		scan()
		if got := titles(support); got != "ends soon|ends soon" {
			t.Fatalf("12 days before: %s", got)
		}
		api.Clock.Advance(3 * 24 * time.Hour)
		support, s.Client = api.SignIn("support@example.com"), api.Admin()
		scan()
		if got := titles(support); got != "ended|ends soon|ends soon" {
			t.Fatalf("after the end: %s", got)
		}
		// After an edit to a later end, it is due again at that end.
		now := api.Clock.Now()
		s.Put("/project/subscription", object{"id": soon, "price": 20.25, "startAt": now, "endAt": now.AddDate(0, 0, 5), "autoRenew": false}).Status(200)
		if got := titles(support); got != "ends soon|ended|ends soon|ends soon" {
			t.Fatalf("moved: %s", got)
		}
		s.Put("/project/subscription/cancel", object{"id": soon, "cancelationReason": "enough"}).Status(200)
		if got := titles(support); !strings.HasPrefix(got, "canceled|") {
			t.Fatalf("canceled: %s", got)
		}
	})
}

// The other recipients get the reason. Whoever cancels gets no notification.
func TestCancelationIsToldToOthers(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		for _, name := range []string{"support", "owner"} {
			api.AddUser(name+"@example.com", name, false)
		}
		s := apitest.NewShop(api.Admin())
		s.AddModerator(s.Company, "support@example.com", tracker.RoleSupport)
		s.AddModerator(s.Company, "owner@example.com", tracker.RoleOwner)
		everyone := map[string]*apitest.Client{"admin": s.Client, "support": api.SignIn("support@example.com"), "owner": api.SignIn("owner@example.com")}
		told := func() string {
			t.Helper()
			var who []string
			for name, c := range everyone {
				var page tracker.Page[tracker.Notification]
				c.Get("/notification").Status(200).Into(&page)
				for _, n := range page.Data {
					who = append(who, name+": "+n.Details)
				}
			}
			slices.Sort(who)
			return strings.Join(who, "|")
		}
		id := s.AttachSubscription(100, false)
		everyone["support"].Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "moved\nto a cheaper one"}).Status(200)
		const details = "Server of Site (Shop) was canceled. Reason: moved\nto a cheaper one"
		if got, want := told(), "admin: "+details+"|owner: "+details; got != want {
			t.Errorf("told %q, want %q", got, want)
		}
		if got := s.Get("/notification?Search=cheaper").Status(200).Header().Get("Pagination"); !strings.Contains(got, `"totalItems":1,`) {
			t.Errorf("the reason is not found: %s", got)
		}
	})
}

func TestRenewal(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		id := s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 20,
			"startAt": "2026-11-01T00:00:00Z", "endAt": "2026-12-01T00:00:00Z", "autoRenew": true})
		s.Put("/subscription", object{"data": object{"id": s.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 30}}).Status(200)
		api.Clock.Advance(80 * 24 * time.Hour) // a long downtime: 3 February
		if err := api.App.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Client = api.Admin()
		var project tracker.ProjectDetails
		s.Get("/project/" + s.Project).Status(200).Into(&project)
		sub := project.Subscriptions[0]
		if sub.StartAt.Format(time.DateOnly) != "2027-02-01" || sub.EndAt.Format(time.DateOnly) != "2027-03-01" || *sub.Cost != 3000 {
			t.Fatalf("renewed %+v", sub)
		}
		periods, err := api.Store.SubscriptionPeriods(t.Context(), id, 10)
		if err != nil || len(periods) != 4 || periods[0].Cost != 1050 || periods[3].Cost != 3000 {
			t.Fatalf("periods %+v, %v", periods, err)
		}
		// Three terms were missed. The notification is about the running term.
		var told tracker.Page[tracker.Notification]
		s.Get("/notification").Status(200).Into(&told)
		if len(told.Data) != 1 || told.Data[0].Details != "Server of Site (Shop) now runs until 1 Mar 2027." {
			t.Errorf("notifications %+v", told.Data)
		}
	})
}

// Years of missed terms are renewed in bounded steps, and a subscription that fails does not
// delay others.
func TestScanIsBoundedAndGoesOn(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		body := object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1, "autoRenew": true, "startAt": "2025-01-01T00:00:00Z", "endAt": "2025-01-03T00:00:00Z"}
		bad, good := s.Made("/project/subscription", body), s.Made("/project/subscription", body)
		// Nine thousand years: the next term would end after the year 9999.
		api.Exec(`UPDATE project_subscription SET start_at = -220000000000000, end_at = 1700000000000 WHERE id = $1`, bad)
		ends := func() string {
			if err := api.App.ScanSubscriptions(t.Context()); err == nil || !strings.Contains(err.Error(), bad) {
				t.Fatalf("the scan says nothing of the one that failed: %v", err)
			}
			sub, err := api.Store.ProjectSubscription(t.Context(), good)
			if err != nil {
				t.Fatal(err)
			}
			return sub.EndAt.Format(time.DateOnly)
		}
		if got := []string{ends(), ends(), ends(), ends()}; !slices.Equal(got, []string{"2025-07-22", "2026-02-07", "2026-08-26", "2026-11-16"}) {
			t.Errorf("a hundred terms at a time, then until: %v", got)
		}
		if !strings.Contains(api.Logs.String(), "subscription="+bad) {
			t.Error("what failed is not in the log")
		}
		if n := api.Count(`SELECT count(*) FROM subscription_period WHERE project_subscription_id = $1`, good); n != 341 {
			t.Errorf("%d terms are over", n)
		}
		if n := api.Count(`SELECT count(*) FROM notification WHERE item_id = $1`, good); n != 1 {
			t.Errorf("told of %d renewals, not of the term that runs now", n)
		}
	})
}

// A term of months or days stays one after many renewals and other edits.
func TestRenewalKeepsItsRhythm(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		ends := map[string]string{}
		for start, c := range map[string]struct{ end, ends string }{
			"2026-10-22T00:00:00Z": {"2026-10-29T00:00:00Z", "11-19 11-26 12-03 12-10 12-17 12-24"}, // a week; one of them ends on the 22nd of a month
			"2026-08-31T00:00:00Z": {"2026-09-30T00:00:00Z", "11-30 12-31"},
			"2026-10-01T00:00:00Z": {"2026-10-31T23:59:59Z", "11-30 12-31"}, // a month as the form sends it
		} {
			term := object{"price": 1, "startAt": start, "endAt": c.end, "autoRenew": true}
			term["projectId"], term["subscriptionId"] = s.Project, s.Subscription
			ends[s.Made("/project/subscription", term)] = c.ends
		}
		seen := map[string][]string{}
		for range 40 {
			if err := api.App.ScanSubscriptions(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Client = api.Admin()
			var project tracker.ProjectDetails
			s.Get("/project/" + s.Project).Status(200).Into(&project)
			for _, sub := range project.Subscriptions {
				end := sub.EndAt.Format("01-02")
				if list := seen[sub.ID]; len(list) == 0 || list[len(list)-1] != end {
					seen[sub.ID] = append(list, end)
				}
				s.Put("/project/subscription", object{"id": sub.ID, "price": sub.Price + 1, "startAt": sub.StartAt, "endAt": sub.EndAt, "autoRenew": sub.AutoRenew}).Status(200)
			}
			api.Clock.Advance(24 * time.Hour)
		}
		for id, want := range ends {
			if got := strings.Join(seen[id], " "); !strings.HasPrefix(got, want) {
				t.Errorf("ends %s, want %s", got, want)
			}
		}
	})
}

// Prices that come due together are set together; one that fails does not keep the others.
func TestScanSetsPricesThatItCan(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	s := apitest.NewShop(api.Admin())
	now := api.Clock.Now()
	var ids []string
	for range 3 {
		id := s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1, "autoRenew": true, "startAt": now, "endAt": now.AddDate(0, 1, 0)})
		s.Put("/project/subscription/plan", object{"id": id, "price": 2, "from": now.Add(time.Hour)}).Status(200)
		ids = append(ids, id)
	}
	api.Exec(`CREATE TRIGGER broken BEFORE UPDATE ON project_subscription WHEN NEW.id = '` + ids[1] + `' BEGIN SELECT RAISE(ABORT, 'broken'); END`)
	api.Clock.Advance(2 * time.Hour)
	if err := api.App.ScanSubscriptions(t.Context()); err == nil || !strings.Contains(err.Error(), ids[1]) {
		t.Errorf("the scan says nothing of the one that failed: %v", err)
	}
	for i, want := range []tracker.Money{200, 100, 200} {
		if sub, err := api.Store.ProjectSubscription(t.Context(), ids[i]); err != nil || sub.Price != want {
			t.Errorf("price %d is %d, not %d: %v", i, sub.Price, want, err)
		}
	}
}
