package app

import (
	"cmp"
	"context"
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

// Queue takes work for later, inside the transaction that causes it: the work
// exists exactly when the change does.
type Queue interface {
	EnqueueMail(ctx context.Context, tx *store.Tx, job MailJob) error
	EnqueueBulk(ctx context.Context, tx *store.Tx, id string) error
}

// New puts an App together.
func New(d Deps) *App {
	return &App{store: d.Store, hasher: d.Hasher, signer: d.Signer, photos: d.Photos, queue: d.Queue, bus: d.Bus, mailer: d.Mailer, now: d.Now, log: d.Log,
		basePath: d.BasePath, publicURL: d.PublicURL, keep: d.Keep, factorRule: cmp.Or(d.SecondFactor, tracker.FactorForNone), passkeys: auth.NewPasskeys(d.PublicURL, issuer), undoneAtOnce: cmp.Or(d.UndoneAtOnce, tracker.MaxUndone),
		webhooks: d.Webhooks, provider: d.Provider, signOn: d.SignOn, tombstones: d.Tombstones}
}

// Caller is who asks, and how. The rights of the user decide what a read shows. They
// are as old as the read that made the Caller, so mutate reads them again in its
// transaction.
type Caller struct {
	User           tracker.User // without an id where nobody is signed in
	SessionID      string
	SessionExpires time.Time
	TokenExpires   time.Time
	IP             string // what throttling counts: the network, for IPv6
	Address        string // the whole address
	Agent          string // the browser or program, as it names itself
	RequestID      string
	Key            IdempotencyKey

	// Of a caller who sent a key instead of the token of a session.
	APIKey       *tracker.Key
	ownerIsAdmin bool
}

// IdempotencyKey marks a POST that may be repeated without doing it twice.
type IdempotencyKey struct {
	Key         string
	Fingerprint string // of method, path and body
}

// visible is what the caller may see.
func (c Caller) visible() store.Visible { return c.within(tracker.See) }

// within is what the caller has a permission on.
func (c Caller) within(p tracker.Permission) store.Visible {
	return store.Visible{All: c.User.IsAdmin, UserID: c.User.ID, Roles: tracker.RolesThatMay(p), CostRoles: tracker.RolesThatMay(tracker.SeeCost), OwnerRoles: tracker.OwnerRoles(), Within: c.narrowing()}
}

// access is what the caller may do with something that belongs to a company, where they hold some roles. A key for
// another company has no access there, and so finds nothing.
func (c Caller) access(companyID string, roles []tracker.Role) tracker.Access {
	if n := c.narrowing(); n.CompanyID != "" {
		if n.CompanyID != companyID {
			return tracker.Access{}
		}
		return tracker.Access{Admin: n.All(), Roles: roles}
	}
	return tracker.Access{Admin: c.User.IsAdmin, Roles: roles}
}

func (c Caller) requireAdmin() error {
	if c.User.IsAdmin {
		return nil
	}
	return tracker.ErrAdministrators
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
