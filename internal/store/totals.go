package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// weight is what one live item of a project adds to the totals that the
// dashboard shows. The totals are kept by the writing transaction, because
// summing a million rows at each look would be most of the server's work.
type weight struct {
	kind   string // products or subscriptions
	price  tracker.Money
	cost   tracker.Money
	counts map[string]int
}

// tally adds to a total of that name. What a transaction adds is written once, with
// the change that it logs, so it must not read a total that it has changed.
func (tx *Tx) tally(name string, delta int) { tx.totals[name] += delta }

// weigh adds an item of a company's project to the totals, or takes it away with sign -1.
func (tx *Tx) weigh(companyID string, w weight, sign int) {
	tx.tally(w.kind+".price", int(w.price)*sign)
	tx.tally(w.kind+".cost", int(w.cost)*sign)
	for name, n := range w.counts {
		tx.tally(name, n*sign)
	}
	worth := tx.worth[companyID]
	tx.worth[companyID] = Sums{Price: worth.Price + w.price*tracker.Money(sign), Cost: worth.Cost + w.cost*tracker.Money(sign)}
}

// additions is what the transaction adds to totals and to the worth of companies,
// as rows of the columns that the change log has for it; it is then accounted for.
func (tx *Tx) additions() (totals, worth [][]any) {
	shard := shardOf(tx.dialect.shards())
	for _, name := range slices.Sorted(maps.Keys(tx.totals)) { // always in one order, so that two writers can not wait for each other
		if tx.totals[name] != 0 {
			totals = append(totals, []any{name, shard, tx.totals[name]})
		}
	}
	for id, sums := range tx.worth {
		if sums != (Sums{}) {
			worth = append(worth, []any{id, int64(sums.Price), int64(sums.Cost)})
		}
	}
	clear(tx.totals)
	clear(tx.worth)
	return totals, worth
}

// keepTotals writes what the transaction adds to totals without logging a change:
// that is only done to fill a database.
func (tx *Tx) keepTotals(ctx context.Context) error {
	totals, worth := tx.additions()
	if len(totals) > 0 {
		if _, err := tx.run(ctx, "INSERT INTO tally (name, shard, n) VALUES "+placeholders(len(totals), 3)+
			" ON CONFLICT (name, shard) DO UPDATE SET n = tally.n + excluded.n", slices.Concat(totals...)...); err != nil {
			return err
		}
	}
	for _, w := range worth {
		if _, err := tx.run(ctx, `UPDATE company SET live_price = live_price + $2, live_cost = live_cost + $3 WHERE id = $1`, w...); err != nil {
			return err
		}
	}
	return nil
}

// weighBelow adds all that counts below a company or project to the totals, or
// takes it away with sign -1: before what is above is removed, or after it is back.
func (tx *Tx) weighBelow(ctx context.Context, r Removal, id string, sign int) error {
	below := `p.` + r.projects + ` = $1 AND p.live`
	return each(ctx, tx.Queries, func(r rows) error {
		var kind, company string
		var group, n int64
		w := weight{}
		if err := r.Scan(&kind, &company, &group, &n, &w.price, &w.cost); err != nil {
			return err
		}
		switch kind {
		case "project":
			tx.tally(tallyLiveProjects, int(n)*sign)
			return nil
		case "product":
			w.kind, w.counts = "products", map[string]int{"products": int(n), productStatus(group): int(n)}
		case "subscription":
			if w.kind = "subscriptions"; group >= 0 {
				w.counts = map[string]int{endingOn(group): int(n)}
			}
		}
		tx.weigh(company, w, sign)
		return nil
	}, `SELECT 'project', p.company_id, 0, count(*), 0, 0 FROM project p WHERE `+below+` GROUP BY 2
		UNION ALL
		SELECT 'product', p.company_id, a.status, count(*), CAST(SUM(a.price) AS BIGINT), CAST(SUM(a.cost) AS BIGINT)
		FROM project p CROSS JOIN project_product a WHERE a.project_id = p.id AND a.live AND `+below+` GROUP BY 2, 3
		UNION ALL
		SELECT 'subscription', p.company_id, CASE WHEN a.auto_renew THEN -1 ELSE a.end_at / 86400000 END, count(*),
			CAST(SUM(a.price) AS BIGINT), CAST(SUM(a.cost) AS BIGINT)
		FROM project p CROSS JOIN project_subscription a WHERE a.project_id = p.id AND a.live AND `+below+` GROUP BY 2, 3`, id)
}

const tallyLiveProjects = "project.live"

// Sums of money.
type Sums struct{ Price, Cost tracker.Money }

// Statistics is what the dashboard counts.
type Statistics struct {
	Companies, Projects, EndingSoon int
	Products, Subscriptions         Sums
}

// Statistics of everything, from the kept totals. What has ended since the last
// scan still stands in them and is taken off here.
func (q Queries) Statistics(ctx context.Context, now time.Time) (s Statistics, err error) {
	totals := map[string]int{}
	soon := tracker.EndsSoon(now)
	first, last := millis(soon.From)/dayMillis, millis(soon.Before)/dayMillis
	if err = each(ctx, q, func(r rows) error {
		var name string
		var n int
		if err := r.Scan(&name, &n); err != nil {
			return err
		}
		totals[name] = n
		return nil
	}, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally
		WHERE name IN ('company', 'company.marked', 'project.live', 'products.price', 'products.cost', 'subscriptions.price', 'subscriptions.cost')
		OR name > $1 AND name < $2
		GROUP BY name`, endingOn(first), endingOn(last)); err != nil {
		return s, err
	}
	for name, n := range totals {
		if len(name) == len(endingOn(0)) && name > endingOn(first) && name < endingOn(last) {
			s.EndingSoon += n
		}
	}
	// The two days at the edges count by the instant, not by the day.
	f := &filter{}
	onFirst := f.due("a", tracker.EndsBetween(soon.From, instant((first+1)*dayMillis), now))
	onLast := f.due("a", tracker.EndsBetween(instant(last*dayMillis), soon.Before, now))
	ended := f.due("a", tracker.Ended(now))
	type edge struct {
		soon        int
		price, cost tracker.Money
	}
	e, err := one(ctx, q, func(r rows) (e edge, err error) { return e, r.Scan(&e.soon, &e.price, &e.cost) }, `
		SELECT
			(SELECT count(*) FROM project_subscription a WHERE `+onFirst+`) + (SELECT count(*) FROM project_subscription a WHERE `+onLast+`),
			(SELECT CAST(COALESCE(SUM(a.price), 0) AS BIGINT) FROM project_subscription a WHERE `+ended+`),
			(SELECT CAST(COALESCE(SUM(a.cost), 0) AS BIGINT) FROM project_subscription a WHERE `+ended+`)`, f.args...)
	if err != nil {
		return s, err
	}
	s.EndingSoon += e.soon
	s.Companies, s.Projects = totals["company"]-totals["company.marked"], totals[tallyLiveProjects]
	s.Products = Sums{Price: tracker.Money(totals["products.price"]), Cost: tracker.Money(totals["products.cost"])}
	s.Subscriptions = Sums{Price: tracker.Money(totals["subscriptions.price"]) - e.price, Cost: tracker.Money(totals["subscriptions.cost"]) - e.cost}
	return s, nil
}

// moderated begins a statement with the live projects that a moderator sees, and with
// whether one of the cost roles shows their cost. What hangs on the projects is joined by
// CROSS JOIN: SQLite keeps its order, and does not begin with a million subscriptions to
// find the few.
func (f *filter) moderated(v Visible, costRoles []tracker.Role) string {
	cost := "CASE WHEN " + f.in("m.role", costRoles) + " THEN 1 ELSE 0 END AS cost"
	seen := "m.user_id = " + f.arg(v.UserID) + " AND " + f.in("m.role", v.Roles) + " AND p.live"
	return `
	WITH visible AS (
		SELECT id, MAX(cost) AS cost FROM (
			SELECT p.id, ` + cost + ` FROM company_moderator m JOIN project p ON p.company_id = m.company_id WHERE ` + seen + `
			UNION ALL
			SELECT p.id, ` + cost + ` FROM project_moderator m JOIN project p ON p.id = m.project_id WHERE ` + seen + `
		) AS links GROUP BY id)`
}

// ModeratorStatistics counts what one user moderates; what they moderate is
// little enough to be summed at each look. Costs cover the projects on which the user
// has one of the cost roles.
func (q Queries) ModeratorStatistics(ctx context.Context, v Visible, costRoles []tracker.Role, now time.Time) (s Statistics, err error) {
	f := &filter{}
	visible, ended, soon := f.moderated(v, costRoles), f.due("a", tracker.Ended(now)), f.due("a", tracker.EndsSoon(now))
	return one(ctx, q, func(r rows) (s Statistics, err error) {
		return s, r.Scan(&s.Companies, &s.Projects, &s.Products.Price, &s.Products.Cost, &s.Subscriptions.Price, &s.Subscriptions.Cost, &s.EndingSoon)
	}, visible+`
		SELECT
			(SELECT count(*) FROM company_moderator m JOIN company c ON c.id = m.company_id
				WHERE m.user_id = `+f.arg(v.UserID)+` AND `+f.in("m.role", v.Roles)+` AND c.removed_at IS NULL AND c.deleted_at IS NULL),
			(SELECT count(*) FROM visible),
			(SELECT CAST(COALESCE(SUM(a.price), 0) AS BIGINT) FROM visible v CROSS JOIN project_product a WHERE a.project_id = v.id AND a.live),
			(SELECT CAST(COALESCE(SUM(a.cost), 0) AS BIGINT) FROM visible v CROSS JOIN project_product a WHERE a.project_id = v.id AND a.live AND v.cost = 1),
			(SELECT CAST(COALESCE(SUM(a.price), 0) AS BIGINT) FROM visible v CROSS JOIN project_subscription a
				WHERE a.project_id = v.id AND a.live AND NOT (`+ended+`)),
			(SELECT CAST(COALESCE(SUM(a.cost), 0) AS BIGINT) FROM visible v CROSS JOIN project_subscription a
				WHERE a.project_id = v.id AND a.live AND NOT (`+ended+`) AND v.cost = 1),
			(SELECT count(*) FROM visible v CROSS JOIN project_subscription a
				WHERE a.project_id = v.id AND `+soon+`)`, f.args...)
}

// CatalogueCounts counts the categories and items of each catalogue that are not
// marked removed, nor under a category that is.
func (q Queries) CatalogueCounts(ctx context.Context) (categories, items map[tracker.CatalogueKind]int, err error) {
	counts := map[string]int{}
	err = each(ctx, q, func(r rows) error {
		var name string
		var n int
		if err := r.Scan(&name, &n); err != nil {
			return err
		}
		counts[name] = n
		return nil
	}, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally
		WHERE name IN ('category.product', 'category.product.marked', 'category.subscription', 'category.subscription.marked',
			'catalogue.product', 'catalogue.product.marked', 'catalogue.subscription', 'catalogue.subscription.marked')
		GROUP BY name
		UNION ALL
		SELECT 'under.' || c.kind, count(*) FROM category c CROSS JOIN catalogue_item i
		WHERE i.category_id = c.id AND c.removed_at IS NOT NULL AND c.deleted_at IS NULL AND i.removed_at IS NULL AND i.deleted_at IS NULL
		GROUP BY c.kind`)
	categories, items = map[tracker.CatalogueKind]int{}, map[tracker.CatalogueKind]int{}
	for _, kind := range []tracker.CatalogueKind{tracker.Products, tracker.Subscriptions} {
		category, item := "category."+string(kind), "catalogue."+string(kind)
		categories[kind] = counts[category] - counts[category+marked]
		items[kind] = counts[item] - counts[item+marked] - counts["under."+string(kind)]
	}
	return categories, items, err
}
