package testkit

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Buffer is a log that a test may read while the program writes it.
type Buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *Buffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *Buffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// Full tells whether a test tries everything that it can, which `make prove` asks for, or a sample where it has one.
func Full() bool { return os.Getenv("BTRACKER_TEST_FULL") != "" }

// Patience is how long a test waits on a busy machine. Only a failure takes so long.
const Patience = 10 * time.Minute

// Until waits until something is done, however long a busy machine takes. It can not
// show that something never happens.
func Until(t testing.TB, what string, done func() bool) {
	t.Helper()
	Within(t, Patience, what, done)
}

// Within waits until something is done, which must not take longer than the
// limit, and returns how long it took.
func Within(t testing.TB, limit time.Duration, what string, done func() bool) time.Duration {
	t.Helper()
	pause := 20 * time.Microsecond
	began := time.Now()
	for !done() {
		if time.Since(began) > limit {
			t.Fatalf("not within %v: %s", limit, what)
		}
		time.Sleep(pause)
		pause = min(2*pause, 10*time.Millisecond)
	}
	return time.Since(began)
}

// Receive takes the next value from a channel, however long a busy machine takes.
func Receive[Value any](t testing.TB, what string, from <-chan Value) (v Value) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(Patience):
		t.Fatalf("not within %v: %s", Patience, what)
	}
	return v
}

// FreeAddress is an address of this machine at which nobody listens now. Its port is below those that clients get: one of
// these may be taken before somebody listens there.
func FreeAddress(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(10_000+rand.IntN(20_000))) // #nosec G404 -- it is no secret
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		}
	}
	t.Fatal("no free port")
	return ""
}

// FailureOf returns the failure that ends f, or "", for tests of checks. The test
// itself does not fail.
func FailureOf(t testing.TB, f func(testing.TB)) string {
	t.Helper()
	r := &recorder{TB: t}
	var running sync.WaitGroup
	running.Go(func() { f(r) }) // a goroutine of its own, because Fatal ends it
	running.Wait()
	return r.failure
}

type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
