package store

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"btracker/internal/tracker"
)

// OFFSET walks row by row to the first row of a page, which takes long deep inside a
// long list. So the store remembers the first rows of such pages, as anchors, until
// the order of the list changes.

// listOrder describes how one list can be sorted.
type listOrder struct {
	table    string
	sorts    map[string]string // the name in a query → the column
	fallback string            // the name used without a known one
	tie      string            // the column that orders rows with equal keys; rowno unless set
}

const nameKey = "name_key"

func (l listOrder) column(q tracker.ListQuery) string {
	if column, ok := l.sorts[q.SortBy]; ok {
		return column
	}
	return l.sorts[l.fallback]
}

func (l listOrder) tieBreaker() string { return cmp.Or(l.tie, "rowno") }

// by is a total order: the tie breaker orders rows with equal keys. An index leads through the first key, so
// that the further ones sort few rows.
func (l listOrder) by(q tracker.ListQuery) string {
	first := direction(q.SortDescending)
	by := " ORDER BY " + l.table + "." + l.column(q) + first
	for _, s := range q.Then {
		by += ", " + l.table + "." + l.sorts[s.By] + direction(s.Descending)
	}
	return by + ", " + l.table + "." + l.tieBreaker() + first
}

func direction(isDescending bool) string {
	if isDescending {
		return " DESC"
	}
	return ""
}

// listSize holds the numbers that are kept of a whole list. While they are the same,
// the list has the same rows in the same order: a new row changes all, and moving or
// removing a row changes order.
type listSize struct{ all, marked, order int }

func (s listSize) total(removed tracker.RemovedFilter) int {
	switch removed {
	case tracker.RemovedOnly:
		return s.marked
	case tracker.RemovedExclude:
		return s.all - s.marked
	}
	return s.all
}

// Suffixes of the names of kept numbers: the rows that are marked removed, and how
// often the order of a list has changed.
const (
	marked  = ".marked"
	reorder = ".order"
)

// listSize reads the numbers kept of a list.
func (q Queries) listSize(ctx context.Context, name string) (listSize, error) {
	return one(ctx, q, func(r rows) (s listSize, err error) { return s, r.Scan(&s.all, &s.marked, &s.order) }, `
		SELECT
			CAST(COALESCE(SUM(CASE WHEN name = $1 THEN n END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN name = $2 THEN n END), 0) AS BIGINT),
			CAST(COALESCE(SUM(CASE WHEN name = $3 THEN n END), 0) AS BIGINT)
		FROM tally WHERE name IN ($1, $2, $3)`, name, name+marked, name+reorder)
}

// rowAt finds the first row of a page. It walks there from the nearest anchor before
// it. On a long walk it sets another anchor shortly before the page: a user who has
// jumped to the end of a list scrolls up from there.
func (q Queries) rowAt(ctx context.Context, f *filter, l listOrder, lq tracker.ListQuery, size listSize) (at anchor, err error) {
	list := fmt.Sprint(f.kept, l.by(lq), lq.Removed)
	at = q.anchors.before(list, size, lq.Offset())
	for _, offset := range []int{lq.Offset() - lq.Offset()%anchorDistance, lq.Offset()} {
		if at.offset >= offset {
			continue
		}
		if at, err = q.rowBehind(ctx, f, l, lq, at, offset); err != nil {
			return at, err
		}
		q.anchors.add(list, size, at)
	}
	return at, nil
}

// rowBehind walks from a row of a list to the one at an offset.
func (q Queries) rowBehind(ctx context.Context, f *filter, l listOrder, lq tracker.ListQuery, from anchor, offset int) (anchor, error) {
	f = f.clone()
	if from.offset > 0 {
		from.limit(f, l, lq, after(lq)+"=")
	}
	return one(ctx, q, func(r rows) (anchor, error) {
		at := anchor{offset: offset}
		return at, r.Scan(&at.key, &at.tie)
	}, fmt.Sprintf("SELECT %[1]s.%[2]s, %[1]s.%[3]s FROM %[1]s", l.table, l.column(lq), l.tieBreaker())+f.where()+l.by(lq)+" LIMIT 1 OFFSET "+f.arg(offset-from.offset), f.args...)
}

const (
	// anchorDistance is the length of a walk that costs little beside the rest of a request.
	anchorDistance = 200
	// maxAnchors bounds the anchors of a list. When there are more, all are dropped.
	maxAnchors = 2000
)

// anchor is the row at an offset of a list. The zero anchor is the beginning of the list.
type anchor struct {
	offset int
	key    any
	tie    any
}

// limit narrows a filter to the rows before, at or after the anchor, by a comparison operator.
func (a anchor) limit(f *filter, l listOrder, lq tracker.ListQuery, operator string) {
	f.and(fmt.Sprintf("(%[1]s.%[2]s, %[1]s.%[3]s) %[4]s (%[5]s, %[6]s)", l.table, l.column(lq), l.tieBreaker(), operator, f.arg(a.key), f.arg(a.tie)))
}

func before(lq tracker.ListQuery) string {
	lq.SortDescending = !lq.SortDescending
	return after(lq)
}

func after(lq tracker.ListQuery) string {
	if lq.SortDescending {
		return "<"
	}
	return ">"
}

// anchors holds those of every list.
type anchors struct {
	mu    sync.Mutex
	lists map[string]*anchorList
}

type anchorList struct {
	size listSize
	rows map[int]anchor // by their offsets
}

func newAnchors() *anchors { return &anchors{lists: map[string]*anchorList{}} }

// before returns the anchor at an offset, or the nearest one at a multiple of anchorDistance
// before it, or the zero anchor.
func (a *anchors) before(list string, size listSize, offset int) anchor {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.lists[list]
	if l == nil || l.size != size {
		return anchor{}
	}
	at, known := l.rows[offset]
	for offset -= offset % anchorDistance; !known && offset > 0; offset -= anchorDistance {
		at, known = l.rows[offset]
	}
	return at
}

func (a *anchors) add(list string, size listSize, row anchor) {
	a.mu.Lock()
	defer a.mu.Unlock()
	l := a.lists[list]
	if l == nil || l.size != size || len(l.rows) == maxAnchors {
		l = &anchorList{size: size, rows: map[int]anchor{}}
		a.lists[list] = l
	}
	l.rows[row.offset] = row
}
