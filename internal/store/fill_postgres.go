package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// FillPostgres fills tables of an empty PostgreSQL in one transaction, in which they have no indexes.
func (s *Store) FillPostgres(ctx context.Context, tables []string, fill func(tx *Tx) error) error {
	if s.Dialect() != "postgres" {
		return errors.New("only PostgreSQL is filled in this way")
	}
	if err := s.writeToEmpty(ctx, func(tx *Tx) error {
		return withoutIndexes(ctx, tx.tx.(pgTx).tx, tables, func() error { return fill(tx) })
	}); err != nil {
		return err
	}
	s.VacuumFilled(ctx, tables)
	return nil
}

// VacuumFilled notes which pages of new tables every transaction sees; their first readers would have to do that. PARALLEL 0,
// because a container may have too little shared memory for helpers. A failed VACUUM does not fail the load: all rows
// are stored by now, and PostgreSQL vacuums by itself later.
func (s *Store) VacuumFilled(ctx context.Context, tables []string) {
	_, _ = s.Pool().Exec(ctx, "VACUUM (PARALLEL 0) "+strings.Join(tables, ", "))
}

// PostgresParts is a statement for what some tables have besides rows and keys: the statements that take off each foreign key
// and index, and that bring it back.
const PostgresParts = `
	SELECT
		format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
		format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
	FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[])
	UNION ALL
	SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
	FROM pg_index WHERE indrelid = ANY($1::text[]::regclass[])
		AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))`

// withoutIndexes fills tables of PostgreSQL while they have no triggers, no foreign keys and
// no indexes but those of their own keys. Sorting all rows into an index and checking
// them together costs a fraction of doing so row by row. Whatever happens, the
// transaction ends with all of them or is rolled back.
func withoutIndexes(ctx context.Context, tx pgx.Tx, tables []string, fill func() error) error {
	rows, err := tx.Query(ctx, PostgresParts, tables)
	if err != nil {
		return err
	}
	type part struct{ Off, Back string }
	parts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[part])
	if err != nil {
		return err
	}
	for _, table := range tables {
		parts = append(parts, part{"ALTER TABLE " + table + " DISABLE TRIGGER USER", "ALTER TABLE " + table + " ENABLE TRIGGER USER"})
	}
	run := func(sql string) error {
		if _, err := tx.Exec(ctx, sql); err != nil {
			return fmt.Errorf("%s: %w", sql, err)
		}
		return nil
	}
	for _, p := range parts {
		if err := run(p.Off); err != nil {
			return err
		}
	}
	if err := fill(); err != nil {
		return err
	}
	if err := run("ANALYZE " + strings.Join(tables, ", ")); err != nil {
		return err
	}
	for _, p := range slices.Backward(parts) { // a foreign key is checked faster with indexes
		if err := run(p.Back); err != nil {
			return err
		}
	}
	return nil
}
