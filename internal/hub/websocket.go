package hub

import (
	"crypto/sha1" // #nosec G505 -- the protocol names it; nothing secret depends on it
	"encoding/base64"
	"net/http"
	"strings"
	"time"
)

// maxMessage bounds one message or POST, which may hold several records.
const maxMessage = 2 * maxRecord

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
	early, _ := buffered.Reader.Peek(buffered.Reader.Buffered())
	newSocket(netConn, c).begin(key, early)
}

// begin answers the request, lets records out, and sees to it that the input is
// read: what came along with the request, and what will come. It does not stay,
// for the request and its buffers would stay in memory with it.
func (s *socket) begin(key string, early []byte) {
	// #nosec G401 -- the protocol names it; nothing secret depends on it
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	if err := s.writeOut([]byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
		base64.StdEncoding.EncodeToString(sum[:]) + "\r\n\r\n")); err != nil {
		s.fail()
		return
	}
	s.c.mu.Lock()
	s.c.socket = s
	over := s.c.over
	s.c.mu.Unlock()
	switch {
	case over: // signed out in between
		s.destroy()
	case !s.readOnce(readEarly(early)):
	case !s.c.hub.watch.add(s):
		go s.readUntilEnd()
	}
}

// input takes bytes of the client as they come.
func (s *socket) input(data []byte) {
	if over := s.c.heard(); over {
		if s.ignored += len(data); s.ignored > 16*maxMessage {
			s.destroy()
		}
		return
	}
	if code := s.parse(data); code != 0 {
		// With a Close message: the client would come back and do it again.
		s.c.end(closeWithError, code, "broken frame")
	}
}

// parse takes whole frames, and keeps what is left until its rest comes.
func (s *socket) parse(data []byte) (wrong closeCode) {
	begun := s.partial != nil
	if begun {
		s.partial = append(s.partial, data...)
		data = s.partial
	}
	rest := data
	for {
		f, size, wrong := parseFrame(rest, maxMessage-len(s.message))
		if wrong == 0 && size > 0 {
			wrong = s.frame(f)
		}
		if wrong != 0 {
			return wrong
		}
		if size == 0 {
			break
		}
		rest = rest[size:]
	}
	// A frame that comes byte by byte must not be copied each time, and one that
	// was taken must not stay in memory.
	if taken := len(rest) < len(data); taken || !begun {
		s.partial = append([]byte(nil), rest...)
	}
	return 0
}

// frame puts messages together from their fragments, and answers control frames,
// which may come in between.
func (s *socket) frame(f clientFrame) (wrong closeCode) {
	switch {
	case f.opcode >= opClose:
		return s.control(f)
	case s.fragmented != (f.opcode == opContinuation):
		return closeProtocol
	case !f.final:
		s.fragmented = true
		s.message = append(s.message, f.payload...)
	default:
		if s.fragmented {
			f.payload = append(s.message, f.payload...)
		}
		s.message, s.fragmented = nil, false
		_ = s.c.receive(f.payload) // which ends the connection if it must
	}
	return 0
}

func (s *socket) control(f clientFrame) (wrong closeCode) {
	switch f.opcode {
	case opPing:
		s.answerPing(f.payload)
	case opClose:
		code, ok := f.closeCode()
		if !ok {
			return closeProtocol
		}
		s.c.end(nil, code, "closed by the client")
	}
	return 0
}
