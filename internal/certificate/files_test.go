package certificate

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

// pair is a certificate in two files, served to whoever connects.
type pair struct {
	*testing.T
	authority *testkit.Authority
	dir       string
	files     *Files
	logs      testkit.Buffer
	address   string
	keys      [][]byte
}

func newPair(t *testing.T) *pair {
	t.Helper()
	p := &pair{T: t, authority: testkit.NewAuthority(t), dir: t.TempDir()}
	p.write(p.issue(time.Now().Add(time.Hour)))
	var err error
	if p.files, err = OpenFiles(p.path("cert.pem"), p.path("key.pem"), slog.New(slog.NewTextHandler(&p.logs, nil))); err != nil {
		t.Fatal(err)
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", p.files.Config())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	p.address = listener.Addr().String()
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				io.Copy(conn, conn)
			}()
		}
	}()
	t.Cleanup(func() {
		for _, key := range p.keys {
			if strings.Contains(p.logs.String(), string(bytes.SplitN(key, []byte("\n"), 3)[1])) {
				t.Error("a key is in the log")
			}
		}
	})
	return p
}

func (p *pair) path(name string) string { return filepath.Join(p.dir, name) }

func (p *pair) issue(until time.Time) (cert, key []byte) {
	p.Helper()
	cert, key = p.authority.Issue(time.Now().Add(-24*time.Hour), until, "tracker.example.com")
	p.keys = append(p.keys, key)
	return cert, key
}

func (p *pair) write(cert, key []byte) {
	p.Helper()
	p.put("cert.pem", cert)
	p.put("key.pem", key)
}

func (p *pair) put(name string, content []byte) {
	p.Helper()
	if err := os.WriteFile(p.path(name), content, 0o600); err != nil {
		p.Fatal(err)
	}
}

func (p *pair) connect() (conn *tls.Conn, serial string) {
	p.Helper()
	conn, err := tls.Dial("tcp", p.address, &tls.Config{RootCAs: p.authority.Roots, ServerName: "tracker.example.com", MinVersion: tls.VersionTLS12})
	if err != nil {
		p.Fatal(err)
	}
	p.Cleanup(func() { conn.Close() })
	return conn, conn.ConnectionState().PeerCertificates[0].SerialNumber.String()
}

// serial is that of the certificate of a new connection.
func (p *pair) serial() string {
	p.Helper()
	_, serial := p.connect()
	return serial
}

func echo(t *testing.T, conn net.Conn) {
	t.Helper()
	if _, err := io.WriteString(conn, "still here\n"); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(conn).ReadString('\n'); line != "still here\n" {
		t.Fatalf("%q, %v", line, err)
	}
}

func TestNewConnectionsGetTheNewCertificate(t *testing.T) {
	p := newPair(t)
	old, before := p.connect()
	p.files.look()
	if p.serial() != before || p.logs.String() != "" {
		t.Errorf("nothing changed, but: %s", p.logs.String())
	}
	p.write(p.issue(time.Now().Add(2 * time.Hour)))
	p.files.look()
	if p.serial() == before || !strings.Contains(p.logs.String(), "a new certificate is used") {
		t.Errorf("the old certificate is still used: %s", p.logs.String())
	}
	echo(t, old)
}

// A program that renews swaps a link; Kubernetes swaps a link to the directory. Times say nothing: the new file may be older.
func TestLinksThatAreSwapped(t *testing.T) {
	p := newPair(t)
	before := p.serial()
	for _, name := range []string{"one", "two"} {
		if err := os.Mkdir(p.path(name), 0o700); err != nil {
			t.Fatal(err)
		}
		cert, key := p.issue(time.Now().Add(time.Hour))
		p.put(name+"/cert.pem", cert)
		p.put(name+"/key.pem", key)
	}
	swap := func(to string) {
		t.Helper()
		if err := os.Symlink(to, p.path("next")); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(p.path("next"), p.path("current")); err != nil {
			t.Fatal(err)
		}
	}
	swap("one")
	for _, name := range []string{"cert.pem", "key.pem"} {
		if err := os.Remove(p.path(name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("current/"+name, p.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	p.files.look()
	first := p.serial()
	swap("two")
	yesterday := time.Now().Add(-24 * time.Hour)
	if err := os.Chtimes(p.path("two/cert.pem"), yesterday, yesterday); err != nil {
		t.Fatal(err)
	}
	p.files.look()
	if second := p.serial(); first == before || second == first {
		t.Errorf("serial numbers %s, %s, %s", before, first, second)
	}
}

func TestBadFilesLeaveTheOldCertificate(t *testing.T) {
	for name, test := range map[string]struct {
		spoil func(p *pair)
		says  string
	}{
		"half of the certificate is written": {func(p *pair) {
			cert, key := p.issue(time.Now().Add(time.Hour))
			p.write(cert[:len(cert)/2], key)
		}, "failed to find"},
		"half of the key is written": {func(p *pair) {
			cert, key := p.issue(time.Now().Add(time.Hour))
			p.write(cert, key[:len(key)/2])
		}, "failed to find"},
		"the key of another certificate": {func(p *pair) {
			cert, _ := p.issue(time.Now().Add(time.Hour))
			p.put("cert.pem", cert)
		}, "does not match"},
		"empty files":         {func(p *pair) { p.write(nil, nil) }, "failed to find"},
		"the files are gone":  {func(p *pair) { os.Remove(p.path("cert.pem")); os.Remove(p.path("key.pem")) }, "no such file"},
		"the wrong way round": {func(p *pair) { cert, key := p.issue(time.Now().Add(time.Hour)); p.write(key, cert) }, "can not be used"},
		"a key with a password": {func(p *pair) {
			p.put("key.pem", []byte("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n"))
		}, "openssl pkey"},
		"one that has ended": {func(p *pair) { p.write(p.issue(time.Now().Add(-time.Hour))) }, "ended on"},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPair(t)
			before := p.serial()
			test.spoil(p)
			p.files.look()
			if p.logs.String() != "" {
				t.Errorf("somebody may be writing still: %s", p.logs.String())
			}
			p.files.look()
			p.files.look()
			if p.serial() != before {
				t.Error("it is used")
			}
			if log := p.logs.String(); strings.Count(log, "the old one stays") != 1 || !strings.Contains(log, test.says) {
				t.Errorf("want one line with %q: %s", test.says, log)
			}
			p.write(p.issue(time.Now().Add(2 * time.Hour)))
			p.files.look()
			if p.serial() == before {
				t.Error("the files are good again, and are not used")
			}
		})
	}
}

func TestFilesThatCanNotBeUsedAreRefusedAtOnce(t *testing.T) {
	dir := t.TempDir()
	cert, key := testkit.NewAuthority(t).Issue(time.Now(), time.Now().Add(time.Hour), "a.example.com")
	for name, content := range map[string][]byte{"cert": cert, "key": key, "none": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range [][2]string{{"none", "key"}, {"cert", "none"}, {"key", "cert"}, {"missing", "key"}, {"cert", "missing"}, {"cert", ""}} {
		_, err := OpenFiles(filepath.Join(dir, test[0]), filepath.Join(dir, test[1]), nil)
		if err == nil || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "BEGIN") {
			t.Errorf("%v: %v", test, err)
		}
	}
	if _, err := ReadFiles(filepath.Join(dir, "cert"), filepath.Join(dir, "key")); err != nil {
		t.Error(err)
	}
}
