package identity

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Sentences of the mails about how somebody signs in.
var (
	mailPasswordChanged = tracker.NewSentence("mail.passwordChanged", "Your password was changed.").With()
	mailPasswordByLink  = tracker.NewSentence("mail.passwordByLink", "Your password was set anew by a link that was mailed to you. You are signed out everywhere.").With()
	mailKeysEnded       = tracker.NewSentence("mail.keysEnded", "Your keys ended with the old one.").With()
	mailKeysStay        = tracker.NewSentence("mail.keysStay", "Your keys still work: programs that have one act in your name. You can remove them on your account page.").With()
	mailCalendarEnded   = tracker.NewSentence("mail.calendarEnded", "The address of your calendar ended with the old one.").With()
	mailCalendarStays   = tracker.NewSentence("mail.calendarStays", "The address of your calendar still works. You can end it on your account page.").With()

	mailKeyAdded   = tracker.NewSentence("mail.keyAdded", "The key “{name}” was added. Programs that have it act in your name.")
	mailKeyRemoved = tracker.NewSentence("mail.keyRemoved", "The key “{name}” was removed. Programs that have it can not act in your name any more.")

	mailAppAdded       = tracker.NewSentence("mail.appAdded", "An authenticator app was added as your second factor.").With()
	mailAppRemoved     = tracker.NewSentence("mail.appRemoved", "Your authenticator app was removed.").With()
	mailPasskeyAdded   = tracker.NewSentence("mail.passkeyAdded", "The passkey “{name}” was added to your account. It signs in without a password.")
	mailPasskeyRemoved = tracker.NewSentence("mail.passkeyRemoved", "The passkey “{name}” was removed from your account.")
	mailPasskeyCopied  = tracker.NewSentence("mail.passkeyCopied",
		"A sign-in with your passkey “{name}” was refused, because there may be a copy of the passkey. If you do not know why, remove it on your account page.")
	mailPasswordAlone  = tracker.NewSentence("mail.passwordAlone", "Your password alone signs in now.").With()
	mailFactorsRemoved = tracker.NewSentence("mail.factorsRemoved",
		"An administrator removed your second factors. Your password alone signs in now. Set a new one up on your account page.").With()

	mailSignOnLinked = tracker.NewSentence("mail.signOnLinked",
		"Your account at {provider} was used to sign in for the first time. From now on it signs you in without your password.")
	mailSignOnUnlinked = tracker.NewSentence("mail.signOnUnlinked",
		"Your account at {provider} does not sign you in any more, until it is used again with your confirmed e-mail address. "+
			"Your password does; if you have none, ask for a link on the sign-in page.")
	mailSignOnUnlinkedByAdmin = tracker.NewSentence("mail.signOnUnlinkedByAdmin",
		"An administrator saw to it that your account at {provider} does not sign you in any more, until it is used again with your confirmed e-mail address. "+
			"Your password does; if you have none, ask for a link on the sign-in page.")
)

// warn records a security event, and mails the person what happened: it may not have been them.
func warn(ctx context.Context, m *change.Mutation, user tracker.User, kind string, details tracker.Text, said ...tracker.Text) {
	caller, event := m.Caller, tracker.SecurityEvent{At: m.Now, Kind: kind, Email: user.Email, DetailsText: details}
	m.Write(func(tx *store.Tx) error { return mailWarning(ctx, tx, m.Engine.Queue, caller, event, said...) })
}

// warnOf is warn about the caller, where nothing is logged as a change.
func (i *Identity) warnOf(ctx context.Context, tx *store.Tx, c change.Caller, kind string, details, said tracker.Text) error {
	return mailWarning(ctx, tx, i.Queue, c, tracker.SecurityEvent{At: i.Time(), Kind: kind, Email: c.User.Email, DetailsText: details}, said)
}

// mailWarning records a security event, and mails it to the person.
func mailWarning(ctx context.Context, tx *store.Tx, queue change.Queue, c change.Caller, event tracker.SecurityEvent, said ...tracker.Text) error {
	if err := change.RecordEvent(ctx, tx, c, event); err != nil {
		return err
	}
	return queue.EnqueueMail(ctx, tx, change.MailJob{Kind: change.MailSecurity, Email: event.Email, At: event.At}.Saying(said...))
}
