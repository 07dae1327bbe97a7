package hub

import (
	"net/http"
	"time"
)

// serveEvents is the outgoing half of Server-Sent Events; the incoming one is
// servePost. The end of the request is the end of the connection.
func (h *Hub) serveEvents(w http.ResponseWriter, r *http.Request, c *conn) {
	defer h.forget(c)
	defer c.end(nil, closeNormal, "stream closed")
	wake := make(chan struct{}, 1)
	c.mu.Lock()
	c.wake = wake
	c.mu.Unlock()
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-store")
	header.Set("X-Accel-Buffering", "no")
	control := http.NewResponseController(w)
	write := func(event []byte) bool {
		_ = control.SetWriteDeadline(time.Now().Add(h.timing.write))
		_, err := w.Write(event)
		return err == nil && control.Flush() == nil
	}
	// Some browsers take the stream for open only at its first byte.
	if !write([]byte(":\r\n")) {
		return
	}
	for {
		batch, over := c.next()
		if len(batch) > 0 && !write(event(batch)) || over {
			return
		}
		select {
		case <-wake:
		case <-r.Context().Done():
			return
		}
	}
}

// event needs no more than one data line: JSON as we write it has no raw newline.
func event(batch []packet) []byte {
	text := []byte("data: ")
	for _, p := range batch {
		text = append(text, p.record()...)
	}
	return append(text, "\r\n\r\n"...)
}
