package hub

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/lxzan/gws"
)

const (
	// readBuffer is small because every connection holds one; longer messages are read past it.
	readBuffer = 512
	// maxMessage bounds one message or POST, which may hold several records.
	maxMessage = 2 * maxRecord
	// closeFrame is the first byte of a frame that ends a WebSocket.
	closeFrame = 0x88
)

func (h *Hub) newUpgrader() *gws.Upgrader {
	return gws.NewUpgrader(socketEvents{}, &gws.ServerOption{
		ReadMaxPayloadSize: maxMessage,
		ReadBufferSize:     readBuffer,
		ParallelGolimit:    1,
		NewSession:         func() gws.SessionStorage { return nil }, // the socket itself knows its connection
		Recovery: func(gws.Logger) {
			if p := recover(); p != nil {
				h.config.Log.Error("hub: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			}
		},
	})
}

// socket is the network connection under a WebSocket. It stands between gws and
// TCP to give every write a deadline and the last frames time to arrive.
type socket struct {
	net.Conn
	c      *conn
	ws     *gws.Conn
	broken atomic.Bool

	// Guarded by c.mu.
	writing bool
	probing bool
	probed  time.Time
}

func (h *Hub) serveWebSocket(w http.ResponseWriter, r *http.Request, c *conn) {
	netConn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		c.end(nil, closeFailure, "can not be upgraded")
		h.forget(c)
		http.Error(w, "this server can not upgrade", http.StatusInternalServerError)
		return
	}
	s := &socket{Conn: netConn, c: c}
	_ = netConn.SetDeadline(time.Time{}) // those of the HTTP server
	var source io.Reader = s
	if n := buffered.Reader.Buffered(); n > 0 {
		source = io.MultiReader(io.LimitReader(buffered.Reader, int64(n)), s)
	}
	if s.ws, err = h.upgrader.UpgradeFromConn(s, bufio.NewReaderSize(source, readBuffer), r); err != nil {
		c.end(nil, closeFailure, "bad upgrade")
		s.destroy()
		h.forget(c)
		return
	}
	c.mu.Lock()
	c.socket = s
	if c.over { // signed out in between
		c.rouse()
	}
	c.mu.Unlock()
	// Not in the handler's goroutine: the request and its buffers would stay in memory.
	go s.read()
}

func (s *socket) read() {
	s.ws.ReadLoop()
	// gws has half-closed and set the deadline: see Close.
	_, _ = io.CopyN(io.Discard, s.Conn, 16*maxMessage)
	s.destroy()
	s.c.hub.forget(s.c)
}

// rouse starts a writer unless one is at work; c.mu is held.
func (s *socket) rouse() {
	if !s.writing {
		s.writing = true
		go s.write()
	}
}

// probe sends a control ping, once in a while; c.mu is held.
func (s *socket) probe(now time.Time) {
	if now.Sub(s.probed) >= s.c.hub.timing.ping {
		s.probed, s.probing = now, true
		s.rouse()
	}
}

func (s *socket) write() {
	for {
		s.c.mu.Lock()
		batch, over := s.c.drain()
		probing, code := s.probing, s.c.closeCode
		s.probing = false
		if len(batch) == 0 && !probing && !over {
			s.writing = false
			s.c.mu.Unlock()
			return
		}
		s.c.mu.Unlock()
		var err error
		if len(batch) > 0 {
			err = s.ws.Writev(gws.OpcodeText, batch...)
		}
		if probing && err == nil {
			err = s.ws.WritePing(nil)
		}
		if err != nil {
			s.c.end(nil, closeNormal, "can not be written to")
			return
		}
		if over {
			_ = s.ws.WriteClose(code, nil)
			return
		}
	}
}

// Write is called by gws, one frame at a time.
func (s *socket) Write(frame []byte) (int, error) {
	if s.broken.Load() {
		return 0, net.ErrClosed
	}
	_ = s.SetWriteDeadline(time.Now().Add(s.c.hub.timing.write))
	if s.failing(frame) {
		farewell := append([]byte{0x81, byte(len(closeWithError))}, closeWithError...)
		if _, err := s.Conn.Write(farewell); err != nil {
			s.broken.Store(true)
			return 0, err
		}
	}
	n, err := s.Conn.Write(frame)
	if err != nil {
		s.broken.Store(true)
	}
	return n, err
}

// failing says whether gws is about to end the WebSocket for a fault it found by
// itself, such as a message that is too large. Without a Close message the
// client would come back and do it again.
func (s *socket) failing(frame []byte) bool {
	if frame[0] != closeFrame || len(frame) < 4 {
		return false
	}
	code := binary.BigEndian.Uint16(frame[2:])
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	return code > 1001 && code < 3000 && s.c.ready && !s.c.over
}

// Close is called by gws behind its last frame. Closing at once while input is
// unread would reset the connection, and the last records would be lost.
func (s *socket) Close() error {
	if half, ok := s.Conn.(interface{ CloseWrite() error }); ok && !s.broken.Load() {
		_ = s.SetReadDeadline(time.Now().Add(s.c.hub.timing.linger))
		return half.CloseWrite()
	}
	return s.destroy()
}

func (s *socket) destroy() error {
	s.broken.Store(true)
	return s.Conn.Close()
}

// socketEvents passes on what gws reads.
type socketEvents struct{}

func (socketEvents) OnOpen(*gws.Conn) {}

func (socketEvents) OnClose(ws *gws.Conn, _ error) {
	connOf(ws).end(nil, closeNormal, "peer gone")
}

func (socketEvents) OnPing(ws *gws.Conn, payload []byte) {
	connOf(ws).heard()
	_ = ws.WritePong(payload)
}

func (socketEvents) OnPong(ws *gws.Conn, _ []byte) { connOf(ws).heard() }

func (socketEvents) OnMessage(ws *gws.Conn, message *gws.Message) {
	defer message.Close()
	_ = connOf(ws).receive(message.Bytes())
}

func connOf(ws *gws.Conn) *conn { return ws.NetConn().(*socket).c }

func (c *conn) heard() {
	c.mu.Lock()
	c.received = time.Now()
	c.mu.Unlock()
}
