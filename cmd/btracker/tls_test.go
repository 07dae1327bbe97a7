package main_test

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/testkit"
)

// certified is a certificate in two files.
type certified struct {
	*testkit.Authority
	t         *testing.T
	cert, key string
	until     time.Time
	secrets   []string
}

func newCertified(t *testing.T, names ...string) *certified {
	t.Helper()
	dir := t.TempDir()
	c := &certified{Authority: testkit.NewAuthority(t), t: t, cert: filepath.Join(dir, "cert.pem"), key: filepath.Join(dir, "key.pem")}
	c.renew(time.Now().Add(-time.Hour), time.Now().Add(90*24*time.Hour), names...)
	return c
}

func (c *certified) renew(from, until time.Time, names ...string) {
	c.t.Helper()
	cert, key := c.Issue(from, until, names...)
	c.write(c.key, key)
	c.write(c.cert, cert)
	c.until, c.secrets = until, append(c.secrets, strings.Split(string(key), "\n")[1])
}

func (c *certified) write(file string, content []byte) {
	c.t.Helper()
	if err := os.WriteFile(file, content, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

func (c *certified) flags(more ...string) []string {
	return append([]string{"--tls-cert", c.cert, "--tls-key", c.key}, more...)
}

// connect opens a connection that is verified as browsers do.
func (c *certified) connect(s *server, protocols ...string) *tls.Conn {
	c.t.Helper()
	conn, err := tls.Dial("tcp", strings.TrimPrefix(s.Base, "https://"), &tls.Config{RootCAs: c.Roots, NextProtos: protocols, MinVersion: tls.VersionTLS12})
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { conn.Close() })
	return conn
}

// serial is that of the certificate of a new connection.
func (c *certified) serial(s *server) string {
	c.t.Helper()
	conn := c.connect(s)
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// noKeyIn checks that no key is in what a server wrote.
func (c *certified) noKeyIn(s *server) {
	c.t.Helper()
	for _, secret := range c.secrets {
		if strings.Contains(s.Stdout()+s.Stderr(), secret) {
			c.t.Error("a key is in the output")
		}
	}
}

func TestServeTLS(t *testing.T) {
	t.Parallel()
	c := newCertified(t, "127.0.0.1")
	s := serving(t, nil, c.flags("--data", demoData(t))...)
	if !strings.HasPrefix(s.Base, "https://127.0.0.1:") || s.companies(s.demoToken()) != demoSize {
		t.Errorf("at %s", s.Base)
	}
	answer, err := s.HTTP.Get(s.Base + "/")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.ProtoMajor != 2 || answer.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("%s, %v", answer.Proto, answer.Header)
	}
	if conn := c.connect(s, "http/1.1"); conn.ConnectionState().NegotiatedProtocol != "http/1.1" {
		t.Error("a client without HTTP/2 is not served")
	}
	address := strings.TrimPrefix(s.Base, "https://")
	// #nosec G402 -- an old client
	if conn, err := tls.Dial("tcp", address, &tls.Config{RootCAs: c.Roots, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}); err == nil {
		conn.Close()
		t.Error("TLS 1.1 is spoken")
	}
	plain, err := http.Get("http://" + address + "/")
	if err != nil {
		t.Fatal(err)
	}
	plain.Body.Close()
	if plain.StatusCode != http.StatusBadRequest {
		t.Errorf("without TLS: %s", plain.Status)
	}
	if out := succeed(t, nil, append([]string{"health", "--addr", address}, c.flags()...)...); out != "" {
		t.Errorf("health says %q", out)
	}
	if r := run(t, nil, "health", "--addr", address); r.code != 1 {
		t.Errorf("health without TLS: status %d", r.code)
	}
	if code := s.Stop(); code != 0 {
		t.Errorf("it stops with status %d", code)
	}
	c.noKeyIn(s)
}

// Open connections go on when the certificate is renewed; new ones get the new certificate.
func TestRenewedFiles(t *testing.T) {
	t.Parallel()
	c := newCertified(t, "127.0.0.1")
	s := servingWatched(t, nil, c.flags("--data", demoData(t))...)
	first := c.serial(s.server)
	ends := func() float64 { return s.scrape()[`btracker_certificate_end_timestamp_seconds{names="127.0.0.1"}`] }
	if got := ends(); got != float64(c.until.Unix()) {
		t.Errorf("it ends at %v, want %v", got, c.until)
	}
	old := c.connect(s.server, "http/1.1")
	ask := func() {
		t.Helper()
		fmt.Fprint(old, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
		answer, err := http.ReadResponse(bufio.NewReader(old), nil)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("the old connection: %v, %v", answer, err)
		}
	}
	ask()
	token := s.demoToken()
	heard := make(chan string, 100)
	page, err := s.As(token).OpenPage(t.Context(), func(record []byte) { heard <- string(bytes.Clone(record)) })
	if err != nil {
		t.Fatal(err)
	}
	defer page.Close()

	c.renew(time.Now().Add(-time.Hour), time.Now().Add(60*24*time.Hour), "127.0.0.1")
	testkit.Until(t, "new connections get the new certificate", func() bool { return c.serial(s.server) != first })
	second := c.serial(s.server)
	if got := ends(); got != float64(c.until.Unix()) {
		t.Errorf("it ends at %v, want %v", got, c.until)
	}
	ask()
	id := s.createCompany(token, "After the renewal")
	for !strings.Contains(testkit.Receive(t, "the page hears of it", heard), id) {
	}

	_, wrong := c.Issue(time.Now(), time.Now().Add(time.Hour), "127.0.0.1")
	c.write(c.key, wrong)
	testkit.Until(t, "the wrong key is told of", func() bool { return strings.Contains(s.Stderr(), "the old one stays") })
	if c.serial(s.server) != second {
		t.Error("the certificate has changed")
	}
	ask()
	c.noKeyIn(s.server)
}

// Microsoft's client, in a browser and, in full, in Node over each transport: TLS offers HTTP/2, over which a WebSocket does not go.
func TestLiveHubOverTLS(t *testing.T) {
	c := newCertified(t, "127.0.0.1")
	t.Setenv("NODE_EXTRA_CA_CERTS", c.File)
	s := serving(t, nil, c.flags("--data", demoData(t))...)
	token := s.demoToken()
	for _, home := range hubtest.InFull("Chromium") {
		client := hubtest.New(t, filepath.Join("..", "..", "web"), s.Base+"/hub/notification", home, token, false)
		client.Do("start", "started")
		id := s.createCompany(token, "Seen in "+home)
		for !strings.HasPrefix(client.Until("changed company "), id) {
		}
	}
	if code := s.Stop(); code != 0 { // with all of them open
		t.Errorf("it stops with status %d", code)
	}
}

func TestStrictTransportAndRedirect(t *testing.T) {
	t.Parallel()
	c := newCertified(t, "tracker.example.com")
	redirect := testkit.FreeAddress(t)
	s := serving(t, nil, c.flags("--data", t.TempDir(), "--redirect-addr", redirect, "--public-url", "https://tracker.example.com/")...)
	answer, err := s.HTTP.Get(s.Base + "/")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if got := answer.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("browsers are told %q", got)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	for path, want := range map[string]string{
		"/":                        "https://tracker.example.com/",
		"/btracker/a%2Fb?c=d&e":    "https://tracker.example.com/btracker/a%2Fb?c=d&e",
		"//evil.example.com/x":     "https://tracker.example.com//evil.example.com/x",
		"/\\evil.example.com":      "https://tracker.example.com/%5Cevil.example.com",
		"/%0d%0aSet-Cookie:%20a=b": "https://tracker.example.com/%0d%0aSet-Cookie:%20a=b",
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+redirect, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.URL.Opaque = "//" + redirect + path
		request.Host = "evil.example.com"
		answer, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if got := answer.Header.Get("Location"); answer.StatusCode != http.StatusFound || !strings.EqualFold(got, want) {
			t.Errorf("%s: %s to %q", path, answer.Status, got)
		}
	}
	posted, err := client.Post("http://"+redirect+"/api/v1/account/login", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	posted.Body.Close()
	if posted.StatusCode != http.StatusForbidden || posted.Header.Get("Location") != "" {
		t.Errorf("POST: %s", posted.Status)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	if r := run(t, nil, append([]string{"serve", "--addr", "127.0.0.1:0", "--redirect-addr", taken.Addr().String()}, c.flags()...)...); r.code != 2 ||
		!strings.Contains(r.stderr, "redirect: ") {
		t.Errorf("a taken address: status %d, %s", r.code, r.stderr)
	}
}

func TestCertificatesThatCanNotBeUsed(t *testing.T) {
	t.Parallel()
	c, other := newCertified(t, "a.example.com"), newCertified(t, "a.example.com")
	data := filepath.Join(t.TempDir(), "data")
	for _, test := range []struct {
		says string
		args []string
	}{
		{"BTRACKER_TLS_KEY", []string{"--tls-cert", c.cert}},
		{"BTRACKER_TLS_CERT", []string{"--tls-key", c.key}},
		{"no such file", []string{"--tls-cert", c.cert + "x", "--tls-key", c.key}},
		{"does not match", []string{"--tls-cert", c.cert, "--tls-key", other.key}},
		{"can not be used", []string{"--tls-cert", c.key, "--tls-key", c.cert}},
		{"BTRACKER_ACME_HOSTS", c.flags("--acme-hosts", "a.example.com")},
		{"https://", c.flags("--public-url", "http://a.example.com")},
	} {
		mistake(t, nil, test.says, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", data}, test.args...)...)
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("a data directory was made all the same")
	}
}

func TestDoctorOfTLS(t *testing.T) {
	t.Parallel()
	c := newCertified(t, "127.0.0.1")
	data := t.TempDir()
	if err := os.Chmod(data, 0o700); err != nil { // #nosec G302 -- a directory
		t.Fatal(err)
	}
	s := serving(t, nil, c.flags("--data", data)...)
	trusting := []string{"SSL_CERT_FILE=" + c.File}
	verdicts, says, _ := examined(t, trusting, c.flags("--data", data, "--public-url", s.Base)...)
	for _, what := range []string{"address", "proxy", "tls"} {
		if verdicts[what] != "ok" {
			t.Errorf("%s: %s %s", what, verdicts[what], says[what])
		}
	}
	if !strings.Contains(says["tls"], "127.0.0.1 until "+c.until.UTC().Format(time.DateOnly)) {
		t.Errorf("it says %q", says["tls"])
	}
	if verdicts, says, _ := examined(t, nil, c.flags("--data", data, "--public-url", s.Base)...); verdicts["address"] != "FIX" ||
		!strings.Contains(says["address"], "does not trust") {
		t.Errorf("address: %s %s", verdicts["address"], says["address"])
	}

	now := time.Now()
	for _, test := range []struct {
		verdict, says string
		spoil         func(c *certified)
		args          []string
	}{
		{"FIX", "chmod o=", func(c *certified) { os.Chmod(c.key, 0o644) }, nil}, // #nosec G302 -- that is the mistake
		{"ok", "until", func(c *certified) { os.Chmod(c.key, 0o640) }, nil},     // #nosec G302 -- a group of its own
		{"FIX", "people come to tracker.example.com", nil, []string{"--public-url", "https://tracker.example.com"}},
		{"FIX", "ended on", func(c *certified) { c.renew(now.Add(-48*time.Hour), now.Add(-24*time.Hour), "127.0.0.1") }, nil},
		{"FIX", "clock", func(c *certified) { c.renew(now.Add(24*time.Hour), now.Add(48*time.Hour), "127.0.0.1") }, nil},
		{"FIX", "was not renewed", func(c *certified) { c.renew(now.Add(-80*24*time.Hour), now.Add(10*24*time.Hour), "127.0.0.1") }, nil},
		{"FIX", "can not be used", func(c *certified) { c.write(c.cert, nil) }, nil},
		{"FIX", "no such file", func(c *certified) { os.Remove(c.key) }, nil},
	} {
		c := newCertified(t, "127.0.0.1")
		if test.spoil != nil {
			test.spoil(c)
		}
		verdicts, says, _ := examined(t, []string{"SSL_CERT_FILE=" + c.File}, c.flags(append([]string{"--data", data}, test.args...)...)...)
		if verdicts["tls"] != test.verdict || !strings.Contains(says["tls"], test.says) {
			t.Errorf("tls is %s %q, want %s %q", verdicts["tls"], says["tls"], test.verdict, test.says)
		}
	}
	if verdicts, says, _ := examined(t, nil, c.flags("--data", data)...); verdicts["tls"] != "note" || !strings.Contains(says["tls"], "fullchain.pem") {
		t.Errorf("of an unknown authority: %s %s", verdicts["tls"], says["tls"])
	}
	for want, args := range map[string][]string{
		"note there is no certificate for a.example.com yet": {"--acme-hosts", "a.example.com"},
		"FIX people come to b.example.com":                   {"--acme-hosts", "a.example.com", "--public-url", "https://b.example.com"},
	} {
		verdicts, says, _ := examined(t, nil, append(args, "--data", data)...)
		if got := verdicts["tls"] + " " + says["tls"]; !strings.HasPrefix(got, want) {
			t.Errorf("tls is %q, want %q", got, want)
		}
	}
}
