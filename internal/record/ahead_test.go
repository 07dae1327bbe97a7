package record_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// allEvents reads all pages of a forecast.
func (x *terms) allEvents(c *apitest.Client, query string) (events []tracker.ForecastEvent, totals tracker.ForecastTotals) {
	x.t.Helper()
	for page := 1; ; page++ {
		var more []tracker.ForecastEvent
		more, totals = apitest.ListWithTotals[tracker.ForecastEvent, tracker.ForecastTotals](c, fmt.Sprintf("/forecast?PageSize=200&PageNumber=%d%s", page, query))
		if events = append(events, more...); len(events) >= totals.Count || len(more) == 0 {
			return events, totals
		}
	}
}

// disturb does something at random to what is ahead. What is refused is left as it is.
func (x *terms) disturb(rng *rand.Rand, ids []string) {
	id, now := ids[rng.IntN(len(ids))], x.api.Clock.Now()
	var s tracker.SubscriptionDetails
	if a := x.Get("/project/subscription/" + id); a.Code == 200 {
		a.Into(&s)
	}
	edit := func(change object) {
		x.Client.Put("/project/subscription", apitest.Merged(object{"id": id, "price": 20, "autoRenew": s.AutoRenew, "startAt": s.StartAt, "endAt": s.EndAt, "noticeDays": s.NoticeDays}, change))
	}
	item := object{"id": x.Subscription, "categoryName": "Hosting", "name": "Server", "status": 0, "cost": 10.5}
	switch rng.IntN(14) {
	case 0:
		edit(object{"price": float64(1000+rng.IntN(9000)) / 100})
	case 1:
		edit(object{"noticeDays": []any{nil, 0, 7, 40}[rng.IntN(4)]})
	case 2:
		edit(object{"autoRenew": !s.AutoRenew})
	case 3:
		edit(object{"endAt": s.EndAt.AddDate(0, 0, rng.IntN(20)-5)})
	case 4:
		x.Client.Put("/project/subscription/plan", object{"id": id, "price": []any{nil, 12.34}[rng.IntN(2)], "from": nil})
	case 5:
		x.Client.Put("/project/subscription/plan", object{"id": id, "price": 43.21, "from": now.AddDate(0, 0, 1+rng.IntN(50))})
	case 6:
		x.Client.Put("/project/subscription/renew", object{"id": id})
	case 7:
		x.Client.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "Moved"})
	case 8:
		x.Client.Delete("/project/subscription", object{"id": id})
	case 9: // another cost of the catalogue, now and then of another category
		x.Client.Put("/subscription", object{"data": apitest.Merged(item, object{"cost": float64(500+rng.IntN(3000)) / 100, "categoryName": []string{"Hosting", "Other"}[rng.IntN(2)]})})
	case 10:
		x.Client.Put("/subscription", object{"data": apitest.Merged(item, object{"noticeDays": []any{nil, 5, 30}[rng.IntN(3)]})})
	case 11:
		x.Client.Delete("/project", object{"id": x.Project})
	case 12:
		x.Client.Put("/project/restore", object{"id": x.Project})
	case 13: // take something back
		var list []tracker.Change
		if x.Get("/change?PageSize=5").Status(200).Into(&list); len(list) > 0 {
			x.Client.Put("/change/undo", object{"seq": list[rng.IntN(len(list))].Seq})
		}
	}
}

// The kept sums of what is ahead say what the subscriptions say one by one, whatever happened to them: those of an administrator are kept, those of a
// company and those of its Owner are counted.
func TestKeptAheadIsCounted(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		seed := uint64(api.Clock.Now().Unix())
		x, rng, steps := newTerms(t, api), rand.New(rand.NewPCG(77, seed)), api.Rounds(80)
		if testkit.Full() {
			steps *= 5
		}
		api.AddUser("owner@example.com", "Owner", false)
		x.AddModerator(x.Company, "owner@example.com", tracker.RoleOwner)
		x.Post("/subscription/categories", object{"name": "Other"}).Status(201)
		ids := x.varied(rng, 18)
		for step := range steps {
			x.disturb(rng, ids)
			if rng.IntN(4) == 0 {
				api.Clock.Advance(time.Duration(rng.IntN(40*24)) * time.Hour / 4)
				if x.Client = api.Admin(); rng.IntN(3) > 0 {
					x.scan()
				}
			}
			if step%4 == 0 {
				x.compareAhead(fmt.Sprintf("seed %d, step %d", seed, step))
			}
		}
		(&apitest.Side{API: api}).CheckTotals(t)
	})
}

func (x *terms) compareAhead(name string) {
	x.t.Helper()
	owner := x.api.SignIn("owner@example.com")
	kept, keptTotals := x.allEvents(x.Client, "")
	counted, countedTotals := x.allEvents(x.Client, "&CompanyId="+x.Company)
	if d := cmp.Diff(counted, kept); d != "" || keptTotals != countedTotals {
		x.t.Fatalf("%s: events counted %+v, kept %+v: %s", name, countedTotals, keptTotals, d)
	}
	owned, _ := x.allEvents(owner, "")
	if d := cmp.Diff(counted, owned); d != "" {
		x.t.Fatalf("%s: events of the Owner: %s", name, d)
	}
	until := object{"until": x.api.Clock.Now().AddDate(1, 0, 0).Format("2006-01"), "changes": []object{}}
	var all, own tracker.Forecast
	x.Post("/forecast", until).Status(200).Into(&all)
	owner.Post("/forecast", until).Status(200).Into(&own)
	if d := cmp.Diff(own.Months, all.Months); d != "" {
		x.t.Fatalf("%s: months counted, kept: %s", name, d)
	}
}

// Reports, lists at a later instant and what Renewals and Today show have the same figures as the forecast.
func TestOneSourceOfWhatIsAhead(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x, rng := newTerms(t, api), rand.New(rand.NewPCG(78, uint64(api.Clock.Now().Unix())))
		api.AddUser("owner@example.com", "Owner", false)
		x.AddModerator(x.Company, "owner@example.com", tracker.RoleOwner)
		x.varied(rng, 24)
		x.later(2 * time.Second)
		now := api.Clock.Now()
		first, last := now.Format("2006-01"), now.AddDate(1, 0, -now.Day()+1).Format("2006-01")
		for who, c := range map[string]*apitest.Client{"administrator": api.Admin(), "Owner": api.SignIn("owner@example.com")} {
			var f tracker.Forecast
			c.Post("/forecast", object{"until": last, "changes": []object{}}).Status(200).Into(&f)
			isMoved := false
			for _, by := range []string{"none", "company", "category"} {
				var r tracker.RecurringReport
				c.Get("/report/recurring?From=" + first + "&To=" + last + "&By=" + by).Status(200).Into(&r)
				for i, m := range f.Months {
					of := r.Months[i]
					if of.Month != m.Month || of.Price != m.Price || *of.Cost != *m.Cost {
						t.Errorf("%s: the report has %+v, the forecast %+v", who, of, m)
					}
					isMoved = isMoved || i > 0 && *m.Cost != *f.Months[i-1].Cost
					if by != "none" && (r.Groups[0].Months[i].Price != m.Price || *r.Groups[0].Months[i].Cost != *m.Cost) {
						t.Errorf("%s: the report by %s has %+v, the forecast %+v", who, by, r.Groups[0].Months[i], m)
					}
				}
			}
			if !isMoved {
				t.Errorf("%s: no cost changes: %+v", who, f.Months)
			}
			for _, narrowed := range []string{"", "&CompanyId=" + x.Company, "&CategoryName=Hosting", "&Search=server"} {
				for _, m := range f.Months[1:] {
					start, _ := time.Parse("2006-01", m.Month)
					compareListed(t, c, who, narrowed, start.AddDate(0, 1, 0).Add(-time.Second), &m)
				}
				for range 6 { // any other instant
					compareListed(t, c, who, narrowed, now.Add(time.Duration(rng.IntN(400*24*3600))*time.Second), nil)
				}
			}
			x.compareRenewals(c, who)
		}
	})
}

// compareListed compares the sums of a list at a later instant with its rows, and with the forecast of a month that ends then.
func compareListed(t *testing.T, c *apitest.Client, who, narrowed string, at time.Time, m *tracker.ForecastMonth) {
	t.Helper()
	rows, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c, "/project/subscription?PageSize=200&State=active,renews&At="+at.Format(time.RFC3339)+narrowed)
	var sum tracker.SubscriptionTotals
	sum.Cost, sum.MonthlyCost = new(tracker.Money), new(tracker.Money)
	for _, r := range rows {
		sum.Count, sum.Price, *sum.Cost = sum.Count+1, sum.Price+r.Price, *sum.Cost+*r.Cost
		sum.MonthlyPrice, *sum.MonthlyCost = sum.MonthlyPrice+r.MonthlyPrice, *sum.MonthlyCost+*r.MonthlyCost
	}
	if d := cmp.Diff(sum, totals); d != "" {
		t.Errorf("%s%s at %s: rows, sums: %s", who, narrowed, at, d)
	}
	if m != nil && (totals.MonthlyPrice != m.Price || *totals.MonthlyCost != *m.Cost) {
		t.Errorf("%s%s at %s: the list has %d and %d, the forecast %+v", who, narrowed, at, totals.MonthlyPrice, *totals.MonthlyCost, m)
	}
}

// compareRenewals compares what Renewals and Today ask the list for with the first events of each subscription.
func (x *terms) compareRenewals(c *apitest.Client, who string) {
	x.t.Helper()
	events, _ := x.allEvents(c, "")
	first := map[string]tracker.ForecastEvent{} // by kind and subscription
	for _, e := range events {
		key := string(e.Kind) + " " + e.SubscriptionID
		if _, isThere := first[key]; !isThere {
			first[key] = e
		}
	}
	now := x.api.Clock.Now()
	span := func(name string) string {
		return name + "From=" + now.Format(time.RFC3339) + "&" + name + "To=" + now.AddDate(0, 0, 90).Format(time.RFC3339)
	}
	seen := 0
	for query, kinds := range map[string][]tracker.ForeseenKind{"State=active,notStarted&" + span("End"): {tracker.ForeseenEnds}, "State=renews&" + span("End"): {tracker.ForeseenRenews},
		span("Cancel"): {tracker.ForeseenCancelBy}} {
		rows, _ := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c, "/project/subscription?PageSize=200&"+query)
		for _, r := range rows {
			at := &r.EndAt
			if kinds[0] == tracker.ForeseenCancelBy {
				at = r.CancelBy
			} else if r.State == tracker.StateNotStarted && r.AutoRenew {
				continue
			}
			e, isThere := first[string(kinds[0])+" "+r.ID]
			if !isThere || e.On != at.Format(time.DateOnly) || r.State.Runs() && r.RunsFrom == nil && r.Planned == nil && e.MonthlyPrice.Before != r.MonthlyPrice {
				x.t.Errorf("%s: the list of %s has %+v, the forecast %+v", who, query, r, e)
			}
			seen++
		}
	}
	if seen < 10 {
		x.t.Errorf("%s: only %d rows were compared", who, seen)
	}
}
