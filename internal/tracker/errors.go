package tracker

import (
	"errors"
	"strings"
	"time"
)

// Kind says what went wrong in terms a caller can act on. The transport maps
// each kind to one status in one place.
type Kind int

const (
	KindInvalid         Kind = iota + 1 // a value breaks a validation rule
	KindUnauthenticated                 // no token, or a wrong sign-in
	KindInvalidToken                    // a presented token is expired, revoked or forged
	KindForbidden                       // may see the object, but not do this
	KindNotFound                        // no such object, or not the caller's to see
	KindConflict                        // somebody changed it meanwhile
	KindRefused                         // a business rule refuses
	KindTooMany                         // slowed down
	KindTooLarge                        // more than we read
	KindUnsupported                     // not a format we take
	KindUnavailable                     // the database is busy or away
	KindTimeout                         // it did not answer in time
	KindDiskFull                        // nothing more can be written
	KindTooSlow                         // the request itself did not arrive in time
	KindMethod                          // there is an operation here, but not by this method
	KindDefect                          // a mistake of the program
)

// Error is the only error type that reaches a user. Anything else is a defect,
// logged under an id and answered without its text.
type Error struct {
	Kind       Kind
	Code       string // stable, for translation
	Title      string // what happened, in a few words
	Reason     string // what it means and what to do next
	Fields     []FieldError
	Context    map[string]any // named values shown beside the reason
	RetryAfter time.Duration
}

// FieldError is one broken rule at one field.
type FieldError struct {
	Field   string // wire name, camelCase
	Code    string
	Message string
}

func (e *Error) Error() string {
	if len(e.Fields) == 0 {
		return e.Title + ": " + e.Reason
	}
	messages := make([]string, len(e.Fields))
	for i, f := range e.Fields {
		messages[i] = f.Message
	}
	return strings.Join(messages, " ")
}

// IsKind reports whether err is, or wraps, an Error of that kind.
func IsKind(err error, k Kind) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Kind == k
}

// JoinInvalid puts the broken rules of several parts of one request together.
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
