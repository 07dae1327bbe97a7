package main_test

import (
	"io"
	"mime/quotedprintable"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-smtp"

	"btracker/internal/smtptest"
	"btracker/internal/testkit"
)

// mailbox is a mail server that wants a password, and hands out the links it gets.
type mailbox struct {
	*smtptest.Server
	t      *testing.T
	refuse atomic.Bool // mails, once they were read
	tokens chan string
}

func newMailbox(t *testing.T, password string) *mailbox {
	t.Helper()
	m := &mailbox{Server: smtptest.New(t), t: t, tokens: make(chan string, 10)}
	m.Password, m.AllowInsecureAuth, m.Receive = password, true, m.receive
	m.Start()
	return m
}

// next is the token in the next mail's link.
func (m *mailbox) next() string {
	m.t.Helper()
	return testkit.Receive(m.t, "a mail comes", m.tokens)
}

var linkToken = regexp.MustCompile(`changePassword\?\S*token=([\w-]{43})`)

func (m *mailbox) receive(mail smtptest.Mail) error {
	_, body, _ := strings.Cut(mail.Data, "\r\n\r\n")
	text, _ := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body))) // all before what is none of it
	link := linkToken.FindSubmatch(text)
	if link == nil {
		return nil
	}
	refused := m.refuse.Load() // before the test hears of the mail, and changes its mind for the next
	m.tokens <- string(link[1])
	if refused { // some servers quote what they dislike
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "not taken: https://" + string(link[0])}
	}
	return nil
}
