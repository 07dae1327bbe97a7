package batch

import (
	"slices"
	"testing"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// What is forgotten for a new kind of record is named here.
func TestKindsAreWhole(t *testing.T) {
	missing := func(kind, what string, has bool) {
		t.Helper()
		if !has {
			t.Errorf("%s has no %s: see the other kinds of internal/record and internal/batch", kind, what)
		}
	}
	for _, of := range tracker.RecordKinds {
		k, isThere := change.Kinds[of.Name]
		if missing(of.Name, "description in record's kinds", isThere); !isThere {
			continue
		}
		missing(k.Name, "MayUndo", k.MayUndo != nil)
		missing(k.Name, "UndoEdit", k.UndoEdit != nil)
		missing(k.Name, "Removable, nor Detach and Attach", k.Removable != nil || k.Detach != nil && k.Attach != nil || k.Name == tracker.EntityUser) // a user is never removed
		missing(k.Name, "SetOwn", k.SetOwn != nil || !of.HasOwn)
		missing(k.Name, "Rule", k.Rule != store.Removal{} || k.Removable == nil)
		if k.Hearers != nil { // what they hear of is what the history shows them
			missing(k.Name, "isOpen in storedKinds that agrees with its Hearers", store.IsOpen(k.Name) == k.Hearers(store.Change{EntityID: "x"}).Clients)
			heard := k.Hearers(store.Change{EntityID: "x", CompanyID: new("x"), ProjectID: new("x")})
			missing(k.Name, "isApart in storedKinds that agrees with its Hearers", store.IsApart(k.Name) == (heard.CompanyID == "" && heard.ProjectID == ""))
		}
		bulk := bulkKinds[of.Name]
		own := slices.DeleteFunc(slices.Clone(of.Actions), func(action string) bool { // prepare knows the others
			return slices.Contains([]string{"remove", "removeWithContents", "restore"}, action)
		})
		missing(k.Name, "action", bulk.action != nil || len(own) == 0)
		missing(k.Name, "imports", bulk.imports != nil || len(of.Imports) == 0)
		if i := bulk.imports; i != nil {
			missing(k.Name, "complete imports", i.nameField != "" && i.find != nil && i.load != nil && i.record != nil && i.apply != nil)
			isNamed := !slices.Contains([]string{tracker.EntityUser, tracker.EntityProjectSubscription}, k.Name) // they have other keys
			missing(k.Name, "match in its imports", i.match != nil || !isNamed)
		}
	}
	for name, k := range change.Kinds {
		missing(name, "Tell, nor Hearers", k.Tell != nil || k.Hearers != nil)
	}
}
