// Package store keeps the tracker's data: SQL, transactions and migrations, on
// SQLite or PostgreSQL from one SQL text. dialect_sqlite.go and
// dialect_postgres.go hold the few real differences. An entity has a file of its
// name; docs/architecture.md says what the other files do.
//
// It knows entities, not permissions: the rooms of the use cases decide who may do what and call in
// here inside one transaction. Times cross as milliseconds, money as cents.
package store
