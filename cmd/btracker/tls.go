package main

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"btracker/internal/certificate"
	"btracker/internal/config"
)

// openCertificates returns nil if TLS ends elsewhere.
func openCertificates(c config.Config, log *slog.Logger) (source certificate.Source, err error) {
	switch {
	case c.TLSCert != "":
		source, err = certificate.OpenFiles(c.TLSCert, c.TLSKey, log)
	case len(c.ACMEHosts) > 0:
		source, err = certificate.NewACME(certificate.Settings{Hosts: c.ACMEHosts, Email: c.ACMEEmail, Authority: authorityOf(c), Version: version}, log)
	}
	if err != nil {
		return nil, usageError{err}
	}
	return source, nil
}

func authorityOf(c config.Config) certificate.Authority {
	return certificate.Authority{URL: c.ACMEURL, Dir: c.ACMEDir()}
}

// strict tells browsers to come by TLS alone for a year. A proxy that ends TLS decides that for itself. Names of this
// machine are left out: there the promise would bind every other program that serves a page.
func strict(next http.Handler, publicURL string) http.Handler {
	public, err := url.Parse(publicURL)
	if err != nil || isLoopback(public.Hostname()) {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		next.ServeHTTP(w, r)
	})
}

// serveRedirect leads people who come without TLS to the same path of the public URL.
func serveRedirect(addr, publicURL string) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	public, err := url.Parse(publicURL)
	if err != nil {
		return nil, usageError{err}
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, usageError{fmt.Errorf("redirect: %w", err)}
	}
	lead := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, "Use "+publicURL, http.StatusForbidden) // what was sent, was sent in clear
			return
		}
		to := url.URL{Scheme: public.Scheme, Host: public.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusFound)
	}
	server := &http.Server{Handler: http.HandlerFunc(lead), ReadHeaderTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second,
		MaxHeaderBytes: 64 << 10}
	go server.Serve(listener)
	return func() { server.Close() }, nil
}
