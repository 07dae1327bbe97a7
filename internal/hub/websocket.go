package hub

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/lxzan/gws"
)

const (
	// readBuffer is small because every connection holds one; longer messages are read past it.
	readBuffer = 512
	// maxMessage bounds one message or POST, which may hold several records.
	maxMessage = 2 * maxRecord
)

func (h *Hub) newUpgrader() *gws.Upgrader {
	return gws.NewUpgrader(socketEvents{}, &gws.ServerOption{
		ReadMaxPayloadSize: maxMessage,
		ReadBufferSize:     readBuffer,
		ParallelGolimit:    1,
		NewSession:         func() gws.SessionStorage { return nil }, // the socket itself knows its connection
		Recovery:           func(gws.Logger) {},                      // readFrames does that
	})
}

func (h *Hub) serveWebSocket(w http.ResponseWriter, r *http.Request, c *conn) {
	netConn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		c.end(nil, closeFailure, "can not be upgraded")
		h.forget(c)
		http.Error(w, "this server can not upgrade", http.StatusInternalServerError)
		return
	}
	_ = netConn.SetDeadline(time.Time{}) // those of the HTTP server
	var early io.Reader
	if n := buffered.Reader.Buffered(); n > 0 {
		early = io.LimitReader(buffered.Reader, int64(n))
	}
	if s := h.upgrade(newSocket(netConn, c), early, r); s != nil {
		// Not in the handler's goroutine: the request and its buffers would stay in memory.
		go s.read()
	}
}

// upgrade makes the connection a WebSocket; early, if any, is what was read
// beyond the request. It answers nothing when that failed, and then all is over.
func (h *Hub) upgrade(s *socket, early io.Reader, r *http.Request) *socket {
	c := s.c
	var source io.Reader = s
	if early != nil {
		source = io.MultiReader(early, s)
	}
	var err error
	if s.ws, err = h.upgrader.UpgradeFromConn(s, bufio.NewReaderSize(&lengths{Reader: source}, readBuffer), r); err != nil {
		c.end(nil, closeFailure, "bad upgrade")
		s.destroy()
		h.forget(c)
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.socket = s
	if c.over { // signed out in between
		c.rouse()
	}
	return s
}

func (s *socket) read() {
	s.readFrames()
	// gws has half-closed and set the deadline: see Close.
	_, _ = io.CopyN(io.Discard, s.Conn, 16*maxMessage)
	s.destroy()
	s.c.hub.forget(s.c)
}

// readFrames returns when the WebSocket is at its end. What a client sends must
// never end the process, so a panic ends the culprit alone.
func (s *socket) readFrames() {
	defer func() {
		if p := recover(); p != nil {
			s.c.hub.config.Log.Error("hub: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.c.end(closeWithError, closeFailure, "panic")
		}
	}()
	s.ws.ReadLoop()
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
