package bus

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	channel = "btracker_bus"
	// maxPayload is PostgreSQL's limit.
	maxPayload = 7999
	firstRetry = 50 * time.Millisecond
	lastRetry  = 2 * time.Second
)

// keepAlive says how often to probe the listening connection, which may die
// silently, and how long to wait for the answer.
type keepAlive struct{ every, timeout time.Duration }

// Postgres is the bus between processes on one database.
type Postgres struct {
	subscribers
	config    *pgx.ConnConfig
	keepAlive keepAlive
	pool      *pgxpool.Pool // for publishing
	log       *slog.Logger
	cancel    context.CancelFunc
	done      chan struct{}
}

// NewPostgres starts listening in the background. It retries while the database
// can not be reached.
func NewPostgres(url string, log *slog.Logger) (*Postgres, error) {
	return startPostgres(url, log, keepAlive{every: 15 * time.Second, timeout: 5 * time.Second})
}

func startPostgres(url string, log *slog.Logger, keepAlive keepAlive) (*Postgres, error) {
	poolConfig, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("bus: %w", err)
	}
	poolConfig.MaxConns = 2
	pool, err := pgxpool.NewWithConfig(context.Background(), poolConfig)
	if err != nil {
		return nil, fmt.Errorf("bus: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	// The configuration of a connection comes from that of the pool: parsed by itself, it would send the
	// pool settings in the URL to the server, which refuses them.
	b := &Postgres{config: poolConfig.ConnConfig.Copy(), keepAlive: keepAlive, pool: pool, log: log, cancel: cancel, done: make(chan struct{})}
	go b.listenUntil(ctx)
	return b, nil
}

// Close stops listening and closes all connections.
func (b *Postgres) Close() {
	b.cancel()
	<-b.done
	b.pool.Close()
}

// Publish sends a notice to all replicas, including this one.
func (b *Postgres) Publish(ctx context.Context, payload string) error {
	if len(payload) > maxPayload {
		return fmt.Errorf("bus: a notice of %d bytes is too long", len(payload))
	}
	if _, err := b.pool.Exec(ctx, `SELECT pg_notify($1, $2)`, channel, payload); err != nil {
		return fmt.Errorf("bus: publish: %w", err)
	}
	return nil
}

func (b *Postgres) listenUntil(ctx context.Context) {
	defer close(b.done)
	for retry := firstRetry; ; retry = min(2*retry, lastRetry) {
		listening, err := b.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		b.log.Warn("bus: lost the connection that listens", "error", err)
		if listening {
			retry = firstRetry
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(retry):
		}
	}
}

// listen delivers notices until the connection fails. listening reports whether
// it got as far as that.
func (b *Postgres) listen(ctx context.Context) (listening bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, b.config)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return false, err
	}
	// Notices that were published before LISTEN were not received.
	b.deliver(Notice{Missed: true})
	for {
		wait, cancel := context.WithTimeout(ctx, b.keepAlive.every)
		n, err := conn.WaitForNotification(wait)
		cancel()
		switch {
		case err == nil:
			b.deliver(Notice{Payload: n.Payload})
		case ctx.Err() == nil && pgconn.Timeout(err):
			probe, cancel := context.WithTimeout(ctx, b.keepAlive.timeout)
			err = conn.Ping(probe)
			cancel()
			if err != nil {
				return true, err
			}
		default:
			return true, err
		}
	}
}
