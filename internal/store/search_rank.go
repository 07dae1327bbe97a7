package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"btracker/internal/tracker"
)

// A search without another order lists names that begin with the term first, the one that is the term before all, then
// names of which a word begins with it, then the others; each by name. Sorting many matches takes long, so a search
// that finds more than maxRanked leaves the words alone: an index has the names that begin with the term.
const maxRanked = 2000

// isRanked reports whether a page is in the order of a search.
func (l list[T]) isRanked(f *filter, lq tracker.ListQuery) bool {
	return lq.Ranked && f.search != nil && len(lq.Then) == 0 && !lq.SortDescending && l.column(lq) == nameKey
}

func (l list[T]) rankedPage(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, known extent) ([]T, error) {
	if known.total > cmp.Or(q.mostRanked, maxRanked) {
		return l.beginningsFirst(ctx, q, f, lq, known)
	}
	if term := searchKey(lq.Search); known.few != nil {
		for i, m := range known.few {
			known.few[i].rank = rankOf(m.name, term)
		}
		return l.fewPage(ctx, q, f, lq, lq.Window(), known.few)
	}
	f = f.clone()
	by := l.byRank(q.dialect, f, searchKey(lq.Search))
	return many(ctx, q, l.scan, l.selects+f.where()+by+f.window(q.dialect, lq.Window()), f.args...)
}

// byRank is the order of a search in SQL.
func (l list[T]) byRank(d dialect, f *filter, term string) string {
	name := l.table + "." + nameKey
	return " ORDER BY CASE WHEN " + f.nameBegins(l.table, term) + " THEN 0 WHEN " + d.contains(name, f.arg(" "+term)) + " OR " + d.contains(name, f.arg("-"+term)) +
		" THEN 1 ELSE 2 END, " + name + ", " + l.table + ".rowno"
}

// rankOf is the same for one name.
func rankOf(name, term string) int {
	switch {
	case strings.HasPrefix(name, term):
		return 0
	case strings.Contains(name, " "+term), strings.Contains(name, "-"+term):
		return 1
	}
	return 2
}

// beginningsFirst reads a page of names that begin with the term, and then of the others.
func (l list[T]) beginningsFirst(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, known extent) ([]T, error) {
	term, w := searchKey(lq.Search), lq.Window()
	beginning, rest := f.withoutSearch(), f.withoutSearch()
	beginning.and(beginning.nameBegins(l.table, term))
	rest.and("NOT (" + rest.nameBegins(l.table, term) + ")")
	rest.lookFor(q.dialect, *f.search)
	count, err := one(ctx, q, scanOne[int], "SELECT count(*) FROM "+l.table+beginning.where(), beginning.args...)
	if err != nil {
		return nil, err
	}
	var page []T
	if count > w.Offset {
		page, err = many(ctx, q, l.scan, l.selects+beginning.where()+l.by(lq)+beginning.window(q.dialect, w), beginning.args...)
	}
	if err != nil || len(page) >= w.Size {
		return page, err
	}
	w = tracker.Window{Offset: max(0, w.Offset-count), Size: w.Size - len(page)}
	known.total -= count
	var others []T
	if known.searched {
		others, err = l.searchPage(ctx, q, rest, lq, w, known)
	} else {
		others, err = many(ctx, q, l.scan, l.selects+rest.where()+l.by(lq)+rest.window(q.dialect, w), rest.args...)
	}
	return slices.Concat([]T{}, page, others), err
}
