package hub

import (
	"net/http"
	"time"
)

// servePoll answers a poll of a connection that uses Long Polling already.
func (h *Hub) servePoll(w http.ResponseWriter, r *http.Request, c *conn) {
	// The server's own deadline may be shorter than a poll; without any, a client
	// that does not read the answer could stay for ever.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(h.timing.poll + h.timing.write))
	wake := c.beginPoll()
	defer c.endPoll(wake)
	timeout := time.NewTimer(h.timing.poll)
	defer timeout.Stop()
	for {
		batch, last, replaced := c.takeQueueForPoll(wake)
		switch {
		case replaced:
			w.WriteHeader(http.StatusNoContent)
			return
		case len(batch) > 0:
			w.Header().Set("Content-Type", "application/octet-stream")
			for _, f := range batch {
				if _, err := w.Write(f.record()); err != nil {
					return
				}
			}
			return
		case last:
			w.WriteHeader(http.StatusNoContent)
			h.forget(c)
			return
		}
		select {
		case <-wake:
		case <-timeout.C:
			writeEmptyAnswer(w)
			return
		case <-r.Context().Done():
			return // the client aborts its poll when it stops
		}
	}
}

func writeEmptyAnswer(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusOK)
}

// beginPoll replaces the waiting poll by a new one, which it returns the channel
// of. Each poll has its own channel, so that the replaced one can not take a
// signal that is meant for its successor.
func (c *conn) beginPoll() chan struct{} {
	wake := make(chan struct{}, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wakeWriter() // the poll before this one finds that it has been replaced
	c.wake = wake
	return wake
}

func (c *conn) endPoll(wake chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wake == wake {
		c.wake = nil
		if !c.ended {
			c.changed = time.Now()
		}
	}
}

func (c *conn) takeQueueForPoll(wake chan struct{}) (batch []textFrame, last, replaced bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.wake != wake {
		return nil, false, true
	}
	batch, last = c.takeQueueLocked()
	return batch, last, false
}

// serveDelete ends a connection on Long Polling.
func (h *Hub) serveDelete(w http.ResponseWriter, c *conn) {
	c.mu.Lock()
	polling := c.transport == longPolling
	c.mu.Unlock()
	if !polling {
		http.Error(w, "only a connection on Long Polling is deleted", http.StatusBadRequest)
		return
	}
	c.abort()
	h.forget(c) // the client may still post, and gets a 404
	w.WriteHeader(http.StatusAccepted)
}
