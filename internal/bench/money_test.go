package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"btracker/internal/app"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
	"btracker/internal/tracker"
)

// BenchmarkMoney measures the lists of subscriptions and products across projects, those of companies and projects with figures, the report of recurring value, the
// scan for reminders and the calendar feed, on a copy of the seeded data. With -database-url start it does so on PostgreSQL as well.
func BenchmarkMoney(b *testing.B) { onSeededData(b, prepareMoney, benchMoney) }

// prepareMoney sets up the moderator, deals with everything that became due since the data was made, measures a scan that finds
// nothing, and closes the store.
func prepareMoney(b *testing.B, s *store.Store, err error, exec func(sql string) error) {
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ok(err)
	defer s.Close()
	began := time.Now()
	ok(s.Migrate(b.Context()))
	fmt.Printf("migrated in %.1f s\n", time.Since(began).Seconds())
	for _, sql := range moderatorOfCompanies() {
		ok(exec(sql))
	}
	scanner := app.New(app.Deps{Store: s, Log: slog.New(slog.DiscardHandler), Now: time.Now})
	scan := func() time.Duration {
		began := time.Now()
		ok(scanner.ScanSubscriptions(b.Context()))
		return time.Since(began)
	}
	fmt.Printf("%-50s %8.2f s\n", "scan of everything that became due", scan().Seconds())
	var times testkit.Times
	for range 20 {
		times = append(times, scan())
	}
	p50 := testkit.Ms(times.Percentile(50))
	fmt.Printf("%-50s %8.2f ms  %s\n", "scan that finds nothing, p50", p50, atMost("ms p50", p50, 10))
}

// moneyRow is the part of a listed row that filters are made of.
type moneyRow struct {
	CompanyID, ProjectID, SubscriptionID, ProductID string
	Subscription, Product                           struct{ CategoryName string }
	Responsible                                     []struct{ Email string }
}

func benchMoney(b *testing.B, target program.Target, database int) {
	s := start(b, target, database)
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	day := func(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.RFC3339) }
	month := func(n int) string { return time.Now().UTC().AddDate(0, n, 0).Format("2006-01") }
	firstRow := func(token, path string) (row moneyRow) {
		var rows []moneyRow
		ok(s.As(token).Get(b.Context(), path+"?PageSize=1", &rows))
		if len(rows) == 0 {
			b.Fatalf("%s has no rows", path)
		}
		return rows[0]
	}
	read := func(token, path string) func(context.Context, *server, int64) error {
		return func(ctx context.Context, s *server, _ int64) error {
			return s.As(token).Get(ctx, path, &json.RawMessage{})
		}
	}
	var all []operation
	for _, who := range []struct {
		name, token string
		bar         bar
	}{{"admin", s.Token, bar{p50: 10 * time.Millisecond}}, {"moderator", s.moderator, bar{p50: 20 * time.Millisecond}}} {
		const subscriptions, products = "/api/v1/project/subscription", "/api/v1/project/product"
		add := func(name, path, query string, bar bar) {
			all = append(all, operation{who.name + " " + name + " " + strings.SplitN(query, "&SortDescending", 2)[0], read(who.token, path+"?PageSize=25&"+query), bar})
		}
		row, product := firstRow(who.token, subscriptions), firstRow(who.token, products)
		filters := []string{"", "State=active", "State=active,renews", "State=notStarted", "State=ended", "State=canceled", "Losing=true",
			"EndFrom=" + day(0) + "&EndTo=" + day(14), "EndFrom=" + day(0) + "&EndTo=" + day(90), "EndTo=" + day(0), "CancelFrom=" + day(0) + "&CancelTo=" + day(30),
			"CompanyId=" + row.CompanyID, "ProjectId=" + row.ProjectID, "SubscriptionId=" + row.SubscriptionID, "CategoryName=" + url.QueryEscape(row.Subscription.CategoryName),
			"At=" + day(-200), "At=" + day(100), "State=active,renews&At=" +
				time.Now().UTC().AddDate(0, -6, -time.Now().Day()+1).Truncate(24*time.Hour).Add(-time.Second).Format(time.RFC3339)}
		if len(row.Responsible) > 0 {
			filters = append(filters, "Responsible="+url.QueryEscape(row.Responsible[0].Email))
		}
		for _, filter := range filters {
			add("subscriptions", subscriptions, filter, who.bar)
		}
		for _, sort := range tracker.SubscriptionSorts {
			add("subscriptions", subscriptions, "SortBy="+sort, who.bar)
			add("subscriptions, descending", subscriptions, "SortBy="+sort+"&SortDescending=true", who.bar)
		}
		for _, filter := range []string{"", "Status=0", "Status=2", "CompanyId=" + product.CompanyID, "ProjectId=" + product.ProjectID, "ProductId=" + product.ProductID,
			"CategoryName=" + url.QueryEscape(product.Product.CategoryName)} {
			add("products", products, filter, who.bar)
		}
		for _, sort := range tracker.ProjectProductSorts {
			add("products", products, "SortBy="+sort, who.bar)
			add("products, descending", products, "SortBy="+sort+"&SortDescending=true", who.bar)
		}
		figures := bar{p50: 20 * time.Millisecond}
		for _, list := range []string{"company", "project"} {
			add(list+" figures", "/api/v1/"+list, "Include=figures", figures)
			for _, sort := range append([]string{"monthlyPrice,name", "name,margin"}, tracker.FigureSorts...) {
				add(list+" figures", "/api/v1/"+list, "Include=figures&SortBy="+sort, figures)
				add(list+" figures, descending", "/api/v1/"+list, "Include=figures&SortBy="+sort+"&SortDescending=true", figures)
			}
		}
		for _, sorts := range []string{"companyName,endAt", "endAt,price", "margin,name", "price,name"} { // rows with equal first values are sorted
			add("subscriptions", subscriptions, "SortBy="+sorts, who.bar)
			add("subscriptions, descending", subscriptions, "SortBy="+sorts+"&SortDescending=true", who.bar)
		}
		for _, by := range tracker.RecurringGroupings {
			add("report of 24 months", "/api/v1/report/recurring", "From="+month(-17)+"&To="+month(6)+"&By="+by, bar{p50: 50 * time.Millisecond})
		}
		for name, query := range map[string]string{"month": "From=" + month(0) + "&To=" + month(0), "quarter": "From=" + month(-2) + "&To=" + month(0),
			"year": "From=" + month(-11) + "&To=" + month(0), "year, a year earlier": "From=" + month(-11) + "&To=" + month(0) + "&Compare=year"} {
			add("summary of a "+name, "/api/v1/report/summary", query, bar{p50: 60 * time.Millisecond})
		}
		var calendar struct{ URL string }
		ok(s.As(who.token).Call(b.Context(), http.MethodPost, "/api/v1/account/calendar", map[string]any{}, &calendar))
		address, err := url.Parse(calendar.URL)
		ok(err)
		all = append(all, operation{who.name + " calendar feed", func(ctx context.Context, s *server, _ int64) error {
			answer, err := s.Send(ctx, http.MethodGet, address.Path, nil)
			if err == nil && answer.Status != http.StatusOK {
				err = fmt.Errorf("status %d", answer.Status)
			}
			return err
		}, bar{}})
	}
	fmt.Printf("%s, load average before: %s\n", target, testkit.LoadAverage())
	defer func() { fmt.Printf("load average after: %s\n", testkit.LoadAverage()) }()
	table := newTable()
	for _, op := range all {
		if strings.Contains(op.name, *only) {
			r := s.load(b.Context(), op, 1, time.Duration(*seconds*float64(time.Second)))
			table.operation(op, 1, 0, &r, s.residentMiB())
		}
	}
	if table.failures > 0 {
		b.Fatalf("%d requests failed", table.failures)
	}
}
