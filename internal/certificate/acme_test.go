package certificate

import (
	"crypto/tls"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/crypto/acme"

	"btracker/internal/testkit"
)

// Before there is a certificate nobody makes the program ask for one but itself. internal/acmetest has the rest.
func TestVisitorsOrderNothing(t *testing.T) {
	asked := make(chan string, 100)
	authority := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.Path }))
	defer authority.Close()
	var logs testkit.Buffer
	a, err := NewACME(Settings{Hosts: []string{"tracker.example.com"}, Authority: Authority{URL: authority.URL, Dir: t.TempDir()}}, slog.New(slog.NewTextHandler(&logs, nil)))
	if err != nil {
		t.Fatal(err)
	}
	get := a.Config().GetCertificate
	for _, name := range []string{"tracker.example.com", "TRACKER.example.com", "other.example.com", "localhost", "../secret", "tracker.example.com."} {
		if pair, err := get(&tls.ClientHelloInfo{ServerName: name}); err == nil {
			t.Errorf("%q gets %v", name, pair.Leaf)
		}
		if _, err := get(&tls.ClientHelloInfo{ServerName: name, SupportedProtos: []string{acme.ALPNProto}}); err == nil {
			t.Errorf("%q gets an answer to a challenge that nobody made", name)
		}
	}
	if pair, err := get(&tls.ClientHelloInfo{}); err != nil || len(pair.Certificate) != 1 {
		t.Errorf("a health check: %v", err)
	}
	if len(a.Current()) != 0 || len(asked) != 0 || logs.String() != "" {
		t.Errorf("%d certificates, %d requests, %s", len(a.Current()), len(asked), logs.String())
	}
}

func TestRefusalsOfTheAuthorityAreLogged(t *testing.T) {
	answers := map[string]struct {
		status      int
		kind, body  string
		says, isNot string
	}{
		"/refused": {403, "application/problem+json", `{"type":"urn:ietf:params:acme:error:rejectedIdentifier","detail":"not for you"}`, "not for you", ""},
		"/nonce":   {400, "application/problem+json", `{"type":"urn:ietf:params:acme:error:badNonce","detail":"another nonce"}`, "", "another nonce"},
		"/proof": {200, "application/json", `{"status":"invalid","identifier":{"value":"a.example.com"},"challenges":[{"type":"tls-alpn-01","error":{"detail":"connection refused"}},{"type":"dns-01"}]}`,
			"host=a.example.com reason=\"tls-alpn-01: connection refused\"", "dns-01"},
		"/order": {201, "application/json", `{"status":"pending"}`, "", "pending"},
		"/chain": {200, "application/pem-certificate-chain", "-----BEGIN", "", "BEGIN"},
		"/odd":   {500, "application/json", "<html>", "", "html"},
		"/long":  {500, "application/json", `{"detail":"` + strings.Repeat("x", 2000) + `"}`, strings.Repeat("x", 500), strings.Repeat("x", 501)},
	}
	authority := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := answers[r.URL.Path]
		w.Header().Set("Content-Type", answer.kind)
		w.WriteHeader(answer.status)
		_, _ = io.WriteString(w, answer.body)
	}))
	defer authority.Close()
	for path, want := range answers {
		var logs testkit.Buffer
		client := http.Client{Transport: &overhearing{log: slog.New(slog.NewTextHandler(&logs, nil))}}
		for range 2 {
			answer, err := client.Get(authority.URL + path)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil || string(body) != want.body || answer.StatusCode != want.status {
				t.Errorf("%s: the answer is %d %s", path, answer.StatusCode, body)
			}
		}
		log := logs.String()
		if want.says == "" && log != "" || !strings.Contains(log, want.says) || want.isNot != "" && strings.Contains(log, want.isNot) || strings.Count(log, "\n") > 1 {
			t.Errorf("%s: %q, want %q once", path, log, want.says)
		}
	}
	var logs testkit.Buffer
	client := http.Client{Transport: &overhearing{log: slog.New(slog.NewTextHandler(&logs, nil))}}
	authority.Close()
	if _, err := client.Get(authority.URL); err == nil || !strings.Contains(logs.String(), "can not be reached") {
		t.Errorf("%v, %s", err, logs.String())
	}
}
