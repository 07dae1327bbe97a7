package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	netmail "net/mail"
	"regexp"
	"strings"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// Message is one mail to one person.
type Message struct {
	To      string
	Subject string
	Text    string
	HTML    string
}

// Sender delivers a message. Its error says with IsPermanent whether another
// attempt could succeed.
type Sender interface {
	Send(ctx context.Context, m Message) (Receipt, error)
}

// Receipt says where a message went: to a server, or into a file.
type Receipt struct {
	Server string // host and port
	TLS    string // its version; empty: the message went in clear
	Answer string // the server's words
	File   string
}

// IsPermanent reports whether err is a refusal of the message itself, so that
// sending it again is useless. Everything else (no connection, a server that is
// busy or does not know our password) is worth another attempt.
func IsPermanent(err error) bool {
	var s *sendError
	return errors.As(err, &s) && s.permanent
}

type sendError struct {
	text      string
	permanent bool
	cause     error
}

func (e *sendError) Error() string { return e.text }
func (e *sendError) Unwrap() error { return e.cause }

// Some servers quote the link they dislike in their answer.
var linkInText = regexp.MustCompile(`(?i)\S*(://|token=)\S*`)

func newSendError(cause error, permanent bool) error {
	return &sendError{
		text:      "send mail: " + linkInText.ReplaceAllString(cause.Error(), "[link]"),
		permanent: permanent,
		cause:     cause,
	}
}

// compose builds the mail, or refuses what could be more than one mail to one
// person with one subject.
func compose(from *netmail.Address, m Message, encoding gomail.Encoding) (*gomail.Msg, error) {
	to, err := parseAddress(m.To)
	if err != nil {
		return nil, newSendError(fmt.Errorf("recipient: %w", err), true)
	}
	if strings.ContainsFunc(m.Subject, unicode.IsControl) {
		return nil, newSendError(errors.New("the subject has control characters"), true)
	}
	msg := gomail.NewMsg(gomail.WithEncoding(encoding), gomail.WithNoDefaultUserAgent())
	msg.FromMailAddress(from)
	msg.ToMailAddress(to)
	msg.Subject(m.Subject)
	msg.SetDate()
	// The library would put this machine's name into it.
	msg.SetMessageIDWithValue(strings.ToLower(rand.Text()) + from.Address[strings.LastIndexByte(from.Address, '@'):])
	// Out-of-office replies to us would go unread.
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(gomail.TypeTextPlain, crlf(m.Text))
	msg.AddAlternativeString(gomail.TypeTextHTML, crlf(m.HTML))
	return msg, nil
}

// crlf gives text the line ends of mail, which unencoded parts are written with as they are.
func crlf(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// CheckAddress returns an error for a text that is not one mail address.
func CheckAddress(text string) error {
	_, err := parseAddress(text)
	return err
}

// parseAddress takes exactly one ASCII mail address, with or without a name.
func parseAddress(text string) (*netmail.Address, error) {
	if strings.ContainsFunc(text, unicode.IsControl) {
		return nil, errors.New("an address with control characters")
	}
	address, err := netmail.ParseAddress(text)
	if err != nil {
		return nil, errors.New("not one mail address")
	}
	if strings.ContainsFunc(address.Address, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("not an ASCII mail address")
	}
	return address, nil
}
