package program

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

const (
	separator = 0x1e // ends each record of the hub's protocol
	// pingEvery keeps the server from taking a silent page for gone.
	pingEvery = 10 * time.Second

	textFrame  = 0x1
	closeFrame = 0x8
	pingFrame  = 0x9
	pongFrame  = 0xA
)

// Page is a live connection, as an open page of the web app has one.
type Page struct {
	heard   func(record []byte)
	closed  chan struct{}
	writing sync.Mutex
	conn    net.Conn
}

// OpenPage negotiates and connects. heard gets each record that the server sends,
// one at a time, and must not keep it.
func (c Client) OpenPage(ctx context.Context, heard func(record []byte)) (*Page, error) {
	var negotiated struct{ ConnectionToken string }
	if err := c.Call(ctx, http.MethodPost, "/hub/notification/negotiate?negotiateVersion=1", nil, &negotiated); err != nil {
		return nil, err
	}
	host := strings.TrimPrefix(c.Base, "http://")
	conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "tcp", host)
	if err != nil {
		return nil, err
	}
	p := &Page{heard: heard, closed: make(chan struct{}), conn: conn}
	query := url.Values{"id": {negotiated.ConnectionToken}, "access_token": {c.Token}}
	from, err := p.upgrade(host, query)
	if err != nil {
		conn.Close()
		return nil, err
	}
	p.send(textFrame, append([]byte(`{"protocol":"json","version":1}`), separator))
	go p.read(from)
	go p.ping()
	return p, nil
}

func (p *Page) upgrade(host string, query url.Values) (*bufio.Reader, error) {
	fmt.Fprintf(p.conn, "GET /hub/notification?%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", query.Encode(), host)
	from := bufio.NewReaderSize(p.conn, 1024)
	answer, err := http.ReadResponse(from, nil)
	if err == nil && answer.StatusCode != http.StatusSwitchingProtocols {
		err = fmt.Errorf("upgrade: %s", answer.Status)
	}
	return from, err
}

// send writes one short frame; a mask of zeros leaves the text as it is. A broken
// connection is seen by the reader.
func (p *Page) send(opcode byte, payload []byte) {
	p.writing.Lock()
	defer p.writing.Unlock()
	_, _ = p.conn.Write(append([]byte{0x80 | opcode, 0x80 | byte(len(payload)), 0, 0, 0, 0}, payload...))
}

func (p *Page) ping() {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for {
		select {
		case <-p.closed:
			return
		case <-ticks.C:
			p.send(textFrame, []byte("{\"type\":6}\x1e"))
		}
	}
}

// read takes frames until the connection ends.
func (p *Page) read(from *bufio.Reader) {
	defer close(p.closed)
	defer p.conn.Close()
	for {
		opcode, payload, err := readFrame(from)
		if err != nil || opcode == closeFrame {
			return
		}
		switch opcode {
		case pingFrame:
			p.send(pongFrame, payload)
		case textFrame:
			for record := range bytes.SplitSeq(bytes.TrimSuffix(payload, []byte{separator}), []byte{separator}) {
				p.heard(record)
			}
		}
	}
}

// readFrame reads a frame of a server: whole, and not masked.
func readFrame(from *bufio.Reader) (opcode byte, payload []byte, err error) {
	var head [8]byte
	if _, err := io.ReadFull(from, head[:2]); err != nil {
		return 0, nil, err
	}
	opcode, length := head[0]&0xF, uint64(head[1])
	switch length {
	case 126:
		_, err = io.ReadFull(from, head[:2])
		length = uint64(binary.BigEndian.Uint16(head[:]))
	case 127:
		_, err = io.ReadFull(from, head[:])
		length = binary.BigEndian.Uint64(head[:])
	}
	if err != nil || length > 1<<20 {
		return 0, nil, fmt.Errorf("a frame of %d bytes: %v", length, err)
	}
	payload = make([]byte, length)
	_, err = io.ReadFull(from, payload)
	return opcode, payload, err
}

// Closed is closed when the connection has ended.
func (p *Page) Closed() <-chan struct{} { return p.closed }

// Close ends the connection.
func (p *Page) Close() { p.conn.Close() }
