// Package sqlite is the one way to an SQLite file. A Pool has the connections that read, a Writer the one that writes. Both
// run their statements directly: database/sql and the driver below it start two goroutines for every statement and box
// every value; for the small statements of most requests that costs more than the statement. What needs database/sql, the
// job queue and migrations, gets the writing connection through it (driver.go), inside of a transaction or by itself.
//
// The package answers what database/sql and the driver would answer, or refuses. Tests in internal/store (sqlite_*_test.go)
// compare the two for every kind of value and for every statement of the store. One difference is intended: text in a
// column declared as a date stays text, but for those who come by database/sql.
//
// The package owns connections, prepared statements, and the conversion of arguments and values. It knows nothing of the
// tracker's tables.
package sqlite
