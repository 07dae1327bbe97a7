package audit

import (
	"context"
	"encoding/json"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// ErasePerson replaces the values of a person in all sealed changes by a pseudonym, and
// takes their salts away. All seals stay true. The caller logs a change of the user with
// the action erase; without it, Verify complains. Seal first: a change that is not
// sealed keeps its values.
func ErasePerson(ctx context.Context, s *store.Store, person, pseudonym string) error {
	const step = 100
	for {
		changes, err := s.ChangesOfPerson(ctx, person, step)
		if err != nil || len(changes) == 0 {
			return err
		}
		erasures := make([]store.Erasure, len(changes))
		for i, c := range changes {
			if erasures[i], err = erase(c, tracker.ErasedPrefix+pseudonym); err != nil {
				return err
			}
		}
		err = s.Write(ctx, func(tx *store.Tx) error {
			for _, e := range erasures {
				if err := tx.EraseFromChange(ctx, e); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// erase is what is left of a change without its person. The salted hashes stay in place
// of the values.
func erase(c store.AuditedChange, pseudonym string) (store.Erasure, error) {
	of := contentOf(c)
	hashes, err := personalHashes(c, of)
	if err != nil {
		return store.Erasure{}, err
	}
	kept := map[string]string{}
	for i, v := range of.personal {
		kept[v.place] = hashes[i]
	}
	text, err := json.Marshal(kept)
	if err != nil {
		return store.Erasure{}, err
	}
	e := store.Erasure{Seq: c.Seq, Erased: string(text)}
	e.Before, e.After = eraseFrom(c, "before", pseudonym), eraseFrom(c, "after", pseudonym)
	if value(c, "entityName") != "" {
		e.EntityName = &pseudonym
	}
	return e, nil
}

// eraseFrom returns a column without the personal values in it.
func eraseFrom(c store.AuditedChange, column, pseudonym string) *string {
	text := value(c, column)
	if text == "" {
		return nil
	}
	text = tracker.ReplacePersonal(value(c, "entity"), text, func(field, raw string) string {
		if with, ok := tracker.Pseudonym(field, pseudonym); ok && raw != "null" {
			quoted, err := json.Marshal(with)
			if err == nil {
				return string(quoted)
			}
		}
		return "null"
	})
	return &text
}
