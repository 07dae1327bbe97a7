package identity

import (
	"context"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Wrong sign-ins are slowed per account-and-address and per address, so that an
// attacker at another address never locks the owner out.
var (
	accountBackoff = auth.BackoffPolicy{Free: 5, Base: time.Second, Max: 15 * time.Minute}
	addressBackoff = auth.BackoffPolicy{Free: 50, Base: time.Second, Max: 5 * time.Minute}
	resetBackoff   = auth.BackoffPolicy{Free: 20, Base: 5 * time.Second, Max: 5 * time.Minute}
)

// throttleMemory is how long a subject's failures are remembered.
const throttleMemory = time.Hour

type throttleSubject struct {
	name   string
	policy auth.BackoffPolicy
}

func signInSubjects(email, ip string) []throttleSubject {
	return []throttleSubject{{"account " + email + " " + ip, accountBackoff}, {"address " + ip, addressBackoff}}
}

// throttles reads the failures of subjects, and refuses while a subject is blocked.
func (i *Identity) throttles(ctx context.Context, q store.Queries, subjects []throttleSubject) (map[string]store.Throttle, error) {
	names := make([]string, len(subjects))
	for k, s := range subjects {
		names[k] = s.name
	}
	known, err := q.Throttles(ctx, names...)
	var wait time.Duration
	for _, t := range known {
		wait = max(wait, t.BlockedUntil.Sub(i.Time()))
	}
	if err == nil && wait > 0 {
		err = tracker.TooManyAttempts(wait)
	}
	return known, err
}

func (i *Identity) countFailure(ctx context.Context, tx *store.Tx, subjects []throttleSubject, known map[string]store.Throttle) error {
	now, counted := i.Time(), map[string]store.Throttle{}
	for _, s := range subjects {
		t := known[s.name]
		if now.Sub(t.UpdatedAt) > throttleMemory {
			t.Failures = 0
		}
		t.Failures++
		t.BlockedUntil, t.UpdatedAt = now.Add(auth.Backoff(t.Failures, s.policy)), now
		counted[s.name] = t
	}
	return tx.PutThrottles(ctx, counted)
}

// failed counts a failure in a transaction of its own, and returns why. It returns the
// refusal of throttles instead if a subject is blocked by now.
func (i *Identity) failed(ctx context.Context, subjects []throttleSubject, why error) error {
	err := i.Store.Write(ctx, func(tx *store.Tx) error {
		known, err := i.throttles(ctx, tx.Queries, subjects)
		if err != nil {
			return err
		}
		return i.countFailure(ctx, tx, subjects, known)
	})
	if err != nil {
		return err
	}
	return why
}
