package hub

import (
	"bufio"
	"bytes"
	"crypto/sha1" // #nosec G505 -- the protocol names it; nothing secret depends on it
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

const (
	// maxMessage bounds one WebSocket message or POST, which may hold several records.
	maxMessage = 2 * maxRecord
	// maxIgnored bounds the input of a client that was told to go.
	maxIgnored = 16 * maxMessage
	// readBuffer is small because every connection holds one. Longer payloads bypass it.
	readBuffer = 512
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
	_ = netConn.SetDeadline(time.Time{}) // clears those of the HTTP server
	early, _ := buffered.Reader.Peek(buffered.Reader.Buffered())
	newSocket(netConn, c).start(key, early)
}

// socket is the network connection under a WebSocket. Its reader runs from start
// to close; a writer runs while there is something to write.
type socket struct {
	netConn net.Conn
	conn    *conn
	written chan struct{} // closed by the last writer

	// Guarded by conn.mu.
	writing bool
	pong    []byte // the answer to the last ping that is not answered yet
	probing bool   // a control ping waits to be written
	probed  time.Time
}

func newSocket(netConn net.Conn, c *conn) *socket {
	return &socket{netConn: netConn, conn: c, written: make(chan struct{})}
}

// start accepts the upgrade and starts the reader. early is input that the HTTP
// server read along with the request. The reader is a goroutine of its own because
// the request's goroutine would keep the request and its buffers in memory.
func (s *socket) start(key string, early []byte) {
	// #nosec G401 -- the protocol names it; nothing secret depends on it
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	if err := s.writeWithDeadline([]byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
		base64.StdEncoding.EncodeToString(sum[:]) + "\r\n\r\n")); err != nil {
		s.conn.end(nil, closeNormal, "can not be written to")
		s.close()
		return
	}
	s.conn.mu.Lock()
	s.conn.socket = s
	if s.conn.ended { // signed out in the meantime
		s.wakeWriter()
	}
	s.conn.mu.Unlock()
	go s.run(io.MultiReader(bytes.NewReader(bytes.Clone(early)), s))
}

// run is the reader. It closes the socket when there is no more input and the last
// frames are written.
func (s *socket) run(input io.Reader) {
	s.handleInput(bufio.NewReaderSize(input, readBuffer))
	s.conn.end(nil, closeNormal, "peer gone")
	<-s.written
	s.close()
}

func (s *socket) close() {
	_ = s.netConn.Close()
	s.conn.hub.forget(s.conn)
}

// Read lets every byte count as a sign of life, even the first one of a frame.
func (s *socket) Read(b []byte) (int, error) {
	n, err := s.netConn.Read(b)
	if n > 0 {
		s.conn.noteReceived()
	}
	return n, err
}

// handleInput returns when there is no more input, or when it is no longer of interest.
// A panic ends this connection alone: no input may end the process.
func (s *socket) handleInput(input *bufio.Reader) {
	defer func() {
		if p := recover(); p != nil {
			s.conn.hub.config.Log.Error("hub: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.conn.end(closeWithError, closeFailure, "panic")
		}
	}()
	err := s.handleMessages(input)
	if code, broken := errors.AsType[closeCode](err); broken {
		// With a Close message: without one, the client would come back and do it again.
		s.conn.end(closeWithError, code, "broken frame")
		err = nil
	}
	if err == nil {
		// Closing a socket while input is unread resets it, and the client may lose
		// the last frames. So the rest is read, until the client closes its side.
		_, _ = io.CopyN(io.Discard, input, maxIgnored)
	}
}

// handleMessages puts messages together from their fragments and answers control
// frames, which may come in between. It returns nil when the connection has ended.
func (s *socket) handleMessages(input *bufio.Reader) error {
	var message []byte
	fragmented := false
	for !s.conn.hasEnded() {
		f, err := readFrame(input, maxMessage-len(message))
		if err != nil {
			return err
		}
		switch {
		case f.opcode == opPing:
			s.answerPing(f.payload)
		case f.opcode == opPong:
		case f.opcode == opClose:
			if err := checkClosePayload(f.payload); err != nil {
				return err
			}
			s.conn.end(nil, closeNormal, "closed by the client")
		case fragmented != (f.opcode == opContinuation):
			return closeProtocol
		default:
			message = append(message, f.payload...)
			if fragmented = !f.final; !fragmented {
				_ = s.conn.receive(message) // an error has ended the connection
				message = nil
			}
		}
	}
	return nil
}

// answerPing leaves the answer to a writer. Of several pings the last one is
// answered: the protocol asks for no more.
func (s *socket) answerPing(payload []byte) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	s.pong = controlFrame(opPong, payload)
	s.wakeWriter()
}

// probe sends a control ping, unless one was sent lately; conn.mu is held.
func (s *socket) probe(now time.Time) {
	if now.Sub(s.probed) >= s.conn.hub.timing.ping {
		s.probed, s.probing = now, true
		s.wakeWriter()
	}
}

// wakeWriter starts a writer unless one is running; conn.mu is held.
func (s *socket) wakeWriter() {
	if !s.writing {
		s.writing = true
		go s.write()
	}
}

// write is a writer. The one that writes the last frames, or fails to, is followed
// by no other, because writing stays true.
func (s *socket) write() {
	for {
		frames, last := s.takeFrames()
		if len(frames) == 0 {
			return
		}
		if err := s.writeWithDeadline(frames); err != nil {
			s.conn.end(nil, closeNormal, "can not be written to")
			_ = s.netConn.Close()
			close(s.written)
			return
		}
		if last {
			s.closeOutput()
			close(s.written)
			return
		}
	}
}

// takeFrames returns the frames that wait to be written and whether they are the
// last. When it returns none, the writer has to return, and the next wakeWriter
// starts another one.
func (s *socket) takeFrames() (frames []byte, last bool) {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	batch, last := s.conn.takeQueueLocked()
	if s.pong != nil {
		batch, s.pong = append(batch, s.pong), nil
	}
	if s.probing {
		batch, s.probing = append(batch, pingFrame), false
	}
	if last {
		batch = append(batch, s.conn.closeCode.frame())
	}
	s.writing = len(batch) > 0
	if len(batch) == 1 {
		return batch[0], last // shared with the other connections, not copied
	}
	return slices.Concat(batch...), last
}

func (s *socket) writeWithDeadline(b []byte) error {
	_ = s.netConn.SetWriteDeadline(time.Now().Add(s.conn.hub.timing.write))
	_, err := s.netConn.Write(b)
	_ = s.netConn.SetWriteDeadline(time.Time{}) // TLS also writes while it reads
	return err
}

// closeOutput closes our side and gives the client time to close its own.
func (s *socket) closeOutput() {
	linger := s.conn.hub.timing.linger
	if half, ok := s.netConn.(interface{ CloseWrite() error }); !ok || half.CloseWrite() != nil {
		linger = 0
	}
	_ = s.netConn.SetReadDeadline(time.Now().Add(linger))
}
