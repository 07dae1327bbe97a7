package mail

import (
	"context"
	"time"
)

// Postman writes mails and sends them by a Sender.
type Postman struct{ Sender Sender }

// Invite mails a link to choose a first password.
func (p Postman) Invite(ctx context.Context, to, displayName, invitedBy, link string, validFor time.Duration) error {
	_, err := p.Sender.Send(ctx, Invitation(LinkMail{DisplayName: displayName, InvitedBy: invitedBy, Link: link, ValidFor: validFor}, to))
	return err
}

// Reset mails a link to choose a new password.
func (p Postman) Reset(ctx context.Context, to, displayName, link string, validFor time.Duration) error {
	_, err := p.Sender.Send(ctx, PasswordReset(LinkMail{DisplayName: displayName, Link: link, ValidFor: validFor}, to))
	return err
}

// Warn mails what happened to an account.
func (p Postman) Warn(ctx context.Context, to, displayName, text string, at time.Time, link string) error {
	_, err := p.Sender.Send(ctx, Security(SecurityMail{DisplayName: displayName, What: text, At: at, Link: link}, to))
	return err
}

// Report mails a report.
func (p Postman) Report(ctx context.Context, to, id string, report ReportMail) error {
	_, err := p.Sender.Send(ctx, Report(report, to, id))
	return err
}

// Notify mails notifications, and how many more there are.
func (p Postman) Notify(ctx context.Context, to, displayName, id string, items []NewsItem, more int, link string) error {
	_, err := p.Sender.Send(ctx, News(NewsMail{DisplayName: displayName, Items: items, More: more, Link: link}, to, id))
	return err
}
