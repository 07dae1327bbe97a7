package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"
)

type cleanupArgs struct{}

func (cleanupArgs) Kind() string { return "cleanup" }

type cleanupWorker struct {
	river.WorkerDefaults[cleanupArgs]
	queue *Queue
}

// Work deletes rows that are past their retention.
func (w *cleanupWorker) Work(ctx context.Context, _ *river.Job[cleanupArgs]) error {
	return w.queue.app.Cleanup(ctx)
}

// Timeout implements river.Worker.
func (w *cleanupWorker) Timeout(*river.Job[cleanupArgs]) time.Duration { return longJobTimeout }
