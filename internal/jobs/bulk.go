package jobs

import (
	"context"
	"time"

	"github.com/riverqueue/river"

	"btracker/internal/store"
)

const (
	// bulkQueue is a queue of its own: a bulk action must not delay the scan, nor a mail.
	bulkQueue = "bulk"
	// bulkTurn is how long an action runs before another one gets its turn. It is shorter than
	// jobTimeout, after which a job counts as abandoned.
	bulkTurn = 20 * time.Second
	// lostAfter is how often a replica looks for actions whose process has died, and how long they have run by then.
	lostAfter = 5 * time.Second
	// bulkAttempts with River's backoff spans some hours without a database.
	bulkAttempts = 10
)

type bulkArgs struct {
	ID string `json:"id"`
}

func (bulkArgs) Kind() string { return "bulk" }

// EnqueueBulk queues a bulk action inside the transaction.
func (q *Queue) EnqueueBulk(ctx context.Context, tx *store.Tx, id string) error {
	return q.client.insert(ctx, tx, bulkArgs{id}, &river.InsertOpts{Queue: bulkQueue, MaxAttempts: bulkAttempts})
}

// takeOver lets actions go on, on this or another replica, whose process has died.
func (q *Queue) takeOver(ctx context.Context) {
	for ctx.Err() == nil {
		lost, err := q.store.ReleaseLostJobs(ctx, bulkQueue, lostAfter)
		switch {
		case err != nil && ctx.Err() == nil:
			q.log.WarnContext(ctx, "bulk actions of processes that died were not looked for", "error", err)
		case lost > 0:
			q.log.InfoContext(ctx, "bulk actions of a process that died go on", "actions", lost)
		}
		select {
		case <-ctx.Done():
		case <-time.After(lostAfter):
		}
	}
}

type bulkWorker struct {
	river.WorkerDefaults[bulkArgs]
	queue *Queue
}

// Work goes on with a bulk action for its turn. When the last attempt fails, the action has failed.
func (w *bulkWorker) Work(ctx context.Context, job *river.Job[bulkArgs]) error {
	release, err := w.queue.store.HoldJob(ctx, job.ID)
	if err != nil {
		return err
	}
	defer release()
	ended, err := w.queue.app.RunBulk(ctx, job.Args.ID, time.Now().Add(bulkTurn))
	switch {
	case err != nil && job.Attempt >= job.MaxAttempts && ctx.Err() == nil:
		w.queue.log.ErrorContext(ctx, "bulk action given up", "bulk", job.Args.ID, "error", err)
		return w.queue.app.FailBulk(ctx, job.Args.ID)
	case err == nil && !ended:
		return river.JobSnooze(0)
	}
	return err
}
