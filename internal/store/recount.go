package store

import (
	"cmp"
	"context"
	"strconv"

	"btracker/internal/tracker"
)

// Recount computes every kept sum from the rows, the number of each project's company, and whether somebody with one of the roles
// answers for a project. The result is the same as if each row had been added by a transaction of its own.
func (tx *Tx) Recount(ctx context.Context, responsible []tracker.Role) error {
	tx.kept = noDeltas() // the rows of this transaction are counted below
	for _, sql := range []string{
		`DELETE FROM tally WHERE name NOT LIKE '%.order'`,
		`UPDATE tally SET n = n + 1`, // only the orders of lists are left
		`INSERT INTO tally (name, shard, n)
			SELECT 'users', 0, count(*) FROM users
			UNION ALL SELECT 'users.admin', 0, count(*) FROM users WHERE is_admin
			UNION ALL SELECT 'project.live', 0, count(*) FROM project WHERE live
			UNION ALL ` + sizesOfLists + `
			UNION ALL SELECT 'ending.' || substr(CAST(10000000 + end_at / 86400000 AS TEXT), 2), 0, count(*)
				FROM project_subscription WHERE live AND NOT auto_renew GROUP BY end_at / 86400000`,
		`UPDATE company SET live_price = 0, live_cost = 0 WHERE live_price <> 0 OR live_cost <> 0`,
		`UPDATE company SET live_price = sums.price, live_cost = sums.cost FROM (
			SELECT p.company_id, SUM(a.price) AS price, SUM(a.cost) AS cost FROM (
				SELECT project_id, price, cost FROM project_product WHERE live
				UNION ALL
				SELECT project_id, price, cost FROM project_subscription WHERE live) AS a
			JOIN project p ON p.id = a.project_id GROUP BY p.company_id) AS sums
			WHERE sums.company_id = company.id`,
		`UPDATE project SET company_rowno = c.rowno FROM company c WHERE c.id = project.company_id AND c.rowno <> project.company_rowno`,
		`UPDATE project SET has_responsible = FALSE WHERE has_responsible`,
		`UPDATE project SET running = 0, monthly_price = 0, monthly_cost = 0, next_end = ` + noEnd + ` WHERE running <> 0 OR next_end <> ` + noEnd,
		`UPDATE project SET running = f.running, monthly_price = f.price, monthly_cost = f.cost, next_end = f.next_end FROM (
			SELECT project_id, count(*) AS running, SUM(monthly_price) AS price, SUM(monthly_cost) AS cost, MIN(end_at) AS next_end
			FROM project_subscription WHERE live GROUP BY project_id) AS f
			WHERE f.project_id = project.id`,
		`UPDATE company SET running = 0, monthly_price = 0, monthly_cost = 0, next_end = ` + noEnd + ` WHERE running <> 0 OR next_end <> ` + noEnd,
		`UPDATE company SET running = f.running, monthly_price = f.price, monthly_cost = f.cost, next_end = f.next_end FROM (
			SELECT company_id, SUM(running) AS running, SUM(monthly_price) AS price, SUM(monthly_cost) AS cost, MIN(next_end) AS next_end
			FROM project WHERE running > 0 GROUP BY company_id) AS f
			WHERE f.company_id = company.id`,
	} {
		if _, err := tx.run(ctx, sql); err != nil {
			return err
		}
	}
	f := &filter{}
	answers := f.in("m.role", responsible)
	if _, err := tx.run(ctx, `UPDATE project SET has_responsible = TRUE FROM (
		SELECT p.id FROM company_moderator m JOIN project p ON p.company_id = m.company_id WHERE `+answers+`
		UNION
		SELECT m.project_id FROM project_moderator m WHERE `+answers+`) AS held
		WHERE held.id = project.id`, f.args...); err != nil {
		return err
	}
	return tx.recountGroups(ctx)
}

// sizesOfLists counts the list of each kind, and those in it that are marked removed.
var sizesOfLists = eachKind(" UNION ALL ", func(k storedKind) string {
	if !k.hasTally() {
		return ""
	}
	tally, listed := k.tallyName(), " FROM "+k.table+" WHERE deleted_at IS NULL AND "+cmp.Or(k.only, "TRUE")
	return "SELECT '" + tally + "', 0, count(*)" + listed + " UNION ALL SELECT '" + tally + marked + "', 0, count(*)" + listed + " AND removed_at IS NOT NULL"
})

func numberOfState(s tracker.SubscriptionState) string {
	return strconv.FormatInt(stateNumber(s, false), 10)
}

// recountedGroups are the statements that count all groups but those of days and months, and of what is ahead.
var recountedGroups = []string{
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost, monthly_price, monthly_cost)
		SELECT 'subscription', category, state, 0, count(*), SUM(price), SUM(cost), SUM(monthly_price), SUM(monthly_cost)
		FROM (SELECT i.category_id AS category, ` + keptState.choose(numberOfState) + ` + CASE WHEN ` + losesMoney + ` THEN 1 ELSE 0 END AS state,
				a.price, a.cost, a.monthly_price, a.monthly_cost
			FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id WHERE a.listed) AS listed GROUP BY category, state`,
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost, monthly_price, monthly_cost)
		SELECT 'end', ` + endlessState.name() + `, a.end_at, 0, count(*), SUM(a.price), SUM(a.cost), SUM(a.monthly_price), SUM(a.monthly_cost)
		FROM project_subscription a WHERE a.listed GROUP BY 2, a.end_at`,
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost)
		SELECT 'added', '', ` + dayAdded + `, 0, count(*), SUM(a.price), SUM(a.cost) FROM project_product a WHERE a.live GROUP BY 3`,
	`INSERT INTO kept_sum (kind, of, at, shard, count, price, cost)
		SELECT 'product', i.category_id, a.status, 0, count(*), SUM(a.price), SUM(a.cost)
		FROM project_product a JOIN catalogue_item i ON i.id = a.product_id WHERE a.live GROUP BY i.category_id, a.status`,
}

// recountGroups computes the sums of groups from all rows, some histories at a time.
func (tx *Tx) recountGroups(ctx context.Context) error {
	tx.kept.groups, tx.kept.moves = noDeltas().groups, noDeltas().moves
	clear := []string{`DELETE FROM kept_sum WHERE kind <> 'moved'`, `UPDATE kept_sum SET count = count + 1 WHERE kind = 'moved'`, `DELETE FROM company_move`}
	for _, sql := range append(clear, recountedGroups...) {
		if _, err := tx.run(ctx, sql); err != nil {
			return err
		}
	}
	last, err := one(ctx, tx.Queries, scanOne[int64], `SELECT COALESCE(MAX(rowno), 0) FROM project_subscription`)
	const piece = 10_000
	for first := int64(0); err == nil && first <= last; first += piece {
		f := &filter{}
		if err = tx.addRecurring(ctx, subscriptionScope(f, "a.rowno >= "+f.arg(first)+" AND a.rowno < "+f.arg(first+piece)), 1); err == nil {
			_, err = tx.writeMoves(ctx) // all together would not fit into memory
		}
	}
	if err != nil {
		return err
	}
	if err := tx.recountAhead(ctx); err != nil {
		return err
	}
	if err := tx.keepGroups(ctx); err != nil {
		return err
	}
	return tx.recountCustomers(ctx)
}
