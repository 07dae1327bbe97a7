package store

import (
	"slices"
	"strings"
)

// itemQuery is a statement about items of projects, as parts: text makes one text of them. In it a is the item, i is its
// item of the catalogue, and v is a project that the list is about.
type itemQuery struct {
	with    string // what the statement begins with
	columns string
	tables  []joinedTable
	where   []string
	order   []string
	window  string // LIMIT and OFFSET
}

// joinedTable is a table, with its alias, and how it is joined to those before it.
type joinedTable struct{ how, name, on string }

// cross adds a table whose rows are looked up for those of the tables before it. SQLite keeps the order of such tables.
func (q *itemQuery) cross(table string, conditions ...string) {
	q.tables = append(q.tables, joinedTable{how: "CROSS JOIN", name: table})
	q.where = append(q.where, conditions...)
}

// join adds a table wherever the database likes to begin.
func (q *itemQuery) join(table, on string) {
	q.tables = append(q.tables, joinedTable{"JOIN", table, on})
}

func (q *itemQuery) has(table string) bool {
	return slices.ContainsFunc(q.tables, func(t joinedTable) bool { return t.name == table })
}

func (q *itemQuery) and(conditions ...string) { q.where = append(q.where, conditions...) }

func (q *itemQuery) text() string {
	sql := strings.Builder{}
	if q.with != "" {
		sql.WriteString(q.with + " ")
	}
	sql.WriteString("SELECT " + q.columns + " FROM ")
	for i, t := range q.tables {
		if i > 0 {
			sql.WriteString(" " + t.how + " ")
		}
		sql.WriteString(t.name)
		if t.on != "" {
			sql.WriteString(" ON " + t.on)
		}
	}
	sql.WriteString(whereAll(q.where...))
	if len(q.order) > 0 {
		sql.WriteString(" ORDER BY " + strings.Join(q.order, ", "))
	}
	sql.WriteString(q.window)
	return sql.String()
}
