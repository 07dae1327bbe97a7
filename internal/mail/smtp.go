package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// sendTimeout bounds one delivery, from the lookup of the host to the last answer.
const sendTimeout = 30 * time.Second

// SMTP delivers through a mail server.
type SMTP struct {
	host           string
	port           int
	implicitTLS    bool
	startTLS       gomail.TLSPolicy
	user, password string
	from           *netmail.Address
	tlsConfig      *tls.Config
	timeout        time.Duration
	dial           func(ctx context.Context, network, address string) (net.Conn, error)
}

// NewSMTP takes the server as smtp://user:password@host:587, for STARTTLS, or as
// smtps://user:password@host:465, for TLS from the start. User and password are optional. A
// server that offers no TLS gets no mail, because an attacker in between may have removed
// the offer. Exceptions are a server on this machine, and a URL that ends in ?tls=off.
func NewSMTP(rawURL, from string) (*SMTP, error) {
	sender, err := parseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender of mail: %w", err)
	}
	// The error of url.Parse would quote the password.
	u, err := url.Parse(rawURL)
	if err != nil || (u.Scheme != "smtp" && u.Scheme != "smtps") || u.Hostname() == "" || (u.Path != "" && u.Path != "/") || u.Fragment != "" {
		return nil, errors.New("the mail server's URL must look like smtp://user:password@host:587, special characters written as %XX")
	}
	s := &SMTP{
		host:        u.Hostname(),
		port:        587,
		implicitTLS: u.Scheme == "smtps",
		startTLS:    gomail.TLSMandatory,
		user:        u.User.Username(),
		from:        sender,
		tlsConfig:   &tls.Config{ServerName: u.Hostname(), MinVersion: tls.VersionTLS12},
		timeout:     sendTimeout,
		dial:        (&net.Dialer{}).DialContext,
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
	if isThisMachine(s.host) {
		s.startTLS = gomail.TLSOpportunistic
	}
	switch {
	case u.RawQuery == "" && !u.ForceQuery:
	case u.RawQuery == "tls=off" && !s.implicitTLS:
		s.startTLS = gomail.NoTLS
	case u.RawQuery == "tls=off":
		return nil, errors.New("the mail server's URL, BTRACKER_SMTP_URL, says smtps:// and tls=off: give one of them")
	default:
		return nil, errors.New("the mail server's URL, BTRACKER_SMTP_URL, has a parameter other than tls=off; a ? in the password is written as %3F")
	}
	return s, nil
}

// isThisMachine reports whether mail to the host does not leave this machine.
func isThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// Server returns the host and port of the server.
func (s *SMTP) Server() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// Send implements Sender.
func (s *SMTP) Send(ctx context.Context, m Message) (Receipt, error) {
	msg, err := compose(s.from, m, gomail.EncodingQP)
	if err != nil {
		return Receipt{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel() // closes the connection too; see dialer
	client, err := s.newClient(ctx)
	if err != nil {
		return Receipt{}, newSendError(err, false)
	}
	receipt := Receipt{Server: s.Server()}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err == nil {
		if state, err := conn.GetTLSConnectionState(); err == nil {
			receipt.TLS = tls.VersionName(state.Version)
		}
		err = client.SendWithSMTPClient(conn, msg)
		// If closing fails after the server took the mail, the mail must not be sent again.
		_ = client.CloseWithSMTPClient(conn)
	}
	if err == nil || msg.IsDelivered() {
		receipt.Answer = msg.ServerResponse()
		return receipt, nil
	}
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	refused, ok := errors.AsType[*gomail.SendError](err)
	return Receipt{}, newSendError(err, ok && refused.ErrorCode() >= 500)
}

// Try connects and signs in as Send does, and sends nothing.
func (s *SMTP) Try(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	client, err := s.newClient(ctx)
	if err != nil {
		return newSendError(err, false)
	}
	conn, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return newSendError(err, false)
	}
	_ = client.CloseWithSMTPClient(conn) // whatever it says to that, it let us in
	return nil
}

func (s *SMTP) newClient(ctx context.Context) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.port),
		gomail.WithTimeout(2 * s.timeout), // longer than the context, which has to decide
		gomail.WithTLSConfig(s.tlsConfig),
		gomail.WithTLSPolicy(s.startTLS),
		gomail.WithDialContextFunc(s.dialer(ctx)),
		gomail.WithoutSMTPUTF8(), // addresses are ASCII, and the next server may not support it
	}
	if s.implicitTLS {
		options = append(options, gomail.WithSSL())
	}
	if s.user != "" {
		plain, login := gomail.SMTPAuthPlain, gomail.SMTPAuthLogin
		if s.startTLS == gomail.NoTLS { // by ?tls=off; otherwise a password needs TLS, or a server on this machine
			plain, login = gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc
		}
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, plain, login))
	}
	return gomail.NewClient(s.host, options...)
}

// dialer returns a dial function whose connection is closed at the end of sending. The library
// ignores its context once it is connected, and does not close a connection whose greeting or
// sign-in failed. The context of the dial ends too early for this.
func (s *SMTP) dialer(sending context.Context) gomail.DialContextFunc {
	return func(dialing context.Context, network, address string) (net.Conn, error) {
		conn, err := s.dial(dialing, network, address)
		if err != nil {
			return nil, err
		}
		context.AfterFunc(sending, func() { _ = conn.Close() })
		if !s.implicitTLS {
			return conn, nil
		}
		encrypted := tls.Client(conn, s.tlsConfig)
		return encrypted, encrypted.HandshakeContext(dialing)
	}
}
