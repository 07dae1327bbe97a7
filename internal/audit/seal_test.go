package audit

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// coveredOnce fails if a change is in two seals, or in none although the log is sealed.
func (f *fixture) coveredOnce() {
	f.Helper()
	seen := map[int64]bool{}
	seals, err := f.Seals(f.Context(), 0, 1<<20)
	f.ok(err)
	for _, s := range seals {
		for _, c := range s.Changes {
			if seen[c.Seq] {
				f.Errorf("change %d is in two seals", c.Seq)
			}
			seen[c.Seq] = true
		}
	}
	changes, err := f.AuditedChanges(f.Context(), 0, 1<<20)
	f.ok(err)
	for _, c := range changes {
		if !seen[c.Seq] {
			f.Errorf("change %d is in no seal", c.Seq)
		}
		delete(seen, c.Seq)
	}
	for seq := range seen {
		f.Errorf("change %d is sealed and not there", seq)
	}
}

// Whatever happens in whatever order, every seal fits, and each change is in one seal.
func TestSealsFitWhateverHappens(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.addPeople()
		rapid.Check(f.T, func(rt *rapid.T) {
			r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
			logSome := func() {
				changes := make([]store.Change, 1+r.IntN(150))
				for i := range changes {
					changes[i] = someChange(r, f.now)
				}
				f.log(changes...)
			}
			var open []func()
			rt.Repeat(map[string]func(*rapid.T){
				"log": func(*rapid.T) { logSome() },
				"log much": func(*rapid.T) {
					for range 4 {
						logSome()
					}
				},
				"begin": func(*rapid.T) { // commits later than others with higher numbers
					if f.Dialect() != "postgres" || len(open) > 2 {
						return
					}
					tx, err := f.Pool().Begin(f.Context())
					f.ok(err)
					_, err = tx.Exec(f.Context(), `INSERT INTO change (at, action, entity, entity_id, request_id) VALUES ($1, 'late', 'company', 'c', 'r')`, f.now.UnixMilli())
					f.ok(err)
					open = append(open, func() { f.ok(tx.Commit(f.Context())) })
				},
				"commit": func(*rapid.T) {
					if len(open) > 0 {
						open[0]()
						open = open[1:]
					}
				},
				"seal": func(*rapid.T) {
					_, err := Seal(f.Context(), f.Store, func() time.Time { return f.now })
					f.ok(err)
				},
				"seal on three replicas": func(*rapid.T) {
					var all sync.WaitGroup
					for range 3 {
						all.Go(func() {
							if _, err := Seal(f.Context(), f.Store, func() time.Time { return f.now }); err != nil {
								f.Error(err)
							}
						})
					}
					all.Wait()
				},
				"die while sealing": func(*rapid.T) {
					ctx, cancel := context.WithTimeout(f.Context(), time.Duration(r.IntN(5))*time.Millisecond)
					defer cancel()
					if _, err := Seal(ctx, f.Store, func() time.Time { return f.now }); err != nil && ctx.Err() == nil {
						f.Error(err)
					}
				},
				"time passes": func(*rapid.T) { f.now = f.now.Add(time.Duration(r.IntN(48)) * time.Hour) },
				"retention": func(*rapid.T) {
					_, err := f.Cleanup(f.Context(), store.Retention{Changes: 72 * time.Hour}, f.now)
					f.ok(err)
				},
				"erase": func(*rapid.T) {
					i := r.IntN(people)
					f.log(store.Change{At: f.now, Action: "erase", Entity: "user", EntityID: person(i).ID})
					f.ok(ErasePerson(f.Context(), f.Store, person(i).ID, "nobody"))
				},
				"": func(*rapid.T) { f.fits() },
			})
			for _, commit := range open {
				commit()
			}
			f.seal()
			f.coveredOnce()
			if report := f.fits(); report.Unsealed > 0 {
				f.Errorf("%d changes are not sealed", report.Unsealed)
			}
		})
	})
}

// A transaction that commits late is sealed late, and the seals before it stay true.
func TestLateCommitsAreSealedInCommitOrder(t *testing.T) {
	f := &fixture{T: t, Store: storetest.Postgres(t), now: time.Now()}
	tx, err := f.Pool().Begin(t.Context())
	f.ok(err)
	insert := `INSERT INTO change (at, action, entity, entity_id, request_id) VALUES (1, $1, 'company', 'c', 'r') RETURNING seq`
	var late int64
	f.ok(tx.QueryRow(t.Context(), insert, "late").Scan(&late))
	early := f.log(store.Change{At: f.now, Action: "edit", Entity: "company", EntityID: "c"})
	if early <= late {
		t.Fatalf("change %d was to follow %d", early, late)
	}
	sealed, err := Seal(t.Context(), f.Store, time.Now)
	if f.ok(err); sealed != 0 {
		t.Errorf("%d changes were sealed while an earlier transaction runs", sealed)
	}
	f.fits()
	f.ok(tx.Commit(t.Context()))
	f.seal()
	f.coveredOnce()
	f.fits()
}

// Every seal covers a bounded number of changes, and says how many.
func TestSealsAreBounded(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.logSome(2*sealSize + 1)
		f.seal()
		seals, err := f.Seals(f.Context(), 0, 100)
		f.ok(err)
		if len(seals) != 3 {
			f.Fatalf("%d seals", len(seals))
		}
		previous := store.Seal{}
		for i, want := range []int{sealSize, sealSize, 1} {
			s := seals[i]
			if s.N != previous.N+1 || s.Size != want || len(s.Changes) != want || s.Previous != previous.Hash || s.FromSeq != previous.ToSeq+1 ||
				s.ToSeq != previous.ToSeq+int64(want) || !s.At.Equal(f.now) {
				f.Errorf("seal %d: %+v", i, s)
			}
			previous = s
		}
		last, err := f.LastSeal(f.Context())
		f.ok(err)
		if head := HeadOf(last); head.Seq != previous.ToSeq || !head.At.Equal(f.now) || *head.Hash != previous.Hash {
			f.Errorf("head: %+v", head)
		}
	})
}

func TestNothingIsSealedTwiceOrForNothing(t *testing.T) {
	onBoth(t, func(f *fixture) {
		for range 2 {
			if n, err := Seal(f.Context(), f.Store, time.Now); err != nil || n != 0 {
				f.Errorf("an empty log: %d, %v", n, err)
			}
		}
		if r := f.fits(); r.Seals != 0 || r.Head.Hash != nil {
			f.Errorf("%+v", r)
		}
		f.logSome(3)
		f.seal()
		if n, err := Seal(f.Context(), f.Store, time.Now); err != nil || n != 0 {
			f.Errorf("again: %d, %v", n, err)
		}
		if r := f.fits(); r.Seals != 1 || r.Changes != 3 {
			f.Errorf("%+v", r)
		}
	})
}

// Retention removes whole seals from the beginning, no change that is not sealed, and
// says from where on verify could look.
func TestRetentionKeepsSeals(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.addPeople()
		keep, first := store.Retention{Changes: 24 * time.Hour}, f.now
		f.logSome(3)
		clean := func(at time.Time) (deleted int64) {
			f.Helper()
			deleted, err := f.Cleanup(f.Context(), keep, at)
			f.ok(err)
			return deleted
		}
		if n := clean(first.Add(100 * 24 * time.Hour)); n != 0 {
			f.Errorf("%d changes were removed before they were sealed", n)
		}
		f.seal()
		f.now = f.now.Add(time.Hour)
		f.logSome(4)
		f.seal()
		if n := clean(first.Add(24 * time.Hour)); n != 0 {
			f.Errorf("%d changes were removed before their time", n)
		}
		if n := clean(first.Add(24*time.Hour + time.Millisecond)); n != 3 {
			f.Errorf("%d changes were removed, want 3", n)
		}
		r := f.fits()
		if r.Removed != 1 || r.RemovedTo != 3 || r.Seals != 2 || r.Changes != 4 || r.First != 4 || !r.FirstAt.Equal(f.now) {
			f.Errorf("%+v", r)
		}
		if n := f.number("SELECT count(*) FROM change_person WHERE seq <= 3"); n != 0 {
			f.Errorf("%d salts of removed changes are left", n)
		}
		if n := clean(first.Add(100 * 24 * time.Hour)); n != 4 {
			f.Errorf("%d changes were removed, want 4", n)
		}
		f.logSome(2)
		f.seal()
		if r := f.fits(); r.Removed != 2 || r.Changes != 2 || r.Seals != 3 {
			f.Errorf("%+v", r)
		}
	})
}

// A clock that jumped ahead for a while keeps no change for years.
func TestRetentionSurvivesAWrongClock(t *testing.T) {
	onBoth(t, func(f *fixture) {
		right := f.now
		f.now = right.Add(20 * 365 * 24 * time.Hour)
		f.logSome(2)
		f.now = right
		f.seal()
		deleted, err := f.Cleanup(f.Context(), store.Retention{Changes: time.Hour}, right.Add(2*time.Hour))
		if f.ok(err); deleted != 2 {
			f.Errorf("%d changes were removed, want 2", deleted)
		}
	})
}

// Three replicas that seal at once, while others write, make one chain.
func TestReplicasSealTogether(t *testing.T) {
	onBoth(t, func(f *fixture) {
		f.addPeople()
		ctx, cancel := context.WithCancel(f.Context())
		var replicas, writers sync.WaitGroup
		for range 3 {
			replicas.Go(func() {
				for ctx.Err() == nil {
					_, err := Seal(ctx, f.Store, time.Now)
					// The end may come in the middle of a commit.
					isCut := ctx.Err() != nil && errors.Is(err, tracker.ErrUnknownOutcome)
					if err != nil && !isCut && !errors.Is(err, context.Canceled) && !errors.Is(err, tracker.ErrBusy) {
						f.Error(err)
						return
					}
				}
			})
		}
		for w := range 4 {
			writers.Go(func() {
				r := rand.New(rand.NewPCG(uint64(w), 7))
				for range 50 {
					err := f.Write(f.Context(), func(tx *store.Tx) error {
						_, err := tx.InsertChange(f.Context(), someChange(r, time.Now()))
						return err
					})
					if err != nil {
						f.Error(err)
						return
					}
				}
			})
		}
		writers.Wait()
		if r := f.verify(); len(r.Findings) > 0 { // beside the replicas
			f.Errorf("%+v", r.Findings)
		}
		cancel()
		replicas.Wait()
		f.seal()
		f.coveredOnce()
		if r := f.fits(); r.Changes != 200 {
			f.Errorf("%+v", r)
		}
	})
}
