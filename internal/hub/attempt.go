package hub

import (
	"errors"
	"syscall"
)

// attempt is a read or a write that does not wait. Whoever makes many of them
// has one, so that none allocates.
type attempt struct {
	buffer   []byte
	n        int
	err      error
	tryRead  func(fd uintptr) (done bool)
	tryWrite func(fd uintptr) (done bool)
}

func newAttempt() *attempt {
	a := &attempt{}
	// Done whatever came of it: to be called again would be to wait.
	a.tryRead = func(fd uintptr) bool {
		a.n, a.err = syscall.Read(int(fd), a.buffer)
		return true
	}
	a.tryWrite = func(fd uintptr) bool {
		a.n, a.err = syscall.Write(int(fd), a.buffer)
		return true
	}
	return a
}

// read answers how much was read: nothing at the end of the input. The error is
// EAGAIN while there is nothing to read.
func (a *attempt) read(raw syscall.RawConn, buffer []byte) (int, error) {
	a.buffer, a.n, a.err = buffer, 0, nil
	return a.outcome(raw.Read(a.tryRead))
}

// write answers how much was written, which may be nothing.
func (a *attempt) write(raw syscall.RawConn, frames []byte) (int, error) {
	a.buffer, a.n, a.err = frames, 0, nil
	n, err := a.outcome(raw.Write(a.tryWrite))
	if errors.Is(err, syscall.EAGAIN) {
		return 0, nil
	}
	return n, err
}

func (a *attempt) outcome(err error) (int, error) {
	a.buffer = nil
	if err == nil {
		err = a.err
	}
	return max(a.n, 0), err
}
