package certificate

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"log/slog"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

const day = 24 * time.Hour

func TestEndsSoon(t *testing.T) {
	now := time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		life, left time.Duration
		want       bool
	}{
		{365 * day, 15 * day, false},
		{365 * day, 13 * day, true},
		{90 * day, 30 * day, false}, // renewed about now
		{90 * day, 13 * day, true},
		{6 * day, 2 * day, false}, // renewed about now
		{6 * day, 23 * time.Hour, true},
		{90 * day, -time.Hour, true},
	} {
		end := now.Add(test.left)
		if got := EndsSoon(&x509.Certificate{NotBefore: end.Add(-test.life), NotAfter: end}, now); got != test.want {
			t.Errorf("%v of %v are left: %v", test.left, test.life, got)
		}
	}
}

// fixed is a source that does nothing.
type fixed []*x509.Certificate

func (f fixed) Config() *tls.Config          { return nil }
func (f fixed) Current() []*x509.Certificate { return f }
func (f fixed) Start(context.Context)        {}

func TestOneWarningADay(t *testing.T) {
	var logs testkit.Buffer
	ends := &x509.Certificate{SerialNumber: big.NewInt(7), DNSNames: []string{"tracker.example.com"}, NotBefore: time.Now().Add(-90 * day), NotAfter: time.Now().Add(day)}
	lasts := &x509.Certificate{SerialNumber: big.NewInt(8), NotBefore: time.Now(), NotAfter: time.Now().Add(90 * day)}
	ctx, cancel := context.WithCancel(t.Context())
	looks := 0
	keep(ctx, time.Microsecond, fixed{ends, lasts}, slog.New(slog.NewTextHandler(&logs, nil)), func() {
		if looks++; looks == 3 {
			cancel()
		}
	})
	if strings.Count(logs.String(), "ends soon") != 1 || !strings.Contains(logs.String(), "tracker.example.com") {
		t.Errorf("%d looks: %s", looks, logs.String())
	}
}

func TestKeptCertificates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "acme")
	trial, real := Authority{URL: "https://127.0.0.1:14000/dir", Dir: dir}, Authority{Dir: dir}
	kept, err := trial.openCache()
	if err != nil {
		t.Fatal(err)
	}
	cert, key := testkit.NewAuthority(t).Issue(time.Now(), time.Now().Add(time.Hour), "a.example.com")
	for range 2 {
		if err := kept.Put(t.Context(), "a.example.com", append(key, cert...)); err != nil {
			t.Fatal(err)
		}
	}
	if leaf, err := trial.Kept("a.example.com"); err != nil || leaf.DNSNames[0] != "a.example.com" {
		t.Errorf("%v, %v", leaf, err)
	}
	if content, err := kept.Get(t.Context(), "a.example.com"); err != nil || string(content) != string(key)+string(cert) {
		t.Errorf("%v", err)
	}
	if _, err := real.Kept("a.example.com"); !os.IsNotExist(err) {
		t.Errorf("of another authority: %v", err)
	}
	if err := kept.Put(t.Context(), "b.example.com", key); err != nil {
		t.Fatal(err)
	}
	if _, err := trial.Kept("b.example.com"); err == nil || os.IsNotExist(err) {
		t.Errorf("without a certificate: %v", err)
	}
	testkit.ClosedToOthers(t, dir)
	if entries, err := os.ReadDir(filepath.Join(dir, "127.0.0.1_14000")); err != nil || len(entries) != 2 {
		t.Errorf("%v, %v", entries, err)
	}
}
