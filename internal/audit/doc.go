// Package audit seals the change log, and verifies and exports the seals. It owns what
// is hashed and how; docs/audit.md describes the same for people who verify an export
// without this program.
//
// The hash of a change covers every column of its row that says what happened. Personal
// values enter it as salted hashes, so that a person can be erased later and every seal
// stays true. A seal covers the hashes of some changes in commit order, and the seal
// before it.
//
// Writers know nothing of seals: a background job makes them from changes that are
// committed. The package store reads and keeps the rows; tracker decides which fields
// are personal.
package audit
