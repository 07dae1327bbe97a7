package record_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// terms is a shop whose subscriptions are renewed and planned.
type terms struct {
	apitest.Shop
	api *apitest.API
	t   *testing.T
}

func newTerms(t *testing.T, api *apitest.API) *terms {
	return &terms{apitest.NewShop(api.Admin()), api, t}
}

// attach attaches a subscription for some months that began so many days ago.
func (x *terms) attach(daysAgo, months int, price float64, autoRenew bool) string {
	start := x.api.Clock.Now().Truncate(24*time.Hour).AddDate(0, 0, -daysAgo)
	return x.Made("/project/subscription", object{"projectId": x.Project, "subscriptionId": x.Subscription, "price": price, "autoRenew": autoRenew,
		"startAt": start, "endAt": start.AddDate(0, months, 0).Add(-time.Second)})
}

func (x *terms) read(id string) (d tracker.SubscriptionDetails) {
	x.t.Helper()
	x.Get("/project/subscription/" + id).Status(200).Into(&d)
	return d
}

func (x *terms) listed(query string) (tracker.ListedSubscription, tracker.SubscriptionTotals) {
	x.t.Helper()
	rows, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](x.Client, "/project/subscription?"+query)
	if len(rows) != 1 {
		x.t.Fatalf("%d rows of %s", len(rows), query)
	}
	return rows[0], totals
}

func (x *terms) scan() {
	x.t.Helper()
	for range 2 {
		if err := x.api.App.ScanSubscriptions(x.t.Context()); err != nil {
			x.t.Fatal(err)
		}
	}
}

// later moves the clock on, and has the program do what is due.
func (x *terms) later(d time.Duration) {
	x.api.Clock.Advance(d)
	x.scan()
	x.Client = x.api.Admin()
}

func (x *terms) last() (c tracker.Change) {
	x.t.Helper()
	var list []tracker.Change
	x.Get("/change?Entity=projectSubscription&PageSize=1").Status(200).Into(&list)
	return list[0]
}

const day = 24 * time.Hour

// A renewal ahead opens the next period; until that begins, the running one counts, in lists, figures and reports.
func TestRenewAhead(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(10, 1, 30, false)
		before := x.read(id)
		x.Put("/subscription", object{"data": object{"id": x.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 15}}).Status(200)
		var s tracker.ProjectSubscription
		x.Put("/project/subscription/renew", object{"id": id, "version": before.Version, "price": 60}).Status(200).Into(&s)
		if !s.StartAt.Equal(before.EndAt.Add(time.Second)) || s.Price != 6000 || *s.Cost != 1500 || s.Version != before.Version+1 ||
			!s.EndAt.Equal(s.StartAt.AddDate(0, 1, 0).Add(-time.Second)) {
			t.Fatalf("renewed %+v", s)
		}
		check := func(when string, state tracker.SubscriptionState, monthly tracker.Money) {
			t.Helper()
			d := x.read(id)
			row, totals := x.listed("")
			if d.State != state || row.State != state || d.MonthlyPrice != monthly || row.MonthlyPrice != monthly || totals.MonthlyPrice != monthly {
				t.Errorf("%s: %s, %s, worth %d, %d and %d", when, d.State, row.State, d.MonthlyPrice, row.MonthlyPrice, totals.MonthlyPrice)
			}
			row, totals = x.listed("At=" + url.QueryEscape(api.Clock.Now().Format(time.RFC3339)))
			if row.MonthlyPrice != monthly || totals.MonthlyPrice != monthly {
				t.Errorf("%s, at now: worth %d and %d", when, row.MonthlyPrice, totals.MonthlyPrice)
			}
			_, totals = x.listed("State=" + string(state) + "&SortBy=monthlyPrice")
			if totals.Count != 1 {
				t.Errorf("%s: %d are %s", when, totals.Count, state)
			}
			var report tracker.RecurringReport
			x.Get("/report/recurring").Status(200).Into(&report)
			if got := report.Months[11].Price; got != monthly {
				t.Errorf("%s: the report has %d", when, got)
			}
			var projects []struct{ Figures tracker.Figures }
			x.Get("/project?Include=figures").Status(200).Into(&projects)
			if got := projects[0].Figures.MonthlyPrice; got != monthly {
				t.Errorf("%s: the project has %d", when, got)
			}
		}
		check("ahead", tracker.StateActive, 3000)
		if d := x.read(id); len(d.Periods) != 2 || d.Periods[0].Price != 6000 || d.Periods[1].Price != 3000 || *d.Periods[1].Cost != 1050 {
			t.Errorf("periods %+v", d.Periods)
		}
		if c := x.last(); c.Action != "renew" || c.Actor == nil || !c.Undo.Allowed {
			t.Errorf("the history has %+v", c)
		}
		// Another call opens another period.
		x.Put("/project/subscription/renew", object{"id": id, "price": 90}).Status(200)
		check("twice ahead", tracker.StateActive, 3000)
		x.later(25 * day)
		check("the second runs", tracker.StateActive, 6000)
		x.later(31 * day)
		check("the third runs", tracker.StateActive, 9000)
		x.later(31 * day)
		check("over", tracker.StateEnded, 0)
		// What has ended goes on where it ended, as long as is wanted.
		x.Put("/project/subscription/renew", object{"id": id, "version": 1}).Status(409)
		end := x.read(id).EndAt
		x.Put("/project/subscription/renew", object{"id": id, "startAt": end.Add(-time.Second)}).FieldError("StartAt", "Start At can not be before the end of the period that is there.")
		x.Put("/project/subscription/renew", object{"id": id, "endAt": end}).FieldError("EndAt", "End At can not be before Start At.")
		x.Put("/project/subscription/renew", object{"id": id, "endAt": end.AddDate(1, 0, 0)}).Status(200).Into(&s)
		check("ended and renewed", tracker.StateActive, 750)
		if !s.EndAt.Equal(end.AddDate(1, 0, 0)) {
			t.Errorf("until %v", s.EndAt)
		}
		x.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "x"}).Status(200)
		x.Put("/project/subscription/renew", object{"id": id}).Problem(422, "cannotRenew")
	})
}

// Undo takes renewals back, also after the new period began, and the past stays what it was; undone again, they are as before.
func TestUndoOfARenewal(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(10, 1, 30, false)
		began := api.Clock.Now()
		first := x.read(id)
		x.Put("/project/subscription/plan", object{"id": id, "price": 60}).Status(200)
		planned := x.read(id)
		seq := x.Put("/project/subscription/renew", object{"id": id}).Status(200).LastSeq()
		if d := x.read(id); d.Planned != nil || d.Price != 6000 {
			t.Fatalf("the planned price was not used: %+v", d)
		}
		x.Undo(seq).Status(200)
		if d := x.read(id); !d.StartAt.Equal(first.StartAt) || !d.EndAt.Equal(first.EndAt) || d.Price != 3000 || d.Planned == nil ||
			*d.Planned != *planned.Planned || len(d.Periods) != 1 || d.MonthlyPrice != 3000 {
			t.Errorf("undone: %+v", d)
		}
		x.Undo(x.last().Seq).Status(200)
		if d := x.read(id); d.Price != 6000 || len(d.Periods) != 2 || d.MonthlyPrice != 3000 || d.State != tracker.StateActive || d.Planned != nil {
			t.Errorf("done again: %+v", d)
		}
		x.later(25 * day) // the new period runs
		x.Undo(x.last().Seq).Status(200)
		for at, want := range map[time.Time]tracker.Money{began: 3000, first.EndAt.Add(2 * day): 6000} {
			if row, totals := x.listed("At=" + url.QueryEscape(at.Format(time.RFC3339))); row.Price != want || totals.Price != want {
				t.Errorf("at %v the price is %d, in sum %d, want %d", at, row.Price, totals.Price, want)
			}
		}
	})
}

// A period that was opened and taken back does not count, wherever the start is moved afterwards.
func TestUndoOfARenewalAndOfItsDates(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(-20, 1, 30, false)
		coming := x.read(id)
		moved := x.Put("/project/subscription", object{"id": id, "startAt": coming.StartAt.AddDate(0, 0, -30), "endAt": coming.EndAt,
			"price": 30, "autoRenew": false}).Status(200).LastSeq()
		renewed := x.Put("/project/subscription/renew", object{"id": id}).Status(200).LastSeq()
		x.Undo(renewed).Status(200)
		x.Undo(moved).Status(200)
		d := x.read(id)
		if d.State != tracker.StateNotStarted || !d.StartAt.Equal(coming.StartAt) || d.MonthlyPrice != 0 || len(d.Periods) != 1 {
			t.Errorf("undone: %+v, want %+v", d, coming)
		}
	})
}

// After a downtime one scan does all that came meanwhile: it opens the next period, and sets the price that was planned for a day of it.
func TestOneScanSetsThePriceOfAPeriodThatHasJustBegun(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(10, 1, 120, true)
		end := x.read(id).EndAt
		x.Put("/project/subscription/plan", object{"id": id, "price": 240, "from": end.Add(5 * day)}).Status(200)
		api.Clock.Advance(end.Add(6 * day).Sub(api.Clock.Now()))
		if err := api.App.ScanSubscriptions(t.Context()); err != nil {
			t.Fatal(err)
		}
		x.Client = api.Admin()
		if d := x.read(id); d.Price != 24000 || d.Planned != nil || !d.StartAt.After(end) {
			t.Errorf("after one scan: price %d, planned %+v, from %s", d.Price, d.Planned, d.StartAt)
		}
	})
}

// The program sets a planned price once, at its instant, and history tells it. Undone, it is not set again.
func TestPlannedPrices(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(10, 12, 120, true)
		now := api.Clock.Now()
		for _, bad := range []object{{"price": 5, "from": now}, {"price": 5, "from": "soon"}, {"price": -5}, {}} {
			x.Put("/project/subscription/plan", apitest.Merged(bad, object{"id": id})).Status(400)
		}
		from := now.Add(40 * day)
		var s tracker.ProjectSubscription
		x.Put("/project/subscription/plan", object{"id": id, "price": 240, "from": from}).Status(200).Into(&s)
		if s.Planned == nil || s.Planned.Price != 24000 || !s.Planned.From.Equal(from) || s.Price != 12000 {
			t.Fatalf("planned %+v", s)
		}
		x.Put("/project/subscription/plan", object{"id": id, "price": 250, "version": s.Version - 1}).Status(409)
		at := func(at time.Time) string { return "At=" + url.QueryEscape(at.Format(time.RFC3339)) }
		for query, want := range map[string]tracker.Money{"": 1000, at(now): 1000, at(from.Add(-time.Second)): 1000, at(from): 2000, at(now.AddDate(2, 0, 0)): 2000} {
			row, totals := x.listed(query)
			if row.MonthlyPrice != want || totals.MonthlyPrice != want || row.Price != want*12 || totals.Price != want*12 || row.Planned == nil {
				t.Errorf("%s: worth %d and %d, price %d and %d, want %d", query, row.MonthlyPrice, totals.MonthlyPrice, row.Price, totals.Price, want)
			}
		}
		var report tracker.RecurringReport
		month := tracker.MonthOf(now)
		x.Get("/report/recurring?From=" + month.String() + "&To=" + (month + 3).String()).Status(200).Into(&report)
		if m := report.Months; m[0].Price != 1000 || m[3].Price != 2000 || m[1].Repriced+m[2].Repriced != 1000 {
			t.Errorf("the report: %+v", m)
		}
		x.later(40*day - time.Hour)
		if d := x.read(id); d.Price != 12000 || d.Planned == nil {
			t.Errorf("too early: %+v", d)
		}
		x.later(time.Hour)
		if d := x.read(id); d.Price != 24000 || d.Planned != nil {
			t.Errorf("set: %+v", d)
		}
		c := x.last()
		if c.Action != "edit" || c.Actor != nil || len(c.Fields) != 3 || c.Fields[0].Name != "price" {
			t.Errorf("the history has %+v", c)
		}
		x.Undo(c.Seq).Status(200)
		x.scan()
		if d := x.read(id); d.Price != 12000 || d.Planned != nil {
			t.Errorf("undone: %+v", d)
		}

		// Without a day it comes with the next renewal; one with a later day stays.
		x.Put("/project/subscription/plan", object{"id": id, "price": 360}).Status(200)
		end := x.read(id).EndAt
		if row, _ := x.listed(at(end)); row.MonthlyPrice != 1000 {
			t.Errorf("before the renewal it is worth %d", row.MonthlyPrice)
		}
		if row, totals := x.listed(at(end.Add(day))); row.MonthlyPrice != 3000 || totals.MonthlyPrice != 3000 {
			t.Errorf("after the renewal it is worth %d", row.MonthlyPrice)
		}
		x.later(end.Sub(api.Clock.Now()) + time.Minute)
		if d := x.read(id); d.Price != 36000 || d.Planned != nil || len(d.Periods) != 2 {
			t.Errorf("renewed: %+v", d)
		}
		next := x.read(id).EndAt
		x.Put("/project/subscription/plan", object{"id": id, "price": 420, "from": next.Add(time.Second)}).Status(200)
		renewed := x.Put("/project/subscription/renew", object{"id": id}).Status(200).LastSeq()
		if d := x.read(id); d.Planned != nil || d.Price != 42000 {
			t.Errorf("from the day on which the new period begins: %+v", d)
		}
		x.Undo(renewed).Status(200)
		if d := x.read(id); d.Planned == nil || d.Price != 36000 {
			t.Errorf("not renewed any more: %+v", d)
		}
		x.Put("/project/subscription/plan", object{"id": id, "price": 480, "from": next.Add(30 * day)}).Status(200)
		x.Put("/project/subscription/renew", object{"id": id}).Status(200).Into(&s)
		if s.Planned == nil || s.Price != 36000 {
			t.Errorf("a later day: %+v", s)
		}
		x.Put("/project/subscription/renew", object{"id": id, "price": 370}).Status(200).Into(&s)
		if s.Planned == nil || s.Price != 37000 {
			t.Errorf("a later day, and another price from the renewal on: %+v", s)
		}
		// A canceled one loses it, and an undo of that brings it back.
		seq := x.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "x"}).Status(200).LastSeq()
		if d := x.read(id); d.Planned != nil {
			t.Errorf("canceled: %+v", d.Planned)
		}
		x.Put("/project/subscription/plan", object{"id": id, "price": 480}).Status(422)
		x.Undo(seq).Status(200)
		if d := x.read(id); d.Planned == nil || d.Planned.Price != 48000 {
			t.Errorf("not canceled any more: %+v", d.Planned)
		}
		x.Put("/project/subscription/plan", object{"id": id, "price": nil}).Status(200)
		if d := x.read(id); d.Planned != nil {
			t.Errorf("dropped: %+v", d.Planned)
		}
	})
}

// Who renews is not told of it; others are, as of a renewal by the program.
func TestRenewalIsToldToOthers(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		api.AddUser("support@example.com", "Support", false)
		x.AddModerator(x.Company, "support@example.com", tracker.RoleSupport)
		support := api.SignIn("support@example.com")
		id := x.attach(10, 12, 30, false)
		support.Put("/project/subscription/renew", object{"id": id}).Status(200)
		told := func(c *apitest.Client) string {
			var page tracker.Page[tracker.Notification]
			c.Get("/notification").Status(200).Into(&page)
			var list []string
			for _, n := range page.Data {
				list = append(list, n.Title)
			}
			return strings.Join(list, "|")
		}
		if got := told(support) + "/" + told(x.Client); got != "/Subscription renewed" {
			t.Errorf("told %s", got)
		}
	})
}
