package hub

import (
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

func (all watchers) watched() (n int) {
	for _, w := range all {
		w.mu.Lock()
		n += len(w.sockets)
		w.mu.Unlock()
	}
	return n
}

// However a connection ends, it is not watched any more: what is would be
// reported without end once its client is gone.
func TestNothingStaysWatched(t *testing.T) {
	f := newFixture(t, func(t *timing) { t.write, t.sweep = time.Minute, 20*time.Millisecond })
	f.config.MaxPerUser = 100
	for range 10 {
		f.ready("ann/1")
		f.ready("bob/2").conn.Close()
		f.ready("bob/2").send(bye)
		f.ready("bob/2").send("garbage\x1e")
	}
	testkit.Until(t, "the others gone", func() bool { return f.watch.watched() == 10 })
	f.CloseSession("1")
	testkit.Until(t, "all gone", func() bool { return f.watch.watched() == 0 })

	// One that is written to without taking it stays, but there is nothing to read of it any more.
	s := f.ready("ann/3")
	f.narrow(s, "ann")
	f.Send(f.event("Changed", strings.Repeat("x", 60_000)), "ann")
	_ = s.conn.(interface{ CloseWrite() error }).CloseWrite()
	testkit.Until(t, "not watched", func() bool { return f.watch.watched() == 0 })
	if f.Connections() != 1 {
		t.Error("what was sent before is not waited for")
	}
}
