package certificate

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"math/big"
	"slices"
	"time"
)

// Source has the certificates of a server.
type Source interface {
	// Config is what a listener needs. Connections that are open keep the certificate that they began with.
	Config() *tls.Config
	// Current are the certificates that new connections get.
	Current() []*x509.Certificate
	// Start renews certificates or reads them again until the context ends, and warns of those that end soon. The listener
	// is open, because an authority will visit it.
	Start(ctx context.Context)
}

// Between the looks at certificates, and between warnings of one that ends soon.
const (
	lookEvery = 5 * time.Second
	warnEvery = 24 * time.Hour
)

// EndsSoon reports whether a certificate should have been renewed by now: whoever renews certificates does so when a
// third of their life is left, so a sixth means that renewing fails.
func EndsSoon(leaf *x509.Certificate, now time.Time) bool {
	return leaf.NotAfter.Sub(now) < min(14*24*time.Hour, leaf.NotAfter.Sub(leaf.NotBefore)/6)
}

// config is for TLS 1.2 and newer, with HTTP/2.
func config(get func(*tls.ClientHelloInfo) (*tls.Certificate, error), protocols ...string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: get, NextProtos: append([]string{"h2", "http/1.1"}, protocols...)}
}

// keep looks at once and then periodically, and warns of certificates that end soon.
func keep(ctx context.Context, pause time.Duration, s Source, log *slog.Logger, look func()) {
	ticks := time.NewTicker(pause)
	defer ticks.Stop()
	warned := map[string]time.Time{}
	for {
		look()
		now := time.Now()
		for _, leaf := range s.Current() {
			if serial := leaf.SerialNumber.String(); EndsSoon(leaf, now) && now.Sub(warned[serial]) >= warnEvery {
				warned[serial] = now
				log.Warn("the certificate ends soon and was not renewed; btracker doctor says more", about(leaf)...)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
	}
}

// about is what a log line says of a certificate.
func about(leaf *x509.Certificate) []any {
	return []any{"names", Names(leaf), "until", leaf.NotAfter.UTC().Format(time.RFC3339), "serial", leaf.SerialNumber.Text(16)}
}

// Names are the names and addresses that a certificate is for.
func Names(leaf *x509.Certificate) []string {
	names := slices.Clone(leaf.DNSNames)
	for _, ip := range leaf.IPAddresses {
		names = append(names, ip.String())
	}
	return names
}

// selfSigned makes a certificate that nobody trusts, in memory.
func selfSigned(now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: now.Add(-time.Hour), NotAfter: now.AddDate(10, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
