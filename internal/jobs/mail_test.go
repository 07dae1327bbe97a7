package jobs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"

	"btracker/internal/auth"
	"btracker/internal/jobs"
	"btracker/internal/smtptest"
	"btracker/internal/testkit"
)

func TestMailGoesOutOnceAndOnlyWhenItsTransactionCommits(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		o.server.Start()
		id := o.addUser("a@example.com")
		o.addUser("b@example.com")
		q, start := o.queue()
		o.enqueue(q, "b@example.com", errRolledBack)
		o.enqueue(q, "a@example.com", nil)
		if list := o.mailJobs(); len(list) != 1 || strings.ReplaceAll(list[0].args, " ", "") != `{"kind":"reset","email":"a@example.com"}` {
			t.Fatalf("the queue holds %+v", list)
		}
		start()
		o.untilState("completed")
		mails := o.server.Mails()
		if len(mails) != 1 || mails[0].To != "a@example.com" {
			t.Fatalf("mails: %+v", mails)
		}
		o.linkWorks(mails[0], id)
	})
}

// linkWorks proves that the mail holds the token whose hash is stored, and that
// the token is in no other place.
func (o *office) linkWorks(mail smtptest.Mail, userID string) {
	o.Helper()
	token := tokenIn(o.T, mail)
	stored, err := o.store.PasswordTokens(o.Context(), userID)
	if err != nil || len(stored) != 1 || stored[0].Hash != auth.HashOpaqueToken(token) {
		o.Errorf("the mailed token is not the stored one: %v, %v", stored, err)
	}
	for _, text := range []string{fmt.Sprint(o.mailJobs()), o.logs.String()} {
		if strings.Contains(text, token) || strings.Contains(text, "changePassword") {
			o.Errorf("the link is in the queue or in the log:\n%s", text)
		}
	}
}

func TestMailIsTriedAgainUntilTheServerIsBack(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		id := o.addUser("a@example.com")
		q, start := o.queue()
		o.enqueue(q, "a@example.com", nil)
		start()
		testkit.Until(t, "a first attempt failed", func() bool { return o.mailJobs()[0].errors != "" })
		if state := o.mailJobs()[0].state; state == "cancelled" || state == "discarded" || state == "completed" {
			t.Fatalf("without a server the job is %s", state)
		}
		if q.DeadMails() != 0 {
			t.Error("a mail that waits is taken for dead")
		}
		o.server.Start()
		o.untilState("completed")
		mails := o.server.Mails()
		if len(mails) != 1 {
			t.Fatalf("%d mails", len(mails))
		}
		o.linkWorks(mails[0], id)
	})
}

func TestRefusedMailIsCancelledAndStaysVisible(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		o.server.Recipient = func(string) error { return &smtp.SMTPError{Code: 550, Message: "no such mailbox"} }
		o.server.Start()
		id := o.addUser("a@example.com")
		q, start := o.queue()
		o.enqueue(q, "a@example.com", nil)
		start()
		if j := o.untilState("cancelled"); !strings.Contains(j.errors, "no such mailbox") {
			t.Errorf("the queue says %q", j.errors)
		}
		o.toldOfDead(q, "no such mailbox")
		if stored, err := o.store.PasswordTokens(t.Context(), id); err != nil || len(stored) != 0 {
			t.Errorf("the token of a mail that never went out: %v, %v", stored, err)
		}
	})
}

func TestMailThatIsTooLateIsCancelled(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		o.server.Start()
		o.addUser("a@example.com")
		q, start := o.queue()
		o.enqueue(q, "a@example.com", nil)
		o.execute(map[string]string{
			"sqlite":   "UPDATE river_job SET created_at = datetime('now', '-2 hours')",
			"postgres": "UPDATE river_job SET created_at = now() - interval '2 hours'",
		}[o.store.Dialect()])
		start()
		o.untilState("cancelled")
		o.toldOfDead(q, "could not be sent in time")
		if mails := o.server.Mails(); len(mails) != 0 {
			t.Errorf("%d mails with a link that is over", len(mails))
		}
	})
}

// The last of many attempts is told of like a refusal.
func TestMailThatFailedTooOftenIsDiscarded(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		o.addUser("a@example.com")
		q, start := o.queue()
		o.enqueue(q, "a@example.com", nil)
		o.execute("UPDATE river_job SET max_attempts = 1")
		start()
		o.untilState("discarded")
		o.toldOfDead(q, "connection refused")
	})
}

// toldOfDead checks what an operator learns of one mail that nobody got.
func (o *office) toldOfDead(q *jobs.Queue, why string) {
	o.Helper()
	log := o.logs.String()
	if q.DeadMails() != 1 || strings.Count(log, "mail given up") != 1 || !strings.Contains(log, "to=a@example.com") || !strings.Contains(log, why) {
		o.Errorf("%d dead mails, want one because %s\n%s", q.DeadMails(), why, log)
	}
}

func TestMailToNobodyIsDone(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		o.server.Start()
		q, start := o.queue()
		o.enqueue(q, "nobody@example.com", nil)
		start()
		o.untilState("completed")
		if mails := o.server.Mails(); len(mails) != 0 {
			t.Errorf("%d mails", len(mails))
		}
	})
}

func TestTwoReplicasSendEachMailOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		o.server.Start()
		q, start := o.queue()
		_, startOther := o.queue()
		const users = 12
		for i := range users {
			email := fmt.Sprintf("user%d@example.com", i)
			o.addUser(email)
			o.enqueue(q, email, nil)
		}
		start()
		startOther()
		testkit.Until(t, "all are done", func() bool {
			done := 0
			for _, j := range o.mailJobs() {
				if j.state == "completed" {
					done++
				}
			}
			return done == users
		})
		to := map[string]int{}
		for _, l := range o.server.Mails() {
			to[l.To]++
		}
		for email, n := range to {
			if n != 1 {
				t.Errorf("%s got %d mails", email, n)
			}
		}
		if len(to) != users {
			t.Errorf("%d of %d got one", len(to), users)
		}
	})
}
