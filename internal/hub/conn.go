package hub

import (
	"sync"
	"time"
)

// maxQueued bounds the bytes that wait to be written to one connection.
const maxQueued = 64 << 10

type transport string

const (
	noTransport      transport = "" // negotiated, not connected yet
	webSockets       transport = "WebSockets"
	serverSentEvents transport = "ServerSentEvents"
	longPolling      transport = "LongPolling"
)

// conn is one connection, over any transport. Its input goes through receive, its
// output through a bounded queue that the transport empties.
type conn struct {
	hub   *Hub
	id    string // public name
	token string // credential
	who   Identity

	input    sync.Mutex // keeps simultaneous POSTs apart
	incoming splitter

	mu          sync.Mutex
	transport   transport
	ready       bool      // the handshake is answered
	ended       bool      // the queue is the last output
	clientPings bool      // so its silence means something
	closeCode   closeCode // for the WebSocket, once ended
	expires     time.Time
	connected   time.Time
	changed     time.Time // when it was negotiated, connected, last polled, or ended
	sent        time.Time
	received    time.Time
	queue       []textFrame
	queuedBytes int
	socket      *socket       // of a WebSocket
	wake        chan struct{} // of the open stream or waiting poll; see wakeWriter
}

// claim gives the connection to a transport; false if one has it already.
func (c *conn) claim(t transport, expires time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.transport != noTransport || c.ended {
		return false
	}
	now := time.Now()
	c.transport, c.expires, c.connected, c.changed, c.sent, c.received = t, expires, now, now, now, now
	c.hub.config.Log.Debug("hub: connected", "user", c.who.UserID, "transport", t)
	return true
}

// receive handles input of the client. After an error the connection has ended.
func (c *conn) receive(data []byte) error {
	c.input.Lock()
	defer c.input.Unlock()
	c.noteReceived()
	if c.hasEnded() {
		return nil
	}
	err := c.incoming.feed(data, c.handleRecord)
	switch err {
	case nil:
	case errRecordTooLong:
		c.end(closeWithError, closeTooBig, "record too long")
	default:
		c.end(closeWithError, closeNormal, "protocol error")
	}
	return err
}

func (c *conn) noteReceived() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = time.Now()
}

func (c *conn) hasEnded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

func (c *conn) handleRecord(record []byte) error {
	c.mu.Lock()
	ready, ended := c.ready, c.ended
	c.mu.Unlock()
	if ended {
		return nil
	}
	if !ready {
		if problem := checkHandshake(record); problem != "" {
			c.refuseHandshake(problem)
			return nil
		}
		c.mu.Lock()
		// In one step: an event before this answer would fail the client's start.
		c.enqueue(handshakeAnswer)
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
		c.clientPings = true
		c.mu.Unlock()
	case typeClose:
		c.end(nil, closeNormal, "closed by the client")
	default:
		if answer := m.answer(); answer != nil {
			c.send(frameRecord(answer))
		}
	}
	return nil
}

func (c *conn) refuseHandshake(problem string) {
	c.mu.Lock()
	c.enqueue(frameRecord(handshakeError(problem)))
	c.mu.Unlock()
	c.end(nil, closeNormal, "handshake refused")
}

// send queues a record and reports whether it did. It does not before the
// handshake is answered, nor when too much waits already: that ends the connection.
func (c *conn) send(f textFrame) (queued bool) {
	c.mu.Lock()
	open := c.ready && !c.ended
	queued = open && (c.queuedBytes == 0 || c.queuedBytes+len(f) <= maxQueued)
	if queued {
		c.enqueue(f)
	}
	c.mu.Unlock()
	if open && !queued {
		c.hub.slow.Add(1)
		c.end(closeAndReconnect, closeNormal, "too slow")
	}
	return queued
}

// enqueue appends to the queue whatever its length; mu is held.
func (c *conn) enqueue(f textFrame) {
	c.queue = append(c.queue, f)
	c.queuedBytes += len(f)
	c.wakeWriter()
}

// wakeWriter makes the transport look at the queue and at ended; mu is held.
func (c *conn) wakeWriter() {
	switch {
	case c.socket != nil:
		c.socket.wakeWriter()
	case c.wake != nil:
		select {
		case c.wake <- struct{}{}:
		default: // the signal before this one is not taken yet
		}
	}
}

// takeQueue empties the queue for the transport, and reports whether that was the
// last output.
func (c *conn) takeQueue() (batch []textFrame, last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.takeQueueLocked()
}

func (c *conn) takeQueueLocked() (batch []textFrame, last bool) {
	batch = c.queue
	c.queue, c.queuedBytes = nil, 0
	if len(batch) > 0 {
		c.sent = time.Now()
	}
	return batch, c.ended
}

// end lets the transport finish after a last record, which may be nil. Only the
// first call has an effect.
func (c *conn) end(last textFrame, code closeCode, why string) {
	c.mu.Lock()
	if c.ended {
		c.mu.Unlock()
		return
	}
	c.ended, c.closeCode, c.changed = true, code, time.Now()
	// Before the handshake is answered, the client would take a Close message for the answer.
	if last != nil && c.ready {
		c.queue = append(c.queue, last)
	}
	t := c.transport
	c.wakeWriter()
	c.mu.Unlock()
	c.hub.unlist(c)
	if t == noTransport {
		c.hub.forget(c)
	}
	c.hub.config.Log.Debug("hub: ended", "user", c.who.UserID, "transport", t, "why", why)
}

// abort gives up on a transport that does not finish by itself.
func (c *conn) abort() {
	c.end(nil, closeFailure, "aborted")
	c.mu.Lock()
	c.queue, c.queuedBytes = nil, 0
	s, notPolled := c.socket, c.transport == longPolling && c.wake == nil
	c.mu.Unlock()
	if s != nil {
		s.close()
	}
	if notPolled {
		c.hub.forget(c)
	}
}
