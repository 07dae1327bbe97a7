package hub

import (
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// socket is the network connection under a WebSocket. One goroutine reads it; it
// is written to by the outbox, or by a goroutine while that has to wait.
type socket struct {
	net.Conn
	raw    syscall.RawConn // nil where every write may wait
	c      *conn
	broken atomic.Bool

	finished chan struct{} // closed when nothing will be written any more

	out    sync.Mutex // one frame at a time
	rest   []byte     // of a frame that is half written: the next write begins with it
	closed bool       // the frame that ends the WebSocket is written

	// Guarded by c.mu.
	writing bool
	probing bool
	probed  time.Time
}

func newSocket(netConn net.Conn, c *conn) *socket {
	s := &socket{Conn: netConn, c: c, finished: make(chan struct{})}
	if t, ok := netConn.(syscall.Conn); ok {
		s.raw, _ = t.SyscallConn()
	}
	return s
}

// rouse has the socket written to unless that is under way; c.mu is held.
func (s *socket) rouse() {
	if !s.writing {
		s.writing = true
		s.c.hub.outbox.add(s)
	}
}

// probe sends a control ping, once in a while; c.mu is held.
func (s *socket) probe(now time.Time) {
	if now.Sub(s.probed) >= s.c.hub.timing.ping {
		s.probed, s.probing = now, true
		s.rouse()
	}
}

// pending is what there is to write.
type pending struct {
	frames  []byte
	probing bool
	over    bool
	code    closeCode
}

// take answers what there is to write; when there is nothing, the next rouse counts again.
func (s *socket) take() (p pending, something bool) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	batch, over := s.c.drain()
	p = pending{probing: s.probing, over: over, code: s.c.code}
	switch len(batch) {
	case 0:
	case 1:
		p.frames = batch[0] // shared with every other connection, and not copied
	default:
		p.frames = slices.Concat(batch...)
	}
	s.probing = false
	s.writing = p.frames != nil || p.probing || p.over
	return p, s.writing
}

// flush writes what can be written without waiting, and leaves the rest to a goroutine.
func (s *socket) flush(a *attempt) {
	for {
		todo, something := s.take()
		if !something {
			return
		}
		left, done := s.writeNow(todo.frames, a)
		if !done || todo.probing || todo.over {
			todo.frames = left
			go s.write(todo)
			return
		}
	}
}

// write may wait.
func (s *socket) write(todo pending) {
	for something := true; something; todo, something = s.take() {
		err := s.writeOut(todo.frames, false)
		if todo.probing && err == nil {
			err = s.writeOut(controlFrame(opPing, nil), false)
		}
		switch {
		case err != nil:
			s.c.end(nil, closeNormal, "can not be written to")
			close(s.finished)
			return
		case todo.over:
			s.finish(todo.code)
			close(s.finished)
			return
		}
	}
}

// writeNow tries to write. What it could not even begin with, for somebody else
// is writing or it failed, it answers.
func (s *socket) writeNow(frames []byte, a *attempt) (left []byte, done bool) {
	if len(frames) == 0 {
		return nil, true
	}
	if s.raw == nil || !s.out.TryLock() {
		return frames, false
	}
	defer s.out.Unlock()
	if s.closed || len(s.rest) > 0 {
		return frames, false
	}
	n, err := a.write(s.raw, frames)
	if err != nil {
		return frames, false
	}
	if n == len(frames) {
		return nil, true
	}
	s.rest = frames[n:]
	return nil, false
}

// writeOut writes what is left of an earlier frame, and then these. It may wait.
func (s *socket) writeOut(frames []byte, last bool) error {
	s.out.Lock()
	defer s.out.Unlock()
	if s.closed || s.broken.Load() {
		return net.ErrClosed
	}
	s.closed = last
	buffers := net.Buffers{s.rest, frames}
	s.rest = nil
	_ = s.SetWriteDeadline(time.Now().Add(s.c.hub.timing.write))
	if _, err := buffers.WriteTo(s.Conn); err != nil {
		_ = s.destroy()
		return err
	}
	return s.SetWriteDeadline(time.Time{}) // an attempt would find it past
}

// finish ends the WebSocket behind its last frame, and gives the client time to
// close its side.
func (s *socket) finish(code closeCode) {
	if s.writeOut(code.frame(), true) != nil {
		return
	}
	_ = s.SetReadDeadline(time.Now().Add(s.c.hub.timing.linger))
	if half, ok := s.Conn.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
		return
	}
	_ = s.destroy()
}

func (s *socket) destroy() error {
	s.broken.Store(true)
	return s.Conn.Close()
}
