package app

import (
	"testing"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// What is forgotten for a new kind of record is named here.
func TestKindsAreWhole(t *testing.T) {
	missing := func(kind, what string, has bool) {
		t.Helper()
		if !has {
			t.Errorf("%s has no %s: see the other kind_*.go and bulk_*.go", kind, what)
		}
	}
	for _, of := range tracker.RecordKinds {
		k, isThere := kinds[of.Name]
		if missing(of.Name, "description in kinds", isThere); !isThere {
			continue
		}
		missing(k.name, "hearers", k.hearers != nil)
		missing(k.name, "mayUndo", k.mayUndo != nil)
		missing(k.name, "undoEdit", k.undoEdit != nil)
		missing(k.name, "removable, nor detach and attach", k.removable != nil || k.detach != nil && k.attach != nil || k.name == tracker.EntityUser) // a user is never removed
		bulk := bulkKinds[of.Name]
		missing(k.name, "action", len(of.Actions) == 0 || bulk.action != nil)
		if len(of.Imports) > 0 {
			missing(k.name, "imports", bulk.imports != nil)
			i := *bulk.imports
			missing(k.name, "complete imports", i.nameField != "" && i.find != nil && i.load != nil && i.record != nil && i.apply != nil)
		}
	}
	for name, k := range kinds {
		missing(name, "tell, nor hearers", k.tell != nil || k.hearers != nil)
	}
}

// While replicas are upgraded one after the other, older ones read changes of kinds that they do not know.
func TestChangesOfUnknownKindsAreLeftAlone(t *testing.T) {
	later := store.Change{Entity: "ofALaterVersion", EntityID: "x", Action: "edit"}
	if err := (&Relay{}).tell(t.Context(), store.LoggedChange{Change: later}, []string{"somebody"}); err != nil {
		t.Error(err)
	}
	if areIndependent([]store.ListedChange{{Change: later}}) {
		t.Error("records of a kind that is not known would be read")
	}
}
