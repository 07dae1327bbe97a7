package apitest

import (
	"context"
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Failing is a test, or a property of one.
type Failing interface {
	Fatal(...any)
	Fatalf(string, ...any)
}

// CheckTotals compares every kept total with the sum of the rows.
func (s *Side) CheckTotals(t Failing) {
	kept, counted := s.Numbers(t, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally WHERE name NOT LIKE 'users%' AND name NOT LIKE '%.order' GROUP BY name
		UNION ALL SELECT 'products.price', CAST(SUM(price) AS BIGINT) FROM kept_sum WHERE kind = 'product'
		UNION ALL SELECT 'products.cost', CAST(SUM(cost) AS BIGINT) FROM kept_sum WHERE kind = 'product'
		UNION ALL SELECT 'products.status.' || at, CAST(SUM(count) AS BIGINT) FROM kept_sum WHERE kind = 'product' GROUP BY at
		UNION ALL SELECT 'subscriptions.price', CAST(SUM(price) AS BIGINT) FROM kept_sum WHERE kind = 'subscription' AND at < 4
		UNION ALL SELECT 'subscriptions.cost', CAST(SUM(cost) AS BIGINT) FROM kept_sum WHERE kind = 'subscription' AND at < 4`), s.Numbers(t, `
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
		t.Fatalf("%s: totals, rows and kept:\n%s", s.API.Store.Dialect(), diff)
	}
	sums := func() map[string]int64 {
		var parts []string
		for _, figure := range strings.Fields("count price cost monthly_price monthly_cost started ended repriced listed_price listed_cost") {
			parts = append(parts, `SELECT kind || '/' || of || '/' || at || '/`+figure+`', CAST(SUM(`+figure+`) AS BIGINT) FROM kept_sum WHERE kind <> 'moved' GROUP BY kind, of, at`)
		}
		parts = append(parts, `SELECT 'move/' || company_no || '/' || at, price FROM company_move`, `SELECT 'running/' || company_no || '/' || at, count FROM company_move`)
		return s.Numbers(t, strings.Join(parts, " UNION ALL "))
	}
	keptSums := sums()
	if err := s.API.Store.Write(context.Background(), func(tx *store.Tx) error { return tx.Recount(context.Background(), tracker.ResponsibleRoles()) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sums(), keptSums); diff != "" {
		t.Fatalf("%s: sums, counted and kept:\n%s", s.API.Store.Dialect(), diff)
	}
	perCompany := func(price string) map[string]int64 {
		return s.Numbers(t, `SELECT id, live_`+price+` FROM company WHERE live_`+price+` <> 0`)
	}
	for _, price := range []string{"price", "cost"} {
		rows := s.Numbers(t, strings.ReplaceAll(`SELECT p.company_id, CAST(SUM(a.price) AS BIGINT) FROM (
				SELECT project_id, price FROM project_product WHERE live UNION ALL SELECT project_id, price FROM project_subscription WHERE live
			) AS a JOIN project p ON p.id = a.project_id GROUP BY p.company_id`, "price", price))
		if diff := cmp.Diff(rows, perCompany(price)); diff != "" {
			t.Fatalf("%s: %s of companies, rows and kept:\n%s", s.API.Store.Dialect(), price, diff)
		}
	}
	// So are the figures of companies and projects.
	for column, counted := range map[string]string{"running": "count(*)", "monthly_price": "CAST(SUM(a.monthly_price) AS BIGINT)",
		"monthly_cost": "CAST(SUM(a.monthly_cost) AS BIGINT)", "next_end": "MIN(a.end_at)"} {
		const runs = ` FROM project_subscription a JOIN project p ON p.id = a.project_id WHERE a.listed AND a.canceled_at IS NULL AND (a.auto_renew OR NOT a.end_raised)`
		rows := s.Numbers(t, `SELECT p.id, `+counted+runs+` GROUP BY 1 UNION ALL SELECT p.company_id, `+counted+runs+` GROUP BY 1`)
		kept := s.Numbers(t, `SELECT id, `+column+` FROM project WHERE `+column+` < 253402300799999 UNION ALL SELECT id, `+column+` FROM company WHERE `+column+` < 253402300799999`)
		if diff := cmp.Diff(rows, kept); diff != "" {
			t.Fatalf("%s: %s of companies and projects, rows and kept:\n%s", s.API.Store.Dialect(), column, diff)
		}
	}
	// live and listed themselves are kept too.
	const parent = `(SELECT p.deleted_at IS NULL AND p.removed_at IS NULL AND c.deleted_at IS NULL AND c.removed_at IS NULL
		FROM project p JOIN company c ON c.id = p.company_id WHERE p.id = a.project_id)`
	for _, wrong := range []string{
		`project_product a WHERE a.live <> (a.deleted_at IS NULL AND ` + parent + `)`,
		`project_subscription a WHERE a.live <> (a.deleted_at IS NULL AND a.canceled_at IS NULL AND NOT a.end_raised AND ` + parent + `)`,
		`project_subscription a WHERE a.listed <> (a.deleted_at IS NULL AND ` + parent + `)`,
	} {
		if n := s.API.Count("SELECT count(*) FROM " + wrong); n != 0 {
			t.Fatalf("%s: %d in %s", s.API.Store.Dialect(), n, wrong)
		}
	}
}

// Numbers reads named numbers that are not zero.
func (s *Side) Numbers(t Failing, sql string) map[string]int64 {
	text := s.API.Text("SELECT COALESCE(" + map[string]string{
		"sqlite": "group_concat(name || '=' || n, ' ')", "postgres": "string_agg(name || '=' || n, ' ')"}[s.API.Store.Dialect()] +
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

// Side is one of the two databases, with its ids for the objects of the model.
type Side struct {
	API   *API
	Admin *Client
	IDs   []string
}
