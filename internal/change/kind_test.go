package change

import (
	"testing"

	"btracker/internal/store"
)

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
