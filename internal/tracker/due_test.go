package tracker

import (
	"testing"
	"time"
)

// Which conditions hold for a subscription that ends this long after now.
func TestDueAtTheEdges(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	const day, week = 24 * time.Hour, 7 * 24 * time.Hour
	for _, c := range []struct {
		ends                  time.Duration
		renewing, ended, soon bool
		thisWeek              bool // in the seven days from the day before
	}{
		{ends: -week, renewing: true, ended: true},
		{ends: -time.Millisecond, renewing: true, ended: true},
		{ends: 0, renewing: true, soon: true, thisWeek: true},
		{ends: time.Millisecond, soon: true, thisWeek: true},
		{ends: 6*day - time.Millisecond, soon: true, thisWeek: true},
		{ends: 6 * day, soon: true},
		{ends: 2 * week, soon: true},
		{ends: 2*week + time.Millisecond},
		{ends: 365 * day},
	} {
		once := ProjectSubscription{Live: true, EndAt: now.Add(c.ends)}
		renews, over := once, once
		renews.AutoRenew, over.Live = true, false
		yesterday := now.Add(-day)
		for _, q := range []struct {
			what             string
			due              Due
			ofOnce, ofRenews bool
		}{
			{"renewing", Renewing(now), false, c.renewing},
			{"ended", Ended(now), c.ended, false},
			{"ends soon", EndsSoon(now), c.soon, false},
			{"ends this week", EndsBetween(yesterday, yesterday.Add(week), now), c.thisWeek, false},
		} {
			if q.due.Is(once) != q.ofOnce || q.due.Is(renews) != q.ofRenews || q.due.Is(over) {
				t.Errorf("%s, %v from now: once %v, renews %v, counts no more %v", q.what, c.ends, q.due.Is(once), q.due.Is(renews), q.due.Is(over))
			}
		}
	}
}
