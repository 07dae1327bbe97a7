package store

import (
	"context"
	"errors"
	"slices"
	"strings"

	"btracker/internal/tracker"
)

// Lists that are narrowed and sorted by own fields. A filter is asked first which records it finds. If these are few, they are
// read by their ids. Otherwise the list walks through its order, or through the values of the field it is sorted by, until the page is
// full. If that takes more steps than there are records in the list, they are sorted instead.

// ownKey is the key by which a record is sorted: NULL if it has no value, or none that the reader may see.
func ownKey(f *filter, of tracker.OwnField, id string, seesCost func() string) string {
	key := "(SELECT v.sort_key FROM own_value v WHERE v.record_id = " + id + " AND v.field_id = " + f.arg(of.ID) + ")"
	if of.IsConfidential {
		key = "CASE WHEN " + seesCost() + " THEN " + key + " END"
	}
	return key
}

// ownOrder is an order by own fields and columns. What has no value comes last.
func (l listOrder) ownOrder(f *filter, lq tracker.ListQuery, seesCost func() string) string {
	var by []string
	for _, s := range lq.Sorts() {
		if of, isOwn := lq.OwnSorts[s.By]; isOwn {
			key := ownKey(f, of, l.table+".id", seesCost)
			by = append(by, key+" IS NULL", key+direction(s.Descending))
			continue
		}
		by = append(by, l.table+"."+l.sorts[s.By]+direction(s.Descending))
	}
	return " ORDER BY " + strings.Join(append(by, l.table+".id"+direction(lq.SortDescending)), ", ")
}

// walksByOwn reports whether walking through an order of a list to a page takes less than sorting the records that own fields leave: a
// step takes about as long as sorting a record, and the records may be anywhere.
func (l list[T]) walksByOwn(ctx context.Context, q Queries, f *filter, w tracker.Window, total int) (bool, error) {
	if total <= q.fewOwn() {
		return false, nil
	}
	rows, err := one(ctx, q, scanOne[int], "SELECT COALESCE(max(rowno), 0) FROM "+l.table)
	return (w.Offset+w.Size)*rows/total < total/2, err
}

// ownPage reads a page of a list that own fields narrow, in an order of its columns.
func (l list[T]) ownPage(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, total int) ([]T, error) {
	by, w := l.by(lq), lq.Window()
	page := func(part *filter, found string) ([]T, error) {
		return many(ctx, q, l.scan, l.selects+" WHERE "+l.table+".rowno IN ("+found+")"+by, part.args...)
	}
	walks, err := l.walksByOwn(ctx, q, f, w, total)
	if err != nil {
		return nil, err
	}
	if walks {
		part := f.clone()
		others, own := part.split()
		rows := "SELECT " + l.table + ".* FROM " + l.table + whereAll(others...) + by + " LIMIT " + part.arg(total)
		found, err := page(part, "SELECT rowno FROM ("+rows+") AS "+l.table+whereAll(own...)+part.window(q.dialect, w))
		if err != nil || len(found) == w.Size {
			return found, err
		}
	}
	part := f.clone()
	return page(part, "SELECT "+l.table+".rowno FROM "+part.fromOwn(l.table)+by+part.window(q.dialect, w))
}

// split returns the conditions that are not about own fields, and those that are.
func (f *filter) split() (others, own []string) {
	others = slices.Concat(f.conditions[:f.ofOwn.from], f.conditions[f.ofOwn.to:])
	if f.search != nil {
		others = append(others, f.search.condition)
	}
	return others, f.conditions[f.ofOwn.from:f.ofOwn.to]
}

// fromOwn reads a table, with the conditions, from the values of a field on, if nothing else narrows the list to fewer records.
func (f *filter) fromOwn(table string) string {
	part := f.ofOwn
	if part.everything == "" || part.few() != nil || len(part.filters) == 0 || part.filters[0].isMissing() {
		return table + f.where()
	}
	f.and(part.filters[0].matches(f))
	f.and(table + ".id = v.record_id")
	return "own_value v CROSS JOIN " + table + f.where()
}

// sortedByOwn lists the ids of a page of a list that has total rows, by own fields.
func (l list[T]) sortedByOwn(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, w tracker.Window, total int, seesCost func(f *filter) string) ([]string, error) {
	first, isOwn := lq.OwnSorts[lq.SortBy]
	if isOwn && len(lq.Then) == 0 && total > q.fewOwn() && (!first.IsConfidential || seesCost(f.clone()) == "TRUE") {
		ids, isWhole, err := l.walkedByOwn(ctx, q, f, first, lq.SortDescending, w, total)
		if err != nil || isWhole {
			return ids, err
		}
	}
	part := f.clone()
	from := part.fromOwn(l.table)
	by := l.ownOrder(part, lq, func() string { return seesCost(part) })
	return many(ctx, q, scanOne[string], "SELECT "+l.table+".id FROM "+from+by+part.window(q.dialect, w), part.args...)
}

// walkedByOwn is sortedByOwn by one field, whose index has the order of those that have a value. isWhole is false if that takes too long.
func (l list[T]) walkedByOwn(ctx context.Context, q Queries, f *filter, first tracker.OwnField, isDescending bool, w tracker.Window, total int) (
	ids []string, isWhole bool, err error) {
	way, part, of, isOfField := direction(isDescending), f.clone(), ownFilter{OwnFilter: tracker.OwnFilter{Field: first}, dialect: q.dialect}, false
	var others []ownFilter
	for _, o := range part.ofOwn.filters {
		switch {
		case o.Field.ID == first.ID && o.isMissing():
			return l.withoutOwn(ctx, q, f, of, w)
		case o.Field.ID == first.ID && !isOfField:
			of, isOfField = o, true
		default:
			others = append(others, o)
		}
	}
	if len(others) > 0 {
		if walks, err := l.walksByOwn(ctx, q, f, w, total); err != nil || !walks {
			return nil, false, err
		}
	}
	by, from := " ORDER BY v.sort_key"+way+", v.record_id"+way, " FROM own_value v"
	if part.ofOwn.isAll {
		part = &filter{}
	} else { // the record itself has to be looked at
		from += " CROSS JOIN " + l.table
		part.and(l.table + ".id = v.record_id")
	}
	part.and(of.matches(part))
	values := part.clone()
	text := "SELECT v.record_id, v.sort_key" + from + part.where() + by
	isBounded := f.ofOwn.isAll && len(others) > 0
	if isBounded {
		text += " LIMIT " + part.arg(total)
		part.conditions = nil
		part.others(others, "v.record_id")
		values.others(others, "v.record_id")
		text = "SELECT record_id, sort_key FROM (" + text + ") AS v" + part.where()
	}
	text = "SELECT v.record_id FROM (" + text + part.window(q.dialect, w) + ") AS v" + by
	ids, err = many(ctx, q, scanOne[string], text, part.args...)
	switch {
	case err != nil || len(ids) == w.Size:
		return ids, true, err
	case isBounded:
		return nil, false, nil // the walk may have ended too soon
	case isOfField:
		return ids, true, nil
	}
	// Those without a value follow, in the order of the list.
	before := w.Offset + len(ids)
	if len(ids) == 0 && w.Offset > 0 {
		if before, err = one(ctx, q, scanOne[int], "SELECT count(*)"+from+values.where(), values.args...); err != nil {
			return nil, false, err
		}
	}
	more, _, err := l.withoutOwn(ctx, q, f, of, tracker.Window{Offset: max(0, w.Offset-before), Size: w.Size - len(ids)})
	return append(ids, more...), true, err
}

// withoutOwn lists the ids of records without a value of a field, in the order of the list.
func (l list[T]) withoutOwn(ctx context.Context, q Queries, f *filter, of ownFilter, w tracker.Window) ([]string, bool, error) {
	rest := f.clone()
	of.Filled = new(bool)
	rest.and(of.holds(rest, l.table+".id"))
	ids, err := many(ctx, q, scanOne[string], "SELECT "+l.table+".id FROM "+l.table+rest.where()+l.by(tracker.ListQuery{SortBy: l.fallback})+rest.window(q.dialect, w), rest.args...)
	return ids, true, err
}

// byOwn reads a page that is sorted by own fields, and the number of rows of the whole list.
func byOwn[T any](ctx context.Context, q Queries, l list[T], f *filter, lq tracker.ListQuery, seesCost func(f *filter) string, id func(T) string) ([]T, int, error) {
	f, known, err := l.found(ctx, q, f, lq)
	if errors.Is(err, tracker.ErrNotFound) {
		return []T{}, 0, nil // as in page
	}
	if err != nil || known.total == 0 {
		return []T{}, 0, err
	}
	ids, err := l.sortedByOwn(ctx, q, f, lq, lq.Window(), known.total, seesCost)
	if err != nil {
		return nil, 0, err
	}
	page, err := withIDs(ctx, q, l, ids, id)
	return page, known.total, err
}

// eachByOwn passes on every row of a list that is sorted by own fields, in the order of one moment.
func eachByOwn[T any](ctx context.Context, q Queries, l list[T], f *filter, lq tracker.ListQuery, seesCost func(f *filter) string, id func(T) string, use func(T) error) error {
	f, err := l.forgiving(ctx, q, f, lq)
	if err != nil {
		return ignoreUnstorable(err)
	}
	ids, err := l.sortedByOwn(ctx, q, f, lq, tracker.Window{Size: 1 << 31}, 0, seesCost)
	if err != nil {
		return ignoreUnstorable(err)
	}
	return eachWithID(ctx, q, l, ids, id, use)
}

func alwaysSeen(*filter) string { return "TRUE" }
