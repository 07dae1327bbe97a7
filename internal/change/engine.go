package change

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"time"

	"github.com/google/uuid"

	"btracker/internal/auth"
	"btracker/internal/photo"
	"btracker/internal/store"
)

// Engine is what all rooms share: how a change is decided, carried out, logged and told, and what it needs for that.
type Engine struct {
	Store     *store.Store
	Signer    *auth.Signer
	Photos    *photo.Decoder // nil where no photo is set
	Queue     Queue
	Bus       Bus // may be nil where nobody listens
	Now       func() time.Time
	Log       *slog.Logger
	BasePath  string // begins and ends with a slash
	PublicURL string // ends with a slash; links in mail are built from it alone

	NoMailServer bool // mails are only written to files
}

// PasswordLink returns the link by which a user chooses a password. It is a credential.
func (e *Engine) PasswordLink(email, token string) string {
	return e.PublicURL + "btracker/changePassword?" + url.Values{"email": {email}, "token": {token}}.Encode()
}

// Installation names this installation in files and mails that leave it.
func (e *Engine) Installation() string {
	const name = "btracker"
	if address, err := url.Parse(e.PublicURL); err == nil && address.Host != "" {
		return name + " (" + address.Host + ")"
	}
	return name
}

func (e *Engine) Time() time.Time { return e.Now().UTC().Truncate(time.Millisecond) }

// NewID makes an id. Later ones sort behind earlier ones.
func NewID() string { return uuid.Must(uuid.NewV7()).String() }

func (e *Engine) PhotoURL(hash *string) *string {
	if hash == nil {
		return nil
	}
	url := e.BasePath + "photo/" + *hash
	return &url
}

// Readers returns how many reads the database works on at once.
func (e *Engine) Readers() int { return e.Store.Readers() }

// Ready reports whether requests can be served: the database answers, and has
// every migration that this program knows. Further migrations are those of a newer
// replica, whose release works beside this one: the answer is the same on all
// replicas, however often they were asked before.
func (e *Engine) Ready(ctx context.Context) error {
	found, err := e.Store.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if known := store.LatestSchema(); found < known {
		return fmt.Errorf("the database has schema %d, this program needs %d: run btracker migrate", found, known)
	}
	return nil
}

// Publish sends a notice to every replica. The change is committed by then, so a
// failure must not fail the request: Relay looks at the log and the sessions anyway.
func (e *Engine) Publish(ctx context.Context, kind, text string) {
	if e.Bus == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), publishTimeout)
	defer cancel()
	if err := e.Bus.Publish(ctx, kind+" "+text); err != nil {
		e.Log.WarnContext(ctx, "a notice was not published", "kind", kind, "error", err)
	}
}
