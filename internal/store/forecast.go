package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"btracker/internal/tracker"
)

// AheadRow is a subscription with what decides how the program leads it on.
type AheadRow struct {
	tracker.ProjectSubscription
	tracker.ProjectItemPlace
	RowNo         int64
	CatalogueCost *tracker.Money // of today
	Earlier       []tracker.Term // that count until the current term begins
}

// Outlook begins to lead the subscription on.
func (a AheadRow) Outlook(now time.Time) *tracker.Outlook {
	return tracker.NewOutlook(a.ProjectSubscription, a.Earlier, a.CatalogueCost, now)
}

// The columns of an AheadRow, and those that only showing it needs.
const (
	aheadColumns = `a.rowno, a.id, a.project_id, a.subscription_id, a.start_at, a.end_at, a.anchor_day, a.auto_renew, a.price, a.cost, a.notice_days, i.notice_days,
	a.planned_price, a.planned_from, a.running_from, i.cost`
	aheadShown = `, i.name, ` + placeColumns
)

// scan reads the columns of an AheadRow, and those of more behind them.
func (a *AheadRow) scan(r rows, more ...any) error {
	var start, end int64
	var plannedPrice *tracker.Money
	var plannedFrom, runningFrom *int64
	var cost tracker.Money
	err := r.Scan(append([]any{&a.RowNo, &a.ID, &a.ProjectID, &a.SubscriptionID, &start, &end, &a.AnchorDay, &a.AutoRenew, &a.Price, &cost, &a.NoticeDays, &a.CatalogueNotice,
		&plannedPrice, &plannedFrom, &runningFrom, &a.CatalogueCost}, more...)...)
	a.StartAt, a.EndAt, a.Cost, a.Live, a.Planned, a.RunsFrom = instant(start), instant(end), &cost, true, planned(plannedPrice, plannedFrom), instantOrNil(runningFrom)
	return err
}

// aheadList is the live subscriptions of a question in SQL.
func aheadList(v Visible, q ProjectItemQuery) *projectItemList {
	return newProjectItemList(v, q, projectItemList{kind: tracker.Subscriptions, table: "project_subscription", itemID: "subscription_id", listed: "live"})
}

// Courses are the courses of the live subscriptions of a question, by their ends, and the subscriptions that have to be led on by themselves,
// as they were attached and without their names: they may be many.
func (q Queries) Courses(ctx context.Context, v Visible, pq ProjectItemQuery, now time.Time) (courses []Course, apart []AheadRow, err error) {
	l := aheadList(v, pq)
	grouped := l.found()
	if l.all { // the kept sums have all but the renewals that are overdue
		if courses, err = q.keptCourses(ctx, now); err != nil {
			return nil, nil, err
		}
		grouped.and(l.due("a", tracker.Renewing(now)))
	}
	grouped.and("NOT " + isApart)
	l.joinItem(&grouped)
	grouped.columns = courseColumns + ", count(*), CAST(SUM(a.monthly_price) AS BIGINT)"
	counted, err := many(ctx, q, func(r rows) (c Course, err error) {
		err = r.Scan(append(c.targets(&c.end), &c.Count, &c.MonthlyPrice)...)
		c.ProjectSubscription = c.subscription(c.end)
		return c, err
	}, grouped.text()+" GROUP BY 1, 2, 3, 4, 5", l.args...)
	if err != nil {
		return nil, nil, ignoreUnstorable(err)
	}
	courses = append(courses, counted...)
	slices.SortFunc(courses, func(x, y Course) int {
		return cmp.Or(cmp.Compare(x.end, y.end), cmp.Compare(x.start, y.start), cmp.Compare(x.anchor, y.anchor),
			cmp.Compare(count(x.autoRenew), count(y.autoRenew)), cmp.Compare(x.notice, y.notice))
	})
	l = aheadList(v, pq)
	alone := l.found()
	if l.all {
		alone.and(amongApart)
	} else {
		alone.and(isApart)
	}
	alone.columns, alone.order = aheadColumns, []string{"+a.rowno"}
	l.joinItem(&alone)
	if apart, err = many(ctx, q, func(r rows) (a AheadRow, err error) { return a, a.scan(r) }, alone.text(), l.args...); err != nil {
		return nil, nil, ignoreUnstorable(err)
	}
	return courses, apart, q.addEarlier(ctx, apart, now)
}

// CourseRows reads some subscriptions of a course, as they were attached.
func (q Queries) CourseRows(ctx context.Context, v Visible, pq ProjectItemQuery, c Course, w tracker.Window) ([]AheadRow, error) {
	l := aheadList(v, pq)
	read := l.found()
	read.and("NOT "+isApart, "a.end_at = "+l.arg(c.end))
	if c.autoRenew {
		read.and("a.auto_renew", "a.start_at = "+l.arg(c.start), "a.anchor_day = "+l.arg(c.anchor), noticeOf+" = "+l.arg(c.notice))
	} else {
		read.and("NOT a.auto_renew")
	}
	read.columns, read.order = aheadColumns+aheadShown, []string{"a.rowno"}
	l.joinPlaces(&read)
	read.window = l.window(q.dialect, w)
	return many(ctx, q, func(r rows) (a AheadRow, err error) {
		return a, a.scan(r, &a.Subscription.Name, &a.CompanyID, &a.CompanyName, &a.ProjectName)
	}, read.text(), l.args...)
}

// NameApart reads what showing some subscriptions that are apart needs.
func (q Queries) NameApart(ctx context.Context, list []*AheadRow) error {
	f, byID := &filter{}, map[string]*AheadRow{}
	for _, a := range list {
		byID[a.ID] = a
	}
	if len(byID) == 0 {
		return nil
	}
	return each(ctx, q, func(r rows) error {
		var id string
		var named AheadRow
		if err := r.Scan(&id, &named.Subscription.Name, &named.CompanyID, &named.CompanyName, &named.ProjectName); err != nil {
			return err
		}
		byID[id].Subscription.Name, byID[id].ProjectItemPlace = named.Subscription.Name, named.ProjectItemPlace
		return nil
	}, `SELECT a.id`+aheadShown+` FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id
		JOIN project ON project.id = a.project_id JOIN company ON company.id = project.company_id
		WHERE a.id IN (`+f.list(slices.Collect(maps.Keys(byID)))+`)`, f.args...)
}

// joinItem adds the item of the catalogue.
func (l *projectItemList) joinItem(q *itemQuery) {
	if table, on := l.parent("i"); !q.has(table) {
		q.join(table, on)
	}
}

// joinPlaces adds where the items belong.
func (l *projectItemList) joinPlaces(q *itemQuery) {
	for _, alias := range []string{"i", "project", "company"} {
		if table, on := l.parent(alias); !q.has(table) {
			q.join(table, on)
		}
	}
}

// addEarlier reads the earlier periods of subscriptions that were renewed ahead.
func (q Queries) addEarlier(ctx context.Context, list []AheadRow, now time.Time) error {
	var ids []string
	for _, a := range list {
		if a.RunsFrom != nil {
			ids = append(ids, a.ID)
		}
	}
	earlier, err := q.EarlierTerms(ctx, ids, now)
	for i, a := range list {
		list[i].Earlier = earlier[a.ID]
	}
	return err
}

// EarlierTerms reads the earlier periods of subscriptions that are not over yet, the first ones first.
func (q Queries) EarlierTerms(ctx context.Context, ids []string, now time.Time) (map[string][]tracker.Term, error) {
	type earlier struct {
		id string
		tracker.Term
	}
	terms := map[string][]tracker.Term{}
	for piece := range slices.Chunk(ids, 500) {
		f := &filter{}
		since := f.arg(millis(now) - 1000)
		list, err := many(ctx, q, func(r rows) (e earlier, err error) {
			var start, end int64
			err = r.Scan(&e.id, &start, &end, &e.Price, &e.Cost, &e.MonthlyPrice, &e.MonthlyCost)
			e.StartAt, e.EndAt = instant(start), instant(end)
			return e, err
		}, `SELECT project_subscription_id, start_at, end_at, price, cost, monthly_price, monthly_cost FROM subscription_period
			WHERE end_at >= `+since+` AND project_subscription_id IN (`+f.list(piece)+`) ORDER BY start_at`, f.args...)
		if err != nil {
			return nil, err
		}
		for _, e := range list {
			terms[e.id] = append(terms[e.id], e.Term)
		}
	}
	return terms, nil
}
