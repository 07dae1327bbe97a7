package record

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"btracker/internal/audit"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// erasureSettles is for how long a transaction that began before somebody was erased may still log their values.
const erasureSettles = 5 * time.Minute

// Tombstones keeps the list of erased people outside of the database.
type Tombstones interface {
	// Keep adds those that the list does not have.
	Keep(all []tracker.Tombstone) error
	Kept() ([]tracker.Tombstone, error)
}

// EraseUser replaces the values of a disabled user by a pseudonym, everywhere and for good. Somebody who was erased
// before stays as they are.
func (r *Records) EraseUser(ctx context.Context, c change.Caller, email string) (saved change.Saved[tracker.ErasedUser], err error) {
	leftToDo := []string{tracker.LeftInBackups, tracker.LeftInFiles}
	if !r.Store.HasOwnFiles() {
		leftToDo = append(leftToDo, tracker.LeftInDatabaseFiles)
	}
	tombstone := newTombstone(r.Time())
	saved, err = change.Save(ctx, r.Engine, c, "erase", func(m *change.Mutation) (erased tracker.ErasedUser, ch change.Change, err error) {
		erased.LeftToDo = leftToDo
		user, err := UserFor(ctx, r.Engine, m.Queries, m.Caller, email)
		if err != nil {
			return erased, change.Unchanged, err
		}
		erased.User, ch, err = erase(ctx, m, user, tombstone)
		return erased, ch, err
	})
	if err != nil || saved.Seq == 0 {
		return saved, err
	}
	r.afterErasure(ctx)
	return saved, nil
}

func newTombstone(at time.Time) tracker.Tombstone {
	pseudonym := make([]byte, 8)
	_, _ = rand.Read(pseudonym) // never fails
	return tracker.Tombstone{Pseudonym: hex.EncodeToString(pseudonym), At: at}
}

// erase decides to erase a user.
func erase(ctx context.Context, m *change.Mutation, user tracker.User, t tracker.Tombstone) (tracker.User, change.Change, error) {
	switch {
	case user.IsErased:
		return user, change.Unchanged, nil
	case user.ID == m.Caller.User.ID:
		return user, change.Unchanged, tracker.ErrOneself
	case user.Status != tracker.UserDisabled:
		return user, change.Unchanged, tracker.ErrNotDisabled
	}
	t.UserID = user.ID
	left := user.Erased(t)
	m.Write(func(tx *store.Tx) error { return tx.EraseUser(ctx, user, left, t, m.Actor()) })
	return left, change.Change{Entity: tracker.EntityUser, ID: user.ID, Name: left.DisplayName}, nil
}

// afterErasure keeps the list of erased people outside of the database, and erases the person from the history. What fails here is
// made up for: the next start writes missing tombstones, and the job that seals goes on with the history.
func (r *Records) afterErasure(ctx context.Context) {
	if err := r.keepTombstones(ctx); err != nil {
		r.Log.ErrorContext(ctx, "the list of erased people could not be written; it is tried again at the next start", "error", err)
	}
	if err := r.Seal(ctx); err != nil {
		r.Log.WarnContext(ctx, "erasing somebody from the history is put off", "error", err)
	}
	r.scrubSoon(ctx)
}

// scrubSoon takes erased values out of the files of SQLite. If it fails, the end of the erasure tries again, which also
// vacuums PostgreSQL: that may take longer than a request.
func (r *Records) scrubSoon(ctx context.Context) {
	if !r.Store.HasOwnFiles() {
		return
	}
	if err := r.Store.Scrub(ctx); err != nil {
		r.Log.WarnContext(ctx, "taking somebody out of the files of the database is put off", "error", err)
	}
}

// finishErasures erases people from the changes that are sealed. Only these can be erased, because their hashes stay: so
// an erasure waits until the change that logged it is sealed.
func (r *Records) finishErasures(ctx context.Context) error {
	pending, err := r.Store.PendingErasures(ctx)
	for _, e := range pending {
		err = errors.Join(err, r.finishErasure(ctx, e))
	}
	return err
}

func (r *Records) finishErasure(ctx context.Context, e store.PendingErasure) error {
	if err := audit.ErasePerson(ctx, r.Store, e.UserID, e.Pseudonym); err != nil {
		return err
	}
	if !e.IsLogged || r.Time().Before(e.At.Add(erasureSettles)) {
		return nil
	}
	if err := r.Store.Scrub(ctx); err != nil {
		return err
	}
	return r.Store.Write(ctx, func(tx *store.Tx) error { return tx.FinishErasure(ctx, e.UserID, r.Time()) })
}

// keepTombstones writes the list of erased people outside of the database.
func (r *Records) keepTombstones(ctx context.Context) error {
	if r.tombstones == nil {
		return nil
	}
	all, err := r.Store.Tombstones(ctx)
	if err != nil {
		return err
	}
	return r.tombstones.Keep(all)
}

// EraseAgain erases people who were erased before, and whom a restored backup has brought back. It returns how many
// there were.
func (r *Records) EraseAgain(ctx context.Context) (again int, err error) {
	if r.tombstones == nil {
		return 0, nil
	}
	kept, err := r.tombstones.Kept()
	if err != nil {
		return 0, err
	}
	for _, t := range kept {
		seq, err := change.Mutate(ctx, r.Engine, change.Caller{RequestID: "erased before"}, "erase", func(m *change.Mutation) (change.Change, error) {
			user, err := m.User(ctx, t.UserID)
			if errors.Is(err, tracker.ErrNotFound) { // the backup is older than the user
				return change.Unchanged, nil
			}
			if err != nil {
				return change.Unchanged, err
			}
			user.Status = tracker.UserDisabled // as they were; the backup may be older
			return change.Only(erase(ctx, m, user, t))
		})
		if err != nil {
			return again, err
		}
		if seq > 0 {
			again++
		}
	}
	if again > 0 {
		err = r.Seal(ctx)
		r.scrubSoon(ctx)
	}
	return again, errors.Join(err, r.keepTombstones(ctx))
}

// PersonData reads all that is held about a person, for administrators and for the person. It streams: each part is passed
// on as it is read. records come by their tables.
type PersonData struct {
	At      time.Time
	Profile tracker.User

	a    *Records
	c    change.Caller
	user tracker.User
}

// PersonData begins to read the data of a person.
func (r *Records) PersonData(ctx context.Context, c change.Caller, email string) (*PersonData, error) {
	read := func() (tracker.User, error) { return UserFor(ctx, r.Engine, r.Store.Queries, c, email) }
	if change.Normalised(email) == c.User.Email {
		read = func() (tracker.User, error) { return r.Store.User(ctx, c.User.ID) }
	}
	user, err := read()
	if err != nil {
		return nil, err
	}
	user.PhotoURL = r.PhotoURL(user.PhotoHash)
	return &PersonData{At: r.Time(), Profile: user, a: r, c: c, user: user}, nil
}

// EachRecord passes on the rows about the person, table by table.
func (d *PersonData) EachRecord(ctx context.Context, use func(table string, row tracker.PersonRecord) error) error {
	type record struct {
		table string
		row   tracker.PersonRecord
	}
	each := func(use func(record) error) error {
		return d.a.Store.EachPersonRecord(ctx, d.user, func(table string, row tracker.PersonRecord) error {
			if err := d.namePeople(ctx, row); err != nil {
				return err
			}
			return use(record{table, row})
		})
	}
	return change.Export(ctx, d.a.Engine, d.c, each, func(r record) error { return use(r.table, r.row) })
}

// namePeople puts the addresses of people into texts that have their ids.
func (d *PersonData) namePeople(ctx context.Context, row tracker.PersonRecord) error {
	for name, value := range row {
		stored, isText := value.(string)
		ids := tracker.StoredMentions(stored)
		if !isText || len(ids) == 0 {
			continue
		}
		people, err := d.a.Store.People(ctx, ids)
		if err != nil {
			return err
		}
		row[name], _ = tracker.ShowMentions(stored, people)
	}
	return nil
}

// EachAccess passes on the rights of the person.
func (d *PersonData) EachAccess(ctx context.Context, use func(tracker.AccessEntry) error) error {
	each := func(use func(tracker.AccessEntry) error) error {
		for page := 1; ; page++ {
			list, err := d.a.Access(ctx, d.c, tracker.ListQuery{PageNumber: page, PageSize: tracker.MaxPageSize}, tracker.AccessQuery{User: d.user.Email})
			if err := change.UseAll(list.Data, err, use); err != nil || len(list.Data) < tracker.MaxPageSize {
				return err
			}
		}
	}
	return change.Export(ctx, d.a.Engine, d.c, each, use)
}

// EachChangeBy passes on what the person did, as far as the caller may see it.
func (d *PersonData) EachChangeBy(ctx context.Context, use func(tracker.Change) error) error {
	return d.a.EachChange(ctx, d.c, tracker.ChangeFilter{Actor: d.user.Email}, use)
}

// EachChangeOf passes on what was done to the person.
func (d *PersonData) EachChangeOf(ctx context.Context, use func(tracker.Change) error) error {
	if d.user.ID == d.c.User.ID {
		return d.a.EachChangeOfCaller(ctx, d.c, use)
	}
	return d.a.EachChange(ctx, d.c, tracker.ChangeFilter{Entity: tracker.EntityUser, EntityID: d.user.Email}, use)
}
