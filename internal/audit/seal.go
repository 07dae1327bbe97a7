package audit

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"btracker/internal/store"
)

const (
	// sealSize is how many changes a seal covers at most. Retention removes the changes of
	// a seal in one transaction, for which SQLite's other writers wait.
	sealSize = 500
	// saltBytes is as long as the hash, so that nobody can try all salts.
	saltBytes = 32
)

// Seal closes all settled changes since the last seal, a bounded number at a time. Several
// replicas may try at once: of two seals with the same number one is stored, and the
// other replica leaves the rest to the first.
func Seal(ctx context.Context, s *store.Store, now func() time.Time) (sealed int, err error) {
	for {
		n, err := sealNext(ctx, s, now())
		sealed += n
		if errors.Is(err, store.ErrTaken) {
			return sealed, nil
		}
		if err != nil || n < sealSize {
			return sealed, err
		}
	}
}

// sealNext makes one seal, if there is a change to seal. It reads outside of the
// transaction that stores the seal: settled changes stay as they are, and no writer
// can be in the way of that transaction, or have it in theirs.
func sealNext(ctx context.Context, s *store.Store, now time.Time) (int, error) {
	last, err := s.LastSeal(ctx)
	if err != nil {
		return 0, err
	}
	changes, err := s.ChangesToSeal(ctx, last.Last, sealSize)
	if err != nil || len(changes) == 0 {
		return 0, err
	}
	contents := make([]content, len(changes))
	for i, c := range changes {
		contents[i] = contentOf(c)
	}
	persons, err := personsOf(ctx, s, changes, contents)
	if err != nil {
		return 0, err
	}
	next := store.Seal{N: last.N + 1, FromSeq: changes[0].Seq, ToSeq: changes[0].Seq, Size: len(changes), At: now, Previous: last.Hash,
		Newest: changes[0].At, Last: changes[len(changes)-1].Position, Changes: make([]store.SealedChange, len(changes))}
	for i, c := range changes {
		hash, err := hashContent(c, contents[i])
		if err != nil {
			return 0, err // impossible: every change with personal values got a salt
		}
		next.Changes[i] = store.SealedChange{Seq: c.Seq, Hash: hash}
		next.FromSeq, next.ToSeq = min(next.FromSeq, c.Seq), max(next.ToSeq, c.Seq)
		if c.At.After(next.Newest) {
			next.Newest = c.At
		}
	}
	next.Digest = digestOf(next.Changes)
	next.Hash = hashSeal(next)
	err = s.Write(ctx, func(tx *store.Tx) error { return tx.InsertSeal(ctx, next, persons) })
	if err != nil {
		return 0, err
	}
	return len(changes), nil
}

// personsOf finds out whose values the changes hold, and makes a salt for each change
// with such values.
func personsOf(ctx context.Context, s *store.Store, changes []store.AuditedChange, contents []content) ([]store.ChangePerson, error) {
	var persons []store.ChangePerson
	var emails []string
	unknown := map[int]string{} // addresses by index in persons
	for i := range changes {
		c, of := &changes[i], contents[i]
		if len(of.personal) == 0 {
			continue
		}
		salt := make([]byte, saltBytes)
		_, _ = rand.Read(salt) // never fails
		text := hex.EncodeToString(salt)
		c.Salt = &text
		person := value(*c, "entityId")
		if value(*c, "entity") != "user" {
			person = ""
			if email := emailOf(of.personal); email != "" {
				emails = append(emails, email)
				unknown[len(persons)] = email
			}
		}
		persons = append(persons, store.ChangePerson{Seq: c.Seq, Person: person, Salt: text})
	}
	ids, err := s.UserIDs(ctx, emails)
	for i, email := range unknown {
		persons[i].Person = ids[email]
	}
	return persons, err
}

// emailOf finds the address of the person whose values they are.
func emailOf(values []personalValue) string {
	for _, v := range values {
		_, field, _ := strings.Cut(v.place, "/")
		if field != "userEmail" && field != "email" {
			continue
		}
		var email string
		if err := json.Unmarshal([]byte(v.raw), &email); err == nil && email != "" {
			return email
		}
	}
	return ""
}
