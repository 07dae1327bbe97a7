package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// numbers reads rows of a name and a number.
func (q Queries) numbers(ctx context.Context, sql string, args ...any) (map[string]int, error) {
	numbers := map[string]int{}
	return numbers, each(ctx, q, func(r rows) error {
		var name string
		var n int
		err := r.Scan(&name, &n)
		numbers[name] = n
		return err
	}, sql, args...)
}

// Statistics holds the figures of the dashboard.
type Statistics struct {
	Companies, Projects, EndingSoon int
	Products, Subscriptions         Sums
}

// Statistics reads the figures of everything from the kept sums. Subscriptions that
// have ended since the last scan are still in them, and are subtracted here.
func (q Queries) Statistics(ctx context.Context, now time.Time) (s Statistics, err error) {
	soon := tracker.EndsSoon(now)
	first, last := millis(soon.From)/dayMillis, millis(soon.Before)/dayMillis
	sums := func(name, column, groups string) string {
		return ` UNION ALL SELECT '` + name + `', ` + sum(column) + ` FROM kept_sum WHERE ` + groups
	}
	totals, err := q.numbers(ctx, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally
		WHERE name IN ('company', 'company.marked', 'project.live') OR name > $1 AND name < $2 GROUP BY name`+
		sums("products.price", "price", "kind = 'product'")+sums("products.cost", "cost", "kind = 'product'")+
		sums("subscriptions.price", "price", liveGroups)+sums("subscriptions.cost", "cost", liveGroups), endingOn(first), endingOn(last))
	if err != nil {
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

// ModeratorStatistics computes the figures of what one user moderates, which is little
// enough to be summed each time. Costs include only projects on which the user has one of
// the cost roles.
func (q Queries) ModeratorStatistics(ctx context.Context, v Visible, costRoles []tracker.Role, now time.Time) (s Statistics, err error) {
	f := &filter{}
	visible, ended, soon := f.moderated(v, costRoles), f.due("a", tracker.Ended(now)), f.due("a", tracker.EndsSoon(now))
	return one(ctx, q, func(r rows) (s Statistics, err error) {
		return s, r.Scan(&s.Companies, &s.Projects, &s.Products.Price, &s.Products.Cost, &s.Subscriptions.Price, &s.Subscriptions.Cost, &s.EndingSoon)
	}, visible+`
		SELECT
			(SELECT count(*) FROM `+v.companyLinks(f)+` m JOIN company c ON c.id = m.company_id
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

// CatalogueCounts counts the categories and items of each catalogue, without those
// that are marked removed and items of such categories.
func (q Queries) CatalogueCounts(ctx context.Context) (categories, items map[tracker.CatalogueKind]int, err error) {
	counts, err := q.numbers(ctx, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally
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
