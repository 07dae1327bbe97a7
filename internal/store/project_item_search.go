package store

import (
	"context"

	"btracker/internal/tracker"
)

// searchItems narrows a list across projects to items that have every word of a term: in the item of the catalogue, in the
// name of the project or in that of its company. A term too short for trigrams is the beginning of the item's name.
// If it is forgiving, a word may have a wrong letter.
func (q Queries) searchItems(ctx context.Context, l *projectItemList, term string, isForgiving bool) error {
	term = searchKey(term)
	if !hasTrigrams(term) {
		if term != "" {
			l.and("a." + l.itemID + " IN (SELECT catalogue_item.id FROM catalogue_item WHERE " + l.nameBegins("catalogue_item", term) + ")")
		}
		return nil
	}
	all := wordsOf(term)
	rarest := all.longest()
	for i, word := range all {
		words := searchWords{word}
		if word.isShort { // no index finds it: it is looked for in what the other words find
			text := l.arg(words.arg())
			l.and("(EXISTS (SELECT 1 FROM catalogue_item c WHERE c.id = a." + l.itemID + " AND " + words.in(q.dialect, "c.search_text", text) + ")" +
				" OR EXISTS (SELECT 1 FROM project p JOIN company c ON c.rowno = p.company_rowno WHERE p.id = a.project_id AND " + words.in(q.dialect, projectText("p", "c"), text) + "))")
			continue
		}
		ofItem, err := q.idsWith(ctx, l.filter, "catalogue_item", words, isForgiving)
		if err != nil {
			return err
		}
		ofProject, err := q.idsWith(ctx, l.filter, "project", words, isForgiving)
		if err != nil {
			return err
		}
		if i != rarest { // it is looked for in what the rarest word finds
			l.and("(a." + l.itemID + " IN (" + ofItem + ") OR a.project_id IN (" + ofProject + "))")
			continue
		}
		byItem, byProject := "x."+l.itemID+" IN ("+ofItem+")", "x.project_id IN ("+ofProject+")"
		if len(all) == 1 {
			l.and("a.rowno IN (" + l.firstWith(q.dialect, byItem) + " UNION " + l.firstWith(q.dialect, byProject) + ")")
			continue
		}
		l.and("a.rowno IN (SELECT x.rowno FROM " + l.table + " x WHERE " + byItem + " UNION SELECT x.rowno FROM " + l.table + " x WHERE " + byProject + ")")
	}
	return nil
}

// firstWith selects the items that have the one word of a search, or some of them if few are enough. Of several words the
// first items with each might have none in common; a moderator sees few items, which need not be the first.
func (l *projectItemList) firstWith(d dialect, condition string) string {
	if l.enough == 0 || l.scope != "" {
		return "SELECT x.rowno FROM " + l.table + " x WHERE " + condition
	}
	return "SELECT o.rowno FROM (SELECT x.rowno FROM " + l.table + " x WHERE " + condition + " AND x." + l.listed + l.limit(d, l.enough) + ") o"
}

// idsWith selects the ids of rows that have the words, and adds the arguments to the filter.
func (q Queries) idsWith(ctx context.Context, f *filter, table string, words searchWords, isForgiving bool) (string, error) {
	s := searchOf(table, words)
	var alike []any
	if isForgiving && words.forgives() {
		var err error
		if alike, err = q.alike(ctx, &filter{}, listOrder{table: table}, s); err != nil {
			return "", err
		}
	}
	q.dialect.search(f, &s)
	ids := "SELECT " + table + ".id FROM " + table + " WHERE "
	if len(alike) == 0 {
		return ids + s.condition, nil
	}
	return ids + s.condition + " UNION " + ids + oneOf(q.dialect, table+".rowno", f.arg(jsonText(alike))), nil
}

// countForgiving writes a list down and counts it, once more with wrong letters forgiven if a search finds nothing.
func (q Queries) countForgiving(ctx context.Context, lq tracker.ListQuery, write func() *projectItemList, count func() (int, error)) error {
	for _, isForgiving := range []bool{false, true} {
		if err := q.searchItems(ctx, write(), lq.Search, isForgiving); err != nil {
			return err
		}
		n, err := count()
		if err != nil || n > 0 || !wordsOf(searchKey(lq.Search)).forgives() {
			return err
		}
	}
	return nil
}
