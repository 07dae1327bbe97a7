package apitest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"btracker/internal/tracker"
)

// Lines reads a CSV file.
func (a *Answer) Lines() [][]string {
	a.t.Helper()
	lines, err := csv.NewReader(a.Status(200).Body).ReadAll()
	if err != nil {
		a.t.Fatal(err)
	}
	return lines
}

// Total returns the number of rows of a list, and checks that all ways to find it agree.
func (c *Client) Total(path, query string) int {
	c.API.T.Helper()
	size := func(page string) (total int, rows int) {
		var p tracker.Pagination
		answer := c.Get(path + query + page).Status(200)
		if err := json.Unmarshal([]byte(answer.Header().Get("Pagination")), &p); err != nil {
			c.API.T.Fatal(err)
		}
		var list []any
		answer.Into(&list)
		return p.TotalItems, len(list)
	}
	total, rows := size("&PageSize=200")
	if _, second := size("&PageSize=1&PageNumber=2"); total != rows || second != min(1, max(0, total-1)) {
		c.API.T.Errorf("%s%s: %d in all, %d listed, %d on the second page", path, query, total, rows, second)
	}
	return total
}

// Client sends requests as one user.
type Client struct {
	API    *API
	Token  string
	Addr   string // 192.0.2.1 unless set
	Header http.Header
	Ctx    context.Context // the test's unless set
}

func (c *Client) Get(path string) *Answer { return c.Do(http.MethodGet, path, nil) }

func (c *Client) Post(path string, body any) *Answer { return c.Do(http.MethodPost, path, body) }

func (c *Client) Put(path string, body any) *Answer { return c.Do(http.MethodPut, path, body) }

func (c *Client) Delete(path string, body any) *Answer { return c.Do(http.MethodDelete, path, body) }

// Do sends a request. A string is sent as it is, and bytes as an image.
func (c *Client) Do(method, path string, body any) *Answer {
	c.API.T.Helper()
	var reader io.Reader
	contentType := "application/json"
	switch b := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(b)
	case []byte:
		reader, contentType = bytes.NewReader(b), "image/png"
	default:
		encoded, err := json.Marshal(b)
		if err != nil {
			c.API.T.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	if !strings.HasPrefix(path, "//") {
		path = c.API.Base + "api/v1" + path
	} else {
		path = path[1:]
	}
	r := httptest.NewRequestWithContext(cmp.Or(c.Ctx, c.API.T.Context()), method, path, reader)
	r.RemoteAddr = cmp.Or(c.Addr, "192.0.2.1") + ":4000"
	if reader != nil {
		r.Header.Set("Content-Type", contentType)
	}
	if c.Token != "" {
		r.Header.Set("Authorization", "Bearer "+c.Token)
	}
	for name, values := range c.Header {
		r.Header[name] = values
	}
	return c.API.Serve(r)
}

type Answer struct {
	t       *testing.T
	Request string
	*httptest.ResponseRecorder
}

func (a *Answer) Status(want int) *Answer {
	a.t.Helper()
	if a.Code != want {
		a.t.Fatalf("%s: status %d, want %d\n%s", a.Request, a.Code, want, a.Body)
	}
	return a
}

func (a *Answer) Into(v any) *Answer {
	a.t.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), v); err != nil {
		a.t.Fatalf("%s: %v\n%s", a.Request, err, a.Body)
	}
	return a
}

// FieldError expects a 400 with exactly one broken field and its message.
func (a *Answer) FieldError(field, message string) {
	a.t.Helper()
	var p struct {
		Errors map[string][]string
		Codes  map[string][]string
	}
	a.Status(http.StatusBadRequest).Into(&p)
	if len(p.Errors) != 1 || len(p.Errors[field]) != 1 || p.Errors[field][0] != message {
		a.t.Fatalf("%s: errors %v, want %s: %s", a.Request, p.Errors, field, message)
	}
	if len(p.Codes[field]) != 1 || p.Codes[field][0] == "" {
		a.t.Fatalf("%s: codes %v", a.Request, p.Codes)
	}
	if ct := a.Header().Get("Content-Type"); ct != "application/problem+json" {
		a.t.Fatalf("%s: content type %s", a.Request, ct)
	}
}

// Problem expects an error with a status and code, in the form of all errors, and returns it.
func (a *Answer) Problem(status int, code string) Object {
	a.t.Helper()
	var p Object
	a.Status(status).Into(&p)
	title, _ := p["title"].(string)
	if a.Header().Get("Content-Type") != "application/problem+json" || p["type"] != "about:blank" || title == "" || p["status"] != float64(status) || p["code"] != code {
		a.t.Fatalf("%s: %s %s, want code %s", a.Request, a.Header().Get("Content-Type"), a.Body, code)
	}
	return p
}

// InvalidToken expects the refusal of a token.
func (a *Answer) InvalidToken() {
	a.t.Helper()
	a.Problem(http.StatusUnauthorized, "invalidToken")
	if got := a.Header().Get("WWW-Authenticate"); got != `Bearer error="invalid_token"` {
		a.t.Fatalf("%s: WWW-Authenticate %q", a.Request, got)
	}
}

// Together calls fn many times at once and counts the answers.
func (api *API) Together(times int, fn func(i int) int) map[int]int {
	var mu sync.Mutex
	var wg sync.WaitGroup
	counts := map[int]int{}
	start := make(chan struct{})
	for i := range times {
		wg.Go(func() {
			<-start
			got := fn(i)
			mu.Lock()
			defer mu.Unlock()
			counts[got]++
		})
	}
	close(start)
	wg.Wait()
	return counts
}

// Made posts and returns the id of the new record.
func (c *Client) Made(path string, body Object) string {
	c.API.T.Helper()
	var entity struct{ ID string }
	c.Post(path, body).Status(201).Into(&entity)
	return entity.ID
}
