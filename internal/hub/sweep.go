package hub

import "time"

// closingsKept is longer than the check of a token can take.
const closingsKept = time.Minute

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

// sweep checks the time limits of every connection. One look at each costs far
// less than a timer for each.
func (h *Hub) sweep(now time.Time) {
	h.mu.Lock()
	for id, c := range h.recentClosings {
		if now.Sub(c.at) > closingsKept {
			delete(h.recentClosings, id)
		}
	}
	all := h.list()
	h.mu.Unlock()
	inBatches(all, func(c *conn) {
		if act := c.checkTimeLimits(now); act != nil {
			act()
		}
	})
}

// checkTimeLimits sends pings that are due. It returns the way to end a connection
// that has run out of time, which the caller must call, and nil for any other.
func (c *conn) checkTimeLimits(now time.Time) (act func()) {
	t := &c.hub.timing
	end := func(last textFrame, why string) func() { return func() { c.end(last, closeNormal, why) } }
	c.mu.Lock()
	defer c.mu.Unlock()
	unchanged, silent := now.Sub(c.changed), now.Sub(c.received)
	switch {
	case c.ended:
		if unchanged >= t.write+t.linger {
			return c.abort
		}
		return nil
	case !c.expires.IsZero() && !now.Before(c.expires):
		return end(closeAndReconnect, "token expired")
	case c.transport == noTransport:
		if unchanged >= t.unused {
			return end(nil, "never used")
		}
		return nil
	case !c.ready && now.Sub(c.connected) >= t.handshake:
		return func() { c.refuseHandshake("Handshake was canceled.") }
	case c.transport == longPolling:
		if c.wake == nil && unchanged >= t.unused {
			return c.abort
		}
		return nil
	case c.clientPings && silent >= t.clientSilence:
		return end(closeAndReconnect, "client silent")
	}
	if c.ready && len(c.queue) == 0 && now.Sub(c.sent) >= t.ping {
		c.enqueue(pingRecord)
	}
	// A client that used Long Polling before never pings by itself, so its WebSocket is asked.
	if c.socket != nil && !c.clientPings {
		if silent >= t.clientSilence {
			return end(closeAndReconnect, "client silent")
		}
		if silent >= t.ping {
			c.socket.probe(now)
		}
	}
	return nil
}
