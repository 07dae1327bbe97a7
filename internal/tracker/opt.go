package tracker

import (
	"encoding/json"
	"time"
)

// Opt is a field of a request that knows whether it was sent: an edit leaves an absent
// field as it is, and clears a field that is null.
type Opt[T any] struct {
	Value T
	Sent  bool
	Null  bool
}

// Receiver is an Opt of any type, for decoders.
type Receiver interface {
	// Receive notes that a JSON value was sent, and returns the pointer to decode it into;
	// nil if the value is null or as good as that.
	Receive(raw []byte) any
}

func (o *Opt[T]) Receive(raw []byte) any {
	*o = Opt[T]{Sent: true, Null: string(raw) == "null" || string(raw) == `""` && fromForm(o.Value)}
	if o.Null {
		return nil
	}
	return &o.Value
}

// fromForm reports whether a form sends "" for a value of this type that is not filled in.
func fromForm(value any) bool {
	switch value.(type) {
	case Enum, time.Time, Amount:
		return true
	}
	return false
}

// Some returns an Opt that holds a sent value.
func Some[T any](v T) Opt[T] { return Opt[T]{Value: v, Sent: true} }

// UnmarshalJSON is for encoding/json, which does not know Receiver.
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

// Empty reports whether the value is absent or null.
func (o Opt[T]) Empty() bool { return !o.Sent || o.Null }

// Pointer returns nil if the Opt is empty.
func (o Opt[T]) Pointer() *T {
	if o.Empty() {
		return nil
	}
	return &o.Value
}

// Apply sets the target if the value was sent, to nil if it is null.
func (o Opt[T]) Apply(target **T) {
	if o.Sent {
		*target = o.Pointer()
	}
}

// Inner returns the value, for code that needs to know its type.
func (o Opt[T]) Inner() any { return o.Value }
