package record

import (
	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/tracker"
)

// Records are the use cases of what people list, open and edit.
type Records struct {
	*change.Engine
	hasher     *auth.Hasher
	tombstones Tombstones
	documents  tracker.DocumentLimits
}

// New makes the use cases of records; tombstones are nil where nobody is erased.
func New(e *change.Engine, hasher *auth.Hasher, tombstones Tombstones, documents tracker.DocumentLimits) *Records {
	return &Records{e, hasher, tombstones, documents}
}
