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
	own              []ownFilter
	enough           int // items that a search for one word has to find; 0 is for all
	longList         int // instead of the constant, for tests
}

// Listed is a row of a list across projects, with all costs.
type Listed[T any] struct {
	Item     T
	SeesCost bool // the asking user may see its cost
}

// projectItemList is such a question in SQL.
type projectItemList struct {
	*filter
	kind        tracker.CatalogueKind
	table       string        // project_product or project_subscription
	itemID      string        // its column of the catalogue's item
	listed      string        // its column of whether the item is attached and nothing above it is removed
	more        []joinedTable // with further columns of the items
	with, scope string        // the projects that the question is about, if it is about few
	fixed       []any         // the first arguments of every statement
	seesCost    string
	all         bool              // nothing of ProjectItemQuery narrows it, but perhaps a category
	ofFew       bool              // it is about few items, which an index finds
	ofCatalogue bool              // a condition is about the item of the catalogue
	ofCategory  bool              // namely that it is of a category
	few         []string          // more conditions by which an index finds the items of a list that is not long
	sorts       map[string]string // the name in a query → the expression
	shownIf     map[string]string // the condition that the key of a sort is shown; a hidden one is sorted last
	ownSorts    map[string]tracker.OwnField
	fallback    string // the name used without a known one
	enough      int    // see ProjectItemQuery
	longList    int    // the rows that make it long
	parts       func(sort string) []listPart
}

// newProjectItemList writes down what lists of products and subscriptions have in common.
func newProjectItemList(v Visible, q ProjectItemQuery, l projectItemList) *projectItemList {
	l.filter, l.seesCost = &filter{args: slices.Clone(l.fixed)}, "TRUE"
	l.ofCategory, l.enough, l.longList = q.CategoryID != "", q.enough, cmp.Or(q.longList, longList)
	l.ofCatalogue = l.ofCategory
	l.all = v.All && q.ProjectItemFilter == tracker.ProjectItemFilter{} && q.Responsible == "" && q.Search == "" && len(q.Own) == 0
	l.sorts = map[string]string{"name": "i.name_key", "companyName": "company.name_key", "projectName": "project.name_key", "price": "a.price"}
	l.scope = l.narrow(v, q)
	l.ofFew = l.scope != "" || q.ProjectID != "" || q.ItemID != "" || slices.ContainsFunc(q.own, func(o ownFilter) bool { return o.few != nil })
	l.filter.own("a.id", func() string { return l.seesCost }, q.own)
	for name, of := range q.OwnSorts {
		l.sorts[name] = ownKey(l.filter, of, "a.id", func() string { return l.seesCost })
		l.and("CAST($" + strconv.Itoa(len(l.args)) + " AS TEXT) IS NOT NULL") // PostgreSQL refuses an argument that no placeholder uses
	}
	l.ownSorts = q.OwnSorts
	l.and("a." + l.listed)
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

// narrow begins with the few projects that a question is about, if it is about few. They
// come first, by CROSS JOIN, so that SQLite does not begin with a million items.
func (l *projectItemList) narrow(v Visible, q ProjectItemQuery) (scope string) {
	var inScope []string
	if q.CompanyID != "" {
		inScope = append(inScope, "p.company_id = "+l.arg(q.CompanyID))
	}
	if q.Responsible != "" {
		user := l.arg(q.Responsible)
		roles := q.ResponsibleRoles
		inScope = append(inScope, `p.id IN (SELECT m.project_id FROM project_moderator m WHERE m.user_id = `+user+` AND `+l.in("m.role", roles)+`
			UNION ALL SELECT c.id FROM company_moderator m JOIN project c ON c.company_id = m.company_id WHERE m.user_id = `+user+` AND `+l.in("m.role", roles)+`
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
		return "narrowed v"
	}
	return "visible v"
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

// eachListed calls use with all rows of a list, some at a time. It reads the positions of all rows first, 16 bytes for
// each, because few of the sorts could go on after a row that has changed. No connection is held while rows are used.
func eachListed[T any](ctx context.Context, q Queries, l *projectItemList, lq tracker.ListQuery, columns string, scan func(rows) (int64, T, error),
	use func([]Listed[T]) error) error {
	reading, cancel := context.WithTimeout(ctx, positionsTimeout)
	defer cancel()
	rows := l.query(l.plan(l.all), lq)
	all, err := many(reading, q, scanPosition, rows.text(), l.args...)
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
	numbers := make([]int64, len(at))
	for i, p := range at {
		numbers[i] = p.rowno
	}
	read := itemQuery{columns: columns}
	read.cross(l.table+" a", "a."+l.listed, "a.rowno IN ("+args(f, numbers)+")")
	read.join("project", "project.id = a.project_id")
	read.join("company", "company.id = project.company_id")
	read.join(catalogueItem, "i.id = a."+l.itemID)
	read.join("category", "category.id = i.category_id")
	read.tables = append(read.tables, l.more...)
	byNumber := map[int64]T{}
	err := each(ctx, q, func(r rows) error {
		number, item, err := scan(r)
		byNumber[number] = item
		return err
	}, read.text(), f.args...)
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
