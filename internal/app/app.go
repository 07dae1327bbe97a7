package app

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"btracker/internal/auth"
	"btracker/internal/batch"
	"btracker/internal/change"
	"btracker/internal/identity"
	"btracker/internal/notify"
	"btracker/internal/photo"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// App carries out the use cases: each is a method of one of its rooms.
type App struct {
	*change.Engine
	*record.Records
	*identity.Identity
	*batch.Batches
	*notify.Notifier
	keep store.Retention
}

// Deps is what an App is made of.
type Deps struct {
	Store     *store.Store
	Hasher    *auth.Hasher
	Signer    *auth.Signer
	Photos    *photo.Decoder // nil where no photo is set
	Queue     change.Queue
	Bus       change.Bus // may be nil where nobody listens
	Mailer    change.Mailer
	Now       func() time.Time
	Log       *slog.Logger
	BasePath  string // begins and ends with a slash
	PublicURL string // ends with a slash; links in mail are built from it alone
	Keep      store.Retention

	NoMailServer bool // mails are only written to files: administrators are told, and given links of invitations

	SecondFactor string          // who must have one; none unless set
	Webhooks     *webhook.Client // nil where none is saved or sent

	Provider identity.IdentityProvider // of single sign-on; nil where there is none
	SignOn   identity.SignOnRules

	UndoneAtOnce int // changes of a batch that one transaction takes back; MaxUndone unless set

	Tombstones record.Tombstones // nil where nobody is erased

	Documents tracker.DocumentLimits
}

// New puts an App together.
func New(d Deps) *App {
	e := &change.Engine{Store: d.Store, Signer: d.Signer, Photos: d.Photos, Queue: d.Queue, Bus: d.Bus, Now: d.Now, Log: d.Log,
		BasePath: d.BasePath, PublicURL: d.PublicURL, NoMailServer: d.NoMailServer}
	records := record.New(e, d.Hasher, d.Tombstones, d.Documents)
	return &App{
		Engine:  e,
		Records: records,
		Identity: identity.New(records, identity.Settings{Hasher: d.Hasher, Mailer: d.Mailer,
			SecondFactor: cmp.Or(d.SecondFactor, tracker.FactorForNone), Provider: d.Provider, SignOn: d.SignOn}),
		Batches:  batch.New(e, cmp.Or(d.UndoneAtOnce, tracker.MaxUndone)),
		Notifier: notify.New(e, d.Mailer, d.Webhooks),
		keep:     d.Keep,
	}
}

// Cleanup deletes what is past its time, in bounded steps.
func (a *App) Cleanup(ctx context.Context) error {
	for {
		deleted, err := a.Store.Cleanup(ctx, a.keep, a.Now())
		if err != nil || deleted == 0 {
			return err
		}
	}
}

// SendMail carries out a mail job. An address nobody has, or a user who may not
// sign in, gets nothing, and that is no error: whoever asked must not learn it.
func (a *App) SendMail(ctx context.Context, job change.MailJob) error {
	user, err := a.Store.UserByEmail(ctx, job.Email)
	if errors.Is(err, tracker.ErrNotFound) || err == nil && user.Status == tracker.UserDisabled {
		return nil
	}
	if err != nil {
		return err
	}
	switch job.Kind {
	case change.MailNotifications:
		return a.Notifier.SendNotifications(ctx, job, user)
	case change.MailReport:
		return a.SendReport(ctx, job, user, a.SummaryOf)
	case change.MailWebhook, change.MailChannel:
		return a.SendWebhookOff(ctx, job, user)
	}
	return a.SendAccountMail(ctx, job, user)
}
