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

// mailboxBackoff keeps anyone from filling a mailbox by asking again and again. A
// few in a row are somebody who waits for one.
var mailboxBackoff = auth.BackoffPolicy{Free: 3, Base: time.Minute, Max: 15 * time.Minute}

// sendAccountMail mails somebody about their account: what happened to it, or a link to choose a password.
func (a *App) sendAccountMail(ctx context.Context, job MailJob, user tracker.User) error {
	switch job.Kind {
	case MailSecurity:
		return a.mailer.Warn(ctx, user.Email, user.DisplayName, job.Text, job.At, a.publicURL+"btracker/app/account")
	case MailInvitation:
		if user.HasPassword { // set while the mail waited
			return nil
		}
		return a.sendLink(ctx, job, user)
	}
	asked := []throttleSubject{{"reset mail " + user.ID, mailboxBackoff}}
	_, err := a.throttles(ctx, a.store.Queries, asked)
	if tracker.IsKind(err, tracker.KindTooMany) {
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
