package store

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// castValue is how PostgreSQL reads a number of a JSON array. SQLite's oldest trigger (migration 0020) reads it without.
var castValue = regexp.MustCompile(`CAST\((\w+\.value ->> \d) AS \w+\)`)

// The triggers of the change log add kept sums by the statements of the store, word for word.
func TestTriggersHaveTheStatementsOfTheStore(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		sql := "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = $1"
		if f.Dialect() == "postgres" {
			sql = "SELECT prosrc FROM pg_proc WHERE proname = $1"
		}
		for _, c := range []struct{ trigger, column, statement string }{
			{"change_totals", "new.totals", keepTally}, {"change_records", "new.worth", keepLive}, {"change_records", "new.worth", keepProject}, {"change_records", "new.worth", keepCompany},
		} {
			text, err := one(t.Context(), f.Queries, scanOne[string], sql, c.trigger)
			f.ok(err)
			words := func(sql string) string {
				sql = strings.Join(strings.Fields(castValue.ReplaceAllString(sql, "$1")), " ")
				return strings.ReplaceAll(sql, "n = tally.n + ", "n = n + ")
			}
			if want := words(strings.Replace(c.statement, "{rows}", f.dialect.lists(c.column), 1)); !strings.Contains(words(text), want) {
				t.Errorf("%s is\n%s\nand has not\n%s", c.trigger, words(text), want)
			}
		}
	})
}

// A subscription follows the removal and the return of its company: it is listed again, and live if it runs.
func TestSubscriptionsFollowTheirCompany(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		company := f.addCompany("C").ID
		project, item := f.addProject(company, "P"), f.addItems(tracker.Subscriptions, 1)[0]
		var want string
		for i := range 8 {
			s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: item, Cost: ptr(tracker.Money(0)), StartAt: f.now, EndAt: f.now.Add(time.Hour), CreatedAt: f.now}
			f.write(func(tx *Tx) error { return tx.InsertProjectSubscription(t.Context(), s, "x") })
			after := s
			after.IsCanceled, after.AutoRenew, after.EndRaised = i&1 > 0, i&2 > 0, i&4 > 0
			f.write(func(tx *Tx) error { return tx.UpdateProjectSubscription(t.Context(), s, after, "x", f.now) })
			want += fmt.Sprintln(true, after.KeptState().Runs())
		}
		shown := func() (text string) {
			f.ok(each(t.Context(), f.Queries, func(r rows) error {
				var listed, live bool
				err := r.Scan(&listed, &live)
				text += fmt.Sprintln(listed, live)
				return err
			}, "SELECT listed, live FROM project_subscription ORDER BY rowno"))
			return text
		}
		is(t, "at first", shown(), want)
		f.mark(company, tracker.Marks{Marked: true}, f.now)
		is(t, "of a removed company", shown(), strings.Repeat("false false\n", 8))
		f.mark(company, tracker.Marks{}, f.now)
		is(t, "of a restored company", shown(), want)
	})
}
