package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// list describes how the rows of one kind of list are sorted, selected and scanned.
type list[T any] struct {
	listOrder
	selects string
	scan    func(rows) (T, error)
}

// PieceRows is how many rows an export reads at a time. They stay in memory while its client
// takes them, and fill about one buffer of a connection.
const PieceRows = 200

const pieceTimeout = 15 * time.Second

// each calls use for every row, without pages. It reads the rows in pieces, and holds
// no connection while a piece is used, because use may be slow. The end of a piece is
// fixed before it is read, so rows that are added or removed in the meantime never
// make another row appear twice or not at all.
func (l list[T]) each(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, use func(T) error) error {
	f, err := l.forgiving(ctx, q, f, lq)
	if err != nil {
		return ignoreUnstorable(err)
	}
	if len(lq.Then) > 0 {
		return l.eachInOrder(ctx, q, f, lq, use)
	}
	for first := (*anchor)(nil); ; {
		piece, next, err := l.piece(ctx, q, f, lq, first)
		if errors.Is(err, tracker.ErrNotFound) {
			return nil // as in page
		}
		if err != nil {
			return err
		}
		for _, row := range piece {
			if err := use(row); err != nil {
				return err
			}
		}
		if next == nil {
			return nil
		}
		first = next
	}
}

// eachInOrder is each for a list with several sorts: no index finds where a piece ends. It reads the numbers of all
// rows first, 8 bytes for each, and the rows of a piece by them.
func (l list[T]) eachInOrder(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, use func(T) error) error {
	reading, cancel := context.WithTimeout(ctx, positionsTimeout)
	defer cancel()
	all, err := many(reading, q, scanOne[int64], "SELECT "+l.table+".rowno FROM "+l.table+f.where()+l.by(lq), f.args...)
	if err != nil {
		return ignoreUnstorable(err)
	}
	for numbers := range slices.Chunk(all, PieceRows) {
		part := f.clone()
		part.and(l.table + ".rowno IN (" + args(part, numbers) + ")")
		piece, err := l.read(ctx, q, part, lq)
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

// read reads the rows of a piece.
func (l list[T]) read(ctx context.Context, q Queries, part *filter, lq tracker.ListQuery) ([]T, error) {
	ctx, cancel := context.WithTimeout(ctx, pieceTimeout)
	defer cancel()
	return many(ctx, q, l.scan, l.selects+part.where()+l.by(lq), part.args...)
}

// piece reads the rows from first on, or from the beginning if first is nil. next is
// where the next piece begins, nil after the last piece.
func (l list[T]) piece(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, first *anchor) (piece []T, next *anchor, err error) {
	ctx, cancel := context.WithTimeout(ctx, pieceTimeout)
	defer cancel()
	part := f.clone()
	if first != nil {
		first.limit(part, l.listOrder, lq, after(lq)+"=")
	}
	at, err := q.rowBehind(ctx, part, l.listOrder, lq, anchor{}, PieceRows)
	switch {
	case err == nil:
		next = &at
		next.limit(part, l.listOrder, lq, before(lq))
	case !errors.Is(err, tracker.ErrNotFound):
		return nil, nil, err
	}
	piece, err = many(ctx, q, l.scan, l.selects+part.where()+l.by(lq), part.args...)
	return piece, next, err
}

// page reads a page, and the number of rows of the whole list.
func (l list[T]) page(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery) ([]T, int, error) {
	f, known, err := l.found(ctx, q, f, lq)
	if errors.Is(err, tracker.ErrNotFound) {
		return []T{}, 0, nil // the filter has text that PostgreSQL can not store, so no row matches
	}
	if err != nil || known.total == 0 {
		return []T{}, 0, err
	}
	if l.isRanked(f, lq) {
		page, err := l.rankedPage(ctx, q, f, lq, known)
		return page, known.total, err
	}
	hasOneSort := len(lq.Then) == 0
	if hasOneSort && known.searched && l.column(lq) == nameKey {
		page, err := l.searchPage(ctx, q, f, lq, lq.Window(), known)
		return page, known.total, err
	}
	if hasOneSort && known.size != nil && lq.Offset() > 0 && q.anchors != nil {
		page, err := l.deepPage(ctx, q, f, lq, *known.size)
		return page, known.total, err
	}
	if len(f.ofOwn.filters) > 0 {
		page, err := l.ownPage(ctx, q, f, lq, known.total)
		return page, known.total, err
	}
	page, err := many(ctx, q, l.scan, l.selects+f.where()+l.by(lq)+f.window(q.dialect, lq.Window()), f.args...)
	return page, known.total, err
}

// window is the LIMIT and OFFSET of a page.
func (f *filter) window(d dialect, w tracker.Window) string {
	if w.Offset == 0 && d.plansByLimit() {
		return f.limit(d, w.Size)
	}
	return f.limit(d, w.Size) + " OFFSET " + f.arg(w.Offset)
}

// limit writes the number into the text for a planner that has to know it. That makes
// few texts, because there are few page sizes.
func (f *filter) limit(d dialect, rows int) string {
	if d.plansByLimit() {
		return " LIMIT " + strconv.Itoa(rows)
	}
	return " LIMIT " + f.arg(rows)
}

// extent is the size of a list, which is read before a page of it.
type extent struct {
	total     int
	size      *listSize // the kept numbers, if the list has no filter
	searched  bool      // the list is a search without other filters
	few       []match   // all that it found, unless there are more than maxRanked
	tableRows int       // of the searched table, if there are
}

// match is a row that a search found.
type match struct {
	rowno int64
	name  string
	rank  int
}

func scanMatch(r rows) (m match, err error) { return m, r.Scan(&m.rowno, &m.name) }

// found counts the rows of a list. If a search finds none, its words may have wrong letters, and the filter is another.
func (l list[T]) found(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery) (*filter, extent, error) {
	f, err := q.byRarestWord(ctx, f)
	if err != nil {
		return f, extent{}, err
	}
	known, err := l.count(ctx, q, f, lq)
	if err != nil || known.total > 0 || f.search == nil || !f.search.words.forgives() {
		return f, known, err
	}
	near, err := q.resembling(ctx, f, l.listOrder)
	if err != nil || near == nil {
		return f, known, err
	}
	known, err = l.count(ctx, q, near, lq)
	return near, known, err
}

// forgiving is found for those who need no number.
func (l list[T]) forgiving(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery) (*filter, error) {
	if f.search == nil || !f.search.words.forgives() {
		return q.byRarestWord(ctx, f)
	}
	f, _, err := l.found(ctx, q, f, lq)
	return f, err
}

// count finds the size of a list: from the kept numbers, if the list has no filter.
func (l list[T]) count(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery) (extent, error) {
	switch {
	case f.kept != "" && lq.Search == "":
		size, err := q.listSize(ctx, f.kept)
		return extent{total: size.total(lq.Removed), size: &size}, err
	case f.kept != "" && f.search != nil && lq.Removed == tracker.RemovedInclude:
		return l.countMatches(ctx, q, f)
	case f.ofOwn.isAll && len(f.ofOwn.filters) > 0:
		total, err := q.countOwn(ctx, f.ofOwn)
		return extent{total: total}, err
	}
	text := f.total
	if text == "" {
		f = f.clone()
		text = "SELECT count(*) FROM " + f.fromOwn(l.table)
	}
	total, err := one(ctx, q, scanOne[int], text, f.args...)
	return extent{total: total}, err
}

// countMatches counts the matches of a search, by indexes alone if possible. A few matches are read instead, which the page then
// need not find again.
func (l list[T]) countMatches(ctx context.Context, q Queries, f *filter) (extent, error) {
	most := cmp.Or(q.mostRanked, maxRanked)
	few, err := many(ctx, q, scanMatch,
		"SELECT "+l.table+".rowno, "+l.table+".name_key FROM "+f.searchMatches()+limited(most+1), f.args...)
	if err != nil || len(few) <= most {
		return extent{total: len(few), searched: true, few: few}, err
	}
	matching := "(SELECT count(*) FROM " + f.searchMatches() + ")"
	if s := f.search; s.total != "" && s.before == 0 {
		matching = s.total
		if len(f.conditions) > 0 {
			// Looking at each match would be most of the work. Instead the matches among the few
			// tombstones are subtracted.
			matching += fmt.Sprintf(" - (SELECT count(*) FROM %s WHERE %s.deleted_at IS NOT NULL AND %s)", s.from, s.table, s.words.in(q.dialect, s.column, s.text))
		}
	}
	return one(ctx, q, func(r rows) (extent, error) {
		c := extent{searched: true}
		return c, r.Scan(&c.total, &c.tableRows)
	}, "SELECT "+matching+", (SELECT COALESCE(max(rowno), 0) FROM "+l.table+")", f.args...)
}

// searchPage sorts the matches of a search by an index of their names, and then
// reads the few rows of the page. If many rows match, walking through the names
// finds the page sooner.
func (l list[T]) searchPage(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, w tracker.Window, known extent) ([]T, error) {
	if known.few != nil {
		return l.fewPage(ctx, q, f, lq, w, known.few)
	}
	if f.search.parts != nil {
		return l.mergedPage(ctx, q, f, lq, w, known)
	}
	// A step of the walk reads a row, and costs about as much as sorting two matches. All
	// matches may be at the end of the alphabet, so the walk stops when it costs as much
	// as sorting.
	steps := known.total / 2
	if (w.Offset+w.Size)*known.tableRows < known.total*steps/2 {
		page, err := l.walk(ctx, q, f, lq, w, steps)
		if err != nil || len(page) == w.Size {
			return page, err
		}
	}
	return l.sortedMatches(ctx, q, f, l.by(lq), w)
}

// sortedMatches sorts the matches by their names, and reads those of a page.
func (l list[T]) sortedMatches(ctx context.Context, q Queries, f *filter, by string, w tracker.Window) ([]T, error) {
	found := "SELECT " + l.table + ".rowno FROM " + f.searchMatches() + by + f.window(q.dialect, w)
	return many(ctx, q, l.scan, l.selects+" WHERE "+l.table+".rowno IN ("+found+")"+by, f.args...)
}

// fewPage sorts a few matches, and reads those of a page.
func (l list[T]) fewPage(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, w tracker.Window, few []match) ([]T, error) {
	isRanked := slices.ContainsFunc(few, func(m match) bool { return m.rank > 0 })
	slices.SortFunc(few, func(a, b match) int {
		order := cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.name, b.name), cmp.Compare(a.rowno, b.rowno))
		if lq.SortDescending {
			return -order
		}
		return order
	})
	first := min(w.Offset, len(few))
	page := make([]any, 0, w.Size)
	for _, m := range few[first:min(first+w.Size, len(few))] {
		page = append(page, m.rowno)
	}
	f = f.withoutSearch()
	if len(f.conditions) > 0 { // they still hold, also if a row was removed in the meantime; no index is to be used for them, because the rows are known
		f.conditions = []string{"(" + strings.Join(f.conditions, " AND ") + ") IS TRUE"}
	}
	f.and(oneOf(q.dialect, l.table+".rowno", f.arg(jsonText(page))))
	by := l.by(lq)
	if isRanked {
		by = l.byRank(q.dialect, f, searchKey(lq.Search))
	}
	return many(ctx, q, l.scan, l.selects+f.where()+by, f.args...)
}

// mergedPage reads a page of projects, many of which have the word of a search: the first ones by their own names, and the first ones
// of companies.
func (l list[T]) mergedPage(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, w tracker.Window, known extent) ([]T, error) {
	most := w.Offset + w.Size
	// A step of the walk reads an index of names alone, and costs a fifth of sorting a match.
	near := &filter{conditions: f.conditions, args: slices.Clone(f.args[:f.search.before])}
	names := "SELECT project.rowno, project.name_key FROM project" + near.where() + l.by(lq) + " LIMIT " + near.arg(known.total)
	few, err := many(ctx, q, scanMatch, "SELECT rowno, name_key FROM ("+names+") AS project WHERE "+
		f.search.words.in(q.dialect, "name_key", near.arg(f.search.words.arg()))+near.limit(q.dialect, most), near.args...)
	if err != nil {
		return nil, err
	}
	parts := f.search.parts
	if len(few) == most {
		parts = parts[1:]
	} else {
		few = nil
	}
	f = f.clone()
	limit := f.limit(q.dialect, most)
	for _, part := range parts {
		some, err := many(ctx, q, scanMatch, "SELECT project.rowno, project.name_key FROM "+part+whereAll(f.conditions...)+l.by(lq)+limit, f.args...)
		if err != nil {
			return nil, err
		}
		few = append(few, some...)
	}
	return l.fewPage(ctx, q, f, lq, w, few)
}

// walk looks for matches among the first rows by name, and stops when the page is full: the outer statement, which does not sort, takes
// the rows as they come.
func (l list[T]) walk(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, w tracker.Window, steps int) ([]T, error) {
	// Without the arguments of the trigram index: PostgreSQL refuses arguments that no
	// placeholder uses.
	near, words := &filter{conditions: f.conditions, args: slices.Clone(f.args[:f.search.before])}, f.search.words
	rows := fmt.Sprintf("SELECT %[1]s.rowno, %[1]s.name_key, %[2]s AS search_text FROM %[3]s", l.table, f.search.column, f.search.from) +
		near.where() + l.by(lq) + " LIMIT " + near.arg(steps)
	found := "SELECT rowno FROM (" + rows + ") AS " + l.table + " WHERE " + words.in(q.dialect, "search_text", near.arg(words.arg())) + near.window(q.dialect, w)
	return many(ctx, q, l.scan, l.selects+" WHERE "+l.table+".rowno IN ("+found+")"+l.by(lq), near.args...)
}

// deepPage reads a page that begins at a row which is found by rowAt.
func (l list[T]) deepPage(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, size listSize) ([]T, error) {
	if lq.Offset() >= size.total(lq.Removed) {
		return []T{}, nil
	}
	first, err := q.rowAt(ctx, f, l.listOrder, lq, size)
	if errors.Is(err, tracker.ErrNotFound) { // the last rows have just been removed
		return []T{}, nil
	}
	if err != nil {
		return nil, err
	}
	page, limit := "", f.limit(q.dialect, lq.PageSize)
	if q.dialect.seeksRows() {
		first.limit(f, l.listOrder, lq, after(lq)+"=")
		page = l.selects + f.where() + l.by(lq) + limit
	} else { // rows with the same key first, then rows with greater keys: each part begins at its place in the index
		key, rowno, column := f.arg(first.key), f.arg(first.tie), l.table+"."+l.column(lq)
		part := func(conditions ...string) string {
			return "SELECT * FROM (" + l.selects + whereAll(append(slices.Clone(f.conditions), conditions...)...) + l.by(lq) + limit + ")"
		}
		page = part(column+" = "+key, l.table+".rowno "+after(lq)+"= "+rowno) + " UNION ALL " + part(column+" "+after(lq)+" "+key) + limit
	}
	return many(ctx, q, l.scan, page, f.args...)
}
