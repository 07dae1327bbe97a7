package store

import (
	"slices"
	"strings"
	"testing"
	"time"

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

// A removed record of every kind is deleted when its time is over.
func TestTombstonesOfEveryKindAreDeleted(t *testing.T) {
	for _, kind := range storedKinds {
		isDeleted := func(step cleanupStep) bool {
			return strings.HasPrefix(step.sql, "DELETE FROM "+kind.table+" WHERE id IN (")
		}
		if kind.hasTombstones() && !slices.ContainsFunc(cleanupSteps(Retention{}, time.Now()), isDeleted) {
			t.Errorf("%s: cleanupSteps does not delete the tombstones of %s", kind.name, kind.table)
		}
		for _, attached := range storedKinds {
			goesAlong := func(step cleanupStep) bool {
				return strings.HasPrefix(step.sql, "DELETE FROM "+attached.table+" WHERE entity_id IN (SELECT id FROM "+kind.table+" ")
			}
			if attached.isNote && kind.holder != nil && !slices.ContainsFunc(cleanupSteps(Retention{}, time.Now()), goesAlong) {
				t.Errorf("%s: cleanupSteps does not delete each %s of its tombstones", kind.name, attached.name)
			}
		}
	}
}
