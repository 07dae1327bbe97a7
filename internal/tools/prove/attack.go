package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/measure"
	"btracker/internal/tools/program"
)

const loginPath = "/api/v1/account/login"

// slowSockets opens many connections that send a header or a body a byte at a
// time, and asks for pages meanwhile.
func slowSockets(l *lab) {
	s := l.serve(l.sqlite())
	attack, stop := context.WithCancel(l.Context())
	defer stop()
	sockets := l.of(100, 2000)
	for i := range sockets {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.Base, "http://"))
		l.ok(err)
		defer conn.Close()
		start := "GET /api/v1/company HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 1 {
			start = "POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"
		}
		_, err = io.WriteString(conn, start)
		l.ok(err)
		go func() {
			for attack.Err() == nil {
				time.Sleep(time.Second)
				if _, err := io.WriteString(conn, " "); err != nil {
					return // the server had enough
				}
			}
		}()
	}
	others := measure.Load{Clients: 1, Requests: int64(l.of(50, 500))}.Send(l.Context(), func(ctx context.Context, _ int64) error {
		return s.Get(ctx, "/api/v1/company?PageSize=25", nil)
	})
	l.ok(others.Failure)
	p99 := others.Times.Percentile(99)
	l.figures = func() string {
		return fmt.Sprintf("%d sockets that send a byte a second, 99 of 100 others answered within %.1f ms", sockets, measure.Ms(p99))
	}
	l.atMost("others waited", p99, 500*time.Millisecond)
}

// behindProxy serves where a proxy says who asks.
func (l *lab) behindProxy() *server {
	t := l.sqlite()
	t.Env = []string{"BTRACKER_TRUSTED_PROXIES=127.0.0.1/32"}
	return l.serve(t)
}

// post sends a request and answers how long that took.
func (l *lab) post(c program.Client, path string, body object) (program.Answer, time.Duration) {
	l.Helper()
	began := time.Now()
	answer, err := c.Send(l.Context(), http.MethodPost, path, body)
	l.ok(err)
	return answer, time.Since(began)
}

// enumeration compares how the server refuses accounts that exist, do not exist, or are disabled, each time from another
// address, and how long that takes. That the work is the same is a test of its own (TestRefusedSignInsCostTheSame).
func enumeration(l *lab) {
	s := l.behindProxy()
	const known, disabled, unknown = demo.AdminEmail, "guest@example.com", "nobody@example.com"
	l.ok(s.Call(l.Context(), http.MethodPut, "/api/v1/UserManagement/disable", object{"email": disabled, "reason": 1}, nil))
	emails, tries := []string{known, unknown, disabled}, l.of(10, 200)
	var seen []string
	l.figures = func() string {
		return strings.Join(seen, "; ") + "; the same status and body for known, unknown and disabled"
	}
	for _, call := range []struct {
		name, path string
		body       object
		status     int
	}{
		{"sign-in", loginPath, object{"password": "Wrong-Password-1"}, http.StatusUnauthorized},
		{"reset", "/api/v1/account/requestPassReset", object{}, http.StatusOK},
	} {
		times := make([]measure.Times, len(emails))
		bodies := map[string]bool{}
		for range tries {
			for _, i := range rand.Perm(len(emails)) { // what comes and goes on the machine meets all alike
				call.body["email"] = emails[i]
				elsewhere := s.From(fmt.Sprintf("198.51.%d.%d", rand.IntN(256), rand.IntN(256)))
				answer, took := l.post(elsewhere, call.path, call.body)
				if answer.Status != call.status {
					l.Fatalf("%s of %s: %d %s", call.name, emails[i], answer.Status, answer.Body)
				}
				bodies[string(answer.Body)] = true
				times[i] = append(times[i], took)
			}
		}
		if len(bodies) != 1 {
			l.Fatalf("%s: answers differ: %v", call.name, bodies)
		}
		var medians []time.Duration
		for _, one := range times {
			medians = append(medians, one.Percentile(50))
		}
		apart := slices.Max(medians) - slices.Min(medians)
		seen = append(seen, fmt.Sprintf("%s: medians of %d tries %.1f ms apart", call.name, tries, measure.Ms(apart)))
		l.atMost(fmt.Sprintf("%s: known, unknown and disabled take %v, apart", call.name, medians), apart, 5*time.Millisecond)
	}
}

// signInBurst lets hundreds sign in at once, from one address or into one account,
// and signs somebody else in beside them.
func signInBurst(l *lab) {
	s := l.behindProxy()
	guess := func(email string) object { return object{"email": email, "password": "Wrong-Password-1"} }
	signIn := func(from string, beside string) time.Duration {
		answer, took := l.post(s.From(from), loginPath, object{"email": demo.AdminEmail, "password": demo.Password})
		if answer.Status != http.StatusOK {
			l.Fatalf("a sign-in beside %s: %d %s", beside, answer.Status, answer.Body)
		}
		return took
	}
	seen := []string{fmt.Sprintf("alone %.0f ms", measure.Ms(signIn("203.0.113.250", "nobody")))}
	l.figures = func() string { return strings.Join(seen, "; ") }
	for i, burst := range []struct {
		name string
		size int
		body func(n int) object
	}{
		{"guesses from one address at the person's own account", 300, func(int) object { return guess(demo.AdminEmail) }},
		{"guesses from one address at as many accounts", 300, func(n int) object { return guess(fmt.Sprintf("nobody-%d@example.com", n)) }},
		{"right sign-ins of somebody else", 100, func(int) object { return object{"email": "guest@example.com", "password": demo.Password} }},
	} {
		statuses := make(chan int, burst.size)
		attacker := s.From(fmt.Sprint("192.0.2.", i+1))
		var sending sync.WaitGroup
		for n := range burst.size {
			sending.Go(func() {
				answer, _ := l.post(attacker, loginPath, burst.body(n))
				statuses <- answer.Status
			})
		}
		var times measure.Times
		for n := 0; n < 5 || len(statuses) < burst.size && n < 200; n++ { // until the burst is over
			times = append(times, signIn(fmt.Sprint("203.0.113.", i*50+n%50), burst.name))
		}
		sending.Wait()
		close(statuses)
		counts := map[int]int{}
		for status := range statuses {
			counts[status]++
		}
		slowest := times.Percentile(100)
		seen = append(seen, fmt.Sprintf("beside %d %s (%s) %d sign-ins, the slowest %.0f ms", burst.size, burst.name, inOrder(counts), len(times), measure.Ms(slowest)))
		l.atMost("a sign-in beside "+burst.name, slowest, time.Second)
	}
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
