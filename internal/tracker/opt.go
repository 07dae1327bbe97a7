package tracker

import (
	"encoding/json"
	"time"
)

// Opt is a request value that knows whether it was sent: in an edit an absent
// field stays as it is and null clears it.
type Opt[T any] struct {
	Value T
	Sent  bool
	Null  bool
}

// Receiver is how a decoder fills an Opt without knowing what it holds.
type Receiver interface {
	// Receive takes note of a sent JSON value and returns where it is to be
	// decoded to; nil when it stands for nothing.
	Receive(raw []byte) any
}

func (o *Opt[T]) Receive(raw []byte) any {
	*o = Opt[T]{Sent: true, Null: string(raw) == "null" || string(raw) == `""` && fromForm(o.Value)}
	if o.Null {
		return nil
	}
	return &o.Value
}

// fromForm holds for what a form sends as "" when nothing is chosen or typed.
func fromForm(value any) bool {
	switch value.(type) {
	case Enum, time.Time, Amount:
		return true
	}
	return false
}

// Some is a sent value, for code and tests that build inputs by hand.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Sent: true} }

// UnmarshalJSON serves decoders that do not know Receiver, such as Go's own.
func (o *Opt[T]) UnmarshalJSON(raw []byte) error {
	if target := o.Receive(raw); target != nil {
		return json.Unmarshal(raw, target)
	}
	return nil
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

// Inner is the value, whatever it is: the validator and the contract ask what kind it has.
func (o Opt[T]) Inner() any { return o.Value }
