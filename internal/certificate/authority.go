package certificate

import (
	"bytes"
	"cmp"
	"context"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/crypto/acme/autocert"

	"btracker/internal/datadir"
)

// Authority issues certificates by ACME.
type Authority struct {
	URL string // of its directory; empty: Let's Encrypt
	Dir string // where the keys and certificates of all authorities are kept
}

func (a Authority) url() string {
	return cmp.Or(a.URL, autocert.DefaultACMEDirectory)
}

// dir is a directory for each authority, so that no certificate of a trial is used when the real one is chosen.
func (a Authority) dir() string {
	place := "unknown"
	if u, err := url.Parse(a.url()); err == nil {
		place = strings.ReplaceAll(u.Host, ":", "_")
	}
	return filepath.Join(a.Dir, place)
}

// KeptAt is the file of a host's key and certificate.
func (a Authority) KeptAt(host string) string { return filepath.Join(a.dir(), host) }

// Kept is the certificate of a host that is kept from an earlier time, which may have ended.
func (a Authority) Kept(host string) (*x509.Certificate, error) {
	content, err := os.ReadFile(a.KeptAt(host)) // #nosec G304 -- below the operator's data directory
	if err != nil {
		return nil, err
	}
	for {
		var block *pem.Block
		if block, content = pem.Decode(content); block == nil {
			return nil, fmt.Errorf("%s has no certificate", a.KeptAt(host))
		}
		if block.Type == "CERTIFICATE" {
			return x509.ParseCertificate(block.Bytes)
		}
	}
}

// cache is a DirCache whose files belong to the owner of the data directory.
type cache struct{ autocert.DirCache }

func (a Authority) openCache() (cache, error) {
	err := datadir.MakeBelow(a.Dir)
	if err == nil {
		err = datadir.MakeBelow(a.dir())
	}
	return cache{autocert.DirCache(a.dir())}, err
}

func (c cache) Put(_ context.Context, name string, data []byte) error {
	f, err := datadir.CreateTemp(string(c.DirCache), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	_, err = f.Write(data)
	// After a power cut an empty file would cost a new certificate, of which there are few in a week.
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(string(c.DirCache), filepath.Base(name)))
}

// overhearing logs why the authority refuses something: the manager tells nobody why it could not renew, and of a failed
// proof only that it failed.
type overhearing struct {
	log  *slog.Logger
	mu   sync.Mutex
	told string // by the last line, which is not repeated
}

const (
	longestAnswer = 1 << 20
	longestReason = 500
)

// reply is of the answers of an authority (RFC 8555) the parts that tell of failures.
type reply struct {
	Type       string // of a problem
	Detail     string
	Identifier struct{ Value string }
	Challenges []struct {
		Type  string
		Error struct{ Detail string }
	}
}

func (o *overhearing) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		o.tell("the ACME authority can not be reached", r.URL.Host, err.Error())
		return nil, err
	}
	if !strings.Contains(answer.Header.Get("Content-Type"), "json") {
		return answer, nil
	}
	content, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer))
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		return nil, err
	}
	answer.Body = io.NopCloser(bytes.NewReader(content))
	var said reply
	if json.Unmarshal(content, &said) != nil {
		return answer, nil
	}
	if answer.StatusCode >= http.StatusBadRequest && !strings.HasSuffix(said.Type, ":badNonce") { // such a request is repeated
		o.tell("the ACME authority refuses", r.URL.Host, said.Detail)
	}
	for _, c := range said.Challenges {
		if c.Error.Detail != "" {
			o.tell("the ACME authority could not prove the host", said.Identifier.Value, c.Type+": "+c.Error.Detail)
		}
	}
	return answer, nil
}

func (o *overhearing) tell(what, about, reason string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	reason = reason[:min(len(reason), longestReason)]
	if line := what + about + reason; line != o.told {
		o.told = line
		o.log.Warn(what, "host", about, "reason", reason)
	}
}
