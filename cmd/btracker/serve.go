package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
	"unicode"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/backup"
	"btracker/internal/config"
	"btracker/internal/datadir"
	"btracker/internal/demo"
	"btracker/internal/httpapi"
	"btracker/internal/identity"
	"btracker/internal/jobs"
	"btracker/internal/mail"
	"btracker/internal/oidc"
	"btracker/internal/photo"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
	"btracker/web"
)

const (
	demoCompanies = 40
	// hashesAtOnce bounds memory: each password hash takes 19 MiB while it runs.
	hashesAtOnce = 3
	stopTimeout  = 10 * time.Second
	// gcPercent lets garbage grow to four times the few MiB in use. See docs/performance.md.
	gcPercent = 400
)

func serve(ctx context.Context, c config.Config, _ []string) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	log := newLog(c)
	certificates, err := openCertificates(c, log)
	if err != nil {
		return err
	}
	lock, err := useAlone(c)
	if err != nil {
		return err
	}
	defer lock.Release()
	s, err := openMigrated(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	secret, err := signingSecret(c)
	if err != nil {
		return err
	}
	signer, err := auth.NewSigner(secret, c.TokenTTL, clock)
	if err != nil {
		return err
	}
	sender, err := newSender(c, log)
	if err != nil {
		return err
	}
	queue, err := jobs.New(s, log, mail.IsPermanent)
	if err != nil {
		return err
	}
	notices, closeBus, err := newBus(c, log)
	if err != nil {
		return err
	}
	defer closeBus()
	hasher, photos := auth.NewHasher(hashesAtOnce), photo.NewDecoder()
	provider, signOn := newProvider(c)
	a := app.New(app.Deps{Provider: provider, SignOn: signOn, Store: s, Hasher: hasher, Signer: signer, Photos: photos, Queue: queue, Bus: notices,
		Mailer: mail.Postman{Sender: sender}, Now: clock, Log: log,
		BasePath: c.BasePath, PublicURL: c.PublicURL, NoMailServer: c.SMTPURL == "", SecondFactor: c.SecondFactor, Webhooks: webhook.NewClient(c.WebhookPrivate, nil),
		Tombstones: backup.Tombstones{Dir: c.Data},
		Documents:  tracker.DocumentLimits{Each: int64(c.DocumentMB) << 20, All: int64(c.DocumentsGB) << 30},
		Keep:       store.Retention{Changes: c.KeepChanges, Sessions: c.KeepSessions, Notifications: c.KeepNotifications, Events: c.KeepEvents, Tombstones: tracker.TombstoneLife}})
	metrics := prometheus.NewRegistry()
	metrics.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	dist, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		return err
	}
	live := newLive(a, c, secret, log)
	metrics.MustRegister(programMetrics{store: s, data: c.Data, queue: queue, hub: live.hub, hasher: hasher, photos: photos, certificates: certificates, log: log})
	handler, err := httpapi.New(a, httpapi.Config{BasePath: c.BasePath, Web: dist, TrustedProxies: c.TrustedProxies, Log: log, Metrics: metrics, Version: version,
		Hub: live.hub, Secure: strings.HasPrefix(c.PublicURL, "https://")})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return usageError{err}
	}
	defer listener.Close()
	if err := lock.At(c.URLAt(listener.Addr().String())); err != nil {
		return err
	}
	stopMetrics, err := serveMetrics(c.MetricsAddr, metrics)
	if err != nil {
		return err
	}
	defer stopMetrics()
	stopRedirect, err := serveRedirect(c.RedirectAddr, c.PublicURL)
	if err != nil {
		return err
	}
	defer stopRedirect()
	if err := logStart(ctx, c, s, log); err != nil {
		return err
	}
	if err := welcome(ctx, c, s, a, hasher, log, listener.Addr().String()); err != nil {
		return err
	}
	// Before anybody is served: a restored backup may have brought people back who were erased.
	again, err := a.EraseAgain(ctx)
	if err != nil {
		return err
	}
	if again > 0 {
		log.Warn("people who were erased before were in the database again, and are erased again", "people", again)
	}
	// Started last, because from here on it has to be stopped in good order.
	if s.Dialect() == "sqlite" { // the lock of the data directory lets no other process use it
		if err := s.ReleaseJobs(ctx); err != nil {
			return err
		}
	}
	if err := queue.Start(context.WithoutCancel(ctx), a); err != nil {
		return err
	}
	stopLive := live.start(notices)
	debug.FreeOSMemory() // starting takes more memory than serving
	if certificates != nil {
		certificates.Start(ctx)
		handler, listener = strict(handler, c.PublicURL), tls.NewListener(listener, certificates.Config())
	}
	return serveUntilDone(ctx, handler, listener, stopLive, queue, log)
}

func serveUntilDone(ctx context.Context, handler http.Handler, listener net.Listener, stopLive func(context.Context), queue *jobs.Queue, log *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      5 * time.Minute, // for a long export on a slow line; the work of a request has a shorter deadline
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	worked, served := make(chan error, 1), make(chan error, 1)
	go func() { worked <- queue.Stop(stop) }()
	go func() { served <- server.Shutdown(stop) }() // accepts no more connections, and waits for the requests
	stopLive(stop)                                  // ends the polls and streams among them, and the WebSockets
	err := <-served
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("requests that took too long were cut off")
		err = server.Close()
	}
	return errors.Join(err, <-worked)
}

func newLog(c config.Config) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(os.Stderr, options))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options))
}

func signingSecret(c config.Config) ([]byte, error) {
	if c.SigningSecret != "" {
		return []byte(c.SigningSecret), nil
	}
	secret, err := auth.LoadOrCreateSecret(c.SecretFile())
	if err != nil {
		return nil, usageError{err}
	}
	return secret, nil
}

// newProvider returns the provider of single sign-on, or nil.
func newProvider(c config.Config) (identity.IdentityProvider, identity.SignOnRules) {
	if c.OIDCIssuer == "" {
		return nil, identity.SignOnRules{}
	}
	return oidc.New(oidc.Settings{Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, ClientSecret: string(c.OIDCClientSecret),
		RedirectURL: c.PublicURL + httpapi.SignOnCallback, Groups: c.OIDCGroups, Now: time.Now}), identity.SignOnRules{Name: c.OIDCName, Creates: c.OIDCCreate, Groups: c.OIDCGroups}
}

func newSender(c config.Config, log *slog.Logger) (mail.Sender, error) {
	var sender mail.Sender
	var err error
	if c.SMTPURL != "" {
		sender, err = mail.NewSMTP(string(c.SMTPURL), c.MailFrom)
	} else if err = datadir.Make(c.Data); err == nil {
		sender, err = mail.NewOutbox(c.OutboxDir(), c.MailFrom, log)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return sender, nil
}

func serveMetrics(addr string, registry *prometheus.Registry) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, usageError{fmt.Errorf("metrics: %w", err)}
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go server.Serve(listener)
	return func() { server.Close() }, nil
}

// logStart begins the log with version and database, and with warnings for the operator.
func logStart(ctx context.Context, c config.Config, s *store.Store, log *slog.Logger) error {
	schema, err := s.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	log.Info("btracker starts", "version", version, "commit", commit, "go", runtime.Version(), "database", s.Location(), "schema", schema)
	warnOfUnknown(log)
	if !usesData(c) {
		return nil
	}
	if rights, open := datadir.OpenToOthers(c.Data); open {
		log.Warn("other users of this machine can enter the data directory", "directory", c.Data, "rights", fmt.Sprintf("%04o", rights), "run", "chmod 700 "+shellWord(c.Data))
	}
	return nil
}

// welcome prints the address, and how to sign in for the first time.
func welcome(ctx context.Context, c config.Config, s *store.Store, a *app.App, h *auth.Hasher, log *slog.Logger, addr string) error {
	if c.Demo {
		switch err := demoData(ctx, s, h, demoCompanies-demo.YearsCompanies, nil); {
		case errors.Is(err, store.ErrNotEmpty):
			fmt.Println("The database has data already: --demo added nothing.")
		case err != nil:
			return err
		default:
			now := clock()
			if err := demo.PlayYears(ctx, s, now); err != nil {
				return err
			}
			if err := demo.PlayWeeks(ctx, s, now); err != nil {
				return err
			}
		}
	}
	if !strings.HasSuffix(c.PublicURL, c.BasePath) {
		log.Warn("links in mail will not work: BTRACKER_PUBLIC_URL does not end with BTRACKER_BASE_PATH", "url", c.PublicURL, "path", c.BasePath)
	}
	fmt.Printf("btracker is at %s\n", c.URLAt(addr))
	if c.Demo {
		if _, err := s.UserByEmail(ctx, demo.AdminEmail); err == nil {
			fmt.Printf("Sign in as %s with the password %s\n", demo.AdminEmail, demo.Password)
		}
	}
	code, err := a.NewSetupCode(ctx)
	if err != nil || code == "" {
		return err
	}
	where := "--data " + shellWord(c.Data)
	if c.DatabaseURL != "" {
		where = "--database-url \"$BTRACKER_DATABASE_URL\""
	}
	public := c.PublicURL
	if public == c.URLAt(c.Addr) { // not set: the system may have chosen the port
		public = c.URLAt(addr)
	}
	// The code is behind the #, which browsers send to nobody.
	fmt.Printf("There is no administrator yet. Make one in the browser, at an address that works once:\n  %sbtracker/setup#code=%s\nor with:\n"+
		"  %s admin create --email you@example.com --name \"Your Name\" %s\n", public, code, shellWord(os.Args[0]), where)
	return nil
}

// shellWord quotes a text so that a shell takes it for one word.
func shellWord(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/._-+,:@", r)
	}) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
