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

// Work deals with subscriptions that renew, end, or end soon. A scan that takes
// longer than a minute gets no company: it does what the next one would find.
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
