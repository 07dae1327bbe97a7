package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"btracker/internal/audit"
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
func (a *App) EraseUser(ctx context.Context, c Caller, email string) (saved Saved[tracker.ErasedUser], err error) {
	leftToDo := []string{tracker.LeftInBackups, tracker.LeftInFiles}
	if !a.store.HasOwnFiles() {
		leftToDo = append(leftToDo, tracker.LeftInDatabaseFiles)
	}
	tombstone := newTombstone(a.time())
	saved, err = save(ctx, a, c, "erase", func(m *mutation) (erased tracker.ErasedUser, ch change, err error) {
		erased.LeftToDo = leftToDo
		user, err := a.userFor(ctx, m.Queries, m.caller, email)
		if err != nil {
			return erased, unchanged, err
		}
		erased.User, ch, err = m.erase(ctx, user, tombstone)
		return erased, ch, err
	})
	if err != nil || saved.Seq == 0 {
		return saved, err
	}
	a.afterErasure(ctx)
	return saved, nil
}

func newTombstone(at time.Time) tracker.Tombstone {
	pseudonym := make([]byte, 8)
	_, _ = rand.Read(pseudonym) // never fails
	return tracker.Tombstone{Pseudonym: hex.EncodeToString(pseudonym), At: at}
}

// erase decides to erase a user.
func (m *mutation) erase(ctx context.Context, user tracker.User, t tracker.Tombstone) (tracker.User, change, error) {
	switch {
	case user.IsErased:
		return user, unchanged, nil
	case user.ID == m.caller.User.ID:
		return user, unchanged, tracker.ErrOneself
	case user.Status != tracker.UserDisabled:
		return user, unchanged, tracker.ErrNotDisabled
	}
	t.UserID = user.ID
	left := user.Erased(t)
	m.write(func(tx *store.Tx) error { return tx.EraseUser(ctx, user, left, t, m.actor()) })
	return left, change{entity: tracker.EntityUser, id: user.ID, name: left.DisplayName}, nil
}

// afterErasure keeps the list of erased people outside of the database, and erases the person from the history. What fails here is
// made up for: the next start writes missing tombstones, and the job that seals goes on with the history.
func (a *App) afterErasure(ctx context.Context) {
	if err := a.keepTombstones(ctx); err != nil {
		a.log.ErrorContext(ctx, "the list of erased people could not be written; it is tried again at the next start", "error", err)
	}
	if err := a.Seal(ctx); err != nil {
		a.log.WarnContext(ctx, "erasing somebody from the history is put off", "error", err)
	}
	a.scrubSoon(ctx)
}

// scrubSoon takes erased values out of the files of SQLite. If it fails, the end of the erasure tries again, which also
// vacuums PostgreSQL: that may take longer than a request.
func (a *App) scrubSoon(ctx context.Context) {
	if !a.store.HasOwnFiles() {
		return
	}
	if err := a.store.Scrub(ctx); err != nil {
		a.log.WarnContext(ctx, "taking somebody out of the files of the database is put off", "error", err)
	}
}

// finishErasures erases people from the changes that are sealed. Only these can be erased, because their hashes stay: so
// an erasure waits until the change that logged it is sealed.
func (a *App) finishErasures(ctx context.Context) error {
	pending, err := a.store.PendingErasures(ctx)
	for _, e := range pending {
		err = errors.Join(err, a.finishErasure(ctx, e))
	}
	return err
}

func (a *App) finishErasure(ctx context.Context, e store.PendingErasure) error {
	if err := audit.ErasePerson(ctx, a.store, e.UserID, e.Pseudonym); err != nil {
		return err
	}
	if !e.IsLogged || a.time().Before(e.At.Add(erasureSettles)) {
		return nil
	}
	if err := a.store.Scrub(ctx); err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error { return tx.FinishErasure(ctx, e.UserID, a.time()) })
}

// keepTombstones writes the list of erased people outside of the database.
func (a *App) keepTombstones(ctx context.Context) error {
	if a.tombstones == nil {
		return nil
	}
	all, err := a.store.Tombstones(ctx)
	if err != nil {
		return err
	}
	return a.tombstones.Keep(all)
}

// EraseAgain erases people who were erased before, and whom a restored backup has brought back. It returns how many
// there were.
func (a *App) EraseAgain(ctx context.Context) (again int, err error) {
	if a.tombstones == nil {
		return 0, nil
	}
	kept, err := a.tombstones.Kept()
	if err != nil {
		return 0, err
	}
	for _, t := range kept {
		seq, err := a.mutate(ctx, Caller{RequestID: "erased before"}, "erase", func(m *mutation) (change, error) {
			user, err := m.User(ctx, t.UserID)
			if errors.Is(err, tracker.ErrNotFound) { // the backup is older than the user
				return unchanged, nil
			}
			if err != nil {
				return unchanged, err
			}
			user.Status = tracker.UserDisabled // as they were; the backup may be older
			return only(m.erase(ctx, user, t))
		})
		if err != nil {
			return again, err
		}
		if seq > 0 {
			again++
		}
	}
	if again > 0 {
		err = a.Seal(ctx)
		a.scrubSoon(ctx)
	}
	return again, errors.Join(err, a.keepTombstones(ctx))
}

// PersonData reads all that is held about a person, for administrators and for the person. It streams: each part is passed
// on as it is read. records come by their tables.
type PersonData struct {
	At      time.Time
	Profile tracker.User

	a    *App
	c    Caller
	user tracker.User
}

// PersonData begins to read the data of a person.
func (a *App) PersonData(ctx context.Context, c Caller, email string) (*PersonData, error) {
	read := func() (tracker.User, error) { return a.userFor(ctx, a.store.Queries, c, email) }
	if normalised(email) == c.User.Email {
		read = func() (tracker.User, error) { return a.store.User(ctx, c.User.ID) }
	}
	user, err := read()
	if err != nil {
		return nil, err
	}
	user.PhotoURL = a.photoURL(user.PhotoHash)
	return &PersonData{At: a.time(), Profile: user, a: a, c: c, user: user}, nil
}

// EachRecord passes on the rows about the person, table by table.
func (d *PersonData) EachRecord(ctx context.Context, use func(table string, row tracker.PersonRecord) error) error {
	type record struct {
		table string
		row   tracker.PersonRecord
	}
	each := func(use func(record) error) error {
		return d.a.store.EachPersonRecord(ctx, d.user, func(table string, row tracker.PersonRecord) error { return use(record{table, row}) })
	}
	return export(ctx, d.a, d.c, each, func(r record) error { return use(r.table, r.row) })
}

// EachAccess passes on the rights of the person.
func (d *PersonData) EachAccess(ctx context.Context, use func(tracker.AccessEntry) error) error {
	each := func(use func(tracker.AccessEntry) error) error {
		for page := 1; ; page++ {
			list, err := d.a.Access(ctx, d.c, tracker.ListQuery{PageNumber: page, PageSize: tracker.MaxPageSize}, tracker.AccessQuery{User: d.user.Email})
			if err := useAll(list.Data, err, use); err != nil || len(list.Data) < tracker.MaxPageSize {
				return err
			}
		}
	}
	return export(ctx, d.a, d.c, each, use)
}

// EachChangeBy passes on what the person did, as far as the caller may see it.
func (d *PersonData) EachChangeBy(ctx context.Context, use func(tracker.Change) error) error {
	return d.a.EachChange(ctx, d.c, tracker.ChangeFilter{Actor: d.user.Email}, use)
}

// EachChangeOf passes on what was done to the person. Everybody may read that of themselves, though the history
// shows changes of users to administrators alone.
func (d *PersonData) EachChangeOf(ctx context.Context, use func(tracker.Change) error) error {
	c := d.c
	c.User.IsAdmin = true
	return export(ctx, d.a, d.c, func(use func(tracker.Change) error) error {
		return d.a.eachChange(ctx, c, tracker.ChangeFilter{Entity: tracker.EntityUser, EntityID: d.user.Email}, use)
	}, use)
}

// Seal closes the changes since the last seal, and erases people from them who were erased meanwhile.
func (a *App) Seal(ctx context.Context) error {
	_, err := audit.Seal(ctx, a.store, a.time)
	return errors.Join(err, a.finishErasures(ctx))
}

// AuditHead returns the end of the chain of seals, for administrators.
func (a *App) AuditHead(ctx context.Context, c Caller) (tracker.AuditHead, error) {
	if err := c.requireAdmin(); err != nil {
		return tracker.AuditHead{}, err
	}
	last, err := a.store.LastSeal(ctx)
	return audit.HeadOf(last), err
}
