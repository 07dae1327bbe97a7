package store

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"btracker/internal/tracker"
)

// Moves of companies: what changed at an instant in the monthly price of a company's subscriptions, and in how many run. They
// are kept sums (docs/totals.md) of their own, because they are as many as subscriptions. From them come the number of customers,
// and the companies that moved most.

// dayAdded is the day on which a product was added to its project.
const dayAdded = `a.created_at / 86400000`

// moveKey names a move: of a company, at an instant in milliseconds.
type moveKey struct {
	company string
	at      int64
}

// companyMove is what changed, or a change of it.
type companyMove struct {
	price tracker.Money
	count int
}

// addMove notes a change of what a subscription is worth among the moves of its company, or takes it away with the sign -1.
func (tx *Tx) addMove(company string, m tracker.RecurringMove, sign tracker.Money) {
	key := moveKey{company, millis(m.At)}
	move := tx.kept.moves[key]
	tx.kept.moves[key] = companyMove{move.price + sign*m.MonthlyPrice, move.count + int(sign)*m.Count}
}

const keepMove = `INSERT INTO company_move (company_no, at, price, count)
	SELECT c.rowno, CAST(r.value ->> 1 AS BIGINT), CAST(r.value ->> 2 AS BIGINT), CAST(r.value ->> 3 AS BIGINT)
	FROM {rows} AS r JOIN company c ON c.id = r.value ->> 0 WHERE TRUE
	ON CONFLICT (company_no, at) DO UPDATE SET price = company_move.price + excluded.price, count = company_move.count + excluded.count`

// keepMoves writes the moves of the transaction, and notes by how much they change the number of customers, which keepGroups writes.
func (tx *Tx) keepMoves(ctx context.Context) error {
	moves, err := tx.writeMoves(ctx)
	if err != nil {
		return err
	}
	companies := map[string]bool{}
	for key, move := range moves {
		if move.count != 0 {
			companies[key.company] = true
		}
	}
	if len(companies) == 0 {
		return nil
	}
	return tx.addCustomers(ctx, moves, companies)
}

// writeMoves writes the moves of the transaction, and returns and forgets them.
func (tx *Tx) writeMoves(ctx context.Context) (map[moveKey]companyMove, error) {
	moves := tx.kept.moves
	tx.kept.moves = noDeltas().moves
	keys, days := []moveKey{}, map[int64]bool{}
	for key, move := range moves {
		if move != (companyMove{}) {
			keys, days[dayOf(key.at)] = append(keys, key), true
		}
	}
	for day := range days {
		tx.addGroup(groupKey{groupMoved, "", day}, groupSums{RecurringSums: tracker.RecurringSums{Count: 1}}, 1)
	}
	slices.SortFunc(keys, func(a, b moveKey) int { return cmp.Or(cmp.Compare(a.company, b.company), cmp.Compare(a.at, b.at)) })
	for piece := range slices.Chunk(keys, 1000) {
		rows := make([][]any, len(piece))
		for i, key := range piece {
			rows[i] = []any{key.company, key.at, int64(moves[key].price), moves[key].count}
		}
		if err := tx.addRows(ctx, keepMove, rows); err != nil {
			return nil, err
		}
	}
	return moves, nil
}

// dayOf is the day of an instant in milliseconds, also of one before 1970.
func dayOf(at int64) int64 {
	day := at / dayMillis
	if at < day*dayMillis {
		day--
	}
	return day
}

// addCustomers notes by how much some moves, which are written already, change the number of customers: companies with a running
// subscription.
func (tx *Tx) addCustomers(ctx context.Context, moves map[moveKey]companyMove, companies map[string]bool) error {
	ids := make([]string, 0, len(companies))
	for id := range companies {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	f := &filter{}
	f.oneOf(tx.dialect, "c.id", ids)
	var company string
	before, after := 0, 0 // how many run
	add := func(at int64, customers int) {
		if customers == 0 {
			return
		}
		day := bucket(instant(at))
		sums := groupSums{RecurringSums: tracker.RecurringSums{Count: customers}}
		tx.addGroup(groupKey{groupCustomers, "", at}, sums, 1)
		tx.addGroup(groupKey{groupCustomerDays, "", day}, sums, 1)
		tx.addGroup(groupKey{groupCustomerMonths, "", int64(tracker.MonthOf(bucketEnd(day)))}, sums, 1)
	}
	return each(ctx, tx.Queries, func(r rows) error {
		var key moveKey
		var n int
		if err := r.Scan(&key.company, &key.at, &n); err != nil {
			return err
		}
		if key.company != company {
			company, before, after = key.company, 0, 0
		}
		was, is := count(before > 0), count(after > 0)
		before, after = before+n-moves[key].count, after+n
		add(key.at, count(after > 0)-is-(count(before > 0)-was))
		return nil
	}, `SELECT c.id, m.at, m.count FROM company c CROSS JOIN company_move m`+f.where()+` AND m.company_no = c.rowno ORDER BY c.rowno, m.at`, f.args...)
}

// recountCustomers computes the number of customers from all moves.
func (tx *Tx) recountCustomers(ctx context.Context) error {
	if _, err := tx.run(ctx, `INSERT INTO kept_sum (kind, of, at, shard, count, price, cost)
		SELECT 'customer', '', at, 0, SUM(CASE WHEN after > 0 THEN 1 ELSE 0 END - CASE WHEN after > count THEN 1 ELSE 0 END), 0, 0
		FROM (SELECT at, count, SUM(count) OVER (PARTITION BY company_no ORDER BY at) AS after FROM company_move WHERE count <> 0) AS running
		WHERE after = 0 OR after = count GROUP BY at`); err != nil {
		return err
	}
	f := &filter{}
	f.and("kind = 'customer'")
	if err := tx.eachGroup(ctx, func(key groupKey, s groupSums) error {
		day := bucket(instant(key.at))
		tx.addGroup(groupKey{groupCustomerDays, "", day}, s, 1)
		tx.addGroup(groupKey{groupCustomerMonths, "", int64(tracker.MonthOf(bucketEnd(day)))}, s, 1)
		return nil
	}, f); err != nil {
		return err
	}
	return tx.keepGroups(ctx)
}

// moveCache remembers the moves of days, so that a report adds them up without reading them again. A day is read again when its
// version, a kept sum, is another one. The cache is dropped when nobody has asked for a while.
type moveCache struct {
	mu   sync.Mutex
	days map[int64]movesOfDay
	idle *time.Timer
}

// movesOfDay are the moves of a day, by their instants.
type movesOfDay struct {
	version int64
	moves   []priceMove
}

// priceMove is small, because there are two for each subscription.
type priceMove struct {
	price   tracker.Money
	company uint32 // its rowno
	at      uint32 // in milliseconds, from the beginning of the day
}

const moveCacheLife = time.Hour

// movesBetween returns the moves of the days from one instant to another, those of a day together.
func (q Queries) movesBetween(ctx context.Context, from, to time.Time) (map[int64]movesOfDay, error) {
	first, last := dayOf(millis(from)), dayOf(millis(to))
	versions := map[int64]int64{}
	// The versions are read before the moves: moves may be newer than their version, and are read again then.
	if err := each(ctx, q, func(r rows) error {
		var day, version int64
		err := r.Scan(&day, &version)
		versions[day] = version
		return err
	}, `SELECT at, CAST(SUM(count) AS BIGINT) FROM kept_sum WHERE kind = 'moved' AND at >= $1 AND at <= $2 GROUP BY at`, first, last); err != nil {
		return nil, err
	}
	c := q.moves
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.days == nil {
		c.days = map[int64]movesOfDay{}
	}
	if c.idle != nil {
		c.idle.Stop()
	}
	c.idle = time.AfterFunc(moveCacheLife, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.days = nil
	})
	found := map[int64]movesOfDay{}
	for day := first; day <= last; {
		if known := c.days[day]; known.version == versions[day] {
			found[day] = known
			day++
			continue
		}
		end := day // days that follow each other are read together
		for end < last && c.days[end+1].version != versions[end+1] {
			end++
		}
		read, err := q.readMoves(ctx, day, end)
		if err != nil {
			return nil, err
		}
		for ; day <= end; day++ {
			found[day] = movesOfDay{versions[day], slices.Clip(read[day])}
			c.days[day] = found[day]
		}
	}
	return found, nil
}

func (q Queries) readMoves(ctx context.Context, first, last int64) (map[int64][]priceMove, error) {
	days := map[int64][]priceMove{}
	return days, each(ctx, q, func(r rows) error {
		var at, company int64
		var move priceMove
		if err := r.Scan(&at, &company, &move.price); err != nil {
			return err
		}
		day := dayOf(at)
		move.company, move.at = uint32(company), uint32(at-day*dayMillis)
		days[day] = append(days[day], move)
		return nil
	}, `SELECT at, company_no, price FROM company_move WHERE at >= $1 AND at < $2 AND price <> 0 ORDER BY at`, first*dayMillis, (last+1)*dayMillis)
}

// Movers lists the companies whose monthly price changed most from one instant to another, by the size of the change.
func (q Queries) Movers(ctx context.Context, from, to time.Time, limit int) ([]tracker.Mover, error) {
	days, err := q.movesBetween(ctx, from, to)
	if err != nil {
		return nil, err
	}
	var changes []tracker.Money // by the numbers of companies
	after, until := millis(from), millis(to)
	for day, of := range days {
		for _, m := range of.moves {
			if at := day*dayMillis + int64(m.at); at <= after || at > until {
				continue
			}
			if missing := int(m.company) + 1 - len(changes); missing > 0 {
				changes = append(changes, make([]tracker.Money, missing)...)
			}
			changes[m.company] += m.price
		}
	}
	most := make([]int64, 0, limit+1) // numbers, the largest change first
	for company, change := range changes {
		if change == 0 || len(most) == limit && size(change) <= size(changes[most[limit-1]]) {
			continue
		}
		place, _ := slices.BinarySearchFunc(most, change, func(other int64, change tracker.Money) int {
			return cmp.Or(cmp.Compare(size(change), size(changes[other])), -1) // behind equal ones
		})
		if most = slices.Insert(most, place, int64(company)); len(most) > limit {
			most = most[:limit]
		}
	}
	return q.movers(ctx, most, after, until)
}

func size(m tracker.Money) tracker.Money { return max(m, -m) }

// movers reads the names of companies, and their monthly prices at two instants.
func (q Queries) movers(ctx context.Context, numbers []int64, before, now int64) ([]tracker.Mover, error) {
	list := make([]tracker.Mover, len(numbers))
	if len(numbers) == 0 {
		return list, nil
	}
	f := &filter{}
	price := func(at int64) string {
		return `(SELECT CAST(COALESCE(SUM(m.price), 0) AS BIGINT) FROM company_move m WHERE m.company_no = c.rowno AND m.at <= ` + f.arg(at) + `)`
	}
	err := each(ctx, q, func(r rows) error {
		var number int64
		var m tracker.Mover
		err := r.Scan(&number, &m.CompanyID, &m.CompanyName, &m.Before, &m.Value)
		list[slices.Index(numbers, number)] = m
		return err
	}, `SELECT c.rowno, c.id, c.name, `+price(before)+`, `+price(now)+` FROM company c WHERE c.rowno IN (`+args(f, numbers)+`)`, f.args...)
	// A company may be removed, and a price taken back, while they are read.
	return slices.DeleteFunc(list, func(m tracker.Mover) bool { return m.Value == m.Before }), err
}
