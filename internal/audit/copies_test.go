package audit

import (
	"path/filepath"
	"testing"
	"time"

	"btracker/internal/backup"
	"btracker/internal/dbmove"
	"btracker/internal/store"
	"btracker/internal/storetest"
)

// goesOn seals more changes of a copy, and expects one chain with the head of the original.
func (f *fixture) goesOn(original store.Seal, changes int) {
	f.Helper()
	f.seal() // what the original had not sealed yet
	f.logSome(7)
	f.seal()
	f.coveredOnce()
	r := f.verify(HeadOf(original))
	if len(r.Findings) > 0 || r.Changes != changes+7 || r.Unsealed != 0 || r.Head.Seq <= original.ToSeq {
		f.Errorf("%+v", r)
	}
	if fits, says := stranger(f.T, f.export()); !fits {
		f.Error(says)
	}
}

// A backup, restored or imported into PostgreSQL, has seals and salts, and sealing goes on.
func TestCopiesGoOnSealing(t *testing.T) {
	dir, target, file := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "copy.db")
	f := &fixture{T: t, Store: storetest.SQLiteIn(t, dir), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
	f.addPeople()
	f.logSome(30)
	f.seal()
	f.logSome(5)
	last, err := f.LastSeal(t.Context())
	f.ok(err)
	f.ok(backup.Take(t.Context(), dir, file))
	f.ok(backup.Restore(t.Context(), file, target))
	restored, err := store.OpenSQLite(target)
	f.ok(err)
	defer restored.Close()
	(&fixture{T: t, Store: restored, now: f.now}).goesOn(last, 35)
	imported := storetest.Postgres(t)
	_, err = dbmove.ToPostgres(t.Context(), imported, file, dbmove.Options{})
	f.ok(err)
	(&fixture{T: t, Store: imported, now: f.now}).goesOn(last, 35)
}

// A dump of PostgreSQL has the transaction numbers of another server, lower or higher than
// those of this one. After migrate --restored the seals go on all the same.
func TestARestoredPostgresGoesOnSealing(t *testing.T) {
	for name, shift := range map[string]string{"older": "1000000000", "newer": "-1"} {
		t.Run(name, func(t *testing.T) {
			f := &fixture{T: t, Store: storetest.Postgres(t), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
			f.addPeople()
			f.logSome(30)
			f.seal()
			f.logSome(5)
			f.raw(`UPDATE change SET tx = (tx::text::bigint + ` + shift + `)::text::xid8`)
			f.raw(`UPDATE seal SET last_tx = last_tx + ` + shift)
			last, err := f.LastSeal(t.Context())
			f.ok(err)
			f.logSome(3) // somebody serves before migrate --restored
			f.ok(f.AfterRestore(t.Context(), f.now))
			f.goesOn(last, 38)
		})
	}
}
