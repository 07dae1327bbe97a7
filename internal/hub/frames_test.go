package hub

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/testkit"
)

// wire is a network connection whose input arrives in pieces and then ends.
type wire struct {
	in     [][]byte
	mu     sync.Mutex
	out    bytes.Buffer
	closed bool
}

func (w *wire) Read(b []byte) (int, error) {
	if len(w.in) == 0 {
		return 0, io.EOF
	}
	n := copy(b, w.in[0])
	if w.in[0] = w.in[0][n:]; len(w.in[0]) == 0 {
		w.in = w.in[1:]
	}
	return n, nil
}

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return 0, net.ErrClosed
	}
	return w.out.Write(b)
}

func (w *wire) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	return nil
}

func (w *wire) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (w *wire) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (w *wire) SetDeadline(time.Time) error      { return nil }
func (w *wire) SetReadDeadline(time.Time) error  { return nil }
func (w *wire) SetWriteDeadline(time.Time) error { return nil }

// Ways in which a client's bytes reach a connection.
const (
	asTheyAre  = iota // in pieces, through the WebSocket's own framing
	asMessages        // each piece in a frame, behind the handshake
	asPosts           // each piece in a POST
	ways
)

// Any input, in any pieces, causes no panic and keeps little memory. The output
// consists of whole frames and whole records, and in the end the hub is empty.
func FuzzFrames(f *testing.F) {
	call := `{"type":1,"invocationId":"7","target":"Foo","arguments":[]}` + "\x1e"
	for _, seed := range []string{
		string(frame(0x81, shake, true)) + string(frame(0x81, call+ping, true)) + string(frame(0x88, "\x03\xe8", true)),
		string(frame(0x02, shake[:10], true)) + string(frame(0x89, "hello", true)) + string(frame(0x80, shake[10:], true)),
		string(frame(0x81, shake+bye, true)) + string(frame(0x8A, "", true)),
		string(frame(0x81, ping, false)), string(frame(0xC1, ping, true)), string(frame(0x83, "", true)), string(frame(0x80, ping, true)),
		"\x81\xff\x00\x00\x00\x00\x7f\xff\xff\xff\x01\x02\x03\x04", "\x88\x81\x00\x00\x00\x00x", "\x81\xfe\x00",
		call + ping + call, "nonsense\x1e", `{"type":4,"invocationId":"` + strings.Repeat("x", 200), bye + call, "\x1e\x1e\xff",
	} {
		for way := range ways {
			f.Add([]byte(seed), uint8(way), uint16(7))
		}
	}
	f.Add(bytes.Repeat([]byte("x"), maxRecord+1), uint8(asPosts), uint16(maxMessage-1))
	f.Add(bytes.Repeat([]byte(call), 700), uint8(asMessages), uint16(maxMessage-1))
	faults := &faultLog{}
	h := newHub(Config{Log: slog.New(faults), Authenticate: func(context.Context, string) (Identity, error) {
		return Identity{UserID: "ann", SessionID: "1"}, nil
	}}, protocolTiming)
	f.Cleanup(func() { _ = h.Shutdown(context.Background()) })
	f.Fuzz(func(t *testing.T, data []byte, way uint8, size uint16) {
		c, err := h.add(Identity{UserID: "ann", SessionID: "1"}, time.Now(), 1)
		if err != nil {
			t.Fatal(err)
		}
		pieces := cut(data, int(size)+1)
		if way%ways == asPosts {
			post(t, h, c, pieces)
		} else {
			if way%ways == asMessages {
				data = frame(0x81, shake, true)
				for _, piece := range pieces {
					data = append(data, frame(0x81, string(piece), true)...)
				}
			}
			talk(t, h, c, cut(data, int(size)+1))
		}
		c.input.Lock()
		if n := len(c.incoming.partial); n > maxRecord {
			t.Errorf("keeps %d bytes", n)
		}
		c.input.Unlock()
		if h.Connections()+len(h.Users())+len(h.Sessions()) != 0 {
			t.Error("something is left")
		}
		if fault := faults.take(); fault != "" {
			t.Error(fault)
		}
	})
}

// talk runs a WebSocket whose client sends the pieces and closes.
func talk(t *testing.T, h *Hub, c *conn, pieces [][]byte) {
	c.claim(webSockets, time.Time{})
	w := &wire{in: pieces}
	newSocket(w, c).start("AAAAAAAAAAAAAAAAAAAAAA==", nil)
	testkit.Until(t, "the end of the connection", func() bool { return h.Connections() == 0 })
	w.mu.Lock()
	defer w.mu.Unlock()
	_, rest, _ := bytes.Cut(w.out.Bytes(), []byte("\r\n\r\n"))
	answers := &rawSocket{f: &fixture{T: t}, conn: &wire{closed: true}, br: bufio.NewReader(bytes.NewReader(rest))}
	for {
		opcode, err := answers.readFrame()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil || answers.code != 0 && opcode != finalBit|opClose {
			t.Fatalf("%v in %q", err, rest)
		}
	}
}

// post runs a connection on Long Polling whose client posts the pieces.
func post(t *testing.T, h *Hub, c *conn, pieces [][]byte) {
	c.claim(longPolling, time.Time{})
	for _, piece := range append([][]byte{[]byte(shake)}, pieces...) {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/hub?id="+c.token, bytes.NewReader(piece)))
		if w.Code != 200 && w.Code != 400 && w.Code != 404 && w.Code != 413 {
			t.Fatalf("status %d for %q", w.Code, piece)
		}
	}
	if c.queuedBytes > maxQueued {
		t.Errorf("%d bytes wait", c.queuedBytes)
	}
	for _, f := range c.queue {
		if r := f.record(); bytes.IndexByte(r, separator) != len(r)-1 {
			t.Errorf("not a record: %q", r)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodDelete, "/hub?id="+c.token, nil))
	if w.Code != 202 {
		t.Errorf("DELETE: %d", w.Code)
	}
}

// cut divides data into pieces of a size, or of a larger one if there were more than 21.
func cut(data []byte, size int) (pieces [][]byte) {
	size = max(size, len(data)/20+1)
	for len(data) > size {
		pieces = append(pieces, data[:size])
		data = data[size:]
	}
	return append(pieces, data)
}

// faultLog keeps the last fault that was logged.
type faultLog struct {
	mu   sync.Mutex
	last string
}

func (l *faultLog) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelWarn }

func (l *faultLog) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = r.Message
	r.Attrs(func(a slog.Attr) bool { l.last += " " + a.String(); return true })
	return nil
}

func (l *faultLog) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *faultLog) WithGroup(string) slog.Handler      { return l }

func (l *faultLog) take() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer func() { l.last = "" }()
	return l.last
}
