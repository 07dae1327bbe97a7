package store

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// ProjectItemQuery asks for products or subscriptions across all projects.
type ProjectItemQuery struct {
	tracker.ListQuery
	tracker.ProjectItemFilter
	CategoryID       string         // of the category that was asked for
	Responsible      string         // id of the user that was asked for
	ResponsibleRoles []tracker.Role // that answer for a project
	CostRoles        []tracker.Role // those that show cost, to a moderator
	enough           int            // items that a search for one word has to find; 0 is for all
	longList         int            // instead of the constant, for tests
}

// Listed is a row of a list across projects, with all costs.
type Listed[T any] struct {
	Item     T
	SeesCost bool // the asking user may see its cost
}

// projectItemList is such a question in SQL. In its statements a is the item, i is its item of the catalogue, and v
// is a project that the question is about.
type projectItemList struct {
	*filter
	kind        tracker.CatalogueKind
	table       string // project_product or project_subscription
	itemID      string // its column of the catalogue's item
	more        string // joins of further tables to the items
	with, scope string // the projects that the question is about, if it is about few
	listed      string // the condition that an item is attached and nothing above it is removed
	fixed       []any  // the first arguments of every statement
	seesCost    string
	all         bool              // nothing of ProjectItemQuery narrows it, but perhaps a category
	ofFew       bool              // it is about few items, which an index finds
	ofCatalogue bool              // a condition is about the item of the catalogue
	ofCategory  bool              // namely that it is of a category
	few         []string          // more conditions by which an index finds the items of a list that is not long
	sorts       map[string]string // the name in a query → the expression
	fallback    string            // the name used without a known one
	enough      int               // see ProjectItemQuery
	longList    int               // the rows that make it long
	parts       func(sort string) []listPart
}

// listPart is some items of a list in their order. An index has the order, unless the items are few.
type listPart struct {
	from, condition, key string
	only                 string // the part of condition that joins nothing
	isFew                bool
}

// by is the order of a part; then are its further keys.
func (p listPart) by(then, direction string) string {
	if p.key == nothing {
		return " ORDER BY " + strings.TrimPrefix(then+", a.rowno"+direction, ", ")
	}
	return " ORDER BY " + p.key + direction + then + ", a.rowno" + direction
}

// nothing is the key of items that are worth nothing.
const nothing = "CAST(0 AS BIGINT)"

// newProjectItemList writes down what lists of products and subscriptions have in common.
func newProjectItemList(v Visible, q ProjectItemQuery, l projectItemList) *projectItemList {
	l.filter, l.seesCost = &filter{args: slices.Clone(l.fixed)}, "TRUE"
	l.ofCategory, l.enough, l.longList = q.CategoryID != "", q.enough, cmp.Or(q.longList, longList)
	l.ofCatalogue = l.ofCategory
	l.all = v.All && q.ProjectItemFilter == tracker.ProjectItemFilter{} && q.Responsible == "" && q.Search == ""
	l.sorts = map[string]string{"name": "i.name_key", "companyName": "company.name_key", "projectName": "project.name_key", "price": "a.price"}
	l.scope = l.narrow(v, q)
	l.ofFew = l.scope != "" || q.ProjectID != "" || q.ItemID != ""
	l.and(l.listed)
	if q.ProjectID != "" {
		l.and("a.project_id = " + l.arg(q.ProjectID))
	}
	if q.ItemID != "" {
		item := "a." + l.itemID
		if l.scope != "" {
			item = "(" + item + " || '')" // the few projects find fewer rows than the index of the item
		}
		l.and(item + " = " + l.arg(q.ItemID))
	}
	if q.CategoryID != "" {
		l.and("i.category_id = " + l.arg(q.CategoryID))
	}
	return &l
}

// from is the items, without the tables that only a row shows.
func (l *projectItemList) from() string {
	from := " FROM " + l.scope + l.table + " a"
	if l.ofCatalogue {
		from += " JOIN catalogue_item i ON i.id = a." + l.itemID
	}
	return from + l.more
}

// longFrom is the items with the tables before them. The tables are joined in this order, by CROSS JOIN: the first
// has an index with the order of the list, and the first page ends the walk.
func (l *projectItemList) longFrom(before string) (from, condition string) {
	from = " FROM " + before + l.table + " a"
	if l.ofCatalogue && !strings.Contains(before, "catalogue_item") {
		from += " CROSS JOIN catalogue_item i"
		condition = " AND i.id = a." + l.itemID
	}
	return from + l.more, condition
}

// sortTables are the tables that a sort needs, besides that of the items.
var sortTables = map[string][]string{"name": {"i"}, "projectName": {"project"}, "companyName": {"project", "company"}}

// join adds the tables of further sorts to those of the first one.
func (l *projectItemList) join(from, condition, sort string, then []tracker.Sort) (string, string) {
	known := slices.Clone(sortTables[sort])
	if l.ofCatalogue {
		known = append(known, "i")
	}
	for _, s := range then {
		for _, table := range sortTables[s.By] {
			if slices.Contains(known, table) {
				continue
			}
			known = append(known, table)
			switch table {
			case "i":
				from, condition = from+" CROSS JOIN catalogue_item i", condition+" AND i.id = a."+l.itemID
			case "project":
				from, condition = from+" CROSS JOIN project", condition+" AND project.id = a.project_id"
			case "company":
				from, condition = from+" CROSS JOIN company", condition+" AND company.id = project.company_id"
			}
		}
	}
	return from, condition
}

// sortedFrom is the items with the table that they are sorted by, and a condition that joins it.
func (l *projectItemList) sortedFrom(sort string, isLong bool) (from, condition string) {
	if isLong {
		switch sort {
		case "name":
			from, _ = l.longFrom("catalogue_item i CROSS JOIN ")
			return from, " AND i.kind = '" + string(l.kind) + "' AND i.deleted_at IS NULL AND a." + l.itemID + " = i.id"
		case "projectName":
			from, condition = l.longFrom("project CROSS JOIN ")
			return from, condition + " AND project.deleted_at IS NULL AND a.project_id = project.id"
		case "companyName":
			from, condition = l.longFrom("company CROSS JOIN project CROSS JOIN ")
			return from, condition + " AND company.deleted_at IS NULL AND project.company_id = company.id AND a.project_id = project.id"
		}
		return l.longFrom("")
	}
	from = l.from()
	if !l.ofFew {
		if l.ofCategory { // its items first
			from = " FROM catalogue_item i CROSS JOIN " + l.table + " a" + l.more
			condition = " AND a." + l.itemID + " = i.id"
		}
		for _, few := range l.few {
			condition += " AND " + few
		}
	}
	switch sort {
	case "name":
		if !l.ofCatalogue {
			from += " JOIN catalogue_item i ON i.id = a." + l.itemID
		}
	case "projectName":
		from += " JOIN project ON project.id = a.project_id"
	case "companyName":
		from += " JOIN project ON project.id = a.project_id JOIN company ON company.id = project.company_id"
	}
	return from, condition
}

// narrow begins with the few projects that a question is about, if it is about few. They
// come first, by CROSS JOIN, so that SQLite does not begin with a million items.
func (l *projectItemList) narrow(v Visible, q ProjectItemQuery) (from string) {
	var inScope []string
	if q.CompanyID != "" {
		inScope = append(inScope, "p.company_id = "+l.arg(q.CompanyID))
	}
	if q.Responsible != "" {
		user := l.arg(q.Responsible)
		roles := q.ResponsibleRoles
		inScope = append(inScope, `p.id IN (SELECT m.project_id FROM project_moderator m WHERE m.user_id = `+user+` AND `+l.in("m.role", roles)+`
			UNION SELECT c.id FROM company_moderator m JOIN project c ON c.company_id = m.company_id WHERE m.user_id = `+user+` AND `+l.in("m.role", roles)+`
				AND NOT EXISTS (SELECT 1 FROM project_moderator o WHERE o.project_id = c.id AND `+l.in("o.role", roles)+`))`)
	}
	switch {
	case !v.All:
		l.with, l.seesCost = l.moderated(v, q.CostRoles), "v.cost = 1"
		if len(inScope) > 0 {
			l.with += `, narrowed AS (SELECT v.id, v.cost FROM visible v JOIN project p ON p.id = v.id WHERE ` + strings.Join(inScope, " AND ") + `)`
		}
	case len(inScope) > 0:
		l.with = `WITH narrowed AS (SELECT p.id, 1 AS cost FROM project p WHERE p.live AND ` + strings.Join(inScope, " AND ") + `)`
	default:
		return ""
	}
	l.and("a.project_id = v.id")
	if len(inScope) > 0 {
		return "narrowed v CROSS JOIN "
	}
	return "visible v CROSS JOIN "
}

func (l *projectItemList) by(q tracker.ListQuery) string {
	direction, sort := direction(q.SortDescending), l.sort(q)
	by := " ORDER BY " + l.key(sort, q.SortDescending) + direction + l.then(q.Then)
	if tables := sortTables[sort]; len(tables) > 0 && len(q.Then) == 0 { // an index of names has the whole order
		by += ", " + tables[len(tables)-1] + ".rowno" + direction
	}
	return by + ", a.rowno" + direction
}

// then is the order of rows whose first keys are equal.
func (l *projectItemList) then(sorts []tracker.Sort) (by string) {
	for _, s := range sorts {
		by += ", " + l.key(s.By, s.Descending) + direction(s.Descending)
	}
	return by
}

// lastKey is, in the key of a sort, the value that is sorted last.
const lastKey = "{last}"

func (l *projectItemList) key(sort string, isDescending bool) string {
	last := "9000000000000000"
	if isDescending {
		last = "-" + last
	}
	return strings.ReplaceAll(l.sorts[sort], lastKey, last)
}

func (l *projectItemList) sort(q tracker.ListQuery) string {
	if _, known := l.sorts[q.SortBy]; known {
		return q.SortBy
	}
	return l.fallback
}

func sum(amount string) string { return "CAST(COALESCE(SUM(" + amount + "), 0) AS BIGINT)" }

// seenSum adds up a cost, where the asking user may see it.
func (l *projectItemList) seenSum(cost string) string {
	return sum("CASE WHEN " + l.seesCost + " THEN " + cost + " ELSE 0 END")
}

// position is a row of a list.
type position struct {
	rowno    int64
	seesCost bool
}

// longList is how many rows make a list so long that walking through the index of its order finds a page sooner than
// sorting the rows.
const longList = 5000

// page reads the positions of a page of the list, which has count rows, in its order.
func (l *projectItemList) page(ctx context.Context, q Queries, lq tracker.ListQuery, count int) ([]position, error) {
	f := l.clone()
	isLong := count > l.longList && !l.ofFew
	if l.parts != nil && isLong {
		if parts := l.parts(l.sort(lq)); len(parts) > 0 {
			return l.pageOf(ctx, q, lq, parts)
		}
	}
	window := f.window(q.dialect, lq.Window())
	return l.positions(ctx, q, lq, isLong, window, f.args)
}

// pageOf reads the positions of a page from the first rows of each part.
func (l *projectItemList) pageOf(ctx context.Context, q Queries, lq tracker.ListQuery, parts []listPart) ([]position, error) {
	f, first := l.clone(), direction(lq.SortDescending)
	limit := f.limit(q.dialect, lq.Offset()+lq.PageSize)
	keys, then := "", ""
	for i, s := range lq.Then {
		name := "key" + strconv.Itoa(i)
		keys, then = keys+", "+l.key(s.By, s.Descending)+" AS "+name, then+", "+name+direction(s.Descending)
	}
	statements := make([]string, len(parts))
	for i, p := range parts {
		from, condition, by := l.partBy(p, lq)
		part := "SELECT a.rowno AS rowno, " + l.seesCost + " AS sees, " + p.key + " AS sorted" + keys + from + l.where() + condition
		if p.isFew { // found by their own index, and then sorted: no walk through the index of the order for them
			part, by = "WITH few AS MATERIALIZED ("+part+") SELECT * FROM few", " ORDER BY sorted"+first+then+", rowno"+first
		}
		statements[i] = "SELECT * FROM (" + part + by + limit + ") AS part" + strconv.Itoa(i)
	}
	window := f.window(q.dialect, lq.Window())
	return many(ctx, q, func(r rows) (p position, err error) { return p, r.Scan(&p.rowno, &p.seesCost) },
		"SELECT rowno, sees FROM ("+strings.Join(statements, " UNION ALL ")+") AS parts ORDER BY sorted"+first+then+", rowno"+first+window, f.args...)
}

// partBy is where a part is read from, and its order.
func (l *projectItemList) partBy(p listPart, lq tracker.ListQuery) (from, condition, by string) {
	direction := direction(lq.SortDescending)
	isWorthless := func(s tracker.Sort) bool { return s.By == "monthlyPrice" || s.By == "margin" }
	then := lq.Then
	if p.key == nothing { // so are its other values
		then = slices.DeleteFunc(slices.Clone(then), isWorthless)
	}
	if p.key == nothing && !p.isFew && len(then) > 0 { // many rows have the same first key: an index leads through the second
		from, condition = l.sortedFrom(then[0].By, true)
		from, condition = l.join(from, condition, then[0].By, lq.Then)
		return from, condition + p.only, p.by(l.then(then), direction)
	}
	from, condition = l.join(p.from, p.condition, "", lq.Then)
	return from, condition, p.by(l.then(then), direction)
}

func (l *projectItemList) positions(ctx context.Context, q Queries, lq tracker.ListQuery, isLong bool, window string, args []any) ([]position, error) {
	return many(ctx, q, func(r rows) (p position, err error) { return p, r.Scan(&p.rowno, &p.seesCost) }, l.sorted(lq, isLong)+window, args...)
}

// sorted selects all positions in their order.
func (l *projectItemList) sorted(lq tracker.ListQuery, isLong bool) string {
	from, condition := l.sortedFrom(l.sort(lq), isLong)
	from, condition = l.join(from, condition, l.sort(lq), lq.Then)
	return l.with + " SELECT a.rowno, " + l.seesCost + from + l.where() + condition + l.by(lq)
}

// eachListed calls use with all rows of a list, some at a time. It reads the positions of all rows first, 16 bytes for
// each, because few of the sorts could go on after a row that has changed. No connection is held while rows are used.
func eachListed[T any](ctx context.Context, q Queries, l *projectItemList, lq tracker.ListQuery, columns string, scan func(rows) (int64, T, error), use func([]Listed[T]) error) error {
	reading, cancel := context.WithTimeout(ctx, positionsTimeout)
	defer cancel()
	all, err := l.positions(reading, q, lq, l.all, "", l.args)
	if err != nil {
		return ignoreUnstorable(err)
	}
	for at := range slices.Chunk(all, PieceRows) {
		piece, err := pieceOf(ctx, q, l, at, columns, scan)
		if err != nil {
			return err
		}
		if err := use(piece); err != nil {
			return err
		}
	}
	return nil
}

const positionsTimeout = time.Minute

func pieceOf[T any](ctx context.Context, q Queries, l *projectItemList, at []position, columns string, scan func(rows) (int64, T, error)) ([]Listed[T], error) {
	ctx, cancel := context.WithTimeout(ctx, pieceTimeout)
	defer cancel()
	return listedRows(ctx, q, l, at, columns, scan)
}

// listedRows reads the rows at some positions. A row that left the list in the meantime is missing. The
// columns begin with the number of the row.
func listedRows[T any](ctx context.Context, q Queries, l *projectItemList, at []position, columns string, scan func(rows) (int64, T, error)) ([]Listed[T], error) {
	if len(at) == 0 {
		return []Listed[T]{}, nil
	}
	f := &filter{args: slices.Clone(l.fixed)}
	numbers := make([]string, len(at))
	for i, p := range at {
		numbers[i] = f.arg(p.rowno)
	}
	byNumber := map[int64]T{}
	err := each(ctx, q, func(r rows) error {
		number, item, err := scan(r)
		byNumber[number] = item
		return err
	}, "SELECT "+columns+" FROM "+l.table+` a
		JOIN project ON project.id = a.project_id
		JOIN company ON company.id = project.company_id
		JOIN catalogue_item i ON i.id = a.`+l.itemID+`
		JOIN category ON category.id = i.category_id`+l.more+" WHERE "+l.listed+" AND a.rowno IN ("+strings.Join(numbers, ", ")+")", f.args...)
	list := make([]Listed[T], 0, len(at))
	for _, p := range at {
		if item, ok := byNumber[p.rowno]; ok {
			list = append(list, Listed[T]{item, p.seesCost})
		}
	}
	return list, err
}

const placeColumns = `company.id, company.name, project.name`

// ignoreUnstorable is nil for a filter with text that PostgreSQL can not store, so that no row matches.
func ignoreUnstorable(err error) error {
	if errors.Is(err, tracker.ErrNotFound) {
		return nil
	}
	return err
}
