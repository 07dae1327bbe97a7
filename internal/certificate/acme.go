package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// Settings of ACME. The terms of the authority are accepted.
type Settings struct {
	Hosts     []string // in lower case
	Email     string   // may be empty
	Authority Authority
	Version   string // of the program, told to the authority
}

// ACME has a certificate for each host, issued and renewed by an authority that proves the host by a handshake at port
// 443 (tls-alpn-01).
type ACME struct {
	manager   *autocert.Manager
	authority Authority
	hosts     []*host
	nameless  *tls.Certificate
	log       *slog.Logger
}

type host struct {
	name string
	// isServed says that the manager holds a certificate, which it renews by itself. Until then no visitor gets through
	// to the manager, because it would ask the authority for a certificate at every visit.
	isServed atomic.Bool
	// serial is the serial number of the certificate that the log named last.
	serial string
}

// Pauses between attempts to get a first certificate. An authority takes few failures in an hour, but any number of
// attempts to reach it.
const (
	pauseIfRefused, longestIfRefused = 2 * time.Minute, time.Hour
	pauseIfAway, longestIfAway       = time.Second, 5 * time.Minute
	reachTimeout                     = 30 * time.Second
)

// NewACME asks nobody for anything yet: Start does.
func NewACME(s Settings, log *slog.Logger) (*ACME, error) {
	kept, err := s.Authority.openCache()
	if err != nil {
		return nil, fmt.Errorf("the directory of certificates can not be used: %w", err)
	}
	a := &ACME{authority: s.Authority, log: log}
	for _, name := range s.Hosts {
		a.hosts = append(a.hosts, &host{name: name})
	}
	if a.nameless, err = selfSigned(time.Now()); err != nil {
		return nil, err
	}
	client := &acme.Client{DirectoryURL: s.Authority.url(), UserAgent: "btracker/" + s.Version,
		HTTPClient: &http.Client{Transport: &overhearing{log: log}, Timeout: time.Minute}}
	a.manager = &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: kept, HostPolicy: autocert.HostWhitelist(s.Hosts...), Email: s.Email, Client: client}
	return a, nil
}

func (a *ACME) Config() *tls.Config { return config(a.get, acme.ALPNProto) }

// get is the certificate for one handshake.
func (a *ACME) get(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
	if hello.ServerName == "" {
		return a.nameless, nil // a health check, or somebody who came by IP address
	}
	i := slices.IndexFunc(a.hosts, func(h *host) bool { return strings.EqualFold(h.name, hello.ServerName) })
	if i < 0 {
		return nil, fmt.Errorf("%q is not a host of this server", hello.ServerName)
	}
	if len(hello.SupportedProtos) == 1 && hello.SupportedProtos[0] == acme.ALPNProto {
		return a.manager.GetCertificate(hello) // the authority proves that the name is ours
	}
	if !a.hosts[i].isServed.Load() {
		return nil, fmt.Errorf("there is no certificate for %s yet", a.hosts[i].name)
	}
	return a.of(a.hosts[i])
}

// of asks the manager as a modern client does: for old ones it would order a second certificate.
func (a *ACME) of(h *host) (*tls.Certificate, error) {
	return a.manager.GetCertificate(&tls.ClientHelloInfo{ServerName: h.name, CipherSuites: []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}})
}

func (a *ACME) Current() (list []*x509.Certificate) {
	for _, h := range a.hosts {
		if leaf := a.leafOf(h); leaf != nil {
			list = append(list, leaf)
		}
	}
	return list
}

func (a *ACME) leafOf(h *host) *x509.Certificate {
	if !h.isServed.Load() {
		return nil
	}
	pair, err := a.of(h)
	if err != nil {
		return nil
	}
	return pair.Leaf
}

func (a *ACME) Start(ctx context.Context) {
	for _, h := range a.hosts {
		if a.isKept(h) && a.serve(h) == nil {
			continue
		}
		go a.obtain(ctx, h)
	}
	go keep(ctx, lookEvery, a, a.log, a.tellNew)
}

// isKept reports whether the directory has a certificate that has not ended.
func (a *ACME) isKept(h *host) bool {
	leaf, err := a.authority.Kept(h.name)
	return err == nil && time.Now().Before(leaf.NotAfter)
}

// serve lets visitors of the host in, if the manager has a certificate or gets one.
func (a *ACME) serve(h *host) error {
	_, err := a.of(h)
	h.isServed.Store(err == nil)
	return err
}

// obtain tries to get a first certificate until it succeeds.
func (a *ACME) obtain(ctx context.Context, h *host) {
	for pause := pauseIfRefused; a.untilReached(ctx, h); pause = min(2*pause, longestIfRefused) {
		err := a.serve(h)
		if err == nil {
			return
		}
		a.log.Error("there is no certificate yet", "host", h.name, "error", err, "again in", pause)
		if !wait(ctx, pause) {
			return
		}
	}
}

// untilReached waits until the authority answers. If the manager asked in vain, it would refuse to ask again for a minute.
func (a *ACME) untilReached(ctx context.Context, h *host) bool {
	for pause := pauseIfAway; ; pause = min(2*pause, longestIfAway) {
		asking, cancel := context.WithTimeout(ctx, reachTimeout)
		_, err := a.manager.Client.Discover(asking)
		cancel()
		if err == nil {
			return true
		}
		a.log.Error("there is no certificate yet, the ACME authority does not answer", "host", h.name, "authority", a.authority.url(), "error", err, "again in", pause)
		if !wait(ctx, pause) {
			return false
		}
	}
}

// wait is false if the context ended first.
func wait(ctx context.Context, pause time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(pause):
		return true
	}
}

func (a *ACME) tellNew() {
	for _, h := range a.hosts {
		if leaf := a.leafOf(h); leaf != nil && leaf.SerialNumber.String() != h.serial {
			h.serial = leaf.SerialNumber.String()
			a.log.Info("a new certificate is used", about(leaf)...)
		}
	}
}
