package audit

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

func TestMain(m *testing.M) {
	// Each run has dozens of steps on a real database; -rapid.checks still overrides it.
	_ = flag.Set("rapid.checks", "3")
	os.Exit(pgtest.Main(m))
}

// fixture is a store with short ways to fill its change log.
type fixture struct {
	*testing.T
	*store.Store
	now time.Time
}

func onBoth(t *testing.T, test func(f *fixture)) {
	t.Helper()
	for name, open := range storetest.Openers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(&fixture{T: t, Store: open(t), now: time.Date(2026, 11, 15, 12, 0, 0, 123e6, time.UTC)})
		})
	}
}

func (f *fixture) ok(err error) {
	f.Helper()
	if err != nil {
		f.Fatal(err)
	}
}

// raw runs SQL behind the program's back.
func (f *fixture) raw(sql string, args ...any) {
	f.Helper()
	var err error
	if f.Dialect() == "postgres" {
		_, err = f.Pool().Exec(f.Context(), sql, args...)
	} else {
		_, err = f.WriterDB().ExecContext(f.Context(), sql, args...)
	}
	if err != nil {
		f.Fatalf("%s: %v", sql, err)
	}
}

// number reads one number behind the program's back.
func (f *fixture) number(sql string, args ...any) (n int64) {
	f.Helper()
	var err error
	if f.Dialect() == "postgres" {
		err = f.Pool().QueryRow(f.Context(), sql, args...).Scan(&n)
	} else {
		err = f.WriterDB().QueryRowContext(f.Context(), sql, args...).Scan(&n)
	}
	if err != nil {
		f.Fatalf("%s: %v", sql, err)
	}
	return n
}

func asJSON(v any) *string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	text := string(b)
	return &text
}

// person is somebody with values that appear nowhere else.
func person(i int) tracker.User {
	id := fmt.Sprintf("user-%d", i)
	text := func(s string) *string { s = fmt.Sprintf("%s-%d", s, i); return &s }
	return tracker.User{ID: id, Email: fmt.Sprintf("secret-mail-%d@example.com", i), DisplayName: fmt.Sprintf("Secret <Näme> & %d", i), Gender: 1,
		FirstName: text("secret-first"), LastName: text("secret-last"), PhoneNumber: text("secret-phone"), PhotoURL: text("secret-photo"),
		Address: &tracker.Address{Country: fmt.Sprintf("secret-country-%d", i), ProvinceState: "p", Street: text("secret-street")}}
}

func moderator(u tracker.User, role tracker.Role) tracker.CompanyModerator {
	details := "secret-details of " + u.Email
	return tracker.CompanyModerator{ID: "link", CompanyID: "company", UserEmail: u.Email, Role: role, Details: &details,
		Moderator: tracker.ModeratorUser{DisplayName: u.DisplayName, Email: u.Email, PhoneNumber: u.PhoneNumber}}
}

const people = 3

// someChange is a change of one of the kinds that differ in what is personal.
func someChange(r *rand.Rand, now time.Time) store.Change {
	u := person(r.IntN(people))
	actor, batch, company := "user-0", "batch", "company"
	c := store.Change{At: now, ActorID: &actor, Action: "edit", RequestID: fmt.Sprint("request ", r.IntN(1000)), EntityName: &u.DisplayName}
	switch r.IntN(4) {
	case 0:
		after := u
		after.Version, after.Address = r.IntN(100), nil
		c.Entity, c.EntityID, c.Before, c.After = "user", u.ID, asJSON(u), asJSON(after)
	case 1:
		c.Entity, c.EntityID, c.After, c.BatchID = "companyModerator", "link", asJSON(moderator(u, tracker.Role(r.IntN(5)))), &batch
	case 2:
		c.Entity, c.EntityID, c.Action, c.ActorID = "user", u.ID, "password", nil
	default:
		name := strings.Repeat("<Company> \u2028 ", 1+r.IntN(20))
		c.CompanyID, c.EntityName, c.CostOnly = &company, &company, r.IntN(2) == 0
		c.Fields, c.Via = []string{"name", "details"}, &tracker.Via{Kind: "bulk", Name: "reprice"}
		c.Entity, c.EntityID, c.Before, c.After = "company", "company", asJSON(tracker.Company{Name: "A"}), asJSON(tracker.Company{Name: name, Version: r.IntN(100)})
	}
	return c
}

// addPeople makes the users whom the changes are about.
func (f *fixture) addPeople() {
	f.Helper()
	f.ok(f.Write(f.Context(), func(tx *store.Tx) error {
		for i := range people {
			u := person(i)
			u.PhotoURL = nil
			if err := tx.InsertUser(f.Context(), u, nil); err != nil {
				return err
			}
		}
		return nil
	}))
}

// log adds changes, and returns the number of the last one.
func (f *fixture) log(changes ...store.Change) (seq int64) {
	f.Helper()
	f.ok(f.Write(f.Context(), func(tx *store.Tx) (err error) {
		for _, c := range changes {
			if seq, err = tx.InsertChange(f.Context(), c); err != nil {
				return err
			}
		}
		return nil
	}))
	return seq
}

// logSome adds changes of all kinds.
func (f *fixture) logSome(n int) {
	f.Helper()
	r := rand.New(rand.NewPCG(1, uint64(n)))
	changes := make([]store.Change, n)
	for i := range changes {
		changes[i] = someChange(r, f.now)
	}
	f.log(changes...)
}

// seal seals all changes. On PostgreSQL it waits for transactions of other tests, which
// may keep changes unsettled.
func (f *fixture) seal() {
	f.Helper()
	testkit.Until(f.T, "all changes are sealed", func() bool {
		_, err := Seal(f.Context(), f.Store, func() time.Time { return f.now })
		f.ok(err)
		last, err := f.LastSeal(f.Context())
		f.ok(err)
		if f.Dialect() == "sqlite" {
			return f.number("SELECT count(*) FROM change WHERE seq > $1", last.Last.Seq) == 0
		}
		return f.number("SELECT count(*) FROM change WHERE (tx, seq) > ($1::bigint::text::xid8, $2::bigint)", last.Last.Tx, last.Last.Seq) == 0
	})
}

func (f *fixture) verify(heads ...tracker.AuditHead) Report {
	f.Helper()
	r, err := Verify(f.Context(), f.Store, heads, nil)
	f.ok(err)
	return r
}

// fits fails the test if the log does not fit its seals.
func (f *fixture) fits() Report {
	f.Helper()
	r := f.verify()
	for _, finding := range r.Findings {
		f.Errorf("%d: %s", finding.Seq, finding.Text)
	}
	return r
}
