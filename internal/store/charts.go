package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// EndingByWeek counts live subscriptions that do not renew by the week they end
// in, beginning with the week of now.
func (q Queries) EndingByWeek(ctx context.Context, v Visible, now time.Time, weeks int) ([]tracker.WeekCount, error) {
	day := millis(now) / dayMillis
	monday := day - (day+3)%7 // the epoch was a Thursday
	list := make([]tracker.WeekCount, weeks)
	for i := range list {
		list[i].WeekStart = instant((monday + int64(i)*7) * dayMillis).Format(time.DateOnly)
	}
	add := func(r rows) error {
		var on int64
		var n int
		if err := r.Scan(&on, &n); err != nil {
			return err
		}
		list[(on-monday)/7].Count += n
		return nil
	}
	tomorrow, end := day+1, monday+int64(weeks)*7
	f := &filter{}
	if v.All { // the tallies of later days, and of today what has not ended yet
		return list, each(ctx, q, add, `
			SELECT CAST(substr(name, 8) AS BIGINT), CAST(SUM(n) AS BIGINT) FROM tally
			WHERE name >= `+f.arg(endingOn(tomorrow))+` AND name < `+f.arg(endingOn(end))+` GROUP BY name
			UNION ALL
			SELECT CAST(`+f.arg(day)+` AS BIGINT), count(*) FROM project_subscription a
			WHERE `+f.due("a", tracker.EndsBetween(now, instant(tomorrow*dayMillis), now)), f.args...)
	}
	return list, each(ctx, q, add, f.moderated(v, nil)+`
		SELECT a.end_at / 86400000, count(*) FROM visible v CROSS JOIN project_subscription a
		WHERE a.project_id = v.id AND `+f.due("a", tracker.EndsBetween(now, instant(end*dayMillis), now))+`
		GROUP BY a.end_at / 86400000`, f.args...)
}

// TopCompanies lists the companies whose live project items have the largest price. A
// moderator sees their cost in the cost roles.
func (q Queries) TopCompanies(ctx context.Context, v Visible, costRoles []tracker.Role, limit int) ([]tracker.CompanyTotals, error) {
	scan := func(r rows) (c tracker.CompanyTotals, err error) {
		return c, r.Scan(&c.CompanyID, &c.Name, &c.Price, &c.Cost)
	}
	if v.All {
		return many(ctx, q, scan, `SELECT id, name, live_price, live_cost FROM company
			WHERE deleted_at IS NULL AND removed_at IS NULL AND live_price > 0 ORDER BY live_price DESC, rowno DESC LIMIT $1`, limit)
	}
	f := &filter{}
	return many(ctx, q, scan, `
		SELECT c.id, c.name, c.live_price, CASE WHEN `+f.in("m.role", costRoles)+` THEN c.live_cost END
		FROM `+v.companyLinks(f)+` m JOIN company c ON c.id = m.company_id
		WHERE m.user_id = `+f.arg(v.UserID)+` AND `+f.in("m.role", v.Roles)+` AND c.deleted_at IS NULL AND c.removed_at IS NULL AND c.live_price > 0
		ORDER BY c.live_price DESC, c.rowno DESC LIMIT `+f.arg(limit), f.args...)
}

// ProductsByStatus counts live projects' products by status.
func (q Queries) ProductsByStatus(ctx context.Context, v Visible) ([]tracker.StatusCount, error) {
	list := make([]tracker.StatusCount, len(tracker.InProgress.Keys()))
	for i := range list {
		list[i].Status = tracker.ProductStatus(i)
	}
	set := func(r rows) error {
		var status, n int
		if err := r.Scan(&status, &n); err != nil {
			return err
		}
		list[status].Count = n
		return nil
	}
	if v.All {
		return list, each(ctx, q, set, `SELECT at, CAST(SUM(count) AS BIGINT) FROM kept_sum WHERE kind = 'product' GROUP BY at`)
	}
	f := &filter{}
	return list, each(ctx, q, set, f.moderated(v, nil)+`
		SELECT a.status, count(*) FROM visible v CROSS JOIN project_product a WHERE a.project_id = v.id AND a.live GROUP BY a.status`, f.args...)
}
