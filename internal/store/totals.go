package store

import (
	"context"
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

// weigh adds an item to the totals, or takes it away with sign -1.
func (tx *Tx) weigh(ctx context.Context, projectID string, w weight, sign int) error {
	totals := map[string]int{w.kind + ".price": int(w.price) * sign, w.kind + ".cost": int(w.cost) * sign}
	for _, name := range w.counts {
		totals[name] = sign
	}
	if err := tx.tallies(ctx, totals); err != nil {
		return err
	}
	_, err := tx.run(ctx, `
		UPDATE company SET live_price = live_price + $2, live_cost = live_cost + $3
		WHERE id = (SELECT company_id FROM project WHERE id = $1)`, projectID, int64(w.price)*int64(sign), int64(w.cost)*int64(sign))
	return err
}

func (tx *Tx) reweigh(ctx context.Context, projectID string, before, after weight) error {
	if err := tx.weigh(ctx, projectID, before, -1); err != nil {
		return err
	}
	return tx.weigh(ctx, projectID, after, 1)
}

// RefreshLive sets anew which of some projects count, and what of their items
// does, after a project or a company was marked, removed or restored.
func (tx *Tx) RefreshLive(ctx context.Context, projectIDs ...string) error {
	for _, id := range projectIDs {
		type state struct{ was, is bool }
		s, err := one(ctx, tx.Queries, func(r rows) (s state, err error) { return s, r.Scan(&s.was, &s.is) }, `
			SELECT p.live, p.removed_at IS NULL AND p.deleted_at IS NULL AND c.removed_at IS NULL AND c.deleted_at IS NULL
			FROM project p JOIN company c ON c.id = p.company_id WHERE p.id = $1`, id)
		if err != nil {
			return err
		}
		if s.was == s.is {
			continue
		}
		if _, err := tx.run(ctx, `UPDATE project SET live = $2 WHERE id = $1`, id, s.is); err != nil {
			return err
		}
		if err := tx.tally(ctx, tallyLiveProjects, count(s.is)-count(s.was)); err != nil {
			return err
		}
		if err := tx.refreshProducts(ctx, id, s.is); err != nil {
			return err
		}
		if err := tx.refreshSubscriptions(ctx, id, s.is); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) refreshProducts(ctx context.Context, projectID string, live bool) error {
	list, err := many(ctx, tx.Queries, scanProjectProduct, projectProductSelect+` WHERE a.project_id = $1 AND a.deleted_at IS NULL AND a.live = $2`, projectID, !live)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := tx.weigh(ctx, projectID, productWeight(p), count(live)-count(!live)); err != nil {
			return err
		}
	}
	_, err = tx.run(ctx, `UPDATE project_product SET live = $2 WHERE project_id = $1 AND deleted_at IS NULL`, projectID, live)
	return err
}

func (tx *Tx) refreshSubscriptions(ctx context.Context, projectID string, live bool) error {
	const counted = ` a.project_id = $1 AND a.deleted_at IS NULL AND a.canceled_at IS NULL AND NOT a.end_raised`
	list, err := many(ctx, tx.Queries, scanProjectSubscription, projectSubscriptionSelect+" WHERE"+counted+" AND a.live = $2", projectID, !live)
	if err != nil {
		return err
	}
	for _, s := range list {
		if err := tx.weigh(ctx, projectID, subscriptionWeight(s), count(live)-count(!live)); err != nil {
			return err
		}
	}
	_, err = tx.run(ctx, `UPDATE project_subscription SET live = $2
		WHERE project_id = $1 AND deleted_at IS NULL AND canceled_at IS NULL AND NOT end_raised`, projectID, live)
	return err
}

// ProjectIDs lists the projects of a company that are not gone.
func (q Queries) ProjectIDs(ctx context.Context, companyID string) ([]string, error) {
	return many(ctx, q, scanOne[string], `SELECT id FROM project WHERE company_id = $1 AND deleted_at IS NULL`, companyID)
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
		SELECT 'under.' || c.kind, count(*) FROM category c JOIN catalogue_item i ON i.category_id = c.id
		WHERE c.removed_at IS NOT NULL AND c.deleted_at IS NULL AND i.removed_at IS NULL AND i.deleted_at IS NULL
		GROUP BY c.kind`)
	categories, items = map[tracker.CatalogueKind]int{}, map[tracker.CatalogueKind]int{}
	for _, kind := range []tracker.CatalogueKind{tracker.Products, tracker.Subscriptions} {
		category, item := "category."+string(kind), "catalogue."+string(kind)
		categories[kind] = counts[category] - counts[category+marked]
		items[kind] = counts[item] - counts[item+marked] - counts["under."+string(kind)]
	}
	return categories, items, err
}
