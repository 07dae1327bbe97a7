// Package app puts the rooms of the use cases together: change, record, identity, batch and notify. A use case is a method of one
// of them, and of App; none knows HTTP or SQL.
package app
