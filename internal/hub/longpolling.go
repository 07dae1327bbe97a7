package hub

import (
	"net/http"
	"time"
)

// servePoll answers a poll of a connection that is on Long Polling already.
func (h *Hub) servePoll(w http.ResponseWriter, r *http.Request, c *conn) {
	// The server's may be shorter than a poll; without one, a client that does not read its answer could stay for ever.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(h.timing.poll + h.timing.write))
	wake := c.beginPoll()
	defer c.endPoll(wake)
	timeout := time.NewTimer(h.timing.poll)
	defer timeout.Stop()
	for {
		batch, over, replaced := c.nextFor(wake)
		switch {
		case replaced:
			w.WriteHeader(http.StatusNoContent)
			return
		case len(batch) > 0:
			w.Header().Set("Content-Type", "application/octet-stream")
			for _, p := range batch {
				if _, err := w.Write(p.record()); err != nil {
					return
				}
			}
			return
		case over:
			w.WriteHeader(http.StatusNoContent)
			h.forget(c)
			return
		}
		select {
		case <-wake:
		case <-timeout.C:
			emptyPoll(w)
			return
		case <-r.Context().Done():
			return // the client aborts its poll when it stops
		}
	}
}

func emptyPoll(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusOK)
}

// beginPoll makes a poll the waiting one. Each has its own channel, so that one
// that is being replaced can not swallow the signal meant for its successor.
func (c *conn) beginPoll() chan struct{} {
	wake := make(chan struct{}, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.rouse() // the one before finds that it has been replaced
	c.wake = wake
	return wake
}

func (c *conn) endPoll(wake chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wake == wake {
		c.wake = nil
		if !c.over {
			c.changed = time.Now()
		}
	}
}

func (c *conn) nextFor(wake chan struct{}) (batch []packet, over, replaced bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wake != wake {
		return nil, false, true
	}
	batch, over = c.drain()
	return batch, over, false
}

// serveDelete ends a connection on Long Polling.
func (h *Hub) serveDelete(w http.ResponseWriter, c *conn) {
	c.mu.Lock()
	polling := c.kind == longPolling
	c.mu.Unlock()
	if !polling {
		http.Error(w, "only a connection on Long Polling is deleted", http.StatusBadRequest)
		return
	}
	c.abort()
	h.forget(c) // what the client still posts is for nobody
	w.WriteHeader(http.StatusAccepted)
}
