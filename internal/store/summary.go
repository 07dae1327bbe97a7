package store

import (
	"context"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// SumsUpTo adds up, for each of some instants, everything that has changed in the value of all subscriptions until then, with the number
// of customers, and the price of products that were added.
func (q Queries) SumsUpTo(ctx context.Context, instants []time.Time) ([]tracker.SummarySums, error) {
	sums := make([]tracker.SummarySums, len(instants))
	if len(instants) == 0 {
		return sums, nil
	}
	f := &filter{}
	wanted := "kind IN ('month', 'customerMonth')"
	for _, at := range instants {
		first, last := bucket((tracker.MonthOf(bucketEnd(bucket(at)))-1).End())+1, bucket(at)
		wanted += " OR kind IN ('day', 'customerDay') AND at >= " + f.arg(first) + " AND at <= " + f.arg(last)
	}
	wanted += " OR kind = 'added' AND at <= " + f.arg(dayOf(millis(slices.MaxFunc(instants, time.Time.Compare))))
	f.and("(" + wanted + ")")
	err := each(ctx, q, func(r rows) error {
		var kind string
		var n int64
		var s tracker.RecurringSums
		if err := r.Scan(&kind, &n, &s.Count, &s.Price, &s.MonthlyPrice, &s.MonthlyCost, &s.Started, &s.Ended, &s.Repriced); err != nil {
			return err
		}
		for i, at := range instants {
			day := bucket(at)
			month := int64(tracker.MonthOf(bucketEnd(day)))
			begins := bucket(tracker.Month(month-1).End()) + 1
			switch isDay := n >= begins && n <= day; {
			case kind == groupMonths && n < month || kind == groupDays && isDay:
				sums[i].Add(s, 1)
			case kind == groupCustomerMonths && n < month || kind == groupCustomerDays && isDay:
				sums[i].Customers += s.Count
			case kind == groupAdded && n <= dayOf(millis(at)):
				sums[i].OneOff += s.Price
			}
		}
		return nil
	}, `SELECT kind, at, CAST(SUM(count) AS BIGINT), `+sum("price")+`, `+sum("monthly_price")+`, `+sum("monthly_cost")+`, `+sum("started")+`, `+sum("ended")+`, `+sum("repriced")+`
		FROM kept_sum`+f.where()+` GROUP BY kind, at`, f.args...)
	if err != nil {
		return nil, err
	}
	for i, at := range instants {
		if err := q.takeLater(ctx, at, &sums[i]); err != nil {
			return nil, err
		}
		sums[i].SeenPrice = sums[i].MonthlyPrice
	}
	return sums, nil
}

// takeLater takes away what changes between an instant and the end of its day: the sums are those of whole days.
func (q Queries) takeLater(ctx context.Context, at time.Time, sums *tracker.SummarySums) error {
	later, err := q.laterThatDay(ctx, at)
	if err != nil {
		return err
	}
	end := bucketEnd(bucket(at))
	for _, h := range later {
		for _, m := range h.Moves() {
			if m.At.After(at) && !m.At.After(end) {
				sums.Add(m.RecurringSums, -1)
			}
		}
	}
	customers, err := one(ctx, q, scanOne[int], `SELECT CAST(COALESCE(SUM(count), 0) AS BIGINT) FROM kept_sum WHERE kind = 'customer' AND at > $1 AND at <= $2`,
		millis(at), millis(end))
	sums.Customers -= customers
	return err
}

// AddedProducts lists the products that a moderator sees, with their prices and the instants at which they were added, until an instant.
func (q Queries) AddedProducts(ctx context.Context, v Visible, until time.Time) ([]AddedProduct, error) {
	f := &filter{}
	with := f.moderated(v, nil)
	return many(ctx, q, func(r rows) (p AddedProduct, err error) {
		var at int64
		err = r.Scan(&at, &p.Price)
		p.At = instant(at)
		return p, err
	}, with+`SELECT a.created_at, a.price FROM visible v CROSS JOIN project_product a WHERE a.project_id = v.id AND a.live AND a.created_at <= `+f.arg(millis(until)), f.args...)
}

// AddedProduct is what a product of a project costs the customer once.
type AddedProduct struct {
	At    time.Time
	Price tracker.Money
}
