package httpapi

import (
	"runtime"
	"time"

	"btracker/internal/app"
	"btracker/internal/contract"
)

// A read that no index sorts may keep a connection to the database and a processor for
// seconds. Such reads wait for their turn: they never take all connections, one user never
// takes all turns, and the memory in which they sort is bounded by their number. Where a list
// is sorted by an index is decided by the store, from filters, rights and sizes, so every
// read that may be long counts as one.
const (
	readsOfUser  = 2
	fewestReads  = 3
	readPatience = 10 * time.Second // shorter than workTimeout, so that the caller gets a 429
	// plainRows is how far into a list its first pages reach.
	plainRows = 1000
)

// readsAtOnce leaves a connection to those who read a single record.
func readsAtOnce(a *app.App) int {
	if a.Store == nil { // only the document is asked for
		return fewestReads
	}
	return min(a.Readers()-1, max(fewestReads, runtime.GOMAXPROCS(0)))
}

// isLongRead reports whether a read takes a turn. The first pages of a list in its usual
// order, without filters, take none. An export takes its turns while it is written.
func isLongRead(op *contract.Operation, c call) bool {
	if op.List == nil || !op.MayBeLong() {
		return op.MayBeLong()
	}
	for name, values := range c.params {
		switch name {
		case "PageNumber", "PageSize":
		case "SortBy":
			if len(op.List.Sorts) > 0 && values[0] != op.List.Sorts[0] {
				return true
			}
		case "SortDescending":
		default:
			return true
		}
	}
	return c.List.Offset()+c.List.PageSize > plainRows
}
