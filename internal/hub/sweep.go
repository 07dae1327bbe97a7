package hub

import "time"

// rememberEnded is longer than the check of a token can take.
const rememberEnded = time.Minute

func (h *Hub) sweepUntilStopped() {
	defer close(h.swept)
	ticker := time.NewTicker(h.timing.sweep)
	defer ticker.Stop()
	for {
		select {
		case <-h.stop:
			return
		case now := <-ticker.C:
			h.sweep(now)
		}
	}
}

// sweep looks after every deadline. Ten thousand looks take about a millisecond,
// far less than as many timers.
func (h *Hub) sweep(now time.Time) {
	h.mu.Lock()
	for id, e := range h.ended {
		if now.Sub(e.at) > rememberEnded {
			delete(h.ended, id)
		}
	}
	all := h.list()
	h.mu.Unlock()
	for _, c := range all {
		if act := c.due(now); act != nil {
			act()
		}
	}
}

// due keeps the connection alive, and answers what has to be done with one that
// has run out of time.
func (c *conn) due(now time.Time) (act func()) {
	t := &c.hub.timing
	end := func(last packet, why string) func() { return func() { c.end(last, closeNormal, why) } }
	c.mu.Lock()
	defer c.mu.Unlock()
	unchanged, silent := now.Sub(c.changed), now.Sub(c.received)
	switch {
	case c.over:
		left := t.write + t.linger
		if c.socket != nil && c.socket.saidAll {
			left = t.linger
		}
		if unchanged >= left {
			return c.abort
		}
		return nil
	case !c.expires.IsZero() && !now.Before(c.expires):
		return end(closeAndReconnect, "token expired")
	case c.kind == unclaimed:
		if unchanged >= t.unused {
			return end(nil, "never used")
		}
		return nil
	case !c.ready && now.Sub(c.connected) >= t.handshake:
		return func() { c.refuse("Handshake was canceled.") }
	case c.kind == longPolling:
		if c.wake == nil && unchanged >= t.unused {
			return c.abort
		}
		return nil
	case c.pinged && silent >= t.clientSilence:
		return end(closeAndReconnect, "client silent")
	}
	if c.ready && len(c.queue) == 0 && now.Sub(c.sent) >= t.ping {
		c.put(pingPacket)
	}
	// A client that was on Long Polling before never pings by itself: ask its WebSocket.
	if c.socket != nil && !c.pinged {
		if silent >= t.clientSilence {
			return end(closeAndReconnect, "client silent")
		}
		if silent >= t.ping {
			c.socket.probe(now)
		}
	}
	return nil
}
