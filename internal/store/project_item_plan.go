package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"btracker/internal/tracker"
)

// plan is how the rows of a list across projects are found in their order.
type plan int

const (
	// planFew begins with the projects, or the item of the catalogue, that the list is about, and sorts their items: they are few,
	// and the other conditions would lead through more rows.
	planFew plan = iota
	// planSort begins with the index of a filter, and sorts what it finds: a short list is read whole sooner than the index
	// of its order, most of whose rows are not in the list.
	planSort
	// planWalk walks through the index of the order, and stops at the end of the page: a long list is too long to be sorted for a page.
	planWalk
	// planMerge merges the first rows of parts of a long list, because no single index has its order, but each part is walked through
	// by an index of its own.
	planMerge
)

// longList is how many rows make a list so long that walking through the index of its order finds a page sooner than
// sorting the rows.
const longList = 5000

func (l *projectItemList) plan(isLong bool) plan {
	switch {
	case l.ofFew:
		return planFew
	case isLong:
		return planWalk
	}
	return planSort
}

const catalogueItem = "catalogue_item i"

// sortTables are the aliases of the tables that a sort needs, besides that of the items. The last one has the key.
var sortTables = map[string][]string{"name": {"i"}, "projectName": {"project"}, "companyName": {"project", "company"}}

// parent is a table of sortTables, and the condition that joins it.
func (l *projectItemList) parent(alias string) (table, on string) {
	switch alias {
	case "i":
		return catalogueItem, "i.id = a." + l.itemID
	case "project":
		return alias, "project.id = a.project_id"
	}
	return alias, "company.id = project.company_id"
}

func (l *projectItemList) begin() itemQuery {
	return itemQuery{with: l.with, where: slices.Clone(l.conditions)}
}

// found is the items, by whichever index the database takes, without the tables that only a row shows.
func (l *projectItemList) found() itemQuery {
	q := l.begin()
	if l.scope != "" {
		q.cross(l.scope)
	}
	q.cross(l.table + " a")
	if l.ofCatalogue {
		q.join(l.parent("i"))
	}
	q.tables = append(q.tables, l.more...)
	return q
}

// behind adds the items after tables that lead to them.
func (l *projectItemList) behind(q itemQuery, more []joinedTable) itemQuery {
	q.cross(l.table + " a")
	if table, on := l.parent("i"); l.ofCatalogue && !q.has(table) {
		q.cross(table, on)
	}
	q.tables = append(q.tables, more...)
	return q
}

// walk is the items behind the table whose index has the order.
func (l *projectItemList) walk(sort string) itemQuery {
	q := l.begin()
	for i, alias := range slices.Backward(sortTables[sort]) {
		table, on := l.parent(alias)
		q.cross(table, on)
		if i == len(sortTables[sort])-1 {
			q.and(alias + ".deleted_at IS NULL")
		}
	}
	if sort == "name" {
		q.and("i.kind = '" + string(l.kind) + "'")
	}
	return l.behind(q, l.more)
}

// query selects all positions in their order, by any plan but planMerge.
func (l *projectItemList) query(p plan, lq tracker.ListQuery) itemQuery {
	q, sort := l.found(), l.sort(lq)
	switch {
	case p == planWalk:
		q = l.walk(sort)
	case p == planSort && l.ofCategory: // its items first
		table, on := l.parent("i")
		q = l.begin()
		q.cross(table, on)
		q = l.behind(q, l.more)
	}
	if p == planSort {
		q.and(l.few...)
	}
	for _, alias := range sortTables[sort] {
		if table, on := l.parent(alias); !q.has(table) {
			q.join(table, on)
		}
	}
	l.joinThen(&q, lq.Then)
	q.columns, q.order = "a.rowno, "+l.seesCost, l.order(lq)
	return q
}

// joinThen adds the tables of further sorts.
func (l *projectItemList) joinThen(q *itemQuery, then []tracker.Sort) {
	for _, s := range then {
		for _, alias := range sortTables[s.By] {
			if table, on := l.parent(alias); !q.has(table) {
				q.cross(table, on)
			}
		}
	}
}

// order is the order of a list. Rows with equal keys are in the order in which they were attached.
func (l *projectItemList) order(lq tracker.ListQuery) []string {
	direction, sort := direction(lq.SortDescending), l.sort(lq)
	order := append(l.keys(sort, lq.SortDescending), l.then(lq.Then)...)
	if tables := sortTables[sort]; len(tables) > 0 && len(lq.Then) == 0 { // an index of names has the whole order
		order = append(order, tables[len(tables)-1]+".rowno"+direction)
	}
	return append(order, "a.rowno"+direction)
}

// then is the order of rows whose first keys are equal.
func (l *projectItemList) then(sorts []tracker.Sort) (order []string) {
	for _, s := range sorts {
		order = append(order, l.keys(s.By, s.Descending)...)
	}
	return order
}

// keys is an order by one sort. What has no value of an own field comes last.
func (l *projectItemList) keys(sort string, isDescending bool) []string {
	key := l.key(sort, isDescending)
	if _, isOwn := l.ownSorts[sort]; isOwn {
		return []string{key + " IS NULL", key + direction(isDescending)}
	}
	return []string{key + direction(isDescending)}
}

func (l *projectItemList) key(sort string, isDescending bool) string {
	last := "9000000000000000"
	if isDescending {
		last = "-" + last
	}
	if shown, hides := l.shownIf[sort]; hides {
		return "CASE WHEN " + shown + " THEN " + l.sorts[sort] + " ELSE " + last + " END"
	}
	return l.sorts[sort]
}

// listPart is some items of a long list, for planMerge. An index has their order, unless they are few.
type listPart struct {
	key        string // of the order
	conditions []string
	ofPeriod   bool // the items are behind earlier periods p
	isFew      bool
}

// nothing is the key of items that are worth nothing.
const nothing = "CAST(0 AS BIGINT)"

// page reads the positions of a page of the list, which has count rows, in its order.
func (l *projectItemList) page(ctx context.Context, q Queries, lq tracker.ListQuery, count int) ([]position, error) {
	plan, parts := l.plan(count > l.longList), []listPart(nil)
	if plan == planWalk && l.parts != nil {
		if parts = l.parts(l.sort(lq)); len(parts) > 0 {
			plan = planMerge
		}
	}
	if plan == planMerge {
		return l.merge(ctx, q, lq, parts)
	}
	if of, isOwn := l.ownSorts[lq.SortBy]; isOwn && plan == planWalk && len(lq.Then) == 0 {
		return l.ownPage(ctx, q, lq, of)
	}
	f, rows := l.clone(), l.query(plan, lq)
	rows.window = f.window(q.dialect, lq.Window())
	return many(ctx, q, scanPosition, rows.text(), f.args...)
}

func scanPosition(r rows) (p position, err error) { return p, r.Scan(&p.rowno, &p.seesCost) }

// merge is planMerge.
func (l *projectItemList) merge(ctx context.Context, q Queries, lq tracker.ListQuery, parts []listPart) ([]position, error) {
	f, first := l.clone(), direction(lq.SortDescending)
	limit := f.limit(q.dialect, lq.Offset()+lq.PageSize)
	columns, order := "a.rowno AS rowno, "+l.seesCost+" AS sees, ", "sorted"+first
	var keys string
	for i, s := range lq.Then {
		name := "key" + strconv.Itoa(i)
		keys, order = keys+", "+l.key(s.By, s.Descending)+" AS "+name, order+", "+name+direction(s.Descending)
	}
	order += ", rowno" + first
	statements := make([]string, len(parts))
	for i, p := range parts {
		part := l.partQuery(p, lq)
		part.columns, part.window = columns+p.key+" AS sorted"+keys, limit
		text := part.text()
		if p.isFew { // found by their own index, and then sorted: no walk through the index of the order for them
			part.order, part.window = nil, ""
			text = "WITH few AS MATERIALIZED (" + part.text() + ") SELECT * FROM few ORDER BY " + order + limit
		}
		statements[i] = "SELECT * FROM (" + text + ") AS part" + strconv.Itoa(i)
	}
	return many(ctx, q, scanPosition, "SELECT rowno, sees FROM ("+strings.Join(statements, " UNION ALL ")+") AS parts ORDER BY "+order+f.window(q.dialect, lq.Window()), f.args...)
}

// partQuery is the items of a part in their order.
func (l *projectItemList) partQuery(p listPart, lq tracker.ListQuery) itemQuery {
	direction, then, lead := direction(lq.SortDescending), lq.Then, ""
	order := []string{p.key + direction}
	if p.key == nothing { // so are its other values
		order = nil
		then = slices.DeleteFunc(slices.Clone(then), func(s tracker.Sort) bool { return s.By == "monthlyPrice" || s.By == "margin" })
		if !p.isFew && len(then) > 0 { // many rows have the same first key: an index leads through the second
			lead = then[0].By
		}
	}
	q := l.walk(lead)
	if p.ofPeriod {
		q = l.begin()
		q.cross("subscription_period p")
		q = l.behind(q, l.more[1:]) // the period is not looked up
	}
	q.and(p.conditions...)
	l.joinThen(&q, lq.Then)
	q.order = append(append(order, l.then(then)...), "a.rowno"+direction)
	return q
}

// ownPage is a page of a long list by an own field: the index of the field has the order of the items that have a value, and the
// others follow as they were attached.
func (l *projectItemList) ownPage(ctx context.Context, q Queries, lq tracker.ListQuery, of tracker.OwnField) ([]position, error) {
	f, way := l.clone(), direction(lq.SortDescending)
	field := f.arg(of.ID)
	filled := l.begin()
	filled.cross("own_value o", "o.field_id = "+field, "o.is_gone = FALSE", "a.id = o.record_id")
	filled = l.behind(filled, l.more)
	total := filled
	filled.columns, filled.order = "a.rowno, "+l.seesCost, []string{"o.sort_key" + way, "o.record_id" + way}
	part := f.clone()
	filled.window = part.window(q.dialect, lq.Window())
	page, err := many(ctx, q, scanPosition, filled.text(), part.args...)
	if err != nil || len(page) == lq.PageSize {
		return page, err
	}
	before := lq.Offset() + len(page)
	if len(page) == 0 && lq.Offset() > 0 {
		total.columns = "count(*)"
		if before, err = one(ctx, q, scanOne[int], total.text(), f.args...); err != nil {
			return nil, err
		}
	}
	rest := l.found()
	rest.and("NOT EXISTS (SELECT 1 FROM own_value o WHERE o.record_id = a.id AND o.field_id = " + field + ")")
	rest.columns, rest.order = "a.rowno, "+l.seesCost, []string{"a.rowno"}
	rest.window = f.window(q.dialect, tracker.Window{Offset: max(0, lq.Offset()-before), Size: lq.PageSize - len(page)})
	more, err := many(ctx, q, scanPosition, rest.text(), f.args...)
	return append(page, more...), err
}
