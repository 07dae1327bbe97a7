package jobs

import (
	"context"
	"sync"
	"time"

	"github.com/riverqueue/river"
)

// sealPeriod is how often changes are sealed: at least once a minute, with time to spare.
const sealPeriod = 20 * time.Second

type sealArgs struct{}

func (sealArgs) Kind() string { return "seal" }

type sealWorker struct {
	river.WorkerDefaults[sealArgs]
	queue *Queue
	busy  sync.Mutex
}

// Work seals the changes since the last seal. While that takes longer than a period,
// the next job does nothing.
func (w *sealWorker) Work(ctx context.Context, _ *river.Job[sealArgs]) error {
	if !w.busy.TryLock() {
		return nil
	}
	defer w.busy.Unlock()
	err := w.queue.app.Seal(ctx)
	if err == nil {
		w.queue.lastSeal.Store(time.Now().UnixMilli())
	}
	return err
}

// Timeout implements river.Worker.
func (w *sealWorker) Timeout(*river.Job[sealArgs]) time.Duration { return longJobTimeout }
