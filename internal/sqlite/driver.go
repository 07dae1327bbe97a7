package sqlite

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"strings"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// connector makes connections of database/sql, which all are the one of a Writer. Those that are joined work inside of the
// transaction of Write: there Begin, Commit and Rollback do nothing. The others take a turn.
type connector struct {
	writer   *Writer
	isJoined bool
}

func (c connector) Connect(context.Context) (driver.Conn, error) { return &sqlConn{connector: c}, nil }
func (c connector) Driver() driver.Driver                        { return noDriver{} }

type noDriver struct{}

func (noDriver) Open(string) (driver.Conn, error) { return nil, errors.New("sqlite: open a Writer") }

type sqlConn struct {
	connector
	hasTurn bool // for a transaction of its own
}

var errNotInTx = errors.New("sqlite: the transaction is over")

// begin takes a turn, unless the connection has one.
func (c *sqlConn) begin(ctx context.Context) error {
	switch {
	case c.isJoined && !c.writer.inTx:
		return errNotInTx
	case c.isJoined || c.hasTurn:
		return ctx.Err()
	}
	return c.writer.lock(ctx)
}

func (c *sqlConn) end() {
	if !c.isJoined && !c.hasTurn {
		c.writer.unlock()
	}
}

func (c *sqlConn) Begin() (driver.Tx, error) {
	return c.BeginTx(context.Background(), driver.TxOptions{})
}

func (c *sqlConn) BeginTx(ctx context.Context, _ driver.TxOptions) (driver.Tx, error) {
	if err := c.begin(ctx); err != nil || c.isJoined {
		return c, err
	}
	if err := c.writer.conn.run("BEGIN IMMEDIATE"); err != nil {
		c.writer.unlock()
		return nil, err
	}
	c.hasTurn = true
	return c, nil
}

func (c *sqlConn) Commit() error {
	if !c.hasTurn {
		return nil
	}
	return errors.Join(c.writer.conn.run("COMMIT"), c.Rollback())
}

// Rollback ends the transaction, also one that could not be committed.
func (c *sqlConn) Rollback() error {
	if !c.hasTurn {
		return nil
	}
	err := c.writer.rollBack()
	c.hasTurn = false
	c.writer.unlock()
	return err
}

// Close is called too for a connection that database/sql gives up within a transaction.
func (c *sqlConn) Close() error { return c.Rollback() }

// ResetSession and IsValid keep database/sql from giving a connection up when a context has ended.
func (c *sqlConn) ResetSession(context.Context) error { return nil }
func (c *sqlConn) IsValid() bool                      { return true }

func (c *sqlConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	rows, err := c.query(ctx, text, args)
	if err != nil {
		return nil, err
	}
	err = rows.rest()
	conn := c.writer.conn
	done := result{id: sqlite3.Xsqlite3_last_insert_rowid(conn.tls, conn.db), changes: c.writer.changes()}
	return done, errors.Join(err, rows.Close())
}

// QueryContext reads all rows at once if they are asked for inside of the transaction of Write: else database/sql could end
// the statement, when a context ends, while that transaction runs another one.
func (c *sqlConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := c.query(ctx, text, args)
	if err != nil || !c.isJoined {
		return rows, err
	}
	read := &readRows{names: rows.names}
	for err == nil {
		values := make([]driver.Value, len(rows.names))
		if err = rows.Next(values); err == nil {
			read.values = append(read.values, values...)
		}
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return read, errors.Join(err, rows.Close())
}

// Prepare only keeps the text: the connection keeps the statement.
func (c *sqlConn) Prepare(text string) (driver.Stmt, error) { return sqlStatement{c, text}, nil }

type sqlStatement struct {
	conn *sqlConn
	text string
}

func (s sqlStatement) Close() error                               { return nil }
func (s sqlStatement) NumInput() int                              { return -1 }
func (s sqlStatement) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }
func (s sqlStatement) Query([]driver.Value) (driver.Rows, error)  { return nil, driver.ErrSkip }
func (s sqlStatement) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return s.conn.ExecContext(ctx, s.text, args)
}
func (s sqlStatement) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return s.conn.QueryContext(ctx, s.text, args)
}

type result struct{ id, changes int64 }

func (r result) LastInsertId() (int64, error) { return r.id, nil }
func (r result) RowsAffected() (int64, error) { return r.changes, nil }

// query runs each statement of a text, and returns the rows of the last. Their Close ends the turn, which they hold: many can be
// read without being held in memory.
func (c *sqlConn) query(ctx context.Context, text string, named []driver.NamedValue) (*sqlRows, error) {
	args := make([]any, len(named))
	for i, arg := range named {
		if args[i] = arg.Value; arg.Name != "" {
			return nil, errors.New("sqlite: arguments have no names")
		}
		if at, isTime := arg.Value.(time.Time); isTime {
			args[i] = at.UTC().Format("2006-01-02 15:04:05.999") // as the job queue writes it in its own statements
		}
	}
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	if c.isJoined { // an interrupted statement would take the transaction of others with it
		ctx = context.Background()
	}
	rows := &sqlRows{end: c.end}
	for text != "" {
		if err := rows.rest(); err != nil { // before the next is prepared, which may need what this one makes
			return rows.orError(err)
		}
		s, rest, err := c.writer.conn.prepare(text)
		if s == nil {
			return rows.orError(err)
		}
		r, err := c.writer.conn.start(ctx, s, args)
		if err != nil {
			return rows.orError(err)
		}
		rows.show(r)
		text = strings.TrimSpace(rest)
	}
	return rows, nil
}

// sqlRows are the rows of a statement that runs.
type sqlRows struct {
	rows   *Rows // nil without a statement, and behind the last row
	names  []string
	isTime []bool
	end    func()
}

// show begins with the rows of a statement. It is stepped first: a schema that has changed changes the columns in the first step.
func (r *sqlRows) show(rows *Rows) {
	r.rows, r.names, r.isTime = rows, nil, nil
	rows.Next()
	tls, handle := rows.conn.tls, rows.statement.handle
	for i := range sqlite3.Xsqlite3_column_count(tls, handle) {
		r.names = append(r.names, libc.GoString(sqlite3.Xsqlite3_column_name(tls, handle, i)))
		r.isTime = append(r.isTime, isTimeType(libc.GoString(sqlite3.Xsqlite3_column_decltype(tls, handle, i))))
	}
}

func (r *sqlRows) Columns() []string { return r.names }

func (r *sqlRows) Next(dest []driver.Value) error {
	if r.rows == nil || !r.rows.onRow {
		return cmp.Or(r.rest(), io.EOF)
	}
	for i := range dest {
		dest[i] = r.rows.value(int32(i)) // #nosec G115 -- SQLite has at most 32,767 columns
		if text, isText := dest[i].(string); isText && r.isTime[i] {
			dest[i] = parseTime(text)
		}
	}
	r.rows.Next()
	return nil
}

// rest runs the statement to its end.
func (r *sqlRows) rest() error {
	if r.rows == nil {
		return nil
	}
	for r.rows.onRow {
		r.rows.Next()
	}
	err := r.rows.Err()
	r.rows.Close()
	r.rows = nil
	return err
}

func (r *sqlRows) orError(err error) (*sqlRows, error) {
	if err == nil {
		return r, nil
	}
	return nil, errors.Join(err, r.Close())
}

// Close ends the statement, and the turn that was taken for it.
func (r *sqlRows) Close() error {
	if r.rows != nil {
		r.rows.Close()
		r.rows = nil
	}
	if r.end != nil {
		r.end()
		r.end = nil
	}
	return nil
}

// readRows are rows that were read at once.
type readRows struct {
	names  []string
	values []driver.Value
}

func (r *readRows) Columns() []string { return r.names }
func (r *readRows) Close() error      { return nil }
func (r *readRows) Next(dest []driver.Value) error {
	if len(r.values) == 0 {
		return io.EOF
	}
	r.values = r.values[copy(dest, r.values):]
	return nil
}

func isTimeType(declared string) bool {
	switch strings.ToUpper(declared) {
	case "DATE", "DATETIME", "TIMESTAMP":
		return true
	}
	return false
}

// timeFormats are those that SQLite's own functions write, and those of Go.
var timeFormats = []string{"2006-01-02 15:04:05.999999999", "2006-01-02T15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999-07:00",
	"2006-01-02 15:04:05.999999999 -0700 MST", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04", "2006-01-02T15:04", "2006-01-02"}

func parseTime(text string) driver.Value {
	for _, format := range timeFormats {
		if at, err := time.Parse(format, text); err == nil {
			return at
		}
	}
	return text
}
