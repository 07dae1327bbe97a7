package httpapi_test

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func (d *driver) compareStatistics() {
	for _, s := range d.sides {
		var got tracker.Statistics
		s.admin.get("/dashboard/statistics").status(200).into(&got)
		if diff := cmp.Diff(d.model.statistics(), got); diff != "" {
			d.rt.Fatalf("%s: statistics, model and database:\n%s", s.api.store.Dialect(), diff)
		}
	}
}

// compareAll reads everything and compares it with the model.
func (d *driver) compareAll() {
	d.compareStatistics()
	m := d.model
	for _, s := range d.sides {
		items := map[string]string{}
		for _, p := range m.projects {
			if p.gone {
				s.admin.get("/project/" + s.ids[p.no]).status(404)
				continue
			}
			var got tracker.ProjectDetails
			s.admin.get("/project/" + s.ids[p.no]).status(200).into(&got)
			if got.IsRemoved != p.marked || got.CompanyID != s.ids[p.company.no] {
				d.rt.Fatalf("project %+v", got.Project)
			}
			for _, x := range got.Products {
				items[x.ID] = fmt.Sprintln(x.ProjectID, x.ProductID, x.Price, *x.Cost, x.Status)
			}
			for _, x := range got.Subscriptions {
				items[x.ID] = fmt.Sprintln(x.ProjectID, x.SubscriptionID, x.Price, *x.Cost, x.StartAt, x.EndAt, x.AutoRenew, x.IsCanceled)
			}
		}
		want := map[string]string{}
		for _, a := range m.attached {
			price, cost, project, item := tracker.Money(a.price), tracker.Money(a.cost), s.ids[a.project.no], s.ids[a.item.no]
			switch {
			case a.gone:
			case a.item.kind == "product":
				want[s.ids[a.no]] = fmt.Sprintln(project, item, price, cost, tracker.ProductStatus(a.status))
			default:
				want[s.ids[a.no]] = fmt.Sprintln(project, item, price, cost, a.period.StartAt, a.period.EndAt, a.renews, a.canceled)
			}
		}
		if diff := cmp.Diff(want, items); diff != "" {
			d.rt.Fatalf("%s: items, model and database:\n%s", s.api.store.Dialect(), diff)
		}
	}
}

// failing is a test, or a property of one.
type failing interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// checkTotals compares every kept total with the sum of the rows.
func (s *side) checkTotals(t failing) {
	kept, counted := s.numbers(t, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally WHERE name NOT LIKE 'users%' AND name NOT LIKE '%.order' GROUP BY name
		UNION ALL SELECT 'products.price', CAST(SUM(price) AS BIGINT) FROM kept_sum WHERE kind = 'product'
		UNION ALL SELECT 'products.cost', CAST(SUM(cost) AS BIGINT) FROM kept_sum WHERE kind = 'product'
		UNION ALL SELECT 'products.status.' || at, CAST(SUM(count) AS BIGINT) FROM kept_sum WHERE kind = 'product' GROUP BY at
		UNION ALL SELECT 'subscriptions.price', CAST(SUM(price) AS BIGINT) FROM kept_sum WHERE kind = 'subscription' AND at < 4
		UNION ALL SELECT 'subscriptions.cost', CAST(SUM(cost) AS BIGINT) FROM kept_sum WHERE kind = 'subscription' AND at < 4`), s.numbers(t, `
		SELECT 'company', count(*) FROM company WHERE deleted_at IS NULL
		UNION ALL SELECT 'company.marked', count(*) FROM company WHERE deleted_at IS NULL AND removed_at IS NOT NULL
		UNION ALL SELECT 'project', count(*) FROM project WHERE deleted_at IS NULL
		UNION ALL SELECT 'project.marked', count(*) FROM project WHERE deleted_at IS NULL AND removed_at IS NOT NULL
		UNION ALL SELECT 'project.live', count(*) FROM project p JOIN company c ON c.id = p.company_id
			WHERE p.deleted_at IS NULL AND p.removed_at IS NULL AND c.deleted_at IS NULL AND c.removed_at IS NULL
		UNION ALL SELECT 'category.' || kind, count(*) FROM category WHERE deleted_at IS NULL GROUP BY kind
		UNION ALL SELECT 'category.' || kind || '.marked', count(*) FROM category WHERE deleted_at IS NULL AND removed_at IS NOT NULL GROUP BY kind
		UNION ALL SELECT 'catalogue.' || kind, count(*) FROM catalogue_item WHERE deleted_at IS NULL GROUP BY kind
		UNION ALL SELECT 'catalogue.' || kind || '.marked', count(*) FROM catalogue_item WHERE deleted_at IS NULL AND removed_at IS NOT NULL GROUP BY kind
		UNION ALL SELECT 'products.price', CAST(SUM(price) AS BIGINT) FROM project_product WHERE live
		UNION ALL SELECT 'products.cost', CAST(SUM(cost) AS BIGINT) FROM project_product WHERE live
		UNION ALL SELECT 'products.status.' || status, count(*) FROM project_product WHERE live GROUP BY status
		UNION ALL SELECT 'subscriptions.price', CAST(SUM(price) AS BIGINT) FROM project_subscription WHERE live
		UNION ALL SELECT 'subscriptions.cost', CAST(SUM(cost) AS BIGINT) FROM project_subscription WHERE live
		UNION ALL SELECT 'ending.00' || (end_at / 86400000), count(*) FROM project_subscription WHERE live AND NOT auto_renew GROUP BY end_at / 86400000`)
	if diff := cmp.Diff(counted, kept); diff != "" {
		t.Fatalf("%s: totals, rows and kept:\n%s", s.api.store.Dialect(), diff)
	}
	sums := func() map[string]int64 {
		var parts []string
		for _, figure := range strings.Fields("count price cost monthly_price monthly_cost started ended repriced listed_price listed_cost") {
			parts = append(parts, `SELECT kind || '/' || of || '/' || at || '/`+figure+`', CAST(SUM(`+figure+`) AS BIGINT) FROM kept_sum GROUP BY kind, of, at`)
		}
		return s.numbers(t, strings.Join(parts, " UNION ALL "))
	}
	keptSums := sums()
	if err := s.api.store.Write(context.Background(), func(tx *store.Tx) error { return tx.Recount(context.Background(), tracker.ResponsibleRoles()) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sums(), keptSums); diff != "" {
		t.Fatalf("%s: sums, counted and kept:\n%s", s.api.store.Dialect(), diff)
	}
	perCompany := func(price string) map[string]int64 {
		return s.numbers(t, `SELECT id, live_`+price+` FROM company WHERE live_`+price+` <> 0`)
	}
	for _, price := range []string{"price", "cost"} {
		rows := s.numbers(t, strings.ReplaceAll(`SELECT p.company_id, CAST(SUM(a.price) AS BIGINT) FROM (
				SELECT project_id, price FROM project_product WHERE live UNION ALL SELECT project_id, price FROM project_subscription WHERE live
			) AS a JOIN project p ON p.id = a.project_id GROUP BY p.company_id`, "price", price))
		if diff := cmp.Diff(rows, perCompany(price)); diff != "" {
			t.Fatalf("%s: %s of companies, rows and kept:\n%s", s.api.store.Dialect(), price, diff)
		}
	}
	// So are the figures of companies and projects.
	for column, counted := range map[string]string{"running": "count(*)", "monthly_price": "CAST(SUM(a.monthly_price) AS BIGINT)", "monthly_cost": "CAST(SUM(a.monthly_cost) AS BIGINT)", "next_end": "MIN(a.end_at)"} {
		const runs = ` FROM project_subscription a JOIN project p ON p.id = a.project_id WHERE a.listed AND a.canceled_at IS NULL AND (a.auto_renew OR NOT a.end_raised)`
		rows := s.numbers(t, `SELECT p.id, `+counted+runs+` GROUP BY 1 UNION ALL SELECT p.company_id, `+counted+runs+` GROUP BY 1`)
		kept := s.numbers(t, `SELECT id, `+column+` FROM project WHERE `+column+` < 253402300799999 UNION ALL SELECT id, `+column+` FROM company WHERE `+column+` < 253402300799999`)
		if diff := cmp.Diff(rows, kept); diff != "" {
			t.Fatalf("%s: %s of companies and projects, rows and kept:\n%s", s.api.store.Dialect(), column, diff)
		}
	}
	// live and listed themselves are kept too.
	const parent = `(SELECT p.deleted_at IS NULL AND p.removed_at IS NULL AND c.deleted_at IS NULL AND c.removed_at IS NULL FROM project p JOIN company c ON c.id = p.company_id WHERE p.id = a.project_id)`
	for _, wrong := range []string{
		`project_product a WHERE a.live <> (a.deleted_at IS NULL AND ` + parent + `)`,
		`project_subscription a WHERE a.live <> (a.deleted_at IS NULL AND a.canceled_at IS NULL AND NOT a.end_raised AND ` + parent + `)`,
		`project_subscription a WHERE a.listed <> (a.deleted_at IS NULL AND ` + parent + `)`,
	} {
		if n := s.api.count("SELECT count(*) FROM " + wrong); n != 0 {
			t.Fatalf("%s: %d in %s", s.api.store.Dialect(), n, wrong)
		}
	}
}

// numbers reads named numbers that are not zero.
func (s *side) numbers(t failing, sql string) map[string]int64 {
	text := s.api.text("SELECT COALESCE(" + map[string]string{
		"sqlite": "group_concat(name || '=' || n, ' ')", "postgres": "string_agg(name || '=' || n, ' ')"}[s.api.store.Dialect()] +
		", '') FROM (SELECT '' AS name, 0 AS n WHERE 1 = 0 UNION ALL " + sql + ") AS numbers WHERE n <> 0")
	all := map[string]int64{}
	for _, pair := range strings.Fields(text) {
		name, n, _ := strings.Cut(pair, "=")
		var number int64
		if _, err := fmt.Sscan(n, &number); err != nil {
			t.Fatal(err)
		}
		all[name] = number
	}
	return all
}

// checkOrphans finds rows whose parent is gone.
func (s *side) checkOrphans(t *rapid.T) {
	for _, orphan := range []string{
		`project x JOIN company y ON y.id = x.company_id`,
		`catalogue_item x JOIN category y ON y.id = x.category_id`,
		`project_product x JOIN project y ON y.id = x.project_id`,
		`project_product x JOIN catalogue_item y ON y.id = x.product_id`,
		`project_subscription x JOIN project y ON y.id = x.project_id`,
		`project_subscription x JOIN catalogue_item y ON y.id = x.subscription_id`,
	} {
		if n := s.api.count("SELECT count(*) FROM " + orphan + " WHERE x.deleted_at IS NULL AND y.deleted_at IS NOT NULL"); n != 0 {
			t.Fatalf("%s: %d orphans: %s", s.api.store.Dialect(), n, orphan)
		}
	}
}

// checkNotifications compares the notifications with the model: each must exist exactly once.
func (s *side) checkNotifications(t *rapid.T, m *model) {
	want := map[string]int64{}
	for n := range maps.Keys(m.told) {
		want[fmt.Sprintf("%s/%s/%d/user-%s", s.ids[n.no], n.kind, n.end, n.recipient)]++
	}
	got := s.numbers(t, `SELECT item_id || '/' || kind || '/' || threshold || '/' || recipient_id, count(*) FROM notification GROUP BY item_id, kind, threshold, recipient_id`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s: notifications, model and database:\n%s", s.api.store.Dialect(), diff)
	}
}
