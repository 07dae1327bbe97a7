package auth

import "time"

// BackoffPolicy says how wrong sign-ins are slowed down.
type BackoffPolicy struct {
	Free int           // failures that cost nothing
	Base time.Duration // the first wait
	Max  time.Duration // no wait is longer: nobody is locked out for good
}

// Backoff returns how long to refuse the next attempt after so many failures:
// nothing while there are fewer than p.Free, then p.Base, doubling up to p.Max.
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
