package sqlite

import (
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
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	defer c.end()
	if _, err := c.writer.runAll(text, args); err != nil {
		return nil, err
	}
	return result{id: sqlite3.Xsqlite3_last_insert_rowid(c.writer.conn.tls, c.writer.conn.db), changes: c.writer.changes()}, nil
}

// QueryContext reads all rows at once, so that neither the turn nor a statement is held while they are looked at. Who asks
// here asks for few.
func (c *sqlConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	if err := c.begin(ctx); err != nil {
		return nil, err
	}
	defer c.end()
	return c.writer.runAll(text, args)
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

// runAll runs each statement of a text, and returns the rows of the last.
func (w *Writer) runAll(text string, named []driver.NamedValue) (read *sqlRows, err error) {
	args := make([]any, len(named))
	for i, arg := range named {
		if args[i] = arg.Value; arg.Name != "" {
			return nil, errors.New("sqlite: arguments have no names")
		}
		if at, isTime := arg.Value.(time.Time); isTime {
			args[i] = at.UTC().Format("2006-01-02 15:04:05.999") // as the job queue writes it in its own statements
		}
	}
	read = &sqlRows{}
	for {
		s, rest, err := w.conn.prepare(text)
		if err != nil || s == nil {
			return read, err
		}
		r, err := w.conn.start(context.Background(), s, args)
		if err != nil {
			return nil, err
		}
		read, err = readAll(r)
		r.Close()
		if err != nil || rest == "" {
			return read, err
		}
		text = rest
	}
}

// sqlRows are rows that were read.
type sqlRows struct {
	names  []string
	values []driver.Value
}

func readAll(r *Rows) (*sqlRows, error) {
	read := &sqlRows{}
	tls, handle := r.conn.tls, r.statement.handle
	var isTime []bool
	for isFirst := true; r.Next() || isFirst; isFirst = false {
		if isFirst { // not earlier: a schema that has changed changes the columns in the first step
			for i := range sqlite3.Xsqlite3_column_count(tls, handle) {
				read.names = append(read.names, libc.GoString(sqlite3.Xsqlite3_column_name(tls, handle, i)))
				isTime = append(isTime, isTimeType(libc.GoString(sqlite3.Xsqlite3_column_decltype(tls, handle, i))))
			}
		}
		if !r.onRow {
			break
		}
		for i := range read.names {
			value := r.value(int32(i))
			if text, isText := value.(string); isText && isTime[i] {
				value = parseTime(text)
			}
			read.values = append(read.values, value)
		}
	}
	return read, r.Err()
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

func (r *sqlRows) Columns() []string { return r.names }
func (r *sqlRows) Close() error      { return nil }
func (r *sqlRows) Next(dest []driver.Value) error {
	if len(r.values) == 0 {
		return io.EOF
	}
	r.values = r.values[copy(dest, r.values):]
	return nil
}
