package store

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"btracker/internal/tracker"
)

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
	of, isCounted := ownList(o.Field.List)
	if !isCounted {
		return nil, nil
	}
	total, err := q.countMissing(ctx, of.tallyName(), []ownFilter{o})
	if err != nil || total > q.fewOwn() {
		return nil, err
	}
	if total <= 0 {
		return []string{}, nil
	}
	f := &filter{conditions: []string{"c.id = own.id", "c.deleted_at IS NULL"}} // the ids come from their index; a row is read only of those without a value
	if of.only != "" {
		f.and("c." + of.only)
	}
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
