package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"btracker/internal/tracker"
)

// Figures of companies and projects: what their running subscriptions come to. The rows keep them for all
// live subscriptions, as record sums (docs/totals.md). A
// reader counts anew where time makes a difference: where a subscription has not started yet, or has
// ended since the last scan.

// noEnd is next_end of a record without a subscription that ends: the end of the year 9999.
const (
	noEnd       = "253402300799999"
	noEndMillis = 253402300799999
)

// figureTable is a table with figures.
type figureTable struct {
	name   string
	parent string // of a subscription a: its id in the table
	join   string // from records s to their subscriptions a
	id     string // of a record, in join: a column, because an index of fresh figures needs its type
	links  string // the roles m of the user of a query on a record
}

var (
	companyFigures = figureTable{name: "company", parent: "SELECT p.company_id AS id FROM project_subscription a CROSS JOIN project p WHERE p.id = a.project_id AND ",
		id:    "p.company_id",
		join:  "project p CROSS JOIN project_subscription a WHERE p.company_id = s.id AND a.project_id = p.id",
		links: "SELECT m.role FROM company_moderator m WHERE m.company_id = company.id AND m.user_id = %[1]s"}
	// The id is an expression: SQLite would walk through all subscriptions by the index of their projects, to merge sorted ids.
	projectFigures = figureTable{name: "project", parent: "SELECT a.project_id || '' AS id FROM project_subscription a WHERE ",
		id:   "a.project_id",
		join: "project_subscription a WHERE a.project_id = s.id",
		links: `SELECT m.role FROM project_moderator m WHERE m.project_id = project.id AND m.user_id = %[1]s
			UNION ALL SELECT m.role FROM company_moderator m WHERE m.company_id = project.company_id AND m.user_id = %[1]s`}
)

// figureKeys are the expressions by which lists are sorted, for a table or its fresh figures.
var figureKeys = map[string]string{"monthlyPrice": "%[1]s.monthly_price", "margin": "%[1]s.monthly_price - %[1]s.monthly_cost", "nextEndAt": "%[1]s.next_end"}

// fresh begins a statement with the records whose kept figures do not hold now, and with those that do.
func (t figureTable) fresh(f *filter, now time.Time) string {
	at := f.arg(millis(now))
	runs := stateAt(at).runs()
	return `WITH stale AS (
			` + t.parent + `a.listed AND a.canceled_at IS NULL AND ` + notStarted(at) + `
			UNION ` + t.parent + `a.live AND a.auto_renew AND a.end_at < ` + at + `
			UNION ` + t.parent + `a.live AND NOT a.auto_renew AND a.end_at < ` + at + `),
		fresh AS (
			SELECT ` + t.id + ` AS id, count(CASE WHEN ` + runs + ` THEN 1 END) AS running, ` + sum("CASE WHEN "+runs+" THEN a.monthly_price END") + ` AS monthly_price,
				` + sum("CASE WHEN "+runs+" THEN a.monthly_cost END") + ` AS monthly_cost,
				COALESCE(MIN(CASE WHEN ` + runs + ` AND a.end_at >= ` + at + ` THEN a.end_at END), ` + noEnd + `) AS next_end
			FROM stale s CROSS JOIN ` + t.join + ` AND a.listed GROUP BY ` + t.id + `)`
}

// narrow adds the conditions that figures are in ranges. The subquery reads the rows of the ranges from the index of a
// figure, and fresh figures where the kept ones do not hold now.
func (t figureTable) narrow(f *filter, v Visible, by tracker.FigureFilter) {
	if !by.Margin.Open() {
		f.and(t.seesCost(f, v))
	}
	for _, of := range []struct {
		figure string
		in     tracker.MoneyRange
	}{{"monthlyPrice", by.MonthlyPrice}, {"margin", by.Margin}} {
		if of.in.Open() {
			continue
		}
		var kept, fresh string
		for _, bound := range f.bounds(of.in) {
			kept += " AND " + fmt.Sprintf(figureKeys[of.figure], "n") + bound
			fresh += " AND " + fmt.Sprintf(figureKeys[of.figure], "fresh") + bound
		}
		f.and(t.name + ".rowno IN (" + t.fresh(f, v.Now) + `
			SELECT n.rowno FROM ` + t.name + ` n WHERE n.deleted_at IS NULL` + kept + ` AND n.rowno NOT IN (SELECT o.rowno FROM stale CROSS JOIN ` + t.name + ` o WHERE o.id = stale.id)
			UNION ALL SELECT o.rowno FROM fresh CROSS JOIN ` + t.name + ` o WHERE o.id = fresh.id` + fresh + `)`)
	}
}

// seesCost is the condition that the reader may see the cost of a record.
func (t figureTable) seesCost(f *filter, v Visible) string {
	if v.All || v.Within.All() {
		return "TRUE"
	}
	return "EXISTS (SELECT 1 FROM (" + fmt.Sprintf(t.links, f.arg(v.UserID)) + ") AS m WHERE " + f.in("m.role", v.CostRoles) + ")"
}

// seesCostOf is seesCost for any filter.
func (t figureTable) seesCostOf(v Visible) func(f *filter) string {
	return func(f *filter) string { return t.seesCost(f, v) }
}

// sorted lists the ids of some records by figures, and perhaps by columns. A hidden figure sorts last.
func (t figureTable) sorted(ctx context.Context, q Queries, l listOrder, f *filter, v Visible, lq tracker.ListQuery, limit, offset int) ([]string, error) {
	f = f.clone()
	var keptColumns, freshColumns, keptBy, listedBy string
	hides := false
	for i, s := range append([]tracker.Sort{{By: lq.SortBy, Descending: lq.SortDescending}}, lq.Then...) {
		kept, fresh := t.name+"."+l.sorts[s.By], t.name+"."+l.sorts[s.By]
		if key, isFigure := figureKeys[s.By]; isFigure {
			kept, fresh = fmt.Sprintf(key, t.name), fmt.Sprintf(key, "fresh")
		}
		name := "key" + strconv.Itoa(i)
		if of, isOwn := lq.OwnSorts[s.By]; isOwn {
			kept = ownKey(f, of, t.name+".id", func() string { return t.seesCost(f, v) })
			fresh, hides = kept, true
			listedBy += name + " IS NULL, "
		}
		if s.By == "margin" && !v.All {
			sees := t.seesCost(f, v)
			kept, fresh = "CASE WHEN "+sees+" THEN "+kept+" END", "CASE WHEN "+sees+" THEN "+fresh+" END"
			listedBy += name + " IS NULL, "
			hides = true
		}
		keptColumns, freshColumns = keptColumns+", "+kept+" AS "+name, freshColumns+", "+fresh+" AS "+name
		keptBy, listedBy = keptBy+kept+direction(s.Descending)+", ", listedBy+name+direction(s.Descending)+", "
	}
	rows := func(keys, from, condition string) string {
		return "SELECT " + t.name + ".id AS id, " + t.name + ".rowno AS rowno" + keys + " FROM " + from + f.where() + condition
	}
	with, tie := t.fresh(f, v.Now), direction(lq.SortDescending)
	first := rows(keptColumns, t.name, " AND "+t.name+".id NOT IN (SELECT id FROM stale)")
	if !hides {
		first += " ORDER BY " + keptBy + t.name + ".rowno" + tie + " LIMIT " + f.arg(limit+offset)
	}
	second := rows(freshColumns, "fresh JOIN "+t.name+" ON "+t.name+".id = fresh.id", "")
	return many(ctx, q, scanOne[string], with+" SELECT id FROM (SELECT * FROM ("+first+") AS kept UNION ALL "+second+") AS listed ORDER BY "+listedBy+"rowno"+tie+
		" LIMIT "+f.arg(limit)+" OFFSET "+f.arg(offset), f.args...)
}

// byFigure reads a page that is sorted by a figure, and the number of rows of the whole list.
func byFigure[T any](ctx context.Context, q Queries, l list[T], t figureTable, f *filter, v Visible, lq tracker.ListQuery, id func(T) string) ([]T, int, error) {
	f, known, err := l.found(ctx, q, f, lq)
	if errors.Is(err, tracker.ErrNotFound) {
		return []T{}, 0, nil // as in page
	}
	if err != nil || known.total == 0 {
		return []T{}, 0, err
	}
	ids, err := t.sorted(ctx, q, l.listOrder, f, v, lq, lq.PageSize, lq.Offset())
	if err != nil {
		return nil, 0, err
	}
	page, err := withIDs(ctx, q, l, ids, id)
	return page, known.total, err
}

// eachByFigure passes on every row of a list that is sorted by a figure, in the order of one moment.
func eachByFigure[T any](ctx context.Context, q Queries, l list[T], t figureTable, f *filter, v Visible, lq tracker.ListQuery, id func(T) string, use func(T) error) error {
	f, err := l.forgiving(ctx, q, f, lq)
	if err != nil {
		return ignoreUnstorable(err)
	}
	ids, err := t.sorted(ctx, q, l.listOrder, f, v, lq, 1<<31, 0)
	if errors.Is(err, tracker.ErrNotFound) {
		return nil // as in page
	}
	if err != nil {
		return err
	}
	return eachWithID(ctx, q, l, ids, id, use)
}

// eachWithID passes on rows by their ids, in that order and some at a time.
func eachWithID[T any](ctx context.Context, q Queries, l list[T], ids []string, id func(T) string, use func(T) error) error {
	for some := range slices.Chunk(ids, PieceRows) {
		piece, err := withIDs(ctx, q, l, some, id)
		if err != nil {
			return err
		}
		for _, row := range piece {
			if err := use(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// withIDs reads rows by their ids, in that order.
func withIDs[T any](ctx context.Context, q Queries, l list[T], ids []string, id func(T) string) ([]T, error) {
	rows, err := many(ctx, q, l.scan, l.selects+" WHERE "+l.table+".deleted_at IS NULL AND "+l.table+".id IN (SELECT value FROM "+q.dialect.elements("$1")+" ids)", jsonTexts(ids))
	if err != nil {
		return nil, err
	}
	place := map[string]int{}
	for i, row := range rows {
		place[id(row)] = i
	}
	page := make([]T, 0, len(rows))
	for _, id := range ids {
		if i, found := place[id]; found {
			page = append(page, rows[i])
		}
	}
	return page, nil
}

// totals sums up the figures of a list, but for its count, by reading the rows that its filter leaves, unless finding the filter failed.
func (t figureTable) totals(ctx context.Context, q Queries, f *filter, v Visible, err error) (totals tracker.FigureTotals, _ error) {
	if err != nil {
		return totals, ignoreUnstorable(err)
	}
	sees, with := t.seesCost(f, v), t.fresh(f, v.Now)
	shown := func(column string) string { return "COALESCE(fresh." + column + ", " + t.name + "." + column + ")" }
	totals, err = one(ctx, q, func(r rows) (totals tracker.FigureTotals, err error) {
		totals.MonthlyCost = new(tracker.Money)
		return totals, r.Scan(&totals.MonthlyPrice, totals.MonthlyCost)
	}, with+" SELECT "+sum(shown("monthly_price"))+", "+sum("CASE WHEN "+sees+" THEN "+shown("monthly_cost")+" END")+
		" FROM "+t.name+" LEFT JOIN fresh ON fresh.id = "+t.name+".id"+f.where(), f.args...)
	return totals, ignoreUnstorable(err)
}

// keptFigureTotals is totals of a list of everything: removed records are worth nothing.
func (q Queries) keptFigureTotals(ctx context.Context, v Visible, lq tracker.ListQuery) (tracker.FigureTotals, error) {
	if lq.Removed == tracker.RemovedOnly {
		return tracker.FigureTotals{}, nil
	}
	running, err := q.keptSubscriptionTotals(ctx, SubscriptionQuery{Now: v.Now,
		SubscriptionFilter: tracker.SubscriptionFilter{States: []tracker.SubscriptionState{tracker.StateActive, tracker.StateRenews}}})
	return tracker.FigureTotals{MonthlyPrice: running.MonthlyPrice, MonthlyCost: running.MonthlyCost}, err
}

// CompanyTotals sums up the figures of a list of companies, but for its count.
func (q Queries) CompanyTotals(ctx context.Context, v Visible, cq CompanyQuery) (tracker.FigureTotals, error) {
	if v.All && cq.all() && cq.Search == "" {
		return q.keptFigureTotals(ctx, v, cq.ListQuery)
	}
	own, err := q.ownFilters(ctx, cq.Own)
	if err != nil {
		return tracker.FigureTotals{}, ignoreUnstorable(err)
	}
	cq.own = own
	f, err := companyList.forgiving(ctx, q, companyFilter(q.dialect, v, cq), cq.ListQuery)
	return companyFigures.totals(ctx, q, f, v, err)
}

// ProjectTotals sums up the figures of a list of projects, but for its count.
func (q Queries) ProjectTotals(ctx context.Context, v Visible, pq ProjectQuery) (tracker.FigureTotals, error) {
	if v.All && pq.all() && pq.Search == "" {
		return q.keptFigureTotals(ctx, v, pq.ListQuery)
	}
	own, err := q.ownFilters(ctx, pq.Own)
	if err != nil {
		return tracker.FigureTotals{}, ignoreUnstorable(err)
	}
	pq.own = own
	f, err := projectList.forgiving(ctx, q, projectFilter(q.dialect, v, pq), pq.ListQuery)
	return projectFigures.totals(ctx, q, f, v, err)
}

// CompanyFigures reads the figures of some companies.
func (q Queries) CompanyFigures(ctx context.Context, v Visible, ids []string) (map[string]tracker.Figures, error) {
	figures, err := companyFigures.read(ctx, q, v, ids, "(SELECT count(*) FROM project p WHERE p.company_id = company.id AND p.live)")
	if err != nil {
		return nil, err
	}
	f := &filter{}
	list, isOwner := f.arg(jsonTexts(ids)), f.in("m.role", v.OwnerRoles)
	return figures, each(ctx, q, func(r rows) error {
		var id string
		var owner tracker.UserRef
		err := r.Scan(&id, &owner.Email, &owner.DisplayName)
		of := figures[id]
		of.Owners = append(of.Owners, owner)
		figures[id] = of
		return err
	}, `SELECT m.company_id, u.email, u.display_name FROM company_moderator m JOIN users u ON u.id = m.user_id
		WHERE m.company_id IN (SELECT value FROM `+q.dialect.elements(list)+` ids) AND `+isOwner+` ORDER BY u.name_key, u.rowno`, f.args...)
}

// ProjectFigures reads the figures of some projects. Where a project has no owners, those of its company are.
func (q Queries) ProjectFigures(ctx context.Context, v Visible, ids []string) (map[string]tracker.Figures, error) {
	figures, err := projectFigures.read(ctx, q, v, ids, "CASE WHEN project.live THEN 1 ELSE 0 END")
	if err != nil {
		return nil, err
	}
	owners, err := q.Responsible(ctx, ids, v.OwnerRoles)
	for id, people := range owners {
		of := figures[id]
		for _, one := range people {
			of.Owners = append(of.Owners, tracker.UserRef{Email: one.Email, DisplayName: one.DisplayName})
		}
		figures[id] = of
	}
	return figures, err
}

// read reads the figures of records, without their owners. projects counts those that are live.
func (t figureTable) read(ctx context.Context, q Queries, v Visible, ids []string, projects string) (map[string]tracker.Figures, error) {
	f := &filter{}
	list, sees, with := f.arg(jsonTexts(ids)), t.seesCost(f, v), t.fresh(f, v.Now)
	columns := ""
	for _, column := range []string{"running", "monthly_price", "monthly_cost", "next_end"} {
		columns += ", COALESCE(fresh." + column + ", " + t.name + "." + column + ")"
	}
	figures := map[string]tracker.Figures{}
	return figures, each(ctx, q, func(r rows) error {
		var id string
		var seesCost bool
		var cost tracker.Money
		var end int64
		of := tracker.Figures{Owners: []tracker.UserRef{}}
		if err := r.Scan(&id, &of.Projects, &seesCost, &of.Running, &of.MonthlyPrice, &cost, &end); err != nil {
			return err
		}
		if seesCost {
			margin := of.MonthlyPrice - cost
			of.MonthlyCost, of.Margin = &cost, &margin
		}
		if end != noEndMillis {
			of.NextEndAt = instantOrNil(&end)
		}
		figures[id] = of
		return nil
	}, with+" SELECT "+t.name+".id, "+projects+", "+sees+columns+" FROM "+t.name+" LEFT JOIN fresh ON fresh.id = "+t.name+
		".id WHERE "+t.name+".id IN (SELECT value FROM "+q.dialect.elements(list)+" ids)", f.args...)
}

// CompanyPrices are what the running subscriptions of some companies bring a month, of the projects that the asking user sees.
func (q Queries) CompanyPrices(ctx context.Context, v Visible, companies []string) (map[string]tracker.Money, error) {
	prices := map[string]tracker.Money{}
	if len(companies) == 0 {
		return prices, nil
	}
	f := projectFilter(q.dialect, v, ProjectQuery{ListQuery: tracker.ListQuery{Removed: tracker.RemovedExclude}})
	f.oneOf(q.dialect, "project.company_id", companies)
	with := projectFigures.fresh(f, v.Now)
	return prices, each(ctx, q, func(r rows) error {
		var id string
		var price tracker.Money
		err := r.Scan(&id, &price)
		prices[id] = price
		return err
	}, with+" SELECT project.company_id, "+sum("COALESCE(fresh.monthly_price, project.monthly_price)")+
		" FROM project LEFT JOIN fresh ON fresh.id = project.id"+f.where()+" GROUP BY project.company_id", f.args...)
}
