package jobs_test

import (
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/smtptest"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// newsroom is an office with a project, whose clock the test moves, and a queue that works.
type newsroom struct {
	*office
	app     *app.App
	now     atomic.Int64
	admin   change.Caller
	project string
	item    string
}

// Sunday noon.
var newsStart = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func newNewsroom(o *office) *newsroom {
	o.Helper()
	r := &newsroom{office: o}
	r.now.Store(newsStart.UnixMilli())
	o.now = func() time.Time { return time.UnixMilli(r.now.Load()) }
	o.server.Start()
	_, start := o.queue()
	r.app = o.app
	r.admin = r.person("admin@example.com", true, nil)
	company, err := r.app.CreateCompany(o.Context(), r.admin, tracker.CompanyInput{Name: "Shop & Söhne"})
	r.ok(err)
	project, err := r.app.CreateProject(o.Context(), r.admin, tracker.ProjectInput{CompanyID: company.Entity.ID, ProjectFields: tracker.ProjectFields{Name: "Site"}})
	r.ok(err)
	_, err = r.app.CreateCategory(o.Context(), r.admin, tracker.Subscriptions, tracker.CategoryInput{Name: "Hosting"})
	r.ok(err)
	var in tracker.SubscriptionInput
	r.ok(json.Unmarshal([]byte(`{"categoryName": "Hosting", "name": "Server <1>", "status": 0, "cost": 5}`), &in))
	item, err := r.app.CreateItem(o.Context(), r.admin, tracker.Subscriptions, &in)
	r.ok(err)
	r.project, r.item = project.Entity.ID, item.Entity.ID
	start()
	return r
}

func (r *newsroom) ok(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

// person is somebody who is signed in, with settings.
func (r *newsroom) person(email string, isAdmin bool, settings *string) change.Caller {
	r.Helper()
	c := change.Caller{User: tracker.User{ID: "user-" + email, Email: email, DisplayName: "Grace", IsAdmin: isAdmin, CreatedAt: newsStart}, SessionID: "session-" + email}
	r.ok(r.store.Write(r.Context(), func(tx *store.Tx) error {
		if err := tx.InsertUser(r.Context(), c.User, nil); err != nil {
			return err
		}
		return tx.InsertSession(r.Context(), store.Session{ID: c.SessionID, UserID: c.User.ID, CreatedAt: newsStart, ExpiresAt: newsStart.AddDate(1, 0, 0)})
	}))
	if settings != nil {
		_, err := r.app.AddProjectModerator(r.Context(), r.admin, tracker.ModeratorInput{ID: r.project, UserEmail: email, Role: tracker.Some(tracker.RoleSupport)})
		r.ok(err)
		var in tracker.NotificationSettingsInput
		r.ok(json.Unmarshal([]byte(*settings), &in))
		_, err = r.app.EditNotificationSettings(r.Context(), c, in)
		r.ok(err)
	}
	return c
}

func (r *newsroom) attach(days int) (id string) {
	r.Helper()
	saved, err := r.app.AttachSubscription(r.Context(), r.admin, tracker.ProjectSubscriptionInput{ProjectID: r.project, SubscriptionID: r.item,
		ProjectSubscriptionFields: tracker.ProjectSubscriptionFields{StartAt: tracker.Some(newsStart), EndAt: tracker.Some(newsStart.AddDate(0, 0, days)),
			AutoRenew: tracker.Some(false), Price: tracker.Some(tracker.Amount("10"))}})
	r.ok(err)
	return saved.Entity.ID
}

func (r *newsroom) at(instant string) {
	r.Helper()
	now, err := time.Parse(time.RFC3339, instant)
	r.ok(err)
	r.now.Store(now.UnixMilli())
	r.ok(r.app.ScanSubscriptions(r.Context()))
}

// arrives waits until there are so many mails, and returns the last one.
func (r *newsroom) arrives(number int) smtptest.Mail {
	r.Helper()
	testkit.Until(r, "a mail arrives", func() bool { return len(r.server.Mails()) >= number && r.waiting() == 0 })
	mails := r.server.Mails()
	if len(mails) != number {
		r.Fatalf("%d mails, want %d", len(mails), number)
	}
	return mails[number-1]
}

// waiting counts the mails that are not sent yet.
func (r *newsroom) waiting() (n int) {
	for _, j := range r.mailJobs() {
		if j.state != "completed" {
			n++
		}
	}
	return n
}

// parts reads a mail as a mail program does.
func parts(t *testing.T, mail smtptest.Mail) (header netmail.Header, text, html string) {
	t.Helper()
	message, err := netmail.ReadMessage(strings.NewReader(mail.Data))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(message.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	var bodies []string
	for from := multipart.NewReader(message.Body, params["boundary"]); len(bodies) < 2; {
		part, err := from.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(part)
		if err != nil {
			t.Fatal(err)
		}
		bodies = append(bodies, strings.ReplaceAll(string(body), "\r\n", "\n"))
	}
	return message.Header, bodies[0], bodies[1]
}

// expect checks who got a mail, its subject, and the sentences with their links.
func (r *newsroom) expect(mail smtptest.Mail, to, subject string, items ...[2]string) {
	r.Helper()
	header, text, html := parts(r.T, mail)
	if mail.To != to || header.Get("Subject") != subject {
		r.Errorf("%q to %s, want %q to %s", header.Get("Subject"), mail.To, subject, to)
	}
	want := "Hello Grace,\n\n"
	for _, item := range items {
		title, details, link := item[0], "Server <1> of Site (Shop & Söhne) "+item[0][strings.Index(item[0], ":")+1:], ""
		title = "Subscription " + title[:strings.Index(title, ":")]
		want += title + "\n" + details + "\n"
		if item[1] != "" {
			link = "https://tracker.example/btracker/app/projects/" + r.project + "/sub/" + item[1]
			want += link + "\n"
		}
		want += "\n"
		if escaped := strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(details); !strings.Contains(html, escaped) ||
			!strings.Contains(html, link) || !strings.Contains(html, title) {
			r.Errorf("the page has no %s, %s:\n%s", escaped, link, html)
		}
	}
	want += "All notifications:\nhttps://tracker.example/btracker/app/notifications\n\nDays in it are in UTC. You chose to get these mails. Your account page has the settings."
	if strings.TrimSpace(text) != want {
		r.Errorf("text\n%s\nwant\n%s", text, want)
	}
}

// Mails of notifications arrive at a real server: at once, and together at the person's own hour.
func TestNewsByMail(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		r := newNewsroom(o)
		for email, settings := range map[string]string{
			"each@example.com":   `{"email": "each"}`,
			"daily@example.com":  `{"email": "daily", "hour": 7, "timeZone": "Pacific/Auckland"}`, // 18:00 UTC, the day before
			"weekly@example.com": `{"email": "weekly", "hour": 23, "timeZone": "America/New_York"}`,
			"off@example.com":    `{"email": "off"}`,
		} {
			r.person(email, false, &settings)
		}
		soon := func(id, day string) [2]string { return [2]string{"ends soon:ends on " + day + " Nov 2026.", id} }
		first := r.attach(5)
		r.expect(r.arrives(1), "each@example.com", "1 new notification in btracker", soon(first, "20"))
		second := r.attach(3)
		r.expect(r.arrives(2), "each@example.com", "1 new notification in btracker", soon(second, "18"))
		r.at("2026-11-15T17:59:59Z")
		r.arrives(2)
		r.at("2026-11-15T18:00:00Z")
		r.expect(r.arrives(3), "daily@example.com", "2 new notifications in btracker", soon(first, "20"), soon(second, "18"))
		_, err := r.app.CancelProjectSubscription(t.Context(), r.admin, tracker.CancelInput{ItemRef: tracker.ItemRef{ID: first}, CancelationReason: "too slow"})
		r.ok(err)
		canceled := [2]string{"canceled:was canceled. Reason: too slow", first}
		r.expect(r.arrives(4), "each@example.com", "1 new notification in btracker", canceled)
		r.at("2026-11-16T18:00:00Z")
		r.expect(r.arrives(5), "daily@example.com", "1 new notification in btracker", canceled)
		// What was removed is still told of, without a link.
		_, err = r.app.DetachSubscription(t.Context(), r.admin, tracker.ItemRef{ID: second})
		r.ok(err)
		r.at("2026-11-17T03:59:59Z")
		r.arrives(5)
		r.at("2026-11-17T04:00:00Z") // Monday evening in New York
		r.expect(r.arrives(6), "weekly@example.com", "3 new notifications in btracker", soon(first, "20"), soon("", "18"), canceled)
		r.at("2026-11-24T04:00:00Z") // nothing new is no mail
		r.arrives(6)
	})
}

// A mail that the server does not take, or takes without being able to say so, is tried again as the same mail.
func TestNewsAreTriedAgain(t *testing.T) {
	onBoth(t, func(t *testing.T, o *office) {
		var tried, taken atomic.Int32
		o.server.Recipient = func(string) error {
			if tried.Add(1) == 1 {
				return &smtp.SMTPError{Code: 451, Message: "try later"}
			}
			return nil
		}
		var first atomic.Value
		o.server.Receive = func(m smtptest.Mail) error {
			if taken.Add(1) == 1 { // as if the answer were lost
				first.Store(m)
				return &smtp.SMTPError{Code: 421, Message: "closing"}
			}
			return nil
		}
		r := newNewsroom(o)
		r.person("each@example.com", false, new(`{"email": "each"}`))
		id := r.attach(5)
		testkit.Until(t, "it is tried again", func() bool {
			// River would wait for up to 16 seconds.
			o.execute(map[string]string{"sqlite": "UPDATE river_job SET scheduled_at = datetime('now', '-1 second') WHERE state = 'retryable'",
				"postgres": "UPDATE river_job SET scheduled_at = now() WHERE state = 'retryable'"}[o.store.Dialect()])
			return len(o.server.Mails()) > 0
		})
		mail := r.arrives(1)
		r.expect(mail, "each@example.com", "1 new notification in btracker", [2]string{"ends soon:ends on 20 Nov 2026.", id})
		header, _, _ := parts(t, mail)
		lost, _, _ := parts(t, first.Load().(smtptest.Mail))
		if header.Get("Message-ID") == "" || header.Get("Message-ID") != lost.Get("Message-ID") {
			t.Errorf("%s after %s", header.Get("Message-ID"), lost.Get("Message-ID"))
		}
		if n := tried.Load(); n != 3 {
			t.Errorf("tried %d times", n)
		}
	})
}
