package jobs

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"btracker/internal/change"
	"btracker/internal/store"
)

// mailAttempts with River's backoff (the fourth power of the attempt in
// seconds) spans nearly four days.
const mailAttempts = 18

type mailArgs struct{ change.MailJob }

func (mailArgs) Kind() string { return "mail" }

// EnqueueMail queues a mail inside the transaction.
func (q *Queue) EnqueueMail(ctx context.Context, tx *store.Tx, job change.MailJob) error {
	return q.client.insert(ctx, tx, mailArgs{job}, &river.InsertOpts{Queue: mailQueue, MaxAttempts: mailAttempts})
}

type mailWorker struct {
	river.WorkerDefaults[mailArgs]
	queue *Queue
}

var errTooLate = errors.New("the mail could not be sent in time")

// Work sends a mail. It cancels the job when the mail is too late to be of use, or
// when the mail server refused it for good; a canceled job stays visible in the
// queue. Each mail that is given up is counted and logged: somebody waits for it.
func (w *mailWorker) Work(ctx context.Context, job *river.Job[mailArgs]) error {
	err := errTooLate
	if time.Since(job.CreatedAt) <= job.Args.Life() {
		err = w.queue.app.SendMail(ctx, job.Args.MailJob)
	}
	if err == nil {
		return nil
	}
	hopeless := errors.Is(err, errTooLate) || w.queue.permanent(err)
	if hopeless || job.Attempt >= job.MaxAttempts {
		w.queue.deadMails.Add(1)
		w.queue.log.WarnContext(ctx, "mail given up", "kind", job.Args.MailJob.Kind, "to", job.Args.Email, "job", job.ID, "attempts", job.Attempt, "error", err)
	}
	if hopeless {
		return river.JobCancel(err)
	}
	return err
}
