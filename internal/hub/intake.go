package hub

import (
	"errors"
	"fmt"
	"runtime/debug"
	"syscall"
)

// intake is a way to read a socket. What it answers is valid until it is asked
// again; the error is EAGAIN while there is nothing to read.
type intake interface {
	read(s *socket) ([]byte, error)
}

// readOnce takes what the client has sent, and says whether there may be more.
// What a client sends must never end the process, so a panic ends the culprit alone.
func (s *socket) readOnce(in intake) (more bool) {
	defer func() {
		if p := recover(); p != nil {
			s.c.hub.config.Log.Error("hub: panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			s.c.end(closeWithError, closeFailure, "panic")
			s.inputEnded()
		}
	}()
	data, err := in.read(s)
	if len(data) > 0 {
		s.input(data)
	}
	if err != nil && !errors.Is(err, syscall.EAGAIN) {
		s.inputEnded()
		return false
	}
	return true
}

// readEarly is what came along with the request.
type readEarly []byte

func (r readEarly) read(*socket) ([]byte, error) { return r, nil }

// readWaiting waits for input, where no watcher can: on connections that are
// encrypted by us, and on other systems than Linux. Its buffer is small because
// every such connection holds one.
type readWaiting [512]byte

func (r *readWaiting) read(s *socket) ([]byte, error) {
	n, err := s.Read(r[:])
	return r[:n], err
}

func (s *socket) readUntilEnd() {
	for in := new(readWaiting); s.readOnce(in); {
	}
}
