package store

import "errors"

// ErrTaken reports that a unique value is in use already.
var ErrTaken = errors.New("store: value is taken")
