package sqlread

import (
	"context"
	"fmt"
	"reflect"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// Rows is the answer to a query, read row by row. It must be closed.
type Rows struct {
	pool      *Pool
	conn      *conn
	statement *statement
	ctx       context.Context
	unwatch   func() bool
	err       error
	done      bool
}

// Next goes to the next row, and reports whether there is one.
func (r *Rows) Next() bool {
	if r.done {
		return false
	}
	// Also where the statement is too short to be interrupted.
	if r.err = r.ctx.Err(); r.err == nil {
		switch code := sqlite3.Xsqlite3_step(r.conn.tls, r.statement.handle); code {
		case sqlite3.SQLITE_ROW:
			return true
		case sqlite3.SQLITE_DONE:
		default:
			if r.err = r.ctx.Err(); r.err == nil { // else it was interrupted
				r.err = r.conn.check(code)
			}
		}
	}
	r.done = true
	return false
}

// Err is why Next found no further row, nil at the end.
func (r *Rows) Err() error { return r.err }

// Close gives the connection back. It may be called more than once.
func (r *Rows) Close() {
	if r.conn == nil {
		return
	}
	c := r.conn
	r.release()
	r.pool.put(c)
}

// release ends the statement and leaves it ready for the next time.
func (r *Rows) release() {
	if r.unwatch != nil {
		r.unwatch()
	}
	c := r.conn
	c.mu.Lock()
	c.running = nil
	c.mu.Unlock()
	c.unbind(r.statement)
	r.conn, r.done = nil, true
}

// Scan reads the columns of the row into pointers to strings, bytes, whole
// numbers and flags, and into pointers to pointers where there may be NULL.
func (r *Rows) Scan(dest ...any) error {
	if n := int(sqlite3.Xsqlite3_column_count(r.conn.tls, r.statement.handle)); n != len(dest) {
		return fmt.Errorf("sqlite: %d columns into %d values", n, len(dest))
	}
	for i, d := range dest {
		if err := r.scan(int32(i), d); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rows) scan(i int32, dest any) error {
	null := r.isNull(i)
	switch d := dest.(type) {
	case **string:
		*d = nil
		if !null {
			s := r.text(i)
			*d = &s
		}
		return nil
	case **int64:
		*d = nil
		if !null {
			n := r.number(i)
			*d = &n
		}
		return nil
	case *any:
		*d = r.value(i)
		return nil
	}
	if null {
		return r.scanNull(i, dest)
	}
	switch d := dest.(type) {
	case *string:
		*d = r.text(i)
	case *int64:
		*d = r.number(i)
	case *int:
		*d = int(r.number(i))
	case *bool:
		*d = r.number(i) != 0
	case *[]byte:
		*d = []byte(r.text(i))
	default:
		return r.scanInto(i, reflect.ValueOf(dest).Elem())
	}
	return nil
}

// scanInto reads into the types that others have made of these.
func (r *Rows) scanInto(i int32, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return r.scanInto(i, v.Elem())
	case reflect.String:
		v.SetString(r.text(i))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(r.number(i))
	case reflect.Bool:
		v.SetBool(r.number(i) != 0)
	default:
		return fmt.Errorf("sqlite: column %d can not be read into a %s", i, v.Type())
	}
	return nil
}

func (r *Rows) scanNull(i int32, dest any) error {
	v := reflect.ValueOf(dest).Elem()
	if k := v.Kind(); k != reflect.Pointer && k != reflect.Slice {
		return fmt.Errorf("sqlite: NULL in column %d can not be read into a %s", i, v.Type())
	}
	v.SetZero()
	return nil
}

func (r *Rows) isNull(i int32) bool {
	return sqlite3.Xsqlite3_column_type(r.conn.tls, r.statement.handle, i) == sqlite3.SQLITE_NULL
}

func (r *Rows) number(i int32) int64 {
	return sqlite3.Xsqlite3_column_int64(r.conn.tls, r.statement.handle, i)
}

// text copies: the bytes are SQLite's, and only until the next row.
func (r *Rows) text(i int32) string {
	p := sqlite3.Xsqlite3_column_blob(r.conn.tls, r.statement.handle, i)
	if p == 0 {
		return ""
	}
	return string(libc.GoBytes(p, int(sqlite3.Xsqlite3_column_bytes(r.conn.tls, r.statement.handle, i))))
}

func (r *Rows) value(i int32) any {
	switch sqlite3.Xsqlite3_column_type(r.conn.tls, r.statement.handle, i) {
	case sqlite3.SQLITE_NULL:
		return nil
	case sqlite3.SQLITE_INTEGER:
		return r.number(i)
	}
	return r.text(i)
}
