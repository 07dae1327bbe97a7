package prove

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"btracker/internal/demo"
	"btracker/internal/smtptest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// fastRequest is how long a request that only queues a mail may take.
const fastRequest = time.Second

// With the mail server down, slow or refusing, requests stay fast, mails arrive
// later, and dead ones are visible.
func TestMail(t *testing.T) {
	begin(t)
	m := &mailing{T: t, office: smtptest.New(t)}
	m.office.Receive = func(smtptest.Mail) error { time.Sleep(time.Duration(m.delay.Load())); return nil }
	m.office.Recipient = func(string) error {
		if m.unwilling.Load() {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
		}
		return nil
	}
	defer func() {
		t.Logf("%d mails arrived once each, %d dead and visible, slowest request %d ms", m.sent, m.dead, m.slowest.Milliseconds())
	}()
	target, metrics := onSQLite(t), testkit.FreeAddress(t)
	target.Env = mailsThrough(m.office)
	m.observed, m.metrics = observe(t, target, "--metrics-addr", metrics), program.NewClient("http://"+metrics)
	m.whileDown(shortOrFull(4, 40))
	m.delay.Store(int64(2 * time.Second))
	m.arrive(m.invite("slow", shortOrFull(4, 40)))
	m.delay.Store(0)
	m.unwilling.Store(true)
	m.invite("refused", 1)
	m.oneMoreDies()
}

func mailsThrough(office *smtptest.Server) (env []string) {
	return []string{"BTRACKER_SMTP_URL=smtp://" + office.Addr, "BTRACKER_MAIL_FROM=tracker@example.com"}
}

type mailing struct {
	*testing.T
	observed
	office    *smtptest.Server
	delay     atomic.Int64 // before a mail is accepted
	unwilling atomic.Bool
	metrics   program.Client
	sent      int
	dead      int
	slowest   time.Duration
}

// request calls the server and remembers how long that took.
func (m *mailing) request(path string, body object) {
	m.Helper()
	began := time.Now()
	ok(m, m.server.Call(m.Context(), http.MethodPost, path, body, nil))
	m.slowest = max(m.slowest, time.Since(began))
	atMost(m, path, m.slowest, fastRequest)
}

func (m *mailing) invite(word string, n int) (to []string) {
	m.Helper()
	for i := range n {
		email := fmt.Sprintf("%s%d@example.com", word, i)
		m.request("/api/v1/UserManagement", object{"email": email, "displayName": email, "gender": 0})
		to = append(to, email)
	}
	return to
}

func (m *mailing) arrive(to []string) {
	m.Helper()
	testkit.Until(m, "mails arrive", func() bool { missing, _ := delivered(m.office, to); return missing == 0 })
	if _, twice := delivered(m.office, to); twice > 0 {
		m.Fatalf("%d mails came twice", twice)
	}
	m.sent += len(to)
}

// delivered counts the addresses that got no mail, and the mails beyond the first.
func delivered(office *smtptest.Server, to []string) (missing, twice int) {
	mails := map[string]int{}
	for _, mail := range office.Mails() {
		mails[mail.To]++
	}
	for _, address := range to {
		if mails[address] == 0 {
			missing++
		}
		twice += max(0, mails[address]-1)
	}
	return missing, twice
}

// jobs counts the mail jobs for which a condition holds.
func (m *mailing) jobs(condition string) int {
	m.Helper()
	return m.number("SELECT count(*) FROM river_job WHERE kind = 'mail' AND " + condition)
}

// whileDown sends mails while nobody listens. They arrive once the mail server is
// there, except a reset link that has expired by then.
func (m *mailing) whileDown(n int) {
	to, late := m.invite("down", n), demo.Moderators[0].Email
	m.request("/api/v1/account/requestPassReset", object{"email": late})
	testkit.Until(m, "a first attempt failed", func() bool { return m.jobs("errors IS NOT NULL") == n+1 })
	m.execute("UPDATE river_job SET created_at = datetime('now', '-2 hours') WHERE json(args) LIKE '%\"reset\"%'")
	m.office.Start()
	m.arrive(to)
	m.oneMoreDies()
	if missing, _ := delivered(m.office, []string{late}); missing == 0 {
		m.Fatal("a link that is over was mailed")
	}
}

// oneMoreDies waits until one more mail is given up: it stays in the queue, and a
// metric counts it.
func (m *mailing) oneMoreDies() {
	m.Helper()
	m.dead++
	testkit.Until(m, "a dead mail is visible", func() bool { return m.jobs("state = 'cancelled'") == m.dead })
	samples, err := m.metrics.Metrics(m.Context())
	ok(m, err)
	if counted := samples["btracker_mails_dead_total"]; int(counted) != m.dead {
		m.Fatalf("of %d dead mails %.0f are counted", m.dead, counted)
	}
}
