package tracker

import "time"

// tick is the smallest step of time that is stored.
const tick = time.Millisecond

// Due is a question about project subscriptions: which of those that count reach their
// end in a span of time? It is asked here of one subscription, and in SQL of all of
// them; SQL compares its columns with the same flags and bounds.
type Due struct {
	Renews bool      // at its end it gets another period; else it is over
	Untold bool      // nobody was told yet that the end comes soon
	From   time.Time // the first instant; zero for all before
	Before time.Time // the instant after the last one
}

// Renewing asks for subscriptions whose next period begins at an instant, or began before.
func Renewing(now time.Time) Due { return Due{Renews: true, Before: now.Add(tick)} }

// Ended asks for subscriptions that are over at an instant. Once it is told that one has
// ended, it counts no more, and so it is not found again.
func Ended(now time.Time) Due { return Due{Before: now} }

// EndsSoon asks for subscriptions that are over within EndingSoon of an instant, and not yet.
func EndsSoon(now time.Time) Due { return Due{From: now, Before: now.Add(EndingSoon + tick)} }

// EndsSoonUntold asks for those of EndsSoon of which nobody was told.
func EndsSoonUntold(now time.Time) Due {
	due := EndsSoon(now)
	due.Untold = true
	return due
}

// EndsBetween asks for subscriptions that are over in a span of time, and not at an instant now.
func EndsBetween(from, before, now time.Time) Due {
	if from.Before(now) {
		from = now
	}
	return Due{From: from, Before: before}
}

// Is answers the question for one subscription.
func (d Due) Is(s ProjectSubscription) bool {
	return s.Live && s.AutoRenew == d.Renews && !(d.Untold && s.SoonRaised) && !s.EndAt.Before(d.From) && s.EndAt.Before(d.Before)
}
