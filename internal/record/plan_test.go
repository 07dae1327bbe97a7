package record_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// told is what a preview says of its rows and refusals since the plan was kept.
func told(p tracker.BulkPreview) (lines []string) {
	add := func(kind, id string, c tracker.ChangedSince) {
		line := kind + " " + id
		for _, f := range c.Since {
			if f.Name != "startAt" && f.Name != "endAt" {
				line += fmt.Sprintf(" %s %s>%s", f.Name, f.Before, f.After)
			}
		}
		if c.IsNew {
			line += " new"
		}
		lines = append(lines, line)
	}
	for _, r := range p.Rows {
		add(map[bool]string{true: "row", false: "left"}[len(r.Fields) > 0], r.Name+"/"+r.ID, r.ChangedSince)
	}
	for _, r := range p.Refused {
		add("refused", r.Name+"/"+r.ID, r.ChangedSince)
	}
	return lines
}

// previewPlan previews a plan, and returns what it says of changes since, with the names of subscriptions for their ids.
func previewPlan(c *apitest.Client, plan string, names map[string]string) (p tracker.BulkPreview, since []string) {
	c.Post("/plan/apply", object{"id": plan, "preview": true}).Status(200).Into(&p)
	since = told(p)
	for i := range since {
		for id, name := range names {
			since[i] = strings.ReplaceAll(since[i], "Server/"+id, name)
		}
	}
	return p, since
}

// What changed since a plan was kept is said of each subscription, to whoever may see it.
func TestChangedSinceAPlanWasKept(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		attach := func() string { return x.attach(3, 1, 30, true) }
		a, back, done, over, same := attach(), attach(), attach(), attach(), attach()
		names := map[string]string{a: "a", back: "back", done: "done", over: "over", same: "same"}
		api.AddUser("sup@example.com", "Sup", false)
		x.AddModerator(x.Company, "sup@example.com", tracker.RoleSupport)
		today := api.Clock.Now().Truncate(day)
		body := object{"name": "All", "until": today.AddDate(1, 0, 0).Format("2006-01"), "changes": []object{
			{"list": "projectSubscription", "query": "State=renews,canceled", "action": "reprice", "params": object{"price": 40}, "on": today.Format(time.DateOnly)},
			planned("setRenewal", object{"autoRenew": false}, today.AddDate(0, 6, 0), a, same),
		}}
		plan := x.Made("/plan", body)
		mine := x.Made("/plan", body)
		if p, since := previewPlan(x.Client, plan, names); *p.SinceTotal != 0 || !p.KeptAt.Equal(api.Clock.Now()) || len(p.Rows) != 5 || p.Rows[0].Since == nil {
			t.Errorf("nothing changed yet: %s", since)
		}
		var plain tracker.BulkPreview
		bulk := apitest.Merged(apitest.Bulk("projectSubscription", "reprice", object{"price": 40}, a, "gone"), object{"preview": true})
		if a := x.Post("/bulk", bulk).Status(200); strings.Contains(a.Into(&plain).Body.String(), "since") {
			t.Errorf("a bulk action tells %s", a.Body)
		}

		api.Clock.Advance(time.Hour)
		x.Client = api.Admin()
		x.Put("/subscription", object{"data": object{"id": x.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 17.77}}).Status(200)
		price := func(id string, to float64) {
			x.Put("/project/subscription", object{"id": id, "price": to, "autoRenew": true, "startAt": x.read(id).StartAt, "endAt": x.read(id).EndAt}).Status(200)
		}
		price(a, 31)
		x.Put("/project/subscription/renew", object{"id": a, "price": 32}).Status(200)
		price(back, 50)
		price(back, 30)
		price(done, 40)
		x.Put("/project/subscription/cancel", object{"id": over, "cancelationReason": "Moved"}).Status(200)
		added := attach()
		names[added] = "added"
		want := []string{"row back", "left done price 30>40", "row added new", "row a price 30>32 cost 10.50>17.77", "row same",
			`refused over isCanceled false>true cancelationReason null>"Moved"`, "refused same", "refused a price 30>32 cost 10.50>17.77"}
		p, since := previewPlan(x.Client, plan, names)
		if d := cmp.Diff(want, since); d != "" {
			t.Error(d)
		}
		if *p.SinceTotal != 5 || p.Changes != 4 {
			t.Errorf("%d changed since, %d change", *p.SinceTotal, p.Changes)
		}
		// Somebody who sees no cost is told of none, and of nothing elsewhere.
		sup := api.SignIn("sup@example.com")
		own := sup.Made("/plan", body)
		api.Exec("UPDATE plan SET kept = (SELECT p.kept FROM plan p WHERE p.id = $1) WHERE id = $2", mine, own)
		if _, since := previewPlan(sup, own, names); !slices.Contains(since, "row a price 30>32") || strings.Contains(fmt.Sprint(since), "cost") {
			t.Errorf("Support is told %s", since)
		}
		x.Delete("/company/moderator", object{"id": api.Text("SELECT id FROM company_moderator WHERE role = " + fmt.Sprint(int(tracker.RoleSupport)))}).Status(204)
		if p, since := previewPlan(sup, own, names); *p.SinceTotal != 0 || strings.Contains(fmt.Sprint(since), "price") {
			t.Errorf("somebody else is told %s", since)
		}
		// What the plan itself has done is nothing that changed since; what others did stays.
		x.applyPlan(plan)
		api.Clock.Advance(time.Minute)
		want = []string{`refused over isCanceled false>true cancelationReason null>"Moved"`, "refused a price 30>40 cost 10.50>17.77", "refused same"}
		if p, since := previewPlan(x.Client, plan, names); *p.SinceTotal != 2 || !slices.Equal(since, want) {
			t.Errorf("after it was applied: %d, %s", *p.SinceTotal, since)
		}
		// Saved again, it is up to date.
		var plans []tracker.Plan
		x.Get("/plan").Status(200).Into(&plans)
		x.Put("/plan", apitest.Merged(body, object{"id": plan})).Status(200)
		if p, since := previewPlan(x.Client, plan, names); *p.SinceTotal != 0 || !p.KeptAt.Equal(api.Clock.Now()) || !plans[0].KeptAt.Before(*p.KeptAt) {
			t.Errorf("saved again: %s", since)
		}
		// A plan that is too large to apply is kept without.
		api.Exec("UPDATE plan SET kept = 'null' WHERE id = $1", plan)
		if p, since := previewPlan(x.Client, plan, names); *p.SinceTotal != 0 {
			t.Errorf("nothing is known: %s", since)
		}
	})
}

// A plan is applied once, however often somebody asks, and however often its job is cut off.
func TestPlanIsAppliedOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		today := api.Clock.Now().Truncate(day)
		var ids []string
		for range 60 {
			ids = append(ids, x.attach(3, 1, 30, true))
		}
		keep := func(changes ...object) string {
			return x.Made("/plan", object{"name": "Prices", "until": today.AddDate(1, 0, 0).Format("2006-01"), "changes": changes})
		}
		prices := func(want string) {
			t.Helper()
			if got := api.Text("SELECT min(price) || ' ' || max(price) FROM project_subscription"); got != want {
				t.Errorf("the prices are %s, not %s", got, want)
			}
		}
		plan := keep(planned("reprice", object{"percent": 10}, today, ids...), planned("setRenewal", object{"autoRenew": false}, today.AddDate(0, 6, 0), ids[0]))
		started := make([]tracker.BulkStarted, 8)
		api.Together(len(started), func(i int) int {
			a := api.Admin().Post("/plan/apply", object{"id": plan})
			if a.Code == 202 {
				a.Into(&started[i])
			}
			return a.Code
		})
		for _, s := range started {
			if s != started[0] || s.ID == "" {
				t.Fatalf("asked at once: %v", started)
			}
		}
		again := func() (s tracker.BulkStarted) {
			x.Post("/plan/apply", object{"id": plan}).Status(202).Into(&s)
			return s
		}
		for cuts := 0; ; cuts++ {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+cuts)*3*time.Millisecond)
			ended, err := api.App.RunBulk(ctx, started[0].ID, time.Now().Add(time.Hour))
			cancel()
			if err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			if ended {
				break
			}
			if x.Progress(started[0].ID).State.Ended() { // it was cut off behind its last transaction
				break
			}
			if s := again(); s != started[0] {
				t.Fatalf("asked again while it is under way: %v", s)
			}
		}
		prices("3300 3300")
		if n := api.Count("SELECT count(*) FROM change WHERE batch_id = $1", started[0].ID); n != len(ids) {
			t.Errorf("%d changes", n)
		}
		if s := again(); s == started[0] {
			t.Error("what was left is never applied")
		}
		api.RunBulks()
		prices("3300 3300")
		x.Put("/change/undo", object{"batchId": started[0].ID}).Status(200)
		prices("3000 3000")

		// A request that is sent twice with one key is one, also after it is done, and whatever has become of the plan.
		plan = keep(planned("reprice", object{"percent": 10}, today, ids...))
		keyed := api.Admin()
		keyed.Header = map[string][]string{"Idempotency-Key": {"once"}}
		var first, second tracker.BulkStarted
		keyed.Post("/plan/apply", object{"id": plan}).Status(202).Into(&first)
		api.RunBulks()
		x.Put("/plan", object{"id": plan, "name": "More", "until": today.Format("2006-01"),
			"changes": []object{planned("reprice", object{"percent": 10}, today, ids...)}}).Status(200)
		keyed.Post("/plan/apply", object{"id": plan}).Status(202).Into(&second)
		api.RunBulks()
		if prices("3300 3300"); first != second {
			t.Errorf("sent twice: %v, %v", first, second)
		}
	})
}
