package httpapi_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/crypto/argon2"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/httpapi"
	"btracker/internal/pgtest"
	"btracker/internal/photo"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // a sixth of these tests' time went to collecting what a thousand small servers leave
	os.Exit(pgtest.Main(m))
}

// onBoth runs a test against a server on SQLite and against one on PostgreSQL.
func onBoth(t *testing.T, test func(t *testing.T, api *testAPI)) {
	for name, open := range storetest.Openers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newTestAPI(t, open(t)))
		})
	}
}

// A matrix is tried whole on SQLite. On PostgreSQL a sample is tried, because the rules are the same Go and only their
// statements differ; `make prove` tries all of it there as well.

// isWhole tells whether a test tries everything it can.
func (api *testAPI) isWhole() bool { return api.store.Dialect() == "sqlite" || testkit.Full() }

// sampled is how many cells of a matrix stand for one that is tried in a sample.
const sampled = 5

// tries tells whether a cell of a matrix is tried. In a sample of three coordinates, one of which has five values or more, each
// value of a coordinate meets each value of the others.
func (api *testAPI) tries(coordinates ...int) bool {
	sum := 0
	for _, c := range coordinates {
		sum += c
	}
	return api.isWhole() || sum%sampled == 0
}

// rounds is how many of n random rounds are tried.
func (api *testAPI) rounds(n int) int {
	if api.isWhole() {
		return n
	}
	return max(n/sampled, 1)
}

const (
	adminEmail = "admin@example.com"
	password   = "Correct-Horse-1"
)

// passwordHash is the hash of the common password at a very low cost, because hashing is slow on
// purpose. A stored hash is verified at its own cost.
var passwordHash = func() string {
	salt, encode := []byte("sixteen bytes..."), base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=8,t=1,p=1$" + encode(salt) + "$" + encode(argon2.IDKey([]byte(password), salt, 1, 8, 1, 32))
}()

var secret = []byte(strings.Repeat("s", 32))

// testAPI is a whole server whose clock and mailbox the test controls.
type testAPI struct {
	t       *testing.T
	store   *store.Store
	app     *app.App
	signer  *auth.Signer
	hasher  *auth.Hasher
	photos  *photo.Decoder
	handler http.Handler
	base    string
	clock   *clock
	mail    *mailbox
	notices notices
	logs    *testkit.Buffer

	deps   app.Deps
	config httpapi.Config

	invented bool // the test makes up errors that are not in the contract
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

// mailbox is both queue and mailer: it sends a mail when the test calls deliver.
type mailbox struct {
	mu     sync.Mutex
	jobs   []change.MailJob
	news   []string // recipient, mail and title of each notification
	bulks  []string
	links  map[string]string // the last link by recipient
	fail   func() error      // replaces the queueing of a mail, if set
	refuse string            // mail to this address can not be queued
	broken bool              // the mail server is down
}

func (m *mailbox) EnqueueMail(_ context.Context, _ *store.Tx, job change.MailJob) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		return m.fail()
	}
	if job.Email == m.refuse {
		return errors.New("the queue is broken")
	}
	m.jobs = append(m.jobs, job)
	return nil
}

// EnqueueBulk queues a bulk action that the test runs by runBulks.
func (m *mailbox) EnqueueBulk(_ context.Context, _ *store.Tx, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.bulks = append(m.bulks, id)
	return nil
}

func (m *mailbox) Invite(_ context.Context, to, _, _, link string, _ time.Duration) error {
	return m.send(to, link)
}

func (m *mailbox) Reset(_ context.Context, to, _, link string, _ time.Duration) error {
	return m.send(to, link)
}

func (m *mailbox) Warn(_ context.Context, to, _, text string, _ time.Time, _ string) error {
	return m.send(to, text)
}

func (m *mailbox) Notify(_ context.Context, to, _, id string, items []change.MailItem, _ int, _ string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, item := range items {
		m.news = append(m.news, to+" "+id+" "+item.Title)
	}
	return nil
}

func (m *mailbox) send(to, link string) error {
	if m.broken {
		return errors.New("the mail server does not answer")
	}
	m.links[to] = link
	return nil
}

func newTestAPI(t *testing.T, s *store.Store, options ...func(*httpapi.Config)) *testAPI {
	t.Helper()
	api := &testAPI{t: t, store: s, clock: &clock{now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)},
		mail: &mailbox{links: map[string]string{}}, hasher: auth.NewHasher(2), photos: photo.NewDecoder(), logs: &testkit.Buffer{}}
	log := slog.New(slog.NewTextHandler(api.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	config := httpapi.Config{BasePath: "/", Web: webFiles, Log: log, Metrics: prometheus.NewRegistry(), Version: "test",
		RequestTimeout: 5 * time.Minute} // for a busy machine
	for _, option := range options {
		option(&config)
	}
	var err error
	if api.signer, err = auth.NewSigner(secret, time.Hour, api.clock.Now); err != nil {
		t.Fatal(err)
	}
	api.base = config.BasePath
	api.hasher.MaxWait = config.RequestTimeout
	api.deps, api.config = app.Deps{Store: s, Hasher: api.hasher, Signer: api.signer, Photos: api.photos, Queue: api.mail, Bus: &api.notices, Mailer: api.mail, Now: api.clock.Now, Log: log,
		BasePath: config.BasePath, PublicURL: "https://tracker.example/", Keep: store.Retention{Tombstones: tracker.TombstoneLife}, Webhooks: webhook.NewClient(true, nil)}, config
	api.start()
	api.addUser(adminEmail, "Ada Admin", true)
	return api
}

// restart builds the server again, from parts that a test has changed.
func (api *testAPI) restart() {
	api.t.Helper()
	api.config.Metrics = prometheus.NewRegistry() // a registry takes the same metrics once
	api.start()
}

func (api *testAPI) start() {
	api.t.Helper()
	api.app = app.New(api.deps)
	var err error
	if api.handler, err = httpapi.New(api.app, api.config); err != nil {
		api.t.Fatal(err)
	}
}

var webFiles = fstest.MapFS{
	"index.html":     {Data: []byte(`<meta name="btracker-base" content="/"><script src="./assets/a.js"></script>`)},
	"index.html.br":  {Data: []byte("stale: the page is written anew")},
	"favicon.svg":    {Data: []byte("<svg/>")},
	"assets/a.js":    {Data: []byte("plain")},
	"assets/a.js.br": {Data: []byte("brotli")},
	"assets/a.js.gz": {Data: []byte("gzip")},
	".built":         {Data: []byte("stamp")},
}

// exec runs SQL directly in the database.
func (api *testAPI) exec(sql string, args ...any) {
	api.t.Helper()
	var err error
	if api.store.Dialect() == "sqlite" {
		_, err = api.store.WriterDB().ExecContext(api.t.Context(), sql, args...)
	} else {
		_, err = api.store.Pool().Exec(api.t.Context(), sql, args...)
	}
	if err != nil {
		api.t.Fatal(err)
	}
}

// count reads a number directly from the database.
func (api *testAPI) count(sql string, args ...any) (n int) {
	api.t.Helper()
	var row interface{ Scan(...any) error }
	if api.store.Dialect() == "sqlite" {
		row = api.store.WriterDB().QueryRowContext(api.t.Context(), sql, args...)
	} else {
		row = api.store.Pool().QueryRow(api.t.Context(), sql, args...)
	}
	if err := row.Scan(&n); err != nil {
		api.t.Fatal(err)
	}
	return n
}

// deliver sends the queued mails.
func (api *testAPI) deliver() {
	api.t.Helper()
	jobs := api.mail.jobs
	api.mail.jobs = nil
	for _, job := range jobs {
		if err := api.app.SendMail(api.t.Context(), job); err != nil {
			api.t.Fatal(err)
		}
	}
}

// mailedToken is the token in the last link that was mailed to someone.
func (api *testAPI) mailedToken(email string) string {
	api.t.Helper()
	link, err := url.Parse(api.mail.links[email])
	if err != nil || !strings.HasPrefix(link.String(), "https://tracker.example/btracker/changePassword?") || link.Query().Get("email") != email {
		api.t.Fatalf("link to %s: %s, %v", email, link, err)
	}
	return link.Query().Get("token")
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// addUser puts a user with the common password into the database.
func (api *testAPI) addUser(email, name string, admin bool) {
	api.t.Helper()
	err := api.store.Write(api.t.Context(), func(tx *store.Tx) error {
		u := tracker.User{ID: "user-" + email, Email: email, DisplayName: name, IsAdmin: admin, CreatedAt: api.clock.Now()}
		if err := tx.InsertUser(api.t.Context(), u, nil); err != nil {
			return err
		}
		return tx.SetPasswordHash(api.t.Context(), u.ID, passwordHash, api.clock.Now())
	})
	if err != nil {
		api.t.Fatal(err)
	}
}

// signIn returns a client with a session of a user, without the slow hash.
func (api *testAPI) signIn(email string) *client {
	api.t.Helper()
	session := store.Session{ID: uuid.NewString(), UserID: "user-" + email, CreatedAt: api.clock.Now(), ExpiresAt: api.clock.Now().Add(30 * 24 * time.Hour)}
	err := api.store.Write(api.t.Context(), func(tx *store.Tx) error { return tx.InsertSession(api.t.Context(), session) })
	if err != nil {
		api.t.Fatal(err)
	}
	token, _, err := api.signer.Issue(session.UserID, session.ID, session.ExpiresAt)
	if err != nil {
		api.t.Fatal(err)
	}
	return &client{api: api, token: token}
}

// login signs in as a person does.
func (c *client) login(email, password string) *answer {
	c.api.t.Helper()
	return c.post("/account/login", object{"email": email, "password": password})
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
		return tx.InsertProject(api.t.Context(), tracker.Project{ID: id, CompanyID: companyID, Name: name, CreatedAt: api.clock.Now()}, "user-"+adminEmail)
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
	addr   string // 192.0.2.1 unless set
	header http.Header
	ctx    context.Context // the test's unless set
}

func (c *client) get(path string) *answer              { return c.do(http.MethodGet, path, nil) }
func (c *client) post(path string, body any) *answer   { return c.do(http.MethodPost, path, body) }
func (c *client) put(path string, body any) *answer    { return c.do(http.MethodPut, path, body) }
func (c *client) delete(path string, body any) *answer { return c.do(http.MethodDelete, path, body) }

// do sends a request. A string is sent as it is, and bytes as an image.
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
		path = c.api.base + "api/v1" + path
	} else {
		path = path[1:]
	}
	r := httptest.NewRequestWithContext(cmp.Or(c.ctx, c.api.t.Context()), method, path, reader)
	r.RemoteAddr = cmp.Or(c.addr, "192.0.2.1") + ":4000"
	if reader != nil {
		r.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for name, values := range c.header {
		r.Header[name] = values
	}
	return c.api.serve(r)
}

// serve answers a request and compares the answer with the contract.
func (api *testAPI) serve(r *http.Request) *answer {
	api.t.Helper()
	w := httptest.NewRecorder()
	api.handler.ServeHTTP(w, r)
	if !api.invented {
		checkContract(api.t, api.base, r, w)
	}
	return &answer{t: api.t, request: r.Method + " " + r.URL.Path, ResponseRecorder: w}
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

// problem expects an error with a status and code, in the form of all errors, and returns it.
func (a *answer) problem(status int, code string) object {
	a.t.Helper()
	var p object
	a.status(status).into(&p)
	title, _ := p["title"].(string)
	if a.Header().Get("Content-Type") != "application/problem+json" || p["type"] != "about:blank" || title == "" || p["status"] != float64(status) || p["code"] != code {
		a.t.Fatalf("%s: %s %s, want code %s", a.request, a.Header().Get("Content-Type"), a.Body, code)
	}
	return p
}

// invalidToken expects the refusal of a token.
func (a *answer) invalidToken() {
	a.t.Helper()
	a.problem(http.StatusUnauthorized, "invalidToken")
	if got := a.Header().Get("WWW-Authenticate"); got != `Bearer error="invalid_token"` {
		a.t.Fatalf("%s: WWW-Authenticate %q", a.request, got)
	}
}
