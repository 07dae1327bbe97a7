package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// A subscription has the same state in SQL as in Go, whatever holds of it at once.
func TestSQLAndGoAgreeOnTheState(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		flag := func(is bool, yes, no string) string {
			if is {
				return yes
			}
			return no
		}
		for i := range 1 << 6 {
			s := tracker.ProjectSubscription{StartAt: f.now, EndAt: f.now, IsCanceled: i&1 > 0, AutoRenew: i&2 > 0, EndRaised: i&4 > 0}
			if i&8 > 0 {
				s.StartAt = f.now.Add(time.Millisecond)
			}
			if i&16 > 0 {
				s.EndAt = f.now.Add(-time.Millisecond)
			}
			running := "NULL"
			if i&32 > 0 {
				s.Running, running = &tracker.RunningTerm{StartAt: f.now}, fmt.Sprint(millis(f.now))
			}
			by := &filter{}
			now, start, end := by.arg(millis(f.now)), by.arg(millis(s.StartAt)), by.arg(millis(s.EndAt))
			at := stateAt("CAST(" + now + " AS BIGINT)")
			got, err := one(t.Context(), f.Queries, scanOne[string], "SELECT "+at.name()+" || ' ' || CASE WHEN "+at.runs()+" THEN 'runs' ELSE '' END || ' ' || "+keptState.name()+
				" FROM (SELECT CAST("+start+" AS BIGINT) AS start_at, CAST("+end+" AS BIGINT) AS end_at, CAST("+running+" AS BIGINT) AS running_from, "+flag(s.IsCanceled, "1", "NULL")+" AS canceled_at, "+
				flag(s.AutoRenew, "TRUE", "FALSE")+" AS auto_renew, "+flag(s.EndRaised, "TRUE", "FALSE")+" AS end_raised) AS a", by.args...)
			f.ok(err)
			state := s.State(f.now)
			is(t, "state", got, strings.Join([]string{string(state), flag(state.Runs(), "runs", ""), string(s.KeptState())}, " "))
		}
	})
}
