package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"btracker/internal/tracker"
)

// Lists that are narrowed and sorted by own fields. A filter is asked first which records it finds. If these are few, they are
// read by their ids. Otherwise the list walks through its order, or through the values of the field it is sorted by, until the page is
// full. If that takes more steps than there are records in the list, they are sorted instead.

// fewOwn is the largest number of records that a filter by an own field reads by their ids.
const fewOwn = 2000

func (q Queries) fewOwn() int { return cmp.Or(q.mostOwn, fewOwn) }

// ownFilter is a filter by an own field in a statement.
type ownFilter struct {
	tracker.OwnFilter
	dialect
	few  []string // the ids of all records that the filters of the list find, if one of them finds few
	done bool     // another filter has them
}

// isMissing reports whether the filter is about records without a value.
func (o ownFilter) isMissing() bool { return o.Filled != nil && !*o.Filled }

// effort orders filters by what it takes to find all of their records by the index of the field.
func (o ownFilter) effort() int {
	switch {
	case o.isMissing():
		return 3
	case o.Equals != nil:
		return 0
	case o.Contains != "":
		return 2
	}
	return 1
}

// ownFilters finds out which filters find few records. The filters that take least come first.
func (q Queries) ownFilters(ctx context.Context, filters []tracker.OwnFilter) (list []ownFilter, err error) {
	var few []string
	by := -1
	for _, of := range joinRanges(filters) {
		one := ownFilter{OwnFilter: of, dialect: q.dialect}
		if one.few, err = q.fewOf(ctx, one); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	slices.SortStableFunc(list, func(a, b ownFilter) int { return cmp.Compare(a.effort(), b.effort()) })
	for i, o := range list {
		switch {
		case o.few == nil:
		case by < 0:
			few, by = o.few, i
		default:
			has := make(map[string]bool, len(o.few))
			for _, id := range o.few {
				has[id] = true
			}
			few = slices.DeleteFunc(slices.Clone(few), func(id string) bool { return !has[id] })
		}
	}
	if by < 0 {
		return list, nil
	}
	list[by].few, err = q.narrowed(ctx, few, list)
	for i := range list {
		list[i].done = i != by
	}
	return list, err
}

// narrowed are those of a few records that also the filters find which find many.
func (q Queries) narrowed(ctx context.Context, few []string, filters []ownFilter) ([]string, error) {
	f := &filter{}
	from := q.dialect.elements(f.arg(jsonTexts(few))) + " own"
	f.others(filters, "own.value")
	if len(few) == 0 || len(f.conditions) == 0 {
		return few, nil
	}
	return q.few(ctx, filters[0], "SELECT own.value FROM "+from+f.where(), f)
}

// joinRanges makes one filter of the two ends of a range.
func joinRanges(filters []tracker.OwnFilter) (joined []tracker.OwnFilter) {
	for _, of := range filters {
		at := slices.IndexFunc(joined, func(o tracker.OwnFilter) bool {
			return o.Field.ID == of.Field.ID && (o.From != "" && o.To == "" && of.To != "" || o.To != "" && o.From == "" && of.From != "")
		})
		if at < 0 {
			joined = append(joined, of)
			continue
		}
		joined[at].From, joined[at].To = joined[at].From+of.From, joined[at].To+of.To // one of each is empty
	}
	return joined
}

// fewOf is the ids of all records that a filter finds, or nil if they are many.
func (q Queries) fewOf(ctx context.Context, o ownFilter) ([]string, error) {
	f := &filter{}
	if o.isMissing() {
		return q.fewWithout(ctx, o)
	}
	from := "own_value v WHERE "
	if o.Contains != "" {
		from = o.ownContaining(f, o.Contains) + " AND "
	}
	text := "SELECT v.record_id FROM " + from + o.matches(f) + limited(q.fewOwn()+1)
	return q.few(ctx, o, text, f)
}

// few is the ids that a statement finds, or nil if they are more than few.
func (q Queries) few(ctx context.Context, o ownFilter, text string, f *filter) ([]string, error) {
	found, err := q.remembered(ctx, o.Field.List, text, f.args, func() (ownKnown, error) {
		ids, err := many(ctx, q, scanOne[string], text, f.args...)
		if err != nil || len(ids) > q.fewOwn() {
			return ownKnown{}, err
		}
		return ownKnown{few: append([]string{}, ids...)}, nil
	})
	return found.few, err
}

// fewWithout is fewOf for records without a value: all of the list are looked at, if the others are so many that few are left.
func (q Queries) fewWithout(ctx context.Context, o ownFilter) ([]string, error) {
	of, isCounted := ownSizes[o.Field.List]
	if !isCounted {
		return nil, nil
	}
	total, err := q.countMissing(ctx, of.tally, []ownFilter{o})
	if err != nil || total > q.fewOwn() {
		return nil, err
	}
	if total <= 0 {
		return []string{}, nil
	}
	f := &filter{conditions: []string{"c.id = own.id", "c.deleted_at IS NULL", of.only}} // the ids come from their index; a row is read only of those without a value
	f.and(o.holds(f, "own.id"))
	return q.few(ctx, o, "SELECT c.id FROM "+of.table+" own CROSS JOIN "+of.table+" c"+f.where()+limited(q.fewOwn()+1), f)
}

// matches is the condition for the values v that the filter is about, by the index of the field.
func (o ownFilter) matches(f *filter) string {
	return whereAnd("v.field_id = "+f.arg(o.Field.ID), "v.is_gone = FALSE", o.compared(f, "v"))
}

// compared is the condition for a value of the field. Its sort key nearly always tells enough, so that no row has to be read.
func (o ownFilter) compared(f *filter, value string) string {
	var conditions []string
	if o.Equals != nil {
		conditions = append(conditions, value+".sort_key = "+f.arg(o.Equals.SortKey()))
		if !o.Field.KeyIsValue(*o.Equals) {
			conditions = append(conditions, value+".value = "+f.arg(o.Equals.JSON))
		}
	}
	if o.From != "" {
		conditions = append(conditions, value+".sort_key >= "+f.arg(o.From))
	}
	if o.To != "" {
		conditions = append(conditions, value+".sort_key <= "+f.arg(o.To))
	}
	if o.Contains != "" {
		conditions = append(conditions, o.contains(value+".sort_key", f.arg(o.Contains)))
	}
	return whereAnd(conditions...)
}

// whereAnd joins conditions, without those that are empty.
func whereAnd(conditions ...string) string {
	return strings.Join(slices.DeleteFunc(conditions, func(c string) bool { return c == "" }), " AND ")
}

// where is the condition for the record of an id.
func (o ownFilter) where(f *filter, id string) string {
	if o.done {
		return "TRUE"
	}
	if o.few != nil {
		return id + " IN (SELECT value FROM " + o.elements(f.arg(jsonTexts(o.few))) + " own)"
	}
	return o.holds(f, id)
}

// holds is where by the value of the record, which the index of records and fields finds. The subquery is no EXISTS: planners make joins of these,
// and may then read all values that match for each record.
func (o ownFilter) holds(f *filter, id string) string {
	is := " IS NOT NULL"
	if o.isMissing() {
		is = " IS NULL"
	}
	return "(SELECT o.rowno FROM own_value o WHERE " + whereAnd("o.record_id = "+id, "o.field_id = "+f.arg(o.Field.ID), o.compared(f, "o")) + ")" + is
}

// ownPart is what a filter has of own fields.
type ownPart struct {
	filters    []ownFilter
	from, to   int    // the conditions of the filter that are about them
	everything string // the name of the kept size of the list, if nothing narrows it further, but perhaps whether records are removed
	isAll      bool   // nor that
}

// few is the filter that has the few records, if there is one.
func (p ownPart) few() *ownFilter {
	for i := range p.filters {
		if p.filters[i].few != nil {
			return &p.filters[i]
		}
	}
	return nil
}

// own narrows to records by their own fields. seesCost is the condition that the reader may see what is confidential of a record.
func (f *filter) own(id string, seesCost func() string, filters []ownFilter) {
	f.ofOwn = ownPart{filters: filters, from: len(f.conditions)}
	for _, o := range filters {
		f.and(o.where(f, id))
		if o.Field.IsConfidential {
			f.and(seesCost())
		}
	}
	f.ofOwn.to = len(f.conditions)
}

// onlyOwn says that own fields, and nothing else, narrow a list. everything is the name of its kept size.
func (f *filter) onlyOwn(everything string, removed tracker.RemovedFilter) {
	f.ofOwn.everything, f.ofOwn.isAll = everything, removed == tracker.RemovedInclude
}

// countOwn counts a list that own fields alone narrow, by the index of a field.
func (q Queries) countOwn(ctx context.Context, part ownPart) (int, error) {
	first, f := part.filters[0], &filter{}
	if known := part.few(); known != nil {
		return len(known.few), nil
	}
	if first.isMissing() {
		return q.countMissing(ctx, part.everything, part.filters)
	}
	f.and(first.matches(f))
	f.others(part.filters[1:], "v.record_id")
	return q.countValues(ctx, first, f)
}

// countMissing counts the records of a list without a value of any of some fields: all, less those that have one of them.
func (q Queries) countMissing(ctx context.Context, everything string, filters []ownFilter) (int, error) {
	size, err := q.listSize(ctx, everything)
	missing := size.all
	for i, o := range filters {
		f, filled := &filter{}, ownFilter{OwnFilter: tracker.OwnFilter{Field: o.Field}, dialect: q.dialect}
		f.and(filled.matches(f))
		f.others(filters[:i], "v.record_id")
		n, failed := q.countValues(ctx, o, f)
		missing, err = missing-n, cmp.Or(err, failed)
	}
	return missing, err
}

// others narrows to records of an id by the values that filters are about, but for one with few records.
func (f *filter) others(filters []ownFilter, id string) {
	for _, o := range filters {
		if o.few == nil {
			f.and(o.holds(f, id))
		}
	}
}

func (q Queries) countValues(ctx context.Context, o ownFilter, f *filter) (int, error) {
	text := "SELECT count(*) FROM own_value v" + f.where()
	found, err := q.remembered(ctx, o.Field.List, text, f.args, func() (known ownKnown, err error) {
		known.total, err = one(ctx, q, scanOne[int], text, f.args...)
		return known, err
	})
	return found.total, err
}

// ownKnown is what a statement about the values of a list's own fields found.
type ownKnown struct {
	total int
	few   []string
}

// ownMemory remembers what was found until the list, or a value in it, changes: people turn pages, and open the same views again.
type ownMemory struct {
	mu    sync.Mutex
	found map[[sha256.Size]byte]rememberedOwn
}

type rememberedOwn struct {
	at    ownVersion
	known ownKnown
}

// ownVersion is the same only while a list has the same records with the same values.
type ownVersion struct {
	size   listSize
	values int
}

// maxOwnMemory bounds the statements whose answers are remembered. When there are more, all are dropped.
const maxOwnMemory = 200

// ownSizes are the lists whose kept sizes, with the number of changes of values, tell whether anything is as it was.
var ownSizes = map[string]struct{ tally, table, only string }{
	tracker.EntityCompany:         {tallyCompanies, "company", "TRUE"},
	tracker.EntityProject:         {tallyProjects, "project", "TRUE"},
	string(tracker.Products):      {tallyItems(tracker.Products), "catalogue_item", "c.kind = '" + string(tracker.Products) + "'"},
	string(tracker.Subscriptions): {tallyItems(tracker.Subscriptions), "catalogue_item", "c.kind = '" + string(tracker.Subscriptions) + "'"},
}

// tallyOwn is the kept number of changes of the values of a list.
func tallyOwn(list string) string { return "own." + list + reorder }

// ownChanged tells that values of a list have changed.
func (tx *Tx) ownChanged(list string) { tx.kept.tallies[tallyOwn(list)]++ }

func (q Queries) ownVersion(ctx context.Context, list string) (ownVersion, error) {
	f, name := &filter{}, ownSizes[list].tally
	var columns, names []string
	for _, of := range []string{name, name + marked, name + reorder, tallyOwn(list)} {
		names = append(names, f.arg(of))
		columns = append(columns, "CAST(COALESCE(SUM(CASE WHEN name = "+names[len(names)-1]+" THEN n END), 0) AS BIGINT)")
	}
	return one(ctx, q, func(r rows) (v ownVersion, err error) {
		return v, r.Scan(&v.size.all, &v.size.marked, &v.size.order, &v.values)
	}, "SELECT "+strings.Join(columns, ", ")+" FROM tally WHERE name IN ("+strings.Join(names, ", ")+")", f.args...)
}

// remembered is what a statement found before, or finds now.
func (q Queries) remembered(ctx context.Context, list, text string, args []any, find func() (ownKnown, error)) (ownKnown, error) {
	if _, isCounted := ownSizes[list]; q.ownMemory == nil || !isCounted {
		return find()
	}
	version, err := q.ownVersion(ctx, list) // before what is found, which may only be newer
	if err != nil {
		return ownKnown{}, err
	}
	key, m := sha256.Sum256([]byte(fmt.Sprint(text, args))), q.ownMemory // the ids of few records may be among the arguments
	m.mu.Lock()
	last, has := m.found[key]
	m.mu.Unlock()
	if has && last.at == version {
		return last.known, nil
	}
	known, err := find()
	if err != nil {
		return known, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.found == nil || len(m.found) >= maxOwnMemory {
		m.found = map[[sha256.Size]byte]rememberedOwn{}
	}
	m.found[key] = rememberedOwn{version, known}
	return known, nil
}

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
func (l list[T]) walkedByOwn(ctx context.Context, q Queries, f *filter, first tracker.OwnField, isDescending bool, w tracker.Window, total int) (ids []string, isWhole bool, err error) {
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
