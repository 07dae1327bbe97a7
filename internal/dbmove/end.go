package dbmove

import (
	"context"
	"database/sql"
	"fmt"
)

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func texts(ctx context.Context, q querier, query string, args ...any) (list []string, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		list = append(list, text)
	}
	return list, rows.Err()
}

// count counts the rows of all tables.
func count(ctx context.Context, q querier, tables []table) (total int64, err error) {
	for _, t := range tables {
		var rows int64
		// #nosec G202 -- the name of a table of our own schema
		if err := q.QueryRowContext(ctx, "SELECT count(*) FROM "+t.name).Scan(&rows); err != nil {
			return 0, err
		}
		total += rows
	}
	return total, nil
}

// eachRow passes all rows of a table, as canonical values.
func eachRow(ctx context.Context, q querier, t table, inOrder bool, use func(row []any) error) error {
	rows, err := q.QueryContext(ctx, t.reading(inOrder))
	if err != nil {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	defer rows.Close()
	targets := make([]any, len(t.columns))
	for rows.Next() {
		row := make([]any, len(t.columns))
		for i := range row {
			targets[i] = &row[i]
		}
		if err := rows.Scan(targets...); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		for i, c := range t.columns {
			if row[i], err = canonical(c.kind, row[i]); err != nil {
				return fmt.Errorf("%s.%s: %w", t.name, c.name, err)
			}
		}
		if err := use(row); err != nil {
			return err
		}
	}
	return rows.Err()
}

// digestOf reads a whole table.
func digestOf(ctx context.Context, q querier, t table, advance func()) (d digest, err error) {
	err = eachRow(ctx, q, t, false, func(row []any) error {
		d.add(row)
		advance()
		return nil
	})
	return d, err
}
