package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"btracker/internal/tracker"
)

// filter collects conditions and their arguments. Conditions are literals of
// this package; values are always arguments.
type filter struct {
	conditions []string
	args       []any
	kept       string // the name of the kept numbers of the list, if it has no filters but Removed and Search
	search     *wordSearch
	ofOwn      ownPart
	total      string // a faster statement that counts the rows, if there is one
}

// clone returns a copy that can be narrowed further without changing the original.
func (f *filter) clone() *filter {
	c := *f
	c.conditions, c.args = slices.Clone(f.conditions), slices.Clone(f.args)
	return &c
}

// arg adds an argument and returns its placeholder.
func (f *filter) arg(v any) string {
	f.args = append(f.args, v)
	return "$" + strconv.Itoa(len(f.args))
}

// in is the condition that a column holds one of some roles.
func (f *filter) in(column string, roles []tracker.Role) string {
	if len(roles) == 0 {
		return "FALSE"
	}
	args := make([]string, len(roles))
	for i, role := range roles {
		args[i] = f.arg(role)
	}
	return column + " IN (" + strings.Join(args, ", ") + ")"
}

// list adds arguments and returns their placeholders.
func (f *filter) list(values []string) string { return args(f, values) }

// args is list for values of any type.
func args[T any](f *filter, values []T) string {
	args := make([]string, len(values))
	for i, v := range values {
		args[i] = f.arg(v)
	}
	return strings.Join(args, ", ")
}

func (f *filter) and(condition string) { f.conditions = append(f.conditions, condition) }

func (f *filter) where() string {
	if f.search == nil {
		return whereAll(f.conditions...)
	}
	return whereAll(append(slices.Clone(f.conditions), f.search.condition)...)
}

func whereAll(conditions ...string) string {
	if len(conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(conditions, " AND ")
}

// removed narrows to rows that are marked removed, or to rows that are not.
func (f *filter) removed(table string, r tracker.RemovedFilter) {
	switch r {
	case tracker.RemovedExclude:
		f.and(table + ".removed_at IS NULL")
	case tracker.RemovedOnly:
		f.and(table + ".removed_at IS NOT NULL")
	}
}

// between narrows to rows with an amount in a range.
func (f *filter) between(amount string, r tracker.MoneyRange) {
	for _, bound := range f.bounds(r) {
		f.and(amount + bound)
	}
}

// bounds are comparisons with the ends of a range, to be written behind an amount.
func (f *filter) bounds(r tracker.MoneyRange) (bounds []string) {
	if r.From != nil {
		bounds = append(bounds, " >= "+f.arg(int64(*r.From)))
	}
	if r.To != nil {
		bounds = append(bounds, " <= "+f.arg(int64(*r.To)))
	}
	return bounds
}

// filled narrows to rows with or without a text. An index of the table has the same expression.
func (f *filter) filled(column string, has *bool) {
	if has != nil {
		f.and("CASE WHEN COALESCE(" + column + ", '') = '' THEN 0 ELSE 1 END = " + strconv.Itoa(count(*has)))
	}
}

// namePrefix matches names that begin with a term.
func (f *filter) namePrefix(table, term string) {
	if term = searchKey(term); term != "" {
		f.and(f.nameBegins(table, term))
	}
}

func (f *filter) nameBegins(table, term string) string {
	return fmt.Sprintf("%[1]s.name_key >= %[2]s AND %[1]s.name_key < %[3]s", table, f.arg(term), f.arg(term+"\U0010FFFF"))
}

// searchKey folds text so that both databases compare it alike. It drops NUL, which
// neither database stores.
func searchKey(s string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(s), "\x00", ""))
}

// searchText joins the fields that a search looks into.
func searchText(parts ...*string) string {
	var b strings.Builder
	for _, p := range parts {
		if p != nil {
			b.WriteString(searchKey(*p))
			b.WriteByte('\n') // no term spans two fields: control characters are refused
		}
	}
	return b.String()
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
