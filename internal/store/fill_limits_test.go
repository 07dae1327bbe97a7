package store

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// schema lists the indexes and constraints there are.
func (f *fixture) schema() []string {
	f.Helper()
	list, err := many(f.Context(), f.Queries, scanOne[string], map[string]string{
		"sqlite": `SELECT name || COALESCE(sql, '') FROM sqlite_schema ORDER BY 1`,
		"postgres": `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
			UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint ORDER BY 1`,
	}[f.Dialect()])
	f.ok(err)
	return list
}

// Indexes that go for the time of a fill are back afterwards, and after one that fails.
func TestFillLeavesTheSchemaAsItWas(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx, before := t.Context(), f.schema()
		users := func(n int) []tracker.User {
			list := make([]tracker.User, loadRows) // enough for a copy
			for i := range list {
				list[i] = tracker.User{ID: newID(), Email: newID() + "@example.com", DisplayName: string(rune('a' + n)), CreatedAt: f.now}
			}
			return list
		}
		same := func() {
			t.Helper()
			if d := cmp.Diff(before, f.schema()); d != "" || len(before) < 50 {
				t.Errorf("of %d parts: %s", len(before), d)
			}
		}
		failure := errors.New("failure")
		if err := f.Fill(ctx, 2, func(*Tx, int) error { return failure }); !errors.Is(err, failure) {
			t.Errorf("a fill that fails: %v", err)
		}
		same()
		f.ok(f.Fill(ctx, 2, func(tx *Tx, n int) error {
			f.ok(tx.LoadUsers(ctx, users(n), nil))
			return tx.Recount(ctx, tracker.ResponsibleRoles())
		}))
		same()
		_, total, err := f.Users(ctx, tracker.ListQuery{PageNumber: 1, PageSize: 5}, tracker.UserFilter{})
		f.ok(err)
		is(t, "users", total, 2*loadRows)
		if err := f.Fill(ctx, 2, func(*Tx, int) error { return nil }); !errors.Is(err, ErrNotEmpty) {
			t.Errorf("a second fill: %v", err)
		}
	})
}

// What refers to nothing is found although the foreign keys were off meanwhile.
func TestFillChecksForeignKeys(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		if err := f.Fill(t.Context(), 2, func(tx *Tx, n int) error {
			return tx.LoadProjects(t.Context(), []LoadedProject{{tracker.Project{ID: newID(), CompanyID: "nobody's", CreatedAt: f.now}, true}}, "x")
		}); err == nil {
			t.Error("a project of no company was taken")
		}
	})
}
