package dbmove

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"btracker/internal/store"
)

// takeOffPostgres takes off all foreign keys, triggers, and indexes but those of keys. The rows that triggers would write
// are copied too.
func takeOffPostgres(ctx context.Context, tx *sql.Tx, tables []table) (back []string, err error) {
	names := namesOf(tables)
	rows, err := tx.QueryContext(ctx, store.PostgresParts, names)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var off []string
	for rows.Next() {
		var one, other string
		if err := rows.Scan(&one, &other); err != nil {
			return nil, err
		}
		off, back = append(off, one), append(back, other)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	slices.Reverse(back) // a foreign key is checked faster with indexes
	back = append([]string{"ANALYZE " + strings.Join(names, ", ")}, back...)
	for _, name := range names {
		off = append(off, "ALTER TABLE "+name+" DISABLE TRIGGER USER")
		back = append(back, "ALTER TABLE "+name+" ENABLE TRIGGER USER")
	}
	return back, run(ctx, tx, off...)
}

// continueNumbers sets the sequence of each identity column to the highest number that
// was copied, or that was ever given if SQLite keeps count.
func continueNumbers(ctx context.Context, tx *sql.Tx, source querier, tables []string) error {
	numbered, err := texts(ctx, tx, `SELECT table_name || ' ' || column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND is_identity = 'YES' AND table_name = ANY($1)`, tables)
	if err != nil {
		return err
	}
	for _, n := range numbered {
		name, column, _ := strings.Cut(n, " ")
		var given int64
		if err := source.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = $1`, name).Scan(&given); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, fmt.Sprintf(`SELECT setval(pg_get_serial_sequence('%[1]s', '%[2]s'), n)
			FROM (SELECT GREATEST(max(%[2]s), $1::bigint) AS n FROM %[1]s) AS numbers WHERE n > 0`, name, column), given); err != nil {
			return err
		}
	}
	return nil
}

// lastNumber is the highest number that PostgreSQL has given to a change.
func lastNumber(ctx context.Context, q querier) (n int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT COALESCE(pg_sequence_last_value(pg_get_serial_sequence('change', 'seq')::regclass), 0)`).Scan(&n)
	return n, err
}

// sealedOutOfOrder reports whether a change that is not sealed has a lower number than one that is. PostgreSQL seals in the
// order of transactions; SQLite, where the numbers are the order, would never seal it.
func sealedOutOfOrder(ctx context.Context, q querier) (is bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM change c, (SELECT last_tx, last_seq FROM seal ORDER BY n DESC LIMIT 1) AS s
		WHERE (c.tx, c.seq) > (s.last_tx::text::xid8, s.last_seq) AND c.seq <= (SELECT max(to_seq) FROM seal))`).Scan(&is)
	return is, err
}
