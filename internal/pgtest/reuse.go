package pgtest

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// A copy of a template is some five hundred files, which are most of what a small test costs. So a copy that a test is done
// with is emptied, filled with the rows of its template again, and given to the next test.

// mostGrowth is by how many bytes a copy may have grown to be used again. A larger one costs more to empty than a new
// one to make, and what the planner knows of it would be another test's.
const mostGrowth = 4 << 20

// schemaFingerprint differs once a test has changed a table, index, trigger, function or constraint.
const schemaFingerprint = `SELECT concat_ws(' ',
	(SELECT count(*) || ':' || sum(oid::bigint) FROM pg_class WHERE relnamespace = 'public'::regnamespace),
	(SELECT count(*) || ':' || sum(hashtext(concat(attrelid, attname, atttypid, attnotnull))::bigint) FROM pg_attribute WHERE attrelid >= 16384),
	(SELECT count(*) || ':' || sum(hashtext(concat(tgname, tgenabled))::bigint) FROM pg_trigger),
	(SELECT count(*) || ':' || sum(hashtext(concat(proname, prosrc))::bigint) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
	(SELECT count(*) || ':' || sum(hashtext(conname::text)::bigint) FROM pg_constraint))`

// template is a database that tests get copies of.
type template struct {
	once sync.Once
	err  error

	size        int64
	fingerprint string
	clear       string            // empties every table and winds back every sequence
	rows        map[string][]byte // by table, as COPY writes them

	mu   sync.Mutex
	free []string // the names of copies that nobody uses
}

// remember reads from the template what a used copy is brought back to.
func (t *template) remember(ctx context.Context, conn *pgx.Conn) error {
	if err := conn.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&t.size); err != nil {
		return err
	}
	if err := conn.QueryRow(ctx, schemaFingerprint).Scan(&t.fingerprint); err != nil {
		return err
	}
	tables, err := texts(ctx, conn, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'")
	if err != nil {
		return err
	}
	windBack, err := texts(ctx, conn, `SELECT format('SELECT setval(%L, %s, %L)', quote_ident(sequencename), COALESCE(last_value, start_value), last_value IS NOT NULL)
		FROM pg_sequences WHERE schemaname = 'public'`)
	if err != nil {
		return err
	}
	// Triggers and foreign keys do not look: every row goes.
	statements := []string{"SET LOCAL session_replication_role = replica"}
	t.rows = map[string][]byte{}
	for _, table := range tables {
		statements = append(statements, "DELETE FROM "+quote(table))
		var rows bytes.Buffer
		if _, err := conn.PgConn().CopyTo(ctx, &rows, "COPY "+quote(table)+" TO STDOUT"); err != nil {
			return err
		}
		if rows.Len() > 0 {
			t.rows[table] = rows.Bytes()
		}
	}
	t.clear = strings.Join(append(statements, windBack...), ";\n")
	return nil
}

// take returns the name of a copy that is as new, or "".
func (t *template) take() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.free) == 0 {
		return ""
	}
	name := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	return name
}

// giveBack makes a used copy as new, and reports whether it could: not after a test that changed its schema, filled it or
// took it away.
func (t *template) giveBack(c *Cluster, name string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := c.Execute(fmt.Sprintf("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '%s'", name)); err != nil {
		return false
	}
	conn, err := pgx.Connect(ctx, c.Database(name))
	if err != nil {
		return false
	}
	defer conn.Close(ctx)
	var size int64
	var fingerprint string
	if conn.QueryRow(ctx, "SELECT pg_database_size(current_database())").Scan(&size) != nil || size > t.size+mostGrowth ||
		conn.QueryRow(ctx, schemaFingerprint).Scan(&fingerprint) != nil || fingerprint != t.fingerprint || t.restore(ctx, conn) != nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free = append(t.free, name)
	return true
}

func (t *template) restore(ctx context.Context, conn *pgx.Conn) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	if _, err := tx.Exec(ctx, t.clear, pgx.QueryExecModeSimpleProtocol); err != nil {
		return err
	}
	for table, rows := range t.rows {
		if _, err := conn.PgConn().CopyFrom(ctx, bytes.NewReader(rows), "COPY "+quote(table)+" FROM STDIN"); err != nil {
			return err
		}
	}
	return tx.Commit(ctx)
}

func texts(ctx context.Context, conn *pgx.Conn, sql string) ([]string, error) {
	rows, err := conn.Query(ctx, sql)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
