package hub

import (
	"bufio"
	"crypto/sha1" // #nosec G505 -- the protocol names it; nothing secret depends on it
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

const (
	// readBuffer is small because every connection holds one; longer messages are read past it.
	readBuffer = 512
	// maxMessage bounds one message or POST, which may hold several records.
	maxMessage = 2 * maxRecord
)

func (h *Hub) serveWebSocket(w http.ResponseWriter, r *http.Request, c *conn) {
	fail := func(status int, text string) {
		c.end(nil, closeFailure, text)
		h.forget(c)
		http.Error(w, text, status)
	}
	key := r.Header.Get("Sec-WebSocket-Key")
	if raw, err := base64.StdEncoding.DecodeString(key); err != nil || len(raw) != 16 ||
		r.Header.Get("Sec-WebSocket-Version") != "13" || !strings.Contains(strings.ToLower(r.Header.Get("Connection")), "upgrade") {
		w.Header().Set("Sec-WebSocket-Version", "13")
		fail(http.StatusBadRequest, "not a request for a WebSocket of version 13")
		return
	}
	netConn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		fail(http.StatusInternalServerError, "this server can not upgrade")
		return
	}
	_ = netConn.SetDeadline(time.Time{}) // those of the HTTP server
	var source io.Reader = netConn
	if n := buffered.Reader.Buffered(); n > 0 {
		source = io.MultiReader(io.LimitReader(buffered.Reader, int64(n)), netConn)
	}
	s := newSocket(netConn, c)
	s.begin(key)
	// Not in the handler's goroutine: the request and its buffers would stay in memory.
	go s.read(bufio.NewReaderSize(source, readBuffer))
}

// begin answers the request, and lets records out.
func (s *socket) begin(key string) {
	// #nosec G401 -- the protocol names it; nothing secret depends on it
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	// When it fails, reading fails too.
	_ = s.writeOut([]byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "+
		base64.StdEncoding.EncodeToString(sum[:])+"\r\n\r\n"), false)
	c := s.c
	c.mu.Lock()
	defer c.mu.Unlock()
	c.socket = s
	if c.over { // signed out in between
		c.rouse()
	}
}

// read takes what the client sends, and returns when nothing of the socket is
// left. How deep it waits in Read decides the size of its stack, which is most of
// what an idle connection costs.
func (s *socket) read(br *bufio.Reader) {
	defer s.readNoMore()
	err := s.readFrames(br)
	if code, broken := err.(closeCode); broken {
		// With a Close message: the client would come back and do it again.
		s.c.end(closeWithError, code, err.Error())
	} else {
		s.c.end(nil, closeNormal, "peer gone")
	}
}

// readNoMore gives the last frames time to arrive: closing at once while input is
// unread would reset the connection, and they would be lost. What a client sends
// must never end the process, so a panic ends the culprit alone.
func (s *socket) readNoMore() {
	if p := recover(); p != nil {
		s.c.hub.config.Log.Error("hub: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		s.c.end(closeWithError, closeFailure, "panic")
	}
	<-s.finished
	_, _ = io.CopyN(io.Discard, s.Conn, 16*maxMessage)
	s.destroy()
	s.c.hub.forget(s.c)
}

// readFrames puts messages together from their fragments, and answers control
// frames, which may come in between.
func (s *socket) readFrames(br *bufio.Reader) error {
	var message []byte // its beginning
	fragmented := false
	for {
		f, err := readFrame(br, maxMessage-len(message))
		if err != nil {
			return err
		}
		s.c.heard()
		switch {
		case f.opcode >= opClose:
			if err := s.control(f); err != nil {
				return err
			}
		case fragmented != (f.opcode == opContinuation):
			return closeProtocol
		case !f.final:
			fragmented = true
			message = append(message, f.payload...)
		default:
			if fragmented {
				f.payload = append(message, f.payload...)
			}
			_ = s.c.receive(f.payload) // which ends the connection if it must
			message, fragmented = nil, false
		}
	}
}

// control answers a control frame.
func (s *socket) control(f clientFrame) error {
	switch f.opcode {
	case opPing:
		return s.writeOut(controlFrame(opPong, f.payload), false)
	case opPong:
		return nil
	}
	code, ok := f.closeCode()
	if !ok {
		return closeProtocol
	}
	s.c.end(nil, code, "closed by the client")
	return io.EOF
}

func (c *conn) heard() {
	c.mu.Lock()
	c.received = time.Now()
	c.mu.Unlock()
}
