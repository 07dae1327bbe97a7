package acmetest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"

	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

var binary string

func TestMain(m *testing.M) {
	os.Setenv("PEBBLE_VA_NOSLEEP", "1")
	os.Setenv("PEBBLE_AUTHZREUSE", "0") // a renewal proves the host again
	os.Exit(program.Main(m, "../..", "", &binary))
}

const (
	host    = "tracker.example.com" // leads here
	second  = "second.example.com"  // leads here too
	blocked = "blocked.example.com" // the authority issues nothing for it
	nowhere = "nowhere.example.com" // is not known
)

const month = 30 * 24 * time.Hour

// authority is a Pebble that finds the program at a port of this machine.
type authority struct {
	*testing.T
	address string // where it listens, once it is up
	handler http.Handler
	roots   *x509.CertPool
	visited string // where it proves hosts: the address of the program
	server  *httptest.Server
}

// newAuthority makes an authority that is not up yet. Its certificates live for life.
func newAuthority(t *testing.T, life time.Duration) *authority {
	t.Helper()
	a := &authority{T: t, address: testkit.FreeAddress(t), visited: testkit.FreeAddress(t), roots: x509.NewCertPool()}
	_, text, err := net.SplitHostPort(a.visited)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	quiet, known := log.New(io.Discard, "", 0), db.NewMemoryStore()
	if err := known.AddBlockedDomain(blocked); err != nil {
		t.Fatal(err)
	}
	profiles := map[string]ca.Profile{"default": {ValidityPeriod: uint64(life.Seconds())}}
	issuer := ca.New(quiet, known, "", "ecdsa", 0, 1, profiles)
	front := wfe.New(quiet, known, va.New(quiet, 1, port, false, names(t), known), issuer, []string{"pebble.example.com"}, false, false, 1, 1)
	a.handler = front.Handler()
	if !a.roots.AppendCertsFromPEM(issuer.GetRootCert(0).PEM()) {
		t.Fatal("the authority has no certificate of its own")
	}
	return a
}

// names is the address of a name server.
func names(t *testing.T) string {
	t.Helper()
	socket, err := net.Listen("tcp", "127.0.0.1:0") // Pebble asks by TCP
	if err != nil {
		t.Fatal(err)
	}
	server := &dns.Server{Listener: socket, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, asked *dns.Msg) {
		answer := new(dns.Msg).SetReply(asked)
		question := asked.Question[0]
		switch {
		case question.Name == nowhere+".":
			answer.Rcode = dns.RcodeNameError
		case question.Qtype == dns.TypeA:
			answer.Answer = []dns.RR{&dns.A{Hdr: dns.RR_Header{Name: question.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1)}}
		}
		_ = w.WriteMsg(answer)
	})}
	go server.ActivateAndServe()
	t.Cleanup(func() { socket.Close() })
	return socket.Addr().String()
}

// start lets the authority answer.
func (a *authority) start() {
	a.Helper()
	listener, err := net.Listen("tcp", a.address)
	if err != nil {
		a.Fatal(err)
	}
	a.server = &httptest.Server{Listener: listener, Config: &http.Server{Handler: a.handler, ErrorLog: log.New(io.Discard, "", 0)}}
	a.server.StartTLS()
	a.Cleanup(a.server.Close)
}

// trusting is the environment of a program that trusts the authority's own address.
func (a *authority) trusting() []string {
	a.Helper()
	file := filepath.Join(a.TempDir(), "front.pem")
	front := httptest.NewUnstartedServer(nil)
	front.StartTLS() // all servers of httptest have one certificate
	defer front.Close()
	content := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: front.Certificate().Raw})
	if err := os.WriteFile(file, content, 0o600); err != nil {
		a.Fatal(err)
	}
	return []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir(), "SSL_CERT_FILE=" + file}
}

// command is the program with the settings of ACME.
func (a *authority) command(data, hosts string, args ...string) *exec.Cmd {
	a.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	a.Cleanup(cancel)
	args = append(args, "--data", data, "--addr", a.visited, "--acme-hosts", hosts)
	if args[0] != "health" {
		args = append(args, "--acme-url", "https://"+a.address+wfe.DirectoryPath, "--acme-email", "ada@example.com")
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Env = a.trusting()
	return cmd
}

// serve starts the program and waits until it answers, whether it has a certificate or not.
func (a *authority) serve(data, hosts string) *program.Server {
	a.Helper()
	s := program.Start(a.T, a.command(data, hosts, "serve"))
	a.Cleanup(func() {
		s.Stop()
		if a.Failed() {
			a.Logf("the program's log:\n%s", s.Stderr())
		}
		if log := s.Stdout() + s.Stderr(); strings.Contains(log, "PRIVATE KEY") {
			a.Error("a key is in the output")
		}
	})
	return s
}

// connect opens a connection as a browser does, for a host.
func (a *authority) connect(name string) (*tls.Conn, error) {
	a.Helper()
	conn, err := tls.Dial("tcp", a.visited, &tls.Config{RootCAs: a.roots, ServerName: name, MinVersion: tls.VersionTLS12})
	if err == nil {
		a.Cleanup(func() { conn.Close() })
	}
	return conn, err
}

// serial is that of the certificate of a new connection, and "" if there is none.
func (a *authority) serial(name string) string {
	a.Helper()
	conn, err := a.connect(name)
	if err != nil {
		return ""
	}
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// until waits until new connections have a certificate other than this.
func (a *authority) until(name, other string) (serial string) {
	a.Helper()
	testkit.Until(a, "a new certificate for "+name, func() bool {
		serial = a.serial(name)
		return serial != "" && serial != other
	})
	return serial
}
