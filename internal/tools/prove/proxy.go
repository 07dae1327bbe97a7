package main

import (
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"strings"
	"sync"
	"time"
)

// proxy sends each request to the next replica. One that does not take the
// connection is passed over; nothing was sent to it.
type proxy struct {
	*httptest.Server
	transport http.Transport

	mu    sync.Mutex
	hosts []string
	next  int
}

func newProxy(l *lab) *proxy {
	p := &proxy{transport: http.Transport{MaxIdleConnsPerHost: 256, DialContext: (&net.Dialer{Timeout: time.Second}).DialContext}}
	p.Server = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetXForwarded()
			r.Out.URL.Scheme = "http"
		},
		Transport: p,
		ErrorLog:  log.New(io.Discard, "", 0),
	})
	l.later(func() error {
		p.CloseClientConnections()
		p.Close()
		return nil
	})
	return p
}

// replace puts a replica into a place behind the proxy.
func (p *proxy) replace(i int, base string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.hosts) <= i {
		p.hosts = append(p.hosts, "")
	}
	p.hosts[i] = strings.TrimPrefix(base, "http://")
}

func (p *proxy) turn() (hosts []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	first := p.next % len(p.hosts)
	return append(append(hosts, p.hosts[first:]...), p.hosts[:first]...)
}

// RoundTrip implements http.RoundTripper.
func (p *proxy) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	for _, host := range p.turn() {
		out := r.Clone(r.Context())
		out.URL.Host = host
		answer, err = p.transport.RoundTrip(out)
		if failure, ok := errors.AsType[*net.OpError](err); !ok || failure.Op != "dial" {
			return answer, err
		}
	}
	return answer, err
}
