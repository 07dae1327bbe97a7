package store

import (
	"context"
	"encoding/json"
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

// ownColumn selects the values that a record has. A list without own fields does not look for any. The field of a value is no join:
// PostgreSQL has no statistics of few fields, takes them for one, and would look for a value of each in every record.
func ownColumn(lists, id string) string {
	return `,
		CASE WHEN EXISTS (SELECT 1 FROM own_field WHERE list IN (` + lists + `) AND deleted_at IS NULL) THEN (
			SELECT string_agg((SELECT CASE WHEN f.deleted_at IS NULL THEN '"' || f.key || '":[' || v.value || CASE WHEN f.is_confidential THEN ',1]' ELSE ',0]' END END
				FROM own_field f WHERE f.id = v.field_id), ',')
			FROM own_value v WHERE v.record_id = ` + id + `) END`
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
			tx.ownChanged(list)
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
		tx.ownChanged(list)
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
