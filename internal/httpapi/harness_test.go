package httpapi_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/httpapi"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// onBoth runs a test against a server on SQLite and against one on PostgreSQL.
func onBoth(t *testing.T, test func(t *testing.T, api *testAPI)) {
	for name, open := range map[string]func(*testing.T) *store.Store{"sqlite": openSQLite, "postgres": openPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newTestAPI(t, open(t)))
		})
	}
}

func openSQLite(t *testing.T) *store.Store {
	s, err := store.OpenSQLite(t.TempDir())
	return migrated(t, s, err)
}

func openPostgres(t *testing.T) *store.Store {
	url := pgtest.NewFromTemplate(t, "migrated", func(url string) error {
		s, err := store.OpenPostgres(context.Background(), url)
		if err != nil {
			return err
		}
		defer s.Close()
		return s.Migrate(context.Background())
	})
	s, err := store.OpenPostgres(t.Context(), url)
	return migrated(t, s, err)
}

func migrated(t *testing.T, s *store.Store, err error) *store.Store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	adminEmail = "admin@example.com"
	password   = "Correct-Horse-1"
)

// passwordHash is made once: hashing is slow on purpose.
var passwordHash = sync.OnceValue(func() string {
	hash, err := auth.NewHasher(1).Hash(context.Background(), password)
	if err != nil {
		panic(err)
	}
	return hash
})

// testAPI is a whole server with a clock and a mailbox in the test's hand.
type testAPI struct {
	t       *testing.T
	store   *store.Store
	app     *app.App
	handler http.Handler
	clock   *clock
	mail    *mailbox
	logs    *bytes.Buffer
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.now }
func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// mailbox is queue and mailer at once: a mail is sent when the test says so.
type mailbox struct {
	mu    sync.Mutex
	jobs  []app.MailJob
	links map[string]string // the last link by recipient
}

func (m *mailbox) EnqueueMail(_ context.Context, _ *store.Tx, job app.MailJob) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs = append(m.jobs, job)
	return nil
}

func (m *mailbox) Invite(_ context.Context, to, _, _, link string, _ time.Duration) error {
	m.links[to] = link
	return nil
}

func (m *mailbox) Reset(_ context.Context, to, _, link string, _ time.Duration) error {
	m.links[to] = link
	return nil
}

func newTestAPI(t *testing.T, s *store.Store) *testAPI {
	t.Helper()
	api := &testAPI{t: t, store: s, clock: &clock{now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)},
		mail: &mailbox{links: map[string]string{}}, logs: &bytes.Buffer{}}
	signer, err := auth.NewSigner([]byte(strings.Repeat("s", 32)), time.Hour, api.clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(&lockedWriter{w: api.logs}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	api.app = app.New(app.Deps{Store: s, Hasher: auth.NewHasher(2), Signer: signer, Queue: api.mail, Mailer: api.mail, Now: api.clock.Now, Log: log,
		BasePath: "/", PublicURL: "https://tracker.example/", Keep: store.Retention{Tombstones: tracker.TombstoneLife}})
	web := fstest.MapFS{"index.html": {Data: []byte(`<meta name="btracker-base" content="/"><script src="./assets/a.js"></script>`)}}
	api.handler, err = httpapi.New(api.app, httpapi.Config{BasePath: "/", Web: web, Log: log, Metrics: prometheus.NewRegistry(), Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	api.addUser(adminEmail, "Ada Admin", true)
	return api
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (w *lockedWriter) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.w.Write(b)
}

// addUser puts a user with the common password into the database.
func (api *testAPI) addUser(email, name string, admin bool) {
	api.t.Helper()
	err := api.store.Write(api.t.Context(), func(tx *store.Tx) error {
		u := tracker.User{ID: "user-" + email, Email: email, DisplayName: name, IsAdmin: admin, CreatedAt: api.clock.Now()}
		if err := tx.InsertUser(api.t.Context(), u, nil); err != nil {
			return err
		}
		return tx.SetPasswordHash(api.t.Context(), u.ID, passwordHash(), api.clock.Now())
	})
	if err != nil {
		api.t.Fatal(err)
	}
}

// signIn answers a client with the token of a user.
func (api *testAPI) signIn(email string) *client {
	api.t.Helper()
	c := &client{api: api}
	var account tracker.Account
	c.post("/account/login", object{"email": email, "password": password}).status(200).into(&account)
	c.token = account.Token
	return c
}

func (api *testAPI) anonymous() *client { return &client{api: api} }

func (api *testAPI) admin() *client { return api.signIn(adminEmail) }

// addCompany makes a company and returns its id.
func (c *client) addCompany(name string) string {
	c.api.t.Helper()
	var company tracker.Company
	c.post("/company", object{"name": name}).status(201).into(&company)
	return company.ID
}

// addModerator makes a user a moderator of a company.
func (c *client) addModerator(companyID, email string, role tracker.Role) string {
	c.api.t.Helper()
	var link tracker.CompanyModerator
	c.post("/company/moderator", object{"id": companyID, "userEmail": email, "role": role}).status(201).into(&link)
	return link.ID
}

// addProject puts a project under a company.
func (api *testAPI) addProject(companyID, name string) string {
	api.t.Helper()
	id := "project-" + name
	err := api.store.Write(api.t.Context(), func(tx *store.Tx) error {
		return tx.InsertProject(api.t.Context(), store.NewProject{ID: id, CompanyID: companyID, Name: name, CreatedAt: api.clock.Now()}, "user-"+adminEmail)
	})
	if err != nil {
		api.t.Fatal(err)
	}
	return id
}

type object = map[string]any

// client sends requests as one user.
type client struct {
	api    *testAPI
	token  string
	header http.Header
}

func (c *client) get(path string) *answer              { return c.do(http.MethodGet, path, nil) }
func (c *client) post(path string, body any) *answer   { return c.do(http.MethodPost, path, body) }
func (c *client) put(path string, body any) *answer    { return c.do(http.MethodPut, path, body) }
func (c *client) delete(path string, body any) *answer { return c.do(http.MethodDelete, path, body) }

// do sends a request; a string body goes out as it is, bytes as an image.
func (c *client) do(method, path string, body any) *answer {
	c.api.t.Helper()
	var reader io.Reader
	contentType := "application/json"
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	case []byte:
		reader, contentType = bytes.NewReader(b), "image/png"
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			c.api.t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	if !strings.HasPrefix(path, "//") {
		path = "/api/v1" + path
	} else {
		path = path[1:]
	}
	r := httptest.NewRequestWithContext(c.api.t.Context(), method, path, reader)
	r.RemoteAddr = "192.0.2.1:4000"
	if reader != nil {
		r.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	w := httptest.NewRecorder()
	c.api.handler.ServeHTTP(w, r)
	return &answer{t: c.api.t, request: method + " " + path, ResponseRecorder: w}
}

type answer struct {
	t       *testing.T
	request string
	*httptest.ResponseRecorder
}

func (a *answer) status(want int) *answer {
	a.t.Helper()
	if a.Code != want {
		a.t.Fatalf("%s: status %d, want %d\n%s", a.request, a.Code, want, a.Body)
	}
	return a
}

func (a *answer) into(v any) *answer {
	a.t.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), v); err != nil {
		a.t.Fatalf("%s: %v\n%s", a.request, err, a.Body)
	}
	return a
}

// fieldError expects a 400 with exactly one broken field and its message.
func (a *answer) fieldError(field, message string) {
	a.t.Helper()
	var p struct {
		Errors map[string][]string
		Codes  map[string][]string
	}
	a.status(http.StatusBadRequest).into(&p)
	if len(p.Errors) != 1 || len(p.Errors[field]) != 1 || p.Errors[field][0] != message {
		a.t.Fatalf("%s: errors %v, want %s: %s", a.request, p.Errors, field, message)
	}
	if len(p.Codes[field]) != 1 || p.Codes[field][0] == "" {
		a.t.Fatalf("%s: codes %v", a.request, p.Codes)
	}
	if ct := a.Header().Get("Content-Type"); ct != "application/problem+json" {
		a.t.Fatalf("%s: content type %s", a.request, ct)
	}
}
