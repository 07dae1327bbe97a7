package prove

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/child"
	"btracker/internal/jobs"
	"btracker/internal/mail"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// replicaOf is the variable by which this test's own binary runs as a replica of the simulation. It names the
// database: the address of PostgreSQL, or the data directory of SQLite.
const replicaOf = "BTRACKER_SIMULATED_REPLICA"

// order is what a replica is told to do, as a line of JSON.
type order struct {
	Now  time.Time       // what its clock shows
	Do   string          // see replica.carryOut
	As   string          // the id of the user who does it
	Key  string          // of an attachment, so that it can be repeated
	Body json.RawMessage // the input of the use case
	Die  int             // if set, the replica kills itself at so many points of its work from now on
}

// report is the answer to an order.
type report struct {
	ID    string // of what was made
	Mails []sentMail
	Error string
	Busy  bool // the database had no time for it, so that somebody has to ask again

	Foretold *foretold
}

// sentMail is a mail of notifications. Its items are "title|address of the page".
type sentMail struct {
	To    string
	Items []string
	More  int
}

// replica is the app on a database, with a clock that only orders move. It is the app's queue, bus and mailer, to
// see what it does.
type replica struct {
	*app.App
	store *store.Store
	queue *jobs.Queue
	now   time.Time
	left  atomic.Int64 // points until it kills itself; not positive for never
	mails []sentMail
}

func openReplica(ctx context.Context, database string, logs io.Writer) (*replica, error) {
	r := &replica{}
	var err error
	if strings.HasPrefix(database, "postgres") {
		r.store, err = store.OpenPostgres(ctx, database)
	} else {
		r.store, err = store.OpenSQLite(database)
	}
	if err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(logs, &slog.HandlerOptions{Level: slog.LevelError}))
	if r.queue, err = jobs.New(r.store, log, mail.IsPermanent); err != nil {
		return nil, err
	}
	clock := func() time.Time { r.point(); return r.now }
	signer, err := auth.NewSigner([]byte(strings.Repeat("s", 32)), time.Hour, clock)
	r.App = app.New(app.Deps{Store: r.store, Signer: signer, Queue: r, Bus: r, Mailer: r, Now: clock, Log: log, BasePath: "/", PublicURL: "https://tracker.example/"})
	return r, err
}

// point is where the replica may die: when the app reads the clock, which it does before and inside of each transaction;
// when a mail is queued, which is in a transaction that has written; and when a change is published, after the commit.
func (r *replica) point() {
	if r.left.Add(-1) == 0 {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
}

func (r *replica) EnqueueMail(ctx context.Context, tx *store.Tx, job change.MailJob) error {
	err := r.queue.EnqueueMail(ctx, tx, job)
	r.point()
	return err
}

func (r *replica) EnqueueBulk(context.Context, *store.Tx, string) error {
	return errors.New("nobody changes many at once")
}

func (r *replica) Publish(context.Context, string) error { r.point(); return nil }

func (r *replica) Notify(_ context.Context, to change.Reader, _ string, items []change.MailItem, more int, _ string) error {
	sent := sentMail{To: to.Email, More: more}
	for _, i := range items {
		sent.Items = append(sent.Items, i.Title+"|"+i.Link)
	}
	r.mails = append(r.mails, sent)
	return nil
}

func (r *replica) Report(context.Context, string, string, change.ReportMail) error {
	return errors.New("nobody reads reports")
}

func (r *replica) Invite(context.Context, change.Reader, string, string, time.Duration) error {
	return errors.New("nobody is invited")
}

func (r *replica) Warn(context.Context, change.Reader, string, time.Time, string) error { return nil }

func (r *replica) Reset(context.Context, change.Reader, string, time.Duration) error {
	return errors.New("nobody forgets a password")
}

// carryOut does what it is told, and reports.
func (r *replica) carryOut(ctx context.Context, o order) (done report) {
	r.now, r.mails = o.Now, nil
	r.left.Store(int64(o.Die))
	var err error
	if done.ID, err = r.do(ctx, o, &done); err != nil {
		done.Error = fmt.Sprintf("%s %s: %v", o.Do, o.Body, err)
		done.Busy = tracker.IsKind(err, tracker.KindUnavailable) || tracker.IsKind(err, tracker.KindTimeout)
	}
	done.Mails = r.mails
	r.left.Store(0)
	return done
}

func (r *replica) do(ctx context.Context, o order, done *report) (id string, err error) {
	c := change.Caller{RequestID: "simulation"}
	if o.As != "" {
		c.SessionID, c.Key = o.As, change.IdempotencyKey{Key: o.Key, Fingerprint: string(o.Body)}
		if c.User, _, err = r.store.SessionUser(ctx, o.As, r.now); err != nil {
			return "", err
		}
	}
	switch o.Do {
	case "scan":
		return "", r.ScanSubscriptions(ctx)
	case "send":
		return "", with(o, func(queued []change.MailJob) error {
			for _, job := range queued {
				err = errors.Join(err, r.SendMail(ctx, job))
			}
			return err
		})
	case "foretell":
		return "", with(o, func(until time.Time) error {
			f, err := r.foretell(ctx, c, until)
			done.Foretold = &f
			return err
		})
	case "company":
		return made(o, func(in tracker.CompanyInput) (change.Saved[tracker.CompanyDetails], error) {
			return r.CreateCompany(ctx, c, in)
		},
			func(made tracker.CompanyDetails) string { return made.ID })
	case "project":
		return made(o, func(in tracker.ProjectInput) (change.Saved[tracker.ProjectDetails], error) {
			return r.CreateProject(ctx, c, in)
		},
			func(made tracker.ProjectDetails) string { return made.ID })
	case "category":
		return made(o, func(in tracker.CategoryInput) (change.Saved[tracker.Category], error) {
			return r.CreateCategory(ctx, c, tracker.Subscriptions, in)
		}, func(made tracker.Category) string { return made.Name })
	case "item":
		return made(o, func(in tracker.SubscriptionInput) (change.Saved[tracker.CatalogueItem], error) {
			return r.CreateItem(ctx, c, tracker.Subscriptions, &in)
		}, func(made tracker.CatalogueItem) string { return made.ID })
	case "editItem":
		return made(o, func(in struct {
			ID string
			tracker.SubscriptionInput
		}) (change.Saved[tracker.CatalogueItem], error) {
			return r.EditItem(ctx, c, tracker.Subscriptions, in.ID, tracker.Opt[int]{}, &in.SubscriptionInput)
		}, func(made tracker.CatalogueItem) string { return made.ID })
	case "moderateCompany":
		return made(o, func(in tracker.ModeratorInput) (change.Saved[tracker.CompanyModerator], error) {
			return r.AddCompanyModerator(ctx, c, in)
		}, func(made tracker.CompanyModerator) string { return made.ID })
	case "moderateProject":
		return made(o, func(in tracker.ModeratorInput) (change.Saved[tracker.ProjectModerator], error) {
			return r.AddProjectModerator(ctx, c, in)
		}, func(made tracker.ProjectModerator) string { return made.ID })
	case "unmoderate":
		return "", with(o, func(in tracker.ItemRef) error { _, err := r.RemoveProjectModerator(ctx, c, in); return err })
	case "attach":
		return made(o, func(in tracker.ProjectSubscriptionInput) (change.Saved[tracker.ProjectSubscription], error) {
			return r.AttachSubscription(ctx, c, in)
		}, func(made tracker.ProjectSubscription) string { return made.ID })
	case "edit":
		return "", with(o, func(in tracker.ProjectSubscriptionEdit) error {
			_, err := r.EditProjectSubscription(ctx, c, in)
			return err
		})
	case "cancel":
		return "", with(o, func(in tracker.CancelInput) error { _, err := r.CancelProjectSubscription(ctx, c, in); return err })
	case "renew":
		return "", with(o, func(in tracker.RenewInput) error {
			s, err := r.ProjectSubscription(ctx, c, in.ID)
			if err != nil || s.EndAt.Equal(in.EndAt.Value) {
				return err
			}
			_, err = r.RenewProjectSubscription(ctx, c, in)
			return err
		})
	case "plan":
		return "", with(o, func(in tracker.PlanInput) error { _, err := r.PlanPrice(ctx, c, in); return err })
	case "detach":
		return "", with(o, func(in tracker.ItemRef) error { _, err := r.DetachSubscription(ctx, c, in); return err })
	case "settings":
		return "", with(o, func(in tracker.NotificationSettingsInput) error {
			_, err := r.EditNotificationSettings(ctx, c, in)
			return err
		})
	case "view":
		return "", with(o, func(id string) error { _, err := r.ViewNotification(ctx, c, id); return err })
	case "viewAll":
		_, err := r.ViewAllNotifications(ctx, c)
		return "", err
	case "snooze":
		return "", with(o, func(in tracker.SnoozeInput) error { _, err := r.SnoozeNotification(ctx, c, in); return err })
	}
	return "", errors.New("unknown order")
}

// with carries out an order with its input.
func with[In any](o order, do func(in In) error) error {
	var in In
	if err := json.Unmarshal(o.Body, &in); err != nil {
		return err
	}
	return do(in)
}

// made carries out an order that makes something, and returns its id.
func made[In, Out any](o order, do func(in In) (change.Saved[Out], error), idOf func(Out) string) (id string, err error) {
	return id, with(o, func(in In) error {
		saved, err := do(in)
		id = idOf(saved.Entity)
		return err
	})
}

// serveOrders is a replica's whole life, in a process of its own.
func serveOrders(database string) int {
	r, err := openReplica(context.Background(), database, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	orders, reports := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var o order
		if err := orders.Decode(&o); err != nil {
			return 0
		}
		if err := reports.Encode(r.carryOut(context.Background(), o)); err != nil {
			return 1
		}
	}
}

// replicaProcess is a replica that runs.
type replicaProcess struct {
	*child.Process
	orders  io.WriteCloser
	reports *json.Decoder
	ended   *os.File
}

func startReplica(t testing.TB, database string, logs io.Writer) *replicaProcess {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env, command.Stderr = append(os.Environ(), replicaOf+"="+database), logs
	// Not the pipes of exec: the process is waited for while its reports are read.
	reports, theirs, err := os.Pipe()
	ok(t, err)
	command.Stdout = theirs
	p := &replicaProcess{reports: json.NewDecoder(bufio.NewReader(reports)), ended: reports}
	p.orders, err = command.StdinPipe()
	ok(t, err)
	p.Process, err = child.Start(command, syscall.SIGKILL)
	ok(t, err)
	theirs.Close()
	t.Cleanup(p.end)
	return p
}

func (p *replicaProcess) end() {
	p.Kill()
	p.ended.Close()
}

// send gives an order, and reports whether the replica lived to answer it.
func (p *replicaProcess) send(o order) (done report, lived bool) {
	line, err := json.Marshal(o)
	if err == nil {
		_, err = p.orders.Write(append(line, '\n'))
	}
	if err == nil {
		err = p.reports.Decode(&done)
	}
	return done, err == nil
}
