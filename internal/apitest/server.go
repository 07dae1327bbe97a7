package apitest

import (
	"flag"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/httpapi"
	"btracker/internal/pgtest"
	"btracker/internal/photo"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// API is a whole server whose clock and mailbox the test controls.
type API struct {
	T       *testing.T
	Store   *store.Store
	App     *app.App
	Signer  *auth.Signer
	Hasher  *auth.Hasher
	Photos  *photo.Decoder
	Handler http.Handler
	Base    string
	Clock   *Clock
	Mail    *Mailbox
	Notices Notices
	Logs    *testkit.Buffer

	Deps   app.Deps
	Config httpapi.Config

	Invented bool // the test makes up errors that are not in the contract
}

// New is a server on a store, with one administrator in it.
func New(t *testing.T, s *store.Store, options ...func(*httpapi.Config)) *API {
	t.Helper()
	api := NewEmpty(t, s, options...)
	api.AddUser(AdminEmail, "Ada Admin", true)
	return api
}

// NewEmpty is a server on a store, with nobody in it.
func NewEmpty(t *testing.T, s *store.Store, options ...func(*httpapi.Config)) *API {
	t.Helper()
	api := &API{T: t, Store: s, Clock: &Clock{Time: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)},
		Mail: &Mailbox{Links: map[string]string{}}, Hasher: auth.NewHasher(2), Photos: photo.NewDecoder(), Logs: &testkit.Buffer{}}
	log := slog.New(slog.NewTextHandler(api.Logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	config := httpapi.Config{BasePath: "/", Web: webFiles, Log: log, Metrics: prometheus.NewRegistry(), Version: "test",
		RequestTimeout: 5 * time.Minute} // for a busy machine
	for _, option := range options {
		option(&config)
	}
	var err error
	if api.Signer, err = auth.NewSigner(Secret, time.Hour, api.Clock.Now); err != nil {
		t.Fatal(err)
	}
	api.Base = config.BasePath
	api.Hasher.MaxWait = config.RequestTimeout
	api.Deps, api.Config = app.Deps{Store: s, Hasher: api.Hasher, Signer: api.Signer, Photos: api.Photos, Queue: api.Mail, Bus: &api.Notices,
		Mailer: api.Mail, Now: api.Clock.Now, Log: log,
		BasePath: config.BasePath, PublicURL: "https://tracker.example/", Keep: store.Retention{Tombstones: tracker.TombstoneLife}, Webhooks: webhook.NewClient(true, nil),
		Documents: tracker.DocumentLimits{Each: 1 << 20, All: 3 << 20}}, config
	api.start()
	return api
}

// Restart builds the server again, from parts that a test has changed.
func (api *API) Restart() {
	api.T.Helper()
	api.Config.Metrics = prometheus.NewRegistry() // a registry takes the same metrics once
	api.start()
}

func (api *API) start() {
	api.T.Helper()
	api.App = app.New(api.Deps)
	var err error
	if api.Handler, err = httpapi.New(api.App, api.Config); err != nil {
		api.T.Fatal(err)
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

var Secret = []byte(strings.Repeat("s", 32))

// Serve answers a request and compares the answer with the contract.
func (api *API) Serve(r *http.Request) *Answer {
	api.T.Helper()
	w := httptest.NewRecorder()
	api.Handler.ServeHTTP(w, r)
	if !api.Invented {
		checkContract(api.T, api.Base, r, w)
	}
	return &Answer{t: api.T, Request: r.Method + " " + r.URL.Path, ResponseRecorder: w}
}

// OnBoth runs a test against a server on SQLite and against one on PostgreSQL.
func OnBoth(t *testing.T, test func(t *testing.T, api *API)) {
	on(t, test, storetest.Openers)
}

// OnBothEmpty is OnBoth with nobody in the database.
func OnBothEmpty(t *testing.T, test func(t *testing.T, api *API)) {
	for name, open := range storetest.Openers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, NewEmpty(t, open(t)))
		})
	}
}

// OnBothInFull is OnBoth for a test whose statements others run on PostgreSQL already: it is tried there in full alone.
func OnBothInFull(t *testing.T, test func(t *testing.T, api *API)) {
	on(t, test, OpenersInFull())
}

// OpenersInFull are SQLite's, and in full PostgreSQL's too.
func OpenersInFull() map[string]func(testing.TB) *store.Store {
	if testkit.Full() {
		return storetest.Openers
	}
	return map[string]func(testing.TB) *store.Store{"sqlite": storetest.SQLite}
}

func on(t *testing.T, test func(t *testing.T, api *API), openers map[string]func(testing.TB) *store.Store) {
	for name, open := range openers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, New(t, open(t)))
		})
	}
}

// A matrix is tried whole on SQLite. On PostgreSQL a sample is tried, because the rules are the same Go and only their
// statements differ; `make prove` tries all of it there as well.

// isWhole tells whether a test tries everything it can.
func (api *API) isWhole() bool { return api.Store.Dialect() == "sqlite" || testkit.Full() }

// sampled is how many cells of a matrix stand for one that is tried in a sample.
const sampled = 5

// Tries tells whether a cell of a matrix is tried. In a sample of three coordinates, one of which has five values or more, each
// value of a coordinate meets each value of the others.
func (api *API) Tries(coordinates ...int) bool {
	sum := 0
	for _, c := range coordinates {
		sum += c
	}
	return api.isWhole() || sum%sampled == 0
}

// Samples is Tries of a matrix of which a part is tried on SQLite as well: one cell in three. Of three coordinates, one of which
// has three values or more, each value of two of them meets.
func (api *API) Samples(coordinates ...int) bool {
	sum := 0
	for _, c := range coordinates {
		sum += c
	}
	return api.Tries(coordinates...) && (testkit.Full() || sum%3 == 0)
}

// Rounds is how many of n random rounds are tried.
func (api *API) Rounds(n int) int {
	if api.isWhole() {
		return n
	}
	return max(n/sampled, 1)
}

// Main runs the tests of a package that uses this one:
//
//	func TestMain(m *testing.M) { os.Exit(apitest.Main(m)) }
func Main(m *testing.M) int {
	debug.SetGCPercent(400) // a sixth of these tests' time went to collecting what a thousand small servers leave
	if checks := flag.Lookup("rapid.checks"); checks != nil && !testkit.Full() {
		_ = checks.Value.Set("40") // random sequences of a property; the flag itself, read later, wins
	}
	return pgtest.Main(m)
}
