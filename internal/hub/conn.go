package hub

import (
	"sync"
	"time"
)

// maxQueued bounds what waits to be written to one connection.
const maxQueued = 64 << 10

type kind string

const (
	unclaimed        kind = "" // negotiated, no transport yet
	webSockets       kind = "WebSockets"
	serverSentEvents kind = "ServerSentEvents"
	longPolling      kind = "LongPolling"
)

// conn is one connection, whatever carries it: records come in by receive and go
// out through a bounded queue that the transport takes from.
type conn struct {
	hub   *Hub
	id    string // public name
	token string // credential
	who   Identity

	input    sync.Mutex // one piece of input at a time, in the order of arrival
	incoming splitter

	mu        sync.Mutex
	kind      kind
	ready     bool      // the handshake is answered
	over      bool      // nothing but what is queued goes out any more
	pinged    bool      // the client pings, so its silence means something
	code      closeCode // for the WebSocket
	expires   time.Time
	connected time.Time
	changed   time.Time // when it was negotiated, connected, last polled, or ended
	sent      time.Time
	received  time.Time
	queue     []packet
	queued    int
	socket    *socket       // WebSockets
	wake      chan struct{} // of the open stream or waiting poll: something is queued, or it is over
}

// claim gives the connection to a transport; false if one has it already.
func (c *conn) claim(k kind, expires time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kind != unclaimed || c.over {
		return false
	}
	now := time.Now()
	c.kind, c.expires, c.connected, c.changed, c.sent, c.received = k, expires, now, now, now, now
	c.hub.config.Log.Debug("hub: connected", "user", c.who.UserID, "transport", k)
	return true
}

// receive takes what the transport has read.
func (c *conn) receive(data []byte) error {
	c.input.Lock()
	defer c.input.Unlock()
	if over := c.heard(); over {
		return nil
	}
	err := c.incoming.feed(data, c.take)
	switch err {
	case nil:
	case errRecordTooLong:
		c.end(closeWithError, closeTooBig, "record too long")
	default:
		c.end(closeWithError, closeNormal, "protocol error")
	}
	return err
}

// heard notes that the client is there, and says whether that still matters.
func (c *conn) heard() (over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = time.Now()
	return c.over
}

// take handles one record.
func (c *conn) take(record []byte) error {
	c.mu.Lock()
	ready, over := c.ready, c.over
	c.mu.Unlock()
	if over {
		return nil
	}
	if !ready {
		if complaint := parseHandshake(record); complaint != "" {
			c.refuse(complaint)
			return nil
		}
		c.mu.Lock()
		// In one step: an event before this answer would fail the client's start.
		c.put(handshakeDone)
		c.ready = true
		c.mu.Unlock()
		return nil
	}
	m, err := parseMessage(record)
	if err != nil {
		return err
	}
	switch *m.Type {
	case typePing:
		c.mu.Lock()
		c.pinged = true
		c.mu.Unlock()
	case typeClose:
		c.end(nil, closeNormal, "closed by the client")
	default:
		if answer := m.answer(); answer != nil {
			c.send(packed(answer))
		}
	}
	return nil
}

// refuse ends a connection whose handshake failed.
func (c *conn) refuse(complaint string) {
	c.mu.Lock()
	c.put(packed(handshakeError(complaint)))
	c.mu.Unlock()
	c.end(nil, closeNormal, "handshake refused")
}

// send queues a packet if the handshake is through, and says whether it did.
func (c *conn) send(p packet) (queued bool) {
	c.mu.Lock()
	open := c.ready && !c.over
	queued = open && (c.queued == 0 || c.queued+len(p) <= maxQueued)
	if queued {
		c.put(p)
	}
	c.mu.Unlock()
	if open && !queued {
		c.hub.slow.Add(1)
		c.end(closeAndReconnect, closeNormal, "too slow")
	}
	return queued
}

// put appends to the queue; mu is held.
func (c *conn) put(p packet) {
	c.queue = append(c.queue, p)
	c.queued += len(p)
	c.rouse()
}

// rouse makes the transport look at the queue; mu is held.
func (c *conn) rouse() {
	switch {
	case c.socket != nil:
		c.socket.rouse()
	case c.wake != nil:
		select {
		case c.wake <- struct{}{}:
		default: // it will look anyway
		}
	}
}

// next hands all that is queued to the transport, and says whether that was the last.
func (c *conn) next() (batch []packet, over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drain()
}

func (c *conn) drain() (batch []packet, over bool) {
	batch = c.queue
	c.queue, c.queued = nil, 0
	if len(batch) > 0 {
		c.sent = time.Now()
	}
	return batch, c.over
}

// end lets the transport finish with a last record, or without one. Only the
// first call counts.
func (c *conn) end(last packet, code closeCode, why string) {
	c.mu.Lock()
	if c.over {
		c.mu.Unlock()
		return
	}
	c.over, c.code, c.changed = true, code, time.Now()
	// Before the handshake is answered, a Close message would be taken for its answer.
	if last != nil && c.ready {
		c.queue = append(c.queue, last)
	}
	k := c.kind
	c.rouse()
	c.mu.Unlock()
	c.hub.unlist(c)
	if k == unclaimed {
		c.hub.forget(c)
	}
	c.hub.config.Log.Debug("hub: ended", "user", c.who.UserID, "transport", k, "why", why)
}

// abort gives up on a transport that does not finish by itself.
func (c *conn) abort() {
	c.end(nil, closeFailure, "aborted")
	c.mu.Lock()
	c.queue, c.queued = nil, 0
	s, abandoned := c.socket, c.kind == longPolling && c.wake == nil
	c.mu.Unlock()
	if s != nil {
		s.destroy()
	}
	if abandoned {
		c.hub.forget(c)
	}
}
