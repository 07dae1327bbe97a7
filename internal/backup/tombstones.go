package backup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"btracker/internal/datadir"
	"btracker/internal/tracker"
)

// tombstonesFile is beside the database. Inside, a restored backup would not know of people who were erased after it.
const tombstonesFile = "erased-people"

// Tombstones is the list of erased people in a data directory: one JSON object a line, with nothing personal.
type Tombstones struct{ Dir string }

// Kept reads the list.
func (t Tombstones) Kept() (kept []tracker.Tombstone, err error) {
	text, err := os.ReadFile(filepath.Join(t.Dir, tombstonesFile)) // #nosec G304 -- beside the database
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(text) {
		var one tracker.Tombstone
		if err := json.Unmarshal(line, &one); err != nil || one.UserID == "" || one.Pseudonym == "" {
			return nil, fmt.Errorf("%s has a line that names nobody: %q", filepath.Join(t.Dir, tombstonesFile), bytes.TrimSpace(line))
		}
		kept = append(kept, one)
	}
	return kept, nil
}

// Keep adds those that the list does not have. It replaces the file whole.
func (t Tombstones) Keep(all []tracker.Tombstone) error {
	kept, err := t.Kept()
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, one := range kept {
		known[one.UserID] = true
	}
	before := len(kept)
	for _, one := range all {
		if !known[one.UserID] {
			kept = append(kept, one)
		}
	}
	if len(kept) == before {
		return nil
	}
	if err := datadir.Make(t.Dir); err != nil {
		return err
	}
	f, err := datadir.CreateTemp(t.Dir, "."+tombstonesFile+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	lines := json.NewEncoder(f)
	for _, one := range kept {
		err = errors.Join(err, lines.Encode(one))
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return PutInPlace(f.Name(), filepath.Join(t.Dir, tombstonesFile))
}
