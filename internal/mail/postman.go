package mail

import (
	"context"
	"time"
)

// Postman writes mails and sends them by a Sender.
type Postman struct{ Sender Sender }

// Reader is whom a mail is for. Mails are in English unless Language is de.
type Reader = struct{ Email, DisplayName, Language string }

// Invite mails a link to choose a first password.
func (p Postman) Invite(ctx context.Context, to Reader, invitedBy, link string, validFor time.Duration) error {
	_, err := p.Sender.Send(ctx, Invitation(LinkMail{DisplayName: to.DisplayName, InvitedBy: invitedBy, Link: link, ValidFor: validFor, Language: to.Language}, to.Email))
	return err
}

// Reset mails a link to choose a new password.
func (p Postman) Reset(ctx context.Context, to Reader, link string, validFor time.Duration) error {
	_, err := p.Sender.Send(ctx, PasswordReset(LinkMail{DisplayName: to.DisplayName, Link: link, ValidFor: validFor, Language: to.Language}, to.Email))
	return err
}

// Warn mails what happened to an account.
func (p Postman) Warn(ctx context.Context, to Reader, text string, at time.Time, link string) error {
	_, err := p.Sender.Send(ctx, Security(SecurityMail{DisplayName: to.DisplayName, What: text, At: at, Link: link, Language: to.Language}, to.Email))
	return err
}

// Report mails a report.
func (p Postman) Report(ctx context.Context, to, id string, report ReportMail) error {
	_, err := p.Sender.Send(ctx, Report(report, to, id))
	return err
}

// Notify mails notifications, and how many more there are.
func (p Postman) Notify(ctx context.Context, to Reader, id string, items []NewsItem, more int, link string) error {
	_, err := p.Sender.Send(ctx, News(NewsMail{DisplayName: to.DisplayName, Items: items, More: more, Link: link, Language: to.Language}, to.Email, id))
	return err
}
