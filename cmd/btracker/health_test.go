package main_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"btracker/internal/testkit"
)

func TestHealth(t *testing.T) {
	t.Parallel()
	proxy := []string{"HTTP_PROXY=http://127.0.0.1:9", "http_proxy=http://127.0.0.1:9"}
	s := serving(t, nil)
	address, err := url.Parse(s.Base)
	if err != nil {
		t.Fatal(err)
	}
	for _, addr := range []string{address.Host, "0.0.0.0:" + address.Port(), ":" + address.Port()} {
		if out := succeed(t, append(proxy, "BTRACKER_ADDR="+addr), "health"); out != "" {
			t.Errorf("%s: it says %q", addr, out)
		}
	}

	ill := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	defer ill.Close()
	if r := run(t, nil, "health", "--addr", strings.TrimPrefix(ill.URL, "http://")); r.code != 1 || !strings.Contains(r.stderr, "answers 503") {
		t.Errorf("an ill one: status %d, %q", r.code, r.stderr)
	}
	if r := run(t, nil, "health", "--addr", testkit.FreeAddress(t)); r.code != 1 || r.stderr == "" {
		t.Errorf("none: status %d, %q", r.code, r.stderr)
	}
}
