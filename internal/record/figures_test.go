package record_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// figureWorld has companies with projects and random subscriptions, and people with different roles.
type figureWorld struct {
	apitest.Shop
	*rand.Rand
	companies, projects, subscriptions []string
}

func newFigureWorld(api *apitest.API, seed uint64) *figureWorld {
	w := &figureWorld{Shop: apitest.NewShop(api.Admin()), Rand: rand.New(rand.NewPCG(seed, 5))}
	for _, name := range []string{"owner", "manager", "support", "direct"} {
		api.AddUser(name+"@example.com", strings.ToUpper(name[:1])+name[1:], false)
	}
	for i := range 5 {
		company := w.AddCompany(fmt.Sprint("Company ", i))
		w.companies = append(w.companies, company)
		for k := range i % 3 {
			w.projects = append(w.projects, w.Made("/project", object{"companyId": company, "name": fmt.Sprint("Project ", i, k)}))
		}
		if i < 4 {
			w.AddModerator(company, "owner@example.com", tracker.RoleOwner)
			w.AddModerator(company, "manager@example.com", []tracker.Role{tracker.RoleManager, tracker.RoleSupport}[i%2]) // sees the cost of some
			w.AddModerator(company, "support@example.com", tracker.RoleSupport)
		}
	}
	for _, project := range w.projects[:2] {
		w.Post("/project/moderator", object{"id": project, "userEmail": "direct@example.com", "role": tracker.RoleOwner}).Status(201)
	}
	for range 14 {
		w.attach()
	}
	return w
}

// attach attaches a subscription that has ended, runs, renews or begins later.
func (w *figureWorld) attach() {
	start := w.API.Clock.Now().Add(time.Duration(w.IntN(60)-50) * 24 * time.Hour)
	body := object{"projectId": w.projects[w.IntN(len(w.projects))], "subscriptionId": w.Subscription, "price": 1 + w.IntN(300), "autoRenew": w.IntN(2) == 0,
		"startAt": start, "endAt": start.Add(time.Duration(1+w.IntN(90)) * 24 * time.Hour)}
	var made tracker.ProjectSubscription
	if answer := w.Post("/project/subscription", body); answer.Code == 201 { // its project may be removed
		answer.Into(&made)
		w.subscriptions = append(w.subscriptions, made.ID)
	}
}

// change changes something that figures depend on.
func (w *figureWorld) change() {
	id, project, company := w.subscriptions[w.IntN(len(w.subscriptions))], w.projects[w.IntN(len(w.projects))], w.companies[w.IntN(len(w.companies))]
	switch w.IntN(12) {
	case 0, 1:
		w.attach()
	case 2, 3:
		w.Bulk(apitest.Bulk("projectSubscription", "reprice", object{"price": 1 + w.IntN(300)}, id, w.subscriptions[0]))
	case 4:
		w.Bulk(apitest.Bulk("projectSubscription", "setRenewal", object{"autoRenew": w.IntN(2) == 0}, id))
	case 5:
		w.Put("/project/subscription/cancel", object{"id": id, "cancelationReason": "moved"})
	case 6:
		w.Delete("/project/subscription", object{"id": id})
		w.Put("/project/subscription/restore", object{"id": id})
	case 7:
		w.Delete("/project", object{"id": project})
	case 8:
		w.Put("/project/restore", object{"id": project})
	case 9:
		w.Delete("/company", object{"id": company})
	case 10:
		w.Put("/company/restore", object{"id": company})
	default:
		w.Undo(int64(w.API.LastSeq()))
	}
}

// figured is a company or project as a list shows it.
type figured struct {
	ID        string
	CompanyID string
	Figures   *tracker.Figures
}

// Figures are sums over the subscriptions that the caller sees, at every moment, whether the scan ran or not. Nobody learns a
// cost by them who may not see it.
func TestFigures(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		const seed = 16
		w := newFigureWorld(api, seed)
		for round := range api.Rounds(12) {
			for range 6 {
				w.change()
			}
			api.Clock.Advance(time.Duration(w.IntN(20)) * 24 * time.Hour)
			w.Client = api.Admin()
			if round%3 == 0 {
				if err := api.App.ScanSubscriptions(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			(&apitest.Side{API: api}).CheckTotals(t)
			for _, email := range []string{apitest.AdminEmail, "owner@example.com", "manager@example.com", "support@example.com", "direct@example.com"} {
				c := api.SignIn(email)
				for list, of := range map[string]func(s tracker.ListedSubscription) string{
					"/company": func(s tracker.ListedSubscription) string { return s.CompanyID },
					"/project": func(s tracker.ListedSubscription) string { return s.ProjectID },
				} {
					w.compare(fmt.Sprintf("seed %d, round %d, %s of %s", seed, round, list, email), c, list, of)
				}
			}
		}
	})
}

// compareEarlier compares what companies came to at an earlier instant with the rows of that instant.
func (w *figureWorld) compareEarlier(how string, c *apitest.Client) {
	t := w.API.T
	t.Helper()
	at := w.API.Clock.Now().Add(-time.Duration(w.IntN(60)) * 24 * time.Hour).UTC().Truncate(time.Second)
	instant := at.Format(time.RFC3339)
	rows, _ := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c, "/project/subscription?State=active,renews&PageSize=200&At="+instant)
	var companies []figured
	c.Get("/company?PageSize=200&Include=figures&ComparedAt=" + instant).Status(200).Into(&companies)
	for _, company := range companies {
		want := tracker.FiguresAt{At: at}
		if company.Figures.MonthlyCost != nil {
			want.MonthlyCost = new(tracker.Money)
		}
		for _, s := range rows {
			if s.CompanyID == company.ID {
				want.MonthlyPrice += s.MonthlyPrice
				if want.MonthlyCost != nil {
					*want.MonthlyCost += *s.MonthlyCost
				}
			}
		}
		if d := gocmp.Diff(&want, company.Figures.Before); d != "" {
			t.Fatalf("%s, %s at %s: %s", how, company.ID, instant, d)
		}
	}
}

// compare compares the figures of a list with the rows that they sum up, and its order by each of them.
func (w *figureWorld) compare(how string, c *apitest.Client, list string, of func(s tracker.ListedSubscription) string) {
	t := w.API.T
	t.Helper()
	running, _ := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c, "/project/subscription?State=active,renews&PageSize=200")
	var records []figured
	c.Get(list + "?PageSize=200&Include=figures").Status(200).Into(&records)
	for _, record := range records {
		want, hidden := tracker.Figures{MonthlyCost: new(tracker.Money), Margin: new(tracker.Money)}, false
		for _, s := range running {
			if of(s) != record.ID {
				continue
			}
			want.Running++
			want.MonthlyPrice += s.MonthlyPrice
			if s.MonthlyCost == nil {
				hidden = true
			} else {
				*want.MonthlyCost += *s.MonthlyCost
				*want.Margin += *s.Margin
			}
			if !s.EndAt.Before(w.API.Clock.Now()) && (want.NextEndAt == nil || s.EndAt.Before(*want.NextEndAt)) {
				want.NextEndAt = &s.EndAt
			}
		}
		got := *record.Figures
		if hidden || want.Running == 0 && got.MonthlyCost == nil {
			want.MonthlyCost, want.Margin = nil, nil
		}
		want.Projects, want.Owners = got.Projects, got.Owners
		if d := gocmp.Diff(want, got); d != "" {
			t.Fatalf("%s %s: %s", how, record.ID, d)
		}
	}
	if list == "/company" {
		w.compareEarlier(how, c)
	}
	w.compareTotals(how, c, list)
	w.compareRanges(how, c, list, records)
	keys := map[string]func(f *tracker.Figures) (int64, bool){
		"monthlyPrice": func(f *tracker.Figures) (int64, bool) { return int64(f.MonthlyPrice), true },
		"margin": func(f *tracker.Figures) (int64, bool) {
			if f.Margin == nil {
				return 0, false
			}
			return int64(*f.Margin), true
		},
		"nextEndAt": func(f *tracker.Figures) (int64, bool) {
			if f.NextEndAt == nil {
				return 1 << 60, true
			}
			return f.NextEndAt.UnixMilli(), true
		},
	}
	for sort, key := range keys {
		for _, descending := range []bool{false, true} {
			var sorted []figured
			for page := 1; page == 1 || len(sorted) < len(records) && page < 20; page++ {
				var some []figured
				c.Get(fmt.Sprintf("%s?PageSize=3&PageNumber=%d&Include=figures&SortBy=%s&SortDescending=%v", list, page, sort, descending)).Status(200).Into(&some)
				sorted = append(sorted, some...)
			}
			isSorted := slices.IsSortedFunc(sorted, func(a, b figured) int {
				one, seen := key(a.Figures)
				two, seenToo := key(b.Figures)
				switch {
				case seen != seenToo && seen:
					return -1
				case seen != seenToo:
					return 1
				case descending:
					return cmp.Compare(two, one)
				}
				return cmp.Compare(one, two)
			})
			ids := func(list []figured) (ids []string) {
				for _, f := range list {
					ids = append(ids, f.ID)
				}
				slices.Sort(ids)
				return ids
			}
			if !isSorted || !slices.Equal(ids(sorted), ids(records)) {
				t.Fatalf("%s by %s, descending %v: %d of %d rows, sorted: %v", how, sort, descending, len(sorted), len(records), isSorted)
			}
			export := strings.Split(strings.TrimSpace(c.Get(fmt.Sprintf("%s/export?SortBy=%s&SortDescending=%v", list, sort, descending)).Status(200).Body.String()), "\n")
			for i, f := range sorted {
				if len(export) != len(sorted)+1 || !strings.Contains(export[i+1], f.ID) {
					t.Fatalf("%s by %s, descending %v: the export has another order", how, sort, descending)
				}
			}
		}
	}
}

// compareTotals compares the header Totals of a list with the sums of its rows, for every filter.
func (w *figureWorld) compareTotals(how string, c *apitest.Client, list string) {
	t := w.API.T
	t.Helper()
	queries := []string{"", "Removed=exclude", "Removed=only", "Search=y+1", "Search=ject", "Search=C&Removed=exclude", "Search=nothing",
		"Search=compony", "Search=projekt", "Search=%00"}
	if list == "/company" {
		queries = append(queries, "Editable=true")
	} else {
		queries = append(queries, "CompanyId="+w.companies[2], "EndingSoon=true", "ProductStatus=1")
	}
	_, ofAll := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c, "/project/subscription")
	for _, query := range queries {
		answer := c.Get(list + "?PageSize=200&Include=figures&" + query)
		if query == "Search=%00" && answer.Code == 400 {
			continue
		}
		var rows []figured
		answer.Status(200).Into(&rows)
		want := tracker.FigureTotals{Count: len(rows), MonthlyCost: new(tracker.Money)}
		for _, row := range rows {
			want.MonthlyPrice += row.Figures.MonthlyPrice
			if row.Figures.MonthlyCost != nil {
				*want.MonthlyCost += *row.Figures.MonthlyCost
			}
		}
		if ofAll.Cost == nil { // to whom cost is hidden everywhere
			want.MonthlyCost = nil
		}
		if _, got := apitest.ListWithTotals[figured, tracker.FigureTotals](c, list+"?PageSize=1&Include=figures&"+query); gocmp.Diff(want, got) != "" {
			t.Fatalf("%s?%s: %s", how, query, gocmp.Diff(want, got))
		}
	}
	if totals := c.Get(list).Status(200).Header().Get("Totals"); totals != "" {
		t.Errorf("%s without figures: %s", how, totals)
	}
}

// compareRanges compares lists that are narrowed by a figure, their exports and what a bulk action would take with the rows
// whose figures the caller sees in the range. Those who see no cost can not ask by margin.
func (w *figureWorld) compareRanges(how string, c *apitest.Client, list string, records []figured) {
	t := w.API.T
	t.Helper()
	_, totals := apitest.ListWithTotals[tracker.ListedSubscription, tracker.SubscriptionTotals](c, "/project/subscription")
	for _, by := range []string{"MonthlyPrice", "Margin"} {
		from := tracker.Money(w.IntN(20000) - 5000)
		to := from + tracker.Money(w.IntN(20000))
		query, r := fmt.Sprintf("%sFrom=%s", by, from), tracker.MoneyRange{From: &from}
		switch w.IntN(3) {
		case 0:
			query, r = fmt.Sprintf("%sTo=%s&SortBy=margin", by, to), tracker.MoneyRange{To: &to}
		case 1:
			query, r = fmt.Sprintf("%s&%sTo=%s", query, by, to), tracker.MoneyRange{From: &from, To: &to}
		}
		if by == "Margin" && totals.Cost == nil {
			for _, path := range []string{list + "?", list + "/export?"} {
				if body := c.Get(path + query).Status(400).Body.String(); !strings.Contains(body, "needs the right to see cost.") {
					t.Fatalf("%s?%s: %s", how, query, body)
				}
			}
			c.Post("/bulk", object{"list": list[1:], "query": query, "action": "remove", "preview": true}).Status(400)
			continue
		}
		var want []string
		for _, record := range records {
			if figure := &record.Figures.MonthlyPrice; by == "MonthlyPrice" && r.Has(*figure) || by == "Margin" && record.Figures.Margin != nil && r.Has(*record.Figures.Margin) {
				want = append(want, record.ID)
			}
		}
		rows, sums := apitest.ListWithTotals[figured, tracker.FigureTotals](c, list+"?PageSize=200&Include=figures&"+query)
		var got []string
		var price tracker.Money
		for _, row := range rows {
			got, price = append(got, row.ID), price+row.Figures.MonthlyPrice
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) || sums.Count != len(want) || sums.MonthlyPrice != price {
			t.Fatalf("%s?%s: %d rows of %d, totals %+v", how, query, len(got), len(want), sums)
		}
		if export := c.Get(list + "/export?" + query).Status(200).Body.String(); strings.Count(export, "\n") != len(want)+1 {
			t.Fatalf("%s?%s: the export has other rows", how, query)
		}
		if p := c.Preview(object{"list": list[1:], "query": query, "action": "remove"}); p.Total != len(want) {
			t.Fatalf("%s?%s: a bulk action takes %d of %d", how, query, p.Total, len(want))
		}
	}
}

// Another price is told to the open pages of those who see the company, whose list then has another figure.
func TestFiguresFollowLive(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		api.AddUser(apitest.UserEmail, "Grace", false)
		s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleSupport)
		now := api.Clock.Now()
		term := object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 100, "autoRenew": true, "startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 1, -1)}
		id := s.Made("/project/subscription", term)
		p := apitest.LivePages(t, api, apitest.AdminEmail, apitest.UserEmail)
		s.Put("/project/subscription", apitest.Merged(term, object{"id": id, "price": 250})).Status(200)
		p.Changed("projectSubscription", id, "edit", apitest.AdminEmail, apitest.UserEmail)
		for _, c := range []*apitest.Client{s.Client, api.SignIn(apitest.UserEmail)} {
			for _, list := range []string{"/company", "/project"} {
				rows, totals := apitest.ListWithTotals[figured, tracker.FigureTotals](c, list+"?Include=figures")
				if rows[0].Figures.MonthlyPrice != 25000 || totals.MonthlyPrice != 25000 {
					t.Errorf("%s: %v of %v", list, rows[0].Figures.MonthlyPrice, totals.MonthlyPrice)
				}
				if kept := c.Get(list + "?Include=figures").Status(200).Header(); kept.Get("Cache-Control") != "no-store" || kept.Get("ETag") != "" {
					t.Errorf("%s may be kept: %v", list, kept)
				}
			}
		}
	})
}

// Who owns what, how many projects there are, and what a list without Include is.
func TestFiguresOfPeople(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		for _, name := range []string{"anna", "berta"} {
			api.AddUser(name+"@example.com", name, false)
		}
		s.AddModerator(s.Company, "anna@example.com", tracker.RoleOwner)
		second := s.Made("/project", object{"companyId": s.Company, "name": "Second"})
		s.Post("/project/moderator", object{"id": second, "userEmail": "berta@example.com", "role": tracker.RoleOwner}).Status(201)
		s.Post("/project/moderator", object{"id": s.Project, "userEmail": "berta@example.com", "role": tracker.RoleManager}).Status(201)
		var companies, projects []figured
		s.Get("/company?Include=figures").Status(200).Into(&companies)
		s.Get("/project?Include=figures&SortBy=createdAt").Status(200).Into(&projects)
		owners := func(f figured) string { return fmt.Sprint(f.Figures.Projects, f.Figures.Owners) }
		got := []string{owners(companies[0]), owners(projects[0]), owners(projects[1])}
		want := []string{"2 [{anna anna@example.com}]", "1 [{anna anna@example.com}]", "1 [{berta berta@example.com}]"}
		if !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		if body := s.Get("/company").Status(200).Body.String(); strings.Contains(body, "figures") {
			t.Errorf("without Include: %s", body)
		}
		s.Get("/company?Include=everything").Status(400)
		s.Get("/project?Include=Figures").Status(400)
	})
}
