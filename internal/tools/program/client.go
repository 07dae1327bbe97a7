package program

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Client calls one server, or a proxy in front of several.
type Client struct {
	Base  string // without a slash at its end
	Token string
	HTTP  *http.Client
}

// NewClient makes a client that nobody has signed in with.
func NewClient(base string) Client {
	return Client{Base: base, HTTP: &http.Client{
		Timeout:   30 * time.Second,
		Transport: &http.Transport{MaxIdleConnsPerHost: 1024, DisableCompression: true},
	}}
}

// As is the same client with another's token.
func (c Client) As(token string) Client {
	c.Token = token
	return c
}

// StatusError is an answer other than 2xx.
type StatusError struct {
	Request string
	Status  int
	Header  http.Header
	Body    string
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("%s: %d %.200s", e.Request, e.Status, e.Body)
}

// Call sends one request below the base; anything but a 2xx answer is an error.
// The answer is read to its end either way, so that the connection is used again.
func (c Client) Call(ctx context.Context, method, path string, body, answer any) error {
	var sent io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		sent = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.Base+path, sent)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.Token != "" {
		request.Header.Set("Authorization", "Bearer "+c.Token)
	}
	response, err := c.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	received, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode/100 != 2 {
		return &StatusError{method + " " + path, response.StatusCode, response.Header, string(received)}
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(received, answer)
}

// SignIn answers the token of a new session.
func (c Client) SignIn(ctx context.Context, email, password string) (token string, err error) {
	var account struct{ Token string }
	err = c.Call(ctx, http.MethodPost, "/api/v1/account/login", map[string]string{"email": email, "password": password}, &account)
	return account.Token, err
}
