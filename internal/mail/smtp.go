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

// sendTimeout bounds one delivery, from looking up the host to the last answer.
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

// NewSMTP takes the server as smtp://user:password@host:587, which turns to TLS
// before anything else, or smtps://user:password@host:465, which speaks TLS from
// the start. User and password are optional. A server that offers no TLS gets no
// mail: whoever sits in between may have taken the offer away. The exceptions are
// a server on this machine, and an address that ends in ?tls=off.
func NewSMTP(rawURL, from string) (*SMTP, error) {
	sender, err := parseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("sender of mail: %w", err)
	}
	// The parser's own error would quote the password.
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

// isThisMachine says that nobody sits between us and the host.
func isThisMachine(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}

// Server is the host and port that mails go to.
func (s *SMTP) Server() string { return net.JoinHostPort(s.host, strconv.Itoa(s.port)) }

// Send implements Sender.
func (s *SMTP) Send(ctx context.Context, m Message) (Receipt, error) {
	msg, err := compose(s.from, m, gomail.EncodingQP)
	if err != nil {
		return Receipt{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel() // also closes the connection, see dialer
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
		// A goodbye that fails after the server took the mail is no reason to send it twice.
		_ = client.CloseWithSMTPClient(conn)
	}
	if err == nil || msg.IsDelivered() {
		receipt.Answer = msg.ServerResponse()
		return receipt, nil
	}
	if ctx.Err() != nil {
		err = errors.Join(ctx.Err(), err)
	}
	var refused *gomail.SendError
	permanent := errors.As(err, &refused) && refused.ErrorCode() >= 500
	return Receipt{}, newSendError(err, permanent)
}

func (s *SMTP) newClient(ctx context.Context) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.port),
		gomail.WithTimeout(2 * s.timeout), // the context decides, not a second clock beside it
		gomail.WithTLSConfig(s.tlsConfig),
		gomail.WithTLSPolicy(s.startTLS),
		gomail.WithDialContextFunc(s.dialer(ctx)),
		gomail.WithoutSMTPUTF8(), // our addresses are ASCII, and the next server may not know it
	}
	if s.implicitTLS {
		options = append(options, gomail.WithSSL())
	}
	if s.user != "" {
		plain, login := gomail.SMTPAuthPlain, gomail.SMTPAuthLogin
		if s.startTLS == gomail.NoTLS { // asked for; otherwise a password goes over TLS alone, or to this machine
			plain, login = gomail.SMTPAuthPlainNoEnc, gomail.SMTPAuthLoginNoEnc
		}
		options = append(options, gomail.WithUsername(s.user), gomail.WithPassword(s.password),
			gomail.WithOpportunisticSMTPAuth(gomail.SMTPAuthSCRAMSHA256, plain, login))
	}
	return gomail.NewClient(s.host, options...)
}

// dialer ties the connection to sending: the client neither looks at the
// context once it is connected, nor closes a connection whose greeting or
// sign-in failed. The context given to the dial itself ends too early for this.
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
