package notify

import (
	"btracker/internal/change"
	"btracker/internal/webhook"
)

// Notifier are the use cases of what is told without being asked for: what is due, mails, calendars and webhooks.
type Notifier struct {
	*change.Engine
	mailer   change.Mailer
	webhooks *webhook.Client
}

// New makes the use cases of notifications; webhooks are nil where none is saved or sent.
func New(e *change.Engine, mailer change.Mailer, webhooks *webhook.Client) *Notifier {
	return &Notifier{e, mailer, webhooks}
}
