package jobs_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/jobs"
	"btracker/internal/mail"
	"btracker/internal/pgtest"
	"btracker/internal/smtptest"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func onBoth(t *testing.T, test func(t *testing.T, o *office)) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newOffice(t, storetest.Openers[name](t)))
		})
	}
}

// office is the queue with the app behind it, and a real mail server.
type office struct {
	*testing.T
	store  *store.Store
	server *smtptest.Server
	logs   *testkit.Buffer
	now    func() time.Time // the clock of the app
	app    *app.App         // of the last queue
}

func newOffice(t *testing.T, s *store.Store) *office {
	o := &office{T: t, store: s, server: smtptest.New(t), logs: &testkit.Buffer{}, now: time.Now}
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("jobs %+v\n%s", o.mailJobs(), o.logs)
		}
	})
	return o
}

// queue makes a queue and its app; start lets it work.
func (o *office) queue() (q *jobs.Queue, start func()) {
	o.Helper()
	log := slog.New(slog.NewTextHandler(o.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	q, err := jobs.New(o.store, log, mail.IsPermanent)
	if err != nil {
		o.Fatal(err)
	}
	sender, err := mail.NewSMTP("smtp://"+o.server.Addr, "Tracker <tracker@example.com>")
	if err != nil {
		o.Fatal(err)
	}
	a := app.New(app.Deps{Store: o.store, Queue: q, Mailer: mail.Postman{Sender: sender}, Now: o.now, Log: log, BasePath: "/",
		PublicURL: "https://tracker.example/", Keep: store.Retention{Sessions: time.Hour, Tombstones: tracker.TombstoneLife}})
	o.app = a
	return q, func() {
		o.Helper()
		if err := q.Start(context.WithoutCancel(o.Context()), a); err != nil {
			o.Fatal(err)
		}
		o.Cleanup(func() { o.stop(q) })
	}
}

func (o *office) stop(q *jobs.Queue) {
	o.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := q.Stop(ctx); err != nil {
		o.Errorf("stop: %v", err)
	}
}

func (o *office) addUser(email string) (id string) {
	o.Helper()
	err := o.store.Write(o.Context(), func(tx *store.Tx) error {
		id = "user-" + email
		return tx.InsertUser(o.Context(), tracker.User{ID: id, Email: email, DisplayName: email, CreatedAt: time.Now()}, nil)
	})
	if err != nil {
		o.Fatal(err)
	}
	return id
}

var errRolledBack = errors.New("the caller's own error")

// enqueue asks for a reset mail in a transaction that ends with result.
func (o *office) enqueue(q *jobs.Queue, email string, result error) {
	o.Helper()
	err := o.store.Write(o.Context(), func(tx *store.Tx) error {
		if err := q.EnqueueMail(o.Context(), tx, change.MailJob{Kind: change.MailReset, Email: email}); err != nil {
			o.Error(err)
		}
		return result
	})
	if !errors.Is(err, result) {
		o.Fatal(err)
	}
}

type job struct{ state, args, errors string }

// mailJobs reads what an operator would see of the queue.
func (o *office) mailJobs() (list []job) {
	o.Helper()
	scan := func(rows interface {
		Next() bool
		Scan(...any) error
		Err() error
	}) {
		for rows.Next() {
			var j job
			if err := rows.Scan(&j.state, &j.args, &j.errors); err != nil {
				o.Fatal(err)
			}
			list = append(list, j)
		}
		if err := rows.Err(); err != nil {
			o.Fatal(err)
		}
	}
	if o.store.Dialect() == "sqlite" {
		rows, err := o.store.WriterDB().Query("SELECT state, json(args), COALESCE(json(errors), '') FROM river_job WHERE kind = 'mail' AND queue = 'mail' ORDER BY id")
		if err != nil {
			o.Fatal(err)
		}
		defer rows.Close()
		scan(rows)
		return list
	}
	rows, err := o.store.Pool().Query(o.Context(), "SELECT state, args::text, COALESCE(errors::text, '') FROM river_job WHERE kind = 'mail' AND queue = 'mail' ORDER BY id")
	if err != nil {
		o.Fatal(err)
	}
	defer rows.Close()
	scan(rows)
	return list
}

func (o *office) execute(sql string) {
	o.Helper()
	var err error
	if o.store.Dialect() == "sqlite" {
		_, err = o.store.WriterDB().Exec(sql)
	} else {
		_, err = o.store.Pool().Exec(o.Context(), sql)
	}
	if err != nil {
		o.Fatal(err)
	}
}

func (o *office) untilState(state string) job {
	o.Helper()
	var last job
	testkit.Until(o, "the mail's job is "+state, func() bool {
		list := o.mailJobs()
		if len(list) == 0 {
			return false
		}
		last = list[len(list)-1]
		return last.state == state
	})
	return last
}

// holdMails lets the mail server take each mail only after hold closes. held gets
// one value for each mail that waits.
func (o *office) holdMails() (held, hold chan struct{}) {
	held, hold = make(chan struct{}, 100), make(chan struct{})
	o.server.Receive = func(smtptest.Mail) error {
		held <- struct{}{}
		<-hold
		return nil
	}
	return held, hold
}

var linkPattern = regexp.MustCompile(`https://tracker\.example/btracker/changePassword\?\S+`)

// tokenIn reads the token out of the link in the mail's text.
func tokenIn(t *testing.T, mail smtptest.Mail) string {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(mail.Data))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	part, err := multipart.NewReader(message.Body, params["boundary"]).NextPart() // decodes the transfer encoding
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(part)
	if err != nil {
		t.Fatal(err)
	}
	link, err := url.Parse(linkPattern.FindString(string(text)))
	if err != nil || link.Query().Get("email") != mail.To || link.Query().Get("token") == "" {
		t.Fatalf("no link for %s in the mail: %v\n%s", mail.To, err, text)
	}
	return link.Query().Get("token")
}
