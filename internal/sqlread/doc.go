// Package sqlread reads an SQLite file over a few connections of its own, without
// database/sql. database/sql and the driver below it start two goroutines for
// every statement and box every value; for the small statements of most requests
// that costs more than the statement. sqlread can not write.
//
// sqlread answers what database/sql and the driver would answer, or refuses. Tests
// in internal/store (sqlread_*_test.go) compare the two for every kind of value and
// for every statement of the store. One difference is intended: text in a column
// declared as a date stays text.
//
// The package owns connections, prepared statements, and the conversion of
// arguments and values. It knows nothing of the tracker's tables.
package sqlread
