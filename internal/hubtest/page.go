package hubtest

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"
)

// The first bytes of whole WebSocket frames.
const (
	TextFrame  = 0x81
	CloseFrame = 0x88
	PingFrame  = 0x89
	PongFrame  = 0x8A
)

const (
	separator = 0x1e // ends each record of the hub's protocol
	// pingEvery keeps the server from taking a silent page for gone.
	pingEvery = 10 * time.Second
	longest   = 64 << 20 // payload of a frame
)

// Page is a live connection over a WebSocket, as an open page of the web app has
// one. It is much cheaper than a Client.
type Page struct {
	heard   func(record []byte)
	closed  chan struct{}
	writing sync.Mutex
	conn    net.Conn
}

// NewPage makes a connection to a server a page: see Connect. heard gets each
// record that the server sends, one at a time, and must not keep it.
func NewPage(conn net.Conn, address string, heard func(record []byte)) (*Page, error) {
	from, err := Connect(conn, address)
	if err != nil {
		return nil, err
	}
	p := &Page{heard: heard, closed: make(chan struct{}), conn: conn}
	go p.read(from)
	go p.ping()
	return p, nil
}

// Connect makes a connection to a server a WebSocket of its hub, and shakes hands.
// address is the hub's path, and a query with the token.
func Connect(conn net.Conn, address string) (*bufio.Reader, error) {
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", address, conn.RemoteAddr())
	from := bufio.NewReaderSize(conn, 1024)
	answer, err := http.ReadResponse(from, nil)
	if err == nil && answer.StatusCode != http.StatusSwitchingProtocols {
		err = fmt.Errorf("upgrade: %s", answer.Status)
	}
	if err == nil {
		_, err = conn.Write(ShortFrame(TextFrame, "{\"protocol\":\"json\",\"version\":1}\x1e"))
	}
	if err != nil {
		return nil, err
	}
	if _, shaken, err := ReadFrame(from); err != nil || string(shaken) != "{}\x1e" {
		return nil, fmt.Errorf("handshake: %q, %v", shaken, err)
	}
	return from, nil
}

// ShortFrame is a frame of less than 126 bytes from a client. A mask of zeros
// leaves the text as it is.
func ShortFrame(first byte, payload string) []byte {
	return append([]byte{first, 0x80 | byte(len(payload)), 0, 0, 0, 0}, payload...)
}

// ReadFrame reads a frame of a server: whole, and not masked.
func ReadFrame(from *bufio.Reader) (first byte, payload []byte, err error) {
	var head [8]byte
	if _, err := io.ReadFull(from, head[:2]); err != nil {
		return 0, nil, err
	}
	first, length := head[0], uint64(head[1])
	switch length {
	case 126:
		_, err = io.ReadFull(from, head[:2])
		length = uint64(binary.BigEndian.Uint16(head[:]))
	case 127:
		_, err = io.ReadFull(from, head[:])
		length = binary.BigEndian.Uint64(head[:])
	}
	if err == nil && length > longest {
		err = fmt.Errorf("a frame of %d bytes", length)
	}
	if err != nil {
		return 0, nil, err
	}
	payload = make([]byte, length)
	_, err = io.ReadFull(from, payload)
	return first, payload, err
}

// send writes a frame. The reader sees when the connection is broken.
func (p *Page) send(first byte, payload string) {
	p.writing.Lock()
	defer p.writing.Unlock()
	_, _ = p.conn.Write(ShortFrame(first, payload))
}

func (p *Page) ping() {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for {
		select {
		case <-p.closed:
			return
		case <-ticks.C:
			p.send(TextFrame, "{\"type\":6}\x1e")
		}
	}
}

// read takes frames until the connection ends.
func (p *Page) read(from *bufio.Reader) {
	defer close(p.closed)
	defer p.conn.Close()
	for {
		first, payload, err := ReadFrame(from)
		if err != nil || first == CloseFrame {
			return
		}
		switch first {
		case PingFrame:
			p.send(PongFrame, string(payload))
		case TextFrame:
			for record := range bytes.SplitSeq(bytes.TrimSuffix(payload, []byte{separator}), []byte{separator}) {
				p.heard(record)
			}
		}
	}
}

// Closed is closed when the connection has ended.
func (p *Page) Closed() <-chan struct{} { return p.closed }

// Close ends the connection.
func (p *Page) Close() { p.conn.Close() }
