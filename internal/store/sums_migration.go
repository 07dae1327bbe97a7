package store

import (
	"context"
	"database/sql"
)

// fillSums ends the migration "planned_price", the last one that changes what they are made of: it computes all kept sums of groups, those of
// earlier migrations too.
func fillSums(ctx context.Context, d dialect, in *sql.Tx) error {
	q := migrationTx{in}
	tx := &Tx{Queries: Queries{db: q, dialect: d}, tx: q, kept: noDeltas()}
	return tx.recountGroups(ctx)
}

// fillAhead ends the migration "ahead": it computes the kept sums of what is ahead.
func fillAhead(ctx context.Context, d dialect, in *sql.Tx) error {
	q := migrationTx{in}
	tx := &Tx{Queries: Queries{db: q, dialect: d}, tx: q, kept: noDeltas()}
	if err := tx.recountAhead(ctx); err != nil {
		return err
	}
	return tx.keepGroups(ctx)
}

// migrationTx is a transaction of a migration.
type migrationTx struct{ tx *sql.Tx }

func (m migrationTx) raw() (any, error) { return m.tx, nil }

func (migrationTx) shard() int { return 0 }

func (m migrationTx) query(ctx context.Context, text string, args ...any) (rows, error) {
	found, err := m.tx.QueryContext(ctx, text, args...)
	return sqlTxRows{found}, err
}

func (m migrationTx) exec(ctx context.Context, text string, args ...any) (int64, error) {
	done, err := m.tx.ExecContext(ctx, text, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

type sqlTxRows struct{ *sql.Rows }

func (r sqlTxRows) Close() { _ = r.Rows.Close() }
