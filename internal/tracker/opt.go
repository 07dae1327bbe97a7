package tracker

import (
	"bytes"
	"encoding/json"
)

// Opt is a request value that knows whether it was sent: in an edit an absent
// field stays as it is and null clears it. T is a scalar; objects are decoded
// by the strict decoder of the transport instead.
type Opt[T any] struct {
	Value T
	Sent  bool
	Null  bool
}

// Some is a sent value, for code and tests that build inputs by hand.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Sent: true} }

// Null is a sent null.
func Null[T any]() Opt[T] { return Opt[T]{Sent: true, Null: true} }

func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	o.Sent = true
	var zero T
	_, enum := any(zero).(Enum) // nothing chosen in a form comes as ""
	if bytes.Equal(data, []byte("null")) || enum && bytes.Equal(data, []byte(`""`)) {
		o.Value, o.Null = zero, true
		return nil
	}
	o.Null = false
	return json.Unmarshal(data, &o.Value)
}

func (o Opt[T]) MarshalJSON() ([]byte, error) {
	if o.Empty() {
		return []byte("null"), nil
	}
	return json.Marshal(o.Value)
}

// Empty reports that there is no value, absent and null alike.
func (o Opt[T]) Empty() bool { return !o.Sent || o.Null }

// Pointer is the value for a nullable column, nil when empty.
func (o Opt[T]) Pointer() *T {
	if o.Empty() {
		return nil
	}
	return &o.Value
}

// Apply writes a sent value over a nullable field and leaves it alone otherwise.
func (o Opt[T]) Apply(target **T) {
	if o.Sent {
		*target = o.Pointer()
	}
}

// Inner is a zero T: it lets the contract describe what the option holds.
func (o Opt[T]) Inner() any { return o.Value }
