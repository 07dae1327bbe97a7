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

// probing finds a listening connection that died without a word.
type probing struct{ every, timeout time.Duration }

// Postgres is the bus between processes on one database.
type Postgres struct {
	subscribers
	config *pgx.ConnConfig
	probe  probing
	pool   *pgxpool.Pool // for publishing
	log    *slog.Logger
	cancel context.CancelFunc
	done   chan struct{}
}

// NewPostgres starts to listen, and goes on in the background if the database is away.
func NewPostgres(url string, log *slog.Logger) (*Postgres, error) {
	return startPostgres(url, log, probing{every: 15 * time.Second, timeout: 5 * time.Second})
}

func startPostgres(url string, log *slog.Logger, probe probing) (*Postgres, error) {
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
	// Not parsed as a connection's own: what the URL says of pools would go to the server, which refuses it.
	b := &Postgres{config: poolConfig.ConnConfig.Copy(), probe: probe, pool: pool, log: log, cancel: cancel, done: make(chan struct{})}
	go b.listenUntil(ctx)
	return b, nil
}

// Close ends the bus.
func (b *Postgres) Close() {
	b.cancel()
	<-b.done
	b.pool.Close()
}

// Publish tells all replicas, this one included.
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

// listen delivers notices until the connection fails, and says whether it ever listened.
func (b *Postgres) listen(ctx context.Context) (listening bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, b.config)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return false, err
	}
	// Whatever was published until now went by unheard.
	b.deliver(Notice{Missed: true})
	for {
		wait, cancel := context.WithTimeout(ctx, b.probe.every)
		n, err := conn.WaitForNotification(wait)
		cancel()
		switch {
		case err == nil:
			b.deliver(Notice{Payload: n.Payload})
		case ctx.Err() == nil && pgconn.Timeout(err):
			probe, cancel := context.WithTimeout(ctx, b.probe.timeout)
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
