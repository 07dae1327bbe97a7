package hub

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"btracker/internal/testkit"
)

// socketGoroutines counts the readers and writers of all WebSockets.
func socketGoroutines() int {
	var stacks strings.Builder
	_ = pprof.Lookup("goroutine").WriteTo(&stacks, 2)
	return strings.Count(stacks.String(), "created by btracker/internal/hub.(*socket).")
}

// hugeEvent is larger than the system's buffers, so that writing it has to wait for the client.
func (f *fixture) hugeEvent() []byte { return f.event("Changed", strings.Repeat("x", 32<<20)) }

// An open connection has a reader, and a writer only while something waits to be
// written. Whatever ends the connection ends both.
func TestGoroutinesOfAConnection(t *testing.T) {
	f := newFixture(t, func(t *timing) { t.write = time.Minute })
	f.config.MaxPerUser = 100
	for range 10 {
		f.ready("ann/1")
		f.ready("bob/2").conn.Close()
		f.ready("bob/2").send(bye)
		f.ready("bob/2").send("garbage\x1e")
	}
	testkit.Until(t, "one reader for each that stays", func() bool { return f.Connections() == 10 && socketGoroutines() == 10 })
	f.CloseSession("1")
	testkit.Until(t, "all gone", func() bool { return f.Connections() == 0 && socketGoroutines() == 0 })

	// A client that closes its side during a write still gets the rest.
	s := f.ready("ann/3")
	record := f.hugeEvent()
	f.Send(record, "ann")
	_ = s.tcp().CloseWrite()
	testkit.Until(t, "ended", func() bool { return len(f.byUserCopy("ann")) == 0 })
	if f.Connections() != 1 || socketGoroutines() != 2 {
		t.Error("the connection did not wait for its writer")
	}
	if _, err := s.readFrame(); err != nil || s.text.String() != string(record) {
		t.Errorf("got %d bytes of %d, %v", s.text.Len(), len(record), err)
	}
	s.text.Reset()
	s.expectEnd()
	testkit.Until(t, "all gone again", func() bool { return f.Connections() == 0 && socketGoroutines() == 0 })
}

// A write that takes too long ends the connection, even without the sweep.
func TestWritesHaveADeadline(t *testing.T) {
	for name, dial := range map[string]func(f *fixture, token, id string) *rawSocket{"plain": (*fixture).dial, "TLS": (*fixture).dialTLS} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, func(t *timing) { t.write, t.sweep = 2*time.Second, time.Hour })
			s := dial(f, "ann/1", "")
			s.send(shake)
			s.expect("{}\x1e")
			f.Send(f.hugeEvent(), "ann")
			testkit.Until(t, "gone", func() bool { return f.Connections() == 0 })
			if !strings.Contains(f.log.String(), "can not be written to") {
				t.Errorf("it ended for another reason:\n%s", f.log)
			}
		})
	}
}

// deadlineRecorder keeps the last write deadline that was set.
type deadlineRecorder struct {
	*net.TCPConn
	last *atomic.Pointer[time.Time]
}

func (r deadlineRecorder) SetWriteDeadline(at time.Time) error {
	r.last.Store(&at)
	return r.TCPConn.SetWriteDeadline(at)
}

// Between writes there is no deadline: TLS also writes when it reads, and would
// find the deadline passed.
func TestWriteDeadlinesEndWithTheWrite(t *testing.T) {
	f := newFixture(t)
	var deadline atomic.Pointer[time.Time]
	wrap := func(c net.Conn) net.Conn { return deadlineRecorder{c.(*net.TCPConn), &deadline} }
	f.wrapping(wrap, func() *rawSocket { return f.ready("ann/1") })
	testkit.Until(t, "no deadline", func() bool { return deadline.Load().IsZero() })
}

// A connection that ends while its upgrade is answered is closed like any other.
func TestSignOutDuringTheUpgrade(t *testing.T) {
	f := newFixture(t)
	c, err := f.add(Identity{UserID: "ann", SessionID: "1"}, time.Now(), 1)
	if err != nil {
		t.Fatal(err)
	}
	c.claim(webSockets, time.Time{})
	f.CloseSession("1")
	w := &wire{}
	newSocket(w, c).start("AAAAAAAAAAAAAAAAAAAAAA==", nil)
	testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, frames, _ := strings.Cut(w.out.String(), "\r\n\r\n"); frames != string(closeNormal.frame()) || !w.closed {
		t.Errorf("sent %q, closed %v", frames, w.closed)
	}
}

// Input that the HTTP server read along with the request is not lost.
func TestInputBeforeTheUpgradeIsAnswered(t *testing.T) {
	f := newFixture(t)
	address, _ := url.Parse(f.url)
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	early := frame(0x81, shake, true)
	fmt.Fprintf(conn, "GET /hub/notification?access_token=ann/1 HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n%s", early[:20])
	br := bufio.NewReader(conn)
	if resp, err := http.ReadResponse(br, nil); err != nil || resp.StatusCode != 101 {
		t.Fatal(resp, err)
	}
	s := &rawSocket{f: f, conn: conn, br: br}
	s.raw(early[20:])
	s.expect("{}\x1e")
}

func (f *fixture) ready(token string) *rawSocket {
	f.Helper()
	s := f.dial(token, "")
	s.send(shake)
	s.expect("{}\x1e")
	return s
}

// A client that breaks the rules of WebSockets ends its own connection alone. It
// gets a Close message, so that it does not come back to do it again.
func TestBrokenFrames(t *testing.T) {
	for name, c := range map[string]struct {
		bytes []byte
		code  int
	}{
		"too large":         {frame(0x81, strings.Repeat("x", maxMessage+1), true), 1009},
		"record too long":   {frame(0x81, strings.Repeat("x", maxRecord+1), true), 1009},
		"too large by size": {[]byte{0x81, 0xFF, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 1, 2, 3, 4}, 1009},
		"negative size":     {[]byte("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02\x03\x04hello"), 1009},
		"unmasked":          {frame(0x81, ping, false), 1002},
		"reserved bit":      {frame(0xC1, ping, true), 1002},
		"odd opcode":        {frame(0x83, "", true), 1002},
		"stray rest":        {frame(0x80, ping, true), 1002},
		"garbage":           {frame(0x81, "x\x1e", true), 1000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			culprit, other := f.ready("ann/1"), f.ready("ann/1")
			culprit.raw(c.bytes)
			culprit.expect(byeErr)
			culprit.expectEnd()
			if culprit.code != c.code {
				t.Errorf("closed with %d, want %d", culprit.code, c.code)
			}
			f.Send(f.event("Changed"), "ann")
			other.expect(string(f.event("Changed")))
		})
	}
}

func TestFragmentsAndBinaryFrames(t *testing.T) {
	f := newFixture(t)
	s := f.dial("ann/1", "")
	s.raw(frame(0x02, shake[:10], true)) // binary, to be continued
	s.raw(frame(0x89, "hello", true))    // a ping in between
	s.raw(frame(0x00, shake[10:20], true))
	s.raw(frame(0x80, shake[20:], true))
	s.expectPong("hello")
	s.expect("{}\x1e")
}

func TestCloseFrames(t *testing.T) {
	f := newFixture(t)
	s := f.ready("ann/1")
	f.CloseSession("1")
	s.expect(bye)
	s.expectEnd()
	if s.code != 1000 {
		t.Errorf("closed with %d", s.code)
	}
	s = f.ready("ann/2")
	s.raw(frame(0x88, "\x03\xe8", true))
	s.expectEnd()
	if s.code != 1000 {
		t.Errorf("answered with %d", s.code)
	}
}

func TestUpgradeHasNoSubprotocol(t *testing.T) {
	f := newFixture(t)
	_, resp := f.upgrade("?access_token=ann/1", "Sec-WebSocket-Protocol", "json", "Sec-WebSocket-Extensions", "permessage-deflate")
	if resp.StatusCode != 101 || resp.Header.Get("Sec-WebSocket-Protocol")+resp.Header.Get("Sec-WebSocket-Extensions") != "" {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
}

func TestBadUpgrade(t *testing.T) {
	f := newFixture(t)
	status, _ := f.do("GET", f.url, "ann/1", "", "Upgrade", "websocket", "Connection", "Upgrade", "Sec-WebSocket-Version", "7")
	if status != 400 {
		t.Errorf("%d", status)
	}
	testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
}

func TestTextFramesKeepTheirRecord(t *testing.T) {
	for _, n := range []int{0, 1, 125, 126, 1<<16 - 1, 1 << 16} {
		record := strings.Repeat("x", n)
		f := frameRecord([]byte(record))
		if string(f.record()) != record || string(f) != string(frame(0x81, record, false)) {
			t.Errorf("%d bytes are framed as %d and unframed as %d", n, len(f), len(f.record()))
		}
	}
}

func (h *Hub) byUserCopy(id string) []*conn {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.byUser[id]
}

// A frame may come byte by byte, and a long one in many pieces.
func TestFramesInPieces(t *testing.T) {
	onEach(t, nil, func(t *testing.T, f *fixture, open func(string) link) {
		s, isSocket := open("ann/1").(*rawSocket)
		if !isSocket {
			return // TestInputInPieces
		}
		call := `{"type":1,"invocationId":"7","target":"Foo","pad":"` + strings.Repeat("x", 20_000) + `"}` + "\x1e"
		all := slices.Concat(frame(0x89, "hello", true), frame(0x01, call[:300], true), frame(0x80, call[300:]+call[:1], true), frame(0x81, call[1:], true))
		for sent := 0; sent < len(all); {
			n := 1
			if sent%7 == 6 {
				n = min(5000, len(all)-sent)
			}
			s.raw(all[sent : sent+n])
			if sent += n; sent < 30 {
				time.Sleep(time.Millisecond) // so that they do not arrive together
			}
		}
		answer := `{"type":3,"invocationId":"7","error":"Unknown hub method 'Foo'"}` + "\x1e"
		s.expect(answer + answer)
		s.expectPong("hello")
	})
}

// Clients that send without end do not keep the hub from answering others.
func TestEndlessInputHoldsNobodyUp(t *testing.T) {
	f := newFixture(t)
	flood := []byte(strings.Repeat(string(frame(0x81, strings.Repeat(ping, 10), true)), 1000))
	var senders sync.WaitGroup
	defer senders.Wait()
	for range 4 {
		s := f.ready("loud/1")
		defer s.conn.Close()
		senders.Go(func() {
			for {
				if _, err := s.conn.Write(flood); err != nil {
					return
				}
			}
		})
	}
	quiet := f.ready("ann/1")
	for range 5 {
		quiet.send(`{"type":1,"invocationId":"7","target":"Foo"}` + "\x1e")
		quiet.expect(`{"type":3,"invocationId":"7","error":"Unknown hub method 'Foo'"}` + "\x1e")
	}
}

// A client that was told to close and does not is cut off, after a while or when it
// goes on sending.
func TestClientThatDoesNotGoIsCutOff(t *testing.T) {
	onEach(t, func(t *timing) { t.linger, t.sweep = 200*time.Millisecond, 10*time.Millisecond },
		func(t *testing.T, f *fixture, open func(string) link) {
			stays, isSocket := open("ann/1").(*rawSocket)
			if !isSocket {
				return
			}
			f.CloseSession("1")
			stays.expect(bye)
			testkit.Until(t, "cut off", func() bool { return f.Connections() == 0 })
		})
	f := newFixture(t, func(t *timing) { t.linger = time.Hour })
	sends := f.ready("ann/1")
	f.CloseSession("1")
	testkit.Until(t, "cut off", func() bool {
		sends.raw(frame(0x81, strings.Repeat("x", maxMessage), true))
		return f.Connections() == 0
	})
}

// faulty is a connection whose Read panics once it is broken.
type faulty struct {
	*net.TCPConn
	broken *atomic.Bool
}

func (c faulty) Read(b []byte) (int, error) {
	n, err := c.TCPConn.Read(b)
	if c.broken.Load() {
		panic("a fault of ours")
	}
	return n, err
}

// A panic while input is handled ends that connection, not the process, and is logged.
func TestPanicEndsTheCulpritAlone(t *testing.T) {
	for name, dial := range map[string]func(f *fixture, token, id string) *rawSocket{"plain": (*fixture).dial, "TLS": (*fixture).dialTLS} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			var broken atomic.Bool
			wrap := func(c net.Conn) net.Conn { return faulty{c.(*net.TCPConn), &broken} }
			culprit := f.wrapping(wrap, func() *rawSocket { return dial(f, "ann/1", "") })
			culprit.send(shake)
			culprit.expect("{}\x1e")
			var others []*rawSocket
			for range 4 {
				others = append(others, f.ready("ann/1"))
			}
			broken.Store(true)
			culprit.send(ping)
			culprit.expect(byeErr)
			culprit.expectEnd()
			if culprit.code != 1011 {
				t.Errorf("closed with %d", culprit.code)
			}
			for _, s := range others {
				s.send(`{"type":1,"invocationId":"7","target":"Foo"}` + "\x1e")
				s.expect(`{"type":3,"invocationId":"7","error":"Unknown hub method 'Foo'"}` + "\x1e")
			}
			testkit.Until(t, "only the others left", func() bool { return f.Connections() == len(others) })
			if log := f.log.String(); strings.Count(log, "level=ERROR") != 1 || !strings.Contains(log, `panic="a fault of ours"`) || !strings.Contains(log, "websocket_test.go") {
				t.Errorf("logged:\n%s", log)
			}
		})
	}
}

func TestOverTLS(t *testing.T) {
	f := newFixture(t)
	s := f.dialTLS("ann/1", "")
	s.send(shake)
	s.expect("{}\x1e")
	record := f.event("Changed", strings.Repeat("x", 40_000))
	f.Send(record, "ann")
	s.expect(string(record))
	f.CloseSession("1")
	s.expect(bye)
	s.expectEnd()
	testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
}
