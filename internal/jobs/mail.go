package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"btracker/internal/app"
	"btracker/internal/store"
)

// mailAttempts with River's backoff (the fourth power of the attempt in
// seconds) spans about three days.
const mailAttempts = 18

type mailArgs struct{ app.MailJob }

func (mailArgs) Kind() string { return "mail" }

// EnqueueMail queues a mail inside the transaction.
func (q *Queue) EnqueueMail(ctx context.Context, tx *store.Tx, job app.MailJob) error {
	return q.client.insert(ctx, tx.Raw(), mailArgs{job}, &river.InsertOpts{MaxAttempts: mailAttempts})
}

type mailWorker struct {
	river.WorkerDefaults[mailArgs]
	queue *Queue
}

// Work sends a mail. One that came too late to be of use, or that the server
// refused for good, is canceled, and stays visible as such in the queue.
func (w *mailWorker) Work(ctx context.Context, job *river.Job[mailArgs]) error {
	if time.Since(job.CreatedAt) > job.Args.Life() {
		return river.JobCancel(errors.New("the mail could not be sent in time"))
	}
	err := w.queue.app.SendMail(ctx, job.Args.MailJob)
	if err != nil && w.queue.permanent(err) {
		return river.JobCancel(err)
	}
	return err
}
