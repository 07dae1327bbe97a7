package main

import (
	"net"
	"net/url"
	"path/filepath"
	"sync"
)

// line stands between a server and its PostgreSQL, and can stop carrying
// anything without a word, as a network does.
type line struct {
	mu       sync.Mutex
	flows    *sync.Cond
	stalled  bool
	listener net.Listener
}

const socketName = ".s.PGSQL.5432"

// newLine answers the URL of the same database at the near end of a new line.
func newLine(l *lab, databaseURL string) (*line, string, error) {
	u, err := url.Parse(databaseURL)
	if err != nil {
		return nil, "", err
	}
	query := u.Query()
	far := filepath.Join(query.Get("host"), socketName)
	listener, err := net.Listen("unix", filepath.Join(l.dir, socketName))
	if err != nil {
		return nil, "", err
	}
	n := &line{listener: listener}
	n.flows = sync.NewCond(&n.mu)
	l.later(listener.Close)
	go n.accept(far)
	query.Set("host", l.dir)
	u.RawQuery = query.Encode()
	return n, u.String(), nil
}

func (n *line) accept(far string) {
	for {
		near, err := n.listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer near.Close()
			server, err := net.Dial("unix", far)
			if err != nil {
				return
			}
			defer server.Close()
			go n.carry(server, near)
			n.carry(near, server)
		}()
	}
}

func (n *line) carry(to, from net.Conn) {
	defer to.Close() // the other direction ends too
	buffer := make([]byte, 32<<10)
	for {
		size, err := from.Read(buffer)
		n.mu.Lock()
		for n.stalled {
			n.flows.Wait()
		}
		n.mu.Unlock()
		if _, failed := to.Write(buffer[:size]); failed != nil || err != nil {
			return
		}
	}
}

func (n *line) stall(stalled bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stalled = stalled
	n.flows.Broadcast()
}
