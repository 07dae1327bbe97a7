package hub

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/testkit"
)

// patience is how long a client waits for the next frame.
const patience = 20 * time.Second

// rawSocket speaks WebSocket by hand, to be able to do it wrong.
type rawSocket struct {
	f    *fixture
	conn net.Conn
	br   *bufio.Reader
	text bytes.Buffer
	code int    // of the close frame
	pong string // the last one
}

// dial opens a WebSocket; id may be empty.
func (f *fixture) dial(token, id string) *rawSocket {
	f.Helper()
	s, resp := f.upgrade("?id="+id, "Authorization", "Bearer "+token)
	if resp.StatusCode != 101 {
		f.Fatalf("upgrade: %s", resp.Status)
	}
	return s
}

// dialTLS does the same at another server of the same hub, which does TLS itself.
func (f *fixture) dialTLS(token, id string) *rawSocket {
	f.Helper()
	server := f.newServer()
	server.StartTLS()
	f.Cleanup(server.Close)
	conn, err := tls.Dial("tcp", server.Listener.Addr().String(), &tls.Config{InsecureSkipVerify: true}) // #nosec G402 -- a test's own certificate
	if err != nil {
		f.Fatal(err)
	}
	s, resp := f.upgradeOver(conn, "test", "?id="+id, "Authorization", "Bearer "+token)
	if resp.StatusCode != 101 {
		f.Fatalf("upgrade over TLS: %s", resp.Status)
	}
	return s
}

func (f *fixture) upgrade(query string, header ...string) (*rawSocket, *http.Response) {
	f.Helper()
	address, err := url.Parse(f.url)
	if err != nil {
		f.Fatal(err)
	}
	conn, err := net.Dial("tcp", address.Host)
	if err != nil {
		f.Fatal(err)
	}
	return f.upgradeOver(conn, address.Host, query, header...)
}

func (f *fixture) upgradeOver(conn net.Conn, host, query string, header ...string) (*rawSocket, *http.Response) {
	f.Helper()
	f.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	var key [16]byte
	_, _ = rand.Read(key[:])
	fmt.Fprintf(conn, "GET /hub/notification%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n",
		query, host, base64.StdEncoding.EncodeToString(key[:]))
	for i := 0; i < len(header); i += 2 {
		fmt.Fprintf(conn, "%s: %s\r\n", header[i], header[i+1])
	}
	fmt.Fprint(conn, "\r\n")
	br := bufio.NewReader(conn)
	resp, err := http.ReadResponse(br, nil)
	if err != nil {
		f.Fatal(err)
	}
	return &rawSocket{f: f, conn: conn, br: br}, resp
}

// tcp returns the connection under the WebSocket, and under TLS if there is any.
func (s *rawSocket) tcp() *net.TCPConn {
	if t, ok := s.conn.(*tls.Conn); ok {
		return t.NetConn().(*net.TCPConn)
	}
	return s.conn.(*net.TCPConn)
}

func frame(first byte, payload string, masked bool) []byte {
	b := []byte{first}
	mask := byte(0)
	if masked {
		mask = 0x80
	}
	switch n := len(payload); {
	case n < 126:
		b = append(b, mask|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, mask|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, mask|127), uint64(n))
	}
	if !masked {
		return append(b, payload...)
	}
	key := []byte{1, 2, 3, 4}
	b = append(b, key...)
	for i := range len(payload) {
		b = append(b, payload[i]^key[i%4])
	}
	return b
}

func (s *rawSocket) raw(b []byte) {
	_, _ = s.conn.Write(b) // the other side may have hung up on us
}

func (s *rawSocket) send(data string) { s.raw(frame(0x81, data, true)) }

// readFrame reads the next frame. It keeps text, pongs and close codes, and answers pings.
func (s *rawSocket) readFrame() (opcode byte, err error) {
	_ = s.conn.SetDeadline(time.Now().Add(patience)) // anew: the first of many has to wait for the last
	opcode, payload, err := hubtest.ReadFrame(s.br)
	if err != nil {
		return 0, err
	}
	switch opcode {
	case hubtest.TextFrame:
		if len(payload) == 0 || payload[len(payload)-1] != separator {
			s.f.Errorf("a message does not end with the separator: %q", payload)
		}
		s.text.Write(payload)
	case hubtest.CloseFrame:
		s.code = int(binary.BigEndian.Uint16(payload))
		s.raw(frame(0x88, string(payload[:2]), true))
	case hubtest.PingFrame:
		s.raw(frame(0x8A, string(payload), true))
	case hubtest.PongFrame:
		s.pong = string(payload)
	default:
		s.f.Errorf("unexpected frame %x", opcode)
	}
	return opcode, nil
}

func (s *rawSocket) expect(text string) {
	s.f.Helper()
	for s.text.Len() < len(text) {
		if _, err := s.readFrame(); err != nil {
			s.f.Fatalf("waiting for %q, have %q: %v", text, s.text.String(), err)
		}
	}
	if got := string(s.text.Next(len(text))); got != text {
		s.f.Fatalf("got %q, want %q", got, text)
	}
}

func (s *rawSocket) expectPong(payload string) {
	s.f.Helper()
	for s.pong != payload {
		if _, err := s.readFrame(); err != nil {
			s.f.Fatalf("waiting for the pong %q, the last is %q: %v", payload, s.pong, err)
		}
	}
}

func (s *rawSocket) expectEnd() {
	s.f.Helper()
	for {
		if _, err := s.readFrame(); err != nil {
			if s.text.Len() > 0 {
				s.f.Fatalf("unexpected before the end: %q", s.text.String())
			}
			if errors.Is(err, os.ErrDeadlineExceeded) {
				s.f.Fatal("the socket was not ended")
			}
			s.conn.Close()
			return
		}
	}
}

// eventStream is Server-Sent Events.
type eventStream struct {
	f     *fixture
	token string
	at    string
	resp  *http.Response
	br    *bufio.Reader
	text  bytes.Buffer
}

func (f *fixture) stream(token string) *eventStream {
	f.Helper()
	at := f.url + "?id=" + f.negotiate(token).ConnectionToken
	resp := f.begin("GET", at+"&access_token="+token, "", "", "Accept", "text/event-stream")
	f.Cleanup(func() { resp.Body.Close() })
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		f.Fatalf("stream: %s %v", resp.Status, resp.Header)
	}
	s := &eventStream{f: f, token: token, at: at, resp: resp, br: bufio.NewReader(resp.Body)}
	if first, err := s.br.ReadString('\n'); first != ":\r\n" {
		f.Fatalf("the stream begins with %q, %v", first, err)
	}
	return s
}

func (s *eventStream) send(data string) {
	if status, body := s.f.do("POST", s.at, s.token, data); status != 200 {
		s.f.Logf("POST: %d %s", status, body)
	}
}

func (s *eventStream) read() error {
	line, err := s.br.ReadString('\n')
	if err != nil {
		return err
	}
	if data, ok := strings.CutPrefix(line, "data: "); ok {
		s.text.WriteString(strings.TrimSuffix(data, "\r\n"))
	} else if line != "\r\n" {
		s.f.Errorf("unexpected line %q", line)
	}
	return nil
}

func (s *eventStream) expect(text string) {
	s.f.Helper()
	for s.text.Len() < len(text) {
		if err := s.read(); err != nil {
			s.f.Fatalf("waiting for %q, have %q: %v", text, s.text.String(), err)
		}
	}
	if got := string(s.text.Next(len(text))); got != text {
		s.f.Fatalf("got %q, want %q", got, text)
	}
}

func (s *eventStream) expectEnd() {
	s.f.Helper()
	for s.read() == nil {
	}
	if s.text.Len() > 0 {
		s.f.Fatalf("unexpected before the end: %q", s.text.String())
	}
}

// poller is Long Polling.
type poller struct {
	f     *fixture
	token string
	at    string
	text  bytes.Buffer
}

func (f *fixture) poll(token string) *poller {
	f.Helper()
	p := &poller{f: f, token: token, at: f.url + "?id=" + f.negotiate(token).ConnectionToken}
	resp := f.begin("GET", p.at+"&_=1", token, "")
	defer resp.Body.Close()
	if body, _ := io.ReadAll(resp.Body); resp.StatusCode != 200 || resp.ContentLength != 0 || len(body) > 0 || resp.Header.Get("Cache-Control") != "no-cache, no-store" {
		f.Fatalf("first poll: %s %v %q", resp.Status, resp.Header, body)
	}
	return p
}

func (p *poller) send(data string) {
	if status, body := p.f.do("POST", p.at, p.token, data); status != 200 {
		p.f.Logf("POST: %d %s", status, body)
	}
}

func (p *poller) expect(text string) {
	p.f.Helper()
	for p.text.Len() < len(text) {
		status, body := p.f.do("GET", p.at, p.token, "")
		if status != 200 {
			p.f.Fatalf("waiting for %q, have %q: %d %s", text, p.text.String(), status, body)
		}
		p.text.WriteString(body)
	}
	if got := string(p.text.Next(len(text))); got != text {
		p.f.Fatalf("got %q, want %q", got, text)
	}
}

func (p *poller) expectEnd() {
	p.f.Helper()
	if p.text.Len() > 0 {
		p.f.Fatalf("unexpected before the end: %q", p.text.String())
	}
	status, body := p.f.do("GET", p.at, p.token, "")
	if status != 204 {
		p.f.Fatalf("a poll at the end: %d %q", status, body)
	}
	if status, _ := p.f.do("GET", p.at, p.token, ""); status != 404 {
		p.f.Fatalf("a poll after the end: %d", status)
	}
}

// waiting starts a poll and returns once the hub has it. The channel receives the
// status of the answer, or 0 if there was none.
func (p *poller) waiting(ctx context.Context) <-chan int {
	p.f.Helper()
	before, answered := p.f.polling(), make(chan int, 1)
	req, err := http.NewRequestWithContext(ctx, "GET", p.at, nil)
	if err != nil {
		p.f.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	go func() {
		status := 0
		if resp, err := p.f.client.Do(req); err == nil {
			resp.Body.Close()
			status = resp.StatusCode
		}
		answered <- status
	}()
	testkit.Until(p.f, "the poll is at the hub", func() bool { now := p.f.polling(); return now != nil && now != before })
	return answered
}

// polling returns the poll that waits at the only connection.
func (f *fixture) polling() chan struct{} {
	f.Hub.mu.RLock()
	defer f.Hub.mu.RUnlock()
	for _, c := range f.list() {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.wake
	}
	return nil
}

// lastSent returns when the only connection of a user was last written to.
func (f *fixture) lastSent(user string) time.Time {
	c := f.byUserCopy(user)[0]
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sent
}
