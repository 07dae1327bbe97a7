package record_test

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Every figure of a summary equals the rows that it opens, and its movers are the companies of these rows, for everybody, over random histories.
func TestSummaryOfRandomHistoriesEqualsItsRows(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		y := newYears(api, 5)
		for day := range max(api.Rounds(40), 20) {
			y.act()
			if day%5 == 0 {
				y.Made("/project/product", object{"projectId": y.one(y.projects), "productId": y.Product, "price": y.price(), "cost": 1, "status": 0})
			}
			api.Clock.Advance(time.Duration(1+y.random.IntN(12)) * 24 * time.Hour)
			if err := api.App.ScanSubscriptions(t.Context()); err != nil {
				t.Fatal(err)
			}
			if day%10 != 9 {
				continue
			}
			for _, email := range []string{apitest.AdminEmail, "owner@example.com", "developer@example.com"} {
				c := api.SignIn(email)
				rows := rowsAt(c)
				for _, q := range []struct {
					back, months tracker.Month
					compare      string
				}{{0, 1, "previous"}, {0, 3, "previous"}, {1, 2, "previous"}, {0, 2, "year"}, {-1, 3, "previous"}} {
					y.compareSummary(c, rows, fmt.Sprintf("%s after %d", email, day), q.back, q.months, q.compare)
				}
			}
		}
		side := apitest.Side{API: api, Admin: api.Admin()}
		side.CheckTotals(t)
	})
}

func (y *years) compareSummary(c *apitest.Client, rows func(time.Time) []tracker.ListedSubscription, when string, back, months tracker.Month, compare string) {
	y.api.T.Helper()
	to := tracker.MonthOf(y.api.Clock.Now()) - back
	from := to - months + 1
	query := fmt.Sprintf("From=%s&To=%s&Compare=%s", from, to, compare)
	var got tracker.Summary
	c.Get("/report/summary?" + query).Status(200).Into(&got)
	before := months
	if compare == "year" {
		before = 12
	}
	if want := (tracker.ComparedPeriod{From: (from - before).String(), To: (to - before).String()}); got.From != from.String() || got.To != to.String() || got.Compared != want {
		y.api.T.Errorf("%s, %s: %s to %s, compared with %v", when, query, got.From, got.To, got.Compared)
	}
	values := map[string][]string{}
	prices := map[string][2]tracker.Money{}
	for i, last := range []tracker.Month{to, to - before} {
		price, cost, seen, companies := tracker.Money(0), tracker.Money(0), tracker.Money(0), map[string]bool{}
		first, current := last-months+1, tracker.MonthOf(y.api.Clock.Now())
		last = min(last, current) // a period that is not over is taken now
		list := rows(instantOf(last, y.api.Clock.Now()))
		for _, row := range list {
			price, companies[row.CompanyID] = price+row.MonthlyPrice, true
			if row.MonthlyCost != nil {
				cost, seen = cost+*row.MonthlyCost, seen+row.MonthlyPrice
			}
			of := prices[row.CompanyID]
			of[i] += row.MonthlyPrice
			prices[row.CompanyID] = of
		}
		var report tracker.RecurringReport
		c.Get(fmt.Sprintf("/report/recurring?From=%s&To=%s", first, last)).Status(200).Into(&report)
		var moved tracker.RecurringMonth
		seesCost := report.Months[0].Cost != nil
		for _, m := range report.Months {
			moved.Started, moved.Ended, moved.Repriced = moved.Started+m.Started, moved.Ended+m.Ended, moved.Repriced+m.Repriced
		}
		var products []struct {
			CreatedAt time.Time
			Price     tracker.Money
		}
		c.Get("/project/product?PageSize=200").Status(200).Into(&products)
		oneOff := tracker.Money(0)
		for _, p := range products {
			if m := tracker.MonthOf(p.CreatedAt); m >= first && m <= last {
				oneOff += p.Price
			}
		}
		for name, value := range map[string]tracker.Money{"monthlyPrice": price, "monthlyCost": cost, "margin": seen - cost, "running": tracker.Money(100 * len(list)),
			"customers": tracker.Money(100 * len(companies)), "started": moved.Started, "ended": moved.Ended, "repriced": moved.Repriced, "oneOff": oneOff,
			"marginPercent": tracker.Money(10 * math.Round(1000*float64(seen-cost)/float64(max(seen, 1))))} {
			text := fmt.Sprint(value)
			if !seesCost && (name == "monthlyCost" || strings.HasPrefix(name, "margin")) || seen == 0 && name == "marginPercent" {
				text = "<nil>"
			}
			values[name] = append(values[name], text)
		}
	}
	text := func(m *tracker.Money) string {
		if m == nil {
			return "<nil>"
		}
		return m.String()
	}
	for _, f := range got.Figures {
		if want, isThere := values[f.Name]; isThere && (text(f.Value) != want[0] || text(f.Before) != want[1]) {
			y.api.T.Errorf("%s, %s: %s is %s, before %s, its rows are %v", when, query, f.Name, text(f.Value), text(f.Before), want)
		}
	}
	if len(got.Figures) != 10 {
		y.api.T.Errorf("%s: %d figures", when, len(got.Figures))
	}
	var want []string
	for id, p := range prices {
		if p[0] != p[1] {
			want = append(want, fmt.Sprint(id, p))
		}
	}
	movers := []string{}
	for i, m := range got.Movers {
		movers = append(movers, fmt.Sprint(m.CompanyID, [2]tracker.Money{m.Value, m.Before}))
		if i > 0 && max(m.Change(), -m.Change()) > max(got.Movers[i-1].Change(), -got.Movers[i-1].Change()) {
			y.api.T.Errorf("%s: movers in another order: %+v", when, got.Movers)
		}
	}
	slices.Sort(want)
	slices.Sort(movers)
	if !slices.Equal(want, movers) {
		y.api.T.Errorf("%s, %s: movers %v, those of the rows are %v", when, query, movers, want)
	}
}

// Of many companies the ten with the largest changes are named, however they were read before.
func TestMoversAreTheLargest(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s, now := apitest.NewShop(api.Admin()), api.Clock.Now()
		type company struct{ id, project string }
		var companies []company
		attach := func(c company, price int) {
			s.Made("/project/subscription", object{"projectId": c.project, "subscriptionId": s.Subscription, "price": price,
				"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 1, -1), "autoRenew": true})
		}
		for i := range 15 {
			id := s.AddCompany(fmt.Sprintf("Company %02d", i))
			one := company{id, s.Made("/project", object{"companyId": id, "name": "Site"})}
			companies = append(companies, one)
			attach(one, 10*(i+1))
		}
		movers := func() (names []string) {
			var summary tracker.Summary
			s.Get("/report/summary").Status(200).Into(&summary)
			for _, m := range summary.Movers {
				names = append(names, strings.TrimPrefix(m.CompanyName, "Company ")+"="+m.Value.String())
			}
			return names
		}
		if got := movers(); fmt.Sprint(got) != "[14=150.00 13=140.00 12=130.00 11=120.00 10=110.00 09=100.00 08=90.00 07=80.00 06=70.00 05=60.00]" {
			t.Errorf("%v", got)
		}
		attach(companies[0], 500) // the remembered day is read again
		s.Delete("/company", object{"id": companies[14].id}).Status(200)
		if got := movers(); fmt.Sprint(got[:3]) != "[00=510.00 13=140.00 12=130.00]" {
			t.Errorf("%v", got)
		}
	})
}

func TestSummaryRefusesWhatIsNoPeriod(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		for query, field := range map[string]string{"From=2026-07&To=2026-06": "From", "From=2000-01&To=2026-01": "From", "From=July": "From",
			"To=2026-13": "To", "Compare=before": "Compare"} {
			if body := admin.Get("/report/summary?" + query).Status(400).Body.String(); !strings.Contains(body, field) {
				t.Errorf("%s: %s", query, body)
			}
		}
	})
}

// The files of reports have what the answers have: amounts as numbers, texts that are no formulas, the period and the
// installation above, in the language of the request.
func TestReportFiles(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s, now := apitest.NewShop(api.Admin()), api.Clock.Now()
		company := s.AddCompany("=1+1")
		project := s.Made("/project", object{"companyId": company, "name": "Site"})
		s.Made("/project/subscription", object{"projectId": project, "subscriptionId": s.Subscription, "price": 1200.5,
			"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 1, -1), "autoRenew": true})
		month := tracker.MonthOf(now).String()
		lines := func(body string) (rows [][]string) {
			reader := csv.NewReader(strings.NewReader(body))
			reader.FieldsPerRecord = -1
			rows, err := reader.ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		has := func(rows [][]string, want ...string) {
			t.Helper()
			if !slices.ContainsFunc(rows, func(row []string) bool { return slices.Equal(row[:min(len(row), len(want))], want) }) {
				t.Errorf("no row %q in %q", want, rows)
			}
		}
		summary := lines(s.Get("/report/summary/export?From=" + month + "&To=" + month).Status(200).Body.String())
		has(summary, "btracker (tracker.example)")
		has(summary, "Period: November 2026")
		has(summary, "Price a month ($)", "1200.50", "0.00", "1200.50", "")
		has(summary, "Customers", "1", "0", "1")
		has(summary, "'=1+1", "1200.50", "0.00", "1200.50")
		for path, name := range map[string]string{"/report/summary/export?From=2026-07&To=2026-09": "summary-2026-07_2026-09.csv",
			"/report/summary/export?From=2026-07&To=2026-07&Format=xlsx": "summary-2026-07.xlsx", "/report/recurring/export?From=2026-07&To=2026-09": "recurring-2026-07_2026-09.csv"} {
			if got := s.Get(path).Status(200).Header().Get("Content-Disposition"); got != `attachment; filename="`+name+`"` {
				t.Errorf("%s is %s", path, got)
			}
		}
		german := *s.Client
		german.Header = http.Header{"Accept-Language": {"de-CH,en;q=0.5"}}
		has(lines(german.Get("/report/summary/export").Status(200).Body.String()), "Preis im Monat ($)", "1200.50")
		recurring := lines(s.Get("/report/recurring/export?By=company&From=" + month + "&To=" + month).Status(200).Body.String())
		has(recurring, month, "1200.50")
		has(recurring, "'=1+1", month, "1200.50")
		for path, sheets := range map[string]string{"/report/summary/export?Format=xlsx": "[Figures Companies]", "/report/recurring/export?Format=xlsx": "[Months]",
			"/report/recurring/export?Format=xlsx&By=category": "[Months Categories]"} {
			file, err := excelize.OpenReader(s.Get(path).Status(200).Body)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprint(file.GetSheetList()); got != sheets {
				t.Errorf("%s has the sheets %s", path, got)
			}
			numbers := 0
			for _, sheet := range file.GetSheetList() {
				rows, err := file.GetRows(sheet)
				if err != nil || len(rows) < 5 || !strings.HasPrefix(rows[0][0], "btracker") {
					t.Errorf("%s, %s: %q, %v", path, sheet, rows, err)
				}
				for i, row := range rows {
					for j := range row {
						cell, _ := excelize.CoordinatesToCellName(j+1, i+1)
						if formula, _ := file.GetCellFormula(sheet, cell); formula != "" {
							t.Errorf("%s: %s of %s is a formula", path, cell, sheet)
						}
						if kind, _ := file.GetCellType(sheet, cell); cmp.Or(row[j], "0")[0] == '1' && kind != excelize.CellTypeInlineString {
							numbers++
						}
					}
				}
			}
			if numbers == 0 {
				t.Errorf("%s has no numbers", path)
			}
		}
	})
}
