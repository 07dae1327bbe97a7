package app

import (
	"context"
	"errors"
	"net/url"
	"time"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Kinds of mail, and of the token in it.
const (
	MailInvitation = "invitation"
	MailReset      = "reset"

	// These have no token.
	MailNotifications = "notifications"
	MailSecurity      = "security"
	MailWebhook       = "webhook"
)

// mailboxBackoff keeps anyone from filling a mailbox by asking again and again. A
// few in a row are somebody who waits for one.
var mailboxBackoff = auth.BackoffPolicy{Free: 3, Base: time.Minute, Max: 15 * time.Minute}

// securityMailLife is how long people want to know what happened to their account.
const securityMailLife = 7 * 24 * time.Hour

// MailJob is a mail to be sent. It holds no secret: the token is made, and its
// hash stored, when the mail goes out.
type MailJob struct {
	Kind      string `json:"kind"`
	Email     string `json:"email"`
	InvitedBy string `json:"invitedBy,omitempty"`
	MailID    string `json:"mailId,omitempty"` // of notifications and webhooks

	// Of security: what happened, and when. Of webhooks: why one was switched off.
	Text string    `json:"text,omitempty"`
	At   time.Time `json:"at,omitzero"`
}

// Life is how long the mail is worth sending.
func (j MailJob) Life() time.Duration {
	switch j.Kind {
	case MailInvitation:
		return tracker.InvitationLife
	case MailNotifications, MailWebhook:
		return notificationMailLife
	case MailSecurity:
		return securityMailLife
	}
	return tracker.ResetLife
}

// Mailer writes and delivers the mails. (Link is a credential.)
type Mailer interface {
	Invite(ctx context.Context, to, displayName, invitedBy, link string, validFor time.Duration) error
	Reset(ctx context.Context, to, displayName, link string, validFor time.Duration) error
	// Warn mails what happened to an account.
	Warn(ctx context.Context, to, displayName, text string, at time.Time, link string) error
	// Notify mails notifications. A mail that is sent again, because its first delivery was not
	// confirmed, has the same id.
	Notify(ctx context.Context, to, displayName, id string, items []MailItem, more int, link string) error
}

// SendMail carries out a mail job. An address nobody has, or a user who may not
// sign in, gets nothing, and that is no error: whoever asked must not learn it.
func (a *App) SendMail(ctx context.Context, job MailJob) error {
	user, err := a.store.UserByEmail(ctx, job.Email)
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.Status == tracker.UserDisabled {
		return nil
	}
	if err != nil {
		return err
	}
	if job.Kind == MailNotifications {
		return a.sendNotifications(ctx, job, user)
	}
	if job.Kind == MailSecurity {
		return a.mailer.Warn(ctx, user.Email, user.DisplayName, job.Text, job.At, a.publicURL+"btracker/app/account")
	}
	if job.Kind == MailWebhook {
		if !user.IsAdmin { // not any more
			return nil
		}
		return a.mailer.Notify(ctx, user.Email, user.DisplayName, job.MailID, []MailItem{{Title: "Webhook switched off", Details: job.Text}}, 0, a.publicURL+"btracker/app/webhooks")
	}
	if job.Kind == MailInvitation {
		if user.HasPassword { // set while the mail waited
			return nil
		}
		return a.sendLink(ctx, job, user)
	}
	asked := []throttleSubject{{"reset mail " + user.ID, mailboxBackoff}}
	if _, err = a.throttles(ctx, a.store.Queries, asked); tracker.IsKind(err, tracker.KindTooMany) {
		return nil
	}
	if err == nil {
		err = a.sendLink(ctx, job, user)
	}
	if err != nil {
		return err
	}
	return a.failed(ctx, asked, nil) // counted once it is out: a mail that is tried again is no second request
}

// sendLink mails a user a link to choose a password. The link works before it is
// mailed; the user's older links of its kind work until it is delivered.
func (a *App) sendLink(ctx context.Context, job MailJob, user tracker.User) error {
	plain, hash := auth.NewOpaqueToken()
	now := a.time()
	token := store.PasswordToken{UserID: user.ID, Kind: job.Kind, Hash: hash, CreatedAt: now, ExpiresAt: now.Add(job.Life())}
	var stored bool
	err := a.store.Write(ctx, func(tx *store.Tx) (err error) {
		stored, err = tx.InsertPasswordToken(ctx, token)
		return err
	})
	if err != nil || !stored {
		return err
	}
	link := a.publicURL + "btracker/changePassword?" + url.Values{"email": {user.Email}, "token": {plain}}.Encode()
	if job.Kind == MailInvitation {
		err = a.mailer.Invite(ctx, user.Email, user.DisplayName, job.InvitedBy, link, job.Life())
	} else {
		err = a.mailer.Reset(ctx, user.Email, user.DisplayName, link, job.Life())
	}
	if err != nil { // a link that nobody got must not work
		return errors.Join(err, a.store.Write(ctx, func(tx *store.Tx) error { return tx.DeletePasswordToken(ctx, hash) }))
	}
	return a.store.Write(ctx, func(tx *store.Tx) error { return tx.VoidOlderPasswordTokens(ctx, token) })
}
