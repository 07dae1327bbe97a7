package hub

import (
	"io"
	"log/slog"
	"os"
	"runtime"
	"sync"
	"syscall"
)

// watchers wait for the input of all sockets, one for each processor, so that an
// idle WebSocket needs neither a goroutine nor a buffer of its own.
type watchers []*watcher

func newWatchers(log *slog.Logger) (all watchers) {
	for range runtime.GOMAXPROCS(0) {
		w, err := newWatcher()
		if err != nil {
			log.Warn("hub: each WebSocket will have a goroutine to read it", "error", err)
			return all
		}
		all = append(all, w)
	}
	return all
}

// add has the socket's input taken as it comes; false if somebody has to wait for it.
func (all watchers) add(s *socket) (watched bool) {
	if s.raw == nil || len(all) == 0 {
		return false
	}
	s.c.mu.Lock()
	defer s.c.mu.Unlock()
	if s.gone {
		return true
	}
	err := s.raw.Control(func(fd uintptr) { watched = all.of(fd).add(int32(fd), s) })
	return err == nil && watched
}

// remove comes before the socket is closed: its number may be another's then.
func (all watchers) remove(s *socket) {
	if s.raw != nil && len(all) > 0 {
		_ = s.raw.Control(func(fd uintptr) { all.of(fd).remove(int32(fd)) })
	}
}

func (all watchers) of(fd uintptr) *watcher { return all[int(fd)%len(all)] }

func (all watchers) stop() {
	for _, w := range all {
		_ = w.file.Close()
		<-w.stopped
	}
}

// readSize is how much of one socket is read before it is another's turn.
const readSize = 4 << 10

// watcher is one goroutine with an epoll of its own. It reports a socket for as
// long as there is something to read, so that one who sends without end is read
// a piece at a time, in turn with the others.
type watcher struct {
	file    *os.File // the epoll; Go's own tells when it has something to report
	raw     syscall.RawConn
	stopped chan struct{}

	mu      sync.Mutex
	sockets map[int32]*socket
}

func newWatcher() (*watcher, error) {
	fd, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("epoll_create1", err)
	}
	if err := syscall.SetNonblock(fd, true); err != nil { // else waiting for it would occupy a thread
		_ = syscall.Close(fd)
		return nil, os.NewSyscallError("fcntl", err)
	}
	w := &watcher{file: os.NewFile(uintptr(fd), "epoll"), stopped: make(chan struct{}), sockets: map[int32]*socket{}}
	if w.raw, err = w.file.SyscallConn(); err != nil {
		_ = w.file.Close()
		return nil, err
	}
	go w.run()
	return w, nil
}

func (w *watcher) add(fd int32, s *socket) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sockets[fd] = s
	if w.control(syscall.EPOLL_CTL_ADD, fd) != nil {
		delete(w.sockets, fd)
		return false
	}
	return true
}

func (w *watcher) remove(fd int32) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.sockets[fd] != nil {
		delete(w.sockets, fd)
		_ = w.control(syscall.EPOLL_CTL_DEL, fd)
	}
}

func (w *watcher) control(operation int, fd int32) (err error) {
	closed := w.raw.Control(func(poll uintptr) {
		err = syscall.EpollCtl(int(poll), operation, int(fd), &syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: fd})
	})
	if closed != nil {
		return closed
	}
	return err
}

func (w *watcher) run() {
	defer close(w.stopped)
	in := &readNow{attempt: newAttempt(), buffer: make([]byte, readSize)}
	events := make([]syscall.EpollEvent, 128)
	var ready []*socket
	n := 0
	look := func(poll uintptr) (done bool) {
		n, _ = syscall.EpollWait(int(poll), events, 0)
		return n > 0
	}
	for w.raw.Read(look) == nil {
		ready = ready[:0]
		w.mu.Lock()
		for _, e := range events[:n] {
			// Of one that was closed since, or took its number, nothing comes of reading now.
			if s := w.sockets[e.Fd]; s != nil {
				ready = append(ready, s)
			}
		}
		w.mu.Unlock()
		for _, s := range ready {
			s.readOnce(in)
		}
		clear(ready)
	}
}

// readNow reads what is there.
type readNow struct {
	*attempt
	buffer []byte
}

func (r *readNow) read(s *socket) ([]byte, error) {
	n, err := r.attempt.read(s.raw, r.buffer)
	if n == 0 && err == nil {
		err = io.EOF
	}
	return r.buffer[:n], err
}
