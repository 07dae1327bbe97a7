package backup_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/backup"
	"btracker/internal/tracker"
)

func TestTombstonesAreKept(t *testing.T) {
	at := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	one, two := tracker.Tombstone{UserID: "a", Pseudonym: "1", At: at}, tracker.Tombstone{UserID: "b", Pseudonym: "2", At: at}
	list := backup.Tombstones{Dir: filepath.Join(t.TempDir(), "data")}
	expect := func(want ...tracker.Tombstone) {
		t.Helper()
		if kept, err := list.Kept(); err != nil || !cmp.Equal(kept, want) {
			t.Errorf("%v, %v, want %v", kept, err, want)
		}
	}
	expect()
	// A database that knows fewer of them, as a restored one does, takes none away.
	for _, all := range [][]tracker.Tombstone{{}, {one}, {one, two}, {two}, {}} {
		if err := list.Keep(all); err != nil {
			t.Fatal(err)
		}
	}
	expect(one, two)
	if err := os.WriteFile(filepath.Join(list.Dir, "erased-people"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := list.Kept(); err == nil {
		t.Error("a broken list is read")
	}
}
