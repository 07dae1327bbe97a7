// Package dbimport moves an installation from SQLite to PostgreSQL: it fills an empty PostgreSQL with a backup of
// SQLite. Both have the same tables, because the same migrations make them; the package does not know what they
// mean.
package dbimport
