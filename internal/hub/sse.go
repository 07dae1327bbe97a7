package hub

import (
	"net/http"
	"time"
)

// serveEvents is the output of Server-Sent Events; servePost is the input. The
// connection ends with the request.
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
	// Some browsers consider the stream open only at its first byte.
	if !write([]byte(":\r\n")) {
		return
	}
	for {
		batch, last := c.takeQueue()
		if len(batch) > 0 && !write(streamEvent(batch)) || last {
			return
		}
		select {
		case <-wake:
		case <-r.Context().Done():
			return
		}
	}
}

// streamEvent needs only one data line: our JSON has no raw newline.
func streamEvent(batch []textFrame) []byte {
	event := []byte("data: ")
	for _, f := range batch {
		event = append(event, f.record()...)
	}
	return append(event, "\r\n\r\n"...)
}
