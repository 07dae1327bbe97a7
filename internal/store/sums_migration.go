package store

import (
	"context"
	"database/sql"
)

// fillSums ends the migration "kept_sums": it computes all kept sums.
func fillSums(ctx context.Context, d dialect, in *sql.Tx) error {
	tx := &Tx{Queries: Queries{db: migrationTx{in}, dialect: oneShard{d}}, kept: noDeltas()}
	return tx.recountGroups(ctx)
}

// oneShard is a dialect that spreads nothing.
type oneShard struct{ dialect }

func (oneShard) shards() int { return 1 }

// migrationTx is a querier inside a migration.
type migrationTx struct{ tx *sql.Tx }

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
