package record_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// varied attaches subscriptions of all sorts: their terms are days, whole months, with and without hours, and some have planned prices,
// notice periods and periods that were opened ahead.
func (x *terms) varied(rng *rand.Rand, n int) (ids []string) {
	x.t.Helper()
	midnight := x.api.Clock.Now().Truncate(day)
	for i := range n {
		start := midnight.AddDate(0, 0, -rng.IntN(40))
		end := start.AddDate(0, 1+rng.IntN(3), 0).Add(-time.Second)
		switch i % 6 {
		case 1:
			end = start.AddDate(0, 0, 7).Add(-time.Second)
		case 2: // a month in some months
			end = start.AddDate(0, 0, 30).Add(-time.Second)
		case 3: // the last day of each month
			start = time.Date(midnight.Year(), midnight.Month(), 0, 0, 0, 0, 0, time.UTC)
			end = time.Date(midnight.Year(), midnight.Month()+1, 0, 0, 0, 0, 0, time.UTC)
		case 4:
			start, end = start.Add(5*time.Hour), start.AddDate(0, 0, 20).Add(13*time.Hour)
		case 5: // later
			start, end = midnight.AddDate(0, 0, 9), midnight.AddDate(0, 1, 9).Add(-time.Second)
		}
		autoRenew := rng.IntN(4) > 0
		body := object{"projectId": x.Project, "subscriptionId": x.Subscription, "price": float64(1000+rng.IntN(9000)) / 100, "autoRenew": autoRenew, "startAt": start, "endAt": end}
		if rng.IntN(2) == 0 {
			body["noticeDays"] = rng.IntN(20)
		}
		id := x.Made("/project/subscription", body)
		x.scan() // one that is due is renewed first
		s := x.read(id)
		switch rng.IntN(4) {
		case 0:
			x.Client.Put("/project/subscription/plan", object{"id": id, "price": 33.33, "from": nil})
		case 1: // with the period, or within it
			from := []time.Time{s.EndAt.Add(time.Duration(s.EndAt.Second()/59) * time.Second), midnight.AddDate(0, 0, 3+rng.IntN(50))}[rng.IntN(2)]
			x.Client.Put("/project/subscription/plan", object{"id": id, "price": 44.44, "from": from})
		case 2:
			x.Client.Put("/project/subscription/renew", object{"id": id, "price": 55.55})
		}
		ids = append(ids, id)
	}
	x.Put("/subscription", object{"data": object{"id": x.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 17.77}}).Status(200)
	return ids
}

// states reads all subscriptions with what they are worth, and the totals of those that run.
func (x *terms) states() (byID map[string]tracker.ListedSubscription, totals tracker.SubscriptionTotals) {
	x.t.Helper()
	x.Client = x.api.Admin()
	rows, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](x.Client, "/project/subscription?PageSize=100")
	byID = map[string]tracker.ListedSubscription{}
	for _, r := range rows {
		byID[r.ID] = r
	}
	return byID, totals
}

// days moves the clock on by days, has the program do what is due, and calls use at the last second of each day and after it.
func (x *terms) days(n int, lastSecond, after func()) {
	for range n {
		x.api.Clock.Advance(x.api.Clock.Now().Truncate(day).Add(day - time.Second).Sub(x.api.Clock.Now()))
		x.scan()
		lastSecond()
		x.api.Clock.Advance(2 * time.Second)
		x.scan()
		after()
	}
}

func monthsOf(f tracker.Forecast) (asIs, planned map[string]string) {
	asIs, planned = map[string]string{}, map[string]string{}
	for _, m := range f.Months {
		asIs[m.Month], planned[m.Month] = fmt.Sprint(m.Price, *m.Cost), fmt.Sprint(m.PlannedPrice, *m.PlannedCost)
	}
	return asIs, planned
}

// isMonthEnd reports whether this is the last second of a month. That of the running month is not foretold: it shows the value of now.
func isMonthEnd(at time.Time, f tracker.Forecast) bool {
	return at.Add(time.Second).Day() == 1 && at.Format("2006-01") != f.Months[0].Month
}

const aheadDays = 100

// What the forecast says is what the program then does, event by event and cent by cent, while nobody acts.
func TestForecastComesTrue(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		x.varied(rand.New(rand.NewPCG(35, worldSeed(t))), 24)
		x.later(2 * time.Second)
		last := api.Clock.Now().Truncate(day).AddDate(0, 0, aheadDays-1)
		events, totals := x.allEvents(x.Client, "&Until="+last.Format(time.DateOnly))
		var said []string
		sum := tracker.Money(0)
		for i, e := range events {
			if i > 0 && e.On < events[i-1].On {
				t.Errorf("%s after %s", e.On, events[i-1].On)
			}
			sum += e.MonthlyPrice.After - e.MonthlyPrice.Before
			said = append(said, fmt.Sprint(e.On, " ", e.Kind, " ", e.SubscriptionID, " ", e.Price, " ", e.MonthlyPrice))
		}
		if sum != totals.MonthlyPrice || len(events) != totals.Count {
			t.Errorf("%d changes add up to %d, not %+v", len(events), sum, totals)
		}
		var f tracker.Forecast
		x.Post("/forecast", object{"until": last.AddDate(0, 1, 0).Format("2006-01"), "changes": []object{}}).Status(200).Into(&f)
		months, planned := monthsOf(f)
		apitest.ExpectSame(t, "a forecast without changes", months, planned)
		w := x.watch()
		x.days(aheadDays, func() {
			at := api.Clock.Now()
			if _, now := x.states(); isMonthEnd(at, f) && fmt.Sprint(now.MonthlyPrice, *now.MonthlyCost) != months[at.Format("2006-01")] {
				t.Errorf("%s: worth %d %d, said %s", at, now.MonthlyPrice, *now.MonthlyCost, months[at.Format("2006-01")])
			}
			w.look()
		}, w.look)
		slices.Sort(said)
		slices.Sort(w.came)
		w.came = slices.DeleteFunc(w.came, func(e string) bool { return e[:len(time.DateOnly)] > last.Format(time.DateOnly) }) // the last look is a second later
		if d := cmp.Diff(w.came, said); d != "" || len(said) < aheadDays/2 {
			t.Errorf("%d events were said, %d came: %s", len(said), len(w.came), d)
		}
	})
}

// watch notes what happens to subscriptions.
type watch struct {
	*terms
	at   time.Time
	seen map[string]seenTerm
	came []string
}

// seenTerm is a subscription with what its term is worth a month.
type seenTerm struct {
	tracker.ListedSubscription
	monthly tracker.Money
}

func (x *terms) watch() *watch {
	x.t.Helper()
	w := &watch{terms: x, seen: map[string]seenTerm{}}
	w.look()
	return w
}

// look notes what has happened since it looked last.
func (w *watch) look() {
	w.t.Helper()
	now := w.api.Clock.Now()
	states, _ := w.states()
	for id, s := range states {
		was, is := w.seen[id], seenTerm{s, w.termMonthly(s)}
		w.seen[id] = is
		if w.at.IsZero() {
			continue
		}
		happens := func(kind tracker.ForeseenKind, at time.Time, price, before, after tracker.Money) {
			w.came = append(w.came, fmt.Sprint(at.UTC().Format(time.DateOnly), " ", kind, " ", id, " ", price, " ", tracker.MoneyChange{Before: before, After: after}))
		}
		for _, term := range []seenTerm{was, is} {
			by := term.CancelBy
			isNew := !term.EndAt.Equal(was.EndAt)
			if by == nil || !term.AutoRenew || !by.After(w.at) || by.After(now) || isNew && by.Before(was.EndAt) {
				continue
			}
			if happens(tracker.ForeseenCancelBy, *by, term.Price, term.monthly, term.monthly); term.EndAt.Equal(is.EndAt) {
				break // both are the same term
			}
		}
		switch {
		case is.StartAt.After(was.StartAt):
			happens(tracker.ForeseenRenews, was.EndAt, is.Price, was.monthly, is.monthly)
		case is.Price != was.Price:
			happens(tracker.ForeseenPrice, *was.Planned.From, is.Price, was.monthly, is.monthly)
		}
		if is.State == tracker.StateEnded && was.State != tracker.StateEnded {
			happens(tracker.ForeseenEnds, is.EndAt, is.Price, is.monthly, 0)
		}
	}
	w.at = now
}

// termMonthly is what the current term is worth a month, whether it runs or not.
func (x *terms) termMonthly(s tracker.ListedSubscription) tracker.Money {
	x.t.Helper()
	if s.State.Runs() && s.RunsFrom == nil {
		return s.MonthlyPrice
	}
	anchor := x.api.Count("SELECT anchor_day FROM project_subscription WHERE id = $1", s.ID)
	return tracker.MonthlyValue(s.Price, s.StartAt, s.EndAt, anchor)
}

// planned is a change of a plan.
func planned(action string, params object, on time.Time, ids ...string) object {
	return object{"list": "projectSubscription", "ids": ids, "action": action, "params": params, "on": on.Format(time.DateOnly)}
}

// What a plan would come to is what it comes to: it is applied, and applied again as long as some of it waits for its day.
func TestPlansComeTrue(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x, rng := newTerms(t, api), rand.New(rand.NewPCG(36, worldSeed(t)))
		ids := x.varied(rng, 24)
		x.later(2 * time.Second)
		midnight := api.Clock.Now().Truncate(day)
		some := func() []string {
			rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
			return slices.Clone(ids[:3+rng.IntN(6)])
		}
		var changes []object
		for i := range 12 {
			on := midnight.AddDate(0, 0, rng.IntN(70)-3)
			switch i % 6 {
			case 0:
				changes = append(changes, planned("reprice", object{"percent": 1 + rng.IntN(30)}, on, some()...))
			case 1:
				changes = append(changes, planned("cancel", object{"reason": "Too dear"}, on, some()...))
			case 2:
				changes = append(changes, planned("renew", object{}, on, some()...))
			case 3:
				changes = append(changes, planned("setRenewal", object{"autoRenew": i > 6}, on, some()...))
			case 4:
				changes = append(changes, planned("reprice", object{"amount": 2.5, "from": "renewal"}, on, some()...))
			case 5:
				changes = append(changes, planned("reprice", object{"price": 70}, on, some()...))
			}
		}
		until := midnight.AddDate(0, 0, aheadDays).Format("2006-01")
		var f tracker.Forecast
		dump := api.Dump()
		x.Post("/forecast", object{"until": until, "changes": changes}).Status(200).Into(&f)
		apitest.ExpectSame(t, "what a forecast leaves", dump, api.Dump())
		asIs, months := monthsOf(f)
		if fmt.Sprint(asIs) == fmt.Sprint(months) {
			t.Errorf("%d changes change nothing: %v", len(changes), f)
		}
		refused, said := map[string]int{}, map[string]int{} // by action and day
		for i, c := range f.Changes {
			if ids := changes[i]["ids"].([]string); c.Total != len(ids) || c.Changes+c.RefusedTotal > c.Total {
				t.Errorf("%v: %+v", changes[i], c)
			}
			if c.RefusedTotal > 0 {
				said[fmt.Sprint(changes[i]["action"], " ", changes[i]["on"])] += c.RefusedTotal
			}
		}
		body := object{"name": "Next year", "until": until, "changes": changes}
		plan := x.Made("/plan", body)
		// What is refused on its day is counted, and not tried again.
		apply := func() {
			left := func() []tracker.PlanChange {
				var plans []tracker.Plan
				x.Client.Get("/plan").Status(200).Into(&plans)
				return plans[0].Changes
			}
			if len(left()) == 0 {
				return
			}
			x.applyPlan(plan)
			var later []tracker.PlanChange
			today, all := api.Clock.Now().Format(time.DateOnly), left()
			for _, c := range all {
				if c.On > today {
					later = append(later, c)
				} else {
					refused[c.Action+" "+c.On] += len(c.IDs)
				}
			}
			if len(later) < len(all) {
				x.Client.Put("/plan", apitest.Merged(body, object{"id": plan, "changes": later})).Status(200)
			}
		}
		apply()
		if _, now := x.states(); fmt.Sprint(now.MonthlyPrice, *now.MonthlyCost) != months[midnight.Format("2006-01")] {
			t.Errorf("worth %d %d now, said %s", now.MonthlyPrice, *now.MonthlyCost, months[midnight.Format("2006-01")])
		}
		x.days(aheadDays, func() {
			at := api.Clock.Now()
			if _, now := x.states(); isMonthEnd(at, f) && fmt.Sprint(now.MonthlyPrice, *now.MonthlyCost) != months[at.Format("2006-01")] {
				t.Errorf("%s: worth %d %d, said %s", at, now.MonthlyPrice, *now.MonthlyCost, months[at.Format("2006-01")])
			}
		}, func() { x.Client = api.Admin(); apply() })
		if d := cmp.Diff(said, refused); d != "" {
			t.Errorf("it was said that so many are refused, and so many were: %s", d)
		}
	})
}

// applyPlan applies a plan, and returns how that went.
func (x *terms) applyPlan(id string) tracker.Bulk {
	x.t.Helper()
	var started tracker.BulkStarted
	x.Post("/plan/apply", object{"id": id}).Status(202).Into(&started)
	x.api.RunBulks()
	return x.Progress(started.ID)
}

// A plan is previewed and applied as one batch, what was applied leaves it, and one undo takes all back.
func TestApplyPlan(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		a, b, c := x.attach(3, 1, 30, true), x.attach(3, 3, 90, true), x.attach(3, 1, 50, false)
		today := api.Clock.Now().Truncate(day)
		plan := x.Made("/plan", object{"name": "Prices", "until": today.AddDate(1, 0, 0).Format("2006-01"), "changes": []object{
			planned("reprice", object{"percent": 10}, today, a),
			planned("reprice", object{"price": 120}, today.AddDate(0, 0, 20), b),
			planned("cancel", object{"reason": "Moves"}, today.AddDate(0, 6, 0), a, b),
			planned("cancel", object{"reason": "Moves"}, today, a, "no-such-subscription"),
			planned("renew", object{"months": 2}, today.AddDate(0, 0, 20), c),
			planned("reprice", object{"price": 130}, today.AddDate(0, 0, 40), b),
		}})
		var p tracker.BulkPreview
		x.Post("/plan/apply", object{"id": plan, "preview": true}).Status(200).Into(&p)
		if p.Total != 8 || p.Changes != 4 || p.RefusedTotal != 4 || len(p.Rows) != 3 || p.Effect == nil || p.Effect.MonthlyPrice.Before != 11000 || p.Effect.MonthlyPrice.After != 6500 {
			t.Errorf("the preview is %+v, %+v", p, p.Effect)
		}
		reasons := ""
		for _, r := range p.Refused {
			reasons += r.Reason + "\n"
		}
		if strings.Count(reasons, "It stays in the plan") != 3 || !strings.Contains(reasons, "Another price is planned before") || !strings.Contains(reasons, "not found") {
			t.Errorf("refused: %s", reasons)
		}
		if s := x.read(a); s.Price != 3000 || !s.AutoRenew {
			t.Errorf("the preview left %+v", s)
		}
		done := x.applyPlan(plan)
		if done.State != tracker.BulkDone || done.Total != 4 || done.Done != 3 || done.Refused != 1 {
			t.Errorf("applied: %+v", done)
		}
		if s := x.read(a); s.Price != 3300 || s.AutoRenew || s.IsCanceled || s.CancelationReason == nil || *s.CancelationReason != "Moves" {
			t.Errorf("a is %+v", s)
		}
		if s := x.read(c); s.RunsFrom == nil || !s.RunsFrom.Equal(today.AddDate(0, 0, -3)) || !s.StartAt.Equal(today.AddDate(0, 1, -3)) || !s.EndAt.Equal(today.AddDate(0, 3, -3).Add(-time.Second)) {
			t.Errorf("c is %+v", s)
		}
		if s := x.read(b); s.Price != 9000 || !s.AutoRenew || s.Planned == nil || s.Planned.Price != 12000 || !s.Planned.From.Equal(today.AddDate(0, 0, 20)) {
			t.Errorf("b is %+v", s)
		}
		var plans []tracker.Plan
		x.Get("/plan").Status(200).Into(&plans)
		left, err := json.Marshal(plans[0].Changes)
		if err != nil || len(plans[0].Changes) != 3 || len(plans[0].Changes[0].IDs) != 2 || plans[0].Changes[1].IDs[0] != "no-such-subscription" {
			t.Errorf("left: %s, %v", left, err)
		}
		x.Put("/change/undo", object{"batchId": done.BatchID}).Status(200)
		if s, r, c := x.read(a), x.read(b), x.read(c); s.Price != 3000 || !s.AutoRenew || s.CancelationReason != nil || r.Planned != nil || c.RunsFrom != nil {
			t.Errorf("undone: %+v, %+v, %+v", s, r, c)
		}
	})
}

// A plan may have the same change twice, of some of the same subscriptions, by their ids and by queries: each leaves it where it was applied.
func TestApplySameChangeTwice(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		a, b, c, ends := x.attach(3, 1, 30, true), x.attach(3, 1, 30, true), x.attach(3, 1, 30, true), x.attach(3, 1, 30, false)
		today := api.Clock.Now().Truncate(day)
		found := func(query string, on time.Time) object {
			change := planned("setRenewal", object{"autoRenew": false}, on)
			delete(change, "ids")
			change["query"] = query
			return change
		}
		plan := x.Made("/plan", object{"name": "Twice", "until": today.AddDate(1, 0, 0).Format("2006-01"), "changes": []object{
			planned("reprice", object{"percent": 10}, today, a, b),
			planned("reprice", object{"percent": 10}, today, b, c),
			planned("reprice", object{"percent": 10}, today, c, a),
			found("State=renews", today),
			found("", today),
			found("", today.AddDate(1, 0, 0)),
		}})
		if done := x.applyPlan(plan); done.Done != 4 || done.Refused != 0 {
			t.Errorf("applied: %+v", done)
		}
		for _, id := range []string{a, b, c, ends} {
			want := map[bool]tracker.Money{true: 3000, false: 3630}[id == ends]
			if s := x.read(id); s.Price != want || s.AutoRenew {
				t.Errorf("%s is %+v", id, s)
			}
		}
		var plans []tracker.Plan
		if x.Get("/plan").Status(200).Into(&plans); len(plans[0].Changes) != 1 || plans[0].Changes[0].Query == nil || *plans[0].Changes[0].Query != "" {
			t.Errorf("left: %+v", plans[0].Changes)
		}
	})
}

// Why a plan has a subscription end with its period is kept until it goes on.
func TestReasonOfCancelationAtTheEnd(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(3, 1, 30, true)
		today := api.Clock.Now().Truncate(day)
		reason := func(want string) {
			t.Helper()
			listed, _ := x.listed("State=active,renews,ended,canceled")
			for _, is := range []*string{x.read(id).CancelationReason, listed.CancelationReason} {
				if is == nil && want != "" || is != nil && *is != want {
					t.Errorf("the reason is %v, not %q", is, want)
				}
			}
		}
		cancel := func() {
			t.Helper()
			x.applyPlan(x.Made("/plan", object{"name": "Less", "until": today.Format("2006-01"), "changes": []object{
				planned("cancel", object{"reason": "Moves"}, today, id), planned("cancel", object{"reason": "Too dear"}, today, id)}}))
			reason("Moves")
		}
		cancel()
		x.Put("/project/subscription", object{"id": id, "price": 40, "autoRenew": false, "startAt": x.read(id).StartAt, "endAt": x.read(id).EndAt}).Status(200)
		reason("Moves")
		renews := x.Put("/project/subscription", object{"id": id, "price": 40, "autoRenew": true, "startAt": x.read(id).StartAt, "endAt": x.read(id).EndAt}).Status(200).LastSeq()
		reason("")
		x.Put("/change/undo", object{"seq": renews}).Status(200)
		reason("Moves")
		renewed := x.Put("/project/subscription/renew", object{"id": id}).Status(200).LastSeq()
		reason("")
		x.Put("/change/undo", object{"seq": renewed}).Status(200)
		reason("Moves")
		x.later(60 * day)
		if s := x.read(id); s.State != tracker.StateEnded {
			t.Errorf("it is %s", s.State)
		}
		reason("Moves")
		canceled := x.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "Never paid"}).Status(200).LastSeq()
		reason("Never paid")
		x.Put("/change/undo", object{"seq": canceled}).Status(200)
		reason("Moves")
	})
}

// Companies are counted that a plan makes pay over a tenth more than now and than without it.
func TestCustomersAbove(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		a, b, ends := x.attach(3, 1, 30, true), x.attach(3, 1, 30, true), x.attach(3, 1, 40, false)
		today := api.Clock.Now().Truncate(day)
		for _, c := range []struct {
			why    string
			above  int
			change object
		}{
			{"a tenth more of one of three", 0, planned("reprice", object{"percent": 10}, today, a)},
			{"a tenth more of all", 0, planned("reprice", object{"percent": 10}, today, a, b, ends)},
			{"more than a tenth of all", 1, planned("reprice", object{"percent": 10.5}, today, a, b, ends)},
			{"less", 0, planned("reprice", object{"percent": -50}, today, a, b)},
			{"more than a tenth by one, later", 1, planned("reprice", object{"price": 41}, today.AddDate(0, 2, 0), a)},
			{"more, after the last month", 0, planned("reprice", object{"price": 41}, today.AddDate(0, 4, 0), a)},
			{"what would end goes on", 0, planned("setRenewal", object{"autoRenew": true}, today, ends)},
		} {
			var f tracker.Forecast
			x.Post("/forecast", object{"until": today.AddDate(0, 3, 0).Format("2006-01"), "changes": []object{c.change}}).Status(200).Into(&f)
			if f.CustomersAbove != c.above || f.Changes[0].RefusedTotal != 0 && c.above > 0 {
				t.Errorf("%s: %d customers, %+v", c.why, f.CustomersAbove, f.Changes)
			}
		}
	})
}

// Nobody learns or changes by forecasts and plans what they may not see or do.
func TestRightsOfForecasts(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id := x.attach(3, 1, 30, true)
		x.Put("/subscription", object{"data": object{"id": x.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 19}}).Status(200)
		for _, name := range []string{"dev", "sup", "out"} {
			api.AddUser(name+"@example.com", name, false)
		}
		x.AddModerator(x.Company, "dev@example.com", tracker.RoleDeveloper)
		x.AddModerator(x.Company, "sup@example.com", tracker.RoleSupport)
		dev, sup, out := api.SignIn("dev@example.com"), api.SignIn("sup@example.com"), api.SignIn("out@example.com")
		until := api.Clock.Now().AddDate(0, 3, 0).Format("2006-01")
		try := func(c *apitest.Client, changes ...object) (f tracker.Forecast, text string) {
			t.Helper()
			a := c.Post("/forecast", object{"until": until, "changes": changes}).Status(200)
			text = a.Body.String()
			a.Into(&f)
			return f, text
		}
		reprice := planned("reprice", object{"price": 60}, api.Clock.Now(), id)
		for name, c := range map[string]*apitest.Client{"Support": sup, "Developer": dev} {
			f, text := try(c, reprice)
			if f.Months[0].Cost != nil || f.Months[0].PlannedCost != nil || strings.Contains(text, "10.5") || strings.Contains(text, "19") && !strings.Contains(until, "19") {
				t.Errorf("%s sees cost in %s", name, text)
			}
			if f.Months[1].Price != 3000 || (f.Months[1].PlannedPrice == 6000) != (name == "Support") || (f.CustomersAbove == 1) != (name == "Support") ||
				f.Changes[0].RefusedTotal != map[string]int{"Support": 0, "Developer": 1}[name] {
				t.Errorf("%s tries %s", name, text)
			}
			events, _ := apitest.ListWithTotals[tracker.ForecastEvent, tracker.ForecastTotals](c, "/forecast?Kind=renews")
			if len(events) < 11 || events[0].CompanyName != "Shop" || events[0].MonthlyPrice.After != 3000 {
				t.Errorf("%s is told %+v", name, events)
			}
		}
		if f, text := try(out, reprice); f.Months[1].Price != 0 || f.Months[1].PlannedPrice != 0 || f.CustomersAbove != 0 || f.Changes[0].RefusedTotal != 1 {
			t.Errorf("somebody else learns %s", text)
		}
		if n := out.Total("/forecast", "?"); n != 0 {
			t.Errorf("somebody else is told of %d events", n)
		}
		body := object{"name": "Mine", "until": until, "changes": []object{reprice}}
		sup.Post("/plan", apitest.Merged(body, object{"isShared": true})).Problem(403, "forbidden")
		own, shared := sup.Made("/plan", body), x.Made("/plan", apitest.Merged(body, object{"isShared": true}))
		dev.Post("/plan/apply", object{"id": own}).Status(404)
		dev.Put("/plan", apitest.Merged(body, object{"id": own})).Status(404)
		dev.Delete("/plan", object{"id": own}).Status(204)
		sup.Post("/plan/apply", object{"id": shared, "preview": true}).Status(403)
		sup.Put("/plan", apitest.Merged(body, object{"id": shared, "name": "Ours"})).Status(403)
		sup.Delete("/plan", object{"id": shared}).Status(403)
		if n := dev.Total("/plan", "?"); n != 1 {
			t.Errorf("a Developer sees %d plans", n)
		}
		if n := sup.Total("/plan", "?"); n != 2 {
			t.Errorf("Support sees %d plans", n)
		}
		gone := sup.Made("/plan", body)
		sup.Delete("/plan", object{"id": gone}).Status(204)
		sup.Post("/plan/apply", object{"id": gone}).Status(404)
		if n := sup.Total("/plan", "?"); n != 2 {
			t.Errorf("Support sees %d plans, without the one that is deleted", n)
		}
		sup.Put("/plan", apitest.Merged(body, object{"id": own, "version": 7, "name": "Other"})).Status(409)
		var p tracker.BulkPreview
		sup.Post("/plan/apply", object{"id": own, "preview": true}).Status(200).Into(&p)
		if p.Changes != 1 || p.Effect.MonthlyCost != nil {
			t.Errorf("Support previews %+v", p)
		}
		for i := range tracker.MaxPlans - 1 {
			api.Exec(`INSERT INTO plan (id, owner_id, name, until, changes, is_shared, version, created_at)
				SELECT $1, owner_id, name, until, changes, is_shared, version, created_at FROM plan WHERE id = $2`, fmt.Sprint("more-", i), own)
		}
		sup.Post("/plan", body).Problem(422, "tooManyPlans")
		dev.Made("/plan", body)
		sup.Delete("/plan", object{"id": "more-1"}).Status(204)
		sup.Made("/plan", body)
	})
}

// Each filter of a forecast leaves out the events of others, and each event says who is responsible.
func TestFiltersOfForecasts(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		elsewhere := x.AddCompany("Elsewhere")
		project := x.Made("/project", object{"companyId": elsewhere, "name": "Elsewhere project"})
		for _, name := range []string{"ann", "bob", "cid", "dev"} {
			api.AddUser(name+"@example.com", name, false)
		}
		x.AddModerator(x.Company, "ann@example.com", tracker.RoleOwner)
		x.AddModerator(x.Company, "dev@example.com", tracker.RoleDeveloper)
		x.AddModerator(elsewhere, "bob@example.com", tracker.RoleOwner)
		x.Post("/project/moderator", object{"id": project, "userEmail": "cid@example.com", "role": tracker.RoleManager}).Status(201)
		start := api.Clock.Now().Truncate(day).AddDate(0, 0, -3)
		for _, in := range []string{x.Project, project} {
			for _, autoRenew := range []bool{true, false} {
				id := x.Made("/project/subscription", object{"projectId": in, "subscriptionId": x.Subscription, "price": 30, "autoRenew": autoRenew, "noticeDays": 5,
					"startAt": start, "endAt": start.AddDate(0, 2, 0).Add(-time.Second)})
				x.Put("/project/subscription/plan", object{"id": id, "price": 33, "from": start.AddDate(0, 0, 20)}).Status(200)
			}
		}
		all, _ := x.allEvents(x.Client, "")
		for _, e := range all {
			who := map[string]string{x.Company: "ann@example.com", elsewhere: "cid@example.com"}[e.CompanyID]
			if len(e.Responsible) != 1 || e.Responsible[0].Email != who || e.Responsible[0].DisplayName != who[:3] {
				t.Errorf("%v is responsible for %+v", e.Responsible, e)
			}
		}
		isOf := func(kinds ...tracker.ForeseenKind) func(tracker.ForecastEvent) bool {
			return func(e tracker.ForecastEvent) bool { return slices.Contains(kinds, e.Kind) }
		}
		isIn := func(company string) func(tracker.ForecastEvent) bool {
			return func(e tracker.ForecastEvent) bool { return e.CompanyID == company }
		}
		filters := map[string]func(tracker.ForecastEvent) bool{
			"CompanyId=" + elsewhere: isIn(elsewhere), "Responsible=ann@example.com": isIn(x.Company), "Responsible=cid@example.com": isIn(elsewhere),
			"Kind=renews,ends": isOf(tracker.ForeseenRenews, tracker.ForeseenEnds),
		}
		for _, kind := range tracker.ForeseenKinds {
			filters["Kind="+string(kind)] = isOf(kind)
		}
		for filter, passes := range filters {
			var want []tracker.ForecastEvent
			var sum tracker.ForecastTotals
			for _, e := range all {
				if passes(e) {
					want = append(want, e)
					sum.Count, sum.MonthlyPrice = sum.Count+1, sum.MonthlyPrice+e.MonthlyPrice.After-e.MonthlyPrice.Before
				}
			}
			got, totals := x.allEvents(x.Client, "&"+filter)
			if d := cmp.Diff(want, got); d != "" || totals != sum || len(want) == 0 || len(want) == len(all) {
				t.Errorf("%s: %d of %d events, %+v: %s", filter, len(got), len(all), totals, d)
			}
		}
	})
}

// What is sent is bounded.
func TestBoundsOfForecasts(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTerms(t, api)
		id, now := x.attach(3, 1, 30, true), api.Clock.Now()
		month := func(n int) string {
			return time.Date(now.Year(), now.Month()+time.Month(n), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
		}
		x.Get("/forecast?Until=" + time.Date(now.Year(), now.Month()+25, 0, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)).Status(200)
		for _, query := range []string{"Until=" + month(25) + "-01", "Until=" + now.AddDate(0, 0, -1).Format(time.DateOnly), "Until=soon", "Kind=starts", "Kind=renews,"} {
			x.Get("/forecast?" + query).Status(400)
		}
		for _, nobody := range []string{"CompanyId=no-such", "Responsible=nobody@example.com"} {
			if n := x.Total("/forecast", "?"+nobody); n != 0 {
				t.Errorf("%d events of %s", n, nobody)
			}
		}
		x.Get("/forecast?CompanyId=%27%3B--&Responsible=%00").Status(200)
		change := planned("reprice", object{"percent": 5}, now, id)
		try := func(until string, changes ...object) *apitest.Answer {
			return x.Post("/forecast", object{"until": until, "changes": changes})
		}
		try(month(24), slices.Repeat([]object{change}, tracker.MaxPlanChanges)...).Status(200)
		try(month(24), slices.Repeat([]object{change}, tracker.MaxPlanChanges+1)...).Status(400)
		for _, until := range []string{month(25), month(-1), "2027", ""} {
			try(until, change).Status(400)
		}
		for _, wrong := range []object{{"list": "project"}, {"action": "remove"}, {"on": "tomorrow"}, {"on": ""}, {"query": "State=active"},
			{"ids": nil}, {"params": object{"percent": -100}}, {"action": "cancel"},
			{"action": "setRenewal", "params": object{}}, {"action": "renew", "params": object{"months": 0}}} {
			try(month(3), apitest.Merged(change, wrong)).Status(400)
			x.Post("/plan", object{"name": "Wrong", "until": month(3), "changes": []object{apitest.Merged(change, wrong)}}).Status(400)
		}
		byQuery := apitest.Merged(change, object{"query": "State=gone"})
		delete(byQuery, "ids")
		try(month(3), byQuery).Status(400)
		byQuery["query"] = ""
		var f tracker.Forecast
		try(month(3), byQuery, planned("reprice", object{"percent": 5}, now, id, id, "no-such")).Status(200).Into(&f)
		if f.Changes[0] != (tracker.ForecastChange{Total: 1, Changes: 1}) || f.Changes[1] != (tracker.ForecastChange{Total: 2, Changes: 1, RefusedTotal: 1}) ||
			f.Months[0].PlannedPrice != 3308 {
			t.Errorf("tried: %+v", f)
		}
		ends, canceled := x.attach(3, 1, 30, false), x.attach(3, 1, 30, true)
		x.Put("/project/subscription/cancel", object{"id": canceled, "cancelationReason": "Moved"}).Status(200)
		in, later := now.AddDate(0, 0, 5), now.AddDate(0, 2, 0)
		try(month(3), planned("reprice", object{"percent": 5}, in, ends), planned("reprice", object{"percent": 5}, later, ends), planned("renew", object{}, later, ends),
			planned("renew", object{}, now, canceled), planned("reprice", object{"percent": 5}, later, canceled)).Status(200).Into(&f)
		for i, refused := range []int{0, 1, 0, 1, 1} {
			if want := (tracker.ForecastChange{Total: 1, Changes: 1 - refused, RefusedTotal: refused}); f.Changes[i] != want {
				t.Errorf("change %d of a state: %+v, not %+v", i, f.Changes[i], want)
			}
		}
		byQuery["query"] = "State=renews"
		plan := x.Made("/plan", object{"name": "All", "until": month(3), "changes": []object{byQuery}})
		if done := x.applyPlan(plan); done.Done != 1 || x.read(id).Price != 3150 {
			t.Errorf("applied: %+v", done)
		}
		var plans []tracker.Plan
		if x.Get("/plan").Status(200).Into(&plans); len(plans[0].Changes) != 0 {
			t.Errorf("left: %+v", plans)
		}
	})
}

// worldSeed is drawn anew for each run, and printed when the test fails; -seed repeats one.
func worldSeed(t *testing.T) uint64 {
	seed := *repeated
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("repeat it with -args -world %d", seed)
		}
	})
	return seed
}

var repeated = flag.Uint64("world", 0, "the random world of a forecast or a plan to repeat")
