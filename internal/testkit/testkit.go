package testkit

import (
	"bytes"
	"sync"
	"testing"
	"time"
)

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

// patience is for a machine that has a lot else to do: only a failure takes it.
const patience = time.Minute

// Until waits for what others bring about, however long a busy machine takes. It
// is never the way to wait for nothing to happen.
func Until(t testing.TB, what string, done func() bool) {
	t.Helper()
	pause := 20 * time.Microsecond
	for end := time.Now().Add(patience); !done(); pause = min(2*pause, 10*time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never came to this: %s", what)
		}
		time.Sleep(pause)
	}
}
