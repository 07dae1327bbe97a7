package main

import (
	"io"
	"net"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// postOffice is a mail server that can be down, slow or unwilling.
type postOffice struct {
	addr string

	mu      sync.Mutex
	server  *smtp.Server
	slow    time.Duration // each mail is taken after so long
	refuse  bool
	letters map[string]int // by recipient
}

// newPostOffice has an address, where nobody listens until it opens.
func newPostOffice(l *lab) (*postOffice, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &postOffice{addr: listener.Addr().String(), letters: map[string]int{}}
	l.later(func() error {
		if p.server != nil {
			_ = p.server.Close()
		}
		return nil
	})
	return p, listener.Close()
}

func (p *postOffice) open() error {
	listener, err := net.Listen("tcp", p.addr)
	if err != nil {
		return err
	}
	p.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &visit{office: p}, nil }))
	p.server.ErrorLog = nobody{}
	go p.server.Serve(listener)
	return nil
}

// behave changes how the next mails are treated.
func (p *postOffice) behave(slow time.Duration, refuse bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.slow, p.refuse = slow, refuse
}

// delivered counts those of the addresses that got no mail, and the mails beyond
// the first.
func (p *postOffice) delivered(to []string) (missing, doubled int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, address := range to {
		n := p.letters[address]
		if n == 0 {
			missing++
		}
		doubled += max(0, n-1)
	}
	return missing, doubled
}

type visit struct {
	office *postOffice
	to     string
}

func (v *visit) Mail(string, *smtp.MailOptions) error { return nil }
func (v *visit) Reset()                               {}
func (v *visit) Logout() error                        { return nil }

func (v *visit) Rcpt(to string, _ *smtp.RcptOptions) error {
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	if v.office.refuse {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
	}
	v.to = to
	return nil
}

func (v *visit) Data(r io.Reader) error {
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	v.office.mu.Lock()
	slow := v.office.slow
	v.office.mu.Unlock()
	time.Sleep(slow)
	v.office.mu.Lock()
	defer v.office.mu.Unlock()
	v.office.letters[v.to]++
	return nil
}

// nobody reads the mail server's complaints about clients that hang up.
type nobody struct{}

func (nobody) Printf(string, ...any) {}
func (nobody) Println(...any)        {}
