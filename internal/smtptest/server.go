package smtptest

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// Server takes mails. Its fields are set before it starts.
type Server struct {
	*smtp.Server
	Addr      string
	Password  string                // of any user who signs in
	Recipient func(to string) error // the answer to a recipient, nil or an *smtp.SMTPError
	Receive   func(Mail) error      // the same for a mail that was read

	t      testing.TB
	socket *os.File

	mu     sync.Mutex
	counts Counts
	mails  []Mail
}

// Counts are the numbers of events at a server.
type Counts struct {
	Connected, Ended int // connections
	Begun            int // mails, taken or not
}

// Mail is a mail that the server accepted.
type Mail struct {
	From, To, Data string
	User           string // who had signed in
	TLS            bool
}

// New makes a server with an address of its own. Nobody listens there until it starts.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, Recipient: func(string) error { return nil }, Receive: func(Mail) error { return nil }}
	s.Server = smtp.NewServer(smtp.BackendFunc(s.newSession))
	s.ErrorLog = nobody{}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	syscall.CloseOnExec(fd)
	s.socket = os.NewFile(uintptr(fd), "mail server")
	t.Cleanup(func() { s.socket.Close() })
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	bound, err := syscall.Getsockname(fd)
	if err != nil {
		t.Fatal(err)
	}
	s.Addr = fmt.Sprintf("127.0.0.1:%d", bound.(*syscall.SockaddrInet4).Port)
	return s
}

// Start listens until the end of the test.
func (s *Server) Start() {
	s.t.Helper()
	s.serve(s.listen())
}

// StartTLS is Start with TLS from the first byte on.
func (s *Server) StartTLS() {
	s.t.Helper()
	s.serve(tls.NewListener(s.listen(), s.TLSConfig))
}

func (s *Server) listen() net.Listener {
	s.t.Helper()
	defer s.socket.Close()
	if err := syscall.Listen(int(s.socket.Fd()), 100); err != nil {
		s.t.Fatal(err)
	}
	listener, err := net.FileListener(s.socket) // a copy, which the server closes
	if err != nil {
		s.t.Fatal(err)
	}
	return listener
}

func (s *Server) serve(listener net.Listener) {
	done := make(chan struct{})
	go func() { defer close(done); _ = s.Serve(listener) }()
	s.t.Cleanup(func() {
		s.Close()
		listener.Close() // Serve may begin after Close, which then does not know the listener
		<-done
	})
}

// Mails returns the mails that the server accepted, in their order.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Mail(nil), s.mails...)
}

// Counts returns the numbers so far.
func (s *Server) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// nobody discards the server's log of clients that hang up.
type nobody struct{}

func (nobody) Printf(string, ...any) {}
func (nobody) Println(...any)        {}

// session is one connection.
type session struct {
	server *Server
	conn   *smtp.Conn
	mail   Mail
}

func (s *Server) count(change func(*Counts)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.counts)
}

func (s *Server) newSession(conn *smtp.Conn) (smtp.Session, error) {
	s.count(func(c *Counts) { c.Connected++ })
	return &session{server: s, conn: conn}, nil
}

func (s *session) AuthMechanisms() []string { return []string{sasl.Plain} }

func (s *session) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, user, password string) error {
		if password != s.server.Password {
			return smtp.ErrAuthFailed
		}
		s.mail.User = user
		return nil
	}), nil
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.server.count(func(c *Counts) { c.Begun++ })
	s.mail.From, s.mail.To = from, ""
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mail.To += to
	return s.server.Recipient(to)
}

func (s *session) Data(r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mail.Data = string(data)
	_, s.mail.TLS = s.conn.TLSConnectionState()
	if err := s.server.Receive(s.mail); err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.mails = append(s.server.mails, s.mail)
	return nil
}

func (s *session) Reset() {}

func (s *session) Logout() error {
	s.server.count(func(c *Counts) { c.Ended++ })
	return nil
}
