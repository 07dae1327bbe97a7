package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// sendTimeout bounds one delivery, from looking up the host to the last answer.
const sendTimeout = 30 * time.Second

// SMTP delivers through a mail server.
type SMTP struct {
	host           string
	port           int
	implicitTLS    bool
	user, password string
	from           *netmail.Address
	tlsConfig      *tls.Config
	timeout        time.Duration
}

// NewSMTP takes the server as smtp://user:password@host:587, which turns to TLS
// when the server offers it, or smtps://user:password@host:465, which speaks TLS
// from the start. User and password are optional, and go over TLS alone unless
// the server is this machine.
func NewSMTP(rawURL, from string) (*SMTP, error) {
	sender, err := parseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender of mail: %w", err)
	}
	// The parser's own error would quote the password.
	u, err := url.Parse(rawURL)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" ||
		(u.Path != "" && u.Path != "/") || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("the mail server's URL must look like smtp://user:password@host:587, special characters written as %XX")
	}
	s := &SMTP{
		host:        u.Hostname(),
		port:        587,
		implicitTLS: u.Scheme == "smtps",
		user:        u.User.Username(),
		from:        sender,
		tlsConfig:   &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12},
		timeout:     sendTimeout,
	}
	s.password, _ = u.User.Password()
	if s.implicitTLS {
		s.port = 465
	}
	if u.Port() != "" {
		if s.port, err = strconv.Atoi(u.Port()); err != nil || s.port < 1 || s.port > 65535 {
			return nil, errors.New("the mail server's URL, BTRACKER_SMTP_URL, has a port that is not one")
		}
	}
	return s, nil
}

// Send implements Sender.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	msg, err := compose(s.from, m, gomail.EncodingQP)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel() // also closes the connection, see dialer
	client, err := s.newClient(ctx)
	if err != nil {
		return newSendError(err, false)
	}
	err = client.DialAndSendWithContext(ctx, msg)
	// A goodbye that fails after the server took the mail is no reason to send it twice.
	if err == nil || msg.IsDelivered() {
		return nil
	}
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	var refused *gomail.SendError
	permanent := errors.As(err, &refused) && refused.ErrorCode() >= 500
	return newSendError(err, permanent)
}

func (s *SMTP) newClient(ctx context.Context) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.port),
		gomail.WithTimeout(2 * s.timeout), // the context decides, not a second clock beside it
		gomail.WithTLSConfig(s.tlsConfig),
		gomail.WithTLSPolicy(gomail.TLSOpportunistic),
		gomail.WithDialContextFunc(s.dialer(ctx)),
		gomail.WithoutSMTPUTF8(), // our addresses are ASCII, and the next server may not know it
	}
	if s.implicitTLS {
		options = append(options, gomail.WithSSL())
	}
	if s.user != "" {
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, gomail.SMTPAuthPlain, gomail.SMTPAuthLogin))
	}
	return gomail.NewClient(s.host, options...)
}

// dialer ties the connection to sending: the client neither looks at the
// context once it is connected, nor closes a connection whose greeting or
// sign-in failed. The context given to the dial itself ends too early for this.
func (s *SMTP) dialer(sending context.Context) gomail.DialContextFunc {
	return func(dialing context.Context, network, address string) (net.Conn, error) {
		var conn net.Conn
		var err error
		if s.implicitTLS {
			conn, err = (&tls.Dialer{Config: s.tlsConfig}).DialContext(dialing, network, address)
		} else {
			conn, err = (&net.Dialer{}).DialContext(dialing, network, address)
		}
		if err != nil {
			return nil, err
		}
		context.AfterFunc(sending, func() { _ = conn.Close() })
		return conn, nil
	}
}
