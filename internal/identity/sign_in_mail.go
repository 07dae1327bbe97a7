package identity

import (
	"context"
	"errors"
	"time"

	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// sendLink mails a user a link to choose a password. The link works before it is
// mailed; the user's older links of its kind work until it is delivered.
func (i *Identity) sendLink(ctx context.Context, job change.MailJob, user tracker.User) error {
	plain, hash := auth.NewOpaqueToken()
	now := i.Time()
	token := store.PasswordToken{UserID: user.ID, Kind: job.Kind, Hash: hash, CreatedAt: now, ExpiresAt: now.Add(job.Life())}
	var stored bool
	err := i.Store.Write(ctx, func(tx *store.Tx) (err error) {
		stored, err = tx.InsertPasswordToken(ctx, token)
		return err
	})
	if err != nil || !stored {
		return err
	}
	link := i.PasswordLink(user.Email, plain)
	if job.Kind == change.MailInvitation {
		err = i.Mailer.Invite(ctx, change.ReaderOf(user), job.InvitedBy, link, job.Life())
	} else {
		err = i.Mailer.Reset(ctx, change.ReaderOf(user), link, job.Life())
	}
	if err != nil { // a link that nobody got must not work
		return errors.Join(err, i.Store.Write(ctx, func(tx *store.Tx) error { return tx.DeletePasswordToken(ctx, hash) }))
	}
	return i.Store.Write(ctx, func(tx *store.Tx) error { return tx.VoidOlderPasswordTokens(ctx, token) })
}

// mailboxBackoff keeps anyone from filling a mailbox by asking again and again. A
// few in a row are somebody who waits for one.
var mailboxBackoff = auth.BackoffPolicy{Free: 3, Base: time.Minute, Max: 15 * time.Minute}

// SendAccountMail mails somebody about their account: what happened to it, or a link to choose a password.
func (i *Identity) SendAccountMail(ctx context.Context, job change.MailJob, user tracker.User) error {
	switch job.Kind {
	case change.MailSecurity:
		settings, err := i.Store.NotificationSettings(ctx, user.ID)
		if err != nil {
			return err
		}
		return i.Mailer.Warn(ctx, change.ReaderOf(user), job.Words(user.Language), job.At.In(settings.Zone()), i.PublicURL+"btracker/app/account")
	case change.MailInvitation:
		if user.HasPassword { // set while the mail waited
			return nil
		}
		return i.sendLink(ctx, job, user)
	}
	asked := []throttleSubject{{"reset mail " + user.ID, mailboxBackoff}}
	_, err := i.throttles(ctx, i.Store.Queries, asked)
	if tracker.IsKind(err, tracker.KindTooMany) {
		return nil
	}
	if err == nil {
		err = i.sendLink(ctx, job, user)
	}
	if err != nil {
		return err
	}
	return i.failed(ctx, asked, nil) // counted once it is out: a mail that is tried again is no second request
}
