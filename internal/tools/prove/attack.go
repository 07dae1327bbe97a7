package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// slowSockets opens many connections that send a header or a body a byte at a
// time, and asks for pages meanwhile.
func slowSockets(ctx context.Context, l *lab) (string, error) {
	s, err := l.serve(ctx, l.sqlite("slow"))
	if err != nil {
		return "", err
	}
	attack, stop := context.WithCancel(ctx)
	defer stop()
	sockets := l.of(100, 2000)
	for i := range sockets {
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.Base, "http://"))
		if err != nil {
			return "", err
		}
		defer conn.Close()
		start := "GET /api/v1/company HTTP/1.1\r\nHost: x\r\nX-Slow: "
		if i%2 == 1 {
			start = "POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"
		}
		if _, err := io.WriteString(conn, start); err != nil {
			return "", err
		}
		go func() {
			for attack.Err() == nil {
				time.Sleep(time.Second)
				if _, err := io.WriteString(conn, " "); err != nil {
					return // the server had enough
				}
			}
		}()
	}
	var times []time.Duration
	for range l.of(50, 500) {
		began := time.Now()
		if err := s.Call(ctx, http.MethodGet, "/api/v1/company?PageSize=25", nil, nil); err != nil {
			return "", err
		}
		times = append(times, time.Since(began))
	}
	slices.Sort(times)
	p99 := times[len(times)*99/100]
	figures := fmt.Sprintf("%d sockets that send a byte a second, 99 of 100 others answered within %.1f ms", sockets, milliseconds(p99))
	if l.tooSlow(p99, 500*time.Millisecond) {
		err = fmt.Errorf("the others waited %v", p99)
	}
	return figures, err
}

// enumeration compares how the server refuses accounts that exist, do not exist, or are disabled, each time from another
// address, and how long that takes. That the work is the same is a test of its own (TestRefusedSignInsCostTheSame).
func enumeration(ctx context.Context, l *lab) (string, error) {
	t := l.sqlite("guess")
	t.Env = []string{"BTRACKER_TRUSTED_PROXIES=127.0.0.1/32"}
	s, err := l.serve(ctx, t)
	if err != nil {
		return "", err
	}
	const known, disabled, unknown = demo.AdminEmail, "guest@example.com", "nobody@example.com"
	if err := s.Call(ctx, http.MethodPut, "/api/v1/UserManagement/disable", object{"email": disabled, "reason": 1}, nil); err != nil {
		return "", err
	}
	emails := []string{known, unknown, disabled}
	tries := l.of(10, 200)
	var figures []string
	for _, call := range []struct {
		name, path string
		body       func(email string) object
		status     int
	}{
		{"sign-in", "/api/v1/account/login", func(e string) object { return object{"email": e, "password": "Wrong-Password-1"} }, http.StatusUnauthorized},
		{"reset", "/api/v1/account/requestPassReset", func(e string) object { return object{"email": e} }, http.StatusOK},
	} {
		times := make([][]time.Duration, len(emails))
		bodies := map[string]bool{}
		for range tries {
			for _, i := range rand.Perm(len(emails)) { // what comes and goes on the machine meets all alike
				took, status, body, err := fromElsewhere(ctx, s, call.path, call.body(emails[i]))
				if err != nil {
					return "", err
				}
				if status != call.status {
					return "", fmt.Errorf("%s of %s: %d %s", call.name, emails[i], status, body)
				}
				bodies[body] = true
				times[i] = append(times[i], took)
			}
		}
		if len(bodies) != 1 {
			return "", fmt.Errorf("%s: answers differ: %v", call.name, bodies)
		}
		var medians []time.Duration
		for _, one := range times {
			slices.Sort(one)
			medians = append(medians, one[len(one)/2])
		}
		apart := slices.Max(medians) - slices.Min(medians)
		figures = append(figures, fmt.Sprintf("%s: medians of %d tries %.1f ms apart", call.name, tries, milliseconds(apart)))
		if l.tooSlow(apart, 5*time.Millisecond) {
			return strings.Join(figures, "; "), fmt.Errorf("%s: known, unknown and disabled take %v", call.name, medians)
		}
	}
	return strings.Join(figures, "; ") + "; the same status and body for known, unknown and disabled", nil
}

// fromElsewhere sends a request as a trusted proxy would for a new visitor.
func fromElsewhere(ctx context.Context, s *program.Server, path string, body object) (took time.Duration, status int, text string, err error) {
	return from(ctx, s, fmt.Sprintf("198.51.%d.%d", rand.IntN(256), rand.IntN(256)), path, body)
}

// from sends a request as a trusted proxy would for a visitor at an address.
func from(ctx context.Context, s *program.Server, address, path string, body object) (took time.Duration, status int, text string, err error) {
	encoded, err := json.Marshal(body)
	if err != nil {
		return 0, 0, "", err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Base+path, bytes.NewReader(encoded))
	if err != nil {
		return 0, 0, "", err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Forwarded-For", address)
	began := time.Now()
	response, err := s.HTTP.Do(request)
	if err != nil {
		return 0, 0, "", err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	return time.Since(began), response.StatusCode, string(answer), err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
