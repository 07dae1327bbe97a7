package main_test

import (
	"io"
	"mime/quotedprintable"
	"net"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// mailbox is a mail server that wants a password, and hands out the links it gets.
type mailbox struct {
	t        *testing.T
	addr     string
	password string
	refuse   atomic.Bool // mails, once they were read
	tokens   chan string
	subject  atomic.Value // of the last mail
}

func newMailbox(t *testing.T, password string) *mailbox {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &mailbox{t: t, addr: listener.Addr().String(), password: password, tokens: make(chan string, 10)}
	server := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return delivery{m}, nil }))
	server.AllowInsecureAuth = true
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	return m
}

// next is the token in the next mail's link.
func (m *mailbox) next() string {
	m.t.Helper()
	select {
	case token := <-m.tokens:
		return token
	case <-time.After(time.Minute):
		m.t.Fatal("no mail came")
		return ""
	}
}

type delivery struct{ *mailbox }

func (d delivery) AuthMechanisms() []string { return []string{sasl.Plain} }

func (d delivery) Auth(string) (sasl.Server, error) {
	return sasl.NewPlainServer(func(_, _, password string) error {
		if password != d.password {
			return smtp.ErrAuthFailed
		}
		return nil
	}), nil
}

func (d delivery) Mail(string, *smtp.MailOptions) error { return nil }
func (d delivery) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (d delivery) Reset()                               {}
func (d delivery) Logout() error                        { return nil }

var subjectLine = regexp.MustCompile(`(?m)^Subject: .*$`)

var linkToken = regexp.MustCompile(`changePassword\?\S*token=([\w-]{43})`)

func (d delivery) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	header, body, _ := strings.Cut(string(raw), "\r\n\r\n")
	d.subject.Store(subjectLine.FindString(header))
	text, _ := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body))) // all before what is none of it
	link := linkToken.FindSubmatch(text)
	if link == nil {
		return nil
	}
	refused := d.refuse.Load() // before the test hears of the mail, and changes its mind for the next
	d.tokens <- string(link[1])
	if refused { // some servers quote what they dislike
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not taken: https://" + string(link[0])}
	}
	return nil
}
