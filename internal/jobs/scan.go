package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/riverqueue/river"
)

type scanArgs struct{}

func (scanArgs) Kind() string { return "scan" }

type scanWorker struct {
	river.WorkerDefaults[scanArgs]
	queue *Queue
	busy  sync.Mutex
}

// Work renews subscriptions and notifies of those that end or end soon. While a
// scan runs longer than a minute, the next one does nothing: it would find the
// same subscriptions.
func (w *scanWorker) Work(ctx context.Context, _ *river.Job[scanArgs]) error {
	if !w.busy.TryLock() {
		return nil
	}
	defer w.busy.Unlock()
	err := w.queue.app.ScanSubscriptions(ctx)
	if err == nil {
		w.queue.lastScan.Store(time.Now().UnixMilli())
	}
	return err
}

// Timeout implements river.Worker.
func (w *scanWorker) Timeout(*river.Job[scanArgs]) time.Duration { return longJobTimeout }
