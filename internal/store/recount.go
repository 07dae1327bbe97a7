package store

import (
	"context"

	"btracker/internal/tracker"
)

// Recount computes every kept total from the rows. The result is the same as if
// each row had been added by a transaction of its own.
func (tx *Tx) Recount(ctx context.Context) error {
	clear(tx.totals) // the rows of this transaction are counted below
	clear(tx.worth)
	clear(tx.figures)
	for _, sql := range []string{
		`DELETE FROM tally WHERE name NOT LIKE '%.order'`,
		`UPDATE tally SET n = n + 1`, // only the orders of lists are left
		`INSERT INTO tally (name, shard, n)
			SELECT 'users', 0, count(*) FROM users
			UNION ALL SELECT 'users.admin', 0, count(*) FROM users WHERE is_admin
			UNION ALL SELECT 'company', 0, count(*) FROM company WHERE deleted_at IS NULL
			UNION ALL SELECT 'company.marked', 0, count(*) FROM company WHERE deleted_at IS NULL AND removed_at IS NOT NULL
			UNION ALL SELECT 'project', 0, count(*) FROM project WHERE deleted_at IS NULL
			UNION ALL SELECT 'project.marked', 0, count(*) FROM project WHERE deleted_at IS NULL AND removed_at IS NOT NULL
			UNION ALL SELECT 'project.live', 0, count(*) FROM project WHERE live
			UNION ALL SELECT 'category.' || kind, 0, count(*) FROM category WHERE deleted_at IS NULL GROUP BY kind
			UNION ALL SELECT 'category.' || kind || '.marked', 0, count(*) FROM category WHERE deleted_at IS NULL AND removed_at IS NOT NULL GROUP BY kind
			UNION ALL SELECT 'catalogue.' || kind, 0, count(*) FROM catalogue_item WHERE deleted_at IS NULL GROUP BY kind
			UNION ALL SELECT 'catalogue.' || kind || '.marked', 0, count(*) FROM catalogue_item WHERE deleted_at IS NULL AND removed_at IS NOT NULL GROUP BY kind
			UNION ALL SELECT 'products', 0, count(*) FROM project_product WHERE live
			UNION ALL SELECT 'products.status.' || status, 0, count(*) FROM project_product WHERE live GROUP BY status
			UNION ALL SELECT 'products.price', 0, COALESCE(SUM(price), 0) FROM project_product WHERE live
			UNION ALL SELECT 'products.cost', 0, COALESCE(SUM(cost), 0) FROM project_product WHERE live
			UNION ALL SELECT 'subscriptions.price', 0, COALESCE(SUM(price), 0) FROM project_subscription WHERE live
			UNION ALL SELECT 'subscriptions.cost', 0, COALESCE(SUM(cost), 0) FROM project_subscription WHERE live
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
	answers := f.in("m.role", tracker.ResponsibleRoles())
	if _, err := tx.run(ctx, `UPDATE project SET has_responsible = TRUE FROM (
		SELECT p.id FROM company_moderator m JOIN project p ON p.company_id = m.company_id WHERE `+answers+`
		UNION
		SELECT m.project_id FROM project_moderator m WHERE `+answers+`) AS held
		WHERE held.id = project.id`, f.args...); err != nil {
		return err
	}
	return tx.recountSums(ctx)
}
