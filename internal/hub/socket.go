package hub

import (
	"net"
	"slices"
	"syscall"
	"time"
)

// socket is the network connection under a WebSocket. One at a time reads it,
// and one at a time writes to it: the outbox, or a goroutine while that has to
// wait. It is closed when both are done.
type socket struct {
	net.Conn
	raw syscall.RawConn // nil where every read and write may wait
	c   *conn

	// Of whoever reads.
	partial    []byte // a frame that has begun
	message    []byte // a message that has begun, in fragments
	fragmented bool
	ignored    int // bytes that came when the connection was over

	// Guarded by c.mu.
	writing  bool
	probing  bool
	probed   time.Time
	pong     []byte // is due
	heardAll bool   // nothing more is read
	saidAll  bool   // nothing more is written
	gone     bool
}

func newSocket(netConn net.Conn, c *conn) *socket {
	s := &socket{Conn: netConn, c: c}
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

// answerPing answers the last of several: the protocol asks for no more.
func (s *socket) answerPing(payload []byte) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	s.pong = controlFrame(opPong, payload)
	s.rouse()
}

// take answers what there is to write, and whether that is the last; when there
// is nothing, the next rouse counts again.
func (s *socket) take() (frames []byte, last bool) {
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	batch, over := s.c.drain()
	if s.pong != nil {
		batch, s.pong = append(batch, s.pong), nil
	}
	if s.probing {
		batch, s.probing = append(batch, pingFrame), false
	}
	if over {
		batch = append(batch, s.c.code.frame())
	}
	s.writing = len(batch) > 0
	if len(batch) == 1 {
		return batch[0], over // shared with every other connection, and not copied
	}
	return slices.Concat(batch...), over
}

// flush writes what can be written without waiting, and leaves the rest to a goroutine.
func (s *socket) flush(a *attempt) {
	for {
		frames, last := s.take()
		if len(frames) == 0 {
			return
		}
		n, err := 0, error(nil)
		if s.raw != nil {
			n, err = a.write(s.raw, frames)
		}
		switch {
		case err != nil:
			s.fail()
			return
		case n < len(frames):
			go s.write(frames[n:], last)
			return
		case last:
			s.outputEnded()
			return
		}
	}
}

// write may wait.
func (s *socket) write(frames []byte, last bool) {
	for ; len(frames) > 0; frames, last = s.take() {
		if s.writeOut(frames) != nil {
			s.fail()
			return
		}
		if last {
			s.outputEnded()
			return
		}
	}
}

func (s *socket) writeOut(frames []byte) error {
	_ = s.SetWriteDeadline(time.Now().Add(s.c.hub.timing.write))
	if _, err := s.Conn.Write(frames); err != nil {
		return err
	}
	return s.SetWriteDeadline(time.Time{}) // an attempt would find it past
}

func (s *socket) fail() {
	s.c.end(nil, closeNormal, "can not be written to")
	s.destroy()
}

// outputEnded gives the last frames time to arrive: closing at once while input
// is unread would reset the connection, and they would be lost. The client closes
// its side, or the sweep ends its wait.
func (s *socket) outputEnded() {
	half, ok := s.Conn.(interface{ CloseWrite() error })
	s.c.mu.Lock()
	s.saidAll, s.c.changed = true, time.Now()
	done := s.heardAll || !ok
	s.c.mu.Unlock()
	if done {
		s.destroy()
		return
	}
	_ = half.CloseWrite()
}

// inputEnded leaves the rest to the one who writes.
func (s *socket) inputEnded() {
	s.c.end(nil, closeNormal, "peer gone")
	s.c.hub.watch.remove(s)
	s.c.mu.Lock()
	s.heardAll = true
	done := s.saidAll
	s.c.mu.Unlock()
	if done {
		s.destroy()
	}
}

// destroy closes the socket at once.
func (s *socket) destroy() {
	s.c.mu.Lock()
	again := s.gone
	s.gone = true
	s.c.mu.Unlock()
	if again {
		return
	}
	s.c.hub.watch.remove(s)
	_ = s.Conn.Close()
	s.c.hub.forget(s.c)
}
