package store

import "errors"

// ErrTaken reports that a unique value is in use already.
var ErrTaken = errors.New("store: value is taken")

// ErrBadURL reports a database URL that can not be read. The driver's own words
// may hold the password.
var ErrBadURL = errors.New("the database URL can not be read")
