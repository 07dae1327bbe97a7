package auth

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestBackoff(t *testing.T) {
	p := BackoffPolicy{Free: 3, Base: time.Second, Max: 10 * time.Second}
	for failures, want := range map[int]time.Duration{
		-1: 0, 0: 0, 2: 0,
		3: time.Second, 4: 2 * time.Second, 5: 4 * time.Second, 6: 8 * time.Second,
		7: 10 * time.Second, 8: 10 * time.Second, math.MaxInt: 10 * time.Second,
	} {
		if got := Backoff(failures, p); got != want {
			t.Errorf("after %d failures %s, want %s", failures, got, want)
		}
	}
}

func TestBackoffNeverShrinksOrPassesMax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := BackoffPolicy{
			Free: rapid.IntRange(0, 20).Draw(t, "free"),
			Base: time.Duration(rapid.Int64Min(0).Draw(t, "base")),
			Max:  time.Duration(rapid.Int64Min(0).Draw(t, "max")),
		}
		failures := rapid.IntRange(0, 200).Draw(t, "failures")
		now, next := Backoff(failures, p), Backoff(failures+1, p)
		if now < 0 || now > p.Max || next < now {
			t.Fatalf("after %d failures %s, then %s", failures, now, next)
		}
	})
}
