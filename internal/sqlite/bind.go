package sqlite

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
	case []byte:
		return c.bindBytes(s, parameter, v)
	case float64:
		return c.check(sqlite3.Xsqlite3_bind_double(c.tls, s.handle, parameter, v))
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

func (c *conn) bindText(s *statement, parameter int32, text string) error {
	copied, err := s.copy(text)
	if err != nil {
		return err
	}
	return c.check(sqlite3.Xsqlite3_bind_text(c.tls, s.handle, parameter, copied, int32(len(text)), sqlite3.SQLITE_STATIC))
}

// bindBytes takes no slice for NULL, as database/sql does.
func (c *conn) bindBytes(s *statement, parameter int32, value []byte) error {
	if value == nil {
		return c.bindOne(s, parameter, nil)
	}
	copied, err := s.copy(string(value))
	if err != nil {
		return err
	}
	return c.check(sqlite3.Xsqlite3_bind_blob(c.tls, s.handle, parameter, copied, int32(len(value)), sqlite3.SQLITE_STATIC))
}

// copy copies a text to where SQLite can read it. The statement keeps it until it ends.
func (s *statement) copy(text string) (uintptr, error) {
	copied, err := libc.CString(text)
	if err == nil {
		s.copies = append(s.copies, copied)
	}
	return copied, err
}
