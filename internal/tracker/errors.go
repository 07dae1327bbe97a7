package tracker

import (
	"errors"
	"strings"
	"time"
)

// Kind says what went wrong in terms that a caller can act on. httpapi/problem.go maps
// each kind to a status.
type Kind int

const (
	KindInvalid         Kind = iota + 1 // a value breaks a validation rule
	KindUnauthenticated                 // no token, or a wrong sign-in
	KindInvalidToken                    // the token is expired, revoked or forged
	KindForbidden                       // the caller may see the object, but not do this
	KindNotFound                        // no such object, or the caller may not see it
	KindConflict                        // somebody else changed the object in the meantime
	KindRefused                         // a business rule refuses
	KindTooMany                         // the caller has to wait
	KindTooLarge                        // the body is too large
	KindUnsupported                     // the body has a format that the server does not take
	KindUnavailable                     // the database is busy or away
	KindTimeout                         // the database did not answer in time
	KindDiskFull                        // the server can write nothing more
	KindTooSlow                         // the request did not arrive in time
	KindMethod                          // the address has an operation, but not by this method
	KindDefect                          // a mistake of the program
)

// Error is the only error type that reaches a user. Any other error is a defect, whose
// text is logged and not answered.
type Error struct {
	Kind       Kind
	Code       string // stable, for translation
	Title      string // what happened, in a few words
	Reason     Text   // what that means, and what to do next
	Fields     []FieldError
	Needs      []string       // of KindForbidden: the roles that would do, the highest first; empty if none would
	Context    map[string]any // named values shown beside the reason
	RetryAfter time.Duration
}

// FieldError is one broken rule at one field.
type FieldError struct {
	Field   string // wire name, camelCase
	Code    string
	Message Text
}

// ErrorName is the name of a field where its errors are listed: in PascalCase, but own fields as they were sent.
func ErrorName(field string) string {
	if strings.HasPrefix(field, OwnPrefix) || field == "" {
		return field
	}
	return strings.ToUpper(field[:1]) + field[1:]
}

func (e *Error) Error() string {
	if len(e.Fields) == 0 {
		return e.Title + ": " + e.Reason.String()
	}
	return e.Text().String()
}

// Text says why: what is wrong with the fields, or else the reason.
func (e *Error) Text() Text {
	if len(e.Fields) == 0 {
		return e.Reason
	}
	messages := make([]Text, len(e.Fields))
	for i, f := range e.Fields {
		messages[i] = f.Message
	}
	return InARow(messages...)
}

// IsKind reports whether err is, or wraps, an Error of that kind.
func IsKind(err error, k Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == k
}

// JoinInvalid joins the broken rules of several parts of one request into one error. An
// error of another kind is returned alone; nil errors are left out.
func JoinInvalid(errs ...error) error {
	var fields []FieldError
	for _, err := range errs {
		e, ok := errors.AsType[*Error](err)
		switch {
		case err == nil:
		case !ok || e.Kind != KindInvalid:
			return err
		default:
			fields = append(fields, e.Fields...)
		}
	}
	if fields == nil {
		return nil
	}
	return invalid(fields)
}
