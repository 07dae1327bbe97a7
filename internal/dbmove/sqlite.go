package dbmove

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
)

// takeOffSQLite takes off all triggers, and indexes but those of keys. The indexes of search are filled at the end.
func takeOffSQLite(ctx context.Context, tx *sql.Tx, tables []table) (back []string, err error) {
	for _, kind := range []string{"index", "trigger"} {
		rows, err := tx.QueryContext(ctx, "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = $1 AND sql IS NOT NULL ORDER BY name", kind)
		if err != nil {
			return nil, err
		}
		defer rows.Close()
		var off []string
		for rows.Next() {
			var name, of, statement string
			if err := rows.Scan(&name, &of, &statement); err != nil {
				return nil, err
			}
			if slices.Contains(namesOf(tables), of) {
				off, back = append(off, "DROP "+kind+" "+name), append(back, statement)
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, err
		}
		if err := run(ctx, tx, off...); err != nil {
			return nil, err
		}
	}
	searched, err := texts(ctx, tx, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual' ORDER BY name")
	for _, name := range searched {
		back = append(back, fmt.Sprintf("INSERT INTO %[1]s (%[1]s) VALUES ('rebuild')", name))
	}
	return back, err
}

// endSQLite goes on with the numbers of changes, and checks what was not checked row by row.
func endSQLite(ctx context.Context, tx *sql.Tx, lastNumber int64) error {
	if _, err := tx.ExecContext(ctx, "UPDATE sqlite_sequence SET seq = MAX(seq, $1) WHERE name = 'change'", lastNumber); err != nil {
		return err
	}
	broken, err := texts(ctx, tx, `SELECT DISTINCT "table" FROM pragma_foreign_key_check`)
	if err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("rows of %v refer to others that are not there", broken)
	}
	return nil
}
