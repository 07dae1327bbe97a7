package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"btracker/internal/demo"
)

const loginPath = "/api/v1/account/login"

// signInBurst lets hundreds sign in at once, from one address or into one account,
// and signs somebody else in beside them.
func signInBurst(ctx context.Context, l *lab) (string, error) {
	t := l.sqlite("burst")
	t.Env = []string{"BTRACKER_TRUSTED_PROXIES=127.0.0.1/32"}
	s, err := l.serve(ctx, t)
	if err != nil {
		return "", err
	}
	const attacker, person = "192.0.2.%d", "203.0.113.%d"
	right := object{"email": demo.AdminEmail, "password": demo.Password}
	wrong := func(email string) object { return object{"email": email, "password": "Wrong-Password-1"} }
	alone, status, _, err := from(ctx, s, "203.0.113.250", loginPath, right)
	if err != nil || status != http.StatusOK {
		return "", fmt.Errorf("a sign-in alone: %d, %w", status, err)
	}
	figures := []string{fmt.Sprintf("alone %.0f ms", milliseconds(alone))}
	var slow error
	for i, burst := range []struct {
		name string
		size int
		sent func(i int) (address string, body object)
	}{
		{"guesses from one address at the person's own account", 300, func(int) (string, object) { return fmt.Sprintf(attacker, 1), wrong(demo.AdminEmail) }},
		{"guesses from one address at as many accounts", 300, func(i int) (string, object) {
			return fmt.Sprintf(attacker, 2), wrong(fmt.Sprintf("nobody-%d@example.com", i))
		}},
		{"right sign-ins of somebody else", 100, func(int) (string, object) {
			return fmt.Sprintf(attacker, 3), object{"email": "guest@example.com", "password": demo.Password}
		}},
	} {
		statuses := make(chan int, burst.size)
		var sending sync.WaitGroup
		for n := range burst.size {
			sending.Go(func() {
				address, body := burst.sent(n)
				_, status, _, err := from(ctx, s, address, loginPath, body)
				if err != nil {
					status = 0
				}
				statuses <- status
			})
		}
		var times []time.Duration
		for n := 0; n < 5 || len(statuses) < burst.size && n < 200; n++ { // until the burst is over
			took, status, text, err := from(ctx, s, fmt.Sprintf(person, i*50+n%50), loginPath, right)
			if err != nil || status != http.StatusOK {
				return "", errors.Join(err, fmt.Errorf("beside %s: %d %s", burst.name, status, text))
			}
			times = append(times, took)
		}
		sending.Wait()
		close(statuses)
		counts := map[int]int{}
		for status := range statuses {
			counts[status]++
		}
		if counts[0] > 0 {
			return "", fmt.Errorf("%s: %d were not answered", burst.name, counts[0])
		}
		longest := slices.Max(times)
		figures = append(figures, fmt.Sprintf("beside %d %s (%s) %d sign-ins, the slowest %.0f ms", burst.size, burst.name, inOrder(counts), len(times), milliseconds(longest)))
		if longest > time.Second && !l.short {
			slow = fmt.Errorf("beside %s a person waited %v", burst.name, longest)
		}
	}
	return strings.Join(figures, "; "), slow
}

// inOrder writes how often each status was answered.
func inOrder(counts map[int]int) string {
	var parts []string
	for status := range 600 {
		if n := counts[status]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d times %d", n, status))
		}
	}
	return strings.Join(parts, ", ")
}
