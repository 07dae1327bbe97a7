package program

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/testkit"
)

// Client calls a server as one user.
type Client struct {
	Base   string // without a slash at its end
	Token  string
	Header http.Header // sent with each request
	HTTP   *http.Client
	dial   Dial
}

// Dial opens a connection to an address.
type Dial = func(ctx context.Context, network, address string) (net.Conn, error)

// NewClient makes a client that nobody has signed in with. A busy machine may take
// long to answer, so the client has patience; how soon an answer must come is for
// the test to say. With TLS it speaks HTTP/2, and does not look at the certificate.
func NewClient(base string) Client {
	dial := (&net.Dialer{Timeout: 5 * time.Second}).DialContext
	return Client{Base: base, dial: dial, HTTP: &http.Client{Timeout: testkit.Patience,
		Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: 1024, DisableCompression: true, TLSClientConfig: anybody(), ForceAttemptHTTP2: true}}}
}

// anybody takes any certificate.
func anybody() *tls.Config { return &tls.Config{InsecureSkipVerify: true} }

// OneConnectionEach returns a client that opens a connection for each request, by dial
// unless it is nil, and has no time limit.
func (c Client) OneConnectionEach(dial Dial) Client {
	if dial != nil {
		c.dial = dial
	}
	c.HTTP = &http.Client{Transport: &http.Transport{DialContext: c.dial, DisableKeepAlives: true, TLSClientConfig: anybody(), ForceAttemptHTTP2: true}}
	return c
}

// As returns the same client with another token.
func (c Client) As(token string) Client {
	c.Token = token
	return c
}

// From returns the same client as a proxy that forwards the requests of an address.
func (c Client) From(address string) Client {
	c.Header = http.Header{"X-Forwarded-For": {address}}
	return c
}

// Answer is the whole answer of a server.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Send sends a request below the base. A body is encoded as JSON unless it is bytes.
func (c Client) Send(ctx context.Context, method, path string, body any) (a Answer, err error) {
	encoded, isBytes := body.([]byte)
	if body != nil && !isBytes {
		if encoded, err = json.Marshal(body); err != nil {
			return a, err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(encoded))
	if err != nil {
		return a, err
	}
	maps.Copy(request.Header, c.Header)
	if body != nil && !isBytes {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return a, err
	}
	defer response.Body.Close()
	a = Answer{Status: response.StatusCode, Header: response.Header}
	a.Body, err = io.ReadAll(response.Body)
	return a, err
}

// StatusError is an answer other than 2xx.
type StatusError struct {
	Request string
	Answer
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("%s: %d %.200s", e.Request, e.Status, e.Body)
}

// StatusOf returns the status of the answer that a call's error holds, 200 for nil, and
// 0 if there was no answer.
func StatusOf(err error) int {
	if err == nil {
		return http.StatusOK
	}
	if e, ok := errors.AsType[*StatusError](err); ok {
		return e.Status
	}
	return 0
}

// Call sends a request and decodes its answer, unless that is nil. Anything but a
// 2xx answer is a StatusError.
func (c Client) Call(ctx context.Context, method, path string, body, answer any) error {
	a, err := c.Send(ctx, method, path, body)
	if err != nil {
		return err
	}
	if a.Status/100 != 2 {
		return &StatusError{method + " " + path, a}
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(a.Body, answer)
}

// Get is a Call without a body.
func (c Client) Get(ctx context.Context, path string, answer any) error {
	return c.Call(ctx, http.MethodGet, path, nil, answer)
}

// SignIn returns the token of a new session.
func (c Client) SignIn(ctx context.Context, email, password string) (token string, err error) {
	var account struct{ Token string }
	err = c.Call(ctx, http.MethodPost, "/api/v1/account/login", map[string]string{"email": email, "password": password}, &account)
	return account.Token, err
}

// OpenPage opens a live connection, as the web app does. heard gets each record
// that the server sends, one at a time, and must not keep it.
func (c Client) OpenPage(ctx context.Context, heard func(record []byte)) (*hubtest.Page, error) {
	const hub = "/hub/notification"
	var negotiated struct{ ConnectionToken string }
	if err := c.Call(ctx, http.MethodPost, hub+"/negotiate?negotiateVersion=1", nil, &negotiated); err != nil {
		return nil, err
	}
	base, err := url.Parse(c.Base)
	if err != nil {
		return nil, err
	}
	conn, err := c.dial(ctx, "tcp", base.Host)
	if err != nil {
		return nil, err
	}
	if base.Scheme == "https" {
		conn = tls.Client(conn, anybody()) // it offers no HTTP/2, as browsers do not for a WebSocket
	}
	query := url.Values{"id": {negotiated.ConnectionToken}, "access_token": {c.Token}}
	page, err := hubtest.NewPage(conn, hub+"?"+query.Encode(), heard)
	if err != nil {
		conn.Close()
	}
	return page, err
}

// Metrics reads all samples, by name and labels as they are written.
func (c Client) Metrics(ctx context.Context) (map[string]float64, error) {
	a, err := c.Send(ctx, http.MethodGet, "/metrics", nil)
	samples := map[string]float64{}
	for line := range strings.Lines(string(a.Body)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cut := strings.LastIndex(line, " ")
		value, failed := strconv.ParseFloat(strings.TrimSpace(line[cut+1:]), 64)
		err = errors.Join(err, failed)
		samples[line[:max(cut, 0)]] = value
	}
	return samples, err
}
