package program

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/lxzan/gws"
)

// separator ends each record of the hub's protocol.
const separator = 0x1e

// pingEvery keeps the server from taking a silent page for gone.
const pingEvery = 10 * time.Second

// Page is a live connection, as an open page of the web app has one.
type Page struct {
	gws.BuiltinEventHandler
	conn   *gws.Conn
	heard  func(record []byte)
	closed chan struct{}
}

// OpenPage negotiates and connects. heard gets each record that the server sends,
// one at a time.
func (c Client) OpenPage(ctx context.Context, heard func(record []byte)) (*Page, error) {
	var negotiated struct{ ConnectionToken string }
	if err := c.Call(ctx, http.MethodPost, "/hub/notification/negotiate?negotiateVersion=1", nil, &negotiated); err != nil {
		return nil, err
	}
	query := url.Values{"id": {negotiated.ConnectionToken}, "access_token": {c.Token}}
	p := &Page{heard: heard, closed: make(chan struct{})}
	var err error
	p.conn, _, err = gws.NewClient(p, &gws.ClientOption{Addr: strings.Replace(c.Base, "http", "ws", 1) + "/hub/notification?" + query.Encode()})
	if err != nil {
		return nil, err
	}
	if err := p.send(`{"protocol":"json","version":1}`); err != nil {
		return nil, err
	}
	go p.conn.ReadLoop()
	go p.ping()
	return p, nil
}

func (p *Page) send(record string) error {
	return p.conn.WriteMessage(gws.OpcodeText, append([]byte(record), separator))
}

func (p *Page) ping() {
	ticks := time.NewTicker(pingEvery)
	defer ticks.Stop()
	for {
		select {
		case <-p.closed:
			return
		case <-ticks.C:
			_ = p.send(`{"type":6}`) // a broken connection is seen by the reader
		}
	}
}

// OnMessage implements gws.Event.
func (p *Page) OnMessage(_ *gws.Conn, message *gws.Message) {
	defer message.Close()
	for record := range bytes.SplitSeq(bytes.TrimSuffix(message.Bytes(), []byte{separator}), []byte{separator}) {
		p.heard(record)
	}
}

// OnClose implements gws.Event.
func (p *Page) OnClose(*gws.Conn, error) { close(p.closed) }

// Closed is closed when the connection has ended.
func (p *Page) Closed() <-chan struct{} { return p.closed }

// Close ends the connection.
func (p *Page) Close() { _ = p.conn.NetConn().Close() }
