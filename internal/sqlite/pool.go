package sqlite

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Pool holds a bounded number of connections, opened when they are first needed.
// Many goroutines may use it at once.
type Pool struct {
	uri     string
	pragmas []string
	free    chan struct{} // has one element for each connection that is not in use
	closed  chan struct{}
	closing sync.Once
	mu      sync.Mutex
	idle    []*conn
	waits   atomic.Int64
	waited  atomic.Int64 // nanoseconds
}

// Stats describes how busy a Pool is.
type Stats struct {
	Max, InUse, Idle int
	Waits            int64         // how often a query had to wait for a connection
	WaitTime         time.Duration // the sum of all waits
}

// Stats returns the present state and the sums since Open.
func (p *Pool) Stats() Stats {
	p.mu.Lock()
	idle := len(p.idle)
	p.mu.Unlock()
	return Stats{Max: cap(p.free), InUse: cap(p.free) - len(p.free), Idle: idle, Waits: p.waits.Load(), WaitTime: time.Duration(p.waited.Load())}
}

var errClosed = errors.New("sqlite: the database is closed")

// Open opens a database file, given as an SQLite URI, and runs the pragmas on
// each connection. query_only is always on.
func Open(uri string, connections int, pragmas ...string) (*Pool, error) {
	p := &Pool{uri: uri, pragmas: append(slices.Clone(pragmas), "query_only(1)"), free: make(chan struct{}, connections), closed: make(chan struct{})}
	first, err := openConn(uri, p.pragmas)
	if err != nil {
		return nil, err
	}
	p.put(first)
	for range connections - 1 {
		p.free <- struct{}{}
	}
	return p, nil
}

// Query runs one statement with the parameters $1, $2 and so on. It holds a
// connection until the rows are closed.
func (p *Pool) Query(ctx context.Context, sql string, args ...any) (*Rows, error) {
	c, err := p.take(ctx)
	if err != nil {
		return nil, err
	}
	r, err := c.query(ctx, sql, args)
	if err != nil {
		p.put(c)
		return nil, err
	}
	r.pool = p
	return r, nil
}

func (p *Pool) take(ctx context.Context) (*conn, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	select {
	case <-p.free:
	default:
		if err := p.await(ctx); err != nil {
			return nil, err
		}
	}
	if c := p.pop(); c != nil {
		return c, nil
	}
	c, err := openConn(p.uri, p.pragmas)
	if err != nil {
		p.free <- struct{}{}
	}
	return c, err
}

// await waits until another query gives its connection back.
func (p *Pool) await(ctx context.Context) error {
	p.waits.Add(1)
	began := time.Now()
	defer func() { p.waited.Add(int64(time.Since(began))) }()
	select {
	case <-p.free:
		return nil
	case <-p.closed:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pop takes the idle connection that was used last, which has the warmest cache;
// nil if none is idle.
func (p *Pool) pop() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
	if last < 0 {
		return nil
	}
	c := p.idle[last]
	p.idle = p.idle[:last]
	return c
}

func (p *Pool) put(c *conn) {
	p.mu.Lock()
	p.idle = append(p.idle, c)
	p.mu.Unlock()
	p.free <- struct{}{}
}

// Close waits until all rows are closed, and closes all connections. It may be
// called more than once.
func (p *Pool) Close() (err error) {
	p.closing.Do(func() {
		close(p.closed)
		for range cap(p.free) {
			<-p.free
			if c := p.pop(); c != nil {
				err = errors.Join(err, c.close())
			}
		}
	})
	return err
}
