package dbmove

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"btracker/internal/store"
)

// destination is the database that is filled. Until it is whole it has three more tables: store.FillingTable with the
// command that fills it, filling_table with how far each table is, and filling_part with the statements that are to
// run once all rows are there.
type destination struct {
	*sql.DB
	isPostgres bool
	// takeOff removes what would slow down or answer to each row, and returns the statements that bring it back.
	takeOff func(ctx context.Context, tx *sql.Tx, tables []table) (back []string, err error)
}

var errOtherRun = errors.New("another run of this command fills the same database: end one of them")

func (d destination) write(ctx context.Context, fn func(conn *sql.Conn, tx *sql.Tx) error) error {
	conn, err := d.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if !d.isPostgres { // in no transaction, and for this connection alone; they are checked at the end
		if _, err := conn.ExecContext(ctx, "PRAGMA foreign_keys = OFF"); err != nil {
			return err
		}
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	if d.isPostgres {                    // what a killed run was doing may still be going on
		if _, err := tx.ExecContext(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
			return err
		}
	}
	if err := fn(conn, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// run executes statements in a transaction.
func run(ctx context.Context, tx *sql.Tx, statements ...string) error {
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// begin makes an empty database ready to be filled.
func (d destination) begin(ctx context.Context, command string, tables []table) error {
	return d.write(ctx, func(_ *sql.Conn, tx *sql.Tx) error {
		var isUsed bool
		if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM users) OR EXISTS (SELECT 1 FROM change)").Scan(&isUsed); err != nil {
			return err
		}
		if isUsed {
			return store.ErrNotEmpty
		}
		if err := run(ctx, tx, "CREATE TABLE "+store.FillingTable+" (command TEXT NOT NULL, schema BIGINT NOT NULL)",
			"CREATE TABLE filling_table (name TEXT PRIMARY KEY, copied BIGINT NOT NULL, sum TEXT NOT NULL)",
			"CREATE TABLE filling_part (n BIGINT PRIMARY KEY, statement TEXT NOT NULL)"); err != nil {
			return err
		}
		// #nosec G202 -- a constant
		if _, err := tx.ExecContext(ctx, "INSERT INTO "+store.FillingTable+" (command, schema) VALUES ($1, $2)", command, store.LatestSchema()); err != nil {
			return err
		}
		back, err := d.takeOff(ctx, tx, tables)
		if err != nil {
			return err
		}
		for n, statement := range back {
			if _, err := tx.ExecContext(ctx, "INSERT INTO filling_part (n, statement) VALUES ($1, $2)", n, statement); err != nil {
				return err
			}
		}
		for _, t := range tables {
			if _, err := tx.ExecContext(ctx, "INSERT INTO filling_table (name, copied, sum) VALUES ($1, 0, $2)", t.name, digest{}.String()); err != nil {
				return err
			}
			if err := run(ctx, tx, "DELETE FROM "+t.name); err != nil { // rows that migrations made come from the source as well
				return err
			}
		}
		return nil
	})
}

// stands reads how far an earlier run came.
func (d destination) stands(ctx context.Context) (map[string]digest, error) {
	var schema int64
	// #nosec G202 -- a constant
	if err := d.QueryRowContext(ctx, "SELECT schema FROM "+store.FillingTable).Scan(&schema); err != nil {
		return nil, err
	}
	if schema != store.LatestSchema() {
		return nil, fmt.Errorf("another version of btracker began to fill it, of schema %d", schema)
	}
	rows, err := d.QueryContext(ctx, "SELECT name, copied, sum FROM filling_table")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	stands := map[string]digest{}
	for rows.Next() {
		var name, sum string
		var copied int64
		if err := rows.Scan(&name, &copied, &sum); err != nil {
			return nil, err
		}
		if stands[name], err = parseDigest(copied, sum); err != nil {
			return nil, err
		}
	}
	return stands, rows.Err()
}

// add adds rows to a table, and notes what its rows come to with them. It refuses if another run has added some.
func (d destination) add(ctx context.Context, t table, rows [][]any, before, after digest) error {
	return d.write(ctx, func(conn *sql.Conn, tx *sql.Tx) error {
		noted, err := tx.ExecContext(ctx, "UPDATE filling_table SET copied = $1, sum = $2 WHERE name = $3 AND copied = $4", after.rows, after.String(), t.name, before.rows)
		if err != nil {
			return err
		}
		if n, err := noted.RowsAffected(); err != nil || n != 1 {
			return errors.Join(err, errOtherRun)
		}
		if d.isPostgres {
			err = copyRows(ctx, conn, t, rows)
		} else {
			err = insertRows(ctx, tx, t, rows)
		}
		if err != nil {
			return fmt.Errorf("rows of %s: %w", t.name, err)
		}
		return nil
	})
}

// earliestTx is the transaction number of all changes that come from another database. PostgreSQL gives this lowest number to no
// transaction, so these changes are ordered by their sequence numbers alone, and stay before all changes that follow.
const earliestTx = 3

func copyRows(ctx context.Context, conn *sql.Conn, t table, rows [][]any) error {
	columns := make([]string, len(t.columns))
	for i, c := range t.columns {
		columns[i] = c.name
	}
	if t.name == "change" {
		columns = append(columns, "tx")
		for i, row := range rows {
			rows[i] = append(row, uint64(earliestTx))
		}
	}
	return conn.Raw(func(raw any) error {
		_, err := raw.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{t.name}, columns, pgx.CopyFromRows(rows))
		return err
	})
}

// rowsAtOnce is how many rows one statement adds to SQLite.
const rowsAtOnce = 50

func insertRows(ctx context.Context, tx *sql.Tx, t table, rows [][]any) error {
	row := "(?" + strings.Repeat(", ?", len(t.columns)-1) + ")"
	insert := "INSERT INTO " + t.name + " (" + strings.Join(t.columnNames(), ", ") + ") VALUES "
	many, err := tx.PrepareContext(ctx, insert+row+strings.Repeat(", "+row, rowsAtOnce-1))
	if err != nil {
		return err
	}
	defer many.Close()
	args := make([]any, 0, rowsAtOnce*len(t.columns))
	for ; len(rows) >= rowsAtOnce; rows = rows[rowsAtOnce:] {
		args = args[:0]
		for _, r := range rows[:rowsAtOnce] {
			args = append(args, r...)
		}
		if _, err := many.ExecContext(ctx, args...); err != nil {
			return err
		}
	}
	for _, r := range rows {
		if _, err := tx.ExecContext(ctx, insert+row, r...); err != nil {
			return err
		}
	}
	return nil
}

// finish runs the statements that are left, each in a transaction.
func (d destination) finish(ctx context.Context, advance func(done, total int)) error {
	left, err := texts(ctx, d, "SELECT statement FROM filling_part ORDER BY n")
	if err != nil {
		return err
	}
	for i, statement := range left {
		if err := d.write(ctx, func(_ *sql.Conn, tx *sql.Tx) error {
			done, err := tx.ExecContext(ctx, "DELETE FROM filling_part WHERE statement = $1", statement)
			if err != nil {
				return err
			}
			if n, err := done.RowsAffected(); err != nil || n != 1 {
				return errors.Join(err, errOtherRun)
			}
			return run(ctx, tx, statement)
		}); err != nil {
			return err
		}
		advance(i+1, len(left))
	}
	return nil
}

// end makes a whole database of it.
func (d destination) end(ctx context.Context, last func(tx *sql.Tx) error) error {
	return d.write(ctx, func(_ *sql.Conn, tx *sql.Tx) error {
		if err := last(tx); err != nil {
			return err
		}
		// Sealing goes on behind the last change that is sealed.
		place := 0
		if d.isPostgres {
			place = earliestTx
		}
		if _, err := tx.ExecContext(ctx, `UPDATE seal SET last_tx = $1, last_seq = (SELECT max(to_seq) FROM seal)
			WHERE n = (SELECT max(n) FROM seal)`, place); err != nil {
			return err
		}
		return run(ctx, tx, "DROP TABLE filling_part", "DROP TABLE filling_table", "DROP TABLE "+store.FillingTable)
	})
}
