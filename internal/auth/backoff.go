package auth

import "time"

// BackoffPolicy has the figures of a back-off; identity/throttle.go has the policies.
type BackoffPolicy struct {
	Free int           // failures that cost nothing
	Base time.Duration // the first wait
	Max  time.Duration // the longest wait, so that nobody is locked out for good
}

// Backoff returns how long to refuse the next attempt after a number of failures: 0 below
// p.Free failures, then p.Base, which doubles with each failure up to p.Max.
func Backoff(failures int, p BackoffPolicy) time.Duration {
	if failures < p.Free {
		return 0
	}
	wait := min(p.Base, p.Max)
	if wait <= 0 {
		return 0
	}
	for range failures - p.Free {
		if wait >= p.Max-wait { // wait*2 could overflow
			return p.Max
		}
		wait *= 2
	}
	return wait
}
