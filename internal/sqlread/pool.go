package sqlread

import (
	"context"
	"errors"
	"sync"
)

// Pool is a fixed number of connections. It is safe for use by many goroutines.
type Pool struct {
	free   chan struct{} // one for each idle connection
	closed chan struct{}
	ending sync.Once
	mu     sync.Mutex
	idle   []*conn

	connections int // that have been opened
}

var errClosed = errors.New("sqlite: the pool is closed")

// Open opens a database file, given as an SQLite URI, and runs the pragmas on
// each connection. query_only is always on.
func Open(uri string, connections int, pragmas ...string) (*Pool, error) {
	p := &Pool{free: make(chan struct{}, connections), closed: make(chan struct{})}
	for range connections {
		c, err := openConn(uri, append(pragmas, "query_only(1)"))
		if err != nil {
			return nil, errors.Join(err, p.Close())
		}
		p.connections++
		p.put(c)
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
		return p.pop(), nil
	case <-p.closed:
		return nil, errClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// pop takes the connection that was used last: it has the warmest cache.
func (p *Pool) pop() *conn {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.idle) - 1
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
		for range p.connections {
			<-p.free
			err = errors.Join(err, p.pop().close())
		}
	})
	return err
}
