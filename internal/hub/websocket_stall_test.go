package hub

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

func TestPingsWhileIdle(t *testing.T) {
	for _, name := range []string{"WebSockets", "ServerSentEvents"} {
		f := newFixture(t, func(t *timing) {
			t.ping, t.clientSilence, t.sweep = 100*time.Millisecond, time.Second, 10*time.Millisecond
		})
		l := transports[name](f, "ann/1")
		l.send(shake)
		// A client that only answers control pings, and never pings by itself, may stay.
		l.expect("{}\x1e" + strings.Repeat(ping, 13))
	}
}

func TestPingsTakeTheirTimeFromTheLastRecord(t *testing.T) {
	f := newFixture(t, withPings)
	s := f.ready("ann/1")
	record := string(f.event("Changed"))
	for range 3 {
		f.Send([]byte(record), "ann")
		s.expect(record)
		sent := f.lastSent("ann")
		f.sweep(sent.Add(f.timing.ping - time.Nanosecond))
		f.Send([]byte(record), "ann")
		s.expect(record) // and no ping before
		f.sweep(f.lastSent("ann").Add(f.timing.ping))
		s.expect(ping)
	}
}

func TestClientThatFallsSilentIsDropped(t *testing.T) {
	onEach(t, func(t *timing) { t.clientSilence, t.sweep = 200*time.Millisecond, 10*time.Millisecond },
		func(t *testing.T, f *fixture, open func(string) link) {
			l := open("ann/1")
			if _, polls := l.(*poller); polls {
				return // its polls tell: TestPollerThatGoesAwayIsForgotten
			}
			l.send(ping)
			l.expect(byeBack)
			l.expectEnd()
		})
}

// Every byte of a client is a sign of life, even the first one of a frame.
func TestEveryByteIsHeard(t *testing.T) {
	f := newFixture(t)
	s := f.ready("ann/1")
	c := f.byUserCopy("ann")[0]
	for _, b := range frame(0x89, "", true) {
		before := time.Now()
		s.raw([]byte{b})
		testkit.Until(t, "heard", func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.received.After(before)
		})
	}
}

// A client that neither pings nor answers control pings is dropped.
func TestDeadPeerIsFoundByControlPings(t *testing.T) {
	f := newFixture(t, func(t *timing) {
		t.ping, t.clientSilence, t.sweep = 100*time.Millisecond, 300*time.Millisecond, 10*time.Millisecond
	})
	f.ready("ann/1") // and never reads again
	testkit.Until(t, "dropped", func() bool { return len(f.Users()) == 0 })
}

// A client that stops reading is dropped, and the others do not notice.
func TestSlowConsumer(t *testing.T) {
	// As long as sending would take if it waited for the slow one: for ever.
	onEach(t, func(t *timing) { t.write = time.Hour },
		func(t *testing.T, f *fixture, open func(string) link) {
			slow, other := open("ann/1"), open("bob/1")
			if s, ok := slow.(*rawSocket); ok {
				_ = s.tcp().SetReadBuffer(4 << 10)
			}
			record := f.event("Changed", strings.Repeat("x", 8<<10))
			sent := 0
			for ; len(f.byUserCopy("ann")) > 0; sent++ {
				if sent > 10_000 {
					t.Fatal("a connection that nobody reads takes everything")
				}
				f.Send(record, "ann")
			}
			f.Send(f.event("Changed"), "bob")
			other.expect(string(f.event("Changed")))
			if p, ok := slow.(*poller); ok {
				p.expect(strings.Repeat(string(record), sent-1) + byeBack)
			}
			f.sweep(time.Now().Add(f.timing.write + f.timing.linger))
			testkit.Until(t, "the slow one gone", func() bool { return f.Connections() < 2 })
		})
}

// narrow shrinks the buffers of the user's connections, so that a write soon has to wait.
func (f *fixture) narrow(s *rawSocket, user string) {
	f.Helper()
	err := s.tcp().SetReadBuffer(4 << 10)
	for _, c := range f.byUserCopy(user) {
		err = errors.Join(err, c.socket.netConn.(*net.TCPConn).SetWriteBuffer(4<<10))
	}
	if err != nil {
		f.Fatal(err)
	}
}

// One of five hundred clients stops reading. A hub that waited for it would hold
// up the others for as long as a write may take.
func TestFanOutPastAStuckClient(t *testing.T) {
	f := newFixture(t, func(t *timing) { t.write = time.Minute })
	f.config.MaxPerUser = 500
	stuck := f.ready("stuck/1")
	f.narrow(stuck, "stuck")
	var others []*rawSocket
	for range 499 {
		others = append(others, f.ready("ann/1"))
	}
	everybody := func(n int) {
		t.Helper()
		record := f.event("Changed", n)
		f.Send(record, "stuck", "ann")
		for _, s := range others {
			s.expect(string(record))
		}
	}
	big := f.event("Changed", strings.Repeat("x", 16<<10))
	for n := range 3 {
		f.Send(big, "stuck")
		everybody(n)
	}
	if len(f.byUserCopy("stuck")) != 1 {
		t.Error("a client that stopped just now is gone already")
	}
	for n := range 5 {
		f.Send(big, "stuck")
		everybody(n)
	}
	if len(f.byUserCopy("stuck")) != 0 || f.slow.Load() != 1 {
		t.Error("a client that does not read is kept")
	}
	stuck.conn.Close()
}

// A client that pauses gets everything afterwards, whole and in order: frames that
// were half written, and the answers in between.
func TestPausingClientGetsWholeFrames(t *testing.T) {
	f := newFixture(t)
	s := f.ready("ann/1")
	f.narrow(s, "ann")
	want := ""
	for i := range 50 {
		record := string(f.event("Changed", i, strings.Repeat("x", 1<<10)))
		f.Send([]byte(record), "ann")
		want += record
		s.raw(frame(0x89, strconv.Itoa(i), true))
	}
	time.Sleep(20 * time.Millisecond)
	s.expect(want)
	s.expectPong("49") // of several pings the last must be answered
}
