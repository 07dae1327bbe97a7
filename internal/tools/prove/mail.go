package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"btracker/internal/demo"
	"btracker/internal/tools/program"
)

// fastRequest is what a request that only queues a mail may take.
const fastRequest = time.Second

// mails sends mail through every mood of a mail server.
func mails(ctx context.Context, l *lab) (string, error) {
	office, err := newPostOffice(l)
	if err != nil {
		return "", err
	}
	t := l.sqlite("data")
	t.Env = []string{"BTRACKER_SMTP_URL=smtp://" + office.addr, "BTRACKER_MAIL_FROM=tracker@example.com"}
	metrics, err := freeAddr()
	if err != nil {
		return "", err
	}
	o, err := l.observe(ctx, t, "--metrics-addr", metrics)
	if err != nil {
		return "", err
	}
	m := &mailing{lab: l, observed: o, office: office, gauge: gauge{o.server.PID(), program.NewClient("http://" + metrics)}}
	each := l.of(4, 40)
	for _, step := range []func(context.Context, int) error{m.down, m.slow, m.refused} {
		if err := step(ctx, each); err != nil {
			return m.figures(), err
		}
	}
	return m.figures(), nil
}

type mailing struct {
	*lab
	observed
	office  *postOffice
	gauge   gauge
	sent    int
	dead    int
	slowest time.Duration
}

func (m *mailing) figures() string {
	return fmt.Sprintf("%d mails arrived once each, %d dead and visible, slowest request %d ms", m.sent, m.dead, m.slowest.Milliseconds())
}

// request calls the server and remembers how long that took.
func (m *mailing) request(ctx context.Context, path string, body object) error {
	began := time.Now()
	err := m.server.Call(ctx, http.MethodPost, path, body, nil)
	m.slowest = max(m.slowest, time.Since(began))
	if err == nil && m.tooSlow(m.slowest, fastRequest) {
		err = fmt.Errorf("%s took %s", path, m.slowest)
	}
	return err
}

func (m *mailing) invite(ctx context.Context, word string, n int) (to []string, err error) {
	for i := range n {
		email := fmt.Sprintf("%s%d@example.com", word, i)
		if err := m.request(ctx, "/api/v1/UserManagement", object{"email": email, "displayName": email, "gender": 0}); err != nil {
			return nil, err
		}
		to = append(to, email)
	}
	return to, nil
}

func (m *mailing) arrive(ctx context.Context, to []string) error {
	_, err := within(ctx, patience, "mails arrive", func() bool { missing, _ := m.office.delivered(to); return missing == 0 })
	if _, doubled := m.office.delivered(to); doubled > 0 {
		err = errors.Join(err, fmt.Errorf("%d mails came twice", doubled))
	}
	m.sent += len(to)
	return err
}

// jobs counts the mail jobs of which something holds.
func (m *mailing) jobs(ctx context.Context, condition string) (n int) {
	_ = m.QueryRowContext(ctx, "SELECT count(*) FROM river_job WHERE kind = 'mail' AND "+condition).Scan(&n)
	return n
}

// down: nobody listens. What waits arrives once the server is there, but for a
// reset link that is over by then.
func (m *mailing) down(ctx context.Context, n int) error {
	to, err := m.invite(ctx, "down", n)
	if err != nil {
		return err
	}
	late := demo.Moderators[0].Email
	if err := m.request(ctx, "/api/v1/account/requestPassReset", object{"email": late}); err != nil {
		return err
	}
	if _, err := within(ctx, patience, "a first attempt failed", func() bool { return m.jobs(ctx, "errors IS NOT NULL") == n+1 }); err != nil {
		return err
	}
	if _, err := m.ExecContext(ctx, "UPDATE river_job SET created_at = datetime('now', '-2 hours') WHERE json(args) LIKE '%\"reset\"%'"); err != nil {
		return err
	}
	if err := m.office.open(); err != nil {
		return err
	}
	if err := m.arrive(ctx, to); err != nil {
		return err
	}
	if err := m.die(ctx); err != nil {
		return err
	}
	if missing, _ := m.office.delivered([]string{late}); missing == 0 {
		return errors.New("a link that is over was mailed")
	}
	return nil
}

// die waits for one more mail that is given up: it stays in the queue, and is
// counted.
func (m *mailing) die(ctx context.Context) error {
	m.dead++
	_, err := within(ctx, patience, "a dead mail is visible", func() bool { return m.jobs(ctx, "state = 'cancelled'") == m.dead })
	if err != nil {
		return err
	}
	counted, err := m.gauge.metric(ctx, "btracker_mails_dead_total")
	if err == nil && counted != m.dead {
		err = fmt.Errorf("of %d dead mails %d are counted", m.dead, counted)
	}
	return err
}

func (m *mailing) slow(ctx context.Context, n int) error {
	m.office.behave(2*time.Second, false)
	defer m.office.behave(0, false)
	to, err := m.invite(ctx, "slow", n)
	if err != nil {
		return err
	}
	return m.arrive(ctx, to)
}

func (m *mailing) refused(ctx context.Context, _ int) error {
	m.office.behave(0, true)
	if _, err := m.invite(ctx, "refused", 1); err != nil {
		return err
	}
	return m.die(ctx)
}
