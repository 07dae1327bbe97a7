package sqlread

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// Pool is a bounded number of connections, opened as they are needed. It is safe
// for use by many goroutines.
type Pool struct {
	uri     string
	pragmas []string
	free    chan struct{} // one for each connection that may be taken
	closed  chan struct{}
	ending  sync.Once
	mu      sync.Mutex
	idle    []*conn
}

var errClosed = errors.New("sqlite: the pool is closed")

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

// Query runs one statement. Its parameters are $1, $2 and so on. The connection
// is taken until the rows are closed.
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
	case <-p.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
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

// pop takes the connection that was used last, which has the warmest cache; nil
// if none is idle.
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

// Close waits for the rows that are still open, and ends all connections. It may
// be called more than once.
func (p *Pool) Close() (err error) {
	p.ending.Do(func() {
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
