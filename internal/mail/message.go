package mail

import (
	"bytes"
	"cmp"
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
	ID      string // of a mail that may be sent again; else a random one

	Spreadsheet *Spreadsheet // that is attached, if there is one
}

// Spreadsheet is an XLSX file.
type Spreadsheet struct {
	Name string
	Data []byte
}

// Sender delivers a message. IsPermanent tells whether another attempt could succeed after an
// error.
type Sender interface {
	Send(ctx context.Context, m Message) (Receipt, error)
}

// Receipt says where a message went: to a server or into a file.
type Receipt struct {
	Server string // host and port
	TLS    string // its version; empty if the message was not encrypted
	Answer string // of the server
	File   string
}

// IsPermanent reports whether err refuses the message itself, so that another attempt is
// useless. After other errors (no connection, a busy server, a wrong password) another
// attempt may succeed.
func IsPermanent(err error) bool {
	s, ok := errors.AsType[*sendError](err)
	return ok && s.permanent
}

type sendError struct {
	text      string
	permanent bool
	cause     error
}

func (e *sendError) Error() string { return e.text }
func (e *sendError) Unwrap() error { return e.cause }

// Some servers quote a link in their refusal.
var linkInText = regexp.MustCompile(`(?i)\S*(://|token=)\S*`)

func newSendError(cause error, permanent bool) error {
	return &sendError{
		text:      "send mail: " + linkInText.ReplaceAllString(cause.Error(), "[link]"),
		permanent: permanent,
		cause:     cause,
	}
}

// compose builds the mail. It refuses a recipient or subject that could smuggle in other
// recipients or headers.
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
	// The library would put the name of this machine into it.
	msg.SetMessageIDWithValue(cmp.Or(m.ID, strings.ToLower(rand.Text())) + from.Address[strings.LastIndexByte(from.Address, '@'):])
	// Asks for no out-of-office replies, which nobody would read.
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetBodyString(gomail.TypeTextPlain, crlf(m.Text))
	msg.AddAlternativeString(gomail.TypeTextHTML, crlf(m.HTML))
	if s := m.Spreadsheet; s != nil {
		if err := msg.AttachReader(s.Name, bytes.NewReader(s.Data), gomail.WithFileContentType(spreadsheetType)); err != nil {
			return nil, newSendError(err, true)
		}
	}
	return msg, nil
}

const spreadsheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// crlf converts line ends to those of mail, for parts that the library does not encode.
func crlf(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// CheckAddress returns an error if text is not exactly one mail address.
func CheckAddress(text string) error {
	_, err := parseAddress(text)
	return err
}

// parseAddress parses exactly one ASCII mail address, with or without a name.
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
