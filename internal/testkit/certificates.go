package testkit

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Authority issues certificates that nobody trusts but those who are given its own.
type Authority struct {
	File  string // its own certificate
	Roots *x509.CertPool
	t     testing.TB
	cert  *x509.Certificate
	key   *ecdsa.PrivateKey
}

// NewAuthority makes an authority that is gone after the test.
func NewAuthority(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{t: t, Roots: x509.NewCertPool(), File: filepath.Join(t.TempDir(), "authority.pem"),
		cert: &x509.Certificate{Subject: pkix.Name{CommonName: "authority of a test"}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}}
	var der []byte
	der, a.key = a.sign(a.cert, nil, time.Now().Add(-time.Hour), time.Now().Add(time.Hour))
	a.cert, _ = x509.ParseCertificate(der)
	a.Roots.AddCert(a.cert)
	if err := os.WriteFile(a.File, encode("CERTIFICATE", der), 0o600); err != nil {
		t.Fatal(err)
	}
	return a
}

// Issue returns a certificate for names and IP addresses, and its key, both in PEM. Each has another serial number.
func (a *Authority) Issue(from, until time.Time, names ...string) (cert, key []byte) {
	a.t.Helper()
	template := &x509.Certificate{KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, private := a.sign(template, a.cert, from, until)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		a.t.Fatal(err)
	}
	return encode("CERTIFICATE", der), encode("PRIVATE KEY", secret)
}

// sign signs by itself if there is no parent.
func (a *Authority) sign(template, parent *x509.Certificate, from, until time.Time) (der []byte, key *ecdsa.PrivateKey) {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	signer := a.key
	if parent == nil {
		parent, signer = template, key
	}
	template.NotBefore, template.NotAfter = from, until
	if template.SerialNumber, err = rand.Int(rand.Reader, big.NewInt(1<<62)); err == nil {
		der, err = x509.CreateCertificate(rand.Reader, template, parent, key.Public(), signer)
	}
	if err != nil {
		a.t.Fatal(err)
	}
	return der, key
}

func encode(kind string, der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der})
}

// ClosedToOthers checks that only their owner can read a directory and all that is in it.
func ClosedToOthers(t testing.TB, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v", path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
