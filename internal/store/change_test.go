package store

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

func TestChangeLog(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("a@example.com", func(u *tracker.User) { u.DisplayName = "Ada" })
		want := []Change{
			{At: f.now, Action: "create", Entity: "company", EntityID: "1", After: ptr(`{"name":"A"}`), RequestID: "r1"},
			{At: f.now.Add(time.Minute), ActorID: &user.ID, Action: "edit", Entity: "company", EntityID: "1", Before: ptr(`{"name":"A"}`), After: ptr(`{"name":"😀"}`), RequestID: "r2", BatchID: ptr("b"),
				CompanyID: ptr("1"), ProjectID: ptr("p"), EntityName: ptr("😀"), Via: &tracker.Via{Kind: "undo", Name: "edit"}, Undoes: ptr(int64(1)), Fields: []string{"name", "cost"}, CostOnly: true},
		}
		lastBy := func() (by string, at time.Time) {
			t.Helper()
			by, at, err := f.LastChange(t.Context(), "company", "1")
			f.ok(err)
			return by, at
		}
		for i := range want {
			f.write(func(tx *Tx) (err error) { want[i].Seq, err = tx.InsertChange(t.Context(), want[i]); return err })
			f.write(func(tx *Tx) error {
				_, err := tx.InsertChange(t.Context(), Change{At: f.now, Action: "create", Entity: "user", EntityID: "1", RequestID: "r"})
				return err
			})
			by, at := lastBy()
			is(t, "by", by, []string{"btracker", "Ada"}[i])
			is(t, "at", at, want[i].At)
		}
		got, err := f.Changes(t.Context(), "company", "1", 10)
		f.ok(err)
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
		if want[1].Seq <= want[0].Seq {
			t.Error("sequence numbers do not grow")
		}
		if _, _, err := f.LastChange(t.Context(), "company", "2"); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("nothing happened: %v", err)
		}
	})
}

func TestIdempotencyKeyIsClaimedOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user, other := f.addUser("a@example.com"), f.addUser("b@example.com")
		claim := func(userID, fingerprint, id string) IdempotentPost {
			t.Helper()
			isAgain := false
			if err := f.Write(t.Context(), func(tx *Tx) error {
				if isAgain {
					return nil // it finds the first one now
				}
				isAgain = true
				return tx.InsertIdempotentPost(t.Context(), userID, "key", IdempotentPost{fingerprint, id}, f.now)
			}); err != nil && !errors.Is(err, errLostRace) { // nobody is faster than SQLite's one writer
				t.Fatal(err)
			}
			first, err := f.IdempotentPost(t.Context(), userID, "key")
			f.ok(err)
			return first
		}
		if _, err := f.IdempotentPost(t.Context(), user.ID, "key"); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("a key that nobody used: %v", err)
		}
		is(t, "the first claim", claim(user.ID, "print", "first"), IdempotentPost{"print", "first"})
		is(t, "after a second claim", claim(user.ID, "another", "second"), IdempotentPost{"print", "first"})
		is(t, "another user's", claim(other.ID, "print", "third"), IdempotentPost{"print", "third"})
	})
}

func TestPhoto(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		want := Photo{Hash: "abc", ContentType: "image/webp", Bytes: bytes.Repeat([]byte{0, 1, 255}, 100_000)}
		for range 2 { // the same picture again is no error
			f.write(func(tx *Tx) error { return tx.InsertPhoto(t.Context(), want, f.now) })
		}
		got, err := f.Photo(t.Context(), "abc")
		f.ok(err)
		if got.Hash != want.Hash || got.ContentType != want.ContentType || !bytes.Equal(got.Bytes, want.Bytes) {
			t.Error("a photo came back changed")
		}
		if _, err := f.Photo(t.Context(), "abd"); !tracker.IsKind(err, tracker.KindNotFound) {
			t.Errorf("an unknown photo: %v", err)
		}
	})
}

// A text that a database can not hold names nothing: that is "not found", never a defect.
func TestIDsThatCanNotExist(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		for _, id := range []string{"", "\x00", "a\x00b", "\xff", "'; --", "\U0010FFFF"} {
			_, company := f.Company(t.Context(), id)
			_, photo := f.Photo(t.Context(), id)
			_, user := f.UserByEmail(t.Context(), id)
			_, link := f.Link(t.Context(), CompanyModeration, id, "u")
			for what, err := range map[string]error{"company": company, "photo": photo, "user": user, "moderator": link} {
				if !tracker.IsKind(err, tracker.KindNotFound) {
					t.Errorf("%s %q: %v", what, id, err)
				}
			}
		}
	})
}
