package httpapi

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/app"
	"btracker/internal/contract"
	"btracker/internal/share"
	"btracker/internal/tracker"
)

// Config is what the server needs besides the app.
type Config struct {
	BasePath       string // begins and ends with a slash
	Web            fs.FS  // the built web app
	TrustedProxies []netip.Prefix
	Log            *slog.Logger
	Metrics        prometheus.Registerer
	Version        string
	Hub            http.Handler  // for live connections; may be nil
	RequestTimeout time.Duration // for a request once its body is read; by default workTimeout
	Secure         bool          // people reach the server by https alone
	BodyTimeout    time.Duration // for the body to arrive; by default bodyTimeout
}

// Limits of a request.
const (
	maxNesting   = 32
	workTimeout  = 15 * time.Second
	slowFactor   = 8 // for operations on thousands of records
	bodyTimeout  = 20 * time.Second
	readyTimeout = 2 * time.Second
)

type server struct {
	app        *app.App
	config     Config
	mux        *http.ServeMux
	within     map[string][]*http.ServeMux // by pattern: see contract.Operation
	selections map[string]selection        // by list of bulk actions
	api        contract.API
	requests   *prometheus.HistogramVec

	clientErrors prometheus.Counter
	reports      reportLimit
	assistants   callLimit

	uploads                *share.Limit // files that are being received and read
	uploading, downloading *share.Turns // documents
	bodies                 *share.Limit // bytes of other bodies, by user
	strangers              *share.Limit // bytes of bodies without a token, by address
	exports                *share.Limit
	reads                  *share.Turns // long reads
}

// New returns the handler of the main listener.
func New(a *app.App, config Config) (http.Handler, error) {
	config.Log = slog.New(requestLog{config.Log.Handler()})
	s := newServer(a, config)
	config.Metrics.MustRegister(s.requests, s.clientErrors)
	s.mux.HandleFunc(config.BasePath+"api/", s.noSuchOperation)
	s.mux.HandleFunc("GET "+config.BasePath+"photo/{hash}", s.photo)
	s.mux.HandleFunc("GET "+config.BasePath+calendarPath+"{file}", s.calendar)
	if config.Hub != nil {
		s.mux.Handle(config.BasePath+"hub/notification", config.Hub)
		s.mux.Handle(config.BasePath+"hub/notification/negotiate", config.Hub)
	}
	s.mux.HandleFunc("GET /healthz", s.healthz)
	s.mux.HandleFunc("GET /readyz", s.readyz)
	s.mountReference()
	s.mountGuide()
	if err := s.mountAssistant(); err != nil {
		return nil, err
	}
	if err := s.mountWeb(); err != nil {
		return nil, err
	}
	return s.middleware(s.mux), nil
}

// Document returns the OpenAPI document, for the code generators.
func Document(version string) ([]byte, error) {
	return newServer(app.New(app.Deps{}), Config{BasePath: "/", Version: version}).api.Document()
}

func newServer(a *app.App, config Config) *server {
	config.RequestTimeout = cmp.Or(config.RequestTimeout, workTimeout)
	config.BodyTimeout = cmp.Or(config.BodyTimeout, bodyTimeout)
	s := &server{app: a, config: config, mux: http.NewServeMux(), within: map[string][]*http.ServeMux{}, selections: map[string]selection{},
		requests: newRequestHistogram(), clientErrors: newClientErrorCounter(),
		uploads: share.NewLimit(1, uploadsAtOnce), bodies: share.NewLimit(bodiesOfUser, bodiesInAll), strangers: share.NewLimit(strangersOfAddress, strangersInAll),
		uploading: share.NewTurns(uploadTurns, uploadsOfUser, tracker.ErrUploadsWait), downloading: share.NewTurns(downloadTurns, downloadsOfUser, tracker.ErrDownloadsWait),
		exports: share.NewLimit(tracker.MaxExports, exportsInAll), reads: share.NewTurns(readsAtOnce(a), readsOfUser, tracker.ErrReadsWait),
		api: contract.API{BasePath: config.BasePath, Version: config.Version}}
	s.accountOperations()
	s.setupOperations()
	s.companyOperations()
	s.catalogueOperations()
	s.projectOperations()
	s.userOperations()
	s.personOperations()
	s.accessOperations()
	s.notificationOperations()
	s.historyOperations()
	s.noteOperations()
	s.documentOperations()
	s.viewOperations()
	s.fieldOperations()
	s.sessionOperations()
	s.keyOperations()
	s.secondFactorOperations()
	s.passkeyOperations()
	s.signOnOperations()
	s.groupRoleOperations()
	s.securityEventOperations()
	s.webhookOperations()
	s.channelOperations()
	s.bulkOperations()
	s.importOperations()
	s.dashboardOperations()
	s.reportOperations()
	s.forecastOperations()
	s.auditOperations()
	s.clientErrorOperations()
	return s
}

// noSuchOperation answers a path below api/ that does not exist, or not with this method.
// The answer is a problem, for programs; outside of api/ it is text, for people.
func (s *server) noSuchOperation(w http.ResponseWriter, r *http.Request) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := s.mux.Handler(probe); pattern != s.config.BasePath+"api/" {
			w.Header().Add("Allow", method)
		}
	}
	if w.Header().Get("Allow") != "" {
		s.problem(w, r, tracker.ErrMethod)
		return
	}
	s.problem(w, r, tracker.ErrNoSuchOperation)
}

// healthz answers as long as the process is alive.
func (s *server) healthz(w http.ResponseWriter, _ *http.Request) { writeText(w, "ok\n") }

func writeText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, text)
}

// readyz answers whether requests can be served now.
func (s *server) readyz(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
	defer cancel()
	if err := s.app.Ready(ctx); err != nil {
		s.config.Log.WarnContext(r.Context(), "not ready", "error", err)
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusServiceUnavailable)
		_, _ = w.Write([]byte("the database can not be reached or its schema is not current\n"))
		return
	}
	writeText(w, "ready\n")
}
