package store

import (
	"fmt"
	"testing"
)

// A reader that follows the log sees every change once, also those that commit
// later than changes with higher numbers.
func TestChangeLogIsFollowedInOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		var at Position
		seen := map[string]int{}
		follow := func() {
			t.Helper()
			changes, err := f.ChangesAfter(t.Context(), at, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range changes {
				seen[c.EntityID]++
				at = c.Position
			}
		}
		add := func(id string, during func()) {
			t.Helper()
			err := f.WriteIn(t.Context(), id, func(tx *Tx) error {
				if _, err := tx.InsertChange(t.Context(), Change{At: f.now, Action: "edit", Entity: "company", EntityID: id}); err != nil {
					return err
				}
				if during != nil {
					during()
					during = nil
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		add("first", nil)
		if f.dialect.name() == "postgres" {
			add("slow", func() {
				add("fast", nil) // a higher number, committed earlier
				follow()
			})
		}
		for i := range 20 {
			add(fmt.Sprint(i), follow)
		}
		follow()
		want := 21
		if f.dialect.name() == "postgres" {
			want = 23
		}
		if len(seen) != want {
			t.Errorf("saw %d changes, want %d: %v", len(seen), want, seen)
		}
		for id, n := range seen {
			if n != 1 {
				t.Errorf("%s: %d times", id, n)
			}
		}
		end, err := f.LogEnd(t.Context())
		if err != nil || end != at {
			t.Errorf("the log ends at %+v, %v; read up to %+v", end, err, at)
		}
	})
}
