package oidc

import (
	"errors"
	"io"
	"net/http"
	"time"
)

const (
	// requestTimeout is for one request to the provider, its answer included.
	requestTimeout = 5 * time.Second
	// maxAnswer is the most that is read of an answer.
	maxAnswer = 1 << 20
)

var errTooLarge = errors.New("the answer of the provider is too large")

// newClient returns a client for the provider alone. It follows no redirect, because the request may carry
// the client secret or a token.
func newClient() *http.Client {
	transport, _ := http.DefaultTransport.(*http.Transport)
	return &http.Client{Timeout: requestTimeout, Transport: bounded{transport.Clone()},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// bounded limits the size of answers: the libraries read them whole.
type bounded struct{ http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = &boundedBody{answer.Body, maxAnswer}
	}
	return answer, err
}

type boundedBody struct {
	io.ReadCloser
	left int
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}
