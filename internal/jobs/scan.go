package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

type scanArgs struct{}

func (scanArgs) Kind() string { return "scan" }

type scanWorker struct {
	river.WorkerDefaults[scanArgs]
	queue *Queue
}

// Work deals with subscriptions that renew, end, or end soon.
func (w *scanWorker) Work(ctx context.Context, _ *river.Job[scanArgs]) error {
	return w.queue.app.ScanSubscriptions(ctx)
}

// Timeout implements river.Worker.
func (w *scanWorker) Timeout(*river.Job[scanArgs]) time.Duration { return longJobTimeout }
