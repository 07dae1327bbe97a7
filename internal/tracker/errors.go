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
	var e *Error
	return errors.As(err, &e) && e.Kind == k
}

// ErrNotFound is both "no such object" and "not yours to see": telling them
// apart would let anyone probe for other people's ids.
var ErrNotFound = &Error{Kind: KindNotFound, Code: "notFound", Title: "Not found", Reason: "Item is not found."}

// Invalid reports one broken rule at one field.
func Invalid(field, code, message string) *Error {
	return &Error{Kind: KindInvalid, Code: "invalid", Title: "Validation failed",
		Fields: []FieldError{{Field: field, Code: code, Message: message}}}
}

// JoinInvalid puts the broken rules of several parts of one request together.
func JoinInvalid(errs ...error) error {
	var all *Error
	for _, err := range errs {
		e, ok := errors.AsType[*Error](err)
		switch {
		case err == nil:
		case !ok || e.Kind != KindInvalid:
			return err
		case all == nil:
			all = e
		default:
			all.Fields = append(all.Fields, e.Fields...)
		}
	}
	if all == nil {
		return nil
	}
	return all
}

// Forbidden reports an action the caller's rights do not cover.
func Forbidden(reason string) *Error {
	return &Error{Kind: KindForbidden, Code: "forbidden", Title: "Not allowed", Reason: reason}
}

// Refused reports a business rule that stands in the way, with what a person
// needs to know to get past it.
func Refused(code, title, reason string, context map[string]any) *Error {
	return &Error{Kind: KindRefused, Code: code, Title: title, Reason: reason, Context: context}
}

// Unauthenticated answers every failed sign-in alike, so that nobody learns
// whether the address, the password or the account's state was the cause.
func Unauthenticated(reason string) *Error {
	return &Error{Kind: KindUnauthenticated, Code: "unauthenticated", Title: "Not signed in", Reason: reason}
}

// InvalidToken reports a token that was presented but no longer counts.
func InvalidToken() *Error {
	return &Error{Kind: KindInvalidToken, Code: "invalidToken", Title: "Session ended",
		Reason: "Session expired. Please, login again!"}
}

// TooMany asks the caller to wait.
func TooMany(reason string, wait time.Duration) *Error {
	return &Error{Kind: KindTooMany, Code: "tooMany", Title: "Too many requests", Reason: reason, RetryAfter: wait}
}
