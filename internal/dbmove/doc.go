// Package dbmove moves an installation between SQLite and PostgreSQL, row by row: ToPostgres fills an empty PostgreSQL with a
// backup of SQLite, ToSQLite is the way back. Both have the same tables, because the same migrations make them; the package
// does not know what they mean.
//
// A move copies slices of rows, each in a transaction that also notes in the destination how far it came. A run that was
// killed goes on there: it reads the rows that are copied again, and refuses if they are other ones now. While the notes
// are there, the store refuses to open the database. At the end both sides are read and compared by their checksums.
package dbmove
