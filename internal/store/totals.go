package store

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// The kept totals: see docs/totals.md.

// Names of totals. Each list also has a number of rows that are marked removed, and
// one of how often its order has changed; page.go has their endings.
const (
	tallyCompanies    = "company"
	tallyUsers        = "users"
	tallyAdmins       = "users.admin"
	tallyProjects     = "project"
	tallyLiveProjects = "project.live"
)

func tallyItems(kind tracker.CatalogueKind) string { return "catalogue." + string(kind) }

func tallyCategories(kind tracker.CatalogueKind) string { return "category." + string(kind) }

// productStatus names the total of products in a status.
func productStatus(status int64) string { return "products.status." + strconv.FormatInt(status, 10) }

// endingOn names the total of subscriptions that end on a day and do not renew.
func endingOn(day int64) string { return fmt.Sprintf("ending.%07d", day) }

// share is the part that a row has in the kept totals. It is empty for a row that does
// not exist or is not live.
type share struct {
	numbers map[string]int // by the names of the totals
	place   place          // in its list
	company string         // the company whose sums it adds to
	worth   Sums           // the price and cost that it adds to them
	of      [2]string      // the company and project whose figures it adds to
	figures keptFigures

	sums map[sumKey]keptSums // by the names of the kept sums
}

// keptFigures is what the subscriptions of a company or project come to that run, or would run but for
// their dates; see figures.go.
type keptFigures struct {
	running int
	monthly Sums
	end     int64 // of a single subscription; a new first end is looked up
	moves   bool  // of a company or project: its first end may be another one now
}

// place changes when a row moves within its list, or leaves it.
type place struct {
	list   string
	key    string // by which the list is sorted
	marked bool   // whether it is among those marked removed
}

// replaceShare subtracts the old share of a row from the totals and adds the new one. No
// other function changes the totals. The transaction writes them once, with
// the change that it logs, so it must not read a total that it has changed.
func (tx *Tx) replaceShare(before, after share) {
	for name, n := range before.numbers {
		tx.totals[name] -= n
	}
	for name, n := range after.numbers {
		tx.totals[name] += n
	}
	if before.place.list != "" && before.place != after.place {
		tx.totals[before.place.list+reorder]++
	}
	tx.addWorth(before, -1)
	tx.addWorth(after, 1)
	if before.figures != after.figures {
		moves := before.figures.end != after.figures.end || before.figures.running != after.figures.running
		tx.addFigures(before, -1, moves)
		tx.addFigures(after, 1, moves)
	}
	for key, sums := range before.sums {
		tx.addSum(key, sums, -1)
	}
	for key, sums := range after.sums {
		tx.addSum(key, sums, 1)
	}
}

func (tx *Tx) addFigures(s share, sign int, moves bool) {
	for _, id := range s.of {
		if f := tx.figures[id]; id != "" {
			money := tracker.Money(sign)
			tx.figures[id] = keptFigures{moves: f.moves || moves, running: f.running + sign*s.figures.running,
				monthly: Sums{f.monthly.Price + money*s.figures.monthly.Price, f.monthly.Cost + money*s.figures.monthly.Cost}}
		}
	}
}

func (tx *Tx) addWorth(s share, sign tracker.Money) {
	if s.company != "" {
		worth := tx.worth[s.company]
		tx.worth[s.company] = Sums{Price: worth.Price + sign*s.worth.Price, Cost: worth.Cost + sign*s.worth.Cost}
	}
}

// listShare is the share of a row in the size of its list.
func listShare(list, name string, isMarked bool) share {
	return share{numbers: map[string]int{list: 1, list + marked: count(isMarked)}, place: place{list, searchKey(name), isMarked}}
}

// productShare is the share of so many live products of one company and category in one status.
func productShare(company, category string, status int64, products int, worth Sums) share {
	return share{company: company, worth: worth, numbers: map[string]int{
		"products": products, productStatus(status): products, "products.price": int(worth.Price), "products.cost": int(worth.Cost)},
		sums: map[sumKey]keptSums{{sumProducts, category, status}: summed(products, worth, Sums{})}}
}

// subscriptionGroup is some listed subscriptions of one project and category that count alike.
type subscriptionGroup struct {
	company       string
	project       string
	category      string
	state         tracker.SubscriptionState // tracker's KeptState
	end           int64                     // in milliseconds
	losing        bool
	subscriptions int
	worth         Sums
	monthly       Sums
}

// subscriptionShare is the share of a group of subscriptions.
func subscriptionShare(g subscriptionGroup) share {
	ends := g.state
	if ends == tracker.StateEnded {
		ends = tracker.StateActive // the end itself tells it
	}
	figures := summed(g.subscriptions, g.worth, g.monthly)
	s := share{sums: map[sumKey]keptSums{{sumSubscriptions, g.category, stateNumber(g.state, g.losing)}: figures, {sumEnds, string(ends), g.end}: figures}}
	if g.state.Runs() { // they are live
		s.of, s.figures = [2]string{g.company, g.project}, keptFigures{running: g.subscriptions, monthly: g.monthly, end: g.end}
		s.company, s.worth = g.company, g.worth
		s.numbers = map[string]int{"subscriptions.price": int(g.worth.Price), "subscriptions.cost": int(g.worth.Cost)}
		if g.state != tracker.StateRenews {
			s.numbers[endingOn(g.end/dayMillis)] = g.subscriptions
		}
	}
	return s
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// additions returns what the transaction adds to the totals, and to the sums and figures of
// companies and projects, as rows for the change log, and forgets it.
func (tx *Tx) additions() (totals, worth [][]any) {
	shard := rand.IntN(tx.dialect.shards())                    // #nosec G404 -- spreads writers over rows, guards nothing
	for _, name := range slices.Sorted(maps.Keys(tx.totals)) { // always in one order, so that two writers can not wait for each other
		if tx.totals[name] != 0 {
			totals = append(totals, []any{name, shard, tx.totals[name]})
		}
	}
	ids := slices.Collect(maps.Keys(tx.worth))
	ids = slices.AppendSeq(ids, maps.Keys(tx.figures)) // a project has no sums
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		sums, row := tx.worth[id], []any(nil)
		if f, changed := tx.figures[id]; changed {
			row = []any{f.running, int64(f.monthly.Price), int64(f.monthly.Cost)}
		}
		if sums != (Sums{}) || row != nil {
			worth = append(worth, append([]any{id, int64(sums.Price), int64(sums.Cost)}, row...))
		}
	}
	clear(tx.totals)
	clear(tx.worth)
	clear(tx.figures)
	return totals, worth
}

// keepTotals writes additions that went with no change: those of a bulk action, and of
// transactions that fill a database.
func (tx *Tx) keepTotals(ctx context.Context) error {
	moved := map[string]bool{}
	for id, f := range tx.figures {
		moved[id] = f.moves
	}
	totals, worth := tx.additions()
	if len(totals) > 0 {
		if _, err := tx.run(ctx, `INSERT INTO tally (name, shard, n)
			SELECT t.value ->> 0, CAST(t.value ->> 1 AS INTEGER), CAST(t.value ->> 2 AS BIGINT) FROM `+tx.dialect.lists("$1")+` AS t WHERE TRUE
			ON CONFLICT (name, shard) DO UPDATE SET n = tally.n + excluded.n`, jsonRows(totals)); err != nil {
			return err
		}
	}
	if len(worth) == 0 {
		return nil
	}
	if _, err := tx.run(ctx, `UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT)
		FROM `+tx.dialect.lists("$1")+` AS w WHERE company.id = w.value ->> 0`, jsonRows(worth)); err != nil {
		return err
	}
	return tx.keepFigures(ctx, worth, moved)
}

// sharesBelow lists the shares of everything in a company or project, including the
// project itself.
func (tx *Tx) sharesBelow(ctx context.Context, r Removal, id string) ([]share, error) {
	below := `p.` + r.projects + ` = $1 AND p.live`
	const from = `project p CROSS JOIN {items} a CROSS JOIN catalogue_item i`
	return tx.shares(ctx, `SELECT 'project', p.company_id, '', '', '', FALSE, 0, 0, count(*), 0, 0, 0, 0 FROM project p WHERE `+below+` GROUP BY 2
		UNION ALL `+productShares(from, below)+` UNION ALL `+subscriptionShares(from, below), id)
}

// sharesOfItem lists the shares of all uses of an item of the catalogue.
func (tx *Tx) sharesOfItem(ctx context.Context, id string) ([]share, error) {
	const from, where = `catalogue_item i CROSS JOIN {items} a CROSS JOIN project p`, `i.id = $1`
	return tx.shares(ctx, productShares(from, where)+` UNION ALL `+subscriptionShares(from, where), id)
}

// productShares selects groups of live products that count alike: their kind, company, project, category, state, whether they lose
// money, their status and end, their number and their sums. The first table of from finds few rows.
func productShares(from, where string) string {
	return `SELECT 'product', p.company_id, '', i.category_id, '', FALSE, a.status, 0, count(*), CAST(SUM(a.price) AS BIGINT), CAST(SUM(a.cost) AS BIGINT), 0, 0
		FROM ` + strings.Replace(from, "{items}", "project_product", 1) + `
		WHERE a.project_id = p.id AND a.product_id = i.id AND a.live AND ` + where + ` GROUP BY 2, 4, 7`
}

// subscriptionShares selects groups of listed subscriptions, as productShares does.
func subscriptionShares(from, where string) string {
	return `SELECT 'subscription', p.company_id, p.id, i.category_id, ` + keptState.name() + `, ` + losesMoney + `, 0, a.end_at, count(*), CAST(SUM(a.price) AS BIGINT), CAST(SUM(a.cost) AS BIGINT),
			CAST(SUM(a.monthly_price) AS BIGINT), CAST(SUM(a.monthly_cost) AS BIGINT)
		FROM ` + strings.Replace(from, "{items}", "project_subscription", 1) + `
		WHERE a.project_id = p.id AND a.subscription_id = i.id AND a.listed AND ` + where + ` GROUP BY 2, 3, 4, 5, 6, 8`
}

// shares reads the shares of such groups.
func (tx *Tx) shares(ctx context.Context, sql, id string) ([]share, error) {
	return many(ctx, tx.Queries, func(r rows) (s share, err error) {
		var kind string
		var status int64
		var g subscriptionGroup
		if err := r.Scan(&kind, &g.company, &g.project, &g.category, &g.state, &g.losing, &status, &g.end, &g.subscriptions, &g.worth.Price, &g.worth.Cost, &g.monthly.Price, &g.monthly.Cost); err != nil {
			return s, err
		}
		switch kind {
		case "product":
			return productShare(g.company, g.category, status, g.subscriptions, g.worth), nil
		case "subscription":
			return subscriptionShare(g), nil
		}
		return share{numbers: map[string]int{tallyLiveProjects: g.subscriptions}}, nil
	}, sql, id)
}

// Sums of money.
type Sums struct{ Price, Cost tracker.Money }

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

// Statistics reads the figures of everything from the kept totals. Subscriptions that
// have ended since the last scan are still in the totals, and are subtracted here.
func (q Queries) Statistics(ctx context.Context, now time.Time) (s Statistics, err error) {
	soon := tracker.EndsSoon(now)
	first, last := millis(soon.From)/dayMillis, millis(soon.Before)/dayMillis
	totals, err := q.numbers(ctx, `SELECT name, CAST(SUM(n) AS BIGINT) FROM tally
		WHERE name IN ('company', 'company.marked', 'project.live', 'products.price', 'products.cost', 'subscriptions.price', 'subscriptions.cost')
		OR name > $1 AND name < $2
		GROUP BY name`, endingOn(first), endingOn(last))
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

// moderated begins a statement with the live projects that a moderator sees, and with
// whether one of the cost roles shows their cost. The items of the projects are joined by
// CROSS JOIN, so that SQLite begins with these few projects and not with a million
// subscriptions.
func (f *filter) moderated(v Visible, costRoles []tracker.Role) string {
	cost := "CASE WHEN " + f.in("m.role", costRoles) + " THEN 1 ELSE 0 END AS cost"
	seen := "m.user_id = " + f.arg(v.UserID) + " AND " + f.in("m.role", v.Roles) + " AND p.live"
	return `
	WITH visible AS (
		SELECT id, MAX(cost) AS cost FROM (
			SELECT p.id, ` + cost + ` FROM ` + v.companyLinks(f) + ` m JOIN project p ON p.company_id = m.company_id WHERE ` + seen + `
			UNION ALL
			SELECT p.id, ` + cost + ` FROM ` + v.projectLinks(f) + ` m JOIN project p ON p.id = m.project_id WHERE ` + seen + `
		) AS links GROUP BY id)`
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
