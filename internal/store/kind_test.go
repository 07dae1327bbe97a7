package store

import (
	"slices"
	"testing"

	"btracker/internal/tracker"
)

// The store knows where the records of every kind are.
func TestEveryKindIsStored(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for _, kind := range tracker.RecordKinds {
			if _, err := f.RecordNames(t.Context(), RecordKind(kind.Name), []string{"x"}); err != nil {
				t.Errorf("%s: %v", kind.Name, err)
			}
		}
		for _, kind := range storedKinds {
			if !slices.Contains(tracker.ChangedEntities, kind.name) {
				t.Errorf("%s is no kind of record", kind.name)
			}
		}
	})
}
