package change

import (
	"context"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Queue takes work for later, inside the transaction that causes it: the work
// exists exactly when the change does.
type Queue interface {
	EnqueueMail(ctx context.Context, tx *store.Tx, job MailJob) error
	EnqueueBulk(ctx context.Context, tx *store.Tx, id string) error
}

// Kinds of mail, and of the token in it.
const (
	MailInvitation = "invitation"
	MailReset      = "reset"

	// InvitationLink is the kind of a token that is answered instead of mailed. A mail with another one leaves it alone.
	InvitationLink = "invitationLink"

	// These have no token.
	MailNotifications = "notifications"
	MailSecurity      = "security"
	MailWebhook       = "webhook"
	MailChannel       = "channel"
	MailReport        = "report"
)

// weekMailLife is how long people want to know what happened to their account, and a report is news.
const weekMailLife = 7 * 24 * time.Hour

// notificationMailLife is how long news are worth a mail.
const notificationMailLife = 3 * 24 * time.Hour

// MailJob is a mail to be sent. It holds no secret: the token is made, and its
// hash stored, when the mail goes out.
type MailJob struct {
	Kind      string `json:"kind"`
	Email     string `json:"email"`
	InvitedBy string `json:"invitedBy,omitempty"`
	MailID    string `json:"mailId,omitempty"` // of notifications, webhooks and reports

	// Of security: what happened, and when. Of webhooks and channels: why one was switched off. Of reports: weekly or monthly, and the
	// first day of the period.
	Text string    `json:"text,omitempty"`
	At   time.Time `json:"at,omitzero"`

	// Said is Text with its key. It is nil in jobs of earlier versions, which may run beside this one and read Text.
	Said *tracker.Text `json:"said,omitempty"`
}

// Saying is the job with what it says, in one sentence or more.
func (j MailJob) Saying(texts ...tracker.Text) MailJob {
	said := tracker.InARow(texts...)
	j.Said, j.Text = &said, said.String()
	return j
}

// Words is what the mail says in a language.
func (j MailJob) Words(language string) string {
	if j.Said == nil {
		return j.Text
	}
	return j.Said.In(language)
}

// Life is how long the mail is worth sending.
func (j MailJob) Life() time.Duration {
	switch j.Kind {
	case MailInvitation:
		return tracker.InvitationLife
	case MailNotifications, MailWebhook, MailChannel:
		return notificationMailLife
	case MailSecurity, MailReport:
		return weekMailLife
	}
	return tracker.ResetLife
}

// Mailer writes and delivers the mails, in the language of their readers. (Link is a credential.)
type Mailer interface {
	Invite(ctx context.Context, to Reader, invitedBy, link string, validFor time.Duration) error
	Reset(ctx context.Context, to Reader, link string, validFor time.Duration) error
	// Warn mails what happened to an account. at has the time zone of the reader.
	Warn(ctx context.Context, to Reader, text string, at time.Time, link string) error
	// Notify mails notifications. A mail that is sent again, because its first delivery was not
	// confirmed, has the same id.
	Notify(ctx context.Context, to Reader, id string, items []MailItem, more int, link string) error
	// Report mails a report. One that is sent again has the same id.
	Report(ctx context.Context, to, id string, report ReportMail) error
}

// ReportMail is a report in a mail, in the language of its reader.
type ReportMail = struct {
	Language, Subject, Hello, Headline string
	Heading                            []string
	Tables                             []struct{ Rows [][]string } // the first row has the names of the columns
	Link, LinkText, Note               string
	FileName                           string
	File                               []byte // a spreadsheet
}

// Reader is whom a mail is for. Language is empty for somebody who chose none.
type Reader = struct{ Email, DisplayName, Language string }

// ReaderOf is a user who gets a mail.
func ReaderOf(u tracker.User) Reader {
	return Reader{Email: u.Email, DisplayName: u.DisplayName, Language: u.Language}
}

// MailItem is a notification in a mail. Link is empty if there is nothing to open.
type MailItem = struct{ Title, Details, Link string }
