package dbimport

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"btracker/internal/backup"
	"btracker/internal/store"
)

// Import fills an empty PostgreSQL with a backup of SQLite, of this schema or an earlier one, in one transaction. It
// reports each table that is done. All sessions end, as after a restore. Mails that were waiting are not imported: the
// job queue has its own tables.
func Import(ctx context.Context, s *store.Store, file string, progress func(table string, rows int64)) error {
	source, err := restoredCopy(ctx, file)
	if err != nil {
		return err
	}
	defer source.remove()
	tables, err := tablesToImport(ctx, source.db)
	if err != nil {
		return err
	}
	return s.FillPostgres(ctx, tables, func(filled *store.Tx) error {
		tx := filled.Raw().(pgx.Tx)
		// Rows that migrations made come from the backup as well.
		if _, err := tx.Exec(ctx, "TRUNCATE "+strings.Join(tables, ", ")); err != nil {
			return err
		}
		for _, table := range tables {
			// The rows that triggers would write are copied too.
			if _, err := tx.Exec(ctx, "ALTER TABLE "+table+" DISABLE TRIGGER USER"); err != nil {
				return err
			}
			rows, err := copyTable(ctx, tx, source.db, table)
			if err != nil {
				return fmt.Errorf("import of %s: %w", table, err)
			}
			if _, err := tx.Exec(ctx, "ALTER TABLE "+table+" ENABLE TRIGGER USER"); err != nil {
				return err
			}
			progress(table, rows)
		}
		if err := filled.ContinueSeals(ctx); err != nil {
			return err
		}
		return continueNumbers(ctx, tx, source.db, tables)
	})
}

// scratchCopy is a temporary database for one import.
type scratchCopy struct {
	db  *sql.DB
	dir string
}

func (c scratchCopy) remove() { _, _ = c.db.Close(), os.RemoveAll(c.dir) }

// restoredCopy checks a backup and brings a copy of it to this program's schema.
func restoredCopy(ctx context.Context, file string) (c scratchCopy, err error) {
	// Beside the backup, where there is probably room for another one.
	if c.dir, err = os.MkdirTemp(filepath.Dir(file), ".import-*"); err != nil {
		return c, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(c.dir)
		}
	}()
	if err = backup.Restore(ctx, file, c.dir); err != nil {
		return c, err
	}
	s, err := store.OpenSQLite(c.dir)
	if err != nil {
		return c, err
	}
	if err = errors.Join(s.Migrate(ctx), s.Close()); err != nil {
		return c, err
	}
	c.db, err = sql.Open("sqlite", store.SQLiteURI(filepath.Join(c.dir, store.SQLiteFile)))
	return c, err
}

// tablesToImport lists our tables. Their order does not matter, because FillPostgres
// checks foreign keys at the end.
func tablesToImport(ctx context.Context, db *sql.DB) (tables []string, err error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'river\_%' ESCAPE '\' AND name NOT IN ('schema_version', 'search_pending') ORDER BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var table string
		if err := rows.Scan(&table); err != nil {
			return nil, err
		}
		tables = append(tables, table)
	}
	return tables, rows.Err()
}

func copyTable(ctx context.Context, tx pgx.Tx, source *sql.DB, table string) (int64, error) {
	// #nosec G202 -- the name of a table of our own schema
	rows, err := source.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return 0, err
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return 0, err
	}
	return tx.CopyFrom(ctx, pgx.Identifier{table}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		values := make([]any, len(columns))
		targets := make([]any, len(columns))
		for i := range values {
			targets[i] = &values[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return nil, err
		}
		for i, value := range values {
			if n, ok := value.(int64); ok && types[i].DatabaseTypeName() == "BOOLEAN" {
				values[i] = n != 0 // SQLite stores booleans as numbers
			}
		}
		return values, nil
	}))
}

// continueNumbers sets the sequence of each identity column to the highest number that
// was copied, or that was ever given if SQLite keeps count.
func continueNumbers(ctx context.Context, tx pgx.Tx, source *sql.DB, tables []string) error {
	rows, err := tx.Query(ctx, `SELECT table_name, column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name = ANY($1)`, tables)
	if err != nil {
		return err
	}
	numbered, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Table, Column string }])
	if err != nil {
		return err
	}
	for _, n := range numbered {
		var given int64
		if err := source.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = $1`, n.Table).Scan(&given); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), n)
			FROM (SELECT GREATEST(max(%[2]s), $1::bigint) AS n FROM %[1]s) AS numbers WHERE n > 0`, n.Table, n.Column), given)
		if err != nil {
			return err
		}
	}
	return nil
}
