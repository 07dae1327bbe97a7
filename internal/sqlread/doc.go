// Package sqlread reads an SQLite file over a few connections of its own,
// without database/sql: that layer and the driver under it start two goroutines
// for every statement and box every value, which cost more than the small
// statements of most requests. It can not write.
//
// It owns connections, prepared statements, and the way values get in and out.
// It knows nothing of the tracker's tables.
package sqlread
