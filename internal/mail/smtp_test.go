package mail

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"btracker/internal/smtptest"
	"btracker/internal/testkit"

	"github.com/emersion/go-smtp"
)

const (
	link     = "https://tracker.example.com/btracker/changePassword?email=a%40example.com&token=s3cr3t-T0ken"
	password = "pa:ss/w@rd"
)

// startServer starts a mail server that knows the password.
func startServer(t *testing.T, implicitTLS bool, change func(*smtptest.Server)) *smtptest.Server {
	t.Helper()
	s := smtptest.New(t)
	s.Password = password
	change(s)
	if implicitTLS {
		s.StartTLS()
	} else {
		s.Start()
	}
	return s
}

// only returns the mail that the server took, which must be one.
func only(t *testing.T, s *smtptest.Server) smtptest.Mail {
	t.Helper()
	mails := s.Mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails arrived", len(mails))
	}
	return mails[0]
}

// refusing answers every recipient with an error.
func refusing(code int, message string) func(*smtptest.Server) {
	return func(s *smtptest.Server) {
		s.Recipient = func(string) error { return &smtp.SMTPError{Code: code, Message: message} }
	}
}

// refusingContent answers every mail with an error once it was read.
func refusingContent(code int, message string) func(*smtptest.Server) {
	return func(s *smtptest.Server) {
		s.Receive = func(smtptest.Mail) error { return &smtp.SMTPError{Code: code, Message: message} }
	}
}

func newSMTP(t *testing.T, url string) *SMTP {
	t.Helper()
	s, err := NewSMTP(url, "Tracker <tracker@example.com>")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// testTLS returns a certificate for 127.0.0.1, and a client configuration that trusts it.
func testTLS(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	web := httptest.NewTLSServer(nil)
	t.Cleanup(web.Close)
	trusted := web.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	return &tls.Config{Certificates: web.TLS.Certificates},
		&tls.Config{ServerName: "127.0.0.1", RootCAs: trusted}
}

func invitation() Message {
	return Invitation(LinkMail{DisplayName: "Zoë O'Neil", InvitedBy: "Ann <b>Lee</b>", Link: link, ValidFor: 7 * 24 * time.Hour}, "zoe@example.com")
}

func TestSendPlain(t *testing.T) {
	server := startServer(t, false, func(s *smtptest.Server) {})
	if _, err := newSMTP(t, "smtp://"+server.Addr).Send(t.Context(), invitation()); err != nil {
		t.Fatal(err)
	}
	got := only(t, server)
	if got.From != "tracker@example.com" || got.To != "zoe@example.com" || got.TLS || got.User != "" {
		t.Errorf("%+v", got)
	}
	checkInvitation(t, strings.NewReader(got.Data))
}

func TestSendWithStartTLSAndPassword(t *testing.T) {
	serverTLS, clientTLS := testTLS(t)
	server := startServer(t, false, func(s *smtptest.Server) { s.TLSConfig = serverTLS })
	sender := newSMTP(t, "smtp://post%40example.com:pa%3Ass%2Fw%40rd@"+server.Addr)
	sender.tlsConfig = clientTLS
	if _, err := sender.Send(t.Context(), invitation()); err != nil {
		t.Fatal(err)
	}
	if got := only(t, server); !got.TLS || got.User != "post@example.com" {
		t.Errorf("tls %v, user %q", got.TLS, got.User)
	}
}

func TestSendWithImplicitTLSAndPassword(t *testing.T) {
	serverTLS, clientTLS := testTLS(t)
	server := startServer(t, true, func(s *smtptest.Server) { s.TLSConfig = serverTLS })
	sender := newSMTP(t, "smtps://post:pa%3Ass%2Fw%40rd@"+server.Addr)
	sender.tlsConfig = clientTLS
	if _, err := sender.Send(t.Context(), invitation()); err != nil {
		t.Fatal(err)
	}
	if got := only(t, server); !got.TLS || got.User != "post" {
		t.Errorf("tls %v, user %q", got.TLS, got.User)
	}
}

// elsewhere returns a sender for which the server of the test is on another machine, with a
// certificate for its name.
func elsewhere(t *testing.T, url, addr string, trusted *tls.Config) *SMTP {
	t.Helper()
	s := newSMTP(t, url)
	s.tlsConfig = &tls.Config{ServerName: "example.com", RootCAs: trusted.RootCAs}
	s.dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, addr)
	}
	return s
}

// strip is an attacker in front of a server, who removes its offer of TLS.
func strip(t *testing.T, addr string) (stripped string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", addr)
			if err != nil {
				client.Close()
				return
			}
			go func() { _, _ = io.Copy(server, client); server.Close() }()
			go func() {
				defer client.Close()
				for in := bufio.NewReader(server); ; {
					line, err := in.ReadString('\n')
					if _, failed := io.WriteString(client, strings.Replace(line, "STARTTLS", "XXXXXXXX", 1)); err != nil || failed != nil {
						return
					}
				}
			}()
		}
	}()
	return listener.Addr().String()
}

// Without TLS no mail goes to another machine, whether its server does not offer TLS or an attacker removed the offer: the
// link in a mail is as good as a password.
func TestNoTLSNoMail(t *testing.T) {
	serverTLS, clientTLS := testTLS(t)
	for name, offered := range map[string]*tls.Config{"not offered": nil, "stripped": serverTLS} {
		for _, user := range []string{"", "u:pa%3Ass%2Fw%40rd@"} {
			server := startServer(t, false, func(s *smtptest.Server) { s.TLSConfig, s.AllowInsecureAuth = offered, true })
			addr, took := server.Addr, 0
			if offered != nil {
				took = 1
				if _, err := elsewhere(t, "smtp://example.com", addr, clientTLS).Send(t.Context(), invitation()); err != nil {
					t.Fatalf("with nobody in between: %v", err)
				}
				if got := only(t, server); !got.TLS {
					t.Error("offered and not used")
				}
				addr = strip(t, addr)
			}
			_, err := elsewhere(t, "smtp://"+user+"example.com", addr, clientTLS).Send(t.Context(), invitation())
			if err == nil || IsPermanent(err) || !strings.Contains(Advice(err), "?tls=off") {
				t.Errorf("%s: %v", name, err)
			}
			waitForNoConnection(t, server)
			if mails, begun := server.Mails(), server.Counts().Begun; len(mails) != took || begun != took {
				t.Errorf("%s: the server got %v, and was asked %d times to take one", name, mails, begun)
			}
		}
	}
}

// An operator can turn TLS off by ?tls=off.
func TestTLSOff(t *testing.T) {
	serverTLS, clientTLS := testTLS(t)
	server := startServer(t, false, func(s *smtptest.Server) { s.TLSConfig, s.AllowInsecureAuth = serverTLS, true })
	receipt, err := elsewhere(t, "smtp://post:pa%3Ass%2Fw%40rd@example.com?tls=off", server.Addr, clientTLS).Send(t.Context(), invitation())
	if err != nil {
		t.Fatal(err)
	}
	if got := only(t, server); got.TLS || got.User != "post" || receipt.TLS != "" {
		t.Errorf("tls %v, user %q, %+v", got.TLS, got.User, receipt)
	}
}

func TestReceipt(t *testing.T) {
	serverTLS, clientTLS := testTLS(t)
	for _, scheme := range []string{"smtp", "smtps"} {
		server := startServer(t, scheme == "smtps", func(s *smtptest.Server) { s.TLSConfig = serverTLS })
		receipt, err := elsewhere(t, scheme+"://example.com:2525", server.Addr, clientTLS).Send(t.Context(), TestMail("zoe@example.com"))
		if err != nil {
			t.Fatal(err)
		}
		if receipt.Server != "example.com:2525" || receipt.TLS != "TLS 1.3" || !strings.Contains(receipt.Answer, "queued") || receipt.File != "" {
			t.Errorf("%s: %+v", scheme, receipt)
		}
		if got := only(t, server); got.To != "zoe@example.com" || strings.Contains(got.Data, "://") {
			t.Errorf("%+v", got)
		}
	}
}

func TestThisMachine(t *testing.T) {
	for host, local := range map[string]bool{"localhost": true, "LOCALHOST": true, "127.0.0.1": true, "127.8.9.10": true, "::1": true, "::ffff:127.0.0.1": true,
		"example.com": false, "localhost.example.com": false, "10.0.0.1": false, "0.0.0.0": false, "127.0.0.1.example.com": false} {
		if isThisMachine(host) != local {
			t.Errorf("%s: %v", host, !local)
		}
	}
}

// The advice for each failure says how to mend it.
func TestAdvice(t *testing.T) {
	serverTLS, clientTLS := testTLS(t)
	untrusted := &tls.Config{}
	for name, c := range map[string]struct {
		url     string
		server  func(*smtptest.Server)
		trusted *tls.Config
		addr    string
		says    string
	}{
		"certificate":    {url: "smtp://example.com", trusted: untrusted, says: "certificate"},
		"wrong scheme":   {url: "smtps://example.com", trusted: clientTLS, says: "smtp:// instead of smtps://"},
		"wrong password": {url: "smtp://u:x@example.com", trusted: clientTLS, says: "the password"},
		"refused":        {url: "smtp://example.com", trusted: clientTLS, server: refusing(550, "no"), says: "BTRACKER_MAIL_FROM"},
		"nobody there":   {url: "smtp://example.com", trusted: clientTLS, addr: testkit.FreeAddress(t), says: "firewall"},
	} {
		server := startServer(t, false, func(s *smtptest.Server) {
			s.TLSConfig = serverTLS
			if c.server != nil {
				c.server(s)
			}
		})
		_, err := elsewhere(t, c.url, cmp.Or(c.addr, server.Addr), c.trusted).Send(t.Context(), invitation())
		if err == nil || !strings.Contains(Advice(err), c.says) {
			t.Errorf("%s: %v: %s", name, err, Advice(err))
		}
	}
}

func TestUntrustedCertificateIsRefused(t *testing.T) {
	serverTLS, _ := testTLS(t)
	for _, scheme := range []string{"smtp", "smtps"} {
		server := startServer(t, scheme == "smtps", func(s *smtptest.Server) { s.TLSConfig = serverTLS })
		_, err := newSMTP(t, scheme+"://"+server.Addr).Send(t.Context(), invitation())
		if err == nil || IsPermanent(err) || len(server.Mails()) > 0 {
			t.Errorf("%s: %v", scheme, err)
		}
	}
}

func TestFailures(t *testing.T) {
	for name, test := range map[string]struct {
		user      string
		addr      string
		server    func(*smtptest.Server)
		permanent bool
		says      string
	}{
		"unknown recipient": {server: refusing(550, "no such user"), permanent: true, says: "no such user"},
		"recipient for now": {server: refusing(450, "greylisted"), says: "greylisted"},
		"content":           {server: refusingContent(554, "listed: "+link), permanent: true, says: "[link]"},
		"content for now":   {server: refusingContent(452, "disk full"), says: "disk full"},
		"wrong password":    {user: "u:wrong-password@", server: func(s *smtptest.Server) { s.AllowInsecureAuth = true }, says: "AUTH"},
		"nobody is there":   {addr: testkit.FreeAddress(t), says: "refused"},
		"password, no TLS":  {user: "u:wrong-password@", says: "AUTH"},
	} {
		t.Run(name, func(t *testing.T) {
			server := startServer(t, false, func(s *smtptest.Server) {
				if test.server != nil {
					test.server(s)
				}
			})
			_, err := newSMTP(t, "smtp://"+test.user+cmp.Or(test.addr, server.Addr)).Send(t.Context(), invitation())
			if err == nil || IsPermanent(err) != test.permanent || !strings.Contains(err.Error(), test.says) {
				t.Fatalf("permanent %v: %v", IsPermanent(err), err)
			}
			if text := err.Error(); strings.Contains(text, "s3cr3t") || strings.Contains(text, "wrong-password") {
				t.Errorf("a secret in the error: %s", text)
			}
			waitForNoConnection(t, server)
		})
	}
}

func waitForNoConnection(t *testing.T, server *smtptest.Server) {
	t.Helper()
	testkit.Until(t, "no connection is left open", func() bool {
		counts := server.Counts()
		return counts.Connected == counts.Ended
	})
}

func TestSlowServer(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	server := startServer(t, false, func(s *smtptest.Server) { s.Receive = func(smtptest.Mail) error { <-hang; return nil } })
	sender := newSMTP(t, "smtp://"+server.Addr)
	sender.timeout = time.Hour

	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := sender.Send(ctx, invitation()); !errors.Is(err, context.DeadlineExceeded) || IsPermanent(err) {
		t.Errorf("the caller's deadline: %v", err)
	}
	sender.timeout = 200 * time.Millisecond
	if _, err := sender.Send(t.Context(), invitation()); !errors.Is(err, context.DeadlineExceeded) || IsPermanent(err) {
		t.Errorf("our own deadline: %v", err)
	}
}

// A server that takes the mail and hangs up must not get it again.
func TestDeliveredThoughGoodbyeFails(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		in := bufio.NewReader(conn)
		io.WriteString(conn, "220 test\r\n")
		for inData := false; ; {
			line, err := in.ReadString('\n')
			switch {
			case err != nil:
				return
			case inData && line == ".\r\n":
				io.WriteString(conn, "250 taken\r\n")
				return
			case inData:
			case strings.HasPrefix(line, "DATA"):
				inData = true
				io.WriteString(conn, "354 go on\r\n")
			default:
				io.WriteString(conn, "250 ok\r\n")
			}
		}
	}()
	if _, err := newSMTP(t, "smtp://"+listener.Addr().String()).Send(t.Context(), invitation()); err != nil {
		t.Error(err)
	}
}

func TestOnePersonOneSubject(t *testing.T) {
	server := startServer(t, false, func(s *smtptest.Server) {})
	sender := newSMTP(t, "smtp://"+server.Addr)
	for _, m := range []Message{
		{To: "a@example.com, b@example.com", Subject: "s"},
		{To: "a@example.com;b@example.com", Subject: "s"},
		{To: "group: a@example.com, b@example.com;", Subject: "s"},
		{To: "a@example.com\r\nBcc: b@example.com", Subject: "s"},
		{To: "\"a\r\nBcc: b@example.com\" <a@example.com>", Subject: "s"},
		{To: "a@example.com>\r\nRCPT TO:<b@example.com", Subject: "s"},
		{To: "\"a b\"@example.com", Subject: "s"},
		{To: "ä@example.com", Subject: "s"},
		{To: "", Subject: "s"},
		{To: "nobody", Subject: "s"},
		{To: "a@example.com", Subject: "s\r\nBcc: b@example.com"},
		{To: "a@example.com", Subject: "s\nX: y"},
		{To: "a@example.com", Subject: "s\x00"},
	} {
		if _, err := sender.Send(t.Context(), m); !IsPermanent(err) {
			t.Errorf("%+v: %v", m, err)
		}
	}
	if n := server.Counts().Connected; n != 0 {
		t.Errorf("%d mails went as far as the server", n)
	}
}

func TestNewSMTPRefuses(t *testing.T) {
	const secret = "hunter2"
	for _, url := range []string{
		"", "mail.example.com:25", "http://u:hunter2@host", "smtp://u:hunter2@", "smtp://u:hunter2%zz@host",
		"smtp://u:hunter2@host:0", "smtp://u:hunter2@host:99999", "smtp://u:hunter2@host:x",
		"smtp://u:hunter2@host/path", "smtp://u:hunter2@host?tls=on", "smtp://u:hunter2@host?", "smtp://u:hunter2@host?tls=off&x=y",
		"smtp://u:hunter2@host?tls=off&tls=off", "smtp://host?hunter2=1", "smtps://u:hunter2@host?tls=off", "smtp://u:hunter2#x@host", "smtp://u:hunter2@ho st",
	} {
		if _, err := NewSMTP(url, "a@example.com"); err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("%q: %v", url, err)
		}
	}
	for _, from := range []string{"", "x", "a@example.com, b@example.com", "a@example.com\r\nBcc: b@example.com"} {
		if _, err := NewSMTP("smtp://host", from); err == nil {
			t.Errorf("sender %q was accepted", from)
		}
	}
}

func TestDefaultPorts(t *testing.T) {
	for url, want := range map[string]int{"smtp://host": 587, "smtps://host": 465, "smtp://[::1]:25": 25} {
		if got := newSMTP(t, url).port; got != want {
			t.Errorf("%s: port %d", url, got)
		}
	}
}
