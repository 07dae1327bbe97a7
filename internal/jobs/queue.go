package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"btracker/internal/app"
	"btracker/internal/store"
)

// Queue takes jobs and, once started, works on them.
type Queue struct {
	client client
	store  *store.Store
	app    *app.App
	// permanent reports whether a mail error will be the same at every further attempt.
	permanent func(error) bool
	log       *slog.Logger
	deadMails atomic.Int64
	lastScan  atomic.Int64 // milliseconds
	lastSeal  atomic.Int64 // milliseconds
	stopping  atomic.Bool
	watching  sync.WaitGroup
	endWatch  context.CancelFunc
}

// client hides which transaction type River works with.
type client interface {
	insert(ctx context.Context, tx *store.Tx, args river.JobArgs, opts *river.InsertOpts) error
	Start(ctx context.Context) error
	Stop(ctx context.Context) error
	StopAndCancel(ctx context.Context) error
}

type typedClient[TTx any] struct{ *river.Client[TTx] }

func (c typedClient[TTx]) insert(ctx context.Context, tx *store.Tx, args river.JobArgs, opts *river.InsertOpts) error {
	raw, err := tx.Raw()
	if err != nil {
		return err
	}
	typed, ok := raw.(TTx)
	if !ok {
		return fmt.Errorf("jobs: a transaction of type %T", raw)
	}
	_, err = c.InsertTx(ctx, typed, args, opts)
	return err
}

// New makes a queue on the store's database.
func New(s *store.Store, log *slog.Logger, permanent func(error) bool) (*Queue, error) {
	q := &Queue{store: s, permanent: permanent, log: log}
	var err error
	if s.Dialect() == "postgres" {
		q.client, err = newClient(riverpgxv5.New(s.Pool()), q, log)
	} else {
		q.client, err = newClient(riversqlite.New(s.WriterDB()), q, log)
	}
	return q, err
}

func newClient[TTx any](driver riverdriver.Driver[TTx], q *Queue, log *slog.Logger) (client, error) {
	workers := river.NewWorkers()
	river.AddWorker(workers, &mailWorker{queue: q})
	river.AddWorker(workers, &bulkWorker{queue: q})
	river.AddWorker(workers, &cleanupWorker{queue: q})
	river.AddWorker(workers, &scanWorker{queue: q})
	river.AddWorker(workers, &sealWorker{queue: q})
	c, err := river.NewClient(driver, &river.Config{
		Logger:               slog.New(riverLog{log.Handler(), &q.stopping}),
		Queues:               map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 2}, mailQueue: {MaxWorkers: 4}, bulkQueue: {MaxWorkers: 1}},
		Workers:              workers,
		JobTimeout:           jobTimeout,
		RescueStuckJobsAfter: jobTimeout,
		PeriodicJobs:         []*river.PeriodicJob{every(time.Hour, cleanupArgs{}), every(time.Minute, scanArgs{}), every(sealPeriod, sealArgs{})},
	})
	return typedClient[TTx]{c}, err
}

const (
	// mailQueue is a queue of its own: people wait for a mail, so no other job may delay it.
	mailQueue = "mail"
	// jobTimeout bounds a job. A job whose process died is also retried after it, if not before.
	jobTimeout = time.Minute
	// longJobTimeout is for work that grows with the data.
	longJobTimeout = 5 * time.Minute
	// cancelTimeout is how long a canceled job has to notice it.
	cancelTimeout = time.Second
)

// every enqueues a job at start and then periodically, once in each period
// however many replicas there are.
func every(period time.Duration, args river.JobArgs) *river.PeriodicJob {
	return river.NewPeriodicJob(river.PeriodicInterval(period), func() (river.JobArgs, *river.InsertOpts) {
		return args, &river.InsertOpts{MaxAttempts: 3, UniqueOpts: river.UniqueOpts{ByPeriod: period}}
	}, &river.PeriodicJobOpts{RunOnStart: true})
}

// Start starts working on jobs.
func (q *Queue) Start(ctx context.Context, a *app.App) error {
	q.app = a
	watch, end := context.WithCancel(ctx)
	q.endWatch = end
	if !q.store.HasOwnFiles() {
		q.watching.Go(func() { q.takeOver(watch) })
	}
	return q.client.Start(ctx)
}

// Stop lets running jobs finish until ctx ends, and then cancels the others. They
// run again after the next start.
func (q *Queue) Stop(ctx context.Context) error {
	q.stopping.Store(true)
	if q.endWatch != nil {
		q.endWatch()
		q.watching.Wait()
	}
	err := q.client.Stop(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	q.log.WarnContext(ctx, "jobs that took too long were cut off")
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelTimeout)
	defer cancel()
	if err = q.client.StopAndCancel(ctx); errors.Is(err, context.DeadlineExceeded) {
		return nil // a job that ignores its cancellation ends with the process
	}
	return err
}

// DeadMails counts the mails that this process gave up.
func (q *Queue) DeadMails() int64 { return q.deadMails.Load() }

// WaitingMails counts the mails that are still to be sent, by whichever replica.
func (q *Queue) WaitingMails(ctx context.Context) (store.WaitingJobs, error) {
	return q.store.WaitingJobs(ctx, mailQueue)
}

// LastScan is when this process last finished a scan of subscriptions, or the zero
// time before the first one.
func (q *Queue) LastScan() time.Time { return instant(&q.lastScan) }

// LastSeal is when this process last had all changes sealed, or the zero time before the
// first time.
func (q *Queue) LastSeal() time.Time { return instant(&q.lastSeal) }

func instant(ms *atomic.Int64) time.Time {
	if at := ms.Load(); at != 0 {
		return time.UnixMilli(at)
	}
	return time.Time{}
}

// riverLog drops River's routine messages, and its errors about canceled work
// while it is being stopped.
type riverLog struct {
	slog.Handler
	stopping *atomic.Bool
}

func (h riverLog) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn && h.Handler.Enabled(ctx, l)
}

func (h riverLog) Handle(ctx context.Context, r slog.Record) error {
	canceled := false
	r.Attrs(func(a slog.Attr) bool {
		canceled = canceled || strings.Contains(a.Value.String(), context.Canceled.Error())
		return !canceled
	})
	if canceled && h.stopping.Load() {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h riverLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return riverLog{h.Handler.WithAttrs(attrs), h.stopping}
}

func (h riverLog) WithGroup(name string) slog.Handler {
	return riverLog{h.Handler.WithGroup(name), h.stopping}
}
