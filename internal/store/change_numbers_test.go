package store

import (
	"testing"
	"time"
)

// logged adds a change and returns its number.
func (f *fixture) logged() (seq int64) {
	f.Helper()
	f.write(func(tx *Tx) (err error) {
		seq, err = tx.InsertChange(f.Context(), Change{At: f.now, Action: "edit", Entity: "company", EntityID: "c"})
		return err
	})
	return seq
}

// seal closes all changes with one seal, as the job does but for the hashes.
func (f *fixture) seal() {
	f.Helper()
	changes, err := f.AuditedChanges(f.Context(), 0, 10_000)
	f.ok(err)
	s := Seal{N: int64(f.count("seal")) + 1, Size: len(changes)}
	for _, c := range changes {
		s.Changes = append(s.Changes, SealedChange{Seq: c.Seq})
		s.ToSeq, s.Last, s.At, s.Newest = c.Seq, c.Position, c.At, c.At
	}
	f.write(func(tx *Tx) error { return tx.InsertSeal(f.Context(), s, []ChangePerson{{s.ToSeq, "user", "salt"}}) })
}

// forget empties the change log, as retention does.
func (f *fixture) forget() {
	f.Helper()
	f.seal()
	f.cleanup(Retention{Changes: time.Hour}, f.now.Add(2*time.Hour))
	is(f.T, "changes left", f.count("change"), 0)
}

// Whoever follows the log by number would never hear of a change whose number was
// given before.
func TestNumbersOfChangesNeverRepeat(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		var last int64
		for range 3 {
			for range 2 {
				seq := f.logged()
				if seq <= last {
					t.Fatalf("change %d follows %d", seq, last)
				}
				last = seq
			}
			f.forget()
		}
		changes, err := f.ChangesAfter(t.Context(), Position{Seq: last}, 10)
		f.ok(err)
		is(t, "changes behind the last", len(changes), 0)
	})
}

// An older database keeps its log, and goes on behind every number that it knows of.
func TestMigrationKeepsTheNumbersOfChanges(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		f := &fixture{T: t, Store: open(t, where), now: time.Now()}
		f.ok(f.MigrateTo(t.Context(), 19))
		u := f.addUser("a@example.com")
		for range 2 { // as that schema has them
			f.raw(`INSERT INTO change (at, action, entity, entity_id, request_id) VALUES (1, 'edit', 'company', 'c', 'r')`)
		}
		first, second := int64(1), int64(2)
		f.raw("DELETE FROM change WHERE seq = $1", second)
		f.raw(`INSERT INTO company (id, name, name_key, search_text, created_at, updated_at) VALUES ('c', 'C', 'c', 'c', 1, 1)`)
		f.raw(`INSERT INTO project (id, company_id, name, name_key, search_text, created_at, updated_at) VALUES ('p', 'c', 'P', 'p', 'p', 1, 1)`)
		f.raw(`INSERT INTO notification (id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, change_seq)
			VALUES ('n', $1, 'k', 1, 't', 'd', 'i', 'p', 1, $2)`, u.ID, second)
		f.ok(f.Migrate(t.Context()))
		is(t, "changes", f.count("change WHERE seq = $1", first), 1)
		if seq := f.logged(); seq <= second {
			t.Errorf("change %d follows %d", seq, second)
		}
		// Its triggers are those of before.
		f.write(func(tx *Tx) error {
			tx.replaceShare(share{}, share{tallies: map[string]int{"tried": 5}})
			_, err := tx.InsertChange(t.Context(), Change{At: f.now, Action: "edit", Entity: "company", EntityID: "c"})
			return err
		})
		is(t, "a total", f.count("tally WHERE name = 'tried' AND n = 5"), 1)
	})
}
