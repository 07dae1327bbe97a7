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
	counts []string
}

// tally adds to a total of that name. A transaction writes what it adds once, at
// its end, so it must not read a total that it has changed.
func (tx *Tx) tally(name string, delta int) { tx.totals[name] += delta }

// owner is whose worth changes: the company of a project, found by a column of it.
type owner struct{ column, id string }

// weigh adds an item of a project to the totals, or takes it away with sign -1.
func (tx *Tx) weigh(projectID string, w weight, sign int) {
	tx.weighOf(owner{"id", projectID}, w, sign)
}

func (tx *Tx) weighOf(o owner, w weight, sign int) {
	tx.tally(w.kind+".price", int(w.price)*sign)
	tx.tally(w.kind+".cost", int(w.cost)*sign)
	for _, name := range w.counts {
		tx.tally(name, sign)
	}
	worth := tx.worth[o]
	tx.worth[o] = Sums{Price: worth.Price + w.price*tracker.Money(sign), Cost: worth.Cost + w.cost*tracker.Money(sign)}
}

// keepTotals writes what the transaction adds to totals, if it comes to anything.
func (tx *Tx) keepTotals(ctx context.Context) error {
	shard := shardOf(tx.dialect.shards())
	var args []any
	for _, name := range slices.Sorted(maps.Keys(tx.totals)) { // always in one order, so that two writers can not wait for each other
		if tx.totals[name] != 0 {
			args = append(args, name, shard, tx.totals[name])
		}
	}
	if len(args) > 0 {
		if _, err := tx.run(ctx, "INSERT INTO tally (name, shard, n) VALUES "+placeholders(len(args)/3, 3)+
			" ON CONFLICT (name, shard) DO UPDATE SET n = tally.n + excluded.n", args...); err != nil {
			return err
		}
	}
	for o, worth := range tx.worth {
		if worth == (Sums{}) {
			continue
		}
		if _, err := tx.run(ctx, `
			UPDATE company SET live_price = live_price + $2, live_cost = live_cost + $3
			WHERE id IN (SELECT company_id FROM project WHERE `+o.column+` = $1)`, o.id, worth.Price, worth.Cost); err != nil {
			return err
		}
	}
	return nil
}

// RefreshLive sets anew whether a project counts, and what of its items does,
// after it was marked, removed or restored.
func (tx *Tx) RefreshLive(ctx context.Context, projectID string) error {
	return tx.refreshLive(ctx, "id", projectID)
}

// RefreshCompanyLive does that for all projects of a company.
func (tx *Tx) RefreshCompanyLive(ctx context.Context, companyID string) error {
	return tx.refreshLive(ctx, "company_id", companyID)
}

// refreshLive takes as many statements for a thousand items as for one. Whatever
// of the projects changes, changes the same way: it was one mark that did it.
func (tx *Tx) refreshLive(ctx context.Context, key, id string) error {
	of, sign := owner{key, id}, 0
	if err := each(ctx, tx.Queries, func(r rows) error {
		var live bool
		if err := r.Scan(&live); err != nil {
			return err
		}
		sign = count(live) - count(!live)
		tx.tally(tallyLiveProjects, sign)
		return nil
	}, `UPDATE project SET live = NOT live WHERE `+key+` = $1 AND live <> (removed_at IS NULL AND deleted_at IS NULL
		AND EXISTS (SELECT 1 FROM company c WHERE c.id = project.company_id AND c.removed_at IS NULL AND c.deleted_at IS NULL))
		RETURNING live`, id); err != nil || sign == 0 {
		return err
	}
	// Their items differ from them now, but for those that do not count anyway.
	const differs = ` AND live <> (SELECT p.live FROM project p WHERE p.id = project_id)`
	items := ` WHERE project_id IN (SELECT id FROM project WHERE ` + key + ` = $1) AND deleted_at IS NULL`
	if err := each(ctx, tx.Queries, func(r rows) error {
		var p tracker.ProjectProduct
		if err := r.Scan(&p.Price, &p.Cost, &p.Status); err != nil {
			return err
		}
		tx.weighOf(of, productWeight(p), sign)
		return nil
	}, `UPDATE project_product SET live = NOT live`+items+differs+` RETURNING price, cost, status`, id); err != nil {
		return err
	}
	return each(ctx, tx.Queries, func(r rows) error {
		var s tracker.ProjectSubscription
		var end int64
		if err := r.Scan(&s.Price, &s.Cost, &s.AutoRenew, &end); err != nil {
			return err
		}
		s.EndAt = instant(end)
		tx.weighOf(of, subscriptionWeight(s), sign)
		return nil
	}, `UPDATE project_subscription SET live = NOT live`+items+` AND canceled_at IS NULL AND NOT end_raised`+differs+` RETURNING price, cost, auto_renew, end_at`, id)
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
	soon := now.Add(tracker.EndingSoon)
	first, last := millis(now)/dayMillis, millis(soon)/dayMillis
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
	type edge struct {
		soon        int
		price, cost tracker.Money
	}
	e, err := one(ctx, q, func(r rows) (e edge, err error) { return e, r.Scan(&e.soon, &e.price, &e.cost) }, `
		SELECT
			(SELECT count(*) FROM project_subscription WHERE live AND NOT auto_renew AND end_at >= $1 AND end_at < $2)
			+ (SELECT count(*) FROM project_subscription WHERE live AND NOT auto_renew AND end_at >= $3 AND end_at <= $4),
			(SELECT CAST(COALESCE(SUM(price), 0) AS BIGINT) FROM project_subscription WHERE live AND NOT auto_renew AND end_at < $1),
			(SELECT CAST(COALESCE(SUM(cost), 0) AS BIGINT) FROM project_subscription WHERE live AND NOT auto_renew AND end_at < $1)`,
		millis(now), (first+1)*dayMillis, last*dayMillis, millis(soon))
	if err != nil {
		return s, err
	}
	s.EndingSoon += e.soon
	s.Companies, s.Projects = totals["company"]-totals["company.marked"], totals[tallyLiveProjects]
	s.Products = Sums{Price: tracker.Money(totals["products.price"]), Cost: tracker.Money(totals["products.cost"])}
	s.Subscriptions = Sums{Price: tracker.Money(totals["subscriptions.price"]) - e.price, Cost: tracker.Money(totals["subscriptions.cost"]) - e.cost}
	return s, nil
}

// moderated is every live project a user sees, with whether they see its cost.
// What hangs on the projects is joined by CROSS JOIN: SQLite keeps its order, and
// does not begin with a million subscriptions to find the few.
const moderated = `
	WITH visible AS (
		SELECT id, MAX(cost) AS cost FROM (
			SELECT p.id, CASE WHEN m.role IN (1, 2) THEN 1 ELSE 0 END AS cost
			FROM company_moderator m JOIN project p ON p.company_id = m.company_id WHERE m.user_id = $1 AND p.live
			UNION ALL
			SELECT p.id, CASE WHEN m.role IN (1, 2) THEN 1 ELSE 0 END
			FROM project_moderator m JOIN project p ON p.id = m.project_id WHERE m.user_id = $1 AND p.live
		) AS roles GROUP BY id)`

// ModeratorStatistics counts what one user moderates; what they moderate is
// little enough to be summed at each look. Costs cover the projects whose cost
// they may see.
func (q Queries) ModeratorStatistics(ctx context.Context, userID string, now time.Time) (s Statistics, err error) {
	return one(ctx, q, func(r rows) (s Statistics, err error) {
		return s, r.Scan(&s.Companies, &s.Projects, &s.Products.Price, &s.Products.Cost, &s.Subscriptions.Price, &s.Subscriptions.Cost, &s.EndingSoon)
	}, moderated+`
		SELECT
			(SELECT count(*) FROM company_moderator m JOIN company c ON c.id = m.company_id
				WHERE m.user_id = $1 AND c.removed_at IS NULL AND c.deleted_at IS NULL),
			(SELECT count(*) FROM visible),
			(SELECT CAST(COALESCE(SUM(a.price), 0) AS BIGINT) FROM visible v CROSS JOIN project_product a WHERE a.project_id = v.id AND a.live),
			(SELECT CAST(COALESCE(SUM(a.cost), 0) AS BIGINT) FROM visible v CROSS JOIN project_product a WHERE a.project_id = v.id AND a.live AND v.cost = 1),
			(SELECT CAST(COALESCE(SUM(a.price), 0) AS BIGINT) FROM visible v CROSS JOIN project_subscription a
				WHERE a.project_id = v.id AND a.live AND (a.auto_renew OR a.end_at >= $2)),
			(SELECT CAST(COALESCE(SUM(a.cost), 0) AS BIGINT) FROM visible v CROSS JOIN project_subscription a
				WHERE a.project_id = v.id AND a.live AND (a.auto_renew OR a.end_at >= $2) AND v.cost = 1),
			(SELECT count(*) FROM visible v CROSS JOIN project_subscription a
				WHERE a.project_id = v.id AND a.live AND NOT a.auto_renew AND a.end_at >= $2 AND a.end_at <= $3)`,
		userID, millis(now), millis(now.Add(tracker.EndingSoon)))
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
