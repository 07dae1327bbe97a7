package batch

import "btracker/internal/change"

// Batches are the use cases of changes that belong together: bulk actions, imports, and undos.
type Batches struct {
	*change.Engine
	undoneAtOnce int
}

// New makes the use cases of batches; undoneAtOnce is how many changes of a batch one transaction takes back.
func New(e *change.Engine, undoneAtOnce int) *Batches { return &Batches{e, undoneAtOnce} }
