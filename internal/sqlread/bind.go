package sqlread

import (
	"fmt"
	"reflect"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"
)

// bind sets the parameters of a statement.
func (c *conn) bind(s *statement, args []any) error {
	for i, from := range s.parameters {
		if from < 0 || from >= len(args) {
			return fmt.Errorf("sqlite: no argument for $%d", from+1)
		}
		if err := c.bindOne(s, int32(i)+1, args[from]); err != nil {
			return err
		}
	}
	return nil
}

func (c *conn) bindOne(s *statement, parameter int32, arg any) error {
	switch v := arg.(type) {
	case nil:
		return c.check(sqlite3.Xsqlite3_bind_null(c.tls, s.handle, parameter))
	case string:
		return c.bindText(s, parameter, v)
	case int64:
		return c.bindNumber(s, parameter, v)
	case int:
		return c.bindNumber(s, parameter, int64(v))
	}
	switch v := reflect.ValueOf(arg); v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return c.bindOne(s, parameter, nil)
		}
		return c.bindOne(s, parameter, v.Elem().Interface())
	case reflect.String:
		return c.bindText(s, parameter, v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return c.bindNumber(s, parameter, v.Int())
	case reflect.Bool:
		if v.Bool() {
			return c.bindNumber(s, parameter, 1)
		}
		return c.bindNumber(s, parameter, 0)
	}
	return fmt.Errorf("sqlite: a %T can not be an argument", arg)
}

func (c *conn) bindNumber(s *statement, parameter int32, n int64) error {
	return c.check(sqlite3.Xsqlite3_bind_int64(c.tls, s.handle, parameter, n))
}

// bindText copies the text. The connection keeps the copy until the statement ends.
func (c *conn) bindText(s *statement, parameter int32, text string) error {
	copied, err := libc.CString(text)
	if err != nil {
		return err
	}
	c.texts = append(c.texts, copied)
	return c.check(sqlite3.Xsqlite3_bind_text(c.tls, s.handle, parameter, copied, int32(len(text)), sqlite3.SQLITE_STATIC))
}

// unbind resets a statement, so that it can run again, and frees its arguments.
func (c *conn) unbind(s *statement) {
	sqlite3.Xsqlite3_reset(c.tls, s.handle)
	sqlite3.Xsqlite3_clear_bindings(c.tls, s.handle)
	for _, text := range c.texts {
		libc.Xfree(c.tls, text)
	}
	c.texts = c.texts[:0]
}
