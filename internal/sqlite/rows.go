package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
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
	onRow     bool // there is a row to Scan
	done      bool
}

// Next advances to the next row and reports whether there is one.
func (r *Rows) Next() bool {
	if r.onRow = false; r.done {
		return false
	}
	// A short statement ends before an interrupt reaches it, so look here too.
	if r.err = r.ctx.Err(); r.err == nil {
		switch code := sqlite3.Xsqlite3_step(r.conn.tls, r.statement.handle); code {
		case sqlite3.SQLITE_ROW:
			r.onRow = true
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

// Err returns why Next stopped before the end, nil if it did not.
func (r *Rows) Err() error { return r.err }

// Close ends the statement, and gives a reading connection back to its pool. It may be called more than once.
func (r *Rows) Close() {
	if r.conn == nil {
		return
	}
	c := r.conn
	r.release()
	if r.pool != nil {
		r.pool.put(c)
	}
}

// release ends the statement, without giving the connection back.
func (r *Rows) release() {
	c := r.conn
	if r.unwatch != nil {
		r.unwatch()
		c.mu.Lock()
		if c.running == r {
			c.running = nil
		}
		c.mu.Unlock()
	}
	c.end(r.statement)
	r.conn, r.onRow, r.done = nil, false, true
}

// Scan reads the columns of the row into pointers to strings, bytes, integers,
// booleans, named types of these, or any. A pointer to a pointer also takes NULL.
// A value of another kind than its destination is converted, or refused, by the
// rules of database/sql.
func (r *Rows) Scan(dest ...any) error {
	if !r.onRow {
		return errors.New("sqlite: Scan without a row")
	}
	if n := int(sqlite3.Xsqlite3_column_count(r.conn.tls, r.statement.handle)); n != len(dest) {
		return fmt.Errorf("sqlite: %d columns into %d values", n, len(dest))
	}
	for i, d := range dest {
		if err := r.scan(int32(i), d); err != nil {
			return fmt.Errorf("sqlite: column %d: %w", i, err)
		}
	}
	return nil
}

// scan copies the common combinations directly, and leaves the others to convert.
func (r *Rows) scan(column int32, dest any) error {
	switch kind := sqlite3.Xsqlite3_column_type(r.conn.tls, r.statement.handle, column); kind {
	case sqlite3.SQLITE_TEXT:
		switch d := dest.(type) {
		case *string:
			*d = r.text(column)
			return nil
		case **string:
			s := r.text(column)
			*d = &s
			return nil
		}
	case sqlite3.SQLITE_INTEGER:
		switch d := dest.(type) {
		case *int64:
			*d = r.integer(column)
			return nil
		case *int:
			*d = int(r.integer(column))
			return nil
		case **int64:
			n := r.integer(column)
			*d = &n
			return nil
		case *bool:
			if n := r.integer(column); n == 0 || n == 1 {
				*d = n == 1
				return nil
			}
		}
	}
	return convert(r.value(column), dest)
}

func (r *Rows) value(column int32) any {
	switch sqlite3.Xsqlite3_column_type(r.conn.tls, r.statement.handle, column) {
	case sqlite3.SQLITE_INTEGER:
		return r.integer(column)
	case sqlite3.SQLITE_FLOAT:
		return sqlite3.Xsqlite3_column_double(r.conn.tls, r.statement.handle, column)
	case sqlite3.SQLITE_TEXT:
		return r.text(column)
	case sqlite3.SQLITE_BLOB:
		return bytes.Clone(r.view(column))
	}
	return nil
}

func (r *Rows) integer(column int32) int64 {
	return sqlite3.Xsqlite3_column_int64(r.conn.tls, r.statement.handle, column)
}

func (r *Rows) text(column int32) string { return string(r.view(column)) }

// view returns SQLite's own bytes, which are valid until the next row.
func (r *Rows) view(column int32) []byte {
	p := sqlite3.Xsqlite3_column_blob(r.conn.tls, r.statement.handle, column)
	if p == 0 {
		return nil
	}
	return libc.GoBytes(p, int(sqlite3.Xsqlite3_column_bytes(r.conn.tls, r.statement.handle, column)))
}

// convert stores a value in the variable that dest points to.
func convert(value, dest any) error {
	switch d := dest.(type) {
	case *string:
		return convertTo(value, d)
	case *bool:
		return convertTo(value, d)
	case *[]byte:
		return convertTo(value, d)
	case *any:
		*d = value
		return nil
	}
	pointer := reflect.ValueOf(dest)
	if pointer.Kind() != reflect.Pointer || pointer.IsNil() {
		return fmt.Errorf("a %T points to nothing that can be written", dest)
	}
	v := pointer.Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if v.SetZero(); value == nil {
			return nil
		}
		v.Set(reflect.New(v.Type().Elem()))
		return convert(value, v.Interface())
	case reflect.String:
		switch text := value.(type) {
		case string:
			v.SetString(text)
			return nil
		case []byte:
			v.SetString(string(text))
			return nil
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, isInteger := value.(int64)
		if !isInteger {
			if err := convertTo(value, &n); err != nil {
				return err
			}
		}
		if v.OverflowInt(n) {
			return fmt.Errorf("%d is too large for a %s", n, v.Type())
		}
		v.SetInt(n)
		return nil
	}
	return fmt.Errorf("a %T can not be read into a %s", value, v.Type())
}

// convertTo borrows the conversion of database/sql, which has no function of its own for it.
func convertTo[T any](value any, dest *T) error {
	if value == nil && reflect.TypeFor[T]().Kind() != reflect.Slice {
		return fmt.Errorf("NULL can not be read into a %T", *dest)
	}
	var converted sql.Null[T]
	err := converted.Scan(value)
	*dest = converted.V
	return err
}
