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
)

// How long a mailed link works.
const (
	invitationLife = 7 * 24 * time.Hour
	resetLife      = time.Hour
	// resetPause keeps anyone from filling a mailbox by asking again and again.
	resetPause = time.Minute
)

// MailJob is a mail to be sent. It holds no secret: the token is made, and its
// hash stored, when the mail goes out.
type MailJob struct {
	Kind      string `json:"kind"`
	Email     string `json:"email"`
	InvitedBy string `json:"invitedBy,omitempty"`
}

// Life is how long the mail is worth sending.
func (j MailJob) Life() time.Duration {
	if j.Kind == MailInvitation {
		return invitationLife
	}
	return resetLife
}

// Mailer writes and delivers the mails. (Link is a credential.)
type Mailer interface {
	Invite(ctx context.Context, to, displayName, invitedBy, link string, validFor time.Duration) error
	Reset(ctx context.Context, to, displayName, link string, validFor time.Duration) error
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
	plain, hash := auth.NewOpaqueToken()
	now, send := a.time(), false
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		earlier, err := tx.PasswordTokenOf(ctx, user.ID)
		if err != nil && !errors.Is(err, tracker.ErrNotFound) {
			return err
		}
		send = !(err == nil && job.Kind == MailReset && earlier.Kind == MailReset && now.Sub(earlier.CreatedAt) < resetPause)
		if !send {
			return nil
		}
		return tx.PutPasswordToken(ctx, store.PasswordToken{UserID: user.ID, Kind: job.Kind, Hash: hash, CreatedAt: now, ExpiresAt: now.Add(job.Life())})
	})
	if err != nil || !send {
		return err
	}
	link := a.publicURL + "btracker/changePassword?" + url.Values{"email": {user.Email}, "token": {plain}}.Encode()
	if job.Kind == MailInvitation {
		err = a.mailer.Invite(ctx, user.Email, user.DisplayName, job.InvitedBy, link, job.Life())
	} else {
		err = a.mailer.Reset(ctx, user.Email, user.DisplayName, link, job.Life())
	}
	if err != nil {
		// The retry must not be mistaken for a second request within the pause.
		err = errors.Join(err, a.store.Write(ctx, func(tx *store.Tx) error { return tx.DeletePasswordToken(ctx, user.ID, hash) }))
	}
	return err
}
