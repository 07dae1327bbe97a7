package certificate

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"
)

// Files is a certificate in two files, which another program renews.
type Files struct {
	cert, key string
	log       *slog.Logger
	current   atomic.Pointer[tls.Certificate]
	// seen is what the last look read, problem what is wrong with it and not told yet.
	seen    [sha256.Size]byte
	problem error
}

// OpenFiles reads a certificate with its chain, and its key.
func OpenFiles(cert, key string, log *slog.Logger) (*Files, error) {
	f := &Files{cert: cert, key: key, log: log}
	pair, seen, err := f.read()
	if err != nil {
		return nil, err
	}
	f.seen = seen
	f.current.Store(pair)
	return f, nil
}

// ReadFiles is the certificate in two files, once.
func ReadFiles(cert, key string) (*tls.Certificate, error) {
	pair, _, err := (&Files{cert: cert, key: key}).read()
	return pair, err
}

func (f *Files) Config() *tls.Config {
	return config(func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return f.current.Load(), nil })
}

func (f *Files) Current() []*x509.Certificate { return []*x509.Certificate{f.current.Load().Leaf} }

func (f *Files) Start(ctx context.Context) { go keep(ctx, lookEvery, f, f.log, f.look) }

// look compares the contents of the files, not their times: a link may now lead to other files, which may be older.
func (f *Files) look() {
	pair, seen, err := f.read()
	if seen == f.seen {
		// Two looks saw the same, so nobody is in the middle of writing these files.
		if f.problem != nil {
			f.log.Error("the new certificate can not be used, the old one stays", "error", f.problem)
			f.problem = nil
		}
		return
	}
	f.seen, f.problem = seen, err
	now, old := time.Now(), f.current.Load().Leaf
	switch {
	case err != nil:
	case now.After(pair.Leaf.NotAfter) && !now.After(old.NotAfter):
		f.problem = fmt.Errorf("%s ended on %s", f.cert, pair.Leaf.NotAfter.UTC().Format(time.DateOnly))
	case !bytes.Equal(pair.Leaf.Raw, old.Raw):
		f.current.Store(pair)
		f.log.Info("a new certificate is used", about(pair.Leaf)...)
	default: // the chain or the key's format
		f.current.Store(pair)
	}
}

// read returns the certificate, or what is wrong with it, and a hash of what was read.
func (f *Files) read() (*tls.Certificate, [sha256.Size]byte, error) {
	cert, certErr := os.ReadFile(f.cert)
	key, keyErr := os.ReadFile(f.key)
	err := cmp.Or(certErr, keyErr)
	seen := sha256.Sum256(fmt.Appendf(nil, "%x %x %v", sha256.Sum256(cert), sha256.Sum256(key), err))
	if err != nil {
		return nil, seen, err
	}
	pair, err := tls.X509KeyPair(cert, key)
	switch {
	case err == nil:
		return &pair, seen, nil
	case bytes.Contains(key, []byte("ENCRYPTED")):
		err = errors.New("the key is locked by a password: write it without one, with openssl pkey")
	}
	return nil, seen, fmt.Errorf("the certificate %s with the key %s can not be used: %w", f.cert, f.key, err)
}
