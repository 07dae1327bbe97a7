package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"btracker/internal/tracker"
)

// The kept sums: numbers that transactions keep, so that readers need not count. docs/totals.md has the words.

// Names of tallies. Each list also has a number of rows that are marked removed, and
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

// endingOn names the tally of live subscriptions that end on a day and do not renew.
func endingOn(day int64) string { return fmt.Sprintf("ending.%07d", day) }

// share is the part that a row has in the kept sums. It is empty for a row that does
// not exist or is not listed.
type share struct {
	tallies          map[string]int // by their names
	place            place          // in its list
	company, project string         // whose record sums it adds to
	record           recordSums
	groups           map[groupKey]groupSums
}

// recordSums are the sums of the live items of a company or project, or a change of them.
type recordSums struct {
	live    Sums  // of all items; a project does not keep it
	running int   // subscriptions, whatever their dates
	monthly Sums  // of these
	end     int64 // of a single subscription; the first end of a record is looked up
	moves   bool  // the first end may be another one now
}

func (s recordSums) plus(o recordSums, sign int) recordSums {
	return recordSums{live: s.live.plus(o.live, sign), running: s.running + sign*o.running, monthly: s.monthly.plus(o.monthly, sign), moves: s.moves || o.moves}
}

// Sums of money.
type Sums struct{ Price, Cost tracker.Money }

func (s Sums) plus(o Sums, sign int) Sums {
	return Sums{s.Price + tracker.Money(sign)*o.Price, s.Cost + tracker.Money(sign)*o.Cost}
}

// place changes when a row moves within its list, or leaves it.
type place struct {
	list   string
	key    string // by which the list is sorted
	marked bool   // whether it is among those marked removed
}

// keptDeltas are what a transaction adds to the kept sums, until they are written.
type keptDeltas struct {
	tallies map[string]int
	records map[string]recordSums // by the id of a company or project
	groups  map[groupKey]groupSums
	moves   map[moveKey]companyMove
}

func noDeltas() keptDeltas {
	return keptDeltas{map[string]int{}, map[string]recordSums{}, map[groupKey]groupSums{}, map[moveKey]companyMove{}}
}

// replaceShare subtracts the old share of a row from the kept sums and adds the new one. No
// other function changes tallies and record sums. The transaction writes them once, with
// the change that it logs, so it must not read a sum that it has changed.
func (tx *Tx) replaceShare(before, after share) {
	if before.place.list != "" && before.place != after.place {
		tx.kept.tallies[before.place.list+reorder]++
	}
	if before.record != after.record {
		moves := before.record.end != after.record.end || before.record.running != after.record.running
		before.record.moves, after.record.moves = moves, moves
	} else {
		before.company, after.company, before.project, after.project = "", "", "", ""
	}
	tx.addShare(before, -1)
	tx.addShare(after, 1)
}

func (tx *Tx) addShare(s share, sign int) {
	for name, n := range s.tallies {
		tx.kept.tallies[name] += sign * n
	}
	for _, id := range []string{s.company, s.project} {
		if id != "" {
			tx.kept.records[id] = tx.kept.records[id].plus(s.record, sign)
		}
	}
	for key, sums := range s.groups {
		tx.addGroup(key, sums, tracker.Money(sign))
	}
}

// addGroup adds to the sums of a group, or takes away with the sign -1.
func (tx *Tx) addGroup(key groupKey, s groupSums, sign tracker.Money) {
	tx.kept.groups[key] = tx.kept.groups[key].plus(s, sign)
}

// listShare is the share of a row in the size of its list.
func listShare(list, name string, isMarked bool) share {
	return share{tallies: map[string]int{list: 1, list + marked: count(isMarked)}, place: place{list, searchKey(name), isMarked}}
}

// itemGroup is some listed items of one company and category that count alike.
type itemGroup struct {
	company  string
	project  string // of subscriptions
	category string
	status   int64                     // of products
	added    int64                     // of products: the day
	state    tracker.SubscriptionState // of subscriptions: tracker's KeptState
	end      int64                     // in milliseconds
	losing   bool
	items    int
	worth    Sums
	monthly  Sums
}

func productShare(g itemGroup) share {
	sums := summed(g.items, g.worth, Sums{})
	return share{company: g.company, record: recordSums{live: g.worth}, groups: map[groupKey]groupSums{{groupProducts, g.category, g.status}: sums, {groupAdded, "", g.added}: sums}}
}

func subscriptionShare(g itemGroup) share {
	ends := g.state
	if ends == tracker.StateEnded {
		ends = tracker.StateActive // the end itself tells it
	}
	sums := summed(g.items, g.worth, g.monthly)
	s := share{groups: map[groupKey]groupSums{{groupSubscriptions, g.category, stateNumber(g.state, g.losing)}: sums, {groupEnds, string(ends), g.end}: sums}}
	if g.state.Runs() { // they are live
		s.company, s.project, s.record = g.company, g.project, recordSums{live: g.worth, running: g.items, monthly: g.monthly, end: g.end}
		if g.state != tracker.StateRenews {
			s.tallies = map[string]int{endingOn(g.end / dayMillis): g.items}
		}
	}
	return s
}

func projectsShare(g itemGroup) share {
	return share{tallies: map[string]int{tallyLiveProjects: g.items}}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sharesBelow lists the shares of everything in a company or project, including the
// project itself.
func (tx *Tx) sharesBelow(ctx context.Context, r Removal, id string) ([]share, error) {
	below := `p.` + r.projects + ` = $1 AND p.live`
	const from = `project p CROSS JOIN {items} a CROSS JOIN catalogue_item i`
	list, err := tx.shares(ctx, `SELECT 'project', p.company_id, '', '', '', FALSE, 0, 0, count(*), 0, 0, 0, 0 FROM project p WHERE `+below+` GROUP BY 2
		UNION ALL `+productShares(from, below)+` UNION ALL `+subscriptionShares(from, below), id)
	if err != nil {
		return nil, err
	}
	ahead, err := tx.aheadShares(ctx, from, below, id)
	return append(list, ahead...), err
}

// sharesOfItem lists the shares of all uses of an item of the catalogue.
func (tx *Tx) sharesOfItem(ctx context.Context, id string) ([]share, error) {
	const from, where = `catalogue_item i CROSS JOIN {items} a CROSS JOIN project p`, `i.id = $1`
	list, err := tx.shares(ctx, productShares(from, where)+` UNION ALL `+subscriptionShares(from, where), id)
	if err != nil {
		return nil, err
	}
	ahead, err := tx.aheadShares(ctx, from, where, id)
	return append(list, ahead...), err
}

// productShares selects groups of live products that count alike: their kind, company, project, category, state, whether they lose
// money, their status and end, their number and their sums. The first table of from finds few rows.
func productShares(from, where string) string {
	return `SELECT 'product', p.company_id, '', i.category_id, '', FALSE, a.status, ` + dayAdded + `, count(*), CAST(SUM(a.price) AS BIGINT), CAST(SUM(a.cost) AS BIGINT), 0, 0
		FROM ` + strings.Replace(from, "{items}", "project_product", 1) + `
		WHERE a.project_id = p.id AND a.product_id = i.id AND a.live AND ` + where + ` GROUP BY 2, 4, 7, 8`
}

// subscriptionShares selects groups of listed subscriptions, as productShares does.
func subscriptionShares(from, where string) string {
	return `SELECT 'subscription', p.company_id, p.id, i.category_id, ` + keptState.name() + `, ` + losesMoney + `, 0, a.end_at, count(*),
			CAST(SUM(a.price) AS BIGINT), CAST(SUM(a.cost) AS BIGINT), CAST(SUM(a.monthly_price) AS BIGINT), CAST(SUM(a.monthly_cost) AS BIGINT)
		FROM ` + strings.Replace(from, "{items}", "project_subscription", 1) + `
		WHERE a.project_id = p.id AND a.subscription_id = i.id AND a.listed AND ` + where + ` GROUP BY 2, 3, 4, 5, 6, 8`
}

// shareOf is the share of a group by the first column of these statements.
var shareOf = map[string]func(itemGroup) share{"project": projectsShare, "product": productShare, "subscription": subscriptionShare}

// shares reads the shares of such groups.
func (tx *Tx) shares(ctx context.Context, sql, id string) ([]share, error) {
	return many(ctx, tx.Queries, func(r rows) (s share, err error) {
		var kind string
		var g itemGroup
		if err := r.Scan(&kind, &g.company, &g.project, &g.category, &g.state, &g.losing, &g.status, &g.end, &g.items, &g.worth.Price,
			&g.worth.Cost, &g.monthly.Price, &g.monthly.Cost); err != nil {
			return s, err
		}
		g.added = g.end // of products the same column has it
		return shareOf[kind](g), nil
	}, sql, id)
}

// carried returns the deltas of tallies and record sums as rows for the change log, and forgets them. A row of a record is its id and what is
// added to live, and for subscriptions also to running and monthly, and whether the first end is looked up.
func (tx *Tx) carried() (tallies, records [][]any) {
	shard := tx.tx.shard()
	// Always in one order, so that two writers can not wait for each other.
	for _, name := range slices.Sorted(maps.Keys(tx.kept.tallies)) {
		if n := tx.kept.tallies[name]; n != 0 {
			tallies = append(tallies, []any{name, shard, n})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(tx.kept.records)) {
		r := tx.kept.records[id]
		row := []any{id, int64(r.live.Price), int64(r.live.Cost)}
		switch {
		case r.moves || r.running != 0 || r.monthly != Sums{}:
			records = append(records, append(row, r.running, int64(r.monthly.Price), int64(r.monthly.Cost), count(r.moves)))
		case r.live != Sums{}:
			records = append(records, row)
		}
	}
	clear(tx.kept.tallies)
	clear(tx.kept.records)
	return tallies, records
}

// The statements add rows of carried. Triggers of the change log have the same ones (migrations 0014 and 0049), and a test compares them. keepLive is for companies of which
// no subscription changed: SQLite writes every index anew that has a column of the statement. {rows} is the table of the parameter.
const (
	keepTally = `INSERT INTO tally (name, shard, n)
		SELECT t.value ->> 0, CAST(t.value ->> 1 AS INTEGER), CAST(t.value ->> 2 AS BIGINT) FROM {rows} AS t WHERE TRUE
		ON CONFLICT (name, shard) DO UPDATE SET n = tally.n + excluded.n`
	keepLive = `UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT)
		FROM {rows} AS w WHERE company.id = w.value ->> 0 AND w.value ->> 3 IS NULL`
	keepProject = `UPDATE project SET running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
		monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT), next_end = CASE WHEN CAST(w.value ->> 6 AS INTEGER) = 0 THEN next_end ELSE
			COALESCE((SELECT MIN(a.end_at) FROM project_subscription a WHERE a.project_id = project.id AND a.live), ` + noEnd + `) END
		FROM {rows} AS w WHERE project.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL`
	keepCompany = `UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT),
		running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
		monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT), next_end = CASE WHEN CAST(w.value ->> 6 AS INTEGER) = 0 THEN next_end ELSE
			(SELECT MIN(p.next_end) FROM project p WHERE p.company_id = company.id) END
		FROM {rows} AS w WHERE company.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL`
)

// keep writes the deltas that no change has carried: those of groups, and all of a bulk action and of
// a transaction that fills a database.
func (tx *Tx) keep(ctx context.Context) error {
	if err := tx.keepMoves(ctx); err != nil {
		return err
	}
	if err := tx.keepGroups(ctx); err != nil {
		return err
	}
	tallies, records := tx.carried()
	var live, all [][]any
	for _, row := range records {
		if len(row) == 3 {
			live = append(live, row)
		} else {
			all = append(all, row)
		}
	}
	for _, add := range []struct {
		sql  string
		rows [][]any
	}{{keepTally, tallies}, {keepLive, live}, {keepProject, all}, {keepCompany, all}} {
		if err := tx.addRows(ctx, add.sql, add.rows); err != nil {
			return err
		}
	}
	return nil
}

// addRows runs a statement over rows, if there are any.
func (tx *Tx) addRows(ctx context.Context, sql string, rows [][]any) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.run(ctx, strings.Replace(sql, "{rows}", tx.dialect.lists("$1"), 1), jsonRows(rows))
	return err
}

// keepGroup adds rows of kind, of, at, shard and groupNumbers.
var keepGroup = func() string {
	columns := strings.Split(groupColumns, ", ")
	values, updates := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		values[i] = "CAST(r.value ->> " + strconv.Itoa(4+i) + " AS BIGINT)"
		updates[i] = column + " = kept_sum." + column + " + excluded." + column
	}
	return `INSERT INTO kept_sum (kind, of, at, shard, ` + groupColumns + `)
		SELECT r.value ->> 0, r.value ->> 1, CAST(r.value ->> 2 AS BIGINT), CAST(r.value ->> 3 AS INTEGER), ` + strings.Join(values, ", ") + `
		FROM {rows} AS r WHERE TRUE
		ON CONFLICT (kind, at, of, shard) DO UPDATE SET ` + strings.Join(updates, ", ")
}()

// groupShards spreads writers of PostgreSQL over rows, and is small because readers add them up.
const groupShards = 4

// keepGroups writes the sums of groups. A change does not carry them: they are several times as long.
func (tx *Tx) keepGroups(ctx context.Context) error {
	shard := tx.tx.shard() % groupShards
	keys := make([]groupKey, 0, len(tx.kept.groups))
	for key, sums := range tx.kept.groups {
		if sums != (groupSums{}) {
			keys = append(keys, key)
		}
	}
	// Always in one order, so that two writers can not wait for each other.
	slices.SortFunc(keys, func(a, b groupKey) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.at, b.at), cmp.Compare(a.of, b.of))
	})
	for piece := range slices.Chunk(keys, 1000) {
		rows := make([][]any, len(piece))
		for i, key := range piece {
			rows[i] = append([]any{key.kind, key.of, key.at, shard}, groupNumbers(tx.kept.groups[key])...)
		}
		if err := tx.addRows(ctx, keepGroup, rows); err != nil {
			return err
		}
	}
	clear(tx.kept.groups)
	return nil
}
