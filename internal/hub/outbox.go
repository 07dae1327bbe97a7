package hub

import (
	"runtime"
	"sync"
)

// outbox is the sockets that have something to be written, and the few workers
// that write it. An event to ten thousand connections is ten thousand small
// system calls: a worker for each processor makes them back to back, where a
// goroutine for each connection would add as many starts and switches. Workers
// never wait for a client, and exist only while there is work.
type outbox struct {
	mu      sync.Mutex
	waiting []*socket
	next    int // the first of waiting that is not taken
	workers int
}

// share is how many sockets a worker takes at a time: few enough that a worker
// which loses its processor holds up little.
const share = 32

func (o *outbox) add(s *socket) {
	o.mu.Lock()
	o.waiting = append(o.waiting, s)
	more := o.workers < runtime.GOMAXPROCS(0) && len(o.waiting)-o.next > o.workers*share
	if more {
		o.workers++
	}
	o.mu.Unlock()
	if more {
		go o.work()
	}
}

func (o *outbox) work() {
	a := newAttempt()
	var mine [share]*socket
	for n := o.take(mine[:]); n > 0; n = o.take(mine[:]) {
		for _, s := range mine[:n] {
			s.flush(a)
		}
	}
}

// take gives a worker its next share; one that gets none is gone.
func (o *outbox) take(mine []*socket) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := copy(mine, o.waiting[o.next:])
	if o.next += n; o.next == len(o.waiting) {
		clear(o.waiting)
		o.waiting, o.next = o.waiting[:0], 0
	}
	if n == 0 {
		o.workers--
	}
	return n
}
