package tracker

import "time"

// tick is the smallest step of time that is stored.
const tick = time.Millisecond

// Due is a condition: a project subscription counts, and reaches its end in a span of
// time. Is decides it for one subscription; SQL compares its columns with the same flags
// and bounds.
type Due struct {
	Renews bool      // gets another period at its end; else it is over
	From   time.Time // first instant of the span; zero for no first instant
	Before time.Time // the span ends before this instant
}

// Renewing holds for subscriptions whose next period has begun.
func Renewing(now time.Time) Due { return Due{Renews: true, Before: now.Add(tick)} }

// Ended holds for subscriptions that are over. After the notification of its end a
// subscription does not count any more, so Ended does not hold for it again.
func Ended(now time.Time) Due { return Due{Before: now} }

// EndsSoon holds for subscriptions that are not over yet, and will be within EndingSoon.
func EndsSoon(now time.Time) Due { return Due{From: now, Before: now.Add(EndingSoon + tick)} }

// EndsBetween holds for subscriptions that are not over yet, and will be in a span of time.
func EndsBetween(from, before, now time.Time) Due {
	if from.Before(now) {
		from = now
	}
	return Due{From: from, Before: before}
}

// Is reports whether the condition holds for a subscription.
func (d Due) Is(s ProjectSubscription) bool {
	return s.Live && s.AutoRenew == d.Renews && !s.EndAt.Before(d.From) && s.EndAt.Before(d.Before)
}
