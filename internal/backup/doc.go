// Package backup copies the SQLite database of a data directory to a file, also while it is served, and puts such a
// file into an empty data directory. PostgreSQL has programs of its own for both.
//
// It owns the files: no backup overwrites a file, and a file gets its name only when it is complete. The package store
// checks the schema of a backup and ends the sessions of a restored one.
package backup
