package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// conn is one connection. It is opened without SQLite's own locks, so only one
// goroutine at a time may use it.
type conn struct {
	tls        *libc.TLS
	db         uintptr
	statements map[string]*statement // those that are kept, by their texts

	mu      sync.Mutex // guards running, and every interrupt
	running *Rows
}

// statement is a prepared statement. Most are kept by their connection for the next query with the same text.
type statement struct {
	handle     uintptr
	parameters []int     // for each parameter, the index of its argument
	copies     []uintptr // of the text and the bytes that it reads while it runs
	isRunning  bool
	isKept     bool
}

// Error is an error that SQLite reported.
type Error struct {
	code    int
	message string
}

func (e *Error) Error() string { return fmt.Sprintf("sqlite: %s (%d)", e.message, e.code) }

// Code returns SQLite's extended result code.
func (e *Error) Code() int { return e.code }

func openConn(uri string, pragmas []string) (*conn, error) {
	c := &conn{tls: libc.NewTLS(), statements: map[string]*statement{}}
	name, err := libc.CString(uri)
	if err != nil {
		return nil, err
	}
	defer libc.Xfree(c.tls, name)
	handle := c.tls.Alloc(8)
	defer c.tls.Free(8)
	code := sqlite3.Xsqlite3_open_v2(c.tls, name, handle, sqlite3.SQLITE_OPEN_READWRITE|sqlite3.SQLITE_OPEN_NOMUTEX|sqlite3.SQLITE_OPEN_URI, 0)
	c.db = libc.AtomicLoadPUintptr(handle) // set even when opening failed
	if err := c.check(code); err != nil {
		return nil, errors.Join(err, c.close())
	}
	sqlite3.Xsqlite3_extended_result_codes(c.tls, c.db, 1)
	if err := c.keepPlans(); err != nil {
		return nil, errors.Join(err, c.close())
	}
	for _, pragma := range pragmas {
		if err := c.run("PRAGMA " + pragma); err != nil {
			return nil, errors.Join(fmt.Errorf("pragma %s: %w", pragma, err), c.close())
		}
	}
	return c, nil
}

// keepPlans turns on SQLite's query planner stability guarantee. Without it the
// planner looks at the values of parameters, and plans a prepared statement again
// at every execution.
func (c *conn) keepPlans() error {
	on := libc.NewVaList(int32(1), uintptr(0))
	defer libc.Xfree(c.tls, on)
	return c.check(sqlite3.Xsqlite3_db_config(c.tls, c.db, sqlite3.SQLITE_DBCONFIG_ENABLE_QPSG, on))
}

func (c *conn) run(sql string) error {
	r, err := c.query(context.Background(), sql, nil)
	if err != nil {
		return err
	}
	for r.Next() {
		continue
	}
	r.release()
	return r.Err()
}

// first reads the first row of a statement.
func (c *conn) first(sql string, dest ...any) error {
	r, err := c.query(context.Background(), sql, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	if !r.Next() {
		return cmp.Or(r.Err(), errNoRow)
	}
	return r.Scan(dest...)
}

var errNoRow = errors.New("sqlite: no row")

// maxStatements bounds the prepared statements that a connection keeps: sorts and filters
// make far more texts than there are in use, and each takes some ten KiB.
const maxStatements = 400

// forgetStatements drops all statements that are kept. Those that run are dropped when they end.
func (c *conn) forgetStatements() {
	for _, s := range c.statements {
		if s.isKept = false; !s.isRunning {
			c.drop(s)
		}
	}
	clear(c.statements)
}

func (c *conn) drop(s *statement) { sqlite3.Xsqlite3_finalize(c.tls, s.handle) }

func (c *conn) close() error {
	c.forgetStatements()
	code := sqlite3.Xsqlite3_close_v2(c.tls, c.db)
	c.tls.Close()
	if code != sqlite3.SQLITE_OK {
		return &Error{code: int(code), message: "the connection could not be closed"}
	}
	return nil
}

// check returns the error for a result code, nil for SQLITE_OK.
func (c *conn) check(code int32) error {
	if code == sqlite3.SQLITE_OK {
		return nil
	}
	return &Error{code: int(code), message: libc.GoString(sqlite3.Xsqlite3_errmsg(c.tls, c.db))}
}

var errNotSingle = errors.New("sqlite: not a single statement")

// prepare returns the first statement of a text, nil if there is none, and the text behind it. It is the one that is kept,
// unless somebody reads its rows.
func (c *conn) prepare(sql string) (s *statement, rest string, err error) {
	kept := c.statements[sql]
	if kept != nil && !kept.isRunning {
		return kept, "", nil
	}
	if s, rest, err = c.compile(sql); err != nil || s == nil || kept != nil || strings.TrimSpace(rest) != "" {
		return s, rest, err
	}
	if len(c.statements) == maxStatements {
		c.forgetStatements()
	}
	s.isKept, c.statements[sql] = true, s
	return s, "", nil
}

func (c *conn) compile(sql string) (s *statement, rest string, err error) {
	text, err := libc.CString(sql)
	if err != nil {
		return nil, "", err
	}
	defer libc.Xfree(c.tls, text)
	handle := c.tls.Alloc(16)
	behind := handle + 8
	defer c.tls.Free(16)
	if err := c.check(sqlite3.Xsqlite3_prepare_v3(c.tls, c.db, text, -1, sqlite3.SQLITE_PREPARE_PERSISTENT, handle, behind)); err != nil {
		return nil, "", err
	}
	rest = sql[libc.AtomicLoadPUintptr(behind)-text:]
	s = &statement{handle: libc.AtomicLoadPUintptr(handle)}
	if s.handle == 0 { // an empty text, or a comment
		return nil, rest, nil
	}
	for i := range sqlite3.Xsqlite3_bind_parameter_count(c.tls, s.handle) {
		// SQLite numbers parameters in the order of the text: $2 is the first in "SELECT $2, $1". A bare ? has no name.
		name, number := libc.GoString(sqlite3.Xsqlite3_bind_parameter_name(c.tls, s.handle, i+1)), int(i)+1
		if name != "" {
			if number, err = strconv.Atoi(name[1:]); err != nil {
				c.drop(s)
				return nil, "", fmt.Errorf("sqlite: parameter %q is not a number", name)
			}
		}
		s.parameters = append(s.parameters, number-1)
	}
	return s, rest, nil
}

// query runs a text of one statement.
func (c *conn) query(ctx context.Context, sql string, args []any) (*Rows, error) {
	s, rest, err := c.prepare(sql)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return nil, errNotSingle
	case strings.TrimSpace(rest) != "":
		c.drop(s)
		return nil, errNotSingle
	}
	return c.start(ctx, s, args)
}

// start runs a prepared statement up to its first row.
func (c *conn) start(ctx context.Context, s *statement, args []any) (*Rows, error) {
	s.isRunning = true
	if err := c.bind(s, args); err != nil {
		c.end(s)
		return nil, err
	}
	r := &Rows{conn: c, statement: s, ctx: ctx}
	if ctx.Done() != nil {
		c.mu.Lock()
		c.running = r
		c.mu.Unlock()
		r.unwatch = context.AfterFunc(ctx, func() { c.interrupt(r) })
	}
	return r, nil
}

// end resets a statement, so that it can run again, and frees its arguments.
func (c *conn) end(s *statement) {
	sqlite3.Xsqlite3_reset(c.tls, s.handle)
	sqlite3.Xsqlite3_clear_bindings(c.tls, s.handle)
	for _, copied := range s.copies {
		libc.Xfree(c.tls, copied)
	}
	s.copies, s.isRunning = s.copies[:0], false
	if !s.isKept {
		c.drop(s)
	}
}

// interrupt stops the statement of r. It repeats the interrupt until the statement
// has ended: SQLite forgets an interrupt that comes before the first step.
func (c *conn) interrupt(r *Rows) {
	for {
		c.mu.Lock()
		if c.running != r {
			c.mu.Unlock()
			return
		}
		sqlite3.Xsqlite3_interrupt(c.tls, c.db)
		c.mu.Unlock()
		time.Sleep(time.Millisecond)
	}
}
