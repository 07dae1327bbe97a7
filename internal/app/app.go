package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"btracker/internal/auth"
	"btracker/internal/photo"
	"btracker/internal/store"
	"btracker/internal/tracker"
	"btracker/internal/webhook"
)

// App carries out the use cases.
type App struct {
	store     *store.Store
	hasher    *auth.Hasher
	signer    *auth.Signer
	photos    *photo.Decoder
	queue     Queue
	bus       Bus
	mailer    Mailer
	now       func() time.Time
	log       *slog.Logger
	basePath  string
	publicURL string
	keep      store.Retention
	used      usesNoted // of sessions
	keysUsed  usesNoted

	factorRule string
	passkeys   *auth.Passkeys // nil where there can be none
	webhooks   *webhook.Client
	provider   IdentityProvider
	signOn     SignOnRules

	undoneAtOnce int

	tombstones Tombstones
}

// Deps is what an App is made of.
type Deps struct {
	Store     *store.Store
	Hasher    *auth.Hasher
	Signer    *auth.Signer
	Photos    *photo.Decoder // nil where no photo is set
	Queue     Queue
	Bus       Bus // may be nil where nobody listens
	Mailer    Mailer
	Now       func() time.Time
	Log       *slog.Logger
	BasePath  string // begins and ends with a slash
	PublicURL string // ends with a slash; links in mail are built from it alone
	Keep      store.Retention

	SecondFactor string          // who must have one; none unless set
	Webhooks     *webhook.Client // nil where none is saved or sent

	Provider IdentityProvider // of single sign-on; nil where there is none
	SignOn   SignOnRules

	UndoneAtOnce int // changes of a batch that one transaction takes back; MaxUndone unless set

	Tombstones Tombstones // nil where nobody is erased
}

// New puts an App together.
func New(d Deps) *App {
	return &App{store: d.Store, hasher: d.Hasher, signer: d.Signer, photos: d.Photos, queue: d.Queue, bus: d.Bus, mailer: d.Mailer, now: d.Now, log: d.Log,
		basePath: d.BasePath, publicURL: d.PublicURL, keep: d.Keep, factorRule: cmp.Or(d.SecondFactor, tracker.FactorForNone), passkeys: auth.NewPasskeys(d.PublicURL, issuer), undoneAtOnce: cmp.Or(d.UndoneAtOnce, tracker.MaxUndone),
		webhooks: d.Webhooks, provider: d.Provider, signOn: d.SignOn, tombstones: d.Tombstones}
}

// Ready reports whether requests can be served: the database answers, and has
// every migration that this program knows. Further migrations are those of a newer
// replica, whose release works beside this one: the answer is the same on all
// replicas, however often they were asked before.
func (a *App) Ready(ctx context.Context) error {
	found, err := a.store.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if known := store.LatestSchema(); found < known {
		return fmt.Errorf("the database has schema %d, this program needs %d: run btracker migrate", found, known)
	}
	return nil
}

// Cleanup deletes what is past its time, in bounded steps.
func (a *App) Cleanup(ctx context.Context) error {
	for {
		deleted, err := a.store.Cleanup(ctx, a.keep, a.now())
		if err != nil || deleted == 0 {
			return err
		}
	}
}

func (a *App) time() time.Time { return a.now().UTC().Truncate(time.Millisecond) }

func newID() string { return uuid.Must(uuid.NewV7()).String() }

func (a *App) photoURL(hash *string) *string {
	if hash == nil {
		return nil
	}
	url := a.basePath + "photo/" + *hash
	return &url
}

// Readers returns how many reads the database works on at once.
func (a *App) Readers() int { return a.store.Readers() }

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
	switch job.Kind {
	case MailNotifications:
		return a.sendNotifications(ctx, job, user)
	case MailWebhook:
		return a.sendWebhookOff(ctx, job, user)
	}
	return a.sendAccountMail(ctx, job, user)
}
