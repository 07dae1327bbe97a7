package webhook

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"btracker/internal/tracker"
)

const (
	// postTimeout bounds one delivery, from the look-up to the end of the answer.
	postTimeout = 15 * time.Second
	dialTimeout = 5 * time.Second
	// lookupTimeout bounds the look-up when a webhook is saved, for which somebody waits.
	lookupTimeout = 2 * time.Second
	// maxAnswer is how much of an answer is read, so that its connection can be used again.
	maxAnswer  = 64 << 10
	maxHeaders = 16 << 10
)

// Client posts deliveries.
type Client struct {
	http         *http.Client
	resolver     *net.Resolver
	allowPrivate bool
}

// NewClient makes a client. allowPrivate lets it connect to this machine and to private networks too. A nil resolver is the
// system's.
func NewClient(allowPrivate bool, resolver *net.Resolver) *Client {
	c := &Client{resolver: resolver, allowPrivate: allowPrivate}
	dialer := &net.Dialer{Timeout: dialTimeout, Resolver: resolver, Control: c.control}
	c.http = &http.Client{
		Timeout: postTimeout,
		// A redirect is an answer like others: it would lead around the address that an administrator chose.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{ // without Proxy: a proxy would look names up again, elsewhere
			DialContext: dialer.DialContext, TLSHandshakeTimeout: dialTimeout, ResponseHeaderTimeout: postTimeout,
			MaxResponseHeaderBytes: maxHeaders, MaxIdleConnsPerHost: 1, IdleConnTimeout: 30 * time.Second, DisableCompression: true,
		},
	}
	return c
}

var errPrivate = errors.New("an address of this machine or of a private network")

// control judges the address that is connected to, after every look-up, so that no name can lead elsewhere than the
// look-up before.
func (c *Client) control(_, address string, _ syscall.RawConn) error {
	if c.allowPrivate {
		return nil
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(to.Addr()) {
		return errPrivate
	}
	return nil
}

// Check refuses a URL that deliveries can not be posted to. It looks the name up, so that a private address is refused
// when it is saved. A name that can not be looked up now is not refused: each delivery looks again.
func (c *Client) Check(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.Fragment != "" || u.Opaque != "" {
		return tracker.ErrWebhookURL
	}
	host := strings.TrimSuffix(u.Hostname(), ".")
	if port := u.Port(); host == "" || port != "" && !isPort(port) || strings.HasSuffix(u.Host, ":") {
		return tracker.ErrWebhookURL
	}
	addr, err := netip.ParseAddr(host)
	switch {
	case err == nil && addr.Zone() != "":
		return tracker.ErrWebhookURL
	case err == nil:
		return c.judge(addr)
	case isNumber(host) || strings.Contains(host, ":"):
		return tracker.ErrWebhookURL
	case c.allowPrivate:
		return nil
	case isLocalName(host):
		return tracker.ErrPrivateURL
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	found, err := cmp.Or(c.resolver, net.DefaultResolver).LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil
	}
	for _, addr := range found {
		if err := c.judge(addr); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) judge(addr netip.Addr) error {
	if !c.allowPrivate && !isPublic(addr) {
		return tracker.ErrPrivateURL
	}
	return nil
}

func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0
}

// NewSecret makes the key of a webhook's signatures.
func NewSecret() string {
	key := make([]byte, 32)
	rand.Read(key)
	return "whsec_" + base64.StdEncoding.EncodeToString(key)
}

// Delivery is a request to a receiver.
type Delivery struct {
	ID     string // the same at each attempt
	URL    string
	Secret string
	At     time.Time // of the attempt
	Body   []byte
}

// Post sends a delivery, and returns the status of the answer. An error says that there was none; Reason has it in words.
func (c *Client) Post(ctx context.Context, d Delivery) (status int, err error) {
	signer, err := standardwebhooks.NewWebhook(d.Secret)
	if err != nil {
		return 0, err
	}
	signature, err := signer.Sign(d.ID, d.At, d.Body)
	if err != nil {
		return 0, err
	}
	status, _, err = c.post(ctx, d.URL, d.Body, map[string]string{standardwebhooks.HeaderWebhookID: d.ID,
		standardwebhooks.HeaderWebhookTimestamp: strconv.FormatInt(d.At.Unix(), 10), standardwebhooks.HeaderWebhookSignature: signature})
	return status, err
}

// PostMessage sends a message to a chat, and returns the status and the beginning of the answer. An error says that there was none.
func (c *Client) PostMessage(ctx context.Context, address string, body []byte) (status int, answer string, err error) {
	return c.post(ctx, address, body, nil)
}

func (c *Client) post(ctx context.Context, address string, body []byte, headers map[string]string) (status int, said string, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0, "", errors.New("not a URL") // the error has the URL, which may hold a password
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "btracker-webhook/1")
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := c.http.Do(request)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok { // it has the URL
			err = fmt.Errorf("post: %w", failed.Err)
		}
		return 0, "", err
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxAnswer)) // the status is the answer
	return answer.StatusCode, string(text), nil
}

// Why there was no answer.
var (
	privateAddress = tracker.NewSentence("webhook.private", "The address is of this machine or of a private network.").With()
	nameNotFound   = tracker.NewSentence("webhook.name", "The name of the receiver was not found.").With()
	badCertificate = tracker.NewSentence("webhook.certificate", "The certificate of the receiver is not valid.").With()
	noAnswer       = tracker.NewSentence("webhook.noAnswer", "There was no answer in time.").With()
	noConnection   = tracker.NewSentence("webhook.noConnection", "There was no connection, or it broke off.").With()
)

// Reason says in words why there was no answer. It does not say what a private network answers.
func Reason(err error) tracker.Text {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var wrongName x509.HostnameError
	var invalid x509.CertificateInvalidError
	var certificate *tls.CertificateVerificationError
	switch {
	case errors.Is(err, errPrivate):
		return privateAddress
	case errors.As(err, &dns) && dns.IsNotFound:
		return nameNotFound
	case errors.As(err, &unknown), errors.As(err, &wrongName), errors.As(err, &invalid), errors.As(err, &certificate):
		return badCertificate
	case isTimeout(err):
		return noAnswer
	}
	return noConnection
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}
