package assistant

import (
	"slices"
	"testing"

	"btracker/internal/tracker"
)

// Assistants read every list of records that people change many of at once, and are told where the app shows one.
func TestEveryKindIsListed(t *testing.T) {
	for _, kind := range tracker.BulkLists {
		if lists[kind].path == "" || len(lists[kind].columns) == 0 {
			t.Errorf("lists (tools.go) has no %s", kind)
		}
		if !slices.Contains(listNames, kind) {
			t.Errorf("listNames (tools.go) has no %s", kind)
		}
		if tracker.PageOf(kind, "1", "2") == "" {
			t.Errorf("the kind %s has no Page", kind)
		}
	}
}
