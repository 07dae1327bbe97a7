package record_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// years is a random history of subscriptions in several companies and categories. Dates begin and end with a day, and
// people work at noon: so the rows of each half of a day show every change of a value.
type years struct {
	apitest.Shop
	api        *apitest.API
	random     *rand.Rand
	companies  []string
	projects   []string
	items      []string
	categories []string
	attached   []string
	detached   []string
}

func newYears(api *apitest.API, seed uint64) *years {
	y := &years{Shop: apitest.NewShop(api.Admin()), api: api, random: rand.New(rand.NewPCG(seed, 0))}
	y.companies, y.projects, y.items, y.categories = []string{y.Company}, []string{y.Project}, []string{y.Subscription}, []string{"Hosting"}
	for _, name := range []string{"Office", "Depot"} {
		company := y.AddCompany(name)
		y.companies, y.projects = append(y.companies, company), append(y.projects, y.Made("/project", object{"companyId": company, "name": "Site of " + name}))
		y.Post("/subscription/categories", object{"name": name}).Status(201)
		y.categories = append(y.categories, name)
		y.items = append(y.items, y.Made("/subscription", object{"categoryName": name, "name": "Server of " + name, "status": 0, "cost": 7}))
	}
	for name, company := range map[string]string{"owner": y.companies[1], "developer": y.companies[2]} {
		api.AddUser(name+"@example.com", name, false)
		y.AddModerator(company, name+"@example.com", map[string]tracker.Role{"owner": tracker.RoleOwner, "developer": tracker.RoleDeveloper}[name])
	}
	return y
}

func (y *years) one(of []string) string { return of[y.random.IntN(len(of))] }

// term is a term of whole months or of days that begins around now.
func (y *years) term() object {
	start := y.api.Clock.Now().Truncate(24*time.Hour).AddDate(0, 0, y.random.IntN(80)-60)
	end := start.AddDate(0, 1+y.random.IntN(3), 0)
	if y.random.IntN(2) == 0 {
		end = start.AddDate(0, 0, 5+y.random.IntN(60))
	}
	return object{"startAt": start, "endAt": end.Add(-time.Second), "autoRenew": y.random.IntN(2) == 0, "price": y.price()}
}

func (y *years) price() float64 { return float64(1+y.random.IntN(20_000)) / 100 }

func (y *years) read(id string) (s tracker.ProjectSubscription) {
	y.Get("/project/subscription/" + id).Status(200).Into(&s)
	return s
}

// act does something at random.
func (y *years) act() {
	y.Client = y.api.Admin()
	action := y.random.IntN(14)
	if len(y.attached) < 3 {
		action = 0
	}
	switch action {
	case 0, 1, 2:
		body := y.term()
		body["projectId"], body["subscriptionId"] = y.one(y.projects), y.one(y.items)
		y.attached = append(y.attached, y.Made("/project/subscription", body))
	case 3, 4:
		s := y.read(y.one(y.attached))
		y.Put("/project/subscription", object{"id": s.ID, "startAt": s.StartAt, "endAt": s.EndAt, "autoRenew": s.AutoRenew, "price": y.price()}).Status(200)
	case 5:
		body := y.term()
		body["id"] = y.one(y.attached)
		y.Put("/project/subscription", body).Status(200)
	case 6:
		y.Put("/project/subscription/cancel", object{"id": y.one(y.attached), "cancelationReason": "x"}).Status(200)
	case 7:
		var changes []struct {
			Seq      int64
			EntityID string
			Undo     struct{ Allowed bool }
		}
		y.Get("/change?Entity=projectSubscription&PageSize=5&Action=" + y.one([]string{"cancel", "edit", "renew"})).Status(200).Into(&changes)
		if len(changes) > 0 && changes[0].Undo.Allowed && slices.Contains(y.attached, changes[0].EntityID) {
			y.Put("/change/undo", object{"seq": changes[0].Seq, "force": true}).Status(200)
		}
	case 8:
		if len(y.detached) > 0 {
			y.Put("/project/subscription/restore", object{"id": y.detached[0]}).Status(200)
			y.attached, y.detached = append(y.attached, y.detached[0]), nil
			return
		}
		i := y.random.IntN(len(y.attached))
		y.Delete("/project/subscription", object{"id": y.attached[i]}).Status(204)
		y.detached = []string{y.attached[i]}
		y.attached = slices.Delete(y.attached, i, i+1)
	case 10, 11:
		body := object{"id": y.one(y.attached)}
		if y.random.IntN(2) == 0 {
			body["price"] = y.price()
		}
		if answer := y.Put("/project/subscription/renew", body); answer.Code != 422 { // canceled
			answer.Status(200)
		}
	case 12, 13:
		body := object{"id": y.one(y.attached), "price": y.price()}
		if y.random.IntN(2) == 0 {
			body["from"] = y.api.Clock.Now().Truncate(24*time.Hour).AddDate(0, 0, 1+y.random.IntN(60))
		}
		if answer := y.Put("/project/subscription/plan", body); answer.Code != 422 { // canceled, or ended
			answer.Status(200)
		}
	case 9: // another category, and a cost that counts from the next renewals on
		var item object
		y.Get("/subscription/" + y.one(y.items)).Status(200).Into(&item)
		item["categoryName"], item["cost"] = y.one(y.categories), y.price()
		y.Put("/subscription", object{"data": item}).Status(200)
	}
}

const (
	reportPast   = 4 // months
	reportFuture = 2
)

// worth is what rows are worth.
type worth struct {
	price, cost tracker.Money
	count       int
}

// rowsAt returns a function that reads what runs at an instant, each once.
func rowsAt(c *apitest.Client) func(at time.Time) []tracker.ListedSubscription {
	known := map[time.Time][]tracker.ListedSubscription{}
	return func(at time.Time) []tracker.ListedSubscription {
		if _, ok := known[at]; !ok {
			var rows []tracker.ListedSubscription
			c.Get("/project/subscription?PageSize=100&State=active,renews&At=" + url.QueryEscape(at.Format(time.RFC3339Nano))).Status(200).Into(&rows)
			known[at] = rows
		}
		return known[at]
	}
}

// groupOf is the group of a row, by its id in a report.
func groupOf(row tracker.ListedSubscription, by string) string {
	switch by {
	case "company":
		return row.CompanyID
	case "category":
		return row.Subscription.CategoryName
	}
	return ""
}

// Each figure of each group equals the rows that it opens, in the past, now and later, over random histories.
func TestReportOfRandomHistoriesEqualsItsRows(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		y := newYears(api, 3)
		for day := range max(api.Rounds(40), 10) {
			y.act()
			api.Clock.Advance(time.Duration(1+y.random.IntN(12)) * 24 * time.Hour)
			if err := api.App.ScanSubscriptions(t.Context()); err != nil {
				t.Fatal(err)
			}
			if day%10 == 9 {
				for _, email := range []string{apitest.AdminEmail, "owner@example.com", "developer@example.com"} {
					c := api.SignIn(email)
					rows := rowsAt(c)
					for _, by := range tracker.RecurringGroupings {
						y.compare(c, rows, fmt.Sprintf("%s by %s after %d", email, by, day), by)
					}
				}
			}
		}
		c := api.Admin()
		rows := rowsAt(c)
		for _, by := range tracker.RecurringGroupings {
			y.compareMoves(c, rows, by)
		}
	})
}

// report reads a report around now, and returns its months by group.
func (y *years) report(c *apitest.Client, by string) (from tracker.Month, groups map[string][]tracker.RecurringMonth) {
	current := tracker.MonthOf(y.api.Clock.Now())
	var report tracker.RecurringReport
	c.Get(fmt.Sprintf("/report/recurring?From=%s&To=%s&By=%s", current-reportPast, current+reportFuture, by)).Status(200).Into(&report)
	groups = map[string][]tracker.RecurringMonth{"": report.Months}
	if by != "none" {
		delete(groups, "")
	}
	for _, g := range report.Groups {
		if g.ID == nil {
			y.api.T.Fatalf("by %s: others are in no group of their own, although there are few: %+v", by, report.Groups)
		}
		groups[*g.ID] = g.Months
	}
	return current - reportPast, groups
}

func (y *years) compare(c *apitest.Client, rows func(time.Time) []tracker.ListedSubscription, when, by string) {
	y.api.T.Helper()
	from, groups := y.report(c, by)
	for i := range reportPast + 1 + reportFuture {
		at := instantOf(from+tracker.Month(i), y.api.Clock.Now())
		want := map[string]worth{}
		for _, row := range rows(at) {
			w := want[groupOf(row, by)]
			w.count, w.price = w.count+1, w.price+row.MonthlyPrice
			if row.MonthlyCost != nil {
				w.cost += *row.MonthlyCost
			}
			want[groupOf(row, by)] = w
		}
		for id, months := range groups {
			got := worth{price: months[i].Price, count: months[i].Count}
			if months[i].Cost != nil {
				got.cost = *months[i].Cost
			}
			if got != want[id] {
				y.api.T.Errorf("%s, %s of %q: %+v, its rows are %+v", when, months[i].Month, id, got, want[id])
			}
			delete(want, id)
		}
		if len(want) > 0 {
			y.api.T.Errorf("%s at %v: no groups for %+v", when, at, want)
		}
	}
}

// compareMoves compares what moved a value with the differences of the rows from one half of a day to the next.
func (y *years) compareMoves(c *apitest.Client, rows func(time.Time) []tracker.ListedSubscription, by string) {
	y.api.T.Helper()
	from, groups := y.report(c, by)
	type moved struct{ started, ended, repriced tracker.Money }
	last := (from - 1).End()
	running := map[string]tracker.ListedSubscription{}
	for _, row := range rows(last) {
		running[row.ID] = row
	}
	for i := range reportPast + 1 + reportFuture {
		end, want := instantOf(from+tracker.Month(i), y.api.Clock.Now()), map[string]moved{}
		for last.Before(end) {
			// Just before noon and midnight.
			if last = last.Add(time.Second).Truncate(12 * time.Hour).Add(12*time.Hour - time.Second); last.After(end) {
				last = end
			}
			now := map[string]tracker.ListedSubscription{}
			for _, row := range rows(last) {
				now[row.ID] = row
				group := groupOf(row, by)
				m := want[group]
				if before, ran := running[row.ID]; ran {
					m.repriced += row.MonthlyPrice - before.MonthlyPrice
				} else {
					m.started += row.MonthlyPrice
				}
				want[group] = m
			}
			for id, row := range running {
				if _, runs := now[id]; !runs {
					m := want[groupOf(row, by)]
					m.ended += row.MonthlyPrice
					want[groupOf(row, by)] = m
				}
			}
			running = now
		}
		for id, months := range groups {
			if got := (moved{months[i].Started, months[i].Ended, months[i].Repriced}); got != want[id] {
				y.api.T.Errorf("by %s, %s of %q: %+v, its rows moved by %+v", by, months[i].Month, id, got, want[id])
			}
		}
	}
}
