package jobs

import (
	"context"

	"github.com/riverqueue/river"
)

type cleanupArgs struct{}

func (cleanupArgs) Kind() string { return "cleanup" }

type cleanupWorker struct {
	river.WorkerDefaults[cleanupArgs]
	queue *Queue
}

// Work deletes what is past its time.
func (w *cleanupWorker) Work(ctx context.Context, _ *river.Job[cleanupArgs]) error {
	return w.queue.app.Cleanup(ctx)
}
