package jobs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net"
	netmail "net/mail"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"btracker/internal/app"
	"btracker/internal/jobs"
	"btracker/internal/mail"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func onBoth(t *testing.T, test func(t *testing.T, o *office)) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newOffice(t, open[name](t)))
		})
	}
}

var open = map[string]func(*testing.T) *store.Store{
	"sqlite": func(t *testing.T) *store.Store {
		s, err := store.OpenSQLite(t.TempDir())
		if err == nil {
			err = s.Migrate(t.Context())
		}
		return closing(t, s, err)
	},
	"postgres": func(t *testing.T) *store.Store {
		url := pgtest.NewFromTemplate(t, "migrated", func(url string) error {
			s, err := store.OpenPostgres(context.Background(), url)
			if err != nil {
				return err
			}
			defer s.Close()
			return s.Migrate(context.Background())
		})
		s, err := store.OpenPostgres(t.Context(), url)
		return closing(t, s, err)
	},
}

func closing(t *testing.T, s *store.Store, err error) *store.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// office is the queue with the app behind it, and a real mail server.
type office struct {
	*testing.T
	store  *store.Store
	server *mailServer
	logs   *lockedBuffer
}

func newOffice(t *testing.T, s *store.Store) *office {
	return &office{T: t, store: s, server: newMailServer(t), logs: &lockedBuffer{}}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}
func (l *lockedBuffer) String() string { l.mu.Lock(); defer l.mu.Unlock(); return l.b.String() }

// queue makes a queue and its app; start lets it work.
func (o *office) queue() (q *jobs.Queue, start func()) {
	o.Helper()
	log := slog.New(slog.NewTextHandler(o.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	q, err := jobs.New(o.store, log, mail.IsPermanent)
	if err != nil {
		o.Fatal(err)
	}
	sender, err := mail.NewSMTP("smtp://"+o.server.addr, "Tracker <tracker@example.com>")
	if err != nil {
		o.Fatal(err)
	}
	a := app.New(app.Deps{Store: o.store, Queue: q, Mailer: mail.Postman{Sender: sender}, Now: time.Now, Log: log, BasePath: "/",
		PublicURL: "https://tracker.example/", Keep: store.Retention{Sessions: time.Hour, Tombstones: tracker.TombstoneLife}})
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
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
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
		if err := q.EnqueueMail(o.Context(), tx, app.MailJob{Kind: app.MailReset, Email: email}); err != nil {
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

// eventually waits for what background work brings about.
func (o *office) eventually(what string, done func() bool) {
	o.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			o.Fatalf("%s: it never came to that\njobs %+v\n%s", what, o.mailJobs(), o.logs)
		}
	}
}

func (o *office) untilState(state string) job {
	o.Helper()
	var last job
	o.eventually("the mail's job is "+state, func() bool {
		list := o.mailJobs()
		if len(list) == 0 {
			return false
		}
		last = list[len(list)-1]
		return last.state == state
	})
	return last
}

// mailServer is a real SMTP server that remembers what it got.
type mailServer struct {
	addr   string
	refuse *smtp.SMTPError // answer to every recipient
	hold   chan struct{}   // when set, a mail is taken only after it closes
	held   chan struct{}   // gets one value for each mail on hold

	mu       sync.Mutex
	received []letter
}

type letter struct{ to, data string }

// newMailServer reserves an address; nobody listens there until start.
func newMailServer(t *testing.T) *mailServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return &mailServer{addr: l.Addr().String(), held: make(chan struct{}, 100)}
}

func (s *mailServer) start(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &session{server: s}, nil }))
	server.ErrorLog = quiet{}
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(listener) }()
	t.Cleanup(func() { server.Close(); <-done })
}

func (s *mailServer) letters() []letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]letter(nil), s.received...)
}

type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

type session struct {
	server *mailServer
	to     string
}

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }
func (s *session) Reset()                               {}
func (s *session) Logout() error                        { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	if s.server.refuse != nil {
		return s.server.refuse
	}
	s.to = to
	return nil
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.server.hold != nil {
		s.server.held <- struct{}{}
		<-s.server.hold
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.received = append(s.server.received, letter{s.to, string(data)})
	return nil
}

var linkPattern = regexp.MustCompile(`https://tracker\.example/btracker/changePassword\?\S+`)

// token reads the token out of the link in the mail's text.
func (l letter) token(t *testing.T) string {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(l.data))
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
	if err != nil || link.Query().Get("email") != l.to || link.Query().Get("token") == "" {
		t.Fatalf("no link for %s in the mail: %v\n%s", l.to, err, text)
	}
	return link.Query().Get("token")
}
