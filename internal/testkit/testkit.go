package testkit

import (
	"bytes"
	"context"
	"net"
	"sync"
	"time"
)

// TB is the part of a *testing.T that shared helpers need. Run gives a command
// the same.
type TB interface {
	Helper()
	Context() context.Context
	Cleanup(func())
	TempDir() string
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Buffer is a log that the program writes while the test reads it.
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

// Patience is for a machine that has a lot else to do: only a failure takes it.
const Patience = 3 * time.Minute

// Until waits for what others bring about, however long a busy machine takes. It
// is never the way to wait for nothing to happen.
func Until(t TB, what string, done func() bool) {
	t.Helper()
	Within(t, Patience, what, done)
}

// Within waits until something is done, which must not take longer than the
// limit, and returns how long it took.
func Within(t TB, limit time.Duration, what string, done func() bool) time.Duration {
	t.Helper()
	pause := 20 * time.Microsecond
	began := time.Now()
	for !done() {
		if time.Since(began) > limit || t.Context().Err() != nil {
			t.Fatalf("not within %v: %s", limit, what)
		}
		time.Sleep(pause)
		pause = min(2*pause, 10*time.Millisecond)
	}
	return time.Since(began)
}

// Receive takes the next value from a channel, however long a busy machine takes.
func Receive[Value any](t TB, what string, from <-chan Value) (v Value) {
	t.Helper()
	select {
	case v = <-from:
	case <-time.After(Patience):
		t.Fatalf("not within %v: %s", Patience, what)
	}
	return v
}

// FreeAddress is an address of this machine at which nobody listens now.
func FreeAddress(t TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}
