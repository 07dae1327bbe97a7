package store

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// The values of own fields are rows of one table, which lists look into by the id of the field. A record is read with
// them in the same statement.

const ownFieldColumns = `id, list, key, label, label_de, kind, options, is_required, is_confidential, position, version, deleted_at IS NOT NULL`

func scanOwnField(r rows) (f tracker.OwnField, err error) {
	var options string
	if err = r.Scan(&f.ID, &f.List, &f.Key, &f.Label, &f.LabelDe, &f.Kind, &options, &f.IsRequired, &f.IsConfidential, &f.Position, &f.Version, &f.IsGone); err != nil {
		return f, err
	}
	return f, json.Unmarshal([]byte(options), &f.Options)
}

// OwnFields reads the fields of all lists, removed ones at the end. There are few: see tracker.MaxOwnFields.
func (q Queries) OwnFields(ctx context.Context) (tracker.OwnFields, error) {
	return many(ctx, q, scanOwnField, "SELECT "+ownFieldColumns+" FROM own_field ORDER BY deleted_at IS NOT NULL, deleted_at DESC, list, position, id")
}

// InsertOwnField adds a field.
func (tx *Tx) InsertOwnField(ctx context.Context, f tracker.OwnField, at time.Time) error {
	_, err := tx.run(ctx, `INSERT INTO own_field (id, list, key, label, label_de, kind, options, is_required, is_confidential, position, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
		f.ID, f.List, f.Key, f.Label, f.LabelDe, f.Kind, jsonText(f.Options), f.IsRequired, f.IsConfidential, f.Position, millis(at))
	return err
}

// UpdateOwnField writes a field. Those between its old and its new place move by one.
func (tx *Tx) UpdateOwnField(ctx context.Context, before, f tracker.OwnField) error {
	if from, to := before.Position, f.Position; from != to {
		step := -1
		if to < from {
			from, to, step = to-1, from-1, 1
		}
		if _, err := tx.run(ctx, `UPDATE own_field SET position = position + $5 WHERE list = $1 AND id <> $2 AND position > $3 AND position <= $4`,
			f.List, f.ID, from, to, step); err != nil {
			return err
		}
	}
	return tx.runOn(ctx, `UPDATE own_field SET label = $2, label_de = $3, kind = $4, options = $5, is_required = $6, is_confidential = $7, position = $8, version = $9
		WHERE id = $1 AND deleted_at IS NULL`, f.ID, f.Label, f.LabelDe, f.Kind, jsonText(f.Options), f.IsRequired, f.IsConfidential, f.Position, f.Version)
}

// MarkOwnField removes a field with its values, or brings them back.
func (tx *Tx) MarkOwnField(ctx context.Context, id string, isGone bool, at time.Time) error {
	var deletedAt *int64
	if isGone {
		deletedAt = millisOrNil(&at)
	}
	return tx.runOn(ctx, `UPDATE own_field SET deleted_at = $2, version = version + 1 WHERE id = $1 AND (deleted_at IS NULL) = $3`, id, deletedAt, isGone)
}

// OwnValueCount counts the records that have a value of a field, or one value of it. Tombstones count too: they may come back.
func (q Queries) OwnValueCount(ctx context.Context, fieldID string, value *tracker.OwnValue) (int, error) {
	f := &filter{}
	f.and("field_id = " + f.arg(fieldID))
	if value != nil {
		f.and("sort_key = " + f.arg(value.SortKey()))
		f.and("value = " + f.arg(value.JSON))
	}
	return one(ctx, q, scanOne[int], "SELECT count(*) FROM own_value"+f.where(), f.args...)
}

// ownColumn selects the values that a record has. A list without own fields does not look for any.
func ownColumn(lists, id string) string {
	return `,
		CASE WHEN EXISTS (SELECT 1 FROM own_field WHERE list IN (` + lists + `) AND deleted_at IS NULL) THEN (
			SELECT string_agg('"' || f.key || '":[' || v.value || CASE WHEN f.is_confidential THEN ',1]' ELSE ',0]' END, ',')
			FROM own_value v JOIN own_field f ON f.id = v.field_id WHERE v.record_id = ` + id + ` AND f.deleted_at IS NULL) END`
}

// readOwn reads what ownColumn selects.
func readOwn(column *string, err error) (tracker.Own, error) {
	if err != nil || column == nil {
		return nil, err
	}
	var members map[string][2]json.RawMessage
	if err := json.Unmarshal([]byte("{"+*column+"}"), &members); err != nil {
		return nil, err
	}
	own := make(tracker.Own, len(members))
	for key, member := range members {
		own[key] = tracker.OwnValue{JSON: string(member[0]), IsConfidential: string(member[1]) == "1"}
	}
	return own, nil
}

// writeOwn writes the values of a record that differ.
func (tx *Tx) writeOwn(ctx context.Context, list, id string, before, after tracker.Own) error {
	for key := range before {
		if _, stays := after[key]; !stays {
			if err := tx.edit(ctx, `DELETE FROM own_value WHERE record_id = $1
				AND field_id IN (SELECT f.id FROM own_field f WHERE f.list = $2 AND f.key = $3 AND f.deleted_at IS NULL)`, id, list, key); err != nil {
				return err
			}
		}
	}
	for key, value := range after {
		if value.JSON == before[key].JSON {
			continue
		}
		if err := tx.edit(ctx, `
			INSERT INTO own_value (record_id, field_id, value, sort_key, search_text)
			SELECT CAST($1 AS TEXT), f.id, CAST($4 AS TEXT), CAST($5 AS TEXT), CASE WHEN f.kind = 'text' THEN CAST($5 AS TEXT) ELSE '' END
			FROM own_field f WHERE f.list = $2 AND f.key = $3 AND f.deleted_at IS NULL
			ON CONFLICT (record_id, field_id) DO UPDATE SET value = excluded.value, sort_key = excluded.sort_key, search_text = excluded.search_text`,
			id, list, key, value.JSON, value.SortKey()); err != nil {
			return err
		}
	}
	return nil
}

// fewOwn is the largest number of records that a filter by an own field reads by their ids. If it finds more, a list walks
// through its order and looks at each record's value.
const fewOwn = 2000

// ownFilter is a filter by an own field in a statement.
type ownFilter struct {
	tracker.OwnFilter
	dialect
	few []string // the ids of all records that it finds, if they are few and it is not about what is missing
}

// ownFilters finds out which filters find few records.
func (q Queries) ownFilters(ctx context.Context, filters []tracker.OwnFilter) (list []ownFilter, err error) {
	for _, of := range filters {
		one := ownFilter{OwnFilter: of, dialect: q.dialect}
		if of.Filled == nil || *of.Filled {
			f := &filter{}
			most := cmp.Or(q.mostOwn, fewOwn)
			ids, err := many(ctx, q, scanOne[string], "SELECT v.record_id FROM own_value v WHERE "+one.matches(f)+limited(most+1), f.args...)
			if err != nil {
				return nil, err
			}
			if len(ids) <= most {
				one.few = append([]string{}, ids...)
			}
		}
		list = append(list, one)
	}
	return list, nil
}

// matches is the condition for the values v that the filter is about.
func (o ownFilter) matches(f *filter) string {
	conditions := []string{"v.field_id = " + f.arg(o.Field.ID), "v.is_gone = FALSE"}
	if o.Equals != nil {
		conditions = append(conditions, "v.sort_key = "+f.arg(o.Equals.SortKey()), "v.value = "+f.arg(o.Equals.JSON))
	}
	if o.From != "" {
		conditions = append(conditions, "v.sort_key >= "+f.arg(o.From))
	}
	if o.To != "" {
		conditions = append(conditions, "v.sort_key <= "+f.arg(o.To))
	}
	if o.Contains != "" {
		conditions = append(conditions, o.ownContains(f, o.Contains))
	}
	return strings.Join(conditions, " AND ")
}

// where is the condition for the record of an id.
func (o ownFilter) where(f *filter, id string) string {
	if o.few != nil {
		return id + " IN (SELECT value FROM " + o.elements(f.arg(jsonTexts(o.few))) + " own)"
	}
	not := ""
	if o.Filled != nil && !*o.Filled {
		not = "NOT "
	}
	compared := o
	contains := ""
	if o.Contains != "" { // of one record the text is compared, by no index
		compared.Contains, contains = "", " AND "+o.contains("v.search_text", f.arg(o.Contains))
	}
	return not + "EXISTS (SELECT 1 FROM own_value v WHERE v.record_id = " + id + " AND " + compared.matches(f) + contains + ")"
}

// own narrows to records by their own fields. seesCost is the condition that the reader may see what is confidential of a record.
func (f *filter) own(id string, seesCost func() string, filters []ownFilter) {
	for _, o := range filters {
		f.and(o.where(f, id))
		if o.Field.IsConfidential {
			f.and(seesCost())
		}
	}
}

// countOwn counts a list of everything that is narrowed by one own field, by the index of the field alone. everything is the name
// of the kept size of the list.
func (f *filter) countOwn(filters []ownFilter, everything string) {
	if len(filters) != 1 || filters[0].few != nil {
		return
	}
	count := &filter{}
	values := "(SELECT count(*) FROM own_value v WHERE " + filters[0].matches(count) + ")"
	if of := filters[0].Filled; of != nil && !*of {
		values = "(SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM tally WHERE name = '" + everything + "') - " + values
	}
	f.total, f.totalArgs = "SELECT "+values, count.args
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

// sortedByOwn lists the ids of a page of a list that has total rows, by own fields.
func (l list[T]) sortedByOwn(ctx context.Context, q Queries, f *filter, lq tracker.ListQuery, w tracker.Window, total int, seesCost func(f *filter) string) ([]string, error) {
	first, isOwn := lq.OwnSorts[lq.SortBy]
	if !isOwn || len(lq.Then) > 0 || total <= cmp.Or(q.mostOwn, fewOwn) || first.IsConfidential && seesCost(f.clone()) != "TRUE" {
		part := f.clone()
		by := l.ownOrder(part, lq, func() string { return seesCost(part) })
		return many(ctx, q, scanOne[string], "SELECT "+l.table+".id FROM "+l.table+part.where()+by+part.window(q.dialect, w), part.args...)
	}
	// The index of the field has the order of those that have a value.
	part, way := f.clone(), direction(lq.SortDescending)
	part.and("v.field_id = " + part.arg(first.ID))
	part.and("v.is_gone = FALSE")
	from := " FROM own_value v CROSS JOIN " + l.table
	part.and(l.table + ".id = v.record_id")
	by := " ORDER BY v.sort_key" + way + ", v.record_id" + way
	filled := part.clone()
	ids, err := many(ctx, q, scanOne[string], "SELECT v.record_id"+from+part.where()+by+part.window(q.dialect, w), part.args...)
	if err != nil || len(ids) == w.Size {
		return ids, err
	}
	// The others follow, in the order of the list.
	before := w.Offset + len(ids)
	if len(ids) == 0 && w.Offset > 0 {
		if before, err = one(ctx, q, scanOne[int], "SELECT count(*)"+from+filled.where(), filled.args...); err != nil {
			return nil, err
		}
	}
	rest := f.clone()
	rest.and("NOT EXISTS (SELECT 1 FROM own_value v WHERE v.record_id = " + l.table + ".id AND v.field_id = " + rest.arg(first.ID) + ")")
	plain := tracker.ListQuery{SortBy: l.fallback}
	more, err := many(ctx, q, scanOne[string], "SELECT "+l.table+".id FROM "+l.table+rest.where()+l.by(plain)+
		rest.window(q.dialect, tracker.Window{Offset: max(0, w.Offset-before), Size: w.Size - len(ids)}), rest.args...)
	return append(ids, more...), err
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
	for some := range slices.Chunk(ids, PieceRows) {
		piece, err := withIDs(ctx, q, l, some, id)
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

func alwaysSeen(*filter) string { return "TRUE" }
