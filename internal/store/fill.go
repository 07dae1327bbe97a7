package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// ErrNotEmpty refuses to mix what fills a database into somebody's own.
var ErrNotEmpty = errors.New("the database is not empty; only an empty one can be filled")

// Fill adds to an empty database in so many parts, by the Load functions; the last
// part must call Recount. A part may run more than once. On SQLite each is a
// transaction. PostgreSQL takes several as one, so it is there as a whole or not at
// all, and makes the indexes afterwards.
func (s *Store) Fill(ctx context.Context, parts int, part func(tx *Tx, n int) error) error {
	if d, ok := s.dialect.(*postgresDialect); ok && parts > 1 {
		return d.fillTogether(ctx, s, loadedTables, func(tx *Tx) error {
			for n := range parts {
				if err := part(tx, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	write := s.writeFirst
	for n := range parts {
		if err := write(ctx, func(tx *Tx) error { return part(tx, n) }); err != nil {
			return err
		}
		write = s.Write
	}
	return nil
}

// writeFirst writes to a database only if it is empty.
func (s *Store) writeFirst(ctx context.Context, fn func(tx *Tx) error) error {
	err := s.Write(ctx, func(tx *Tx) error {
		used, err := one(ctx, tx.Queries, scanOne[bool], `SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM change)`)
		if err != nil {
			return err
		}
		if used {
			return ErrNotEmpty
		}
		return fn(tx)
	})
	if errors.Is(err, ErrTaken) { // another program that started at the same time fills it
		return ErrNotEmpty
	}
	return err
}

// fillTogether fills tables in one transaction.
func (d *postgresDialect) fillTogether(ctx context.Context, s *Store, tables []string, fill func(tx *Tx) error) error {
	if err := s.writeFirst(ctx, func(tx *Tx) error {
		return withoutIndexes(ctx, tx.Raw().(pgx.Tx), tables, func() error { return fill(tx) })
	}); err != nil {
		return err
	}
	// It notes which pages every transaction sees, or the first readers would. It has no
	// helpers: a container may have too little shared memory for them. All is stored by
	// now, so its failure is none of the fill; PostgreSQL vacuums by itself later.
	_, _ = d.pool.Exec(ctx, "VACUUM (PARALLEL 0) "+strings.Join(tables, ", "))
	return nil
}

// withoutIndexes fills tables of PostgreSQL while they have no foreign keys and no
// indexes but those of their own keys. Sorting all rows into an index and checking
// them together costs a fraction of doing so row by row. Whatever happens, the
// transaction ends with all of them or is rolled back.
func withoutIndexes(ctx context.Context, tx pgx.Tx, tables []string, fill func() error) error {
	rows, err := tx.Query(ctx, `
		SELECT
			format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
			format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
		FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::text[]::regclass[])
		UNION ALL
		SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
		FROM pg_index WHERE indrelid = ANY($1::text[]::regclass[])
			AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))`, tables)
	if err != nil {
		return err
	}
	parts, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Off, Back string }])
	if err != nil {
		return err
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
