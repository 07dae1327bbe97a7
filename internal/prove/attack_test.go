package prove

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
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

const loginPath = "/api/v1/account/login"

// Connections that send a header or a body a byte at a time delay nobody else: 99
// of 100 answers come within 500 ms.
func TestSlowSockets(t *testing.T) {
	begin(t)
	s := serve(t, onSQLite(t))
	attack, stop := context.WithCancel(t.Context())
	defer stop()
	sockets := shortOrFull(100, 2000)
	for i := range sockets {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.Base, "http://"))
		ok(t, err)
		defer conn.Close()
		start := "GET /api/v1/company HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 1 {
			start = "POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"
		}
		_, err = io.WriteString(conn, start)
		ok(t, err)
		go func() {
			for attack.Err() == nil {
				time.Sleep(time.Second)
				if _, err := io.WriteString(conn, " "); err != nil {
					return // the server had enough
				}
			}
		}()
	}
	others := testkit.Load{Clients: 1, Requests: int64(shortOrFull(50, 500))}.Send(t.Context(), func(ctx context.Context, _ int64) error {
		return s.Get(ctx, "/api/v1/company?PageSize=25", nil)
	})
	ok(t, others.Failure)
	p99 := others.Times.Percentile(99)
	t.Logf("%d sockets that send a byte a second, 99 of 100 others answered within %.1f ms", sockets, testkit.Ms(p99))
	atMost(t, "others waited", p99, 500*time.Millisecond)
}

// behindProxy starts a server that trusts the address which a proxy forwards.
func behindProxy(t *testing.T) *server {
	target := onSQLite(t)
	target.Env = []string{"BTRACKER_TRUSTED_PROXIES=127.0.0.1/32"}
	return serve(t, target)
}

// post sends a request, and returns the answer and how long it took.
func post(t *testing.T, c program.Client, path string, body object) (program.Answer, time.Duration) {
	t.Helper()
	began := time.Now()
	answer, err := c.Send(t.Context(), http.MethodPost, path, body)
	ok(t, err)
	return answer, time.Since(began)
}

// Accounts that exist, do not exist, or are disabled are refused alike, each time from another address: the same status
// and body, and medians of time within 5 ms. TestRefusedSignInsCostTheSame shows that
// the server does the same work for each.
func TestEnumeration(t *testing.T) {
	begin(t)
	s := behindProxy(t)
	const known, disabled, unknown = demo.AdminEmail, "guest@example.com", "nobody@example.com"
	ok(t, s.Call(t.Context(), http.MethodPut, "/api/v1/UserManagement/disable", object{"email": disabled, "reason": 1}, nil))
	emails, tries := []string{known, unknown, disabled}, shortOrFull(10, 200)
	for _, call := range []struct {
		name, path string
		body       object
		status     int
	}{
		{"sign-in", loginPath, object{"password": "Wrong-Password-1"}, http.StatusUnauthorized},
		{"reset", "/api/v1/account/requestPassReset", object{}, http.StatusOK},
	} {
		times := make([]testkit.Times, len(emails))
		bodies := map[string]bool{}
		for range tries {
			for _, i := range rand.Perm(len(emails)) { // in random order, so that other work on the machine delays all of them alike
				call.body["email"] = emails[i]
				elsewhere := s.From(fmt.Sprintf("198.51.%d.%d", rand.IntN(256), rand.IntN(256)))
				answer, took := post(t, elsewhere, call.path, call.body)
				if answer.Status != call.status {
					t.Fatalf("%s of %s: %d %s", call.name, emails[i], answer.Status, answer.Body)
				}
				bodies[string(answer.Body)] = true
				times[i] = append(times[i], took)
			}
		}
		if len(bodies) != 1 {
			t.Fatalf("%s: answers differ: %v", call.name, bodies)
		}
		var medians []time.Duration
		for _, one := range times {
			medians = append(medians, one.Percentile(50))
		}
		apart := slices.Max(medians) - slices.Min(medians)
		t.Logf("%s: the same status and body for known, unknown and disabled; medians of %d tries %.1f ms apart", call.name, tries, testkit.Ms(apart))
		atMost(t, fmt.Sprintf("%s: known, unknown and disabled take %v, apart", call.name, medians), apart, 5*time.Millisecond)
	}
}

// Beside hundreds of sign-ins from one address or into one account, right or wrong,
// others sign in within a second.
func TestSignInBurst(t *testing.T) {
	begin(t)
	s := behindProxy(t)
	guess := func(email string) object { return object{"email": email, "password": "Wrong-Password-1"} }
	signIn := func(from string, beside string) time.Duration {
		answer, took := post(t, s.From(from), loginPath, object{"email": demo.AdminEmail, "password": demo.Password})
		if answer.Status != http.StatusOK {
			t.Fatalf("a sign-in beside %s: %d %s", beside, answer.Status, answer.Body)
		}
		return took
	}
	t.Logf("alone %.0f ms", testkit.Ms(signIn("203.0.113.250", "nobody")))
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
				answer, err := attacker.Send(t.Context(), http.MethodPost, loginPath, burst.body(n))
				if err != nil {
					t.Error(err)
				}
				statuses <- answer.Status
			})
		}
		var times testkit.Times
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
		t.Logf("beside %d %s (answered %v) %d sign-ins, the slowest %.0f ms", burst.size, burst.name, counts, len(times), testkit.Ms(slowest))
		atMost(t, "a sign-in beside "+burst.name, slowest, time.Second)
	}
}
